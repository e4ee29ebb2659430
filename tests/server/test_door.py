"""What does not belong to the table stays outside, and is told why."""

import json

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from arbiter.games import find
from arbiter.server.words import offer
from arbiter.store import Seat, Sitting
from arbiter.words import interface
from tests.yummell.test_packs import PACK as FAIR


def say(house_at, wish) -> httpx.Response:
    return httpx.post(f"{house_at.address}/api/tables", content=json.dumps(wish))


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"game": "whist", "seats": ["you"]}, "there is no game 'whist'"),
        ({"game": "beacons", "seats": ["you"]}, "for 2–4 players, not 1"),
        ({"game": "beacons", "seats": ["you", "you"]}, "one seat only"),
        ({"game": "beacons", "seats": ["you", "hal9000"]}, "a bot (random"),
        ({"game": "beacons", "seats": ["you", "search:999999"]}, "not for 'search:999999'"),
        (
            {"game": "beacons", "seats": ["you", "random"], "options": {"rounds": 9}},
            "wrong for rounds, which takes: a number from 1 to",
        ),
        (
            {"game": "beacons", "seats": ["you", "random"], "options": {"moon": 1}},
            "options are: rounds, weather,",
        ),
        (
            {"game": "beacons", "seats": ["you", "random"], "options": {"weather": "hail"}},
            "wrong for weather, which takes: clear, fog",
        ),
        ({"game": "yummell", "seats": ["you", "random"], "options": {"track": "moon"}}, "which takes: suited, built"),
        (
            {"game": "yummell", "seats": ["you", "random"], "options": {"round_limit": 0}},
            "bots race with a round limit",
        ),
        ({"game": "yummell", "seats": ["you", "random"], "options": {"packs": []}}, "packs can only be set by whoever"),
        ({"game": "yummell", "seats": ["you", "random"], "options": {"packs": ["[pack]"]}}, "packs can only be set by"),
        ({"game": "beacons"}, "seats"),
        ([], "object"),
    ],
)
def test_a_table_that_cannot_be_set_is_refused_in_words(house_at, wish, words):
    answer = say(house_at, wish)
    assert answer.status_code == 400
    assert words in answer.json()["error"]
    assert house_at.store._read("SELECT COUNT(*) FROM sitting WHERE id <> ?", "") == [(0,)]


@pytest.mark.parametrize(
    ("wish", "status", "key", "said"),
    [
        (
            {"game": "whist", "seats": ["you"]},
            400,
            "house.no_game",
            {"fr": "pas de jeu « whist » ici", "de": "kein Spiel „whist“"},
        ),
        ({"game": "beacons"}, 400, "house.unreadable", {"fr": "n'a pas pu être lu", "de": "war nicht zu lesen"}),
        (
            {"game": "beacons", "seats": ["you", "random"], "options": {"rounds": 9}},
            400,
            "options.wrong",
            {"fr": "ne va pas pour rounds, qui prend : un nombre de 1 à 5", "de": "richtig ist: eine Zahl von 1 bis 5"},
        ),
        (
            {"game": "yummell", "seats": ["you", "random"], "options": {"round_limit": 0}},
            400,
            "refused.bots",
            {language: find("yummell").catalogue(language)["refused.bots"] for language in ("fr", "de")},
        ),
        ({"game": "x" * 100_000, "seats": []}, 413, "house.too_long", {"fr": "c'est plus que", "de": "Beschreibung"}),
    ],
)
def test_what_is_refused_is_said_in_the_language_of_whoever_asks(house_at, wish, status, key, said):
    for language, words in said.items():
        asked = httpx.post(f"{house_at.address}/api/tables", params={"language": language}, content=json.dumps(wish))
        assert (asked.status_code, asked.json()["key"]) == (status, key)
        assert words in asked.json()["error"]
        assert words not in asked.json()["reason"], "the reason is in English for whoever knows no other"


def test_a_browser_says_its_language_by_itself(house_at):
    nowhere = f"{house_at.address}/api/tables/nowhere/book"
    for wished, said in (
        ("de-AT,de;q=0.9", "Einen solchen Tisch gibt es hier nicht."),
        ("tlh", "There is no such table"),
    ):
        answer = httpx.get(nowhere, headers={"accept-language": wished})
        assert (answer.status_code, answer.json()["key"]) == (404, "house.no_table")
        assert said in answer.json()["error"]


@pytest.mark.parametrize(
    ("method", "path", "status", "key"),
    [
        ("GET", "/api/nothing", 404, "house.not_there"),
        ("DELETE", "/api/games", 405, "house.not_there"),
        ("GET", "/web/nothing.js", 404, "house.not_there"),
        ("GET", "/web/%00.js", 404, "house.not_there"),
        ("GET", f"/web/{'a' * 5000}.js", 404, "house.not_there"),
        ("GET", "/web/..%2fserver%2fapp.py", 404, "house.not_there"),
        ("GET", "/web/%2fetc%2fpasswd", 404, "house.not_there"),
        ("GET", "/web/fonts", 404, "house.not_there"),
        ("GET", "/api/tables/nowhere/save", 404, "house.no_table"),
        ("GET", "/api/tables/%00/save", 404, "house.no_table"),
        ("GET", "/api/tables/%ff%fe/book", 404, "house.no_table"),
    ],
)
def test_whatever_is_not_there_is_told_by_a_key(house_at, method, path, status, key):
    answer = httpx.request(method, house_at.address + path, params={"language": "fr"})
    assert (answer.status_code, answer.json()["key"]) == (status, key)
    assert answer.json()["error"] == interface("fr")[key]


def test_whatever_fails_is_noted_and_told_in_words(house_at, monkeypatch, caplog):
    def fail(self, table):
        raise KeyError("a broken shelf")

    monkeypatch.setattr("arbiter.server.house.House.sitting", fail)
    answer = httpx.get(f"{house_at.address}/api/tables/t1/book", params={"language": "de"})
    assert (answer.status_code, answer.json()["error"]) == (500, interface("de")["house.failed"])
    assert "a broken shelf" not in answer.text


def test_armies_are_not_joined_without_end(house_at):
    many = {"armies": "+".join(["keneng"] * 200)}
    wish = {"game": "qadardalikoi", "seats": ["you", "simple"], "options": many}
    answer = httpx.post(f"{house_at.address}/api/tables?language=de", json=wish)
    assert (answer.status_code, answer.json()["key"]) == (400, "options.joined")
    assert answer.json()["error"] == "höchstens 4 Heere lassen sich zu einem verbinden"


def test_a_table_of_absurd_size_is_refused(house_at):
    assert say(house_at, {"game": "x" * 100_000, "seats": []}).status_code == 413


def test_games_are_offered_with_seats_options_and_bots(house_at):
    offered = httpx.get(f"{house_at.address}/api/games").json()
    (game,) = [game for game in offered["games"] if game["id"] == "beacons"]
    assert game["seats"] == [2, 3, 4]
    rounds, weather, quiet = game["options"]
    assert rounds == {"name": "rounds", "words": "Rounds", "kind": "number", "default": 2, "least": 1, "most": 5}
    assert weather["choices"] == [["clear", "clear nights"], ["fog", "fog"]]
    assert (quiet["kind"], quiet["default"]) == ("switch", False)
    assert "random" in [bot["name"] for bot in offered["bots"]]


def test_what_is_offered_is_made_once_for_each_language(house_at, monkeypatch):
    """It takes long, and anybody may ask for it as often as they like."""
    made = []
    monkeypatch.setattr("arbiter.server.app.offer", lambda game, *of: made.append(game.id) or offer(game, *of))
    for language in ("de", "fr", "de", "fr", "xx", "en"):
        answer = httpx.get(f"{house_at.address}/api/games", params={"language": language}, timeout=60)
        assert "epix" in [game["id"] for game in answer.json()["games"]]
    assert made.count("epix") == 3


def test_what_is_not_said_is_set_as_it_suits_people_or_bots(house_at, monkeypatch):
    monkeypatch.setattr("tests.server.beacons.Beacons.for_people", {"rounds": 4})

    def rounds(*seats, **options):
        return house_at.store.sitting(house_at.set_table(*seats, **options)["table"]).options["rounds"]

    assert rounds("you", "random") == 4
    assert rounds("you", "random", rounds=1) == 1
    assert rounds("random", "random") == 2


def test_a_game_that_does_not_begin_is_not_set(house_at, monkeypatch, caplog):
    def fail(self, g):
        raise KeyError("no such place")
        yield

    monkeypatch.setattr("tests.server.beacons.Beacons.beat", fail)
    answer = say(house_at, {"game": "beacons", "seats": ["you", "random"]})
    assert (answer.status_code, answer.json()["key"]) == (400, "house.does_not_begin")
    assert answer.json()["error"] == "Beacons does not begin with these options"
    assert "no such place" in caplog.text


@pytest.mark.parametrize(("language", "said"), [("en", "in part; 98 are ours."), ("de", "zum Teil; 98 sind von uns.")])
def test_a_game_is_offered_with_how_much_of_it_is_printed(house_at, language, said):
    offered = httpx.get(f"{house_at.address}/api/games", params={"language": language}).json()["games"]
    found = {game["id"]: game["origin"] for game in offered}
    assert found["yummell"].endswith(said)
    assert found["beacons"] == "", "a game without content files"


def test_what_only_the_operator_sets_is_not_offered(house_at):
    offered = httpx.get(f"{house_at.address}/api/games").json()["games"]
    (yummell,) = [game for game in offered if game["id"] == "yummell"]
    assert {option["name"] for option in yummell["options"]} >= {"track", "supporters"}
    assert "packs" not in {option["name"] for option in yummell["options"]}


def book_of(house_at, table: str) -> httpx.Response:
    return httpx.get(f"{house_at.address}/api/tables/{table}/book")


def test_a_tables_book_has_words_and_rules(house_at):
    book = book_of(house_at, house_at.set_table("you", "random")["table"]).json()
    assert book["catalogue"]["told.night"] == "Night {night} falls"
    assert book["rules"]["BEA-3"] == ["Nights", "A lantern goes to a neighbouring place."]
    assert book_of(house_at, "nowhere").status_code == 404


def test_a_tables_packs_give_their_words_to_that_table_alone(house_at):
    with_pack = Sitting(
        "t1", "yummell", find("yummell").version, {"packs": [FAIR]}, "s33d", "c0mm1t", "host", [Seat(), Seat()]
    )
    house_at.store.create(with_pack).result()
    without = house_at.set_table("you", "random", game="yummell")
    fair, plain = (book_of(house_at, table).json()["catalogue"] for table in ("t1", without["table"]))
    assert fair["track.fair"] == "Once round the fair"
    assert "track.fair" not in plain
    assert not any("Village fair" in text for text in house_at.page("t1").raw)


def test_the_packs_of_whoever_runs_the_house_are_at_every_table_of_their_game(house_at):
    house_at.operator["yummell"] = {"packs": [FAIR]}
    made = house_at.set_table("you", "random", game="yummell", track="fair")
    assert house_at.store.sitting(made["table"]).options["packs"] == [FAIR]
    assert book_of(house_at, made["table"]).json()["catalogue"]["track.fair"] == "Once round the fair"
    page = house_at.page(made["table"], made["token"])
    page.join("Ann")
    tile = next(one for one in page.table["scene"]["regions"] if one["id"] == "tile-11")
    assert tile["sheet"][0]["value"] == {"key": "origin.pack", "args": {"pack": "Village fair"}}
    offered = httpx.get(f"{house_at.address}/api/games", params={"language": "fr"}).json()["games"]
    assert {game["id"]: "le paquet Village fair" in game["origin"] for game in offered}["yummell"]
    refused = say(house_at, {"game": "yummell", "seats": ["you", "random"], "options": {"packs": []}})
    assert refused.json()["key"] == "house.operators", "nobody else sets them, nor takes them away"


def test_a_table_whose_pack_cannot_be_used_here_says_so(house_at):
    wants_python = FAIR.replace("[pack]", '[pack]\nfunctions = "fair.py"')
    options, seats = {"packs": [wants_python]}, [Seat(bot="random", name=name) for name in ("Edda", "Corvin")]
    lost = Sitting("t2", "yummell", find("yummell").version, options, "s33d", "c0mm1t", "host", seats)
    house_at.store.create(lost).result()
    answer = book_of(house_at, "t2")
    assert (answer.status_code, answer.json()["key"]) == (409, "house.no_pack")
    with connect(f"ws://127.0.0.1:{house_at.port}/api/tables/t2") as socket:
        socket.send(json.dumps({"type": "hello", "token": ""}))
        assert json.loads(socket.recv(timeout=60))["key"] == "house.no_pack"


def test_a_save_is_given_only_when_the_game_is_over(house_at):
    made = house_at.set_table("you", "random")
    address = f"{house_at.address}/api/tables/{made['table']}/save"
    assert httpx.get(address).status_code == 409
    house_at.page(made["table"], made["token"]).join("Ann")
    answer = httpx.get(address)
    assert answer.status_code == 409
    assert "secrets" in answer.json()["error"]
    assert httpx.get(f"{house_at.address}/api/tables/nowhere/save").status_code == 404


@pytest.mark.parametrize("path", ["/", "/table/abc", "/web/table.js", "/api/games", "/api/nothing"])
def test_every_answer_forbids_foreign_scripts(house_at, path):
    headers = httpx.get(house_at.address + path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_pages_of_other_sites_get_no_socket_and_set_no_table(house_at):
    made = house_at.set_table("you", "random")
    with pytest.raises(InvalidStatus):
        house_at.page(made["table"], made["token"], origin="https://elsewhere.example")
    house_at.page(made["table"], made["token"], origin=house_at.address).close()
    wish = {"game": "beacons", "seats": ["you", "random"]}
    foreign = {"origin": "https://elsewhere.example"}
    refused = httpx.post(f"{house_at.address}/api/tables", json=wish, headers=foreign)
    assert (refused.status_code, refused.json()["key"]) == (403, "house.foreign")


@pytest.mark.parametrize("origin", ["http://[", "null", "http://127.0.0.1.evil.example", "//"])
def test_an_origin_that_makes_no_sense_is_another_site(house_at, origin):
    refused = httpx.post(f"{house_at.address}/api/tables", json={}, headers={"origin": origin})
    assert (refused.status_code, refused.json()["key"]) == (403, "house.foreign")
    with pytest.raises(InvalidStatus) as turned_away:
        connect(f"ws://127.0.0.1:{house_at.port}/api/tables/x", additional_headers={"Origin": origin})
    assert turned_away.value.response.status_code == 403


@pytest.mark.parametrize("depth", [300, 700, 900, 960, 980, 10_000])
def test_a_wish_that_is_deep_is_refused_in_words(house_at, depth):
    """Somewhere between what can be read and what cannot there is what can be read and not be told."""
    for begun, ended in (("[", "]"), ('{"a":', "}")):
        deep = begun * depth + "1" + ended * depth
        wish = f'{{"game": "beacons", "seats": ["you", "random"], "options": {{"rounds": {deep}}}}}'
        answer = httpx.post(f"{house_at.address}/api/tables", content=wish[:32_000])
        assert answer.status_code == 400, depth
        assert answer.json()["error"]


def test_a_table_that_does_not_exist_is_said_to_be_gone(house_at):
    with connect(f"ws://127.0.0.1:{house_at.port}/api/tables/nowhere") as socket:
        socket.send('{"type": "hello"}')
        assert json.loads(socket.recv(timeout=60))["type"] == "gone"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=60)


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "{}",
        '{"type": "dance"}',
        '{"type": "answer"}',
        '{"type": "answer", "ask": "' + "x" * 100 + '", "answer": 1}',
        '{"type": "join", "name": "Ann", "pledge": "not hex"}',
        '{"type": "undo", "free": true}',
        '{"type": "answer", "ask": "x", "answer": ' + "[" * 9000 + "]" * 9000 + "}",
        b"bytes",
    ],
)
def test_a_message_that_cannot_be_read_is_refused_and_the_page_stays(house_at, text):
    made = house_at.set_table("you", "random")
    page = house_at.page(made["table"], made["token"])
    page.join("Ann")
    page.socket.send(text)
    assert page.until("refused")["reason"]
    page.until_table(lambda table: table["asks"])
    assert page.answer(1)["type"] == "accepted"


def test_a_deep_answer_to_a_real_ask_is_refused(house_at):
    made = house_at.set_table("you", "random")
    page = house_at.page(made["table"], made["token"])
    page.join("Ann")
    deep: list = []
    for _ in range(200):
        deep = [deep]
    assert page.answer(deep)["type"] == "refused"
    assert page.answer({"a": deep})["type"] == "refused"
    assert page.answer(2)["type"] == "accepted"


def test_a_message_too_large_closes_the_page_alone(house_at):
    made = house_at.set_table("you", "random")
    page = house_at.page(made["table"], made["token"])
    page.join("Ann")
    page.say("answer", ask="x", answer="y" * 40_000)
    with pytest.raises(ConnectionClosed):
        page.until("never")
    assert house_at.page(made["table"], page.token).table["seat"] == 0
