"""Is every rule proved? Its home is emptied, and a test that is marked with its id must then fail.

    python -m arbiter.testing.prove [--game GAME] [--rule ID] [--sample N --turn N] [--jobs N] [TESTS ...]

The tests are collected once. For each rule the process forks; the fork empties the rule's home and runs the tests that
are marked with the rule until one fails. What was reckoned while modules were imported does not notice that, so a rule
that survives is tried again in a new process, where its home is emptied as soon as it is written.
"""

from __future__ import annotations

import argparse
import gc
import os
import pickle
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

import arbiter

from ..core import rulebook
from ..core.rulebook import HOMES, place
from .emptied import empty

LIMIT = 120
"""Seconds after which the tests of a rule count as failed, whatever they wait for."""
PATIENCE = 3
"""Seconds of work after which a test counts as failed, and twenty times what it took before: something never ends."""
ALIVE, CAUGHT, BROKEN = 0, 1, 3


class Proof:
    """A pytest plugin: in place of running the tests, it runs those of each rule with the rule's home emptied."""

    def __init__(self, games: Sequence[str], rules: Sequence[str], sample: int, turn: int, jobs: int) -> None:
        self.owners = {id: game for game in games for id in _ledger(game)}
        self.rules, self.sample, self.turn, self.jobs = rules, sample, turn, jobs
        self.failed = False
        self.times: dict[str, float] = {}
        self.survivors: list[str] = []

    # What pytest calls

    def pytest_sessionstart(self) -> None:
        _quickly()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if _ids(item) and item.get_closest_marker("browser") is None]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed
        self.times[report.nodeid] = self.times.get(report.nodeid, 0) + (60 if report.failed else report.duration)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        tests: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            for id in _ids(item):
                tests[id].append(item)
        gc.freeze()
        ids = self._chosen()
        self._settle_the_order([item for id in ids for item in tests[id]])
        alive = self._run({id: partial(self._outlives, id, tests[id]) for id in ids})
        alive = self._run({id: partial(_outlives_from_the_start, id, tests[id]) for id in alive})
        self._report(ids, set(alive), tests)
        return True

    # The steps

    def _chosen(self) -> list[str]:
        """The rules asked for that have a home, or the next so many of them in an order that stays the same."""
        ids = sorted(id for id in HOMES if id in self.owners)
        if homeless := sorted(set(self.rules) - set(ids)):
            raise pytest.UsageError(f"no function of these games does {', '.join(homeless)}")
        ids = [id for id in ids if not self.rules or id in self.rules]
        if not self.sample:
            return ids
        Random(0).shuffle(ids)
        start = self.turn * self.sample % len(ids)
        return (ids[start:] + ids[:start])[: self.sample]

    def _settle_the_order(self, items: list[pytest.Item]) -> None:
        """Run the tests with all rules in place: they must pass, and the quick ones come first from then on."""
        reading, writing = os.pipe()

        def tell() -> bool:
            _run_tests(list(dict.fromkeys(items)))
            with os.fdopen(writing, "wb") as out:
                pickle.dump((self.failed, self.times), out)
            return True

        pid = _fork(tell, limit=0)
        os.close(writing)
        with os.fdopen(reading, "rb") as told:
            failed, self.times = pickle.load(told)
        os.waitpid(pid, 0)
        if failed:
            raise pytest.UsageError("the marked tests must pass while every rule is in its place")

    def _outlives(self, id: str, items: list[pytest.Item]) -> bool:
        """Do all tests marked with a rule pass without it?"""
        empty(HOMES[id])
        for item in sorted(items, key=lambda item: self.times.get(item.nodeid, 0)):
            signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE + 20 * self.times.get(item.nodeid, 0))
            _run_tests([item])
            if self.failed:
                return False
        return True

    def _run(self, jobs: dict[str, Callable[[], bool]]) -> list[str]:
        """Run each job in a fork, several at a time; gives the names of those that say True or cannot be done."""
        waiting, running, alive = list(jobs), dict[int, str](), list[str]()
        while waiting or running:
            while waiting and len(running) < self.jobs:
                id = waiting.pop(0)
                running[_fork(jobs[id])] = id
            pid, status = os.wait()
            if pid in running:
                id = running.pop(pid)
                if os.waitstatus_to_exitcode(status) in (ALIVE, BROKEN):
                    alive.append(id)
        return alive

    def _report(self, ids: list[str], alive: set[str], tests: dict[str, list[pytest.Item]]) -> None:
        for id in ids:
            if id in alive:
                named = sorted({item.nodeid.partition("[")[0] for item in tests[id]}) or ["no test is marked with it"]
                self.survivors.append(" ".join([self.owners[id], id, place(HOMES[id]), *named]))
        print("\n".join(self.survivors))
        whole, missed = (Counter(self.owners[id] for id in some) for some in (ids, alive))
        for game, count in sorted(whole.items()):
            proved = count - missed[game]
            print(f"{game}: {proved} of {count} rules are proved ({100 * proved / count:.1f} %)")


def _ids(item: pytest.Item) -> list[str]:
    return [id for mark in item.iter_markers("rule") for id in mark.args]


def _ledger(game: str) -> list[str]:
    ledger = arbiter.find(game).ledger()
    return [entry["id"] for part in ("rule", "gap", "decision", "content") for entry in ledger.get(part, ())]


def _quickly() -> None:
    """Property tests look for one counterexample, the same in each run, and do not polish it."""
    settings.register_profile(
        "prove",
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("prove")


def _run_tests(items: list[pytest.Item]) -> None:
    for item, after in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)


def _fork(job: Callable[[], bool], limit: int = LIMIT) -> int:
    """Let a fork do something in silence, within so many seconds (0: any), and say how that went by the way it ends."""
    pid = os.fork()
    if pid:
        return pid
    status = BROKEN
    try:
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        for ringing in (signal.SIGALRM, signal.SIGVTALRM):
            signal.signal(ringing, signal.SIG_DFL)
        signal.alarm(limit)
        status = ALIVE if job() else CAUGHT
    finally:
        os._exit(status)


# From the start


class _Watched(dict[str, Any]):
    """Homes, of which one is emptied as soon as it is claimed."""

    def __init__(self, id: str) -> None:
        self.id = id

    def __setitem__(self, id: str, home: Any) -> None:
        super().__setitem__(id, home)
        if id == self.id:
            empty(home)


class _Marked:
    """A pytest plugin that runs only the tests marked with one rule."""

    def __init__(self, id: str) -> None:
        self.id = id

    def pytest_sessionstart(self) -> None:
        _quickly()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.id in _ids(item) and item.get_closest_marker("browser") is None]


def _outlives_from_the_start(id: str, items: list[pytest.Item]) -> bool:
    files = sorted({str(item.path) for item in items})
    command = [sys.executable, "-m", "arbiter.testing.prove", "--without", id, *files]
    try:
        return not files or subprocess.run(command, timeout=LIMIT / 2).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def _run_without(id: str, files: list[str]) -> int:
    assert id not in HOMES, f"the home of {id} was there before it could be emptied"
    rulebook.HOMES = _Watched(id)
    return int(pytest.main(["-qx", "-p", "no:cacheprovider", *files], plugins=[_Marked(id)]))


# The command


def main(arguments: Sequence[str] | None = None) -> int:
    told = argparse.ArgumentParser("python -m arbiter.testing.prove", description=(__doc__ or "").partition("\n")[0])
    told.add_argument("tests", nargs="*", help="where the tests are; by default in tests/GAME")
    told.add_argument("--game", action="append", help="a game to prove the rules of; by default all that ship")
    told.add_argument("--rule", action="append", help="a rule to try; by default all that have a home")
    told.add_argument("--sample", type=int, default=0, help="try only so many rules")
    told.add_argument("--turn", type=int, default=0, help="which of the samples: the next turn takes the next rules")
    told.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many rules are tried at once")
    told.add_argument("--without", help=argparse.SUPPRESS)
    chosen = told.parse_args(arguments)
    if chosen.without:
        return _run_without(chosen.without, chosen.tests)
    games = chosen.game or arbiter.known()
    tests = chosen.tests or [str(Path("tests", game)) for game in games if Path("tests", game).is_dir()]
    proof = Proof(games, chosen.rule or (), chosen.sample, chosen.turn, chosen.jobs)
    ended = pytest.main(["-qqs", "--disable-warnings", "-p", "no:cacheprovider", *tests], plugins=[proof])
    return int(ended) or int(bool(proof.survivors))


if __name__ == "__main__":
    sys.exit(main())
