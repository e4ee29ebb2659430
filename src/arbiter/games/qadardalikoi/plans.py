"""Plans of the formations, whose drawings are lost: twelve of an army (0.410) and twenty-one of a unit (0.420)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arbiter.content.folder import read_toml
from arbiter.core import Drawing, Frame, Outline, Text, Token, rule
from arbiter.core.scenes import Overlay

from . import meadow, warhammers
from .army_formations import MIRRORED, Rectangle, area, attacks_flank
from .book import book
from .drawn import BOWS, LIGHT, MEN, done, field, legion, letter, moved, picture
from .dust import raise_dust
from .entries import ArmyFormationEntry, Slot
from .formations import CURTAIN, SERPENT, STANCE, arranged
from .geometry import MM
from .geometry.bases import corners, frame
from .manoeuvres import Trial
from .pictured import shown
from .state import Qadardalikoi, Unit

ARMIES, UNITS = "QAD-0.410-C1", "QAD-0.420-C1"
"""The entries of the ledger that ask for the plans."""
ROOM = 30
"""mm about a unit."""
GRID = (1000, 560)
"""The ten areas in a plan, in mm."""
BLOCK = (110, 80)
"""A unit in a plan, in mm."""


def told_by(start: str, named: str) -> str:
    """The rule of a chapter that tells of a formation."""
    rules = read_toml(__package__, "ledger.toml")["rule"]
    return next(str(one["id"]) for one in rules if one["id"].startswith(start) and named in one["text"])


# 0.410: the army formations, on the grid of the battlefield areas


def army_plan(entry: ArmyFormationEntry, id: str, name: Text, slots: Sequence[Slot]) -> Drawing:
    """A plan on the grid of areas: what must stand where, and what may."""
    g, grid = field([], GRID), Rectangle(0, 0, GRID[0] * MM, GRID[1] * MM)
    scene = picture(g, [*_areas(g, grid)])
    told = []
    for at, (slot, x, y) in enumerate(_places(slots, grid)):
        if slot.req:
            spot = shown(g.state.land, x, y)
            scene.tokens.append(Token(f"slot-{at}", "field", "", 0, at=spot, width=BLOCK[0], depth=BLOCK[1]))
        else:
            scene.overlays.append(
                _rectangle(
                    g,
                    f"slot-{at}",
                    x - BLOCK[0] * MM // 2,
                    y - BLOCK[1] * MM // 2,
                    x + BLOCK[0] * MM // 2,
                    y + BLOCK[1] * MM // 2,
                    0,
                )
            )
        scene.overlays.append(letter(g, f"kind-{at}", (x, y), f"short.{slot.kind}"))
        maybe = "" if slot.req else Text("drawing.maybe")
        told.append(Text("drawing.slot", {"area": slot.area, "kind": slot.kind, "maybe": maybe}))
    about = told_by("QAD-0.410-", f"Formation {entry.number}:")
    family = Text("drawing.strikes.flanks" if attacks_flank(entry) else "drawing.strikes.centre")
    caption = Text("drawing.army_formation", {"family": family, "slots": told})
    return Drawing(id, about, name, [Frame(scene, caption)], ARMIES)


def _areas(g: Qadardalikoi, grid: Rectangle) -> Iterator[Overlay]:
    for n in range(1, 11):
        yield _rectangle(g, f"area-{n}", *area(n, 0, grid))


def _rectangle(
    g: Qadardalikoi, id: str, left: int, bottom: int, right: int, top: int, owner: int | None = None
) -> Outline:
    points = [shown(g.state.land, *one) for one in ((left, bottom), (right, bottom), (right, top), (left, top))]
    return Outline(id, points, "field", "area" if owner is None else "", owner)


def _places(slots: Sequence[Slot], grid: Rectangle) -> Iterator[tuple[Slot, int, int]]:
    """Every unit of a plan with its place: those of one area one behind the other."""
    for n in sorted({slot.area for slot in slots}):
        here = [slot for slot in slots if slot.area == n for _ in range(slot.n)]
        where = area(n, 0, grid)
        deep = (where.top - where.bottom) // len(here)
        for at, slot in enumerate(here):
            yield slot, (where.left + where.right) // 2, where.top - deep * at - deep // 2


def army_plans() -> list[Drawing]:
    """The twelve, and the named variants: the mirror image of 4, 8 with units in the Gauntlets, 8 with missile troops
    in the Arrows."""
    found = []
    for number, entry in sorted(book().army_formations.items()):
        name = Text("drawing.army_plan", {"n": number})
        found.append(army_plan(entry, f"army-formation-{number}", name, entry.slots))
        for at, variant in enumerate(entry.variants):
            called = Text("drawing.army_variant", {"name": variant, "n": number})
            found.append(army_plan(entry, f"army-formation-{number}-{at + 1}", called, varied(entry, at)))
    return found


def varied(entry: ArmyFormationEntry, at: int) -> list[Slot]:
    """The places of a variant: all mirrored where the plan is lopsided, else one more kind of its optional places."""
    if entry.heaviest:
        return [_in(slot, MIRRORED.get(slot.area, slot.area)) for slot in entry.slots]
    must = [slot for slot in entry.slots if slot.req]
    kind = ("regular", "light")[at]
    more = [slot for slot in entry.slots if not slot.req and slot.kind == kind]
    if kind == "light":
        more = [_in(more[0], n) for n in (1, 3)]
    return [*must, *[_in(slot, slot.area) for slot in more]]


def _in(slot: Slot, n: int) -> Slot:
    """The same kind of unit in an area, where it must stand."""
    return Slot(n, slot.kind, slot.role, slot.n, slot.n_max, formations=slot.formations)


# 0.420: the unit formations


def in_formation(number: int) -> list[Unit]:
    """Ten cohorts in a unit formation, with the unit that they hide or are mixed with."""
    unit = legion(0, 0, (0, 0), 12 if number == SERPENT else 40, 1, kit=LIGHT if number == CURTAIN else MEN)
    if number in warhammers.DRAWINGS:
        hidden = legion(1, 1, (0, 0), 12, 1)
        warhammers.join(unit, hidden, number)
        return [unit, hidden]
    if number == meadow.MEADOW:
        bows = legion(1, 1, (0, 0), 40, 1, kit=BOWS)
        meadow.join(unit, bows)
        return [unit, bows]
    under = {STANCE: 1, CURTAIN: 3}.get(number, number)
    unit.figures, unit.formation, unit.stance = arranged(unit, under), under, number == STANCE
    return [unit]


def unit_plan(number: int) -> Drawing:
    """A unit formation as it really stands, the enemy ahead."""
    units = in_formation(number)
    ahead = 75 if number == CURTAIN else 0
    whole = frame([base for one in units for base in one.bases()], 0)
    wide, deep = whole.front // MM + 2 * ROOM, whole.depth // MM + 2 * ROOM + ahead
    size = (max(wide, deep * 4 // 3), deep)
    g = field([moved(one, size[0] // 2, (size[1] - ahead) // 2) for one in units], size)
    scene = picture(g, [*_dust(g)] if number == CURTAIN else ())
    if number == STANCE:
        scene.tokens[0].marks = ["shields"]
    args = {"cohorts": len(units[0].cohorts()), "n": len(units[0].figures), "under": units[0].formation}
    caption = Text(f"drawing.unit_formation.{number}", args)
    name, about = Text("drawing.unit_plan", {"n": number}), told_by("QAD-0.420-", f"Formation {number},")
    return Drawing(f"unit-formation-{number}", about, name, [Frame(scene, caption)], UNITS)


def _dust(g: Qadardalikoi) -> Iterator[Overlay]:
    """The dust that a unit raises before it, on a field so deep that it stands in its side's Arrows."""
    land, unit = g.state.land, g.state.units[0]
    trial = Trial(field([unit], (land.width // MM, 5 * (unit.pose.y // MM + ROOM))), unit)
    done(raise_dust(trial))
    assert trial.cloud is not None
    yield Outline("dust", [shown(land, *point) for point in corners(trial.cloud.base)], "field", "dust", 0)


@rule("QAD-0.420-C1")
def unit_plans() -> list[Drawing]:
    """All twenty-one, as the rules arrange them."""
    return [unit_plan(number) for number in sorted(book().unit_formations)]
