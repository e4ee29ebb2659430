"""Epix: a bluffing war game for 2 to 4 players."""

from .game import GAME, EpixGame

__all__ = ["GAME", "EpixGame"]
