"""Everything that can be in force or be used, with its numbers laid out flat for quick looking up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from arbiter.content import Effect

from . import effects as fx
from .conditions import Need, OnTrack, StandsOn
from .deeds import PeekTop, PutBack
from .entries import CHARACTERISTICS, TERRAINS, Power

if TYPE_CHECKING:
    from .race import Yummell

CHARACTER, ADVANTAGE, CREATURE, EVENT, ARTEFACT, SUPPORTER = range(6)
TYPES = ("character", "advantage", "creature", "event", "artefact", "supporter")
WINDOWS = {"W1": 1, "W2": 2, "W3": 4, "WC": 8, "WL": 16, "WR": 32, "after_challenge_win": 64}
ABILITY_USED, ADVANTAGE_USED = 1, 2
TERRAIN_COSTS = (1, 2, 2, 3)
NO_TERRAIN = (0, 0, 0, 0)
ANY_TERRAIN = 4


class Source:
    """Something that can be in force or be used, with its numbers laid out flat."""

    __slots__ = (
        "advance",
        "arrow",
        "boost",
        "cancels",
        "challenge",
        "challenge_of",
        "characteristic",
        "copies",
        "covers",
        "curse",
        "deeds",
        "duration",
        "encounter",
        "entry",
        "exactly",
        "first",
        "free",
        "functions",
        "ignore_presence",
        "index",
        "instead",
        "key",
        "limits",
        "malus",
        "move",
        "name",
        "needs",
        "no_backtrack",
        "number",
        "pass_extra",
        "passive",
        "push",
        "skip",
        "standing",
        "stands",
        "target",
        "terrain",
        "text",
        "type",
        "values",
        "windows",
    )

    def __init__(self, index: int, type: int, key: str, entry: Any, functions: dict[str, Any]) -> None:
        self.index = index
        self.type = type
        self.key = key
        self.entry = entry
        self.functions = functions
        self.name: str = entry.name
        self.text: str = entry.text if isinstance(entry, Power) else entry.flavour
        self.number: int = getattr(entry, "number", 0)
        self.copies: int = getattr(entry, "copies", 1)
        self.windows = sum(WINDOWS[window] for window in getattr(entry, "windows", ()))
        self.target: str = getattr(entry, "target", "self")
        self.needs: tuple[Need, ...] = tuple(cast(Need, need) for need in getattr(entry, "needs", ()))
        self.free = self.target == "all_others" or (self.target == "self" and not self.needs)
        self.stands = _stands(self.needs) if self.target in ("opponent", "any_character") else -1
        self.arrow: bool = getattr(entry, "arrow", False)
        self.curse: bool = getattr(entry, "curse", False)
        self.duration: str = getattr(entry, "duration", "instant")
        self.encounter: str = getattr(entry, "encounter", "")
        self.covers: tuple[int, ...] = tuple(TYPES.index(kind) for kind in getattr(entry, "covers", ()))
        self.passive = getattr(entry, "mode", "used") == "passive"
        self.values = tuple(getattr(entry, name) for name in CHARACTERISTICS) if type == CHARACTER else ()
        self.characteristic = CHARACTERISTICS.index(entry.characteristic) if type == CREATURE else -1
        self.challenge: int = entry.challenge if type == CREATURE else 0
        self.terrain: tuple[int, ...] = NO_TERRAIN
        self.first = self.pass_extra = self.exactly = self.boost = self.malus = self.push = self.advance = 0
        self.ignore_presence = self.skip = self.cancels = self.no_backtrack = False
        self.move: tuple[int, int] = (0, 0)
        self.challenge_of: tuple[int, int] = (0, -1)
        self.instead = -1
        self.limits: tuple[int, int] | None = None
        self.standing = False
        deeds: list[Effect] = []
        for effect in getattr(entry, "effects", ()):
            if isinstance(effect, fx.Standing):
                self.standing = True
                self._stand(effect)
            else:
                deeds.append(effect)
                if isinstance(effect, PeekTop):
                    deeds.append(PutBack(effect.count, effect.then))
        self.deeds = tuple(deeds)

    def _stand(self, effect: fx.Standing) -> None:
        match effect:
            case fx.TerrainCost(terrain, delta):
                changed = list(self.terrain)
                changed[TERRAINS.index(terrain)] += delta
                self.terrain = tuple(changed)
            case fx.SetFirstTerrainCost(value):
                self.first = value
            case fx.IgnorePresenceCost():
                self.ignore_presence = True
            case fx.ExtraCostToPass(mp):
                self.pass_extra = mp
            case fx.MovementBonus(value, max_number):
                self.move = (value, max_number or 0)
            case fx.NextCardBonus(value):
                self.boost = value
            case fx.NextMovementMalus(value):
                self.malus = value
            case fx.SquareCostExactly(value):
                self.exactly = value
            case fx.ChallengeBonus(value, characteristic):
                self.challenge_of = (value, CHARACTERISTICS.index(characteristic) if characteristic else -1)
            case fx.UseCharacteristic(value):
                self.instead = CHARACTERISTICS.index(value)
            case fx.ChallengeAdvance(value):
                self.advance = value
            case fx.HandLimit(events, activations):
                self.limits = (events, activations)
            case fx.PushReduction(value):
                self.push = value
            case fx.SkipEncounter():
                self.skip = True
            case fx.CancelEffectOnSelf():
                self.cancels = True
            case fx.NoBacktrack():
                self.no_backtrack = True

    def usable(self, g: Yummell, me: int) -> bool:
        """Do the conditions hold, and is there somebody to name where somebody must be named?"""
        if self.free:
            return True
        needs, at, stands = self.needs, g.state.at, self.stands
        if stands >= 0:
            terrain, last = g.course.terrain, g.course.last
            alone = self.target == "opponent"
            for seat, square in enumerate(at):
                there = 0 < square < last and (stands == ANY_TERRAIN or terrain[square] == stands)
                if there and (seat != me or not alone):
                    return True
            return False
        if self.target == "self":
            return all(need.holds(g, me, me) for need in needs)
        if self.target != "opponent":
            # Most often a glance at the own square is enough: nobody there, or not on the track at all.
            here = at[me]
            if self.target == "companion":
                if here == 0 or at.count(here) < 2:
                    return False
            elif here == 0 and self.target != "any_character":
                return False
            return bool(g.targets(self, me))
        last = g.course.last
        for seat, square in enumerate(at):
            if square != last and seat != me:
                for need in needs:
                    if not need.holds(g, me, seat):
                        break
                else:
                    return True
        return False

    def __repr__(self) -> str:
        return f"<{TYPES[self.type]} {self.key}>"


def _stands(needs: tuple[Need, ...]) -> int:
    """The terrain an opponent must stand on where that is all that is asked; looked up often, so kept as a number."""
    match needs:
        case (OnTrack(who="target"),):
            return ANY_TERRAIN
        case (StandsOn(who="target", terrain=terrain),):
            return TERRAINS.index(terrain)
    return -1
