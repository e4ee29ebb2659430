"""0.420, the unit formations: how the cohorts of a unit stand in each, and whether a unit still stands so.

The solid ones are filled rank by rank; the others are drawn of blocks (`patterns`), each a cohort, all
in as many files. Figures are told from the midpoint of the unit's frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import isqrt

from arbiter.core import Illegal, rule

from .book import book
from .geometry import MM, Base, Pose, Spot
from .geometry.bases import frame
from .patterns import DRAWINGS, Block, behind, drawn
from .ranks import laid
from .state import Figure, Formed, Kit, Unit, by_figures

LOOSE = 50 * MM
"""The space between figures in skirmish order where nobody says otherwise."""
SERPENT = 4
"""The formation of a single file."""
SQUARE = 7
"""The formation round an empty middle."""
WAVES = 14
"""The formation of lines, each of one rank."""
STANCE, CURTAIN = 20, 21
"""The formations that are laid over others: raised shields, and a cloud of dust."""


def pitch(kit: Kit, order: Formed) -> int:
    """From file to file in an order; from rank to rank it is the depth of a base in all of them (QAD-2.132-G1)."""
    return {"close": kit.front, "open": 2 * kit.front, "skirmish": kit.front + LOOSE}[order]


def block(unit: Unit, files: int = 0, order: Formed | None = None) -> Block:
    """How the largest cohort of this unit is drawn up: in so many files, or about as deep as it is wide."""
    most = _largest(unit)
    kit = unit.kit(unit.figures[0].cohort if unit.figures else 0)
    wide = pitch(kit, order or unit.order)
    files = min(files, most) or max(1, min(most, isqrt(most * kit.depth // wide)))
    return Block(most, files, kit.depth, wide)


def _largest(unit: Unit) -> int:
    """How many figures the largest cohort has."""
    return max((len(figures) for figures in unit.cohorts().values()), default=1)


ALL_WAYS = (6, 7, 8, 18)
"""The formations of which some parts look to the sides or the rear."""


@rule(
    "QAD-0.420-b", "QAD-0.420-c", "QAD-0.420-d", "QAD-0.420-e", "QAD-0.420-f", "QAD-0.420-g", "QAD-0.420-h",
    "QAD-0.420-j", "QAD-0.420-l", "QAD-0.420-m", "QAD-0.420-o", "QAD-0.420-p", "QAD-0.420-q", "QAD-0.420-r",
    "QAD-0.420-v",
)  # fmt: skip
def arranged(unit: Unit, number: int, files: int = 0, order: Formed | None = None) -> tuple[Figure, ...]:
    """The figures of a unit as they stand in a formation, about the midpoint of its frame.

    `files` is that of the whole unit for the solid ones (1 to 3), of a cohort for the others; 0: as is usual. A Serpent
    is a single file whatever is said.
    """
    n = len(unit.figures)
    if number in DRAWINGS:
        each = block(unit, _largest(unit) if number == WAVES else files, order)
        while number == SQUARE and each.width < each.length and each.files < each.figures:  # its middle is empty
            each = block(unit, each.files + 1, order)
        return _centred(unit, _blocks(unit, number, each.files, order))
    usual = {1: max(2, isqrt(2 * n)), 2: max(1, isqrt(n)), 3: -(-n // 2) if n > 6 else n, SERPENT: 1}
    wide = files if files and number != SERPENT else usual[number]
    while number == 1 and not files and -(-n // wide) >= wide:
        wide += 1
    return _centred(unit, _solid(unit, min(n, wide), order))


def _solid(unit: Unit, files: int, order: Formed | None) -> list[Figure]:
    """A rectangle, cohort after cohort, every second rank filled the other way so that no cohort is torn. Cohorts on
    bases of another size stand behind the others, in about the same width."""
    alike: dict[tuple[int, int], list[Figure]] = {}
    for figure in sorted(unit.figures, key=lambda one: (one.cohort, one.n)):
        kit = unit.kit(figure.cohort)
        alike.setdefault((pitch(kit, order or unit.order), kit.depth), []).append(figure)
    width, found, stood = 0, list[Figure](), list[Base]()
    for (wide, depth), figures in alike.items():
        abreast = max(1, min(files, width // wide)) if width else files
        bases = [Base(x, y, 0, wide, depth) for x, y in _filled(len(figures), abreast, wide, depth)]
        if stood:
            (bases,) = behind([bases], stood)
        width = width or files * wide
        stood += bases
        spots = [Spot(base.x, base.y) for base in bases]
        found += [replace(one, spot=spot, turned=0) for one, spot in zip(figures, spots, strict=True)]
    return found


def _filled(n: int, files: int, wide: int, depth: int) -> Iterator[tuple[int, int]]:
    """Places in ranks of so many, filled to and fro."""
    for at in range(n):
        row, column = divmod(at, files)
        column = files - 1 - column if row % 2 else column
        yield (2 * column - files + 1) * wide // 2, -row * depth


def _blocks(unit: Unit, number: int, files: int, order: Formed | None) -> list[Figure]:
    cohorts = unit.cohorts()
    kits = [unit.kit(cohort) for cohort in cohorts]
    shapes = [
        Block(len(figures), files, kit.depth, pitch(kit, order or unit.order))
        for figures, kit in zip(cohorts.values(), kits, strict=True)
    ]
    return [
        replace(figure, spot=spot, turned=0)
        for figures, spots in zip(cohorts.values(), drawn(number, tuple(shapes)), strict=True)
        for figure, spot in zip(figures, spots, strict=True)
    ]


def _centred(unit: Unit, figures: list[Figure]) -> tuple[Figure, ...]:
    """The same figures told from the midpoint of their frame."""
    middle = frame([one.local(unit.kit(one.cohort)) for one in figures], 0)
    moved = (replace(one, spot=one.spot._replace(x=one.spot.x - middle.x, y=one.spot.y - middle.y)) for one in figures)
    return tuple(sorted(moved, key=lambda one: one.n))


def middle(unit: Unit) -> Pose:
    """The midpoint of a unit and its heading: of the frame of those who are left, wherever it was when all stood."""
    whole = local_frame(unit)
    x, y = unit.pose.to_table(whole.x, whole.y)
    return unit.pose._replace(x=x, y=y)


def local_frame(unit: Unit) -> Base:
    """The frame of a unit, told from its pose."""
    return _frame(unit.figures, unit.troops.kits)


@by_figures
def _frame(figures: tuple[Figure, ...], kits: tuple[Kit, ...]) -> Base:
    return frame([one.local(kits[one.cohort]) for one in figures], 0)


@rule("QAD-2.133-D1")
def formable(unit: Unit) -> list[int]:
    """The formations that this unit has the cohorts for."""
    cohorts = len(unit.cohorts())
    known = book().unit_formations
    return [n for n in (1, 2, 3, 4, *DRAWINGS) if known[n].cohorts <= cohorts and (n != 1 or len(unit.figures) >= 6)]


@rule("QAD-0.420-a")
def why_not_form(unit: Unit, number: int) -> Illegal | None:
    """Each block of a formation needs a cohort."""
    if number in formable(unit):
        return None
    if number not in (1, 2, 3, 4, *DRAWINGS):
        return Illegal("form.unknown", "QAD-0.420-a", formation=number)
    return Illegal("form.cohorts", "QAD-0.420-a", formation=number, n=book().unit_formations[number].cohorts)


@rule("QAD-0.420-G1", "QAD-0.420-G2")
def standing(unit: Unit) -> int:
    """The formation that a unit counts as: the one it was told to take while it has the cohorts and the ranks for it,
    else 3 in up to three ranks, else 2."""
    if unit.flying or unit.order == "skirmish":
        return 3
    deep = max(laid(unit).values(), default=1)
    number = unit.formation
    if number == 3 and deep > 3:
        return 2
    if number == 1 and deep < 2:
        return 3
    if number in formable(unit) or (number in (15, 16, 17, 19) and unit.with_ >= 0):
        return number
    return 3 if deep <= 3 else 2


def broken(unit: Unit) -> int:
    """What a unit counts as until it is formed again whose drawing has holes: a line in up to three ranks, else a
    block; bodies without a drawing of their own keep their name."""
    if unit.formation in (1, 2, 3, 4) or unit.with_ >= 0:
        return unit.formation
    return 3 if max(laid(unit).values(), default=1) <= 3 else 2


def kept(unit: Unit) -> int:
    """The formation in which a unit that opens out or closes up is laid out: the one that it has while it has the
    cohorts for it and shares it with nobody, else a line in up to three ranks, else a block."""
    if unit.formation in formable(unit):
        return unit.formation
    return 3 if max(laid(unit).values(), default=1) <= 3 else 2


def why_not_files(unit: Unit, number: int, files: int) -> Illegal | None:
    """A Stone Mountain is wider than deep and has two ranks or more; a Blade has up to three, each at least twice as
    wide as it is deep."""
    deep = -(-len(unit.figures) // files) if files else 0
    mountain = files > deep >= 2
    blade = deep <= 3 and (files >= 2 * deep or deep == 1)
    if not files or {1: mountain, 3: blade}.get(number, True):
        return None
    return Illegal("form.files", "QAD-0.420-a", formation=number, files=files, ranks=deep)


@rule("QAD-2.111-G1")
def in_column(unit: Unit) -> bool:
    """Is it a column for a forced march: a Serpent, or a Mighty Block at least twice as many ranks deep as wide?"""
    ranked = laid(unit)
    wide, deep = sum(rank == 1 for rank in ranked.values()), max(ranked.values(), default=1)
    counts_as = standing(unit)
    return counts_as == SERPENT or (counts_as == 2 and deep >= 2 * wide)
