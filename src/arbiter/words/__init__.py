"""The interface's own words: what the terminal, the pages and the house say beside the games."""

from __future__ import annotations

from ..content.folder import languages_in, read_words
from ..core import Catalogue

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch"}
"""Every language of the interface by its code, with its own name for itself."""


def interface(language: str = "en") -> Catalogue:
    """The words of the interface in a language, the core's refusals among them."""
    return read_words(__name__, language)


def known(wish: str) -> str:
    """The language meant by a wish such as `fr`, `de_DE.UTF-8` or `pt-BR`; English where we do not speak it.

    >>> known("de_DE.UTF-8"), known("fr-CA"), known("C")
    ('de', 'fr', 'en')
    """
    code = wish.strip().replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return code if code in languages_in(__name__) else "en"
