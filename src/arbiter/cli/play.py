"""Playing in the terminal: people and bots at one table, answered by what is typed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console

from ..bots import find
from ..core import Ask, Event, Form, Illegal, Option, Place, Table
from ..core.asks import canonical
from ..core.saves import save
from . import answers, keeping
from .screen import FormPart, Screen
from .seating import YOU, role
from .speech import spoken


class Leave(Exception):
    """The person goes; the game is saved."""


class Back(Exception):
    """The person wants the field before."""


class Whole(Exception):
    """The person has said the whole form in a line."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__()
        self.answer = answer


class Changed(Exception):
    """The table is not asking any more what it asked."""


class Sitting:
    """One sitting at a table: who sits where, what each person has heard, and where the game is saved.

    `resume` gives the command that goes on with a game in a file.
    """

    def __init__(
        self, console: Console, table: Table[Any], seating: dict[int, str], path: Path, resume: Callable[[str], str]
    ) -> None:
        self.console, self.table, self.seating, self.path, self.resume = console, table, seating, path, resume
        self.people = [seat for seat, who in seating.items() if who == YOU]
        self.bots = {seat: find(who) for seat, who in seating.items() if who != YOU}
        names = [spoken("player", n=seat + 1) for seat in range(table.seats)]
        self.screen = Screen(console, table, [role(seating[seat]) for seat in range(table.seats)], names)
        self.heard: dict[int | None, int] = {}
        self.at_keyboard: int | None = self.people[0] if len(self.people) == 1 else None
        self.judge = table.game.judge()
        self.steady = True
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401  (gives the input line editing and a memory)

    def run(self) -> None:
        """Play to the end, or until the people leave."""
        try:
            while not self.table.over:
                self.bots_answer()
                if not self.people:
                    self.screen.events(self.news(None), most=None)
                for ask in self.table.asks:
                    if ask.seat in self.people:
                        self.person_answers(ask)
                        break
            self.finish()
        except (Leave, EOFError, KeyboardInterrupt) as gone:
            if not isinstance(gone, Leave):
                self.console.print()
            # Between two answers the table stands; within one, what was saved last is what stands.
            if not self.steady or self.keep():
                self.screen.tell(spoken("saved", file=self.path))
                self.console.print(spoken("go_on_with", command=self.resume(str(self.path))), soft_wrap=True)

    def save(self) -> None:
        """Write the game to its file, with who sits where."""
        keeping.write(self.path, save(self.table, self.seating))

    def keep(self) -> bool:
        """Save; where that fails, say so: the game can go on all the same."""
        try:
            self.save()
        except OSError as error:
            reason = error.strerror or error
            self.screen.tell(spoken("not_saved_in", file=self.path, why=reason), style="yellow")
            return False
        return True

    def give(self, seat: int, answer: Any) -> None:
        """Put an answer on the table; while the rules work on it the table is not to be saved."""
        self.steady = False
        self.table.answer(seat, answer)
        self.steady = True

    def bots_answer(self) -> None:
        """Let the bots answer until a person is asked. Their luck follows from the journal, so resuming keeps it."""
        while asks := [ask for ask in self.table.asks if ask.seat in self.bots]:
            for ask in asks:
                seat, bot = ask.seat, self.bots[ask.seat]
                rng = Random(f"{self.table.dice.seed} {seat} {len(self.table.journal)}")
                waiting = spoken("thinks", seat=self.screen.voice.seat(seat), bot=bot)
                with self.console.status(waiting) if self.console.is_terminal else nullcontext():
                    answer = bot.answer(self.table, seat, ask, rng)
                self.give(seat, answer)

    def news(self, seat: int | None) -> list[Event]:
        """What a seat has not been told yet."""
        events = self.table.events(seat, self.heard.get(seat, 0))
        self.heard[seat] = self.heard.get(seat, 0) + len(events)
        return events

    def person_answers(self, ask: Ask) -> None:
        """Ask a person until the answer is legal, or something else was done that changes the table."""
        if self.at_keyboard != ask.seat:
            self.change_places(ask.seat)
        if not isinstance(ask, Form):
            self.screen.show(self.table, ask, self.news(ask.seat))
        try:
            while True:
                answer = self.fill_in(ask) if isinstance(ask, Form) else self.read_answer(ask, ask)
                try:
                    self.give(ask.seat, answer)
                except Illegal as refused:
                    self.steady = True
                    self.explain(refused)
                    continue
                self.keep()
                return
        except Changed:
            return

    def read_answer(self, field: Ask, ask: Ask) -> Any:
        """What a person answers to an ask or to a field of it, with all that may be typed before."""
        while True:
            typed = self.read_line()
            if self.command(typed, field, ask):
                if ask not in self.table.asks:
                    raise Changed
                continue
            try:
                return answers.read(field, typed, self.screen.voice)
            except answers.Unclear as unclear:
                if isinstance(ask, Form) and ask.read is not None and typed:
                    try:
                        raise Whole(ask.read(typed))
                    except Illegal as refused:
                        self.explain(refused)
                else:
                    self.screen.tell(str(unclear), style="yellow")

    def fill_in(self, form: Form) -> dict[str, Any]:
        """A form, field by field; then the whole is checked, and what is wrong with it can be changed."""
        filled: dict[str, Any] = {}
        asked: list[str] = []
        names = list(form.fields)
        first = True
        while True:
            missing = [at for at, name in enumerate(names) if name not in filled]
            try:
                if missing:
                    name = names[missing[0]]
                    field = form.put(name, filled)
                    if field is None:
                        filled[name] = (form.usual or {})[name]
                        continue
                    filled[name] = self.fill_in_field(form, field, missing[0], first)
                    asked.append(name)
                    first = False
                    continue
                refused = form.refusal(canonical(filled))
                if refused is None:
                    return filled
                self.explain(refused)
                changed = self.field_to_change(form, filled, refused)
                for name in (changed, *form.cases):
                    filled.pop(name, None)
            except Whole as said:
                filled = said.answer
            except Back:
                # What was left out since the last question depends on its answer.
                back = names.index(asked.pop()) if asked else 0
                for name in names[back:]:
                    filled.pop(name, None)

    def fill_in_field(self, form: Form, field: Ask, at: int, first: bool) -> Any:
        """One field, asked again until its answer is legal by itself."""
        part = FormPart(form, at + 1)
        if first or isinstance(field, Place):
            self.screen.show(self.table, field, self.news(form.seat), part=part)
        else:
            self.screen.ask(field, part)
        while True:
            answer = self.read_answer(field, form)
            refused = field.refusal(canonical(answer))
            if refused is None:
                return answer
            self.explain(refused)

    def field_to_change(self, form: Form, filled: dict[str, Any], wrong: Illegal) -> str:
        """Which field of a form that does not hold as a whole shall be changed."""
        fields = self.screen.form(form, filled)
        self.screen.tell(spoken("change_field", n=len(fields)), style="dim")
        voice, names = self.screen.voice, list(fields)
        options = [Option(name, field.prompt, dict(field.args or {})) for name, field in fields.items()]
        told = [f"{voice.prompt(field)} ({voice.answer(field, filled[name])})" for name, field in fields.items()]
        which = answers.ToChange(
            form.seat, names, form.prompt, lambda name: options[names.index(name)],
            wrong=wrong, told=dict(zip(names, told, strict=True)),
        )  # fmt: skip
        name: str = self.read_answer(which, form)
        return name

    def change_places(self, seat: int) -> None:
        """Several people at one keyboard: nobody sees the other's secrets."""
        self.at_keyboard = seat
        self.console.clear()
        self.screen.tell(spoken("change_places", seat=self.screen.voice.seat(seat)))
        self.read_line()
        self.console.clear()

    def read_line(self) -> str:
        typed = input("> ")
        if not sys.stdin.isatty():
            self.console.print(typed, markup=False)
        return typed.strip()

    def explain(self, refused: Illegal) -> None:
        """Why an answer was refused, with the rule's text."""
        voice = self.screen.voice
        reason = refused.say({**spoken.words, **voice.catalogue}, voice.seat)
        self.screen.tell(spoken("refused", why=reason.rstrip(".")), style="yellow")
        if refused.rule:
            self.screen.rules([refused.rule])

    def command(self, typed: str, field: Ask, ask: Ask) -> bool:
        """Do what was typed if it is a command and not an answer to the field of the ask."""
        word, _, rest = typed.partition(" ")
        rest = rest.strip()
        match spoken.meant(word):
            case "rules":
                self.screen.rules([rest.upper()] if rest else self.table.why(ask.seat))
            case "why":
                first, _, others = rest.partition(" ")
                self.why_not(field, ask, (others if spoken.meant(first, ["not"]) else rest).rstrip("?").strip())
            case "help":
                self.screen.help()
            case "board":
                self.board(field, rest)
            case "look":
                self.screen.look_at(self.table, ask.seat, field, rest)
            case "log":
                self.screen.events(self.table.events(ask.seat), most=None)
            case "ask" if self.judge is not None:
                self.consult(ask.seat, rest)
            case "back" if isinstance(ask, Form):
                raise Back
            case "undo":
                self.undo(ask.seat)
            case "save":
                self.save_as(rest)
            case "quit":
                raise Leave
            case _:
                return word.startswith("?") and self.command(f"? {typed[1:]}", field, ask)
        return True

    def board(self, ask: Ask, wanted: str) -> None:
        """The table again; another board of it, or all of it in full."""
        if spoken.meant(wanted, ["all"]):
            self.screen.look(self.table, ask.seat, ask)
            self.screen.ask(ask)
        elif not wanted:
            self.screen.show(self.table, ask)
        elif (on := self.screen.board_named(self.table, ask.seat, wanted)) is not None:
            self.screen.show(self.table, ask, on=on)

    def consult(self, seat: int, question: str) -> None:
        """Ask the game's judge. What he says follows from game and question, so he says it again after a break."""
        stone = Random(f"{self.table.dice.seed} {' '.join(question.casefold().split())}")
        try:
            said = self.judge.ask(seat, self.table.view(seat).state, question, stone)
        except Illegal as refused:
            self.explain(refused)
        else:
            self.screen.tell(self.screen.voice.say(said.key, said.args))

    def save_as(self, name: str) -> None:
        """Save now; in another file from now on where one is named."""
        before = self.path
        try:
            if name:
                self.path = Path(name).expanduser()
                keeping.must_be_new(self.path)
            self.save()
            self.screen.tell(spoken("saved", file=self.path))
        except (OSError, ValueError) as error:
            self.path = before
            self.screen.tell(spoken("not_saved", why=error), style="yellow")

    def why_not(self, field: Ask, ask: Ask, meant: str) -> None:
        if not meant:
            self.screen.rules(self.table.why(ask.seat))
            return
        voice = self.screen.voice
        found = answers.foretold(ask, meant, voice) or answers.why_not(field, meant, voice, self.table.scene(ask.seat))
        if isinstance(found, Illegal):
            self.explain(found)
        else:
            self.screen.tell(found)

    def undo(self, seat: int) -> None:
        """Take back the last answer; one person among bots may always, people at one table while nothing came of it."""
        self.steady = False
        try:
            self.table.undo(seat, free=len(self.people) == 1)
            self.steady = True
        except Illegal as refused:
            self.steady = True
            self.explain(refused)
            return
        self.heard[seat] = min(self.heard.get(seat, 0), len(self.table.events(seat)))
        self.keep()
        self.screen.tell(spoken("taken_back"))

    def finish(self) -> None:
        self.keep()
        seat = self.people[0] if len(self.people) == 1 else None
        self.screen.look(self.table, seat, news=self.news(seat))
        assert self.table.outcome is not None
        self.screen.end(self.table.outcome)
        self.screen.tell(spoken("seed_was", seed=self.table.dice.seed), style="dim")
        self.screen.tell(spoken("kept", file=self.path), style="dim")
