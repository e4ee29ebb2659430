"""Content packs: cards, boards and heroes as TOML with a small vocabulary, checked when they load."""

from arbiter.content.errors import Fault, PackError, PackErrors, join
from arbiter.content.library import Library, gather
from arbiter.content.pack import Header, Pack, lines_of, pack_name, read_pack, read_text
from arbiter.content.printed import Marked, Tally, as_printed, in_short, origin, tally
from arbiter.content.vocabulary import Call, Condition, Effect, Entry, Steps, Tests, Vocabulary

__all__ = [
    "Call",
    "Condition",
    "Effect",
    "Entry",
    "Fault",
    "Header",
    "Library",
    "Marked",
    "Pack",
    "PackError",
    "PackErrors",
    "Steps",
    "Tally",
    "Tests",
    "Vocabulary",
    "as_printed",
    "gather",
    "in_short",
    "join",
    "lines_of",
    "origin",
    "pack_name",
    "read_pack",
    "read_text",
    "tally",
]
