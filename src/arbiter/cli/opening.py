"""How a game in the terminal begins: set anew, or gone on with as it was saved."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Any, NamedTuple

from .. import load, new
from ..core import Game, Table
from ..core.options import suit_bots
from ..core.saves import Save, read
from . import keeping
from .arguments import told_options
from .plainly import again, complain, seats_for
from .seating import YOU, seating_for
from .speech import spoken


class Wish(NamedTuple):
    """What was typed about a game that is to be played; None where nothing was said."""

    seats: int | None
    bots: str | None
    seed: str | None
    option: list[str] | None
    pack: list[Path] | None


class Opened(NamedTuple):
    """A table, who sits where, and the file in which it is kept."""

    table: Table[Any]
    seating: dict[int, str]
    path: Path


def opened(game: Game[Any], wish: Wish, resume: str | None) -> Opened:
    """The table that was wished for; `resume` names the file of a saved game, or the `last` one."""
    options = told_options(game, wish.option, wish.pack)
    if resume is None and sys.stdin.isatty() and sys.stdout.isatty():
        resume = _offered(game.id, wish)
    found = _begun(game, wish, options) if resume is None else _resumed(game, wish, options, resume)
    if any(who != YOU for who in found.seating.values()):
        suit_bots(found.table.game, found.table.options)
    return found


def _offered(game: str, wish: Wish) -> str | None:
    """Where an unfinished game lies and no other was asked for, ask whether to go on with it."""
    path = keeping.unfinished(game)
    if path is None or any(one is not None for one in (wish.seats, wish.seed, wish.option, wish.pack)):
        return None
    yes, no = (spoken(word).split() for word in ("yes", "no"))
    typed = "?"
    while typed not in ("", *yes, *no):
        typed = input(spoken("go_on", name=path.stem, yes=yes[0], no=no[0])).strip().casefold()
    return None if typed in no else str(path)


def _begun(game: Game[Any], wish: Wish, told: dict[str, Any]) -> Opened:
    """A new table."""
    number = seats_for(game, wish.seats)
    seating = seating_for(number, wish.bots)
    suited = game.for_people if YOU in seating.values() else {}
    options = {**suited, **told}
    seed = wish.seed if wish.seed is not None else secrets.token_hex(8)
    return Opened(new(game, number, seed, options), seating, keeping.new_file(game.id))


def _resumed(game: Game[Any], wish: Wish, told: dict[str, Any], resume: str) -> Opened:
    """The table of a saved game; complains where it is one of another game, or was begun otherwise."""
    path = keeping.unfinished(game.id) if resume == "last" else Path(resume)
    if path is None:
        complain(spoken("wrong.none_unfinished", game=game.title, folder=keeping.data_folder() / "games"))
    saved = read(path.read_bytes())
    if saved.game != game.id:
        command = again(["play", saved.game, "--resume", str(path)])
        complain(spoken("wrong.other_game", file=path, game=saved.game, command=command))
    _begun_so(path, saved, wish, told)
    table = load(path)
    kept = {int(seat): who for seat, who in saved.seating.items()}
    return Opened(table, seating_for(table.seats, wish.bots) if wish.bots or len(kept) != table.seats else kept, path)


def _begun_so(path: Path, saved: Save, wish: Wish, told: dict[str, Any]) -> None:
    """A saved game goes on as it was begun: complain where something else was asked for."""
    asked = {"seats": wish.seats, "seed": wish.seed, **told}
    begun = {"seats": saved.seats, "seed": saved.seed, **saved.options}
    for name, value in asked.items():
        if isinstance(value, list | dict):  # what packs bring can be as long as a book
            if any(one not in begun.get(name, ()) for one in value):
                complain(spoken("wrong.begun_without", file=path))
        elif value is not None and value != begun.get(name):
            other = {"name": name, "begun": begun.get(name), "asked": value}
            complain(spoken("wrong.begun_with", file=path, **other))
