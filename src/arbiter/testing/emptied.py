"""A rule's home with nothing in it: what a game would be if somebody had forgotten to write the rule."""

from __future__ import annotations

import builtins
import dataclasses
import inspect
import sys
from collections.abc import Callable, Generator, Iterator
from functools import partial
from types import CodeType, FunctionType, NoneType, UnionType
from typing import Any, NoReturn, Union, get_args, get_origin

import msgspec

_PLAIN = (bool, int, float, str, bytes, list, tuple, dict, set, frozenset)


def empty(home: Any) -> None:
    """Empty a function or class where it stands, for everybody who holds it; there is no way back.

    A procedure does and asks nothing, a predicate says the opposite, and whatever else is returned is as empty as its
    type allows: no refusal, no options, 0, a record of such. Of a class all that is read or called is emptied.

    >>> def legal(move: int) -> bool:
    ...     return move > 3
    >>> empty(legal)
    >>> legal(2), legal(5)
    (True, False)
    """
    if isinstance(home, type):
        _empty_class(home)
    else:
        function = _function(home)
        _swap(function, _emptied(function))
    _forget_what_was_kept()


# Functions


def _function(home: Any) -> FunctionType:
    """The Python function inside of a property, a method or a cache."""
    for name in ("fget", "func", "__func__"):
        home = getattr(home, name, None) or home
    inner = inspect.unwrap(home)
    if not isinstance(inner, FunctionType):
        raise TypeError(f"{home} is no Python function and cannot be emptied")
    return inner


def _emptied(function: FunctionType) -> Callable[..., Any]:
    """What stands in for a function. Its type is read when it is called, as it may name what is written after it."""
    true = _twin(function)

    def stand_in(*args: Any, **named: Any) -> Any:
        wanted = _returned(true)
        if true.__code__.co_flags & inspect.CO_GENERATOR or _is_generator(wanted):
            parts = get_args(wanted)
            return _asks_nothing(_blank(parts[-1] if len(parts) == 3 else None))
        if wanted is bool:
            return not true(*args, **named)
        return _hollow(true(*args, **named)) if _is_record(wanted) else _blank(wanted)

    return stand_in


def _twin(function: FunctionType) -> FunctionType:
    """The function as it is now, whatever becomes of it."""
    code, names = function.__code__, function.__globals__
    twin = FunctionType(code, names, function.__name__, function.__defaults__, function.__closure__)
    twin.__kwdefaults__, twin.__annotations__ = function.__kwdefaults__, function.__annotations__
    return twin


def _asks_nothing(answer: Any) -> Generator[Any, Any, Any]:
    yield from ()
    return answer


def _returned(function: FunctionType) -> Any:
    """The type of what a function returns; Any where only a type checker knows it."""

    class Names(dict[str, Any]):
        def __missing__(self, name: str) -> Any:
            if hasattr(builtins, name):
                raise KeyError(name)
            return Any

    hint = function.__annotations__.get("return")
    if isinstance(hint, str):
        try:
            hint = eval(hint, {}, Names(function.__globals__))
        except TypeError:
            return Any
    return None if hint is NoReturn else hint


def _is_generator(wanted: Any) -> bool:
    kind = get_origin(wanted) or wanted
    return isinstance(kind, type) and issubclass(kind, Iterator)


def _is_record(wanted: Any) -> bool:
    """Is this a type of which one cannot be made out of nothing?"""
    if wanted is Any or hasattr(wanted, "_fields"):
        return True
    return isinstance(wanted, type) and not issubclass(wanted, (*_PLAIN, NoneType))


def _blank(wanted: Any) -> Any:
    """As little as a type allows."""
    origin, parts = get_origin(wanted), get_args(wanted)
    if origin in (Union, UnionType):
        return None if NoneType in parts else _blank(parts[0])
    if origin is tuple and Ellipsis not in parts:
        return tuple(_blank(part) for part in parts)
    kind = origin or wanted
    if isinstance(kind, type) and issubclass(kind, _PLAIN):
        return kind()
    return None if origin is None else ()


def _hollow(value: Any) -> Any:
    """A value of the same kind with nothing in it."""
    if isinstance(value, bool):
        return not value
    if hasattr(value, "_fields"):
        return type(value)(*[_hollow(part) for part in value])
    if isinstance(value, _PLAIN):
        return type(value)()
    if isinstance(value, msgspec.Struct):
        parts = {name: _hollow(getattr(value, name)) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **parts)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = [field.name for field in dataclasses.fields(value) if field.init]
        return dataclasses.replace(value, **{name: _hollow(getattr(value, name)) for name in fields})
    return None


def _swap(function: FunctionType, stand_in: Callable[..., Any]) -> None:
    """Let a function do what another does, whoever has imported it: its code is replaced, not its name."""
    name = f"_in_place_of_{function.__name__}_{id(function)}"
    held = function.__code__.co_freevars
    lines = [
        "def outer():",
        *[f" {free} = None" for free in held],
        " def inner(*args, **named):",
        *[f"  {free}" for free in held],
        f"  return {name}(*args, **named)",
    ]
    scope: dict[str, Any] = {}
    exec("\n".join(lines), scope)
    function.__globals__[name] = stand_in
    function.__code__ = next(part for part in scope["outer"].__code__.co_consts if isinstance(part, CodeType))


# Classes and what was made before


def _empty_class(kind: type) -> None:
    """All fields of a record read as empty, and its methods do nothing."""
    fields = {*getattr(kind, "__dataclass_fields__", ()), *getattr(kind, "__struct_fields__", ())}
    for name, member in list(vars(kind).items()):
        if name in fields or name.startswith("__"):
            continue
        if isinstance(member, FunctionType | property | staticmethod | classmethod) or hasattr(member, "func"):
            inner = _function(member)
            _swap(inner, _emptied(inner))
    for name in sorted(fields):
        setattr(kind, name, property(partial(_read_empty, vars(kind).get(name), name)))


def _read_empty(slot: Any, name: str, record: Any) -> Any:
    return _hollow(slot.__get__(record) if hasattr(slot, "__get__") else vars(record)[name])


def _forget_what_was_kept() -> None:
    """Caches hold what was reckoned while the rule was still there."""
    for module in [*sys.modules.values()]:
        for value in [*getattr(module, "__dict__", {}).values()]:
            clear = getattr(value, "cache_clear", None) if hasattr(type(value), "cache_clear") else None
            if clear is not None:
                clear()
