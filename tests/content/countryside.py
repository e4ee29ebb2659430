"""A tiny vocabulary for the documentation and the tests: a countryside where one finds gold and loses life."""

from __future__ import annotations

from typing import Literal

from arbiter.content.vocabulary import Condition, Effect, Entry, Steps, Tests, Vocabulary


class Gain(Effect, frozen=True, tag="gain"):
    """Receive n of something."""

    what: Literal["gold", "life"]
    n: int = 1


class Choose(Effect, frozen=True, tag="choose"):
    """The player picks one of the lists."""

    options: tuple[Steps, ...]


class If(Effect, frozen=True, tag="if"):
    """Do the one or the other."""

    tests: Tests
    then: Steps
    otherwise: Steps = Steps()


class Has(Condition, frozen=True, tag="has"):
    """The player has at least n of something."""

    what: Literal["gold", "life"]
    n: int = 1


class Card(Entry, frozen=True, kw_only=True):
    """A card of the countryside."""

    name: str
    copies: int = 1
    effects: Steps = Steps()


COUNTRYSIDE = Vocabulary([Gain, Choose, If], [Has])
