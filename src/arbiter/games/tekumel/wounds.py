"""Taking Wounds: what cancels them, who takes them, defeat; and healing them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from arbiter.core import Choose, Illegal, Option, Rules, rule
from arbiter.kit.effects import By
from arbiter.kit.windows import each_in_turn

from . import equipment, goods, party, uses
from .effects import FoeNoWounds, Heal, Phase, Prevent, Wound, does, refuses
from .entries import Moment
from .numbers import DEFEAT_DIVISOR, DEFEAT_ITEMS
from .state import FOE, Blow, Companion, Tekumel, TurnEnds

HERO = "hero"
"""Who is healed or wounded: the Hero himself; else the card of a Companion."""
OFTEN = ("phase", "round", "fight")
"""What works by itself works so often; what comes back soonest is used first."""


@does(Wound)
def wound(g: Tekumel, effect: Wound, by: By) -> Rules[None]:
    """Wounds that no lost phase brought."""
    yield from take_wounds(g, by.seat, effect.n, effect.target == "hero")


def take_wounds(g: Tekumel, seat: int, n: int, hero_only: bool = False, phase: Phase | Literal[""] = "") -> Rules[None]:
    """Wounds come over a party, in a Fight phase or otherwise: some are cancelled, the others split.

    If that is the Hero's defeat in his own turn, it raises `TurnEnds`.
    """
    s = g.state
    s.blow = Blow(seat, n, phase)
    save(g)
    yield from cancel(g)
    left, s.blow = s.blow.n, None
    if left:
        yield from split(g, seat, left, hero_only)
        yield from equipment.fit(g, seat)
        if s.heroes[seat].wounds >= g.sheet(seat).health:
            by = s.fight.against(seat) if s.fight is not None else FOE
            yield from defeat(g, seat, None if by == FOE else by)


# Cancelling


@rule("TEK-GAP-PREVENT")
def save(g: Tekumel) -> None:
    """Always-On cards and abilities cancel the first wounds they fit: each phase, then each round, then each Fight."""
    s = g.state
    assert s.blow is not None
    if s.fight is None or not s.blow.phase:
        return
    # Before all else: what magic no longer inflicts is not to use up what cancels so many wounds in a Fight.
    unravel(g)
    seat = s.blow.seat
    ready = [(effect, source) for effect, source in g.in_force(seat, Prevent) if s.blow.phase in effect.phases]
    for effect, source in sorted(ready, key=lambda one: OFTEN.index(one[0].per)):
        key = f"{effect.per} {seat} {source}"
        saved = lessen(g, effect.n - s.fight.saved.get(key, 0), source)
        s.fight.saved[key] = s.fight.saved.get(key, 0) + saved


def lessen(g: Tekumel, n: int, source: str) -> int:
    """Up to so many of the wounds are cancelled; gives how many."""
    blow = g.state.blow
    assert blow is not None
    gone = max(0, min(n, blow.n))
    if gone:
        g.state.blow = replace(blow, n=blow.n - gone)
        g.tell("wound.cancelled", seat=blow.seat, n=gone, card=g.name(source))
    return gone


def unravel(g: Tekumel) -> None:
    """The other side's magic inflicts no more wounds in this Fight."""
    blow = g.state.blow
    assert blow is not None
    if blow.phase == "magic":
        for _, source in g.in_force(blow.seat, FoeNoWounds):
            lessen(g, blow.n, source)


def cancel(g: Tekumel) -> Rules[None]:
    """Then its player may use what cancels wounds, as long as some are left."""
    blow = g.state.blow
    assert blow is not None
    window = WoundedWindow(g) if blow.phase else HurtWindow(g)
    yield from each_in_turn(window, (blow.seat,))


class WoundedWindow(uses.UseWindow):
    """Wounds of a lost phase: what cancels them, as long as some are left."""

    __slots__ = ("args",)
    moment: Moment = "wounded"
    rule = "TEK-DEC-WOUND-SPLIT"
    scopes = ("fight",)

    def values(self, seat: int) -> list[uses.Use] | None:
        blow = self.g.state.blow
        if blow is None or not blow.n:
            return None
        self.args = {"n": blow.n}
        return super().values(seat)

    def act(self, seat: int, use: uses.Use) -> Rules[None]:
        yield from super().act(seat, use)
        unravel(self.g)


class HurtWindow(WoundedWindow):
    """Other wounds."""

    moment, scopes = "hurt", ("turn",)


@does(Prevent)
def prevent(g: Tekumel, effect: Prevent, by: By) -> None:
    lessen(g, effect.n, by.source)


@refuses(Prevent)
def cannot_prevent(g: Tekumel, effect: Prevent, by: By) -> Illegal | None:
    """Only wounds of its phases; other wounds only where it says so."""
    blow = g.state.blow
    fits = blow is None or (blow.phase in effect.phases if blow.phase else effect.outside_fight)
    return None if fits else Illegal("wound.other", "TEK-GAP-PREVENT", card=g.name(by.source))


@refuses(FoeNoWounds)
def cannot_unravel(g: Tekumel, effect: FoeNoWounds, by: By) -> Illegal | None:
    """Only the wounds of a Magic phase."""
    blow = g.state.blow
    fits = blow is None or blow.phase == "magic"
    return None if fits else Illegal("wound.other", "TEK-GAP-PREVENT", card=g.name(by.source))


# Who takes them


@rule("TEK-GAP-WOUND-ALLOC")
def split(g: Tekumel, seat: int, n: int, hero_only: bool) -> Rules[None]:
    """The owner splits wounds freely among his party; what no Companion takes goes to the Hero."""
    hero, health = g.state.heroes[seat], g.sheet(seat).health
    for left in range(n, 0, -1):
        whom = HERO
        if hero.companions and not hero_only:
            whole = [HERO, *party.members(g, seat)]
            whom = yield _ask_whom(
                g, seat, whole, "wound.whom", {"n": left, "room": health - hero.wounds}, "TEK-DEC-WOUND-SPLIT"
            )
        hit(g, seat, whom)
        if hero.wounds >= health:
            return


@rule("TEK-GAP-COMPANION-LOSS")
def hit(g: Tekumel, seat: int, whom: str) -> None:
    """One wound; Companions who have no Health left leave the party at once."""
    hero = g.state.heroes[seat]
    if whom == HERO:
        hero.wounds += 1
        g.tell("wounded.hero", seat=seat, wounds=hero.wounds, health=g.sheet(seat).health)
        return
    at = party.members(g, seat).index(whom)
    hero.companions[at] = Companion(whom, hero.companions[at].wounds + 1)
    g.tell("wounded.companion", seat=seat, card=g.name(whom))
    if hero.companions[at].wounds >= companion_health(g, whom):
        party.leave(g, seat, whom)
        g.tell("party.lost", seat=seat, card=g.name(whom))


@rule("TEK-RECRUIT-1", "TEK-RECRUIT-4")
def companion_health(g: Tekumel, card: str) -> int:
    """Companions have the Health of their size, whatever Health they have as foes."""
    return g.book.sizes[g.book.encounters[card].size].health


# Defeat


@rule("TEK-GAP-HERO-DEFEAT")
def defeat(g: Tekumel, seat: int, by: int | None = None) -> Rules[None]:
    """A Hero whose wounds reach his Health loses his Companions, half his Káitars and an Equipment card, and goes home.

    Who was defeated by a Hero loses these things to him.
    """
    hero = g.state.heroes[seat]
    stop_fighting(g)
    g.tell("defeated", seat=seat)
    for companion in hero.companions:
        party.leave(g, seat, companion.card)
    kept = hero.kaitar // DEFEAT_DIVISOR
    lost = -goods.change(hero, "kaitar", kept - hero.kaitar)
    if by is None:
        g.tell("lose.kaitar", seat=seat, n=lost)
        owned = [item.card for item in hero.items]
        yield from equipment.throw_away(g, seat, owned, min(DEFEAT_ITEMS, len(owned)), "TEK-DEC-DEFEAT-DISCARD")
    else:
        yield from take_prize(g, by, seat, lost)
    yield from equipment.unload(g, seat)
    hero.at, hero.wounds = g.book.home(hero.card), 0
    g.tell("home", seat=seat, place=hero.at)
    end_own_turn(g, seat)


def take_prize(g: Tekumel, victor: int, seat: int, kaitar: int) -> Rules[None]:
    """The victor takes what the loser loses, an Equipment card of his own choice; then the loser has some respite."""
    hero = g.state.heroes[seat]
    goods.change(g.state.heroes[victor], "kaitar", kaitar)
    g.tell("prize.kaitar", seat=victor, n=kaitar, other=seat)
    # The turn in which he is defeated is not his next.
    hero.safe = 2 if g.state.mover == seat else 1
    if hero.items:
        owned = {item.card: item for item in hero.items}
        card = yield Choose(victor, list(owned), "prize", g.say_card, args={"other": seat}, rule="TEK-DEC-PVP-PRIZE")
        g.tell("prize.card", seat=victor, card=g.name(card), other=seat)
        equipment.lose_item(g, seat, card)
        yield from equipment.receive(g, victor, [owned[card]])
        yield from equipment.repack(g, seat)


@rule("TEK-GAP-MARKET-AFTER-DEFEAT")
def end_own_turn(g: Tekumel, seat: int) -> None:
    """Who is defeated in his own turn has no market, no Mission, nothing more of it."""
    if g.state.mover == seat:
        raise TurnEnds


def stop_fighting(g: Tekumel) -> None:
    """The Fight is over, with everything that was in force for it."""
    g.state.fight = None
    g.over("phase", "round", "fight")


# Healing


@does(Heal)
def heal(g: Tekumel, effect: Heal, by: By) -> Rules[None]:
    """Wounds of the Hero, of one of the party, or split among it."""
    left, whom = effect.n, HERO
    while left and (wounded := hurt(g, by.seat, effect.target == "hero")):
        if effect.target == "party" or left == effect.n:
            whom = wounded[0]
            if len(wounded) > 1:
                whom = yield _ask_whom(g, by.seat, wounded, "heal.whom", {"n": left}, "TEK-DEC-HEAL-SPLIT")
        elif whom not in wounded:
            return
        mend(g, by.seat, whom)
        left -= 1


def hurt(g: Tekumel, seat: int, hero_only: bool = False) -> list[str]:
    """Who of a party has wounds, the Hero first."""
    hero = g.state.heroes[seat]
    wounded = [HERO] if hero.wounds else []
    return wounded if hero_only else wounded + [one.card for one in hero.companions if one.wounds]


def _ask_whom(g: Tekumel, seat: int, party: Sequence[str], prompt: str, args: dict[str, int], rule: str) -> Choose:
    def describe(whom: str) -> Option:
        if whom == HERO:
            return Option(whom, "who.hero", {}, (f"hero.{seat}",))
        return Option(whom, "who.companion", {"card": g.name(whom)}, (f"card.{whom}",))

    return Choose(seat, party, prompt, describe, args=args, rule=rule)


def mend(g: Tekumel, seat: int, whom: str) -> None:
    """One wound is healed."""
    hero = g.state.heroes[seat]
    if whom == HERO:
        hero.wounds -= 1
        g.tell("healed.hero", seat=seat, left=hero.wounds)
    else:
        at = party.members(g, seat).index(whom)
        hero.companions[at] = Companion(whom, hero.companions[at].wounds - 1)
        g.tell("healed.companion", seat=seat, card=g.name(whom))
