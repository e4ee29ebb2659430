"""The preliminary phase: recruiting in the own realm and bidding for the ability cards, a turn at a time."""

from __future__ import annotations

from functools import partial
from typing import Any

from arbiter.core import Amount, Choose, Form, Illegal, Option, Rules, rule

from .abilities import ABILITY
from .board import Answer
from .contents import UNIT, UNITS
from .recruitment import enlist, option, realm_places, recruits, why_not
from .state import IN_SUPPLY, NOBODY, ON_CARD, RANGES, UNITS_OF, Epix, EpixState, Offer, in_supply, unused

PASS = ("pass",)
NO_CARDS = 0
"""No ability card works in this phase: they are handed out at its end."""


@rule("EPIX-PRE-1", "EPIX-PRE-3")
def begin_preliminary(g: Epix) -> None:
    """Before the first season; the holder of the First Player card begins."""
    g.state.phase, g.state.turn = "preliminary", g.state.first


@rule("EPIX-PRE-2")
def preliminary(g: Epix) -> Rules[None]:
    """Turn by turn each recruits one unit, bids on one card or passes, until all have passed; a beat is a round.

    Who can do nothing else is passed.
    """
    s = g.state
    for _ in range(s.seats):
        seat = s.turn
        answer: Answer = PASS
        if found := openings(g, seat):
            found.append(PASS)
            refuse = partial(_refuse, g, seat)
            answer = yield Choose(seat, found, "preliminary", partial(_option, s, seat), refuse, rule="EPIX-PRE-2")
        if answer[0] == "recruit":
            muster(g, seat, answer[1:])
        elif answer[0] == "bid":
            yield from bid(g, seat, [offer.card for offer in s.lay].index(answer[1]))
        else:
            pass_for_good(g, seat)
        if all(s.passed):
            end_preliminary(g)
            return
        next_turn(g)


def openings(g: Epix, seat: int) -> list[Answer]:
    """What a player can do besides passing."""
    s = g.state
    found = recruits(s, g.board, seat, muster_places(s, seat), NO_CARDS, g.board.musters)
    if s.lay:
        spare = in_hand(s, seat)
        found += [("bid", offer.card) for offer in s.lay if not bar_to_bid(s, seat, offer, spare)]
    return found


@rule("EPIX-PRE-7")
def muster_places(s: EpixState, seat: int) -> int:
    """In this phase units come into the own realm only."""
    return realm_places(s, seat)


@rule("EPIX-PRE-5", "EPIX-PRE-6")
def muster(g: Epix, seat: int, answer: Answer) -> None:
    """One unit for the price on the Recruitment card, in the own realm."""
    enlist(g, seat, answer, NO_CARDS)


@rule("EPIX-PRE-9")
def bid(g: Epix, seat: int, at: int) -> Rules[None]:
    """Lay Gold and an unused unit on one card; what lay there goes back to its owner."""
    s = g.state
    offer = s.lay[at]
    least, most, marks = least_bid(offer), purse(s, seat, offer), markers(s, seat, offer)
    answer: dict[str, Any] = {"amount": least, "marker": marks[0]}
    if most > least or len(marks) > 1:
        fields = {
            "amount": Amount(seat, least, most, "bid.amount", rule="EPIX-PRE-12" if offer.gold else "EPIX-PRE-10"),
            "marker": Choose(seat, marks, "bid.marker", partial(_marker, s, seat), rule="EPIX-PRE-11"),
        }
        args = {"card": offer.card, "standing": offer.gold}
        answer = yield Form(seat, fields, "bid", args=args, rule="EPIX-PRE-9")
    if offer.seat != NOBODY:
        give_back(g, seat, offer)
    begin, end = RANGES[seat][UNIT[answer["marker"]]]
    piece = s.pieces.index(IN_SUPPLY, begin, end)
    s.pieces[piece] = ON_CARD
    s.gold[seat] -= answer["amount"]
    s.lay[at] = Offer(offer.card, seat, answer["amount"], piece)
    g.tell("bid.laid", seat=seat, card=offer.card, gold=answer["amount"])


@rule("EPIX-PRE-10", "EPIX-PRE-12")
def least_bid(offer: Offer) -> int:
    """1 Gold at least, and 1 more than what lies on the card."""
    return offer.gold + 1


@rule("EPIX-PRE-14")
def purse(s: EpixState, seat: int, offer: Offer) -> int:
    """What a player can bid at most: all his Gold, with what he takes back when he raises his own bid."""
    return s.gold[seat] + (offer.gold if offer.seat == seat else 0)


@rule("EPIX-PRE-11")
def markers(s: EpixState, seat: int, offer: Offer) -> list[str]:
    """The units that can mark a bid: the unused ones, and the one that he takes back from his own bid."""
    back = UNITS_OF[offer.piece] if offer.seat == seat else ""
    spare = in_hand(s, seat)
    return [name for name in UNITS if name in spare or name == back]


def bar_to_bid(s: EpixState, seat: int, offer: Offer, spare: list[str]) -> str:
    """What keeps a player with these unused units from bidding on a card, if anything does."""
    if purse(s, seat, offer) < least_bid(offer):
        return "bid.no_gold"
    return "" if spare or offer.seat == seat else "bid.no_unit"


def in_hand(s: EpixState, seat: int) -> list[str]:
    """The kinds of units a player has in supply."""
    return [name for unit, name in enumerate(UNITS) if in_supply(s, seat, unit)]


@rule("EPIX-PRE-13")
def give_back(g: Epix, bidder: int, offer: Offer) -> None:
    """A beaten bid goes back to its owner, Gold and marker."""
    s = g.state
    s.gold[offer.seat] += offer.gold
    s.pieces[offer.piece] = IN_SUPPLY
    if offer.seat != bidder:
        g.tell("bid.beaten", seat=offer.seat, card=offer.card, gold=offer.gold)


@rule("EPIX-PRE-15")
def pass_for_good(g: Epix, seat: int) -> None:
    """A pass is final, even if the player is outbid later."""
    g.state.passed[seat] = True
    g.tell("preliminary.passed", seat=seat)


@rule("EPIX-PRE-4", "EPIX-PRE-16")
def next_turn(g: Epix) -> None:
    """Clockwise to the next who has not passed."""
    s = g.state
    s.turn = s.clockwise[s.turn]
    while s.passed[s.turn]:
        s.turn = s.clockwise[s.turn]


@rule("EPIX-PRE-17")
def end_preliminary(g: Epix) -> None:
    """When all have passed, the cards are handed out and the first season begins."""
    s = g.state
    for offer in s.lay:
        if offer.seat != NOBODY:
            award(g, offer)
    discard_the_rest(g)
    g.tell("season.begins", season=s.season)
    s.phase = "first_player_auction"


@rule("EPIX-PRE-18", "EPIX-PRE-19", "EPIX-PRE-20")
def award(g: Epix, offer: Offer) -> None:
    """A card goes to the player whose bid lies on it; the Gold stays spent, the marker returns to supply."""
    s = g.state
    s.abilities[offer.seat] |= ABILITY[offer.card]
    s.pieces[offer.piece] = IN_SUPPLY
    g.tell("bid.won", seat=offer.seat, card=offer.card, gold=offer.gold)


@rule("EPIX-PRE-23")
def discard_the_rest(g: Epix) -> None:
    """What nobody bid on is out of the game, and no bid lies anywhere any more."""
    g.state.lay = []


def _option(s: EpixState, seat: int, value: Answer) -> Option:
    if value == PASS:
        return Option(value, "preliminary.pass")
    if value[0] == "bid":
        return Option(value, "preliminary.bid", {"card": value[1]}, (f"lay.{value[1]}",))
    return option(s, seat, value, NO_CARDS)


def _marker(s: EpixState, seat: int, name: str) -> Option:
    return Option(name, f"unit.{name}", {}, unused(s, seat, name))


def why_not_bid(s: EpixState, seat: int, offer: Offer) -> Illegal | None:
    """Why a player cannot bid on a card, in words."""
    key = bar_to_bid(s, seat, offer, in_hand(s, seat))
    why = {"bid.no_unit": "EPIX-PRE-11", "bid.no_gold": "EPIX-PRE-12" if offer.gold else "EPIX-PRE-10"}
    args = {"card": offer.card, "least": least_bid(offer), "gold": purse(s, seat, offer)}
    return Illegal(key, why[key], **args) if key else None


def _refuse(g: Epix, seat: int, value: Any) -> Illegal | None:
    s, board = g.state, g.board
    if value[0] == "bid" and len(value) == 2:
        offer = next((offer for offer in s.lay if offer.card == value[1]), None)
        return Illegal("bid.no_card", "EPIX-PRE-9") if offer is None else why_not_bid(s, seat, offer)
    if value[0] == "recruit" and len(value) == 3 and value[1] in UNIT and value[2] in board.number:
        unit, province, realm = UNIT[value[1]], board.number[value[2]], muster_places(s, seat)
        if not s.lands[seat] >> province & 1:
            return Illegal("recruit.outside_realm", "EPIX-PRE-7", unit=value[1], province=value[2])
        return why_not(g, seat, unit, province, realm, NO_CARDS, "EPIX-PRE-6")
    return None
