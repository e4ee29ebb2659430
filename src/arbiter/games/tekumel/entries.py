"""What a pack of Tékumel may bring: the fields of Heroes, cards, places and tables."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from arbiter.content import Entry, Steps, Tests
from arbiter.kit.books import Thing
from arbiter.kit.rolls import Row

from .effects import Attribute, Count, Delta, Level, Phase, Size, Stance

Value: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=20)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=99)]
Kind: TypeAlias = Literal["city", "site", "region"]
Terrain: TypeAlias = Literal["city", "plains", "forest", "mountain", "desert", "swamp", "sea", "ruin", "sanctum"]
Along: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Moment: TypeAlias = Literal[
    "movement",
    "own_turn",
    "meeting",
    "evade",
    "before_fight",
    "magic",
    "ranged",
    "melee",
    "rolled",
    "won",
    "wounded",
    "hurt",
    "between",
    "test",
    "failed",
    "site",
    "market",
]
"""When a card may be used: in the own Movement step, at a free-use point of the own turn, when somebody is met, when
one may evade, before a Fight, before the rolls of a phase, after them, when a phase is won, when wounds of a lost phase
are to be taken or others, between phases, before a test, after a failed one, before exploring a site, in the market."""


class LanguageEntry(Thing, frozen=True, kw_only=True):
    """A language, and how many Mind points it takes."""

    age: Literal["modern", "ancient"]
    cost: Number
    common: bool = False


class RealmEntry(Thing, frozen=True, kw_only=True):
    """A realm and what is spoken there."""

    language: str


class ReligionEntry(Thing, frozen=True, kw_only=True):
    """A Temple."""

    about: str


class ClanEntry(Thing, frozen=True, kw_only=True):
    """A Clan and its home city."""

    home: str


class PlaceEntry(Thing, frozen=True, kw_only=True):
    """A space of the board. `draw` is how many Encounter cards a Region has drawn instead of rolling on its table."""

    kind: Kind
    terrain: Terrain
    at: tuple[Along, Along]
    realm: str = ""
    number: Count = 0
    star: bool = False
    also: str = ""
    draw: Value = 0


class WaysEntry(Thing, frozen=True, kw_only=True):
    """All links of one kind."""

    links: tuple[tuple[str, str], ...]


class SizeEntry(Thing, frozen=True, kw_only=True):
    """What the size of a group means: as Companions, and for the wounds it deals."""

    combat_strength: Value
    evade: Delta
    health: Number
    wounds: Value


class LevelEntry(Thing, frozen=True, kw_only=True):
    """A difficulty: the total is multiplied and divided; `cards` is what a Trade roll of that level draws."""

    multiply: Number
    divide: Number
    cards: Value


class PhaseEntry(Thing, frozen=True, kw_only=True):
    """A Fight phase and the attribute that is its Fight value."""

    attribute: Attribute


class HeroEntry(Thing, frozen=True, kw_only=True):
    """A Hero card."""

    people: str
    role: str
    clan: str
    religion: str
    mind: Value
    agility: Value
    strength: Value
    trade: Value
    evade: Value
    health: Number
    move: Number
    spells: Value
    kaitar: Value
    languages: tuple[str, ...]
    start: tuple[str, ...]
    ability: str
    text: str
    effects: Steps = Steps()


class FoeEntry(Thing, frozen=True, kw_only=True):
    """Somebody who can be fought: a special foe of the Adventure tables."""

    human: bool
    size: Size
    magic: Value
    ranged: Value
    melee: Value
    attacks: tuple[Phase, ...] = ()
    health: Number
    damage: Number = 1
    evade: Level
    tags: tuple[str, ...] = ()
    reward: Steps = Steps()
    stance: Stance = "hostile"
    languages: tuple[str, ...] = ()
    talk: Steps = Steps()


class EncounterEntry(FoeEntry, frozen=True, kw_only=True):
    """An Encounter card; with a `recruit` level it can become a Companion for its `cost`."""

    people: str
    stance: Stance
    recruit: Level | Literal[""] = ""
    cost: Value = 0
    religion: str = ""
    companion: Steps = Steps()
    text: str


class EquipmentEntry(Thing, frozen=True, kw_only=True):
    """An Equipment card: always on, activated (turned face down) or discarded to be used."""

    kind: Literal["weapon", "shield", "helmet", "armor", "personal", "gear", "scroll"]
    hands: Literal[1, 2] = 1
    use: Literal["always", "activate", "discard"]
    when: tuple[Moment, ...] = ()
    needs: Tests = Tests()
    cost: Number
    effects: Steps
    tags: tuple[str, ...] = ()
    text: str


class WareEntry(Thing, frozen=True, kw_only=True):
    """A card that the market always sells, as long as there are some where their number is limited."""

    cost: Number
    count: Number
    limited: bool = False
    text: str


class ActionEntry(Thing, frozen=True, kw_only=True):
    """A Hero Action card; `mission` is its line for another's Mission window, `sign` what that is for him."""

    copies: Number
    when: tuple[Moment, ...] = ()
    effects: Steps = Steps()
    text: str
    sign: Literal["", "positive", "neutral", "negative"] = ""
    mission: Steps = Steps()
    mission_text: str = ""


class SpellEntry(Thing, frozen=True, kw_only=True):
    """A Spell card."""

    copies: Number
    when: tuple[Moment, ...]
    effects: Steps
    tags: tuple[str, ...] = ()
    text: str


class MissionEntry(Thing, frozen=True, kw_only=True):
    """A Mission card: what it asks for, and the Lán it earns."""

    religion: str = ""
    lan: Number
    require: Tests
    text: str


class AdventureRow(Row, frozen=True, kw_only=True):
    """One row of an Adventure table."""

    name: str
    text: str


class AdventureEntry(Thing, frozen=True, kw_only=True):
    """The Adventure table of a terrain."""

    rows: tuple[AdventureRow, ...]


KINDS: dict[str, type[Entry]] = {
    "language": LanguageEntry,
    "realm": RealmEntry,
    "religion": ReligionEntry,
    "clan": ClanEntry,
    "place": PlaceEntry,
    "ways": WaysEntry,
    "size": SizeEntry,
    "level": LevelEntry,
    "phase": PhaseEntry,
    "hero": HeroEntry,
    "encounter": EncounterEntry,
    "foe": FoeEntry,
    "equipment": EquipmentEntry,
    "ware": WareEntry,
    "action": ActionEntry,
    "spell": SpellEntry,
    "mission": MissionEntry,
    "adventure": AdventureEntry,
}
