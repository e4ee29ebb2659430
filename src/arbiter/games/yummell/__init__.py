"""Yummell: 2 to 8 champions race along a winding track, with cards for speed, tricks and Challenges."""

from .book import install
from .game import GAME, YummellGame
from .race import Yummell
from .state import Race, YummellOptions
from .yhop import Yhop

__all__ = ["GAME", "Race", "Yhop", "Yummell", "YummellGame", "YummellOptions", "install"]
