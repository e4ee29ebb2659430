"""Placing and filling in, in a real browser: the ghost follows, turns, and says at once why not; so does a form."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.visitor import at_rest, confirm, sit_down, wait_for_turn

SCREEN = """([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(document.querySelector(".scene").getScreenCTM());
  return [at.x, at.y];
}"""


def at_the_moor(page: Page, house) -> None:
    """Ann has given her orders and sets her first picket."""
    sit_down(page, house, "pickets", "random")
    wait_for_turn(page)
    page.locator("#ask .option", has_text="The fire").click()
    page.click("#ask button[type=submit]")
    page.wait_for_selector("#ask .place")
    wait_for_turn(page)


def point(page: Page, x: float, y: float) -> tuple[float, float]:
    """The point of the screen under which a point of the board lies, once the eye rests."""
    at_rest(page)
    return tuple(page.evaluate(SCREEN, [x, y]))


def fields(page: Page) -> list[str]:
    return [field.input_value() for field in page.locator("#ask .place input").all()]


def test_the_ghost_follows_the_pointer_and_says_at_once_why_not(page: Page, house):
    at_the_moor(page, house)
    page.mouse.move(*point(page, 200, 130))
    expect(page.locator(".ghost.bad")).to_have_attribute("transform", "translate(200 130) rotate(0)")
    expect(page.locator(".bubble")).to_have_text("nobody stands in the bog")
    expect(page.locator("#ask .verdict")).to_contain_text("nobody stands in the bog")
    page.mouse.move(*point(page, 101, 52))
    expect(page.locator(".ghost.good")).to_have_attribute("transform", "translate(100 50) rotate(0)")
    expect(page.locator(".bubble")).to_be_hidden()
    assert fields(page) == ["100", "50", "0"]
    expect(page.locator("#ask button[type=submit]")).to_be_disabled()
    page.mouse.move(5, 5)
    expect(page.locator(".ghost")).to_have_count(0)


def test_a_click_puts_it_down_and_a_second_confirms(page: Page, house):
    at_the_moor(page, house)
    page.mouse.click(*point(page, 100, 50))
    expect(page.locator(".ghost.pinned.good")).to_be_visible()
    page.mouse.move(*point(page, 300, 50))
    assert fields(page)[:2] == ["100", "50"], "a piece that is put down stays"
    page.mouse.click(*point(page, 300, 60))
    expect(page.locator(".ghost.pinned")).to_have_attribute("transform", "translate(300 60) rotate(0)")
    expect(page.locator(".ghost.good")).to_be_visible()
    page.mouse.click(*point(page, 302, 61))
    expect(page.locator("#log")).to_contain_text("Ann sets a picket facing 0°")


def test_wheel_keys_and_drag_turn_it(page: Page, house):
    at_the_moor(page, house)
    page.mouse.move(*point(page, 100, 50))
    page.mouse.wheel(0, 100)
    expect(page.locator(".ghost")).to_have_attribute("transform", "translate(100 50) rotate(15)")
    page.keyboard.press("e")
    page.keyboard.press("e")
    page.keyboard.press("q")
    expect(page.locator(".ghost")).to_have_attribute("transform", "translate(100 50) rotate(30)")
    page.mouse.down()
    page.mouse.move(*point(page, 60, 50), steps=4)
    page.mouse.up()
    expect(page.locator(".ghost.pinned")).to_have_attribute("transform", "translate(100 50) rotate(270)")
    expect(page.locator(".ghost.good")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert fields(page) == ["105", "55", "270"]
    expect(page.locator(".ghost.good")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("Ann sets a picket facing 270°")


def test_it_can_be_typed(page: Page, house):
    at_the_moor(page, house)
    for value, field in zip(("203", "40", "90"), page.locator("#ask .place input").all(), strict=True):
        field.fill(value)
    expect(page.locator(".ghost.pinned.bad")).to_have_attribute("transform", "translate(203 40) rotate(90)")
    expect(page.locator("#ask .verdict.bad")).to_have_text("(203, 40) is off the grid of 5")
    expect(page.locator("#ask button[type=submit]")).to_be_disabled()
    page.locator("#ask .place input").first.fill("200")
    expect(page.locator("#ask .verdict.good")).to_have_text("It may stand here.")
    page.locator("#ask .place input").first.press("Enter")
    expect(page.locator("#log")).to_contain_text("Ann sets a picket facing 90°")


def test_escape_takes_it_up_again(page: Page, house):
    at_the_moor(page, house)
    page.mouse.click(*point(page, 100, 50))
    expect(page.locator(".ghost.pinned")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator("#ask button[type=submit]")).to_be_disabled()


def test_the_board_can_be_moved_while_something_is_placed(page: Page, house):
    at_the_moor(page, house)
    page.click("[data-zoom=in]")
    page.click("[data-zoom=in]")
    page.mouse.move(*point(page, 150, 60))
    expect(page.locator(".ghost")).to_have_attribute("transform", "translate(150 60) rotate(0)")
    wide = page.evaluate("() => document.querySelector('.scene').viewBox.baseVal.width")
    page.keyboard.press("-")
    assert page.evaluate("() => document.querySelector('.scene').viewBox.baseVal.width") > wide


def test_a_finger_places_turns_and_confirms(browser: Browser, house):
    phone = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, locale="en")
    page = phone.new_page()
    at_the_moor(page, house)
    page.locator(".stage").scroll_into_view_if_needed()
    wire = phone.new_cdp_session(page)

    def touch(kind, *spot):
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in spot]})

    touch("touchStart", point(page, 100, 200))
    for y in (205, 215, 230):
        touch("touchMove", point(page, 100, y))
    touch("touchEnd")
    expect(page.locator(".ghost.pinned.good")).to_have_attribute("transform", "translate(100 200) rotate(180)")
    page.touchscreen.tap(*point(page, 100, 200))
    expect(page.locator("#log")).to_contain_text("Ann sets a picket facing 180°")
    phone.close()


@pytest.mark.parametrize(
    ("post", "torches", "words"),
    [("The well", 1, "no torch burns at the well"), ("The tower", 2, "the tower is narrow: at most one torch goes up")],
)
def test_a_form_says_at_once_what_does_not_fit(page: Page, house, post, torches, words):
    sit_down(page, house, "pickets", "random")
    wait_for_turn(page)
    submit, verdict = page.locator("#ask button[type=submit]"), page.locator("#ask .verdict")
    expect(page.locator("#ask fieldset")).to_have_count(2)
    expect(verdict).to_have_text("1 field is still to be filled in.")
    page.locator("#ask .option", has_text=post).click()
    expect(verdict).to_have_text("This can be answered so.")
    page.locator("#ask .quick .chip").nth(torches).click()
    expect(verdict).to_have_text(words)
    expect(submit).to_be_disabled()
    page.locator("#ask .quick .chip").first.click()
    expect(submit).to_be_enabled()
    submit.click()
    page.wait_for_selector("#ask .place")


def test_enter_gives_a_form_that_is_filled_in_as_it_gives_any_other_answer(page: Page, house):
    sit_down(page, house, "pickets", "random")
    wait_for_turn(page)
    page.keyboard.press("Enter")
    expect(page.locator("#ask .verdict")).to_have_text("1 field is still to be filled in.")
    page.locator("#ask .option", has_text="The tower").click()
    expect(page.locator("#ask .verdict")).to_have_text("This can be answered so.")
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.wait_for_selector("#ask .place")


def test_the_whole_of_a_form_is_refused_by_its_rule(page: Page, house, steady):
    sit_down(page, house, "beacons", steady)
    for _ in range(2):
        wait_for_turn(page)
        if page.locator("#ask").get_attribute("data-kind") == "amount":
            page.click("#ask button[type=submit]")
        else:
            page.locator("#ask .option").first.click()
            confirm(page)
    page.wait_for_selector("#ask fieldset")
    page.locator("#ask fieldset").nth(0).locator(".chip").last.click()
    page.locator("#ask fieldset").nth(1).locator(".option").first.click()
    page.locator("#ask fieldset").nth(2).locator(".chip").first.click()
    expect(page.locator("#ask .verdict")).to_have_text("so much oil needs two hands (BEA-5)")
    page.locator("#ask fieldset").nth(2).locator(".chip").nth(1).click()
    page.click("#ask button[type=submit]")
    expect(page.locator("#ask fieldset")).to_have_count(0)


def test_tenths_of_a_degree(page: Page, house):
    """A whole turn may have 3,600 parts: dragging finds the nearest, a step of the wheel goes over several."""
    page.goto(house.address)
    page.wait_for_selector("[data-play=epix]")
    turned = page.evaluate(
        """async () => {
          const { editor, fetchEditors } = await import("/web/asks.js");
          await fetchEditors();
          const facings = { from: 0, to: 3599, step: 1 };
          const ask = { kind: "place", box: [0, 0, 9, 9], step: 1, facings, turn: 3600 };
          const table = { say: String, ui: String, changed() {}, attempt() {}, submit() {} };
          const hand = editor(ask, table);
          hand.pin(4.2, 5.9);
          const values = [hand.value];
          hand.face(22.54);
          values.push(hand.value);
          hand.face(-0.06);
          values.push(hand.value);
          hand.turnBy(1);
          return [...values, hand.value, hand.degrees];
        }"""
    )
    assert turned == [[4, 6, 0], [4, 6, 225], [4, 6, 3599], [4, 6, 49], 4.9]


def test_a_place_in_a_form_is_tried_by_itself(page: Page, house):
    """The field that somebody is at has the hand; its ghost is judged before the rest of the form is filled in."""
    page.goto(house.address)
    page.wait_for_selector("[data-play=epix]")
    seen = page.evaluate(
        """async () => {
          const { editor, fetchEditors } = await import("/web/asks.js");
          await fetchEditors();
          const place = (prompt) => ({ kind: "place", prompt, box: [0, 0, 9, 9], step: 1, facings: null, turn: 360 });
          const choice = { kind: "choose", prompt: "c", options: [{ value: "a", key: "a" }, { value: "b", key: "b" }] };
          const tried = [];
          const attempt = (path, value, heard) => {
            tried.push([path, value]);
            heard({ ok: !path.length, words: "not there" });
          };
          const deaf = { cardOf() {}, looksOf() {}, changed() {}, point() {}, submit() {}, foresee() {} };
          const table = { say: String, ui: String, ...deaf, attempt };
          const form = editor({ kind: "form", fields: { one: place("x"), two: place("y"), three: choice } }, table);
          document.body.append(form.node);
          form.hand.pin(1, 2);
          const first = form.hand.verdict.words;
          form.node.querySelectorAll("input")[2].focus();
          form.hand.pin(3, 4);
          const early = form.value;
          form.node.querySelector(".option").click();
          return [tried.map(([path]) => path), first, early ?? null, form.value, form.answerButton.disabled];
        }"""
    )
    whole = {"one": [1, 2], "two": [3, 4], "three": "a"}
    assert seen == [[["one"], ["two"], []], "not there", None, whole, False]


def test_fields_that_ask_the_same_are_answered_at_once_or_one_by_one(page: Page, house):
    """One field stands for the run; what is clicked on the board goes to it while the run is folded."""
    page.goto(house.address)
    page.wait_for_selector("[data-play=epix]")
    seen = page.evaluate(
        """async () => {
          const { editor, fetchEditors } = await import("/web/asks.js");
          await fetchEditors();
          const option = (value) => ({ value, key: value, ids: value === "hold" ? [] : [value] });
          const whom = (args) => ({ kind: "choose", prompt: "whom", args, options: ["hold", "a", "b"].map(option) });
          const other = { kind: "choose", prompt: "how", options: [{ value: "x", key: "x" }] };
          const say = (key, args) => key + (args?.n ?? "");
          const deaf = { changed() {}, point() {}, arm() {}, submit() {}, foresee() {}, attempt() {} };
          const table = { say, ui: String, cardOf() {}, looksOf() {}, ...deaf };
          const fields = { one: whom({ n: 1 }), two: whom({ n: 2 }), three: whom({ n: 3 }), how: other };
          const usual = { one: "hold", two: "hold", three: "hold", how: "x" };
          const form = editor({ kind: "form", fields, usual }, table);
          document.body.append(form.node);
          const values = () => Object.values(form.value).join(" ");
          const [all, ...each] = form.node.querySelectorAll("fieldset");
          const chosen = (frame) => frame.querySelector("[aria-checked=true]")?.textContent ?? "";
          const found = [all.querySelector("legend").textContent, chosen(all), values()];
          all.querySelectorAll(".option")[1].click();
          found.push(chosen(all), values());
          form.pick("b");
          found.push(values());
          each[1].querySelectorAll(".option")[0].click();
          return [...found, chosen(all), values(), form.node.querySelector("details").open];
        }"""
    )
    together = ["whom1 … whom3", "hold", "hold hold hold x", "a", "a a a x", "b b b x"]
    assert seen == [*together, "", "b hold b x", False]


def test_a_hint_says_where_and_draws_it_there(page: Page, house):
    at_the_moor(page, house)
    page.keyboard.press("h")
    expect(page.locator(".advised b")).to_have_text(re.compile(r"^at \d+, \d+ on the board$"))
    expect(page.locator(".ghost")).to_have_count(1)
