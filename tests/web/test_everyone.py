"""For everyone: by keyboard, by ear, in both themes, on a phone; and a page that is light and asks nobody else."""

import re
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import arbiter
from arbiter.core.scenes import TINCTURES
from tests.web.visitor import OVER, at_rest, click_region, confirm, play, sit_down, wait_for_turn

WEB = Path(str(files("arbiter") / "web"))
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
LEAST = 13
LATER = 3600
OTHERWISE = "asked => ![asked, ''].includes(document.querySelector('#ask').dataset.ask)"

SMALL = f"""() => [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()
  && [...one.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim())
  && !one.closest(".sr, noscript, script")
  && (one.closest("svg.scene") ? one.getBoundingClientRect().height
    : parseFloat(getComputedStyle(one).fontSize)) < {LEAST})
  .map((one) => one.outerHTML.slice(0, 120))"""

CUT = """() => [...document.querySelectorAll(".card:not(.back)")].filter((card) => card.checkVisibility())
  .flatMap((card) => [...card.querySelectorAll("b, .corner")].filter((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return words.getBoundingClientRect().right > (card.closest(".slot") ?? card).getBoundingClientRect().right + 1;
  }).map((one) => one.textContent))"""

DEAL = """async (names) => {
  const { card } = await import("/web/cards.js");
  const words = { text: ({ key }) => key, mark: String };
  const sorts = [[], ["4"], [undefined, "broad"], ["4", "broad"]];
  const slots = names.flatMap((key) => sorts.map(([corner, broad]) => {
    const slot = document.createElement("div");
    slot.className = "slot";
    slot.style.cssText = "flex: none; width: 9rem";
    const one = { id: `${key} ${corner}`, on: "hand", name: { key }, text: { key }, icon: "none", corner };
    slot.append(card(one, { icons: {} }, words, new Set()));
    if (broad) slot.firstChild.classList.add(broad);
    return slot;
  }));
  document.querySelector("#own .lying").replaceChildren(...slots);
  await document.fonts.ready;
}"""


def faults(page: Page) -> list[str]:
    """What axe-core finds wrong with a page that has come to rest."""
    at_rest(page)
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {node['html'][:160]}" for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, house, theme, size):
    wide, high = SIZES[size]
    context = browser.new_context(
        viewport={"width": wide, "height": high}, color_scheme=theme, locale="en", reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(house.address)
    page.wait_for_selector(".game")
    assert faults(page) == []
    page.click("[data-guide=epix]")
    expect(page.locator(".guide .lesson")).to_be_visible()
    assert faults(page) == []
    page.goto(f"{house.address}/rules/tekumel")
    page.wait_for_selector("article")
    assert faults(page) == []
    made = house.set_table("you", "person", game="beacons")
    page.goto(f"{house.address}/table/{made['table']}#{made['token']}")
    page.wait_for_selector("#lobby form")
    assert faults(page) == []
    for game in ("epix", "yummell"):
        sit_down(page, house, game, "random", "random")
        play(page, 2)
        wait_for_turn(page)
        assert faults(page) == []
        assert page.evaluate(SMALL) == []
        if size == "desk":
            assert page.evaluate(CUT) == []
    context.close()


@pytest.mark.parametrize(("theme", "size"), [("light", "desk"), ("dark", "phone")])
def test_axe_finds_nothing_in_what_opens_over_a_page(browser: Browser, house, theme, size):
    """The form for a table, every dialog there, the end with its statistics, and the page of somebody who looks on."""
    wide, high = SIZES[size]
    viewport = {"width": wide, "height": high}
    context = browser.new_context(viewport=viewport, color_scheme=theme, locale="en", reduced_motion="reduce")
    page = context.new_page()
    page.goto(house.address)
    page.click("[data-set=yummell]")
    expect(page.locator("#set form.set")).to_be_visible()
    assert faults(page) == []
    made = sit_down(page, house, "tekumel", "random")
    wait_for_turn(page)
    assert faults(page) == []
    page.locator("#own .card").first.hover()
    expect(page.get_by_role("tooltip")).to_be_visible()
    assert faults(page) == []
    page.locator("#ask .option").first.click()
    expect(page.locator("#ask .preview")).to_be_visible()
    assert faults(page) == []
    for name in ("people", "notes", "settings", "dice", "share"):
        if size == "phone":
            page.click("#menu-button")
        page.click(f"#{name}-button")
        expect(page.locator(f"#{name}")).to_be_visible()
        if name == "share":
            page.locator("#share button", has_text="QR").first.click()
            expect(page.locator("#share .code svg").first).to_be_visible()
        assert faults(page) == [], name
        page.keyboard.press("Escape")
        expect(page.locator(f"#{name}")).to_be_hidden()
    other = browser.new_context(viewport=viewport, color_scheme=theme, locale="en", reduced_motion="reduce")
    onlooker = other.new_page()
    onlooker.goto(f"{house.address}/table/{made['table']}")
    expect(onlooker.locator("#main.onlooker #board .region").first).to_be_visible()
    assert faults(onlooker) == []
    other.close()
    sit_down(page, house, "tic-tac-toe", "random")
    play(page, 9)
    expect(page.locator("#ending")).to_be_visible()
    page.locator("#ending .statistics summary").click()
    assert faults(page) == []
    assert page.evaluate(SMALL) == []
    context.close()


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("size", SIZES)
def test_no_name_of_a_card_is_cut_or_lies_under_its_number(browser: Browser, house, size, language):
    """Every name there is, with a number and without one, as wide as a card of the hand is, or broader."""
    wide, high = SIZES[size]
    context = browser.new_context(viewport={"width": wide, "height": high}, locale=language, reduced_motion="reduce")
    page = context.new_page()
    sit_down(page, house, "yummell", "random", "random")
    wait_for_turn(page)
    page.locator("#own .lying .card").first.wait_for()
    for game, sort in (("epix", "ability."), ("tekumel", "card."), ("yummell", "thing.")):
        said = arbiter.find(game).catalogue(language)
        inflected = tuple(f"{sort}{form}." for form in ("the", "acc"))
        named = {key for key in said if key.startswith(sort) and not key.startswith(inflected)}
        names = sorted({said[key] for key in named if len(said[key]) < 40 and "{" not in said[key]})
        assert len(names) >= 20
        page.evaluate(DEAL, names)
        assert page.evaluate(CUT) == []
    context.close()


@pytest.mark.parametrize("wide", [1024, 1280, 1440])
def test_nothing_that_lies_for_all_covers_what_is_ones_own(browser: Browser, house, wide):
    """Each has its own side of the dock, where the draw pile leaves one's hand the room; on a desk it is not there."""
    context = browser.new_context(viewport={"width": wide, "height": 800}, locale="en", reduced_motion="reduce")
    page = context.new_page()
    sit_down(page, house, "yummell", "random", "random")
    wait_for_turn(page)
    page.locator("#own .card").first.wait_for()
    sides = "() => ['own', 'common'].map((id) => document.getElementById(id).getBoundingClientRect().toJSON())"
    own, common = page.evaluate(sides)
    assert own["width"] > 2 * common["width"]
    assert own["right"] <= (common["left"] if wide < 1100 else wide)
    context.close()


LAID = """async (hand) => {
  const { roomy } = await import("/web/dock.js");
  const { h } = await import("/web/dom.js");
  const tray = (n, secret) => {
    const card = () => h("div", { class: "card" }, secret && h("span", { class: "only-you" }));
    const cards = Array.from({ length: n }, card);
    const made = h("div", { class: "tray with-cards" }, cards);
    made.style.setProperty("--open", String(n));
    return made;
  };
  const [held, worn] = [tray(hand, true), tray(2, false)];
  const { laid, told } = roomy(document.querySelector("#dock"), [held, worn], []);
  return [laid.includes(held), laid.includes(worn), told.includes(worn)];
}"""


@pytest.mark.parametrize(
    ("wide", "hand", "worn"), [(1440, 3, True), (1440, 9, False), (2560, 9, True), (2560, 40, False), (390, 9, True)]
)
def test_the_hand_is_laid_out_and_what_has_no_room_beside_it_is_told_by_name(browser: Browser, house, wide, hand, worn):
    """On a phone all is laid out: cards lie over one another there."""
    context = browser.new_context(viewport={"width": wide, "height": 900}, locale="en", reduced_motion="reduce")
    page = context.new_page()
    sit_down(page, house, "yummell", "random", "random")
    wait_for_turn(page)
    assert page.evaluate(LAID, hand) == [True, worn, not worn]
    context.close()


def test_the_end_has_no_faults_and_says_who_won_and_why(page: Page, house):
    sit_down(page, house, "tic-tac-toe", "random")
    play(page, 9)
    page.wait_for_selector(OVER)
    expect(page.locator("#ending")).to_be_visible()
    expect(page.locator("#ending h2")).not_to_be_empty()
    expect(page.locator("#ending > .counted thead th")).to_have_count(2)
    assert faults(page) == []
    before = page.url
    page.locator("#ending [data-act=again]").click()
    page.wait_for_url(lambda url: url != before)
    wait_for_turn(page)
    page.wait_for_selector(".seats .seat")


def test_the_end_keeps_to_its_room_with_larger_letters_on_a_tablet(browser: Browser, house):
    context = browser.new_context(viewport={"width": 1024, "height": 768}, locale="de", reduced_motion="reduce")
    page = context.new_page()
    sit_down(page, house, "tic-tac-toe", "random")
    page.evaluate("""() => (document.documentElement.dataset.text = "larger")""")
    play(page, 9)
    expect(page.locator("#ending .acts")).to_be_visible()
    expect(page.locator("#ending .acts > *")).to_have_count(4)
    assert page.locator("#ending").evaluate("one => one.scrollWidth <= one.clientWidth")
    context.close()


@pytest.mark.parametrize("size", SIZES)
def test_many_at_a_table_are_rows_at_its_end_and_compact_before(browser: Browser, house, size):
    wide, high = SIZES[size]
    context = browser.new_context(viewport={"width": wide, "height": high}, locale="en", reduced_motion="reduce")
    page = context.new_page()
    sit_down(page, house, "yummell", *["random"] * 7)
    wait_for_turn(page)
    column = page.locator("#seats")
    expect(column.locator(".seat")).to_have_count(7)
    if size == "desk":
        assert column.evaluate("one => one.scrollHeight <= one.clientHeight")
        first = column.locator(".seat").first
        expect(first.locator(".lies")).to_be_hidden()
        first.click()
        expect(first.locator(".lies")).to_be_visible()
        assert faults(page) == []
    page.evaluate("""async () => {
      const { columns } = await import("/web/ending.js");
      const rows = [["Squares to go", String], ["Rank", String]];
      const drawn = columns([...Array(8).keys()], (seat) => `Player ${seat}`, rows);
      const ending = document.querySelector("#ending");
      ending.replaceChildren(drawn);
      ending.hidden = false;
    }""")
    table = page.locator("#ending > .counted")
    expect(table.locator("tbody tr")).to_have_count(8)
    assert table.evaluate("one => one.getBoundingClientRect().width <= one.parentElement.clientWidth")
    context.close()


def test_settings_are_kept_and_have_no_faults(page: Page, house):
    sit_down(page, house)
    wait_for_turn(page)
    page.click("#settings-button")
    assert faults(page) == []
    page.check("[name=wish-theme][value=dark]")
    page.check("[name=wish-text][value=larger]")
    page.check("[name=wish-steps][value=one]")
    page.keyboard.press("Escape")
    page.reload()
    wait_for_turn(page)
    expect(page.locator("body")).to_have_css("background-color", "rgb(22, 24, 27)")
    expect(page.locator("html")).to_have_css("font-size", "21px")
    page.click("#ask button[type=submit]")
    wait_for_turn(page)
    page.locator("#ask .option").first.click()
    expect(page.locator("#log")).to_contain_text("Ann goes to")


def test_a_double_click_never_answers_two_asks(page: Page, house):
    page.clock.install(time=0)
    sit_down(page, house, "tic-tac-toe", "random")
    wait_for_turn(page)
    at_rest(page)
    first = page.locator("#ask .option").first
    at = first.bounding_box()
    assert at is not None
    spot = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    # Time stands still, so that however slow the machine is the clicks come soon enough.
    page.clock.pause_at(LATER)
    asked = page.locator("#ask").get_attribute("data-ask")
    page.mouse.click(*spot, click_count=2)
    page.wait_for_function(OTHERWISE, arg=asked, polling=50)
    page.mouse.click(*spot, click_count=2)
    expect(page.locator("#board .piece:not(.leaving)")).to_have_count(2)
    page.clock.resume()
    wait_for_turn(page)
    expect(page.locator("#board .piece:not(.leaving)")).to_have_count(2)


def test_what_is_armed_is_foreseen_and_can_be_let_go(page: Page, house):
    sit_down(page, house)
    play(page, 1)
    wait_for_turn(page)
    click_region(page, "place-3")
    expect(page.locator(".region.armed")).to_have_count(1)
    expect(page.locator(".foreseen.piece")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#ask .preview")).to_be_hidden()
    expect(page.locator(".foreseen.piece")).to_have_count(0)
    page.locator("#ask .option").first.click()
    confirm(page)
    expect(page.locator("#log")).to_contain_text("Ann goes to")


def test_on_a_phone_a_form_of_a_number_and_a_few_words_needs_no_scrolling(browser: Browser, house):
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en", reduced_motion="reduce")
    page = context.new_page()
    sit_down(page, house, "pickets", "random")
    wait_for_turn(page)
    chips = page.locator("#ask .quick .chip")
    expect(chips.first).to_have_attribute("aria-pressed", "true")
    chips.nth(1).click()
    expect(chips.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(chips.first).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#ask .amount")).to_be_hidden()
    assert page.locator("#ask").evaluate("one => one.scrollHeight - one.clientHeight") <= 1
    assert faults(page) == []
    context.close()


def test_options_stand_by_what_they_concern(page: Page, house):
    sit_down(page, house, "epix", "random", "random", "random", rules="basic")
    play(page, 1)
    wait_for_turn(page)
    groups = page.locator("#ask .group")
    assert groups.count() >= 3
    expect(groups.first.locator("h3")).to_have_text("Soldier")
    # Several may have the same name, which a part of the page must not.
    expect(page.locator("#ask").get_by_role("group", name="Soldier").first).to_be_visible()
    expect(page.locator("#ask").get_by_role("region")).to_have_count(0)
    assert groups.first.locator(".option.short").first.get_attribute("aria-label") != groups.first.inner_text()


def test_a_game_can_say_under_what_its_options_stand(page: Page, house):
    """Thirty places to go to are a few distances; what stands under none comes first."""
    page.goto(house.address)
    found = page.evaluate("""async () => {
      const { grouped } = await import("/web/grouping.js");
      const options = [["go", 1], ["go", 2], ["stay"], ["go", 1], ["go", 3], ["go", 2]];
      const under = ([verb, n]) => verb === "go" ? `${n} links` : "";
      return grouped(options.map((value) => ({ value })), () => "", ({ value }) => under(value))
        .map(({ words, options }) => [words, options.length]);
    }""")
    assert found == [["", 1], ["1 links", 2], ["2 links", 2], ["3 links", 1]]


def test_the_last_move_stays_marked_and_pieces_can_be_hidden(page: Page, house):
    sit_down(page, house, "tic-tac-toe", "random")
    play(page, 1)
    wait_for_turn(page)
    expect(page.locator(".just")).to_have_count(1)
    page.click("[data-zoom=bare]")
    expect(page.locator(".pieces")).to_have_css("opacity", "0")


def test_a_key_magnifies_what_is_under_the_pointer(page: Page, house):
    sit_down(page, house, "epix", "random", rules="basic")
    wait_for_turn(page)
    at_rest(page)
    wide = "() => document.querySelector('.scene').viewBox.baseVal.width"
    before = page.evaluate(wide)
    page.locator(".region[data-id=kilimandjora] .ground").hover()
    expect(page.locator(".tip")).to_be_visible()
    page.keyboard.down("m")
    assert page.evaluate(wide) < before / 2
    under = page.evaluate("() => !!document.querySelector('.region[data-id=kilimandjora]:hover')")
    assert under, "it stays under the pointer"
    expect(page.locator(".tip")).to_be_hidden()
    page.keyboard.up("m")
    assert page.evaluate(wide) == before


def test_the_whole_board_can_be_heard(page: Page, house):
    sit_down(page, house, "epix", "random", "random", "random", rules="basic")
    play(page, 1)
    wait_for_turn(page)
    heard = page.locator("#reading li").all_inner_texts()
    assert len(heard) == 15
    assert any(re.search(r"held by Ann; .*Soldier \(Ann\)", one) for one in heard)
    assert not any(one.count("held by") > 1 for one in heard)


def test_where_a_piece_stands_how_it_faces_and_what_is_known_of_it_can_be_heard(page: Page, house):
    sit_down(page, house, "pickets", "random")
    wait_for_turn(page)
    play(page, 2)
    wait_for_turn(page)
    standing = re.compile(r"\(Ann\) at \d+, \d+; facing \d+ degrees")
    expect(page.locator("#reading li", has_text=standing)).not_to_have_count(0)


CHANGES = """async ([old, now]) => {
  const { changes } = await import("/web/reading.js");
  const { learn, ui } = await import("/web/ui.js");
  await learn();
  const same = (word) => word;
  const words = { text: (text) => text?.key ?? "", icon: same, mark: same, say: same, name: (seat) => `seat ${seat}` };
  return changes(old, now, words, ui);
}"""


def test_what_came_went_moved_and_changed_hands_can_be_heard(page: Page, house):
    named = {"name": {"key": "Marsh"}}
    old = {
        "regions": [{"id": "a", **named, "holder": 0}, {"id": "b", "name": {"key": "Hill"}}],
        "boards": [{"id": "field"}],
        "tokens": [
            {"id": "1", "on": "a", "icon": "knight", "owner": 0},
            {"id": "2", "on": "a", "icon": "camp"},
            {"id": "3", "on": "field", "icon": "horse", "at": [10, 20], "facing": 0},
        ],
    }
    now = {
        "regions": [{"id": "a", **named, "holder": 1}, {"id": "b", "name": {"key": "Hill"}}],
        "boards": [{"id": "field"}],
        "tokens": [
            {"id": "1", "on": "b", "icon": "knight", "owner": 0},
            {"id": "3", "on": "field", "icon": "horse", "at": [10, 24], "facing": 90},
            {"id": "4", "on": "a", "icon": "soldier", "owner": 1},
        ],
    }
    page.goto(house.address)
    assert page.evaluate(CHANGES, [old, now]) == [
        "knight (seat 0): Hill",
        "horse at 10, 24; facing 90 degrees",
        "soldier (seat 1): Marsh",
        "camp is gone",
        "Marsh: held by seat 1",
    ]
    assert page.evaluate(CHANGES, [now, now]) == []


def test_others_moves_can_be_held_and_stepped_through(page: Page, house):
    sit_down(page, house, "tic-tac-toe", "random")
    wait_for_turn(page)
    page.click("#pause")
    page.locator("#ask .option").first.click()
    confirm(page)
    expect(page.locator("#step")).to_be_enabled()
    expect(page.locator("#board .piece")).to_have_count(0)
    while not page.locator("#board .piece").count():
        page.click("#step")
    page.click("#pause")
    wait_for_turn(page)


# Seats' colours under the three kinds of colour blindness: matrices in linear light (Machado and others, 2009).
BLIND = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def lab(colour: str, kind: str) -> tuple[float, float, float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (
        min(1, max(0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in BLIND[kind]
    )  # fmt: skip
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("kind", BLIND)
@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_tinctures_stay_apart_for_all_eyes(kind, theme):
    style = (WEB / "style.css").read_text()
    worn = [re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", style)[theme + 1] for name in TINCTURES]
    for one, other in combinations(worn, 2):
        away = sum((a - b) ** 2 for a, b in zip(lab(one, kind), lab(other, kind), strict=True)) ** 0.5
        assert away >= 15, (kind, one, other, away)
