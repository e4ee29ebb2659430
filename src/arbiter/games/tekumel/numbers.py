"""The numbers of the rules, read from their table."""

from __future__ import annotations

from typing import Any

from arbiter.content.folder import read_toml

_READ: dict[str, Any] = read_toml(__package__, "content/numbers.toml")
_PRINTED: dict[str, int] = _READ["printed"]
_OURS: dict[str, Any] = _READ["ours"]

HAND = _PRINTED["hand"]
MARKET_CARDS = _PRINTED["market_cards"]
HEAL_COST = _PRINTED["heal_cost"]
SELL_DIVISOR = _PRINTED["sell_divisor"]
MISSION_DRAW = _PRINTED["mission_draw"]
RELIGION_LAN = _PRINTED["religion_lan"]
WINDOW_LAN = _PRINTED["window_lan"]
RAISE_COST = _PRINTED["raise_cost"]
MOST_RAISES = _PRINTED["most_raises"]
HAND_ITEMS = _PRINTED["hand_items"]
HELMETS = _PRINTED["helmets"]
ARMORS = _PRINTED["armors"]
PERSONAL_ITEMS = _PRINTED["personal_items"]

DIE: int = _OURS["die"]
START_LAN: int = _OURS["start_lan"]
MOVE_LEAST: int = _OURS["move_least"]
LEAST_PRICE: int = _OURS["least_price"]
WINDOW_BUSSAN: int = _OURS["window_bussan"]
COMPLETED_BUSSAN: int = _OURS["completed_bussan"]
ABANDON_LAN: int = _OURS["abandon_lan"]
ABANDON_BUSSAN: int = _OURS["abandon_bussan"]
DEAR: int = _OURS["dear"]
PORTER_CARRY: int = _OURS["porter_carry"]
COMPANIONS: int = _OURS["companions"]
FIGHT_ROUNDS: int = _OURS["fight_rounds"]
DUEL_ROUNDS: int = _OURS["duel_rounds"]
PHASE_WOUNDS: int = _OURS["phase_wounds"]
DEFEAT_DIVISOR: int = _OURS["defeat_divisor"]
DEFEAT_ITEMS: int = _OURS["defeat_items"]
PROPOSALS: int = _OURS["proposals"]
SHUFFLE_AT: int = _OURS["shuffle_at"]
ROUND_LIMIT: int = _OURS["round_limit"]
EVERYTHING: int = _OURS["everything"]
TARGET: dict[str, int] = _OURS["target"]
