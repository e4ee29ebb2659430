"""Replays in a browser: looked through by keys, shared, kept as a file, played on from."""

import re
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

import arbiter
from arbiter.core import Table, commitment
from arbiter.games import find
from arbiter.store import Seat, Sitting
from tests.qadardalikoi.golden_battle import SAVED
from tests.web.test_everyone import faults
from tests.web.visitor import OVER, at_rest, play, sit_down, wait_for_turn


@pytest.fixture(scope="module")
def over(house):
    """A finished game of Epix."""
    seed = "00" * 16
    table, rng = Table(find("epix"), 3, seed), Random(2)
    while not table.over:
        table.answer(table.asks[0].seat, table.asks[0].sample(rng))
    return keep(house, "over", table, seed)


@pytest.fixture(scope="module")
def battle(house):
    """A finished field battle."""
    table = arbiter.load(SAVED)
    return keep(house, "battle", table, str(table.dice.seed))


def keep(house, id: str, table: Table, seed: str) -> str:
    """Put a finished game into the house."""
    seats = [Seat("random", name) for name in ("Ann", "Corvin", "Maren")[: table.seats]]
    options = msgspec.to_builtins(table.options)
    game = table.game
    house.store.create(
        Sitting(id, game.id, game.version, options, seed, commitment(seed), "", seats, "over"), table.log
    ).result()
    return id


CUT_OFF = """() => [...document.querySelectorAll(".moment :is(h2, p, summary)")]
  .filter((one) => one.getBoundingClientRect().right > document.querySelector(".moment").getBoundingClientRect().right)
  .map((one) => one.textContent)"""


def test_a_long_replay_says_how_much_of_it_is_made(page: Page, house, over):
    waiting = []
    page.route("**/replay?eyes=*", lambda route: waiting.append(route))
    page.route("**/replay/progress?eyes=*", lambda route: route.fulfill(json={"share": 0.4}))
    page.goto(f"{house.address}/replay/{over}")
    expect(page.get_by_role("progressbar", name="Fetching the game …")).to_have_js_property("value", 0.4)
    waiting.pop().continue_()
    expect(page.locator("#scrubber")).to_be_visible()
    assert page.locator("progress").count() == 0


def test_a_game_is_looked_through_by_keys(page: Page, house, over):
    page.goto(f"{house.address}/replay/{over}")
    expect(page.locator("#scrubber")).to_be_visible()
    told = page.locator("#log li").count()
    page.keyboard.press("PageDown")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.rail input').value >= 2")
    page.wait_for_function("told => document.querySelectorAll('#log li').length > told", arg=told)
    expect(page.locator(".moment .who").first).to_contain_text("answered")
    page.wait_for_url(re.compile(r"#\d+$"))
    page.goto(f"{house.address}/replay/{over}#14")
    expect(page.locator(".moment .asked-then .gist").first).to_contain_text("EPIX-PRE-2")
    assert page.evaluate(CUT_OFF) == []
    page.keyboard.press("End")
    expect(page.locator(".moment .counted")).to_be_visible()
    expect(page.locator("#fork-button")).to_be_disabled()
    page.keyboard.press("Home")
    expect(page.locator(".rail input")).to_have_value("0")
    page.keyboard.press(" ")
    page.wait_for_function("() => document.querySelector('.rail input').value >= 2")
    page.keyboard.press(" ")
    assert faults(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert faults(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_no_empty_frame_stands_where_nothing_lies_for_all(page: Page, house, over):
    page.goto(f"{house.address}/replay/{over}")
    expect(page.locator("#board .region").first).to_be_visible()
    expect(page.locator("#dock .tray")).to_have_count(0)
    expect(page.locator("#dock")).to_be_hidden()


def test_a_moment_is_shared_and_seen_with_other_eyes(page: Page, house, over):
    page.goto(f"{house.address}/replay/{over}?eyes=0#30")
    expect(page.locator(".rail input")).not_to_have_value("0")
    told = page.locator("#log li").count()
    expect(page.locator("#eyes select")).to_have_value("0")
    page.select_option("#eyes select", "public")
    page.wait_for_url(re.compile("eyes=public"))
    expect(page.locator("#eyes select")).to_have_value("public")
    assert 0 < page.locator("#log li").count() <= told


def test_a_saved_replay_works_without_the_house_with_anybodys_eyes(page: Page, house, over, tmp_path: Path):
    saved = tmp_path / "replay.html"
    saved.write_bytes(httpx.get(f"{house.address}/api/tables/{over}/replay.html?eyes=1").content)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    page.goto(saved.as_uri())
    expect(page.locator("#scrubber")).to_be_visible()
    chosen = page.locator("#eyes select")
    expect(chosen).to_have_value("1")
    mine = page.locator("#dock")
    expect(mine).to_contain_text("Corvin")
    page.locator(".rail input").focus()
    page.keyboard.press("End")
    expect(page.locator(".moment .counted")).to_be_visible()
    for eyes, name in (("0", "Ann"), ("2", "Maren")):
        chosen.select_option(eyes)
        expect(mine).to_contain_text(name)
        expect(page.locator("#board .piece:not(.leaving)")).not_to_have_count(0)
    for eyes in ("public", "all"):
        chosen.select_option(eyes)
        expect(mine).not_to_contain_text("Maren")
        expect(page.locator(".moment .counted")).to_be_visible()
        chosen.select_option("2")
        expect(mine).to_contain_text("Maren")
    page.wait_for_function("() => document.fonts.check('16px \"Arbiter Serif\"')")
    assert [url for url in asked if not url.startswith(("data:", "file:", "blob:"))] == []


def test_one_plays_on_from_a_moment(page: Page, house, over):
    page.goto(f"{house.address}/replay/{over}?eyes=0#20")
    page.click("#fork-button")
    assert faults(page) == []
    page.click("#fork button[type=submit]")
    page.wait_for_url("**/table/*")
    wait_for_turn(page)
    assert page.locator("#log li").count() > 3


def test_one_plays_on_from_where_ones_own_game_against_bots_stands(page: Page, house):
    sit_down(page, house, "beacons", "random")
    play(page, 1)
    wait_for_turn(page)
    told, before = page.locator("#log li").count(), page.url
    page.click("#people-button")
    page.click("#people [data-act=fork]")
    page.wait_for_url(lambda url: url != before and "/table/" in url)
    wait_for_turn(page)
    expect(page.locator("#log li")).to_have_count(told)
    page.click("#people-button")
    assert faults(page) == []


BESIDE = """() => {
  const [bar, board] = ["#scrubber", "#board"].map((one) => document.querySelector(one).getBoundingClientRect());
  return bar.left >= board.right;
}"""


def test_what_happened_meanwhile_is_shown_again(page: Page, house, steady):
    sit_down(page, house, "beacons", steady)
    play(page, 3)
    wait_for_turn(page)
    told = page.locator("#log li").count()
    # Asked for twice it is shown once; the arrows stop it.
    page.locator("#recall").evaluate("(button) => { button.click(); button.click(); }")
    expect(page.locator("#scrubber")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    expect(page.locator(".rail input")).to_have_value("0")
    assert page.locator("#log li").count() < told
    assert page.evaluate(BESIDE), "no part of the board is hidden by the bar"
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#scrubber")).to_be_hidden()
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#log li")).to_have_count(told)
    play(page, 99)
    page.wait_for_selector(OVER)
    page.click("#ending [data-act=replay]")
    expect(page.locator("#scrubber")).to_be_visible()


TROUBLED = """() => {
  const board = document.querySelector("#board .stage").getBoundingClientRect();
  return [...document.querySelectorAll(".last .ring")].map((ring) => ring.getBoundingClientRect())
    .map((ring) => ring.left < board.right && ring.right > board.left
      && ring.top < board.bottom && ring.bottom > board.top);
}"""

RINGS = """() => [...document.querySelectorAll(".last .ring")]
  .map((ring) => [ring.getAttribute("cx"), ring.getAttribute("cy")])"""


def test_a_phone_follows_a_battle_that_is_looked_at_again(browser: Browser, house, battle):
    """Units are looked at so near that they can be told, without a hand: step by step, and wherever one begins."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="en", has_touch=True, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(f"{house.address}/replay/{battle}")
    expect(page.locator("#scrubber")).to_be_visible()
    # Where nothing lies before anybody the board has the room.
    expect(page.locator("#dock")).to_be_hidden()
    steps, followed = 24, 0
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
        at_rest(page)
        if seen := page.evaluate(TROUBLED):
            followed += all(seen) and page.locator(".overview.zoomed").count()
    assert followed > steps / 2
    page.keyboard.press("End")
    # The end says first who has won, and no sum at length.
    expect(page.locator(".moment .counted")).to_be_in_viewport()
    expect(page.locator(".moment")).not_to_contain_text("Sum.")
    assert faults(page) == []
    # Who comes by a link to some moment, or back to it, sees what happened last, and nothing of what came later.
    middle = page.locator(".rail input").evaluate("rail => (rail.value = Math.round(rail.max / 2))")
    page.locator(".rail input").dispatch_event("input")
    page.wait_for_url(re.compile(r"#\d+$"))
    at_rest(page)
    expect(page.locator(".last .ring")).not_to_have_count(0)
    rings = page.evaluate(RINGS)
    page.reload()
    expect(page.locator(".rail input")).to_have_value(str(middle))
    at_rest(page)
    assert page.evaluate(RINGS) == rings
    assert all(page.evaluate(TROUBLED))
    # Who has looked elsewhere can go back to following.
    page.locator("#board .scene").evaluate("scene => scene.focus()")
    page.keyboard.press("0")
    expect(page.locator(".overview.zoomed")).to_have_count(0)
    page.locator("[data-zoom=follow]").click()
    expect(page.locator(".overview.zoomed")).to_be_visible()
    context.close()
