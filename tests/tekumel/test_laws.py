"""Tékumel keeps every law of the house."""

from arbiter.games.tekumel import GAME
from arbiter.testing import Conformance


class TestTekumel(Conformance):
    game, games, stops = GAME, 1, 4
    fixed = ("heroes.progress", "heroes.hand.looks")  # everybody saw where a Hero went and whom it beat, and who looked
