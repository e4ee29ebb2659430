"""2.004-d, command stands in melee: the three figures of a stand as a body that fights.

In a melee fighters are told by number: a unit by its own, a stand by a number below `SHORT`, where neither a unit is
nor a charge that fell short.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from arbiter.core import rule

from .book import book
from .entries import Column, Guard
from .geometry import Spot
from .state import Figure, Kit, Qadardalikoi, Stand, Troops, Unit

SHORT = -1
"""What a charge that touched nobody names as its target."""
SEATS = ((-1, 0), (1, 2), (0, 1))
"""Who falls first: the bearer on the left, the musician on the right, the officer between them; place and number."""
WEIGHTS: tuple[Column, ...] = ("hvy", "med", "lt")
GUARDS: tuple[Guard, ...] = ("shield", "buckler", "none")
SWORDS = ("sword", "sword_axe", "mace")


def number(stand: Stand) -> int:
    """How a stand is told among those who fight."""
    return SHORT - 1 - stand.n


def fighter(g: Qadardalikoi, n: int) -> Unit:
    """Whoever has this number in a melee."""
    return g.state.units[n] if n > SHORT else body(g.state.stands[SHORT - 1 - n])


def token_of(n: int) -> str:
    """What stands for a fighter in the picture."""
    return f"unit-{n}" if n > SHORT else f"stand-{SHORT - 1 - n}"


@rule("QAD-2.004-d", "QAD-2.004-G1")
def body(stand: Stand) -> Unit:
    """A stand as it fights: those of its three figures that are left, with neither mark nor formation, but as its
    people do. The officer is the last to fall."""
    kit = arms(stand.sheet, stand.front, stand.depth)
    left = SEATS[3 - stand.figures :]
    figures = tuple(Figure(n, 0, Spot(place * stand.front, 0)) for place, n in left)
    nation = next(key for key, one in book().nations.items() if one.sheet == stand.sheet)
    troops = Troops(stand.name, nation, stand.sheet, (kit,), 0, 0, 3, notes=book().sheets[stand.sheet].notes)
    return Unit(number(stand), stand.side, troops, stand.pose, figures, 0, formation=3)


@lru_cache(maxsize=256)
def arms(sheet: str, front: int, depth: int) -> Kit:
    """The sword of the heaviest class on a sheet and its shield; failing these the next best."""
    of = book().sheets[sheet]
    on_foot = {key: troop for key, troop in of.troops.items() if not troop.beast} or dict(of.troops)
    known = {troop.column for troop in on_foot.values()}
    column: Column = next((one for one in WEIGHTS if one in known), WEIGHTS[-1])
    troop = next(key for key, one in on_foot.items() if one.column == column)
    carried = [one.key for one in of.weapons if one.factor(column) and not one.charge]
    weapon = next((key for key in SWORDS if key in carried), carried[0])
    guard: Guard = next((one for one in GUARDS if of.defence.get(one, {}).get(column)), GUARDS[-1])
    return Kit(troop, column, guard, weapon, front=front, depth=depth)


@rule("QAD-2.004-c", "QAD-2.004-G7")
def harmed_by(what: Literal["missile", "magic", "melee", "artillery", "explosion"]) -> bool:
    """What hurts a command stand: not missiles and no spell; but blows, and engines, which are neither."""
    return what not in ("missile", "magic")
