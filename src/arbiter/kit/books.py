"""Books: what a table plays with, compiled from the packs of its game and from those that players have added."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from arbiter.content import Entry, Fault, Library, Pack, Vocabulary, gather, pack_name, read_pack, read_text
from arbiter.content.folder import FolderGame, read_words, with_packs
from arbiter.core import Catalogue

from .words import words

S = TypeVar("S")


class Thing(Entry, frozen=True, kw_only=True):
    """What packs bring under a name: a card, a place, a hero."""

    name: str


class Book:
    """The packs of a table compiled. A game's own kind of book says what is made of them, and complains of what cannot
    be meant so."""

    called: ClassVar[Mapping[str, str]] = {}
    """Kind -> the word under which the catalogue has its names, where that is not the kind itself."""
    texts: ClassVar[Mapping[str, str]] = {}
    """Field -> the word under which the catalogue has its texts."""

    def __init__(self, library: Library) -> None:
        self.library = library

    @cached_property
    def words(self) -> Catalogue:
        """The names and texts of all content, as English words of the message catalogue."""
        return dict(self.said())

    def said(self) -> Iterator[tuple[str, str]]:
        """Each of these words; a game adds what has a name or a text in a way of its own."""
        for kind, entries in self.library.entries.items():
            for key, entry in entries.items():
                if isinstance(entry, Thing):
                    yield f"{self.called.get(kind, kind)}.{key}", entry.name
                for field, word in self.texts.items():
                    if text := getattr(entry, field, ""):
                        yield f"{word}.{key}", str(text)

    @contextmanager
    def about(self, kind: str, key: str) -> Iterator[None]:
        """A `Fault` that is found meanwhile is a complaint about this entry."""
        try:
            yield
        except Fault as fault:
            raise self.library.error(kind, key, fault.path, fault.problem) from None


def must_know(field: str, names: Iterable[str], among: Collection[str]) -> None:
    """An entry may only name what is there."""
    for name in names:
        if name not in among:
            raise Fault(field, f"there is no {name}")


B = TypeVar("B", bound=Book)


class Shelf(Generic[B]):
    """From where tables take their books: the files of a game's `content` folder, read when they are first wanted, with
    the packs of players on top."""

    def __init__(
        self,
        folder: Path,
        files: Iterable[str],
        kinds: Mapping[str, type[Entry]],
        vocabulary: Vocabulary,
        make: type[B],
    ) -> None:
        self._files = [folder / f"{name}.toml" for name in files]
        self._kinds, self._vocabulary, self._make = kinds, vocabulary, make
        self._installed: dict[str, Pack] = {}
        self._compiled = cache(self._compile)

    @cached_property
    def own(self) -> Library:
        """What the game brings."""
        return gather(self._files, self._kinds, self._vocabulary)

    def book(self, packs: tuple[str, ...] = ()) -> B:
        """The book of that with users' packs (their texts) on top; raises `PackError` for a faulty one."""
        return self._compiled(packs)

    def install(self, file: Path | str) -> str:
        """Let in a pack file with the Python functions that it may bring, checked; gives the text that stands for it,
        which the option `packs` takes."""
        pack, text = read_pack(file, self._kinds, self._vocabulary), Path(file).read_text(encoding="utf-8")
        self._installed[text] = pack
        self.book((text,))
        return text

    def _compile(self, packs: tuple[str, ...]) -> B:
        read = [self._installed.get(text) or self._read(text) for text in packs]
        return self._make(self.own.with_packs(read))

    def _read(self, text: str) -> Pack:
        return read_text(text, pack_name(text), self._kinds, self._vocabulary)


class PackGame(FolderGame[S]):
    """A game whose tables take their books from a shelf: its option `packs` are the texts of those that players add."""

    shelf: ClassVar[Shelf[Any]]
    operator_options = ("packs",)

    def content(self) -> tuple[Library, ...]:
        return (self.shelf.own,)

    def catalogue(self, language: str = "en") -> Catalogue:
        return self.catalogue_for(self.Options(), language)

    def catalogue_for(self, options: Any, language: str = "en") -> Catalogue:
        """English from the content, what a language has of its own, and on top the words of the table's packs."""
        return _at_table(self.folder, self.shelf, options.packs, language)

    def install(self, file: Path | str) -> str:
        """Read and check a pack file; gives the text that the option `packs` takes."""
        return self.shelf.install(file)


@lru_cache(64)
def _at_table(folder: str, shelf: Shelf[Any], packs: tuple[str, ...], language: str) -> Catalogue:
    """The words at a table: those of the floors below, in English what the game's own packs say, and over it what its
    folder has in a language; on top what only the packs that players added say."""
    own = shelf.book().words
    found = {**words(language), **own, **read_words(folder, language)}
    added = shelf.book(packs).words if packs else {}
    return with_packs(found, {key: word for key, word in added.items() if own.get(key) != word})
