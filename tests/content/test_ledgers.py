"""Ledgers in the reader's language: complete, of the English that stands now, and shown wherever a rule is."""

import msgspec
import pytest

from arbiter.content.folder import read_if_there
from arbiter.content.ledgers import behind, stamp, told_in
from arbiter.games import find
from arbiter.server.rulebook import rulebook
from arbiter.server.words import book
from tests.tongues import sections, worksheet

ENGLISH = {"rule": [{"id": "A-1", "text": "Roll a die."}, {"id": "A-2", "text": "Pass it on."}]}
GERMAN = {"A-1": {"of": stamp("rule", ENGLISH["rule"][0]), "text": "Wirf einen Würfel."}}
SPOKEN = [
    (game, language)
    for game in ("epix", "yummell", "tekumel", "qadardalikoi")
    for language in find(game).languages
    if read_if_there(find(game).folder, f"ledger.{language}.toml")
]


def test_what_a_language_has_is_told_in_it_and_the_rest_in_english():
    assert [one["text"] for one in told_in(ENGLISH, GERMAN)["rule"]] == ["Wirf einen Würfel.", "Pass it on."]
    assert list(behind(ENGLISH, GERMAN)) == [("A-2", "missing")]


def test_what_says_something_that_no_longer_stands_is_not_told():
    changed = {"rule": [{"id": "A-1", "text": "Roll two dice."}, ENGLISH["rule"][1]]}
    assert told_in(changed, GERMAN)["rule"][0]["text"] == "Roll two dice."
    assert ("A-1", "changed") in behind(changed, GERMAN)


def test_what_has_too_much_or_too_little_is_found():
    assert list(behind({"rule": ENGLISH["rule"][:1]}, {**GERMAN, "A-9": {"of": ""}})) == [("A-9", "unknown")]
    more = {"A-1": {**GERMAN["A-1"], "conflict": "Zwei?"}}
    assert ("A-1", "conflict") in behind(ENGLISH, more)


@pytest.mark.parametrize(("game", "language"), SPOKEN)
def test_a_ledger_is_complete_in_its_languages(game, language):
    one = find(game)
    told = read_if_there(one.folder, f"ledger.{language}.toml")
    assert list(behind(one.ledger(), told)) == []
    assert set(told["sections"]) == set(sections(one))
    assert not list(worksheet(one, language))


@pytest.mark.parametrize(("game", "language"), SPOKEN)
def test_rulebook_and_prompts_speak_the_readers_language(game, language):
    one = find(game)
    english, told = one.ledger()["rule"], one.ledger(language)["rule"]
    same = [rule["id"] for rule, other in zip(told, english, strict=True) if rule["text"] == other["text"]]
    assert not same
    shown = msgspec.json.decode(book(game, {}, language))["rules"]
    entries = [entry for part in msgspec.json.decode(rulebook(game, language))["chapters"] for entry in part["entries"]]
    texts = {entry["id"]: entry.get("text") for entry in entries}
    for rule in told:
        assert shown[rule["id"]][1] == texts[rule["id"]] == rule["text"]
