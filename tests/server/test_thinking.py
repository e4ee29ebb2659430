"""Bots think in processes of their own: in turns, within a limit, and on a beat that tells nothing."""

import asyncio
import threading

import pytest

from arbiter.server.thinking import Thinking, Turns
from tests.server.house_at import HouseAt, at_the_table
from tests.server.strange_bots import Brooding


def test_tables_take_turns_however_much_one_of_them_wants():
    turns = Turns()
    for whose, thing in (("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("c", "c1"), ("c", "c2")):
        turns.put(whose, thing)
    assert [turns.take() for _ in range(7)] == ["a1", "b1", "c1", "a2", "c2", "a3", None]
    turns.put("a", "a4")
    assert turns.take() == "a4"


@pytest.mark.parametrize(("spent", "left"), [(0.0, 0.6), (0.2, 0.4), (0.59, 0.01), (0.7, 0.5), (3.1, 0.5)])
def test_bots_answer_on_a_steady_beat(spent, left):
    assert Thinking(0.6).left("clever", spent, followed=True) == pytest.approx(left)
    assert Thinking(0.0).left("clever", spent, followed=True) == 0
    assert Thinking(0.6).left("clever", spent, followed=False) <= 0.15


@pytest.mark.parametrize("spent", [0.0, 0.1, 0.65, 0.9])
def test_a_bot_that_thinks_ahead_takes_its_whole_time_whatever_it_found(spent):
    assert spent + Thinking(0.6).left("search", spent, followed=True) == pytest.approx(1.2)


@pytest.fixture
def brooding():
    """A bot that hangs for ever."""
    with at_the_table(Brooding):
        yield "brooding"


@pytest.fixture
def slow_house(tmp_path):
    """A house that waits for its bots for a very long time, or for a moment only."""
    houses = []

    def start(limit):
        house = HouseAt(tmp_path / "tables.db", thinking=Thinking(0.0, processes=1, limit=limit))
        houses.append(house)
        house.start()
        return house

    yield start
    for house in houses:
        house.stop()


def test_a_bot_that_hangs_for_ever_costs_its_table_the_limit_and_no_more(slow_house, brooding, caplog):
    house = slow_house(0.2)
    made = house.set_table(brooding, "random", rounds=1)
    page = house.page(made["table"])
    page.until_table(lambda seen: seen["status"] == "over")
    assert any("more than 0.2 seconds" in record.getMessage() for record in caplog.records)


def test_a_person_elsewhere_does_not_wait_for_a_bot_that_hangs(slow_house, brooding):
    house = slow_house(3600)
    stuck = house.set_table("you", brooding)
    ann = house.page(stuck["table"], stuck["token"])
    ann.join("Ann")
    ann.until_table(lambda seen: seen["asks"])
    assert ann.answer(1)["type"] == "accepted"
    made = house.set_table("you", "person")
    ben = house.page(made["table"], made["token"])
    ben.join("Ben")
    cleo = house.page(made["table"], ben.table["invitations"]["1"])
    cleo.join("Cleo")
    for page in (ben, cleo):
        page.until_table(lambda seen: seen["asks"])
        assert page.answer(1)["type"] == "accepted"
    ben.until_table(lambda seen: seen["asks"] and seen["asks"][0]["prompt"] == "move")
    ann.catch_up()
    assert ann.table["waiting"] == [1], "the bot has not answered all the while"


def test_where_no_bot_is_asked_no_process_is_begun(house_at):
    made = house_at.set_table("you", "person")
    ann = house_at.page(made["table"], made["token"])
    ann.join("Ann")
    house_at.page(made["table"], ann.table["invitations"]["1"]).join("Ben")
    assert ann.answer(1)["type"] == "accepted"
    assert not any(process.alive for process in house_at.app_house.thinking.processes)


def test_bots_play_on_by_themselves_when_the_store_is_back(house_at, monkeypatch, caplog):
    """Nobody else may act while they are waited for, so nobody would wake them."""
    monkeypatch.setattr("arbiter.server.room.AGAIN", 0.05)
    made = house_at.set_table("random", "random", rounds=3)
    away = house_at.path.with_name("away.db")
    asked = house_at.app_house.thinking.ask

    async def think(*of):
        if not caplog.records and not away.exists():
            house_at.path.rename(away)
        return await asked(*of)

    monkeypatch.setattr(house_at.app_house.thinking, "ask", think)
    page = house_at.page(made["table"])
    while not any("the bots at table" in record.getMessage() for record in caplog.records):
        page.catch_up(0.05)
    assert page.table["status"] != "over"
    away.rename(house_at.path)
    page.until_table(lambda seen: seen["status"] == "over")
    assert not any(record.exc_info for record in caplog.records)


def test_a_game_that_ends_while_a_bot_thinks_is_no_fault(house_at, monkeypatch, caplog):
    made = house_at.set_table("you", "random", rounds=1)
    page = house_at.page(made["table"], made["token"])
    thought = threading.Event()

    async def think(mind, seat, bot, queue):
        while house_at.store.sitting(made["table"]).status != "over":
            await asyncio.sleep(0.01)
        thought.set()
        return 1

    monkeypatch.setattr(house_at.app_house.thinking, "ask", think)
    page.join("Ann")
    page.until_table(lambda seen: seen["asks"])
    page.say("resign")
    page.until_table(lambda seen: seen["status"] == "over")
    assert thought.wait(60)
    page.say("lost")
    page.until("table")
    assert not any(record.exc_info for record in caplog.records)
