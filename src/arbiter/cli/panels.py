"""What lies beside the board: each seat's meters, trays and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.box import ROUNDED
from rich.panel import Panel
from rich.text import Text as Words

from ..core.scenes import Card, Meter, Scene, Token, Tray
from .words import Voice, short_names

LONG = 40
"""A track whose steps take more letters than this shows only where it stands."""


def panels(scene: Scene, voice: Voice, roles: Sequence[str], asked: Sequence[int]) -> list[Panel]:
    """A panel for each seat, and one for what belongs to nobody."""
    shown = []
    for seat, role in enumerate(roles):
        content = _content(scene, voice, seat)
        title = Words(f"{seat + 1} {voice.seat(seat)}", style=f"bold {voice.colour(seat)}")
        title.append(f" · {role}", style="not bold")
        if seat in asked:
            title.append(" ◀", style="bold yellow")
        shown.append(Panel(content, title=title, title_align="left", box=ROUNDED, border_style=voice.colour(seat)))
    common = _content(scene, voice, None)
    if common.plain:
        shown.append(Panel(common, title="Table", title_align="left", box=ROUNDED, border_style="dim"))
    return shown


def legend(scene: Scene) -> str:
    """What the letters on the board stand for."""
    icons = short_names([*scene.icons, *(token.icon for token in scene.tokens)])
    standing = {token.icon for token in scene.tokens} | {region.icon for region in scene.regions if region.icon}
    return "   ".join(f"{letter}\N{NO-BREAK SPACE}{icon}" for icon, letter in sorted(icons.items()) if icon in standing)


def _content(scene: Scene, voice: Voice, owner: int | None) -> Words:
    lines = [_meter(meter, voice) for meter in scene.meters if meter.owner == owner]
    lines = _side_by_side(lines)
    for tray in scene.trays:
        if tray.owner == owner:
            lines += _tray(tray, scene, voice)
    return Words("\n").join(lines)


def _side_by_side(meters: list[Words]) -> list[Words]:
    """Short meters share a line."""
    lines: list[Words] = []
    for meter in meters:
        if lines and lines[-1].cell_len + meter.cell_len < 36:
            lines[-1].append("   ").append_text(meter)
        else:
            lines.append(meter)
    return lines


def _meter(meter: Meter, voice: Voice) -> Words:
    words = Words(f"{voice.text(meter.name)} ")
    if meter.steps:
        names = [voice.text(step) for step in meter.steps]
        if sum(map(len, names)) > LONG:
            now = names[meter.value] if 0 <= meter.value < len(names) else str(meter.value)
            return words.append(now, style="bold")
        for at, name in enumerate(names):
            words.append(
                f"[{name}] " if at == meter.value else f"{name} ", style="bold" if at == meter.value else "dim"
            )
        words.rstrip()
        return words
    words.append(str(meter.value), style="bold")
    if meter.most is not None:
        words.append(f"/{meter.most}", style="dim")
    return words


def _tray(tray: Tray, scene: Scene, voice: Voice) -> list[Words]:
    parts = [_card(card, voice) for card in scene.cards if card.on == tray.id and card.face]
    backs = sum(card.on == tray.id and not card.face for card in scene.cards)
    if backs:
        parts.append(Words(f"▒ {backs} face down" if backs > 1 else "▒ face down", style="dim"))
    counted: Counter[str] = Counter()
    for token in scene.tokens:
        if token.on == tray.id:
            counted[_token(token, voice)] += token.count
    parts += [Words(f"{name} ×{count}" if count > 1 else name) for name, count in counted.items()]
    name = voice.text(tray.name)
    if not parts:
        return []
    return [Words().append(f"{name}: " if name else "", style="dim").append_text(Words(", ").join(parts))]


def _token(token: Token, voice: Voice) -> str:
    name = voice.text(token.name) or token.icon
    return f"{name} ({', '.join(token.marks)})" if token.marks else name


def _card(card: Card, voice: Voice) -> Words:
    words = Words(voice.text(card.name) or card.corner or "card", style="default")
    if card.corner and card.name is not None and card.corner not in words.plain:
        words.append(f" [{card.corner}]", style="dim")
    if card.marks:
        words.append(f" ({', '.join(card.marks)})", style="italic dim")
    return words


def close_look(scene: Scene, voice: Voice) -> list[Words]:
    """Everything on the table that has a text: cards face up and what hints there are."""
    lines: dict[str, Words] = {}
    things: list[Any] = [*scene.cards, *scene.regions, *scene.tokens]
    for thing in things:
        texts = [voice.text(text) for text in (getattr(thing, "text", None), *thing.hint) if text is not None]
        name = voice.text(thing.name) or getattr(thing, "icon", "")
        if texts and name:
            words = Words(f"{name}: ", style="bold")
            lines.setdefault(f"{name}{texts}", words.append("; ".join(texts), style="not bold"))
    return list(lines.values())
