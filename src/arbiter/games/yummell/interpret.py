"""How to interpret the rules: everything that changes a number is summed, with its sources, and the least applies once.

Playing cards and Supporters stand over Abilities and Advantages, those over the rules; what can coexist all counts.
The number that is played by is the one that is explained.
"""

from __future__ import annotations

from arbiter.core import rule
from arbiter.kit.numbers import Sum
from arbiter.kit.sources import Lasting

from .costs import Dear, InForce, pace
from .effects import ChallengeBonus, MovementBonus, NextCardBonus, NextMovementMalus, UseCharacteristic
from .entries import CharacterSheet
from .race import Yummell
from .sources import Source


@rule("YUM-PREC-1", "YUM-GAP-35", "YUM-GAP-69")
def in_force(g: Yummell, seat: int) -> InForce:
    """Whatever now changes a number for a seat: cards first, then what stays in force without a card, then the powers
    that are always on."""
    s = g.state
    if not (s.curses[seat] or s.lasting[seat] or s.turn.events):
        return g.plain[seat]
    cards = s.curses[seat] + (s.turn.events if seat == s.mover else ())
    lying: list[Source | Lasting] = [g.cards[card] for card in cards]
    return g.book.force((*lying, *s.lasting[seat], *g.always[seat]))


def blockers(g: Yummell, seat: int) -> dict[int, tuple[Dear, ...]]:
    """The squares in which others stand who make passing dear; whoever has arrived or waits at the start does not."""
    found: dict[int, tuple[Dear, ...]] = {}
    at, last = g.state.at, g.course.last
    for other, dear in g.dear:
        square = at[other]
        if 0 < square < last and other != seat:
            found[square] = (*found.get(square, ()), dear)
    return found


@rule("YUM-TILE-5", "YUM-PRES-2", "YUM-PREC-4", "YUM-GAP-26")
def way(g: Yummell, seat: int, path: int, mp: int | None = None) -> list[tuple[int, Sum, int, int]]:
    """The squares ahead of a character, as far as so many MP carry it: each with what entering it costs, the cost of
    the whole way so far, and how many others are there. Squares with two in them are walked through.

    Nothing is paid for the square that is left, and nothing for those who stood beside the character when it began:
    in doubt the mover is favoured.
    """
    at, course = g.state.at, g.course
    terrain, last = course.terrain, course.last
    force = in_force(g, seat)
    costs, further = force.first, force.further
    dear = blockers(g, seat)
    found: list[tuple[int, Sum, int, int]] = []
    so_far = 0
    for square in course.way(path, at[seat]):
        others = at.count(square) if square != last else 0
        n, cost = costs[terrain[square], others]
        so_far += n
        if mp is not None and so_far > mp:
            break
        found.append((square, cost, so_far, others))
        costs = pace(further.changes, False, dear[square]) if square in dear else further
    return found


# The MP of a movement card


def points(g: Yummell, seat: int, number: int) -> Sum:
    """The MP that a movement card of a number gives a seat now."""
    force = in_force(g, seat)
    return force.sums.get(number) or force.sums.setdefault(number, moving(force, number))


@rule("YUM-MOVE-1", "YUM-GAP-29")
def moving(force: InForce, number: int) -> Sum:
    """The MP of a movement card: all bonuses and maluses in one sum, at least 1."""
    changes, total = force.always, Sum(number, "sum.card")
    for bonus, source in changes.get(MovementBonus, ()):
        if bonus.counts(number):
            total.add(bonus.value, f"thing.{source}")
    for boost, source in changes.get(NextCardBonus, ()):
        total.add(boost.value, f"thing.{source}")
    for malus, source in changes.get(NextMovementMalus, ()):
        total.add(-malus.value, f"thing.{source}")
    return total.at_least(1)


# The sum in a Challenge


def strength(g: Yummell, seat: int, characteristic: str, number: int | None = None) -> Sum:
    """The sum of a seat in a Challenge, with a card where one is played yet."""
    force, character = in_force(g, seat), g.state.character[seat]
    fight = (character, characteristic, number)
    sheet: CharacterSheet = g.sources[character].entry
    return force.sums.get(fight) or force.sums.setdefault(fight, challenging(force, sheet, characteristic, number))


@rule("YUM-CHAL-1", "YUM-CHAR-3")
def challenging(force: InForce, character: CharacterSheet, characteristic: str, number: int | None) -> Sum:
    """The sum in a Challenge: the Characteristic, all bonuses and the card."""
    total = base(character, characteristic, force)
    bonuses(total, characteristic, force)
    return total if number is None else total.add(number, "sum.card")


@rule("YUM-CHAR-2", "YUM-GAP-109")
def base(character: CharacterSheet, characteristic: str, force: InForce) -> Sum:
    """The character's value in the Characteristic on the Creature, or in the one used instead."""
    for change, _ in force.always.get(UseCharacteristic, ()):
        characteristic = change.value
    return Sum(character.value(characteristic), f"characteristic.{characteristic}")


@rule("YUM-NAMED-2", "YUM-GAP-101")
def bonuses(total: Sum, characteristic: str, force: InForce) -> None:
    """Whatever is added to the sum in a Challenge on this Characteristic."""
    for bonus, source in force.always.get(ChallengeBonus, ()):
        if bonus.counts(characteristic):
            total.add(bonus.value, f"thing.{source}")
