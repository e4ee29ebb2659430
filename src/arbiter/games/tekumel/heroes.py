"""Interacting With Other Heroes."""

from __future__ import annotations

from functools import partial
from typing import Any, TypeAlias

from arbiter.core import Amount, Ask, Choose, Form, Illegal, Option, Rules, Several, Text, Together, rule
from arbiter.kit import cards
from arbiter.kit.cards import Hand

from . import equipment, party, uses
from .evading import how_hard, try_evade
from .fight import duel
from .goods import change
from .languages import known, shares
from .numbers import PROPOSALS
from .recruiting import make_room
from .skill_tests import chance
from .state import NOTHING_DONE, BeatEnds, Companion, Item, Meeting, Tekumel

Deed: TypeAlias = tuple[str, str]
"""What is answered in a meeting: a deed, or a card to use first."""
Offer: TypeAlias = dict[str, Any]
"""What somebody would give, and what he wants for it."""

DONE: Deed = ("done", "")
TRADE: Deed = ("trade", "")
COMPANIONS: Deed = ("companions", "")
MISSIONS: Deed = ("missions", "")
TALK: Deed = ("talk", "")
ATTACK: Deed = ("attack", "")
DEEDS = (DONE, TRADE, COMPANIONS, MISSIONS, TALK, ATTACK)
PROPOSED = (TRADE, COMPANIONS, MISSIONS)


@rule("TEK-HERO-1")
def meet_hero(g: Tekumel, seat: int, other: int) -> None:
    """A player has decided to interact with another's Hero; each thing they do together is a beat of its own."""
    g.state.meeting = Meeting(other, [Hand(seat), Hand(other)])
    g.tell("encounter.hero", seat=seat, other=other)
    raise BeatEnds


@rule("TEK-GAP-PVP-COMBINE")
def interact(g: Tekumel, seat: int) -> Rules[None]:
    """Trades, exchanges and talk in any order; an attack is the last thing."""
    s = g.state
    assert s.meeting is not None
    other = s.meeting.other
    swap_offers(g, seat, s.meeting)
    deed = yield from choose_deed(g, seat, s.meeting)
    if deed in (DONE, ATTACK):
        s.meeting = None
        g.over("meeting")
        if deed == ATTACK:
            yield from attack(g, seat, other)
        return
    if deed == TALK:
        yield from talk(g, seat, s.meeting)
    elif deed in PROPOSED:
        s.meeting.proposals += 1
        yield from propose(g, seat, other, deed)
    raise BeatEnds


def choose_deed(g: Tekumel, seat: int, meeting: Meeting) -> Rules[Deed]:
    """What to do; cards for the meeting are asked for in the same breath."""

    def refuse(value: Deed) -> Illegal | None:
        return why_not(g, seat, meeting, value) if value in DEEDS else uses.why_not(g, seat, value, "meeting")

    def describe(value: Deed) -> Option:
        if value in DEEDS:
            return Option(value, f"hero.do.{value[0]}", {"other": meeting.other}, (f"hero.{meeting.other}",))
        return uses.say_use(g, value)

    while True:
        values = [value for value in (*DEEDS, *g.uses(seat, "meeting")) if refuse(value) is None]
        answer: Deed = yield Choose(
            seat, values, "hero.do", describe, refuse, {"other": meeting.other}, "TEK-DEC-PVP-OPTION"
        )
        if answer in DEEDS:
            return answer
        yield from uses.use_card(g, seat, answer)


@rule("TEK-GAP-PVP-TRADE")
def why_not(g: Tekumel, seat: int, meeting: Meeting, deed: Deed) -> Illegal | None:
    """Three proposals a turn, of whatever kind; there must be something to exchange; talk and attack have their own."""
    if deed == TALK:
        return why_not_talk(g, seat, meeting)
    if deed == ATTACK:
        return why_not_attack(g, meeting.other)
    if deed not in PROPOSED:
        return None
    if meeting.proposals >= PROPOSALS:
        return Illegal("hero.proposals", "TEK-GAP-PVP-TRADE", n=PROPOSALS)
    both = [g.state.heroes[one] for one in (seat, meeting.other)]
    there = {
        TRADE: any(hero.items or hero.spells or hero.torch or hero.kaitar for hero in both),
        COMPANIONS: any(hero.companions for hero in both),
        MISSIONS: all(hero.mission.cards for hero in both),
    }
    return None if there[deed] else Illegal("hero.nothing", "TEK-GAP-PVP-TRADE")


# Offers


def propose(g: Tekumel, seat: int, other: int, deed: Deed) -> Rules[None]:
    """The other accepts, refuses, or makes one offer of his own instead; Missions are exchanged or not."""
    if deed == MISSIONS:
        g.tell("offer.missions", seat=seat, other=other)
        answer = yield _ask_answer(other, ("refuse", "accept"), "offer.missions.answer", {"other": seat}, "OFFER")
        if answer == "accept":
            swap_missions(g, seat, other)
        else:
            g.tell("offer.refused", seat=other)
        return
    offer = yield from draw_up(g, seat, other, deed)
    args = {"other": seat, **_terms(g, offer)}
    answer = yield _ask_answer(other, ("refuse", "accept", "counter"), "offer.answer", args, "OFFER")
    giver, taker = seat, other
    if answer == "counter":
        giver, taker = other, seat
        offer = yield from draw_up(g, other, seat, deed)
        args = {"other": other, **_terms(g, offer)}
        answer = yield _ask_answer(seat, ("refuse", "accept"), "offer.answer", args, "COUNTER")
    if answer == "refuse":
        g.tell("offer.refused", seat=taker)
        return
    g.tell("offer.accepted", seat=taker)
    yield from (trade if deed == TRADE else exchange_companions)(g, giver, taker, offer)


def _ask_answer(seat: int, values: tuple[str, ...], prompt: str, args: dict[str, Any], decision: str) -> Choose:
    def describe(value: str) -> Option:
        return Option(value, f"offer.{value}")

    return Choose(seat, values, prompt, describe, args=args, rule=f"TEK-DEC-PVP-{decision}")


def draw_up(g: Tekumel, seat: int, other: int, deed: Deed) -> Rules[Offer]:
    """What a player would give, and what he wants for it."""
    fields: dict[str, Ask] = {}
    for what, owner in (("give", seat), ("want", other)):
        hero = g.state.heroes[owner]
        if deed == COMPANIONS:
            owned = party.members(g, owner)
        else:
            owned = [*(item.card for item in hero.items), *hero.spells]
            fields[f"{what}_torch"] = Amount(seat, 0, hero.torch, f"offer.{what}_torch")
            fields[f"{what}_kaitar"] = Amount(seat, 0, hero.kaitar, f"offer.{what}_kaitar")
        fields[what] = Several(seat, owned, 0, len(owned), f"offer.{what}", g.say_card)

    def check(offer: Offer) -> Illegal | None:
        if not any(offer.values()):
            return Illegal("offer.empty", "TEK-GAP-PVP-TRADE")
        return why_not_together(g, seat, other, offer) if deed == COMPANIONS else None

    offer: Offer = yield Form(seat, fields, f"offer.{deed[0]}", check, {"other": other}, "TEK-DEC-PVP-OPTION")
    g.tell("offer.made", seat=seat, other=other, **_terms(g, offer))
    return offer


def _terms(g: Tekumel, offer: Offer) -> dict[str, list[Text]]:
    return {what: _goods(g, offer, what) for what in ("give", "want")}


def _goods(g: Tekumel, offer: Offer, what: str) -> list[Text]:
    counted = [(one, offer.get(f"{what}_{one}", 0)) for one in ("torch", "kaitar")]
    goods = [Text("source", {"source": g.name(card)}) for card in offer[what]]
    goods += [Text(f"offer.{one}", {"n": n}) for one, n in counted if n]
    return goods or [Text("offer.nothing")]


@rule("TEK-HERO-2")
def trade(g: Tekumel, seat: int, other: int, offer: Offer) -> Rules[None]:
    """Equipment, scrolls, Spells, Torches and Káitars change hands, in any mix."""
    sides = ((seat, other, "give"), (other, seat, "want"))
    parcels = {taker: hand_over(g, giver, taker, offer, what) for giver, taker, what in sides}
    for one in (seat, other):
        yield from equipment.receive(g, one, parcels[one])
        if parcels[other if one == seat else seat] and not parcels[one]:
            yield from equipment.repack(g, one)


def hand_over(g: Tekumel, giver: int, taker: int, offer: Offer, what: str) -> list[Item]:
    """One side of a trade; gives the Equipment cards, which are still to be received."""
    owner, new = g.state.heroes[giver], g.state.heroes[taker]
    for res in ("torch", "kaitar"):
        change(owner, res, -offer[f"{what}_{res}"])
        change(new, res, offer[f"{what}_{res}"])
    spells = [card for card in offer[what] if card in owner.spells]
    owner.spells = [card for card in owner.spells if card not in spells]
    new.spells += spells
    items = [item for item in owner.items if item.card in offer[what]]
    owner.items = [item for item in owner.items if item.card not in offer[what]]
    return items


# Companions


def why_not_together(g: Tekumel, seat: int, other: int, offer: Offer) -> Illegal | None:
    """Nobody comes into a party with somebody whom he will not serve beside."""
    for taker, comes, goes in ((other, "give", "want"), (seat, "want", "give")):
        kept = [card for card in party.members(g, taker) if card not in offer[goes]]
        for at, card in enumerate(offer[comes]):
            clashing = party.clashes(g, card, [*kept, *offer[comes][:at]])
            if clashing:
                return Illegal("meet.clash", "TEK-GAP-PVP-TRADE", card=g.name(card), others=g.names(clashing))
    return None


@rule("TEK-HERO-3")
def exchange_companions(g: Tekumel, seat: int, other: int, offer: Offer) -> Rules[None]:
    """Companions go over to the other party with their wounds; for a third one must be dismissed, or he goes back."""
    going = {seat: take_out(g, seat, offer["give"]), other: take_out(g, other, offer["want"])}
    for taker, giver in ((seat, other), (other, seat)):
        for companion in going[giver]:
            room = yield from make_room(g, taker, companion.card)
            go_over(g, taker if room else giver, companion)
    for one in (seat, other):
        yield from equipment.fit(g, one)


def take_out(g: Tekumel, seat: int, leaving: tuple[str, ...]) -> list[Companion]:
    """Companions leave a party to join another."""
    hero = g.state.heroes[seat]
    gone = [one for one in hero.companions if one.card in leaving]
    hero.companions = [one for one in hero.companions if one.card not in leaving]
    return gone


def go_over(g: Tekumel, seat: int, companion: Companion) -> None:
    """A Companion joins a party, wounds and all; where there is no room for him, or somebody shuns him, he is gone."""
    if party.full(g, seat) or party.clashes(g, companion.card, party.members(g, seat)):
        cards.discard(g, g.state.encounters, companion.card)
        g.tell("party.dismissed", seat=seat, card=g.name(companion.card))
        return
    g.state.heroes[seat].companions.append(companion)
    g.tell("party.joined", seat=seat, card=g.name(companion.card))


# Missions


@rule("TEK-HERO-4", "TEK-GAP-PVP-MISSION")
def swap_missions(g: Tekumel, seat: int, other: int) -> None:
    """The two Missions change hands unseen by others, and what they want is to be done from now on."""
    mine, theirs = (g.state.heroes[one] for one in (seat, other))
    # By way of the table, so that whoever knew one of the cards knows where it is now.
    between: Hand[str] = Hand(other)
    cards.give(g, mine.mission, between, mine.mission.cards[0])
    cards.give(g, theirs.mission, mine.mission, theirs.mission.cards[0])
    cards.give(g, between, theirs.mission, between.cards[0])
    g.tell("offer.swapped", seat=seat, other=other)
    for hero in (mine, theirs):
        hero.progress = NOTHING_DONE
        g.tell("drew.cards", (hero.seat,), cards=g.names(hero.mission.cards))


# Talking


@rule("TEK-GAP-PVP-TALK")
def why_not_talk(g: Tekumel, seat: int, meeting: Meeting) -> Illegal | None:
    """Once a turn, in a language that both know."""
    if meeting.talked:
        return Illegal("hero.talked", "TEK-GAP-PVP-TALK")
    if not shares(g, seat, known(g, meeting.other)):
        return Illegal("hero.no_language", "TEK-GAP-SHARED-LANGUAGE", other=meeting.other)
    return None


@rule("TEK-HERO-6")
def talk(g: Tekumel, seat: int, meeting: Meeting) -> Rules[None]:
    """If the other agrees they show each other their Missions; then each may lay down a card to be exchanged."""
    s, other = g.state, meeting.other
    meeting.talked = True
    agreed = yield Choose(
        other, ("decline", "agree"), "talk", lambda value: Option(value, f"talk.{value}"), args={"other": seat},
        rule="TEK-DEC-PVP-TALK-AGREE",
    )  # fmt: skip
    if agreed != "agree":
        g.tell("talk.declined", seat=seat, other=other)
        return
    g.tell("talk.agreed", seat=seat, other=other)
    for one, listener in ((seat, other), (other, seat)):
        for card in s.heroes[one].mission.cards:
            cards.show(g, s.heroes[one].mission, card, listener)
            g.tell("talk.mission", (listener,), other=one, card=g.name(card))
    hands = [s.heroes[one].hand for one in (seat, other)]
    if all(hand.cards for hand in hands):
        chosen: tuple[str, ...] = yield Together(*(_ask_card(g, hand) for hand in hands))
        # Everybody sees who has laid down none.
        g.show("")
        for hand, offered, card in zip(hands, meeting.offers, chosen, strict=True):
            if card:
                cards.give(g, hand, offered, card)
        meeting.sealed = True


def _ask_card(g: Tekumel, hand: Hand[str]) -> Choose:
    def describe(card: str) -> Option:
        return g.say_card(card) if card else Option(card, "talk.none")

    values = ["", *hand.cards]
    return Choose(hand.owner, values, "talk.give", describe, rule="TEK-DEC-PVP-TALK-GIVE", secret=True)


def swap_offers(g: Tekumel, seat: int, meeting: Meeting) -> None:
    """Cards that both laid down change hands; a single one goes back unseen."""
    if not meeting.sealed:
        return
    meeting.sealed = False
    mine, theirs = meeting.offers
    hands = [g.state.heroes[one].hand for one in (seat, meeting.other)]
    both = bool(mine.cards and theirs.cards)
    for offered, hand in zip(meeting.offers, reversed(hands) if both else hands, strict=True):
        for card in offered.cards.copy():
            cards.give(g, offered, hand, card)
            if both:
                g.tell("drew.cards", (hand.owner,), cards=g.names([card]))
    g.tell("talk.swapped" if both else "talk.kept", seat=seat, other=meeting.other)


# Attacking


def why_not_attack(g: Tekumel, other: int) -> Illegal | None:
    """A Hero who was defeated by a Hero has some respite."""
    return Illegal("hero.safe", "TEK-GAP-PVP-ATTACK", other=other) if g.state.heroes[other].safe else None


@rule("TEK-HERO-5", "TEK-GAP-PVP-ATTACK")
def attack(g: Tekumel, seat: int, other: int) -> Rules[None]:
    """The other may evade, once; if he stands or fails, they fight."""
    g.tell("hero.attacked", seat=seat, other=other)
    break_peace(g, seat)
    answer = yield Choose(
        other, ("evade", "stand"), "hero.evade", partial(_say_stand, g, other),
        args={"other": seat}, rule="TEK-DEC-PVP-EVADE",
    )  # fmt: skip
    if answer == "evade" and (yield from try_evade(g, other)):
        return
    yield from duel(g, seat, other, last=True)


def _say_stand(g: Tekumel, seat: int, answer: str) -> Option:
    told = {"chance": chance(g, seat, "evade", *how_hard(g, seat))} if answer == "evade" else {}
    return Option(answer, f"hero.evade.{answer}", told)


@rule("TEK-GAP-PVP-BUSSAN")
def break_peace(g: Tekumel, seat: int) -> None:
    """To attack in a City or in a sanctum is ignoble."""
    place = g.place(seat)
    if place.kind == "city" or place.terrain == "sanctum":
        change(g.state.heroes[seat], "bussan", 1)
        g.tell("gain.bussan", seat=seat, n=1)
