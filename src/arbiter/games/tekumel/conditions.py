"""The conditions that cards of Tékumel can set: for an effect, and for a Mission to be ready."""

from __future__ import annotations

from typing import Literal

from arbiter.content import Condition
from arbiter.kit.effects import AnyOf

from .effects import Count, Level, Size, Skill, Stance


class SpellTag(Condition, frozen=True, tag="spell_tag"):
    """The Spell just cast has this tag."""

    tag: str


class FoeTag(Condition, frozen=True, tag="foe_tag"):
    """The other side is an Encounter or foe with this tag."""

    tag: str


class FoeSize(Condition, frozen=True, tag="foe_size"):
    """The other side is an Encounter or foe of this size."""

    size: Size


class InCity(Condition, frozen=True, tag="in_city"):
    """The Hero is in a City space."""


class RealmNot(Condition, frozen=True, tag="realm_not"):
    """The Hero is in another realm than this one."""

    realm: str


class MissionReligion(Condition, frozen=True, tag="mission_religion"):
    """The Mission being completed names a religion."""


class SameSpace(Condition, frozen=True, tag="same_space"):
    """The Hero is in the space of the Hero who completes a Mission."""


class Won(Condition, frozen=True, tag="won"):
    """The Encounter just met was defeated."""


class KnowsAncient(Condition, frozen=True, tag="knows_ancient"):
    """The Hero knows an ancient language."""


# What a Mission asks for


class At(Condition, frozen=True, tag="at"):
    """The Hero is in that space."""

    place: str


class Visited(Condition, frozen=True, tag="visited"):
    """Since taking the Mission the Hero ended a Movement step in each of these."""

    places: tuple[str, ...]


class EndedMoveIn(Condition, frozen=True, tag="ended_move_in"):
    """Since taking the Mission the Hero ended a Movement step in one of these."""

    places: tuple[str, ...]


class Explored(Condition, frozen=True, tag="explored"):
    """Since taking the Mission the Hero resolved that site without being defeated, evading or drawing off."""

    place: str


class Defeated(Condition, frozen=True, tag="defeated"):
    """Since taking the Mission the Hero won so many Fights against Encounters or foes that fit."""

    n: Count
    stance: Stance | Literal[""] = ""
    min_size: Size = "single"
    tag: str = ""

    @property
    def said(self) -> str:
        return "defeated_tag" if self.tag else "defeated_stance" if self.stance else ""


class KnowsAny(Condition, frozen=True, tag="knows_any"):
    """The Hero knows one of these languages."""

    languages: tuple[str, ...]


class SetAside(Condition, frozen=True, tag="pay"):
    """So many Káitars are set aside, and paid on completion."""

    n: Count


class Give(Condition, frozen=True, tag="give"):
    """A card is set aside, and discarded on completion: a Companion with a tag, Torches, or one of these."""

    companion: str = ""
    torch: Count = 0
    any_of: tuple[Literal["spell", "scroll", "personal_cost_5"], ...] = ()

    @property
    def said(self) -> str:
        return "give_torch" if self.torch else "give_companion" if self.companion else ""


class HasCompanion(Condition, frozen=True, tag="companion"):
    """A Companion with that tag is in the party."""

    tag: str


class NoBussan(Condition, frozen=True, tag="no_bussan"):
    """The player has no Bussán."""


class PassTest(Condition, frozen=True, tag="test"):
    """A test, rolled when everything else holds."""

    skill: Skill
    level: Level


ABOUT_EFFECTS: tuple[type[Condition], ...] = (
    SpellTag, FoeTag, FoeSize, InCity, RealmNot, MissionReligion, SameSpace, Won, KnowsAncient,
)  # fmt: skip
ABOUT_MISSIONS: tuple[type[Condition], ...] = (
    At, Visited, EndedMoveIn, Explored, Defeated, KnowsAny, SetAside, Give, HasCompanion, NoBussan, PassTest, AnyOf,
)  # fmt: skip
CONDITIONS = (*ABOUT_EFFECTS, *ABOUT_MISSIONS)
