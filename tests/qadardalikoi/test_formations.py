"""0.420: the unit formations as real arrangements of cohorts."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from arbiter.games.qadardalikoi import sheets
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.closing import closed
from arbiter.games.qadardalikoi.cohort_moves import frames
from arbiter.games.qadardalikoi.cohorts import holds_together, widened
from arbiter.games.qadardalikoi.formations import arranged, formable, in_column, local_frame, standing, why_not_form
from arbiter.games.qadardalikoi.geometry import MM, Base, Pose, Spot, apart, overlap
from arbiter.games.qadardalikoi.geometry.crowds import contacts, overlapping
from arbiter.games.qadardalikoi.manoeuvres import Trial
from arbiter.games.qadardalikoi.ranks import ranks
from arbiter.games.qadardalikoi.state import Figure, Troops, Unit
from arbiter.games.qadardalikoi.turning import faced

from .field import KINDS, still, unit
from .test_manoeuvres import went

DRAWN = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 18)


def formed(number, cohorts, size=4, **more):
    made = unit(0, "heavy", files=cohorts * size, ranks=1, cohort=size, **more)
    made.figures, made.formation = arranged(made, number), number
    return made


def linked(groups, limit):
    """Do all these groups of bases hang together, by gaps of at most so much?"""
    seen, todo = {0}, [0]
    while todo:
        one = todo.pop()
        for other in range(len(groups)):
            if other not in seen and any(apart(a, b) <= limit for a in groups[one] for b in groups[other]):
                seen.add(other)
                todo.append(other)
    return len(seen) == len(groups)


@pytest.mark.rule(
    "QAD-0.420-b", "QAD-0.420-c", "QAD-0.420-d", "QAD-0.420-e", "QAD-0.420-f", "QAD-0.420-g", "QAD-0.420-h",
    "QAD-0.420-j", "QAD-0.420-l", "QAD-0.420-m", "QAD-0.420-o", "QAD-0.420-p", "QAD-0.420-q", "QAD-0.420-r",
    "QAD-0.420-v", "QAD-0.420-C1",
)  # fmt: skip
@pytest.mark.parametrize("number", DRAWN)
@pytest.mark.parametrize("cohorts", [2, 5, 10, 20])
def test_a_legion_of_any_size_keeps_cohort_contact_in_every_formation(number, cohorts):
    made = unit(0, "heavy", files=cohorts * 4, ranks=1)
    if number not in formable(made):
        assert book().unit_formations[number].cohorts > cohorts
        return
    made = formed(number, cohorts)
    crowd = made.crowd()
    i, j = overlapping(crowd, crowd)
    assert (i == j).all()
    groups = [[made.base(one) for one in figures] for figures in made.cohorts().values()]
    assert all(linked([[base] for base in group], MM // 2) for group in groups)
    assert linked(groups, 75 * MM)
    assert standing(made) == number
    frame = local_frame(made)
    assert abs(frame.x) <= 1
    assert abs(frame.y) <= 1


def bases_of_the_sheets():
    """Every size of base that a sheet gives, in mm."""
    sizes = [sheets.base(sheet, troop) for sheet in book().sheets.values() for troop in sheet.troops]
    return sorted({(size.front, size.depth) for size in sizes})


def of_cohorts(number, sizes, front, depth, order="close"):
    """A unit of cohorts of these sizes, on such bases, in a formation."""
    kit = replace(KINDS["heavy"], front=front * MM, depth=depth * MM)
    one = Troops("", "tsolyani", "tsolyani", (kit,) * len(sizes), 13, 25, sum(sizes))
    men = enumerate(cohort for cohort, size in enumerate(sizes) for _ in range(size))
    figures = tuple(Figure(n, cohort, Spot(0, 0)) for n, cohort in men)
    made = Unit(0, 0, one, Pose(0, 0, 0), figures, 25, formation=number, order=order)
    return replace(made, figures=arranged(made, number, 0, order))


def touching(made):
    """Is a whole unit one body by contact?"""
    crowd = widened(made.figures, made.troops.kits) if made.order == "open" else made.crowd()
    i, j = contacts(crowd, crowd)
    seen = {0}
    while more := {*j[np.isin(i, [*seen])].tolist()} - seen:
        seen |= more
    return len(seen) == len(crowd)


UNEVEN = ([5, 4, 5, 5], [4, 5, 1, 5, 5, 3, 5, 5, 2, 5, 5])


@pytest.mark.rule("QAD-0.420-C1", "QAD-0.420-G1", "QAD-GEO-4", "QAD-2.002-a", "QAD-2.002-b", "QAD-2.002-c")
@pytest.mark.parametrize("number", DRAWN)
@pytest.mark.parametrize("sizes", UNEVEN, ids=len)
@pytest.mark.parametrize("order", ["close", "open"])
def test_no_base_and_no_loss_tears_a_formation_as_it_is_drawn(number, sizes, order):
    entry = book().unit_formations[number]
    if entry.cohorts > len(sizes):
        return
    for front, depth in bases_of_the_sheets():
        made = of_cohorts(number, sizes, front, depth, order)
        i, j = overlapping(made.crowd(), made.crowd())
        assert (i == j).all(), (front, depth)
        assert holds_together(still().g, made), (front, depth)
        assert entry.spaced or touching(made), (front, depth)


TWO_SIZES = (((25, 25), (50, 50)), ((75, 75), (100, 200)), ((75, 150), (25, 25)), ((25, 25), (50, 100)))


def on_two_sizes(number, size, other):
    """Eleven cohorts in a formation, every third on the other bases."""
    made = of_cohorts(number, UNEVEN[1], *size)
    kit = made.troops.kits[0]
    larger = replace(kit, front=other[0] * MM, depth=other[1] * MM)
    mixed = replace(made.troops, kits=tuple(larger if at % 3 == 1 else kit for at in range(11)))
    made = replace(made, troops=mixed)
    return replace(made, figures=arranged(made, number))


@pytest.mark.rule("QAD-0.310-G2", "QAD-GEO-3", "QAD-2.002-c")
@pytest.mark.parametrize("number", DRAWN)
def test_cohorts_on_bases_of_two_sizes_stand_in_one_formation(number):
    for sizes in TWO_SIZES:
        made = on_two_sizes(number, *sizes)
        i, j = overlapping(made.crowd(), made.crowd())
        assert (i == j).all(), sizes
        assert holds_together(still().g, made), sizes


@pytest.mark.rule("QAD-0.420-r", "QAD-2.002-b")
def test_waves_of_small_and_of_large_bases_keep_together():
    made = of_cohorts(14, [4, 4, 1], 25, 25)
    kit = made.troops.kits[0]
    beast = replace(kit, front=50 * MM, depth=100 * MM)
    made = replace(made, troops=replace(made.troops, kits=(kit, kit, beast)))
    assert holds_together(still().g, replace(made, figures=arranged(made, 14)))


@pytest.mark.rule("QAD-2.131-G1", "QAD-GEO-3")
@pytest.mark.parametrize("number", [1, 3, 5, 9, 12])
def test_a_unit_on_bases_of_two_sizes_turns_to_a_side_as_it_stands(number):
    for sizes in TWO_SIZES:
        t = still(replace(on_two_sizes(number, *sizes), pose=Pose(300000, 300000, 0)), table=(6000, 6000))
        trial = Trial(t.g, t.unit(0))
        assert trial.face(900) is None
        assert trial.unit.figures == t.unit(0).figures, sizes


@pytest.mark.rule("QAD-GEO-23", "QAD-GEO-3")
@pytest.mark.parametrize("number", [1, 2, 5, 9])
def test_nobody_steps_up_to_a_place_for_another_base(number):
    for sizes in TWO_SIZES:
        made = on_two_sizes(number, *sizes)
        gaps = tuple(one for one in made.figures if one.n % 3 == 0)
        left = replace(made, figures=tuple(one for one in made.figures if one.n % 3), gaps=gaps)
        left = replace(left, figures=closed(left, 200 * MM))
        i, j = overlapping(left.crowd(), left.crowd())
        assert (i == j).all(), sizes


@pytest.mark.rule("QAD-0.420-m", "QAD-0.420-o")
@pytest.mark.parametrize("number", [10, 11])
def test_the_blocks_of_a_checkerboard_touch(number):
    for front, depth in ((20, 25), (50, 50), (100, 200)):
        made = of_cohorts(number, UNEVEN[1], front, depth)
        assert touching(made), (front, depth)
        heads = [base.y + base.depth // 2 for base in frames(made).values()]
        assert heads.count(max(heads)) < len(heads) // 2, "and the rest stand behind"


@pytest.mark.rule("QAD-0.420-p", "QAD-GEO-6")
def test_lanes_are_open_from_end_to_end_however_many_each_cohort_has():
    made = of_cohorts(12, UNEVEN[1], 40, 40)
    sides = sorted((base.x - base.front // 2, base.x + base.front // 2) for base in frames(made).values())
    columns = [sides[0]]
    for left, right in sides[1:]:
        last = columns[-1]
        columns[-1:] = [(last[0], max(last[1], right))] if left < last[1] else [last, (left, right)]
    assert [after[0] - before[1] for before, after in pairwise(columns)] == [75 * MM] * 2


@pytest.mark.rule("QAD-0.420-h")
@pytest.mark.parametrize("sizes", [[5] * 8, [5] * 11, UNEVEN[1]], ids=str)
def test_the_middle_of_a_hollow_square_is_empty(sizes):
    for front, depth in bases_of_the_sheets():
        made = of_cohorts(7, sizes, front, depth)
        ahead, aside = ([base for base in made.bases() if base.facing == turn] for turn in (0, 2700))
        x = -max(base.x + base.depth // 2 for base in aside)
        hollow = Base(0, min(base.y - base.depth // 2 for base in ahead) - depth * MM, 0, x, 2 * MM)
        assert x > 0, (front, depth)
        assert not any(overlap(base, hollow) > MM for base in made.bases()), (front, depth)


@pytest.mark.rule("QAD-2.131-G1", "QAD-2.002-b")
@pytest.mark.parametrize("number", [10, 11, 12, 13, 14])
@pytest.mark.parametrize("order", ["close", "open"])
def test_a_formation_with_spaces_holds_together_when_it_turns_in_place(number, order):
    for front, depth in bases_of_the_sheets():
        made = of_cohorts(number, UNEVEN[1], front, depth, order)
        turned = replace(made, figures=faced(made, 900))
        assert holds_together(still().g, turned), (front, depth)
        back = replace(turned, figures=faced(turned, -900))
        assert all(abs(one.x - other.x) <= MM for one, other in zip(back.bases(), made.bases(), strict=True))


@pytest.mark.rule("QAD-0.420-b", "QAD-0.420-d", "QAD-0.420-e")
def test_solid_formations_have_the_ranks_and_files_they_are_told():
    deep = {number: max(ranks(formed(number, 6)).values()) for number in (1, 2, 3, 4)}
    assert deep == {1: 4, 2: 6, 3: 2, 4: 24}


@pytest.mark.rule("QAD-0.420-e", "QAD-2.111-G1")
def test_a_serpent_is_one_file_however_many_are_asked_for():
    """Else a line by that name could force its march."""
    whole = unit(0, files=8, ranks=2)
    assert {one.spot.x for one in arranged(whole, 4, files=8)} == {0}
    assert len({one.spot.x for one in arranged(whole, 2, files=8)}) == 8


@pytest.mark.rule("QAD-0.420-f", "QAD-0.420-g", "QAD-0.420-h", "QAD-0.420-j")
def test_who_faces_where():
    turns = {number: {one.spot.turn for one in formed(number, 8).figures} for number in (5, 6, 7)}
    assert turns == {5: {0}, 6: {0, 1800}, 7: {0, 900, 1800, 2700}}
    ring = {one.spot.turn for one in formed(8, 8).figures}
    assert ring == set(range(0, 3600, 450))
    point = max(formed(5, 6).figures, key=lambda one: one.spot.y)
    assert abs(point.spot.x) <= 10 * MM


@pytest.mark.rule("QAD-0.420-a", "QAD-2.133-D1")
def test_a_formation_needs_a_cohort_for_each_block():
    assert why_not_form(formed(2, 7), 7).rule == "QAD-0.420-a"
    assert why_not_form(formed(2, 8), 7) is None


@pytest.mark.rule("QAD-0.420-G1", "QAD-0.420-X11")
def test_a_unit_that_lost_a_cohort_falls_out_of_its_formation():
    embrace = formed(9, 5)
    embrace.figures = tuple(one for one in embrace.figures if one.n not in (3, 7))
    assert standing(embrace) == 9
    embrace.figures = tuple(one for one in embrace.figures if one.cohort != 4)
    assert standing(embrace) in (2, 3)


@pytest.mark.rule("QAD-0.420-G2")
def test_three_ranks_are_whatever_they_were_called():
    block = unit(0, files=8, ranks=3)
    for number in (1, 2, 3):
        block.formation = number
        assert standing(block) == number
    deep = unit(0, files=4, ranks=4, formation=3)
    assert standing(deep) == 2


@pytest.mark.rule("QAD-2.111-G1")
@pytest.mark.parametrize(
    ("files", "deep", "formation", "column"), [(1, 8, 4, True), (2, 4, 2, True), (3, 5, 2, False), (2, 4, 1, False)]
)
def test_a_column_is_a_serpent_or_a_block_twice_as_deep_as_wide(files, deep, formation, column):
    assert in_column(unit(0, files=files, ranks=deep, formation=formation)) is column


@pytest.mark.rule("QAD-0.420-r")
@pytest.mark.parametrize(("cohorts", "size", "lines"), [(2, 4, 2), (5, 4, 2), (4, 10, 2), (10, 5, 3)])
def test_waves_are_lines_of_one_rank(cohorts, size, lines):
    made = formed(14, cohorts, size)
    assert len({base.y for base in made.bases()}) == lines
    assert local_frame(made).depth == (lines * 25 + (lines - 1) * 40) * MM


@pytest.mark.rule("QAD-0.420-b")
@pytest.mark.parametrize("figures", range(6, 60))
def test_a_stone_mountain_is_wider_than_deep(figures):
    made = formed(1, 1, figures)
    rank = ranks(made)
    assert sum(one == 1 for one in rank.values()) > max(rank.values()) >= 2


@pytest.mark.rule("QAD-0.420-G1", "QAD-2.132-a")
@pytest.mark.parametrize(("number", "cohorts", "left"), [(7, 8, 5), (18, 4, 2), (12, 4, 3), (9, 5, 5)])
def test_who_opens_out_keeps_a_formation_only_while_it_has_the_cohorts_for_it(number, cohorts, left):
    made = formed(number, cohorts, at=(1200, 600))
    made.figures = tuple(one for one in made.figures if one.cohort < left)
    opened = went(still(made), 0, ("open", 0)).unit
    assert opened.formation == standing(made)
    assert (opened.formation == number) == (left == cohorts)
