"""Tables over real sockets: sitting down, playing, watching, going away and coming back."""

import json

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import arbiter
from arbiter.core import Said
from tests.server.house_at import at_the_table, play_to_the_end
from tests.server.strange_bots import Stumbling


@pytest.fixture
def stumbling():
    """A bot that cannot play."""
    with at_the_table(Stumbling):
        yield "stumbling"


def two_people(house_at, *bots: str, **options):
    """Ann, who set the table, and Ben, whom she invited."""
    made = house_at.set_table("you", "person", *bots, **options)
    ann = house_at.page(made["table"], made["token"])
    ann.join("Ann")
    ben = house_at.page(made["table"], ann.table["invitations"]["1"])
    ben.join("Ben")
    ann.until_table(lambda table: table["status"] == "playing")
    return made, ann, ben


def bid_all(*pages, oil=(1, 2)):
    for page, amount in zip(pages, oil, strict=True):
        page.until_table(lambda table: table["asks"])
        assert page.answer(amount)["type"] == "accepted"


def drain(page):
    """Wait until the page has been shown the end."""
    return page.until_table(lambda table: table["status"] == "over")


def test_one_person_plays_bots_to_the_end_and_the_dice_can_be_checked(house_at):
    made = house_at.set_table("you", "random", "random")
    page = house_at.page(made["table"], made["token"])
    assert page.table["status"] == "open"
    assert page.table["commitment"] == made["commitment"]
    assert "seed" not in page.table
    page.join("Ann")
    play_to_the_end(page)
    assert page.table["outcome"]["ranks"]
    saved = httpx.get(f"{house_at.address}/api/tables/{made['table']}/save").text
    verdict = arbiter.verify(saved, made["commitment"])
    assert (verdict.good, verdict.over) == (True, True)
    assert json.loads(saved)["seed"] == page.table["seed"]
    assert json.loads(saved)["entropy"] == page.table["entropy"]
    assert list(page.table["entropy"]) == ["0"]


def test_two_people_play_each_other_to_the_end(house_at):
    _, ann, ben = two_people(house_at)
    assert [seat["name"] for seat in ann.table["seats"]] == ["Ann", "Ben"]
    play_to_the_end(ann, ben)
    assert ann.table["outcome"] == ben.table["outcome"]
    assert ann.table["asks"] == ben.table["asks"] == []


def test_a_game_waits_for_everybody_who_is_invited(house_at):
    made = house_at.set_table("you", "person", "random")
    ann = house_at.page(made["table"], made["token"])
    ann.join("Ann")
    assert ann.table["status"] == "open"
    assert "scene" not in ann.table
    assert [seat["joined"] for seat in ann.table["seats"]] == [True, False, True]
    watcher = house_at.page(made["table"])
    assert "invitations" not in watcher.table
    ben = house_at.page(made["table"], ann.table["invitations"]["1"])
    assert ben.table["invited"] == 1
    assert "invitations" not in ben.table
    ben.join("Ben")
    assert ben.table["status"] == "playing"


def test_an_invitation_works_once_and_does_not_open_the_seat_later(house_at):
    made = house_at.set_table("you", "person")
    ann = house_at.page(made["table"], made["token"])
    ann.join("Ann")
    invitation = ann.table["invitations"]["1"]
    ben = house_at.page(made["table"], invitation)
    eve = house_at.page(made["table"], invitation)
    ben.join("Ben")
    eve.say("join", name="Eve", pledge="00" * 32, token=eve.own)
    assert eve.until("refused", "seated")["type"] == "refused"
    late = house_at.page(made["table"], invitation)
    assert late.table["seat"] is None
    assert "works once" in late.until("notice")["reason"]
    assert house_at.page(made["table"], ben.token).table["seat"] == 1


@pytest.mark.parametrize(
    ("twin", "shown"),
    [("Ann", "Ann"), ("ann", "ann"), ("\u202eAnn\u200b", "Ann"), ("\uff21nn", "\uff21nn"), ("Ann\u3164", "Ann")],
)
def test_the_same_name_twice_is_told_apart(house_at, twin, shown):
    made = house_at.set_table("you", "person")
    ann = house_at.page(made["table"], made["token"])
    ann.join("  Ann\n ")
    other = house_at.page(made["table"], ann.table["invitations"]["1"])
    other.join(twin)
    assert [seat["name"] for seat in other.table["seats"]] == ["Ann", f"{shown} 2"]


def test_an_illegal_answer_is_refused_with_reason_and_rule_and_changes_nothing(house_at):
    made, ann, ben = two_people(house_at)
    refused = ann.answer(99)
    assert (refused["reason"], refused["rule"]) == ("99 is out of range: from 0 to 5", "BEA-1")
    assert (refused["key"], refused["args"]["most"]) == ("refused.range", 5)
    bid_all(ann, ben)
    ann.until_table(lambda table: table["asks"] and table["asks"][0]["prompt"] == "move")
    before = house_at.store.entries(made["table"])
    refused = ann.answer(5)
    assert (refused["reason"], refused["rule"]) == ("a lantern is carried to a neighbouring place", "BEA-3")
    assert house_at.store.entries(made["table"]) == before


def test_an_answer_to_an_earlier_ask_is_refused_politely(house_at):
    _, ann, ben = two_people(house_at)
    stale = ann.ask["id"]
    assert ann.answer(1)["type"] == "accepted"
    refused = ann.answer(2, ask=stale)
    assert refused["reason"] == "the table has moved on since you were asked that"
    assert ben.answer(1)["type"] == "accepted"
    assert ben.answer(1, ask=stale)["type"] == "refused"


def test_another_seats_answer_leaves_an_open_ask_as_it_is(house_at):
    _, ann, ben = two_people(house_at)
    asked = ann.ask
    ben.answer(2)
    ann.until_table(lambda table: table["answered"] == [1])
    assert ann.ask == asked


def test_a_secret_bid_reaches_nobody_before_it_is_revealed(house_at):
    made, ann, ben = two_people(house_at)
    watcher = house_at.page(made["table"])
    assert watcher.table["seat"] is None
    shown = [len(page.raw) for page in (ben, watcher)]
    ann.answer(4)
    for page in (ben, watcher):
        page.until_table(lambda table: table["answered"] == [0])
    for page, since in zip((ben, watcher), shown, strict=True):
        assert page.table["mine"] is None
        assert all(picture.get("mine") is None for picture in page.seen)
        assert not any("told.burnt" in text or '"mine":4' in text for text in page.raw[since:])
    ann.until_table(lambda table: table["answered"] == [0])
    assert ann.table["mine"] == 4


def test_spectators_and_other_seats_see_no_hidden_card(house_at):
    made, ann, ben = two_people(house_at, "random")
    watcher = house_at.page(made["table"])
    play_to_the_end(ann, ben)
    drain(watcher)
    for picture in watcher.seen:
        assert all(card["face"] is False for card in picture["scene"]["cards"])
        assert not picture["asks"]
    assert not [text for text in watcher.raw if "told.drew" in text or "card.moth" in text]
    shown = [card for picture in ben.seen for card in picture.get("scene", {}).get("cards", [])]
    assert {card["owner"] for card in shown} == {0, 1, 2}
    assert all(card.get("face", True) == (card["owner"] == 1) for card in shown)


def test_what_only_you_see_is_marked(house_at):
    made, ann, _ = two_people(house_at)
    assert ann.table["secrets"] == ["card-0-0"]
    assert house_at.page(made["table"]).table["secrets"] == []


def test_everybody_learns_who_comes_and_goes(house_at):
    made, ann, ben = two_people(house_at)
    watcher = house_at.page(made["table"])
    ann.until_table(lambda table: table["watching"] == 1)
    watcher.close()
    ann.until_table(lambda table: table["watching"] == 0)
    ben.close()
    ann.until_table(lambda table: [seat["here"] for seat in table["seats"]] == [True, False])


def test_a_reload_shows_the_same_table(house_at):
    made, ann, ben = two_people(house_at)
    bid_all(ann, ben)
    ann.until_table(lambda table: table["asks"])
    again = house_at.page(made["table"], ann.token)
    assert again.table["asks"] == ann.table["asks"]
    assert again.table["scene"] == ann.table["scene"]
    assert again.told == ann.told


def test_a_restart_in_the_middle_of_a_simultaneous_ask_loses_nothing(house_at):
    made, ann, ben = two_people(house_at)
    assert ann.answer(3)["type"] == "accepted"
    asked = ben.until_table(lambda table: table["answered"] == [0])["asks"]
    house_at.stop()
    house_at.start()
    ann_again = house_at.page(made["table"], ann.token)
    ben_again = house_at.page(made["table"], ben.token)
    assert ann_again.table["mine"] == 3
    assert ann_again.table["asks"] == []
    assert ben_again.table["asks"] == asked
    assert ben_again.answer(2)["type"] == "accepted"
    ben_again.until_table(lambda table: table["answered"] == [])
    assert ["told.burnt", {"seat": 0, "oil": 3}] in ben_again.told
    play_to_the_end(ann_again, ben_again)
    saved = httpx.get(f"{house_at.address}/api/tables/{made['table']}/save").text
    assert arbiter.verify(saved, made["commitment"]).good


def test_a_restart_before_the_last_person_sits_down_keeps_the_seats(house_at):
    made = house_at.set_table("you", "person")
    ann = house_at.page(made["table"], made["token"])
    ann.join("Ann")
    house_at.stop()
    house_at.start()
    again = house_at.page(made["table"], ann.token)
    assert again.table["seat"] == 0
    ben = house_at.page(made["table"], again.table["invitations"]["1"])
    ben.join("Ben")
    assert ben.table["status"] == "playing"


def test_one_person_among_bots_may_take_back_even_a_revealed_bid(house_at):
    made = house_at.set_table("you", "random")
    page = house_at.page(made["table"], made["token"])
    page.join("Ann")
    first = page.ask["id"]
    page.answer(2)
    page.until_table(lambda table: table["asks"] and table["asks"][0]["prompt"] == "move")
    assert any(key == "told.burnt" for key, _ in page.told)
    page.say("undo")
    page.until_table(lambda table: table["asks"] and table["asks"][0]["prompt"] == "bid")
    assert not any(key == "told.burnt" for key, _ in page.told)
    assert page.answer(1, ask=first)["type"] == "refused"
    assert page.answer(1)["type"] == "accepted"


def test_at_a_shared_table_only_what_nobody_has_built_on_can_be_taken_back(house_at):
    made, ann, ben = two_people(house_at)
    ann.answer(2)
    ann.say("undo")
    assert "secret answer stands" in ann.until("refused")["reason"]
    ben.answer(2)
    ann.until_table(lambda table: table["asks"])
    ann.answer(0)
    ann.say("undo")
    ann.until_table(lambda table: table["asks"] and table["asks"][0]["prompt"] == "move")
    watcher = house_at.page(made["table"])
    watcher.say("undo")
    assert "spectators" in watcher.until("refused")["reason"]


def test_bots_play_alone_while_somebody_watches(house_at):
    made = house_at.set_table("random", "random", "random")
    page = house_at.page(made["table"], made["token"])
    drain(page)
    assert page.table["outcome"]["ranks"]


def test_a_bot_that_fails_holds_nobody_up(house_at, stumbling, caplog):
    made = house_at.set_table(stumbling, stumbling)
    drain(house_at.page(made["table"]))
    assert any("it failed: " in record.getMessage() for record in caplog.records)
    assert any("illegal answer" in record.getMessage() for record in caplog.records)


def test_a_journal_moved_on_from_elsewhere_is_noticed(house_at):
    made, ann, ben = two_people(house_at)
    house_at.store.append(made["table"], 0, [Said(0, "bid", 5)], "playing").result()
    ann.say("answer", ask=ann.ask["id"], answer=1)
    assert ann.until("overtaken", "accepted", "refused")["type"] == "overtaken", "no complaint: the table as it now is"
    assert ann.table["answered"] == [0]
    assert ben.answer(1)["type"] == "accepted"
    ben.until_table(lambda table: table["answered"] == [])
    assert ["told.burnt", {"seat": 0, "oil": 5}] in ben.told


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (
            """UPDATE sitting SET rules = '0', options = '{"rounds": 77}'""",
            "begun with rules 0 of Beacons. Here are rules 1",
        ),
        ("UPDATE sitting SET game = 'whist'", "there is no game whist"),
        ("""UPDATE sitting SET options = '{"rounds": 77}'""", "does not fit the rules of Beacons"),
        ("""UPDATE entry SET body = '["said", 0, "bid", 44]' WHERE n = 0""", "does not fit the rules of Beacons"),
    ],
    ids=["older rules", "unknown game", "bad options", "bad journal"],
)
def test_a_table_that_cannot_be_opened_says_so_and_tells_no_secret(house_at, damage, words):
    made, ann, _ = two_people(house_at)
    ann.answer(3)
    house_at.stop()
    house_at.start()
    house_at.store._write(lambda connection: connection.execute(damage)).result()
    with connect(f"ws://127.0.0.1:{house_at.port}/api/tables/{made['table']}") as socket:
        socket.send(json.dumps({"type": "hello", "token": ann.token}))
        said = json.loads(socket.recv(timeout=60))
        assert said["type"] == "gone"
        assert words in said["reason"]
        assert "44" not in said["reason"]
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=60)
        assert closed.value.rcvd.code == 4404
    answer = httpx.get(f"{house_at.address}/api/tables/{made['table']}/save")
    assert answer.status_code == 409
    assert words in answer.json()["error"]


def test_no_secret_is_written_to_the_log(house_at, stumbling, caplog):
    caplog.set_level("DEBUG")
    made, ann, ben = two_people(house_at, stumbling)
    bid_all(ann, ben)
    seed = house_at.store.sitting(made["table"]).seed
    text = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("arbiter"))
    for secret in (seed, ann.token, ben.token):
        assert secret not in text


@pytest.mark.parametrize("first", ["", "random"])
def test_the_host_may_stay_standing(house_at, first):
    seats = ["person", *filter(None, [first]), "person"]
    made = house_at.set_table(*seats)
    host = house_at.page(made["table"], made["token"])
    assert host.table["seat"] is None
    assert len(host.table["invitations"]) == 2
