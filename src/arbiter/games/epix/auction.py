"""Phase 1 of a season: the auction for the First Player card."""

from __future__ import annotations

from arbiter.core import Amount, Choose, Option, Rules, Together, rule

from .board import ROYAL_HERALD
from .state import Epix, order_from


@rule("EPIX-AUC-1", "EPIX-AUC-2", "EPIX-AUC-3", "EPIX-SEASON-2")
def first_player_auction(g: Epix) -> Rules[None]:
    """All bid in secret, all reveal at once; the winner pays and keeps or hands on the card."""
    s = g.state
    bids = [0] * s.seats
    asks = [
        Amount(seat, 0, s.gold[seat], "auction.bid", rule="EPIX-AUC-2") for seat in range(s.seats) if s.gold[seat] > 0
    ]
    if asks:
        answers = yield Together(*asks)
        for ask, amount in zip(asks, answers, strict=True):
            bids[ask.seat] = amount
    g.reveal()
    for seat, amount in enumerate(bids):
        g.tell("auction.revealed", seat=seat, gold=amount)
    winner = auction_winner(g, bids)
    settle_bids(g, winner, bids)
    yield from hand_on(g, winner)
    s.phase = "choose_action"


@rule("EPIX-AUC-4", "EPIX-AUC-8")
def auction_winner(g: Epix, bids: list[int]) -> int:
    """The highest bid; ties go to the Royal Herald, then to the holder of the card, then clockwise from him."""
    s = g.state
    highest = max(bids)
    tied = [seat for seat in order_from(s, s.first) if bids[seat] == highest]
    for seat in tied:
        if g.has(seat, ROYAL_HERALD):
            return seat
    return tied[0]


@rule("EPIX-AUC-6", "EPIX-AUC-7")
def settle_bids(g: Epix, winner: int, bids: list[int]) -> None:
    """Only the winner pays; the Royal Herald takes 2 off."""
    paid = max(0, bids[winner] - 2) if g.has(winner, ROYAL_HERALD) else bids[winner]
    g.pay(winner, paid)
    g.tell("auction.won", seat=winner, gold=paid)


@rule("EPIX-AUC-5")
def hand_on(g: Epix, winner: int) -> Rules[None]:
    """The winner keeps the First Player card or gives it to an opponent."""
    s = g.state

    def describe(seat: int) -> Option:
        return Option(seat, "auction.keep" if seat == winner else "auction.give", {"seat": seat}, (f"seat.{seat}",))

    s.first = yield Choose(winner, order_from(s, winner), "auction.first", describe, rule="EPIX-AUC-5")
    g.tell("auction.first_player", seat=s.first)
