"""What people agree on and do beside the game: clocks, resigning, standing in, taking back by consent, talk, notes."""

import json
import time
from random import Random
from types import SimpleNamespace

import httpx
import pytest
from websockets.sync.client import connect

import arbiter
from arbiter.core import Granted
from arbiter.server.clocks import after, empty
from arbiter.server.company import SHOWN, Company
from arbiter.server.consent import open_wish
from arbiter.store import Clock, Happening, Seat, Times
from examples.goofspiel import Goofspiel
from tests.server.house_at import at_the_table, some_answer
from tests.server.people import at_table, put_a_mark, refused, until
from tests.server.strange_bots import Brooding

RESIGN = {"bank": 60, "gain": 5, "cap": 90, "zero": "resign"}


# Clocks


def test_a_bank_runs_while_its_seat_is_asked_and_gains_with_the_answer():
    clock = Clock(60, 5, 62, "answer")
    times = after(clock, Times((60.0, 60.0)), [0], [], 100)
    assert times == Times((60.0, 60.0), {0: 100})
    times = after(clock, times, [1], [0], 110)
    assert times == Times((55.0, 60.0), {1: 110})
    assert times.due == 170
    times = after(clock, times, [0], [1], 111)
    assert times == Times((55.0, 62.0), {0: 111}), "no bank gets fuller than the cap"
    assert empty(times, 165) == []
    assert empty(times, 166) == [0]
    assert after(clock, times, [1], [0], 500).banks == (5.0, 62.0), "an answer after the end still gains"


def test_a_bank_runs_on_where_another_answers_first_and_stops_without_a_gain_where_nobody_asks_any_more():
    clock = Clock(60, 5, 90, "answer")
    both = after(clock, Times((60.0, 60.0)), [0, 1], [], 100)
    one = after(clock, both, [1], [0], 110)
    assert one == Times((55.0, 60.0), {1: 100})
    assert after(clock, one, [0], [], 120) == Times((55.0, 40.0), {0: 120})


def test_a_clock_is_shown_survives_a_restart_and_a_seat_that_lets_it_run_out_resigns(house_at, hands):
    table, (ann, ben) = at_table(house_at, "person", clock=RESIGN)
    assert ann.table["clock"] == {"banks": [60.0, 60.0], "since": {"0": hands.at}}
    hands.at += 20
    put_a_mark(ann, [ben], 4)
    assert ben.table["clock"] == {"banks": [45.0, 60.0], "since": {"1": hands.at}}
    keys = [page.token for page in (ann, ben)]
    for page in (ann, ben):
        page.close()
    house_at.stop()
    house_at.start()
    house_at.app_house.now, house_at.app_house.tick = hands, 0.02
    hands.at += 59
    ben = house_at.page(table, keys[1])
    assert ben.table["asks"]
    ben.close()
    hands.at += 2
    ann = house_at.page(table, keys[0])
    until(ann, lambda seen: seen["status"] == "over")
    assert ann.table["outcome"]["ranks"] == [1, 2]
    assert (ann.table["outcome"]["why"], ann.table["outcome"]["args"]) == ("web.ended_late", {"seats": [1]})
    assert [(line["what"], line.get("why")) for line in ann.table["talk"]] == [("resigned", "clock"), ("ended", None)]
    saved = httpx.get(f"{house_at.address}/api/tables/{table}/save").text
    assert arbiter.verify(saved).good


def test_a_bot_answers_once_for_a_seat_whose_time_is_up_though_nobody_is_there(house_at, hands):
    table, (ann, ben) = at_table(house_at, "person", clock={**RESIGN, "zero": "answer"}, bot="random")
    ben.close()
    hands.at += 61
    until(ann, lambda seen: seen["waiting"] == [1])
    assert ann.table["clock"]["banks"] == [5.0, 60.0]
    assert [line["what"] for line in ann.table["talk"]] == ["ran_out"]
    key = ann.token
    ann.close()
    hands.at += 61
    ann = house_at.page(table, key)
    until(ann, lambda seen: seen["waiting"] == [0])
    assert "stands_in" not in ann.table["seats"][1]


def test_a_house_that_comes_back_lets_those_answer_for_whom_it_was_closed(house_at, hands):
    table, (ann, ben) = at_table(house_at, "person", clock=RESIGN)
    keys = [page.token for page in (ann, ben)]
    ann.close()
    ben.close()
    house_at.stop()
    house_at.grace = 1e9
    house_at.start()
    house_at.app_house.now, house_at.app_house.tick = hands, 0.02
    hands.at += 3600
    ann, ben = (house_at.page(table, key) for key in keys)
    put_a_mark(ann, [ben], 4)
    assert ann.table["clock"]["banks"] == [5.0, 60.0]


def test_a_damaged_table_hides_no_other_and_stops_no_other_clock(house_at, hands):
    broken, pages = at_table(house_at, "person", clock=RESIGN)
    wish = {"game": "tic-tac-toe", "seats": ["you", "open"], "options": {}}
    offered = [httpx.post(f"{house_at.address}/api/tables", json=wish).json()["table"] for _ in range(2)]
    for page in pages:
        page.close()
    while broken in house_at.app_house._rooms:
        time.sleep(0.01)
    _, (ann, _) = at_table(house_at, "person", clock=RESIGN)
    damage = "UPDATE sitting SET options = '{' WHERE id IN (?, ?)"
    house_at.store._write(lambda connection: connection.execute(damage, (broken, offered[0]))).result()
    hands.at += 61
    until(ann, lambda seen: seen["status"] == "over")
    shown = httpx.get(f"{house_at.address}/api/lobby").json()["open"]
    assert [one["table"] for one in shown] == offered[1:]


def test_a_seat_whose_time_is_up_goes_to_a_bot_and_its_person_comes_back(house_at, hands):
    _, (ann, ben) = at_table(house_at, "person", clock={**RESIGN, "zero": "hand"}, bot="random")
    hands.at += 61
    until(ann, lambda seen: seen["waiting"] == [1])
    assert ann.table["seats"][0]["stands_in"] == "random"
    ann.say("back")
    until(ann, lambda seen: "stands_in" not in seen["seats"][0])
    assert refused(ann, "back") == "house.not_away"
    assert ann.table["clock"]["banks"][0] == 6.0, "who comes back has time to answer"
    put_a_mark(ben, [ann], 8 if ann.table["scene"]["tokens"][0]["on"] != "8" else 7)
    hands.at += 5
    put_a_mark(ann, [ben], next(place for place in range(9) if str(place) not in marked(ann)))
    assert "stands_in" not in ann.table["seats"][0]


def marked(page):
    return {token["on"] for token in page.table["scene"]["tokens"]}


def test_who_lets_the_time_run_out_does_not_come_back_before_a_bot_has_answered(house_at, hands):
    with at_the_table(Brooding):
        _, (ann, _) = at_table(house_at, "person", clock={**RESIGN, "zero": "hand"}, bot="brooding")
        hands.at += 61
        until(ann, lambda seen: "stands_in" in seen["seats"][0])
        assert refused(ann, "back") == "house.back_later"


@pytest.mark.parametrize(
    "clock", [{"bank": 5}, {"bank": 60, "zero": "explode"}, {"bank": 60, "gain": -1}, {"bank": 1e12}]
)
def test_no_clock_is_set_that_makes_no_sense(house_at, clock):
    wish = {"game": "beacons", "seats": ["you", "person"], "terms": {"clock": clock}}
    assert httpx.post(f"{house_at.address}/api/tables", json=wish).status_code == 400


# Resigning, and standing in for somebody


def test_who_resigns_before_one_opponent_ends_the_game(house_at, hands):
    table, (ann, ben) = at_table(house_at, "person")
    put_a_mark(ann, [ben], 4)
    assert httpx.get(f"{house_at.address}/api/tables/{table}/save").status_code == 409
    ben.say("resign")
    for page in (ann, ben):
        until(page, lambda seen: seen["status"] == "over")
        assert page.table["outcome"] == {"ranks": [1, 2], "scores": [], "why": "web.ended_resigned"}
        assert (page.table["asks"], page.table["waiting"], page.table["undo"]) == ([], [], None)
    assert ann.answer(0, "none")["type"] == "refused"
    assert refused(ann, "resign") == "refused.over"
    late = house_at.page(table)
    assert late.table["outcome"]["ranks"] == [1, 2]
    assert late.table["seats"][1]["resigned"]
    saved = httpx.get(f"{house_at.address}/api/tables/{table}/save").text
    assert arbiter.verify(saved).good


def test_a_bot_plays_on_for_who_resigns_among_several(house_at, hands):
    _, (ann, ben, cleo) = at_table(house_at, "person", "person", game="beacons")
    cleo.say("resign")
    until(ann, lambda seen: seen["seats"][2].get("resigned"))
    assert ann.table["status"] == "playing"
    assert refused(cleo, "back") == "house.not_away"
    for page in (ann, ben):
        until(page, lambda seen: seen["asks"])
        page.answer(1)
    until(
        ann,
        lambda seen: any(key == "told.burns" or "Cleo" in json.dumps(args) for key, args in ann.told) or seen["asks"],
    )
    ben.say("resign")
    until(ann, lambda seen: seen["status"] == "over")
    assert ann.table["outcome"]["ranks"] == [1, 2, 3]


def test_whoever_a_bot_plays_for_neither_answers_nor_takes_back(house_at, hands):
    """Else somebody who has resigned could play on, or take back for ever what the bot answers."""
    with at_the_table(Brooding):
        _, (ann, ben, cleo) = at_table(house_at, "person", "person", game="beacons", bot="brooding", undo="consent")
        until(cleo, lambda seen: seen["asks"])
        asked = cleo.ask
        cleo.say("resign")
        until(cleo, lambda seen: seen["seats"][2].get("resigned"))
        assert cleo.table["asks"] == []
        assert cleo.answer(some_answer(asked, Random(1)), asked["id"])["key"] == "house.bot_plays"
        assert cleo.table["undo"] == {"may": "no", "key": "house.bot_plays", "args": {}}
        assert refused(cleo, "undo") == "house.bot_plays"
        until(ben, lambda seen: seen["asks"])
        key, asked = ben.token, ben.ask
        ben.close()
        until(ann, lambda seen: not seen["seats"][1]["here"])
        ann.say("replace", seat=1)
        until(ann, lambda seen: seen["seats"][1].get("stands_in"))
        ben = house_at.page(ann.at, key)
        assert ben.answer(some_answer(asked, Random(1)), asked["id"])["key"] == "house.bot_plays"
        ben.say("back")
        until(ben, lambda seen: seen["asks"])
        assert ben.answer(some_answer(asked, Random(1)))["type"] == "accepted"


def test_only_who_is_away_is_replaced_by_the_host_at_once(house_at, hands):
    table, (ann, ben) = at_table(house_at, "person", bot="random")
    assert refused(ann, "replace", seat=1) == "house.still_here"
    assert refused(ann, "replace", seat=0) == "house.not_replaced"
    key = ben.token
    ben.close()
    until(ann, lambda seen: not seen["seats"][1]["here"])
    ann.say("replace", seat=1)
    until(ann, lambda seen: seen["seats"][1].get("stands_in") == "random")
    put_a_mark(ann, [], 4)
    until(ann, lambda seen: seen["asks"])
    ben = house_at.page(table, key)
    ben.say("back")
    put_a_mark(ann, [ben], next(place for place in (0, 1, 2) if any(o["value"] == place for o in ann.ask["options"])))
    until(ben, lambda seen: seen["asks"])


def test_others_replace_who_is_away_by_most_of_their_votes(house_at, hands):
    _, (ann, ben, cleo) = at_table(house_at, "person", "person", game="beacons")
    ann.close()
    until(ben, lambda seen: not seen["seats"][0]["here"])
    ben.say("replace", seat=0)
    until(cleo, lambda seen: seen.get("votes") == {"0": [1]})
    assert "stands_in" not in cleo.table["seats"][0]
    assert refused(ben, "replace", seat=0) == "house.voted_already"
    cleo.say("replace", seat=0)
    until(ben, lambda seen: "stands_in" in seen["seats"][0])
    watcher = house_at.page(ben.at)
    assert refused(watcher, "replace", seat=1) == "house.seat_only"


# Taking back


def test_taking_back_what_was_built_on_needs_consent_and_leaves_a_trace(house_at, hands):
    table, (ann, ben) = at_table(house_at, "person", undo="consent")
    assert ann.table["undo"] == {"may": "no", "key": "refused.undo.none", "args": {}}
    put_a_mark(ann, [ben], 4)
    assert ann.table["undo"] == {"may": "now"}
    put_a_mark(ben, [ann], 0)
    assert ann.table["undo"]["may"] == "ask"
    ann.say("undo")
    until(ben, lambda seen: seen.get("wish"))
    assert ben.table["wish"] == {"seat": 0, "agreed": [], "of": [1]}
    assert refused(ann, "agree", yes=True) == "house.nothing_wished"
    ben.say("agree", yes=False)
    until(ann, lambda seen: "wish" not in seen)
    assert refused(ben, "agree", yes=True) == "house.nothing_wished"
    ann.say("undo")
    until(ben, lambda seen: seen.get("wish"))
    ben.say("agree", yes=True)
    until(ann, lambda seen: seen["asks"] and not seen["scene"].get("tokens"))
    assert Granted(0, 0, (1,)) in house_at.store.entries(table)
    until(ann, lambda seen: seen["talk"][-1]["what"] == "took_back")
    assert [line["what"] for line in ann.table["talk"]] == ["wished", "declined", "wished", "agreed", "took_back"]
    ann.say("resign")
    until(ann, lambda seen: seen["status"] == "over")
    verdict = arbiter.verify(httpx.get(f"{house_at.address}/api/tables/{table}/save").text)
    assert verdict.good
    assert "agreed on by seat 1" in verdict.notes[0]


def test_a_wish_lapses_when_the_table_moves_on_and_policies_are_kept(house_at, hands):
    _, (ann, ben) = at_table(house_at, "person", undo="consent")
    put_a_mark(ann, [ben], 4)
    put_a_mark(ben, [ann], 0)
    ann.say("undo")
    until(ben, lambda seen: seen.get("wish"))
    put_a_mark(ann, [ben], 1)
    until(ben, lambda seen: "wish" not in seen)
    _, (ann, ben) = at_table(house_at, "person", undo="never")
    put_a_mark(ann, [ben], 4)
    assert ann.table["undo"]["key"] == "house.undo_never"
    assert refused(ann, "undo") == "house.undo_never"
    _, (ann, ben) = at_table(house_at, "person")
    put_a_mark(ann, [ben], 4)
    put_a_mark(ben, [ann], 0)
    assert ann.table["undo"]["may"] == "no"
    assert refused(ann, "undo") == "refused.undo.others"


@pytest.mark.parametrize("moves_on", [lambda table: table.answer(2, 3), lambda table: table.undo(0, True)])
def test_a_wish_stands_while_only_bots_play_on(moves_on):
    """Else nobody could ever agree where a bot sits or stands in: it answers within a second."""
    seats = [Seat(name="Ann"), Seat("random", "Hild"), Seat(name="Ben")]
    company, table = Company(), arbiter.Table(Goofspiel(), 3, 1, {})
    record = SimpleNamespace(company=company, sitting=SimpleNamespace(seats=seats))
    table.answer(0, 5)
    company.hear([Happening("wished", 0, {"n": table.recorded})])
    assert open_wish(record, table) == {"seat": 0, "agreed": [], "of": [2]}
    table.answer(1, 4)
    assert open_wish(record, table) == {"seat": 0, "agreed": [], "of": [2]}
    moves_on(table)
    assert open_wish(record, table) is None


# Open seats and watching


def test_who_loses_an_invitation_or_a_seat_sees_no_more_where_nobody_may_watch(house_at, hands):
    wish = {"game": "tic-tac-toe", "seats": ["you", "person"], "options": {}, "terms": {"watch": "nobody"}}
    made = httpx.post(f"{house_at.address}/api/tables", json=wish).json()
    ann = house_at.page(made["table"], made["token"])
    ann.join("Ann")
    withdrawn = house_at.page(made["table"], ann.table["invitations"]["1"])
    ann.say("withdraw", seat=1)
    assert withdrawn.until("gone", "notice")["key"] == "house.no_watching"
    until(ann, lambda seen: seen["invitations"]["1"] != withdrawn.token)
    ben, late = (house_at.page(made["table"], ann.table["invitations"]["1"]) for _ in range(2))
    ben.join("Ben")
    assert late.until("gone", "notice")["key"] == "house.no_watching"
    elsewhere = house_at.page(made["table"], ben.token)
    ben.own = "k" * 24
    ben.say("renew", token=ben.own)
    assert elsewhere.until("gone", "notice")["key"] == "house.no_watching"
    seen = len(elsewhere.seen)
    put_a_mark(ann, [ben], 4)
    for page in (withdrawn, late, elsewhere):
        page.catch_up(0.1)
    assert len(elsewhere.seen) == seen
    assert not any("scene" in page.table for page in (withdrawn, late))


def test_a_seat_that_is_open_is_taken_by_anybody_who_comes(house_at, hands):
    answer = httpx.post(
        f"{house_at.address}/api/tables", json={"game": "beacons", "seats": ["you", "open", "open"], "options": {}}
    ).json()
    ann = house_at.page(answer["table"], answer["token"])
    ann.join("Ann")
    ben, cleo = (house_at.page(answer["table"]) for _ in range(2))
    assert (ben.table["invited"], cleo.table["invited"]) == (1, 1)
    assert "invitations" not in ben.table
    ben.join("Ben")
    until(cleo, lambda seen: seen["invited"] == 2)
    cleo.join("Cleo")
    assert [seat["name"] for seat in cleo.table["seats"]] == ["Ann", "Ben", "Cleo"]
    assert house_at.page(answer["table"]).table["invited"] is None


def test_nobody_watches_where_nobody_may(house_at, hands):
    table, (ann, _) = at_table(house_at, "person", watch="nobody")
    with connect(f"ws://127.0.0.1:{house_at.port}/api/tables/{table}") as late:
        late.send('{"type": "hello"}')
        said = json.loads(late.recv(timeout=60))
    assert (said["type"], said["key"]) == ("gone", "house.no_watching")
    ann.say("resign")
    until(ann, lambda seen: seen["status"] == "over")
    assert house_at.page(table).table["status"] == "over"


# Talk and notes


def test_those_who_sit_are_heard_by_all_and_those_who_watch_by_each_other_until_the_end(house_at, hands):
    table, (ann, ben) = at_table(house_at, "person")
    eve, dov = house_at.page(table), house_at.page(table)
    ann.say("talk", text="  good \n luck ")
    for page in (ben, eve):
        until(page, lambda seen: seen["talk"])
        assert (page.table["talk"][0]["text"], page.table["talk"][0]["seat"]) == ("good luck", 0)
    eve.say("talk", text="she should take the middle", name="Eve")
    until(dov, lambda seen: len(seen["talk"]) == 2)
    assert dov.table["talk"][1]["name"] == "Eve"
    ann.catch_up(0.1)
    assert "middle" not in json.dumps(ann.table["talk"])
    ben.say("resign")
    until(ann, lambda seen: seen["status"] == "over")
    assert "middle" in json.dumps(ann.table["talk"])
    late = house_at.page(table)
    assert [line["what"] for line in late.table["talk"]] == ["said", "said", "resigned", "ended"]


def test_talk_has_limits(house_at, hands):
    _, (ann, _) = at_table(house_at, "person")
    assert refused(ann, "talk", text="x" * 501) == "house.unreadable"
    for n in range(6):
        ann.say("talk", text=f"line {n}")
    assert refused(ann, "talk", text="and one more") == "house.too_fast"


def test_however_much_those_say_who_watch_those_who_sit_lose_nothing():
    company = Company()
    company.hear([Happening("said", 0, {"text": "good luck"})])
    company.hear(Happening("said", None, {"text": str(n), "name": "Eve"}) for n in range(SHOWN + 50))
    company.hear([Happening("said", 1, {"text": "and to you"})])
    assert [line["text"] for line in company.heard_by(0, over=False)] == ["good luck", "and to you"]
    watching = company.heard_by(None, over=False)
    assert (len(watching), watching[-1]["text"], watching[-2]["text"]) == (SHOWN, "and to you", str(SHOWN + 49))
    assert company.said == {False: 2, True: SHOWN + 50}


@pytest.mark.parametrize("text", ["\u3164\u3164", "\u202e", "\u2800 \u200b", "\u0000"])
def test_what_shows_nothing_says_nothing(house_at, hands, text):
    _, (ann, ben) = at_table(house_at, "person")
    ann.say("talk", text=text)
    ann.say("talk", text="a\u202eb" + "\u0301" * 90)
    until(ben, lambda seen: seen["talk"])
    assert [line["text"] for line in ben.table["talk"]] == ["a b\u0301\u0301\u0301\u0301"]


def test_notes_are_a_seats_own_and_are_kept(house_at, hands):
    table, (ann, ben) = at_table(house_at, "person")
    ann.say("note", text="the left corner is weak")
    ann.until("noted")
    key = ann.token
    ann.close()
    ann = house_at.page(table, key)
    ann.say("desk")
    assert ann.until("desk")["notes"] == "the left corner is weak"
    ben.say("desk")
    assert ben.until("desk")["notes"] == ""
    assert refused(house_at.page(table), "desk") == "house.seat_only"
    assert "corner" not in json.dumps(ben.raw)
