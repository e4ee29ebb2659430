"""Parts of a form that are made when somebody looks: whoever only follows a journal does not."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, Mapping, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


def later(make: Callable[[], T]) -> Callable[[], T]:
    """What gives the same at every call, and makes it at the first; `functools.cache` takes longer to set up than a
    clone has."""
    made: list[T] = []

    def find() -> T:
        if not made:
            made.append(make())
        return made[0]

    return find


class Later(Mapping[str, T]):
    """The fields of a form, or what else it has by name."""

    def __init__(self, make: Callable[[], Mapping[str, T]]) -> None:
        self._make = later(make)

    def __getitem__(self, name: str) -> T:
        return self._make()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._make())

    def __len__(self) -> int:
        return len(self._make())

    def items(self) -> ItemsView[str, T]:
        return self._make().items()


class Likely(Sequence[dict[str, Any]]):
    """Answers to try."""

    def __init__(self, make: Callable[[], list[dict[str, Any]]]) -> None:
        self._make = later(make)

    def __getitem__(self, at: Any) -> Any:
        return self._make()[at]

    def __len__(self) -> int:
        return len(self._make())
