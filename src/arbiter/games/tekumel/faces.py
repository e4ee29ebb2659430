"""How a card of Tékumel looks: its band, its emblem, its number, its text, and what is known of it as a small table."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.content import Steps, as_printed
from arbiter.content.folder import read_toml
from arbiter.core import Card, Row, Text, Tint
from arbiter.kit.effects import told

from .book import Source
from .effects import ATTRIBUTES, PHASES, Attack
from .entries import (
    ActionEntry,
    EncounterEntry,
    EquipmentEntry,
    FoeEntry,
    HeroEntry,
    MissionEntry,
    SpellEntry,
    WareEntry,
)
from .fight import foe_damage
from .state import Companion, Tekumel
from .wounds import companion_health

TINTS: dict[str, Tint] = {
    "hero": "sand",
    "encounter": "red",
    "foe": "red",
    "fight": "red",
    "equipment": "blue",
    "ware": "blue",
    "action": "green",
    "spell": "violet",
    "mission": "gold",
}
"""The colours of the cards' bands."""

EMBLEMS = {"encounter": "foe", "mission": "goal", "porter": "porters"}
"""Where a kind of card, or a card, has the picture of something else."""


def face(
    g: Tekumel, card: str, tray: str, owner: int | None = None, marks: list[str] | None = None,
    corner: str = "", sheet: list[Row] | None = None,
) -> Card:  # fmt: skip
    """A card face up. `corner` is the number in its disc where the card's own is not wanted."""
    source = g.source(card)
    origin = g.book.library.origin(source.kind, source.key)
    known = sheet if sheet is not None else list(_sheet(g, source))
    made = Card(
        f"card.{card}", tray, True, Text(f"card.{source.key}"), _text(source), corner or _number(source), source.kind,
        owner, marks or [], sheet=known, icon=emblem(source),
    )  # fmt: skip
    return as_printed(made, Text(f"foot.{source.kind}"), origin)


def emblem(source: Source) -> str:
    """The picture in the band: each Hero has his own; what can be worn or read shows what it is."""
    entry, drawn = source.entry, read_toml(__package__, "icons.toml")
    if isinstance(entry, EquipmentEntry):
        shoots = any(isinstance(effect, Attack) and effect.phase == "ranged" for effect in source.all)
        return "bow" if entry.kind == "weapon" and shoots else entry.kind
    return next(
        name for name in (EMBLEMS.get(source.key, source.key), EMBLEMS.get(source.kind, source.kind)) if name in drawn
    )


def _number(source: Source) -> str:
    """What a Mission earns, what a card costs in the market."""
    entry = source.entry
    if isinstance(entry, MissionEntry):
        return str(entry.lan)
    return str(entry.cost) if isinstance(entry, EquipmentEntry | WareEntry) else ""


def _text(source: Source) -> Text | None:
    """What is printed on it: a Hero's numbers and ability, and on an Action card a line for Missions of others."""
    entry, key = source.entry, source.key
    if isinstance(entry, HeroEntry):
        return Text(
            "face.hero", {"key": key, "health": entry.health} | {skill: getattr(entry, skill) for skill in ATTRIBUTES}
        )
    if isinstance(entry, ActionEntry) and entry.mission:
        return Text(f"face.action.{'both' if entry.effects else 'mission'}", {"key": key})
    return Text(f"card_text.{key}") if isinstance(entry, WRITTEN) else None


WRITTEN = (EncounterEntry, EquipmentEntry, WareEntry, ActionEntry, SpellEntry, MissionEntry)


def _sheet(g: Tekumel, source: Source) -> Iterator[Row]:
    """What is known of a card besides its text."""
    entry = source.entry
    if isinstance(entry, HeroEntry):
        yield from _hero_card(g, source.key, entry)
    elif isinstance(entry, FoeEntry):
        yield from _foe_sheet(g, source.key, entry)
    elif isinstance(entry, MissionEntry):
        yield Row(Text("sheet.lan"), entry.lan)
        yield from _of_religion(entry.religion)
    elif isinstance(entry, EquipmentEntry):
        yield Row(Text("sheet.item"), Text(f"item.{entry.kind}"))
        yield Row(Text("sheet.use"), Text(f"use_of.{entry.use}"))
        yield Row(Text("sheet.cost"), entry.cost)


def _hero_card(g: Tekumel, key: str, hero: HeroEntry) -> Iterator[Row]:
    """What a Hero card prints, for those who choose among several."""
    for skill in (*ATTRIBUTES, "trade", "evade"):
        yield Row(Text(f"skill.{skill}"), getattr(hero, skill))
    yield Row(Text("sheet.health"), hero.health)
    yield Row(Text("sheet.move"), hero.move)
    yield Row(Text("sheet.spells"), hero.spells)
    yield Row(Text("meter.kaitar"), hero.kaitar)
    yield Row(Text("sheet.languages"), Text("sheet.known", {"languages": list(hero.languages)}))
    yield Row(Text("sheet.start"), Text("sheet.cards", {"cards": list(hero.start)}))
    yield from who(g, key)


def who(g: Tekumel, key: str) -> Iterator[Row]:
    """Who a Hero is: his people and trade, his Clan and its home, his religion."""
    hero = g.book.heroes[key]
    yield Row(Text("sheet.role"), Text("sheet.person", {"key": key}))
    yield Row(Text("sheet.clan"), Text("sheet.clan_of", {"clan": hero.clan, "place": g.book.home(key)}))
    yield from _of_religion(hero.religion)


def _of_religion(religion: str) -> Iterator[Row]:
    if religion:
        yield Row(Text("sheet.religion"), Text(f"religion.{religion}"))


def _foe_sheet(g: Tekumel, key: str, foe: FoeEntry) -> Iterator[Row]:
    """What an Encounter or foe can do, and what it brings."""
    yield Row(Text("sheet.human"), Text(f"human.{'yes' if foe.human else 'no'}"))
    if isinstance(foe, EncounterEntry):
        yield Row(Text("sheet.people"), Text(f"people.{key}"))
    if foe.tags:
        yield Row(Text("sheet.signs"), Text("sheet.tagged", {"tags": list(foe.tags)}))
    yield Row(Text("sheet.size"), Text(f"size.{foe.size}"))
    yield Row(Text("sheet.stance"), Text(f"stance.{foe.stance}"))
    for phase in PHASES:
        yield Row(Text(f"phase.{phase}"), getattr(foe, phase))
    attacks = Text("sheet.phases", {"phases": list(foe.attacks)}) if foe.attacks else Text("sheet.no_attacks")
    yield Row(Text("sheet.attacks"), attacks)
    if foe.attacks:
        yield Row(Text("sheet.damage"), foe_damage(g, key).value)
    yield Row(Text("sheet.health"), foe.health)
    yield Row(Text("skill.evade"), Text(f"level.{foe.evade}"))
    if foe.languages:
        yield Row(Text("sheet.languages"), Text("sheet.known", {"languages": list(foe.languages)}))
    yield from _line("talk", foe.talk)
    yield from _line("reward", foe.reward)
    if isinstance(foe, EncounterEntry) and foe.recruit:
        yield Row(Text("sheet.recruit"), Text("sheet.hire", {"level": foe.recruit, "n": foe.cost}))
        yield from _of_religion(foe.religion)
        yield from _line("companion", foe.companion)


def _line(name: str, effects: Steps) -> Iterator[Row]:
    """A line of a card as the data has it."""
    if effects:
        yield Row(Text(f"sheet.{name}"), Text("sheet.effects", {"effects": [told(effect) for effect in effects]}))


def companion_sheet(g: Tekumel, companion: Companion) -> Iterator[Row]:
    """What a Companion is in a party: not what he would be as a foe."""
    entry = g.book.encounters[companion.card]
    most = companion_health(g, companion.card)
    yield Row(Text("sheet.wounds"), Text("sheet.of", {"n": companion.wounds, "most": most}))
    yield Row(Text("sheet.size"), Text(f"size.{entry.size}"))
    if evade := g.book.sizes[entry.size].evade:
        yield Row(Text("skill.evade"), evade)
    yield Row(Text("sheet.people"), Text(f"people.{companion.card}"))
    if entry.tags:
        yield Row(Text("sheet.signs"), Text("sheet.tagged", {"tags": list(entry.tags)}))
    yield from _line("companion", entry.companion)
