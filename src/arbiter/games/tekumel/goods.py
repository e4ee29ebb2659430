"""What cards and tables give and take: Káitars, Lán, Bussán, Torches, and cards."""

from __future__ import annotations

from arbiter.core import OPEN, Illegal, Rules, Several, rule
from arbiter.kit import cards
from arbiter.kit.effects import By

from . import equipment
from .effects import Discard, Draw, Gain, Lose, Pay, does, refuses
from .requirements import mission_price
from .state import Hero, Tekumel


@does(Gain)
@rule("TEK-GAP-BANK")
def gain(g: Tekumel, effect: Gain, by: By) -> None:
    """The bank never runs out."""
    change(g.state.heroes[by.seat], effect.res, effect.n)
    g.tell(f"gain.{effect.res}", seat=by.seat, n=effect.n)


@does(Lose)
def lose(g: Tekumel, effect: Lose, by: By) -> None:
    """As much as there is."""
    lost = -change(g.state.heroes[by.seat], effect.res, -effect.n)
    g.tell(f"lose.{effect.res}", seat=by.seat, n=lost)


@does(Pay)
def pay(g: Tekumel, effect: Pay, by: By) -> None:
    change(g.state.heroes[by.seat], effect.res, -effect.n)
    g.tell(f"lose.{effect.res}", seat=by.seat, n=effect.n)


@refuses(Pay)
def cannot_pay(g: Tekumel, effect: Pay, by: By) -> Illegal | None:
    """A price must be paid in full, and what the test is made for must still be payable."""
    owns: int = getattr(g.state.heroes[by.seat], effect.res)
    wanted = effect.n + (spoken_for(g, by.seat) if effect.res == "kaitar" else 0)
    return Illegal("pay.poor", n=wanted, has=owns) if owns < wanted else None


def spoken_for(g: Tekumel, seat: int) -> int:
    """Káitars that are wanted when a test is passed: by somebody being hired, or by the Mission being tried."""
    hire = g.state.met.hire if g.state.met is not None else 0
    return hire + mission_price(g, seat)


@rule("TEK-GAP-LAN-FLOOR")
def change(hero: Hero, res: str, n: int) -> int:
    """More or less of something, never below 0; gives by how much it changed."""
    before: int = getattr(hero, res)
    after = max(0, before + n)
    setattr(hero, res, after)
    return after - before


# Cards


@does(Draw)
def draw(g: Tekumel, effect: Draw, by: By) -> Rules[None]:
    """Cards come free of charge; where fewer are kept than drawn, the player chooses which."""
    keep = effect.keep or effect.n
    if effect.deck == "action":
        yield from _draw_actions(g, by.seat, effect.n, keep)
    elif effect.deck == "spell":
        yield from _draw_spells(g, by.seat, effect.n, keep)
    else:
        yield from _draw_equipment(g, by.seat, effect.n, keep)


def _draw_actions(g: Tekumel, seat: int, count: int, keep: int) -> Rules[None]:
    drawn = draw_to_hand(g, seat, count)
    if len(drawn) > keep:
        yield from throw_away(g, seat, drawn, len(drawn) - keep, "TEK-DEC-DRAW-KEEP")


def draw_to_hand(g: Tekumel, seat: int, count: int) -> list[str]:
    """Hero Action cards from the deck, which only their player sees."""
    drawn = cards.deal(g, g.state.actions, g.state.heroes[seat].hand, count)
    if drawn:
        g.tell("drew.action", seat=seat, n=len(drawn))
        g.tell("drew.cards", (seat,), cards=g.names(drawn))
    return drawn


def _draw_spells(g: Tekumel, seat: int, count: int, keep: int) -> Rules[None]:
    drawn = draw_spells(g, seat, count)
    if len(drawn) > keep:
        gone = yield Several(
            seat, drawn, len(drawn) - keep, len(drawn) - keep, "discard.spells", g.say_card, rule="TEK-DEC-DRAW-KEEP"
        )
        discard_spells(g, seat, gone)


def draw_spells(g: Tekumel, seat: int, count: int) -> list[str]:
    """Spells from the deck; they lie open before their owner."""
    drawn: list[str] = []
    while len(drawn) < count and (card := cards.draw(g, g.state.spells, OPEN)):
        drawn.append(card)
    if drawn:
        g.state.heroes[seat].spells += drawn
        g.tell("drew.spells", seat=seat, cards=g.names(drawn))
    return drawn


def discard_spells(g: Tekumel, seat: int, gone: tuple[str, ...]) -> None:
    """Spells go to their discard pile."""
    for card in gone:
        g.state.heroes[seat].spells.remove(card)
        cards.discard(g, g.state.spells, card)
    if gone:
        g.tell("discarded", seat=seat, cards=g.names(gone))


def _draw_equipment(g: Tekumel, seat: int, count: int, keep: int) -> Rules[None]:
    s = g.state
    drawn = turn_up_equipment(g, count)
    kept = tuple(drawn)
    if len(drawn) > keep:
        kept = yield Several(seat, drawn, keep, keep, "keep.equipment", g.say_card, rule="TEK-DEC-DRAW-KEEP")
    for card in drawn:
        s.loose.remove(card)
        if card not in kept:
            cards.discard(g, s.equipment, card)
    yield from equipment.gain_items(g, seat, kept)


def turn_up_equipment(g: Tekumel, count: int) -> list[str]:
    """Equipment cards are drawn for all to see, and lie loose on the table."""
    drawn: list[str] = []
    while len(drawn) < count and (card := cards.draw(g, g.state.equipment, OPEN)):
        drawn.append(card)
    g.state.loose += drawn
    if drawn:
        g.tell("drew.equipment", cards=g.names(drawn))
    return drawn


@does(Discard)
def discard(g: Tekumel, effect: Discard, by: By) -> Rules[None]:
    """Cards of the player's own choice, or as many as he has."""
    hero = g.state.heroes[by.seat]
    if effect.deck == "action":
        yield from throw_away(g, by.seat, hero.hand.cards.copy(), min(effect.n, len(hero.hand.cards)))
    else:
        owned = [item.card for item in hero.items]
        yield from equipment.throw_away(g, by.seat, owned, min(effect.n, len(owned)), "TEK-DEC-EFFECT-DISCARD")


@refuses(Discard)
def cannot_discard(g: Tekumel, effect: Discard, by: By) -> Illegal | None:
    """Who has fewer cards cannot discard so many."""
    hero = g.state.heroes[by.seat]
    owned = len(hero.hand.cards if effect.deck == "action" else hero.items)
    return Illegal("discard.few", n=effect.n, has=owned) if owned < effect.n else None


def throw_away(
    g: Tekumel, seat: int, among: list[str], count: int, rule: str = "TEK-DEC-EFFECT-DISCARD"
) -> Rules[None]:
    """So many of these Hero Action cards are discarded, as their player chooses."""
    gone = tuple(among)
    if len(among) > count:
        gone = yield Several(seat, among, count, count, "discard.actions", g.say_card, rule=rule)
    discard_actions(g, seat, gone)


@rule("TEK-GAP-DISCARDS")
def discard_actions(g: Tekumel, seat: int, gone: tuple[str, ...]) -> None:
    """Hero Action cards are discarded for all to see."""
    s = g.state
    for card in gone:
        cards.discard(g, s.actions, cards.lay_open(g, s.heroes[seat].hand, card))
    if gone:
        g.tell("discarded", seat=seat, cards=g.names(gone))
