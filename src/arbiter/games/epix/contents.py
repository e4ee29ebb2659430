"""Contents: units, coins, Action cards, seasons and the other numbers, as the files in `content/` tell them."""

from __future__ import annotations

from pathlib import Path

from arbiter.content import Vocabulary, gather
from arbiter.content.numbers import Number

from .entries import EFFECTS, KINDS, ActionCard, Coin, SeasonLine, UnitPiece

FILES = ("units", "boards", "table", "abilities")
LIBRARY = gather([Path(__file__).parent / "content" / f"{name}.toml" for name in FILES], KINDS, Vocabulary(EFFECTS))

PIECES: dict[str, UnitPiece] = LIBRARY.all("unit", UnitPiece)
SOLDIER, KNIGHT, CAMP, CATAPULT, GARRISON = range(5)
DEFENDERS = tuple(PIECES)
"""The kinds of units, and the Garrison, which has no piece."""
UNITS = DEFENDERS[:GARRISON]
UNIT = {name: unit for unit, name in enumerate(UNITS)}
SUPPLY = tuple(PIECES[name].supply for name in UNITS)
COST = tuple(PIECES[name].cost for name in UNITS)
COLOURS = ("yellow", "blue", "red", "green")
PAINT = {"yellow": "or", "blue": "azure", "red": "gules", "green": "vert", "": "argent"}
"""The houses' colours as tinctures; who has none yet is argent."""

RECRUITMENT, TAX, MOVE_ATTACK = "recruitment", "tax", "move_attack"
ACTIONS = tuple(LIBRARY.all("action", ActionCard))

_SEASONS = LIBRARY.all("season", SeasonLine)
SEASONS = tuple(_SEASONS)
WINTER = SEASONS.index("winter")
CARDS_CHOSEN = tuple(season.cards for season in _SEASONS.values())

COINS = sum(coin.value * coin.count for coin in LIBRARY.all("coin", Coin).values())
_NUMBERS = {name: number.value for name, number in LIBRARY.all("number", Number).items()}
START_GOLD, SPARE_CARDS, TAX_GOLD, CAMP_GOLD = (_NUMBERS[name] for name in ("start", "spare_cards", "tax", "camp"))
