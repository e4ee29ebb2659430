"""The words a game's cards may use: effects, conditions and the fields of each kind of entry.

An effect is a table with an ``op``, a condition one with an ``is``; the other keys are its arguments.
Both may hold further effects and conditions (``then``, ``options``), to any depth.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from arbiter.content.errors import Fault, choices, did_you_mean, join
from arbiter.content.printed import Marked
from arbiter.core.learning import learn

E = TypeVar("E", bound=msgspec.Struct)
_AT = re.compile(r"(?P<problem>.*?)(?: - at `\$(?P<path>.*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+|\.\.\.)\]")


class Entry(Marked, frozen=True, kw_only=True):
    """One thing a pack brings: a card, a character, a tile, with a mark of what is printed. Games add the fields."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag=""):
    """Something a card does. A game's effects are subclasses with ``tag="word"``."""


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag=""):
    """Something that must hold. A game's conditions are subclasses with ``tag="word"``."""


Argument = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]


class Call(Effect, frozen=True, tag="call"):
    """An effect that data cannot say: a Python function by its name, with plain arguments."""

    function: str
    args: dict[str, Argument | str | bool] = {}


class Steps(tuple[Effect, ...]):
    """Effects that happen one after the other; the type of a field that holds them."""


class Tests(tuple[Condition, ...]):
    """Conditions that must all hold; the type of a field that holds them."""


class Vocabulary:
    """A game's words. It turns what TOML gives into checked effects, conditions and entries."""

    def __init__(
        self,
        effects: Iterable[type[Effect]],
        conditions: Iterable[type[Condition]] = (),
        functions: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        self.effects = {word(kind): kind for kind in effects}
        self.conditions = {word(kind): kind for kind in conditions}
        self.functions = dict(functions or {})
        if self.functions:
            self.effects["call"] = Call

    def with_functions(self, functions: Mapping[str, Callable[..., Any]]) -> Vocabulary:
        """The same words with further Python functions that cards may name."""
        rest = (kind for name, kind in self.effects.items() if name != "call")
        return Vocabulary(rest, self.conditions.values(), {**self.functions, **functions})

    def effect(self, raw: object) -> Effect:
        """One checked effect; raises `Fault` with the place of the first mistake."""
        made = self._word(raw, "op", self.effects, "effect")
        if isinstance(made, Call) and made.function not in self.functions:
            hint = did_you_mean(made.function, self.functions)
            raise Fault("function", f"no function '{made.function}' (there are: {choices(self.functions)}){hint}")
        assert isinstance(made, Effect)
        return made

    def condition(self, raw: object) -> Condition:
        """One checked condition; raises `Fault` with the place of the first mistake."""
        made = self._word(raw, "is", self.conditions, "condition")
        assert isinstance(made, Condition)
        return made

    def entry(self, kind: type[E], raw: object) -> E:
        """One checked entry of a pack; raises `Fault` with the place of the first mistake."""
        learn(kind)
        try:
            return msgspec.convert(raw, kind, dec_hook=self._nested)
        except msgspec.ValidationError as error:
            raise _fault(error, kind, raw) from None

    def _word(self, raw: object, key: str, words: Mapping[str, type[msgspec.Struct]], noun: str) -> msgspec.Struct:
        if not isinstance(raw, dict):
            raise Fault("", f"expected a table {{ {key} = ... }}, got {_shown(raw)}")
        name = raw.get(key)
        if not isinstance(name, str):
            raise Fault(key, f"expected the name of one {noun} (of: {choices(words)}), got {_shown(name)}")
        if name not in words:
            hint = did_you_mean(name, words)
            raise Fault(key, f"no {noun} is called '{name}' (there are: {choices(words)}){hint}")
        return self.entry(words[name], raw)

    def _nested(self, kind: type, raw: object) -> object:
        if kind is Steps:
            return Steps(self._each(raw, self.effect))
        if kind is Tests:
            return Tests(self._each(raw, self.condition))
        raise NotImplementedError(f"a pack cannot hold a {kind.__name__}")

    def _each(self, raw: object, check: Callable[[object], Any]) -> list[Any]:
        if not isinstance(raw, list):
            raise Fault("", f"expected a list of tables, got {_shown(raw)}")
        made = []
        for n, item in enumerate(raw):
            try:
                made.append(check(item))
            except Fault as fault:
                raise fault.under(f"[{n}]") from None
        return made


def word(kind: type[msgspec.Struct]) -> str:
    """The word by which TOML names an effect or a condition."""
    tag = kind.__struct_config__.tag
    if not isinstance(tag, str) or not tag:
        raise TypeError(f"{kind.__name__} needs a word: class {kind.__name__}(..., tag='word')")
    return tag


def _fault(error: msgspec.ValidationError, kind: type[msgspec.Struct], raw: object) -> Fault:
    found = _AT.match(str(error))
    path = (found["path"] or "").lstrip(".") if found else ""
    problem = found["problem"] if found else str(error)
    if isinstance(error.__cause__, Fault):
        return error.__cause__.under(path)
    if found_key := re.search(r"unknown field `(.*)`", problem):
        holder = _plain(_type_at(kind, [(name or None, index) for name, index in _STEP.findall(path)]))
        fields = [f.encode_name for f in msgspec.structs.fields(holder)]
        key = found_key[1]
        return Fault(join(path, key), f"unknown field (known: {choices(fields)}){did_you_mean(key, fields)}")
    if missing := re.search(r"missing required field `(.*)`", problem):
        return Fault(join(path, missing[1]), "this field is required and missing")
    steps = [(name or None, index) for name, index in _STEP.findall(path)]
    expected = _describe(_type_at(kind, steps))
    value = _value_at(raw, steps)
    return Fault(path, f"expected {expected}, got {_shown(value)}")


def _type_at(kind: Any, steps: list[tuple[str | None, str]]) -> Any:
    for name, _ in steps:
        kind = _plain(kind)
        if name is not None and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            wire = {f.encode_name: f.name for f in msgspec.structs.fields(kind)}
            kind = get_type_hints(kind, include_extras=True)[wire.get(name, name)]
        else:
            args = get_args(kind)
            kind = args[-1 if name is not None else 0] if args else object
    return kind


def _plain(kind: Any) -> Any:
    """The type behind `X | None` and `Annotated[X, ...]`."""
    if hasattr(kind, "__metadata__"):
        return _plain(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        rest = [k for k in get_args(kind) if k is not type(None)]
        return _plain(rest[0]) if len(rest) == 1 else kind
    return kind


def _describe(kind: Any) -> str:
    limits = ""
    for meta in getattr(kind, "__metadata__", ()):
        low, high = getattr(meta, "ge", None), getattr(meta, "le", None)
        if low is not None and high is not None:
            limits = f" from {low} to {high}"
        elif low is not None:
            limits = f" of at least {low}"
        elif high is not None:
            limits = f" of at most {high}"
    kind = _plain(kind)
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(str(k) for k in get_args(kind))
    if get_origin(kind) in (Union, types.UnionType):
        return " or ".join(_describe(k) for k in get_args(kind) if k is not type(None))
    names = {int: "a whole number", str: "text", bool: "true or false", float: "a number"}
    origin = get_origin(kind) or kind
    if origin in (list, tuple, Steps, Tests):
        args = [a for a in get_args(kind) if a is not Ellipsis]
        return f"a list of {_describe(args[0])}" if args else "a list of tables"
    if origin is dict or (isinstance(origin, type) and issubclass(origin, msgspec.Struct)):
        return "a table"
    return names.get(origin, getattr(origin, "__name__", str(origin))) + limits


def _value_at(raw: Any, steps: list[tuple[str | None, str]]) -> object:
    for name, index in steps:
        try:
            raw = raw[name] if name is not None else raw[int(index)]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return raw


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    text = f"'{value}'" if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
