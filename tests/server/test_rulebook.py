"""The rules at hand: a rulebook of everything in the ledger, and a rule for every thing on the table."""

from random import Random

import httpx
import msgspec
import pytest

import arbiter
from arbiter import bots
from arbiter.games import find
from arbiter.games.qadardalikoi.game import GAME as QADARDALIKOI
from arbiter.server.rulebook import chapter_of, chapters, rulebook
from arbiter.server.words import book

GAMES = {"epix": 4, "tekumel": 3, "yummell": 4}


@pytest.mark.parametrize("game", [*map(find, GAMES), QADARDALIKOI], ids=lambda game: game.id)
def test_a_rulebook_has_every_entry_once_and_chapters_in_the_books_order(game):
    ledger = game.ledger()
    found = [entry for chapter in chapters(ledger) for entry in chapter["entries"]]
    wanted = [one["id"] for name in ("rule", "gap", "example", "content", "decision") for one in ledger[name]]
    assert sorted(entry["id"] for entry in found) == sorted(wanted)
    order = list(dict.fromkeys(chapter_of(one["section"]) for one in ledger["rule"]))
    named = [chapter["name"] for chapter in chapters(ledger) if "name" in chapter]
    assert [name.split(" ")[0] if name[:1].isdigit() else name for name in named] == order
    assert not any(name.replace(".", "").isdigit() for name in named), "a chapter has a title, not only a number"
    assert len(order) < 40


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_an_entry_goes_by_the_name_that_players_are_shown(language):
    """As TEK-GAP-SLAVE asks, players read of porters only; the ledger keeps the id."""
    told = rulebook("tekumel", language)
    assert b"TEK-GAP-PORTER" in told
    assert b"TEK-CON-PORTERS" in told
    assert b"SLAVE" not in told


def test_rulings_and_examples_stand_beside_their_rule():
    found = {chapter.get("name"): chapter["entries"] for chapter in chapters(find("epix").ledger())}
    ids = [entry["id"] for entry in found["Attacking an enemy province"]]
    example = next(entry for entry in found["Attacking an enemy province"] if entry["id"] == "EPIX-E-1")
    assert example["printed"]
    assert ids.index("EPIX-E-1") > ids.index("EPIX-ATTACK-2")
    ruling = next(entry for entry in found["Recruitment"] if entry["id"] == "EPIX-G-RECRUIT-CHAIN")
    assert ruling["kind"] == "ruling"
    assert ruling["why"]


def test_what_is_decided_in_a_step_stands_with_the_rules_of_that_step():
    found = {chapter.get("name"): chapter["entries"] for chapter in chapters(find("tekumel").ledger())}
    choices = {name: {one["id"] for one in entries if one["kind"] == "decision"} for name, entries in found.items()}
    assert {"TEK-DEC-MOVE-PATH", "TEK-DEC-MOVE-CARD"} <= choices["Step 2: Movement"]
    assert "TEK-DEC-MISSION-READ" in choices["Step 5: Missions"]


def test_a_ruling_stands_with_the_rules_it_is_called_after():
    found = {
        entry["id"]: chapter.get("name")
        for chapter in chapters(find("tekumel").ledger())
        for entry in chapter["entries"]
    }
    assert found["TEK-GAP-MARKET-SKIP"] == found["TEK-MARKET-2"]
    assert found["TEK-DEC-WOUND-SPLIT"] == found["TEK-WOUND-1"]


@pytest.mark.parametrize(("game", "answers"), [*((game, 160) for game in GAMES), ("qadardalikoi", 4)])
def test_every_thing_on_the_table_has_a_rule(game, answers):
    explained, ledger = find(game).explained(), find(game).ledger()
    known = {one["id"] for name in ("rule", "gap") for one in ledger[name]}
    assert {rule for part in explained.values() for rule in part.values()} <= known
    table, rng, simple = arbiter.new(game, seats=GAMES.get(game, 2), seed=5), Random(3), bots.find("simple", None)
    for n in range(answers):
        if table.over:
            break
        ask = table.asks[0]
        table.answer(ask.seat, simple.answer(table, ask.seat, ask, rng) if game not in GAMES else ask.sample(rng))
        if n % 40 == 39 or n + 1 == answers:
            scene = table.scene(ask.seat)
            for thing in (*scene.regions, *scene.tokens, *scene.cards, *scene.meters, *scene.trays):
                by_id = any(thing.id.startswith(start) for start in explained["id"])
                by_icon = getattr(thing, "icon", "") in explained.get("icon", {})
                assert by_id or by_icon or getattr(thing, "look", "") in explained["look"], thing


@pytest.mark.parametrize("game", [*GAMES, "qadardalikoi"])
def test_a_table_has_the_words_of_all_by_which_it_can_ask(game):
    ledger = find(game).ledger("de")
    rules = msgspec.json.decode(book(game, {}, "de"))["rules"]
    assert set(rules) == {one["id"] for name in ("rule", "gap", "decision") for one in ledger[name]}
    gap, choice = ledger["gap"][0], ledger["decision"][0]
    assert rules[gap["id"]] == ["Entscheidung", f"{gap['question']} {gap['ruling']}"]
    assert rules[choice["id"]][0] == "Wahl"
    assert choice["who"][1:] in rules[choice["id"]][1]


def test_whoever_has_to_choose_is_shown_the_choice_that_asks():
    table = arbiter.new("tekumel", seats=2, seed=1)
    rules = msgspec.json.decode(book("tekumel", {}))["rules"]
    assert rules[table.asks[0].rule][1].startswith("Each player, setup with 2-4 players")


def test_the_house_gives_a_games_rulebook(house_at):
    found = httpx.get(f"{house_at.address}/api/rules/epix").json()
    assert found["title"] == "Epix"
    assert found["chapters"][0]["name"] == "Introduction"
    assert httpx.get(f"{house_at.address}/api/rules/chess").status_code == 404
    assert httpx.get(f"{house_at.address}/rules/epix").status_code == 200


def test_drawings_come_in_the_language_of_whoever_reads(house_at):
    address = f"{house_at.address}/api/rules/qadardalikoi/drawings"
    found = {language: httpx.get(address, params={"language": language}).json() for language in ("en", "de", "xx")}
    assert found["xx"] == found["en"]
    names = {language: {one["id"]: one["name"] for one in answer["drawings"]} for language, answer in found.items()}
    assert (names["en"]["wheel"], names["de"]["wheel"]) == ("A wheel", "Eine Schwenkung")
    frame = next(one for one in found["de"]["drawings"] if one["id"] == "sides")["frames"][0]
    assert sorted(set(frame["words"].values()) & {"Front", "Flanke", "Rücken"}) == ["Flanke", "Front", "Rücken"]
    assert not any(frame["scene"].get("icons") for one in found["en"]["drawings"] for frame in one["frames"])
    assert "man" in found["en"]["icons"]
    assert httpx.get(f"{house_at.address}/api/rules/epix/drawings").json()["drawings"] == []
    assert httpx.get(f"{house_at.address}/api/rules/chess/drawings").status_code == 404
