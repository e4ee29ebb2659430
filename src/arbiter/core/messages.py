"""From message keys to words: a catalogue of templates, and the few things a template can do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

Catalogue = Mapping[str, str]
"""Key -> template. The key `language` says which language it is, since plurals go by it."""

_SLOT = re.compile(r"\{(\w+)(?::([\w.]+))?(?:\|([^|{}]*)\|([^|{}]*))?\}")


class Text(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message key with its arguments; the catalogue turns it into words. It may be an argument itself."""

    key: str
    args: dict[str, Any] = {}


def flatten(nested: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """A catalogue file's nested tables as one table of dotted keys; `_` is the word for its table's own key."""
    flat: dict[str, str] = {}
    for name, value in nested.items():
        if isinstance(value, Mapping):
            flat.update(flatten(value, f"{prefix}{name}."))
        else:
            flat[prefix.rstrip(".") if name == "_" else prefix + name] = str(value)
    return flat


def seat_number(seat: int) -> str:
    """What a seat is called where nobody knows who sits there."""
    return f"seat {seat + 1}"


def say(catalogue: Catalogue, key: str, args: Mapping[str, Any], seat_name: Callable[[int], str] = seat_number) -> str:
    """The words for a key. In a template

    - `{n}` is the argument n, a list joined by commas; names as they are in this language (`called.<n>`);
    - `{n:seat}` is a seat's name;
    - `{n:province}` is the catalogue's own word `province.<n>`;
    - `{n:unit.many}` is the word `unit.many.<n>`, or `unit.<n>` where it does not bend;
    - `{n|guess|guesses}` is one or the other by the number n (of a list its length).

    A key that is no key but a sentence is its own words.

    >>> say({"found": "{n} {n|coin|coins}, {what:thing.one}", "thing.hat": "a hat"}, "found", {"n": 2, "what": "hat"})
    '2 coins, a hat'
    """
    template = catalogue.get(key)
    if template is None:
        return key if " " in key or not key else f"[{key}]"

    def fill(match: re.Match[str]) -> str:
        name, kind, one, many = match.groups()
        value = args.get(name)
        if many is not None:
            return one if _single(value, catalogue.get("language", "en")) else many
        return _word(catalogue, value, kind, seat_name)

    return _SLOT.sub(fill, template)


def _single(value: Any, language: str) -> bool:
    count = len(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
    if not isinstance(count, int | float):
        return False
    return abs(count) < 2 if language == "fr" else count == 1


def _word(catalogue: Catalogue, value: Any, kind: str | None, seat_name: Callable[[int], str]) -> str:
    if isinstance(value, Text):
        return say(catalogue, value.key, value.args, seat_name)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_word(catalogue, item, kind, seat_name) for item in value)
    if isinstance(value, Mapping) and "key" in value:
        return say(catalogue, value["key"], value.get("args", {}), seat_name)
    if kind is None:
        return "?" if value is None else _called(catalogue, str(value))
    if kind == "seat":
        return catalogue.get("nobody", "nobody") if value is None else seat_name(int(value))
    found = bent(catalogue, kind, value)
    return f"[{kind}.{value}]" if found is None else found


def _called(catalogue: Catalogue, name: str) -> str:
    """A name, or several with commas between, as they are called in this language."""
    return ", ".join(catalogue.get(f"called.{part}", part) for part in name.split(", "))


def bent(catalogue: Catalogue, kind: str, value: Any) -> str | None:
    """The catalogue's word `kind.<value>`; a kind with a case (`unit.many`) may fall back on the plain word."""
    found = catalogue.get(f"{kind}.{value}")
    if found is None and "." in kind:
        return catalogue.get(f"{kind.rpartition('.')[0]}.{value}")
    return found


def faults(catalogue: Catalogue, key: str, args: Mapping[str, Any]) -> list[str]:
    """What is wrong with saying this key with these arguments: a missing key, argument or word."""
    template = catalogue.get(key)
    if template is None:
        return [f"no message {key!r}"]
    found = []
    for name, kind, _, many in _SLOT.findall(template):
        if name not in args:
            found.append(f"message {key!r} wants an argument {name!r}")
            continue
        for value in _leaves(args[name]):
            if isinstance(value, Text):
                found += faults(catalogue, value.key, value.args)
            elif many and not isinstance(value, int | float) and not isinstance(args[name], Sequence):
                found.append(f"message {key!r} wants a number for {name!r}, not {value!r}")
            elif kind == "seat":
                if value is not None and type(value) is not int:
                    found.append(f"message {key!r} wants a seat for {name!r}, not {value!r}")
            elif kind and bent(catalogue, kind, value) is None:
                found.append(f"message {key!r} wants the word {kind}.{value}")
    return found


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            yield from _leaves(item)
    else:
        yield value
