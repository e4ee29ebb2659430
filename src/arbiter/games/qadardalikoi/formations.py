"""0.420, the unit formations: how the cohorts of a unit stand in each, and whether a unit still stands so.

A drawing is made of blocks; a block is a cohort drawn up in files and ranks. Blocks are told by where their midpoint is
and how they are turned, figures from the midpoint of the unit's frame. All cohorts of a unit use the same block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import isqrt
from typing import NamedTuple, TypeAlias

from arbiter.core import Illegal, rule

from .book import book
from .geometry import MM, TURN, Base, Pose, Spot
from .geometry.bases import frame
from .geometry.measures import COSINES, SINES, rotated, rounded
from .ranks import laid
from .state import Figure, Formed, Kit, Unit, by_figures

GAP = 75 * MM
"""The widest space between cohorts of a legion (2.002)."""
LANE = 40 * MM
"""The lane between columns, and between lines, where nobody says otherwise."""
LOOSE = 50 * MM
"""The space between figures in skirmish order where nobody says otherwise."""
SERPENT = 4
"""The formation of a single file."""
WAVES = 14
"""The formation of lines, each of one rank."""
STANCE, CURTAIN = 20, 21
"""The formations that are laid over others: raised shields, and a cloud of dust."""
QUARTER = TURN // 4


class Block(NamedTuple):
    """A cohort in files and ranks: the pitch of its files and ranks, and how many files it has."""

    files: int
    ranks: int
    depth: int
    wide: int
    """From file to file."""

    @property
    def width(self) -> int:
        """From block to block: in open order neighbours of other cohorts stand as far off as those of one's own."""
        return self.files * self.wide

    @property
    def length(self) -> int:
        return self.ranks * self.depth


Place: TypeAlias = tuple[int, int, int]
"""The midpoint of a block, right and front, and its turn."""
Drawing: TypeAlias = Callable[[int, Block], list[Place]]


def pitch(kit: Kit, order: Formed) -> int:
    """From file to file in an order; from rank to rank it is the depth of a base in all of them (QAD-2.132-G1)."""
    return {"close": kit.front, "open": 2 * kit.front, "skirmish": kit.front + LOOSE}[order]


def block(unit: Unit, files: int = 0, order: Formed | None = None) -> Block:
    """How a cohort of this unit is drawn up: in so many files, or about as deep as it is wide."""
    most = _largest(unit)
    kit = unit.kit(unit.figures[0].cohort if unit.figures else 0)
    wide = pitch(kit, order or unit.order)
    files = files or max(1, min(most, isqrt(most * kit.depth // wide)))
    return Block(files, -(-most // files), kit.depth, wide)


def _largest(unit: Unit) -> int:
    """How many figures the largest cohort has."""
    return max((len(figures) for figures in unit.cohorts().values()), default=1)


# The drawings, in the order of the book


def _rows(counts: Sequence[int], each: Block, turned: Iterable[int] = (), lane: int = 0) -> list[Place]:
    """Centred rows of blocks, base to base, front to rear; rows in `turned` face the rear."""
    back = set(turned)
    return [
        ((2 * at - count + 1) * (each.width + lane) // 2, -row * each.length, TURN // 2 if row in back else 0)
        for row, count in enumerate(counts)
        for at in range(count)
    ]


def _wedge(n: int, each: Block) -> list[Place]:
    """5: rows that grow by one block; the last may be incomplete."""
    counts: list[int] = []
    while sum(counts) < n:
        counts.append(min(len(counts) + 1, n - sum(counts)))
    return _rows(counts, each)


def _diamond(n: int, each: Block) -> list[Place]:
    """6: rows that grow and shrink; those behind the widest face the rear. What is over widens the middle."""
    side = isqrt(n)
    over = n - side * side
    middle = [side] + [side] * (over // side) + ([over % side] if over % side else [])
    counts = [*range(1, side), *middle, *range(side - 1, 0, -1)]
    first_back = side - 1 + len(middle)
    return _rows(counts, each, range(first_back, len(counts)))


def _square(n: int, each: Block) -> list[Place]:
    """7: four sides that face outward round an empty middle as large as a block or larger."""
    across = max(3, -(-(n + 4) // 4))
    along = max(1, -(-(n - 2 * across) // 2))
    rear = n - across - 2 * along
    if rear < 1:
        along, rear = along - 1, n - across - 2 * (along - 1)
    deep = max(along * each.width, each.length)
    top = (deep + each.length) // 2
    half = across * each.width // 2 - each.length // 2
    found = [((2 * at - across + 1) * each.width // 2, top, 0) for at in range(across)]
    for at in range(along):
        y = (along - 1 - 2 * at) * each.width // 2
        found += [(-half, y, 3 * QUARTER), (half, y, QUARTER)]
    return found + [((2 * at - rear + 1) * each.width // 2, -top, TURN // 2) for at in range(rear)]


def _around(n: int, each: Block, turns: Sequence[int], radius: int) -> list[Place]:
    """Blocks on a circle, each facing outward; `radius` is that of their inner edges."""
    reach = radius + each.length // 2
    return [(*rotated(0, reach, turn), turn % TURN) for turn in turns[:n]]


def _inner(each: Block, parts: int) -> int:
    """The radius at which the inner corners of blocks touch, `parts` of them to the full circle."""
    half = min(QUARTER - 1, TURN // (2 * parts))
    return rounded(each.width * COSINES[half], 2 * SINES[half]) + MM // 10 if parts > 2 else each.width // 2


def _ring(n: int, each: Block) -> list[Place]:
    """8: cohorts evenly round a ring, inner corners touching."""
    return _around(n, each, [rounded(at * TURN, n) for at in range(n)], _inner(each, n))


def _embrace(n: int, each: Block, arms: int = 0) -> list[Place]:
    """9: a rectangle with an arm forward at each end, 1 to 3 blocks long."""
    arms = arms or (1 if n < 14 else 2)
    body = n - 2 * arms
    across = body if body < 6 else -(-body // 2)
    left, right = -(across - 1) * each.width // 2, (across - 1) * each.width // 2
    found = [(x, at * each.length, 0) for at in range(arms, 0, -1) for x in (left, right)]
    counts = [across] * (body // across) + ([body % across] if body % across else [])
    return found + _rows(counts, each)


def _checks(n: int, each: Block) -> list[Place]:
    """10: a checkerboard whose blocks touch at their corners."""
    across = max(2, isqrt(2 * n))
    found: list[Place] = []
    row = 0
    while len(found) < n:
        shift = row % 2
        count = (across + 1 - shift) // 2
        for at in range(min(count, n - len(found))):
            found.append(((2 * (2 * at + shift) - across + 1) * each.width // 2, -row * each.length, 0))
        row += 1
    return found


def _teeth(n: int, each: Block) -> list[Place]:
    """11: a row of small wedges with gaps, squares staggered into the gaps behind them."""
    return _checks(n, each)


def _towers(n: int, each: Block) -> list[Place]:
    """12 and 13: columns one block wide with lanes between; every column has at least two blocks."""
    columns = max(2, min(n // 2, isqrt(n)))
    pitch = each.width + min(each.width, GAP)
    return [((2 * (at % columns) - columns + 1) * pitch // 2, -(at // columns) * each.length, 0) for at in range(n)]


def _waves(n: int, each: Block) -> list[Place]:
    """14: lines of one rank, one behind the other, with space between."""
    lines = 2 if n < 9 else 3
    across = -(-n // lines)
    pitch = each.length + LANE
    found = []
    for at in range(n):
        row = at // across
        count = min(across, n - row * across)
        found.append(((2 * (at % across) - count + 1) * each.width // 2, -row * pitch, 0))
    return found


def _moons(n: int, each: Block) -> list[Place]:
    """18: a half ring toward the enemy, and the rest in rows at its centre."""
    outer = max(3, (2 * n) // 3)
    inner = n - outer
    turns = [rounded(at * TURN, 2 * (outer - 1)) - QUARTER for at in range(outer)]
    across = max(1, -(-inner // 2))
    half = across * each.width // 2
    radius = max(_inner(each, 2 * (outer - 1)), half + 10 * MM)
    found = _around(outer, each, turns, radius)
    counts = [min(across, inner - row * across) for row in range(-(-inner // across))]
    front = isqrt(radius * radius - half * half) - MM
    return found + [(x, y + front - each.length // 2, turn) for x, y, turn in _rows(counts, each)]


DRAWINGS: dict[int, Drawing] = {
    5: _wedge, 6: _diamond, 7: _square, 8: _ring, 9: _embrace, 10: _checks, 11: _teeth, 12: _towers, 13: _towers,
    14: _waves, 18: _moons,
}  # fmt: skip
ALL_WAYS = (6, 7, 8, 18)
"""The formations of which some parts look to the sides or the rear."""
WEDGED = {11: 2, 13: 1}
"""The formations whose foremost cohorts are drawn up as small wedges."""


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
        while number == 7 and each.width < each.length:  # so that the sides leave the middle empty
            each = block(unit, each.files + 1, order)
        return _centred(unit, _blocks(unit, number, each))
    usual = {1: max(2, isqrt(2 * n)), 2: max(1, isqrt(n)), 3: -(-n // 2) if n > 6 else n, SERPENT: 1}
    wide = files if files and number != SERPENT else usual[number]
    while number == 1 and not files and -(-n // wide) >= wide:
        wide += 1
    return _centred(unit, _solid(unit, min(n, wide), order))


def _solid(unit: Unit, files: int, order: Formed | None) -> list[Figure]:
    """A rectangle, cohort after cohort, every second rank filled the other way so that no cohort is torn."""
    each = block(unit, files, order)
    found = []
    for at, figure in enumerate(sorted(unit.figures, key=lambda one: (one.cohort, one.n))):
        row, column = divmod(at, files)
        column = files - 1 - column if row % 2 else column
        found.append(replace(figure, spot=Spot(column * each.wide, -row * each.depth), turned=0))
    return found


def _blocks(unit: Unit, number: int, each: Block) -> list[Figure]:
    cohorts = unit.cohorts()
    places = DRAWINGS[number](len(cohorts), each)
    foremost = max(y for _, y, _ in places)
    found = []
    for (x, y, turn), figures in zip(places, cohorts.values(), strict=True):
        here = Pose(x, y, turn)
        small = number in WEDGED and y == foremost
        for figure, (right, front) in zip(figures, _drawn_up(len(figures), each, small), strict=True):
            found.append(replace(figure, spot=Spot(*here.to_table(right, front), turn), turned=0))
    return found


def _drawn_up(n: int, each: Block, wedge: bool) -> list[tuple[int, int]]:
    """Where the figures of a cohort stand in their block; a small wedge grows by one figure a rank."""
    top = (each.ranks - 1) * each.depth // 2
    if not wedge:
        return [
            ((2 * (at % each.files) - each.files + 1) * each.wide // 2, top - at // each.files * each.depth)
            for at in range(n)
        ]
    counts: list[int] = []
    while sum(counts) < n:
        counts.append(min(len(counts) + 1, each.files, n - sum(counts)))
    return [
        ((2 * at - count + 1) * each.wide // 2, (len(counts) - 1 - row) * each.depth - top)
        for row, count in enumerate(counts)
        for at in range(count)
    ]


def _centred(unit: Unit, figures: list[Figure]) -> tuple[Figure, ...]:
    """The same figures told from the midpoint of their frame."""
    middle = frame([one.local(unit.kit(one.cohort)) for one in figures], 0)
    moved = (replace(one, spot=one.spot._replace(x=one.spot.x - middle.x, y=one.spot.y - middle.y)) for one in figures)
    return tuple(sorted(moved, key=lambda one: one.n))


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
