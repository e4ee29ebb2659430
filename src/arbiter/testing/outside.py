"""A watch over the rules: do they read a clock, or roll dice that nobody records?"""

from __future__ import annotations

import datetime
import gc
import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

CLOCKS = {
    getattr(time, name)
    for name in dir(time)
    if name.startswith(("time", "monotonic", "perf_counter", "process_time", "thread_time"))
    or name in ("sleep", "localtime", "gmtime", "ctime")
    if callable(getattr(time, name))
}
ROLLS = {os.urandom, random.SystemRandom.random}
_UNRECORDED = random.random.__self__  # type: ignore[attr-defined]
_SEED = random.Random.seed.__code__


class LookedOutside(AssertionError):
    """A rule did something that no journal records."""


@contextmanager
def watched() -> Iterator[None]:
    """Raise LookedOutside when anything in this block reads a clock or an unrecorded source of chance."""

    def watch(frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call":
            owner = getattr(called, "__self__", None)
            if called in CLOCKS or (isinstance(owner, type) and issubclass(owner, datetime.date)):
                fail(frame, f"reads the clock by {called.__qualname__}")
            if called in ROLLS or owner is _UNRECORDED:
                fail(frame, f"rolls unrecorded dice by {called.__qualname__}")
        elif event == "call" and frame.f_code is _SEED and frame.f_locals.get("a") is None:
            fail(frame.f_back or frame, "makes a Random without a seed")

    def fail(frame: FrameType, what: str) -> None:
        sys.setprofile(before)
        while frame.f_code.co_filename == random.__file__ and frame.f_back is not None:
            frame = frame.f_back
        raise LookedOutside(f"{frame.f_code.co_filename}:{frame.f_lineno} {what}")

    # The garbage collector may call back into libraries that look at the clock for their own ends.
    collecting = gc.isenabled()
    gc.disable()
    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(before)
        if collecting:
            gc.enable()
