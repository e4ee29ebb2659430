"""Checking a save: its setting, its dice, its journal with all that was taken back, its outcome, and its chain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from .chain import Chain, pledge
from .chance import Dice, commitment
from .errors import BadSave, Illegal
from .findings import Finding
from .game import Game
from .journal import Entry, Fell, Granted, Mended, Said, Undone, from_outside, standing
from .saves import Save, as_saved, load
from .table import Table

PERSON = "you"
"""What the seating of a save calls a person."""


class Verdict(msgspec.Struct):
    """What checking a save showed: how much was checked, every fault found, and what whoever reads it should know."""

    rolls: int
    answers: int
    over: bool
    faults: list[str]
    notes: list[str] = []

    @property
    def good(self) -> bool:
        return not self.faults


def verify(saved: Save, game: Game[Any], committed: str | None = None, heads: Sequence[str] = ()) -> Verdict:
    """Check that all follows: the rolls from the committed seed, the answers, undos and outcome from the rules.

    `committed` is the commitment that was shown before the game; `heads` are those that somebody kept while it was
    played, in their order. Without them a save is checked against itself only.
    """
    notes: list[str] = []
    faults: list[str] = [] if saved.game == game.id else [Finding("found.game", saved=saved.game, game=game.id)]
    faults += [*_setting(saved, committed, notes), *_chained(saved, heads)]
    entries: list[Said | Fell] = []
    table: Table[Any] | None = None
    try:
        entries = standing(saved.journal)
        faults += _rolled(saved)
        table = load(saved, game)
    except BadSave as error:
        faults.append(error.args[0])
    if table is not None:
        if any(isinstance(entry, Undone | Mended) for entry in saved.journal):
            faults += _played(saved, game, notes)
        if len(table.journal) != len(entries):
            faults.append(Finding("found.stops"))
        if [*map(msgspec.json.encode, table.journal[: len(entries)])] != [*map(msgspec.json.encode, entries)]:
            faults.append(Finding("found.written"))
        if saved.outcome != as_saved(table.outcome):
            faults.append(Finding("found.outcome"))
    answers = sum(not isinstance(entry, Fell) for entry in entries)
    return Verdict(len(entries) - answers, answers, bool(table and table.over), faults, notes)


def _setting(saved: Save, committed: str | None, notes: list[str]) -> Iterator[str]:
    """Seed and entropy against what was promised of them, and whether all is there and nothing else."""
    if commitment(saved.seed) != saved.commitment:
        yield Finding("found.seed")
    if committed is not None and committed != saved.commitment:
        yield Finding("found.commitment", saved=saved.commitment, shown=committed)
    for seat, promised in saved.pledges.items():
        if seat not in saved.entropy:
            notes.append(Finding("found.unopened", seat=seat))
        elif pledge(saved.entropy[seat]) != promised:
            yield Finding("found.pledge", seat=seat)
    unasked = [seat for seat in saved.entropy if saved.pledges and seat not in saved.pledges]
    yield from (Finding("found.no_pledge", seat=seat) for seat in unasked)
    seats = set(map(str, range(saved.seats)))
    for what in ("entropy", "pledges", "seating", "names"):
        strays = sorted(set(getattr(saved, what)) - seats)
        yield from (Finding("found.stray", what=what, seat=seat) for seat in strays)
    if saved.seating and set(saved.seating) != seats:
        yield Finding("found.seating")
    if not saved.seating and not saved.head:
        notes.append(Finding("found.no_seating"))


def _chained(saved: Save, heads: Sequence[str]) -> Iterator[str]:
    """The chain over setting and journal, against its head in the save and those that somebody kept."""
    chain = Chain(saved.seed, msgspec.structs.asdict(saved))
    passed = [chain.head]
    for entry in saved.journal:
        chain.add((entry,))
        passed.append(chain.head)
    if saved.head and saved.head != chain.head:
        yield Finding("found.head")
    if saved.seating and not saved.head:
        yield Finding("found.no_head")
    at = 0
    for head in heads:
        if head not in passed[at:]:
            yield Finding("found.missed", head=head)
        else:
            at = passed.index(head, at)


def _rolled(saved: Save) -> Iterator[str]:
    """Every roll against the dice, those of stretches that were taken back included."""
    dice = Dice(saved.seed, {int(seat): text for seat, text in saved.entropy.items() if seat.isdecimal()})
    before = [0]  # of each place in the standing journal: how many rolls stand before it
    for at, entry in enumerate(saved.journal):
        if isinstance(entry, Undone | Mended):
            del before[entry.back_to + 1 :]
            continue
        n = before[-1]
        if isinstance(entry, Fell):
            due = dice.result(n, entry.sides) if entry.sides > 0 else -1
            if due != entry.result:
                yield Finding("found.roll", n=n, at=at, result=entry.result, sides=entry.sides, due=due)
        before.append(n + isinstance(entry, Fell))


class _Recorded(Dice):
    """Dice that fall as a journal says, whether or not that is what they owe; `coming` is the rest of it, backwards."""

    __slots__ = ("coming",)

    def __init__(self, seed: str, entropy: dict[int, str], coming: list[Entry]) -> None:
        super().__init__(seed, entropy)
        self.coming = coming

    def result(self, n: int, sides: int) -> int:
        entry = self.coming.pop() if self.coming else None
        if not isinstance(entry, Fell) or entry.sides != sides or not 0 <= entry.result < sides:
            raise BadSave(Finding("found.sides", sides=sides))
        return entry.result


def _played(saved: Save, game: Game[Any], notes: list[str]) -> Iterator[str]:
    """Play the journal again, all that was taken back included: was each answer legal, each undo allowed?

    What came before rules were mended last was played under others: of that, what still stands is followed.
    """
    log = from_outside(saved.journal)
    mended = max((at for at, entry in enumerate(log) if isinstance(entry, Mended)), default=-1) + 1
    if mended:
        notes.append(Finding("found.mended", at=mended - 1))
    entropy = {int(seat): text for seat, text in saved.entropy.items()}
    dice = _Recorded(saved.seed, entropy, log[mended:][::-1])
    people = [int(seat) for seat, who in saved.seating.items() if who == PERSON and seat.isdecimal()]
    at = mended
    try:
        table = _table(saved, game, entropy, log[:mended], dice)
        while dice.coming:
            at = len(log) - len(dice.coming)
            entry = dice.coming.pop()
            if isinstance(entry, Said):
                asked = [ask.prompt for ask in table.asks if ask.seat == entry.seat]
                if asked != [entry.prompt]:
                    raise BadSave(Finding("found.not_asked"))
                table.answer(entry.seat, entry.answer)
            elif isinstance(entry, Undone):
                table.undo(entry.seat, len(people) == 1, _agreed(entry, at, people, notes))
                if table.log[-1] != entry:
                    raise BadSave(Finding("found.other_undo"))
            else:
                raise BadSave(Finding("found.other_roll"))
    except (BadSave, Illegal, ValueError) as error:
        shown = msgspec.json.encode(log[at]).decode() if at < len(log) else Finding("found.end")
        yield Finding("found.entry", at=at, shown=shown, why=error)


def _agreed(entry: Undone, at: int, people: list[int], notes: list[str]) -> tuple[int, ...]:
    """Who has agreed that something be taken back: people who sat there, and nobody for themselves."""
    if not isinstance(entry, Granted):
        return ()
    others = [seat for seat in people if seat != entry.seat]
    if not entry.by or not set(entry.by) <= set(others):
        raise BadSave(Finding("found.agreed"))
    silent = [str(seat) for seat in others if seat not in entry.by]
    key = "found.granted.silent" if silent else "found.granted"
    notes.append(Finding(key, at=at, seat=entry.seat, by=entry.by, silent=silent))
    return entry.by


def _table(saved: Save, game: Game[Any], entropy: dict[int, str], log: list[Entry], dice: _Recorded) -> Table[Any]:
    """The table as it stood after what of the log need not be played again; from there on it rolls as recorded."""
    if log:
        table = Table(game, saved.seats, saved.seed, saved.options, entropy, log)
        went_on = len(table.log) - len(log)
        del dice.coming[len(dice.coming) - went_on :]
        table.dice = dice
        return table
    return Table(game, saved.seats, saved.seed, saved.options, entropy, dice=dice)
