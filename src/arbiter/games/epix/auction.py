"""Phase 1 of a season: the auction for the First Player card."""

from __future__ import annotations

from functools import partial

from arbiter.core import Amount, Choose, Option, Rules, Text, Together, rule

from .abilities import effects
from .entries import AuctionDiscount, AuctionTies
from .state import Epix, order_from


def first_player_auction(g: Epix) -> Rules[None]:
    """All bid in secret, all reveal at once; the winner pays and keeps or hands on the card."""
    s = g.state
    state_totals(g)
    bids = [0] * s.seats
    if asks := secret_bids(g):
        answers = yield Together(*asks)
        for ask, amount in zip(asks, answers, strict=True):
            bids[ask.seat] = amount
    reveal_bids(g, bids)
    winner = auction_winner(g, bids)
    settle_bids(g, winner, bids)
    s.first = yield keep_or_give(g, winner)
    g.tell("auction.first_player", seat=s.first)


@rule("EPIX-AUC-1")
def state_totals(g: Epix) -> None:
    """Everybody's Gold is made known before the bids are chosen."""
    totals = [Text("auction.has", {"seat": seat, "gold": gold}) for seat, gold in enumerate(g.state.gold)]
    g.tell("auction.opens", totals=totals)


@rule("EPIX-AUC-2")
def secret_bids(g: Epix) -> list[Amount]:
    """Each bids from 0 up to all his Gold; who has none bids 0 without being asked."""
    return [
        Amount(seat, 0, gold, "auction.bid", {"gold": gold}, "EPIX-AUC-2")
        for seat, gold in enumerate(g.state.gold)
        if gold
    ]


@rule("EPIX-AUC-3")
def reveal_bids(g: Epix, bids: list[int]) -> None:
    """All hands are opened at the same moment."""
    g.reveal()
    for seat, amount in enumerate(bids):
        g.tell("auction.revealed", seat=seat, gold=amount)


@rule("EPIX-AUC-4", "EPIX-AUC-8")
def auction_winner(g: Epix, bids: list[int]) -> int:
    """The highest bid; ties go to the Royal Herald, then to the holder of the card, then clockwise from him."""
    s = g.state
    highest = max(bids)
    tied = [seat for seat in order_from(s, s.first) if bids[seat] == highest]
    for seat in tied:
        if g.effects(seat, AuctionTies):
            return seat
    return tied[0]


@rule("EPIX-AUC-6", "EPIX-AUC-7")
def settle_bids(g: Epix, winner: int, bids: list[int]) -> None:
    """Only the winner pays, less what the Royal Herald takes off."""
    paid = max(0, bids[winner] - discount(g.state.abilities[winner]))
    g.pay(winner, paid)
    g.tell("auction.won", seat=winner, gold=paid)


def discount(cards: int) -> int:
    """How much less than the bid the owner of these cards pays when he wins."""
    return sum(effect.gold for effect in effects(cards, AuctionDiscount))


@rule("EPIX-AUC-5")
def keep_or_give(g: Epix, winner: int) -> Choose:
    """The winner keeps the First Player card or gives it to an opponent."""
    order = order_from(g.state, winner)
    return Choose(winner, order, "auction.first", partial(_holder, winner), rule="EPIX-AUC-5")


def _holder(winner: int, seat: int) -> Option:
    return Option(seat, "auction.keep" if seat == winner else "auction.give", {"seat": seat}, (f"seat.{seat}",))
