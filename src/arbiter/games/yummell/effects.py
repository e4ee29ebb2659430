"""The words that cards of Yummell are written with: changes that last, deeds that happen once, and conditions.

What a deed does stands in `deeds`, when a condition holds in `conditions`; a change is only looked up while it is in
force."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from arbiter.content import Condition, Effect, Steps
from arbiter.core import Text, rule
from arbiter.kit.effects import AnyOf, Interpreter

from .entries import Cards, Characteristic, Delta, Looked, Number, Squares, Terrain

if TYPE_CHECKING:
    from .race import Yummell

RULES: Interpreter[Yummell] = Interpreter(lambda source: Text(f"thing.{source}"))
does, holds = RULES.does, RULES.holds


# What lasts


class Change(Effect, frozen=True, tag=""):
    """Changes a number or a limit while its source is in force."""


class TerrainCost(Change, frozen=True, tag="terrain_cost"):
    """Squares of a terrain cost more or less."""

    terrain: Terrain
    delta: Delta

    @rule("YUM-NAMED-1", "YUM-NAMED-3", "YUM-NAMED-4")
    def counts(self, terrain: str) -> bool:
        """Does it count for squares of this terrain? Climbing, the Hills Guide and the Mushroom Curse do on Hills."""
        return self.terrain == terrain


class SetFirstTerrainCost(Change, frozen=True, tag="set_first_terrain_cost"):
    """The terrain of the first square entered in a Movement Phase counts as this much."""

    value: Number


class IgnorePresenceCost(Change, frozen=True, tag="ignore_presence_cost"):
    """Other characters add nothing to the cost of squares."""


class ExtraCostToPass(Change, frozen=True, tag="extra_cost_to_pass"):
    """Others pay extra on the step that leaves this character's square, if they entered it in the same phase."""

    mp: Number


class SquareCostExactly(Change, frozen=True, tag="square_cost_exactly"):
    """Every square entered this turn costs exactly this."""

    value: Number


class MovementBonus(Change, frozen=True, tag="movement_bonus"):
    """Movement cards (up to a number, where one is given) give more or fewer MP."""

    value: Delta
    max_number: Number | None = None

    def counts(self, number: int) -> bool:
        """Does it count for a card of this number?"""
        return self.max_number is None or number <= self.max_number


class NextCardBonus(Change, frozen=True, tag="next_card_bonus"):
    """The next movement card of this turn gives more MP."""

    value: Number


class NextMovementMalus(Change, frozen=True, tag="next_movement_malus"):
    """The target's next movement card, in whatever turn, gives fewer MP."""

    value: Number


class ChallengeBonus(Change, frozen=True, tag="challenge_bonus"):
    """Added to the sum in Challenges (of one Characteristic, where one is given)."""

    value: Delta
    characteristic: Characteristic | None = None

    def counts(self, characteristic: str) -> bool:
        """Does it count against a Creature that shows this Characteristic?"""
        return self.characteristic is None or self.characteristic == characteristic


class UseCharacteristic(Change, frozen=True, tag="use_characteristic"):
    """Add to this Characteristic instead of the one on the Creature."""

    value: Characteristic


class ChallengeAdvance(Change, frozen=True, tag="challenge_advance"):
    """After a won Challenge the character may advance this many squares."""

    value: Squares


class NoBacktrack(Change, frozen=True, tag="no_backtrack"):
    """After a lost Challenge the character stays where it is."""


class HandLimit(Change, frozen=True, tag="hand_limit"):
    """Separate limits of Events and activations from hand per turn."""

    events: Number
    activations: Number


class PushReduction(Change, frozen=True, tag="push_reduction"):
    """Pushes by Events, Artefacts and Supporters are this much shorter."""

    value: Squares


class SkipEncounter(Change, frozen=True, tag="skip_encounter"):
    """There is no Encounter Phase this turn."""


class CancelEffectOnSelf(Change, frozen=True, tag="cancel_effect_on_self"):
    """A reaction: the effect does not apply to this player."""


# What happens once


class Deed(Effect, frozen=True, tag=""):
    """Happens once, to the target."""


class MoveForward(Deed, frozen=True, tag="move_forward"):
    """The target moves forward."""

    squares: Squares


class PushBack(Deed, frozen=True, tag="push_back"):
    """The target goes back."""

    squares: Squares


class MustRest(Deed, frozen=True, tag="must_rest"):
    """The target must Rest on its next turn."""


class DiscardRandom(Deed, frozen=True, tag="discard_random"):
    """The target discards a card at random."""


class SwapPlaces(Deed, frozen=True, tag="swap_places"):
    """Exchange places with the target."""


class MoveToNearestAhead(Deed, frozen=True, tag="move_to_nearest_ahead"):
    """Move to the square of the nearest character ahead."""


class StealArtefact(Deed, frozen=True, tag="steal_artefact"):
    """Take an active Artefact of the target; if it has none, do something else."""

    otherwise: Steps = Steps()


class TakeRandomCard(Deed, frozen=True, tag="take_random_card"):
    """Take cards at random from the target's hand, as many as it has."""

    count: Cards = 1


class DestroyArtefact(Deed, frozen=True, tag="destroy_artefact"):
    """An active Artefact of the target goes to the discard pile; the one who acts chooses it."""


class RemoveCurses(Deed, frozen=True, tag="remove_curses"):
    """All Curses on the target go to the discard pile."""


class Draw(Deed, frozen=True, tag="draw"):
    """Draw cards."""

    count: Cards


class LookHand(Deed, frozen=True, tag="look_hand"):
    """See the target's hand."""


class ExchangeCard(Deed, frozen=True, tag="exchange_card"):
    """Exchange a card of one's own for one of the target's, or leave it."""


class PeekTop(Deed, frozen=True, tag="peek_top"):
    """Look secretly at the top cards of the draw pile; put the card at the bottom, or all back in any order."""

    count: Looked
    then: Literal["may_bottom", "reorder"]


class DiscardChoice(Deed, frozen=True, tag="discard_choice"):
    """Discard a card of one's choice from hand, or none."""


class TakeTopDiscard(Deed, frozen=True, tag="take_top_discard"):
    """Take the top card of the discard pile into hand."""


class FinishActivation(Deed, frozen=True, tag="finish_activation"):
    """Artefacts in activation become active at once."""


class Mulligan(Deed, frozen=True, tag="mulligan"):
    """Discard any number of cards, then draw as many."""


class ExtraMovement(Deed, frozen=True, tag="extra_movement"):
    """Play another movement card and move again."""


# What must hold


class Own(Condition, frozen=True, tag=""):
    """A condition of the one who acts, whoever the target is."""


class Somebodys(Condition, frozen=True, tag=""):
    """A condition of the one who acts or of the one acted upon."""

    who: Literal["you", "target"]


def of_oneself(need: Condition) -> bool:
    """Does it concern the one who acts alone, whoever the target is?"""
    return isinstance(need, Own) or (isinstance(need, Somebodys) and need.who == "you")


class OnTrack(Somebodys, frozen=True, tag="on_track"):
    """Stands on a square; the start line is none."""


class StandsOn(Somebodys, frozen=True, tag="stands_on"):
    """Stands on a square of that terrain."""

    terrain: Terrain


class HoldsCard(Somebodys, frozen=True, tag="holds_card"):
    """Has at least one card in hand."""


class HasArtefact(Somebodys, frozen=True, tag="has_artefact"):
    """Has at least one active Artefact."""


class Within(Condition, frozen=True, tag="within"):
    """The target stands on the acting character's route at most so many squares away, ahead or behind."""

    squares: Squares


class SharedRoute(Condition, frozen=True, tag="shared_route"):
    """Both characters' squares lie on both characters' routes, and neither is the start line."""


class HasRoom(Condition, frozen=True, tag="has_room"):
    """The target's square has room for the acting character."""


class StoppedHere(Own, frozen=True, tag="stopped_here"):
    """The acting character advanced this turn and is in the square where its movement ended."""


class NotRested(Own, frozen=True, tag="not_rested"):
    """The acting character did not Rest this turn."""


class DiscardPile(Own, frozen=True, tag="discard_pile"):
    """There is a card on the discard pile."""


class Activating(Own, frozen=True, tag="activating"):
    """An Artefact of the acting player is in activation."""


class Shows(Own, frozen=True, tag="shows"):
    """The Creature that is met shows this Characteristic: what an aid for one Characteristic needs in a Challenge.

    No pack says so: it follows from the aid.
    """

    characteristic: Characteristic


CHANGES: tuple[type[Effect], ...] = tuple(Change.__subclasses__())
DEEDS: tuple[type[Effect], ...] = tuple(Deed.__subclasses__())
OWN = [word for word in Own.__subclasses__() if word is not Shows]
CONDITIONS: tuple[type[Condition], ...] = (*Somebodys.__subclasses__(), *OWN, Within, SharedRoute, HasRoom, AnyOf)
"""All that packs can say."""

UNTIL: dict[type[Effect], str] = {NextCardBonus: "movement", NextMovementMalus: "next_movement", MustRest: "rest"}
"""What must be over for what came into force by a use to end, where it is not the turn or the Challenge."""
