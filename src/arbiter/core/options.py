"""What a game's options take, in words: for lists of games, and for whoever got one wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from .game import Game


def accepted(kind: Any) -> list[Any] | str:
    """The values of a choice, or what else an option takes, in words."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if get_origin(kind) is Annotated:
        inner, *notes = get_args(kind)
        said = accepted(inner)
        return said if isinstance(said, list) else said + "".join(map(_bounds, notes))
    named = get_origin(kind) or kind
    return str({int: "a number", str: "a text", bool: "true or false", tuple: "a list"}.get(named, named.__name__))


def _bounds(note: Any) -> str:
    least = "" if getattr(note, "ge", None) is None else f" from {note.ge}"
    return least if getattr(note, "le", None) is None else f"{least} to {note.le}"


def wrong(game: Game[Any], options: Mapping[str, Any]) -> str | None:
    """Which of the options is wrong, and what would be right; None where each by itself is right."""
    kinds = {field.name: field.type for field in msgspec.structs.fields(game.Options)}
    for name, value in options.items():
        if name not in kinds:
            return f"there is no option {name!r}; the options are: {', '.join(kinds) or 'none'}"
        try:
            msgspec.convert(value, kinds[name])
        except msgspec.ValidationError:
            right = accepted(kinds[name])
            return f"{name} may be {' or '.join(map(str, right)) if isinstance(right, list) else right}, not {value!r}"
    return None
