"""What a page may say over its socket, checked before anybody acts on it."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias
from unicodedata import category, normalize

import msgspec

from .refusals import Refused

LARGEST = 32 * 1024
"""The most bytes a message from a page may have."""

UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters that show nothing, though they are letters."""
MARKS = 4
"""So many accents one letter may bear."""

Token = Annotated[str, msgspec.Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")]
OwnToken = Annotated[str, msgspec.Meta(min_length=22, max_length=64, pattern="^[A-Za-z0-9_-]*$")]


class Hello(msgspec.Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """Let me in. `beside` are the keys of the others who sit at this very device: they are here too."""

    token: Token = ""
    beside: Annotated[list[Token], msgspec.Meta(max_length=16)] = []


class Join(msgspec.Struct, tag_field="type", tag="join", forbid_unknown_fields=True):
    """Sit down, under a name, with a pledge of the page's own chance for the dice and its own key to the seat."""

    name: Annotated[str, msgspec.Meta(max_length=80)]
    pledge: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    token: OwnToken


class Withdraw(msgspec.Struct, tag_field="type", tag="withdraw", forbid_unknown_fields=True):
    """The host withdraws the invitation to a seat; a new one takes its place."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=64)]


class Renew(msgspec.Struct, tag_field="type", tag="renew", forbid_unknown_fields=True):
    """My own link came into other hands: this key leads to my seat from now on."""

    token: OwnToken


class Chance(msgspec.Struct, tag_field="type", tag="chance", forbid_unknown_fields=True):
    """All have pledged: here is what this page has pledged for the dice."""

    entropy: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16,128}$")]


class Begin(msgspec.Struct, tag_field="type", tag="begin", forbid_unknown_fields=True):
    """The host begins without the chance that somebody has pledged and does not open."""


class Answer(msgspec.Struct, tag_field="type", tag="answer", forbid_unknown_fields=True):
    ask: Annotated[str, msgspec.Meta(max_length=64)]
    answer: Any


class Try(msgspec.Struct, tag_field="type", tag="try", forbid_unknown_fields=True):
    """Would this answer do, as a whole or (path) to a field of a form? The reply bears the same number. What is `typed`
    is words for a form that reads them; the reply has the answer that they make."""

    ask: Annotated[str, msgspec.Meta(max_length=64)]
    answer: Any
    n: int
    path: Annotated[list[str], msgspec.Meta(max_length=8)] = []
    typed: bool = False


class Undo(msgspec.Struct, tag_field="type", tag="undo", forbid_unknown_fields=True):
    pass


class Hint(msgspec.Struct, tag_field="type", tag="hint", forbid_unknown_fields=True):
    """What would a clever player answer to that ask, and why?"""

    ask: Annotated[str, msgspec.Meta(max_length=64)]


class Recall(msgspec.Struct, tag_field="type", tag="recall", forbid_unknown_fields=True):
    """What has happened since I last answered?"""


class Mend(msgspec.Struct, tag_field="type", tag="mend", forbid_unknown_fields=True):
    """The host of a table that stands still since its rules were mended: go on from there, or keep it as it is?"""

    go_on: bool


class Agree(msgspec.Struct, tag_field="type", tag="agree", forbid_unknown_fields=True):
    """May the seat that has asked for it take back?"""

    yes: bool


class Resign(msgspec.Struct, tag_field="type", tag="resign", forbid_unknown_fields=True):
    """This seat gives up."""


class Replace(msgspec.Struct, tag_field="type", tag="replace", forbid_unknown_fields=True):
    """Let a bot play for somebody who is away: as host at once, else as a vote."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=64)]


class Back(msgspec.Struct, tag_field="type", tag="back", forbid_unknown_fields=True):
    """I play myself again."""


class Talk(msgspec.Struct, tag_field="type", tag="talk", forbid_unknown_fields=True):
    """Something said to the others; those who watch give a name."""

    text: Annotated[str, msgspec.Meta(max_length=500)]
    name: Annotated[str, msgspec.Meta(max_length=80)] = ""


class Consult(msgspec.Struct, tag_field="type", tag="consult", forbid_unknown_fields=True):
    """A question to the game's judge."""

    question: Annotated[str, msgspec.Meta(max_length=200)]


class Note(msgspec.Struct, tag_field="type", tag="note", forbid_unknown_fields=True):
    """What this seat notes for itself."""

    text: Annotated[str, msgspec.Meta(max_length=8000)]


class Hook(msgspec.Struct, tag_field="type", tag="hook", forbid_unknown_fields=True):
    """Where this seat wants to be told that it is asked; nowhere where it is empty."""

    address: Annotated[str, msgspec.Meta(max_length=500)]
    language: Annotated[str, msgspec.Meta(max_length=8)] = "en"


class Ring(msgspec.Struct, tag_field="type", tag="ring", forbid_unknown_fields=True):
    """Send a line now to where this seat wants to be told, to see whether it comes."""


class AskDesk(msgspec.Struct, tag_field="type", tag="desk", forbid_unknown_fields=True):
    """What lies on this seat's desk?"""


class Again(msgspec.Struct, tag_field="type", tag="again", forbid_unknown_fields=True):
    """The same game with the same people, seats turned."""


class Lost(msgspec.Struct, tag_field="type", tag="lost", forbid_unknown_fields=True):
    """The page cannot make anything of a difference: it needs a whole picture."""


Beside: TypeAlias = Consult | Agree | Resign | Replace | Back | Talk | Note | Hook | Ring | AskDesk | Again
"""What people do beside the game."""
Rare: TypeAlias = Hello | Join | Withdraw | Renew | Chance | Begin | Try | Undo | Hint | Recall | Mend | Lost | Beside
"""What a page says now and then: most of what it says are answers."""
Message: TypeAlias = Answer | Rare
_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def read(text: str | bytes | None) -> Message:
    """A message, or Refused with what is wrong with it."""
    if text is None or len(text) > LARGEST:
        raise Refused("unreadable_length")
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused("unreadable", why=str(error)) from None


def cleaned(text: str) -> str:
    """What somebody has written, on one line, without anything that cannot be printed or seen, and without towers of
    accents that would reach into other lines.

    >>> cleaned(" Zoë\\u202e\\n the\\u3164 Wise "), cleaned("o" + "\\u0301" * 50) == "ó" + "\\u0301" * 4
    ('Zoë the Wise', True)
    """
    kept, marks = [], 0
    for letter in normalize("NFC", text):
        marks = marks + 1 if category(letter).startswith("M") else 0
        if marks <= MARKS:
            kept.append(letter if letter.isprintable() and letter not in UNSEEN else " ")
    return " ".join("".join(kept).split())


def alike(name: str) -> str:
    """The same for all names that look or sound the same when they are read out."""
    return normalize("NFKC", name).casefold()
