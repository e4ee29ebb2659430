"""When the conditions hold that cards of Yummell can set. `who` is the one who acts or the one acted upon."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbiter.content import Condition
from arbiter.content.vocabulary import word
from arbiter.core import Illegal, Text
from arbiter.kit.effects import By

from . import effects
from .effects import holds
from .entries import TERRAINS
from .movement import has_room
from .race import Yummell


def refusal(need: Condition, rule: str, what: Text) -> Illegal:
    """Why something cannot be used while a condition does not hold."""
    facts = {name: getattr(need, name) for name in need.__struct_fields__ if name not in ("who", "tests")}
    who = f".{need.who}" if isinstance(need, effects.Somebodys) else ""
    return Illegal(f"refused.need.{word(type(need))}{who}", rule, what=what, **facts)


HOLDS: dict[type[Condition], Callable[[Yummell, Any, By], bool]] = {
    effects.OnTrack: lambda g, test, by: g.state.at[by.target if test.who == "target" else by.seat] > 0,
    effects.HoldsCard: lambda g, test, by: bool(g.state.hand[by.target if test.who == "target" else by.seat].cards),
    effects.HasArtefact: lambda g, test, by: bool(g.state.active[by.target if test.who == "target" else by.seat]),
    effects.HasRoom: lambda g, test, by: has_room(g, g.state.at[by.target], by.seat),
    effects.StoppedHere: lambda g, test, by: g.state.turn.advanced and g.state.at[by.seat] == g.state.turn.ended,
    effects.NotRested: lambda g, test, by: not g.state.turn.rested,
    effects.DiscardPile: lambda g, test, by: bool(g.state.deck.discard),
    effects.Activating: lambda g, test, by: by.seat == g.state.mover and bool(g.state.turn.activating),
}
for condition, meaning in HOLDS.items():
    holds(condition)(meaning)


@holds(effects.StandsOn)
def stands_on(g: Yummell, test: effects.StandsOn, by: By) -> bool:
    square = g.state.at[by.target if test.who == "target" else by.seat]
    return square > 0 and TERRAINS[g.course.terrain[square]] == test.terrain


@holds(effects.Within)
def within(g: Yummell, test: effects.Within, by: By) -> bool:
    s, course = g.state, g.course
    mine, other = s.at[by.seat], s.at[by.target]
    near = abs(course.to_go[mine] - course.to_go[other]) <= test.squares
    return near and mine > 0 and course.on_route(s.path[by.seat], other)


@holds(effects.SharedRoute)
def shared_route(g: Yummell, test: effects.SharedRoute, by: By) -> bool:
    s, course = g.state, g.course
    return course.on_route(s.path[by.seat], s.at[by.target]) and course.on_route(s.path[by.target], s.at[by.seat])


@holds(effects.Shows)
def shows(g: Yummell, test: effects.Shows, by: By) -> bool:
    creature = g.creature()
    return creature is None or creature.characteristic == test.characteristic
