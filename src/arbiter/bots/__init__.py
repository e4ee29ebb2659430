"""Players that are programs: they see what a seat may see, and answer what it is asked."""

from .bot import Bot, UnknownBot, default_answer, find, names
from .lookahead import Greedy, Search
from .plain import Clever, RandomBot, Simple

__all__ = ["Bot", "Clever", "Greedy", "RandomBot", "Search", "Simple", "UnknownBot", "default_answer", "find", "names"]
