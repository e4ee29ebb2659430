"""What is being written: it can be awaited in a loop or waited for in a thread, and is done when it is durable."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError
from threading import Event, Lock
from typing import Any, Generic, TypeVar

from .pauses import Pause

T = TypeVar("T")


class Write(Generic[T]):
    """Some work at a database, for its writer's thread. Many are done together, and a loop is woken once for them all.

    Who gives up waiting before it has begun has not written it; from then on nobody can give up. `hurry` sees to it
    that the writer has it, where somebody stops his loop to wait for it.
    """

    __slots__ = ("_blocked", "_called", "_done", "_error", "_hurry", "_result", "_taken", "waiting", "work")

    def __init__(self, work: Callable[[Any], T], hurry: Callable[[], None] = lambda: None) -> None:
        self.work = work
        self._hurry = hurry
        self._taken = Lock()
        self._done = False
        self._result: T | None = None
        self._error: BaseException | None = None
        self.waiting: Pause | None = None
        self._blocked: Event | None = None
        self._called: Callable[[Write[T]], None] | None = None

    # For whoever waits

    def __await__(self) -> Generator[Any, None, T]:
        self.waiting = waiting = Pause(asyncio.get_running_loop())
        # The writer says that it is done and then looks who waits: it has seen us, or we see it.
        if not self._done:
            try:
                yield from waiting.__await__()
            except asyncio.CancelledError:
                self.cancel()
                raise
        return self.result()

    def result(self, timeout: float | None = None) -> T:
        if (error := self.exception(timeout)) is not None:
            raise error
        return self._result  # type: ignore[return-value]

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """What went wrong, once it is done; nothing where all is well."""
        if not self._done:
            self._blocked = blocked = Event()
            self._hurry()
            if not self.done() and not blocked.wait(timeout):
                raise TimeoutError
        return self._error

    def done(self) -> bool:
        return self._done

    def cancel(self) -> bool:
        """Give up. False where it has begun: then it is done in full."""
        if not self._taken.acquire(blocking=False):
            return False
        self._error, self._done = CancelledError(), True
        return True

    def when_done(self, called: Callable[[Write[T]], None]) -> None:
        """Call this, from any thread, when it is done."""
        self._called = called
        if self._done:
            called(self)

    # For the writer

    def begin(self) -> bool:
        """Whether it is to be done: nobody has given it up."""
        return self._taken.acquire(blocking=False)

    def finish(self, result: T | None, error: BaseException | None = None) -> None:
        self._result, self._error, self._done = result, error, True
        if self._blocked is not None:
            self._blocked.set()
        if self._called is not None:
            with contextlib.suppress(Exception):
                self._called(self)


def wake(group: Iterable[Write[Any]]) -> None:
    """Those who wait for these in a loop may go on."""
    loops: dict[asyncio.AbstractEventLoop, list[Pause]] = {}
    for write in group:
        if (waiting := write.waiting) is not None:
            loops.setdefault(waiting.loop, []).append(waiting)
    for loop, those in loops.items():
        # A loop that has ended waits for nothing.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_go_on, those)


def _go_on(those: list[Pause]) -> None:
    for waiting in those:
        waiting.end()
