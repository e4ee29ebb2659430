"""Messages that never reach the page: it finds its place again, and its seat."""

import json

from playwright.sync_api import Page, expect

from tests.web.visitor import ASKED, at_rest, play, sit_down, wait_for_turn


def lose(page: Page, unlucky) -> list[dict]:
    """Keep the messages from the page for which `unlucky` holds; gives those that the page has sent."""
    said: list[dict] = []

    def between(socket) -> None:
        server = socket.connect_to_server()

        def from_page(text: str) -> None:
            said.append(json.loads(text))
            server.send(text)

        def from_server(text: str) -> None:
            if not unlucky(json.loads(text), socket):
                socket.send(text)

        socket.on_message(from_page)
        server.on_message(from_server)

    page.route_web_socket("**/api/tables/*", between)
    return said


def test_a_page_that_missed_a_picture_asks_for_a_whole_one(page: Page, house):
    missed: list[dict] = []

    def unlucky(message, socket) -> bool:
        if "change" in message and "log" in message and not missed:
            missed.append(message)
        return message in missed

    said = lose(page, unlucky)
    made = sit_down(page, house)
    play(page, 4)
    wait_for_turn(page)
    assert missed
    assert {"type": "lost"} in said
    at_rest(page)
    log, ask = page.locator("#log li").all_inner_texts(), page.locator("#ask").inner_text()
    page.unroute_all()
    page.goto("about:blank")
    page.goto(f"{house.address}/table/{made['table']}")
    wait_for_turn(page)
    expect(page.locator("#log li")).to_have_text(log, use_inner_text=True)
    expect(page.locator("#ask")).to_have_text(ask, use_inner_text=True)


def test_a_lost_answer_does_not_lose_the_seat(page: Page, house):
    broken: list[dict] = []

    def unlucky(message, socket) -> bool:
        if broken:
            return message in broken
        if message["type"] == "table" and message.get("change", {}).get("+", {}).get("seat") == 0:
            broken.append(message)
            socket.close(code=1011)
        return bool(broken)

    lose(page, unlucky)
    sit_down(page, house)
    page.wait_for_selector(ASKED)
    assert broken
    expect(page.locator(".seat.mine h3")).to_have_text("Ann")
    page.reload()
    wait_for_turn(page)
    expect(page.locator(".seat.mine h3")).to_have_text("Ann")
    play(page, 1)
