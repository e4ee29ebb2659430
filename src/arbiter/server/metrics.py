"""What the house counts, for Prometheus, and whether it is well."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
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
    "arbiter_answer_seconds": ("histogram", "Time until an answer was durable."),
}


ANSWERS = 'arbiter_answers_total{by="person"}'
SECONDS = "arbiter_answer_seconds"


class Counts:
    """Counters, and how long answers took from the moment they were heard until they were durable."""

    def __init__(self) -> None:
        self.totals: Counter[str] = Counter()
        self._between = [0] * (len(STEPS) + 1)
        self._seconds = 0.0

    def add(self, name: str) -> None:
        self.totals[name] += 1

    def answered(self, took: float) -> None:
        """An answer of a person was taken, in so many seconds."""
        self.totals[ANSWERS] += 1
        self._seconds += took
        self._between[bisect_left(STEPS, took)] += 1

    def counted(self, gauges: dict[str, int]) -> dict[str, float]:
        """All that is counted, by the names that Prometheus reads."""
        sums = [*accumulate(self._between)]
        bounds = [*(str(bound) for bound in STEPS), "+Inf"]
        buckets = {f'{SECONDS}_bucket{{le="{bound}"}}': n for bound, n in zip(bounds, sums, strict=True)}
        return {**gauges, **self.totals, **buckets, f"{SECONDS}_sum": self._seconds, f"{SECONDS}_count": sums[-1]}


def lines(counted: Mapping[str, float]) -> Iterator[str]:
    """What was counted, as Prometheus reads it."""
    for name, (kind, about) in ABOUT.items():
        yield f"# HELP {name} {about}"
        yield f"# TYPE {name} {kind}"
        for key, value in counted.items():
            if key.partition("{")[0].removesuffix("_bucket").removesuffix("_sum").removesuffix("_count") == name:
                yield f"{key} {value:.6f}" if key.endswith("_sum") else f"{key} {value:.0f}"


async def metrics(request: Request) -> Response:
    """The counts of all workers, for the machine itself and those near it: they are nobody else's business."""
    if not _near(request.client.host if request.client else ""):
        raise HTTPException(404)
    house = request.app.state.house
    counted: Counter[str] = Counter(house.counted())
    for told in house.doorkeeper.neighbours.others():
        counted.update(told.counted)
    return PlainTextResponse("\n".join(lines(counted)) + "\n", media_type="text/plain; version=0.0.4")


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
