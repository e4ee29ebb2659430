"""A commander at the moment of an answer: whose side it is, whom it sees, and how far it thinks."""

from __future__ import annotations

from functools import cached_property, lru_cache
from random import Random

from .. import points, rates, sheets, staff
from ..aim import near_melee, sees
from ..book import book
from ..contact import between, touched_by
from ..ending import QUIET, worth
from ..formations import local_frame
from ..geometry import Base, distance
from ..geometry.bases import frame, nearest_point
from ..geometry.crowds import box
from ..rate_of_fire import shots, weapon
from ..scenarios import scenario_of
from ..state import Kit, Qadardalikoi, Stand, Unit

SHOOTS = 100
"""A weapon of a shorter range, in mm, is thrown on the way and makes nobody a missile unit."""


PRIZED = 3.0
"""How many usual units one counts on which the aim of a battle hangs, however few figures it has."""


OFFENSIVE, DEFENSIVE = ("reach", "destroy"), ("survive", "losses")
"""Aims that a side must do something for, and those that come true by themselves if the enemy does nothing."""


class Mind:
    """What a commander knows. A `general` rehearses and weighs; without, it is a captain."""

    def __init__(self, g: Qadardalikoi, side: int, rng: Random, general: bool) -> None:
        self.g = g
        self.side = side
        self.rng = rng
        self.general = general
        self.sought: tuple[int, int] | None = None
        """Where the enemy is looked for, once somebody has thought of it."""
        self._rates: dict[int, int] = {}
        self._held: dict[int, bool] = {}

    @cached_property
    def foes(self) -> list[Unit]:
        """The enemy units that the side sees."""
        return [unit for unit in self.g.of(1 - self.side) if not unit.hidden and sees(self.g, self.side, unit)]

    @cached_property
    def fighting(self) -> list[Unit]:
        """The enemies that are worth a blow: those on the ground that do not run."""
        return [unit for unit in self.g.on_ground(self.foes) if unit.morale != "rout"]

    @cached_property
    def marks(self) -> list[Unit]:
        """The enemies at whom one can shoot: no melee is near them."""
        return [unit for unit in self.foes if not near_melee(self.g, unit)]

    def shooter(self, unit: Unit) -> bool:
        """Is this a missile unit that has something to shoot, and perhaps somebody to shoot at?"""
        return can_shoot(unit) and (bool(self.marks) or not self.foes)

    @cached_property
    def own(self) -> list[Unit]:
        return list(self.g.of(self.side))

    @cached_property
    def frames(self) -> dict[int, Base]:
        """The ground that each enemy in sight covers."""
        return {unit.n: frame(unit.bases(), unit.pose.facing) for unit in self.foes}

    def nearest(self, unit: Unit) -> Unit | None:
        """The enemy in sight that is nearest to a unit."""
        return min(self.foes, key=lambda foe: (between(unit, foe), foe.n), default=None)

    def away(self, unit: Unit) -> int:
        """How far the nearest enemy in sight is; very far where there is none."""
        foe = self.nearest(unit)
        return 10**9 if foe is None else between(unit, foe)

    def stand(self, n: int) -> Stand:
        """A command stand by its number; those of the enemy are not all there."""
        return next(one for one in self.g.state.stands if one.n == n)

    def fighter(self, n: int) -> Unit | None:
        """Whoever has this number in a melee, a unit or a stand; None for one whom nobody has made out."""
        stand = staff.SHORT - 1 - n
        bodies = (staff.body(one) for one in self.g.state.stands if one.n == stand)
        found = self.g.state.units[n] if n > staff.SHORT else next(bodies, None)
        return found if found is not None and found.figures else None

    @cached_property
    def usual(self) -> float:
        """What the own army is worth beside what can be seen of it from outside, and so the enemy's, whose points
        nobody tells us."""
        mine = [unit for unit in self.g.state.units if unit.side == self.side and unit.troops.kits]
        seen = sum(unit.troops.start * _seen(unit.troops.sheet, unit.troops.kits) for unit in mine)
        return sum(worth(unit) for unit in mine) / max(1.0, seen)

    @cached_property
    def usual_unit(self) -> float:
        """What a unit of the own army is worth."""
        mine = [worth(unit) for unit in self.g.state.units if unit.side == self.side]
        return sum(mine) / max(1, len(mine))

    def value(self, unit: Unit) -> float:
        """What is left of a unit, in points; of an enemy, of what can be seen of it."""
        if unit.troops.name in self.prized:
            return PRIZED * self.usual_unit * len(unit.figures) / max(1, unit.troops.start)
        if unit.side != self.side:
            return self.usual * len(unit.figures) * _seen(unit.troops.sheet, unit.troops.kits)
        return worth(unit) * len(unit.figures) / max(1, unit.troops.start)

    @cached_property
    def prized(self) -> set[str]:
        """The units whose life or death decides the battle, by name."""
        return {aim.unit for aim in scenario_of(self.g.state.options).aims if aim.unit}

    @cached_property
    def wards(self) -> list[Unit]:
        """The units of the own side whose loss would lose the battle, and who cannot look after themselves."""
        return [unit for unit in self.own if unit.troops.name in self.prized]

    @cached_property
    def turns_left(self) -> int:
        """How many turns are still to come at the most, this one among them."""
        s = self.g.state
        return max(1, (s.options.turns or s.limit) - s.turn + 1)

    @cached_property
    def patience(self) -> float:
        """How long there still is to wait for a better moment: 1 at first, 0 when the battle is about to end, at its
        limit or because nobody fights."""
        s = self.g.state
        late = s.turn / (s.options.turns or s.limit)
        return max(0.0, 1 - max(late, s.quiet / (QUIET - 1) if s.options.battle_limit else 0.0))

    @cached_property
    def pressed(self) -> float:
        """How much a side must dare that loses if nothing happens, because it has something to reach or to destroy, or
        the enemy only has to last: the more, the fewer turns are left."""
        found = scenario_of(self.g.state.options).aims
        must = any(aim.what in (OFFENSIVE if aim.side == self.side else DEFENSIVE) for aim in found)
        return 1 - self.patience if must else 0.0

    def forward(self, y: int) -> int:
        """How far a place is from the side's own edge of the table."""
        return y if self.side == 0 else self.g.state.land.depth - y

    def rate(self, unit: Unit) -> int:
        """What a unit goes in a turn from where it stands."""
        if unit.n not in self._rates:
            self._rates[unit.n] = rates.rate(self.g, unit, self.g.ground.goings(unit.crowd()))
        return self._rates[unit.n]

    def held(self, unit: Unit) -> bool:
        """Is a unit in melee?"""
        if unit.n not in self._held:
            self._held[unit.n] = bool(touched_by(self.g, unit))
        return self._held[unit.n]

    def reach(self, unit: Unit) -> int:
        """How far a charge of a unit can touch."""
        return self.rate(unit) + rates.charge_bonus(self.g, unit)

    def reaches(self, foe: Unit, there: Unit) -> bool:
        """Could a charge of an enemy touch a unit at a place? Boxes tell first who is too far off."""
        reach = self.reach(foe)
        return box(foe.crowd()).apart(box(there.crowd())) <= reach and between(there, foe) <= reach


@lru_cache(maxsize=1024)
def _seen(sheet: str, kits: tuple[Kit, ...]) -> float:
    """What a figure of a unit is worth by what can be seen of it: people, arms and armour, with the morale that such
    troops usually have."""
    usual = (sheets.morale(book().sheets[sheet], kit.troop) or points.UNDEAD // 2 for kit in kits)
    worths = [points.of_figure(sheet, kit, morale, 0) for kit, morale in zip(kits, usual, strict=True)]
    return sum(worths) / max(1, len(worths))


def width(unit: Unit) -> int:
    return local_frame(unit).front


def fire_range(unit: Unit) -> int:
    """The range in mm of the missile weapon that most reaches, 0 for those who have none to stand off with."""
    arms = [weapon(unit, cohort) for cohort in unit.cohorts() if unit.kit(cohort).missile]
    found = max((arm.range for arm in arms if arm is not None and not arm.altitude), default=0)
    return found if found >= SHOOTS else 0


def can_shoot(unit: Unit) -> bool:
    """Is this a missile unit that has something left to shoot?"""
    return fire_range(unit) > 0 and any(_left(unit, cohort) for cohort in unit.cohorts())


def _left(unit: Unit, cohort: int) -> bool:
    arm = weapon(unit, cohort)
    spent = next((one.spent for one in unit.shots if one.cohort == cohort), 0)
    return arm is not None and (not arm.ammunition or spent < arm.ammunition or shots(unit, cohort) > 0)


def to_frame(x: int, y: int, whole: Base) -> tuple[int, int, int]:
    """The nearest point of a frame to a place, and how far it is."""
    near_x, near_y = nearest_point((x, y), whole)
    return near_x, near_y, distance(near_x - x, near_y - y)
