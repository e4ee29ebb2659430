"""People at the pages: an open seat, consent, talk, notes, one device for two, one's tables, a rematch."""

import re

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.test_everyone import faults
from tests.web.visitor import ASKED, confirm, sit_down, wait_for_turn


def mark(page: Page, n: int = 0) -> None:
    """Put a mark in the n-th place that is offered."""
    page.wait_for_selector(ASKED)
    page.locator("#ask .option").nth(n).click()
    confirm(page)


def two_at(browser: Browser, house, **terms):
    """Ann sets a table of tic-tac-toe at the front door, with a seat for anybody; Ben finds it there."""
    ann, ben = (browser.new_context(locale="en", reduced_motion="reduce").new_page() for _ in range(2))
    ann.goto(house.address)
    ann.fill("#name", "Ann")
    ann.click("[data-set=tic-tac-toe]")
    ann.select_option("#set [name=seat-1]", "open")
    for name, value in terms.items():
        ann.select_option(f"#set [name={name}]", value)
    assert faults(ann) == []
    ann.click("#set button[type=submit]")
    expect(ann.locator("#lobby")).to_contain_text("open to anybody")
    ben.goto(house.address)
    ben.locator("#open-list a", has_text="Ann").first.click()
    ben.fill("#lobby input[name=name]", "Ben")
    ben.click("text=Take your seat")
    return ann, ben


def test_two_meet_at_an_open_table_agree_to_take_back_talk_and_play_again(browser: Browser, house):
    ann, ben = two_at(browser, house, clock="daily", undo="consent")
    mark(ann)
    expect(ann.locator(".seat.mine .time")).to_have_text(re.compile(r"^\d d \d+ h$"))
    expect(ann.locator("#undo")).to_be_enabled()
    ann.click("#undo")
    expect(ben.locator("#talk-list")).to_contain_text("Ann has taken back an answer.")
    mark(ann)
    mark(ben)
    expect(ann.locator("#undo")).to_have_text("Ask to undo")
    ann.click("#undo")
    expect(ann.locator("#company")).to_contain_text("still to agree: Ben")
    expect(ben.locator("#company")).to_contain_text("Ann asks to take back")
    assert faults(ben) == []
    ben.click("#company .primary")
    expect(ben.locator("#board .piece:not(.leaving)")).to_have_count(0)
    expect(ann.locator("#talk-list")).to_be_visible()
    expect(ann.locator("#talk-list")).to_contain_text("Ann has taken back an answer; agreed: Ben.")
    ben.set_viewport_size({"width": 390, "height": 844})
    watcher = house.page(re.sub(r".*/table/|#.*", "", ann.url))
    watcher.say("talk", text="only to those who watch")
    watcher.until_table(lambda seen: seen["talk"])
    ann.fill("#talk-text", "thank you <b>")
    ann.keyboard.press("Enter")
    expect(ben.locator("#log-button")).to_have_attribute("data-fresh", "1")
    expect(ben.locator("#undo")).to_be_visible()
    ben.evaluate("() => document.querySelector('#turn').append(' and for many others')")
    assert ben.evaluate("() => document.documentElement.scrollWidth") == 390
    assert faults(ben) == []
    ben.click("#log-button")
    expect(ben.locator("#log-button")).to_have_attribute("data-fresh", "")
    ben.set_viewport_size({"width": 1280, "height": 720})
    expect(ben.locator("#talk-list li").last).to_have_text("Ben thank you <b>".replace("Ben", "Ann"))
    ben.set_viewport_size({"width": 1280, "height": 500})
    expect(ben.locator("#talk-list li").last).to_be_in_viewport(ratio=0.6)
    ben.set_viewport_size({"width": 1280, "height": 720})
    ben.click("#notes-button")
    ben.fill("#notes textarea", "corners first")
    expect(ben.locator("#notes")).to_contain_text("Kept")
    assert faults(ben) == []
    ben.keyboard.press("Escape")
    ben.click("#people-button")
    assert faults(ben) == []
    ben.click("text=Resign …")
    ben.click("[data-act=resign]")
    expect(ann.locator("#ending")).to_contain_text("Everybody else has resigned.")
    expect(ann.locator("#ending .facts li").first).to_be_visible()
    assert faults(ann) == []
    before = ann.url
    ann.click("[data-act=again]")
    ann.wait_for_url(lambda url: url != before)
    expect(ann.locator("#lobby .places")).to_contain_text("Ben")
    expect(ben.locator("[data-act=again]")).to_have_text("Ann plays again: join")
    ben.click("[data-act=again]")
    mark(ben)
    expect(ann.locator(".seats .seat")).to_contain_text("Ben")
    for page in (ann, ben):
        page.context.close()


def test_a_clock_that_the_house_would_not_take_is_refused_in_the_form(page: Page, house):
    page.goto(house.address)
    page.click("[data-set=tic-tac-toe]")
    page.select_option("[name=clock]", "own")
    page.fill("[name=bank]", "20")
    page.select_option("[name=bank-unit]", label="seconds")
    bank = page.locator("[name=bank]")
    assert not bank.evaluate("one => one.checkValidity()")
    page.fill("[name=bank]", "30")
    assert bank.evaluate("one => one.checkValidity()")
    page.select_option("[name=bank-unit]", label="days")
    page.fill("[name=bank]", "61")
    assert not bank.evaluate("one => one.checkValidity()")


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_what_others_ask_stands_at_the_question(browser: Browser, house, size):
    """Cleo wants a bot to play for Ann, who has left: Ben is asked whether he does, where he is asked everything."""
    made = house.set_table("you", "person", "person", game="beacons")
    ann = house.page(made["table"], made["token"])
    ann.join("Ann")
    ways = ann.table["invitations"]
    cleo = house.page(made["table"], ways["2"])
    cleo.join("Cleo")
    viewport = {"width": size[0], "height": size[1]}
    ben = browser.new_context(locale="en", reduced_motion="reduce", viewport=viewport).new_page()
    ben.goto(f"{house.address}/table/{made['table']}#{ways['1']}")
    ben.fill("#lobby input[name=name]", "Ben")
    ben.click("text=Take your seat")
    for page in (ann, cleo):
        page.until_table(lambda seen: all(seat["joined"] for seat in seen["seats"]))
    cleo.until_table(lambda seen: seen["status"] == "playing")
    ann.close()
    cleo.until_table(lambda seen: not seen["seats"][0]["here"])
    cleo.say("replace", seat=0)
    expect(ben.locator("#company")).to_contain_text("Cleo wants a bot to play for Ann.")
    company, ask = (ben.locator(one).bounding_box() for one in ("#company", "#ask"))
    assert company
    assert ask
    assert company["y"] + company["height"] <= ask["y"] + 1
    expect(ben.locator("#company .primary")).to_be_in_viewport()
    assert faults(ben) == []
    ben.locator("#company .primary").click()
    expect(ben.locator("#company")).to_be_hidden()
    ben.context.close()


def two_at_one_device(browser: Browser, house, game: str, seats: int) -> Page:
    """Ann sets a table for herself and Ben, who sits beside her; bots have the other seats."""
    page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    page.goto(house.address)
    page.fill("#name", "Ann")
    page.click(f"[data-set={game}]")
    page.select_option("#set [name=count]", str(seats))
    page.select_option("#set [name=seat-1]", "here")
    page.click("#set button[type=submit]")
    page.fill("[name=here-1]", "Ben")
    page.click("text=Sits here")
    page.wait_for_selector(ASKED)
    expect(page.locator("#curtain")).to_be_hidden()
    return page


def test_two_at_one_device_see_only_their_own(browser: Browser, house):
    page = two_at_one_device(browser, house, "goofspiel", 2)
    page.locator("#ask .option").first.click()
    confirm(page)
    expect(page.locator("#curtain")).to_contain_text("Hand the device to Ben")
    expect(page.locator("#main")).not_to_be_visible()
    assert faults(page) == []
    page.click("[data-act=mine]")
    page.wait_for_selector(ASKED)
    expect(page.locator(".seat.mine h3")).to_have_text("Ben")
    expect(page.locator("#main")).to_be_visible()
    expect(page.locator("#seats .away")).to_have_count(0)
    page.goto(house.address)
    expect(page.locator("#mine li")).to_have_count(2)
    expect(page.locator("#mine .yours")).to_have_count(1)
    expect(page.locator("#mine .yours")).to_contain_text("Ben")
    expect(page).to_have_title(re.compile(r"^\(1\)"))
    assert faults(page) == []
    page.context.close()


def test_who_shares_a_device_is_here_for_everybody(browser: Browser, house):
    """Whoever of them looks, nobody at the table takes the other for away."""
    page = two_at_one_device(browser, house, "goofspiel", 2)
    watcher = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    watcher.goto(page.url.partition("#")[0])
    watcher.wait_for_selector("#seats .seat")
    for answers in range(2):
        expect(watcher.locator("#seats .away")).to_have_count(0)
        page.locator("#ask .option").first.click()
        confirm(page)
        if not answers:
            page.click("[data-act=mine]")
            page.wait_for_selector(ASKED)
    page.context.close()
    expect(watcher.locator("#seats .away")).to_have_count(2)
    watcher.context.close()


def test_nothing_of_a_hand_stays_behind_the_curtain(browser: Browser, house):
    page = two_at_one_device(browser, house, "beacons", 3)
    hand = page.locator("#own .card:not(.back)")
    expect(hand).to_have_count(1)
    held = hand.get_attribute("data-id")
    page.click("#ask button[type=submit]")
    expect(page.locator("#curtain")).to_contain_text("Hand the device to Ben")
    expect(page.locator(f"[data-id='{held}']:not(.back)")).to_have_count(0)
    expect(page.locator("#main .only-you")).to_have_count(0)
    expect(page.locator("#ask")).to_be_empty()
    expect(page.locator("#log")).to_be_empty()
    for _ in range(3):
        page.keyboard.press("Escape")
    expect(page.locator("#curtain")).to_be_visible()
    page.click("[data-act=mine]")
    page.wait_for_selector(ASKED)
    expect(page.locator("#own .card:not(.back)")).to_have_count(1)
    expect(page.locator(f"[data-id='{held}']:not(.back)")).to_have_count(0)
    expect(page.locator("#log li").first).to_be_visible()
    page.context.close()


def test_who_has_answered_at_one_device_takes_it_back_before_the_next_looks(browser: Browser, house):
    page = two_at_one_device(browser, house, "tic-tac-toe", 2)
    mark(page)
    page.click("#curtain [data-act=undo]")
    page.wait_for_selector(ASKED)
    expect(page.locator(".seat.mine h3")).to_have_text("Ann")
    expect(page.locator("#board .piece:not(.leaving)")).to_have_count(0)
    expect(page.locator("#curtain")).to_be_hidden()
    page.context.close()


def test_the_front_door_says_what_is_new_since_one_looked(page: Page, house):
    made = house.set_table("you", "person", game="tic-tac-toe")
    other = house.page(made["table"], made["token"])
    other.join("Ann")
    page.goto(house.address)
    page.goto(f"{house.address}/table/{made['table']}#{other.table['invitations']['1']}")
    page.fill("#lobby input[name=name]", "Ben")
    page.click("text=Take your seat")
    other.until_table(lambda table: table.get("asks"))
    page.wait_for_selector("#main:not([hidden])")
    page.goto("about:blank")
    other.answer(4)
    page.goto(house.address)
    expect(page.locator("#mine .yours")).to_contain_text("1 new thing since you last looked")
    expect(page.locator("#tables-title")).to_contain_text("1 move to make")
    page.click("#mine a")
    wait_for_turn(page)
    other.close()


def test_whoever_waits_at_one_table_is_led_to_another_where_they_are_asked(page: Page, house):
    sit_down(page, house, "goofspiel", "random")
    wait_for_turn(page)
    asked = page.url
    made = house.set_table("person", "you", game="tic-tac-toe")
    page.evaluate("([table]) => sessionStorage.setItem(`arbiter.sit.${table}`, 'yes')", [made["table"]])
    page.goto(f"{house.address}/table/{made['table']}#{made['token']}")
    page.wait_for_selector("#lobby input.link", state="attached")
    other = house.page(made["table"], page.input_value("#lobby input.link").split("#")[1])
    other.join("Zoe")
    way = page.locator("#ask a", has_text="1 move to make")
    expect(way).to_have_attribute("href", asked.removeprefix(house.address))
    assert faults(page) == []
    other.close()


def test_what_others_do_shows_at_the_front_door_and_a_seat_is_not_lost_by_a_slip(page: Page, house):
    """How a table is set can be read before one sits down there, and while one plays."""
    page.clock.install()
    page.goto(house.address)
    page.wait_for_selector(".game")
    terms = {"undo": "consent", "clock": {"bank": 90, "gain": 60, "cap": 3600, "zero": "hand"}}
    wish = {"game": "epix", "seats": ["you", "open"], "options": {"rules": "advanced"}, "terms": terms}
    made = httpx.post(f"{house.address}/api/tables", json=wish).json()
    other = house.page(made["table"], made["token"])
    other.join("Zoe")
    page.clock.fast_forward(21_000)
    row = page.locator("#open-list a", has_text="Zoe")
    expect(row).to_contain_text("90 seconds, and 1 minute with each answer, 1 hour at most")
    row.click()
    expect(page.locator("#lobby .agreed")).to_contain_text("Advanced, with Special Ability cards")
    expect(page.locator("#lobby .agreed")).to_contain_text("a bot takes over the seat")
    assert faults(page) == []
    page.fill("#lobby input[name=name]", "Ben")
    page.click("text=Take your seat")
    other.until_table(lambda table: "scene" in table)
    page.wait_for_selector("#main:not([hidden])")
    page.click("#people-button")
    expect(page.locator("#people .agreed")).to_contain_text("anything, if the others agree")
    assert faults(page) == []
    page.goto(house.address)
    page.click("#mine .forget")
    expect(page.locator("#mine .sure")).to_contain_text("this browser alone")
    assert faults(page) == []
    page.click("#mine [data-act=keep]")
    page.reload()
    page.click("#mine .forget")
    page.click("#mine [data-act=forget]")
    expect(page.locator("#mine li")).to_have_count(0)
    other.close()


def test_a_table_of_ones_own_is_not_offered_to_oneself(page: Page, house):
    made = sit_down(page, house, "tic-tac-toe", "open")
    expect(page.locator("#lobby .places")).to_contain_text("Ann")
    expect(page.locator("#lobby .places")).to_contain_text("open to anybody")
    expect(page.locator("#log-button")).to_be_hidden()
    page.goto(house.address)
    expect(page.locator(f"#mine a[href*='{made['table']}']")).to_be_visible()
    expect(page.locator(f"#open-list a[href*='{made['table']}']")).to_have_count(0)


def test_what_can_be_named_is_written_by_a_click(page: Page, house):
    page.goto(house.address)
    page.click("[data-set=qadardalikoi]")
    page.click("#set .naming summary")
    for name in ("keneng", "ssu"):
        page.locator("#set .naming button", has_text=name).click()
    expect(page.locator("[name=option-armies]")).to_have_value("keneng, ssu")
    assert faults(page) == []


def test_what_happens_over_and_over_is_told_once(page: Page, house):
    page.goto(house.address)
    lapsed, said = {"what": "lapsed", "seat": 0, "why": "answer"}, {"what": "said", "seat": 0, "text": "oh"}
    talk = [lapsed, lapsed, lapsed, said, said, lapsed, {**lapsed, "seat": 1}]
    told = page.evaluate("async (talk) => (await import('/web/talk.js')).often(talk)", talk)
    assert [times for _, times in told] == [3, 1, 1, 1, 1]


def test_a_clicked_picture_is_the_games_own_scene(page: Page, house):
    page.goto(house.address)
    expect(page.locator("[data-picture=tic-tac-toe] svg.scene .region")).to_have_count(9)
    expect(page.locator("[data-picture=tic-tac-toe] [tabindex]")).to_have_count(0)


def test_alerts_are_by_choice(page: Page, house):
    sit_down(page, house, "tic-tac-toe", "random")
    wait_for_turn(page)
    expect(page).to_have_title(re.compile("^● "))
    page.click("#settings-button")
    page.evaluate("() => (Notification.requestPermission = async () => 'denied')")
    page.locator("[name=wish-notice][value=on]").click()
    expect(page.locator("#settings")).to_contain_text("does not allow notices")
    expect(page.locator("[name=wish-notice][value=off]")).to_be_checked()
    assert faults(page) == []
    page.check("[name=wish-title][value=off]")
    page.keyboard.press("Escape")
    mark(page)
    wait_for_turn(page)
    expect(page).to_have_title(re.compile("^[^●]"))
