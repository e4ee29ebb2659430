"""0.400 and 0.410, the army as a whole: the areas of the battlefield, the twelve plans, what a formation is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arbiter.core import Illegal, rule

from .book import book
from .entries import ArmyFormationEntry, Slot, UnitFormationEntry
from .state import SIDES

MIRRORED = {1: 3, 3: 1, 4: 8, 8: 4, 5: 7, 7: 5, 9: 10, 10: 9}
FLANKS = {4: 9, 5: 9, 7: 10, 8: 10}
"""A flank area -> the Greave of its side."""
WARHAMMERS = ("shen", "ahoggya", "pachi_lei")
NOT_STRONGER = {"strong": ("weak", "light"), "wedge": ("weak",)}
"""A kind of place -> the kinds in which no unit may be stronger than in it."""
PACE = 200
"""Others are warhammers if they go so many mm over open ground."""


class Rectangle(NamedTuple):
    """A part of the table, in hundredths of a millimetre."""

    left: int
    bottom: int
    right: int
    top: int

    def holds(self, x: int, y: int) -> bool:
        return self.left <= x <= self.right and self.bottom <= y <= self.top


def zone(side: int, width: int, depth: int, part: int = 4) -> Rectangle:
    """Where a side deploys: the whole width of the table and a quarter of its depth (QAD-SEQ-9)."""
    return (
        Rectangle(0, 0, width, depth // part) if side == SIDES[0] else Rectangle(0, depth - depth // part, width, depth)
    )


@rule("QAD-0.400-c", "QAD-0.400-G1", "QAD-0.400-i")
def area(number: int, side: int, within: Rectangle) -> Rectangle:
    """A battlefield area of a side, seen from behind its army: three rows, Arrows in front and Greaves behind; camp and
    command post lie in the rear."""
    has = book().areas[number]
    wide, deep = within.right - within.left, within.top - within.bottom
    xs = [within.left + wide * n // 1000 for n in has.x]
    ys = [within.bottom + deep * n // 1000 for n in has.y]
    if side != SIDES[0]:
        xs = [within.left + within.right - x for x in reversed(xs)]
        ys = [within.bottom + within.top - y for y in reversed(ys)]
    return Rectangle(xs[0], ys[0], xs[1], ys[1])


def area_at(x: int, y: int, side: int, within: Rectangle) -> int:
    """The area that holds a point, 0 outside; a unit belongs to the one that holds the centre of its front rank."""
    return next((n for n in range(1, 11) if area(n, side, within).holds(x, y)), 0)


@rule("QAD-0.400-d", "QAD-0.400-e", "QAD-0.400-f", "QAD-0.400-g", "QAD-0.400-h")
def suits(number: int, weight: str, missile: bool) -> bool:
    """Is an area meant for such troops? Arrows take light and missile troops, Gauntlets those and sword units, Arms and
    the Helm heavier ones, Greaves whoever is left."""
    if number <= 3:
        return weight == "lt" or missile
    if number in (5, 6, 7):
        return weight != "lt"
    return True


# The plans


class Post(NamedTuple):
    """What a plan asks about a unit: where it stands, how strong and of what kind it is, and how it is drawn up."""

    area: int
    strength: int
    """The defence factors of all its figures together."""
    weight: str
    human: bool
    missile: bool
    formation: int
    wide: int
    deep: int
    sheet: str
    pace: int
    """mm a turn over open ground."""
    x: int = 0
    """The middle of its front, as its side sees the table from left to right."""
    y: int = 0
    formed: bool = True
    """It is not in skirmish order."""


@rule("QAD-0.400-a")
def swords(entry: ArmyFormationEntry) -> int:
    """How many sword units a plan has; all its other units are shields."""
    return sum(slot.n for slot in entry.slots if slot.role == "sword" and slot.req)


@rule("QAD-0.400-b")
def attacks_flank(entry: ArmyFormationEntry) -> bool:
    """Does a plan strike on the flanks and hold in the centre, or the other way about?"""
    return entry.family == "attack flank, shield centre"


@rule("QAD-0.410-n")
def is_warhammer(post: Post) -> bool:
    """Is a unit fast and powerful enough to be hidden: Shén, Ahoggyá, Páchi Léi, or others as quick?"""
    return post.sheet in WARHAMMERS or post.pace >= PACE


def fits(slot: Slot, post: Post, flanks_back: bool = False) -> bool:
    """Does a unit stand where a place of a plan is, and is it of its kind? What compares units is not asked here."""
    if post.area != slot.area and not (flanks_back and post.area == FLANKS.get(slot.area)):
        return False
    if slot.formations and post.formation not in slot.formations:
        return False
    if slot.kind == "strong":
        return post.weight != "lt" or not post.human
    if slot.kind == "light":
        return post.weight == "lt" or post.missile
    if slot.kind == "regular":
        return post.formed
    if slot.kind == "wedge":
        return post.formation in (5, 6)
    if slot.kind == "column":
        return post.weight in ("lt", "med") and post.formation in (2, 4, 12) and post.deep > post.wide
    if slot.kind == "warhammer":
        return is_warhammer(post)
    return True


@rule("QAD-0.410-G1")
def asked(entry: ArmyFormationEntry, units: int) -> list[Slot]:
    """The places that an army of so many units has to fill: shields are dropped from the end where it is too small."""
    slots = [slot for slot in entry.slots if slot.req for _ in range(slot.n)]
    while len(slots) > max(units, swords(entry)):
        del slots[max(at for at, slot in enumerate(slots) if slot.role == "shield")]
    return slots


@rule(
    "QAD-0.410-a", "QAD-0.410-b", "QAD-0.410-c", "QAD-0.410-d", "QAD-0.410-e", "QAD-0.410-f", "QAD-0.410-g",
    "QAD-0.410-h", "QAD-0.410-i", "QAD-0.410-j", "QAD-0.410-k", "QAD-0.410-l", "QAD-0.410-m", "QAD-0.410-C1",
)  # fmt: skip
def why_not(number: int, posts: Sequence[Post]) -> Illegal | None:
    """Why an army does not stand as one of the twelve plans asks; its mirror image is as good."""
    entry = book().army_formations[number]
    if any(_filled(entry, asked(entry, len(posts)), side, []) for side in (list(posts), _mirrored(posts))):
        return None
    return Illegal("plan.not_so", "QAD-0.410-G1", formation=number)


def _mirrored(posts: Sequence[Post]) -> list[Post]:
    return [post._replace(area=MIRRORED.get(post.area, post.area), x=-post.x) for post in posts]


def _filled(entry: ArmyFormationEntry, slots: list[Slot], free: list[Post], taken: list[tuple[Slot, Post]]) -> bool:
    """Can the places be given to the units so that every one fits and the comparisons hold?"""
    if not slots:
        return _compared(entry, taken, free)
    for at, post in enumerate(free):
        if fits(slots[0], post, entry.greaves):
            rest = [*free[:at], *free[at + 1 :]]
            if _filled(entry, slots[1:], rest, [*taken, (slots[0], post)]):
                return True
    return False


def _compared(entry: ArmyFormationEntry, taken: list[tuple[Slot, Post]], free: list[Post]) -> bool:
    for slot, post in taken:
        weaker = [other for beside, other in taken if beside.kind in NOT_STRONGER.get(slot.kind, ())]
        if any(other.strength > post.strength for other in weaker):
            return False
    if entry.heaviest:
        everyone = [post.strength for _, post in taken] + [post.strength for post in free]
        here = [post.strength for slot, post in taken if slot.area == entry.heaviest]
        if here and max(here) < max(everyone):
            return False
    if entry.in_line:
        pair = [post for slot, post in taken if slot.area == entry.in_line]
        if any(abs(one.x - other.x) > min(one.wide, other.wide) // 2 for one in pair for other in pair):
            return False
    return True


@rule("QAD-0.410-G2")
def may_switch(number: int, commander_free: bool) -> int:
    """The formation that an army may change into at the start of a turn, by a call of trumpets; 0: none."""
    return book().army_formations[number].becomes if number and commander_free else 0


# What a formation is worth


@rule("QAD-2.223-d", "QAD-2.223-h", "QAD-2.223-i", "QAD-2.223-j", "QAD-2.223-G2", "QAD-2.223-G3", "QAD-0.420-G11",
      "QAD-0.420-n")  # fmt: skip
def modifier(entry: ArmyFormationEntry | UnitFormationEntry, nation: str, sheet: str) -> int:
    """The modifier of a formation for troops of a sheet that serve a nation: that of their race, else of the nation's
    column, else what all nations have; peoples without any of these have 0."""
    if sheet in entry.races:
        return entry.races[sheet]
    if isinstance(entry, UnitFormationEntry) and sheet in entry.ruled:
        return entry.ruled[sheet]
    of = book()
    column = of.nations[nation].column
    if column:
        return entry.modifiers[column]
    if isinstance(entry, UnitFormationEntry) and entry.ruled and not of.sheets[sheet].human:
        return 0
    return next(iter(entry.modifiers.values())) if entry.all_nations else 0
