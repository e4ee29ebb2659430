"""The preliminary phase: recruiting in the own realm and bidding for the ability cards, a turn at a time."""

from __future__ import annotations

from functools import partial
from typing import Any

from arbiter.core import Amount, Choose, Form, Illegal, Option, Rules, rule

from .board import ABILITY, UNIT, UNITS
from .recruitment import enlist, open_provinces, price, recruits, why_not_there
from .state import NOBODY, Epix

PASS = ("pass",)


@rule(
    "EPIX-PRE-1", "EPIX-PRE-2", "EPIX-PRE-3", "EPIX-PRE-4", "EPIX-PRE-5", "EPIX-PRE-6", "EPIX-PRE-7", "EPIX-PRE-16",
)  # fmt: skip
def preliminary_turn(g: Epix) -> Rules[None]:
    """One turn: recruit one unit, bid on one card, or pass. Who can do nothing else is passed."""
    s = g.state
    seat = s.turn
    realm = open_provinces(s, seat, realm_only=True)
    found = recruits(s, g.board, seat, realm, 0, g.board.levies)
    if s.lay and s.gold[seat]:
        found += [("bid", card) for at, card in enumerate(s.lay) if can_bid(g, seat, at)]
    if found:
        found.append(PASS)
        answer = yield Choose(
            seat, found, "preliminary", partial(_option, seat), partial(_refuse, g, seat), rule="EPIX-PRE-2"
        )
    else:
        answer = PASS
    if answer == PASS:
        pass_for_good(g, seat)
    elif answer[0] == "bid":
        yield from bid(g, seat, s.lay.index(answer[1]))
    else:
        enlist(g, seat, answer[1:], 0)
    next_turn(g)


def can_bid(g: Epix, seat: int, at: int) -> bool:
    """Whether the seat has Gold to beat what lies on the card, and a unit to mark the bid with."""
    s = g.state
    if s.bid_seat[at] == seat:
        return s.gold[seat] > 0
    return s.gold[seat] > s.bid_gold[at] and any(s.supply[seat * 4 : seat * 4 + 4])


@rule(
    "EPIX-PRE-9", "EPIX-PRE-10", "EPIX-PRE-11", "EPIX-PRE-12", "EPIX-PRE-13", "EPIX-PRE-14",
)  # fmt: skip
def bid(g: Epix, seat: int, at: int) -> Rules[None]:
    """Lay Gold and an unused unit on a card; what lay there goes back to its owner."""
    s = g.state
    before, standing, marker = s.bid_seat[at], s.bid_gold[at], s.bid_marker[at]
    own = before == seat
    free = [name for unit, name in enumerate(UNITS) if s.supply[seat * 4 + unit] or (own and unit == marker)]
    purse = s.gold[seat] + (standing if own else 0)
    answer: dict[str, Any] = {"amount": purse, "marker": free[0]}
    if purse > standing + 1 or len(free) > 1:
        why = "EPIX-PRE-12" if standing else "EPIX-PRE-10"
        fields = {
            "amount": Amount(seat, standing + 1, purse, "bid.amount", rule=why),
            "marker": Choose(seat, free, "bid.marker", partial(_marker, seat), rule="EPIX-PRE-11"),
        }
        answer = yield Form(seat, fields, "bid", args={"card": s.lay[at], "standing": standing}, rule="EPIX-PRE-9")
    if before != NOBODY:
        s.gold[before] += standing
        s.supply[before * 4 + marker] += 1
        if not own:
            g.tell("bid.beaten", seat=before, card=s.lay[at], gold=standing)
    unit = UNIT[answer["marker"]]
    s.gold[seat] -= answer["amount"]
    s.supply[seat * 4 + unit] -= 1
    s.bid_seat[at], s.bid_gold[at], s.bid_marker[at] = seat, answer["amount"], unit
    g.tell("bid.laid", seat=seat, card=s.lay[at], gold=answer["amount"])


@rule("EPIX-PRE-15")
def pass_for_good(g: Epix, seat: int) -> None:
    """A pass is final, even if the seat is outbid later."""
    g.state.passed[seat] = True
    g.tell("preliminary.passed", seat=seat)


def next_turn(g: Epix) -> None:
    """Clockwise to the next who has not passed; when all have, the phase ends."""
    s = g.state
    if all(s.passed):
        end_preliminary(g)
        return
    seat = s.clockwise[s.turn]
    while s.passed[seat]:
        seat = s.clockwise[seat]
    s.turn = seat


@rule(
    "EPIX-PRE-17", "EPIX-PRE-18", "EPIX-PRE-19", "EPIX-PRE-20", "EPIX-PRE-21", "EPIX-PRE-22", "EPIX-PRE-23",
    "EPIX-PRE-24",
)  # fmt: skip
def end_preliminary(g: Epix) -> None:
    """The cards go to those whose bids lie on them; Gold is spent, markers return, the rest is discarded."""
    s = g.state
    for at, card in enumerate(s.lay):
        seat = s.bid_seat[at]
        if seat != NOBODY:
            s.abilities[seat] |= ABILITY[card]
            s.supply[seat * 4 + s.bid_marker[at]] += 1
            g.tell("bid.won", seat=seat, card=card, gold=s.bid_gold[at])
    s.lay, s.bid_seat, s.bid_gold, s.bid_marker = [], [], [], []
    g.tell("season.begins", season=s.season)
    s.phase = "first_player_auction"


def _option(seat: int, value: tuple[str, ...]) -> Option:
    if value == PASS:
        return Option(value, "preliminary.pass")
    if value[0] == "bid":
        return Option(value, "preliminary.bid", {"card": value[1]}, (f"lay.{value[1]}",))
    args = {"unit": value[1], "province": value[2], "gold": price(0, UNIT[value[1]])}
    return Option(value, "recruit.option", args, (f"supply.{seat}.{value[1]}", value[2]))


def _marker(seat: int, name: str) -> Option:
    return Option(name, f"unit.{name}", {}, (f"supply.{seat}.{name}",))


def _refuse(g: Epix, seat: int, value: Any) -> Illegal | None:
    s, board = g.state, g.board
    if not isinstance(value, tuple) or not value:
        return None
    if value[0] == "bid" and len(value) == 2:
        if value[1] not in s.lay:
            return Illegal("that card does not lie there", "EPIX-PRE-9")
        if not any(s.supply[seat * 4 : seat * 4 + 4]):
            return Illegal("a bid needs an unused unit to mark it", "EPIX-PRE-11")
        standing = s.bid_gold[s.lay.index(value[1])]
        return Illegal(f"a bid there must be at least {standing + 1} Gold, you have {s.gold[seat]}", "EPIX-PRE-12")
    if value[0] == "recruit" and len(value) == 3 and value[1] in UNIT and value[2] in board.number:
        unit, province = UNIT[value[1]], board.number[value[2]]
        if s.realm[province] != seat:
            return Illegal("in the preliminary phase units come into the own realm only", "EPIX-PRE-7")
        refused = why_not_there(s, board, seat, unit, province, 0)
        if refused is not None:
            return refused
        if not s.supply[seat * 4 + unit]:
            return Illegal(f"no {value[1]} is left in your supply; bid markers are not in it", "EPIX-COMP-3")
        return Illegal(f"a {value[1]} costs {price(0, unit)} Gold, you have {s.gold[seat]}", "EPIX-PRE-6")
    return None
