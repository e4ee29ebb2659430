"""End of the game: a castle falls, or the provinces are counted after Winter."""

from __future__ import annotations

from typing import NoReturn

from arbiter.core import Outcome, Part, Text, rule

from .abilities import bearing, effects
from .entries import WinTies
from .state import Epix, EpixState, held, owned


def standings(s: EpixState) -> list[tuple[int, int]]:
    """Provinces held and Gold, seat by seat."""
    return [(held(s, seat).bit_count(), s.gold[seat]) for seat in range(s.seats)]


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
    most = max(provinces for provinces, _ in table)
    for seat, (provinces, _) in enumerate(table):
        if provinces == most and effects(s.abilities[seat], WinTies):
            return (seat,)
    best = max(table)
    return tuple(seat for seat, standing in enumerate(table) if standing == best)


def outcome(s: EpixState, best: tuple[int, ...], why: str, args: dict[str, object]) -> Outcome:
    """The winners first, the others behind them by provinces and Gold."""
    table = standings(s)
    keys = [(seat in best, *(table[seat] if seat not in best else (0, 0))) for seat in range(s.seats)]
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    scores = tuple([provinces + gold / 100 for provinces, gold in table])
    return Outcome(ranks, scores, why, args, parts(s, best))


def parts(s: EpixState, best: tuple[int, ...]) -> tuple[Part, ...]:
    """What decided, in the order in which it counts: a castle taken, provinces, the Old Bloodline, Gold."""
    provinces, gold = zip(*standings(s), strict=True)
    counted = [Part("meter.provinces", provinces), Part("meter.gold", gold)]
    deciding = s.abilities[best[0]] & bearing(WinTies)
    if s.fallen:
        counted.insert(0, Part("over.taken", _of(s, best, Text(f"province.{s.fallen}"))))
    elif provinces.count(max(provinces)) > 1 and deciding:
        counted.insert(1, Part(f"ability.{owned(deciding)[0]}", _of(s, best, Text("over.tie"))))
    return tuple(counted)


def _of(s: EpixState, best: tuple[int, ...], text: Text) -> tuple[Text | None, ...]:
    """The same words for each winner, none for the others."""
    return tuple(text if seat in best else None for seat in range(s.seats))
