"""How a person who has read the rules would answer: the bot's advice for every ask of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any

from arbiter.content.folder import read_toml
from arbiter.core import Amount, Ask, Choose, Form, Several

from ..auction import discount
from ..board import Board, board
from ..contents import ACTIONS, MOVE_ATTACK, RECRUITMENT, TAX, UNIT, WINTER
from ..preliminary import PASS, least_bid
from ..state import EpixState, Offer, in_supply, order_from
from .assault import Assault, lost_unit, rehearsal
from .contest import draw_bid, draw_names
from .outlook import Outlook
from .plans import best_act, best_recruit, better, promise
from .siege import chance, menace

WORTH: dict[str, dict[str, int]] = read_toml("arbiter.games.epix.advice", "bids.toml")
PAIRS = [(RECRUITMENT, MOVE_ATTACK), (MOVE_ATTACK, RECRUITMENT), (TAX, RECRUITMENT), (TAX, MOVE_ATTACK)]
"""Two action cards in the orders worth weighing: Gold is best had first."""
NEAR = 0.015
"""Action cards whose promise is this close to the best are all as good; one is drawn, so that nobody can be sure."""
SPIED = 0.005
"""What the spies must take from an attacker's chance to win to be sent out."""
EAGER = 0.6
"""How likely another player is to play Move & Attack when it could win him a castle."""


def hint(s: EpixState, ask: Ask, rng: Random) -> Any:
    """A sensible answer to any ask of the game."""
    return ANSWERS[ask.prompt](s, board(s.seats), ask, rng)


def colour(s: EpixState, sheet: Board, ask: Choose, rng: Random) -> Any:
    return ask.sample(rng)


def preliminary(s: EpixState, sheet: Board, ask: Choose, rng: Random) -> Any:
    """Recruit what promises most, or bid on a card while it is worth its price."""
    seat = ask.seat
    units = [value for value in ask.values if value[0] == "recruit"]
    best = best_recruit(s, sheet, seat, units, 0, ())
    answer = best.answer if best.answer in ask.values else PASS
    promised = best.chance
    outlook = Outlook(s, sheet, seat)
    for value in ask.values:
        if value[0] != "bid" or offer_of(s, value[1]).seat == seat:
            continue
        price = asking_price(s, value[1])
        if price > WORTH[value[1]]["most"] or price > s.gold[seat]:
            continue
        hoped = outlook.at(s.gold[seat] - price, lost=-card_worth(value[1]))
        if hoped > better(promised):
            promised, answer = hoped, value
    return answer


def offer_of(s: EpixState, card: str) -> Offer:
    """What lies on a card."""
    return next(offer for offer in s.lay if offer.card == card)


def asking_price(s: EpixState, card: str) -> int:
    """The least sensible bid on a card."""
    offer = offer_of(s, card)
    return least_bid(offer) if offer.gold else WORTH[card]["open"]


def card_worth(card: str) -> float:
    return WORTH[card]["fair"] + 0.5


def card_bid(s: EpixState, sheet: Board, ask: Form, rng: Random) -> Any:
    """No more than it takes, marked with a unit that is not needed soon."""
    assert ask.args is not None
    amount, marker = ask.fields["amount"], ask.fields["marker"]
    assert isinstance(amount, Amount)
    assert isinstance(marker, Choose)
    price = max(amount.least, min(asking_price(s, ask.args["card"]), amount.most))
    spare = max(marker.values, key=lambda name: (name == "catapult", in_supply(s, ask.seat, UNIT[name])))
    return {"amount": price, "marker": spare}


def auction_bid(s: EpixState, sheet: Board, ask: Amount, rng: Random) -> int:
    """Up to what a say in the order of play is worth, and less often than not."""
    seat = ask.seat
    order = {first: fortune(s, sheet, seat, first, s.gold[seat]) for first in range(s.seats)}
    usual = sum(order.values()) / s.seats
    favoured = max(order, key=lambda first: order[first])
    most = 0
    refund = discount(s.abilities[seat])
    for bid in range(1, s.gold[seat] + 1):
        if fortune(s, sheet, seat, favoured, s.gold[seat] - max(0, bid - refund)) < better(usual):
            break
        most = bid
    return int(most * sqrt(rng.random()) + 0.5)


def auction_first(s: EpixState, sheet: Board, ask: Choose, rng: Random) -> Any:
    """The order of play that promises most."""
    return max(ask.values, key=lambda first: fortune(s, sheet, ask.seat, first, s.gold[ask.seat]))


def fortune(s: EpixState, sheet: Board, seat: int, first: int, gold: int) -> float:
    """The chance to win when `first` begins this season: castles may fall before the seat's turn, or in it; and in
    Winter it is good to know what the others have done."""
    left, won = 1.0, 0.0
    order = order_from(s, first)
    for other in order:
        purse = gold if other == seat else s.gold[other]
        best = max([chance(siege, purse) for siege in menace(s, sheet, other).sieges], default=0.0)
        if other == seat:
            won += left * best
            left *= 1 - best
        else:
            left *= 1 - EAGER * best
    share = Outlook(s, sheet, seat).at(gold)
    if s.season == WINTER:
        late = order.index(seat) / (s.seats - 1)
        share += 0.5 * late * share * (1 - share)
    return won + left * share


def choose_one(s: EpixState, sheet: Board, ask: Choose, rng: Random) -> Any:
    return choose_cards(s, sheet, ask.seat, [(card,) for card in ask.values], rng)[0]


def choose_two(s: EpixState, sheet: Board, ask: Several, rng: Random) -> Any:
    return tuple(sorted(choose_cards(s, sheet, ask.seat, PAIRS, rng), key=ACTIONS.index))


def choose_summons(s: EpixState, sheet: Board, ask: Several, rng: Random) -> Any:
    """Two cards for once, when that is worth clearly more than one."""
    seat = ask.seat
    single = choose_cards(s, sheet, seat, [(card,) for card in ACTIONS], rng)
    double = choose_cards(s, sheet, seat, PAIRS, rng)
    gain = promise(s, sheet, seat, double) - promise(s, sheet, seat, single)
    return tuple(sorted(double, key=ACTIONS.index)) if gain > SUMMON[s.season] else single


SUMMON = (0.10, 0.06, 0.0, 1.0)
"""Season -> how much the Second Summons must gain to be used."""


def choose_cards(
    s: EpixState, sheet: Board, seat: int, lines: Sequence[tuple[str, ...]], rng: Random
) -> tuple[str, ...]:
    """Cards in the order that promises most, or one of those as good as the best."""
    promised = {line: promise(s, sheet, seat, line) for line in lines}
    best = max(promised.values())
    good = [line for line in lines if promised[line] >= best - NEAR]
    return good[int(rng.random() * len(good))]


def turn_order(s: EpixState, sheet: Board, ask: Choose, rng: Random) -> Any:
    """The order of the two cards that promises more."""
    orders = [pair for pair in PAIRS if set(pair) == set(s.todo)]
    return max(orders, key=lambda pair: promise(s, sheet, ask.seat, pair))[0] if len(orders) > 1 else orders[0][0]


def recruit(s: EpixState, sheet: Board, ask: Choose, rng: Random) -> Any:
    return best_recruit(s, sheet, ask.seat, ask.values, s.abilities[ask.seat], s.todo[1:]).answer


def act(s: EpixState, sheet: Board, ask: Choose, rng: Random) -> Any:
    return best_act(s, sheet, ask.seat, ask.values, s.todo[1:]).answer


def assault(s: EpixState, sheet: Board) -> Assault:
    """The attack under way."""
    attack = s.attack
    assert attack is not None
    number = sheet.number
    return Assault(s, sheet, attack.seat, UNIT[attack.unit], number[attack.origin], number[attack.target], s.todo)


def attack_bid(s: EpixState, sheet: Board, ask: Amount, rng: Random) -> int:
    assert s.attack is not None
    return draw_bid(assault(s, sheet).contest(s.attack.guesses).bids, rng)


def attack_guess(s: EpixState, sheet: Board, ask: Several, rng: Random) -> Any:
    assert s.attack is not None
    return draw_names(assault(s, sheet).naming(ask.least, s.attack.parity), ask.least, rng)


def attack_continue(s: EpixState, sheet: Board, ask: Choose, rng: Random) -> bool:
    assert ask.args is not None
    seat, number = ask.seat, sheet.number
    unit, origin, target = UNIT[ask.args["unit"]], number[ask.args["origin"]], number[ask.args["target"]]
    storm = Assault(s, sheet, seat, unit, origin, target, s.todo)
    return storm.value() > storm.stop(0, 0, s.gold[seat])


def attack_sentries(s: EpixState, sheet: Board, ask: Choose, rng: Random) -> bool:
    """Bribe the sentries of a castle; others only when no castle is in reach."""
    storm = assault(s, sheet)
    return storm.castle or not menace(s, sheet, ask.seat, at_once=True).sieges


def attack_spies(s: EpixState, sheet: Board, ask: Choose, rng: Random) -> bool:
    """Send the spies when it matters: to a castle, or where they take away a good part of the attacker's hopes."""
    assert s.attack is not None
    storm = assault(s, sheet)
    names = min(s.attack.guesses, storm.gold + 1)
    return storm.castle or storm.saved_by_spies(names) > SPIED


def attack_retreat(s: EpixState, sheet: Board, ask: Choose, rng: Random) -> bool:
    """Pay for the unit if it is worth more than the Gold."""
    assert ask.args is not None
    seat, gold = ask.seat, s.gold[ask.seat]
    unit, origin = UNIT[ask.args["unit"]], sheet.number[ask.args["origin"]]
    kept = rehearsal(s, sheet).state
    kept.spent[unit] |= 1 << origin
    gone = Outlook(lost_unit(s, sheet, seat, unit, origin), sheet, seat, s.todo)
    return Outlook(kept, sheet, seat, s.todo).at(gold - ask.args["gold"], True) > gone.at(gold, True)


ANSWERS: dict[str, Callable[[EpixState, Board, Any, Random], Any]] = {
    "setup.colour": colour,
    "preliminary": preliminary,
    "bid": card_bid,
    "auction.bid": auction_bid,
    "auction.first": auction_first,
    "choose.one": choose_one,
    "choose.two": choose_two,
    "choose.summons": choose_summons,
    "turn.order": turn_order,
    "recruit": recruit,
    "act": act,
    "attack.bid": attack_bid,
    "attack.guess": attack_guess,
    "attack.continue": attack_continue,
    "attack.sentries": attack_sentries,
    "attack.spies": attack_spies,
    "attack.retreat": attack_retreat,
}
