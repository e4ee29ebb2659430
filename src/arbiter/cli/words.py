"""From what the table says to words on a screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from unicodedata import combining, normalize

from rich.color import Color, ColorParseError
from rich.text import Text as Words

from ..core import Amount, Ask, Catalogue, Choose, Event, Form, Game, Option, Several, say
from ..core.scenes import TINCTURES, Text
from .speech import spoken

PALETTE = ("#5b93e6", "#e5564f", "#f2d469", "#76c391", "#d8aee8", "#eba46a", "#c9cdd2", "#7f93a8")
"""The tinctures as a terminal shows them; the seats wear them in this order where the scene names none."""
PAINT = dict(zip(TINCTURES, PALETTE, strict=True))

CLIENT_WORDS = {"amount": "{value}", "several": "{value}", "place": "({value})", "form": "{value}"}


class Voice:
    """Speaks for one table: knows the game's catalogue, the seats' names and their colours."""

    def __init__(
        self, game: Game[Any], names: Sequence[str], colours: Sequence[str] = (), catalogue: Catalogue | None = None
    ) -> None:
        words = catalogue or game.catalogue(spoken.language)
        language = spoken.language if spoken.language in game.languages else "en"
        self.catalogue = {**CLIENT_WORDS, "language": language, **words}
        self.names = list(names)
        self.wear(colours)
        ledger = game.ledger(language)
        self.rules = {entry["id"]: entry["text"] for entry in ledger.get("rule", [])}
        self.rules |= {entry["id"]: entry["ruling"] for entry in ledger.get("gap", []) if "ruling" in entry}
        self.rules |= {entry["id"]: _decision(entry) for entry in ledger.get("decision", [])}

    def wear(self, colours: Sequence[str]) -> None:
        """Take the colours that the seats have now."""
        given = [terminal_colour(PAINT.get(colour, colour)) for colour in colours]
        self.colours = [
            colour or PALETTE[at % len(PALETTE)] for at, colour in enumerate([*given, *PALETTE[len(given) :]])
        ]

    def seat(self, seat: int) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else spoken("player", n=seat + 1)

    def colour(self, seat: int | None) -> str:
        return "" if seat is None else self.colours[seat % len(self.colours)]

    def say(self, key: str, args: Mapping[str, Any] | None = None) -> str:
        return say(self.catalogue, key, args or {}, self.seat)

    def text(self, text: Text | None) -> str:
        return "" if text is None else self.say(text.key, text.args)

    def icon(self, icon: str, named: str = "") -> str:
        """The word for an icon: the game's, or the name of a thing that bears it."""
        return self.catalogue.get(f"icon.{icon}") or named or icon

    def mark(self, mark: str) -> str:
        """The word for a mark on a thing."""
        return self.catalogue.get(f"mark.{mark}", mark)

    def event(self, event: Event) -> Words:
        return self.coloured(self.say(event.key, event.args))

    def option(self, option: Option) -> str:
        return self.say(option.key, option.args)

    def prompt(self, ask: Ask) -> str:
        return self.say(ask.prompt, ask.args)

    def answer(self, ask: Ask, answer: Any) -> str:
        """An answer to an ask in words."""
        if isinstance(ask, Choose):
            for option in ask.options():
                if option.value == answer:
                    return self.option(option)
        if isinstance(ask, Several):
            return ", ".join(self.option(ask.part(value)) for value in answer) or spoken("none")
        if isinstance(ask, Form):
            asked = {name: ask.put(name, answer) for name in ask.fields}
            said = [(self.prompt(field), self.answer(field, answer[name])) for name, field in asked.items() if field]
            return "; ".join(spoken("said_of", what=prompt, said=answer) for prompt, answer in said)
        if isinstance(answer, tuple):
            return ", ".join(map(str, answer))
        return str(answer) if not isinstance(ask, Amount) else f"{answer}"

    def coloured(self, line: str, style: str = "") -> Words:
        """A line in which each seat's name has the seat's colour."""
        words = Words(line, style=style)
        for seat, name in enumerate(self.names):
            words.highlight_words([name], f"bold {self.colour(seat)}")
        return words

    def rule(self, id: str) -> Words:
        """A rule or ruling of the ledger: its id and its text."""
        text = self.rules.get(id) or spoken("no_entry")
        return Words(id, style="bold cyan").append(f"  {text}", style="not bold default")


def folded(text: str) -> str:
    """A text as it is compared with what somebody types: small letters, none of them with an accent.

    >>> folded("Béy Sü")
    'bey su'
    """
    return "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))


def _decision(entry: Mapping[str, Any]) -> str:
    """Who decides what, and when, as the ledger has it.

    >>> _decision({"who": "the owner", "when": "a loss", "options": ["this card", "that card"], "default": "this card"})
    'The owner, a loss: this card; that card. Without an answer: this card.'
    """
    options = entry["options"]
    said = f"{entry['who']}, {entry['when']}: {options if isinstance(options, str) else '; '.join(options)}."
    said = said[0].upper() + said[1:]
    return f"{said} {spoken('by_default', default=entry['default'])}" if "default" in entry else said


def terminal_colour(colour: str) -> str:
    """A scene's colour as a terminal takes it; nothing where it knows none such.

    >>> terminal_colour("#d33"), terminal_colour("hsl(3 4 5)")
    ('#dd3333', '')
    """
    if re.fullmatch(r"#[0-9a-fA-F]{3}", colour):
        return "#" + "".join(2 * digit for digit in colour[1:])
    try:
        Color.parse(colour)
    except ColorParseError:
        return ""
    return colour


def short_names(things: Iterable[str]) -> dict[str, str]:
    """A short name for each thing: its initial, or two letters where initials clash.

    >>> short_names(["soldier", "knight", "camp", "catapult"])
    {'camp': 'Cm', 'catapult': 'Ct', 'knight': 'K', 'soldier': 'S'}
    """
    short: dict[str, str] = {}
    known = sorted(set(things))
    for thing in known:
        rivals = [other for other in known if other != thing and other[:1] == thing[:1]]
        if not rivals:
            short[thing] = thing[:1].upper()
            continue
        own = next((c for c in thing[1:] if c.isalnum() and all(c not in other[1:] for other in rivals)), "")
        short[thing] = thing[:1].upper() + own if own else thing[:3].title()
    return short
