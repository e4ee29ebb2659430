"""Tékumel: Heroes of the Empire of the Petal Throne travel, meet, fight and trade for the honour of their Clans."""

from .game import GAME, TekumelGame

__all__ = ["GAME", "TekumelGame"]
