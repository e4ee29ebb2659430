"""Dice that anybody can check: chance is pledged before any of it is open, and every page can keep heads."""

import json

import httpx
import pytest

import arbiter
from arbiter.core.chain import pledge
from tests.server.house_at import play_to_the_end


@pytest.fixture
def seated(house_at):
    """Two people who have sat down and pledged, and whose pages have not opened anything by themselves."""
    made = house_at.set_table("you", "person")
    ann = house_at.page(made["table"], made["token"])
    ben = house_at.page(made["table"], ann.table["invitations"]["1"])
    for page, chance in ((ann, "aa" * 16), (ben, "bb" * 16)):
        page.say("join", name="", pledge=pledge(chance), token=page.own)
        page.until("seated")
    return made, ann, ben


def told(page, type="refused"):
    return page.until(type)["key"]


def test_nobody_opens_chance_before_all_have_pledged_theirs(house_at):
    made = house_at.set_table("you", "person")
    ann = house_at.page(made["table"], made["token"])
    ann.say("join", name="", pledge=pledge("aa" * 16), token=ann.own)
    ann.until("seated")
    ann.say("chance", entropy="aa" * 16)
    assert told(ann) == "house.chance_early"
    assert ann.table["pledges"] == {"0": pledge("aa" * 16)}
    assert ann.table["entropy"] == {}


def test_only_what_was_pledged_can_be_opened_and_with_the_last_the_game_begins(seated):
    _, ann, ben = seated
    ann.say("chance", entropy="bb" * 16)
    assert told(ann) == "house.chance_other"
    ann.say("chance", entropy="aa" * 16)
    ben.until_table(lambda seen: seen["entropy"] == {"0": "aa" * 16})
    assert "scene" not in ben.table
    ann.say("chance", entropy="aa" * 16)
    ben.say("chance", entropy="bb" * 16)
    for page in (ann, ben):
        page.until_table(lambda seen: "scene" in seen)
        assert page.table["entropy"] == {"0": "aa" * 16, "1": "bb" * 16}


def test_the_host_begins_without_chance_that_is_never_opened_and_the_save_says_so(seated, house_at):
    made, ann, ben = seated
    ben.say("begin")
    assert told(ben) == "house.host_only"
    ann.say("chance", entropy="aa" * 16)
    ann.say("begin")
    for page in (ann, ben):
        page.until_table(lambda seen: "scene" in seen)
    ben.say("chance", entropy="bb" * 16)
    assert told(ben) == "house.chance_late"
    play_to_the_end(ann, ben)
    saved = httpx.get(f"{house_at.address}/api/tables/{made['table']}/save").text
    verdict = arbiter.verify(saved, made["commitment"])
    assert verdict.good
    assert verdict.notes == ["seat 1 did not open its chance, and the table was begun without it"]


def test_every_page_is_shown_heads_and_the_journal_comes_by_all_of_them(house_at):
    made = house_at.set_table("you", "person", "random")
    ann = house_at.page(made["table"], made["token"])
    ben = house_at.page(made["table"], ann.table["invitations"]["1"])
    ann.join("Ann")
    ben.join("Ben")
    eve = house_at.page(made["table"])
    play_to_the_end(ann, ben)
    saved = httpx.get(f"{house_at.address}/api/tables/{made['table']}/save").text
    eve.until_table(lambda seen: seen["status"] == "over")
    for page in (ann, ben, eve):
        heads = list(dict.fromkeys(seen["head"] for seen in page.seen if seen["head"]))
        assert len(heads) > 10
        assert heads[-1] == json.loads(saved)["head"]
        assert arbiter.verify(saved, made["commitment"], heads).faults == []
        assert not arbiter.verify(saved, made["commitment"], heads[::-1]).good
    names = json.loads(saved)["names"]
    assert names["0"] == "Ann"
    assert not arbiter.verify(saved.replace('"Ann"', '"Eve"'), made["commitment"], heads).good


def test_the_chain_goes_on_after_a_restart(house_at):
    made = house_at.set_table("you", "random")
    ann = house_at.page(made["table"], made["token"])
    ann.join("Ann")
    ann.answer(2)
    ann.until_table(lambda seen: seen["asks"])
    head = ann.table["head"]
    house_at.stop()
    house_at.start()
    again = house_at.page(made["table"], ann.token)
    assert again.table["head"] == head
