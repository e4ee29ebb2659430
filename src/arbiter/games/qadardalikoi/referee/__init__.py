"""The rules for people with figures on a table of their own: they tell the facts, the chapters of the battle rule.

Nothing is reckoned here. A table is set as people tell it (`setting`), and the same functions that play a battle play
on it (`rulings`); what they tell is the ruling.
"""

from .facts import FACTS, Fact, called, named, read, said, troops_named
from .rulings import QUESTIONS, Question, Ruling

__all__ = ["FACTS", "QUESTIONS", "Fact", "Question", "Ruling", "called", "named", "read", "said", "troops_named"]
