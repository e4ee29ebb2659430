"""What lies on the table for all stays in sight, however much somebody has before him."""

import pytest
from playwright.sync_api import Page, expect

from arbiter import games, register
from arbiter.games.tekumel import TekumelGame
from tests.tekumel.table import BOOK, hero, position

from .visitor import at_rest, confirm, sit_down, wait_for_turn

SEEN = """(id) => {
  const card = document.querySelector(`#common [data-id="${id}"] .card`);
  const { left, top, width, height } = card.getBoundingClientRect();
  return Boolean(document.elementFromPoint(left + width / 2, top + height / 2)?.closest("#common"));
}"""


class Ambushed(TekumelGame):
    """Tékumel from a meeting on, with a Hero who has more than the page has room for."""

    id = "ambushed"
    folder = TekumelGame.folder

    def start(self, seats, options):
        wild = next(key for key, place in BOOK.places.items() if place.draw == 1)
        much = {"hand": "A14 A11 A10", "spells": "S01 S05 S07", "items": "Q25 Q37 Q01 Q17 Q22", "companions": "E10 E13"}
        table = position(hero("H1", at=wild, mission="M03", **much), step="encounters", tops={"encounters": "E32"})
        return table.game.start(seats, options)


@pytest.fixture
def ambushed():
    game = Ambushed()
    register(game)
    yield game.id
    games._REGISTERED.pop(game.id)


@pytest.mark.parametrize("size", [(1400, 900), (820, 1100), (390, 844)], ids=["desk", "tablet", "phone"])
def test_who_is_met_and_both_sides_of_a_fight_stay_in_sight(page: Page, house, ambushed, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sit_down(page, house, ambushed, "random")
    wait_for_turn(page)
    at_rest(page)
    page.wait_for_function(SEEN, arg="table")  # who is met

    choose(page, "Fight: ")

    expect(page.locator('#common [data-id="fight"] .card')).to_have_count(2)
    page.wait_for_function(SEEN, arg="fight")  # both sides


def choose(page: Page, text: str) -> None:
    wait_for_turn(page)
    before = page.evaluate("() => document.querySelector('#ask').dataset.ask")
    page.locator("#ask .option", has_text=text).first.click()
    confirm(page)
    page.wait_for_function("before => document.querySelector('#ask').dataset.ask !== before", arg=before)
    wait_for_turn(page)
    at_rest(page)


def test_where_nobody_has_lost_it_is_a_draw(page: Page, house):
    page.goto(house.address)
    expect(page.locator("[data-play]").first).to_be_visible()
    said = page.evaluate("""async () => {
      const { won, winnersOf } = await import("/web/ending.js");
      const names = { name: (seat) => ["Ann", "Ben", "Cleo"][seat] };
      return [[1, 1], [2, 1], [1, 1, 3]].map((ranks) => won(winnersOf(ranks), ranks, names));
    }""")
    assert said == ["A draw", "Ben has won", "Ann, Ben have won"]
