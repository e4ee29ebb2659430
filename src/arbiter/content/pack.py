"""One pack: a TOML file with a table for each thing it brings (``[card.wind]``, ``[[spell]]``)."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from arbiter.content.errors import Fault, PackError, choices, did_you_mean
from arbiter.content.printed import check_marks
from arbiter.content.vocabulary import Entry, Vocabulary


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The ``[pack]`` table: who the pack is, which entries it replaces, where its functions are.

    `printed` is the mark of all entries that have none of their own.
    """

    name: str = ""
    about: str = ""
    printed: bool | None = None
    replaces: tuple[str, ...] = ()
    functions: str = ""


@dataclass(slots=True)
class Pack:
    """A checked pack: its entries by kind and key, and the Python functions it brought."""

    file: str
    header: Header
    entries: dict[str, dict[str, Entry]] = field(default_factory=dict)
    functions: dict[str, Callable[..., Any]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def error(self, entry: str, place: str, problem: str) -> PackError:
        """A complaint about one entry of this pack, with its line."""
        return PackError(self.file, entry, place, problem, self.lines.get(entry, 0))


def read_pack(path: Path | str, kinds: Mapping[str, type[Entry]], vocabulary: Vocabulary) -> Pack:
    """Read and check a pack file; raises `PackError` at the first mistake."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise PackError(str(path), "", "", f"cannot be read ({error.strerror})") from None
    return read_text(text, path.name, kinds, vocabulary, folder=path.parent)


def read_text(
    text: str, file: str, kinds: Mapping[str, type[Entry]], vocabulary: Vocabulary, folder: Path | None = None
) -> Pack:
    """Check the text of a pack; `file` is only the name used in complaints."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PackError(file, "", "", f"is not TOML: {error}") from None
    lines = lines_of(text)
    try:
        header = vocabulary.entry(Header, raw.pop("pack", {}))
    except Fault as fault:
        raise PackError(file, "pack", fault.path, fault.problem, lines.get("pack", 0)) from None
    pack = Pack(file, header, lines=lines)
    if header.functions:
        pack.functions = _functions(pack, folder)
        vocabulary = vocabulary.with_functions(pack.functions)
    for kind, things in raw.items():
        if kind not in kinds:
            hint = did_you_mean(kind, kinds)
            raise PackError(file, kind, "", f"no such kind of entry (there are: {choices(kinds)}){hint}")
        made = pack.entries.setdefault(kind, {})
        for key, thing in _keyed(pack, kind, things):
            if header.printed is not None and isinstance(thing, dict):
                thing = {"printed": header.printed, **thing}
            try:
                made[key] = vocabulary.entry(kinds[kind], thing)
                check_marks(made[key])
            except Fault as fault:
                raise pack.error(f"{kind}.{key}", fault.path, fault.problem) from None
    return pack


def pack_name(text: str) -> str:
    """What the text of a pack calls itself, as far as it can be read."""
    name = re.search(r'^name\s*=\s*"(.+)"', text, re.MULTILINE)
    return name[1] if name else "pack"


def slug(name: str) -> str:
    """The key of an entry that only has a name: ``The Hag`` is ``the_hag``."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")


def _keyed(pack: Pack, kind: str, things: object) -> list[tuple[str, object]]:
    if isinstance(things, dict):
        return list(things.items())
    if not isinstance(things, list):
        raise pack.error(kind, "", f"expected tables [{kind}.name] or [[{kind}]]")
    keyed: list[tuple[str, object]] = []
    for n, thing in enumerate(things):
        name = thing.get("id") or thing.get("name") if isinstance(thing, dict) else None
        if not isinstance(name, str):
            raise pack.error(kind, f"[{n}].name", "expected text, got nothing")
        key = slug(name)
        if any(key == other for other, _ in keyed):
            raise pack.error(f"{kind}.{key}", "name", "this name stands in the pack twice")
        keyed.append((key, thing))
    return keyed


def lines_of(text: str) -> dict[str, int]:
    """The line on which each entry of a pack begins."""
    found: dict[str, int] = {}
    kind = ""
    for n, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[([\w.\-]+)\]", line):
            kind = header[1]
            found.setdefault(kind, n)
        elif entry := re.match(r"([\w\-]+)\s*=\s*{", line):
            found.setdefault(f"{kind}.{entry[1]}", n)
    return found


def _functions(pack: Pack, folder: Path | None) -> dict[str, Callable[..., Any]]:
    # A text may come from a stranger; a file was put there by whoever runs the program.
    if folder is None:
        raise pack.error("pack", "functions", "only a pack read from its file may bring Python functions")
    name = pack.header.functions
    path = folder / name
    spec = importlib.util.spec_from_file_location(f"arbiter_pack_{slug(name)}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise pack.error("pack", "functions", f"expected a Python file beside the pack, found no {name}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {
        key: value
        for key, value in vars(module).items()
        if callable(value) and not key.startswith("_") and getattr(value, "__module__", "") == module.__name__
    }
