"""How a view of Epix looks: the map with its pieces, what lies at each seat, the season and the Treasury."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

import msgspec

from arbiter.content import Effect, as_printed, origin
from arbiter.content.folder import read_toml
from arbiter.core import Card, Link, Meter, Region, Row, Scene, Text, Tint, Token, Tray, View, rule
from arbiter.core.maps import Point, areas

from .abilities import ABILITY, CARDS
from .attack import CASTLE, ELSEWHERE, MOUNTAIN, defence, place, standing
from .board import BITS, Board, board
from .contents import (
    ACTIONS,
    CARDS_CHOSEN,
    CATAPULT,
    COST,
    DEFENDERS,
    GARRISON,
    KNIGHT,
    LIBRARY,
    PAINT,
    PIECES,
    SEASONS,
    TAX,
    TAX_GOLD,
    UNIT,
    UNITS,
)
from .entries import ActionCards, BoardSide, Defence, Price, Stride, TaxGold
from .income import earnings
from .movement import FAR, steps
from .recruitment import price
from .season import PHASES
from .state import (
    IN_SUPPLY,
    NOBODY,
    PIECE_IDS,
    SET,
    UNITS_OF,
    EpixState,
    Offer,
    held,
    holder,
    owned,
    standing_at,
    treasury,
)
from .tax import tax_gold

MARGIN = 12
COAST = 13
STAGES = ("setup", "preliminary", *PHASES)
TINTS: dict[str, Tint] = {
    "recruitment": "green",
    "tax": "gold",
    "move_attack": "red",
    "ability": "teal",
    "first": "sand",
}
"""The colours of the cards' bands."""
EMBLEMS = {"recruitment": "horn", "tax": "gold", "move_attack": "swords"}
ICONS = {"castle": "castle", "gold": "gold", "mountain": "mountain"}


def scene(view: View[EpixState]) -> Scene:
    """The whole table from one seat: what lies open to all, and the Action cards as they are seen from there."""
    picture = view.common(_open_to_all)
    actions = [card for seat in range(view.state.seats) for card in _actions(view, seat)]
    return msgspec.structs.replace(picture, cards=[*picture.cards, *actions])


def _open_to_all(s: EpixState) -> Scene:
    sheet = board(s.seats)
    seats = range(s.seats)
    return Scene(
        size=(100 + 2 * MARGIN, 100 + 2 * MARGIN),
        regions=[_region(s, sheet, p) for p in range(len(sheet.names))],
        links=list(_links(s, sheet)),
        tokens=[*_pieces(s, sheet), *_markers(s)],
        cards=[*_lay(s), *(card for seat in seats for card in (*_first_player(s, seat), *_abilities(s, seat)))],
        trays=[tray for seat in seats for tray in _trays(s, seat)] + ([Tray("lay", Text("tray.lay"))] if s.lay else []),
        meters=[*_table_meters(s), *(meter for seat in seats for meter in _meters(s, sheet, seat))],
        icons=read_toml(__package__, "icons.toml"),
        tints=TINTS,
        colours=[PAINT[colour] for colour in s.colours],
    )


# The map


@cache
def _outlines(sheet: Board) -> list[list[Point]]:
    at = [(x + MARGIN, y + MARGIN) for x, y in sheet.at]
    return areas(at, sheet.adjacent, COAST)


def _region(s: EpixState, sheet: Board, p: int) -> Region:
    realm = next((seat for seat, lands in enumerate(s.lands) if lands >> p & 1), None)
    held_by = holder(s, p)
    if held_by == NOBODY:
        return _province(sheet, p, realm, NOBODY)
    return _province(sheet, p, realm, held_by, tuple(standing(s, held_by, p)), s.abilities[held_by])


@lru_cache(4096)
def _province(
    sheet: Board, p: int, realm: int | None, held_by: int, units: tuple[int, ...] = (), cards: int = 0
) -> Region:
    """A province in somebody's realm, held by these units of somebody who has these cards; drawn once."""
    x, y = sheet.at[p]
    name, kind = sheet.names[p], sheet.kinds[p]
    return Region(
        id=name,
        outline=_outlines(sheet)[p],
        at=(x + MARGIN, y + MARGIN),
        name=Text(f"province.{name}"),
        look=kind,
        owner=realm,
        holder=held_by if held_by != NOBODY else None,
        icon=ICONS.get(kind, ""),
        hint=[Text("hint.held", {"seat": held_by}) if held_by != NOBODY else Text("hint.free"), *_box(kind)],
        sheet=_province_sheet(sheet, p, held_by, units, cards),
    )


@rule("EPIX-SUM-CASTLE", "EPIX-SUM-KILI")
def _box(kind: str) -> list[Text]:
    """What the summary says of castles and of Kilimandjora."""
    return [Text(f"hint.{kind}")] if kind in ("castle", "mountain") else []


@rule("EPIX-SUM-GOLD")
def _province_sheet(sheet: Board, p: int, held_by: int, units: tuple[int, ...], cards: int) -> list[Row]:
    """What is known of a province: what it pays, and how those in it defend themselves."""
    rows = [Row(Text("sheet.pays"), sheet.gold[p])] if sheet.gold[p] else []
    if held_by != NOBODY:
        there = [*units, GARRISON] if sheet.keeps >> p & 1 else units
        rows += [_defence(cards, victim, place(sheet, p)) for victim in there]
    return [*rows, *_origins(sheet)[p]]


@cache
def _origins(sheet: Board) -> list[list[Row]]:
    """What the rulebook prints of each province."""
    return [origin(province) for province in LIBRARY.all("board", BoardSide)[sheet.key].provinces]


def _defence(cards: int, victim: int, where: str) -> Row:
    return Row(Text(f"unit.{DEFENDERS[victim]}"), _guesses(defence(cards, victim, where)))


def _guesses(number: int) -> Text:
    return Text("sheet.guesses", {"n": number}) if number else Text("sheet.helpless")


@rule("EPIX-ATTACK-3")
def _links(s: EpixState, sheet: Board) -> Iterator[Link]:
    """A unit that attacks stays in its province; a line shows where it attacks."""
    if s.attack is not None:
        at = sheet.number[s.attack.origin]
        yield Link("attack", standing_at(s, s.attack.seat, s.attack.unit, at), s.attack.target, "attack")


# The pieces


def _pieces(s: EpixState, sheet: Board) -> Iterator[Token]:
    """Every piece, on the board or in supply, under the name that it keeps for the whole game."""
    for piece, p in enumerate(s.pieces):
        seat = piece // SET
        if p >= 0:
            yield _piece(piece, s.abilities[seat], sheet, p, *_marks(s, seat, UNIT[UNITS_OF[piece]], p))
        elif p == IN_SUPPLY:
            yield _supplied(piece, s.abilities[seat])


@lru_cache(4096)
def _piece(piece: int, cards: int, sheet: Board, p: int, *marks: str) -> Token:
    """A piece of somebody with these cards in a province, drawn once."""
    name = UNITS_OF[piece]
    unit, where = UNIT[name], place(sheet, p)
    number = defence(cards, unit, where)
    hint = Text("hint.guesses", {"n": number}) if number else Text("hint.helpless")
    return Token(
        PIECE_IDS[piece], sheet.names[p], name, piece // SET, Text(f"unit.{name}"), [*marks], hint=[hint],
        sheet=[*unit_sheet(cards, unit, where)],
    )  # fmt: skip


@lru_cache(1024)
def _supplied(piece: int, cards: int) -> Token:
    """A piece in the supply of somebody with these cards, drawn once."""
    name, seat = UNITS_OF[piece], piece // SET
    hint = Text("hint.price", {"gold": price(cards, UNIT[name])})
    return Token(PIECE_IDS[piece], f"supply.{seat}", name, seat, Text(f"unit.{name}"), hint=[hint])


def _marks(s: EpixState, seat: int, unit: int, p: int) -> list[str]:
    marks = []
    if seat == s.turn and s.spent[unit] >> p & 1:
        marks.append("spent")
    if unit == CATAPULT and s.captured >> p & 1:
        marks.append("captured")
    if unit == KNIGHT and s.resting >> p & 1:
        marks.append("resting")
    return marks


@cache
@rule("EPIX-SUM-SOLDIER", "EPIX-SUM-KNIGHT", "EPIX-SUM-CAMP", "EPIX-SUM-CATAPULT")
def unit_sheet(cards: int, unit: int, where: str) -> tuple[Row, ...]:
    """The box of the summary for a unit with its owner's cards: cost, moves, attacks, and defence where it stands."""
    far, away = steps(cards, unit), PIECES[UNITS[unit]].reach
    return (
        Row(Text("sheet.cost"), price(cards, unit)),
        Row(Text("sheet.moves"), Text("sheet.any") if far == FAR else _unless_never("sheet.steps", far)),
        Row(Text("sheet.attacks"), _unless_never("sheet.away", away.mountain if where == MOUNTAIN else away.elsewhere)),
        Row(Text("sheet.defends"), _guesses(defence(cards, unit, where))),
        *LIBRARY.origin("unit", UNITS[unit]),
    )


def _unless_never(key: str, number: int) -> Text:
    return Text(key, {"n": number}) if number else Text("sheet.still")


@cache
def _prices(cards: int) -> tuple[Row, ...]:
    """The price list of the Recruitment card, after a player's discounts."""
    return tuple(Row(Text(f"unit.{name}"), Text("hint.price", {"gold": price(cards, UNIT[name])})) for name in UNITS)


def _markers(s: EpixState) -> Iterator[Token]:
    """The pieces that mark bids, each on the card it bids on."""
    for offer in s.lay:
        if offer.seat != NOBODY:
            yield Token(PIECE_IDS[offer.piece], f"lay.{offer.card}", UNITS_OF[offer.piece], offer.seat, _bid(offer))


# The cards


def _bid(offer: Offer) -> Text:
    return Text("hint.bid", {"seat": offer.seat, "gold": offer.gold})


def _lay(s: EpixState) -> Iterator[Card]:
    """The ability cards on offer, with what is bid on them."""
    for offer in s.lay:
        card = _ability(offer.card, f"lay.{offer.card}", "lay")
        if offer.seat != NOBODY:
            card.corner, card.owner, card.hint = str(offer.gold), offer.seat, [_bid(offer)]
        yield card


def _ability(name: str, id: str, tray: str) -> Card:
    """An ability card."""
    card = Card(id, tray, True, Text(f"ability.{name}"), ability_text(name), look="ability", icon="scroll")
    return as_printed(card, Text("foot.ability"), LIBRARY.origin("ability", name))


@cache
def ability_text(name: str) -> Text:
    """What a card says: its words in the catalogue, its numbers and its limit from its data."""
    card = CARDS[name]
    args: dict[str, Any] = {"limit": Text(f"limit.{card.limit}")} if card.limit else {}
    for effect in card.effects:
        numbers = {key: value for key, value in msgspec.structs.asdict(effect).items() if isinstance(value, int)}
        args |= numbers | {f"usual_{key}": value for key, value in usual(effect).items()}
    return Text(f"ability_text.{name}", args)


def usual(effect: Effect) -> dict[str, int]:
    """What the numbers of an effect are for players without the card."""
    match effect:
        case Price(units=(first, *_)):
            return {"gold": COST[UNIT[first]]}
        case TaxGold():
            return {"gold": TAX_GOLD}
        case Stride(unit=unit) if steps(0, UNIT[unit]):
            return {"steps": steps(0, UNIT[unit])}
        case Defence(units=(first, *_), where=where):
            return {"guesses": defence(0, DEFENDERS.index(first), CASTLE if where == CASTLE else ELSEWHERE)}
        case ActionCards():
            return {"cards": CARDS_CHOSEN[0]}
    return {}


def _actions(view: View[EpixState], seat: int) -> Iterator[Card]:
    """The Action cards before a player, and those he can choose from."""
    s = view.state
    gold = tax_gold(s.abilities[seat])
    for at, card in enumerate(s.laid[seat]):
        if view.sees(seat):
            yield _action(card, f"laid.{seat}.{at}", seat, ["secret"], gold)
        else:
            yield Card(f"laid.{seat}.{at}", f"actions.{seat}", False, look="action", owner=seat)
    for at, card in enumerate(s.shown[seat]):
        marks = [] if card in s.todo or seat != s.turn else ["used"]
        yield _action(card, f"laid.{seat}.{at}", seat, marks, gold)
    if s.phase == "choose_action" and seat == view.seat:
        for card in ACTIONS:
            marks = ["secret"] if view.mine is not None and card in view.mine else []
            yield _action(card, f"hand.{seat}.{card}", seat, marks, gold)


def _action(card: str, id: str, seat: int, marks: list[str], gold: int) -> Card:
    """An Action card face up; a Tax brings its player so much Gold."""
    text = Text(f"action_text.{card}", {"gold": gold} if card == TAX else {})
    made = Card(id, f"actions.{seat}", True, Text(f"action.{card}"), text, "", card, seat, marks, icon=EMBLEMS[card])
    return as_printed(made, Text("foot.action"), LIBRARY.origin("action", card))


@rule("EPIX-COMP-6")
def _first_player(s: EpixState, seat: int) -> Iterator[Card]:
    """The First Player card lies before its holder."""
    if seat == s.first:
        yield Card("first", f"seat.{seat}", name=Text("card.first"), look="first", owner=seat, icon="crown")


@rule("EPIX-PRE-21")
def _abilities(s: EpixState, seat: int) -> Iterator[Card]:
    """The ability cards that a player has won lie open to all."""
    for name in owned(s.abilities[seat]):
        card = _ability(name, f"ability.{name}", f"seat.{seat}")
        card.owner, card.marks = seat, ["used"] if s.used[seat] & ABILITY[name] else []
        yield card


# Trays and meters


def _trays(s: EpixState, seat: int) -> list[Tray]:
    return [
        Tray(f"actions.{seat}", Text("tray.actions"), seat),
        Tray(f"seat.{seat}", Text("tray.table"), seat),
        Tray(f"supply.{seat}", Text("tray.supply"), seat, sheet=list(_prices(s.abilities[seat]))),
    ]


@rule("EPIX-SETUP-6")
def _meters(s: EpixState, sheet: Board, seat: int) -> list[Meter]:
    """A player's Gold, which everybody may know, with the income to come; and his provinces, one by one."""
    earned = earnings(s, sheet, seat)
    income = [Row(Text(f"income.{name}"), gold) for name, gold in earned._asdict().items() if gold]
    provinces = held(s, seat)
    rows = [
        Row(Text(f"province.{sheet.names[p]}"), Text("sheet.units", {"units": _there(s, sheet, seat, p)}))
        for p in BITS[provinces]
    ]
    return [
        Meter(f"gold.{seat}", Text("meter.gold"), s.gold[seat], owner=seat, icon="gold", sheet=income),
        Meter(f"provinces.{seat}", Text("meter.provinces"), len(rows), owner=seat, icon="province", sheet=rows),
    ]


def _there(s: EpixState, sheet: Board, seat: int, p: int) -> list[str]:
    """What holds a province for a player."""
    return [DEFENDERS[unit] for unit in standing(s, seat, p)] + (["garrison"] if sheet.keeps >> p & 1 else [])


@rule("EPIX-COMP-7")
def _table_meters(s: EpixState) -> list[Meter]:
    """The Season card with its marker, the phase of the season, and the Treasury."""
    seasons = [Text(f"season.{at}") for at in range(len(SEASONS))]
    return [
        Meter("season", Text("meter.season"), s.season, steps=seasons),
        Meter("phase", Text("meter.phase"), STAGES.index(s.phase), steps=[Text(f"stage.{name}") for name in STAGES]),
        Meter("treasury", Text("meter.treasury"), treasury(s), icon="gold"),
    ]
