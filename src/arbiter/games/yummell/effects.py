"""The effects that last: each changes a number or a limit as long as its source is in force. What happens once is in
`deeds`, and what conditions mean in `conditions`; the interpreter of both is here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arbiter.content import Effect
from arbiter.core import Text, rule
from arbiter.kit.effects import Interpreter

from .entries import Characteristic, Delta, Number, Squares, Terrain

if TYPE_CHECKING:
    from .race import Yummell

RULES: Interpreter[Yummell] = Interpreter(lambda source: Text(f"thing.{source}"))
does, holds = RULES.does, RULES.holds


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


CHANGES: tuple[type[Effect], ...] = tuple(Change.__subclasses__())
"""All of these, in their order."""
