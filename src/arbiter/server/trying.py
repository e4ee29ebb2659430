"""Would an answer do? What an ask says of one that is not given yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..core import Ask, Foreseen, Form, Illegal
from ..core.asks import canonical
from ..core.messages import Catalogue
from .refusals import Refused

LONGEST = 400
"""So many characters of what is typed as an answer are read."""


class Tried(NamedTuple):
    """Why an answer would be refused, what it would come to or where it would lead, and what words were read as."""

    refused: Illegal | None
    foreseen: Foreseen | None = None
    read: Any = None


def try_out(asked: Ask, answer: Any, typed: bool, speaks: Callable[[], Catalogue]) -> Tried:
    """What would become of an answer, or of words that somebody typed for a form that reads them."""
    try:
        read = in_words(asked, answer) if typed else None
        answer = canonical(read if typed else answer)
        refused = asked.refusal(answer)
    except Illegal as unread:
        refused, read = unread, None
    if refused is None:
        return Tried(None, asked.foreseen(answer), read)
    refused.speaks = speaks
    return Tried(refused, refused.shows() if refused.shows is not None else None, read)


def in_words(asked: Ask, text: Any) -> Any:
    """The answer that words make; raises Illegal where they make none."""
    if not isinstance(asked, Form) or asked.read is None or not isinstance(text, str):
        raise Refused("unreadable_answer")
    return asked.read(text[:LONGEST])
