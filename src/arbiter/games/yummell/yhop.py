"""Still have doubts? Yhop the Wise answers any question with yes or no. He is no part of the game's moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from arbiter.core import Illegal, Text, rule

from .state import Race


@dataclass(slots=True)
class Yhop:
    """The judge of one table: what he was asked, by whom and in which round, and what he said, which holds for the
    whole game."""

    said: dict[str, Text] = field(default_factory=dict)
    asked: set[tuple[int, int]] = field(default_factory=set)

    @rule("YUM-DOUBT-4", "YUM-DOUBT-5", "YUM-DOUBT-6", "YUM-DOUBT-7", "YUM-COMP-8")
    def ask(self, seat: int, race: Race, question: str, stone: Random) -> Text:
        """Put a yes/no question, at most one a player and round; a question asked before keeps its answer.

        `stone` is chance of its own: the game's dice are not touched.
        """
        words = " ".join(question.split())
        if not words:
            raise Illegal("refused.question", "YUM-DOUBT-4")
        if words.casefold() not in self.said:
            if (seat, race.round) in self.asked:
                raise Illegal("refused.questions", "YUM-DOUBT-4")
            self.asked.add((seat, race.round))
            verdict = "yhop.yes" if stone.random() < 0.5 else "yhop.no"
            self.said[words.casefold()] = Text(verdict, {"question": words})
        return self.said[words.casefold()]

    def when(self, race: Race) -> int:
        """The time within which a player has one question."""
        return race.round

    def remember(self, seat: int, when: int, said: Text) -> None:
        """He was asked this before, at that time, and said that."""
        self.asked.add((seat, when))
        self.said[str(said.args["question"]).casefold()] = said
