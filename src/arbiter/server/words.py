"""What a client must know of a game before it can show a table of it: seats, options, words, rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

import msgspec
from msgspec import inspect

from ..content import pack_name
from ..content.folder import FolderGame
from ..content.ledgers import called
from ..core import Catalogue, Game, say
from ..core.options import read_options
from ..games import find
from ..words import LANGUAGES, interface
from .guides import told
from .rulebook import decision, entries


def offer(game: Game[Any], language: str = "en", operator: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A game as the landing page offers it; `operator` are the options that whoever runs the house has set."""
    options = read_options(game, dict(operator or {}))
    words = game.catalogue_for(options, language)
    return {
        "id": game.id,
        "title": game.title,
        "seats": list(game.seats),
        "options": [shown for field in _fields(game) if (shown := _option(game, field, words, options))],
        "about": words.get("about") or (type(game).__doc__ or "").partition("\n")[0],
        "guide": bool(game.guide()),
        "origin": " ".join(_origin(game, words, (operator or {}).get("packs", ()))),
    }


def _origin(game: Game[Any], words: Catalogue, packs: Iterable[str]) -> Iterator[str]:
    """How much of the game's content the rulebook prints, and which packs are on top of it, in words."""
    counted = list(game.tally().values()) if isinstance(game, FolderGame) else []
    if counted:
        sums = {name: sum(getattr(one, name) for one in counted) for name in ("printed", "partly", "ours")}
        yield say(words, "origin.counted", {"all": sum(sums.values()), **sums})
    if named := [pack_name(text) for text in packs]:
        yield say(words, "origin.packs", {"packs": named})


def _fields(game: Game[Any]) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(game.Options)
    return info.fields if isinstance(info, inspect.StructType) else ()


def _option(game: Game[Any], field: inspect.Field, words: Catalogue, options: Any) -> dict[str, Any] | None:
    """How one option can be set: a choice, a switch, a number or a text, with its words where the game has some.

    An option of another kind is left at its default, and so is one that only whoever runs the house may set.
    """
    if field.name in game.operator_options:
        return None
    key = f"options.{field.name}"
    shown: dict[str, Any] = {"name": field.name, "words": words.get(key, _plain(field.name)), "kind": "text"}
    if (about := words.get(f"{key}.about")) is not None:
        shown["about"] = about
    default = game.for_people.get(field.name, field.default)
    if default is not msgspec.NODEFAULT:
        shown["default"] = msgspec.to_builtins(default)
    kind = field.type
    if isinstance(kind, inspect.LiteralType | inspect.EnumType):
        values = kind.values if isinstance(kind, inspect.LiteralType) else [member.value for member in kind.cls]
        ordered = sorted(values, key=lambda value: (value != default, str(value)))
        choices = [[value, words.get(f"{key}.{value}", _plain(value))] for value in ordered]
        shown |= {"kind": "choice", "choices": choices}
    elif isinstance(kind, inspect.BoolType):
        shown["kind"] = "switch"
    elif isinstance(kind, inspect.IntType):
        shown |= {"kind": "number", "least": kind.ge, "most": kind.le}
    elif not isinstance(kind, inspect.StrType):
        return None
    elif named := list(game.named(field.name, words, options).items()):
        # Where the usual value is none of the names, they are parts of what can be written.
        shown |= {"kind": "choice", "choices": named} if default in dict(named) else {"named": named}
    return shown


def _set(game: Game[Any], words: Catalogue, options: Any) -> list[dict[str, Any]]:
    """The options in as many words as it takes to say how a table was set."""
    offered = [shown for field in _fields(game) if (shown := _option(game, field, words, options))]
    return [{key: shown[key] for key in ("name", "words", "kind", "choices") if key in shown} for shown in offered]


def _plain(name: Any) -> str:
    return str(name).replace("_", " ").capitalize()


@cache
def interface_book(language: str) -> bytes:
    """The pages' own words, as JSON."""
    found = {key: word for key, word in interface(language).items() if not key.startswith("cli.")}
    return msgspec.json.encode({"language": language, "languages": list(LANGUAGES.items()), "words": found})


def _rules(game: Game[Any], language: str) -> Iterator[tuple[str, list[str]]]:
    """All by which a table can ask: where it stands, or what else it is, and its text."""
    ledger, sections, words = game.ledger(language), game.sections(language), interface(language)
    for one in ledger.get("rule", ()):
        yield one["id"], [called(one.get("section", ""), sections), one["text"]]
    for gap in entries(ledger, "gap"):
        yield gap["id"], [words["web.rules_ruling"], f"{gap.get('question', '')} {gap['ruling']}".strip()]
    for one in map(decision, entries(ledger, "decision")):
        yield one["id"], [words["web.rules_decision"], f"{one['head']}: {one['text']}"]


def book(game_id: str, options: dict[str, Any], language: str = "en") -> bytes:
    """The words of a game with these options in a language, and the texts of its rules, as JSON."""
    game = find(game_id)
    # Only what the operator sets can bring words: tables that differ otherwise share a book.
    own = {name: options[name] for name in game.operator_options if name in options}
    return _book(game_id, msgspec.json.encode(own), language)


@lru_cache(maxsize=64)
def _book(game_id: str, own: bytes, language: str) -> bytes:
    game = find(game_id)
    options = read_options(game, msgspec.json.decode(own))
    catalogue = game.catalogue_for(options, language)
    rules = dict(_rules(game, language))
    about = {"id": game.id, "title": game.title, "catalogue": dict(catalogue)}
    shown = {**about, "options": _set(game, catalogue, options)}
    judged = {"judge": True} if game.judge() is not None else {}
    guide = told(game_id, language)
    guided = {} if guide is None else {"guide": guide}
    return msgspec.json.encode({**shown, "rules": rules, "explained": game.explained(), **judged, **guided})
