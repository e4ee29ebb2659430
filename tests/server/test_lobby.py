"""The front door: cards, tables for anybody, everything one has a seat at, and another game with the same people."""

import httpx
import msgspec
import pytest

from arbiter.games import find, known
from arbiter.server.lobby import card
from arbiter.server.words import offer
from tests.server.people import at_table, put_a_mark, refused, until

OURS = ("epix", "qadardalikoi", "tekumel", "yummell")


def how_it_stands(house, *seats, language="en"):
    asked = {"seats": [{"table": table, "token": token, "heard": heard} for table, token, heard in seats]}
    answer = httpx.post(f"{house.address}/api/mine?language={language}", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()["seats"]


def test_a_card_shows_the_games_own_scene(house_at, hands):
    answer = httpx.get(f"{house_at.address}/api/games/tic-tac-toe/card")
    scene = answer.json()["scene"]
    assert len(scene["regions"]) == 9
    assert scene["tokens"]
    assert "name" not in scene["regions"][0]
    assert card("tic-tac-toe") == answer.content, "the same picture every time"
    assert httpx.get(f"{house_at.address}/api/games/nonsense/card").status_code == 404
    assert "tic-tac-toe" in known()


@pytest.mark.parametrize("game", OURS)
def test_the_card_of_a_game_shows_pieces_of_several_seats(game):
    tokens = msgspec.json.decode(card(game))["scene"]["tokens"]
    assert len({token.get("owner") for token in tokens} - {None}) > 1


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", OURS)
def test_every_option_is_explained_in_every_language(game, language):
    offered = offer(find(game), language)
    words, english = find(game).catalogue(language), offer(find(game))
    assert "about" in words
    for option, other in zip(offered["options"], english["options"], strict=True):
        assert f"options.{option['name']}" in words
        assert option["about"]
        assert language == "en" or option["about"] != other["about"]
        for value, said in option.get("choices", ()):
            assert said != str(value).replace("_", " ").capitalize() or f"options.{option['name']}.{value}" in words


def test_a_text_that_names_things_offers_their_names():
    track = next(one for one in offer(find("yummell"), "de")["options"] if one["name"] == "track")
    assert track["kind"] == "choice"
    assert ["homberflupps_knot", "Homberflupps Knoten"] in [list(one) for one in track["choices"]]
    armies = next(one for one in offer(find("qadardalikoi"))["options"] if one["name"] == "armies")
    assert armies["kind"] == "text"
    assert dict(armies["named"])["keneng"] == "A Kenéng of Tsolyánu"


def test_what_the_operators_packs_bring_is_offered():
    field = {"name": "A meadow", "region": "plain"}
    offered = offer(find("qadardalikoi"), "de", {"fields": {"meadow": field}})["options"]
    choices = {one["name"]: dict(one.get("choices", ())) for one in offered}
    assert choices["battlefield"]["meadow"] == "A meadow"
    assert choices["battlefield"]["told"] == "das der Schlacht"
    assert "meadow" not in choices["scenario"]
    assert "fields" not in choices


def test_the_front_door_names_tables_with_a_free_seat_and_those_that_all_may_watch(house_at, hands):
    wish = {"game": "tic-tac-toe", "seats": ["you", "open"], "options": {}}
    made = httpx.post(f"{house_at.address}/api/tables", json=wish).json()
    ann = house_at.page(made["table"], made["token"])
    ann.join("Ann")
    shown, _ = at_table(house_at, "random", watch="all")
    at_table(house_at, "random")
    seen = httpx.get(f"{house_at.address}/api/lobby").json()
    assert [one["table"] for one in seen["open"]] == [made["table"]]
    assert seen["open"][0]["seats"] == [
        {"name": "Ann", "bot": "", "open": False}, {"name": "", "bot": "", "open": True},
    ]  # fmt: skip
    assert [one["table"] for one in seen["playing"]] == [shown]
    assert made["token"] not in str(seen)
    house_at.page(made["table"]).join("Ben")
    assert httpx.get(f"{house_at.address}/api/lobby").json()["open"] == []


def test_one_is_told_how_it_stands_at_all_ones_tables_and_what_is_new(house_at, hands):
    table, (ann, ben) = at_table(house_at, "person", clock={"bank": 3600})
    put_a_mark(ann, [ben], 4)
    mine, other, strange, gone = how_it_stands(
        house_at, (table, ben.token, 0), (table, ann.token, 1), (table, "x" * 24, 0), ("nowhere", "x" * 24, 0)
    )
    assert (mine["seat"], mine["waiting"], mine["title"], mine["status"]) == (1, [1], "Tic-tac-toe", "playing")
    assert [seat["name"] for seat in mine["seats"]] == ["Ann", "Ben"]
    assert mine["due"] == hands.at + 3600
    assert mine["news"] == mine["last"]
    assert "Ann" in mine["last"][0]
    assert (other["seat"], other["news"], other["heard"]) == (0, [], 1)
    assert strange == gone == {"gone": True}


def test_a_key_that_is_no_key_is_not_even_looked_for(house_at, hands):
    asked = {"seats": [{"table": "t", "token": "short"}]}
    assert httpx.post(f"{house_at.address}/api/mine", json=asked).status_code == 400
    foreign = httpx.post(f"{house_at.address}/api/mine", json={"seats": []}, headers={"origin": "http://elsewhere"})
    assert foreign.status_code == 403


def test_a_rematch_takes_everybody_along_and_turns_the_seats(house_at, hands):
    _, (ann, ben, cleo) = at_table(house_at, "person", "person", game="beacons", undo="consent")
    assert refused(ben, "again") == "house.again_later"
    cleo.say("resign")
    until(ann, lambda seen: seen["seats"][2].get("resigned"))
    ben.say("resign")
    for page in (ann, ben, cleo):
        until(page, lambda seen: seen["status"] == "over")
    ben.say("again")
    for page in (ann, ben, cleo):
        until(page, lambda seen: seen.get("again"))
    cleo.say("again")
    again = [page.table["again"] for page in (ann, ben, cleo)]
    assert len({one["table"] for one in again}) == 1
    assert len({one["token"] for one in again}) == 3
    watcher = house_at.page(ann.at)
    assert watcher.table["again"]["token"] == ""
    pages = [house_at.page(one["table"], one["token"]) for one in again]
    assert [page.table["invited"] for page in pages] == [1, 2, 0]
    assert [page.table.get("host", False) for page in pages] == [False, True, False]
    assert pages[0].table["terms"]["undo"] == "consent"
    for page, name in zip(pages, ["Ann", "Ben", "Cleo"], strict=True):
        page.join(name)
    assert [seat["name"] for seat in pages[2].table["seats"]] == ["Cleo", "Ann", "Ben"]
