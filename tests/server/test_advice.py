"""Advice at the table: a clever player is asked, elsewhere than where everybody waits, and says why."""

from tests.server.house_at import HouseAt


def test_a_hint_comes_with_its_reasons_while_the_page_goes_on(house_at: HouseAt):
    made = house_at.set_table("you", "random", game="epix")
    page = house_at.page(made["table"], made["token"])
    page.join("Ann")
    page.until_table(lambda seen: seen["asks"])
    ask = page.ask["id"]
    page.say("hint", ask=ask)
    page.say("hint", ask=ask)
    assert page.until("refused", "advised")["key"] == "house.hint_waits"
    found = page.until("advised")
    assert found["ask"] == ask
    assert found["reasons"][0]["key"].startswith("grounds.")
    assert page.answer(found["answer"])["type"] == "accepted"
    page.say("hint", ask=ask)
    assert page.until("refused", "advised")["key"] == "house.moved_on"
    watcher = house_at.page(made["table"])
    page.until_table(lambda seen: seen["asks"] and seen["asks"][0]["id"] != ask)
    watcher.say("hint", ask=page.ask["id"])
    assert watcher.until("refused", "advised")["key"] == "house.moved_on"
