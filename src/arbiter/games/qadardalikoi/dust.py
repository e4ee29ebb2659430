"""Formation 21 of 0.420, the Curtain of Unseeing: light troops stamp up dust before the army."""

from __future__ import annotations

from arbiter.core import Illegal, rule

from . import rates
from .army_formations import area_at
from .book import book
from .charges import front_of
from .drawing_up import zone_of
from .formations import local_frame
from .geometry import MM, Base, ahead
from .ground import footprints
from .manoeuvres import Cost, Trial
from .scenarios import scenario_of
from .state import Cloud

DEEP = 75 * MM
ARROWS = (1, 2, 3)
"""The forward areas of a side."""
DUSTLESS = ("windy", "fog", "dense_fog", "rain", "heavy_rain")
"""Weather in which no dust rises, or none that stays; in mist it does."""


@rule("QAD-0.420-ab", "QAD-0.420-G7", "QAD-0.420-D1")
def raise_dust(trial: Trial) -> Illegal | None:
    """Instead of moving, a light unit in an Arrow area on dry ground in dry and calm weather raises a cloud as wide as
    itself and 75 mm deep before it. It hides both sides from each other to the end of the next turn."""
    g, unit = trial.g, trial.unit
    s = g.state
    x, y = front_of(unit)
    if not rates.light(g, unit):
        return Illegal("dust.not_light", "QAD-0.420-G7")
    if area_at(x, y, unit.side, zone_of(s, scenario_of(s.options), unit.side)) not in ARROWS:
        return Illegal("dust.not_arrow", "QAD-0.420-G7")
    kinds, under = book().terrain, g.ground.under(footprints(unit.crowd()))
    if s.land.weather in DUSTLESS or any(one.kind not in kinds or not kinds[one.kind].dust for one in under):
        return Illegal("dust.wet", "QAD-0.420-G7")
    if trial.costs:
        return Illegal("dust.moved", "QAD-0.420-G7")
    right, up = ahead(unit.pose.facing, DEEP // 2)
    base = Base(x + right, y + up, unit.pose.facing, local_frame(unit).front, DEEP)
    trial.cloud = Cloud(base, unit.side, s.turn + 1)
    trial.costs.append(Cost(4, 0))
    trial.pay("move")
    trial.stand()
    trial.stopped = True
    return None
