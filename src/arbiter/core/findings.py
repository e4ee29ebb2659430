"""What is found wrong with a saved game or a store of games, as sentences that know their words in every language."""

from __future__ import annotations

from typing import Any

from .errors import Illegal
from .messages import say
from .words import FINDINGS


class Finding(str):
    """A sentence in English, which can be told in other languages as well.

    >>> Finding("save.format", format=9, known=1)
    'this save has format 9; this version of Arbiter reads format 1'
    >>> told(Finding("save.format", format=9, known=1), "de")
    'dieser Spielstand hat das Format 9; dieses Arbiter liest Format 1'
    """

    key: str
    about: dict[str, Any]

    def __new__(cls, key: str, /, **about: Any) -> Finding:
        found = super().__new__(cls, _said(key, about, "en"))
        found.key, found.about = key, about
        return found


def told(what: object, language: str) -> str:
    """A finding, or an error that tells of one, in a language; what is known in no other is told as it is."""
    if isinstance(what, Illegal):
        said = what.say(what.speaks(language))
        return f"{said} ({what.rule})" if what.rule else said
    if isinstance(what, Exception) and len(what.args) == 1:
        what = what.args[0]
    return _said(what.key, what.about, language) if isinstance(what, Finding) else str(what)


def _said(key: str, about: dict[str, Any], language: str) -> str:
    inner = {name: told(one, language) if isinstance(one, Finding | Exception) else one for name, one in about.items()}
    return say({**FINDINGS["en"], **FINDINGS.get(language, {}), "language": language}, key, inner)
