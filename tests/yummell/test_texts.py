"""Words that hide no rule: what every card says against what it does, and what is shown of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from arbiter.content import Condition, Effect
from arbiter.core import say
from arbiter.games.yummell import GAME
from arbiter.games.yummell.book import book
from arbiter.games.yummell.entries import Power
from arbiter.games.yummell.faces import facts, sheet, text_of, when
from arbiter.games.yummell.sources import ARTEFACT, CHARACTER, CREATURE, EVENT, SUPPORTER, Source

CONTENT = book()
WORDS = GAME.catalogue()
POWERS = [source for source in CONTENT.sources if isinstance(source.entry, Power)]
COUNTED = {1: "one|1", 2: "two|2", 3: "three|3", 4: "four|4", 5: "five|5"}

CONDITIONS = {
    "on_track.you": "you are on the track",
    "on_track.target": "on the track",
    "stands_on.target": "stand(ing)? on {terrain}",
    "holds_card.you": "hold a card",
    "holds_card.target": "holds a card|cards at random from its hand",
    "has_artefact.target": "active Artefact",
    "within": "at most {squares} squares",
    "shared_route": "both squares (must )?lie on both your ways",
    "has_room": "has room",
    "stopped_here": "advanced this turn and (are|is) in the square where (your|his) movement ended",
    "not_rested": "did not Rest",
    "discard_pile": "card on the discard pile",
    "activating": "Artefact of yours is in activation",
    "any_of": "Not usable if it has neither",
}
"""How a text says that something must hold."""

TARGETS = {
    "self": "",
    "opponent": "[Aa]n opponent|of an opponent|from an opponent",
    "any_character": "you may choose yourself",
    "all_others": "All other",
    "character_ahead": "ahead of you on your way",
    "opponent_in_range": "an opponent .*ahead or behind",
    "nearest_ahead": "the nearest character ahead of you",
    "companion": "the other character in",
}
"""How a text says on whom."""

EXTRA = {
    "steadfast": {1},
    "pathfinding": {1},
    "curse_of_the_snail": {1},
    "cobweb_net": {1},
    "tarantassa": {1},
    "thieving_magpie": {1},
}
"""Numbers in a text that are the rules' own and no argument of the card's: the least of 1, the usual one."""


def inside(thing: object) -> Iterator[msgspec.Struct]:
    """All words of the vocabulary in an entry's effects or conditions, to any depth."""
    for word in thing if isinstance(thing, tuple) else ():
        if isinstance(word, Effect | Condition):
            yield word
            for name in word.__struct_fields__:
                yield from inside(getattr(word, name))


def numbers_in(source: Source) -> set[int]:
    """Every number that the data of a card has."""
    found = set()
    for word in (*inside(source.entry.effects), *inside(source.entry.needs)):
        values = (getattr(word, name) for name in word.__struct_fields__)
        found |= {abs(value) for value in values if isinstance(value, int) and not isinstance(value, bool)}
    return found


def hidden_rules(source: Source, text: str) -> list[str]:
    """What a text does not say of what its card does, or says otherwise."""
    missing = []
    numbers = numbers_in(source)
    for number in numbers:
        if not re.search(rf"\b({COUNTED.get(number, number)})\b|[+-]{number}\b|\bthe top card\b", text):
            missing.append(f"the number {number}")
    for number in {int(digits) for digits in re.findall(r"\d+", text)} - numbers - EXTRA.get(source.key, set()):
        missing.append(f"{number} is nowhere in the data")
    for word in (*inside(source.entry.needs),):
        key = word.__struct_config__.tag + (f".{word.who}" if hasattr(word, "who") else "")
        fields = {name: str(getattr(word, name)).title() for name in word.__struct_fields__}
        if not re.search(CONDITIONS[key].format(**fields), text):
            missing.append(f"the condition {key}")
    for word in inside(source.entry.effects):
        for name in ("terrain", "characteristic"):
            value = getattr(word, name, None)
            if value is not None and value.title() not in text:
                missing.append(f"the {name} {value}")
    if not re.search(TARGETS[source.use.target], text):
        missing.append(f"the target {source.use.target}")
    return missing


@pytest.mark.parametrize("source", POWERS, ids=lambda source: source.key)
def test_a_text_says_all_that_its_card_asks_and_does(source):
    assert hidden_rules(source, source.entry.text) == []


@pytest.mark.parametrize(
    ("key", "text", "missing"),
    [
        ("topsy_turvy", "You and that character exchange places.", "the condition within"),
        ("hauling_rope", "Move to that character's square.", "the condition has_room"),
        ("stink_bottle", "That opponent goes back 2 squares.", "the condition on_track.you"),
        ("head_porter", "That Artefact becomes active at once.", "the condition activating"),
        ("booing_cousin", "That opponent goes back 1 square.", "the target opponent_in_range"),
        ("dragon_sneeze", "An opponent on the track goes back 3 squares.", "3 is nowhere in the data"),
        ("wind", "An opponent standing on Hills goes back 1 square.", "the condition stands_on.target"),
        ("sword_of_flurm", "+5 to the sum in one Challenge.", "the characteristic strength"),
    ],
)
def test_a_text_that_hides_a_rule_is_found_out(key, text, missing):
    assert missing in hidden_rules(CONTENT.find(key), text)


@pytest.mark.parametrize("source", [one for one in POWERS if one.arrow], ids=lambda source: source.key)
def test_an_arrow_event_says_what_it_does_to_whoever_meets_it(source):
    met = source.entry.encounter
    if source.curse:
        assert met == "The Curse is on you."
        return
    assert met.startswith(("You ", "If you ", "Draw ", "All "))
    for word in inside(source.entry.needs):
        tag = word.__struct_config__.tag
        condition = {
            "stands_on": "If you stand on {terrain}",
            "holds_card": "if you hold any",
            "has_artefact": "if you have",
        }
        fields = {name: str(getattr(word, name)).title() for name in word.__struct_fields__}
        assert condition.get(tag, "").format(**fields) in met
    for number in {value for word in inside(source.entry.effects) for value in numbers_of(word)}:
        assert str(number) in met
    assert say(WORDS, "met.event", {"seat": 0, "card": source.key}).endswith(met)


def numbers_of(word: msgspec.Struct) -> Iterator[int]:
    for name in word.__struct_fields__:
        if isinstance(value := getattr(word, name), int):
            yield value


@pytest.mark.parametrize("source", POWERS, ids=lambda source: source.key)
def test_a_card_shows_its_windows_its_target_its_limit_and_what_it_does_when_met(source):
    shown = text_of(source)
    printed = say(WORDS, shown.key, shown.args)
    windows = [WORDS[f"when.{window}"] for window in when(source)]
    assert all(window in printed for window in windows)
    assert source.entry.text in printed
    if source.arrow:
        assert printed.endswith(source.entry.encounter)
    rows = {row.name.key: row.value for row in facts(source)}
    assert rows["fact.target"].key == f"aim.{source.use.target}"
    limits = {EVENT: "limit.hand", ARTEFACT: "limit.once", SUPPORTER: "limit.game"}
    powers = "limit.always" if not source.entry.windows else "limit.turn"
    assert rows["fact.limit"].key == limits.get(source.type, powers)
    assert rows["fact.when"].args["windows"] == when(source)
    if source.type == EVENT:
        assert rows["fact.duration"].key == f"duration.{source.entry.duration}"
        assert rows["fact.encounter"].key == (f"encounter.{source.key}" if source.arrow else "fact.nothing")
    if source.number:
        assert rows["fact.number"] == source.number


def test_the_windows_of_the_catalogue_are_those_of_the_ledger():
    ledger = {window["id"] for window in GAME.ledger()["table"]["windows"] if window["allowed"]}
    named = {window for source in POWERS for window in source.entry.windows}
    assert named == ledger
    assert {f"when.{window}" for window in ledger} <= set(WORDS)
    assert set(GAME.ledger()["table"]["durations"]) == {
        source.entry.duration for source in POWERS if source.type == EVENT
    }


def test_creatures_and_characters_show_their_values():
    for source in CONTENT.sources:
        rows = {row.name.key: row.value for row in facts(source)}
        if source.type == CREATURE:
            assert rows[f"characteristic.{source.entry.characteristic}"] == source.entry.challenge
        if source.type == CHARACTER:
            assert [rows[f"characteristic.{name}"] for name in ("strength", "magic")] == [
                source.entry.strength,
                source.entry.magic,
            ]


def test_every_card_says_what_of_it_the_rulebook_prints():
    printed = {source.key: source.entry.printed for source in CONTENT.sources if source.entry.printed}
    assert printed == {
        "fulmergh": ("name", "race", "title", "ability", "mode", "windows", "target", "effects"),
        "vrumbastoff": ("race", "effects"),
        "ombrulla": ("race", "effects"),
        "climbing": ("name", "effects"),
        "heroism": ("name", "mode", "effects"),
        "sleight_of_hand": ("target",),
        "horrgrop_the_evil": ("name", "characteristic", "challenge"),
        "salamander_of_mount_ohrk": ("name", "characteristic", "challenge"),
        "hills_guide": ("name", "duration", "effects"),
        "dragon_sneeze": ("name", "target", "windows"),
        "wind": ("name", "arrow", "needs"),
        "mushroom_curse": ("name", "curse", "duration", "effects"),
    }
    for source in CONTENT.sources:
        said = {row.name.key: row.value for row in sheet(source, "one", "tray").sheet}["origin"]
        assert said.key == ("origin.fields.ours" if source.key in printed else "origin.ours")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "printed in the rulebook: name, arrow, conditions; the rest is ours"),
        ("fr", "imprimé dans le livret de règles : nom, flèche, conditions ; le reste est de nous"),
        ("de", "im Regelheft gedruckt: Name, Pfeil, Bedingungen; der Rest ist von uns"),
    ],
)
def test_a_close_look_at_the_wind_names_the_printed_fields(language, said):
    words = GAME.catalogue(language)
    rows = {row.name.key: say(words, row.value.key, row.value.args) for row in CONTENT.find("wind").origin}
    assert rows["origin"] == said
    assert rows["origin.basis"] == words["basis.wind"]


def test_the_log_says_where_a_character_goes():
    where = {"seat": 0, "square": 18, "terrain": "plain", "togo": 39}
    assert say(WORDS, "moved", where) == "seat 1 moves to a Plain square (39 to go)"
    assert say(WORDS, "pushed", {**where, "terrain": "line"}) == "seat 1 goes back to the start line (39 to go)"
    assert say(WORDS, "moved", {**where, "terrain": "last", "togo": 0}) == "seat 1 moves to the last square (0 to go)"
