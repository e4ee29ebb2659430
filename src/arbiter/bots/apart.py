"""A bot in a process of its own: it is handed where a table stands, and sends back what it would answer."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from random import Random
from typing import Any, NamedTuple

from ..core import Entry, Game, Table, Text
from ..core.snapshots import restore
from .bot import Bot
from .reasons import reasons

NICE = 10
"""How far a thinking process stands back behind one that people wait for."""
MEMORY = 1 << 30
"""The most bytes that a thinking process may take."""


class Question(NamedTuple):
    """A table, as a process elsewhere can set it up again, and which bot is asked for which seat; `why` asks for its
    reasons, too."""

    game: Game[Any]
    seats: int
    seed: int | str
    options: Any
    entropy: dict[int, str]
    log: list[Entry]
    snapshot: bytes
    bot: Bot
    seat: int
    luck: int
    why: bool = False

    def table(self) -> Table[Any]:
        return restore(self.game, self.seats, self.seed, self.options, self.entropy, self.log, self.snapshot)


class Reply(NamedTuple):
    """What a bot answers; `failed` says what went wrong where it has none."""

    answer: Any = None
    failed: str = ""
    reasons: tuple[Text, ...] = ()


def question(table: Table[Any], seat: int, bot: Bot, luck: int, why: bool = False) -> Question:
    """What to hand to a process that thinks for a seat."""
    dice = table.dice
    return Question(
        table.game,
        table.seats,
        dice.seed,
        table.options,
        dict(dice.entropy),
        table.log,
        table.snapshot(),
        bot,
        seat,
        luck,
        why,
    )


def answer(asked: Question) -> Reply:
    """What the bot answers, if that is legal."""
    try:
        table = asked.table()
        ask = next(one for one in table.asks if one.seat == asked.seat)
        given = asked.bot.answer(table, asked.seat, ask, Random(asked.luck))
        refused = ask.why_not(given)
        why = reasons(table, asked.seat, ask, given, Random(asked.luck)) if asked.why and refused is None else ()
    except Exception:
        return Reply(failed=f"it failed: {traceback.format_exc()}")
    if refused is not None:
        return Reply(failed=f"it gave an illegal answer: {refused}")
    return Reply(given, reasons=tuple(why))


def think(questions: Connection, limit: float) -> None:
    """Say that we are ready, then answer for as long as we are asked. Whatever is over the limit ends us."""
    _stand_back()
    alarm: Callable[[float], Any] = _alarm if hasattr(signal, "setitimer") else lambda seconds: None
    with contextlib.suppress(EOFError, OSError):
        questions.send(Reply())
        while True:
            asked = questions.recv_bytes()
            alarm(limit)
            reply = _read_and_answer(asked)
            alarm(0)
            questions.send(reply)


def _read_and_answer(asked: bytes) -> Reply:
    try:
        found = pickle.loads(asked)
    except Exception:
        return Reply(failed=f"a question cannot be read: {traceback.format_exc()}")
    return answer(found)


def _alarm(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_REAL, seconds)


def _stand_back() -> None:
    """People come first: less of the processor, a bound on memory, and Ctrl-C is for whoever started us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
