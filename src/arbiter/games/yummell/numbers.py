"""The numbers of the rules. They stand in the tables of the ledger and nowhere else; ours in tables named so."""

from __future__ import annotations

from typing import Any

from arbiter.content.folder import read_toml
from arbiter.core import rule

from .entries import TERRAINS

_TABLES: dict[str, Any] = read_toml("arbiter.games.yummell", "ledger.toml")["table"]
_LIMITS: dict[str, int] = _TABLES["limits"]

TERRAIN_COSTS: tuple[int, ...] = tuple(_TABLES["terrain_costs"][terrain] for terrain in TERRAINS)
LEAST_COST = _LIMITS["min_square_cost"]
PRESENCE = _LIMITS["presence_extra_per_character"]
ROOM = _LIMITS["characters_per_square"]
STARTING_HAND = _LIMITS["starting_hand"]
HAND = _LIMITS["hand_after_replenishment"]
PREPARATION = _LIMITS["preparation_draw"]
FEWEST_SUPPORTERS = _LIMITS["supporters_min"]
MOST_SUPPORTERS = _LIMITS["supporters_max"]
SAME_SUPPORTERS = _LIMITS["supporters_same_max"]
PODIUM = _LIMITS["podium_places"]
ROUND_LIMIT: int = _TABLES["limits_ours"]["round_limit_default"]
MIDDLE_TILES: dict[int, int] = dict(
    zip(_TABLES["track_tile_counts"]["players"], _TABLES["track_tile_counts"]["middle_tiles"], strict=True)
)
FROM_HAND: int = _TABLES["action_limits"]["event_or_activation_from_hand_per_turn"]


@rule("YUM-AIM-4")
def players() -> range:
    """How many can play."""
    return range(_TABLES["player_counts"]["min"], _TABLES["player_counts"]["max"] + 1)
