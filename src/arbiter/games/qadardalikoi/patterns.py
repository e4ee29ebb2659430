"""0.420, how the cohorts of a unit stand in the formations that are drawn block by block.

Each cohort is put where the drawing has it and closes up to those who stand, so that no loss and no size of base leaves
a hole between two of them. Places are told from anywhere; who asks finds the middle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import NamedTuple, TypeAlias

from .geometry import MM, SLACK, TURN, Base, Pose, Spot, ahead, distance
from .geometry.bases import frame
from .geometry.crowds import Crowd, overlapping, slide
from .geometry.measures import rounded

GAP = 75 * MM
"""The widest space between cohorts of a legion (2.002)."""
LANE = 40 * MM
"""The space between lines where nobody says otherwise."""
RUN = 10 * MM
"""From so far beyond the others a cohort closes up to them."""
FAR = 100 * MM
"""From farther off than this a cohort comes up to an arc."""
HAIR = SLACK // 2
"""Who squeezes in keeps so far off: it counts as contact, and a touch is never missed for a rounding."""
QUARTER = TURN // 4

Men: TypeAlias = list[Base]
"""The figures of a cohort, each with the ground that it takes in its order."""


class Block(NamedTuple):
    """A cohort in files and ranks, the last of which may be incomplete: how many figures and files it has."""

    figures: int
    files: int
    depth: int
    """From rank to rank."""
    wide: int
    """From file to file."""

    @property
    def ranks(self) -> int:
        return -(-self.figures // self.files)

    @property
    def width(self) -> int:
        """From block to block: in open order neighbours of other cohorts stand as far off as those of one's own."""
        return min(self.files, self.figures) * self.wide

    @property
    def length(self) -> int:
        return self.ranks * self.depth

    def rows(self) -> list[int]:
        """The figures of each rank."""
        return [min(self.files, self.figures - done) for done in range(0, self.figures, self.files)]

    def wedged(self) -> list[int]:
        """The same in a small wedge, which grows by one figure a rank."""
        found: list[int] = []
        while sum(found) < self.figures:
            found.append(min(len(found) + 1, self.files, self.figures - sum(found)))
        return sorted(found)


Drawing: TypeAlias = Callable[[Sequence[Block]], list[Men]]


# How cohorts are put and close up


def _put(block: Block, x: int, y: int, turn: int = 0, wedge: bool = False) -> Men:
    """A cohort the middle of whose front is at a place. An incomplete rank is filled from the left."""
    here, turn = Pose(x, y, turn % TURN), turn % TURN
    rows = block.wedged() if wedge else block.rows()
    found = []
    for rank, count in enumerate(rows):
        wide = count if wedge else rows[0]
        for file in range(count):
            right, front = (2 * file - wide + 1) * block.wide // 2, -(2 * rank + 1) * block.depth // 2
            found.append(Base(*here.to_table(right, front), turn, block.wide, block.depth))
    return found


def _line(blocks: Sequence[Block], turn: int = 0) -> list[Men]:
    """Cohorts beside each other, base to base, the middle of their common front at (0, 0)."""
    x = -sum(one.width for one in blocks) // 2
    found = []
    for block in blocks:
        found.append(_put(block, x + block.width // 2, 0, turn))
        x += block.width
    return found


def _length(men: Men) -> int:
    return frame(men, 0).depth


def together(cohorts: Iterable[Men]) -> Men:
    """The figures of several cohorts."""
    return [one for men in cohorts for one in men]


def shifted(cohorts: Sequence[Men], x: int, y: int) -> list[Men]:
    """Cohorts so far to the right and ahead of where they were."""
    return [[Base(one.x + x, one.y + y, one.facing, one.front, one.depth) for one in men] for men in cohorts]


def _closed_up(cohorts: Sequence[Men], others: Men, x: int, y: int) -> list[Men]:
    """Cohorts that come in step by (x, y) up to where the first of them touches one of the others."""
    length = distance(x, y)
    touch = slide(Crowd.of(together(cohorts)), x, y, length, Crowd.of(others))
    way = touch.at if touch is not None else 0
    return shifted(cohorts, rounded(x * way, length), rounded(y * way, length))


def behind(cohorts: Sequence[Men], others: Men) -> list[Men]:
    """Cohorts that come forward from the rear until they touch who stands there."""
    mine, theirs = frame(together(cohorts), 0), frame(others, 0)
    start = shifted(cohorts, 0, theirs.y - mine.y - (theirs.depth + mine.depth) // 2 - RUN)
    return _closed_up(start, others, 0, theirs.depth + 2 * RUN)


def before(cohorts: Sequence[Men], others: Men) -> list[Men]:
    """Cohorts that come back from the front until they touch who stands there."""
    mine, theirs = frame(together(cohorts), 0), frame(others, 0)
    start = shifted(cohorts, 0, theirs.y - mine.y + (theirs.depth + mine.depth) // 2 + RUN)
    return _closed_up(start, others, 0, -theirs.depth - 2 * RUN)


def _rows(blocks: Sequence[Block], counts: Sequence[int], back: Sequence[int] = ()) -> list[Men]:
    """Rows of so many cohorts one behind the other; those in `back` face the rear."""
    found: list[Men] = []
    for row, count in enumerate(counts):
        line = _line(blocks[len(found) : len(found) + count], TURN // 2 if row in back else 0)
        found += behind(line, together(found)) if found else line
    return found


# The drawings, in the order of the book


def _wedge(blocks: Sequence[Block]) -> list[Men]:
    """5: rows that grow by one block; the last may be incomplete."""
    n = len(blocks)
    counts: list[int] = []
    while sum(counts) < n:
        counts.append(min(len(counts) + 1, n - sum(counts)))
    return _rows(blocks, counts)


def _diamond(blocks: Sequence[Block]) -> list[Men]:
    """6: rows that grow and shrink; those behind the widest face the rear. What is over widens the middle."""
    side = isqrt(len(blocks))
    over = len(blocks) - side * side
    middle = [side] + [side] * (over // side) + ([over % side] if over % side else [])
    counts = [*range(1, side), *middle, *range(side - 1, 0, -1)]
    return _rows(blocks, counts, range(side - 1 + len(middle), len(counts)))


def _square(blocks: Sequence[Block]) -> list[Men]:
    """7: four sides that face outward round an empty middle."""
    n = len(blocks)
    across = max(3, -(-(n + 4) // 4))
    along = max(1, -(-(n - 2 * across) // 2))
    if n - across - 2 * along < 1:
        along -= 1
    first, flanks, rear = blocks[:across], blocks[across : across + 2 * along], blocks[across + 2 * along :]
    front, reach = _line(first), _reach(first, flanks, rear)
    left, right = (
        behind(_flank(flanks[at::2], side * reach, side * QUARTER), together(front)) for at, side in ((0, -1), (1, 1))
    )
    found = [*front, *(men for pair in zip(left, right, strict=True) for men in pair)]
    return found + behind(_line(rear, TURN // 2), together(found))


def _reach(front: Sequence[Block], flanks: Sequence[Block], rear: Sequence[Block]) -> int:
    """How far from its middle the sides of a hollow square look out: level with its front, but so near that they meet
    its rear, and so far that the middle stays empty."""
    wide, back = (sum(one.width for one in side) for side in (front, rear))
    inside = max(one.wide for one in (*front, *flanks, *rear))
    level = min(wide // 2, back // 2 + min(one.length for one in flanks[-2:]) - inside // 2)
    return max(level, max(one.length for one in flanks) + inside // 2)


def _flank(blocks: Sequence[Block], x: int, turn: int) -> list[Men]:
    """Cohorts one behind the other that look to a side, their fronts on a line."""
    y, found = 0, []
    for block in blocks:
        found.append(_put(block, x, y - block.width // 2, turn))
        y -= block.width
    return found


def _front(block: Block, men: Men) -> Pose:
    """The middle of the front of a cohort, and where it looks."""
    first, last = men[0], men[block.rows()[0] - 1]
    here = Pose((first.x + last.x) // 2, (first.y + last.y) // 2, first.facing)
    return here.moved(*ahead(here.facing, block.depth // 2))


def _beside(block: Block, by: int, of: Pose, others: Sequence[Men], space: int) -> Men:
    """A cohort beside the last of an arc, whose front has its middle at a pose: turned by so much, it comes along the
    chord to within a space of it, or from outside where that leaves no room."""
    chord = of.facing + by // 2 + (QUARTER if by > 0 else -QUARTER)
    far = FAR + 2 * (block.width + block.length) + sum(one.front + one.depth for one in others[-1])
    x, y = ahead(chord % TURN, far)
    (men,) = _closed_up([_put(block, of.x + x, of.y + y, of.facing + by)], others[-1], -x, -y)
    (men,) = shifted([men], *ahead(chord % TURN, space))
    if len(overlapping(Crowd.of(men), Crowd.of(together(others)))[0]):
        outside = shifted([men], *ahead((of.facing + by) % TURN, far))
        firm = [one.grown(HAIR) for one in together(others)]
        (men,) = _closed_up(outside, firm, *ahead((of.facing + by + TURN // 2) % TURN, far + RUN))
    return men


def _arc(blocks: Sequence[Block], turns: Sequence[int], first: int, space: int = 0) -> list[Men]:
    """Cohorts that look outward as `turns` say, side by side from the first of them to the right, then to the left."""
    found = {first: _put(blocks[first], 0, 0, turns[first])}
    for order in (range(first + 1, len(blocks)), range(first - 1, -1, -1)):
        last = first
        for at in order:
            others = [men for n, men in found.items() if n != last]
            of = _front(blocks[last], found[last])
            found[at] = _beside(blocks[at], turns[at] - turns[last], of, [*others, found[last]], space)
            last = at
    return [found[at] for at in range(len(blocks))]


def _turns(blocks: Sequence[Block], whole: int, shared: int) -> list[int]:
    """Where cohorts look that share a circle, or a part of it, as they are wide: from 0 on, by tenths of a degree."""
    found = [0]
    for one, other in pairwise(blocks):
        found.append(found[-1] + one.width + other.width)
    return [rounded(at * whole, shared) for at in found]


def _ring(blocks: Sequence[Block]) -> list[Men]:
    """8: cohorts round a ring, one beside the other."""
    n = len(blocks)
    turns = _turns(blocks, TURN, 2 * sum(one.width for one in blocks))
    half = n // 2 + 1
    looks = [*(turn - TURN for turn in turns[half:]), *turns[:half]]
    arc = _arc([*blocks[half:], *blocks[:half]], looks, n - half)
    return [*arc[n - half :], *arc[: n - half]]


def _embrace(blocks: Sequence[Block]) -> list[Men]:
    """9: a rectangle with an arm forward at each end, 1 or 2 blocks long."""
    n = len(blocks)
    arms = 1 if n < 14 else 2
    ends, body = blocks[: 2 * arms], blocks[2 * arms :]
    across = len(body) if len(body) < 6 else -(-len(body) // 2)
    found = _rows(body, [min(across, len(body) - done) for done in range(0, len(body), across)])
    half = sum(one.width for one in body[:across]) // 2
    placed: list[Men] = []
    for at in range(2 * arms - 1, -1, -1):
        block, side = ends[at], 1 if at % 2 else -1
        x = max(half - block.width // 2, (block.width + block.wide) // 2)
        placed = [*before([_put(block, side * x, 0)], together([*found, *placed])), *placed]
    return [*placed, *found]


def _checks(blocks: Sequence[Block], wedges: bool = False) -> list[Men]:
    """10: a checkerboard whose blocks touch at their corners."""
    n = len(blocks)
    across = max(2, isqrt(2 * n))
    places: list[tuple[int, int]] = []
    while len(places) < n:
        row = places[-1][0] + 1 if places else 0
        places += [(row, column) for column in range(row % 2, across, 2)]
    wide = [0] * across
    for (_, column), block in zip(places, blocks, strict=False):
        wide[column] = wide[column] or _width(block, wedges and not column % 2)
    found: dict[tuple[int, int], Men] = {}
    for (row, column), block in zip(places, blocks, strict=False):
        x = sum(wide[:column]) + wide[column] // 2
        men = _put(block, x, 0, wedge=wedges and not row)
        if not row:
            (men,) = shifted([men], 0, _length(men) if wedges else 0)
        else:
            men = _between(men, found, column)
        found[row, column] = men
    return list(found.values())


def _width(block: Block, wedge: bool) -> int:
    return max(block.wedged() if wedge else block.rows()) * block.wide


def _between(men: Men, placed: Mapping[tuple[int, int], Men], column: int) -> Men:
    """A block of a checkerboard that comes forward between its neighbours until it touches each of them."""
    others = together(placed.values())
    ways = []
    for side in (-1, 1):
        if any(other == column + side for _, other in placed):
            (there,) = behind(shifted([men], side * MM, 0), others)
            ways.append(shifted([there], -side * MM, 0)[0])
    return max(ways, key=lambda there: there[0].y)


def _teeth(blocks: Sequence[Block]) -> list[Men]:
    """11: a row of small wedges with gaps, squares staggered into the gaps behind them."""
    return _checks(blocks, wedges=True)


def _towers(blocks: Sequence[Block], wedges: bool = False) -> list[Men]:
    """12: columns one block wide with lanes between, the largest cohorts ahead; every column has at least two."""
    n = len(blocks)
    columns = max(2, min(n // 2, isqrt(n)))
    order = sorted(range(n), key=lambda at: -blocks[at].figures)
    lane = min(max(one.width for one in blocks), GAP)
    found: dict[int, Men] = {}
    x = 0
    for column in range(columns):
        head, *rest = order[column::columns]
        men = _put(blocks[head], 0, 0, wedge=wedges)
        standing = shifted([men], 0, _length(men) if wedges else 0)
        for at in rest:
            standing += behind([_put(blocks[at], 0, 0)], together(standing))
        whole = frame(together(standing), 0)
        found |= dict(zip((head, *rest), shifted(standing, x + whole.front // 2 - whole.x, 0), strict=True))
        x += whole.front + lane
    return [found[at] for at in range(n)]


def _palisades(blocks: Sequence[Block]) -> list[Men]:
    """13: such columns, whose heads are small wedges."""
    return _towers(blocks, wedges=True)


def _waves(blocks: Sequence[Block]) -> list[Men]:
    """14: lines of one rank, one behind the other, with space between."""
    n = len(blocks)
    across = -(-n // (2 if n < 9 else 3))
    found: list[Men] = []
    for at in range(0, n, across):
        line = _line(blocks[at : at + across])
        found += shifted(behind(line, together(found)), 0, -LANE) if found else line
    return found


def _hollow(arc: Sequence[Men]) -> int:
    """How wide a half ring is between its ends."""
    left, right = frame(arc[0], 0), frame(arc[-1], 0)
    return right.x - left.x - (right.front + left.front) // 2


def _moons(blocks: Sequence[Block]) -> list[Men]:
    """18: a half ring toward the enemy, and the rest in rows at its centre."""
    n = len(blocks)
    outer = max(3, (2 * n) // 3)
    shared = 2 * sum(one.width for one in blocks[:outer]) - blocks[0].width - blocks[outer - 1].width
    turns = [at - QUARTER for at in _turns(blocks[:outer], TURN // 2, shared)]
    across = max(1, -(-(n - outer) // 2))
    inner = _rows(blocks[outer:], [min(across, n - at) for at in range(outer, n, across)])
    arc = _arc(blocks[:outer], turns, (outer - 1) // 2)
    lack = RUN + frame(together(inner), 0).front - _hollow(arc)
    if lack > 0:
        arc = _arc(blocks[:outer], turns, (outer - 1) // 2, min(GAP // 2, 3 * lack // (2 * outer - 2)))
    return [*arc, *behind(inner, together(arc))]


DRAWINGS: dict[int, Drawing] = {
    5: _wedge, 6: _diamond, 7: _square, 8: _ring, 9: _embrace, 10: _checks, 11: _teeth, 12: _towers, 13: _palisades,
    14: _waves, 18: _moons,
}  # fmt: skip


@lru_cache(maxsize=1024)
def drawn(number: int, blocks: tuple[Block, ...]) -> tuple[tuple[Spot, ...], ...]:
    """Where the figures of each cohort stand."""
    return tuple(tuple(Spot(one.x, one.y, one.facing) for one in men) for men in DRAWINGS[number](blocks))
