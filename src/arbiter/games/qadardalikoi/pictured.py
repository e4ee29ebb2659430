"""Places and units as the picture shows them: in whole millimetres from its upper left corner, side A below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from arbiter.core import Arc, Bases, Illegal, Line, Option, Outline, Patch, Token

from . import scales
from .book import book
from .formations import local_frame
from .geometry import DEGREE, MM, Base, Pose, ahead
from .geometry.bases import corners
from .geometry.measures import rounded
from .ground import Land
from .state import Figure, Kit, Stand, Troops, Unit

TICKS = 50
"""A ruler has a tick every so many mm."""

INKS = {
    "light blue": "#7fb2e5", "light green": "#a5d68a", "red": "#c0392b", "yellow": "#ecd04b", "black": "#2b2b2b",
    "white": "#fbf9f2", "grey": "#8f949b", "tan": "#cdb083", "orange": "#e08a3c", "purple": "#8a5aa8",
    "gold": "#d9b13b", "copper": "#b4713f", "silver": "#c9ced4",
}  # fmt: skip
"""The colours of patches, by the names that the rulebook gives them."""

ARMOURED = ("heavy", "medium", "light")
"""Kinds of troop with a sign of their own."""

GLANCE = 60 * MM
"""So long is the arrow of a cohort that looks another way than its unit."""

STEPS = 16
"""A way is looked at in so many parts for the farthest place on it that is free."""

Spot = tuple[int, int, int]


def box(land: Land, here: Spot) -> tuple[int, int, int, int]:
    """The whole table, and where somebody stands: losses may leave the middle of a unit beyond the edge."""
    x, y, _ = here
    return min(0, x), min(0, y), max(land.width // MM, x), max(land.depth // MM, y)


def shown(land: Land, x: int, y: int) -> tuple[float, float]:
    """A point of the table in the picture."""
    return x / MM, (land.depth - y) / MM


def spot(land: Land, pose: Pose) -> Spot:
    """A place as somebody would point at it."""
    return rounded(pose.x, MM), rounded(land.depth - pose.y, MM), rounded(pose.facing, DEGREE) % 360


def pose(land: Land, at: tuple[int, ...]) -> Pose:
    """The place that somebody points at."""
    return Pose(at[0] * MM, land.depth - at[1] * MM, at[2] * DEGREE)


def nearest(here: Spot, wish: Spot, why_not: Callable[[Spot], Illegal | None]) -> Spot | Illegal:
    """The farthest place that may be taken on the straight way from where somebody stands to where he is wished; else
    why not there."""
    refused = why_not(wish)
    if refused is None or wish == here:
        return wish
    for part in range(STEPS - 1, 0, -1):
        low = _between(here, wish, part, STEPS)
        if low[:2] != here[:2] and why_not(low) is None:
            return _refined(low, _between(here, wish, part + 1, STEPS), why_not)
    return refused


def _refined(low: Spot, high: Spot, why_not: Callable[[Spot], Illegal | None]) -> Spot:
    """Between a place that is free and one that is not, to the millimetre."""
    while max(abs(high[0] - low[0]), abs(high[1] - low[1])) > 1:
        middle = _between(low, high, 1, 2)
        low, high = (middle, high) if why_not(middle) is None else (low, middle)
    return low


def _between(here: Spot, wish: Spot, part: int, parts: int) -> Spot:
    x, y = (here[at] + rounded((wish[at] - here[at]) * part, parts) for at in (0, 1))
    return x, y, wish[2]


def about(prompt: str, *units: int) -> Callable[[str], Option]:
    """The answers to a question that is about units: these are marked on the field."""
    ids = tuple([f"unit-{n}" for n in units])
    return lambda value: Option(value, f"{prompt}.option", {"value": value}, ids)


def frame(land: Land, unit: Unit) -> Outline:
    """Where a unit would stand that may not."""
    base = local_frame(unit)
    spots = corners(Base(*unit.pose.to_table(base.x, base.y), unit.pose.facing + base.facing, base.front, base.depth))
    return Outline("foreseen-end", [shown(land, x, y) for x, y in spots], "field", "refused", unit.side)


def token(unit: Unit) -> Token:
    """A unit as it stands, on the field and as the ghost that is dragged about: every base of it, and the room that
    they take about its midpoint, which is not in the middle of those who are left or in sight."""
    frame = local_frame(unit)
    wide, deep = frame.front + 2 * abs(frame.x), frame.depth + 2 * abs(frame.y)
    return Token(
        f"unit-{unit.n}", "field", sign(unit.troops), unit.side, width=wide / MM, depth=deep / MM,
        bases=_bases(unit.figures, unit.troops),
    )  # fmt: skip


def _shape(troops: Troops) -> str:
    looks = book().looks
    return looks[troops.sheet].shape if troops.sheet in looks else "unit"


@lru_cache(maxsize=256)
def sign(troops: Troops) -> str:
    """What a unit is from afar: that half of it shoots, of people by its armour, of others by their shape."""
    kits = troops.kits
    if 2 * sum(kit.missile not in ("", "javelin") for kit in kits) >= len(kits):
        return "missile"
    usual = Counter(kit.troop for kit in kits).most_common(1)[0][0]
    shape = _shape(troops)
    return usual if shape == "man" and usual in ARMOURED else shape


@lru_cache(maxsize=1024)
def _bases(figures: tuple[Figure, ...], troops: Troops) -> list[Bases]:
    """The bases of a unit, those of one kind together."""
    found: dict[tuple[Kit, int, int], list[tuple[float, float, float]]] = {}
    for one in figures:
        kit = troops.kits[one.cohort]
        base = one.local(kit)
        found.setdefault((kit, base.front, base.depth), []).append((base.x / MM, -base.y / MM, base.facing / DEGREE))
    return [
        Bases(spots, front / MM, depth / MM, _shape(troops), patches(troops, kit))
        for (kit, front, depth), spots in found.items()
    ]


def patches(troops: Troops, kit: Kit) -> list[Patch]:
    """The three patches of a legion's bases; who is of no legion has that of the people alone."""
    legion = book().legions.get(troops.legion)
    if legion is not None:
        colours = scales.patches(legion, kit.troop, kit.missile)
        pairs = zip(colours, scales.letters(legion, kit.troop, kit.missile), strict=True)
        return [Patch(INKS[colour], letter) for colour, letter in pairs]
    look = book().looks.get(troops.sheet)
    return [] if look is None else [Patch(look.colour, look.troops.get(kit.troop, look.letter))]


def ghost(land: Land, unit: Unit) -> Token:
    """A unit to be dragged about, from where it stands."""
    made = token(unit)
    made.at, made.facing = shown(land, unit.pose.x, unit.pose.y), unit.pose.facing / DEGREE
    return made


def looking(land: Land, unit: Unit, name: str) -> list[Line]:
    """Arrows from cohorts that look another way than they stand in their unit (2.131)."""
    found = []
    for cohort, figures in unit.cohorts().items() if any(one.turned for one in unit.figures) else ():
        if figures[0].turned:
            bases = [unit.base(one) for one in figures]
            x, y = (rounded(sum(one), len(bases)) for one in zip(*[(base.x, base.y) for base in bases], strict=True))
            right, up = ahead(bases[0].facing, GLANCE)
            ends = [shown(land, x, y), shown(land, x + right, y + up)]
            found.append(Line(f"{name}-{cohort}", ends, "field", "looks", arrow=True))
    return found


def shot(land: Land, unit: Unit, target: int, at: tuple[float, float]) -> Line:
    """From a unit that fires to whom it fires at: an arrow without a measure, since nobody measures beforehand."""
    start = shown(land, unit.pose.x, unit.pose.y)
    return Line(f"shot-{unit.n}-{target}", [start, at], "field", "shot", unit.side, arrow=True)


def stand(land: Land, one: Stand) -> Token:
    """A command stand: the officer in the middle, then those beside him."""
    front, depth = one.front / MM, one.depth / MM
    spots = [(at * front, 0.0, 0.0) for at in (0, -1, 1)[: one.figures]]
    return Token(
        f"stand-{one.n}", "field", "stand", one.side, at=shown(land, one.pose.x, one.pose.y),
        facing=one.pose.facing / DEGREE, width=3 * front, depth=depth, bases=[Bases(spots, front, depth, "stand")],
    )  # fmt: skip


def called(one: Stand, stands: Iterable[Stand]) -> str:
    """A commander by title and unit; where several of a side are called so, with a number."""
    alike = [other.n for other in stands if (other.side, other.name) == (one.side, one.name)]
    return told_apart([one.name for _ in alike])[alike.index(one.n)]


def told_apart(names: Sequence[str]) -> list[str]:
    """Names, with a number where several are the same."""
    return [
        f"{name} ({names[: at + 1].count(name)})" if names.count(name) > 1 else name for at, name in enumerate(names)
    ]


def within(land: Land, pose: Pose, far: int, side: int) -> Arc:
    """How far somebody may go who goes in any direction."""
    return Arc("foreseen-reach", shown(land, pose.x, pose.y), far / MM, board="field", look="reach", owner=side)


def near() -> int:
    """How far a command stand helps, in mm."""
    return book().morale["command_near"].within


def reach(land: Land, one: Stand) -> Arc:
    """How far the sight of a commander steadies those about him."""
    at = shown(land, one.pose.x, one.pose.y)
    return Arc(f"near-{one.n}", at, near(), board="field", look="command", owner=one.side)
