"""What lies beside the board: each seat's meters, trays and cards, in full or in as few lines as there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rich.box import ROUNDED
from rich.console import Console
from rich.panel import Panel
from rich.text import Text as Words

from ..core.scenes import Card, Meter, Scene, Token, Tray
from .speech import spoken
from .words import Voice

LONG = 40
"""A track whose steps take more letters than this shows only where it stands."""


def panels(scene: Scene, voice: Voice, roles: Sequence[str], asked: Sequence[int]) -> list[Panel]:
    """A panel for each seat, and one for what belongs to nobody."""
    shown = []
    for seat, role in enumerate(roles):
        title = Words(f"{seat + 1} {voice.seat(seat)}", style=f"bold {voice.colour(seat)}")
        title.append(f" · {role}", style="not bold")
        if seat in asked:
            title.append(" ◀", style="bold yellow")
        content = Words("\n").join(content_of(scene, voice, seat))
        shown.append(Panel(content, title=title, title_align="left", box=ROUNDED, border_style=voice.colour(seat)))
    common = Words("\n").join(content_of(scene, voice, None))
    if common.plain:
        shown.append(Panel(common, title=spoken("table"), title_align="left", box=ROUNDED, border_style="dim"))
    return shown


def summary(
    console: Console,
    scene: Scene,
    voice: Voice,
    roles: Sequence[str],
    asked: Sequence[int],
    viewer: int | None,
    width: int,
    height: int,
) -> list[Words]:
    """The seats as a table with a line each, and below a seat what lies there, as far as there are lines for it."""
    head, rows = _table(scene, voice, roles, asked, width)
    common = _wrapped(console, content_of(scene, voice, None, brief=True), width)
    spare = max(0, height - (head is not None) - len(rows))
    # What the viewer has comes first, then what is everybody's (two lines of it are kept free), then what others have.
    below: dict[int | None, list[Words]] = {}
    others = [seat for seat in range(len(rows)) if seat != viewer]
    for seat in [*([] if viewer is None else [viewer]), None, *others]:
        lines = common if seat is None else _wrapped(console, _trays(scene, voice, seat), width - 2)
        most = max(0, spare - min(2, len(common))) if seat == viewer and seat is not None else spare
        below[seat] = _cut(lines, most, width - 2)
        spare -= len(below[seat])
    shown = [head] if head is not None else []
    for seat, row in enumerate(rows):
        shown += [row, *(Words("  ").append_text(line) for line in below[seat])]
    return [*shown, *below[None]]


def _table(
    scene: Scene, voice: Voice, roles: Sequence[str], asked: Sequence[int], width: int
) -> tuple[Words | None, list[Words]]:
    """The seats' meters under their names: the names, and a line for each seat."""
    names = list(dict.fromkeys(voice.text(meter.name) for meter in scene.meters if meter.owner is not None))
    values = {(meter.owner, voice.text(meter.name)): _value(meter, voice) for meter in scene.meters}
    who = [f"{voice.seat(seat)} {role}".strip() for seat, role in enumerate(roles)]
    room = width - 2 - min(max(map(len, who)), width // 2)
    widths = {
        name: max(len(value) for (owner, one), value in values.items() if one == name and owner is not None)
        for name in names
    }
    # The names are cut alike, until all fit.
    longest = max(map(len, names), default=0)
    while longest > 3 and sum(1 + max(widths[name], min(len(name), longest)) for name in names) > room:
        longest -= 1
    widths = {name: max(wide, min(len(name), longest)) for name, wide in widths.items()}
    left = width - 1 - sum(1 + wide for wide in widths.values())
    head = Words(" " * (left + 1), style="dim", no_wrap=True) if names else None
    for name in names:
        assert head is not None
        cut = name if len(name) <= widths[name] else f"{name[: widths[name] - 1]}…"
        head.append(f" {cut:>{widths[name]}}")
    rows = []
    for seat, role in enumerate(roles):
        row = Words(no_wrap=True).append("▸" if seat in asked else " ", style="bold yellow")
        row.append(voice.seat(seat)[:left], style=f"bold {voice.colour(seat)}")
        row.append(f" {role}"[: max(0, left + 1 - row.cell_len)], style="dim")
        row.append(" " * max(0, left + 1 - row.cell_len))
        for name in names:
            row.append(f" {values.get((seat, name), ''):>{widths[name]}}", style="bold")
        rows.append(row)
    return head, rows


def _wrapped(console: Console, lines: Sequence[Words], width: int) -> list[Words]:
    return [part for line in lines for part in line.wrap(console, width)]


def _cut(lines: Sequence[Words], most: int, width: int) -> list[Words]:
    """The first lines; the last of them says that there are more."""
    if len(lines) <= most:
        return list(lines)
    kept = list(lines[:most])
    if kept:
        length = min(len(kept[-1].plain.rstrip(", ")), width - 2)
        kept[-1] = kept[-1][:length].append(" …", style="dim")
    return kept


def legend(key: Mapping[str, str], scene: Scene, voice: Voice) -> Words:
    """What the letters on the board stand for."""
    named: dict[str, set[str]] = {}
    for token in scene.tokens:
        named.setdefault(token.icon, set()).add(voice.text(token.name))
    # A piece gives its icon the name where all such pieces are called alike.
    alike = {icon: names.pop() for icon, names in named.items() if len(names) == 1}
    words = {sign: voice.icon(icon, alike.get(icon, "")) for sign, icon in key.items()}
    return Words("   ".join(f"{sign}\N{NO-BREAK SPACE}{word}" for sign, word in sorted(words.items())), style="dim")


def content_of(scene: Scene, voice: Voice, owner: int | None, brief: bool = False) -> list[Words]:
    """The meters and trays of a seat, or those that belong to nobody."""
    lines = _side_by_side([_meter(meter, voice, brief) for meter in scene.meters if meter.owner == owner])
    return [*lines, *_trays(scene, voice, owner)]


def _trays(scene: Scene, voice: Voice, owner: int | None) -> list[Words]:
    return [line for tray in scene.trays if tray.owner == owner for line in tray_line(tray, scene, voice)]


def _side_by_side(meters: list[Words]) -> list[Words]:
    """Short meters share a line."""
    lines: list[Words] = []
    for meter in meters:
        if lines and lines[-1].cell_len + meter.cell_len < 36:
            lines[-1].append("   ").append_text(meter)
        else:
            lines.append(meter)
    return lines


def _value(meter: Meter, voice: Voice) -> str:
    inside = 0 <= meter.value < len(meter.steps)
    return voice.text(meter.steps[meter.value]) if inside else str(meter.value)


def _meter(meter: Meter, voice: Voice, brief: bool = False) -> Words:
    words = Words(f"{voice.text(meter.name)} ")
    if meter.steps:
        names = [voice.text(step) for step in meter.steps]
        if brief or sum(map(len, names)) > LONG:
            return words.append(_value(meter, voice), style="bold")
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


def tray_line(tray: Tray, scene: Scene, voice: Voice) -> list[Words]:
    """What lies in a tray, in a line; nothing where it is empty."""
    lying = {tray.id} | {card.id for card in scene.cards if card.on == tray.id}
    parts = [_card(card, voice) for card in scene.cards if card.on == tray.id and card.face]
    backs = sum(card.on == tray.id and not card.face for card in scene.cards)
    if backs:
        parts.append(Words(spoken("face_down" if backs > 1 else "face_down_one", n=backs), style="dim"))
    counted: Counter[str] = Counter()
    for token in scene.tokens:
        if token.on in lying:
            counted[_token(token, voice)] += token.count
    parts += [Words(f"{name} ×{count}" if count > 1 else name) for name, count in counted.items()]
    name = voice.text(tray.name)
    if not parts:
        return []
    return [Words().append(f"{name}: " if name else "", style="dim").append_text(Words(", ").join(parts))]


def _token(token: Token, voice: Voice) -> str:
    name = voice.text(token.name) or voice.icon(token.icon)
    return f"{name} ({', '.join(map(voice.mark, token.marks))})" if token.marks else name


def _card(card: Card, voice: Voice) -> Words:
    words = Words(voice.text(card.name) or card.corner or spoken("card"), style="default")
    if card.corner and card.name is not None and card.corner not in words.plain:
        words.append(f" [{card.corner}]", style="dim")
    if card.marks:
        words.append(f" ({', '.join(map(voice.mark, card.marks))})", style="italic dim")
    return words
