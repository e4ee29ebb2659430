"""Saved games told again in words, and checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text as Words

from .. import load
from .. import verify as check_save
from ..core import Fell, Said, Table
from ..core.findings import told
from ..core.journal import standing
from ..core.saves import read
from .plainly import complain, game_named
from .screen import Screen
from .seating import role
from .speech import spoken


def retell(console: Console, file: Path, to: int | None, seat: int | None) -> None:
    """What happened, entry by entry, and the board at the end."""
    saved = read(file.read_bytes())
    game = game_named(saved.game)
    viewer = None if seat is None else seat - 1
    if seat is not None and seat > saved.seats:
        complain(spoken("wrong.no_seat", seat=seat, seats=saved.seats))
    load(file)
    entries = standing(saved.journal)
    last = len(entries) if to is None else min(to, len(entries))
    entropy = {int(one): text for one, text in saved.entropy.items()}
    table = Table(game, saved.seats, saved.seed, saved.options, entropy)
    names = [spoken("player", n=one + 1) for one in range(saved.seats)]
    roles = [role(saved.seating.get(str(one), "")) for one in range(saved.seats)]
    screen = Screen(console, table, roles, names)
    digits, told = len(str(len(entries))), 0
    while True:
        at = len(table.journal)
        if _rolls(table.journal) != _rolls(entries[:at]):
            complain(spoken("wrong.rolls", file=file))
        for event in table.events(viewer, told):
            line = Words(f"{at:>{digits}}  ", style="dim").append_text(screen.voice.event(event))
            console.print(line)
            told += 1
        if at >= last or table.over:
            break
        entry = entries[at]
        assert isinstance(entry, Said), "the rules take chance by themselves"
        table.answer(entry.seat, entry.answer)
    console.print()
    screen.look(table, viewer)
    if table.outcome is not None:
        screen.end(table.outcome)
    else:
        waiting = ", ".join(
            spoken("said_of", what=names[ask.seat], said=screen.voice.prompt(ask))
            for ask in table.asks
            if _may_hear(ask.seat, viewer)
        )
        others = ", ".join(names[ask.seat] for ask in table.asks if not _may_hear(ask.seat, viewer))
        screen.tell(spoken("tale.waits", n=len(table.journal), seats=waiting or others))


def _rolls(entries: Sequence[Said | Fell]) -> list[Said | Fell]:
    return [entry for entry in entries if isinstance(entry, Fell)]


def _may_hear(seat: int, viewer: int | None) -> bool:
    """What a seat is asked is between it and the table."""
    return viewer == seat


def check(file: Path, commitment: str | None, heads: Sequence[str] = ()) -> bool:
    """Say whether a save holds, and what does not."""
    saved = read(file.read_bytes())
    game = game_named(saved.game)
    verdict = check_save(file, commitment, heads)
    title = game.title
    numbers = {"answers": verdict.answers, "rolls": verdict.rolls, "game": title, "seats": saved.seats}
    counted = {"file": file, "counted": spoken("tale.counted", **numbers)}
    if not verdict.good:
        typer.echo(spoken("tale.holds_not", **counted))
        for fault in verdict.faults:
            typer.echo(f"- {told(fault, spoken.language)}")
        return False
    typer.echo(spoken("tale.holds", **counted))
    typer.echo(f"- {spoken('tale.legal')}")
    typer.echo(f"- {spoken('tale.dice', commitment=saved.commitment)}")
    if commitment is not None:
        typer.echo(f"- {spoken('tale.named')}")
    if saved.head:
        typer.echo(f"- {spoken('tale.head', head=saved.head)}")
    if heads:
        typer.echo(f"- {spoken('tale.heads', n=len(heads))}")
    typer.echo(f"- {spoken('tale.outcome' if verdict.over else 'tale.not_over')}")
    for note in verdict.notes:
        typer.echo(f"- {told(note, spoken.language)}")
    return True
