"""Looking at a thing: what it is called, what is known of it, and what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any

from rich.text import Text as Words

from ..core.scenes import Card, Region, Row, Scene, Text, Token, Tray
from .grid import arrow
from .panels import content_of
from .speech import spoken
from .words import Voice, folded


def name_of(thing: Any, voice: Voice) -> str:
    """What a thing is called; a piece without a name goes by its icon."""
    icon = getattr(thing, "icon", "")
    return voice.text(getattr(thing, "name", None)) or (voice.icon(icon) if icon else "")


def everything(scene: Scene, voice: Voice) -> list[Words]:
    """All things on the table that have a text, each text once."""
    things = [thing for thing in (*scene.cards, *scene.regions, *scene.tokens) if list(_texts(thing, voice))]
    return list({line.plain: line for thing in things if (line := _line(thing, voice, whose=False)).plain}.values())


def found(scene: Scene, voice: Voice, wanted: str) -> list[Any]:
    """The things that a person may mean: by their whole name, by its beginning, by a part of it, or by their id.

    A thing may have another name to be found by, the catalogue's `also.<id>`.
    """
    wanted = folded(wanted)
    names = [(name_of(thing, voice), thing) for thing in scene.things()]
    names += [(voice.catalogue.get(f"also.{thing.id}", ""), thing) for thing in scene.things()]
    named = [(folded(name), thing) for name, thing in names]
    for match in (str.__eq__, str.startswith, str.__contains__):
        if meant := [thing for name, thing in named if name and match(name, wanted)]:
            return meant
    return [thing for thing in scene.things() if thing.id.casefold() == wanted]


def near(scene: Scene, voice: Voice, wanted: str) -> list[str]:
    """Names that are a little like what was typed."""
    names = {name for thing in scene.things() if (name := name_of(thing, voice))}
    spelt = {folded(name): name for name in names}
    return [spelt[one] for one in get_close_matches(folded(wanted), spelt, 4, 0.5)]


def seat_named(voice: Voice, wanted: str) -> int | None:
    """The seat that goes by that name."""
    return next((seat for seat, name in enumerate(voice.names) if name.casefold() == wanted.casefold()), None)


def seat_in_full(scene: Scene, voice: Voice, seat: int) -> list[Words]:
    """All that lies at a seat, with the texts of its cards."""
    cards = [card for tray in scene.trays if tray.owner == seat for card in scene.cards if card.on == tray.id]
    return [
        Words(voice.seat(seat), style=f"bold {voice.colour(seat)}"),
        *content_of(scene, voice, seat),
        *(_line(card, voice) for card in cards if list(_texts(card, voice))),
    ]


def closely(things: Sequence[Any], scene: Scene, voice: Voice) -> list[Words]:
    """Things in full; those that say the same are told once, and so is a sheet that several have, as a card and a piece
    of the same person do."""
    told: dict[tuple[str, ...], list[Words]] = {}
    sheets: set[tuple[str, ...]] = set()
    for thing in things:
        rows = list(sheet(thing, voice))
        known = tuple(row.plain for row in rows)
        lines = _closely(thing, scene, voice, [] if known in sheets else rows)
        sheets.add(known)
        told.setdefault(tuple(line.plain for line in lines), lines)
    return [line for lines in told.values() for line in lines]


def _closely(thing: Any, scene: Scene, voice: Voice, rows: Sequence[Words]) -> list[Words]:
    lines = [_line(thing, voice), *rows]
    if isinstance(thing, Token) and thing.at is not None:
        spot = {"x": f"{thing.at[0]:g}", "y": f"{thing.at[1]:g}"}
        if thing.facing is None:
            said = spoken("at", **spot)
        else:
            said = spoken("at_facing", arrow=arrow(thing.facing), degrees=f"{thing.facing:g}", **spot)
        lines.append(Words(f"  {said}", style="dim"))
    if isinstance(thing, Region | Tray):
        pieces: list[Token | Card] = [*scene.tokens, *scene.cards]
        inside = [one for one in pieces if one.on == thing.id and name_of(one, voice)]
        lines += [Words("  ").append_text(_line(one, voice)) for one in inside]
    return lines


def sheet(thing: Any, voice: Voice) -> Iterator[Words]:
    """The small table in which a thing says what is known of it."""
    rows: list[Row] = getattr(thing, "sheet", [])
    names = [voice.text(row.name) for row in rows]
    for name, row in zip(names, rows, strict=True):
        value = voice.text(row.value) if isinstance(row.value, Text) else str(row.value)
        yield Words(f"  {name:<{max(map(len, names))}}  ").append(value, style="bold")


def _texts(thing: Any, voice: Voice) -> Iterator[str]:
    for text in (getattr(thing, "text", None), *getattr(thing, "hint", ())):
        if text is not None and (said := voice.text(text)):
            yield said


def _line(thing: Any, voice: Voice, whose: bool = True) -> Words:
    """A thing in a line: its name, whose it is, and its texts."""
    words = Words(name_of(thing, voice) or getattr(thing, "corner", ""), style="bold")
    owner = getattr(thing, "owner", None)
    notes = [voice.mark(mark) for mark in getattr(thing, "marks", ())]
    if whose and owner is not None and not isinstance(thing, Card):
        notes.insert(0, voice.seat(owner))
    if getattr(thing, "count", 1) > 1:
        words.append(f" ×{thing.count}", style="bold")
    if notes:
        words.append(f" ({', '.join(notes)})", style="not bold dim")
    texts = list(_texts(thing, voice))
    if texts:
        words.append(": ", style="bold").append("; ".join(texts), style="not bold")
    return words
