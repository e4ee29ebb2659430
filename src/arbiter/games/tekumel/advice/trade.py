"""The market: what to sell, to buy, to heal; and what others offer on the way."""

from __future__ import annotations

from arbiter.core import Choose, Several

from .. import market
from ..effects import CostDown, Gain, Heal, MarketPick, TorchFree
from ..market import END, HEAL, OPEN_IT, SKIP_IT, TORCH, Deal
from ..skill_tests import LEVELS
from ..state import Tekumel
from .belongings import can_carry, item_gain, item_loss, least_needed
from .errands import own_plan
from .free import healing
from .measures import KAITAR
from .trials import chance
from .worth import healed

PURSE = 3
"""With fewer Káitars a greater choice is of no use."""
PROFIT = 0.05
"""What a purchase must be worth beyond its price."""


def opened(g: Tekumel, ask: Choose) -> str:
    """Whenever there is something to pay with or to sell."""
    hero = g.state.heroes[ask.seat]
    return OPEN_IT if hero.kaitar or hero.items or hero.hand.cards else SKIP_IT


def trade_level(g: Tekumel, ask: Choose) -> str:
    """The level that promises most cards, for who can buy some."""
    if spare(g, ask.seat) < PURSE:
        return ""
    promises = {level: chance(g, ask.seat, "trade", level) * g.book.levels[level].cards for level in LEVELS}
    return max(promises, key=lambda level: promises[level])


def reserve(g: Tekumel, seat: int) -> int:
    """The Káitars that the Mission will want."""
    planned = own_plan(g, seat)
    return planned.errand.kaitar if planned is not None else 0


def spare(g: Tekumel, seat: int) -> int:
    """The Káitars that can be spent on other things."""
    return g.state.heroes[seat].kaitar - reserve(g, seat)


def deal(g: Tekumel, ask: Choose) -> Deal:
    """Cards that bring something; a sale that is needed; Torches; healing; the best purchase; what is in the way."""
    for find in (_card, _needed_sale, _torch, _healing, _purchase, _junk):
        found = find(g, ask)
        if found is not None:
            return found
    return END


def _card(g: Tekumel, ask: Choose) -> Deal | None:
    """Káitars for nothing, and what heals; a lower price or a look at the deck for who would buy."""
    seat = ask.seat
    held: list[Deal] = list(ask.values)
    for use in held:
        source = g.book.sources.get(use[1])
        if source is None or use[0] != source.verb or "market" not in source.when:
            continue
        for effect in source.effects:
            match effect:
                case Gain():
                    return use
                case Heal(n=n) if healed(g, seat, n) > 2 * KAITAR:
                    return use
                case MarketPick() if spare(g, seat) >= PURSE:
                    return use
                case CostDown(n=n) if _purchase(g, ask, n) is not None:
                    return use
    return healing(g, seat, ask.values)


def _needed_sale(g: Tekumel, ask: Choose) -> Deal | None:
    """What the Mission wants here and now is got by selling what is missed least."""
    hero, planned = g.state.heroes[ask.seat], own_plan(g, ask.seat)
    if planned is None or planned.errand.kaitar <= hero.kaitar:
        return None
    if planned.errand.goal != hero.at or planned.errand.stops:
        return None
    for_sale = [item.card for item in hero.items if market.worth(g, item.card)]
    brings = sum(market.worth(g, card) for card in for_sale)
    if brings + hero.kaitar < planned.errand.kaitar:
        return None
    return "sell", least_needed(g, ask.seat, for_sale, 1)[0]


def _torch(g: Tekumel, ask: Choose) -> Deal | None:
    """A Torch for each site of the plan and those that the Mission wants."""
    hero, planned = g.state.heroes[ask.seat], own_plan(g, ask.seat)
    if planned is None or ("buy", TORCH) not in ask.values:
        return None
    light = 0 if g.in_force(ask.seat, TorchFree) else len(planned.errand.sites)
    return ("buy", TORCH) if hero.torch < planned.errand.torch + light else None


def _healing(g: Tekumel, ask: Choose) -> Deal | None:
    """Wounds, as long as that is worth more than the Káitar."""
    worth_it = healed(g, ask.seat, 1) > KAITAR and spare(g, ask.seat) > 0
    return HEAL if HEAL in ask.values and worth_it else None


def _purchase(g: Tekumel, ask: Choose, less: int = 0) -> Deal | None:
    """The Equipment card that is worth most beyond its price."""
    seat, best, gain = ask.seat, None, PROFIT
    for card in g.state.market:
        cost = max(1, market.price(g, seat, card).value - less)
        if cost <= spare(g, seat) and can_carry(g, seat, card):
            profit = item_gain(g, seat, card) - KAITAR * cost
            if profit > gain:
                best, gain = card, profit
    return None if best is None else ("buy", best)


def _junk(g: Tekumel, ask: Choose) -> Deal | None:
    """What does less for the Hero than its Káitars would."""
    for verb, card in ask.values:
        if verb == "sell" and item_loss(g, ask.seat, card) < KAITAR * market.worth(g, card) - PROFIT:
            return verb, card
    return None


def on_the_way(g: Tekumel, ask: Choose) -> Deal:
    """Somebody offers Equipment: what is worth most beyond its price."""
    best, gain = END, PROFIT
    for value in ask.values:
        if value[0] == "buy" and can_carry(g, ask.seat, value[1]):
            profit = item_gain(g, ask.seat, value[1]) - KAITAR * g.book.equipment[value[1]].cost
            if profit > gain:
                best, gain = value, profit
    return best


def picked(g: Tekumel, ask: Choose) -> str:
    """The card of which a Hero would have most."""
    return str(max(ask.values, key=lambda card: item_gain(g, ask.seat, card)))


def sold_in_full(g: Tekumel, ask: Several) -> tuple[str, ...]:
    """All that does less for the Hero than so many Káitars."""
    prices = g.book.equipment
    return tuple(card for card in ask.values if item_loss(g, ask.seat, card) < KAITAR * prices[card].cost - PROFIT)
