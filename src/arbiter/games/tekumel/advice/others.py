"""Meetings with other Heroes: what to propose, what to accept, when to attack and when to run."""

from __future__ import annotations

from random import Random

from arbiter.core import Choose, Form, Text

from ..encounters import SPACE
from ..evading import FROM_A_HERO
from ..heroes import ATTACK, DONE, MISSIONS, TRADE, Deed, Offer, why_not_attack
from ..numbers import DUEL_ROUNDS
from ..state import Fight, Tekumel
from .belongings import can_carry, companion_gain, companion_worth, item_gain, item_loss, turns_to_come
from .clash import arms, open_arms, room
from .errands import mission_worth, own_plan
from .hand import keeping
from .measures import BUSSAN, KAITAR, TORCH
from .odds import Bout, Stakes, prospect
from .trials import chance

FAIR = 0.05
"""What a deal must be worth to be made."""
PRIZE = 0.6
"""What a victor takes is worth, and what it is worth that the loser loses it."""
TROUBLE = 0.1
"""An attack must be worth so much more than nothing."""
HOPELESS = -2.0
"""A Mission worth less than this is gladly exchanged for any other."""


def whom(g: Tekumel, ask: Choose) -> Deed:
    """The space, unless there is a bargain, a better Mission or an easy prize to be had."""
    seat = ask.seat
    planned = own_plan(g, seat)
    if planned is not None and g.state.heroes[seat].at in planned.errand.sites:
        return SPACE
    heroes = [value for value in ask.values if value[0] == "hero"]
    return next((value for value in heroes if _business(g, seat, int(value[1]), 0) != DONE), SPACE)


def what(g: Tekumel, ask: Choose) -> Deed:
    """A trade, an exchange of Missions, an attack; or to part."""
    meeting = g.state.meeting
    assert meeting is not None
    deed = _business(g, ask.seat, meeting.other, meeting.proposals)
    return deed if deed in ask.values else DONE


def _business(g: Tekumel, seat: int, other: int, proposals: int) -> Deed:
    if proposals == 0 and bargain(g, seat, other) is not None:
        return TRADE
    if proposals <= 1 and _hopeless(g, seat) and g.state.heroes[other].mission.cards:
        return MISSIONS
    return ATTACK if why_not_attack(g, other) is None and attack_worth(g, seat, other) > FAIR else DONE


def _hopeless(g: Tekumel, seat: int) -> bool:
    hero = g.state.heroes[seat]
    return len(hero.mission.cards) == 1 and mission_worth(g, seat, hero.mission.cards[0], hero.progress) < HOPELESS


# Trades


def bargain(g: Tekumel, seat: int, other: int) -> tuple[str, int] | None:
    """An Equipment card that the other would sell, and for how much, if both have something of it."""
    mine, theirs = g.state.heroes[seat], g.state.heroes[other]
    best, gain = None, FAIR
    for item in theirs.items:
        if not can_carry(g, seat, item.card):
            continue
        least = max(1, int((item_loss(g, other, item.card) + 2 * FAIR) / KAITAR) + 1)
        profit = item_gain(g, seat, item.card) - KAITAR * least
        if least <= mine.kaitar and profit > gain:
            best, gain = (item.card, least), profit
    return best


def offer(g: Tekumel, ask: Form, rng: Random) -> Offer:
    """The bargain; where there is none, whatever can be written down."""
    other = int((ask.args or {})["other"])
    wanted = bargain(g, ask.seat, other) if "want_kaitar" in ask.fields else None
    if wanted is None:
        return ask.sample(rng)
    card, price = wanted
    return {"give": (), "give_torch": 0, "give_kaitar": price, "want": (card,), "want_torch": 0, "want_kaitar": 0}


def answer(g: Tekumel, ask: Choose) -> str:
    """Accept what is worth more than what it costs."""
    terms = ask.args or {}
    gain = sum(_received(g, ask.seat, text) for text in terms["give"])
    loss = sum(_given(g, ask.seat, text) for text in terms["want"])
    return "accept" if gain - loss > FAIR else "refuse"


def _received(g: Tekumel, seat: int, text: Text) -> float:
    card = str(text.args.get("source", ""))
    if card in g.book.equipment:
        return item_gain(g, seat, card) if can_carry(g, seat, card) else 0.0
    if card in g.book.encounters:
        return companion_gain(g, seat, card) + KAITAR * g.book.encounters[card].cost
    return keeping(g, seat, card) if card else _counted(text)


def _given(g: Tekumel, seat: int, text: Text) -> float:
    card = str(text.args.get("source", ""))
    if card in g.book.equipment:
        return item_loss(g, seat, card)
    if card in g.book.encounters:
        return companion_worth(g, seat, card) * min(8.0, turns_to_come(g))
    return keeping(g, seat, card) if card else _counted(text)


def _counted(text: Text) -> float:
    worth = {"offer.kaitar": KAITAR, "offer.torch": TORCH}
    return worth.get(text.key, 0.0) * int(text.args.get("n", 0))


def answer_missions(g: Tekumel, ask: Choose) -> str:
    """Only a hopeless Mission is exchanged unseen."""
    return "accept" if _hopeless(g, ask.seat) else "refuse"


# Attacks


def attack_worth(g: Tekumel, seat: int, other: int) -> float:
    """What an attack promises: the other may evade; the Fight is short; in a City or a sanctum it is ignoble."""
    place = g.place(seat)
    ignoble = BUSSAN if place.kind == "city" or place.terrain == "sanctum" else 0.0
    stands = 1 - chance(g, other, "evade", FROM_A_HERO, -(place.kind == "city"))
    return stands * duel_worth(g, seat, other) + ignoble - TROUBLE


def duel_worth(g: Tekumel, seat: int, other: int) -> float:
    """What a Fight with another Hero is worth, by what all can see of him."""
    s, rounds = g.state, []
    before, s.fight = s.fight, Fight(seat, other=other, round=1)
    mine, theirs = arms(g, seat), open_arms(g, other)
    s.fight = before
    for row in mine.rounds:
        rounds.append(
            tuple(
                Bout(one.value - two.value, max(0, one.deals - two.guard), max(0, two.deals - one.guard))
                for one, two in zip(row, theirs.rounds[0], strict=True)
            )
        )
    leads = s.heroes[other].lan >= max(hero.lan for hero in s.heroes)
    stakes = Stakes(PRIZE + 0.4 * leads, 0.0, 0)
    return prospect(tuple(rounds), room(g, seat) + mine.cushion, room(g, other) + theirs.cushion, stakes, DUEL_ROUNDS)


def attacked(g: Tekumel, ask: Choose) -> str:
    """Stand where the Fight is welcome."""
    return "stand" if duel_worth(g, ask.seat, g.state.mover) > 0 else "evade"
