"""A battle in a real browser: units go by mouse and by typing, their cost shown before; one charges."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from arbiter import games, register
from arbiter.core import copied
from arbiter.games.qadardalikoi import QadardalikoiGame
from arbiter.games.qadardalikoi.state import BattleOptions
from tests.qadardalikoi.field import battle, troops, unit
from tests.web.test_lost_messages import lose
from tests.web.test_placing import point
from tests.web.visitor import at_rest, confirm, sit_down, wait_for_turn


class Meeting(QadardalikoiGame):
    """Three units a side, the first of them a charge apart, on side A's Move."""

    id = "meeting"

    def start(self, seats, options):
        ours = [unit(0, "heavy", (600, 300), files=6), unit(0, "medium", (900, 300)), unit(0, "bows", (1200, 300))]
        theirs = [unit(1, "medium", (600, 440), files=6), unit(1, "heavy", (900, 900)), unit(1, "heavy", (1200, 900))]
        return copied(battle(*ours, *theirs, options=BattleOptions(), holds=True, step="move.units", limit=3))


class AtTheEdge(QadardalikoiGame):
    """A legion with a long name at the edge of the table."""

    id = "at_the_edge"

    def start(self, seats, options):
        ours = unit(0, troops("medium", 4, name="Legion of the Mighty Road"), (2340, 300), ranks=4)
        theirs = unit(1, "heavy", (600, 900))
        return copied(battle(ours, theirs, options=BattleOptions(), holds=True, step="move.units", limit=3))


class Throng(QadardalikoiGame):
    """So many legions in so little room that most bear a number."""

    id = "throng"

    def start(self, seats, options):
        named = troops("heavy", 6, name="Legion of the Mighty Road")
        places = [(200 + 180 * (n % 8), 60 + 120 * (n // 8)) for n in range(24)]
        ours = [unit(0, named, at, files=8, ranks=3) for at in places]
        theirs = unit(1, "heavy", (600, 900))
        return copied(battle(*ours, theirs, options=BattleOptions(), holds=True, step="move.units", limit=3))


GAMES = (Meeting, AtTheEdge, Throng)


@pytest.fixture(scope="module")
def field(house):
    for game in GAMES:
        register(game())
    yield house
    for game in GAMES:
        games._REGISTERED.pop(game.id)


def choose(page: Page, words: str) -> None:
    wait_for_turn(page)
    page.locator("#ask .option", has_text=words).first.click()
    confirm(page)


def test_a_turn_by_mouse_and_by_typing(page: Page, field):
    sit_down(page, field, "meeting", "random")
    wait_for_turn(page)
    # Units bear their names on the field; in the question a unit is a small sign beside its name.
    expect(page.locator(".called .name")).to_have_text(["heavy", "medium", "bows", "medium", "heavy", "heavy"])
    faces = [one.bounding_box() for one in page.locator("#ask h3 svg.piece .base").all()]
    assert len(faces) == 3
    assert all(box is not None and box["height"] < 40 for box in faces)
    # By mouse: the ghost ends where the unit can go, and says what that costs and what keeps it; or why not.
    choose(page, "Move medium to a place")
    page.wait_for_selector("#ask .place")
    wait_for_turn(page)
    # Before anything is moved it is seen which unit is meant, and how far it goes.
    expect(page.locator('.piece.subject[data-id="unit-1"]')).to_have_count(1)
    expect(page.locator('.overlay[data-id="foreseen-arc"]')).to_have_count(1)
    at_rest(page)
    verdict = page.locator("#ask .verdict")
    page.mouse.move(*point(page, 900, 650))
    expect(verdict).to_contain_text("50 mm short of there: its move of 200 mm is used up (QAD-2.110-G1)")
    expect(page.locator(".foreseen.piece")).to_have_attribute("transform", re.compile(r"^translate\(900 700\)"))
    expect(page.locator('.overlay[data-id="foreseen-stop"]')).to_contain_text("(QAD-2.110-G1)")
    page.mouse.move(*point(page, 900, 1000))
    expect(verdict).to_contain_text("a formed unit goes straight ahead or wheels (QAD-GEO-5)")
    expect(page.locator(".bubble")).to_contain_text("straight ahead or wheels")
    expect(page.locator('.overlay[data-id="foreseen-arc"]')).to_have_count(1)
    expect(page.locator(".bubble .unbroken")).to_have_text("(QAD-GEO-5)")
    # It is dragged along from where the unit stands, and a hand that is not quite steady will do.
    page.mouse.move(*point(page, 900, 900))
    page.mouse.down()
    page.mouse.move(*point(page, 905, 800), steps=5)
    page.mouse.up()
    expect(verdict).to_contain_text("100 of 200 mm used, 100 left; fatigue 1, then 24 left")
    expect(page.locator(".over-ruler")).to_contain_text("100 mm, fatigue 1")
    expect(page.locator('.overlay[data-id="foreseen-arc"]')).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("medium has used 100 mm of its move and 1 fatigue point.")
    # By typing: a form that stays as it is until somebody says otherwise.
    choose(page, "Give orders to bows")
    page.wait_for_selector("#ask select")
    wait_for_turn(page)
    expect(page.locator("#ask button[type=submit]")).to_be_enabled()
    page.locator("#ask select").first.select_option(label="wheel left")
    page.locator("#ask input[type=number]").first.fill("15")
    expect(verdict).to_contain_text("mm used")
    expect(page.locator(".foreseen.piece")).to_have_attribute("transform", re.compile(r"rotate\(345\)"))
    page.locator("#ask button[type=submit]").press("Enter")
    expect(page.locator("#log")).to_contain_text("bows has used")
    expect(page.locator('.piece[data-id="unit-2"] .base')).to_have_attribute("d", re.compile(r"(M[^z]+z){4}"))
    # A charge at an enemy who is pointed at on the board, and what it comes to.
    choose(page, "Let heavy charge")
    wait_for_turn(page)
    page.locator('.piece[data-id="unit-3"]').click()
    confirm(page)
    expect(page.locator("#log")).to_contain_text("heavy charges home.")


WRITTEN_OVER = """() => {
  const sight = document.querySelector("#board .stage").getBoundingClientRect();
  const words = [...document.querySelectorAll("#board :is(.called, .over-ruler, .over-label) text")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => ({ said: one.textContent, box: one.getBoundingClientRect(), foreseen: one.closest(".foreseen") }));
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top + 4 < b.bottom - 4 && b.top + 4 < a.bottom - 4;
  return words.filter(({ foreseen, box }, at) => foreseen && (box.left < sight.left || box.right > sight.right
    || words.some((other, n) => n !== at && over(box, other.box)))).map(({ said }) => said);
}"""
"""What is said of an order on the board, where it is cut off or written over other words."""


def test_what_an_order_comes_to_is_written_in_sight_and_over_no_name(page: Page, field):
    sit_down(page, field, "at_the_edge", "random")
    choose(page, "Move Legion of the Mighty Road to a place")
    page.wait_for_selector("#ask .place")
    wait_for_turn(page)
    at_rest(page)
    for y in (760, 650):
        page.mouse.move(*point(page, 2340, y))
        expect(page.locator("#ask .verdict:not([aria-busy=true])")).to_contain_text("short" if y < 700 else "left")
        at_rest(page)
        assert page.evaluate(WRITTEN_OVER) == []
    expect(page.locator('.overlay[data-id="foreseen-stop"] text')).to_be_visible()


def order(page: Page, words: str) -> None:
    """By keyboard, to where orders are typed."""
    wait_for_turn(page)
    page.locator("#ask .option", has_text=words).first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector("#ask input.words")
    wait_for_turn(page)
    page.locator("#ask input.words").focus()


def test_a_turn_by_keyboard_alone(page: Page, field):
    """Orders in words: what cannot be read or done is said at once, a charge names its enemy."""
    sit_down(page, field, "meeting", "random")
    verdict = page.locator("#ask .verdict").last
    # Past all that stands before the question, and not out of one's seat.
    wait_for_turn(page)
    seat = page.url
    page.locator(".skip").press("Enter")
    expect(page.locator("#ask")).to_be_focused()
    assert page.url == seat
    order(page, "Give orders to medium")
    page.keyboard.type("sprint 20")
    expect(verdict).to_contain_text("'sprint 20' is no manoeuvre here; there are: advance, wheel left")
    page.keyboard.press("Control+A")
    page.keyboard.type("advance 60, wheel left 15")
    expect(verdict).to_contain_text("mm used")
    expect(page.locator("#ask fieldset:visible legend")).to_have_text(
        ["Manoeuvre 1", "How far, in mm", "Manoeuvre 2", "By how many degrees", "Manoeuvre 3"]
    )
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("medium has used")
    order(page, "Give orders to bows")
    page.keyboard.type("advance 900")
    expect(verdict).to_contain_text("more than the move of")
    expect(page.locator('.overlay.look-refused[data-id="foreseen-end"]')).to_have_count(1)
    page.keyboard.press("Control+A")
    page.keyboard.type("face right 90")
    expect(verdict).to_contain_text("mm used")
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("bows has used")
    order(page, "Give orders to heavy")
    page.keyboard.type("charge medium")
    expect(page.locator("#ask fieldset:visible legend")).to_have_text(["Manoeuvre 1", "Whom"])
    expect(verdict).to_contain_text("mm used")
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("heavy charges home.")


def test_a_cohort_looks_another_way_by_words(page: Page, field):
    """The ghost shows it turned, the words say what it takes of the move or why not."""
    sit_down(page, field, "meeting", "random")
    verdict = page.locator("#ask .verdict").last
    order(page, "Give orders to heavy")
    page.keyboard.type("turn cohort 1 left, turn left 2")
    expect(verdict).to_contain_text("if all cohorts turn, the unit changes its facing (QAD-2.131-G2)")
    page.keyboard.press("Control+A")
    page.keyboard.type("turn cohort 2 right")
    expect(verdict).to_contain_text("80 of 160 mm used, 80 left; fatigue 0, then 25 left")
    expect(page.locator("#ask fieldset:visible legend")).to_have_text(["Manoeuvre 1", "Which cohort", "Manoeuvre 2"])
    expect(page.locator(".foreseen.piece")).to_have_count(1)
    expect(page.locator('.overlay[data-id="foreseen-looks-1"]')).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("heavy has used 80 mm of its move and 0 fatigue points.")
    expect(page.locator('.overlay[data-id="looks-0-1"]')).to_have_count(1)


def test_a_cohort_looks_another_way_by_its_ghost(page: Page, field):
    sit_down(page, field, "meeting", "random")
    choose(page, "Turn a cohort of heavy")
    choose(page, "Cohort 2")
    page.wait_for_selector("#ask .place")
    wait_for_turn(page)
    verdict = page.locator("#ask .verdict")
    # It stands where it is, and turns by quarters.
    page.locator("#ask .chip.turn", has_text="180").click()
    expect(verdict).to_contain_text("160 of 160 mm used, 0 left; fatigue 0, then 25 left")
    page.locator("#ask .chip.turn", has_text="90").click()
    expect(verdict).to_contain_text("80 of 160 mm used, 80 left; fatigue 0, then 25 left")
    expect(page.locator('.overlay[data-id="foreseen-looks-1"]')).to_have_count(1)
    page.click("#ask button[type=submit]")
    expect(page.locator("#log")).to_contain_text("heavy has used 80 mm of its move and 0 fatigue points.")
    expect(page.locator('.overlay[data-id="looks-0-1"]')).to_have_count(1)


@pytest.mark.parametrize("wanted", ["Give orders to bows", "Move bows to a place"])
def test_what_an_order_is_for_is_looked_at_on_a_phone(page: Page, field, wanted):
    """Also where nobody has chosen the unit on this page: its order says which it is."""
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, field, "meeting", "random")
    choose(page, wanted)
    page.wait_for_selector("#ask :is(.place, select)")
    page.reload()
    wait_for_turn(page)
    expect(page.locator(".overview.zoomed")).to_be_visible()
    at_rest(page)
    unit, dock, ask = (page.locator(which).bounding_box() for which in ('.piece[data-id="unit-2"]', "#dock", "#ask"))
    assert unit["width"] > 40
    assert unit["y"] + unit["height"] < dock["y"] < ask["y"]


UNTOUCHABLE = """() => [...document.querySelectorAll("#board :is(.zoom, .overview) button")]
  .filter((tool) => tool.checkVisibility()).filter((tool) => {
    const { x, y, width, height } = tool.getBoundingClientRect();
    const touches = (down) => tool.contains(document.elementFromPoint(x + width / 2, y + down));
    return ![4, height / 2, height - 6].every(touches);
  }).map((tool) => tool.ariaLabel)"""


def test_on_a_phone_what_moves_the_board_lies_beside_the_question(page: Page, field):
    """However much room the question takes: every tool can be touched, and the small board in its corner too."""
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, field, "meeting", "random")
    wait_for_turn(page)
    at_rest(page)
    assert page.evaluate(UNTOUCHABLE) == []
    order(page, "Give orders to heavy")
    expect(page.locator(".overview.zoomed")).to_be_visible()
    at_rest(page)
    assert page.evaluate(UNTOUCHABLE) == []
    page.click("#board [data-zoom=fit]")
    at_rest(page)
    whole, dock = (page.locator(which).bounding_box() for which in ("#board .field .field", "#dock"))
    assert whole["y"] + whole["height"] < dock["y"], "the whole of the board keeps clear of a form"


def test_whoever_is_quicker_than_the_table_means_the_words_as_they_stand(page: Page, field):
    """Enter is pressed before anything was said of the words: what was read before them is not what is ordered."""
    late: list[tuple[dict, WebSocketRoute]] = []
    lucky = False

    def unlucky(message, socket) -> bool:
        if message["type"] == "tried" and not lucky:
            late.append((message, socket))
        return message["type"] == "tried" and not lucky

    lose(page, unlucky)
    sit_down(page, field, "meeting", "random")
    order(page, "Give orders to medium")
    page.keyboard.type("advance 60")
    expect(page.locator("#ask .verdict").last).to_have_attribute("aria-busy", "true")
    page.keyboard.press("Enter")
    expect(page.locator("#ask.yours:not(.busy) input.words")).to_have_value("advance 60")
    lucky = True
    for message, socket in late:
        socket.send(json.dumps(message))
    expect(page.locator("#log")).to_contain_text("medium has used 60 mm of its move")


def test_a_phone_that_watches_follows_the_units_that_move(page: Page, field, browser: Browser):
    made = sit_down(page, field, "meeting", "random")
    order(page, "Give orders to medium")
    phone = browser.new_context(viewport={"width": 390, "height": 844}, locale="en").new_page()
    phone.goto(f"{field.address}/table/{made['table']}")
    expect(phone.locator('.piece[data-id="unit-1"]')).to_be_visible()
    expect(phone.locator(".overview.zoomed")).to_have_count(0)
    page.keyboard.type("advance 60")
    expect(page.locator("#ask .verdict").last).to_contain_text("mm used")
    page.keyboard.press("Enter")
    expect(phone.locator(".overview.zoomed")).to_be_visible()
    at_rest(phone)
    unit, board = (phone.locator(which).bounding_box() for which in ('.piece[data-id="unit-1"]', "#board"))
    assert unit["width"] > 30
    assert board["x"] < unit["x"] < board["x"] + board["width"] - unit["width"]
    phone.context.close()


CROWDED = """async (names) => {
  const { unitNames } = await import("/web/units.js");
  const units = names.map((words, n) => ({ id: `unit-${n}`, words, number: String(n + 1),
    at: [100 + 70 * (n % 6), n < 6 ? 100 : 140], width: 60, depth: 30, facing: 0 }));
  const field = [0, 0, 550, 250];
  const { drawn, boxes, numbered } = unitNames(units, [], [field, field], 1);
  const over = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  const called = boxes.slice(0, drawn.length - numbered.length);
  const taken = [...called, ...boxes.slice(drawn.length)];
  return { said: drawn.map((one) => one.textContent), numbered: numbered.map(({ number }) => number),
    over: called.some((one, at) => taken.slice(at + 1).some((other) => over(one, other))) };
}"""


def test_in_a_crowd_every_unit_has_its_name_or_its_number(page: Page, house):
    """Names lie over no unit and over no other name; a long one goes in two lines before it is a number."""
    page.goto(house.address)
    names = ["Red", "Legion of the Lord of Red Devastation", *["Green"] * 4, *["Legion of the Searing Flame"] * 6]
    told = page.evaluate(CROWDED, names)
    assert len(told["said"]) == 12
    assert not told["over"]
    assert told["numbered"]
    for n, (name, said) in enumerate(zip(names, told["said"], strict=True), 1):
        assert said == (str(n) if str(n) in told["numbered"] else name)


PRESSED = """async () => {
  const { unitNames } = await import("/web/units.js");
  const field = [0, 0, 80, 200];
  const unit = (n, at, signs) => ({ id: `unit-${n}`, words: "Legion of Devastation", number: String(n), at,
    width: 20, depth: 10, signs });
  // Signs lie about everywhere, least of them where the first has its number.
  const signs = [[0, 0, 80, 200], [0, 0, 80, 90], [0, 0, 80, 90]];
  const units = [unit(1, [40, 100], signs), unit(2, [40, 100]), unit(3, [75, 20])];
  const { boxes, numbered } = unitNames(units, [], [field, field], 1);
  const [one, two] = boxes;
  const apart = one[2] <= two[0] || two[2] <= one[0] || one[3] <= two[1] || two[3] <= one[1];
  return [numbered.length, apart, boxes.slice(0, 3).every(([left, , right]) => left >= 0 && right <= 80)];
}"""


def test_numbers_of_units_lie_apart_and_in_sight(page: Page, house):
    """Where there is no room at all, they rather lie over signs."""
    page.goto(house.address)
    assert page.evaluate(PRESSED) == [3, True, True]


ASLANT = """async () => {
  const { unitNames } = await import("/web/units.js");
  const unit = { id: "unit-0", words: "19th Archers", number: "1", at: [500, 500], width: 400, depth: 40, facing: -45 };
  const field = [0, 0, 1000, 1000];
  const [name] = unitNames([unit], [], [field, field], 1).drawn;
  return name.style.transform.match(/-?[0-9.]+/g).map(Number);
}"""


def test_the_name_of_a_unit_that_stands_aslant_is_close_to_it(page: Page, house):
    page.goto(house.address)
    across, down = page.evaluate(ASLANT)
    assert across == 500
    assert 0 < down - 500 < 100, "the box about it is 156 high to either side"


AREA = """async () => {
  const { Sheet } = await import("/web/sheet.js");
  await import("/web/units.js");
  const sheet = new Sheet((thing) => thing.words ?? "");
  document.body.append(sheet.svg);
  const unit = { id: "unit-0", at: [500, 500], width: 300, depth: 60, name: {}, words: "Guard",
    bases: [{ spots: [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]], width: 20, depth: 20 }] };
  const label = (id, at) => ({ id, kind: "label", at, look: "area", words: "Left Arm", hint: [{}] });
  const overlays = [label("over", [500, 480]), label("beside", [500, 900])];
  const ground = (words, x, y) => ({ id: words, name: {}, words, look: "forest", at: [x, y],
    outline: [[x - 90, y - 60], [x + 90, y - 60], [x + 90, y + 60], [x - 90, y + 60]] });
  const regions = [ground("Woods", 450, 510), ground("Hill", 200, 200)];
  const board = { size: [1000, 1000], regions, tokens: [unit], overlays, links: [] };
  sheet.draw(board, {}, null);
  sheet.seenAt(2);
  while (!sheet.layers.called.firstChild) await new Promise((done) => setTimeout(done, 5));
  const hidden = [...sheet.layers.labels.children].map((one) => [one.textContent, one.style.visibility]);
  const areas = overlays.map(({ id }) => sheet.thing(id));
  return [hidden, areas.map((area) => [area.style.visibility, area.getAttribute("tabindex")])];
}"""


def test_names_of_areas_and_grounds_give_way_to_units(page: Page, house):
    page.goto(house.address)
    grounds, areas = page.evaluate(AREA)
    assert grounds == [["Woods", "hidden"], ["Hill", ""]]
    assert areas == [["hidden", "0"], ["", "0"]]


MARKED = """async (names) => {
  const { Sheet } = await import("/web/sheet.js");
  await import("/web/units.js");
  const sheet = new Sheet((thing, brief) => (brief === "short" ? thing.short : thing.words));
  sheet.svg.setAttribute("viewBox", "0 0 600 300");
  sheet.svg.style.cssText = "position: fixed; inset: 0; width: 600px; height: 300px; --u: 1";
  document.body.append(sheet.svg);
  const states = ["melee", "tired", "acted"];
  const tokens = names.map((words, n) => ({ id: `unit-${n}`, name: {}, words, short: String(n + 1), owner: n % 2,
    at: [64 + 121 * (n % 5), 90 + 48 * Math.floor(n / 5)], facing: n % 2 ? 180 : 0, width: 96, depth: 40,
    icon: "missile", marks: states.slice(n % 3),
    bases: [{ spots: [[-36, 0, 0], [-12, 0, 0], [12, 0, 0], [36, 0, 0]], width: 24, depth: 40 }] }));
  const icons = Object.fromEntries(states.map((one) => [`mark-${one}`, "M0 0h24v24z"]));
  sheet.draw({ size: [600, 300], regions: [], tokens, overlays: [], links: [] }, icons, null);
  sheet.seenAt(1);
  while (!sheet.layers.called.firstChild) await new Promise((done) => setTimeout(done, 5));
  const boxes = (which) => [...sheet.svg.querySelectorAll(which)].map((one) => one.getBoundingClientRect());
  const over = (a, b) => a.left + 1 < b.right && b.left + 1 < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
  const signs = boxes(".states circle, .front");
  const words = boxes("text.called, .called.number rect");
  const hiding = words.filter((one, n) => [...signs, ...words.slice(n + 1)].some((other) => over(one, other)));
  const cut = words.filter(({ left, right }) => left < 0 || right > 600);
  return [words.length, boxes(".called.number rect").length, signs.length, hiding.length, cut.length];
}"""


def test_names_and_numbers_of_units_lie_over_no_sign_of_a_unit(page: Page, house):
    """Neither over the states of any, nor over the mark of its facing; and not over each other, nor beyond the edge."""
    page.goto(house.address)
    names = ["Red", "Legion of Lord Chegárra", "Green", "Scouts", "Blue"] * 3
    words, numbers, signs, over, cut = page.evaluate(MARKED, names)
    assert (words, signs) == (15, 15 + 30)
    assert numbers > 2
    assert (over, cut) == (0, 0)


OUT_OF_SIGHT = """() => {
  const key = document.querySelector("#board .key");
  const [box, field] = [key, document.querySelector("#board .field .field")].map((one) => one.getBoundingClientRect());
  const beside = [...key.children].filter((one) => one.getBoundingClientRect().right > box.right + 1).length;
  return [key.childElementCount, beside, Math.max(0, Math.round(field.bottom - box.top))];
}"""


@pytest.mark.parametrize(("wide", "high"), [(1024, 768), (1366, 860)])
def test_the_key_to_the_numbers_is_whole_and_lies_beside_the_field(page: Page, field, wide, high):
    page.set_viewport_size({"width": wide, "height": high})
    sit_down(page, field, "throng", "random")
    wait_for_turn(page)
    at_rest(page)
    numbers, beside, over = page.evaluate(OUT_OF_SIGHT)
    assert numbers > 8
    assert (beside, over) == (0, 0)
    # It keeps its room: the board stays where it is with fewer numbers.
    before = page.locator("#board .field .field").bounding_box()
    page.evaluate("() => document.querySelector('#board .key').replaceChildren()")
    page.locator("#ask .option").first.hover()
    at_rest(page)
    assert page.locator("#board .field .field").bounding_box() == before


WITHIN = """async () => {
  const { Sheet } = await import("/web/sheet.js");
  await import("/web/units.js");
  const sheet = new Sheet((thing) => thing.words ?? "");
  document.body.append(sheet.svg);
  const unit = (id, files) => ({ id, at: [500, 500], width: 20 * files, depth: 30, name: {}, words: id,
    bases: [{ spots: [...Array(files).keys()].map((n) => [20 * n, 0, 0]), width: 20, depth: 30 }] });
  const tokens = [unit("small", 4), unit("large", 9), unit("smaller", 2)];
  sheet.draw({ size: [1000, 1000], regions: [], tokens, overlays: [], links: [] }, {}, null);
  while (!sheet.layers.called.firstChild) await new Promise((done) => setTimeout(done, 5));
  return [...sheet.layers.pieces.children].map((one) => one.dataset.id);
}"""


def test_who_stands_within_the_frame_of_a_larger_unit_is_drawn_over_it(page: Page, house):
    page.goto(house.address)
    assert page.evaluate(WITHIN) == ["large", "small", "smaller"]
