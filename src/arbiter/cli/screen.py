"""What a person sees: the board with the seats beside it, what happened, and what is asked, on one screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text as Words

from ..core import Ask, Event, Form, Option, Outcome, Place, Scene, Table, Text, Token
from . import looking
from .answers import numbered, wanted
from .board import draw
from .panels import legend, panels, summary
from .site import draw_site
from .speech import spoken
from .words import Voice, folded

RECENT = 14
"""How many of the latest events are shown without asking for the log."""

NARROW = 72
"""Below this width nothing stands beside the board."""

NARROWEST = 24
"""A column of options is no narrower than this."""

LOW = 8
"""So many lines the board and what is beside it have at least, however long the question is."""

UNBOUNDED = 52
"""How high a page is where there is no terminal."""


class FormPart(NamedTuple):
    """A field of a form, by its number."""

    form: Form
    number: int


class Screen:
    """Shows one table to people at one terminal. Where that is no terminal it writes plain lines."""

    def __init__(self, console: Console, table: Table[Any], roles: Sequence[str], names: Sequence[str]) -> None:
        self.console = console
        self.roles = list(roles)
        self.voice = Voice(table.game, names, table.scene(None).colours, table.catalogue(spoken.language))

    # The table

    def show(
        self, table: Table[Any], ask: Ask, news: Sequence[Event] = (), on: str = "", part: FormPart | None = None
    ) -> None:
        """All that a person needs to answer, no longer than the screen where there is one.

        `on` names another board than the one where something happens; `part` says of which form the ask is a field.
        """
        seat = ask.seat
        if not self.console.is_terminal:
            self.look(table, seat, ask, news, on)
            self.ask(ask, part)
            return
        question = Group(*self._question(ask, part))
        lines = len(self.console.render_lines(question, pad=False)) + 1
        self.console.print(self._table(table, seat, ask, news, on, max(LOW, self.console.height - lines)))
        self.console.print(question)

    def _table(
        self, table: Table[Any], seat: int | None, ask: Ask, news: Sequence[Event], on: str, height: int
    ) -> RenderableType:
        """The board, the seats and what happened in so many lines."""
        scene = self._scene(table, seat)
        asked = [one.seat for one in table.asks]
        width = self.console.width
        side = min(max(width // 3, 31), 48) if width >= NARROW else width
        high = height if width >= NARROW else max(LOW, min(height // 2, height - table.seats - 2))
        drawn = self._board(scene, seat, ask, on, width - side - 1 if width >= NARROW else width, high)
        if not drawn:
            side = width
        left = height if width >= NARROW else height - len(drawn)
        boxes = Group(*panels(scene, self.voice, self.roles, asked))
        needed = min(len(self._lines([self._told(event) for event in news[-3:]], side)), 3)
        if len(self._lines([boxes], side)) + needed <= left:
            beside = self._lines([boxes], side)
        else:
            seats = summary(self.console, scene, self.voice, self.roles, asked, seat, side, left - needed)
            beside = self._lines(seats, side)
        beside = [*beside, *self._latest(news, side, left - len(beside))][:left]
        if not drawn or width < NARROW:
            return Group(*drawn, *beside)
        grid = Grid.grid(padding=(0, 1, 0, 0))
        grid.add_column(width=width - side - 1, no_wrap=True)
        grid.add_column(width=side, no_wrap=True)
        grid.add_row(Group(*drawn), Group(*beside))
        return grid

    def _lines(self, shown: Sequence[RenderableType], width: int) -> list[Words]:
        """Anything as lines of that width."""
        options = self.console.options.update(width=width, height=None)
        lines = self.console.render_lines(Group(*shown), options, pad=False) if shown else []
        return [Words.assemble(*((part.text, part.style or "") for part in line)) for line in lines]

    def _latest(self, news: Sequence[Event], width: int, height: int) -> list[Words]:
        """The latest news that fit into so many lines."""
        shown: list[Words] = []
        for count, event in enumerate(reversed(news)):
            lines = self._lines([self._told(event)], width)
            if len(shown) + len(lines) + (count + 1 < len(news)) > height:
                if height > len(shown):
                    shown = [self._before(len(news) - count), *shown]
                break
            shown = [*lines, *shown]
        return shown

    def look(
        self, table: Table[Any], seat: int | None, ask: Ask | None = None, news: Sequence[Event] = (), on: str = ""
    ) -> None:
        """The whole board and everything beside it in full, as a seat sees it, and what has happened since."""
        scene = self._scene(table, seat)
        beside = panels(scene, self.voice, self.roles, [one.seat for one in table.asks])
        width = self.console.width
        height = self.console.height if self.console.is_terminal else UNBOUNDED
        for line in self._board(scene, seat, ask, on, width, max(30, height - 4), whole=True):
            self.console.print(line)
        columns = Columns(beside, width=width // 2 - 2, padding=(0, 1)) if width >= NARROW else Group(*beside)
        self.console.print(columns)
        self.events(news)

    def _scene(self, table: Table[Any], seat: int | None) -> Scene:
        scene = table.scene(seat)
        self.voice.wear(scene.colours)
        return scene

    def _board(
        self, scene: Scene, seat: int | None, ask: Ask | None, on: str, width: int, height: int, whole: bool = False
    ) -> list[Words]:
        """A board with what its letters stand for; where there are several, which one it is and what the others are."""
        numbers = self._numbers(ask)
        names = {one.id: looking.name_of(one, self.voice) or one.id for one in scene.all_boards()}
        ghost = ask.ghost if isinstance(ask, Place) else None
        shown = on or _where(scene, list(numbers), ghost)
        below: list[Words] = []
        if len(names) > 1:
            others = ", ".join(name for id, name in names.items() if id != shown)
            below.append(Words(names[shown], style="bold"))
            below[0].append(spoken("other_boards", others=others), style="not bold dim")
        focus = [*numbers, *(token.id for token in scene.tokens if token.owner == seat and seat is not None)]
        room = height - 1 - len(below)
        if isinstance(ask, Place) and shown == _where(scene, [], ghost):
            drawn = draw_site(ask, scene, self.voice, width, room, shown)
        else:
            drawn = draw(scene, self.voice, width, room, numbers, shown, focus, whole)
        if drawn.key:
            below.append(legend(drawn.key, scene, self.voice))
        for line in below if not whole else ():
            line.truncate(width, overflow="ellipsis")
        return [*drawn.lines, *below]

    # What happened

    def events(self, events: Sequence[Event], most: int | None = RECENT) -> None:
        """What happened, a line each."""
        for line in self._news(events, most):
            self.console.print(line)

    def _news(self, events: Sequence[Event], most: int | None) -> Iterator[Words]:
        left_out = 0 if most is None else max(0, len(events) - most)
        if left_out:
            yield self._before(left_out)
        for event in events[left_out:]:
            yield self._told(event)

    def _before(self, count: int) -> Words:
        return Words(spoken("before", n=count), style="dim")

    def _told(self, event: Event) -> Words:
        return Words().append("• ", style="dim").append_text(self.voice.event(event))

    # What is asked

    def ask(self, ask: Ask, part: FormPart | None = None) -> None:
        """The question, by which rule it is asked, and the options by number."""
        self.console.print(Group(*self._question(ask, part)))

    def _question(self, ask: Ask, part: FormPart | None = None) -> Iterator[RenderableType]:
        name = Words(self.voice.seat(ask.seat), style=f"bold {self.voice.colour(ask.seat)}")
        if part is not None:
            said = spoken("field_of", n=part.number, all=len(part.form.fields))
            name.append(f" · {said}", style="not bold default")
        if ask.rule:
            name.append(f" · {ask.rule} · {spoken('shows_rule')}", style="not bold dim default")
        yield Rule(name, align="left", style="dim")
        if part is not None:
            yield self.voice.coloured(self.voice.prompt(part.form))
            if part.number == 1 and part.form.typed:
                yield Words(self.voice.say(part.form.typed, {}), style="dim")
        yield self.voice.coloured(self.voice.prompt(ask), style="bold")
        options = numbered(ask, self.voice)
        if options and any(self.voice.option(option) != str(number) for number, option in options.items()):
            digits = len(str(max(options)))
            yield from self._in_columns(
                [self._option(f"{number:>{digits}}. ", option) for number, option in options.items()]
            )
        if not isinstance(ask, Form):
            yield Words(spoken("type", wanted=wanted(ask, self.voice)), style="dim")

    def _option(self, number: str, option: Option) -> tuple[Words, Words]:
        """An option: its number and its words."""
        return Words(number, style="bold yellow"), self.voice.coloured(self.voice.option(option))

    def _in_columns(self, options: Sequence[tuple[Words, Words]]) -> list[Words]:
        """Options one below the other, in as many columns as make them lowest; long ones go on in a second line."""
        best: list[Words] = []
        for count in range(1, 5 if len(options) > 4 else 2):
            wide = (self.console.width - 2 * (count - 1)) // count
            if count > 1 and wide < NARROWEST:
                break
            blocks = [self._hanging(number, words, wide) for number, words in options]
            each = -(-len(blocks) // count)
            columns = [
                [line for block in blocks[at : at + each] for line in block] for at in range(0, len(blocks), each)
            ]
            if not best or max(map(len, columns)) < len(best):
                best = _side_by_side(columns, wide)
        return best

    def _hanging(self, number: Words, words: Words, width: int) -> list[Words]:
        """A number, and words that stay to its right."""
        first, *rest = self._lines([words], width - number.cell_len) or [Words()]
        return [number.copy().append_text(first), *(Words(" " * number.cell_len).append_text(line) for line in rest)]

    def _numbers(self, ask: Ask | None) -> dict[str, list[int]]:
        """Thing -> the numbers of the options that end there."""
        numbers: dict[str, list[int]] = {}
        for number, option in numbered(ask, self.voice).items() if ask is not None else ():
            for id in option.ids[-1:]:
                numbers.setdefault(id, []).append(number)
        return numbers

    # Looking closely

    def form(self, form: Form, filled: Mapping[str, Any]) -> dict[str, Ask]:
        """A form as it is filled in, by number; the fields that were put, by name."""
        put = {name: field for name in form.fields if (field := form.put(name, filled)) is not None}
        for number, (name, field) in enumerate(put.items(), 1):
            line = Words(f"{number}. ", style="bold yellow")
            line.append(self.voice.prompt(field), style="not bold default")
            line.append(f" {self.voice.answer(field, filled[name])}", style="bold default")
            self.console.print(line)
        return put

    def look_at(self, table: Table[Any], seat: int | None, ask: Ask, wanted: str) -> None:
        """A thing in full, by its name or by the number of an option; all texts where none is named."""
        scene, voice = self._scene(table, seat), self.voice
        options = numbered(ask, voice)
        someone = looking.seat_named(voice, wanted)
        if not wanted:
            lines = looking.everything(scene, voice) or [Words(spoken("nothing_said"))]
        elif someone is not None:
            lines = looking.seat_in_full(scene, voice, someone)
        else:
            number = int(wanted) if wanted.isdecimal() else 0
            ids = options[number].ids if number in options else ()
            things = [thing for thing in scene.things() if thing.id in ids] or looking.found(scene, voice, wanted)
            lines = looking.closely(things, scene, voice)
            if not lines:
                near = looking.near(scene, voice, wanted)
                said = spoken("nothing_like" if near else "nothing_called", typed=wanted, near=", ".join(near))
                lines = [Words(said, style="yellow")]
        for line in lines:
            self.console.print(line)

    def board_named(self, table: Table[Any], seat: int | None, wanted: str) -> str | None:
        """The id of the board that is meant; None, and what there is, where it is none."""
        boards = self._scene(table, seat).all_boards()
        names = {board.id: looking.name_of(board, self.voice) or board.id for board in boards}
        for id, name in names.items():
            if folded(name).startswith(folded(wanted)) or id.casefold() == wanted.casefold():
                return id
        there = ", ".join(name for name in names.values() if name) or spoken("one")
        self.tell(spoken("no_board", typed=wanted, there=there), style="yellow")
        return None

    def help(self) -> None:
        """What can be typed, and what comes of it."""
        grid = Grid.grid(padding=(0, 2))
        for line in spoken("help").splitlines():
            typed, _, comes = line.partition("   ")
            grid.add_row(Words(typed.strip(), style="bold", no_wrap=True), Words(comes.strip()))
        self.console.print(grid)

    def rules(self, ids: Sequence[str]) -> None:
        """Rules in the ledger's words."""
        if not ids:
            self.tell(spoken("no_rule"))
        for id in ids:
            self.console.print(self.voice.rule(id))

    def tell(self, line: str, style: str = "") -> None:
        self.console.print(self.voice.coloured(line, style=style))

    # The end

    def end(self, outcome: Outcome) -> None:
        """Who won, and why."""
        self.console.print(
            Panel(self.voice.coloured(self.voice.say(outcome.why, outcome.args), style="bold"), title=spoken("the_end"))
        )
        grid = Grid(box=None, padding=(0, 2))
        grid.add_column(spoken("place"), justify="right")
        grid.add_column(spoken("seat"))
        for part in outcome.parts:
            words = any(isinstance(value, Text) for value in part.values)
            grid.add_column(self.voice.say(part.name), justify="left" if words else "right")
        if not outcome.parts:
            grid.add_column(spoken("score"), justify="right")
        for rank, seat in sorted((rank, seat) for seat, rank in enumerate(outcome.ranks)):
            who = f"{self.voice.seat(seat)} · {self.roles[seat]}"
            counted = [self._counted(part.values[seat]) for part in outcome.parts] or [f"{outcome.scores[seat]:g}"]
            grid.add_row(str(rank), self.voice.coloured(who), *counted)
        self.console.print(grid)
        if len(outcome.parts) > 1:
            self.tell(spoken("count_so"), style="dim")

    def _counted(self, value: int | Text | None) -> str:
        return "–" if value is None else self.voice.text(value) if isinstance(value, Text) else str(value)


def _where(scene: Scene, pointed_at: Sequence[str], ghost: Token | None) -> str:
    """The board on which something happens: where a piece is to stand, where options point, or the scene's focus."""
    boards = [one.id for one in scene.all_boards()]
    if ghost is not None and ghost.on in boards:
        return ghost.on
    if scene.focus in boards:
        return scene.focus
    regions = {region.id: region.board for region in scene.regions}
    tokens = {token.id: scene.board_of(token) for token in scene.tokens if token.id in pointed_at}
    return next((on for id in pointed_at if (on := regions.get(id, tokens.get(id))) is not None), boards[0])


def _side_by_side(columns: Sequence[Sequence[Words]], width: int) -> list[Words]:
    """Columns of lines, each so wide, as lines."""
    shown = []
    for row in range(max(map(len, columns))):
        line = Words(no_wrap=True)
        for at, column in enumerate(columns):
            if row < len(column):
                line.append(" " * (at * (width + 2) - line.cell_len)).append_text(column[row])
        shown.append(line)
    return shown
