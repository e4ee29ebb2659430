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
from ..core import Ask, Event, Form, Illegal, Table
from ..core.asks import canonical
from ..core.saves import save
from . import answers, keeping
from .screen import Screen
from .seating import YOU

HELP = """\
  1, 2, …      the option with that number, or the first letters of its words
  ?            the rules by which you are asked; ? ID shows one rule
  why not X    why X cannot be answered: a number, a name, or several (why not camp castle corvane)
  board        the table again        look    the texts of cards and pieces
  log          all that happened      undo    take your last answer back
  ask TEXT     put a yes/no question to the game's judge, where it has one (Yummell: Yhop the Wise)
  save         save now; save FILE saves there from now on
  quit         save and leave; you can go on later (so do Ctrl-C and Ctrl-D)"""


class Leave(Exception):
    """The person goes; the game is saved."""


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
        names = [f"Player {seat + 1}" for seat in range(table.seats)]
        self.screen = Screen(console, table, [seating[seat] for seat in range(table.seats)], names)
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
                self.screen.tell(f"Saved in {self.path}")
                self.console.print(f"Go on with: {self.resume(str(self.path))}", soft_wrap=True)

    def save(self) -> None:
        """Write the game to its file, with who sits where."""
        keeping.write(self.path, save(self.table, self.seating))

    def keep(self) -> bool:
        """Save; where that fails, say so: the game can go on all the same."""
        try:
            self.save()
        except OSError as error:
            reason = error.strerror or error
            self.screen.tell(f"Not saved in {self.path}: {reason}. save FILE saves elsewhere.", style="yellow")
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
                waiting = f"{self.screen.voice.seat(seat)} ({bot}) thinks"
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
        self.show(ask)
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
                self.screen.tell(str(unclear), style="yellow")

    def fill_in(self, form: Form) -> dict[str, Any]:
        """A form, field by field."""
        filled: dict[str, Any] = {}
        for name, field in form.fields.items():
            self.screen.ask(field, title=name)
            while name not in filled:
                answer = self.read_answer(field, form)
                refused = field.refusal(canonical(answer))
                if refused is None:
                    filled[name] = answer
                else:
                    self.explain(refused)
        return filled

    def show(self, ask: Ask) -> None:
        """The whole picture before a question."""
        if self.console.is_terminal:
            self.console.rule(style="dim")
        self.screen.look(self.table, ask.seat, ask, self.news(ask.seat))
        self.screen.ask(ask)

    def change_places(self, seat: int) -> None:
        """Several people at one keyboard: nobody sees the other's secrets."""
        self.at_keyboard = seat
        self.console.clear()
        self.screen.tell(f"{self.screen.voice.seat(seat)} is asked. Press Enter when you sit here alone.")
        self.read_line()
        self.console.clear()

    def read_line(self) -> str:
        typed = input("> ")
        if not sys.stdin.isatty():
            self.console.print(typed, markup=False)
        return typed.strip()

    def explain(self, refused: Illegal) -> None:
        """Why an answer was refused, with the rule's text."""
        self.screen.tell(f"No: {refused.reason.rstrip('.')}.", style="yellow")
        if refused.rule:
            self.screen.rules([refused.rule])

    def command(self, typed: str, field: Ask, ask: Ask) -> bool:
        """Do what was typed if it is a command and not an answer to the field of the ask."""
        word, _, rest = typed.partition(" ")
        rest = rest.strip()
        match word.casefold():
            case "?" | "rule" | "rules":
                self.screen.rules([rest.upper()] if rest else self.table.why(ask.seat))
            case "why":
                meant = rest[3:].strip() if rest.casefold().startswith("not") else rest
                self.why_not(field, meant.rstrip("?").strip())
            case "help" | "h":
                self.console.print(HELP, markup=False, highlight=False)
            case "board" | "b":
                self.screen.look(self.table, ask.seat, ask)
                self.screen.ask(field)
            case "look":
                self.screen.close_look(self.table, ask.seat)
            case "log":
                self.screen.events(self.table.events(ask.seat), most=None)
            case "ask" if self.judge is not None:
                self.consult(ask.seat, rest)
            case "undo":
                self.undo(ask.seat)
            case "save":
                self.save_as(rest)
            case "quit" | "exit" | "q":
                raise Leave
            case _:
                return word.startswith("?") and self.command(f"? {typed[1:]}", field, ask)
        return True

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
            self.screen.tell(f"Saved in {self.path}")
        except (OSError, ValueError) as error:
            self.path = before
            self.screen.tell(f"Not saved: {error}", style="yellow")

    def why_not(self, ask: Ask, meant: str) -> None:
        if not meant:
            self.screen.rules(self.table.why(ask.seat))
            return
        found = answers.why_not(ask, meant, self.screen.voice, self.table.scene(ask.seat))
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
        self.screen.tell("Taken back.")

    def finish(self) -> None:
        self.keep()
        seat = self.people[0] if len(self.people) == 1 else None
        self.screen.look(self.table, seat, news=self.news(seat))
        assert self.table.outcome is not None
        self.screen.end(self.table.outcome)
        self.screen.tell(f"The dice's seed was {self.table.dice.seed}.", style="dim")
        self.screen.tell(f"Kept in {self.path}: arbiter replay and arbiter verify read it.", style="dim")
