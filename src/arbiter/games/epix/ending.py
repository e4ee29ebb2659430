"""End of the game: a castle falls, or the provinces are counted after Winter."""

from __future__ import annotations

from typing import NoReturn

from arbiter.core import Outcome, Part, Text, rule

from .board import OLD_BLOODLINE
from .state import Epix, EpixState, provinces_held


def standings(s: EpixState) -> list[tuple[int, int]]:
    """Provinces held and Gold, seat by seat."""
    return [(provinces_held(s, seat), s.gold[seat]) for seat in range(s.seats)]


@rule("EPIX-AIM-1", "EPIX-END-1")
def castle_falls(g: Epix, seat: int, loser: int, castle: int) -> NoReturn:
    """Who captures an enemy castle wins at once; the others rank by what they held."""
    s = g.state
    s.fallen = g.board.names[castle]
    g.tell("castle.fallen", seat=seat, loser=loser, province=s.fallen)
    args = {"seat": seat, "loser": loser, "province": s.fallen}
    g.end(outcome(s, (seat,), "over.castle", args))


@rule("EPIX-AIM-2", "EPIX-END-3")
def count_provinces(g: Epix) -> NoReturn:
    """After Winter the most provinces win."""
    s = g.state
    best = winners(s)
    g.end(outcome(s, best, "over.provinces" if len(best) == 1 else "over.shared", {"seats": list(best)}))


@rule("EPIX-END-4")
def winners(s: EpixState) -> tuple[int, ...]:
    """Most provinces, then most Gold, then shared; the Old Bloodline needs no Gold."""
    table = standings(s)
    most = max(held for held, _ in table)
    for seat, (held, _) in enumerate(table):
        if held == most and s.abilities[seat] & OLD_BLOODLINE:
            return (seat,)
    best = max(table)
    return tuple(seat for seat, standing in enumerate(table) if standing == best)


def outcome(s: EpixState, best: tuple[int, ...], why: str, args: dict[str, object]) -> Outcome:
    """The winners first, the others behind them by provinces and Gold."""
    table = standings(s)
    keys = [(seat in best, *(table[seat] if seat not in best else (0, 0))) for seat in range(s.seats)]
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    return Outcome(ranks, tuple(held + gold / 100 for held, gold in table), why, args, parts(s, best))


def parts(s: EpixState, best: tuple[int, ...]) -> tuple[Part, ...]:
    """What decided, in the order in which it counts: a castle taken, provinces, the Old Bloodline, Gold."""
    held, gold = zip(*standings(s), strict=True)
    counted = [Part("meter.provinces", held), Part("meter.gold", gold)]
    if s.fallen:
        taken = Text(f"province.{s.fallen}")
        counted.insert(0, Part("over.taken", tuple(taken if seat in best else None for seat in range(s.seats))))
    elif held.count(max(held)) > 1 and s.abilities[best[0]] & OLD_BLOODLINE:
        tie = Text("over.tie")
        counted.insert(
            1, Part("ability.old_bloodline", tuple(tie if seat in best else None for seat in range(s.seats)))
        )
    return tuple(counted)
