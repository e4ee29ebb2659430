"""The conditions that cards of Yummell can set. `who` is the one who acts or the one acted upon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from arbiter.content import Condition, Tests
from arbiter.content.vocabulary import word
from arbiter.core import Illegal, Text

from .entries import TERRAINS, Characteristic, Squares, Terrain

if TYPE_CHECKING:
    from .race import Yummell

Who = Literal["you", "target"]


class Need(Condition, frozen=True, tag=""):
    """A condition that can be looked up on the table."""

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        """Does it hold when `me` acts on `target`?"""
        raise NotImplementedError

    def of_oneself(self) -> bool:
        """Does it concern the one who acts alone, whoever the target is?"""
        return getattr(self, "who", "target") == "you"

    def refusal(self, rule: str, what: Text) -> Illegal:
        """Why something cannot be used while this does not hold."""
        facts = {name: getattr(self, name) for name in self.__struct_fields__ if name not in ("who", "tests")}
        who = f".{self.who}" if hasattr(self, "who") else ""
        return Illegal(f"refused.need.{word(type(self))}{who}", rule, what=what, **facts)


class Own(Need, frozen=True, tag=""):
    """A condition of the one who acts."""

    def of_oneself(self) -> bool:
        return True


class OnTrack(Need, frozen=True, tag="on_track"):
    """Stands on a square; the start line is none."""

    who: Who

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        return g.state.at[target if self.who == "target" else me] > 0


class StandsOn(Need, frozen=True, tag="stands_on"):
    """Stands on a square of that terrain."""

    who: Who
    terrain: Terrain

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        square = g.state.at[target if self.who == "target" else me]
        return square > 0 and TERRAINS[g.course.terrain[square]] == self.terrain


class HoldsCard(Need, frozen=True, tag="holds_card"):
    """Has at least one card in hand."""

    who: Who

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        return bool(g.state.hand[target if self.who == "target" else me].cards)


class HasArtefact(Need, frozen=True, tag="has_artefact"):
    """Has at least one active Artefact."""

    who: Who

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        return bool(g.state.active[target if self.who == "target" else me])


class Within(Need, frozen=True, tag="within"):
    """The target stands on the acting character's route at most so many squares away, ahead or behind."""

    squares: Squares

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        s, course = g.state, g.course
        mine, other = s.at[me], s.at[target]
        if mine == 0 or not course.on_route(s.path[me], other):
            return False
        return abs(course.to_go[mine] - course.to_go[other]) <= self.squares


class SharedRoute(Need, frozen=True, tag="shared_route"):
    """Both characters' squares lie on both characters' routes, and neither is the start line."""

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        s, course = g.state, g.course
        return course.on_route(s.path[me], s.at[target]) and course.on_route(s.path[target], s.at[me])


class HasRoom(Need, frozen=True, tag="has_room"):
    """The target's square has room for the acting character."""

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        return g.has_room(g.state.at[target], me)


class StoppedHere(Own, frozen=True, tag="stopped_here"):
    """The acting character advanced this turn and is in the square where its movement ended."""

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        turn = g.state.turn
        return turn.advanced and g.state.at[me] == turn.ended


class NotRested(Own, frozen=True, tag="not_rested"):
    """The acting character did not Rest this turn."""

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        return not g.state.turn.rested


class DiscardPile(Own, frozen=True, tag="discard_pile"):
    """There is a card on the discard pile."""

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        return bool(g.state.deck.discard)


class Activating(Own, frozen=True, tag="activating"):
    """An Artefact of the acting player is in activation."""

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        return me == g.state.mover and bool(g.state.turn.activating)


class AnyOf(Need, frozen=True, tag="any_of"):
    """At least one of these conditions holds."""

    tests: Tests

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        return any(isinstance(test, Need) and test.holds(g, me, target) for test in self.tests)


CONDITIONS: tuple[type[Need], ...] = (
    OnTrack,
    StandsOn,
    HoldsCard,
    HasArtefact,
    Within,
    SharedRoute,
    HasRoom,
    StoppedHere,
    NotRested,
    DiscardPile,
    Activating,
    AnyOf,
)


class Shows(Own, frozen=True, tag="shows"):
    """The Creature that is met shows this Characteristic: what an aid for one Characteristic needs in a Challenge.

    No pack says so: it follows from the aid.
    """

    characteristic: Characteristic

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        creature = g.creature()
        return creature is None or creature.characteristic == self.characteristic
