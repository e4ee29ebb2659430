"""What is new, changed or gone between two pictures: all that a page must be sent that has the earlier one.

A picture is an object of JSON. The difference of two objects names what is gone (`-`), what is new or has another value
(`+`), and what has changed inside (`~`, a difference again).

A list whose things have ids is compared thing by thing: `-` and `~` name things by their ids, and `+` puts things at
places of the new list, new ones whole and those that have moved by their ids. A list of different strings is its own
list of ids. Any other list is compared place by place: `#` is its new length, `@` has what has changed inside, `=` what
stands there now, `<` has runs of things that have only moved: their new place, their old one, and how many they are. It
is sent whole where that is shorter.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec

from .scenes import Scene, Thing

Picture: TypeAlias = dict[str, Any]
"""A picture by its parts: plain JSON, a part that is encoded already (`msgspec.Raw`), or the scene itself."""
Difference: TypeAlias = dict[str, Any]
Known: TypeAlias = dict[tuple[int, int], tuple[Any, Any, Any]]
"""What became of parts, by their identities, for all who look at them; the parts are kept beside it. Whoever makes a
scene never changes afterwards what stands in it, so what is the same object looks the same."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.decode
_Raw = msgspec.Raw

_MISSING = object()
_OPENING = b"{["
SMALL = 40
"""A part of so few bytes is sent whole: looking into it costs more than it saves."""
SHORT = 1000
"""What became of parts that have so few bytes, before and after together, is remembered."""
_SHARED = {dict, list, Scene}
_PLAIN = {str, msgspec.Raw}


def difference(old: Picture, new: Picture, known: Known | None = None) -> Difference:
    """What makes `new` of `old`; empty where they are the same."""
    change = Change()
    change.gather(old, new, known)
    return change.told()


class Change:
    """What is gone, new and changed inside, gathered from one or several groups of a picture's parts."""

    __slots__ = ("gone", "inside", "whole")

    def __init__(self) -> None:
        self.gone: list[str] = []
        self.whole: dict[str, Any] = {}
        self.inside: dict[str, Any] = {}

    def gather(self, old: Picture, new: Picture, known: Known | None = None) -> None:
        """Add what has become of these parts."""
        get, kept = old.get, 0
        for name, value in new.items():
            before = get(name, _MISSING)
            if before is _MISSING:
                self.whole[name] = value
                continue
            kept += 1
            if before is value:
                continue
            kind = type(value)
            if kind is str or (kind is _Raw is type(before) and (len(value) < SMALL or len(before) < SMALL)):
                if before != value:
                    self.whole[name] = value
            elif kind is Scene or not _same(before, value):
                change = _inside(before, value, known)
                if change is None:
                    self.whole[name] = value
                elif change:
                    self.inside[name] = change
        if kept < len(old):
            self.gone += [name for name in old if name not in new]

    def told(self) -> Difference:
        found: Difference = {}
        if self.gone:
            found["-"] = self.gone
        if self.whole:
            found["+"] = self.whole
        if self.inside:
            found["~"] = self.inside
        return found


def _same(old: Any, new: Any) -> bool:
    """Whether two values are the same JSON: Python calls 1, 1.0 and True equal, so what is equal is looked at again."""
    return old is new or (old == new and (type(new) in _PLAIN or _encode(old) == _encode(new)))


def _inside(old: Any, new: Any, known: Known | None = None) -> Any:
    """The difference of two values that are not the same; None where the new one is to be sent whole."""
    kind = type(new)
    if kind is not type(old):
        return None
    if kind is _Raw:
        return _inside_texts(bytes(old), bytes(new))
    if known is None or kind not in _SHARED:
        return _within(old, new)
    found = known.get((id(old), id(new)))
    if found is None:
        found = known[id(old), id(new)] = old, new, _written(_within(old, new, known))
    return found[2]


def _within(old: Any, new: Any, known: Known | None = None) -> Any:
    """The same where nobody has looked for it yet; what becomes of lists and scenes in it may be known."""
    if isinstance(new, Scene):
        return _of_scenes(old, new, known)
    if isinstance(new, dict):
        return difference(old, new, known)
    if isinstance(new, list) and old and new:
        if hasattr(new[0], "id"):
            return _between(old, new)
        change = _among(_by_id(old), _by_id(new)) if type(old[0]) is type(new[0]) else None
        return change if change is not None else _in_places(old, new)
    return None


def _inside_texts(old: bytes, new: bytes) -> Any:
    """The same of two values that are encoded: it is looked into them where something in them may not have changed."""
    if len(old) < SMALL or len(new) < SMALL or old[0] not in _OPENING or new[0] not in _OPENING:
        return None
    return _inside_short(old, new) if len(old) + len(new) < SHORT else _inside(_decode(old), _decode(new))


@lru_cache(maxsize=4096)
def _inside_short(old: bytes, new: bytes) -> Any:
    """What becomes of short things is often what became of others: a step on a track, a turn that passes."""
    return _written(_inside(_decode(old), _decode(new)))


def _written(change: Difference | None) -> Any:
    return change and _Raw(_encode(change))


def _of_scenes(old: Scene, new: Scene, known: Known | None) -> Difference:
    """The difference of two scenes. What says nothing in a scene is not in its JSON."""
    change = Change()
    for name, empty, before, now in zip(_PARTS, _EMPTY, _parts(old), _parts(new), strict=True):
        if before is now or before == now:
            continue
        if now is empty or not now:
            change.gone.append(name)
        elif before is empty or not before or (inside := _inside(before, now, known)) is None:
            change.whole[name] = now
        elif inside:
            change.inside[name] = inside
    return change.told()


_PARTS = Scene.__struct_fields__
_EMPTY = attrgetter(*_PARTS)(Scene())
_parts = attrgetter(*_PARTS)


def _between(old: list[Thing], new: list[Thing]) -> Any:
    """The difference of two lists of things; None where the new one is to be sent whole."""
    before, after = {thing.id: thing for thing in old}, {thing.id: thing for thing in new}
    if len(before) == len(old) and len(after) == len(new) and (change := _among(before, after)) is not None:
        return change
    return _inside(_decode(_encode(old)), _decode(_encode(new)))


def _in_places(old: list[Any], new: list[Any]) -> Difference | None:
    """The difference of two lists by places; None where the whole list is shorter."""
    stayed = _where_they_stood(old, new)
    size, whole = len(_encode(stayed)), len(_encode(new))
    if min(size, whole) > SMALL:
        moved = _by_runs(old, new)
        if len(_encode(moved)) < size:
            stayed, size = moved, len(_encode(moved))
    return stayed if size < whole else None


def _where_they_stood(old: list[Any], new: list[Any]) -> Difference:
    """What has changed at each place."""
    found: Difference = {} if len(old) == len(new) else {"#": len(new)}
    inside, whole = {}, {}
    for at, value in enumerate(new):
        if at >= len(old):
            whole[str(at)] = value
        elif not _same(old[at], value):
            change = _inside(old[at], value)
            if change is None:
                whole[str(at)] = value
            elif change:
                inside[str(at)] = change
    if inside:
        found["@"] = inside
    if whole:
        found["="] = whole
    return found


def _by_runs(old: list[Any], new: list[Any]) -> Difference:
    """What is new, where the rest are runs of the old list: what is taken out of a list or put into it moves all that
    comes after."""
    before, after = [_encode(thing) for thing in old], [_encode(thing) for thing in new]
    place = {thing: at for at, thing in reversed(list(enumerate(before)))}
    runs: list[list[int]] = []
    fresh = {}
    for at, thing in enumerate(after):
        begun, stood, count = runs[-1] if runs else (-1, 0, 0)
        if begun + count == at and stood + count < len(before) and before[stood + count] == thing:
            runs[-1][2] += 1
        elif thing in place:
            runs.append([at, place[thing], 1])
        else:
            fresh[str(at)] = new[at]
    found: Difference = {} if len(old) == len(new) else {"#": len(new)}
    if runs := [run for run in runs if run[0] != run[1]]:
        found["<"] = runs
    if fresh:
        found["="] = fresh
    return found


def _by_id(items: list[Any]) -> dict[str, Any]:
    """The things of a list by their ids, strings by themselves; nothing where they cannot be told apart like this."""
    ids = [item.get("id") for item in items] if all(isinstance(item, dict) for item in items) else items
    found = dict(zip(ids, items, strict=True)) if all(isinstance(id, str) for id in ids) else {}
    return found if len(found) == len(items) else {}


def _among(old: dict[str, Any], new: dict[str, Any]) -> Difference | None:
    """The difference of two lists by id; None where they have nothing in common."""
    gone, fresh = old.keys() - new.keys(), new.keys() - old.keys()
    if len(fresh) == len(new):
        return None
    found: Difference = {}
    before = [id for id in old if id not in gone] if gone else list(old)
    kept = [id for id in new if id not in fresh] if fresh else list(new)
    if gone:
        found["-"] = [id for id in old if id in gone]
    if inside := _changed([id for id in kept if old[id] is not new[id]], old, new):
        found["~"] = inside
    put = fresh if before == kept else new.keys() - _in_order(kept, before)
    if put:
        things = enumerate(new.items())
        found["+"] = [[at, thing if id in fresh else id] for at, (id, thing) in things if id in put]
    return found


def _changed(ids: list[str], old: dict[str, Any], new: dict[str, Any]) -> Difference:
    """What has changed inside those of these things that are not the same."""
    found: Difference = {}
    for id in ids:
        before, now = old[id], new[id]
        # A thing of a scene that is equal to the last one with its id is taken for that one.
        if before != now if isinstance(now, msgspec.Struct) else not _same(before, now):
            change = _in_thing(before, now)
            if change:
                found[id] = change
    return found


def _in_thing(old: Any, new: Any) -> Any:
    if type(new) is dict:
        return difference(old, new)
    before, now = _encode(old), _encode(new)
    if len(before) + len(now) < SHORT:
        return _inside_short(before, now)
    return _written(difference(_decode(before), _decode(now)))


def _in_order(kept: list[str], before: list[str]) -> set[str]:
    """As many ids as possible that stand in the same order as before, so that as few as possible have to move."""
    rank = {id: at for at, id in enumerate(before)}
    ranks = [rank[id] for id in kept]
    # The longest rising run: `ends` has the lowest end of the runs of each length, `last` where in `kept` that stands.
    ends: list[int] = []
    last: list[int] = []
    earlier: list[int] = []
    for at, value in enumerate(ranks):
        length = bisect_left(ends, value)
        earlier.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [value]
        last[length : length + 1] = [at]
    stay, at = set(), last[-1]
    while at >= 0:
        stay.add(kept[at])
        at = earlier[at]
    return stay


def apply(old: Any, change: Difference) -> Any:
    """What a difference makes of an object or a list. What has not changed is shared, and `old` stays as it was."""
    if isinstance(old, list):
        return _apply_among(_by_id(old), change) if change.keys() & {"-", "+", "~"} else _apply_in_places(old, change)
    gone = set(change.get("-", ()))
    made = {name: value for name, value in old.items() if name not in gone}
    made.update(change.get("+", {}))
    for name, inside in change.get("~", {}).items():
        made[name] = apply(made[name], inside)
    return made


def _apply_among(things: dict[str, Any], change: Difference) -> list[Any]:
    for id, inside in change.get("~", {}).items():
        things[id] = apply(things[id], inside)
    put = change.get("+", ())
    elsewhere = {*change.get("-", ()), *(one for _, one in put if isinstance(one, str))}
    made = [thing for id, thing in things.items() if id not in elsewhere]
    for at, one in put:
        made.insert(at, things.get(one, one) if isinstance(one, str) else one)
    return made


def _apply_in_places(old: list[Any], change: Difference) -> list[Any]:
    now = change.get("=", {})
    made = [now.get(str(at), old[at] if at < len(old) else None) for at in range(change.get("#", len(old)))]
    for at, stood, count in change.get("<", ()):
        made[at : at + count] = old[stood : stood + count]
    for at, inside in change.get("@", {}).items():
        made[int(at)] = apply(old[int(at)], inside)
    return made
