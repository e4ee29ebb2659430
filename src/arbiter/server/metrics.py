"""What the house counts, for Prometheus, and whether it is well."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from .. import __version__

logger = logging.getLogger("arbiter.server")

PATIENCE = 3.0
"""Seconds within which a healthy store answers."""
STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""The bounds, in seconds, between which the time of an answer is counted."""

ABOUT = {
    "arbiter_sockets": ("gauge", "Pages that are open."),
    "arbiter_rooms": ("gauge", "Tables that somebody looks at."),
    "arbiter_answers_total": ("counter", "Answers that were taken, by who gave them."),
    "arbiter_refused_total": ("counter", "Messages that were refused."),
    "arbiter_failures_total": ("counter", "Messages at which something went wrong here."),
    "arbiter_tables_set_total": ("counter", "Tables that were set."),
}


class Counts:
    """Counters, and how long answers took from the moment they were heard until they were durable."""

    def __init__(self) -> None:
        self.totals: Counter[str] = Counter()
        self._between = [0] * (len(STEPS) + 1)
        self._seconds = 0.0
        self._timed = 0

    def add(self, name: str, **labels: str) -> None:
        shown = ",".join(f'{label}="{value}"' for label, value in labels.items())
        self.totals[f"{name}{{{shown}}}" if shown else name] += 1

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Time an answer; one that is refused or fails is not counted."""
        begun = time.perf_counter()
        yield
        took = time.perf_counter() - begun
        self._seconds += took
        self._timed += 1
        self._between[bisect_left(STEPS, took)] += 1

    def lines(self, gauges: dict[str, int]) -> Iterator[str]:
        """All that is counted, as Prometheus reads it."""
        found = {**gauges, **self.totals}
        for name, (kind, about) in ABOUT.items():
            yield f"# HELP {name} {about}"
            yield f"# TYPE {name} {kind}"
            yield from (f"{key} {value}" for key, value in found.items() if key.partition("{")[0] == name)
        name = "arbiter_answer_seconds"
        yield f"# HELP {name} Time until an answer was durable."
        yield f"# TYPE {name} histogram"
        yield from (
            f'{name}_bucket{{le="{bound}"}} {n}' for bound, n in zip(STEPS, accumulate(self._between), strict=False)
        )
        yield f'{name}_bucket{{le="+Inf"}} {self._timed}'
        yield f"{name}_sum {self._seconds:.6f}"
        yield f"{name}_count {self._timed}"


async def metrics(request: Request) -> Response:
    """The counts, for the machine itself and its neighbours: they are nobody else's business."""
    if not _near(request.client.host if request.client else ""):
        raise HTTPException(404)
    house = request.app.state.house
    gauges = {"arbiter_sockets": house.doorkeeper.sockets, "arbiter_rooms": house.rooms}
    return PlainTextResponse("\n".join(house.counts.lines(gauges)) + "\n", media_type="text/plain; version=0.0.4")


def _near(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return found.is_loopback or found.is_private


async def health(request: Request) -> Response:
    """Whether tables can be served: the store has to answer, and to take what it is given."""
    house = request.app.state.house
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.to_thread(house.store.sitting, "")
            await house.store.ready()
    except Exception as error:
        logger.error("the house is not well: %s", error)
        return PlainTextResponse(f"not well: the store does not answer, or takes nothing\n{__version__}\n", 503)
    return PlainTextResponse(f"well\n{__version__}\n")
