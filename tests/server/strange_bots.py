"""Bots of the tests' own, in a module to themselves: a bot thinks in another process, which has to import it."""

import time
from random import Random

from arbiter.bots import Bot, bot
from arbiter.core import Amount, Choose, Form


class Stumbling(Bot):
    """Gives nonsense, or fails."""

    name = summary = "stumbling"

    def answer(self, table, seat, ask, rng):
        if rng.random() < 0.5:
            raise RuntimeError("I fell over")
        return "nonsense"


class Steady(Bot):
    """Stakes 1 wherever it can, so that a test knows who stakes more and who less."""

    name = summary = "steady"

    def answer(self, table, seat, ask, rng):
        return min(1, ask.most) if isinstance(ask, Amount) else ask.sample(rng)


class Brooding(Bot):
    """Never answers."""

    name = summary = "brooding"

    def answer(self, table, seat, ask, rng):
        while True:
            time.sleep(1)


class Waiting(Bot):
    """Takes what is offered first and leaves everything as it is, so that a test knows where its pieces stand."""

    name = summary = "waiting"

    def answer(self, table, seat, ask, rng):
        if isinstance(ask, Choose):
            return ask.values[0]
        usual = dict(ask.usual or {}) if isinstance(ask, Form) else None
        return ask.sample(Random(1)) if usual is None or ask.refusal(usual) else usual


# They are found by their names only where a test wants them.
for kind in (Stumbling, Steady, Brooding, Waiting):
    del bot._KINDS[kind.name]
