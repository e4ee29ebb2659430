"""Several packs read as one: the game's own and whatever the players added."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from arbiter.content.pack import Pack, read_pack
from arbiter.content.printed import Marked, marked, origin
from arbiter.content.vocabulary import Entry, Vocabulary
from arbiter.core import Row

K = TypeVar("K", bound=Entry)


class Library:
    """All entries of a game by kind, in the order in which the packs bring them."""

    def __init__(self) -> None:
        self.entries: dict[str, dict[str, Entry]] = {}
        self.functions: dict[str, Callable[..., Any]] = {}
        self.packs: list[Pack] = []
        self.added: list[Pack] = []
        """Of the packs those that the players added."""
        self._from: dict[str, Pack] = {}

    def add(self, pack: Pack) -> None:
        """Put a pack on top; an entry that exists already must be named in its ``replaces``."""
        for name in pack.header.replaces:
            if name not in self._from:
                raise pack.error("pack", "replaces", f"there is no {name} to replace")
        for kind, things in pack.entries.items():
            shelf = self.entries.setdefault(kind, {})
            for key, thing in things.items():
                name = f"{kind}.{key}"
                if key in shelf and name not in pack.header.replaces:
                    raise pack.error(
                        name, "", f'{self._from[name].file} has it already; write replaces = ["{name}"] in [pack]'
                    )
                shelf[key] = thing
                self._from[name] = pack
        self.functions.update(pack.functions)
        self.packs.append(pack)

    def with_packs(self, packs: Iterable[Pack]) -> Library:
        """The same content with packs of the players on top."""
        library = Library()
        library.functions.update(self.functions)
        for pack in self.packs:
            library.add(pack)
        for pack in packs:
            library.add(pack)
            library.added.append(pack)
        return library

    def all(self, kind: str, of: type[K]) -> dict[str, K]:
        """The entries of one kind, by key."""
        return {key: thing for key, thing in self.entries.get(kind, {}).items() if isinstance(thing, of)}

    def marked(self) -> Iterator[tuple[str, Marked]]:
        """Everything that says what of it is printed, with its kind."""
        for kind, things in self.entries.items():
            for thing in things.values():
                yield from marked(thing, kind)

    def unmarked(self) -> list[str]:
        """The files with something in them that does not say whether it is printed."""
        return [
            pack.file
            for pack in self.packs
            if any(
                one.printed is None
                for things in pack.entries.values()
                for thing in things.values()
                for _, one in marked(thing)
            )
        ]

    def origin(self, kind: str, key: str) -> list[Row]:
        """What a close look at an entry says of it: what the rulebook prints, and who made up the rest."""
        pack = self._from[f"{kind}.{key}"]
        by = (pack.header.name or pack.file) if any(pack is one for one in self.added) else ""
        return origin(self.entries[kind][key], by)

    def error(self, kind: str, key: str, place: str, problem: str) -> ValueError:
        """A complaint about an entry, naming the pack that brought it."""
        return self._from[f"{kind}.{key}"].error(f"{kind}.{key}", place, problem)


def gather(files: Iterable[Path | str], kinds: Mapping[str, type[Entry]], vocabulary: Vocabulary) -> Library:
    """Read packs one on top of the other."""
    library = Library()
    library.functions.update(vocabulary.functions)
    for file in files:
        library.add(read_pack(file, kinds, vocabulary))
    return library
