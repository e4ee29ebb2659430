"""The numbers of the rules, read from their table."""

from __future__ import annotations

from arbiter.content.numbers import Number, read_numbers

LIBRARY = read_numbers(__package__)
_READ = {name: number.value for name, number in LIBRARY.all("number", Number).items()}

HAND = _READ["hand"]
MARKET_CARDS = _READ["market_cards"]
HEAL_COST = _READ["heal_cost"]
SELL_DIVISOR = _READ["sell_divisor"]
MISSION_DRAW = _READ["mission_draw"]
RELIGION_LAN = _READ["religion_lan"]
WINDOW_LAN = _READ["window_lan"]
RAISE_COST = _READ["raise_cost"]
MOST_RAISES = _READ["most_raises"]
HAND_ITEMS = _READ["hand_items"]
HELMETS = _READ["helmets"]
ARMORS = _READ["armors"]
PERSONAL_ITEMS = _READ["personal_items"]

DIE = _READ["die"]
START_LAN = _READ["start_lan"]
MOVE_LEAST = _READ["move_least"]
LEAST_PRICE = _READ["least_price"]
WINDOW_BUSSAN = _READ["window_bussan"]
COMPLETED_BUSSAN = _READ["completed_bussan"]
ABANDON_LAN = _READ["abandon_lan"]
ABANDON_BUSSAN = _READ["abandon_bussan"]
DEAR = _READ["dear"]
PORTER_CARRY = _READ["porter_carry"]
COMPANIONS = _READ["companions"]
FIGHT_ROUNDS = _READ["fight_rounds"]
DUEL_ROUNDS = _READ["duel_rounds"]
PHASE_WOUNDS = _READ["phase_wounds"]
DEFEAT_DIVISOR = _READ["defeat_divisor"]
DEFEAT_ITEMS = _READ["defeat_items"]
PROPOSALS = _READ["proposals"]
SHUFFLE_AT = _READ["shuffle_at"]
ROUND_LIMIT = _READ["round_limit"]
EVERYTHING = _READ["everything"]
TARGET = {length: _READ[f"target_{length}"] for length in ("short", "standard", "long")}
