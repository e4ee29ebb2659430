"""What the content says of battles: rosters, terrain, battlefields, scenarios, names and looks. All of it is ours."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from arbiter.content import Entry
from arbiter.kit.books import Thing

from .entries import Going, Millimetres


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a roster: a listed legion, or troops of a sheet; what is left out is as the legion's list has it."""

    legion: str = ""
    sheet: str = ""
    name: str = ""
    kit: str = ""
    second: str = ""
    cohorts: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """How many of its cohorts are here; the limit is what can be played, the rules allow fewer."""
    figures: Annotated[int, msgspec.Meta(ge=0, le=400)] = 0
    """All its figures, where they are not whole cohorts: models of beasts, a band."""
    division: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    area: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    """The battlefield area in which it stands; 0: as the plan of battle has room."""
    formation: Annotated[int, msgspec.Meta(ge=0, le=19)] = 0
    files: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Files of a solid formation, or of each cohort in another; 0: as is usual."""
    shares: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    """The line, from 1, of the unit that hides it in formation 15, 16 or 17; it stands before this one in the list."""
    bodyguard: bool = False
    """One or two cohorts round the commander of the army, who stands with them."""
    attached: bool = False
    """Hláka that serve in a regular legion."""
    fanatic: bool = False
    steel: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Cohorts with steel arms and armour."""
    arrives: Annotated[int, msgspec.Meta(ge=0, le=72)] = 0
    """The turn on which it may come on; 0: it is there from the start."""


class ArmyEntry(Thing, frozen=True, kw_only=True):
    """A roster: whose army it is, its plan of battle and its units."""

    nation: str
    about: str = ""
    formation: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    """The army formation; 0 for none."""
    commander: str = ""
    royal: str = ""
    """A Royal Person who is with the army."""
    limit: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    """Points that it may not exceed; 0: any."""
    units: tuple[Order, ...]


Region: TypeAlias = Literal["plain", "forest", "hills", "swamp", "desert", "settled"]
Point: TypeAlias = tuple[Annotated[int, msgspec.Meta(ge=-500, le=6500)], Annotated[int, msgspec.Meta(ge=-500, le=6500)]]
Sky: TypeAlias = Literal["clear", "cloudy", "windy", "mist", "fog", "dense_fog", "rain", "heavy_rain"]


class TerrainEntry(Thing, frozen=True, kw_only=True):
    """A kind of terrain: the going on it, who may enter it, what it hides and shelters, and where it belongs."""

    group: Literal["road", "water", "woods", "slope", "swamp", "misc", "work"]
    going: Going = "open"
    closed: bool = False
    """Nobody on foot enters it."""
    wet: bool = False
    obstacle: bool = False
    """It takes three turns to cross."""
    solid: bool = False
    woods: bool = False
    work: bool = False
    """Troops behind it count as entrenched."""
    cover: str = ""
    height: Annotated[float, msgspec.Meta(ge=0, le=500)] = 0
    """mm that it rises above the ground."""
    dust: bool = False
    """Can troops raise dust on it?"""
    regions: tuple[Region, ...] = ()
    """Where it is found; none: everywhere."""


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain: an outline in mm, or a line of some width."""

    kind: str
    outline: tuple[Point, ...] = ()
    line: tuple[Point, ...] = ()
    width: Millimetres = 0
    contours: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    """How many contour steps the ground here rises above the table."""
    name: str = ""
    alone: bool = False
    """It has no twin on the other side of a symmetric field."""


class BattlefieldEntry(Thing, frozen=True, kw_only=True):
    """A field: its size in mm, what lies on it, and who deploys where. A symmetric one turns each piece half round."""

    about: str = ""
    region: Region
    width: Annotated[int, msgspec.Meta(ge=1000, le=6000)] = 2438
    depth: Annotated[int, msgspec.Meta(ge=1000, le=6000)] = 1219
    symmetric: bool = True
    bonus: str = ""
    """What favours one side, where the field is not symmetric."""
    pieces: tuple[Piece, ...] = ()


class SideOfBattle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side of a scenario: its army, as a ready one or spelt out, and how it comes to the field."""

    name: str
    army: str = ""
    nation: str = ""
    units: tuple[Order, ...] = ()
    formations: tuple[Annotated[int, msgspec.Meta(ge=0, le=12)], ...] = ()
    """The army formations it may take, the first by default; none: any."""
    home: bool = False
    commander: str = ""
    royal: str = ""
    stakes: bool = False
    """Stakes protect both its flanks (QAD-0.410-o)."""
    zone: tuple[Point, Point] | None = None
    """Where it deploys, as two corners; none: the first quarter from its edge."""


class Aim(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What wins a scenario before or beside the usual end: `side` wins if it comes true."""

    side: Literal[0, 1]
    what: Literal["hold", "losses", "destroy", "survive", "reach"]
    at: tuple[Point, Point] | None = None
    """The ground to be held at the end, or to be reached by half of the figures."""
    unit: str = ""
    """The unit that is to be destroyed, or must be left at the end."""
    ratio: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    """The enemy loses so many times what this side loses."""
    figures: Annotated[int, msgspec.Meta(ge=0, le=5000)] = 0
    """The enemy loses so many figures, and those of `ratio` beside them."""
    text: str


class ScenarioEntry(Thing, frozen=True, kw_only=True):
    """A battle: the field, the two sides, its length and what it is about."""

    about: str
    battlefield: str
    weather: Sky = "clear"
    turns: Annotated[int, msgspec.Meta(ge=1, le=72)] = 36
    sides: tuple[SideOfBattle, SideOfBattle]
    aims: tuple[Aim, ...] = ()
    size: Literal["small", "middling", "large"]
    odds: Annotated[int, msgspec.Meta(ge=20, le=500)] = 100
    """The points of the first side in percent of those of the second, within a tenth."""
    edges: bool = True
    """Do the sides dice for the edge? Where a side defends something they do not."""


class NamesEntry(Thing, frozen=True, kw_only=True):
    """Word lists for champions and commanders of a people: beginnings and endings of names, titles and colours."""

    first: tuple[str, ...]
    last: tuple[str, ...]
    lines: tuple[str, ...] = ()


class LookEntry(Thing, frozen=True, kw_only=True):
    """How figures of a race are drawn from above: a shape, its colour, and a letter for those who see no colours."""

    sheet: str
    shape: Literal["man", "insect", "reptile", "round", "crab", "bird", "worm", "beast", "bones", "tower"]
    colour: Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-f]{6}$")]
    letter: Annotated[str, msgspec.Meta(min_length=1, max_length=2)]
    troops: dict[str, str] = {}
    """Letters of kinds of troop that have their own."""


BATTLE_KINDS: dict[str, type[Entry]] = {
    "army": ArmyEntry,
    "terrain": TerrainEntry,
    "battlefield": BattlefieldEntry,
    "scenario": ScenarioEntry,
    "names": NamesEntry,
    "look": LookEntry,
}
