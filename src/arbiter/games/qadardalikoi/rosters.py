"""Rosters as TOML: read with all that is wrong told at its place, and written so that they read the same."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from arbiter.content import Entry, Fault, PackError, PackErrors, Vocabulary, join, lines_of, read_pack, read_text

from .battle_entries import ArmyEntry, BattlefieldEntry, Order, ScenarioEntry

KEY = re.compile(r"[\w-]+")
"""How an army is called: options join such names by commas and plus signs, and files are named after them."""
KEY_WANTED = "expected a key of letters, digits, _ and -, such as [{kind}.mine]"
BROUGHT: dict[str, type[Entry]] = {"army": ArmyEntry, "battlefield": BattlefieldEntry, "scenario": ScenarioEntry}
OPTION = {"army": "rosters", "battlefield": "fields", "scenario": "scenarios"}
"""Under which options a table has what a file brings."""
LINE = {field.name: field.default for field in msgspec.structs.fields(Order)}
"""What a line of a roster need not say."""


def read(text: str, file: str) -> dict[str, ArmyEntry]:
    """The armies of a file, by key, whatever else it brings; raises `PackError` for all that cannot be read."""
    try:
        pack = read_text(text, file, BROUGHT, Vocabulary([]))
    except PackError as first:
        wrong = list(_wrong(text, file))
        known = any((one.field, one.problem) == (first.field, first.problem) for one in wrong)
        raise (PackErrors(wrong) if known else first) from None
    entries = pack.entries.get("army", {})
    found = {
        key: msgspec.structs.replace(one, printed=False) for key, one in entries.items() if isinstance(one, ArmyEntry)
    }
    if not found:
        raise PackError(file, "", "", "expected an army: [army.name]")
    for key in found:
        if not KEY.fullmatch(key):
            raise pack.error(f"army.{key}", "", KEY_WANTED.format(kind="army"))
    return found


def brought(file: Path | str) -> dict[str, Any]:
    """All that a file brings to a table: its armies, fields and battles, as options."""
    pack = read_pack(file, BROUGHT, Vocabulary([]))
    of = {name: pack.entries.get(kind, {}) for kind, name in OPTION.items()}
    for kind, name in OPTION.items():
        for key in of[name]:
            if not KEY.fullmatch(key):
                raise pack.error(f"{kind}.{key}", "", KEY_WANTED.format(kind=kind))
    if not any(of.values()):
        raise PackError(str(file), "", "", "expected an army, a battlefield or a scenario: [army.name]")
    return {name: msgspec.to_builtins(entries) for name, entries in of.items() if entries}


def _wrong(text: str, file: str) -> Iterator[PackError]:
    """Every value of a roster that cannot be read, each looked at by itself."""
    try:
        armies = tomllib.loads(text).get("army")
    except tomllib.TOMLDecodeError:
        return
    words = Vocabulary([])
    for key, army in armies.items() if isinstance(armies, dict) else ():
        if not isinstance(army, dict):
            continue
        at, units = lines_of(text).get(f"army.{key}", 0), army.get("units")
        orders = [one if isinstance(one, dict) else {} for one in units] if isinstance(units, list) else []
        bare = {"name": "", "nation": "", "units": []}
        rows = _rows(text, at, len(orders))
        single: list[tuple[str, type[msgspec.Struct], dict[str, object]]]
        single = [("", ArmyEntry, {**bare, name: value}) for name, value in army.items() if name != "units"]
        single += [(f"units[{n}]", Order, {name: order[name]}) for n, order in enumerate(orders) for name in order]
        for place, kind, raw in single:
            try:
                words.entry(kind, raw)
            except Fault as fault:
                row = rows[int(place[len("units[") : -1])] if place else at
                yield PackError(file, f"army.{key}", join(place, fault.path), fault.problem, row)


def _rows(text: str, start: int, n: int) -> list[int]:
    """On which rows of a file the lines of a roster stand that begins on one, where each has a row of its own."""
    after = [(row, line.strip()) for row, line in enumerate(text.splitlines(), 1) if row > start]
    ends = next((row for row, line in after if line.startswith("[") or line == "]"), 10**9)
    found = [row for row, line in after if row < ends and line.startswith("{")]
    return found if len(found) == n else [start] * n


def write(key: str, army: ArmyEntry) -> str:
    """A roster as TOML, without what goes without saying."""
    lines = [f"[army.{key}]"]
    for name, value in msgspec.structs.asdict(army).items():
        if name not in ("units", "printed") and value not in ("", 0, False):
            lines.append(f"{name} = {_value(value)}")
    lines.append("units = [")
    for order in army.units:
        said = {name: value for name, value in msgspec.structs.asdict(order).items() if value != LINE[name]}
        lines.append("  { " + ", ".join(f"{name} = {_value(value)}" for name, value in said.items()) + " },")
    return "\n".join([*lines, "]", ""])


def write_field(key: str, field: BattlefieldEntry) -> str:
    """A battlefield as TOML."""
    lines = [f"[battlefield.{key}]"]
    for name in ("name", "region", "width", "depth", "symmetric"):
        lines.append(f"{name} = {_value(getattr(field, name))}")
    lines.append("pieces = [")
    for piece in field.pieces:
        outline = ", ".join(f"[{x}, {y}]" for x, y in piece.outline)
        contours = f", contours = {piece.contours}" if piece.contours else ""
        alone = ", alone = true" if piece.alone else ""
        lines.append(f'  {{ kind = "{piece.kind}", outline = [{outline}]{contours}{alone} }},')
    return "\n".join([*lines, "]", ""])


def _value(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
