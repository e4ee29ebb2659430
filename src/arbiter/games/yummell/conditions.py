"""The conditions that cards of Yummell can set. `who` is the one who acts or the one acted upon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from arbiter.content import Condition
from arbiter.content.vocabulary import word
from arbiter.core import Illegal, Text
from arbiter.kit.effects import AnyOf, By

from .effects import holds
from .entries import TERRAINS, Characteristic, Squares, Terrain
from .movement import has_room

if TYPE_CHECKING:
    from .race import Yummell

Who = Literal["you", "target"]


class Own(Condition, frozen=True, tag=""):
    """A condition of the one who acts, whoever the target is."""


class Somebodys(Condition, frozen=True, tag=""):
    """A condition of the one who acts or of the one acted upon."""

    who: Who


def of_oneself(need: Condition) -> bool:
    """Does it concern the one who acts alone, whoever the target is?"""
    return isinstance(need, Own) or (isinstance(need, Somebodys) and need.who == "you")


def refusal(need: Condition, rule: str, what: Text) -> Illegal:
    """Why something cannot be used while a condition does not hold."""
    facts = {name: getattr(need, name) for name in need.__struct_fields__ if name not in ("who", "tests")}
    who = f".{need.who}" if isinstance(need, Somebodys) else ""
    return Illegal(f"refused.need.{word(type(need))}{who}", rule, what=what, **facts)


class OnTrack(Somebodys, frozen=True, tag="on_track"):
    """Stands on a square; the start line is none."""


@holds(OnTrack)
def on_track(g: Yummell, test: OnTrack, by: By) -> bool:
    return g.state.at[by.target if test.who == "target" else by.seat] > 0


class StandsOn(Somebodys, frozen=True, tag="stands_on"):
    """Stands on a square of that terrain."""

    terrain: Terrain


@holds(StandsOn)
def stands_on(g: Yummell, test: StandsOn, by: By) -> bool:
    square = g.state.at[by.target if test.who == "target" else by.seat]
    return square > 0 and TERRAINS[g.course.terrain[square]] == test.terrain


class HoldsCard(Somebodys, frozen=True, tag="holds_card"):
    """Has at least one card in hand."""


@holds(HoldsCard)
def holds_card(g: Yummell, test: HoldsCard, by: By) -> bool:
    return bool(g.state.hand[by.target if test.who == "target" else by.seat].cards)


class HasArtefact(Somebodys, frozen=True, tag="has_artefact"):
    """Has at least one active Artefact."""


@holds(HasArtefact)
def has_artefact(g: Yummell, test: HasArtefact, by: By) -> bool:
    return bool(g.state.active[by.target if test.who == "target" else by.seat])


class Within(Condition, frozen=True, tag="within"):
    """The target stands on the acting character's route at most so many squares away, ahead or behind."""

    squares: Squares


@holds(Within)
def within(g: Yummell, test: Within, by: By) -> bool:
    s, course = g.state, g.course
    mine, other = s.at[by.seat], s.at[by.target]
    near = abs(course.to_go[mine] - course.to_go[other]) <= test.squares
    return near and mine > 0 and course.on_route(s.path[by.seat], other)


class SharedRoute(Condition, frozen=True, tag="shared_route"):
    """Both characters' squares lie on both characters' routes, and neither is the start line."""


@holds(SharedRoute)
def shared_route(g: Yummell, test: SharedRoute, by: By) -> bool:
    s, course = g.state, g.course
    return course.on_route(s.path[by.seat], s.at[by.target]) and course.on_route(s.path[by.target], s.at[by.seat])


class HasRoom(Condition, frozen=True, tag="has_room"):
    """The target's square has room for the acting character."""


@holds(HasRoom)
def room_there(g: Yummell, test: HasRoom, by: By) -> bool:
    return has_room(g, g.state.at[by.target], by.seat)


class StoppedHere(Own, frozen=True, tag="stopped_here"):
    """The acting character advanced this turn and is in the square where its movement ended."""


@holds(StoppedHere)
def stopped_here(g: Yummell, test: StoppedHere, by: By) -> bool:
    turn = g.state.turn
    return turn.advanced and g.state.at[by.seat] == turn.ended


class NotRested(Own, frozen=True, tag="not_rested"):
    """The acting character did not Rest this turn."""


@holds(NotRested)
def not_rested(g: Yummell, test: NotRested, by: By) -> bool:
    return not g.state.turn.rested


class DiscardPile(Own, frozen=True, tag="discard_pile"):
    """There is a card on the discard pile."""


@holds(DiscardPile)
def discard_pile(g: Yummell, test: DiscardPile, by: By) -> bool:
    return bool(g.state.deck.discard)


class Activating(Own, frozen=True, tag="activating"):
    """An Artefact of the acting player is in activation."""


@holds(Activating)
def activating(g: Yummell, test: Activating, by: By) -> bool:
    return by.seat == g.state.mover and bool(g.state.turn.activating)


CONDITIONS: tuple[type[Condition], ...] = (*Somebodys.__subclasses__(), *Own.__subclasses__())
CONDITIONS += (Within, SharedRoute, HasRoom, AnyOf)
"""All that packs can set."""


class Shows(Own, frozen=True, tag="shows"):
    """The Creature that is met shows this Characteristic: what an aid for one Characteristic needs in a Challenge.

    No pack says so: it follows from the aid.
    """

    characteristic: Characteristic


@holds(Shows)
def shows(g: Yummell, test: Shows, by: By) -> bool:
    creature = g.creature()
    return creature is None or creature.characteristic == test.characteristic
