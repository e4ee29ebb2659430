"""A game's ledger in the reader's language: `ledger.toml` is English, `ledger.<language>.toml` says the same elsewhere.

Such a file has a table for each entry, with the fields that people read, and the stamp of the English that they say:
where the English has changed since, the stamp no longer fits, and what would be wrong is not shown. `[sections]` names
chapters and sections.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from zlib import crc32

Entry = Mapping[str, Any]

SAID = {
    "rule": ("text", "conflict"),
    "gap": ("question", "ruling", "why"),
    "decision": ("who", "when", "options", "hidden"),
    "example": ("given", "then", "note"),
    "content": ("what", "known", "design"),
}
"""The fields of an entry that people read, by its kind."""
PAGE = re.compile(r"\s*\((?:after )?p\.[^)]*\)$")
"""The page that a section's name ends with."""


def told_in(ledger: dict[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """A ledger with what is told of it in another language, in English what that lacks."""
    if not told:
        return ledger
    return {**ledger, **{kind: [_told(kind, one, told) for one in ledger.get(kind, ())] for kind in SAID}}


def _told(kind: str, one: Entry, told: Mapping[str, Any]) -> Entry:
    said = told.get(one.get("id", ""), {})
    if said.get("of") != stamp(kind, one):
        return one
    return {**one, **{name: said[name] for name in SAID[kind] if name in said}}


def called(section: str, sections: Mapping[str, str]) -> str:
    """A section's name, without its page, as the reader's language has it.

    >>> called("Set up (p.2)", {"Set up": "Aufbau"}), called("2.142c", {})
    ('Aufbau', '2.142c')
    """
    plain = PAGE.sub("", section)
    return sections.get(plain, plain)


def stamp(kind: str, entry: Entry) -> str:
    """A short mark of what an entry says in English.

    >>> stamp("rule", {"id": "A-1", "text": "Roll a die."})
    '31e21d32'
    """
    said = {name: entry[name] for name in SAID[kind] if entry.get(name)}
    return f"{crc32(json.dumps(said, ensure_ascii=False, sort_keys=True).encode()):08x}"


def behind(ledger: Mapping[str, Any], told: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a language has yet to say: an entry's id, and `missing`, `changed`, `unknown`, or the field at fault."""
    entries = {one["id"]: (kind, one) for kind in SAID for one in ledger.get(kind, ()) if "id" in one}
    for id, (kind, one) in entries.items():
        said = told.get(id)
        if said is None:
            yield id, "missing"
        elif said["of"] != stamp(kind, one):
            yield id, "changed"
        else:
            wanted = {name: type(one[name]) for name in SAID[kind] if one.get(name)}
            found = {name: type(text) for name, text in said.items() if name != "of"}
            yield from ((id, name) for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))
    yield from ((id, "unknown") for id in told if id not in entries and id != "sections")
