"""What a bot is, and how one is found by its name."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from ..core import Ask, Table
from ..core.asks import canonical

_KINDS: dict[str, type[Bot]] = {}

SECONDS = 0.9
"""How long a bot at its normal level may think about one answer."""


class UnknownBot(Exception):
    """No bot goes by that name, or is at that level; `key` and `about` say so to whoever speaks another language."""

    def __init__(self, message: str, key: str, **about: str) -> None:
        super().__init__(message)
        self.key = key
        self.about = about


class Bot:
    """A player. It may use the ask, `table.view(seat)`, `table.imagine(seat, rng)` and the game's advice, no more.

    `level` is how much a bot that thinks ahead thinks; `seconds` stops it earlier (None: never, so that it always
    gives the same answer for the same rng). `lost` counts how often it could imagine no world and answered by default.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    normal: ClassVar[int] = 0

    def __init__(self, level: int | None = None, seconds: float | None = SECONDS) -> None:
        self.level = self.normal if level is None else level
        stronger = max(1.0, self.level / self.normal) if self.normal else 1.0
        self.seconds = None if seconds is None else seconds * stronger
        self.lost = 0

    def __init_subclass__(cls) -> None:
        if "name" in vars(cls):
            _KINDS[cls.name] = cls

    def __str__(self) -> str:
        return self.name if self.level == self.normal else f"{self.name}:{self.level}"

    def answer(self, table: Table[Any], seat: int, ask: Ask, rng: Random) -> Any:
        """A legal answer to what the seat is asked."""
        raise NotImplementedError

    def at_a_loss(self, table: Table[Any], ask: Ask, rng: Random) -> Any:
        """The default answer, for want of a world to think in; it is counted."""
        self.lost += 1
        return default_answer(table, ask, rng)


def default_answer(table: Table[Any], ask: Ask, rng: Random) -> Any:
    """What the game answers for a seat that does not; any legal answer where it says nothing."""
    try:
        default = canonical(table.game.default(table.view(ask.seat).state, ask))
    except NotImplementedError:
        return ask.sample(rng)
    return ask.settled(default)


def names() -> list[str]:
    """The names of all bots, weakest first."""
    return list(_KINDS)


def find(name: str, seconds: float | None = SECONDS) -> Bot:
    """The bot of that name; `search:200` is a bot with its level.

    >>> str(find("search:50"))
    'search:50'
    """
    kind, colon, level = name.strip().partition(":")
    if kind not in _KINDS:
        known = ", ".join(names())
        raise UnknownBot(f"there is no bot {kind!r}; there are: {known}", "no_bot", bot=kind, known=known)
    if not colon:
        return _KINDS[kind](None, seconds)
    if not _KINDS[kind].normal:
        raise UnknownBot(f"the bot {kind!r} has no levels: write {kind!r} alone", "no_levels", bot=kind)
    if not level.isascii() or not level.isdigit() or int(level) < 1:
        wanted = f"a whole number from 1 is wanted, such as {kind}:100"
        raise UnknownBot(f"{level!r} is no level for {kind!r}: {wanted}", "level", bot=kind, level=level)
    return _KINDS[kind](int(level), seconds)
