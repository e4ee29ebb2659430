"""Qadardálikoi: armies of the Empire of the Petal Throne meet on a field, in millimetres and moves. It needs NumPy and
Shapely, which come with the extra `battle`."""

from arbiter.core import NotInstalled

try:
    from .game import GAME, QadardalikoiGame
except ModuleNotFoundError as missing:
    if missing.name not in ("numpy", "shapely"):
        raise
    raise NotInstalled("qadardalikoi", missing.name, "battle") from None

__all__ = ["GAME", "QadardalikoiGame"]
