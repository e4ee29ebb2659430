"""Links to seats: kept as hashes, and withdrawn where they went to the wrong person."""

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
