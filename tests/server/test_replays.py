"""Watching and replaying: whoever looks sees what they may, and a finished game can be looked at in every way."""

import asyncio
import json
import re
import secrets
from base64 import b64decode
from random import Random

import httpx
import msgspec
import pytest

from arbiter.core import Table
from arbiter.core.differences import apply
from arbiter.core.replays import moments, open_scene
from arbiter.core.saves import read
from arbiter.core.verifying import verify
from arbiter.games import find
from arbiter.server import replays
from arbiter.server.offline import one_file
from arbiter.server.refusals import Refused
from arbiter.server.replays import steps
from tests.server.house_at import HouseAt, play_to_the_end, some_answer


def played(game: str, seats: int, answers: int = 10_000, seed: int = 4) -> Table:
    table, rng = Table(find(game), seats, seed), Random(seed)
    for _ in range(answers):
        if table.over:
            break
        ask = table.asks[0]
        table.answer(ask.seat, ask.sample(rng))
    return table


def wire(value):
    """As a page gets it."""
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("game", ["epix", "tekumel", "yummell"])
def test_moments_are_the_game_once_more(game):
    table = played(game, 3, 60)
    for since in (0, len(table.journal) // 2):
        seen = list(moments(table, since))
        last = seen[-1].table
        assert last.journal == table.journal
        assert last.view(None) == table.view(None)
        assert last.events(0) == table.events(0)
        assert seen[0].said is None
        assert all(moment.said for moment in seen[1:])


@pytest.mark.parametrize("game", ["epix", "tekumel", "yummell"])
def test_everything_shown_shows_whatever_any_seat_sees(game):
    table = played(game, 3, 45)
    shown = {thing.id: thing for thing in open_scene(table).things()}
    for seat in range(3):
        for card in table.scene(seat).cards:
            if card.face and "secret" not in card.marks:
                assert shown[card.id].name == card.name


@pytest.mark.parametrize("eyes", ["all", "public", 1])
def test_steps_lead_to_the_picture_that_a_page_would_be_shown(eyes):
    table = played("epix", 3)
    found = wire(steps(table, eyes))
    picture, told = found["first"]["picture"], list(found["first"]["log"]["events"])
    for step in found["steps"]:
        picture = apply(picture, step["change"])
        if "log" in step:
            told[step["log"]["from"] :] = step["log"]["events"]
    scene = open_scene(table) if eyes == "all" else table.scene(None if eyes == "public" else eyes)
    assert picture["scene"] == wire(scene)
    assert picture["outcome"] == wire(table.outcome)
    assert len(told) == len(table.all_events() if eyes == "all" else table.events(None if eyes == "public" else eyes))
    assert len(found["steps"]) <= len(table.journal)


def test_a_replay_of_a_running_game_tells_nothing_but_what_was_seen():
    """Not how long the journal was, and nothing that another seat holds."""
    table = played("tekumel", 3, 40)
    found = steps(table, 0, 0, finished=False)
    assert "at" not in found["first"]
    assert all("at" not in step for step in found["steps"])
    hidden = {card.name.key for seat in (1, 2) for card in table.scene(seat).cards if card.face and card.name}
    hidden -= {card.name.key for card in table.scene(0).cards if card.face and card.name}
    text = json.dumps(wire(found))
    seen = {card.name.key for moment in moments(table) for card in moment.table.scene(0).cards if card.name}
    assert hidden - seen
    assert not any(f'"{key}"' in text for key in hidden - seen)


@pytest.fixture(scope="module")
def over(tmp_path_factory):
    """A house with a finished game of one person and a bot, and the page of that person."""
    house = HouseAt(tmp_path_factory.mktemp("replays") / "tables.db")
    house.start()
    made = house.set_table("you", "random")
    page = house.page(made["table"], made["token"])
    page.join("Ann")
    house.watcher = house.page(made["table"])
    page.say("recall")
    house.first_recall = page.until("recalled", "refused")
    play_to_the_end(page, house.watcher)
    house.table, house.token = made["table"], page.token
    yield house
    house.stop()


def get(house, path: str, **params: str) -> httpx.Response:
    return httpx.get(f"{house.address}/api/tables/{path}", params=params)


def test_a_finished_game_replays_from_every_seat_and_with_everything_shown(over):
    for eyes in ("all", "public", "0", "1"):
        answer = get(over, f"{over.table}/replay", eyes=eyes)
        assert answer.status_code == 200
        found = answer.json()
        assert next(seat["name"] for seat in found["seats"]) == "Ann"
        assert str(found["eyes"]) == eyes
        assert found["steps"]
    for nobody in ("2", "-1", "9" * 5000, "٣", ""):
        assert get(over, f"{over.table}/replay", eyes=nobody).status_code == 409
    assert get(over, "nowhere/replay").status_code == 404


def test_a_running_game_does_not_replay(over):
    made = over.set_table("you", "random")
    page = over.page(made["table"], made["token"])
    for path in ("replay", "replay.html"):
        refused = get(over, f"{made['table']}/{path}")
        assert refused.status_code == 409
        assert refused.json()["key"] == "house.save_later"
    page.join("Bo")
    assert get(over, f"{made['table']}/replay", eyes="public").status_code == 409
    token = secrets.token_urlsafe(18)
    wish = {"at": 0, "seat": 0, "token": token}
    assert httpx.post(f"{over.address}/api/tables/{made['table']}/fork", json=wish).status_code == 409


def test_spectators_see_what_the_public_sees(over):
    """All that a spectator was ever sent is the public scene: nobody's asks, nobody's secrets."""
    watcher = over.watcher
    assert all(not seen.get("asks") and not seen.get("secrets") for seen in watcher.seen)
    public = get(over, f"{over.table}/replay", eyes="public").json()
    picture = public["first"]["picture"]
    for step in public["steps"]:
        picture = apply(picture, step["change"])
    assert watcher.table["scene"] == picture["scene"]
    watcher.say("recall")
    assert watcher.until("recalled", "refused")["key"] == "house.spectator_recalls"


def test_what_happened_since_my_last_answer_is_told_from_my_seat(over):
    first = over.first_recall
    assert first["type"] == "recalled"
    assert first["eyes"] == 0
    assert "at" not in first["first"]


def test_a_replay_is_one_file_that_needs_nothing_else(over):
    answer = get(over, f"{over.table}/replay.html", language="fr")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    text = answer.text
    assert 'src="/web' not in text
    assert 'href="/web' not in text
    assert 'url("/web' not in text
    assert "Revoir la partie" in text
    assert len(text) < 600_000


def test_what_a_replay_fetches_later_is_in_its_file_as_well():
    """The names of units: without a house nothing else could be fetched."""
    page = one_file("replay.html", "replay.js", {}, {}).decode()
    (found,) = re.findall(r'<script type="importmap">(.*?)</script>', page)
    inside = {name: b64decode(uri.partition(",")[2]).decode() for name, uri in json.loads(found)["imports"].items()}
    assert 'import("units.js")' in inside["sheet.js"]
    assert "callUnits" in inside["units.js"]


def test_a_game_that_somebody_resigned_says_so_at_the_end_of_its_replay(over):
    made = over.set_table("you", "person")
    ann = over.page(made["table"], made["token"])
    ann.join("Ann")
    ben = over.page(made["table"], ann.table["invitations"]["1"])
    ben.join("Ben")
    ben.say("resign")
    ann.until_table(lambda seen: seen["status"] == "over")
    for eyes in ("all", "public", "0", "1"):
        found = get(over, f"{made['table']}/replay", eyes=eyes).json()
        picture = found["first"]["picture"]
        for step in found["steps"]:
            picture = apply(picture, step["change"])
        assert picture["outcome"] == ann.table["outcome"]
        assert (picture["waiting"], picture["asked"]) == ([], [])


def test_a_position_can_be_played_on_as_a_table_of_its_own(over):
    found = get(over, f"{over.table}/replay").json()
    step = found["steps"][len(found["steps"]) // 2]
    token = secrets.token_urlsafe(18)
    wish = {"at": step["at"], "seat": 0, "token": token, "name": "Ann", "bot": "random"}
    answer = httpx.post(f"{over.address}/api/tables/{over.table}/fork", json=wish)
    assert answer.status_code == 201, answer.text
    page = over.page(answer.json()["table"], token)
    assert page.table["seat"] == 0
    assert page.table["status"] == "playing"
    assert [seat["bot"] for seat in page.table["seats"]] == ["", "random"]
    play_to_the_end(page)
    save = get(over, f"{answer.json()['table']}/save").text
    old = get(over, f"{over.table}/save").json()
    assert json.loads(save)["journal"][: step["at"]] == old["journal"][: step["at"]]
    assert verify(read(save), find("beacons")).faults == []


def test_whoever_plays_alone_against_bots_plays_on_from_where_the_game_stands(over):
    made = over.set_table("you", "random")
    page = over.page(made["table"], made["token"])
    page.join("Ann")
    page.answer(some_answer(page.ask, Random(4)))
    page.until_table(lambda seen: seen["asks"])
    address, key = f"{over.address}/api/tables/{made['table']}/fork", secrets.token_urlsafe(18)
    for wrong in ({}, {"own": made["token"]}, {"own": "nobody"}):
        refused = httpx.post(address, json={"token": key, **wrong})
        assert (refused.status_code, refused.json()["key"]) == (409, "house.save_later"), wrong
    answer = httpx.post(address, json={"token": key, "own": page.token, "name": "Ann"})
    assert answer.status_code == 201, answer.text
    new = over.page(answer.json()["table"], key)
    assert (new.table["scene"], new.told) == (page.table["scene"], page.told)
    assert [(seat["bot"], seat["name"]) for seat in new.table["seats"]] == [
        (seat["bot"], seat["name"]) for seat in page.table["seats"]
    ]
    play_to_the_end(new)
    assert page.table["status"] == "playing"
    again = {"token": secrets.token_urlsafe(18), "own": key}
    refused = httpx.post(f"{over.address}/api/tables/{answer.json()['table']}/fork", json=again)
    assert refused.json()["key"] == "house.fork_over"


@pytest.mark.parametrize(("seats", "terms"), [(("you", "person"), {}), (("you", "random"), {"undo": "never"})])
def test_a_running_game_is_played_on_by_nobody_else(over, seats, terms):
    """Not where others play, to whom it would tell secrets, nor where nothing may be taken back."""
    wish = {"game": "beacons", "seats": seats, "options": {}, "terms": terms}
    made = httpx.post(f"{over.address}/api/tables", json=wish).json()
    page = over.page(made["table"], made["token"])
    page.join("Ann")
    if "person" in seats:
        over.page(made["table"], page.table["invitations"]["1"]).join("Ben")
    wish = {"token": secrets.token_urlsafe(18), "own": page.token}
    refused = httpx.post(f"{over.address}/api/tables/{made['table']}/fork", json=wish)
    assert (refused.status_code, refused.json()["key"]) == (409, "house.save_later")


def test_a_fork_is_refused_where_the_game_does_not_go_on(over):
    found = get(over, f"{over.table}/replay").json()
    token = secrets.token_urlsafe(18)
    for wrong in ({"at": found["steps"][-1]["at"]}, {"at": 10**6}, {"at": 0, "seat": 5}, {"at": 0, "bot": "nobody"}):
        wish = {"seat": 0, "token": token, **wrong}
        assert httpx.post(f"{over.address}/api/tables/{over.table}/fork", json=wish).status_code in (400, 409), wrong


def test_who_waits_for_a_replay_hears_how_much_is_made(over, monkeypatch):
    shares, tell = [], replays.steps

    def followed(*of, heard_of, **more):
        def heard(share):
            heard_of(share)
            shares.append(get(over, f"{over.table}/replay/progress", eyes="1").json()["share"])
            assert get(over, f"{over.table}/replay/progress", eyes="0").json() == {"share": 0}

        return tell(*of, heard_of=heard, **more)

    over.app_house.replays._kept.clear()
    monkeypatch.setattr(replays, "steps", followed)
    assert get(over, f"{over.table}/replay", eyes="1").status_code == 200
    assert shares == sorted(shares)
    assert shares[0] < 0.2 < 0.8 < shares[-1] <= 1
    assert get(over, "nowhere/replay/progress", eyes="9" * 5000).json() == {"share": 0}


def test_only_so_many_wait_for_a_replay(monkeypatch):
    """Whoever asks for replays without end takes no time from those who play."""
    monkeypatch.setattr(replays, "WAITING", 2)
    table = played("epix", 2, 10)

    async def many() -> list[object]:
        house = replays.Replays()
        return await asyncio.gather(*(house.recall(table, 0) for _ in range(3)), return_exceptions=True)

    found = asyncio.run(many())
    assert [isinstance(one, Refused) for one in found] == [False, False, True]
