"""Geometry is exact: whole numbers decide, so decimals that differ from machine to machine change nothing.

Shapely, which reckons with decimals, is held against it here; the rules themselves do without.
"""

import ast
import json
import re
import subprocess
import sys
from math import isqrt
from pathlib import Path

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

import arbiter.games.qadardalikoi as game
from arbiter.games.qadardalikoi.geometry import MM, Base, ahead
from arbiter.games.qadardalikoi.geometry.crowds import SHARE, Crowd, rounded_root, share
from arbiter.games.qadardalikoi.geometry.lines import Lines, Points
from arbiter.games.qadardalikoi.geometry.outlines import FINE, band, clockwise, convex, extent, grown, left_over, parts
from arbiter.games.qadardalikoi.geometry.shapes import PART, Shapes, Through, apart, holding, meeting, ways
from arbiter.games.qadardalikoi.ground import footprints

PLACE = st.integers(-50 * MM, 650 * MM)
BASES = st.builds(Base, PLACE, PLACE, st.integers(0, 3599), st.integers(4, 60).map(lambda n: n * 50),
                  st.integers(4, 60).map(lambda n: n * 50))  # fmt: skip


@st.composite
def outlines(draw):
    """A star about a point: corners in the order of their directions, near and far from it."""
    x, y = draw(PLACE), draw(PLACE)
    step = 3600 // draw(st.integers(4, 8))
    turns = [turn + draw(st.integers(0, step // 2)) for turn in range(0, 3600 - step // 2, step)]
    ends = [ahead(turn, draw(st.integers(20 * MM, 200 * MM))) for turn in turns]
    return clockwise((x + dx, y + dy) for dx, dy in ends)


def polygons(shapes):
    return [shapely.Polygon(shapes.outline(at)) for at in range(len(shapes))]


# Outlines


@given(outlines())
def test_the_parts_of_an_outline_are_convex_and_make_up_all_of_it(outline):
    found = parts(outline)

    assert all(convex(part) and extent(part) > 0 for part in found)
    assert sum(map(extent, found)) == extent(outline)
    whole = shapely.union_all([shapely.Polygon(part) for part in found])
    assert whole.symmetric_difference(shapely.Polygon(outline)).area < 1


def test_an_outline_that_goes_back_on_itself_is_cut_up_all_the_same():
    crown = clockwise([(0, 0), (0, 100), (50, 40), (100, 100), (150, 40), (200, 100), (200, 0), (100, 0)])

    assert sum(map(extent, parts(crown))) == extent(crown)
    assert len(parts(crown)) > 1


@given(st.lists(st.tuples(PLACE, PLACE), min_size=2, max_size=2, unique=True), st.integers(1, 40))
def test_a_band_is_as_wide_as_it_should_be(line, width):
    (a, b), (c, d) = line
    assume(isqrt((c - a) ** 2 + (d - b) ** 2) > 10 * MM)
    drawn = shapely.LineString(line).buffer(width * MM / 2, cap_style="flat", join_style="mitre")

    assert shapely.Polygon(band(line, width * MM)).hausdorff_distance(drawn) < 1


def test_a_band_turns_with_its_line():
    road = [(0, 0), (20000, 0), (20000, 30000), (40000, 50000)]
    drawn = shapely.LineString(road).buffer(1000, cap_style="flat", join_style="mitre")

    assert shapely.Polygon(band(road, 2000)).hausdorff_distance(drawn) < 1
    assert band(road[:2], 2000) == ((0, 1000), (20000, 1000), (20000, -1000), (0, -1000))


@given(BASES)
def test_an_outline_grows_by_its_edges(base):
    here = grown(tuple(Shapes.under(Crowd.of([base])).outline(0)), 100)
    there = Shapes.under(Crowd.of([base.grown(100)])).outline(0)

    assert all(abs(a - c) <= 2 and abs(b - d) <= 2 for (a, b), (c, d) in zip(here, there, strict=True))


@given(BASES, st.lists(outlines(), min_size=1, max_size=3))
def test_what_is_left_over_is_what_nothing_covers(base, covers):
    shape = Shapes.under(Crowd.of([base])).outline(0)
    left = left_over(shape, [part for one in covers for part in parts(one)]) / (2 * FINE**2)
    drawn = shapely.Polygon(shape).difference(shapely.union_all([shapely.Polygon(one) for one in covers])).area

    assert left == pytest.approx(drawn, abs=50)


# Many shapes at once


@given(st.lists(BASES, min_size=1, max_size=6), st.lists(outlines(), min_size=1, max_size=3))
def test_shapes_meet_where_shapely_says_so(bases, others):
    mine = Shapes.under(Crowd.of(bases))
    pieces = [part for one in others for part in parts(one)]
    found = set(zip(*[one.tolist() for one in meeting(mine, Shapes.of(pieces))], strict=True))

    for i, one in enumerate(polygons(mine)):
        for j, other in enumerate(pieces):
            assert ((i, j) in found) == one.intersects(shapely.Polygon(other))


@given(BASES, st.integers(-300 * MM, 300 * MM), st.integers(-300 * MM, 300 * MM))
def test_the_way_of_a_base_is_the_hull_of_both_ends(base, x, y):
    crowd = Crowd.of([base])
    spots = [*Shapes.under(crowd).outline(0), *Shapes.under(crowd.moved(x, y)).outline(0)]

    assert polygons(Shapes.under(crowd).swept(x, y))[0].equals(shapely.convex_hull(shapely.MultiPoint(spots)))


@given(BASES, outlines())
def test_the_distance_is_rounded_down(base, outline):
    here = footprints(Crowd.of([base]), 0)
    drawn = polygons(here)[0].distance(shapely.Polygon(outline))

    there = Shapes.of(parts(outline))
    assert drawn - 1 - 1e-6 < apart(here, there) <= drawn + 1e-6
    assert [apart(here, there, most) for most in (0, 10_000)] == [0, min(apart(here, there), 10_000)]


@given(outlines(), st.lists(st.tuples(PLACE, PLACE), min_size=1, max_size=8))
def test_points_lie_on_ground_where_shapely_says_so(outline, points):
    x, y = np.array(points, dtype=np.int64).T
    found = holding(Shapes.of(parts(outline)), x, y).any(axis=0)

    assert found.tolist() == [shapely.Polygon(outline).intersects(shapely.Point(one)) for one in points]


@given(outlines(), st.lists(st.tuples(PLACE, PLACE, PLACE, PLACE), min_size=1, max_size=8))
def test_lines_run_as_far_through_ground_as_shapely_says(outline, ends):
    a, b, c, d = np.array(ends, dtype=np.int64).T
    lines = Lines(Points(a, b, a * 0, a * 0), Points(c, d, c * 0, c * 0))
    found = Through(lines, Shapes.of(parts(outline)))
    inside = np.zeros(len(ends))
    np.add.at(inside, found.line, (found.leave - found.enter) / PART)

    for at, (one, other, third, fourth) in enumerate(ends):
        drawn = shapely.LineString([(one, other), (third, fourth)]).intersection(shapely.Polygon(outline)).length
        assert abs(inside[at] * int(ways(lines)[at]) - drawn) < 1.5


# Quotients and roots


@given(st.integers(0, 2**20), st.integers(1, 2**20), st.integers(1, 2**20), st.integers(1, 50))
def test_a_share_of_a_length_is_rounded_down_and_never_too_short(n, of, length, times):
    n = min(n, of)
    shares = share(np.array([n, n * times, -n]), np.array([of, of * times, -of])) if of * times < 2**20 else None
    one = int(share(np.array([n]), np.array([of]))[0])

    assert one * length >> (SHARE.bit_length() - 1) == n * length // of
    assert shares is None or set(shares.tolist()) == {one}, "equal quotients are equal"


@given(st.integers(0, 2**20), st.integers(1, 2**20), st.integers(0, 2**20), st.integers(1, 2**20))
def test_shares_keep_the_order_of_quotients(a, b, c, d):
    one, other = share(np.array([a, c]), np.array([b, d])).tolist()

    assert (one < other) == (a * d < c * b)


@given(st.integers(0, 2**42), st.sampled_from([-1e-6, 0.0, 1e-6]))
def test_roots_are_put_right_by_whole_numbers(square, off):
    real = np.sqrt
    try:
        np.sqrt = lambda n: real(n) + off
        found = int(rounded_root(np.array([square]))[0])
    finally:
        np.sqrt = real
    root = isqrt(square)
    assert found == root + (square > root * (root + 1))


# Machines that reckon differently

QUICK_LOOKS = {
    "geometry/crowds.py": {"rounded_root", "shortest"},
    "geometry/lines.py": {"past"},
    "geometry/shapes.py": {"apart"},
    "aim.py": {"outlook"},
}
"""Where decimals find out what is worth a close look; what they leave to look at has a margin that is told there."""
OTHER_MACHINE = """
import ast, builtins, json, sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import numpy as np
import shapely

part, looks = float(sys.argv[1]), json.loads(sys.argv[2])
rng = np.random.default_rng(3)

def off(found):
    if isinstance(found, np.ndarray | np.floating) and np.issubdtype(found.dtype, np.floating):
        return found * (1 + (part if part else 1e-12 * rng.choice([-1, 1], np.shape(found))))
    return found

builtins.a_little_off = off

def reckoning(real):
    return lambda *given, **more: off(np.asarray(real(*given, **more)))

for name in ("sqrt", "hypot", "arctan2", "degrees", "sin", "cos", "tan", "divide", "true_divide"):
    setattr(np, name, reckoning(getattr(np, name)))

class Off(ast.NodeTransformer):
    def visit_BinOp(self, node):
        self.generic_visit(node)
        return ast.Call(ast.Name("a_little_off", ast.Load()), [node], [])

class Loader(SourceFileLoader):
    def get_code(self, name):
        tree = ast.parse(Path(self.path).read_text(encoding="utf-8"))
        names = next(there for file, there in looks.items() if self.path.endswith(file))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name in names:
                Off().generic_visit(node)
                off_by_now.add(node.name)
        return compile(ast.fix_missing_locations(tree), self.path, "exec")

off_by_now = set()
found = sys.meta_path[-1].find_spec

class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        spec = found(name, path, target)
        if spec and spec.origin and any(spec.origin.endswith("qadardalikoi/" + file) for file in looks):
            spec.loader = Loader(name, spec.origin)
        return spec

sys.meta_path.insert(0, Finder)

def refuse(*given, **more):
    raise AssertionError("the rules ask Shapely")

for name in ("intersects", "intersection", "distance", "union_all", "buffer", "polygons", "Polygon", "box", "points",
             "linestrings", "LineString", "STRtree", "convex_hull", "covers", "difference"):
    setattr(shapely, name, refuse)

from tests.qadardalikoi.golden_battle import EXPECTED, SAVED, replay

found = json.loads(json.dumps(replay(SAVED)))
assert off_by_now == {name for names in looks.values() for name in names}, off_by_now
sys.exit(0 if found == json.loads(EXPECTED.read_text()) else 3)
"""


@pytest.mark.parametrize("part", [-1e-12, 1e-12, 0])
def test_the_golden_battle_is_the_same_on_a_machine_that_reckons_differently(part):
    """All that the processor, its mathematics and Shapely could differ in: every root and angle, and each step of every
    quick look, is off by a trillionth of itself, always to the same side or to either (0); and Shapely does not answer
    at all. Dice, answers and numbers of the battle stay as they are."""
    looks = json.dumps({file: sorted(names) for file, names in QUICK_LOOKS.items()})
    done = subprocess.run(
        [sys.executable, "-c", OTHER_MACHINE, str(part), looks],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr[-2000:]


DRAWN = {"landscape.py", "emblems.py", "scene.py", "pictured.py", "drawings.py", "drawn.py", "foresight.py"}
"""What is drawn decides nothing, nor does what bots think: their answers are in the journal."""
AFTERWARDS = {"luck"}
"""What is told of a battle when it is over."""
DECIMAL = {"float64", "sqrt", "hypot", "arctan2", "degrees", "sin", "cos", "tan", "true_divide", "divide", "isclose"}


def decimals(tree):
    """The functions of a module in which something is divided or reckoned with decimals."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                divided = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
                if divided or (isinstance(node, ast.Attribute) and node.attr in DECIMAL):
                    yield function.name


def test_decimals_decide_nothing():
    folder = Path(game.__file__).parent
    told = {
        "book.py": {"book"},  # the path of a file
        "ending.py": {"share", "_share"},  # fractions, and the measures of a study
        "handicap.py": {"_nearest", "share_of"},  # what list is proposed, before anybody fights
    }
    for file in sorted(folder.rglob("*.py")):
        name = file.relative_to(folder).as_posix()
        text = file.read_text(encoding="utf-8")
        if not name.startswith("advice/") and name not in DRAWN:
            assert set(decimals(ast.parse(text))) <= AFTERWARDS | QUICK_LOOKS.get(name, set()) | told.get(
                name, set()
            ), name
            assert "import math" not in text, name
            assert set(re.findall("from math import (.*)", text)) <= {"isqrt"}, name
        assert name in ("landscape.py", "scene.py") or "import shapely" not in text, name
