"""Yummell: 2 to 8 champions race along a winding track, with cards for speed, tricks and Challenges."""

from .catalogue import install
from .game import YummellGame
from .race import Yummell
from .state import Options, Race
from .yhop import Yhop

GAME = YummellGame()

__all__ = ["GAME", "Options", "Race", "Yhop", "Yummell", "YummellGame", "install"]
