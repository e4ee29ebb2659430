"""A Hero's party: which Companions can be in it together, who joins it and who leaves it."""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.core import Rules, rule
from arbiter.kit import cards

from . import equipment
from .effects import NotWith
from .numbers import COMPANIONS
from .state import Companion, Tekumel


def members(g: Tekumel, seat: int) -> list[str]:
    """The Encounter cards in a party."""
    return [companion.card for companion in g.state.heroes[seat].companions]


def clashes(g: Tekumel, card: str, others: Iterable[str]) -> list[str]:
    """With which of these somebody will not be in a party, or they not with him."""
    return [other for other in others if _shuns(g, card, other) or _shuns(g, other, card)]


def _shuns(g: Tekumel, card: str, other: str) -> bool:
    tags = g.book.encounters[other].tags
    return any(
        isinstance(effect, NotWith) and effect.tag in tags for _, effect, _ in g.source(card).standing.get(NotWith, ())
    )


@rule("TEK-GAP-COMPANION-LIMIT")
def full(g: Tekumel, seat: int) -> bool:
    """Two Companions, of any size, and no more."""
    return len(g.state.heroes[seat].companions) >= COMPANIONS


def replaceable(g: Tekumel, seat: int, card: str) -> list[str]:
    """Whom a Hero with a full party could dismiss so that a newcomer can serve with the others."""
    party = members(g, seat)
    return [gone for gone in party if not clashes(g, card, [other for other in party if other != gone])]


def join(g: Tekumel, seat: int, card: str) -> None:
    """Somebody joins a party, unwounded."""
    g.state.heroes[seat].companions.append(Companion(card))
    g.tell("party.joined", seat=seat, card=g.name(card))


def leave(g: Tekumel, seat: int, card: str) -> None:
    """A Companion leaves a party for the Encounter discard pile."""
    hero = g.state.heroes[seat]
    hero.companions = [companion for companion in hero.companions if companion.card != card]
    cards.discard(g, g.state.encounters, card)


def dismiss(g: Tekumel, seat: int, card: str) -> Rules[None]:
    """A Hero sends a Companion away; what that one carried must be carried by others, or dropped."""
    leave(g, seat, card)
    g.tell("party.dismissed", seat=seat, card=g.name(card))
    yield from equipment.fit(g, seat)
