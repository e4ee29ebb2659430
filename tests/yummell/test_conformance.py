"""Yummell keeps every law of the house, for 2 to 8 players and every set of options."""

from arbiter.games.yummell import GAME
from arbiter.testing import Conformance


class TestYummell(Conformance):
    game = GAME
    games = 2
    stops = 6
