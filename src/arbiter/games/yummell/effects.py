"""The effects that last: each changes a number as long as its source is in force. What happens once is in `deeds`."""

from __future__ import annotations

from typing import Annotated

import msgspec

from arbiter.content import Effect

from .entries import Characteristic, Terrain

Positive = Annotated[int, msgspec.Meta(ge=1)]


class Standing(Effect, frozen=True, tag=""):
    """Changes a number while its source is in force."""


class TerrainCost(Standing, frozen=True, tag="terrain_cost"):
    """Squares of a terrain cost more or less."""

    terrain: Terrain
    delta: int


class SetFirstTerrainCost(Standing, frozen=True, tag="set_first_terrain_cost"):
    """The terrain of the first square entered in a Movement Phase counts as this much."""

    value: Positive


class IgnorePresenceCost(Standing, frozen=True, tag="ignore_presence_cost"):
    """Other characters add nothing to the cost of squares."""


class ExtraCostToPass(Standing, frozen=True, tag="extra_cost_to_pass"):
    """Others pay extra on the step that leaves this character's square, if they entered it in the same phase."""

    mp: Positive


class MovementBonus(Standing, frozen=True, tag="movement_bonus"):
    """Movement cards (up to a number, where one is given) give more or fewer MP."""

    value: int
    max_number: int | None = None


class NextCardBonus(Standing, frozen=True, tag="next_card_bonus"):
    """The next movement card of this turn gives more MP."""

    value: Positive


class NextMovementMalus(Standing, frozen=True, tag="next_movement_malus"):
    """The target's next movement card, in whatever turn, gives fewer MP."""

    value: Positive


class SquareCostExactly(Standing, frozen=True, tag="square_cost_exactly"):
    """Every square entered this turn costs exactly this."""

    value: Positive


class ChallengeBonus(Standing, frozen=True, tag="challenge_bonus"):
    """Added to the sum in Challenges (of one Characteristic, where one is given)."""

    value: int
    characteristic: Characteristic | None = None


class UseCharacteristic(Standing, frozen=True, tag="use_characteristic"):
    """Add to this Characteristic instead of the one on the Creature."""

    value: Characteristic


class ChallengeAdvance(Standing, frozen=True, tag="challenge_advance"):
    """After a won Challenge the character may advance this many squares."""

    value: Positive


class HandLimit(Standing, frozen=True, tag="hand_limit"):
    """Separate limits of Events and activations from hand per turn."""

    events: Positive
    activations: Positive


class PushReduction(Standing, frozen=True, tag="push_reduction"):
    """Pushes by Events, Artefacts and Supporters are this much shorter."""

    value: Positive


class SkipEncounter(Standing, frozen=True, tag="skip_encounter"):
    """There is no Encounter Phase this turn."""


class CancelEffectOnSelf(Standing, frozen=True, tag="cancel_effect_on_self"):
    """A reaction: the effect does not apply to this player."""


class NoBacktrack(Standing, frozen=True, tag="no_backtrack"):
    """After a lost Challenge the character stays where it is."""


STANDING: tuple[type[Effect], ...] = (
    TerrainCost,
    SetFirstTerrainCost,
    IgnorePresenceCost,
    ExtraCostToPass,
    MovementBonus,
    NextCardBonus,
    NextMovementMalus,
    SquareCostExactly,
    ChallengeBonus,
    UseCharacteristic,
    ChallengeAdvance,
    HandLimit,
    PushReduction,
    SkipEncounter,
    CancelEffectOnSelf,
    NoBacktrack,
)
