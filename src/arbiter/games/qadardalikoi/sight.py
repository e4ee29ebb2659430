"""Sight (QAD-GEO-12, QAD-2.141-G3): what a line from an eye to a mark may not meet."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from arbiter.core import rule

from .disposition import disposition
from .geometry import MM, SLACK
from .geometry.crowds import SHARE, Crowd, Flags, Whole, box, joined, rotated
from .geometry.lines import Lines, Points, crossed, crossings, lengths, past
from .geometry.measures import rounded
from .geometry.shapes import PART, Through, ways
from .ground import Feature
from .scales import figure_height
from .state import Qadardalikoi, Unit
from .view import MEADOW, SHARED

EYE = 20 * MM
"""A sight line begins so high above the ground,"""
MARK = 1250
"""and ends so high above it."""
FEW = 400
"""So few lines are held against everybody at once."""
SHELTER = 25 * MM
"""So far behind a piece of cover a figure is covered by it."""
THICKET = 50 * MM
"""So much wood along a line can be seen through."""
WEATHER = {"mist": 500 * MM, "fog": 250 * MM, "dense_fog": 100 * MM, "rain": 500 * MM, "heavy_rain": 250 * MM}
"""How far one sees at the most."""


def fronts(g: Qadardalikoi, height: int | Whole, crowd: Crowd) -> Points:
    """The eyes of figures that shoot from so high, all or each: the midpoint of the front of each, at eye height."""
    right, up = rotated(0, crowd.depth // 2, crowd.facing)
    return _points(g, height, crowd.x + right, crowd.y + up, EYE, np.zeros(len(crowd), dtype=np.int64))


def centres(g: Qadardalikoi, height: int | Whole, crowd: Crowd, above: int = MARK) -> Points:
    """The middles of figures that are so high, all or each, at the height of a mark or of an eye above that."""
    return _points(g, height, crowd.x, crowd.y, above, np.maximum(crowd.front, crowd.depth) // 2)


def _points(g: Qadardalikoi, height: int | Whole, x: Whole, y: Whole, above: int, about: Whole) -> Points:
    return Points(x, y, np.maximum(height, g.ground.heights(x, y)) + above, about)


@rule("QAD-GEO-12")
def free(g: Qadardalikoi, lines: Lines, aside: Collection[int], spared: Whole | None = None) -> Flags:
    """Of each line, whether nothing is in its way; the units `aside` never are, nor are command stands, nor those that
    are `spared` by a line: a row a line, the numbers of units."""
    if not len(lines):
        return np.zeros(0, dtype=np.bool_)
    clear = clear_weather(g, lines)
    clear &= ~over_figures(g, lines, aside, np.zeros((len(lines), 0), np.int64) if spared is None else spared)
    clear &= ~through_dust(g, lines)
    clear &= ~over_ground(g, lines)
    return clear


def with_partner(g: Qadardalikoi, *units: Unit) -> set[int]:
    """Units, and those that share a formation with one of them; handlers stand beside their beasts."""
    found = {unit.n for unit in units}
    shared = {unit.n: unit.with_ for unit in g.state.units if unit.formation in (*SHARED, MEADOW)}
    return found | {n for n, other in shared.items() if other in found} | {shared.get(n, -1) for n in found} - {-1}


@rule("QAD-2.141-G3")
def clear_weather(g: Qadardalikoi, lines: Lines) -> Flags:
    """Mist, fog and rain end a sight line after some way."""
    most = WEATHER.get(g.state.land.weather)
    return np.ones(len(lines), dtype=np.bool_) if most is None else np.asarray(lengths(lines) <= most + SLACK)


def over_figures(g: Qadardalikoi, lines: Lines, aside: Collection[int], spared: Whole) -> Flags:
    """Does a line run into a figure that stands on the ground? Those near the eyes are looked at first: they hide most
    of what is hidden, and lines that end there need no farther look."""
    laid = disposition(g)
    if len(lines) <= FEW:
        return _hidden_by(g, lines, spared, laid.figures, aside)
    crowds = [crowd for _, crowd in laid.standing(lines.box(), aside)]
    eyes = lines.eyes()
    crowds.sort(key=lambda crowd: eyes.apart(box(crowd)))
    hidden = np.zeros(len(lines), dtype=np.bool_)
    done, some = 0, 2
    while done < len(crowds):
        left = np.flatnonzero(~hidden)
        if not len(left):
            break
        hidden[left] = _hidden_by(g, lines.take(left), spared[left], joined(crowds[done : done + some]), ())
        done, some = done + some, 2 * some
    return hidden


def _hidden_by(g: Qadardalikoi, lines: Lines, spared: Whole, figures: Crowd, aside: Collection[int]) -> Flags:
    """Is a line lower than the head of a figure that it crosses, but for the units `aside`? Who stands in the midst of
    it hides it, if it is lower all along; lines that nobody hides so are looked at closely."""
    about = lines.near(figures)
    for n in aside:
        about &= figures.who != n
    crowd = figures.take(np.flatnonzero(about))
    if not len(crowd):
        return np.zeros(len(lines), dtype=np.bool_)
    tops = g.ground.heights(crowd.x, crowd.y) + figure_height() * MM
    near, amid = past(lines, crowd)
    for units in spared.T:
        near &= crowd.who != units[:, None]
    lower = np.maximum(lines.begin.z, lines.end.z)[:, None] < tops
    hidden = np.asarray((near & amid & lower).any(axis=1))
    left = np.flatnonzero(~hidden)
    i, j = np.nonzero(near[left])
    found = crossed(lines, crowd, left[i], j)
    low = np.minimum(lines.height(found.line, found.enter), lines.height(found.line, found.leave))
    hidden[found.line[low < tops[found.base] * SHARE]] = True
    return hidden


def through_dust(g: Qadardalikoi, lines: Lines) -> Flags:
    """Does a line pass through a cloud?"""
    crowd = Crowd.of([cloud.base for cloud in g.state.clouds])
    if not len(crowd):
        return np.zeros(len(lines), dtype=np.bool_)
    hidden = np.zeros(len(lines), dtype=np.bool_)
    hidden[crossings(lines, crowd).line] = True
    return hidden


def over_ground(g: Qadardalikoi, lines: Lines) -> Flags:
    """Does a line run into higher ground or a solid thing, or below its tops through too much wood? Cover hides nobody
    who stands in it or right behind it, nor what he looks at (QAD-GEO-13)."""
    hidden = np.zeros(len(lines), dtype=np.bool_)
    features = [one for one in g.state.land.features if one.woods or one.solid or one.height]
    if not features:
        return hidden
    whole = ways(lines)
    wood = np.zeros(len(lines), dtype=np.int64)
    for feature in features:
        found = Through(lines, g.ground.area(feature))
        if not len(found.line):
            continue
        enter, leave = _under(lines, found, top(g, feature)) if feature.woods else (found.enter, found.leave)
        shares = np.zeros(len(lines), dtype=np.int64)
        np.add.at(shares, found.line, leave - enter)
        way = (shares * whole + PART // 2) // PART
        if feature.woods:
            wood += way
        else:
            shown = covers(feature, lines, found, whole)
            hidden |= (way > 1) & ~shown & _lower(lines, found, top(g, feature))
    return np.asarray(hidden | (wood > THICKET + SLACK))


def covers(feature: Feature, lines: Lines, found: Through, whole: Whole) -> Flags:
    """Of which lines does an end lie in a piece of cover, or within 25 mm behind a wall, a hedge or a field work? It
    leaves them exposed in part."""
    shown = np.zeros(len(lines), dtype=np.bool_)
    if feature.cover:
        behind = SHELTER if feature.obstacle else 0
        way, line = whole[found.line], found.line
        before, after = found.enter * way, (PART - found.leave) * way
        for rest, point in ((before, lines.begin), (after, lines.end)):
            reach = (behind + SLACK + point.about[line]) * PART if behind else 0
            shown[line[rest <= reach]] = True
    return shown


def _under(lines: Lines, found: Through, height: int) -> tuple[Whole, Whole]:
    """Between which shares of their ways lines are inside something and below its top; without a height it has none."""
    if not height:
        return found.enter, found.leave
    begin = lines.begin.z[found.line]
    rise = lines.end.z[found.line] - begin
    at = (height - begin) * PART // np.where(rise == 0, 1, rise)
    enter = np.where(rise < 0, np.maximum(found.enter, at), found.enter)
    leave = np.where(rise > 0, np.minimum(found.leave, at), found.leave)
    over = (rise == 0) & (begin >= height)
    return enter, np.where(over, enter, np.maximum(enter, leave))


def top(g: Qadardalikoi, feature: Feature) -> int:
    """How high a feature reaches above the table: what is not the ground itself stands on that under its middle. Woods
    without a height have no top."""
    if feature.rises or not feature.height:
        return feature.height
    x, y = (rounded(sum(one[at] for one in feature.outline), len(feature.outline)) for at in (0, 1))
    return feature.height + g.ground.height(x, y)


def _lower(lines: Lines, found: Through, height: int) -> Flags:
    """Is a line below a height anywhere on the part of it that is inside something?"""
    low = np.zeros(len(lines), dtype=np.bool_)
    begin, rise = lines.begin.z[found.line] * PART, (lines.end.z - lines.begin.z)[found.line]
    for share in (found.enter, found.leave):
        low[found.line[begin + rise * share < height * PART]] = True
    return low
