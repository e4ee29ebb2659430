"""How cards and sheets look: what is printed on them, and what is known of them as a small table."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import lru_cache

from arbiter.content import as_printed
from arbiter.content.folder import read_toml
from arbiter.core import Card, Row, Text, Tint, rule
from arbiter.kit.numbers import Sum

from .entries import CHARACTERISTICS
from .interpret import points, strength
from .race import Yummell
from .sources import ADVANTAGE, ARTEFACT, CHARACTER, CREATURE, EVENT, SUPPORTER, Source

ICONS: dict[str, str] = read_toml(__package__, "icons.toml")
TINTS: dict[str, Tint] = {
    "character": "sand", "advantage": "teal", "creature": "ochre", "event": "green", "artefact": "blue",
    "supporter": "violet", "tile": "clay",
}  # fmt: skip
"""The colours of the cards' bands."""
THREE_WINDOWS = ("W1", "W2", "W3")


def face(g: Yummell, card: int, id: str, tray: str, owner: int | None = None, *marks: str) -> Card:
    """A card with its number, the colour of its type and its text, or only its back."""
    if card < 0:
        return Card(id, tray, face=False, look="back", owner=owner)
    source = g.cards[card]
    made = copy(sheet(source, id, tray, owner))
    made.corner, made.sheet, made.marks = str(source.number), [*made.sheet], [*made.marks, *marks]
    return made


@lru_cache(4096)
@rule("YUM-DECK-16")
def sheet(source: Source, id: str, tray: str, owner: int | None = None) -> Card:
    """Anything with a name and a text as a card, made once. An Event with the arrow shows it."""
    made = Card(id, tray, name=Text(source.name), text=text_of(source), look=source.kind, owner=owner)
    made.icon = source.key if source.key in ICONS else source.kind
    made.marks = ["arrow"] * source.arrow + ["curse"] * source.curse
    made.sheet = facts(source)
    return as_printed(made, Text(f"kind.{source.kind}"), source.origin)


def text_of(source: Source) -> Text:
    """What is printed on it, when it may be used, and what it does when it is met."""
    if source.type == CREATURE:
        entry = source.entry
        shown = {"characteristic": entry.characteristic, "value": entry.challenge}
        return Text("scene.creature", {"key": source.key, **shown})
    if source.type == CHARACTER:
        values = {str(name): source.entry.value(name) for name in CHARACTERISTICS}
        return Text("scene.character", {"key": source.key, "windows": when(source), **values})
    key = "scene.text.arrow" if source.arrow else "scene.text"
    return Text(key, {"key": source.key, "windows": when(source)})


def when(source: Source) -> list[str]:
    """The windows in which it may be used, as words of the catalogue."""
    windows = source.entry.windows
    if not windows:
        return ["always"]
    return ["any"] if windows == THREE_WINDOWS else list(windows)


def facts(source: Source) -> list[Row]:
    """What is known of it: when it may be used, on whom, how often, for how long, and its number."""
    rows = []
    if source.type == CHARACTER:
        rows += [Row(Text(f"characteristic.{name}"), source.entry.value(name)) for name in CHARACTERISTICS]
        rows.append(Row(Text("fact.race"), Text(f"race.{source.key}")))
    if source.type == CREATURE:
        rows.append(Row(Text(f"characteristic.{source.entry.characteristic}"), source.entry.challenge))
    else:
        rows.append(Row(Text("fact.when"), Text("fact.windows", {"windows": when(source)})))
        rows.append(Row(Text("fact.target"), Text(f"aim.{source.use.target}")))
        rows.append(Row(Text("fact.limit"), Text(f"limit.{limit(source)}")))
    if source.type == EVENT:
        rows.append(Row(Text("fact.duration"), Text(f"duration.{source.entry.duration}")))
        met = Text(f"encounter.{source.key}") if source.arrow else Text("fact.nothing")
        rows.append(Row(Text("fact.encounter"), met))
    if source.number:
        rows.append(Row(Text("fact.number"), source.number))
    return rows


def limit(source: Source) -> str:
    """How often it serves."""
    if source.passive and source.type in (CHARACTER, ADVANTAGE):
        return "always"
    return {CHARACTER: "turn", ADVANTAGE: "turn", EVENT: "hand", ARTEFACT: "once", SUPPORTER: "game"}[source.type]


# Sums as small tables


def table(total: Sum, key: str) -> list[Row]:
    """All summands, where there are several or one that stands over all, and what they come to."""
    rows = total.rows()
    told = len(rows) > 1 or rows[0].name.key == "sum.exactly"
    return [*(rows if told else ()), Row(Text(key), total.value)]


def movement_table(g: Yummell, seat: int, number: int) -> list[Row]:
    """What a card of this number is worth to a seat as a movement card."""
    return table(points(g, seat, number), "sum.points")


def challenge_table(g: Yummell, seat: int, creature: Source, number: int | None = None) -> list[Row]:
    """What a seat has against a Creature, before a card is played or with one of this number."""
    total = strength(g, seat, creature.entry.characteristic, number)
    return table(total, "sum.strength" if number is None else "sum.with_card")


def listed(g: Yummell, cards: Sequence[int]) -> list[Row]:
    """Cards one by one with their numbers."""
    return [Row(Text(f"thing.{g.keys[card]}"), g.numbers[card]) for card in cards]
