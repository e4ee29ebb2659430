"""Links to seats: kept as hashes, and withdrawn where they went to the wrong person."""

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from arbiter.store import fresh_id, opens, sealed


def test_no_table_is_called_like_an_option_of_a_command():
    found = {fresh_id() for _ in range(2000)}
    assert len(found) == 2000
    assert all(id[0].isalnum() and len(id) == 12 for id in found)


def test_a_sealed_token_is_opened_by_the_token_alone():
    kept = sealed("key-of-ann")
    assert opens("key-of-ann", kept)
    assert not opens("key-of-bo", kept)
    assert not opens(kept, kept), "what stands in the store opens nothing"
    assert opens("plain", "plain")
    assert not opens("", "")


def test_the_store_does_not_have_the_keys_to_taken_seats(house_at):
    made = house_at.set_table("you", "person")
    ann = house_at.page(made["table"], made["token"])
    ben = house_at.page(made["table"], ann.table["invitations"]["1"])
    ann.join("Ann")
    ben.join("Ben")
    kept = house_at.store.sitting(made["table"])
    for page, seat in zip((ann, ben), kept.seats, strict=True):
        assert page.token not in str(kept)
        assert opens(page.token, seat.token)
        assert house_at.page(made["table"], seat.token.removeprefix("sha256:")).table["seat"] is None
    assert opens(ann.token, kept.host)
    assert house_at.page(made["table"], ann.token).table["seat"] == 0


def test_a_host_who_stays_standing_has_a_key_that_the_store_does_not(house_at):
    made = house_at.set_table("person", "person")
    assert made["token"] not in str(house_at.store.sitting(made["table"]))
    host = house_at.page(made["table"], made["token"])
    assert sorted(host.table["invitations"]) == ["0", "1"]


def test_an_invitation_is_withdrawn_and_another_takes_its_place(house_at):
    made = house_at.set_table("you", "person", "person")
    ann = house_at.page(made["table"], made["token"])
    old = ann.table["invitations"]["1"]
    eve = house_at.page(made["table"], old)
    assert eve.table["invited"] == 1
    eve.say("withdraw", seat=2)
    assert eve.until("refused")["key"] == "house.host_only"
    ann.say("withdraw", seat=1)
    ann.until_table(lambda seen: seen["invitations"]["1"] != old)
    eve.until_table(lambda seen: seen["invited"] is None)
    eve.say("join", name="Eve", pledge="0" * 64, token=eve.own)
    assert eve.until("refused", "seated")["key"] == "house.not_invited"
    late = house_at.page(made["table"], old)
    assert late.table["invited"] is None
    ben = house_at.page(made["table"], ann.table["invitations"]["1"])
    ben.join("Ben")
    for seat in (0, 1, 7):
        ann.say("withdraw", seat=seat)
        assert ann.until("refused")["key"] == "house.not_withdrawn"


def test_ones_own_link_is_withdrawn_and_whoever_came_by_it_only_watches(house_at):
    made = house_at.set_table("you", "person")
    ann = house_at.page(made["table"], made["token"])
    ben = house_at.page(made["table"], ann.table["invitations"]["1"])
    ben.say("renew", token="n" * 24)
    assert ben.until("refused")["key"] == "house.seat_only"
    ann.join("Ann")
    ann.say("renew", token="n" * 24)
    assert ann.until("refused")["key"] == "house.not_begun"
    ben.join("Ben")
    old = ann.token
    eve = house_at.page(made["table"], old)
    assert eve.table["seat"] == 0
    ann.say("renew", token=ben.token)
    assert ann.until("refused")["key"] == "house.known_key"
    for _ in range(2):
        ann.say("renew", token="n" * 24)
        assert ann.until("seated")["seat"] == 0, "asking again is harmless"
    eve.until("notice")
    eve.until_table(lambda seen: seen["seat"] is None)
    assert "asks" not in eve.table or eve.table["asks"] == []
    assert house_at.page(made["table"], old).table["seat"] is None
    back = house_at.page(made["table"], "n" * 24)
    assert (back.table["seat"], back.table["host"]) == (0, True)
    assert "n" * 24 not in str(house_at.store.sitting(made["table"]))


def test_where_nobody_may_watch_a_withdrawn_link_shows_nothing_more(house_at):
    terms = {"watch": "nobody"}
    wish = {"game": "beacons", "seats": ["you", "person"], "options": {}, "terms": terms}
    made = httpx.post(f"{house_at.address}/api/tables", json=wish).json()
    ann = house_at.page(made["table"], made["token"])
    ben = house_at.page(made["table"], ann.table["invitations"]["1"])
    ann.join("Ann")
    ben.join("Ben")
    eve = house_at.page(made["table"], ann.token)
    ann.say("renew", token="n" * 24)
    ann.until("seated")
    assert eve.until("gone", "notice")["key"] == "house.no_watching"
    shown = eve.number
    ann.say("talk", text="only between us")
    ben.until_table(lambda seen: seen["talk"])
    eve.catch_up(0.3)
    assert eve.number == shown


@pytest.mark.parametrize("message", [{"type": "lost"}, {"type": "recall"}, {"type": "talk", "text": "still here"}])
def test_whoever_was_put_out_stays_out_though_their_page_does_not_go(house_at, message):
    wish = {"game": "beacons", "seats": ["you", "person"], "options": {}, "terms": {"watch": "nobody"}}
    made = httpx.post(f"{house_at.address}/api/tables", json=wish).json()
    ann = house_at.page(made["table"], made["token"])
    ben = house_at.page(made["table"], ann.table["invitations"]["1"])
    ann.join("Ann")
    ben.join("Ben")
    eve = house_at.page(made["table"], ann.token)
    ann.say("renew", token="n" * 24)
    eve.until("gone")
    shown = eve.number
    eve.say(**message)
    assert eve.until("gone", "table", "refused")["key"] == "house.no_watching"
    with pytest.raises(ConnectionClosed):
        eve.until("table")
    assert eve.number == shown
    assert ann.answer(1)["type"] == "accepted"
    assert not ann.table["talk"]
