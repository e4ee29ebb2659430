"""From message keys to words: a catalogue of templates, and the few things a template can do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Catalogue = Mapping[str, str]

_SLOT = re.compile(r"\{(\w+)(?::([\w.]+))?\}")


def flatten(nested: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """A catalogue file's nested tables as one table of dotted keys; `_` is the word for its table's own key."""
    flat: dict[str, str] = {}
    for name, value in nested.items():
        if isinstance(value, Mapping):
            flat.update(flatten(value, f"{prefix}{name}."))
        else:
            flat[prefix.rstrip(".") if name == "_" else prefix + name] = str(value)
    return flat


def say(catalogue: Catalogue, key: str, args: Mapping[str, Any], seat_name: Callable[[int], str]) -> str:
    """The words for a key. In a template `{n}` is the argument n, `{n:seat}` a seat's name, and
    `{n:province}` the catalogue's own word `province.<n>`; lists are joined by commas."""
    template = catalogue.get(key)
    if template is None:
        return f"[{key}]"

    def fill(match: re.Match[str]) -> str:
        name, kind = match.groups()
        return _word(catalogue, args.get(name), kind, seat_name)

    return _SLOT.sub(fill, template)


def _word(catalogue: Catalogue, value: Any, kind: str | None, seat_name: Callable[[int], str]) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_word(catalogue, item, kind, seat_name) for item in value)
    if kind is None:
        return "?" if value is None else str(value)
    if kind == "seat":
        return "nobody" if value is None else seat_name(int(value))
    return catalogue.get(f"{kind}.{value}", f"[{kind}.{value}]")


def faults(catalogue: Catalogue, key: str, args: Mapping[str, Any]) -> list[str]:
    """What is wrong with saying this key with these arguments: a missing key, argument or word."""
    template = catalogue.get(key)
    if template is None:
        return [f"no message {key!r}"]
    found = []
    for name, kind in _SLOT.findall(template):
        if name not in args:
            found.append(f"message {key!r} wants an argument {name!r}")
        elif kind:
            for value in _leaves(args[name]):
                if kind == "seat":
                    if value is not None and type(value) is not int:
                        found.append(f"message {key!r} wants a seat for {name!r}, not {value!r}")
                elif f"{kind}.{value}" not in catalogue:
                    found.append(f"message {key!r} wants the word {kind}.{value}")
    return found


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            yield from _leaves(item)
    else:
        yield value
