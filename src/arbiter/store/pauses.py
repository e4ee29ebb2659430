"""Where a task waits for one thing, and goes on in the very call that brings it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from typing import Any


class Pause:
    """A task waits here until `end` is called: it then goes on at once, inside that call, where a future would have the
    loop come round first. As much of a future as tasks ask for; one waits in it at a time, again and again.

    `end` is for callbacks of the loop: no task can go on inside another.
    """

    __slots__ = ("_asyncio_future_blocking", "_given_up", "_go_on", "_loop")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._go_on: Callable[[Pause], object] | None = None
        self._asyncio_future_blocking = self._given_up = False

    def __await__(self) -> Generator[Any, None, None]:
        self._asyncio_future_blocking = True
        yield self

    def end(self) -> None:
        """Whoever waits goes on."""
        go_on, self._go_on = self._go_on, None
        if go_on is not None:
            go_on(self)

    def end_soon(self) -> None:
        """The same when the loop comes round: for those who may be in a task themselves."""
        self._loop.call_soon(self.end)

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        return self._loop

    # What tasks ask for

    def get_loop(self) -> asyncio.AbstractEventLoop:
        return self._loop

    def add_done_callback(self, go_on: Callable[[Pause], object], *, context: Any = None) -> None:
        self._go_on = go_on

    def result(self) -> None:
        if self._given_up:
            self._given_up = False
            raise asyncio.CancelledError

    def cancel(self, msg: Any = None) -> bool:
        if self._go_on is None:
            return False
        self._given_up = True
        self.end_soon()
        return True
