"""How a card of Tékumel looks: its band, its emblem, its number, its text, and what is known of it as a small table."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.content import in_short
from arbiter.content.folder import read_toml
from arbiter.core import Card, Row, Text, Tint
from arbiter.kit.effects import told

from .book import Source
from .effects import PHASES, Attack
from .entries import ActionEntry, EncounterEntry, EquipmentEntry, HeroEntry, MissionEntry, SpellEntry, WareEntry
from .state import Tekumel

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
    known = _foe_sheet(g, card) if card in g.book.foes else ()
    return Card(
        f"card.{card}",
        tray,
        True,
        Text(f"card.{source.key}"),
        _text(source),
        corner or _number(source),
        source.kind,
        owner,
        marks or [],
        sheet=[*(sheet or ()), *known, *origin],
        icon=emblem(source),
        foot=[Text(f"foot.{source.kind}"), in_short(origin)],
    )


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
    """What is printed on it; a Hero's ability has a name, and an Action card a line for Missions of others."""
    entry, key = source.entry, source.key
    if isinstance(entry, HeroEntry):
        return Text("face.hero", {"key": key})
    if isinstance(entry, ActionEntry) and entry.mission:
        return Text(f"face.action.{'both' if entry.effects else 'mission'}", {"key": key})
    return Text(f"card_text.{key}") if isinstance(entry, WRITTEN) else None


WRITTEN = (EncounterEntry, EquipmentEntry, WareEntry, ActionEntry, SpellEntry, MissionEntry)


def _foe_sheet(g: Tekumel, card: str) -> Iterator[Row]:
    """What an Encounter or foe can do, and what it brings."""
    foe = g.book.foes[card]
    yield Row(Text("sheet.size"), Text(f"size.{foe.size}"))
    yield Row(Text("sheet.stance"), Text(f"stance.{foe.stance}"))
    for phase in PHASES:
        yield Row(Text(f"phase.{phase}"), getattr(foe, phase))
    yield Row(Text("sheet.attacks"), Text("sheet.phases", {"phases": list(foe.attacks)}))
    yield Row(Text("sheet.health"), foe.health)
    yield Row(Text("skill.evade"), Text(f"level.{foe.evade}"))
    if foe.languages:
        yield Row(Text("sheet.languages"), Text("sheet.known", {"languages": list(foe.languages)}))
    lines = {"talk": foe.talk, "reward": foe.reward}
    if isinstance(foe, EncounterEntry) and foe.recruit:
        yield Row(Text("sheet.recruit"), Text("sheet.hire", {"level": foe.recruit, "n": foe.cost}))
        lines["companion"] = foe.companion
    for line, effects in lines.items():
        if effects:
            yield Row(Text(f"sheet.{line}"), Text("sheet.effects", {"effects": [told(effect) for effect in effects]}))
