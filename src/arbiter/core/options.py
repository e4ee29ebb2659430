"""A game's options: reading them, and what they take in words, for lists of games and for whoever got one wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from .errors import Illegal
from .game import Game
from .learning import learn
from .messages import Text


class BadOptions(ValueError):
    """Options that a game does not take; `refused` says what is wrong and what would be right, in any language."""

    def __init__(self, game: Game[Any], refused: Illegal) -> None:
        refused.speaks = game.catalogue
        super().__init__(f"bad options for {game.title}: {refused.reason}")
        self.game = game
        self.refused = refused


def read_options(game: Game[Any], options: Mapping[str, Any] | msgspec.Struct | None) -> msgspec.Struct:
    """A game's options, checked; what is not said takes its default."""
    if isinstance(options, game.Options):
        return options
    given = dict(options or {})  # type: ignore[arg-type]
    try:
        learn(game.Options)
        return msgspec.convert(given, game.Options)
    except msgspec.ValidationError as error:
        raise BadOptions(game, wrong(game, given) or Illegal("options.unfit", why=str(error))) from None


def accepted(kind: Any) -> list[Any] | Text:
    """The values of a choice, or what else an option takes."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if get_origin(kind) is Annotated:
        inner, *notes = get_args(kind)
        least = next((note.ge for note in notes if getattr(note, "ge", None) is not None), None)
        most = next((note.le for note in notes if getattr(note, "le", None) is not None), None)
        if inner is int and least is not None:
            key = "options.number.from" if most is None else "options.number.between"
            return Text(key, {"least": least, "most": most})
        return accepted(inner)
    named = get_origin(kind) or kind
    return Text({int: "options.number", str: "options.text", bool: "options.switch"}.get(named, "options.list"))


def wrong(game: Game[Any], options: Mapping[str, Any]) -> Illegal | None:
    """Which of the options is wrong, and what would be right; None where each by itself is right."""
    kinds = {field.name: field.type for field in msgspec.structs.fields(game.Options)}
    for name, value in options.items():
        if name not in kinds:
            return Illegal("options.unknown", name=name, known=list(kinds) or Text("options.none"))
        try:
            msgspec.convert(value, kinds[name])
        except msgspec.ValidationError:
            return Illegal("options.wrong", name=name, value=str(value), right=accepted(kinds[name]))
    return None


def suit_bots(game: Game[Any], options: Any) -> None:
    """See to it that bots may sit at a table with these options; raises BadOptions where they may not."""
    refused = game.why_no_bots(options)
    if refused is not None:
        raise BadOptions(game, refused)
