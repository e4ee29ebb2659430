"""The conditions that cards of Yummell can set. `who` is the one who acts or the one acted upon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from arbiter.content import Condition, Tests

from .entries import TERRAINS, Terrain

if TYPE_CHECKING:
    from .race import Yummell

Who = Literal["you", "target"]


class Need(Condition, frozen=True, tag=""):
    """A condition that can be looked up on the table."""

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        """Does it hold when `me` acts on `target`?"""
        raise NotImplementedError


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
        return square > 0 and g.course.terrain[square] == TERRAINS.index(self.terrain)


class HoldsCard(Need, frozen=True, tag="holds_card"):
    """Has at least one card in hand."""

    who: Who

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        return bool(g.state.hand[target if self.who == "target" else me])


class HasArtefact(Need, frozen=True, tag="has_artefact"):
    """Has at least one active Artefact."""

    who: Who

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        return bool(g.state.active[target if self.who == "target" else me])


class Within(Need, frozen=True, tag="within"):
    """The target stands on the acting character's route at most so many squares away, ahead or behind."""

    squares: Annotated[int, msgspec.Meta(ge=1)]

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
        square = g.state.at[target]
        return square == g.course.last or g.state.at.count(square) < 2 or g.state.at[me] == square


class StoppedHere(Need, frozen=True, tag="stopped_here"):
    """The acting character advanced this turn and is in the square where its movement ended."""

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        s = g.state
        return s.advanced and s.at[me] == s.ended


class NotRested(Need, frozen=True, tag="not_rested"):
    """The acting character did not Rest this turn."""

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        return not g.state.rested


class DiscardPile(Need, frozen=True, tag="discard_pile"):
    """There is a card on the discard pile."""

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        return bool(g.state.discard)


class Activating(Need, frozen=True, tag="activating"):
    """An Artefact of the acting player is in activation."""

    def holds(self, g: Yummell, me: int, target: int) -> bool:
        return bool(g.state.activating[me])


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
