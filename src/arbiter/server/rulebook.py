"""The rulebook of a game for people to read: its ledger by chapters, with rulings and examples beside the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log, sqrt
from typing import Any

import msgspec

from ..content.ledgers import PAGE, called
from ..core import Scene, Text, say
from ..games import find

PART = re.compile(r", |; |(?<!^Step \d): ")
NUMBERED = re.compile(r"\s+\d+[a-z]?$")
PRINTED = ("book", "rulebook")
"""What the ledger calls the source of an example that the rulebook prints."""
TOLD = ("id", "topic", "question", "ruling", "given", "then", "who", "when", "options")
"""The fields by which it is told what an entry is about."""
LEAST = 0.12
"""How like a rule an entry must be to stand beside it."""

KINDS = ("rule", "gap", "example", "decision", "content")
NO_NAMES: Mapping[str, str] = {}

Entry = dict[str, Any]


@lru_cache(maxsize=16)
def rulebook(game_id: str, language: str = "en") -> bytes:
    """A game's rulebook as JSON: chapters in the book's order, each with its entries in the ledger's."""
    game = find(game_id)
    ledger = game.ledger()
    found = chapters(ledger, game.ledger(language), game.sections(language))
    return as_shown(ledger, msgspec.json.encode({"id": game.id, "title": game.title, "chapters": found}))


def as_shown(ledger: Mapping[str, Any], told: bytes) -> bytes:
    """What players read: an entry that has another name for them (`shown`) goes by that wherever it is named."""
    for one in (one for kind in KINDS for one in entries(ledger, kind) if "shown" in one):
        told = told.replace(one["id"].encode(), one["shown"].encode())
    return told


@lru_cache(maxsize=16)
def drawings(game_id: str, language: str) -> bytes:
    """The drawings of a game's rulebook as JSON: the rule that each stands beside, its name, and its pictures with
    their words; what things in a picture are called by their ids. Icons are told once for all."""
    game = find(game_id)
    words = game.captions(language)
    made = game.drawings()
    icons = {name: path for one in made for frame in one.frames for name, path in frame.scene.icons.items()}
    found = [
        {
            "id": one.id,
            "rule": one.rule,
            "name": _said(words, one.name),
            "frames": [
                {
                    "caption": _said(words, frame.caption),
                    "scene": {**msgspec.to_builtins(frame.scene), "icons": {}},
                    "words": _names(words, frame.scene),
                }
                for frame in one.frames
            ],
        }
        for one in made
    ]
    return msgspec.json.encode({"icons": icons, "drawings": found})


def _said(words: Mapping[str, str], text: Text) -> str:
    return say(words, text.key, text.args)


def _names(words: Mapping[str, str], scene: Scene) -> dict[str, str]:
    """What things are called that have a name."""
    return {one.id: _said(words, name) for one in scene.things() if (name := getattr(one, "name", None)) is not None}


def chapters(
    ledger: Mapping[str, Any], told: Mapping[str, Any] | None = None, sections: Mapping[str, str] = NO_NAMES
) -> list[dict[str, Any]]:
    """The ledger by chapters; rulings, examples and what is to be decided after the rule that they are about.

    What is about no rule in particular comes last, with what is printed and what is ours. What belongs together is
    found in English; `told` is the same ledger in the reader's language, and `sections` are the names of its parts.
    """
    said = {one["id"]: one for name in KINDS for one in entries(told or ledger, name)}
    rules, gaps, examples, decisions, contents = (list(entries(ledger, name)) for name in KINDS)
    sense = Sense(rules)
    about = {one["id"]: one["id"] for one in rules}
    for gap in gaps:
        beside = [id for one in examples if gap["id"] in (one.get("gap"), *one.get("rules", ())) for id in _named(one)]
        about[gap["id"]] = sense.rule_for(gap, [*_ids(f"{gap['ruling']} {gap.get('why', '')}"), *beside], about)
    for one in examples:
        about[one["id"]] = sense.rule_for(one, _named(one), about)
    for one in decisions:
        about[one["id"]] = sense.rule_for(one, _ids(str(one["options"])), about)
    beside_rule: dict[str, list[Entry]] = {}
    for made, listed in ((decision, decisions), (_ruling, gaps), (_example, examples)):
        for one in listed:
            beside_rule.setdefault(about[one["id"]], []).append(made(said[one["id"]]))
    found: dict[str, list[Entry]] = {}
    titles: Mapping[str, str] = ledger.get("meta", {}).get("chapters", {})
    for one in rules:
        chapter = found.setdefault(chapter_of(one.get("section", "")), [])
        chapter += [_rule(said[one["id"]], sections), *beside_rule.pop(one["id"], ())]
    rest = beside_rule.get("", [])
    content = [_content(said[one["id"]]) for one in contents]
    return [
        *(
            {"name": " ".join(called(one, sections) for one in (name, titles.get(name)) if one), "entries": chapter}
            for name, chapter in found.items()
        ),
        *([{"key": "rules_further", "entries": rest}] if rest else []),
        *([{"key": "rules_content", "entries": content}] if content else []),
    ]


def chapter_of(section: str) -> str:
    """The chapter that a section of the rulebook belongs to.

    >>> chapter_of("Set up, step 2"), chapter_of("Step 2: Movement (p.3)"), chapter_of("2.142c")
    ('Set up', 'Step 2: Movement', '2.1')
    """
    plain = PAGE.sub("", section)
    if plain[:1].isdigit():
        return plain[:3]
    return NUMBERED.sub("", PART.split(plain)[0])


def entries(ledger: Mapping[str, Any], name: str) -> Iterator[Entry]:
    """The entries of one kind that have an id."""
    for one in ledger.get(name, ()):
        if isinstance(one, dict) and "id" in one:
            yield one


def _rule(one: Entry, sections: Mapping[str, str]) -> Entry:
    kept = {name: one[name] for name in ("id", "text", "mode", "conflict") if one.get(name)}
    return {"kind": "rule", "section": called(one.get("section", ""), sections), **kept}


def _ruling(one: Entry) -> Entry:
    return {
        "kind": "ruling",
        "id": one["id"],
        "question": one.get("question", ""),
        "text": one["ruling"],
        "why": one.get("why", ""),
    }


def decision(one: Entry) -> Entry:
    """What somebody has to decide: who and when, what there is to choose, and what stays hidden meanwhile."""
    options = one["options"] if isinstance(one["options"], str) else "; ".join(one["options"])
    head = f"{one['who']}, {one['when']}"
    return {
        "kind": "decision",
        "id": one["id"],
        "head": head[:1].upper() + head[1:],
        "text": options,
        "hidden": one.get("hidden", ""),
    }


def _example(one: Entry) -> Entry:
    printed = one.get("source") in PRINTED
    about = list(one.get("rules", ()))
    return {
        "kind": "example",
        "id": one["id"],
        "given": one["given"],
        "text": one["then"],
        "rules": about,
        "printed": printed,
    }


def _content(one: Entry) -> Entry:
    known = {"text": one.get("known", ""), "design": one.get("design", "")}
    return {"kind": "content", "id": one["id"], "what": one["what"], **known}


def _ids(text: str) -> list[str]:
    """The entries of the ledger that a text names."""
    return re.findall(r"[A-Z]{3,4}-[\w.-]*\w", text)


def _named(example: Entry) -> list[str]:
    """What an example shows, as far as it says so."""
    return [*example.get("rules", ()), *([example["gap"]] if "gap" in example else ())]


class Sense:
    """Finds the rule that an entry is about: one that it names, of its section or name, or with words most alike."""

    def __init__(self, rules: Sequence[Entry]) -> None:
        self._rules = rules
        self._words = {one["id"]: _words(f"{one.get('section', '')} {one['text']}") for one in rules}
        counts = Counter(word for words in self._words.values() for word in words)
        self._weight = {word: log(len(rules) / n) for word, n in counts.items()}

    def rule_for(self, entry: Entry, named: Iterable[str], about: Mapping[str, str]) -> str:
        """The id of that rule; nothing where none is like it."""
        for id in named:
            if about.get(id):
                return about[id]
        section = str(entry.get("section", ""))
        same = [one["id"] for one in self._rules if section and one.get("section") == section]
        if when := _words(str(entry.get("when", ""))):
            # What is decided in a step of the game belongs to the rules of that step.
            steps = {one["id"]: _words(PAGE.sub("", one.get("section", ""))) for one in self._rules}
            same = same or [id for id, words in steps.items() if words and words <= when]
        same = same or self._kin(entry["id"])
        words = _words(" ".join(str(entry.get(name, "")) for name in TOLD))
        best = max(same or self._words, key=lambda id: self._likeness(words, self._words[id]), default="")
        return best if best and (same or self._likeness(words, self._words[best]) > LEAST) else ""

    def _kin(self, id: str) -> list[str]:
        """The rules that are called by a word of an entry's own name, the first such word: TEK-GAP-MARKET-SKIP is about
        the market."""
        families = [[one["id"] for one in self._rules if _family(one["id"]) == word] for word in id.split("-")[1:]]
        return next(filter(None, families), [])

    def _likeness(self, one: set[str], other: set[str]) -> float:
        """How much of the rarer words two texts share, from 0 to 1."""
        both, whole = self._sum(one & other), self._sum(one) * self._sum(other)
        return both / sqrt(whole) if whole else 0.0

    def _sum(self, words: Iterable[str]) -> float:
        return sum(self._weight.get(word, 0.0) for word in words)


def _family(id: str) -> str:
    """The word by which rules of one kind go: MARKET in TEK-MARKET-2."""
    return id.split("-")[1] if "-" in id else ""


def _words(text: str) -> set[str]:
    """The words of a text by their first letters, so that 'recruits' and 'recruitment' are the same."""
    return {word[:6] for word in re.findall(r"[a-zà-ÿ]{4,}", text.lower())}
