"""The Adventure tables of Region spaces: the die, those who may change it, and the row it names."""

from __future__ import annotations

from typing import TypeAlias

from arbiter.core import Choose, Option, Rules, rule
from arbiter.kit.effects import By
from arbiter.kit.rolls import row_for

from .book import Book
from .effects import RULES, AdjustDie, Reroll
from .numbers import DIE
from .skill_tests import why_not_here
from .state import Tekumel

Change: TypeAlias = tuple[str, str]
"""What is done about the die: ("keep", ""), ("again", the ability's source), ("change", what it shows then)."""

KEEP: Change = ("keep", "")


@rule("TEK-GAP-EFFECT-ORDER")
def adventure(g: Tekumel, seat: int) -> Rules[None]:
    """The die names a row of the terrain's table; what it says happens in its order."""
    terrain = g.place(seat).terrain
    row = row_of(g.book, terrain, (yield from adventure_die(g, seat, terrain)))
    g.tell("adventure.row", seat=seat, row=row)
    yield from RULES.run(g, g.source(row).effects, By(seat, row))


def row_of(book: Book, terrain: str, die: int) -> str:
    """The row of a table as a source of effects."""
    return f"{terrain}.{row_for(book.adventures[terrain].rows, die).roll}"


def adventure_die(g: Tekumel, seat: int, terrain: str) -> Rules[int]:
    """One die; whoever has an ability for it may roll again, once a turn each, and last of all change it."""
    while True:
        die = g.roll(DIE)
        g.tell("adventure.rolled", seat=seat, roll=die, row=row_of(g.book, terrain, die))
        again = [("again", source) for source in rerolls(g, seat)]
        changes = [("change", str(value)) for value in within_reach(g, seat, die)]
        answer = KEEP
        if again or changes:
            answer = yield _ask(g, seat, terrain, die, [KEEP, *again, *changes])
        if answer[0] != "again":
            break
        g.state.turn.used.append(answer[1])
        g.tell("used.ability", seat=seat, card=g.name(answer[1]))
    if answer[0] == "change":
        die = int(answer[1])
        g.tell("adventure.changed", seat=seat, roll=die, row=row_of(g.book, terrain, die))
    return die


def _ask(g: Tekumel, seat: int, terrain: str, die: int, values: list[Change]) -> Choose:
    def describe(value: Change) -> Option:
        what, which = value
        if what == "again":
            return Option(value, "adventure.again", {"card": g.name(which)})
        return Option(
            value, f"adventure.{what}", {"row": row_of(g.book, terrain, int(which or die)), "roll": int(which or die)}
        )

    args = {"roll": die, "row": row_of(g.book, terrain, die)}
    return Choose(seat, values, "adventure", describe, args=args, rule="TEK-DEC-ADVENTURE-REROLL")


def rerolls(g: Tekumel, seat: int) -> list[str]:
    """The abilities that can still have the Adventure die rolled again."""
    return [
        source
        for effect, source in g.in_force(seat, Reroll)
        if effect.what == "adventure"
        and source not in g.state.turn.used
        and why_not_here(g, effect.where, By(seat, source)) is None
    ]


def within_reach(g: Tekumel, seat: int, die: int) -> list[int]:
    """What the die can be changed to, never off its ends."""
    reach = sum(
        effect.n
        for effect, source in g.in_force(seat, AdjustDie)
        if why_not_here(g, effect.where, By(seat, source)) is None
    )
    return [value for value in range(die - reach, die + reach + 1) if value != die and 1 <= value <= DIE]
