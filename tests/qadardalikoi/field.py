"""A builder of positions: a battle that stands where a test wants it, and words to play and read it.

    t = field(unit(0, "heavy", at=(600, 300), files=8, ranks=3), unit(1, "medium", at=(600, 600)), rolls=[70, 30])
    t.answer("move")
    assert t.unit(0).pose.y == 300 * MM

Places are in mm and facings in degrees; side 0 looks up the table (0 degrees), side 1 down (180). A kind is a kind of
troop of the Tsolyáni sheet, or a `Troops` that the test made. What a test does not say is as on an empty, open table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from arbiter.core import Choose, Lean, Rules
from arbiter.games.qadardalikoi import QadardalikoiGame
from arbiter.games.qadardalikoi.geometry import DEGREE, MM, Pose, Spot
from arbiter.games.qadardalikoi.ground import Feature, Land
from arbiter.games.qadardalikoi.state import (
    Battle,
    BattleOptions,
    Figure,
    Kit,
    Qadardalikoi,
    Side,
    Stand,
    Troops,
    Unit,
)

from ..built import Built, BuiltTable

TABLE = (2400, 1200)
KINDS = {
    "heavy": Kit("heavy", "hvy", "shield", "spear", "short_sword"),
    "medium": Kit("medium", "med", "shield", "spear", "short_sword"),
    "light": Kit("light", "lt", "buckler", "spear", "short_sword", "javelin"),
    "bows": Kit("light", "lt", "none", "short_sword", "dagger", "composite_bow"),
}


def troops(kind: str = "heavy", cohorts: int = 1, figures: int = 4, **more: Any) -> Troops:
    """So many cohorts of one kind."""
    kit = KINDS[kind]
    given = {"name": kind, "nation": "tsolyani", "sheet": "tsolyani", "morale": 13, "fatigue": 25}
    return Troops(kits=(kit,) * cohorts, **{**given, "start": cohorts * figures, **more})


def unit(
    side: int,
    kind: str | Troops = "heavy",
    at: tuple[float, float] = (600, 300),
    facing: float | None = None,
    files: int = 4,
    ranks: int = 1,
    cohort: int = 4,
    **more: Any,
) -> Unit:
    """A solid block of files and ranks, base to base, its midpoint at a place; `cohort` figures make a cohort."""
    n = files * ranks
    cohorts = -(-n // cohort)
    made = kind if isinstance(kind, Troops) else troops(kind, cohorts, cohort, start=n)
    kit = made.kits[0]
    figures = []
    for at_rank in range(ranks):
        for at_file in range(files):
            number = at_rank * files + at_file
            x = (2 * at_file - files + 1) * kit.front // 2
            y = (ranks - 1 - 2 * at_rank) * kit.depth // 2
            figures.append(Figure(number, number // cohort, Spot(x, y)))
    looks = (180 if side else 0) if facing is None else facing
    pose = Pose(round(at[0] * MM), round(at[1] * MM), round(looks * DEGREE) % 3600)
    return Unit(0, side, made, pose, tuple(figures), more.pop("fatigue", made.fatigue), **more)


def area(kind: str, left: float, low: float, right: float, high: float, **more: Any) -> Feature:
    """A rectangle of terrain, in mm."""
    corners = [(left, low), (right, low), (right, high), (left, high)]
    return Feature(kind, kind, tuple((round(x * MM), round(y * MM)) for x, y in corners), **more)


class Position(Built, QadardalikoiGame):
    """Qadardálikoi from a position on."""


class FieldTable(BuiltTable):
    """A table with the words of the battle."""

    @property
    def g(self) -> Qadardalikoi:
        """The battle in the hands of the rules, for questions; what it tells nobody hears."""
        return Qadardalikoi(self.state, Lean(Random(1)))

    def unit(self, n: int) -> Unit:
        return self.state.units[n]

    def say(self, *answers: Any) -> FieldTable:
        """Answer whoever is asked, one after the other."""
        for given in answers:
            self.answer(self.asks[0].seat, given)
        return self

    def told(self) -> list[str]:
        """The keys of all that was told so far, to anybody."""
        return [event.key for seat in (0, 1) for event in self.events(seat)]


def battle(
    *units: Unit,
    stands: Iterable[Stand] = (),
    land: Sequence[Feature] = (),
    table: tuple[int, int] = TABLE,
    weather: str = "clear",
    options: BattleOptions | None = None,
    holds: bool = False,
    **more: Any,
) -> Battle:
    """A battle with these units on this ground, in the first turn; each side sees all of the other.

    Where both sides `hold`, nobody is asked for pass-through fire.
    """
    numbered = [replace(one, n=at) for at, one in enumerate(units)]
    sides = [Side(name, nation, seat=at) for at, (name, nation) in enumerate([("A", "tsolyani"), ("B", "tsolyani")])]
    ground = Land("field", table[0] * MM, table[1] * MM, tuple(land), weather)  # type: ignore[arg-type]
    seen = [[one.n for one in numbered if one.side != side] for side in (0, 1)]
    made = Battle(
        options or BattleOptions(),
        ground,
        sides,
        numbered,
        [replace(one, n=at) for at, one in enumerate(stands)],
        turn=1,
    )
    made.seen = seen
    for side in made.sides:
        side.holds = 99 if holds else 0
    made.step = "initiative"
    for name, value in more.items():
        setattr(made, name, value)
    return made


def field(
    *units: Unit, rolls: Sequence[int] = (), rules: Callable[[Qadardalikoi], Rules[Any]] | None = None, **more: Any
) -> FieldTable:
    """A table at which that battle stands; `rolls` are what the dice show first."""
    return FieldTable(Position(battle(*units, **more), rules), 2, 1, wanted=rolls)


def still(*units: Unit, **more: Any) -> FieldTable:
    """A table at which nothing happens: for questions to the rules."""

    def wait(g: Qadardalikoi) -> Rules[None]:
        yield Choose(0, ("move",), "initiative.choose")

    return field(*units, rules=wait, **more)
