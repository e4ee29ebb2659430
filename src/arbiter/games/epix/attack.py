"""Attacking an enemy province: the bid and the guess, what falls, what is captured, and the castles."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from arbiter.core import Amount, Choose, Option, Rules, Several, Together, rule

from .board import (
    BRIBED_SENTRIES,
    CAMP,
    CATAPULT,
    COURT_SPIES,
    HOSTAGE_TAKERS,
    LEDGER,
    PLUNDER_RIGHTS,
    RANGE,
    SOLDIER,
    SWIFT_RETREAT,
    UNIT,
    UNITS,
    Board,
)
from .ending import castle_falls
from .state import GARRISON, Attack, Epix, EpixState, guesses, holder

VICTIMS = (*UNITS, "garrison")
ORDER: tuple[int, ...] = tuple(UNIT[name] for name in LEDGER["table"]["attack_order"]["province"])
RETREAT_PRICE = 2


@rule("EPIX-ATTACK-2", "EPIX-CASTLE-2", "EPIX-CASTLE-5", "EPIX-END-2")
def first_defender(s: EpixState, target: int) -> int:
    """Whom an attacker must fight first: Soldier, Knight, Camp; in a castle the Garrison comes last."""
    there = s.units[target]
    for unit in ORDER:
        if there >> unit & 1:
            return unit
    return GARRISON


@rule(
    "EPIX-ATTACK-3", "EPIX-ATTACK-8", "EPIX-ATTACK-10", "EPIX-ATTACK-11", "EPIX-ATTACK-12", "EPIX-ATTACK-13",
    "EPIX-ATTACK-14", "EPIX-CASTLE-6",
)  # fmt: skip
def attack(g: Epix, seat: int, unit: int, origin: int, target: int) -> Rules[None]:
    """A Soldier or Knight attacks the defenders of a province one by one, until it fails, stops or has beaten all."""
    s = g.state
    defender = holder(s, target)
    while True:
        victim = first_defender(s, target)
        won = yield from contest(g, seat, unit, origin, target, defender, [victim])
        if not won:
            yield from repelled(g, seat, unit, origin)
            return
        if victim == GARRISON:
            castle_falls(g, seat, defender, target)
        if victim != CAMP:
            g.take(victim, target)
        g.tell("attack.beaten", seat=defender, victim=VICTIMS[victim], province=g.board.names[target])
        if victim == CAMP or not (s.keep[target] >= 0 or s.units[target] & ~(1 << CATAPULT)):
            enter(g, seat, unit, origin, target)
            return
        names = g.board.names
        args = {
            "victim": VICTIMS[first_defender(s, target)], "unit": UNITS[unit],
            "origin": names[origin], "target": names[target],
        }  # fmt: skip
        go_on = yield Choose(seat, (True, False), "attack.continue", _go_on, args=args, rule="EPIX-ATTACK-10")
        if not go_on:
            if unit == SOLDIER:
                s.spent[origin] |= 1 << SOLDIER
            g.tell("attack.withdrew", seat=seat, unit=UNITS[unit], province=g.board.names[origin])
            return


def _go_on(value: bool) -> Option:
    return Option(value, "attack.go_on" if value else "attack.withdraw")


@rule("EPIX-ATTACK-4", "EPIX-ATTACK-5", "EPIX-ATTACK-9", "EPIX-ATTACK-16", "EPIX-ATTACK-17")
def contest(g: Epix, seat: int, unit: int, origin: int, target: int, defender: int, victims: list[int]) -> Rules[bool]:
    """The attacker hides a bid, the defender names amounts; the attack succeeds if the bid is not among them."""
    s, names = g.state, g.board.names
    number = max([guesses(s, target, victim) for victim in victims])
    s.attack = Attack(seat, UNITS[unit], names[origin], names[target], defender, VICTIMS[victims[0]], number)
    g.tell(
        "attack.begins", seat=seat, unit=UNITS[unit], origin=names[origin], target=names[target],
        defender=defender, victims=[VICTIMS[victim] for victim in victims], gold=s.gold[seat],
    )  # fmt: skip
    if number >= 2 and g.ready(seat, BRIBED_SENTRIES):
        number = yield from bribe_sentries(g, seat, number)
    bid, named = yield from bid_and_guess(g, seat, defender, number)
    g.reveal()
    s.attack = None
    s.resting = 0
    g.tell("attack.revealed", seat=seat, bid=bid, named=list(named))
    g.pay(seat, bid)
    if bid not in named:
        if g.has(seat, PLUNDER_RIGHTS):
            g.earn(seat, 1)
            g.tell("attack.plundered", seat=seat)
        return True
    if g.has(defender, HOSTAGE_TAKERS):
        g.earn(defender, bid)
        g.tell("attack.ransom", seat=defender, gold=bid)
    return False


def bribe_sentries(g: Epix, seat: int, number: int) -> Rules[int]:
    """Before bidding the attacker may have the defender name one amount less, once a season."""
    s = g.state
    use = yield Choose(seat, (True, False), "attack.sentries", _use, rule="EPIX-ATTACK-19")
    if not use:
        return number
    g.use(seat, BRIBED_SENTRIES)
    assert s.attack is not None
    s.attack = replace(s.attack, guesses=number - 1)
    g.tell("attack.bribed", seat=seat)
    return number - 1


def bid_and_guess(g: Epix, seat: int, defender: int, number: int) -> Rules[tuple[int, tuple[int, ...]]]:
    """Both choose in secret; what can be answered in one way only is not asked. Court Spies come in between."""
    s = g.state
    gold = s.gold[seat]
    count = min(number, gold + 1)
    args = {"gold": gold, "guesses": count, "seat": seat, "defender": defender}
    everything = tuple(range(gold + 1))
    if gold == 0:
        return 0, everything
    bidding = Amount(seat, 0, gold, "attack.bid", args, "EPIX-ATTACK-5", secret=True)
    if count > gold:
        bid = yield bidding
        return bid, everything
    why = "EPIX-ATTACK-16" if count > 1 else "EPIX-ATTACK-6"
    guessing = Several(defender, everything, count, count, "attack.guess", _number, args=args, rule=why)
    if not g.ready(defender, COURT_SPIES):
        both: tuple[int, tuple[int, ...]] = yield Together(bidding, guessing)
        return both
    bid = yield bidding
    assert s.attack is not None
    s.attack = replace(s.attack, bid=bid)
    use = yield Choose(defender, (True, False), "attack.spies", _use, rule="EPIX-CASTLE-7")
    if use:
        g.use(defender, COURT_SPIES)
        parity = "odd" if bid % 2 else "even"
        s.attack = replace(s.attack, parity=parity)
        g.tell("attack.spied", seat=defender, parity=parity)
    named: tuple[int, ...] = yield guessing
    return bid, named


def _number(value: int) -> Option:
    return Option(value, "amount", {"value": value})


def _use(value: bool) -> Option:
    return Option(value, "card.use" if value else "card.keep")


@rule("EPIX-ATTACK-7")
def repelled(g: Epix, seat: int, unit: int, origin: int) -> Rules[None]:
    """The attacking unit goes back to supply, unless a Swift Retreat keeps it where it stood."""
    s = g.state
    if g.ready(seat, SWIFT_RETREAT) and s.gold[seat] >= RETREAT_PRICE:
        args = {"unit": UNITS[unit], "origin": g.board.names[origin]}
        keep = yield Choose(seat, (True, False), "attack.retreat", _use, args=args, rule="EPIX-CASTLE-7")
        if keep:
            g.use(seat, SWIFT_RETREAT)
            g.pay(seat, RETREAT_PRICE)
            s.spent[origin] |= 1 << unit
            g.tell("attack.retreated", seat=seat, unit=UNITS[unit], province=g.board.names[origin])
            return
    g.take(unit, origin)
    g.tell("attack.failed", seat=seat, unit=UNITS[unit])


def enter(g: Epix, seat: int, unit: int, origin: int, target: int) -> None:
    """The victorious unit moves in and captures what is left; a Soldier is then finished, a Knight may go on."""
    s = g.state
    g.lift(unit, origin)
    capture(g, seat, target)
    s.owner[target] = seat
    s.units[target] |= 1 << unit
    if unit == SOLDIER:
        s.spent[target] |= 1 << SOLDIER
    g.tell("attack.entered", seat=seat, unit=UNITS[unit], province=g.board.names[target])


@rule(
    "EPIX-CAMP-2", "EPIX-CAMP-3", "EPIX-CAMP-4", "EPIX-CAMP-5", "EPIX-CAT-11", "EPIX-CAT-13", "EPIX-CAT-14",
    "EPIX-CAT-15",
)  # fmt: skip
def capture(g: Epix, seat: int, province: int) -> None:
    """A beaten Camp and a Catapult left alone are swapped for the attacker's own, as far as his supply goes."""
    s = g.state
    g.settle()
    lost = [unit for unit in (CAMP, CATAPULT) if s.units[province] >> unit & 1]
    for unit in lost:
        g.take(unit, province)
    for unit in lost:
        if s.supply[seat * 4 + unit]:
            g.put(seat, unit, province)
            if unit == CATAPULT:
                s.captured |= 1 << province
            g.tell("attack.captured", seat=seat, unit=UNITS[unit], province=g.board.names[province])
        else:
            g.tell("attack.destroyed", unit=UNITS[unit], province=g.board.names[province])


@cache
@rule("EPIX-CAT-1", "EPIX-CAT-2", "EPIX-CAT-3")
def range_of(board: Board, province: int) -> tuple[int, ...]:
    """Which provinces a Catapult reaches from here: the next ones, two steps from Kilimandjora; never Kilimandjora."""
    steps = RANGE["from_kilimandjora"] if province == board.mountain else RANGE["from_ordinary"]
    near = board.within_two[province] if steps == 2 else board.adjacent[province]
    return tuple(target for target in near if target != board.mountain)


@rule("EPIX-CAT-4", "EPIX-CAT-5", "EPIX-CAT-6", "EPIX-CAT-7", "EPIX-CAT-8", "EPIX-CAT-9")
def bombard(g: Epix, seat: int, origin: int, target: int) -> Rules[None]:
    """A Catapult attacks all units of a province at once, never a Garrison, and is then gone, whatever comes of it."""
    s = g.state
    defender = s.owner[target]
    there = [unit for unit in range(4) if s.units[target] >> unit & 1]
    won = True
    if there != [CATAPULT]:
        won = yield from contest(g, seat, CATAPULT, origin, target, defender, there)
    s.resting = 0
    g.settle()
    if won:
        for unit in there:
            g.take(unit, target)
        names = [UNITS[unit] for unit in there]
        g.tell("attack.bombarded", seat=seat, units=names, province=g.board.names[target])
    else:
        g.tell("attack.missed", seat=seat, province=g.board.names[target])
    g.take(CATAPULT, origin)
