"""Step 4: City Market, and what is bought and sold elsewhere."""

from __future__ import annotations

from functools import partial
from typing import Literal, TypeAlias

from arbiter.core import Choose, Illegal, Option, Rules, Several, rule
from arbiter.kit import cards
from arbiter.kit.effects import By
from arbiter.kit.numbers import Sum
from arbiter.kit.windows import in_order

from . import equipment, uses, wounds
from .effects import CostDown, Level, MarketPick, Offer, SellFull, does
from .goods import change, turn_up_equipment
from .numbers import HEAL_COST, LEAST_PRICE, MARKET_CARDS, SELL_DIVISOR
from .skill_tests import LEVELS, chance, skill_test, total
from .state import Tekumel

Deal: TypeAlias = tuple[str, str]
"""What is done in the market: ("buy", card), ("buy", "torch"), ("sell", card), ("heal", ""), or a card to use."""

END: Deal = ("end", "")
HEAL: Deal = ("heal", "")
TORCH, PORTER = "torch", "porter"
OPEN_IT, SKIP_IT = "open", "skip"


@rule("TEK-MARKET-1")
def takes_place(g: Tekumel, seat: int) -> bool:
    """There is a market in a City, and nowhere else."""
    return g.place(seat).kind == "city"


def market(g: Tekumel, seat: int) -> Rules[None]:
    """Only if the player likes: the market opens, he deals, and it closes again."""
    if not takes_place(g, seat) or not (yield from is_opened(g, seat)):
        return
    open_market(g)
    yield from trade_roll(g, seat)
    yield from deals(g, seat)
    close_market(g)
    yield from equipment.unload(g, seat)


@rule("TEK-GAP-MARKET-SKIP")
def is_opened(g: Tekumel, seat: int) -> Rules[bool]:
    """Nobody must take the step; who does anything in it draws first."""
    opens: str = yield Choose(
        seat,
        [SKIP_IT, OPEN_IT],
        "market.take",
        lambda value: Option(value, f"market.{value}"),
        rule="TEK-DEC-MARKET-OPEN",
    )
    return opens == OPEN_IT


@rule("TEK-MARKET-2", "TEK-MARKET-4", "TEK-MARKET-11")
def open_market(g: Tekumel) -> None:
    """One Equipment card lies face up before anything is done."""
    lay_out(g, MARKET_CARDS)


def lay_out(g: Tekumel, count: int) -> None:
    """Equipment cards are drawn and laid face up in the market."""
    for card in turn_up_equipment(g, count):
        g.state.loose.remove(card)
        g.state.market.append(card)


@rule("TEK-MARKET-3", "TEK-GAP-TRADE")
def trade_roll(g: Tekumel, seat: int) -> Rules[None]:
    """Once, before anything else: the level is declared, and a success brings as many further cards as it says."""
    level: Level | str = yield Choose(
        seat, ["", *LEVELS], "market.trade", partial(_say_level, g, seat),
        args={"total": total(g, seat, "trade").value}, rule="TEK-DEC-TRADE-LEVEL",
    )  # fmt: skip
    for declared in LEVELS:
        if declared == level and (yield from skill_test(g, seat, "trade", declared)):
            lay_out(g, g.book.levels[declared].cards)


def _say_level(g: Tekumel, seat: int, level: Level | Literal[""]) -> Option:
    if not level:
        return Option(level, "market.no_roll")
    told = {"level": level, "cards": g.book.levels[level].cards, "chance": chance(g, seat, "trade", level)}
    return Option(level, "market.roll", told)


# The deals


@rule("TEK-MARKET-5")
def deals(g: Tekumel, seat: int) -> Rules[None]:
    """Any number of them, in any order, as far as the player likes and can pay."""
    free = uses.FreeUse(g)

    def describe(deal: Deal) -> Option:
        return _say(g, seat, deal, free)

    def refuse(deal: Deal) -> Illegal | None:
        return why_not(g, seat, deal, free)

    while True:
        values = [END, *open_to(g, seat), *free.offers(seat)]
        deal: Deal = yield Choose(
            seat, values, "market", describe, refuse, {"n": g.state.heroes[seat].kaitar}, "TEK-DEC-MARKET-ACTION"
        )
        if deal == END:
            return
        yield from strike(g, seat, deal, free)


def open_to(g: Tekumel, seat: int) -> list[Deal]:
    """What a Hero can buy, be healed of, sell and use in the market."""
    open_deals = [("buy", card) for card in g.state.market if why_not_buy(g, seat, card) is None]
    for ware in (TORCH, PORTER):
        if why_not_ware(g, seat, ware) is None:
            open_deals.append(("buy", ware))
    if why_not_heal(g, seat) is None:
        open_deals.append(HEAL)
    for item in g.state.heroes[seat].items:
        open_deals.append(("sell", item.card))
    return open_deals + uses.able(g, seat, "market")


def why_not(g: Tekumel, seat: int, deal: Deal, free: uses.FreeUse) -> Illegal | None:
    """Why a deal cannot be struck."""
    verb, card = deal
    match verb:
        case "end":
            return None
        case "buy" if card in g.book.wares:
            return why_not_ware(g, seat, card)
        case "buy":
            return why_not_buy(g, seat, card)
        case "sell":
            return why_not_sell(g, seat, card)
        case "heal":
            return why_not_heal(g, seat)
    source = g.book.sources.get(card)
    if source is not None and "market" in source.when:
        return uses.why_not(g, seat, deal, "market")
    return free.why_not(seat, deal)


def strike(g: Tekumel, seat: int, deal: Deal, free: uses.FreeUse) -> Rules[None]:
    """A deal is done."""
    verb, card = deal
    match verb:
        case "buy" if card == TORCH:
            buy_torch(g, seat)
        case "buy" if card == PORTER:
            buy_porter(g, seat)
        case "buy":
            yield from buy(g, seat, card)
        case "sell":
            yield from sell(g, seat, card)
        case "heal":
            buy_healing(g, seat)
        case _:
            yield from free.act(seat, deal)


def _say(g: Tekumel, seat: int, deal: Deal, free: uses.FreeUse) -> Option:
    verb, card = deal
    match verb:
        case "end":
            return Option(deal, "market.end")
        case "heal":
            return Option(deal, "market.heal", {"n": HEAL_COST}, (f"hero.{seat}",))
        case "buy" if card in g.book.wares:
            return Option(deal, "market.buy", {"card": card, "n": g.book.wares[card].cost})
        case "buy":
            return say_buy(g, card, price(g, seat, card).value)
        case "sell":
            return Option(deal, "market.sell", {"card": g.name(card), "n": worth(g, card)}, (f"card.{card}",))
    return free.describe(deal)


def say_buy(g: Tekumel, card: str, n: int) -> Option:
    """How the purchase of an Equipment card is called among the options."""
    return Option(("buy", card), "market.buy", {"card": g.name(card), "n": n}, (f"card.{card}",))


# Buying


def price(g: Tekumel, seat: int, card: str) -> Sum:
    """What an Equipment card costs in the market, and why; each card that lowers a price does so for one purchase."""
    cost = Sum(g.book.equipment[card].cost, g.why(card))
    for effect, source in g.in_force(seat, CostDown)[:1]:
        cost.add(-effect.n, g.why(source))
    return cost.at_least(LEAST_PRICE)


@rule("TEK-MARKET-6", "TEK-MARKET-12")
def why_not_buy(g: Tekumel, seat: int, card: str) -> Illegal | None:
    """An Equipment card must lie in the market, and be paid."""
    if card not in g.state.market:
        return Illegal("market.not_here", "TEK-MARKET-6")
    return why_not_pay(g, seat, price(g, seat, card).value, "TEK-MARKET-6")


def why_not_pay(g: Tekumel, seat: int, cost: int, rule: str) -> Illegal | None:
    """Who has less cannot pay."""
    has = g.state.heroes[seat].kaitar
    return Illegal("market.poor", rule, n=cost, has=has) if has < cost else None


def pay(g: Tekumel, seat: int, card: str, cost: int) -> None:
    """A price goes to the bank."""
    change(g.state.heroes[seat], "kaitar", -cost)
    g.tell("market.paid", seat=seat, card=card, n=cost)


def buy(g: Tekumel, seat: int, card: str) -> Rules[None]:
    """An Equipment card of the market becomes the Hero's; what lowered its price is used up."""
    hero = g.state.heroes[seat]
    pay(g, seat, g.name(card), price(g, seat, card).value)
    lower = next((one for one in hero.lasting if isinstance(g.book.effect(one), CostDown)), None)
    if lower is not None:
        hero.lasting = cards.without(hero.lasting, lower)
    g.state.market.remove(card)
    yield from equipment.gain_items(g, seat, [card])


def why_not_ware(g: Tekumel, seat: int, ware: str) -> Illegal | None:
    """A ware must be paid, and there must be one left where their number is limited."""
    if g.book.wares[ware].limited and not g.state.porters:
        return Illegal("market.gone", "TEK-MARKET-12", card=ware)
    return why_not_pay(g, seat, g.book.wares[ware].cost, "TEK-MARKET-7" if ware == TORCH else "TEK-MARKET-8")


@rule("TEK-MARKET-7")
def buy_torch(g: Tekumel, seat: int) -> None:
    """Torches are always to be had."""
    pay(g, seat, TORCH, g.book.wares[TORCH].cost)
    g.state.heroes[seat].torch += 1


@rule("TEK-MARKET-8")
def buy_porter(g: Tekumel, seat: int) -> None:
    """Porters, as long as there are some."""
    pay(g, seat, PORTER, g.book.wares[PORTER].cost)
    g.state.porters -= 1
    g.state.heroes[seat].porters += 1


# Selling and healing


@rule("TEK-GAP-SELL-WHAT")
def why_not_sell(g: Tekumel, seat: int, card: str) -> Illegal | None:
    """Only Equipment cards, scrolls among them, face up or down."""
    return None if uses.owned(g, seat, card) is not None else Illegal("market.sell_what", "TEK-GAP-SELL-WHAT")


def worth(g: Tekumel, card: str) -> int:
    """What the market pays for an Equipment card: half its cost, rounded down."""
    return g.book.equipment[card].cost // SELL_DIVISOR


@rule("TEK-MARKET-9")
def sell(g: Tekumel, seat: int, card: str) -> Rules[None]:
    """An Equipment card goes to the discard pile, and the bank pays for it."""
    hand_in(g, seat, card, worth(g, card))
    yield from equipment.repack(g, seat)


def hand_in(g: Tekumel, seat: int, card: str, n: int) -> None:
    """An Equipment card is discarded for so many Káitars."""
    cards.discard(g, g.state.equipment, equipment.lose_item(g, seat, card))
    change(g.state.heroes[seat], "kaitar", n)
    g.tell("market.sold", seat=seat, card=g.name(card), n=n)


@rule("TEK-GAP-HEAL-TEMPLE")
def why_not_heal(g: Tekumel, seat: int) -> Illegal | None:
    """In every City there is a shrine of the Hero's Temple; it heals him, and not his Companions."""
    if not g.state.heroes[seat].wounds:
        return Illegal("market.unhurt", "TEK-GAP-HEAL-TEMPLE")
    return why_not_pay(g, seat, HEAL_COST, "TEK-MARKET-10")


@rule("TEK-MARKET-10")
def buy_healing(g: Tekumel, seat: int) -> None:
    """One wound of the Hero is healed for a Káitar."""
    change(g.state.heroes[seat], "kaitar", -HEAL_COST)
    wounds.mend(g, seat, wounds.HERO)


@rule("TEK-GAP-MARKET-STACK")
def close_market(g: Tekumel) -> None:
    """What nobody bought is discarded: there is one market at a time."""
    for card in g.state.market:
        cards.discard(g, g.state.equipment, card)
    g.state.market.clear()


# What cards say


@does(MarketPick)
def pick_for_market(g: Tekumel, effect: MarketPick, by: By) -> Rules[None]:
    """The player looks at the top cards, lays some of them out and puts the rest to the bottom as he likes."""
    deck = g.state.equipment
    seen = list(cards.look(g, deck, by.seat, effect.look))
    for _ in range(min(effect.take, len(seen))):
        card = yield Choose(by.seat, seen.copy(), "market.pick", g.say_card, rule="TEK-DEC-MARKET-ACTION")
        seen.remove(card)
        cards.take(g, deck, card)
        g.state.market.append(card)
        g.tell("market.picked", seat=by.seat, card=g.name(card))
    bury = partial(cards.bury, deck, seen_by=by.seat)
    yield from in_order(by.seat, seen, bury, "market.bury", g.say_card, "TEK-DEC-MARKET-ACTION", secret=True)


@does(Offer)
def offer(g: Tekumel, effect: Offer, by: By) -> Rules[None]:
    """Somebody on the way has Equipment for sale; what is not bought is discarded."""
    s, seat = g.state, by.seat
    wares = turn_up_equipment(g, effect.n)

    def cost(card: str) -> int:
        return max(LEAST_PRICE, g.book.equipment[card].cost - effect.discount)

    def describe(deal: Deal) -> Option:
        return Option(END, "market.no_offer") if deal == END else say_buy(g, deal[1], cost(deal[1]))

    def refuse(deal: Deal) -> Illegal | None:
        return why_not_pay(g, seat, cost(deal[1]), "TEK-MARKET-6") if deal[1] in wares else None

    while able := [("buy", card) for card in wares if refuse(("buy", card)) is None]:
        deal: Deal = yield Choose(
            seat, [END, *able], "market.offer", describe, refuse, {"n": s.heroes[seat].kaitar}, "TEK-DEC-MARKET-ACTION"
        )
        if deal == END:
            break
        card = deal[1]
        pay(g, seat, g.name(card), cost(card))
        wares.remove(card)
        s.loose.remove(card)
        yield from equipment.gain_items(g, seat, [card])
    for card in wares:
        uses.lay_away(g, card)


@does(SellFull)
def sell_for_all(g: Tekumel, effect: SellFull, by: By) -> Rules[None]:
    """Any Equipment cards may be sold now for all that they cost."""
    owned = [item.card for item in g.state.heroes[by.seat].items]
    if not owned:
        return
    gone = yield Several(by.seat, owned, 0, len(owned), "market.sell_full", g.say_card, rule="TEK-DEC-MARKET-ACTION")
    for card in gone:
        hand_in(g, by.seat, card, g.book.equipment[card].cost)
    if gone:
        yield from equipment.repack(g, by.seat)
