"""How a view of Epix looks: the map with its pieces, what lies at each seat, the season and the Treasury."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from arbiter.content.folder import read_toml
from arbiter.core import Card, Link, Meter, Region, Scene, Text, Token, Tray, View
from arbiter.core.maps import Point, areas

from .board import ABILITIES, ABILITY, ACTIONS, CATAPULT, KNIGHT, PHASES, SEASONS, UNITS, Board, board
from .recruitment import price
from .state import NOBODY, EpixState, guesses, holder, provinces_held, treasury

MARGIN = 12
COAST = 13
PAINT = {"yellow": "#d9a520", "blue": "#3f74c9", "red": "#c4453c", "green": "#4c9a54", "": "#8a8a8a"}
STAGES = ("setup", "preliminary", *PHASES)
ICONS = {"castle": "castle", "gold": "gold", "mountain": "mountain"}


def scene(view: View[EpixState]) -> Scene:
    """The whole table from one seat."""
    s = view.state
    sheet = board(s.seats)
    seats = range(s.seats)
    return Scene(
        size=(100 + 2 * MARGIN, 100 + 2 * MARGIN),
        regions=[_region(s, sheet, p) for p in range(len(sheet.names))],
        links=list(_links(s)),
        tokens=[*_pieces(s, sheet), *(token for seat in seats for token in _supply(s, seat)), *_markers(s)],
        cards=[*_lay(s), *(card for seat in seats for card in _cards(view, seat))],
        trays=[tray for seat in seats for tray in _trays(seat)] + ([Tray("lay", Text("tray.lay"))] if s.lay else []),
        meters=[*_table_meters(s), *(meter for seat in seats for meter in _meters(s, seat))],
        icons=dict(read_toml("arbiter.games.epix", "icons.toml")),
        colours=[PAINT[colour] for colour in s.colours],
    )


@cache
def _outlines(sheet: Board) -> list[list[Point]]:
    at = [(x + MARGIN, y + MARGIN) for x, y in sheet.at]
    return areas(at, sheet.adjacent, COAST)


def _region(s: EpixState, sheet: Board, p: int) -> Region:
    x, y = sheet.at[p]
    name, kind = sheet.names[p], sheet.kinds[p]
    owner = s.realm[p] if s.realm[p] != NOBODY else None
    held = holder(s, p)
    hint = [Text("hint.held", {"seat": held}) if held != NOBODY else Text("hint.free")]
    if sheet.gold[p]:
        hint.append(Text("hint.gold"))
    if kind == "castle":
        hint.append(Text("hint.garrison", {"n": guesses(s, p, 4)}))
    if kind == "mountain":
        hint.append(Text("hint.mountain"))
    return Region(
        id=name,
        outline=_outlines(sheet)[p],
        at=(x + MARGIN, y + MARGIN),
        name=Text(f"province.{name}"),
        look=kind,
        owner=owner,
        holder=held if held != NOBODY else None,
        icon=ICONS.get(kind, ""),
        hint=hint,
    )


def _pieces(s: EpixState, sheet: Board) -> Iterator[Token]:
    for p, there in enumerate(s.units):
        for unit, name in enumerate(UNITS):
            if there >> unit & 1:
                marks = []
                if s.spent[p] >> unit & 1:
                    marks.append("spent")
                if unit == CATAPULT and s.captured >> p & 1:
                    marks.append("captured")
                if unit == KNIGHT and s.resting >> p & 1:
                    marks.append("resting")
                hint = [Text("hint.guesses", {"n": guesses(s, p, unit)})]
                yield Token(
                    f"{sheet.names[p]}.{name}", sheet.names[p], name, s.owner[p], Text(f"unit.{name}"), marks, hint=hint
                )


def _supply(s: EpixState, seat: int) -> Iterator[Token]:
    for unit, name in enumerate(UNITS):
        left = s.supply[seat * 4 + unit]
        hint = [Text("hint.price", {"gold": price(s.abilities[seat], unit)})]
        yield Token(f"supply.{seat}.{name}", f"supply.{seat}", name, seat, Text(f"unit.{name}"), count=left, hint=hint)


def _markers(s: EpixState) -> Iterator[Token]:
    for at, card in enumerate(s.lay):
        if s.bid_seat[at] != NOBODY:
            name = Text("hint.bid", {"seat": s.bid_seat[at], "gold": s.bid_gold[at]})
            yield Token(f"bid.{card}", "lay", UNITS[s.bid_marker[at]], s.bid_seat[at], name)


def _lay(s: EpixState) -> Iterator[Card]:
    for at, card in enumerate(s.lay):
        bid = s.bid_seat[at] != NOBODY
        yield Card(
            f"lay.{card}",
            "lay",
            name=Text(f"ability.{card}"),
            text=Text(f"ability_text.{card}"),
            corner=str(s.bid_gold[at]) if bid else "",
            look="ability",
            owner=s.bid_seat[at] if bid else None,
            hint=[Text("hint.bid", {"seat": s.bid_seat[at], "gold": s.bid_gold[at]})] if bid else [],
        )


def _trays(seat: int) -> list[Tray]:
    return [
        Tray(f"seat.{seat}", Text("tray.table"), seat),
        Tray(f"supply.{seat}", Text("tray.supply"), seat),
        Tray(f"actions.{seat}", Text("tray.actions"), seat),
    ]


def _cards(view: View[EpixState], seat: int) -> Iterator[Card]:
    s = view.state
    if seat == s.first:
        yield Card("first", f"seat.{seat}", name=Text("card.first"), look="first", owner=seat)
    for name in ABILITIES:
        if s.abilities[seat] & ABILITY[name]:
            marks = ["used"] if s.used[seat] & ABILITY[name] else []
            name_text, text = Text(f"ability.{name}"), Text(f"ability_text.{name}")
            yield Card(
                f"ability.{name}", f"seat.{seat}", True, name_text, text, look="ability", owner=seat, marks=marks
            )
    tray = f"actions.{seat}"
    for at, card in enumerate(s.laid[seat]):
        if seat == view.seat:
            yield Card(f"laid.{seat}.{at}", tray, True, Text(f"action.{card}"), look=card, owner=seat, marks=["secret"])
        else:
            yield Card(f"laid.{seat}.{at}", tray, False, look="action", owner=seat)
    for card in s.shown[seat]:
        marks = [] if card in s.todo or card == s.action or seat != s.turn else ["used"]
        yield Card(f"shown.{seat}.{card}", tray, True, Text(f"action.{card}"), look=card, owner=seat, marks=marks)
    if s.phase == "choose_action" and seat == view.seat:
        for card in ACTIONS:
            text = Text(f"action_text.{card}")
            marks = ["secret"] if view.mine is not None and card in view.mine else []
            yield Card(f"hand.{seat}.{card}", tray, True, Text(f"action.{card}"), text, "", card, seat, marks)


def _meters(s: EpixState, seat: int) -> list[Meter]:
    return [
        Meter(f"gold.{seat}", Text("meter.gold"), s.gold[seat], owner=seat, icon="gold"),
        Meter(f"provinces.{seat}", Text("meter.provinces"), provinces_held(s, seat), owner=seat, icon="province"),
    ]


def _table_meters(s: EpixState) -> list[Meter]:
    seasons = [Text(f"season.{at}") for at in range(len(SEASONS))]
    return [
        Meter("season", Text("meter.season"), s.season, steps=seasons),
        Meter("phase", Text("meter.phase"), STAGES.index(s.phase), steps=[Text(f"stage.{name}") for name in STAGES]),
        Meter("treasury", Text("meter.treasury"), treasury(s), icon="gold"),
    ]


def _links(s: EpixState) -> Iterator[Link]:
    if s.attack is not None:
        yield Link("attack", f"{s.attack.origin}.{s.attack.unit}", s.attack.target, "attack")
