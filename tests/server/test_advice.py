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


def test_a_games_judge_is_asked_at_the_table_and_heard_by_all(house_at: HouseAt):
    made = house_at.set_table("you", "random", game="yummell")
    page = house_at.page(made["table"], made["token"])
    page.join("Ann")
    watcher = house_at.page(made["table"])
    page.say("consult", question="May I  go first?")
    heard = page.until("consulted", "refused")
    assert heard["seat"] == 0
    assert heard["said"]["key"] in ("yhop.yes", "yhop.no")
    assert watcher.until("consulted")["said"] == heard["said"]
    page.say("consult", question="may i go first?")
    assert page.until("consulted", "refused")["said"] == heard["said"]
    page.say("consult", question="And twice?")
    assert page.until("consulted", "refused")["key"] == "refused.questions"
    watcher.say("consult", question="And I?")
    assert watcher.until("refused")["key"] == "house.seat_only"
    house_at.stop()
    house_at.start()
    page = house_at.page(made["table"], page.token)
    told = [(line["what"], line["seat"], line["said"]) for line in page.table["talk"]]
    assert told == [("consulted", 0, heard["said"])], "what was said holds for the rest of the game"
    page.say("consult", question="And now?")
    assert page.until("consulted", "refused")["key"] == "refused.questions"
    other = house_at.set_table("you", "random")
    page = house_at.page(other["table"], other["token"])
    page.join("Bo")
    page.say("consult", question="Who is there?")
    assert page.until("refused")["key"] == "house.no_judge"
