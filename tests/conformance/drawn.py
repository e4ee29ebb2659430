"""One more law for games that ship with this house: the terminal draws whatever a game shows."""

import re
from io import StringIO
from random import Random

from rich.cells import cell_len
from rich.console import Console

from arbiter.cli.screen import Screen
from arbiter.testing import Conformance
from arbiter.testing.cases import moments

MOMENTS = 8
SIZES = ((80, 24), (132, 43))
UNSAID = re.compile(r"\[[a-z_]+(?:\.\w+)*\]|Text\(|<[\w.]+ object")
"""What comes out where a word is missing, or where something is written that was never meant to be read."""


class Drawn(Conformance):
    def test_the_terminal_draws_it(self, case):
        for table, rest in moments(case, "drawn", MOMENTS):
            rng = Random(f"drawn {len(rest)}")
            width, height = rng.choice(SIZES)
            console = Console(width=width, height=height, force_terminal=True, color_system=None, file=StringIO())
            screen = Screen(console, table, ["random"] * case.seats, [f"P{seat}" for seat in range(case.seats)])
            if table.asks:
                ask = rng.choice(table.asks)
                screen.show(table, ask, table.events(ask.seat)[-12:])
            else:
                screen.look(table, None, news=table.events(None)[-12:])
                screen.end(table.outcome)
            lines = console.file.getvalue().splitlines()
            assert len(lines) > 3, "nothing is drawn"
            assert not (wide := [line for line in lines if cell_len(line) > width]), f"too wide: {wide}"
            assert not (unsaid := UNSAID.findall("\n".join(lines))), f"written out: {unsaid}"
