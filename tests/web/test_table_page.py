"""The table page in a real browser: clicking, typing, reloading, two people, a phone."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

import arbiter
from tests.slow import PATIENCE
from tests.web.visitor import ASKED, OVER, click_region, confirm, first_offered_region, play, sit_down, wait_for_turn

COPIED = """async () => {
  const text = await navigator.clipboard.readText();
  return text.includes(location.pathname) && text;
}"""


def test_one_click_starts_a_game_that_can_be_clicked_to_the_end(page: Page, house):
    page.goto(house.address)
    page.fill("#name", "Ann")
    page.click("[data-play=beacons]")
    play(page, 60)
    expect(page.locator(OVER)).to_contain_text("The last night is over")
    expect(page.locator(f"{OVER} .score").first).to_have_text(re.compile(r"^Light: \d+$"))
    expect(page.locator(".seat.mine h3")).to_have_text("Ann")
    page.click("#dice-button")
    with page.expect_download() as download:
        page.locator("#dice a[download]").click()
    saved = download.value.path().read_text()
    expect(page.locator("#dice")).to_contain_text(json.loads(saved)["seed"])
    assert arbiter.verify(saved, json.loads(saved)["commitment"]).good


def test_epix_starts_in_one_click_and_is_played_by_clicking(page: Page, house):
    page.goto(house.address)
    page.click("[data-play=epix]")
    play(page, 12)
    expect(page.locator(".region")).to_have_count(15)
    wait_for_turn(page)
    log = page.locator("#log")
    assert "[" not in log.inner_text()

    # The log stays at the newest while the prompt above it grows and shrinks, unless somebody reads further up.
    hidden = "(log) => log.scrollHeight - log.scrollTop - log.clientHeight"
    for tall in (140, 60, 160):
        log.evaluate("(log, tall) => (log.style.maxHeight = `${tall}px`)", tall)
        page.wait_for_function(f"() => ({hidden})(document.querySelector('#log')) < 2")
    # That somebody has scrolled, or that the list has another size, a page hears with its next frame.
    for change in ("log.scrollTop = 0", "log.style.maxHeight = '90px'"):
        log.evaluate(f"""(log) => new Promise((seen) => {{
          {change};
          requestAnimationFrame(() => requestAnimationFrame(seen));
        }})""")
    assert log.evaluate(hidden) > 40


def test_clicking_the_board_narrows_the_options_until_one_is_left(page: Page, house):
    sit_down(page, house)
    play(page, 1)
    wait_for_turn(page)
    expect(page.locator("#ask .option")).to_have_count(4)
    expect(page.locator(".region.can")).to_have_count(4)
    expect(page.locator(".piece.subject")).to_have_count(1)
    click_region(page, "place-5")
    expect(page.locator("#ask .option")).to_have_count(4)
    click_region(page, "place-3")
    expect(page.locator("#ask .preview")).to_contain_text("Mere")
    expect(page.locator(".foreseen.piece")).to_have_count(1)
    expect(page.locator("#log")).not_to_contain_text("Ann goes")
    click_region(page, "place-3")
    expect(page.locator("#log")).to_contain_text("Ann goes to Mere")


def test_a_turn_can_be_answered_with_the_keyboard_alone(page: Page, house):
    sit_down(page, house)
    wait_for_turn(page)
    page.keyboard.type("3")
    expect(page.locator("#ask input[type=number]")).to_have_value("3")
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("Ann burns 3 oil")
    wait_for_turn(page)
    page.keyboard.press("?")
    expect(page.locator("#ask .rule")).to_contain_text("A lantern goes to a neighbouring place.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#ask .option").nth(1)).to_be_focused()
    expect(page.locator(".region.pointed")).to_have_attribute("data-id", "place-1")
    page.keyboard.press("Enter")
    expect(page.locator("#ask .preview")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("Ann goes to Holt")


def test_a_number_key_chooses_an_option(page: Page, house):
    """Whatever had the focus: Enter means the option then."""
    sit_down(page, house)
    play(page, 1)
    wait_for_turn(page)
    page.locator("#ask [data-act=hint]").focus()
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("Ann goes to Sands")


def test_escape_shows_all_options_again(page: Page, house):
    sit_down(page, house, "epix", "random", "random", "random", rules="basic")
    play(page, 1)
    wait_for_turn(page)
    every = page.locator("#ask .option").count()
    click_region(page, first_offered_region(page))
    expect(page.locator(".narrowed")).to_be_visible()
    assert page.locator("#ask .option").count() < every
    expect(page.locator(".menu button").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#ask .option")).to_have_count(every)
    expect(page.locator(".menu")).to_be_hidden()
    click_region(page, first_offered_region(page))
    page.locator(".menu button").first.click()
    confirm(page)
    expect(page.locator("#log")).to_contain_text(re.compile("Ann recruits"))


def test_the_board_itself_can_be_used_by_keyboard(page: Page, house):
    sit_down(page, house, "epix", "random", "random", "random", rules="basic")
    play(page, 1)
    wait_for_turn(page)
    page.locator(".region.can").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".menu button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#ask .preview")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text(re.compile("Ann recruits"))


def test_every_kind_of_ask_is_answered(page: Page, house, steady):
    sit_down(page, house, "beacons", steady)
    kinds = []
    wait_for_turn(page)
    page.locator("#ask .quick .chip").last.click()
    expect(page.locator("#ask .quick .chip").last).to_have_attribute("aria-pressed", "true")
    for _ in range(20):
        if not wait_for_turn(page):
            break
        kinds.append(page.locator("#ask").get_attribute("data-kind"))
        play(page, 1)
    assert kinds == ["amount", "choose", "several", "place", "amount", "choose", "form"]


def test_a_refused_answer_is_explained(page: Page, house):
    def spoil(message):
        said = json.loads(message)
        server.send(json.dumps({**said, "answer": 99} if said["type"] == "answer" else said))

    def between(route):
        nonlocal server
        server = route.connect_to_server()
        route.on_message(spoil)

    server = None
    page.route_web_socket(re.compile("/api/tables/"), between)
    sit_down(page, house)
    wait_for_turn(page)
    page.click("#ask button[type=submit]")
    expect(page.locator("#toast")).to_have_text("99 is out of range: from 0 to 5 (BEA-1)")
    expect(page.locator(ASKED)).to_be_visible()


def test_two_browsers_play_each_other(browser: Browser, house):
    ann, ben = (browser.new_context(locale="en").new_page() for _ in range(2))
    ann.goto(house.address)
    ann.fill("#name", "Ann")
    ann.click("[data-set=beacons]")
    ann.select_option("#set select[name=count]", "2")
    ann.click("#set button[type=submit]")
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.get_by_role("button", name="Copy invitation").click()
    invitation = ann.wait_for_function(COPIED).json_value()
    ben.goto(invitation)
    ben.fill("#lobby input[name=name]", "Ben")
    ben.click("text=Take your seat")
    ben.wait_for_selector(ASKED)
    assert ben.url != invitation
    ann.wait_for_selector(ASKED)
    ann.click("#ask button[type=submit]")
    expect(ann.locator("#ask")).to_contain_text("Waiting for Ben")
    expect(ben.locator(".seat", has_text="Ann")).to_contain_text("ready")
    ben.click("#ask button[type=submit]")
    for _ in range(PATIENCE // 50):
        asked = [page for page in (ann, ben) if page.query_selector(ASKED)]
        for page in asked:
            play(page, 1)
        if ann.query_selector(OVER):
            break
        if not asked:
            ann.wait_for_timeout(50)
    expect(ann.locator(OVER)).to_be_visible()
    expect(ben.locator(OVER)).to_be_visible()
    for page in (ann, ben):
        page.context.close()


def test_a_reload_comes_back_to_the_same_seat_even_without_the_link(page: Page, house):
    made = sit_down(page, house)
    play(page, 2)
    wait_for_turn(page)
    before = page.locator("#log").inner_text(), page.locator("#ask").inner_text()
    page.reload()
    wait_for_turn(page)
    assert (page.locator("#log").inner_text(), page.locator("#ask").inner_text()) == before
    page.goto("about:blank")
    page.goto(f"{house.address}/table/{made['table']}")
    wait_for_turn(page)
    expect(page.locator(".seat.mine h3")).to_have_text("Ann")
    page.goto(house.address)
    expect(page.locator("#mine")).to_contain_text("Beacons")


def test_a_lost_connection_is_shown_and_mended(page: Page, house):
    sit_down(page, house)
    wait_for_turn(page)
    house.stop()
    expect(page.locator("#line")).to_contain_text("connection lost")
    expect(page.locator("#ask.busy")).to_be_visible()
    house.start()
    wait_for_turn(page)
    expect(page.locator("#line.open")).to_be_attached()
    play(page, 1)


def test_undo_takes_back(page: Page, house):
    sit_down(page, house)
    wait_for_turn(page)
    expect(page.locator("#undo")).to_be_disabled()
    play(page, 1)
    wait_for_turn(page)
    expect(page.locator("#log")).to_contain_text("Ann burns")
    page.click("#undo")
    expect(page.locator("#ask[data-kind=amount]")).to_be_visible()
    expect(page.locator("#log")).not_to_contain_text("Ann burns")


def test_own_secrets_are_marked_and_a_spectator_sees_only_backs(browser: Browser, house):
    ann, watcher = (browser.new_context(locale="en").new_page() for _ in range(2))
    made = sit_down(ann, house)
    wait_for_turn(ann)
    expect(ann.locator("#own .card .only-you")).to_have_count(1)
    watcher.goto(f"{house.address}/table/{made['table']}")
    expect(watcher.locator("#ask")).to_contain_text("You are watching")
    expect(watcher.locator(".card.back")).to_have_count(3)
    expect(watcher.locator(".card:not(.back)")).to_have_count(0)
    expect(watcher.locator("#undo")).to_be_hidden()
    for page in (ann, watcher):
        page.context.close()


@pytest.mark.parametrize("game", ["beacons", "epix"])
def test_a_phone_needs_no_sideways_scrolling(browser: Browser, house, game):
    phone = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, locale="en")
    page = phone.new_page()
    wide = "() => [document.documentElement.scrollWidth, innerWidth]"
    page.goto(house.address)
    page.locator("[data-set]").first.click()
    page.wait_for_selector("#set form.set")
    assert page.evaluate(wide) == [390, 390]
    sit_down(page, house, game)
    for seed in range(5):
        if not wait_for_turn(page):
            break
        assert page.evaluate(wide) == [390, 390]
        expect(page.locator("#ask h2")).to_be_in_viewport()
        play(page, 1, seed)
    phone.close()


def test_pieces_keep_their_element_when_they_move(page: Page, house):
    sit_down(page, house)
    play(page, 1)
    wait_for_turn(page)
    page.evaluate("() => { document.querySelector('.piece[data-id=lamp-0]').same = true; }")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("Ann goes to Holt")
    assert page.evaluate("() => document.querySelector('.piece[data-id=lamp-0]').same")


def test_what_people_type_is_shown_as_text(page: Page, house):
    sit_down(page, house, name="<img src=x>")
    wait_for_turn(page)
    expect(page.locator(".seat.mine h3")).to_have_text("<img src=x>")
    expect(page.locator("main img")).to_have_count(0)


def test_a_table_that_is_not_there_is_explained(page: Page, house):
    page.goto(f"{house.address}/table/nowhere")
    expect(page.locator("#gone")).to_contain_text("There is no such table here.")


def test_everything_that_can_be_clicked_has_a_name(page: Page, house):
    sit_down(page, house)
    play(page, 1)
    wait_for_turn(page)
    nameless = page.evaluate(
        "() => [...document.querySelectorAll('button, input, select, [role=button], a')]"
        ".filter((one) => one.checkVisibility() && !(one.getAttribute('aria-label') || one.textContent.trim()"
        " || one.closest('label'))).map((one) => one.outerHTML)"
    )
    assert nameless == []
