"""The drawings of the chapters on movement and combat, 2.117 to 2.222b, made anew.

Nothing is drawn by hand: the manoeuvres, arcs, contacts and losses of the rules say where everybody stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Any

from arbiter.core import Arc, Drawing, Frame, Label, Line, Ruler, Scene, Text, Token, rule
from arbiter.core.scenes import Overlay

from . import charges, closing, rates, withdrawal
from .aim import ARC, Aim, in_arc, in_range
from .blows import falling
from .cohorts import APART, holds_together, regrouped
from .drawn import (
    BOWS,
    MEN,
    done,
    dot,
    field,
    instead,
    legion,
    letter,
    letters,
    moved,
    picture,
    sector,
    step,
    was,
    way_to,
)
from .formations import arranged
from .geometry import DEGREE, MM, TURN, Base, Spot, distance, side_touched
from .geometry.bases import frame, millimetres, nearest_point
from .geometry.crowds import Crowd
from .ground import Land
from .manoeuvres import Trial
from .pictured import shown
from .rate_of_fire import weapon
from .state import Figure, Qadardalikoi, Unit
from .turning import wheel_points

HELP = "QAD-2.100-C1"
"""The entry of the ledger that asks for these drawings."""


# 2.117: charges


def charge_arc() -> Iterator[Frame]:
    """2.117a: who can be charged."""
    men = legion(0, 0, (300, 80), 8, 2)
    near, aside = legion(1, 1, (390, 270), 6, 2), legion(2, 1, (90, 150), 6, 2, turn=-60)
    g = field([men, near, aside], (600, 400))
    front, trial = charges.front_of(men), Trial(g, men)
    reach = trial.rate + rates.charge_bonus(g, men)
    before = sector(g, "arc", front, men.pose.facing, reach)
    yield step("charge_arc", 1, picture(g, [before]), reach=millimetres(reach))
    named = [letter(g, f"enemy-{one.n}", (one.pose.x, one.pose.y), f"enemy.{one.n}") for one in (near, aside)]
    lines = []
    for one in (near, aside):
        to = min(
            (nearest_point(front, base) for base in one.bases()),
            key=lambda at: distance(at[0] - front[0], at[1] - front[1]),
        )
        lines.append(way_to(g, f"line-{one.n}", [front, to], 0 if charges.before(men, one) else 1))
    yield step("charge_arc", 2, picture(g, [before, *lines, *named]))


def charge_drift() -> Iterator[Frame]:
    """2.117b: a charge that drifts."""
    men, foe = legion(0, 0, (180, 80), 8, 2), legion(1, 1, (310, 250), 8, 2)
    g = field([men, foe], (500, 340))
    front = charges.front_of(men)
    yield step("charge_drift", 1, picture(g, [sector(g, "arc", front, men.pose.facing, 180 * MM)]))
    trial = Trial(g, men)
    done(charges.charge(trial, foe.n))
    drawn: list[Overlay] = [was(g, men), way_to(g, "way", [front, charges.front_of(trial.unit)])]
    yield step(
        "charge_drift", 2, picture(g, drawn, instead(g, trial.unit)), way=millimetres(trial.spent), points=trial.points
    )  # fmt: skip


# 2.132 to 2.135: orders, formations, wheels


def orders() -> Iterator[Frame]:
    """2.132: close order and open order."""
    men = legion(0, 0, (250, 90), 8, 2)
    g = field([men], (500, 180))
    trial = Trial(g, men)
    done(trial.spread("open"))
    for n, unit in enumerate((men, trial.unit), 1):
        whole = frame(unit.bases(), 0)
        y = whole.y - whole.depth // 2 - 15 * MM
        ends = [shown(g.state.land, whole.x + side * whole.front // 2, y) for side in (-1, 1)]
        width = Text("drawing.millimetres", {"n": millimetres(whole.front)})
        ruler = Ruler("width", ends[0], ends[1], width, MEN.front / MM, "field", owner=0)
        args = {"points": trial.points} if n > 1 else {}
        yield step("orders", n, picture(g, [ruler], [unit]), wide=millimetres(whole.front), **args)


def formation() -> Iterator[Frame]:
    """2.133: another formation about the same midpoint."""
    men = legion(0, 0, (160, 160), 8, 4)
    men.figures, men.formation = arranged(men, 1), 1
    g = field([men], (320, 320))
    middle = dot(g, "middle", (men.pose.x, men.pose.y))
    yield step("formation", 1, picture(g, [middle]), formation=1)
    trial = Trial(g, men)
    done(trial.form(6))
    yield step(
        "formation", 2, picture(g, [was(g, men), middle], [trial.unit]), formation=6, points=trial.points
    )  # fmt: skip


def wheel() -> Iterator[Frame]:
    """2.135: a wheel by 30 degrees, and on to 60."""
    men = legion(0, 0, (180, 80), 8, 2)
    g = field([men], (360, 300))
    pivot, outer = (men.pose.to_table(*point) for point in wheel_points(men, left=False))
    fixed = dot(g, "pivot", pivot)
    yield step("wheel", 1, picture(g, [fixed]))
    trial = Trial(g, men)
    for n, degrees in enumerate((30, 60), 2):
        trial.wheel(30 * DEGREE)
        path = [outer, *(_turned(men, turn) for turn in range(5, degrees + 1, 5))]
        drawn: list[Overlay] = [was(g, men), fixed, way_to(g, "way", path)]
        cost = {"way": millimetres(trial.spent), "points": trial.points}
        yield step("wheel", n, picture(g, drawn, [trial.unit]), degrees=degrees, **cost)


def _turned(unit: Unit, degrees: int) -> tuple[int, int]:
    """Where the outer front corner of a unit is in a wheel to the right."""
    pivot, outer = wheel_points(unit, left=False)
    return unit.pose.turned(degrees * DEGREE, pivot).to_table(*outer)


# 2.142: in melee


def flanking() -> Iterator[Frame]:
    """2.142a: cohorts that overlap the enemy drop to the rear, or go round his flank."""
    men, foe = legion(0, 0, (180, 90), 10, 2), legion(1, 1, (180, 140), 4, 2)
    g = field([men, foe], (360, 230))
    free = ", ".join(ascii_uppercase[cohort] for cohort in closing.overlapping(g, men))
    yield step("flanking", 1, picture(g, letters(g, men)), cohorts=free)
    for n, going in enumerate((closing.deepen, closing.outflank), 2):
        trial = Trial(g, men)
        done(going(trial))
        drawn = picture(g, letters(g, trial.unit), instead(g, trial.unit))
        yield step("flanking", n, drawn, cohorts=free, points=trial.points)


def melee() -> Iterator[Frame]:
    """2.142c: the five pictures of the melee example, of Blackshield above and Whiteshield below."""
    white, black = legion(0, 0, (200, 130), 8, 2), legion(1, 1, (200, 180), 8, 2)
    g = field([white, black], (400, 320))

    def shifted(unit: Unit, which: Sequence[int], x: int, y: int) -> Unit:
        """Some figures of a unit elsewhere, as its own side sees it."""
        return replace(unit, figures=tuple(
            replace(one, spot=Spot(one.spot.x + x, one.spot.y + y)) if one.n in which else one for one in unit.figures
        ))  # fmt: skip

    def shot(n: int, one: Unit, other: Unit, torn: Unit | None = None, **args: Any) -> Frame:
        if torn is not None and holds_together(g, torn):
            raise ValueError("the cohorts hold together")
        return step("melee", n, picture(g, [*letters(g, one), *letters(g, other)], [one, other]), **args)

    last = [one.n for one in black.cohorts()[3]]
    behind = shifted(black, last[2:], -4 * MEN.front, -MEN.depth)
    yield shot(1, white, behind, behind)
    far = [one.n for one in white.cohorts()[3]]
    yield shot(2, white, black, shifted(white, far[2:], -2 * MEN.front, 4 * MEN.depth))
    parted = shifted(white, [one.n for one in white.cohorts()[0]], -90 * MM, 0)
    yield shot(3, parted, black, parted, apart=APART // MM)
    # Of the eight that fall two are of C and two of D: what is left of them stands together.
    halved = replace(black, figures=tuple(one for one in black.figures if one.spot.y < 0))
    merged = replace(halved, figures=regrouped(halved))
    stepped = replace(merged, pose=merged.pose.moved(0, -MEN.depth))
    yield shot(4, white, stepped, lost=len(black.figures) - len(halved.figures))
    trial = Trial(g, black)
    done(withdrawal.withdraw(trial, 60 * MM))
    far_off = Trial(g, black)
    done(withdrawal.withdraw(far_off, far_off.rate // 2))
    drawn: list[Overlay] = [was(g, black), *letters(g, white), *letters(g, trial.unit)]
    args = {"way": 60, "near": trial.points, "far": far_off.points}
    yield step("melee", 5, picture(g, drawn, [white, trial.unit]), **args)


# 2.212 and 2.213: fields of fire


def fire_arc() -> Iterator[Frame]:
    """2.212: the arc of a figure, and who of a cohort can fire at whom."""
    bows = legion(0, 0, (300, 60), 18, 1, 6, BOWS)
    near, far = legion(1, 1, (300, 150), 12, 2), legion(2, 1, (300, 300), 4, 2)
    g = field([bows, near, far], (600, 380))
    base = bows.base(bows.figures[8])
    arc = sector(g, "arc", base.apex, base.facing, 280 * MM)
    names = [
        letter(g, f"target-{at}", (one.pose.x, one.pose.y), "letter", letter="AB"[at])
        for at, one in enumerate((near, far))
    ]
    yield step("fire_arc", 1, picture(g, [arc]), degrees=ARC // DEGREE)
    left, second = (bows.cohorts()[cohort] for cohort in (0, 1))
    yield step("fire_arc", 2, picture(g, [*names, *_shots(g, bows, second, far)]), n=_able(g, bows, second, far))
    aside = legion(1, 1, (540, 110), 4, 2)
    g = field([bows, aside], (600, 380))
    names = _targets(g, aside)
    arc = sector(g, "arc", bows.base(left[-1]).apex, 0, 280 * MM)
    yield step("fire_arc", 3, picture(g, [*names, arc]), n=_able(g, bows, left, aside))
    part = next(
        one for one in (moved(aside, x, 150) for x in range(60, 300))
        if _able(g, bows, second, one) == 4
    )  # fmt: skip
    other = moved(far, 400, 300)
    g = field([bows, part, other], (600, 380))
    names = [
        letter(g, f"target-{at}", (one.pose.x, one.pose.y), "letter", letter="AB"[at])
        for at, one in enumerate((part, other))
    ]
    yield step("fire_arc", 4, picture(g, [*names, *_shots(g, bows, second, part)]), n=_able(g, bows, second, part))


def _targets(g: Qadardalikoi, *units: Unit) -> list[Label]:
    """The letters of targets."""
    letters = zip(units, ascii_uppercase, strict=False)
    return [letter(g, f"target-{a}", (one.pose.x, one.pose.y), "letter", letter=a) for one, a in letters]


def _aim(g: Qadardalikoi, unit: Unit, figures: Sequence[Figure], target: Unit) -> Aim:
    arm = weapon(unit, figures[0].cohort)
    assert arm is not None
    return Aim(g, unit, figures, target, arm)


def _able(g: Qadardalikoi, unit: Unit, figures: Sequence[Figure], target: Unit) -> int:
    """How many of these can fire at a target."""
    return int(_aim(g, unit, figures, target).open.any(axis=1).sum())


def _shots(g: Qadardalikoi, unit: Unit, figures: Sequence[Figure], target: Unit) -> Iterator[Line]:
    """The sight lines of these at a target: to the middle of the nearest base in arc; broken where all are blocked."""
    aim = _aim(g, unit, figures, target)
    for at, one in enumerate(figures):
        x, y = unit.base(one).apex
        seen = [j for j in range(len(aim.aimed)) if aim.arc[at, j]]
        if seen:
            base = min((aim.aimed[j] for j in seen), key=lambda base: distance(base.x - x, base.y - y))
            spots = [shown(g.state.land, *point) for point in ((x, y), (base.x, base.y))]
            clear = bool(aim.open[at].any())
            yield Line(f"shot-{one.n}", spots, "field", "" if clear else "melee", owner=0, arrow=clear)


def vertical_arc() -> Iterator[Frame]:
    """2.213: seen from the side, a field with heights for its depth."""
    archer = legion(0, 0, (60, 30), 1, 1, 1, BOWS)
    g = field([archer], (420, 330))
    arm = weapon(archer, 0)
    assert arm is not None
    eye = (60 * MM, 30 * MM)
    flyers = {n: (x * MM, up * MM) for n, (x, up) in enumerate(((330, 30), (240, 160), (60, 250)), 1)}
    drawn: list[Overlay] = [Arc("arc", shown(g.state.land, *eye), 290, 45, 90, board="field", owner=0)]
    for n, (x, up) in flyers.items():
        target = Base(archer.pose.x, archer.pose.y + x - eye[0], TURN // 2, MEN.front, MEN.depth)
        if not in_arc(archer.crowd(), Crowd.of([target])).any() or not in_range(arm, 0, up - eye[1], x - eye[0]):
            raise ValueError("not in arc")
        drawn.append(way_to(g, f"shot-{n}", [eye, (x, up)]))
    tokens = [Token("archer", "field", "man", 0, at=shown(g.state.land, *eye), width=25, depth=20)]
    for n, (x, up) in flyers.items():
        tokens.append(Token(f"flyer-{n}", "field", "bird", 1, at=shown(g.state.land, x, up), width=30, depth=16))
    ground = Line("ground", [shown(g.state.land, 0, 15 * MM), shown(g.state.land, 420 * MM, 15 * MM)], "field")
    scene = picture(g, [ground, *drawn], [])
    scene.tokens = tokens
    yield step("vertical_arc", 1, scene, degrees=90, range=arm.range)


# 2.221 and 2.222b: sides, and who falls


def sides() -> Iterator[Frame]:
    """2.221: front, flanks and rear of a base, by the edge that is touched, at a corner by the direction."""
    land = field([], (160, 160))
    defender = Base(80 * MM, 80 * MM, 0, 4000, 5000)
    yield step("sides", 1, _touching(land, defender, [(80, 117, 24), (112, 80, 24), (80, 43, 24)]))
    slanted = [sector(land, "arc", (defender.x, defender.y), 0, 75 * MM)]
    yield step("sides", 2, _touching(land, defender, [(112, 117, 24), (30, 117, 60), (112, 43, 24)], slanted))


def _touching(
    g: Qadardalikoi, defender: Base, places: Iterable[tuple[int, int, int]], more: Iterable[Overlay] = ()
) -> Scene:
    """A base with others at its edges, each with the side that it touches."""
    land = g.state.land
    tokens = [_base(land, "defender", 0, defender)]
    drawn = list(more)
    for n, (x, y, wide) in enumerate(places):
        mine = Base(x * MM, y * MM, 0, wide * MM, 24 * MM)
        tokens.append(_base(land, f"attacker-{n}", 1, mine))
        drawn.append(letter(g, f"side-{n}", (mine.x, mine.y), f"side.{side_touched(mine, defender)}"))
    scene = picture(g, drawn, [])
    scene.tokens = tokens
    return scene


def _base(land: Land, id: str, side: int, base: Base) -> Token:
    at = shown(land, base.x, base.y)
    return Token(
        id, "field", "", side, at=at, facing=base.facing / DEGREE, width=base.front / MM, depth=base.depth / MM
    )


def casualties() -> Iterator[Frame]:
    """2.222b: losses are taken from the point of contact; the gaps stay until a movement phase."""
    men, foe = legion(0, 0, (110, 60), 4, 2), legion(1, 1, (150, 122), 8, 3)
    g = field([men, foe], (300, 190))
    touched, by = (
        closing.in_contact(g, foe),
        [men.base(one) for one in men.figures if one.n in closing.in_contact(g, men)],
    )
    fallen = falling(foe, 6, touched, by)
    order = {n: at for at, n in enumerate(fallen, 1)}
    numbers = [
        letter(g, f"fall-{one.n}", (base.x, base.y), "letter", letter=order[one.n])
        for one in foe.figures if one.n in order for base in [foe.base(one)]
    ]  # fmt: skip
    yield step("casualties", 1, picture(g, numbers), n=len(fallen), touched=len(touched))
    gone = tuple(one for one in foe.figures if one.n in order)
    left = replace(foe, figures=tuple(one for one in foe.figures if one.n not in order), gaps=gone)
    yield step("casualties", 2, picture(g, (), [men, left]), n=len(fallen))
    closed = replace(left, figures=closing.stepped_up(g, left), gaps=())
    yield step("casualties", 3, picture(g, (), [men, closed]))


HELPED = {
    "charge_arc": ("QAD-2.117-b", charge_arc),
    "charge_drift": ("QAD-GEO-7", charge_drift),
    "orders": ("QAD-2.132-a", orders),
    "formation": ("QAD-2.133-a", formation),
    "wheel": ("QAD-2.135-a", wheel),
    "flanking": ("QAD-2.142a-a", flanking),
    "melee": ("QAD-2.142c-e", melee),
    "fire_arc": ("QAD-2.212-a", fire_arc),
    "vertical_arc": ("QAD-2.213-a", vertical_arc),
    "sides": ("QAD-2.221-i", sides),
    "casualties": ("QAD-2.222b-g", casualties),
}
"""The drawings of the movement and combat chapters: the rule that each is about, and how it is made."""


@rule("QAD-2.100-C1")
def helped() -> list[Drawing]:
    """The eleven drawings whose captions alone are printed."""
    return [
        Drawing(id, about, Text(f"drawing.{id}.name"), list(frames()), HELP) for id, (about, frames) in HELPED.items()
    ]  # fmt: skip
