"""What stops a move short of an enemy, and by which rule: a friend, ground, the edge of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arbiter.core import Illegal

from .geometry.crowds import Crowd, box, joined, overlapping
from .geometry.shapes import Shapes, meeting
from .ground import footprints
from .state import Qadardalikoi

if TYPE_CHECKING:
    from .manoeuvres import Trial


def friend(g: Qadardalikoi, friends: Crowd, at: int) -> Illegal:
    """One of some friendly bases is in the way."""
    return Illegal("halt.friend", "QAD-GEO-6", name=g.state.units[int(friends.who[at])].troops.name)


def beside(g: Qadardalikoi, there: Crowd, others: Crowd, rule: str) -> Illegal | None:
    """Beside whom there is no room for some bases; None where they lie on nobody."""
    met = overlapping(there, others)[1]
    if not len(met):
        return None
    return Illegal("move.no_room_beside", rule, name=g.state.units[int(others.who[met].min())].troops.name)


def closed(g: Qadardalikoi, there: Crowd, rule: str) -> Illegal | None:
    """The ground that nobody enters on which some bases would lie."""
    found = g.ground.closed(footprints(there))
    return None if found is None else Illegal("move.closed", rule, terrain=found.kind)


def taken(trial: Trial, there: Crowd, rule: str) -> Illegal | None:
    """Beside whom there is no room for a unit that moves, be it friend or foe."""
    here = box(there)
    others = joined([trial.enemies(here), trial.loose(here), trial.all_friends(here)])
    return beside(trial.g, there, others, rule)


def no_room(trial: Trial, there: Crowd, rule: str) -> Illegal | None:
    """Why there is no free room for a unit that moves: somebody else, ground that it does not enter, no table."""
    if (refused := taken(trial, there, rule)) is not None:
        return refused
    shapes = footprints(there)
    clear = not trial.barred(shapes) and trial.g.ground.holds(shapes) and not climbs(trial, there)
    return None if clear else Illegal("move.no_room", rule)


def ground(trial: Trial, shapes: Shapes) -> Illegal:
    """Why nobody goes on over there: ground that the unit does not enter, or the edge of the table."""
    for one in trial.g.ground.under(shapes):
        if trial.bars(one):
            rule = "QAD-2.144-a" if one.obstacle else "QAD-3.001-n1" if trial.shuns(one) else "QAD-GEO-25"
            return Illegal("halt.barred", rule, terrain=one.kind)
    return Illegal("halt.edge", "QAD-GEO-20")


def climbed(trial: Trial) -> list[Shapes]:
    """The obstacles on which a unit stands, as it crosses them."""
    ground = trial.g.ground
    if trial.unit.height or not any(one.obstacle for one in trial.g.state.land.features):
        return []
    return [ground.area(one) for one in ground.obstacles(footprints(trial.unit.crowd()))]


def climbs(trial: Trial, there: Crowd) -> bool:
    """Would a base come to lie on an obstacle that the unit stands on, which does not lie on it now? It is crossed
    straight ahead and in no other way: no wheel, turn or change of formation lays bases on it (QAD-2.144-G1)."""
    here = trial.unit.crowd()
    return any(not _lying(there, one) <= _lying(here, one) for one in climbed(trial))


def _lying(crowd: Crowd, area: Shapes) -> set[int]:
    """The figures of a crowd whose bases lie on some ground."""
    return {int(crowd.figure[at]) for at in meeting(footprints(crowd), area)[0]}
