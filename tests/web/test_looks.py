"""What a table looks like: names on a small map, whole sentences on cards, a whole hand, colours with shapes."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.visitor import at_rest, play, sit_down, wait_for_turn

NAMES = """() => [...document.querySelectorAll("#board .labels .name")].map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [one.textContent, left, top, right, bottom];
})"""

UNFINISHED = """() => [...document.querySelectorAll("#dock .card:not(.back) > small")]
  .filter((one) => one.checkVisibility())
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || !/[.!?…]\\)?$/.test(one.textContent))
  .map((one) => one.textContent)"""

BEYOND = """() => {
  const room = document.querySelector("#own").getBoundingClientRect();
  const cards = [...document.querySelectorAll("#own .card")];
  return cards.filter((one) => one.getBoundingClientRect().right > room.right + 1).length;
}"""

WRITTEN = """(name) => [...document.querySelectorAll("#board .labels .name")]
  .some((one) => [...one.children].map((line) => line.textContent).join(" ") === name)"""


@pytest.fixture
def phone(browser: Browser):
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en", reduced_motion="reduce")
    yield context.new_page()
    context.close()


def test_every_province_has_its_name_on_a_phone_and_none_lies_over_another(phone: Page, house):
    sit_down(phone, house, "epix", "random", "random", "random")
    wait_for_turn(phone)
    at_rest(phone)
    regions = phone.locator("#board .region").count()
    expect(phone.locator("#board .labels .name")).to_have_count(regions)
    boxes = phone.evaluate(NAMES)
    over = [
        (one[0], other[0])
        for at, one in enumerate(boxes)
        for other in boxes[:at]
        if one[1] < other[3] and one[3] > other[1] and one[2] < other[4] and one[4] > other[2]
    ]
    assert over == []


@pytest.mark.parametrize("wide", [1024, 1440, 1920])
def test_cards_end_no_sentence_in_the_middle(page: Page, house, wide):
    page.set_viewport_size({"width": wide, "height": 900})
    sit_down(page, house, "tekumel", "random", "random")
    wait_for_turn(page)
    at_rest(page)
    expect(page.locator("#dock .card > small").first).to_be_attached()
    assert page.evaluate(UNFINISHED) == []
    page.set_viewport_size({"width": wide - 120, "height": 760})
    at_rest(page)
    assert page.evaluate(UNFINISHED) == []


def test_the_hand_is_whole_with_larger_letters(page: Page, house):
    page.set_viewport_size({"width": 1440, "height": 900})
    sit_down(page, house, "yummell", "random", "random")
    page.evaluate("""() => (document.documentElement.dataset.text = "larger")""")
    wait_for_turn(page)
    at_rest(page)
    assert page.locator("#own .card").count() >= 4
    assert page.evaluate(BEYOND) == 0


def test_a_colour_is_offered_with_its_shape(page: Page, house):
    sit_down(page, house, "epix", "random", "random", "random")
    wait_for_turn(page)
    offered = page.locator("#ask .option")
    for name, tincture in (("Yellow", "or"), ("Blue", "azure"), ("Red", "gules"), ("Green", "vert")):
        expect(offered.filter(has_text=name).locator(f"[data-shape={tincture}]")).to_be_visible()


def test_on_a_phone_a_guided_game_leaves_the_options_in_reach(phone: Page, house):
    phone.goto(house.address)
    phone.click("[data-guide=epix]")
    phone.wait_for_url("**/table/*")
    wait_for_turn(phone)
    for n in range(4):
        expect(phone.locator("#ask .option").nth(n)).to_be_in_viewport(ratio=1)
    lesson = phone.locator(".guide .lesson")
    expect(lesson).to_be_visible()
    phone.click(".guide summary")
    expect(lesson).to_be_hidden()


def test_in_a_draw_nobody_is_said_to_have_won(page: Page, house):
    sit_down(page, house)
    wait_for_turn(page)
    won = page.evaluate("""async () => {
      const { seats } = await import("/web/pieces.js");
      const [frame, dock] = [document.createElement("div"), document.createElement("div")];
      const words = { text: () => "", mark: String, bot: String };
      const seat = { name: "Ann", here: true };
      return [[1, 1], [1, 2]].map((ranks) => {
        seats(frame, dock, { seats: [seat, seat], seat: null, scene: {}, outcome: { ranks } }, words, new Set(), []);
        return frame.querySelectorAll(".won").length;
      });
    }""")
    assert won == [0, 1]


def test_a_rule_over_the_options_is_not_cut(page: Page, house):
    sit_down(page, house, "yummell", "random", "random", track="built")
    wait_for_turn(page)
    gist = page.locator("#ask .gist")
    expect(gist).to_be_visible()
    assert gist.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_while_the_track_is_built_its_road_is_drawn(page: Page, house):
    sit_down(page, house, "yummell", "random", "random", track="built")
    wait_for_turn(page)
    expect(page.locator("#board .region.look-open")).to_have_count(1)
    before = page.locator("#board .link-way").count()
    assert before > 10
    first = page.locator("#ask .option").first
    first.hover()
    expect(page.locator("#board .foreseen .ground").first).to_be_attached()


def test_on_a_phone_all_pieces_of_a_supply_are_in_sight(phone: Page, house):
    sit_down(phone, house, "epix", "random", "random", "random")
    wait_for_turn(phone)
    at_rest(phone)
    pieces = phone.locator("#own .loose")
    expect(pieces).to_have_count(10)
    for n in range(10):
        expect(pieces.nth(n)).to_be_in_viewport(ratio=1)


def test_the_names_of_realms_keep_to_the_land_and_off_each_other(page: Page, house):
    """Nor do they lie under the name of a place, from wherever one looks."""
    page.set_viewport_size({"width": 1440, "height": 900})
    sit_down(page, house, "tekumel", "random", "random")
    wait_for_turn(page)
    for _ in range(3):
        at_rest(page)
        land, realms, places = page.evaluate("""() => {
          const box = (one) => {
            const words = document.createRange();
            words.selectNodeContents(one);
            const { left, top, right, bottom } = words.getBoundingClientRect();
            return [left, top, right, bottom];
          };
          const written = (which) => [...document.querySelectorAll(`#board ${which}`)]
            .filter((one) => one.style.visibility !== "hidden").map(box);
          const land = box(document.querySelector("#board .regions"));
          return [land, written(".look-realm .name"), written(".labels tspan")];
        }""")
        assert realms
        assert all(box[0] > land[0] and box[2] < land[2] for box in realms)
        others = [(one, two) for at, one in enumerate(realms) for two in [*realms[:at], *places]]
        # The box of a line has room over and under its letters, which may touch another's.
        lies = [(a, b) for a, b in others if a[0] < b[2] and b[0] < a[2]]
        assert not [(a, b) for a, b in lies if min(a[3], b[3]) - max(a[1], b[1]) > (a[3] - a[1]) / 4]
        page.click("[data-zoom=in]")


def test_on_a_phone_a_place_that_is_meant_bears_its_name(phone: Page, house):
    """Also where it is so small, or so crowded, that others of its size have none."""
    sit_down(phone, house, "tekumel", "random", "random")
    while wait_for_turn(phone) and not phone.locator("#ask .option.short").count():
        play(phone, 1)
    places = phone.locator("#ask .option.short")
    assert places.count() > 3
    for n in range(places.count()):
        places.nth(n).scroll_into_view_if_needed()
        places.nth(n).hover()
        phone.wait_for_function(WRITTEN, arg=places.nth(n).inner_text())


FORM = """async () => {
  const { editor, fetchEditors } = await import("/web/asks.js");
  const amount = (most) => ({ kind: "amount", prompt: `up to ${most}`, least: 0, most });
  const several = { kind: "several", prompt: "of none", least: 0, most: 0, parts: [] };
  const fields = { none: amount(0), some: amount(3), nothing: several };
  const ask = { kind: "form", prompt: "all", fields };
  await fetchEditors();
  const nothing = () => {};
  const table = new Proxy({ say: (key) => key, ui: (key) => key }, { get: (own, name) => own[name] ?? nothing });
  const made = editor(ask, table);
  const asked = [...made.node.querySelectorAll("fieldset")].filter((one) => !one.hidden);
  return [made.value, asked.map((one) => one.querySelector("legend").textContent)];
}"""


def test_what_can_be_answered_in_one_way_only_is_not_asked(page: Page, house):
    page.goto(house.address)
    answered, asked = page.evaluate(FORM)
    assert answered == {"none": 0, "some": 0, "nothing": []}
    assert asked == ["up to 3"]
