"""Step 3: Encounters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from arbiter.core import Choose, Illegal, Option, Rules, Text, rule
from arbiter.kit import cards
from arbiter.kit.effects import By, told

from . import uses
from .adventures import adventure
from .conditions import Won
from .effects import RULES, HasStance, Know, Meet, MeetFoe, Stance, TorchFree, does, holds, refuses
from .entries import EncounterEntry
from .evading import how_hard, try_evade
from .fight import duel_on, fight, fight_on
from .heroes import interact, meet_hero
from .languages import shares
from .recruiting import level_for, recruit, why_not_recruit
from .skill_tests import chance
from .state import FOE, Met, StepEnds, Tekumel, TurnEnds, Win

Deed: TypeAlias = tuple[str, str]
"""What is answered in this step: a deed, or a card to use first."""
Outcome: TypeAlias = Literal["left", "talked", "recruited", "won", "lost", "evaded", "drawn_off"]

SPACE: Deed = ("space", "")
EVADE: Deed = ("evade", "")
FIGHT: Deed = ("fight", "")
LEAVE: Deed = ("leave", "")
TALK: Deed = ("talk", "")
RECRUIT: Deed = ("recruit", "")
ATTACK: Deed = ("attack", "")
TORCH: Deed = ("torch", "")
NO_LIGHT: Deed = ("on", "")
HOSTILE = (EVADE, FIGHT)
PEACEFUL = (LEAVE, TALK, RECRUIT, ATTACK)


@rule("TEK-ENC-1", "TEK-GAP-ENC-CHOICE")
def encounters(g: Tekumel, seat: int) -> Rules[None]:
    """The space, or one of the Heroes who are there: one or the other.

    A meeting with a Hero and a Fight between two of its rounds lie open on the table, and go on from there.
    """
    if g.state.meeting is not None:
        yield from interact(g, seat)
    elif g.state.fight is None:
        yield from arrive(g, seat)
    elif g.state.fight.other != FOE:
        yield from duel_on(g)
    else:
        yield from fight_on_with(g, seat)
        explore(g, seat)


def arrive(g: Tekumel, seat: int) -> Rules[None]:
    """Who meets no Hero has what the space brings."""
    heroes, at = g.state.heroes, g.state.heroes[seat].at
    if len([hero for hero in heroes if hero.at == at]) > 1:
        here = [other for other in g.others(seat) if heroes[other].at == at]
        deed = yield from choose_whom(g, seat, here)
        if deed != SPACE:
            meet_hero(g, seat, int(deed[1]))
    else:
        yield from uses.free_use(g, seat)
    yield from visit(g, seat)


def choose_whom(g: Tekumel, seat: int, here: list[int]) -> Rules[Deed]:
    """The space or a Hero; whatever is of use at the start of the step is asked for in the same breath."""
    free = uses.FreeUse(g)
    deeds = [SPACE, *(("hero", str(other)) for other in here)]

    def describe(value: Deed) -> Option:
        if value == SPACE:
            at = g.state.heroes[seat].at
            return Option(value, "encounter.space", {"place": at}, (f"place.{at}",))
        if value in deeds:
            return Option(value, "encounter.with", {"other": int(value[1])}, (f"hero.{value[1]}",))
        return free.describe(value)

    def refuse(value: Deed) -> Illegal | None:
        return free.why_not(seat, value)

    while True:
        values = [*deeds, *free.offers(seat)]
        answer: Deed = yield Choose(seat, values, "encounter.whom", describe, refuse, rule="TEK-DEC-ENC-TARGET")
        if answer in deeds:
            return answer
        yield from free.act(seat, answer)


def visit(g: Tekumel, seat: int) -> Rules[None]:
    """What the space brings."""
    if g.place(seat).kind == "city":
        yield from in_city(g, seat)
    else:
        yield from in_region(g, seat)
    explore(g, seat)


def explore(g: Tekumel, seat: int) -> None:
    """Who is through with a space without defeat and without evading has explored it."""
    hero = g.state.heroes[seat]
    if hero.at not in hero.progress.explored:
        hero.progress = replace(hero.progress, explored=(*hero.progress.explored, hero.at))


# The City


@rule("TEK-ENC-2", "TEK-GAP-CITY-MANDATORY")
def in_city(g: Tekumel, seat: int) -> Rules[None]:
    """The player to the left draws one card, whether it is wanted or not."""
    card = draw_card(g, g.left_of(seat))
    if card and not sent_back(g, card):
        yield from meet(g, seat, card, last=True)


@rule("TEK-ENC-3", "TEK-GAP-NONHUMAN-CITY")
def sent_back(g: Tekumel, card: str) -> bool:
    """Who is not human goes to the bottom of the deck, seen by all, and the city stays quiet."""
    if g.book.encounters[card].human:
        return False
    g.state.loose.remove(card)
    cards.bury(g.state.encounters, card)
    g.tell("encounter.quiet", card=g.name(card))
    return True


def draw_card(g: Tekumel, drawer: int) -> str:
    """Somebody draws an Encounter card, shown to all; nothing where there is none."""
    card = cards.draw(g, g.state.encounters) or ""
    if card:
        g.state.loose.append(card)
        g.tell("encounter.drew", seat=drawer, card=g.name(card))
    return card


# The Region


@rule("TEK-ENC-5")
def in_region(g: Tekumel, seat: int) -> Rules[None]:
    """As the space indicates: Encounter cards, or a roll on its Adventure table; a site is explored by some light."""
    place = g.place(seat)
    if place.draw:
        yield from draw_and_meet(g, seat, place.draw, last=True)
        return
    if place.kind == "site":
        yield from find_light(g, seat)
    yield from adventure(g, seat)


@rule("TEK-GAP-REGION-DRAW")
def draw_and_meet(g: Tekumel, seat: int, count: int, only: str = "", last: bool = False) -> Rules[None]:
    """One card after the other: each is met before the next is drawn."""
    for left in range(count - 1, -1, -1):
        card = draw_card(g, seat)
        if card and only == "human" and not g.book.encounters[card].human:
            uses.lay_away(g, card)
        elif card:
            yield from meet(g, seat, card, last and not left)


@does(Meet)
def meet_cards(g: Tekumel, effect: Meet, by: By) -> Rules[None]:
    """All that are drawn, or the one that somebody picks."""
    if effect.choose == "all":
        yield from draw_and_meet(g, by.seat, effect.n, effect.only, is_last(g, effect, by))
        return
    drawn = [card for card in (draw_card(g, by.seat) for _ in range(effect.n)) if card]
    if drawn:
        card = yield from pick(g, chooser(g, by.seat, effect), drawn)
        for other in drawn:
            if other != card:
                uses.lay_away(g, other)
        yield from meet(g, by.seat, card, is_last(g, effect, by))


@rule("TEK-GAP-LEFT-PLAYER")
def chooser(g: Tekumel, seat: int, effect: Meet) -> int:
    """Who picks: the player himself, or the one to his left if the effect says so."""
    return g.left_of(seat) if effect.choose == "left" else seat


def pick(g: Tekumel, seat: int, drawn: list[str]) -> Rules[str]:
    """One of several Encounter cards."""
    card = drawn[0]
    if len(drawn) > 1:
        card = yield Choose(seat, drawn, "encounter.pick", g.say_card, rule="TEK-DEC-ENC-PICK")
    return card


@does(MeetFoe)
def meet_foe(g: Tekumel, effect: MeetFoe, by: By) -> Rules[None]:
    """Somebody who is not in the deck."""
    yield from meet(g, by.seat, effect.id, is_last(g, effect, by))


def is_last(g: Tekumel, effect: Meet | MeetFoe, by: By) -> bool:
    """Does a row of an Adventure table end with this? Then it is also the last thing of the step."""
    source = g.source(by.source)
    return source.kind == "adventure" and source.effects[-1] is effect


@rule("TEK-GAP-TORCH")
def find_light(g: Tekumel, seat: int) -> Rules[None]:
    """A Torch is used up, or something else gives light; without it the site is dark for the whole step."""
    hero, turn = g.state.heroes[seat], g.state.turn

    def describe(value: Deed) -> Option:
        return Option(value, f"light.{value[0]}") if value in (TORCH, NO_LIGHT) else uses.say_use(g, value)

    def refuse(value: Deed) -> Illegal | None:
        return uses.why_not(g, seat, value, "site") if value != TORCH else Illegal("light.no_torch", "TEK-GAP-TORCH")

    while True:
        turn.dark = not g.in_force(seat, TorchFree)
        lights = [use for use in g.uses(seat, "site") if refuse(use) is None]
        torches = [TORCH] if turn.dark and hero.torch else []
        # Spells and Equipment lie open; where a hand might hold a card for it, it is asked for whatever the hand holds.
        if not torches and not lights and not uses.might_hold(g, seat, "site"):
            break
        answer = yield Choose(seat, [*torches, NO_LIGHT, *lights], "light", describe, refuse, rule="TEK-DEC-TORCH-USE")
        if answer == NO_LIGHT:
            break
        if answer == TORCH:
            hero.torch -= 1
            turn.dark = False
            g.tell("light.burns", seat=seat)
            return
        yield from uses.use_card(g, seat, answer)
    if turn.dark:
        g.tell("light.none", seat=seat)


# Meeting somebody


def meet(g: Tekumel, seat: int, card: str, last: bool = False) -> Rules[Outcome]:
    """An Encounter card or a foe is revealed and dealt with, perhaps as the last thing of the step."""
    s = g.state
    s.met, s.turn.won = Met(card, stance_of(g, seat, card)), False
    g.tell("met", seat=seat, card=g.name(card), stance=s.met.stance)
    return see_off(g, seat, s.met, deal_with(g, seat, s.met, last))


def fight_on_with(g: Tekumel, seat: int) -> Rules[Outcome]:
    """A Fight goes on with the Encounter card or foe that was met."""
    met = g.state.met
    assert met is not None
    return see_off(g, seat, met, fight_on(g))


def see_off(g: Tekumel, seat: int, met: Met, dealing: Rules[Outcome]) -> Rules[Outcome]:
    """Who wins a Fight is rewarded. However it comes out, the meeting is over then. Who has evaded has done with the
    step."""
    try:
        outcome = yield from dealing
        if outcome == "won":
            yield from reward(g, seat, met)
    except TurnEnds:
        part(g, met.card)
        raise
    part(g, met.card)
    if outcome in ("evaded", "drawn_off"):
        raise StepEnds
    return outcome


def part(g: Tekumel, card: str) -> None:
    """The meeting is over; a card that has not joined the party is discarded."""
    g.state.met = None
    uses.lay_away(g, card)
    g.over("meeting")


@rule("TEK-GAP-STANCE")
def stance_of(g: Tekumel, seat: int, card: str) -> Stance:
    """As the card prints it; something may change it for one Hero."""
    foe = g.book.foes[card]
    for effect, _ in g.in_force(seat, HasStance):
        if effect.tag in foe.tags:
            return effect.to
    return foe.stance


def deal_with(g: Tekumel, seat: int, met: Met, last: bool) -> Rules[Outcome]:
    """What the Hero does about it, and what comes of that."""
    card, name = met.card, g.name(met.card)
    deed = yield from choose_deed(g, seat, met)
    if deed == LEAVE:
        g.tell("meet.left", seat=seat, card=name)
        return "left"
    if deed == TALK:
        yield from talk(g, seat, card)
        return "talked"
    if deed == RECRUIT:
        return "recruited" if (yield from recruit(g, seat, card)) else "left"
    if deed == EVADE and (yield from try_evade(g, seat, card)):
        return "evaded"
    return (yield from fight(g, seat, card, last))


def choose_deed(g: Tekumel, seat: int, met: Met) -> Rules[Deed]:
    """What to do; cards for the meeting and whatever is of use at such a point are asked for in the same breath."""
    free = uses.FreeUse(g)
    hostile = met.stance == "hostile"
    prompt, decision = ("meet.hostile", "TEK-DEC-HOSTILE") if hostile else ("meet.peaceful", "TEK-DEC-NEUTRAL")

    def refuse(value: Deed) -> Illegal | None:
        if value in HOSTILE or value in PEACEFUL:
            return why_not_do(g, seat, met, value)
        if is_for_meeting(value):
            return uses.why_not(g, seat, value, "meeting")
        return free.why_not(seat, value)

    def is_for_meeting(value: Deed) -> bool:
        source = g.book.sources.get(value[1])
        return source is not None and "meeting" in source.when

    def describe(value: Deed) -> Option:
        if value in HOSTILE or value in PEACEFUL:
            return Option(value, f"meet.do.{value[0]}", _told(g, seat, met.card, value))
        return free.describe(value)

    while True:
        deeds, refusals = [], []
        for deed in HOSTILE if hostile else PEACEFUL:
            refused = why_not_do(g, seat, met, deed)
            if refused is None:
                deeds.append(deed)
            else:
                refusals.append((deed, refused))
        args = {"card": g.name(met.card), "cannot": _reasons(refusals) if refusals else ""}
        played = [use for use in g.uses(seat, "meeting") if refuse(use) is None]
        values = [*deeds, *played, *free.offers(seat)]
        answer: Deed = yield Choose(seat, values, prompt, describe, refuse, args, decision)
        if answer in deeds:
            return answer
        yield from free.act(seat, answer)


def _reasons(refusals: Iterable[tuple[Deed, Illegal]]) -> Text:
    """Why some of what people do is not among the options, each reason once and with its rule."""
    reasons: dict[str, dict[str, Any]] = {}
    for (verb, _), why in refusals:
        reason = reasons.setdefault(why.key, {"deeds": [], "why": why.text, "rule": why.rule})
        reason["deeds"].append(Text(f"meet.deed.{verb}"))
    return Text("meet.cannot", {"reasons": [Text("meet.reason", reason) for reason in reasons.values()]})


def _told(g: Tekumel, seat: int, card: str, deed: Deed) -> dict[str, Any]:
    """What a player should know before he does something: what it brings, what he must roll, what he fights against."""
    foe = g.book.foes[card]
    if deed in (FIGHT, ATTACK):
        return {name: getattr(foe, name) for name in ("magic", "ranged", "melee", "health")}
    if deed == TALK:
        return {"effects": [told(effect) for effect in foe.talk]}
    if deed == EVADE:
        return {"chance": chance(g, seat, "evade", *how_hard(g, seat, card))}
    if deed == RECRUIT and isinstance(foe, EncounterEntry):
        return {"chance": chance(g, seat, "talk", level_for(g, seat, foe)), "n": foe.cost}
    return {}


@rule("TEK-ENC-4", "TEK-GAP-ENCOUNTER-FLOW")
def why_not_do(g: Tekumel, seat: int, met: Met, deed: Deed) -> Illegal | None:
    """The hostile are evaded or fought; others are left, talked to, recruited or attacked."""
    hostile = met.stance == "hostile"
    if hostile != (deed in HOSTILE):
        key = "meet.is_hostile" if hostile else "meet.is_peaceful"
        return Illegal(key, "TEK-GAP-ENCOUNTER-FLOW", card=g.name(met.card))
    if deed == TALK:
        return why_not_talk(g, seat, met.card)
    if deed == RECRUIT:
        return why_not_recruit(g, seat, met.card)
    return None


@rule("TEK-GAP-TALK")
def why_not_talk(g: Tekumel, seat: int, card: str) -> Illegal | None:
    """Talk takes somebody who has something to say, and words that both know."""
    foe = g.book.foes[card]
    if not foe.talk:
        return Illegal("meet.no_talk", "TEK-GAP-TALK", card=g.name(card))
    if not shares(g, seat, foe.languages):
        return Illegal("meet.no_language", "TEK-GAP-SHARED-LANGUAGE", card=g.name(card))
    return None


@refuses(Know)
def cannot_interpret(g: Tekumel, effect: Know, by: By) -> Illegal | None:
    """An interpreter is of no use with somebody who has no language."""
    met = g.state.met
    if effect.scope != "meeting" or met is None or g.book.foes[met.card].languages:
        return None
    return Illegal("meet.speechless", "TEK-GAP-SHARED-LANGUAGE", card=g.name(met.card))


def talk(g: Tekumel, seat: int, card: str) -> Rules[None]:
    """No roll: what talking brings happens once."""
    g.tell("meet.talked", seat=seat, card=g.name(card))
    yield from RULES.run(g, g.book.foes[card].talk, By(seat, card))


@rule("TEK-GAP-REWARD", "TEK-GAP-ATTACK-LAWFUL")
def reward(g: Tekumel, seat: int, met: Met) -> Rules[None]:
    """The victor has what the card prints, Bussán too where it says so; it counts for his Mission."""
    foe = g.book.foes[met.card]
    g.state.turn.won = True
    hero = g.state.heroes[seat]
    hero.progress = replace(hero.progress, won=(*hero.progress.won, Win(met.card, met.stance, foe.size)))
    yield from RULES.run(g, foe.reward, By(seat, met.card))


@holds(Won)
def has_won(g: Tekumel, test: Won, by: By) -> bool:
    return g.state.turn.won
