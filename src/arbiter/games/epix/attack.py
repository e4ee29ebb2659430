"""Attacking an enemy province: the bid and the guess, what falls, what is captured, the Catapult and the castles."""

from __future__ import annotations

from functools import cache
from typing import Any

from arbiter.content import Effect
from arbiter.core import Amount, Choose, Option, Rules, Several, Together, rule

from .abilities import effects
from .board import Board
from .contents import CAMP, CATAPULT, DEFENDERS, GARRISON, KNIGHT, PIECES, SOLDIER, UNITS
from .ending import castle_falls
from .entries import Defence, FewerGuesses, Parity, Plunder, Ransom, Retreat
from .state import ROW, Attack, Epix, EpixState, holder, in_supply, stir

ORDER = (SOLDIER, KNIGHT, CAMP)
CASTLE, MOUNTAIN, ELSEWHERE = "castle", "mountain", "elsewhere"


@rule("EPIX-ATTACK-10", "EPIX-ATTACK-12")
def attack(g: Epix, seat: int, unit: int, origin: int, target: int) -> Rules[None]:
    """A Soldier or Knight attacks the defenders of a province one by one, until it fails, stops or has beaten all."""
    s, names = g.state, g.board.names
    defender = holder(s, target)
    while True:
        victim = first_defender(s, defender, target)
        won = yield from contest(g, seat, unit, origin, target, defender, [victim])
        if not won:
            yield from repelled(g, seat, unit, origin)
            return
        remove(g, seat, defender, victim, target)
        left = first_defender(s, defender, target)
        if victim == CAMP or (left == GARRISON and not g.board.keeps >> target & 1):
            enter(g, seat, unit, origin, target, defender)
            return
        args = {"victim": DEFENDERS[left], "unit": UNITS[unit], "origin": names[origin], "target": names[target]}
        go_on = yield Choose(seat, (True, False), "attack.continue", _go_on, args=args, rule="EPIX-ATTACK-10")
        if not go_on:
            withdraw(g, seat, unit, origin)
            return


def _go_on(value: bool) -> Option:
    return Option(value, "attack.go_on" if value else "attack.withdraw")


@rule("EPIX-ATTACK-2", "EPIX-CASTLE-2", "EPIX-CASTLE-5", "EPIX-END-2")
def first_defender(s: EpixState, defender: int, target: int) -> int:
    """Whom an attacker must fight first: Soldier, Knight, Camp; what is left then is a castle's Garrison."""
    for unit in ORDER:
        if s.stand[defender * ROW + unit] >> target & 1:
            return unit
    return GARRISON


# The bid and the guess


def contest(g: Epix, seat: int, unit: int, origin: int, target: int, defender: int, victims: list[int]) -> Rules[bool]:
    """The attacker hides a bid, the defender names amounts; the attack succeeds if the bid is not among them."""
    s = g.state
    number = max([guesses(s, g.board, defender, target, victim) for victim in victims])
    declare(g, seat, unit, origin, target, defender, victims, number)
    if g.ready(seat, FewerGuesses):
        number = yield from bribe_sentries(g, seat, number)
    bid, named = yield from bid_and_guess(g, seat, defender, number)
    g.reveal()
    s.attack = None
    stir(s)
    g.tell("attack.revealed", seat=seat, bid=bid, named=list(named))
    spend(g, seat, bid)
    if right(bid, named):
        ransom(g, defender, bid)
        return False
    plunder(g, seat)
    return True


@rule("EPIX-ATTACK-4")
def declare(
    g: Epix, seat: int, unit: int, origin: int, target: int, defender: int, victims: list[int], number: int
) -> None:
    """Who attacks whom with what, and how much Gold he has."""
    names = g.board.names
    g.state.attack = Attack(seat, UNITS[unit], names[origin], names[target], defender, DEFENDERS[victims[0]], number)
    g.tell(
        "attack.begins", seat=seat, unit=UNITS[unit], origin=names[origin], target=names[target],
        defender=defender, victims=[DEFENDERS[victim] for victim in victims], gold=g.state.gold[seat],
    )  # fmt: skip


def guesses(s: EpixState, board: Board, defender: int, province: int, victim: int) -> int:
    """How many amounts the defender names for a victim in a province."""
    return defence(s.abilities[defender], victim, place(board, province))


def place(board: Board, province: int) -> str:
    """What a province is to those who defend it."""
    if board.keeps >> province & 1:
        return CASTLE
    return MOUNTAIN if board.mountain >> province & 1 else ELSEWHERE


@cache
@rule("EPIX-ATTACK-6", "EPIX-ATTACK-16", "EPIX-ATTACK-19")
def defence(cards: int, victim: int, where: str) -> int:
    """Single, double or more: the highest single source counts, the place or one of the defender's cards."""
    by_cards = [
        effect.guesses
        for effect in effects(cards, Defence)
        if DEFENDERS[victim] in effect.units and effect.where in ("anywhere", where)
    ]
    return max([BY_PLACE[where](victim), *by_cards])


@rule("EPIX-CASTLE-3", "EPIX-CASTLE-4")
def castle_defence(victim: int) -> int:
    """Double for a Soldier or Knight in its castle and for the Garrison."""
    return PIECES[DEFENDERS[victim]].defence.castle


@rule("EPIX-ATTACK-18", "EPIX-CAMP-6")
def mountain_defence(victim: int) -> int:
    """Double for a Soldier or Camp in Kilimandjora."""
    return PIECES[DEFENDERS[victim]].defence.mountain


@rule("EPIX-KNIGHT-6", "EPIX-CAT-10")
def field_defence(victim: int) -> int:
    """Single anywhere else; a Catapult never defends."""
    return PIECES[DEFENDERS[victim]].defence.elsewhere


BY_PLACE = {CASTLE: castle_defence, MOUNTAIN: mountain_defence, ELSEWHERE: field_defence}


def bribe_sentries(g: Epix, seat: int, number: int) -> Rules[int]:
    """Before bidding the attacker may have the defender name fewer amounts, but not none."""
    lowered = bribed(g, seat, number)
    if lowered == number or not (yield from may_use(g, seat, FewerGuesses, "attack.sentries")):
        return number
    assert g.state.attack is not None
    g.state.attack.guesses = lowered
    g.tell("attack.bribed", seat=seat, n=lowered)
    return lowered


def bribed(g: Epix, seat: int, number: int) -> int:
    """How few amounts an attacker who has not used his Bribed Sentries can have the defender name."""
    if g.ready(seat, FewerGuesses):
        for effect in g.effects(seat, FewerGuesses):
            number = min(number, max(effect.least, number - effect.by))
    return number


@rule("EPIX-CASTLE-7", "EPIX-PRE-24")
def may_use(g: Epix, seat: int, kind: type[Effect], prompt: str, args: dict[str, Any] | None = None) -> Rules[bool]:
    """The owner of an ability card whose moment has come says whether he uses it."""
    use: bool = yield Choose(seat, (True, False), prompt, _use, args=args, rule="EPIX-CASTLE-7")
    if use:
        g.use(seat, kind)
    return use


def _use(value: bool) -> Option:
    return Option(value, "card.use" if value else "card.keep")


@rule("EPIX-ATTACK-5")
def bid_and_guess(g: Epix, seat: int, defender: int, number: int) -> Rules[tuple[int, tuple[int, ...]]]:
    """Both choose in secret; what can be answered in one way only is not asked. Court Spies come in between."""
    s = g.state
    gold = s.gold[seat]
    everything = tuple(range(gold + 1))
    if gold == 0:
        return 0, everything
    count = min(number, gold + 1)
    assert s.attack is not None
    args = {"gold": gold, "guesses": count, "seat": seat, "defender": defender}
    args |= {name: getattr(s.attack, name) for name in ("unit", "origin", "target", "victim")}
    bidding = Amount(seat, 0, gold, "attack.bid", args, "EPIX-ATTACK-5", secret=True)
    if count > gold:
        bid = yield bidding
        return bid, everything
    why = "EPIX-ATTACK-16" if count > 1 else "EPIX-ATTACK-6"
    guessing = Several(defender, everything, count, count, "attack.guess", _number, args=args, rule=why)
    if not g.ready(defender, Parity):
        both: tuple[int, tuple[int, ...]] = yield Together(bidding, guessing)
        return both
    s.attack.bid = bid = yield bidding
    if (yield from may_use(g, defender, Parity, "attack.spies")):
        s.attack.parity = "odd" if bid % 2 else "even"
        g.tell("attack.spied", seat=defender, parity=s.attack.parity)
    named: tuple[int, ...] = yield guessing
    return bid, named


def _number(value: int) -> Option:
    return Option(value, "amount", {"value": value})


@rule("EPIX-ATTACK-9")
def spend(g: Epix, seat: int, bid: int) -> None:
    """The bid is spent, whatever comes of the attack."""
    g.pay(seat, bid)


@rule("EPIX-ATTACK-17")
def right(bid: int, named: tuple[int, ...]) -> bool:
    """Whether one of the amounts named is the bid."""
    return bid in named


def ransom(g: Epix, defender: int, bid: int) -> None:
    """Hostage Takers have the bid of an attack that failed."""
    if g.effects(defender, Ransom):
        g.earn(defender, bid)
        g.tell("attack.ransom", seat=defender, gold=bid)


def plunder(g: Epix, seat: int) -> None:
    """Plunder Rights pay for each bid that succeeds."""
    for effect in g.effects(seat, Plunder):
        g.earn(seat, effect.gold)
        g.tell("attack.plundered", seat=seat, gold=effect.gold)


# After the attack


@rule("EPIX-ATTACK-7", "EPIX-KNIGHT-3")
def repelled(g: Epix, seat: int, unit: int, origin: int) -> Rules[None]:
    """The attacking unit goes back to supply, unless a Swift Retreat keeps it where it stood."""
    s, where = g.state, g.board.names[origin]
    for effect in g.effects(seat, Retreat):
        if g.ready(seat, Retreat) and UNITS[unit] in effect.units and s.gold[seat] >= effect.gold:
            args = {"unit": UNITS[unit], "origin": where, "gold": effect.gold}
            if (yield from may_use(g, seat, Retreat, "attack.retreat", args)):
                g.pay(seat, effect.gold)
                s.spent[unit] |= 1 << origin
                g.tell("attack.retreated", seat=seat, unit=UNITS[unit], province=where, gold=effect.gold)
                return
    g.take(seat, unit, origin)
    g.tell("attack.failed", seat=seat, unit=UNITS[unit])


@rule("EPIX-ATTACK-8", "EPIX-CASTLE-6")
def remove(g: Epix, seat: int, defender: int, victim: int, target: int) -> None:
    """The beaten unit goes back to supply; a Camp waits to be captured, and with the Garrison the castle falls."""
    if victim == GARRISON:
        castle_falls(g, seat, defender, target)
    if victim != CAMP:
        g.take(defender, victim, target)
    g.tell("attack.beaten", seat=defender, victim=DEFENDERS[victim], province=g.board.names[target])


@rule("EPIX-ATTACK-11", "EPIX-ATTACK-15")
def withdraw(g: Epix, seat: int, unit: int, origin: int) -> None:
    """The unit falls back to where it came from; a Soldier attacks one province only and is finished."""
    if unit == SOLDIER:
        g.state.spent[SOLDIER] |= 1 << origin
    g.tell("attack.withdrew", seat=seat, unit=UNITS[unit], province=g.board.names[origin])


@rule("EPIX-ATTACK-13", "EPIX-ATTACK-14")
def enter(g: Epix, seat: int, unit: int, origin: int, target: int, defender: int) -> None:
    """The victorious unit moves in and captures what is left; a Soldier is then finished, a Knight may go on."""
    g.shift(seat, unit, origin, target)
    capture(g, seat, target, defender)
    if unit == SOLDIER:
        g.state.spent[SOLDIER] |= 1 << target
    g.tell("attack.entered", seat=seat, unit=UNITS[unit], province=g.board.names[target])


@rule("EPIX-CAMP-2", "EPIX-CAMP-3", "EPIX-CAT-11")
def capture(g: Epix, seat: int, province: int, loser: int) -> None:
    """A beaten Camp and a Catapult left alone go back to their owner and are replaced by the attacker's own."""
    s = g.state
    g.settle()
    lost = [unit for unit in (CAMP, CATAPULT) if s.stand[loser * ROW + unit] >> province & 1]
    for unit in lost:
        g.take(loser, unit, province)
    for unit in lost:
        replace(g, seat, unit, province)


@rule("EPIX-CAMP-4", "EPIX-CAT-13", "EPIX-CAT-14")
def replace(g: Epix, seat: int, unit: int, province: int) -> None:
    """A captured piece is replaced as far as the attacker's supply goes; a Catapult waits for the next season."""
    where = g.board.names[province]
    if not in_supply(g.state, seat, unit):
        g.tell("attack.destroyed", unit=UNITS[unit], province=where)
        return
    g.put(seat, unit, province)
    if unit == CATAPULT:
        g.state.captured |= 1 << province
    g.tell("attack.captured", seat=seat, unit=UNITS[unit], province=where)


# The Catapult


@rule("EPIX-CAT-4", "EPIX-CAT-5", "EPIX-CAT-6")
def bombard(g: Epix, seat: int, origin: int, target: int) -> Rules[None]:
    """A Catapult attacks all units of a province at once; what it destroys goes back to its owner, nobody enters."""
    s, where = g.state, g.board.names[target]
    defender = holder(s, target)
    there = standing(s, defender, target)
    won = True
    if there != [CATAPULT]:
        won = yield from contest(g, seat, CATAPULT, origin, target, defender, there)
    stir(s)
    g.settle()
    if won:
        for unit in there:
            g.take(defender, unit, target)
        g.tell("attack.bombarded", seat=seat, units=[UNITS[unit] for unit in there], province=where)
    else:
        g.tell("attack.missed", seat=seat, province=where)
    use_up(g, seat, origin)


@rule("EPIX-CAT-8", "EPIX-CAT-9")
def use_up(g: Epix, seat: int, origin: int) -> None:
    """A Catapult is good for one attack and then goes back to supply, whatever came of it."""
    g.take(seat, CATAPULT, origin)


def standing(s: EpixState, seat: int, province: int) -> list[int]:
    """The units a player has in a province."""
    return [unit for unit in range(4) if s.stand[seat * ROW + unit] >> province & 1]
