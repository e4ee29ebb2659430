"""QAD-SEQ-D1: at the end of a turn a side may concede, offer a draw, or order units off the table."""

from __future__ import annotations

from arbiter.core import Choose, Option, Rules, Several, rule

from . import rates
from .contact import touched_by
from .geometry.bases import corners
from .state import Qadardalikoi, Unit

LOSING = 25
"""A side that has lost so many percent of its worth is asked, where nobody wants to be asked every turn."""


@rule("QAD-SEQ-D1")
def terms(g: Qadardalikoi, losses: tuple[int, int]) -> Rules[str]:
    """The side that moved first is asked first, then the other. Gives "concede0" or "concede1", "draw", or nothing."""
    wish = g.state.options.terms
    for side in (g.state.first, 1 - g.state.first):
        if wish == "never" or (wish == "losing" and losses[side] < LOSING):
            continue
        able = [unit.n for unit in g.of(side) if may_leave(g, unit)]
        values = ("on", "draw", "concede", *(("leave",) if able else ()))
        answer = yield Choose(side, values, "terms.choose", rule="QAD-SEQ-D1")
        if answer == "concede":
            return f"concede{side}"
        if answer == "draw":
            g.tell("terms.offered", seat=side)
            reply = yield Choose(1 - side, ("accept", "refuse"), "terms.accept", rule="QAD-SEQ-D1")
            if reply == "accept":
                return "draw"
        elif answer == "leave":
            yield from leave(g, side, able)
    return ""


def leave(g: Qadardalikoi, side: int, able: list[int]) -> Rules[None]:
    """Units that can reach their own edge are ordered off the table; they do not return."""
    chosen = yield Several(side, able, 0, len(able), "terms.who", lambda n: _unit(g, n), rule="QAD-SEQ-D1")
    for n in chosen:
        unit = g.state.units[n]
        g.tell("terms.left", name=unit.troops.name, seat=side)
        g.off(unit)


def _unit(g: Qadardalikoi, n: int) -> Option:
    return Option(n, "terms.unit", {"name": g.state.units[n].troops.name}, (f"unit-{n}",))


def may_leave(g: Qadardalikoi, unit: Unit) -> bool:
    """Is a steady unit, that makes no last stand, out of melee within a move of its own edge?"""
    if unit.morale != "steady" or unit.last_stand or touched_by(g, unit):
        return False
    far = max(y if unit.side == 0 else g.state.land.depth - y for base in unit.bases() for _, y in corners(base))
    return far <= (rates.wing(g, unit) if unit.height else rates.rate(g, unit, g.ground.goings(unit.crowd())))
