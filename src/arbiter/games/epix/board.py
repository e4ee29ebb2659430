"""Contents: the boards, the units and the Special Ability cards, read from the ledger's tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from arbiter.content.folder import read_toml
from arbiter.core import rule

LEDGER = read_toml("arbiter.games.epix", "ledger.toml")

SOLDIER, KNIGHT, CAMP, CATAPULT = range(4)
UNITS = ("soldier", "knight", "camp", "catapult")
UNIT = {name: unit for unit, name in enumerate(UNITS)}

COST: tuple[int, ...] = tuple(LEDGER["table"]["recruit_cost"][name] for name in UNITS)
SUPPLY: tuple[int, ...] = tuple(LEDGER["table"]["units"][name]["supply"] for name in UNITS)
START_GOLD: int = LEDGER["table"]["coins"]["start_each"]["value"]
COINS: int = LEDGER["table"]["coins"]["total_value"]
INCOME: dict[str, int] = LEDGER["table"]["income"]
DEFENCE: dict[str, dict[str, int]] = LEDGER["table"]["defence"]
RANGE: dict[str, Any] = LEDGER["table"]["catapult_range"]
COLOURS = ("yellow", "blue", "red", "green")
SEASONS: tuple[str, ...] = tuple(LEDGER["table"]["season_phases"]["seasons"])
PHASES: tuple[str, ...] = tuple(LEDGER["table"]["season_phases"]["phases"])
CARDS_CHOSEN: tuple[int, ...] = tuple(LEDGER["table"]["season_phases"]["action_cards_chosen"][name] for name in SEASONS)
WINTER = 3

RECRUITMENT, TAX, MOVE_ATTACK = "recruitment", "tax", "move_attack"
ACTIONS = (RECRUITMENT, TAX, MOVE_ATTACK)

ABILITIES: tuple[str, ...] = tuple(LEDGER["card"])
ABILITY = {name: 1 << at for at, name in enumerate(ABILITIES)}
"""A player's cards are a set of bits, one a card."""

ROYAL_STABLES, MUSTER_ROLLS, SIEGEWRIGHTS, BORDER_LEVIES = (
    ABILITY[name] for name in ("royal_stables", "muster_rolls", "siegewrights", "border_levies")
)
SHIELD_WALL, PALISADES, DEEP_MOAT, HOSTAGE_TAKERS = (
    ABILITY[name] for name in ("shield_wall", "palisades", "deep_moat", "hostage_takers")
)
COURT_SPIES, BRIBED_SENTRIES, SWIFT_RETREAT, PLUNDER_RIGHTS = (
    ABILITY[name] for name in ("court_spies", "bribed_sentries", "swift_retreat", "plunder_rights")
)
FORCED_MARCH, MOUNTAIN_GUIDES, WHEELED_ENGINES, TITHE_COLLECTORS = (
    ABILITY[name] for name in ("forced_march", "mountain_guides", "wheeled_engines", "tithe_collectors")
)
MARKET_CHARTER, ROYAL_HERALD, SECOND_SUMMONS, OLD_BLOODLINE = (
    ABILITY[name] for name in ("market_charter", "royal_herald", "second_summons", "old_bloodline")
)


@rule("EPIX-LAND-4", "EPIX-LAND-5", "EPIX-LAND-6", "EPIX-INC-5", "EPIX-INC-6", "EPIX-SUM-GOLD")
@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """One side of the board: provinces by number, castles among them, and which touch which.

    `moves`, `attacks` (by unit, origin, target), `recruits` and `levies` hold the answers that name them, made once.
    """

    key: str
    names: tuple[str, ...]
    number: dict[str, int]
    titles: tuple[str, ...]
    kinds: tuple[str, ...]
    at: tuple[tuple[int, int], ...]
    adjacent: tuple[tuple[int, ...], ...]
    within_two: tuple[tuple[int, ...], ...]
    gold: tuple[int, ...]
    mines: tuple[tuple[int, int], ...]
    realms: tuple[int, ...]
    castles: tuple[int, ...]
    mountain: int
    moves: tuple[tuple[tuple[tuple[str, ...], ...], ...], ...]
    attacks: tuple[tuple[tuple[tuple[str, ...], ...], ...], ...]
    recruits: tuple[tuple[tuple[str, ...], ...], ...]
    levies: tuple[tuple[tuple[str, ...], ...], ...]


@cache
@rule("EPIX-COMP-1", "EPIX-SETUP-1", "EPIX-MODE-3")
def board(players: int) -> Board:
    """The side of the board made for this number of players."""
    key = {2: "two", 3: "three", 4: "four"}[players]
    table = LEDGER["board"][key]
    provinces = table["province"]
    names = tuple(province["id"] for province in provinces)
    number = {name: at for at, name in enumerate(names)}
    adjacent = tuple(tuple(number[name] for name in province["adjacent"]) for province in provinces)
    every = range(len(names))
    within_two = tuple(
        tuple(q for q in every if q != p and (q in adjacent[p] or any(q in adjacent[r] for r in adjacent[p])))
        for p in every
    )
    return Board(
        key=key,
        names=names,
        number=number,
        titles=tuple(province["name"] for province in provinces),
        kinds=tuple(province["kind"] for province in provinces),
        at=tuple((province["at"][0], province["at"][1]) for province in provinces),
        adjacent=adjacent,
        within_two=within_two,
        gold=tuple(province["gold"] for province in provinces),
        mines=tuple((at, province["gold"]) for at, province in enumerate(provinces) if province["gold"]),
        realms=tuple(province["seat"] - 1 for province in provinces),
        castles=tuple(number[name] for name in table["castle_by_seat"]),
        mountain=number["kilimandjora"],
        moves=tuple(tuple(tuple(("move", unit, p, q) for q in names) for p in names) for unit in UNITS),
        attacks=tuple(tuple(tuple(("attack", unit, p, q) for q in names) for p in names) for unit in UNITS),
        recruits=tuple(tuple((UNITS[u], name) for name in names) for u in range(4)),
        levies=tuple(tuple(("recruit", UNITS[u], name) for name in names) for u in range(4)),
    )
