"""Still have doubts? Yhop the Wise answers any question with yes or no. He is no part of the game's moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from arbiter.core import Illegal, Text, rule

from .state import Race


@dataclass(slots=True, frozen=True)
class Saying:
    """A question and what Yhop showed."""

    seat: int
    round: int
    question: str
    yes: bool


@dataclass(slots=True)
class Yhop:
    """The judge of one table: what he was asked and what he said, which holds for the whole game.

    >>> yhop = Yhop()
    >>> yhop.ask(0, 1, "May I go first?", Random(1)).yes
    True
    >>> yhop.ask(2, 3, "May I  go first?", Random(2)).yes
    True
    """

    sayings: list[Saying] = field(default_factory=list)

    @rule("YUM-DOUBT-4", "YUM-DOUBT-5", "YUM-DOUBT-6", "YUM-DOUBT-7", "YUM-COMP-8")
    def ask(self, seat: int, round: int, question: str, stone: Random) -> Saying:
        """Put a yes/no question, at most one a player and round; a question asked before keeps its answer.

        `stone` is chance of its own: the game's dice are not touched.
        """
        asked = " ".join(question.split())
        if not asked:
            raise Illegal("refused.question", "YUM-DOUBT-4")
        for old in self.sayings:
            if old.question.casefold() == asked.casefold():
                return old
        if any(old.seat == seat and old.round == round for old in self.sayings):
            raise Illegal("refused.questions", "YUM-DOUBT-4")
        saying = Saying(seat, round, asked, stone.random() < 0.5)
        self.sayings.append(saying)
        return saying


@dataclass(slots=True)
class Judge:
    """Yhop at one table, as a driver asks him."""

    yhop: Yhop = field(default_factory=Yhop)

    def ask(self, seat: int, race: Race, question: str, stone: Random) -> Text:
        """What he shows, in words."""
        saying = self.yhop.ask(seat, race.round, question, stone)
        return Text("yhop.yes" if saying.yes else "yhop.no", {"question": saying.question})
