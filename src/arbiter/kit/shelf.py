"""The shelf from which a table takes its content: a game's own packs, and on top those that players have added."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from arbiter.content import Entry, Library, Pack, Vocabulary, gather, pack_name, read_pack, read_text


class Shelf:
    """The packs of a game: the files of its `content` folder, read when they are first wanted."""

    def __init__(
        self, folder: Path, files: Iterable[str], kinds: Mapping[str, type[Entry]], vocabulary: Vocabulary
    ) -> None:
        self._files = [folder / f"{name}.toml" for name in files]
        self._kinds, self._vocabulary = kinds, vocabulary
        self._installed: dict[str, Pack] = {}

    @cached_property
    def own(self) -> Library:
        """What the game brings."""
        return gather(self._files, self._kinds, self._vocabulary)

    def library(self, packs: Iterable[str]) -> Library:
        """That with users' packs (their texts) on top; raises `PackError` for a faulty one."""
        return self.own.with_packs([self._installed.get(text) or self._read(text) for text in packs])

    def install(self, file: Path | str) -> str:
        """Let in a pack file with the Python functions that it may bring; gives the text that stands for it."""
        pack, text = read_pack(file, self._kinds, self._vocabulary), Path(file).read_text(encoding="utf-8")
        self._installed[text] = pack
        return text

    def _read(self, text: str) -> Pack:
        return read_text(text, pack_name(text), self._kinds, self._vocabulary)
