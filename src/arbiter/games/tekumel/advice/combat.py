"""Answers in a Fight: which cards to use, who takes the wounds, when to break off."""

from __future__ import annotations

from arbiter.core import Choose
from arbiter.kit.windows import PASS

from .. import fight, uses
from ..effects import FoeNoWounds, Prevent
from ..state import FOE, Tekumel
from ..wounds import HERO, companion_health
from .belongings import companion_worth
from .clash import phase_worth
from .trials import using
from .worth import evade_worth, fight_worth, healed, left, tested_evade

PRICE = {"play": 0.03, "cast": 0.02, "activate": 0.005, "discard": 0.06}
"""What the use of a card must be worth in a phase."""
HANDY = 0.8
"""Whoever has a better chance than this to evade keeps his cards for it."""


def offered(ask: Choose) -> list[uses.Use]:
    """What can be used, without the ways to pass."""
    return [value for value in ask.values if value[0] in PRICE]


def in_phase(g: Tekumel, ask: Choose) -> uses.Use:
    """Before the rolls: the card that does most for this phase, if that is worth the card."""
    now, seat = fight.fighting(g), ask.seat
    before, casts = phase_worth(g, seat), now.casts
    best, gain = PASS, 0.0
    for use in offered(ask):
        now.casts = {**casts, str(seat): use[1]} if fight.gives_attack(g, use[1], "magic") else casts
        with using(g, seat, use[1]):
            value = phase_worth(g, seat) - before - PRICE[use[0]]
        now.casts = casts
        if value > gain:
            best, gain = use, value
    return best


def before_fight(g: Tekumel, ask: Choose) -> uses.Use:
    """Whatever helps: the hand is filled up again soon."""
    return next(iter(offered(ask)), PASS)


def after_rolls(g: Tekumel, ask: Choose) -> uses.Use:
    """Roll again what is lost and hurts."""
    now, best = fight.fighting(g), fight.winner(g)
    other = now.against(ask.seat)
    now_hurt = best == other and fight.can_attack(g, now, other)
    return next(iter(offered(ask)), PASS) if now_hurt else PASS


def phase_won(g: Tekumel, ask: Choose) -> uses.Use:
    """More wounds, if the other survives without."""
    now = fight.fighting(g)
    dealt = fight.damage(g, ask.seat, now.phase).value
    survives = now.against(ask.seat) != FOE or g.book.foes[now.foe].health - now.wounds > dealt
    return next(iter(offered(ask)), PASS) if survives else PASS


def cancelling(g: Tekumel, ask: Choose) -> uses.Use:
    """What cancels the wounds and no more than needed; what comes back by itself first."""
    blow = g.state.blow
    assert blow is not None

    def waste(use: uses.Use) -> tuple[float, int]:
        effects = g.source(use[1]).effects
        saved = sum(blow.n if isinstance(effect, FoeNoWounds) else getattr(effect, "n", 0) for effect in effects)
        return PRICE[use[0]], abs(saved - blow.n)

    useful = [
        use
        for use in offered(ask)
        if any(isinstance(effect, Prevent | FoeNoWounds) for effect in g.source(use[1]).effects)
    ]
    return min(useful, key=waste, default=PASS)


def between(g: Tekumel, ask: Choose) -> uses.Use:
    """Heal in a Fight only when it becomes dangerous."""
    dangerous = left(g, ask.seat) <= 3 and healed(g, ask.seat, 3) > 0.4
    return next(iter(offered(ask)), PASS) if dangerous else PASS


def who_is_hit(g: Tekumel, ask: Choose) -> str:
    """Companions who survive it, then the Hero while he can, then the least of the Companions."""
    hero = g.state.heroes[ask.seat]
    spare = [one for one in hero.companions if companion_health(g, one.card) - one.wounds > 1]
    if spare:
        return max(spare, key=lambda one: companion_health(g, one.card) - one.wounds).card
    if left(g, ask.seat) > 4 or not hero.companions:
        return HERO
    return min(hero.companions, key=lambda one: companion_worth(g, ask.seat, one.card)).card


def who_is_healed(g: Tekumel, ask: Choose) -> str:
    """The Hero while he is badly hurt, then Companions, who find no temple."""
    others = [whom for whom in ask.values if whom != HERO]
    return HERO if HERO in ask.values and (left(g, ask.seat) <= 5 or not others) else str(others[0])


def break_off(g: Tekumel, ask: Choose) -> str:
    """Fight on or evade, whichever is worth more now."""
    now, met = fight.fighting(g), g.state.met
    stance = met.stance if met is not None else "hostile"
    on = fight_worth(g, ask.seat, now.foe, stance, now.wounds)
    return "evade" if evade_worth(g, ask.seat, now.foe, on) > on else "fight"


def evading(g: Tekumel, ask: Choose) -> uses.Use:
    """A card that evades without a test, where the test is not as good."""
    foe = g.state.evading.foe if g.state.evading is not None else ""
    if foe and tested_evade(g, ask.seat, foe) > HANDY:
        return PASS
    return min(offered(ask), key=lambda use: PRICE[use[0]], default=PASS)
