"""What an entry of a pack promises must be possible: checked when the pack loads, so that no table breaks later."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.content import Effect, Library
from arbiter.kit.effects import walk

from .conditions import SharedRoute
from .deeds import MoveToNearestAhead, SwapPlaces
from .effects import CancelEffectOnSelf, NextCardBonus, NextMovementMalus
from .entries import Power
from .numbers import players
from .sources import ADVANTAGE, ARTEFACT, CHARACTER, EVENT, OPEN_WINDOWS, SUPPORTER, TYPES, Source

ALONE = {NextCardBonus, NextMovementMalus}
"""Changes for a movement card to come: their marker is used up by it, so nothing else may hang on it."""


def check_source(library: Library, source: Source) -> None:
    """What one entry promises must be possible; a complaint names the entry."""
    found = _fault(source)
    if found is not None:
        raise library.error(TYPES[source.type], source.key, *found)


def _fault(source: Source) -> tuple[str, str] | None:
    """The first field that cannot be meant so, and what was expected."""
    entry, use = source.entry, source.use
    if not isinstance(entry, Power):
        return None
    if not entry.effects:
        return "effects", "expected at least one effect"
    if source.only & ALONE and len(source.only) > 1:
        return "effects", "expected a change for the next movement card to be the only one that lasts"
    if source.lasts and use.target != "self" and not source.curse and source.only != {NextMovementMalus}:
        return "target", "expected self: what lasts works for the one who uses it, unless it is a Curse or a malus"
    if _moves_together(entry.effects) and not any(isinstance(need, SharedRoute) for need in use.needs):
        return "needs", "expected shared_route: places are only taken on a route that both have"
    if source.type == EVENT:
        return _event_fault(source)
    if source.type in (ARTEFACT, SUPPORTER):
        if not use.windows:
            return "windows", "expected at least one window"
        if bool(source.changes(CancelEffectOnSelf)) != bool(use.covers):
            return "covers", "expected the kinds of cards it cancels, for a reaction and only for a reaction"
    if source.type in (CHARACTER, ADVANTAGE):
        if source.passive == bool(use.windows):
            return "windows", "expected none for mode passive and at least one for mode used"
        if source.passive and source.deeds:
            return "effects", "expected only changes for mode passive: nothing ever sets off what happens once"
    return None


def _event_fault(source: Source) -> tuple[str, str] | None:
    entry, use = source.entry, source.use
    if source.curse != (entry.duration == "until_rest"):
        return "duration", "expected until_rest for a Curse and only for a Curse"
    if source.lasts and entry.duration not in ("turn", "until_rest"):
        return "duration", "expected turn or until_rest, because the effects last"
    if entry.duration == "turn" and use.target != "self":
        return "target", "expected self: an Event of the turn works for the one whose turn it is"
    if source.curse and use.target == "all_others":
        return "target", "expected one victim: a Curse is one card and lies before one player"
    if not use.windows or use.windows & ~OPEN_WINDOWS:
        return "windows", "expected some of W1, W2, W3"
    if entry.arrow and not entry.encounter:
        return "encounter", "expected what it does to whoever draws it, because of the arrow"
    return None


def _moves_together(effects: Sequence[Effect]) -> bool:
    return any(isinstance(effect, SwapPlaces | MoveToNearestAhead) for effect in walk(effects))


def check_content(library: Library, characters: Sequence[int], advantages: Sequence[int]) -> None:
    """There must be a character and an Advantage for every player."""
    most = players()[-1]
    for kind, found in (("character", characters), ("advantage", advantages)):
        if len(found) < most:
            key = next(iter(library.entries[kind]))
            raise library.error(kind, key, "", f"expected {most} of this kind, there are {len(found)}")
