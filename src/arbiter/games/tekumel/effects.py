"""The words that cards and tables of Tékumel are written with: what may happen, and what may be in force.

What a word does stands in the chapter it belongs to (`@does`); a word that is only looked up as long as its card lies
there (a bonus, a load, a stance) has nothing to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec

from arbiter.content import Effect, Steps
from arbiter.core import Text
from arbiter.kit.effects import SHARED, Cost, Interpreter, On
from arbiter.kit.rolls import Test

from .numbers import EVERYTHING

if TYPE_CHECKING:
    from .state import Tekumel

Phase: TypeAlias = Literal["magic", "ranged", "melee"]
Attribute: TypeAlias = Literal["mind", "agility", "strength"]
Skill: TypeAlias = Literal["mind", "agility", "strength", "trade", "evade", "talk"]
Level: TypeAlias = Literal["easy", "average", "hard"]
Size: TypeAlias = Literal["single", "small", "medium", "large"]
Stance: TypeAlias = Literal["hostile", "neutral", "friendly"]
Resource: TypeAlias = Literal["kaitar", "lan", "bussan", "torch"]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]
Delta: TypeAlias = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Pile: TypeAlias = Literal["equipment", "action", "spell"]

PHASES: tuple[Phase, ...] = ("magic", "ranged", "melee")
ATTRIBUTES: tuple[Attribute, ...] = ("mind", "agility", "strength")
SKILLS: tuple[Skill, ...] = (*ATTRIBUTES, "trade", "evade", "talk")
SIZES: tuple[Size, ...] = ("single", "small", "medium", "large")

RULES: Interpreter[Tekumel] = Interpreter(
    lambda source: Text("source", {"source": source}), "TEK-DEC-CHOOSE-EFFECT", "TEK-DEC-ORDER-EFFECTS"
)
does, refuses, holds = RULES.does, RULES.refuses, RULES.holds


# What happens


class Gain(Effect, frozen=True, tag="gain"):
    """So much more of something."""

    res: Resource
    n: Count

    @property
    def said(self) -> str:
        return "gain_one" if self.n == 1 else ""


class Lose(Effect, frozen=True, tag="lose"):
    """So much less of something, as far as it goes."""

    res: Resource
    n: Count

    @property
    def said(self) -> str:
        return "lose_one" if self.n == 1 else ""


class Pay(Cost, frozen=True, tag="pay"):
    """So much of something as a price; who has less may not use the card."""

    res: Resource
    n: Count

    @property
    def said(self) -> str:
        return "pay_one" if self.n == 1 else ""


class Heal(Effect, frozen=True, tag="heal"):
    """Up to so many wounds healed: of the Hero, of one of the party, or split among the party."""

    n: Count
    target: Literal["hero", "one", "party"]


class Wound(Effect, frozen=True, tag="wound"):
    """So many wounds that no lost phase brought: for the Hero, or for the party to split."""

    n: Count
    target: Literal["hero", "party"]


class Draw(Effect, frozen=True, tag="draw"):
    """Draw so many cards free of charge and keep so many of them (all, where nothing is said)."""

    deck: Pile
    n: Count
    keep: Count = 0

    @property
    def said(self) -> str:
        return "draw_keep" if 0 < self.keep < self.n else ""


class Discard(Effect, frozen=True, tag="discard"):
    """Discard so many cards of one's own choice."""

    deck: Literal["equipment", "action"]
    n: Count


class Offer(Effect, frozen=True, tag="offer"):
    """Turn up so many Equipment cards; any of them may be bought, for so much less."""

    n: Count
    discount: Count = 0

    @property
    def said(self) -> str:
        return "offer_less" if self.discount else ""


class SellFull(Effect, frozen=True, tag="sell_full"):
    """Sell any Equipment cards now for all they cost."""


class Meet(Effect, frozen=True, tag="encounter"):
    """Draw so many Encounter cards: all are met in order, or the one that you or your left neighbour choose."""

    n: Count
    choose: Literal["all", "self", "left"]
    only: Literal["", "human"] = ""


class MeetFoe(Effect, frozen=True, tag="foe"):
    """Meet a special foe."""

    id: str


class SkillTest(Test, frozen=True, tag="test", kw_only=True):
    """A skill test, and what follows from it."""

    skill: Skill
    level: Level


class AutoEvade(Effect, frozen=True, tag="auto_evade"):
    """Evade without a test: anything, or only an Encounter without a magic attack."""

    cond: Literal["any", "no_magic"] = "any"


class DefeatUndead(Effect, frozen=True, tag="defeat_undead"):
    """An undead Encounter or foe is gone as if it had been evaded."""


class MarketPick(Effect, frozen=True, tag="market_pick"):
    """Look at so many Equipment cards, put so many in the market and the rest to the bottom in any order."""

    look: Count
    take: Count


class Voyage(Effect, frozen=True, tag="voyage"):
    """Sail from port to port through at most so many sea spaces; that is the whole move."""

    max_sea: Count


class ForPlayer(Effect, frozen=True, tag="self"):
    """Effects for whoever played the card into the Mission window."""

    then: Steps


class MissionLan(Effect, frozen=True, tag="mission_lan"):
    """The Mission earns so much more or less."""

    n: Delta


class MissionTest(Effect, frozen=True, tag="mission_test"):
    """The Mission is completed only if this test is passed."""

    skill: Skill
    level: Level


class MissionNoReligion(Effect, frozen=True, tag="mission_no_religion"):
    """The Mission earns nothing for its religion."""


class MissionPay(Effect, frozen=True, tag="mission_pay"):
    """Whoever completes the Mission pays so many Káitars, or all he has."""

    n: Count


class MissionNone(Effect, frozen=True, tag="mission_none"):
    """Nothing happens to the Mission."""


# What is in force for a while when it is used, or as long as its card lies there


class FightBonus(Effect, frozen=True, tag="fight_bonus"):
    """So much more in Fight phases: always, in the first round, in this Fight or in this phase."""

    phases: tuple[Phase, ...]
    n: Delta
    scope: Literal["passive", "first_round", "fight", "phase"] = "passive"


class Attack(Effect, frozen=True, tag="attack"):
    """An attack in a phase; of several sources one counts, with what it adds."""

    phase: Phase
    n: Delta
    scope: Literal["passive", "phase"] = "passive"


class ExtraWounds(Effect, frozen=True, tag="extra_wounds"):
    """So many wounds more where this side wins such a phase and can attack in it."""

    phases: tuple[Phase, ...]
    n: Count


class Prevent(Effect, frozen=True, tag="prevent"):
    """Cancel up to so many wounds of such phases: once, or in each phase, round or Fight."""

    n: Count
    phases: tuple[Phase, ...]
    per: Literal["use", "phase", "round", "fight"]
    outside_fight: bool = False


class SwapValue(Effect, frozen=True, tag="swap_value"):
    """Another attribute is the Fight value of this phase."""

    phase: Phase
    to: Attribute


class FoeMelee(Effect, frozen=True, tag="foe_melee"):
    """The other side's Melee total changes for the rest of the Fight."""

    n: Delta


class FoeNoWounds(Effect, frozen=True, tag="foe_no_wounds"):
    """The other side inflicts no wounds in Magic phases for the rest of the Fight, those just dealt included."""


class SkillBonus(Effect, frozen=True, tag="skill_bonus"):
    """So much more on such skills: always, in this step or in this test."""

    skills: tuple[Skill, ...]
    n: Delta
    scope: Literal["passive", "step", "test"] = "passive"


class Easier(Effect, frozen=True, tag="easier"):
    """A test of such skills is easier by so many levels."""

    skills: tuple[Skill, ...]
    steps: Count


class AutoSuccess(Effect, frozen=True, tag="auto_success"):
    """Pass one test of such skills up to a level, after shifts, without rolling."""

    skills: tuple[Skill, ...]
    level: Level
    where: tuple[str, ...] = ()


class Reroll(Effect, frozen=True, tag="reroll"):
    """Roll a die again: in a Fight, for an Adventure, or for a failed test of such skills in such spaces."""

    what: Literal["fight", "adventure", "test"]
    skills: tuple[Skill, ...] = ()
    per: Literal["use", "turn"] = "use"
    where: tuple[str, ...] = ()


class AdjustDie(Effect, frozen=True, tag="adjust_die"):
    """Change the Adventure die by up to so much after all rerolls."""

    n: Count
    where: tuple[str, ...] = ()


class Move(Effect, frozen=True, tag="move"):
    """So much more allowance in this Movement step."""

    n: Delta


class NextMove(Effect, frozen=True, tag="next_move"):
    """So much more allowance in the next Movement step."""

    n: Delta


class RoadMove(Effect, frozen=True, tag="road_move"):
    """Up to so many road links of the path are not counted."""

    n: Count


class NoStop(Effect, frozen=True, tag="no_stop"):
    """The first so many Region spaces of a terrain (or of any) that are entered do not end the path."""

    n: Count
    terrain: str

    @property
    def said(self) -> str:
        return "no_stop_all" if self.n >= EVERYTHING else ""


class Stay(Effect, frozen=True, tag="stay"):
    """The Hero does not move this step."""


class Know(Effect, frozen=True, tag="know"):
    """Languages that count as known: always, until the turn ends, or for this meeting."""

    languages: tuple[str, ...] | Literal["any"]
    scope: Literal["passive", "turn", "meeting"] = "passive"


class KnowPoints(Effect, frozen=True, tag="know_points"):
    """Languages worth so many points, chosen when the card is acquired, known while it is worn."""

    n: Count


class TorchFree(Effect, frozen=True, tag="torch_free"):
    """Sites are explored without a Torch."""


class CostDown(Effect, frozen=True, tag="cost_down"):
    """One Equipment card bought in this step costs so much less."""

    n: Count


class Spells(Effect, frozen=True, tag="spells"):
    """Spells are refilled to so many more."""

    n: Count


class Carry(Effect, frozen=True, tag="carry"):
    """So many Equipment cards more may be carried."""

    n: Count


class HasStance(Effect, frozen=True, tag="stance"):
    """Encounters with a tag have this stance for the Hero."""

    tag: str
    to: Stance


class TerrainPenalty(Effect, frozen=True, tag="terrain_penalty"):
    """All skill and Fight totals change in Region spaces of these terrains."""

    terrains: tuple[str, ...]
    n: Delta


class CompanionStrength(Effect, frozen=True, tag="companion_strength"):
    """What a Companion adds to a Fight phase: a number, or by its size."""

    phase: Phase
    n: Delta | Literal["by_size"]

    @property
    def said(self) -> str:
        return "companion_strength_by_size" if self.n == "by_size" else ""


class NotWith(Effect, frozen=True, tag="not_with"):
    """May not be in a party with a Companion of that tag."""

    tag: str


STANDING: tuple[type[Effect], ...] = (
    AdjustDie, KnowPoints, Spells, Carry, HasStance, TerrainPenalty, CompanionStrength, NotWith,
)  # fmt: skip
"""Words that are only ever looked up: nothing happens when they come into force."""

LASTING: tuple[type[Effect], ...] = (
    FightBonus, Attack, ExtraWounds, SwapValue, FoeMelee, FoeNoWounds, SkillBonus, Easier, Move, NextMove, RoadMove,
    NoStop, Voyage, Stay, Know, TorchFree, CostDown, On,
)  # fmt: skip
"""Words that come into force when a card is used, until something is over (`until`)."""

HAPPENING: tuple[type[Effect], ...] = (
    Gain, Lose, Pay, Heal, Wound, Draw, Discard, Offer, SellFull, Meet, MeetFoe, SkillTest, AutoEvade, AutoSuccess,
    DefeatUndead, MarketPick, Prevent, Reroll, ForPlayer, MissionLan, MissionTest, MissionNoReligion,
    MissionPay, MissionNone,
)  # fmt: skip
"""Words that do something at once."""

EFFECTS: tuple[type[Effect], ...] = tuple(dict.fromkeys((*SHARED, *HAPPENING, *LASTING, *STANDING)))

_UNTIL: dict[type[Effect], str] = {
    ExtraWounds: "phase", SwapValue: "phase", FoeMelee: "fight", FoeNoWounds: "fight", Easier: "test", Move: "step",
    NextMove: "move", RoadMove: "step", NoStop: "step", Voyage: "step", Stay: "step", TorchFree: "step",
    CostDown: "step",
}  # fmt: skip
_EVENTS = {"phase_won": "phase", "phase_lost": "phase", "moved": "step"}
WAITED_FOR = (*_EVENTS, "refresh")
"""The events that effects can wait for."""


def until(effect: Effect) -> str:
    """What must be over for an effect to end that came into force by the use of a card.

    `test`, `phase`, `round`, `fight`, `meeting`, `step` and `turn` end with what they name, `move` with the owner's
    next Movement step.
    """
    match effect:
        case FightBonus(scope=scope):
            return {"first_round": "round", "passive": "fight"}.get(scope, scope)
        case SkillBonus(scope=scope) | Know(scope=scope):
            return scope
        case Attack():
            return "phase"
        case On(event=event):
            return _EVENTS[event]
    return _UNTIL[type(effect)]
