"""`arbiter referee`: the rules of Qadardálikoi for people who fight with figures on a table of their own."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec
import typer
from rich.console import Console

from ..core import Catalogue, Illegal, Text, say
from .army import army_named
from .plainly import complain
from .speech import spoken

if TYPE_CHECKING:
    from ..games.qadardalikoi.referee import Fact, Ruling

QUESTIONS = ("missile", "melee", "morale", "rally", "fatigue", "move", "fly", "charge", "duel", "table")
"""What can be asked; the game has the same, and a test holds them together."""
DICE = "dice"
"""The name under which people tell what their own dice showed."""


PAIR = re.compile(r"([\w-]+)\s*=\s*(.*?)(?=[\s,]+[\w-]+\s*=|$)")
"""A fact and its value, up to the next one."""


class Leave(Exception):
    """Somebody wants to go."""


class Back(Exception):
    """Somebody wants another question ruled."""


def _leave_or_back(typed: str) -> str | None:
    """The word of command that was typed, where it is one that leads on; raises for those that lead away."""
    meant = spoken.meant(typed, ("quit", "back", "help"))
    if meant == "quit":
        raise Leave
    if meant == "back":
        raise Back
    return meant


class Dice:
    """What the dice show: first what was told, then what somebody types or, where nobody does, what is rolled here."""

    def __init__(self, told: Sequence[int], rng: Random, ask: Callable[[int], list[int]] | None = None) -> None:
        self.left, self.all_told = list(told), bool(told)
        self.rng, self.ask = rng, ask
        self.rolled: list[str] = []

    def __call__(self, sides: int) -> int:
        if not self.left and self.ask is not None:
            self.left += self.ask(sides)
            self.ask = self.ask if self.left else None  # who types nothing lets the rest be rolled
        if self.left:
            n = self.left.pop(0)
            if not 1 <= n <= sides:
                raise _bad_dice(n, sides)
            return n
        if self.all_told:
            raise Illegal(spoken("referee.more_dice", sides=sides))
        n = self.rng.randint(1, sides)
        self.rolled.append(f"{n}/{sides}")
        return n


def _bad_dice(given: object, most: int) -> Illegal:
    """What was told of the dice is none of their numbers."""
    return Illegal("referee.number", name=Text(f"fact_name.{DICE}"), given=given, least=1, most=most)


def _words() -> Catalogue:
    try:
        from ..games.qadardalikoi import GAME
    except ModuleNotFoundError as missing:
        complain(missing)
    return {"language": spoken.language, **GAME.catalogue(spoken.language)}


def rule_once(console: Console, what: str, given: Sequence[str], seed: str | None, as_json: bool) -> None:
    """One ruling on facts that are told as `name=value`; what must be told and is not is asked for at a terminal."""
    words = _words()
    told = {_fact(what, name, words): value for name, value in map(_split, given)}
    facts = _read_all(told, words)
    if missing := _missing(what, facts):
        if not sys.stdin.isatty():
            complain(spoken("referee.missing", what=_questions()[what], facts=_called(missing, words)))
        try:
            for name in missing:
                facts[name] = Asking(words, facts).ask(name)
        except (Leave, Back, EOFError, KeyboardInterrupt):
            raise typer.Exit from None
    dice = Dice(_numbers(told.get(DICE, ""), words), Random(seed))
    try:
        ruling = _ruled(what, facts, dice)
    except Illegal as refused:
        _refuse(refused, words)
    if dice.left:
        complain(spoken("referee.dice_left", n=len(dice.left), dice=" ".join(map(str, dice.left))))
    if as_json:
        told_lines = [{"key": one.key, "args": one.args, "text": say(words, one.key, one.args)} for one in ruling.lines]
        typer.echo(msgspec.json.encode({"lines": told_lines, "now": ruling.now, "rolled": dice.rolled}).decode())
        return
    tell(console, ruling, dice, words)


def _split(one: str) -> tuple[str, str]:
    name, equals, value = one.partition("=")
    if not equals:
        complain(spoken("referee.no_value", given=one))
    return name.strip(), value


def facts_of(what: str) -> tuple[str, ...]:
    """What can be told on the command line for a question."""
    from ..games.qadardalikoi.referee import QUESTIONS

    return (*QUESTIONS[what].facts, DICE)


def names_of(what: str) -> list[str]:
    """The same as people call it in the language of the terminal."""
    from ..games.qadardalikoi.referee import said

    words = _words()
    return [said(name, words) for name in facts_of(what)]


def _fact(what: str, typed: str, words: Catalogue) -> str:
    """Which fact of a question was typed; complains where it is none."""
    from ..games.qadardalikoi.referee import named

    name = named(typed, facts_of(what), words)
    return name or complain(_no_fact(what, typed, facts_of(what), words))


def _no_fact(what: str, typed: str, names: Iterable[str], words: Catalogue) -> str:
    return spoken("referee.no_fact", what=_questions()[what], name=typed, known=_called(names, words))


def _questions() -> dict[str, str]:
    """What can be asked, as it is called in the language of the terminal."""
    return dict(zip(QUESTIONS, spoken("referee.questions").split(), strict=True))


def _called(names: Iterable[str], words: Catalogue) -> str:
    """Facts by the names that people give them."""
    from ..games.qadardalikoi.referee import said

    return ", ".join(said(name, words) for name in names)


def _read_all(told: dict[str, str], words: Catalogue) -> dict[str, Any]:
    """The facts of a question as they were told."""
    from ..games.qadardalikoi.referee import FACTS, read

    facts: dict[str, Any] = {}
    for name, value in told.items():
        if name == DICE:
            continue
        try:
            facts[name] = read(FACTS[name], value, words, lambda army: army_named(army)[1])
        except Illegal as refused:
            _refuse(refused, words)
    return facts


def _missing(what: str, facts: dict[str, Any]) -> list[str]:
    from ..games.qadardalikoi.referee import FACTS, QUESTIONS

    return [name for name in QUESTIONS[what].facts if name not in facts and FACTS[name].default is None]


def _ruled(what: str, facts: dict[str, Any], dice: Dice) -> Ruling:
    from ..games.qadardalikoi.referee import FACTS, QUESTIONS

    known = {name: facts.get(name, FACTS[name].default) for name in QUESTIONS[what].facts}
    return QUESTIONS[what].rule(known, dice)


def _numbers(typed: str, words: Catalogue) -> list[int]:
    parts = typed.replace(",", " ").split()
    for part in parts:
        if not part.isdigit():
            _refuse(_bad_dice(part, 100), words)
    # Percentile dice that show 00 count as 100 (QAD-0.122-G1).
    return [int(part) or 100 for part in parts]


def _refuse(refused: Illegal, words: Catalogue) -> NoReturn:
    complain(_why(refused, words))


def _why(refused: Illegal, words: Catalogue) -> str:
    rule = f" ({refused.rule})" if refused.rule else ""
    return f"{refused.say(words)}{rule}"


def tell(console: Console, ruling: Ruling, dice: Dice, words: Catalogue) -> None:
    """A ruling to read."""
    for one in ruling.lines:
        console.print(say(words, one.key, one.args))
    if dice.rolled:
        console.print(spoken("referee.rolled", n=len(dice.rolled), dice=", ".join(dice.rolled)), style="dim")


# At the table


def _facts_of_units() -> dict[str, list[str]]:
    """What is told of one's own unit, and of the enemy's: what follows is of no other."""
    from ..games.qadardalikoi.referee import FACTS

    theirs = [name for name in FACTS if name.startswith("foe_")]
    own = [name.removeprefix("foe_") for name in theirs]
    return {"unit": [*own, "fatigue", "percent"], "foe": theirs}


class Asking:
    """What must be told is asked for one by one, with what was told before as the answer that Enter gives."""

    def __init__(self, words: Catalogue, before: dict[str, Any]) -> None:
        self.words, self.before = words, before

    def ask(self, name: str) -> Any:
        """What somebody says of a fact, until it can be understood."""
        from ..games.qadardalikoi.referee import FACTS, read

        fact = FACTS[name]
        usual = self.before.get(name, fact.default)
        said = say(self.words, fact.prompt.key, fact.prompt.args)
        while True:
            shown = f" [{self._shown(fact, usual)}]" if usual is not None else ""
            typed = input(spoken("referee.ask", what=said, usual=shown)).strip()
            meant = _leave_or_back(typed)
            if typed == "?" or meant == "help":
                print(self._help(fact))
            elif not typed and usual is not None:
                return usual
            else:
                try:
                    return read(fact, typed, self.words, lambda army: army_named(army)[1])
                except Illegal as refused:
                    print(_why(refused, self.words))
                except (typer.Exit, OSError, ValueError) as error:
                    if not isinstance(error, typer.Exit):
                        print(error)

    def _shown(self, fact: Fact, value: Any) -> str:
        if fact.kind == "unit":
            return str(value.troops.name)
        if fact.kind == "yes":
            return self.words["referee.yes" if value else "referee.no"].split()[0]
        if fact.kind in ("several", "order"):
            return " ".join(map(str, value))
        return str(value)

    def needed(self, name: str) -> None:
        """Ask for a fact that must be told; what was told of another unit before is forgotten."""
        was, now = self.before.get(name), self.ask(name)
        if was is not None and name in ("unit", "foe") and was.troops != now.troops:
            for fact in _facts_of_units()[name]:
                self.before.pop(fact, None)
        self.before[name] = now

    def others(self, what: str, names: Sequence[str]) -> None:
        """All that need not be told, in as many lines as people like; nothing: it is as usual."""
        from ..games.qadardalikoi.referee import FACTS

        while True:
            told = [name for name in names if self.before.get(name, FACTS[name].default) != FACTS[name].default]
            if told:
                shown = ", ".join(
                    f"{_called([name], self.words)}={self._shown(FACTS[name], self.before[name])}" for name in told
                )
                print(spoken("referee.as_told", facts=shown))
            typed = input(spoken("referee.others")).strip()
            meant = _leave_or_back(typed)
            if not typed:
                return
            if typed == "?" or meant == "help":
                wide = max(15, *(len(_called([name], self.words)) for name in names))
                for name in names:
                    value = self._shown(FACTS[name], self.before.get(name, FACTS[name].default))
                    said = say(self.words, FACTS[name].prompt.key, FACTS[name].prompt.args)
                    print(f"  {_called([name], self.words):<{wide}} {said} [{value}]")
            else:
                self._hear(what, names, typed)

    def _hear(self, what: str, names: Sequence[str], typed: str) -> None:
        """Facts as NAME=VALUE, with spaces or commas between them."""
        from ..games.qadardalikoi.referee import FACTS, named, read

        pairs = PAIR.findall(typed)
        if not pairs:
            print(spoken("referee.no_value", given=typed))
        for told, value in pairs:
            name = named(told, names, self.words)
            if name is None:
                print(_no_fact(what, told, names, self.words))
                continue
            try:
                self.before[name] = read(FACTS[name], value.strip(" ,"), self.words, lambda army: army_named(army)[1])
            except Illegal as refused:
                print(_why(refused, self.words))

    def _help(self, fact: Fact) -> str:
        """What may be answered."""
        choices = fact.choices()
        if choices:
            return spoken("referee.help_choice", known=", ".join(choices))
        return spoken(f"referee.help_{fact.kind}", least=fact.least, most=fact.most)

    def dice(self, sides: int) -> list[int]:
        """The dice of the table: what they showed, several at once if there are several; nothing: the program rolls."""
        while True:
            typed = input(spoken("referee.dice", sides=sides)).strip()
            _leave_or_back(typed)
            parts = typed.replace(",", " ").split()
            if all(part.isdigit() and 0 <= int(part) <= sides for part in parts):
                return [int(part) or sides for part in parts]
            print(_why(_bad_dice(typed, sides), self.words))


def sit(console: Console, seed: str | None) -> None:
    """Question after question; what was told once is offered again."""
    words, rng = _words(), Random(seed)
    before: dict[str, Any] = {}
    console.print(spoken("referee.welcome"))
    last = ""
    try:
        while True:
            last = _which(last)
            try:
                _rule(console, last, Asking(words, before), rng)
            except Back:
                continue
            except Illegal as refused:
                console.print(_why(refused, words))
    except (Leave, EOFError, KeyboardInterrupt):
        console.print(spoken("referee.goodbye"))


def _rule(console: Console, what: str, asking: Asking, rng: Random) -> None:
    """Ask for the facts of a question, and rule."""
    from ..games.qadardalikoi.referee import FACTS
    from ..games.qadardalikoi.referee import QUESTIONS as KNOWN

    names = KNOWN[what].facts
    needed = [name for name in names if FACTS[name].default is None]
    for name in needed:
        asking.needed(name)
    asking.others(what, [name for name in names if name not in needed])
    dice = Dice((), rng, asking.dice)
    ruling = _ruled(what, asking.before, dice)
    tell(console, ruling, dice, asking.words)
    asking.before.update(ruling.now)


def _which(last: str) -> str:
    """What shall be ruled: by its number or the first letters of its name, in English too; the last one by Enter."""
    called = _questions()
    for n, (name, word) in enumerate(called.items(), 1):
        print(f"  {n:>2}  {word:<11} {spoken(f'help_of.referee_{name}')}")
    prompt = spoken("referee.which") + (f" [{called[last]}]" if last else "")
    while True:
        typed = input(f"{prompt} ").strip().casefold()
        if spoken.meant(typed, ("quit",)):
            raise Leave
        if not typed:
            if last:
                return last
            continue
        found = {
            name: typed in (name, word, str(n))
            for n, (name, word) in enumerate(called.items(), 1)
            if name.startswith(typed) or word.startswith(typed) or typed == str(n)
        }
        exact = [name for name, whole in found.items() if whole]
        if len(exact or found) == 1:
            return next(iter(exact or found))
        print(spoken("referee.no_question", given=typed, known=", ".join(called.values())))
