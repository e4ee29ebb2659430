"""What an entry of a pack promises must be possible: checked when the pack loads, so that no table breaks later."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.content import Fault

from .effects import CancelEffectOnSelf, MoveToNearestAhead, NextCardBonus, NextMovementMalus, SharedRoute, SwapPlaces
from .entries import Power
from .sources import ADVANTAGE, ARTEFACT, CHARACTER, EVENT, OPEN_WINDOWS, SUPPORTER, Source

ALONE = {NextCardBonus, NextMovementMalus}
"""Changes for a movement card to come: their marker is used up by it, so nothing else may hang on it."""

Promise = tuple[object, str, str]
"""Whether it is broken, the field that cannot be meant so, and what was expected."""


def check_source(source: Source) -> None:
    """What one entry promises must be possible."""
    if isinstance(source.entry, Power):
        for broken, field, expected in (*promises(source), *PROMISES[source.type](source)):
            if broken:
                raise Fault(field, f"expected {expected}")


def promises(source: Source) -> Iterator[Promise]:
    """What everything that has effects promises."""
    use, only = source.use, source.standing.keys()
    yield not source.entry.effects, "effects", "at least one effect"
    alone = "a change for the next movement card to be the only one that lasts"
    yield only & ALONE and len(only) > 1, "effects", alone
    others = use.target != "self" and not source.curse and only != {NextMovementMalus}
    lasts = "self: what lasts works for the one who uses it, unless it is a Curse or a malus"
    yield source.lasts and others, "target", lasts
    together = any(isinstance(effect, SwapPlaces | MoveToNearestAhead) for effect in source.all)
    shared = any(isinstance(need, SharedRoute) for need in use.needs)
    yield together and not shared, "needs", "shared_route: places are only taken on a route that both have"


def of_event(source: Source) -> Iterator[Promise]:
    entry, use = source.entry, source.use
    until_rest = entry.duration == "until_rest"
    yield source.curse != until_rest, "duration", "until_rest for a Curse and only for a Curse"
    lasts = entry.duration in ("turn", "until_rest")
    yield source.lasts and not lasts, "duration", "turn or until_rest, because the effects last"
    others = entry.duration == "turn" and use.target != "self"
    yield others, "target", "self: an Event of the turn works for the one whose turn it is"
    all_others = source.curse and use.target == "all_others"
    yield all_others, "target", "one victim: a Curse is one card and lies before one player"
    yield not use.windows or use.windows & ~OPEN_WINDOWS, "windows", "some of W1, W2, W3"
    silent = entry.arrow and not entry.encounter
    yield silent, "encounter", "what it does to whoever draws it, because of the arrow"


def of_thing(source: Source) -> Iterator[Promise]:
    yield not source.use.windows, "windows", "at least one window"
    reacts = CancelEffectOnSelf in source.standing
    covers = "the kinds of cards it cancels, for a reaction and only for a reaction"
    yield reacts != bool(source.use.covers), "covers", covers


def of_power(source: Source) -> Iterator[Promise]:
    windows = "none for mode passive and at least one for mode used"
    yield source.passive == bool(source.use.windows), "windows", windows
    only = "only changes for mode passive: nothing ever sets off what happens once"
    yield source.passive and source.deeds, "effects", only


PROMISES = {EVENT: of_event, ARTEFACT: of_thing, SUPPORTER: of_thing, CHARACTER: of_power, ADVANTAGE: of_power}
