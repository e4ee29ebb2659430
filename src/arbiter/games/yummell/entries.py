"""What a Yummell pack may bring: the fields of characters, cards, Supporters, tiles and tracks."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from arbiter.content import Entry, Steps, Tests
from arbiter.kit.books import Thing
from arbiter.kit.rolls import Against

Terrain = Literal["plain", "woods", "hills", "swamp"]
Characteristic = Literal["strength", "agility", "sympathy", "magic"]
Window = Literal["W1", "W2", "W3", "WC", "WL", "WR", "after_challenge_win"]
Target = Literal[
    "self",
    "opponent",
    "any_character",
    "all_others",
    "character_ahead",
    "opponent_in_range",
    "nearest_ahead",
    "companion",
]
Duration = Literal["instant", "turn", "until_next_turn", "until_rest"]
Covered = Literal["event", "artefact", "supporter"]
Side = Literal["N", "E", "S", "W"]
Value = Annotated[int, msgspec.Meta(ge=0, le=20)]
Number = Annotated[int, msgspec.Meta(ge=1, le=20)]
Copies = Annotated[int, msgspec.Meta(ge=1, le=30)]
Delta = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Squares = Annotated[int, msgspec.Meta(ge=1, le=20)]
Cards = Annotated[int, msgspec.Meta(ge=1, le=10)]
Looked = Annotated[int, msgspec.Meta(ge=1, le=4)]
"""How many cards of the draw pile may be looked at: all their orders are listed, and four have 24."""
Seats = Annotated[int, msgspec.Meta(ge=2, le=8)]
TileNumber = Annotated[int, msgspec.Meta(ge=1, le=99)]
Line = Annotated[int, msgspec.Meta(ge=0, le=4)]
Cell = tuple[Line, Line]
"""A column and a row of a tile."""
Away = Annotated[int, msgspec.Meta(ge=-99, le=99)]

TERRAINS: tuple[Terrain, ...] = ("plain", "woods", "hills", "swamp")
CHARACTERISTICS: tuple[Characteristic, ...] = ("strength", "agility", "sympathy", "magic")


class Power(Thing, frozen=True, kw_only=True):
    """Whatever has an effect: when it may be used, on whom, under which conditions, and what it then does."""

    windows: tuple[Window, ...] = ()
    target: Target = "self"
    needs: Tests = Tests()
    effects: Steps
    text: str


class CharacterSheet(Power, frozen=True, kw_only=True):
    """A champion: four Characteristics and the Ability of its race."""

    race: str
    title: str
    colour: str
    strength: Value
    agility: Value
    sympathy: Value
    magic: Value
    ability: str
    mode: Literal["passive", "used"]
    flavour: str = ""

    def value(self, characteristic: str) -> int:
        """One of the four Characteristics."""
        return int(getattr(self, characteristic))


class AdvantageCard(Power, frozen=True, kw_only=True):
    """An extra skill, kept for the whole race."""

    mode: Literal["passive", "used"]


class CreatureCard(Thing, frozen=True, kw_only=True):
    """A Challenge on one Characteristic."""

    number: Number
    copies: Copies = 1
    characteristic: Characteristic
    challenge: Value
    flavour: str = ""

    @property
    def against(self) -> Against:
        """What the sum in the Challenge must come to: more than the Creature's value."""
        return Against(">", self.challenge)


class EventCard(Power, frozen=True, kw_only=True):
    """Played from hand; with the arrow it also affects whoever draws it as an encounter."""

    number: Number
    copies: Copies = 1
    arrow: bool = False
    curse: bool = False
    duration: Duration = "instant"
    encounter: str = ""


class ArtefactCard(Power, frozen=True, kw_only=True):
    """Activated from hand or found; used once. A reaction `covers` kinds of cards."""

    number: Number
    copies: Copies = 1
    covers: tuple[Covered, ...] = ()


class SupporterCard(Power, frozen=True, kw_only=True):
    """A purple card without a number, used once in a game."""

    covers: tuple[Covered, ...] = ()


class Junction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The middle cell of one edge, where another tile can be joined."""

    id: str
    edge: Side


class Tile(Entry, frozen=True, kw_only=True):
    """A square of five by five cells; `path` runs from junction a to junction b, a start tile has several `paths`."""

    number: TileNumber
    name: str
    role: Literal["start", "middle", "finish"]
    junctions: tuple[Junction, ...]
    grid: tuple[str, ...]
    path: tuple[Cell, ...] = ()
    paths: dict[str, tuple[Cell, ...]] = {}


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One tile on the table: the junction joined to the tile before, its turn in degrees and its position."""

    tile: TileNumber
    joined: str
    rotation: Literal[0, 90, 180, 270]
    at: tuple[Away, Away]


class Track(Thing, frozen=True, kw_only=True):
    """A ready-made track and the numbers of players it suits."""

    players: tuple[Seats, Seats]
    story: str = ""
    layout: tuple[Laid, ...]


KINDS: dict[str, type[Entry]] = {
    "character": CharacterSheet,
    "advantage": AdvantageCard,
    "creature": CreatureCard,
    "event": EventCard,
    "artefact": ArtefactCard,
    "supporter": SupporterCard,
    "tile": Tile,
    "track": Track,
}
