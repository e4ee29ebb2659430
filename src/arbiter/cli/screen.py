"""What a person sees: the board with the panels beside it, what happened, and what is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.box import ROUNDED
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text as Words

from ..core import Ask, Event, Form, Option, Outcome, Table, Text
from . import board
from .answers import numbered, wanted
from .panels import close_look, legend, panels
from .words import Voice

RECENT = 14
"""How many of the latest events are shown without asking for the log."""

WIDE = 104
"""From this width on the panels stand beside the board."""


class Screen:
    """Shows one table to people at one terminal. Where that is no terminal it writes plain lines."""

    def __init__(self, console: Console, table: Table[Any], roles: Sequence[str], names: Sequence[str]) -> None:
        self.console = console
        self.roles = list(roles)
        self.voice = Voice(table.game, names, table.scene(None).colours)

    def look(self, table: Table[Any], seat: int | None, ask: Ask | None = None, news: Sequence[Event] = ()) -> None:
        """The board and everything beside it, as a seat sees it, and what has happened since it looked last."""
        scene = table.scene(seat)
        self.voice.wear(scene.colours)
        beside: list[RenderableType] = [*panels(scene, self.voice, self.roles, [one.seat for one in table.asks])]
        width, height = self.console.width, self.console.height if self.console.is_terminal else 52
        wide = width >= WIDE
        across = width - max(40, width // 3) - 2 if wide else width
        tall = max(30, height - 18, min(48, len(scene.regions)))
        lines = board.draw(scene, self.voice, across, tall, self._numbers(ask))
        across = max((line.cell_len for line in lines), default=0)
        key = [Words(shown, style="dim") for shown in [legend(scene)] if shown]
        if wide and lines:
            if news:
                beside.append(
                    Panel(Group(*self._news(news, RECENT)), title="What happened", title_align="left", box=ROUNDED)
                )
            grid = Grid.grid(padding=(0, 1), expand=True)
            grid.add_column(width=across)
            grid.add_column(ratio=1)
            grid.add_row(Group(*lines, *key), Group(*beside))
            self.console.print(grid)
            return
        self.console.print(Group(*lines, *key))
        columns = Columns(beside, width=width // 2 - 2, padding=(0, 1)) if width >= 76 else Group(*beside)
        self.console.print(columns)
        self.events(news)

    def events(self, events: Sequence[Event], most: int | None = RECENT) -> None:
        """What happened, a line each."""
        for line in self._news(events, most):
            self.console.print(line)

    def _news(self, events: Sequence[Event], most: int | None) -> Iterator[Words]:
        left_out = 0 if most is None else max(0, len(events) - most)
        if left_out:
            yield Words(f"… {left_out} before that; type log for all", style="dim")
        for event in events[left_out:]:
            yield Words().append("• ", style="dim").append_text(self.voice.event(event))

    def ask(self, ask: Ask, title: str = "") -> None:
        """The question, by which rule it is asked, and the options by number."""
        head = self.voice.coloured(self.voice.prompt(ask), style="bold")
        name = Words(title or self.voice.seat(ask.seat), style=f"bold {self.voice.colour(ask.seat)}")
        by = Words(f"{ask.rule} · ? shows the rule", style="dim") if ask.rule else None
        self.console.print(Panel(head, title=name, subtitle=by, title_align="left", subtitle_align="right"))
        options = numbered(ask, self.voice)
        if options and any(self.voice.option(option) != str(number) for number, option in options.items()):
            digits = len(str(max(options)))
            lines = [self._option(f"{number:>{digits}}. ", option) for number, option in options.items()]
            many = len(lines) > 6
            self.console.print(Columns(lines, column_first=True, padding=(0, 3)) if many else Group(*lines))
        if not isinstance(ask, Form):
            self.tell(f"Type {wanted(ask, self.voice)}. help shows what else you can type.", style="dim")

    def _option(self, number: str, option: Option) -> Words:
        said = self.voice.coloured(self.voice.option(option))
        return Words().append(number, style="bold yellow").append_text(said)

    def rules(self, ids: Sequence[str]) -> None:
        """Rules in the ledger's words."""
        if not ids:
            self.tell("No rule is named here.")
        for id in ids:
            self.console.print(self.voice.rule(id))

    def close_look(self, table: Table[Any], seat: int | None) -> None:
        lines = close_look(table.scene(seat), self.voice)
        for line in lines or [Words("Nothing on the table has a text of its own.")]:
            self.console.print(line)

    def tell(self, line: str, style: str = "") -> None:
        self.console.print(self.voice.coloured(line, style=style))

    def end(self, outcome: Outcome) -> None:
        """Who won, and why."""
        self.console.print(
            Panel(self.voice.coloured(self.voice.say(outcome.why, outcome.args), style="bold"), title="The end")
        )
        grid = Grid(box=None, padding=(0, 2))
        grid.add_column("place", justify="right")
        grid.add_column("seat")
        for part in outcome.parts:
            words = any(isinstance(value, Text) for value in part.values)
            grid.add_column(self.voice.say(part.name), justify="left" if words else "right")
        if not outcome.parts:
            grid.add_column("score", justify="right")
        for rank, seat in sorted((rank, seat) for seat, rank in enumerate(outcome.ranks)):
            who = f"{self.voice.seat(seat)} · {self.roles[seat]}"
            counted = [self._counted(part.values[seat]) for part in outcome.parts] or [f"{outcome.scores[seat]:g}"]
            grid.add_row(str(rank), self.voice.coloured(who), *counted)
        self.console.print(grid)
        if len(outcome.parts) > 1:
            self.tell("The columns count from left to right: the next one only among equals.", style="dim")

    def _counted(self, value: int | Text | None) -> str:
        return "–" if value is None else self.voice.text(value) if isinstance(value, Text) else str(value)

    def _numbers(self, ask: Ask | None) -> dict[str, list[int]]:
        """Thing -> the numbers of the options that end there."""
        numbers: dict[str, list[int]] = {}
        for number, option in numbered(ask, self.voice).items() if ask is not None else ():
            for id in option.ids[-1:]:
                numbers.setdefault(id, []).append(number)
        return numbers
