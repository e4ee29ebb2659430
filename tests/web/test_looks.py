"""What a table looks like: names on a small map, whole sentences on cards, a whole hand, colours with shapes."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

import arbiter
from tests.web.test_everyone import faults
from tests.web.visitor import REMEMBER, at_rest, confirm, play, sit_down, wait_for_turn

NAMES = """() => [...document.querySelectorAll("#board .labels .name")].map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [one.textContent, left, top, right, bottom];
})"""

UNFINISHED = """() => [...document.querySelectorAll("#dock .card:not(.back) > small")]
  .filter((one) => one.checkVisibility())
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || !/[.!?…]\\)?$/.test(one.textContent))
  .map((one) => one.textContent)"""

COVERED = """() => {
  const [asked, dock] = ["#ask", "#dock"].map((one) => document.querySelector(one).getBoundingClientRect());
  return dock.bottom - asked.top;
}"""
"""So many pixels of what lies before oneself the question lies over."""

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


def test_at_a_desk_all_pieces_of_a_supply_are_in_sight_beside_cards(page: Page, house):
    sit_down(page, house, "epix", "random", "random", "random", rules="advanced")
    play(page, 1)
    wait_for_turn(page)
    expect(page.locator("#common .card")).to_have_count(5)
    pieces = page.locator("#own .loose")
    expect(pieces).to_have_count(9)
    for n in range(9):
        expect(pieces.nth(n)).to_be_in_viewport(ratio=1)


def test_the_names_of_realms_keep_to_their_land_and_off_each_other(page: Page, house):
    """Each stands in its own realm; one that finds no room there is not written."""
    page.set_viewport_size({"width": 1440, "height": 900})
    sit_down(page, house, "tekumel", "random", "random")
    wait_for_turn(page)
    at_rest(page)
    boxes = page.evaluate("""() => {
      const coast = document.querySelector("#board .regions").getBBox();
      return [...document.querySelectorAll("#board .look-realm .name")]
        .filter((one) => one.style.visibility !== "hidden").map((one) => {
          const { x, y, width, height } = one.getBBox();
          const at = new DOMPoint(one.getAttribute("x"), one.getAttribute("y")).matrixTransform(one.getScreenCTM());
          const under = document.elementsFromPoint(at.x, at.y);
          const places = under.map((thing) => thing.closest(".region")?.dataset.id).filter(Boolean);
          return [x, y, x + width, y + height, coast.x, coast.x + coast.width, one.parentNode.dataset.id, places[0]];
        });
    }""")
    assert len(boxes) > 4
    realms = {one.id: one.within for one in arbiter.new("tekumel", seats=3, seed=1).scene(0).overlays}
    assert [(realm, place) for *_, realm, place in boxes if place not in realms[realm]] == []
    assert all(box[0] > box[4] and box[2] < box[5] for box in boxes)
    level = [(one, two) for at, one in enumerate(boxes) for two in boxes[:at] if one[0] < two[2] and two[0] < one[2]]
    assert all(abs(one[1] - two[1]) > (one[3] - one[1]) / 3 for one, two in level)


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


def test_a_number_and_its_name_agree(page: Page, house):
    """At a seat the number comes first, so one province is no provinces; over the board it stands behind its name."""
    sit_down(page, house, "epix", "random", rules="basic")
    wait_for_turn(page)
    expect(page.locator("#me .meter-name")).to_have_text(["Gold", "Province"])
    expect(page.locator("#strip .meter")).to_have_text(re.compile(r"^Treasury\d+$"))


LONG = """async (cards) => {
  const { wholeSentences } = await import("/web/dock.js");
  const { tray } = await import("/web/pieces.js");
  const text = "Once in a season, before you attack, you may look at the bid of a neighbour; whoever is looked at "
    + "so may then take back half of it, but not more than lies in the Treasury at that moment.";
  const words = { text: ({ key }) => key, mark: String };
  const made = { id: "t", name: { key: "Cards" } };
  const one = { on: "t", text: { key: text }, icon: "scroll" };
  const lie = Array.from({ length: cards }, (_, at) => ({ id: `c${at}`, name: { key: `Levy ${at}` }, ...one }));
  document.querySelector("#own").replaceChildren(tray(made, { cards: lie, icons: {} }, words, new Set()));
  document.querySelector("#common").replaceChildren();
  wholeSentences(document.querySelector("#dock"));
  const written = [...document.querySelectorAll("#own .card small")];
  const shown = (one) => one.checkVisibility() && one.scrollHeight <= one.clientHeight + 1;
  const whole = written.filter((one) => one.textContent === text && shown(one));
  const starts = (said) => /[^,;:]\\u00a0…$/.test(said) && text.startsWith(said.slice(0, -2));
  const begun = written.filter((one) => shown(one) && starts(one.textContent));
  const room = document.querySelector("#own");
  return [whole.length, whole.length + begun.length, room.scrollWidth <= room.clientWidth];
}"""


@pytest.mark.parametrize(("cards", "whole"), [(1, 1), (3, 3), (5, 1)])
def test_where_the_dock_has_room_a_card_tells_all_of_its_text(page: Page, house, cards, whole):
    """Where it has none, a card whose first sentence is too long has the clauses that fit."""
    page.set_viewport_size({"width": 1440, "height": 900})
    sit_down(page, house, "epix", "random", rules="basic")
    wait_for_turn(page)
    at_rest(page)
    assert page.evaluate(LONG, cards) == [whole, cards, True]


SHORT = """async () => {
  const { wholeSentences } = await import("/web/dock.js");
  const { tray } = await import("/web/pieces.js");
  const words = { text: ({ key }) => key, mark: String };
  const one = { on: "t", name: { key: "Levy" }, icon: "scroll" };
  const texts = ["A short one.", "It goes on and on. ".repeat(6)];
  const cards = texts.map((key, at) => ({ ...one, id: `c${at}`, text: { key } }));
  document.querySelector("#own").replaceChildren(tray({ id: "t" }, { cards, icons: {} }, words, new Set()));
  wholeSentences(document.querySelector("#dock"));
  return [...document.querySelectorAll("#own .device")].map((one) => one.checkVisibility());
}"""


def test_a_short_text_leaves_its_card_room_for_the_emblem(page: Page, house):
    page.set_viewport_size({"width": 1440, "height": 900})
    sit_down(page, house, "epix", "random", rules="basic")
    wait_for_turn(page)
    at_rest(page)
    assert page.evaluate(SHORT) == [True, False]


def test_piles_lie_with_the_others_where_those_have_a_column(page: Page, house):
    """The dock is one's own; on a tablet the others are a strip, which has no room for piles."""
    page.set_viewport_size({"width": 1440, "height": 900})
    sit_down(page, house, "yummell", "random", "random")
    wait_for_turn(page)
    expect(page.locator("#seats > .piles .tray").last).to_be_visible()
    expect(page.locator("#dock .piles")).to_have_count(0)
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator("#dock .piles .tray").last).to_be_visible()
    expect(page.locator("#seats > .piles")).to_have_count(0)


def test_every_track_that_can_be_voted_for_is_drawn_and_told(page: Page, house):
    sit_down(page, house, "yummell", "random", "random", "random", track="vote")
    wait_for_turn(page)
    at_rest(page)
    tracks = page.locator(".card[data-id^=track-]")
    expect(tracks).to_have_count(5)
    expect(tracks.locator(".laid")).to_have_count(4)
    assert (
        page.evaluate("""() => [...document.querySelectorAll(".card[data-id^=track-]")].filter((card) =>
      ![...card.querySelectorAll("small, .device")].some((one) => one.checkVisibility())).length""")
        == 0
    )
    first, second = (page.locator("#own .card").nth(n).bounding_box() for n in range(2))
    assert first["y"] == second["y"]


def test_what_an_option_is_about_is_told_beside_it_and_when_it_is_armed(page: Page, house):
    sit_down(page, house, "yummell", "random", "random", characters="pick")
    wait_for_turn(page)
    option = page.locator("#ask .option").first  # those asked before may have taken any of them
    option.hover()
    tip = page.locator(".tip")
    expect(tip).to_contain_text("Strength")
    told, options = tip.bounding_box(), page.locator("#ask .options").bounding_box()
    assert told["x"] + told["width"] <= options["x"]
    option.click()
    expect(page.locator("#ask .preview")).to_contain_text("Strength")


def test_on_a_phone_no_question_lies_over_the_cards_that_answer_it(phone: Page, house):
    sit_down(phone, house, "yummell", "random", "random", supporters="chosen")
    wait_for_turn(phone)
    at_rest(phone)
    expect(phone.locator("#dock .card.can").first).to_be_visible()
    assert phone.evaluate(COVERED) <= 1


def test_on_a_phone_a_number_is_asked_for_below_what_is_ones_own(phone: Page, house):
    sit_down(phone, house)
    wait_for_turn(phone)
    at_rest(phone)
    expect(phone.locator("#ask")).to_have_attribute("data-kind", "amount")
    assert phone.evaluate(COVERED) <= 1
    expect(phone.locator("#ask [type=submit]")).to_be_in_viewport(ratio=1)


def test_what_was_answered_is_told_in_words(page: Page, house):
    made = house.set_table("you", "person", game="goofspiel")
    other = house.page(made["table"], made["token"])
    invitation = other.table["invitations"]["1"]
    other.join("Ben")
    page.goto(house.address)
    page.evaluate(REMEMBER, [made["table"], "Ann"])
    page.goto(f"{house.address}/table/{made['table']}#{invitation}")
    other.until_table(lambda seen: "scene" in seen)
    wait_for_turn(page)
    said = page.locator("#ask .option", has_text="7")
    words = said.locator("span").inner_text()
    said.click()
    confirm(page)
    expect(page.locator("#ask .mine")).to_contain_text(words)
    assert not words.isdigit()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_an_armed_answer_costs_can_be_read(page: Page, house, theme):
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    sit_down(page, house, "yummell", "random", "random")
    wait_for_turn(page)
    for _ in range(40):
        if page.locator("#ask h2", has_text="square to stop in").count():
            break
        play(page, 1)
        wait_for_turn(page)
    page.locator("#ask .option").first.click()
    expect(page.locator("#ask .preview th").first).to_be_visible()
    assert faults(page) == []


def test_on_a_phone_a_form_leaves_the_hand_in_sight(phone: Page, house):
    """What lies before oneself stands on the question, over the lower part of a board that stays as large."""
    sit_down(phone, house, "epix", "random", "random", "random", rules="advanced")
    play(phone, 1)
    wait_for_turn(phone)
    at_rest(phone)
    before = phone.locator("#board").bounding_box()
    phone.locator("#dock .card.can").first.click()
    confirm(phone)
    expect(phone.locator("#ask.yours")).to_have_attribute("data-kind", "form")
    expect(phone.locator("#ask fieldset")).to_have_count(2)
    at_rest(phone)
    phone.wait_for_function(f"() => ({COVERED})() <= 1")
    expect(phone.locator("#ask [type=submit]")).to_be_in_viewport(ratio=1)
    expect(phone.locator("#me .meter").first).to_be_in_viewport(ratio=1)
    assert phone.locator("#board").bounding_box() == before
    asked = phone.locator("#ask").bounding_box()
    assert (asked["x"], asked["width"]) == (0, 390)


def test_on_a_phone_a_question_that_is_pulled_up_hides_no_card(phone: Page, house):
    sit_down(phone, house, "yummell", "random", "random")
    wait_for_turn(phone)
    phone.click("#ask .handle")
    phone.wait_for_function(f"() => ({COVERED})() <= 1")
    expect(phone.locator("#own .card").first).to_be_in_viewport(ratio=1)
    expect(phone.locator("#ask .option").last).to_be_in_viewport(ratio=1)
    expect(phone.locator("#seats .seat").first).to_be_in_viewport(ratio=1)


def test_of_cards_that_are_the_same_one_is_in_sight_and_can_be_taken_several_times(page: Page, house):
    page.set_viewport_size({"width": 1920, "height": 1080})
    sit_down(page, house, "yummell", "random", "random", supporters="chosen")
    wait_for_turn(page)
    chips = page.locator("#ask .chips .chip")
    expect(chips).to_have_count(10)
    expect(page.locator("#dock .slot.twin")).to_have_count(10)
    for said in ("1/2", "2/2", "0/2", "1/2"):
        chips.first.click()
        expect(chips.first.locator(".many")).to_have_text(said)
    chips.nth(1).click()
    expect(page.locator("#ask .chips .note")).to_contain_text("2")
    cards = page.locator("#dock .slot:not(.twin) > .card")
    for n in range(10):
        expect(cards.nth(n)).to_be_in_viewport(ratio=0.5)


def test_few_options_stand_by_what_they_concern_as_well(page: Page, house):
    page.goto(house.address)
    found = page.evaluate("""async () => {
      const { grouped } = await import("/web/grouping.js");
      const to = (unit, place) => ({ ids: [unit, place] });
      const groups = (...options) => grouped(options, (id) => id).map(({ id, options }) => [id ?? "", options.length]);
      const several = groups({}, to("knight", "a"), to("knight", "b"), to("camp", "a"));
      return [several, groups(to("knight", "a"), to("camp", "b"))];
    }""")
    assert found == [[["", 1], ["knight", 2], ["camp", 1]], [["", 2]]]


def test_options_show_what_they_are_about_where_that_tells_them_apart(page: Page, house):
    sit_down(page, house, "yummell", "random", "random", characters="pick")
    wait_for_turn(page)
    options = page.locator("#ask .option")
    assert options.count() > 3
    expect(options.locator("> svg")).to_have_count(options.count())
    sit_down(page, house, "yummell", "random", "random", track="vote")
    wait_for_turn(page)
    expect(page.locator("#ask .option > svg")).to_have_count(0)


def test_on_a_tablet_what_happened_stands_below_a_short_question(page: Page, house):
    page.set_viewport_size({"width": 1024, "height": 768})
    sit_down(page, house)
    wait_for_turn(page)
    expect(page.locator("#story")).to_be_in_viewport(ratio=1)
    asked, told = (page.locator(one).bounding_box() for one in ("#ask", "#story"))
    assert told["y"] >= asked["y"] + asked["height"]


def test_on_a_phone_cards_on_a_table_without_a_board_have_their_text(phone: Page, house):
    sit_down(phone, house, "yummell", "random", "random", characters="pick", track="vote")
    wait_for_turn(phone)
    at_rest(phone)
    texts = phone.locator("#dock .card > small")
    assert texts.count() > 3
    for n in range(texts.count()):
        expect(texts.nth(n)).to_be_visible()
    assert phone.evaluate(UNFINISHED) == []
    assert phone.locator("#dock .card").first.bounding_box()["width"] > 150


def test_on_a_phone_a_tap_opens_a_seat_over_the_board(phone: Page, house):
    """What lies before it stands there whole, and the board stays where it is."""
    sit_down(phone, house, "yummell", "random", "random")
    wait_for_turn(phone)
    at_rest(phone)
    board = phone.locator("#board").bounding_box()
    seat = phone.locator("#seats .seat").last
    expect(seat.locator(".lies")).to_be_hidden()
    seat.click()
    expect(seat.locator(".lies")).to_be_visible()
    opened = seat.bounding_box()
    assert opened["x"] >= 0
    assert opened["x"] + opened["width"] <= 390
    assert opened["y"] + opened["height"] > board["y"]
    assert phone.locator("#board").bounding_box() == board
    phone.locator("#ask h2").click()
    expect(seat.locator(".lies")).to_be_hidden()


def test_on_a_phone_cards_on_a_pile_are_small(phone: Page, house):
    """They have a name and a number, and their emblem no larger than those."""
    sit_down(phone, house, "yummell", "random", "random")
    wait_for_turn(phone)
    # Which cards are played, and when the first of them lies on a pile, is a matter of luck.
    laid = phone.locator(".piles .card:not(.back) .band")
    for n in range(40):
        if laid.count() or not play(phone, 1, seed=n):
            break
    expect(laid.first).to_be_attached()
    expect(phone.locator(".piles .card .device:visible")).to_have_count(0)


NEIGHBOURS = """async (meant) => {
  const { regionNames } = await import("/web/names.js");
  const area = (id, left, wide) => ({ id, name: id, at: [left + wide / 2, 12],
    outline: [[left, 0], [left + wide, 0], [left + wide, 24], [left, 24]] });
  const regions = [area("Thri'il", 0, 60), area("Banners", 60, 12)];
  const called = ({ id, at }) => ({ words: id, room: { top: at[1], bottom: at[1], spots: [] } });
  const names = regionNames(regions, called, [], 20, 1, { offered: new Set(), meant: new Set(meant) });
  return names.map((one) => one?.textContent ?? null);
}"""


def test_a_name_that_is_meant_takes_the_place_of_those_under_it(page: Page, house):
    """Two names over one another cannot be read."""
    page.goto(house.address)
    assert page.evaluate(NEIGHBOURS, []) == ["Thri'il", None]
    assert page.evaluate(NEIGHBOURS, ["Banners"]) == [None, "Banners"]
