"""Recruiting Encounters."""

from __future__ import annotations

from msgspec.structs import replace

from arbiter.core import Choose, Illegal, Option, Rules, rule

from . import party
from .effects import Level
from .entries import EncounterEntry
from .goods import change
from .languages import shares
from .skill_tests import skill_test
from .state import Tekumel


@rule("TEK-GAP-RECRUIT")
def why_not_recruit(g: Tekumel, seat: int, card: str) -> Illegal | None:
    """Who can be hired at all, in words that both know, for what one has, and beside whom he would serve."""
    entry = g.book.foes[card]
    if not isinstance(entry, EncounterEntry) or not entry.recruit:
        return Illegal("meet.not_for_hire", "TEK-GAP-RECRUIT", card=g.name(card))
    if not shares(g, seat, entry.languages):
        return Illegal("meet.no_language", "TEK-GAP-SHARED-LANGUAGE", card=g.name(card))
    kaitar = g.state.heroes[seat].kaitar
    if kaitar < entry.cost:
        return Illegal("pay.poor", "TEK-GAP-RECRUIT", n=entry.cost, has=kaitar)
    members = party.members(g, seat)
    clashing = party.clashes(g, card, members)
    if clashing and not (party.full(g, seat) and party.replaceable(g, seat, card)):
        return Illegal("meet.clash", "TEK-GAP-RECRUIT", card=g.name(card), others=g.names(clashing))
    return None


def recruit(g: Tekumel, seat: int, card: str) -> Rules[bool]:
    """A Talk test; after a success one of a full party may have to go, then the hire is paid."""
    s = g.state
    entry = g.book.encounters[card]
    assert s.met is not None
    s.met = replace(s.met, hire=entry.cost)
    hired = yield from skill_test(g, seat, "talk", level_for(g, seat, entry))
    s.met = replace(s.met, hire=0)
    if not hired or not (yield from make_room(g, seat, card)):
        return False
    change(s.heroes[seat], "kaitar", -entry.cost)
    g.tell("lose.kaitar", seat=seat, n=entry.cost)
    s.loose.remove(card)
    party.join(g, seat, card)
    return True


def level_for(g: Tekumel, seat: int, entry: EncounterEntry) -> Level:
    """As hard as the card says; Easy for a Hero of its own religion."""
    assert entry.recruit
    return "easy" if entry.religion and entry.religion == g.sheet(seat).religion else entry.recruit


def make_room(g: Tekumel, seat: int, card: str) -> Rules[bool]:
    """With a full party one is dismissed, or the new one is given up and nothing is paid."""
    if not party.full(g, seat):
        return True

    def describe(gone: str) -> Option:
        if not gone:
            return Option(gone, "dismiss.nobody", {"card": g.name(card)})
        return Option(gone, "dismiss.option", {"card": g.name(gone)}, (f"card.{gone}",))

    values = ["", *party.replaceable(g, seat, card)]
    gone = yield Choose(seat, values, "dismiss", describe, args={"card": g.name(card)}, rule="TEK-DEC-DISMISS")
    if gone:
        yield from party.dismiss(g, seat, gone)
    return bool(gone)
