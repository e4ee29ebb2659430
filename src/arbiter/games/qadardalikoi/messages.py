"""2.005, an option: once the fight has begun commanders speak to each other by signal or messenger only."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arbiter.core import Choose, Option, Rules, Several, rule

from . import command, rates
from .book import book
from .geometry import MM, SLACK, Base, apart, bearing, distance
from .geometry import crowds as many
from .geometry.crowds import Crowd
from .geometry.measures import ahead
from .state import Messenger, Qadardalikoi, Stand

SIGNAL = 50 * MM
"""So far one hears drums and trumpets."""
MOST = 15
"""Words of a message at the most."""
WORDS = (
    "hold", "advance", "charge", "wheel", "withdraw", "rally", "wait", "now", "fast", "left", "right", "centre",
    "flank", "rear", "hill", "river", "wood", "road", "bridge", "enemy", "beasts", "bows", "help", "sent", "lost",
    "won", "we", "you", "they", "not", "to", "from", "at", "with", "and", "after", "before",
)  # fmt: skip
"""The words that signals and messengers know."""
NONE = "none"


@rule("QAD-2.005-G1", "QAD-2.005-D1")
def messages(g: Qadardalikoi) -> Rules[bool]:
    """Where the option is on, messengers of the moving side run on, and its commanders may send a message."""
    if not g.state.options.messages:
        return True
    side = g.mover
    run(g, side)
    ways = routes(g, side)
    if not ways:
        return True
    values = [NONE, *ways]
    way = yield Choose(side, values, "message.way", lambda value: _way(g, value), rule="QAD-2.005-D1")
    if way == NONE:
        return True
    words: tuple[str, ...] = yield compose(side)
    how, sender, to = way
    if how == "signal":
        arrive(g, side, g.state.stands[sender], g.state.stands[to], words)
    else:
        start = g.state.stands[sender].pose
        g.state.messengers = [*g.state.messengers, Messenger(side, sender, to, tuple(words), start)]
        g.tell("message.sent", (side,), name=g.state.stands[to].name)
    return True


def _way(g: Qadardalikoi, value: Any) -> Option:
    if value == NONE:
        return Option(value, "message.none")
    how, sender, to = value
    names = {"sender": g.state.stands[sender].name, "to": g.state.stands[to].name}
    return Option(value, f"message.{how}", names, (f"stand-{sender}", f"stand-{to}"))


@rule("QAD-2.005-a")
def leaders(g: Qadardalikoi, side: int) -> list[Stand]:
    """Those who lead a part of the army and speak with each other: every stand that can give orders."""
    return [stand for stand in command.of(g, side) if command.may_command(g, stand)]


def routes(g: Qadardalikoi, side: int) -> list[tuple[str, int, int]]:
    """Who can reach whom, and how: a way, the sender and the recipient."""
    able = leaders(g, side)
    found = []
    for one in able:
        for other in command.of(g, side):
            if other.n != one.n:
                found += [("signal", one.n, other.n)] if heard(one, other) else []
                found.append(("messenger", one.n, other.n))
    return found


@rule("QAD-2.005-b")
def compose(side: int) -> Several:
    """A message of at most fifteen words."""
    return Several(side, WORDS, 1, MOST, "message.words", _word, rule="QAD-2.005-b")


def _word(word: str) -> Option:
    return Option(word, "message.word", {"value": word})


@rule("QAD-2.005-c")
def heard(one: Stand, other: Stand) -> bool:
    """A signal reaches 50 mm, in the same turn."""
    return apart(one.base, other.base) <= SIGNAL + SLACK


@rule("QAD-2.005-d")
def pace(g: Qadardalikoi, messenger: Messenger) -> int:
    """How far a messenger goes in a turn: Hláka and light infantry of his army are the fastest, else the foot of his
    commander's people."""
    own = [unit for unit in g.of(messenger.side) if rates.wing(g, unit) or rates.light(g, unit)]
    quick = [rates.wing(g, unit) or rates.listed(g, unit, "open") for unit in own]
    sheet = book().sheets[g.state.stands[messenger.sender].sheet]
    return max([*quick, *(MM * line.open for line in sheet.moves if line.mode == "walk")])


def run(g: Qadardalikoi, side: int) -> None:
    """Messengers go straight to whom they were sent; an enemy whom one meets on his way has him, and the message."""
    left = []
    for one in g.state.messengers:
        if one.side != side:
            left.append(one)
            continue
        goal = g.state.stands[one.to]
        x, y = goal.pose.x - one.pose.x, goal.pose.y - one.pose.y
        away, far = distance(x, y), pace(g, one)
        way = min(away, far)
        dx, dy = ahead(bearing(x, y), way)
        taken = captors(g, one, dx, dy, way)
        if taken:
            g.tell("message.captured", words=list(one.words))
        elif not goal.there:
            g.tell("message.lost", (side,), name=goal.name)
        elif away <= far:
            arrive(g, side, g.state.stands[one.sender], goal, one.words)
        else:
            left.append(replace(one, pose=one.pose.moved(dx, dy)))
    g.state.messengers = left


def captors(g: Qadardalikoi, messenger: Messenger, x: int, y: int, way: int) -> bool:
    """Does a messenger run into an enemy on the ground?"""
    here = messenger.pose
    man = Crowd.of([Base(here.x, here.y, 0, 20 * MM, 25 * MM)])
    foes = many.joined([unit.crowd() for unit in g.on_ground(g.of(1 - messenger.side))])
    return len(foes) > 0 and many.slide(man, x, y, way, foes) is not None


def arrive(g: Qadardalikoi, side: int, sender: Stand, to: Stand, words: tuple[str, ...]) -> None:
    """A message has reached its recipient; nobody else hears it."""
    g.tell("message.arrived", (side,), sender=sender.name, to=to.name, words=list(words))
