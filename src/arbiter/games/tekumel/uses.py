"""Using cards: which of them a player may use at a moment, and what becomes of a card that was used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from arbiter.content import Effect
from arbiter.core import Illegal, Option, Rules, rule
from arbiter.kit import cards, windows
from arbiter.kit.effects import By
from arbiter.kit.windows import each_in_turn

from . import equipment, party
from .effects import LASTING, RULES, does, until
from .entries import EquipmentEntry, Moment
from .state import Item, Tekumel

Use: TypeAlias = tuple[str, str]
"""How a card is used, and which: ("play", "A08a"), ("cast", "S12b"), ("activate", "Q07"), ("discard", "Q09")."""

WEAR: Use = ("wear", "")
"""Change what is worn."""


@rule("TEK-GAP-ACTION-WHEN")
def why_not(g: Tekumel, seat: int, use: Use, moment: Moment) -> Illegal | None:
    """Why a seat cannot use a card so at a moment: it is not there, not ready, not for now, or would do nothing."""
    verb, card = use
    source = g.book.sources.get(card)
    if source is None or source.verb != verb or not has(g, seat, card):
        return Illegal("use.not_yours")
    if moment not in source.when:
        return Illegal("use.not_now", "TEK-GAP-ACTION-WHEN", card=source.key)
    return why_not_ready(g, seat, card)


def able(g: Tekumel, seat: int, moment: Moment) -> list[Use]:
    """What a seat can use at a moment, of the cards that it has for it."""
    has = g.uses(seat, moment)
    return [use for use in has if why_not_ready(g, seat, use[1]) is None] if has else has


@rule("TEK-GAP-ACTIVATE")
def why_not_ready(g: Tekumel, seat: int, card: str) -> Illegal | None:
    """Why a card that a seat has for this moment is of no use now."""
    source = g.book.sources[card]
    entry = source.entry
    if isinstance(entry, EquipmentEntry):
        if not ready(g, seat, card):
            return Illegal("use.not_ready", "TEK-GAP-ACTIVATE", card=source.key)
        if entry.needs and not RULES.true(g, entry.needs, By(seat, card)):
            return Illegal("use.not_here", "TEK-GAP-ACTIVATE", card=source.key)
    return RULES.why_not(g, source.effects, By(seat, card))


def has(g: Tekumel, seat: int, card: str) -> bool:
    """Is a card in a seat's hand, among its Spells or its Equipment?"""
    hero = g.state.heroes[seat]
    return card in hero.hand.cards or card in hero.spells or owned(g, seat, card) is not None


def owned(g: Tekumel, seat: int, card: str) -> Item | None:
    """The Equipment card of that name, if a seat owns it."""
    for item in g.state.heroes[seat].items:
        if item.card == card:
            return item
    return None


def ready(g: Tekumel, seat: int, card: str) -> bool:
    """Can Equipment be used: face up, and worn if it is something to wear?"""
    item = owned(g, seat, card)
    return item is not None and not item.down and (item.worn or g.book.equipment[card].kind in ("gear", "scroll"))


@rule("TEK-EQUIP-1")
def use_card(g: Tekumel, seat: int, use: Use) -> Rules[None]:
    """A card is used: it is laid away or turned, and its effects happen."""
    s, hero = g.state, g.state.heroes[seat]
    verb, card = use
    source = g.source(card)
    g.tell(f"used.{verb}", seat=seat, card=source.key)
    # A card that draws or shuffles must not come back by its own effect, so it lies on the table until that is over.
    match verb:
        case "play":
            s.loose.append(cards.lay_open(g, hero.hand, card))
        case "cast":
            hero.spells.remove(card)
            s.loose.append(card)
        case "activate":
            turn_face(hero.items, card, down=True)
        case "discard":
            hero.items.remove(next(item for item in hero.items if item.card == card))
            s.loose.append(card)
    yield from RULES.run(g, source.effects, By(seat, card))
    lay_away(g, card)


def turn_face(items: list[Item], card: str, down: bool) -> None:
    """An Equipment card is turned face down or up."""
    for at, item in enumerate(items):
        if item.card == card:
            items[at] = replace(item, down=down)


def lay_away(g: Tekumel, card: str) -> None:
    """A card that lies loose on the table goes to its discard pile."""
    s = g.state
    if card in s.loose:
        s.loose.remove(card)
        piles = {"action": s.actions, "spell": s.spells, "equipment": s.equipment, "encounter": s.encounters}
        cards.discard(g, piles[g.source(card).kind], card)


def _lasts(g: Tekumel, effect: Effect, by: By) -> None:
    """An effect comes into force until something is over."""
    g.state.heroes[by.seat].lasting += (g.source(by.source).lasting(effect, until(effect)),)


for _word in LASTING:
    does(_word)(_lasts)


def might_hold(g: Tekumel, seat: int, moment: Moment) -> bool:
    """May a seat hold, for all that others know, a Hero Action card for a moment?"""
    return moment in g.book.in_hand and bool(g.state.heroes[seat].hand.cards)


class UseWindow(windows.Moment):
    """A moment at which players may use cards; where there are Hero Action cards for it, any hand may hold one."""

    __slots__ = ()
    g: Tekumel
    moment: Moment

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.prompt = f"use.{cls.moment}"

    def secret(self, seat: int) -> bool:
        return might_hold(self.g, seat, self.moment)

    def offers(self, seat: int) -> Sequence[Use]:
        g, has = self.g, self.g.uses(seat, self.moment)
        if not has:
            return has
        return [use for use in has if why_not_ready(g, seat, use[1]) is None and self.bar(seat, use) is None]

    def why_not(self, seat: int, use: Use) -> Illegal | None:
        return why_not(self.g, seat, use, self.moment) or self.bar(seat, use)

    def bar(self, seat: int, use: Use) -> Illegal | None:
        """What stands against using a card just now, which could be used at such a moment otherwise."""
        return None

    def say(self, use: Use) -> Option:
        return say_use(self.g, use)

    def act(self, seat: int, use: Use) -> Rules[None]:
        return use_card(self.g, seat, use)


def say_use(g: Tekumel, use: Use) -> Option:
    """How the use of a card is called among the options."""
    verb, card = use
    return Option(use, f"use.{verb}", {"card": g.name(card)}, (f"card.{card}",))


class FreeUse(UseWindow):
    """A free-use point of the own turn: cards that work at any time of it, once a new arrangement of what is worn, and
    Companions to be dismissed.

    As long as no Hero Action card works at any time, nothing of it comes from a hidden hand, and nobody is asked who
    has nothing to do.
    """

    __slots__ = ("_rearranged",)
    moment, rule, scopes = "own_turn", "TEK-DEC-FREE-USE", ("turn",)

    def __init__(self, g: Tekumel) -> None:
        self.g = g
        self._rearranged = False

    def offers(self, seat: int) -> list[Use]:
        g, offers = self.g, able(self.g, seat, "own_turn")
        if self._could_wear(seat):
            offers.append(WEAR)
        if companions := g.state.heroes[seat].companions:
            offers += [("dismiss", companion.card) for companion in companions]
        return offers

    def why_not(self, seat: int, use: Use) -> Illegal | None:
        if use[0] == "dismiss":
            return None if use[1] in party.members(self.g, seat) else Illegal("use.not_yours")
        return self.why_not_wear(seat) if use == WEAR else super().why_not(seat, use)

    def why_not_wear(self, seat: int) -> Illegal | None:
        if self._could_wear(seat):
            return None
        return Illegal("wear.once", "TEK-GAP-FREE-USE") if self._rearranged else Illegal("wear.nothing", "TEK-GAP-WEAR")

    def _could_wear(self, seat: int) -> bool:
        if not self._rearranged:
            worn = self.g.book.worn
            for item in self.g.state.heroes[seat].items:
                if item.card in worn:
                    return True
        return False

    def say(self, use: Use) -> Option:
        return Option(use, "use.wear") if use == WEAR else super().say(use)

    def act(self, seat: int, use: Use) -> Rules[None]:
        if use == WEAR:
            self._rearranged = True
            return equipment.rearrange(self.g, seat)
        return party.dismiss(self.g, seat, use[1]) if use[0] == "dismiss" else use_card(self.g, seat, use)


@rule("TEK-GAP-FREE-USE")
def free_use(g: Tekumel, seat: int) -> Rules[None]:
    """The player may do whatever can be done at any time of his turn, as long as he likes.

    Who could only take something off or send somebody away is not asked: that was open to him before he moved.
    """
    if equipment.unworn(g, seat) or able(g, seat, "own_turn") or might_hold(g, seat, "own_turn"):
        yield from each_in_turn(FreeUse(g), (seat,))
