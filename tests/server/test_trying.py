"""Trying an answer: the table says whether it would do, and nothing comes of it. Undo is offered if it is granted."""

import pytest

from tests.server.test_tables import bid_all, two_people


def tried(page, answer, **more):
    page.say("try", ask=page.ask["id"], answer=answer, n=7, **more)
    reply = page.until("tried")
    assert reply["n"] == 7
    return reply["refused"]


def at_the_form(house_at):
    """Ann, who burnt less oil, writes the orders; Ben has set his beacon."""
    made, ann, ben = two_people(house_at)
    bid_all(ann, ben)
    for page in (ann, ben):
        page.until_table(lambda table: table["asks"] and table["asks"][0]["prompt"] == "move")
        assert page.answer(page.ask["options"][0]["value"])["type"] == "accepted"
    ben.until_table(lambda table: table["asks"] and table["asks"][0]["kind"] == "several")
    assert ben.answer([])["type"] == "accepted"
    ben.until_table(lambda table: table["asks"] and table["asks"][0]["kind"] == "place")
    return made, ann, ben


def test_a_good_answer_is_found_good_and_is_not_given(house_at):
    made, ann, _ = two_people(house_at)
    before = house_at.store.entries(made["table"])
    assert tried(ann, 3) is None
    assert house_at.store.entries(made["table"]) == before
    assert ann.answer(2)["type"] == "accepted"


def test_a_refusal_comes_as_a_key_with_arguments_and_in_words(house_at):
    _, ann, _ = two_people(house_at)
    assert tried(ann, 99) == {
        "key": "refused.range",
        "args": {"answer": 99, "least": 0, "most": 5},
        "rule": "BEA-1",
        "reason": "99 is out of range: from 0 to 5",
    }


def test_a_field_of_a_form_is_tried_by_itself_and_the_form_as_a_whole(house_at):
    _, ann, ben = at_the_form(house_at)
    assert tried(ben, [50, 40, 0])["key"] == "refused.grid"
    assert ben.answer([60, 40, 0])["type"] == "accepted"
    ann.until_table(lambda table: table["asks"] and table["asks"][0]["kind"] == "form")
    assert tried(ann, 9, path=["oil"])["key"] == "refused.range"
    assert tried(ann, 6, path=["oil"]) is None
    assert tried(ann, {"oil": 6, "where": 1, "crew": ["moth"]})["rule"] == "BEA-5"
    assert tried(ann, {"oil": 6, "where": 1, "crew": ["moth", "tide"]}) is None


@pytest.mark.parametrize("path", [["moon"], ["oil", "deeper"], [""]])
def test_a_field_that_is_not_there_is_refused(house_at, path):
    _, ann, _ = two_people(house_at)
    assert "moved on" in tried(ann, 1, path=path)["reason"]


def test_nobody_tries_for_another_seat(house_at):
    _, ann, ben = two_people(house_at)
    ben.say("try", ask=ann.ask["id"], answer=1, n=1)
    assert "moved on" in ben.until("tried")["refused"]["reason"]


def test_taking_back_is_offered_only_where_it_is_granted(house_at):
    """Ann's bid lies face down and stands; her move can be taken back until Ben moves."""
    _, ann, ben = two_people(house_at)
    bid_all(ben, ann)
    ann.until_table(lambda table: table["asks"] and table["asks"][0]["prompt"] == "move")
    assert ann.table["undo"]["may"] == "no"
    assert ann.answer(ann.ask["options"][0]["value"])["type"] == "accepted"
    ann.until_table(lambda table: table["waiting"] == [1])
    assert ann.table["undo"]["may"] == "now"
    ann.say("undo")
    ann.until_table(lambda table: table["asks"] and table["asks"][0]["prompt"] == "move")
