"""Evading: an Encounter or foe before a Fight and after each of its rounds, or a Hero who attacks."""

from __future__ import annotations

from msgspec.structs import replace

from arbiter.core import Illegal, Rules, rule
from arbiter.kit.effects import By
from arbiter.kit.windows import each_in_turn

from . import uses
from .effects import AutoEvade, DefeatUndead, Level, does, refuses
from .skill_tests import skill_test
from .state import Evading, Tekumel

FROM_A_HERO: Level = "average"


@rule("TEK-GAP-EVADE")
def try_evade(g: Tekumel, seat: int, foe: str = "") -> Rules[bool]:
    """A card that evades without a test, or a test as hard as the foe prints (against a Hero Average); in a City it is
    a level easier."""
    s = g.state
    s.evading = Evading(seat, foe)
    yield from each_in_turn(EvadeWindow(g), (seat,), once=True)
    evaded = s.evading.done
    if not evaded:
        level, harder = how_hard(g, seat, foe)
        evaded = yield from skill_test(g, seat, "evade", level, harder)
    s.evading = None
    if evaded:
        g.tell("evade.done", seat=seat)
    return evaded


def how_hard(g: Tekumel, seat: int, foe: str = "") -> tuple[Level, int]:
    """How hard it is to evade, and how much harder or easier the place makes it."""
    return g.book.foes[foe].evade if foe else FROM_A_HERO, -(g.place(seat).kind == "city")


class EvadeWindow(uses.UseWindow):
    """Before an Evade test: cards that make it needless."""

    moment, rule, scopes = "evade", "TEK-GAP-EVADE", ("turn",)


@does(AutoEvade)
def slip_away(g: Tekumel, effect: AutoEvade, by: By) -> None:
    """Evaded, without a test."""
    assert g.state.evading is not None
    g.state.evading = replace(g.state.evading, done=True)


@refuses(AutoEvade)
def cannot_slip_away(g: Tekumel, effect: AutoEvade, by: By) -> Illegal | None:
    """Some cards work only against an Encounter or foe without a magic attack."""
    evading = g.state.evading
    if evading is None or effect.cond == "any":
        return None
    if evading.foe and "magic" not in g.book.foes[evading.foe].attacks:
        return None
    return Illegal("evade.magic", card=g.name(by.source))


@does(DefeatUndead)
def lay_to_rest(g: Tekumel, effect: DefeatUndead, by: By) -> None:
    """The dead are gone as if they had been evaded."""
    assert g.state.evading is not None
    g.state.evading = replace(g.state.evading, done=True)


@refuses(DefeatUndead)
def cannot_lay_to_rest(g: Tekumel, effect: DefeatUndead, by: By) -> Illegal | None:
    """Only the undead."""
    evading = g.state.evading
    if evading is None or (evading.foe and "undead" in g.book.foes[evading.foe].tags):
        return None
    return Illegal("evade.undead", card=g.name(by.source))
