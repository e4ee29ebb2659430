"""Boards in a real browser: every example is drawn, one moves about on them, nothing changes size or blinks."""

import re
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import EXAMPLES
from tests.web.visitor import at_rest, place, play, sit_down, wait_for_turn

IDS = "() => [...document.querySelectorAll('[data-id]')].map((one) => one.dataset.id)"
SIGHT = "() => document.querySelector('.scene').getAttribute('viewBox').split(' ').map(Number)"
WIDE = "document.querySelector('.scene').viewBox.baseVal.width"
PLACES = """const things = [...document.querySelectorAll("[data-id]")];
  const places = () => Object.fromEntries(things.map((one) => {
    const seat = one.closest("[data-seat]");
    return [one.dataset.id, seat ? seat.dataset.seat : one.closest("[id]").id];
  }));"""
STAGE = "() => Object.values(document.querySelector('.stage').getBoundingClientRect().toJSON())"


def scene_of(house, made):
    """The scene as a spectator gets it over the wire."""
    watcher = house.page(made["table"])
    scene = watcher.table["scene"]
    watcher.close()
    return scene


@pytest.mark.parametrize("game", EXAMPLES, ids=lambda game: game.id)
def test_every_example_is_drawn(page: Page, house, game):
    """Each thing of the scene is on the page, on its board or beside it, and says nothing in brackets."""
    made = sit_down(page, house, game.id, "random")
    play(page, 3)
    wait_for_turn(page)
    scene = scene_of(house, made)
    drawn = set(page.evaluate(IDS))
    for board in page.locator(".overview button").all() if len(scene.get("boards", [])) > 1 else []:
        board.click()
        drawn |= set(page.evaluate(IDS))
    lying = {card["on"] for card in scene.get("cards", [])} | {token["on"] for token in scene.get("tokens", [])}
    trays = {tray["id"] for tray in scene.get("trays", []) if tray["id"] in lying}
    groups = ("regions", "links", "tokens", "meters", "overlays")
    wanted = trays | {thing["id"] for group in groups for thing in scene.get(group, [])}
    assert wanted
    assert not wanted - drawn
    assert "[" not in page.locator("#main").inner_text()


@pytest.mark.parametrize(
    ("game", "wide", "high"),
    [("epix", 1280, 800), ("yummell", 1280, 800), ("beacons", 1280, 800), ("epix", 390, 844), ("tekumel", 390, 844)],
)
def test_the_board_never_changes_its_size(page: Page, house, game, wide, high):
    page.set_viewport_size({"width": wide, "height": high})
    sit_down(page, house, game, "random", "random", **({"track": "toads_detour"} if game == "yummell" else {}))
    wait_for_turn(page)
    at_rest(page)
    first = page.evaluate(STAGE)
    play(page, 1)
    assert page.evaluate(STAGE) == first
    before = page.evaluate(STAGE), page.evaluate(SIGHT)
    for seed in range(8):
        if not wait_for_turn(page):
            break
        stage, sight = page.evaluate(STAGE), page.evaluate(SIGHT)
        assert stage == before[0]
        # A place on the edge may show more of the board, once; on the track the view follows whoever moves.
        if game == "epix" and wide > 700:
            assert sight == before[1]
        play(page, 1, seed)


def test_on_a_long_track_the_view_follows_whoever_moves(page: Page, house):
    sit_down(page, house, "yummell", "random", "random")
    play(page, 2)
    wait_for_turn(page)
    expect(page.locator(".overview.lone.zoomed")).to_be_visible()
    at_rest(page)
    mover = page.locator("#board .piece.mark-moving").bounding_box()
    stage = page.locator(".stage").bounding_box()
    assert mover["width"] > 20, "large enough to be told apart, even where three share the square"
    assert stage["x"] <= mover["x"] <= stage["x"] + stage["width"] - mover["width"]
    assert stage["y"] <= mover["y"] <= stage["y"] + stage["height"] - mover["height"]


def test_who_comes_in_the_middle_of_a_game_sees_the_pieces_at_once(page: Page, house):
    """The board has its size before anybody asks whether the pieces on it are too small."""
    page.set_viewport_size({"width": 1024, "height": 768})
    sit_down(page, house, "tekumel", "random", length="short", heroes="dealt")
    while not page.locator("[data-zoom=follow]").is_visible():
        play(page, 1)
        wait_for_turn(page)
    page.reload()
    wait_for_turn(page)
    at_rest(page)
    assert page.locator("#board .piece").first.bounding_box()["width"] > 28


def test_a_small_land_is_a_map_and_no_field_when_pieces_stand_on_it(page: Page, house):
    """For two, Epix's land takes little of its board: it has its coast and the sea all the same."""
    sit_down(page, house, "epix", "random", rules="basic")
    play(page, 3)
    page.wait_for_selector("#board .piece")
    assert page.locator("#board .coast .shore").count()
    assert page.locator("#board rect.field").count() == 0


def test_what_did_not_change_is_not_made_anew(page: Page, house):
    """Meters, supply, cards and regions keep their elements, however often the table is shown."""
    sit_down(page, house, "epix", "random", "random", "random", rules="basic")
    play(page, 1)
    wait_for_turn(page)
    before = page.evaluate(f"() => {{ {PLACES} for (const one of things) one.old = true; return places(); }}")
    page.evaluate("() => { for (const one of document.querySelectorAll('.meter .icon')) one.old = true; }")
    play(page, 3)
    wait_for_turn(page)
    after = page.evaluate(f"() => {{ {PLACES} return places(); }}")
    fresh = page.evaluate(f"() => {{ {PLACES} return things.filter((one) => !one.old).map((one) => one.dataset.id); }}")
    stayed = {id for id, where in after.items() if before.get(id) == where}
    assert len(stayed) > 40
    assert stayed.isdisjoint(fresh)
    assert page.evaluate("() => [...document.querySelectorAll('.meter .icon')].every((one) => one.old)")


def test_your_own_panel_is_shown_whole(page: Page, house):
    sit_down(page, house, "yummell", "random", "random")
    play(page, 3)
    wait_for_turn(page)
    clipped = page.evaluate(
        "() => [...document.querySelectorAll('.seat')].filter((one) => one.scrollHeight > one.clientHeight + 1"
        " || getComputedStyle(one).maxHeight !== 'none').map((one) => one.className)"
    )
    assert clipped == []
    assert page.locator(".seat.mine").count() == 1


def test_why_opens_on_the_rule_that_asks(page: Page, house):
    sit_down(page, house)
    play(page, 1)
    wait_for_turn(page)
    page.keyboard.press("?")
    ids = page.locator("#ask .rule li .rule-id").all_inner_texts()
    assert ids[0] == "BEA-3"
    assert len(ids) == 3


def test_wheel_buttons_and_keys_move_the_board(page: Page, house):
    sit_down(page, house)
    play(page, 1)
    wait_for_turn(page)
    at_rest(page)
    whole = page.evaluate(SIGHT)
    stage = page.locator(".stage").bounding_box()
    expect(page.locator(".overview")).to_be_hidden()
    page.mouse.move(stage["x"] + stage["width"] / 4, stage["y"] + stage["height"] / 2)
    page.mouse.wheel(0, -400)
    page.wait_for_function(f"wide => {WIDE} < wide", arg=whole[2])
    near = page.evaluate(SIGHT)
    assert near[2] < whole[2]
    assert near[0] - whole[0] < (whole[2] - near[2]) / 2, "what was under the pointer stays there"
    expect(page.locator(".overview.zoomed .frame rect")).to_be_visible()
    page.locator(".scene").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(SIGHT)[0] > near[0]
    page.keyboard.press("-")
    assert page.evaluate(SIGHT)[2] > near[2]
    page.keyboard.press("0")
    page.wait_for_function(
        "wide => document.querySelector('.scene').viewBox.baseVal.width > wide * 0.999", arg=whole[2]
    )
    page.click("[data-zoom=in]")
    assert page.evaluate(SIGHT)[2] < whole[2]
    page.click("[data-zoom=fit]")
    page.wait_for_function("() => document.querySelector('[data-zoom=fit]').disabled")
    assert page.evaluate(SIGHT) == pytest.approx(whole)
    expect(page.locator(".overview")).to_be_hidden()


def test_a_drag_moves_the_board_and_is_no_click(page: Page, house):
    sit_down(page, house)
    play(page, 1)
    wait_for_turn(page)
    options = page.locator("#ask .option").count()
    page.click("[data-zoom=in]")
    page.click("[data-zoom=in]")
    before = page.evaluate(SIGHT)
    stage = page.locator(".stage").bounding_box()
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 80, y - 40, steps=5)
    page.mouse.up()
    page.wait_for_function(
        "([x, y]) => { const { viewBox } = document.querySelector('.scene');"
        " return viewBox.baseVal.x > x && viewBox.baseVal.y > y; }",
        arg=before[:2],
    )
    expect(page.locator("#ask .option")).to_have_count(options)


def test_two_fingers_zoom(browser: Browser, house):
    phone = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, locale="en")
    page = phone.new_page()
    sit_down(page, house)
    wait_for_turn(page)
    at_rest(page)
    whole = page.evaluate(SIGHT)
    stage = page.locator(".stage").bounding_box()
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2
    wire = phone.new_cdp_session(page)

    def touch(kind, apart):
        spots = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}] if apart else []
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    touch("touchStart", 30)
    for apart in (40, 60, 80, 100):
        touch("touchMove", apart)
    touch("touchEnd", 0)
    page.wait_for_function(f"() => {WIDE} < {whole[2] / 2}")
    page.tap("[data-zoom=fit]")
    page.wait_for_function(
        "wide => document.querySelector('.scene').viewBox.baseVal.width > wide * 0.999", arg=whole[2]
    )
    phone.close()


def test_the_board_where_something_happens_is_shown_and_the_others_are_near(page: Page, house):
    sit_down(page, house, "pickets", "random")
    wait_for_turn(page)
    camp, moor = page.locator("[data-board=camp]"), page.locator("[data-board=moor]")
    expect(camp).to_have_attribute("aria-current", "true")
    expect(camp).to_have_class("happens offered")
    moor.click()
    expect(page.locator(".overlay[data-id=bog]")).to_be_visible()
    expect(page.locator(".region")).to_have_count(0)
    camp.click()
    page.locator(".region[data-id=tower]").click()
    expect(page.locator("#ask .option.chosen")).to_have_text("The tower")
    page.click("#ask button[type=submit]")
    expect(moor).to_have_attribute("aria-current", "true")


def test_miniatures_stand_on_bases_and_their_arcs_are_drawn(page: Page, house):
    made = sit_down(page, house, "pickets", "random")
    play(page, 2)
    wait_for_turn(page)
    page.click("[data-board=moor]")
    token = next(one for one in scene_of(house, made)["tokens"] if one["id"] == "picket-0")
    piece = page.locator(".piece[data-id=picket-0]")
    expect(piece.locator(".base")).to_have_attribute("width", "30")
    assert f"rotate({token.get('facing', 0)}deg)" in piece.evaluate("one => one.style.transform")
    expect(piece.locator(".notch")).to_have_count(1)
    expect(page.locator(".over-arc[data-id=arc-0] path")).to_have_count(1)
    expect(page.locator(".over-ruler line")).to_have_count(3 + 10)
    expect(page.locator(".over-label")).to_have_text("The bog")
    piece.hover()
    facing, reach = page.locator(".tip .sheet tr").nth(0), page.locator(".tip .sheet tr").nth(1)
    expect(facing).to_have_text(f"Facing{token.get('facing', 0)}")
    expect(reach).to_have_text(re.compile(r"\d paces$"))


def test_a_piece_turns_the_short_way(page: Page, house):
    """From 350 to 10 degrees it turns by 20, not back by 340."""
    page.goto(house.address)
    turned = page.evaluate(
        """async () => {
          const { Sheet } = await import("/web/sheet.js");
          const sheet = new Sheet(() => "");
          return [350, 10, 350, 170].map((facing) => {
            const token = { id: "x", on: "", icon: "", at: [5, 5], facing, width: 2, depth: 2 };
            sheet.draw({ id: "", size: [9, 9], regions: [], links: [], overlays: [], tokens: [token] }, {});
            return sheet.standing.get("x").style.transform.match(/rotate\\((.*?)deg\\)/)[1];
          });
        }"""
    )
    assert [float(one) for one in turned] == [350, 370, 350, 170]


def test_a_placed_piece_slides_no_further(page: Page, house):
    """The piece stands where its ghost stood, and keeps its element from then on."""
    sit_down(page, house, "pickets", "random")
    wait_for_turn(page)
    play(page, 1)
    wait_for_turn(page)
    place(page, Random(5))
    spot = [field.input_value() for field in page.locator("#ask .place input").all()]
    page.click("#ask button[type=submit]")
    wait_for_turn(page)
    page.click("[data-board=moor]")
    placed = page.locator(".piece[data-id=picket-0]").evaluate("one => one.style.transform")
    assert placed == f"translate({spot[0]}px, {spot[1]}px) rotate({spot[2]}deg) scale(1)"
