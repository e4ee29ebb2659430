"""Equipment Cards and Equipment Limits: what a Hero can carry and wear, and what he gains and loses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from arbiter.core import Illegal, Rules, Several, rule
from arbiter.kit import cards
from arbiter.kit.numbers import Sum

from .book import WORN_AT
from .effects import ATTRIBUTES, Carry
from .languages import choose_worth
from .numbers import ARMORS, HAND_ITEMS, HELMETS, PERSONAL_ITEMS, PORTER_CARRY
from .state import Item, Tekumel

LIMITS = {"hand": HAND_ITEMS, "helmet": HELMETS, "armor": ARMORS, "personal": PERSONAL_ITEMS}


# Carrying


@rule("TEK-EQUIP-2", "TEK-GAP-CARRY", "TEK-GAP-SLAVE")
def carry_limit(g: Tekumel, seat: int) -> Sum:
    """How many Equipment cards a Hero may carry: his Strength with raises, two for each Porter, and what helps."""
    hero = g.state.heroes[seat]
    limit = Sum(g.sheet(seat).strength, "number.strength").add(
        hero.raised[ATTRIBUTES.index("strength")], "number.raised"
    )
    limit.add(hero.porters * PORTER_CARRY, "card.porter")
    for effect, source in g.in_force(seat, Carry):
        limit.add(effect.n, g.why(source))
    return limit


@rule("TEK-EQUIP-7")
def load(g: Tekumel, seat: int) -> list[str]:
    """The cards that count: all that he owns, worn or not, but no Spell Scrolls."""
    return [item.card for item in g.state.heroes[seat].items if g.book.equipment[item.card].kind != "scroll"]


@rule("TEK-GAP-CARRY-OVER")
def fit(g: Tekumel, seat: int) -> Rules[None]:
    """Who has too much drops it at once; in his own City Market when that closes, so that he may sell first."""
    if g.state.step != "market" or seat != g.state.mover:
        yield from unload(g, seat)


def unload(g: Tekumel, seat: int) -> Rules[None]:
    """Who has too much discards cards of his choice until he fits."""
    while (carried := load(g, seat)) and (over := len(carried) - carry_limit(g, seat).value) > 0:
        yield from throw_away(g, seat, carried, over, "TEK-DEC-CARRY-DISCARD")


# Wearing


@rule("TEK-EQUIP-3", "TEK-EQUIP-4", "TEK-EQUIP-5", "TEK-EQUIP-6", "TEK-GAP-WEAR")
def why_not_wear(g: Tekumel, worn: Iterable[str]) -> Illegal | None:
    """Why a Hero cannot wear all of these together; what counts as two fills both hands."""
    filled = dict.fromkeys(LIMITS, 0)
    for card in worn:
        entry = g.book.equipment[card]
        place = WORN_AT[entry.kind]
        filled[place] += entry.hands if place == "hand" else 1
        if filled[place] > LIMITS[place]:
            return Illegal(f"wear.{place}", f"TEK-EQUIP-{3 + list(LIMITS).index(place)}", n=LIMITS[place])
    return None


def rearrange(g: Tekumel, seat: int) -> Rules[None]:
    """A Hero changes what he wears; one whole new arrangement, with which he must be able to carry all he has."""
    hero, could = g.state.heroes[seat], g.wearable(seat)

    def refuse(worn: tuple[str, ...]) -> Illegal | None:
        return why_not_wear(g, worn)

    if not could:
        return
    worn = yield Several(seat, could, 0, len(could), "wear", g.say_card, refuse, rule="TEK-DEC-WEAR")
    before = [item.card for item in hero.items if item.worn]
    hero.items = [replace(item, worn=item.card in worn) for item in hero.items]
    if set(before) != set(worn):
        g.tell("wears" if worn else "wears.nothing", seat=seat, cards=g.names(worn))
        yield from fit(g, seat)


# Gaining and losing


def gain_items(g: Tekumel, seat: int, gained: Sequence[str], down: Collection[str] = ()) -> Rules[None]:
    """Equipment cards become a Hero's."""
    hero = g.state.heroes[seat]
    for card in gained:
        points = g.book.points(card)
        languages = (yield from choose_worth(g, seat, points, card)) if points else ()
        hero.items.append(Item(card, down=card in down, languages=languages))
        g.tell("gained", seat=seat, card=g.name(card))
    if gained:
        yield from repack(g, seat)


def receive(g: Tekumel, seat: int, items: Sequence[Item]) -> Rules[None]:
    """Equipment of another becomes a Hero's; a card that lies face down stays so."""
    yield from gain_items(g, seat, [item.card for item in items], down=[item.card for item in items if item.down])


def throw_away(g: Tekumel, seat: int, among: Sequence[str], count: int, rule: str) -> Rules[None]:
    """So many of these Equipment cards are discarded, as their player chooses."""
    gone = tuple(among)
    if len(among) > count:
        gone = yield Several(seat, list(among), count, count, "discard.equipment", g.say_card, rule=rule)
    for card in gone:
        cards.discard(g, g.state.equipment, lose_item(g, seat, card))
    if gone:
        g.tell("discarded", seat=seat, cards=g.names(gone))
        yield from repack(g, seat)


def lose_item(g: Tekumel, seat: int, card: str) -> str:
    """An Equipment card leaves a Hero."""
    hero = g.state.heroes[seat]
    hero.items = [item for item in hero.items if item.card != card]
    return card


def repack(g: Tekumel, seat: int) -> Rules[None]:
    """After a gain or a loss a Hero may change what he wears, if there is something that he does not wear; not in a
    Fight. He must be able to carry what he has then."""
    if g.state.fight is None and unworn(g, seat):
        yield from rearrange(g, seat)
    yield from fit(g, seat)


def unworn(g: Tekumel, seat: int) -> bool:
    """Has a Hero something that he could wear and does not?"""
    worn = g.book.worn
    return any(not item.worn and item.card in worn for item in g.state.heroes[seat].items)
