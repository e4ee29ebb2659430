"""Setting up: Heroes, decks, first hands and first Missions."""

from __future__ import annotations

from functools import partial

from arbiter.core import Choose, Option, Rules, Together, rule
from arbiter.kit import cards
from arbiter.kit.cards import Deck, Hand

from . import goods, missions, turn
from .book import book
from .numbers import HAND, START_LAN
from .state import Hero, Item, Tekumel, TekumelOptions, World

MOST_DEALT = 4
"""With more players there are not two Heroes for each."""


@rule("TEK-GAP-PLAYERS", "TEK-GAP-BOARD")
def start(seats: int, options: TekumelOptions) -> World:
    """An empty table: the decks lie ready, nobody has a Hero."""
    content = book(options.packs)
    decks = content.cards
    return World(
        options=options,
        heroes=[Hero(seat, Hand(seat), Hand(seat), Hand(seat)) for seat in range(seats)],
        equipment=Deck(list(decks["equipment"])),
        encounters=Deck(list(decks["encounter"])),
        actions=Deck(list(decks["action"])),
        spells=Deck(list(decks["spell"])),
        missions=Deck(list(decks["mission"])),
        heroes_left=Deck(list(decks["hero"])),
        porters=content.wares["porter"].count,
    )


@rule("TEK-GAP-SETUP")
def set_up(g: Tekumel) -> Rules[None]:
    """A first player is drawn, everybody gets a Hero, cards and a Mission; then the first turn begins."""
    s = g.state
    s.first = s.mover = g.pick(range(len(s.heroes)))
    g.tell("setup.first", seat=s.first)
    yield from choose_heroes(g)
    for hero in s.heroes:
        stand_ready(g, hero)
    for hero in s.heroes:
        goods.draw_to_hand(g, hero.seat, HAND)
        goods.draw_spells(g, hero.seat, g.sheet(hero.seat).spells)
    yield from missions.first_missions(g)
    s.round = 1
    turn.begin(g, s.first)


@rule("TEK-GAP-HERO-CHOICE")
def choose_heroes(g: Tekumel) -> Rules[None]:
    """Up to four players keep one of two that they are dealt; more pick face up, the last seat first."""
    s = g.state
    if len(s.heroes) <= MOST_DEALT and s.options.heroes == "dealt":
        yield from keep_one_of_two(g)
    else:
        yield from pick_face_up(g)


def keep_one_of_two(g: Tekumel) -> Rules[None]:
    """Two Heroes each, dealt in secret; all choose together, and what was not chosen is put away."""
    s = g.state
    for hero in s.heroes:
        cards.deal(g, s.heroes_left, hero.dealt, 2)
    kept: tuple[str, ...] = yield Together(
        *(
            Choose(hero.seat, hero.dealt.cards.copy(), "setup.keep", partial(say_hero, g), rule="TEK-DEC-HERO-KEEP")
            for hero in s.heroes
        )
    )
    g.reveal()
    for hero, card in zip(s.heroes, kept, strict=True):
        take_hero(g, hero, cards.lay_open(g, hero.dealt, card))
    for hero in s.heroes:
        s.heroes_left.bag += hero.dealt.cards
        hero.dealt.cards.clear()


def pick_face_up(g: Tekumel) -> Rules[None]:
    """All Heroes lie open; the last seat picks first, then counter-clockwise to the first player."""
    s = g.state
    for card in sorted(s.heroes_left.bag):
        cards.take(g, s.heroes_left, card)
        s.loose.append(card)
    for hero in reversed([s.heroes[seat] for seat in (s.first, *g.others(s.first))]):
        card = yield Choose(hero.seat, s.loose.copy(), "setup.pick", partial(say_hero, g), rule="TEK-DEC-HERO-PICK")
        s.loose.remove(card)
        take_hero(g, hero, card)
    s.heroes_left.bag += s.loose
    s.loose.clear()


def say_hero(g: Tekumel, card: str) -> Option:
    """How a Hero is called among the options: with his values, and what he can do."""
    sheet = g.book.heroes[card]
    values = {name: getattr(sheet, name) for name in ("mind", "agility", "strength", "health")}
    return Option(card, "setup.option", {"card": card, **values}, (f"card.{card}",))


@rule("TEK-GAP-CLAN")
def take_hero(g: Tekumel, hero: Hero, card: str) -> None:
    """A player has a Hero; his figure stands in the home city of his Clan."""
    hero.card = card
    hero.at = g.book.home(card)
    g.tell("setup.hero", seat=hero.seat, hero=card, place=hero.at)


@rule("TEK-GAP-START-LAN")
def stand_ready(g: Tekumel, hero: Hero) -> None:
    """Printed Káitars and languages, the start Equipment out of the deck and worn, and 2 Lán."""
    sheet = g.sheet(hero.seat)
    hero.kaitar, hero.lan = sheet.kaitar, START_LAN
    hero.languages = tuple(sheet.languages)
    for card in sheet.start:
        cards.take(g, g.state.equipment, card)
        hero.items.append(Item(card, worn=g.book.equipment[card].kind not in ("gear", "scroll")))
