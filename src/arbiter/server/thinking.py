"""Where bots think: in processes of their own, so that nobody who plays has to wait for them.

Questions wait by table, and the tables take turns. A process that thinks for too long is ended and another takes its
place; the table then gets the answer that its game gives for a seat that does not.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import multiprocessing
import os
import pickle
from collections import OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random, SystemRandom
from typing import Any, Generic, TypeVar

from ..bots import UnknownBot, default_answer
from ..bots import find as find_bot
from ..bots.apart import Reply, question, think
from ..bots.bot import SECONDS
from ..core import Table

logger = logging.getLogger("arbiter.server")

T = TypeVar("T")

PROCESSES = max(2, (os.cpu_count() or 2) - 1)
"""How many bots think at the same time."""
LIMIT = 10.0
"""Seconds after which a process that thinks is ended."""
STARTING = 60.0
"""Seconds within which a process must be ready to think."""
LEAST = 0.1
"""Seconds that a bot may think at least, however many tables wait."""


class Turns(Generic[T]):
    """What waits, by whom it is for: they take turns, so that nobody's many hold up another's one."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[T]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, whose: str, thing: T) -> None:
        self._waiting.setdefault(whose, deque()).append(thing)

    def take(self) -> T | None:
        """The first thing of whoever has waited longest for a turn."""
        if not self._waiting:
            return None
        whose, things = self._waiting.popitem(last=False)
        thing = things.popleft()
        if things:
            self._waiting[whose] = things
        return thing


class Thinking:
    """The bots' thinking, and the beat on which their answers are shown.

    `pause` is how long (in seconds) people are given to follow an answer; `limit` how long a thought may take.
    """

    def __init__(
        self, pause: float = 0.6, rng: Random | None = None, processes: int = PROCESSES, limit: float = LIMIT
    ) -> None:
        self.pause = pause
        self._rng = rng or Random(SystemRandom().getrandbits(128))
        self._limit = limit
        self._turns: Turns[tuple[bytes, asyncio.Future[Reply]]] = Turns()
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="bot")
        self.processes = tuple(Process() for _ in range(processes))
        self._resting = list(self.processes)
        self._closed = False
        self._serving: set[asyncio.Task[None]] = set()

    async def ask(self, table: Table[Any], seat: int, bot: str, queue: str) -> Any:
        """What a bot answers for a seat that is asked: always a legal answer, and never one that took for ever.

        Questions of one `queue`, which is the id of a table, take turns with those of others. Hand over a clone: the
        table must not move on meanwhile.
        """
        return (await self.advise(table, seat, bot, queue, why=False)).answer

    async def advise(self, table: Table[Any], seat: int, bot: str, queue: str, why: bool = True) -> Reply:
        """The same with its reasons."""
        ask = next(one for one in table.asks if one.seat == seat)
        luck = self._rng.getrandbits(64)
        try:
            # Where many tables wait, each is thought about for less time.
            seconds = max(LEAST, SECONDS * min(1.0, len(self.processes) / (1 + len(self._turns))))
            handed = pickle.dumps(question(table, seat, find_bot(bot, seconds), luck, why))
        except Exception as error:
            reply = Reply(failed=f"it cannot be asked: {error!r}")
        else:
            reply = await self._reply(queue, handed)
        if reply.failed:
            logger.error("the bot %s has no answer to %s at table %s: %s", bot, ask.prompt, queue, reply.failed)
            return Reply(default_answer(table, ask, Random(luck)))
        return reply

    def _reply(self, queue: str, handed: bytes) -> asyncio.Future[Reply]:
        """The reply to a question, which waits for its turn."""
        waiting: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._turns.put(queue, (handed, waiting))
        if self._resting:
            serving = asyncio.create_task(self._serve(self._resting.pop()))
            self._serving.add(serving)
            serving.add_done_callback(self._serving.discard)
        return waiting

    async def _serve(self, process: Process) -> None:
        """Let one process think about what waits until nothing does."""
        loop = asyncio.get_running_loop()
        try:
            while (turn := self._turns.take()) is not None:
                handed, waiting = turn
                if waiting.done():
                    continue
                try:
                    reply = await loop.run_in_executor(self._threads, process.ask, handed, self._limit)
                except Exception as error:
                    reply = Reply(failed=f"no process thinks about it: {error!r}")
                if self._closed:
                    waiting.cancel()
                elif not waiting.done():
                    waiting.set_result(reply)
        finally:
            self._resting.append(process)

    def left(self, bot: str, spent: float, followed: bool) -> float:
        """How long to wait with an answer that took so long, so that its time tells nothing about the hand.

        Answers fall on a steady beat, a quicker one where several choose at once and there is nothing to follow. A bot
        that thinks ahead is given its whole time, whether it used it or not.
        """
        beat = self.pause if followed else self.pause / 4
        if not beat:
            return 0.0
        whole = 1
        with contextlib.suppress(UnknownBot):
            given = find_bot(bot)
            whole = math.ceil((given.seconds or 0.0) / beat) if given.normal else 1
        return beat * max(whole, math.floor(spent / beat) + 1) - spent

    def close(self) -> None:
        """End all processes; nobody waits for them any more."""
        self._closed = True
        for process in self.processes:
            process.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)


class Process:
    """One process that thinks, begun when it is first asked and begun anew when it was ended."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    def ask(self, handed: bytes, limit: float) -> Reply:
        """Its reply to a question. Called from a thread, which waits."""
        try:
            line = self._line or self._begin(limit)
            line.send_bytes(handed)
            if line.poll(limit):
                reply: Reply = line.recv()
                return reply
            why = f"it has thought for more than {limit:g} seconds"
        except (EOFError, OSError):
            why = "its process has ended"
        self._end()
        return Reply(failed=why)

    def _begin(self, limit: float) -> Connection:
        here, there = multiprocessing.Pipe()
        # Nothing of the server is carried over: no thread, no lock, no open file.
        context = multiprocessing.get_context("spawn")
        process = context.Process(target=think, args=(there, limit + 1), name="bot", daemon=True)
        process.start()
        there.close()
        self._process, self._line = process, here
        if not here.poll(STARTING):
            raise EOFError
        here.recv()
        return here

    @property
    def alive(self) -> bool:
        return self._process is not None

    def kill(self) -> None:
        """End it at once, from any thread."""
        if (process := self._process) is not None:
            process.kill()

    def _end(self) -> None:
        self.kill()
        if self._process is not None:
            self._process.join()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None
