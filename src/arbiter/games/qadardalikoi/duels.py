"""2.010-2.013, champion duels: fought while the armies deploy."""

from __future__ import annotations

from arbiter.core import Choose, Rules, Text, rule

from .book import book
from .names import champion
from .state import SIDES, Qadardalikoi

MOST = 20
"""The number of duels is rolled with one die of so many sides."""
WON = 85
"""So many percent of the duels decide them."""
WORTH = 2


@rule("QAD-2.010-a", "QAD-2.010-b", "QAD-2.010-G1")
def fought(g: Qadardalikoi) -> bool:
    """Do champions meet? Both armies must be noble, as the nation of their commander is."""
    return all(book().nations[side.nation].noble for side in g.state.sides)


@rule("QAD-2.011-a", "QAD-2.011-G1", "QAD-2.012-a", "QAD-2.012-D1")
def duels(g: Qadardalikoi) -> Rules[bool]:
    """One die says how many; each is rolled, or, where players fight them by themselves, told by them."""
    if not fought(g):
        return True
    n = g.roll(MOST)
    g.tell("duel.number", n=n)
    won = [0, 0]
    for at in range(n):
        if g.state.options.duels == "told":
            winner = yield Choose(0, SIDES, "duel.who", args={"n": at + 1}, rule="QAD-2.012-D1")
        else:
            winner = duel(g)
        won[winner] += 1
        g.tell("duel.tally", a=won[0], b=won[1], n=n, most=-(-WON * n // 100), one=0, other=1)
    for side, worth in zip(g.state.sides, effect(won[0], won[1]), strict=True):
        side.duels = worth
    g.tell("duel.over", a=won[0], b=won[1], worth=abs(g.state.sides[0].duels))
    return True


def duel(g: Qadardalikoi) -> int:
    """A champion of each side steps out, and they fight."""
    one, other = (champion(side.nation, g.roll) for side in g.state.sides)
    g.tell("duel.champions", one=one.told, other=other.told)
    return bout(g, one.name, other.name)


@rule("QAD-2.012-b", "QAD-2.012-G1")
def bout(g: Qadardalikoi, one: str | Text, other: str | Text) -> int:
    """Each side rolls percentile dice, again where they are equal; the higher wins."""
    while True:
        a, b = g.percent(), g.percent()
        if a != b:
            break
    g.tell("duel.fought", one=one, other=other, a=a, b=b)
    return int(b > a)


@rule("QAD-2.013-a", "QAD-2.013-b", "QAD-2.013-c", "QAD-2.013-G1", "QAD-2.013-G2")
def effect(a: int, b: int) -> tuple[int, int]:
    """What the duels add to the number of every morale check of each side: 2 for who wins 85% or more, without
    rounding, and 2 less for who loses so many; else nothing."""
    if a + b and 100 * a >= WON * (a + b):
        return WORTH, -WORTH
    if a + b and 100 * b >= WON * (a + b):
        return -WORTH, WORTH
    return 0, 0
