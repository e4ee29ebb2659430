"""Flyers and overlapping cohorts in a real browser: a sheet with several heights, and what a question is about."""

import pytest
from playwright.sync_api import Page, expect

from arbiter import games, register
from arbiter.core import copied
from arbiter.games.qadardalikoi import QadardalikoiGame
from arbiter.games.qadardalikoi.geometry import MM
from arbiter.games.qadardalikoi.state import BattleOptions
from tests.qadardalikoi.field import battle, unit
from tests.qadardalikoi.test_movement import hlaka
from tests.web.visitor import confirm, sit_down, wait_for_turn


class Flock(QadardalikoiGame):
    """Three flocks of Hláka against one, when the movement of a turn is over."""

    id = "flock"

    def start(self, seats, options):
        ours = [hlaka(0, (600, 400), height=100 * MM), hlaka(0, (620, 410), height=60 * MM), hlaka(0, (900, 400))]
        theirs = [hlaka(1, (800, 800), height=80 * MM), unit(1, "heavy", (1200, 900), files=6, ranks=2)]
        return copied(battle(*ours, *theirs, options=BattleOptions(), holds=True, step="heights", limit=3))


class Overlap(QadardalikoiGame):
    """A long line right before a short one."""

    id = "overlap"

    def start(self, seats, options):
        ours = [unit(0, "light", (600, 300), files=12), unit(0, at=(1400, 300))]
        foe = unit(1, at=(540, 410), files=4, ranks=3)
        return copied(battle(*ours, foe, options=BattleOptions(), holds=True, step="move.units", limit=3))


@pytest.fixture(scope="module")
def field(house):
    made = [Flock(), Overlap()]
    for game in made:
        register(game)
    yield house
    for game in made:
        games._REGISTERED.pop(game.id)


def test_the_heights_of_all_flyers_are_written_on_one_sheet(page: Page, field):
    sit_down(page, field, "flock", "random")
    wait_for_turn(page)
    expect(page.locator("#ask h2")).to_contain_text("How high are your flyers?")
    expect(page.locator("#ask fieldset:visible legend")).to_have_text(
        [f"Hláka ({n}), mm above the table" for n in (1, 2, 3)]
    )
    numbers = page.locator("#ask fieldset input[type=number]")
    expect(numbers.nth(0)).to_have_value("100")
    expect(page.locator('.overlay[data-id="height-2"]')).to_have_text("Hláka (3): 0 mm")
    # What two of them cannot do together is said at once, and neither of them alone.
    numbers.nth(0).fill("0")
    numbers.nth(1).fill("20")
    verdict = page.locator("#ask .verdict").last
    expect(verdict).to_contain_text("Hláka (1) and Hláka (2) cannot both come down there")
    expect(page.locator("#ask button[type=submit]")).to_be_disabled()
    expect(page.locator('.overlay[data-id="height-1"]')).to_have_text("Hláka (2): 20 mm")
    numbers.nth(1).fill("30")
    numbers.nth(2).fill("250")
    expect(page.locator('.overlay[data-id="height-2"]')).to_have_text("Hláka (3): 250 mm")
    expect(page.locator("#ask button[type=submit]")).to_be_enabled()
    page.locator("#ask button[type=submit]").click()
    for told in ("Hláka is on the ground.", "Hláka flies at 30 mm.", "Hláka flies at 250 mm."):
        expect(page.locator("#log")).to_contain_text(told)


def test_who_overlaps_the_enemy_is_marked_with_him(page: Page, field):
    sit_down(page, field, "overlap", "random")
    wait_for_turn(page)
    page.locator("#ask .option", has_text="Give orders to light").first.click()
    confirm(page)
    page.wait_for_selector("#ask input.words")
    wait_for_turn(page)
    page.locator("#ask input.words").fill("advance 60")
    expect(page.locator("#ask .verdict").last).to_contain_text("mm used")
    page.keyboard.press("Enter")
    expect(page.locator("#ask h2")).to_contain_text("overlap")
    expect(page.locator('.piece.subject[data-id="unit-0"]')).to_have_count(1)
    expect(page.locator('.piece.subject[data-id="unit-2"]')).to_have_count(1)
    page.locator("#ask .option").nth(1).hover()
    expect(page.locator(".foreseen.piece")).to_have_count(1)
