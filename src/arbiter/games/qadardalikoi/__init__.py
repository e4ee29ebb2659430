"""Qadardálikoi: armies of the Empire of the Petal Throne meet on a field, in millimetres and moves. It needs NumPy and
Shapely, which come with the extra `battle`."""

try:
    from .game import GAME, QadardalikoiGame
except ModuleNotFoundError as missing:
    if missing.name not in ("numpy", "shapely"):
        raise
    install = "pip install 'arbiter-table[battle]'"
    raise ModuleNotFoundError(f"Qadardálikoi needs {missing.name}: {install}", name=missing.name) from None

__all__ = ["GAME", "QadardalikoiGame"]
