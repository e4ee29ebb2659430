"""Going on with a saved game in another process: `python -m arbiter.testing.elsewhere MODULE CLASS < saves`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from operator import attrgetter
from random import Random

from ..core import Table
from ..core.saves import load, read
from .cases import Case
from .looks import everything


def goes_on(table: Table[object], seed: str) -> list[str]:
    """How the table looks, and how it looks at the end when it is played on with these random answers."""
    rng = Random(seed)
    seen = [_shown(table)]
    while not table.over:
        asks = table.asks
        ask = asks[int(rng.random() * len(asks))]
        table.answer(ask.seat, ask.sample(rng))
    return [*seen, _shown(table)]


def _shown(table: Table[object]) -> str:
    return json.dumps({name: part.decode() for name, part in everything(table).items()})


def in_another_process(case: Case, saves: list[str]) -> list[list[str]]:
    """What `goes_on` says of these saves in a process of its own, where strings hash otherwise."""
    kind = type(case.game)
    path = os.pathsep.join(part for part in sys.path if part)
    done = subprocess.run(
        [sys.executable, "-m", "arbiter.testing.elsewhere", kind.__module__, kind.__qualname__],
        input=json.dumps(saves),
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "4242"},
    )
    if done.returncode:
        raise AssertionError(f"another process could not go on with the save: {done.stderr[-2000:]}")
    answer: list[list[str]] = json.loads(done.stdout)
    return answer


def main() -> None:
    module, name = sys.argv[1:]
    game = attrgetter(name)(import_module(module))()
    saves = json.load(sys.stdin)
    print(json.dumps([goes_on(load(read(text), game), f"elsewhere {at}") for at, text in enumerate(saves)]))


if __name__ == "__main__":
    main()
