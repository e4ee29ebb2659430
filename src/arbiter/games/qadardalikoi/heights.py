"""2.145, how high flyers are: written down by both sides after movement, and shown at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from arbiter.core import Amount, Foreseen, Form, Illegal, Label, Rules, Text, Together, rule

from . import command, meadow, observation, pictured, rates, warhammers
from .contact import LEVEL, touched_by
from .free import why_not_land
from .geometry import MM
from .geometry.bases import corners, millimetres
from .geometry.crowds import overlapping
from .ground import Land
from .state import SIDES, Qadardalikoi, Unit
from .view import as_seen

ABOVE = LEVEL + MM
"""So high a flyer is over everything on the ground."""
BESIDE = 25 * MM
"""So far from a flyer its height is written."""


@rule("QAD-2.145-b", "QAD-SEQ-11", "QAD-2.145-D1")
def heights(g: Qadardalikoi) -> Rules[bool]:
    """After movement both sides write down in secret how high all their flyers are, and all is shown at once. Where
    flyers of both come down on the same ground, those of the side that moved first have it. A warhammer beside which
    enemies come down is hidden no more, and the bows of a Meadow may run before them."""
    flyers = [unit for side in (g.state.first, 1 - g.state.first) for unit in g.of(side) if flies(g, unit)]
    choices = {side: spans(g, side, [unit for unit in flyers if unit.side == side]) for side in SIDES}
    written: dict[str, int] = {}
    if any(choices.values()):
        for answer in (yield Together(*[statement(g, side, found) for side, found in choices.items() if found])):
            written |= answer
        g.reveal()
    bounds = {unit.n: limits(g, unit) for unit in flyers}  # of all before any of them is elsewhere
    held = {unit.n: touched_by(g, unit) for unit in flyers}
    for unit in flyers:
        height = written[f"{unit.n}"] * MM if f"{unit.n}" in written else unit.height
        low, high = bounds[unit.n]
        state_height(g, unit, min(max(height, low), high))
    if flyers:
        warhammers.give_away(g)
        observation.watch(g)
        yield from meadow.scatter(g, met_anew(g, held))
    return True


def met_anew(g: Qadardalikoi, held: Mapping[int, Sequence[int]]) -> set[int]:
    """Whom flyers touch that did not touch them before, told by those who lead them."""
    met = {n for flyer, before in held.items() for n in touched_by(g, g.state.units[flyer]) if n not in before}
    return {one.with_ if warhammers.led(one) else one.n for n in met for one in [g.state.units[n]]}


def flies(g: Qadardalikoi, unit: Unit) -> bool:
    """Is a unit in the air, or could it be? Who looks aside, or has turned this turn, does not rise."""
    if not rates.wing(g, unit) or unit.deeds.faced:
        return False
    aside = any(one.turned for one in unit.figures)
    return unit.height > 0 or (left(g, unit) > 0 and not falls(unit) and not aside)


class Span(NamedTuple):
    """How low and how high a flyer may be stated to be, in mm, and how it is called among those of its side."""

    unit: Unit
    low: int
    high: int
    name: str

    @property
    def field(self) -> str:
        return f"{self.unit.n}"

    def ask(self) -> Amount:
        return Amount(self.unit.side, self.low, self.high, "heights.of", {"name": self.name}, "QAD-2.145-b")


def spans(g: Qadardalikoi, side: int, flyers: Sequence[Unit]) -> list[Span]:
    """The flyers of a side that have a choice, over those whom it sees."""
    known = as_seen(g, side)
    found = []
    for unit, name in zip(flyers, pictured.told_apart([unit.troops.name for unit in flyers]), strict=True):
        low, high = limits(known, unit)
        found.append(Span(unit, low // MM, high // MM, name))
    return [one for one in found if one.low < one.high]


def statement(g: Qadardalikoi, side: int, choices: Sequence[Span]) -> Form:
    """What a side writes down: a height for each of these flyers. On the field each has its height beside it."""
    land = g.state.land

    def check(answer: Mapping[str, int]) -> Illegal | None:
        refused = why_not_both([one for one in choices if answer[one.field] * MM <= LEVEL])
        if refused is not None:
            refused.shows = lambda: foreseen(answer)
        return refused

    def foreseen(answer: Mapping[str, int]) -> Foreseen:
        ghosts = [pictured.ghost(land, one.unit) for one in choices]
        told = [Text("heights.label", {"name": one.name, "height": answer[one.field]}) for one in choices]
        labels = [
            Label(f"height-{one.field}", _beside(land, one.unit, at % 2 > 0), text, "field", "area")
            for at, (one, text) in enumerate(zip(choices, told, strict=True))
        ]
        return Foreseen(None, [*labels], ghosts)

    return Form(
        side,
        {one.field: one.ask() for one in choices},
        "heights.state",
        check,
        rule="QAD-SEQ-11",
        usual={one.field: min(max(one.unit.height // MM, one.low), one.high) for one in choices},
        foresee=foreseen,
    )


def _beside(land: Land, unit: Unit, below: bool) -> tuple[float, float]:
    """Where a flyer's height is written: just above it in the picture, or `below`, since flyers may lie over others."""
    ys = [y for base in unit.bases() for _, y in corners(base)]
    return pictured.shown(land, unit.pose.x, min(ys) - BESIDE if below else max(ys) + BESIDE)


def limits(g: Qadardalikoi, unit: Unit) -> tuple[int, int]:
    """How low and how high a flyer can be; one without the strength for it is not in the air."""
    if falls(unit):
        return 0, 0
    low, high = max(0, unit.height - left(g, unit)), unit.height + left(g, unit)
    if held := touched_by(g, unit):  # nobody leaves a melee like that, upward or from others on the wing downward
        low, high = max(low, *(g.state.units[n].height - LEVEL for n in held)), unit.height
    if why_not_land(g, unit, unit.pose) is not None:
        low = max(low, min(high, ABOVE))
    return low, max(low, high)


def why_not_both(landing: Sequence[Span]) -> Illegal | None:
    """Two flyers of a side do not come down onto each other."""
    for one, other in combinations(landing, 2):
        if len(overlapping(one.unit.crowd(), other.unit.crowd())[0]):
            return Illegal("heights.both", "QAD-GEO-21", name=one.name, other=other.name)
    return None


def left(g: Qadardalikoi, unit: Unit) -> int:
    """What a flyer has left of its move for climbing and diving: horizontal and vertical together are its rate. Who is
    shaken or makes a last stand does neither; who has fired moves half at the most, or not at all (QAD-2.143-G1)."""
    deeds = unit.deeds
    if not unit.ready or unit.last_stand or (deeds.fired and deeds.full_rate):
        return 0
    return max(0, unused(g, unit) - (rates.wing(g, unit) // 2 if deeds.fired else 0))


def unused(g: Qadardalikoi, unit: Unit) -> int:
    """How far a flyer could still go in the air: the share of its move that is left, whatever it has done on foot."""
    wing, deeds = rates.wing(g, unit), unit.deeds
    return wing * max(0, deeds.rate - deeds.way) // deeds.rate if deeds.rate else wing


def falls(unit: Unit) -> bool:
    """Has a unit no point for the air, and paid for no move this turn?"""
    return bool(unit.troops.fatigue) and unit.fatigue < 1 and not unit.deeds.way


@rule("QAD-2.145-G3", "QAD-GEO-21")
def state_height(g: Qadardalikoi, unit: Unit, height: int) -> None:
    """A flyer is as high as it says, and over bases or closed ground higher than 25 mm, also over those whom it did not
    see; what it climbs or dives is a part of its move. One that has not moved spends a point as for a move, be it that
    it hovers, rises or comes straight down; without the point it comes down on the nearest free ground."""
    weary = falls(unit)
    if weary:
        height = 0
        spots = (unit.pose.moved(x, y) for x, y in command.ASIDE)
        unit.pose = next((pose for pose in spots if why_not_land(g, unit, pose) is None), unit.pose)
    elif unit.flying and height <= LEVEL and why_not_land(g, unit, unit.pose) is not None:
        height = ABOVE
    if not unit.deeds.way and (height or unit.height) and not weary:
        g.pay(unit, "move")
    if height != unit.height:
        wing = rates.wing(g, unit)
        g.did(unit, way=wing - unused(g, unit) + abs(height - unit.height), rate=wing)
    unit.height = height
    command.set_aside(g, unit)
    g.tell("told.height" if height else "told.grounded", name=unit.troops.name, height=millimetres(height))
