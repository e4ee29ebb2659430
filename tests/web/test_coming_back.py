"""Coming back: what a browser remembers of its seats, and what it says of a table that cannot be opened."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.web.visitor import ASKED, REMEMBER, sit_down, wait_for_turn


def two_seats(context, house):
    """Ann and Ben at one table, in two windows of the same browser; gives the windows and Ben's invitation."""
    ann, ben = context.new_page(), context.new_page()
    made = house.set_table("you", "person")
    ann.goto(house.address)
    ann.evaluate(REMEMBER, [made["table"], "Ann"])
    ann.goto(f"{house.address}/table/{made['table']}#{made['token']}")
    ann.wait_for_function("spent => location.hash.length > 1 && location.hash !== spent", arg=f"#{made['token']}")
    host = house.page(made["table"], ann.evaluate("() => location.hash.slice(1)"))
    invitation = f"{house.address}/table/{made['table']}#{host.table['invitations']['1']}"
    host.close()
    ben.goto(invitation)
    ben.fill("#lobby input[name=name]", "Ben")
    ben.click("#lobby button[type=submit]")
    for page in (ann, ben):
        page.wait_for_selector(ASKED)
    return ann, ben, invitation


def test_two_seats_in_one_browser_are_two(browser: Browser, house):
    context = browser.new_context(locale="en")
    ann, ben, _ = two_seats(context, house)
    for page, name in ((ann, "Ann"), (ben, "Ben")):
        page.reload()
        page.wait_for_selector(ASKED)
        expect(page.locator(".seat.mine h3")).to_have_text(name)
    door = context.new_page()
    door.goto(house.address)
    expect(door.locator("#mine li")).to_have_count(2)
    for name in ("Ann", "Ben"):
        door.goto(house.address)
        door.locator("#mine a", has=door.locator(".me", has_text=name)).click()
        expect(door.locator(".seat.mine h3")).to_have_text(name)
    context.close()


def test_a_spent_invitation_leads_back_to_the_seat_taken_with_it(browser: Browser, house):
    context = browser.new_context(locale="en")
    _, _, invitation = two_seats(context, house)
    later = context.new_page()
    later.goto(invitation)
    expect(later.locator(".seat.mine h3")).to_have_text("Ben")
    context.close()
    stranger = browser.new_context(locale="en").new_page()
    stranger.goto(invitation)
    expect(stranger.locator("#ask")).to_contain_text("You are watching")
    stranger.context.close()


def test_a_table_that_cannot_be_opened_is_given_up_and_says_so(page: Page, house):
    made = house.set_table("you", "random", "random")
    tries = []

    def slam(route):
        tries.append(route)
        route.close(code=1011, reason="broken")

    page.route_web_socket(re.compile("/api/tables/"), slam)
    page.goto(f"{house.address}/table/{made['table']}#{made['token']}")
    expect(page.locator("#gone")).to_contain_text("cannot open this table")
    so_far = len(tries)
    assert so_far == 3
    page.wait_for_timeout(2500)
    assert len(tries) == so_far
    expect(page.locator("#gone button")).to_have_text("Try again")


def test_a_house_that_is_down_is_waited_for(page: Page, house):
    sit_down(page, house)
    wait_for_turn(page)
    house.stop()
    expect(page.locator("#line")).to_contain_text("connection lost")
    page.wait_for_timeout(5000)
    expect(page.locator("#gone")).to_be_hidden()
    house.start()
    wait_for_turn(page)


def test_a_game_that_is_not_known_here_is_said(page: Page, house):
    page.route("**/book*", lambda route: route.fulfill(status=404, json={"error": "no such game"}))
    made = house.set_table("you", "random", "random")
    page.goto(f"{house.address}/table/{made['table']}#{made['token']}")
    expect(page.locator("#gone")).to_contain_text("The game of this table is not known here.")


def test_a_table_whose_words_cannot_be_had_says_why(page: Page, house):
    refused = {"key": "house.no_pack", "args": {"game": "Beacons"}, "error": "no pack"}
    page.route("**/book*", lambda route: route.fulfill(status=409, json=refused))
    made = house.set_table("you", "random", "random")
    page.goto(f"{house.address}/table/{made['table']}#{made['token']}")
    expect(page.locator("#gone")).to_contain_text("Beacons")


MANY_GAMES = """(first) => {
  const old = { token: "x".repeat(24), title: "Old", status: "over", when: Date.now() };
  const over = [...Array(60).keys()].map((n) => ({ ...old, table: `old${n}` }));
  localStorage.setItem("arbiter.seats", JSON.stringify([...over, { ...first, when: 1 }]));
}"""


def test_the_way_back_to_a_game_that_goes_on_is_never_forgotten(page: Page, house):
    made = sit_down(page, house)
    page.wait_for_selector(ASKED)
    first = page.evaluate("() => JSON.parse(localStorage.getItem('arbiter.seats'))[0]")
    page.evaluate(MANY_GAMES, first)
    sit_down(page, house)
    page.wait_for_selector(ASKED)
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('arbiter.seats'))")
    assert made["table"] in [seat["table"] for seat in kept]
    assert sum(seat["status"] == "over" for seat in kept) == 30


def test_a_table_that_the_house_has_not_got_is_not_forgotten_here(page: Page, house):
    sit_down(page, house)
    page.wait_for_selector(ASKED)
    seat = page.evaluate("() => JSON.parse(localStorage.getItem('arbiter.seats'))[0]")
    page.evaluate(
        "(seat) => localStorage.setItem('arbiter.seats', JSON.stringify([seat]))", {**seat, "table": "elsewhere"}
    )
    page.goto(f"{house.address}/table/elsewhere")
    expect(page.locator("#gone")).to_be_visible()
    assert page.evaluate("() => JSON.parse(localStorage.getItem('arbiter.seats'))[0].token") == seat["token"]
    page.goto(house.address)
    page.click(".finished summary")
    expect(page.locator(".finished li")).to_contain_text("BeaconsThis table is gone.")


def test_who_waits_for_others_can_already_say_where_to_be_told(page: Page, house):
    sit_down(page, house, "beacons", "person")
    page.wait_for_selector("#lobby .places")
    page.click("#notes-button")
    page.fill("#notes textarea", "ask Ben about the clock")
    expect(page.locator("#notes .body span[role=status]")).to_have_text("Kept")


def test_ones_own_link_is_withdrawn(browser: Browser, house):
    page = browser.new_context(locale="en").new_page()
    sit_down(page, house)
    page.wait_for_selector(ASKED)
    old = page.url
    eve = browser.new_context(locale="en").new_page()
    eve.goto(old)
    expect(eve.locator(".seat.mine h3")).to_have_text("Ann")
    page.click("#share-button")
    page.click("[data-act=renew]")
    page.wait_for_url(lambda url: url != old)
    expect(eve.locator("#ask")).to_contain_text("You are watching")
    page.reload()
    expect(page.locator(".seat.mine h3")).to_have_text("Ann")
    page.goto(house.address)
    expect(page.locator("#mine li")).to_have_count(1)
    page.goto(old)
    expect(page.locator(".seat.mine h3")).to_have_text("Ann")
    for one in (page, eve):
        one.context.close()


def test_a_name_that_is_being_typed_stays_while_others_sit_down(page: Page, house):
    made = house.set_table("you", "person", "person")
    ann = house.page(made["table"], made["token"])
    ann.join("Ann")
    ann.until_table(lambda table: table.get("invitations"))
    page.goto(f"{house.address}/table/{made['table']}#{ann.table['invitations']['1']}")
    page.fill("#lobby input[name=name]", "Be")
    cid = house.page(made["table"], ann.table["invitations"]["2"])
    cid.join("Cid")
    expect(page.locator("#lobby .places")).to_contain_text("Cid")
    page.keyboard.type("n")
    expect(page.locator("#lobby input[name=name]")).to_have_value("Ben")
    for one in (ann, cid):
        one.close()
