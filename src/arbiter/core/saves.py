"""Saves: the journal as readable JSON, read back exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import structs

from .chain import Chain
from .errors import BadSave
from .findings import Finding
from .game import Game
from .journal import Entry, from_outside
from .play import Outcome
from .table import Table

FORMAT = 1
CROWD = 64
"""More seats than this no table has: whoever reads a save may go through them all."""


class Save(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a save says. `outcome` is there once the game is over, so that it can be checked.

    `seating` says who sat where (`you`, or a bot), `names` what they are called, `pledges` what each seat promised of
    its entropy, and `head` is that of the chain over all this and the journal; the rules look at none of them.
    """

    format: int
    game: str
    rules: str
    seats: Annotated[int, msgspec.Meta(ge=1, le=CROWD)]
    options: dict[str, Any]
    seed: str
    commitment: str
    entropy: dict[str, str]
    journal: list[Entry]
    outcome: Outcome | None = None
    seating: dict[str, str] = {}
    names: dict[str, str] = {}
    pledges: dict[str, str] = {}
    head: str = ""


def save(
    table: Table[Any],
    seating: Mapping[int, str] | None = None,
    names: Mapping[int, str] | None = None,
    pledges: Mapping[int, str] | None = None,
) -> str:
    """The whole game as JSON, a journal entry a line; with a head where it is known who sat where."""
    if table.imagined:
        raise ValueError("an imagined world has no journal of its own and cannot be saved")
    parts = set_as(table, seating, names, pledges)
    head = {"format": FORMAT, "game": parts["game"], "rules": table.game.version, "seats": parts["seats"]}
    head |= {"options": parts["options"], "seed": table.dice.seed, "commitment": parts["commitment"]}
    head |= {name: value for name, value in parts.items() if name not in head and (value or name == "entropy")}
    lines = [f' "{name}": {msgspec.json.encode(value).decode()}' for name, value in head.items()]
    entries = ",\n".join(f"  {msgspec.json.encode(entry).decode()}" for entry in table.log)
    lines.append(f' "journal": [\n{entries}\n ]')
    if seating:
        chain = Chain(table.dice.seed, parts)
        chain.add(table.log)
        lines.append(f' "head": "{chain.head}"')
    if table.outcome is not None:
        lines.append(f' "outcome": {msgspec.json.encode(as_saved(table.outcome)).decode()}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def set_as(
    table: Table[Any],
    seating: Mapping[int, str] | None = None,
    names: Mapping[int, str] | None = None,
    pledges: Mapping[int, str] | None = None,
) -> dict[str, Any]:
    """How a table was set, as a save says it and as its chain begins."""
    by_seat = {"pledges": pledges, "entropy": table.dice.entropy, "seating": seating, "names": names}
    return {
        "game": table.game.id,
        "seats": table.seats,
        "options": msgspec.to_builtins(table.options),
        "commitment": table.dice.commitment,
        **{name: {str(at): text for at, text in sorted((of or {}).items())} for name, of in by_seat.items()},
    }


def read(data: str | bytes) -> Save:
    """A save's contents, checked for form; a newer format is refused by name."""
    try:
        head = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadSave(Finding("save.none", why=str(error))) from None
    if not isinstance(head, dict) or "format" not in head:
        raise BadSave(Finding("save.none", why=Finding("save.no_format")))
    if head["format"] != FORMAT:
        raise BadSave(Finding("save.format", format=head["format"], known=FORMAT))
    try:
        return msgspec.json.decode(data, type=Save)
    except msgspec.ValidationError as error:
        raise BadSave(Finding("save.damaged", why=str(error))) from None


def load(saved: Save, game: Game[Any]) -> Table[Any]:
    """The table a save describes, standing exactly where it stood."""
    if saved.rules != game.version:
        raise BadSave(Finding("save.rules", rules=saved.rules, game=game.title, known=game.version))
    try:
        entropy = {int(seat): text for seat, text in saved.entropy.items()}
        log = from_outside(saved.journal)
        return Table(game, saved.seats, saved.seed, saved.options, entropy, log)
    except ValueError as error:
        raise BadSave(Finding("save.unfit", why=error)) from None


def as_saved(outcome: Outcome | None) -> Outcome | None:
    """An outcome as a save keeps it: what explains the ranks is left to the rules, and tuples become lists."""
    return outcome and msgspec.json.decode(msgspec.json.encode(structs.replace(outcome, parts=())), type=Outcome)
