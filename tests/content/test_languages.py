"""The shipped games, and the kit, say everything in every language that they speak: no key, no argument is lost."""

import re
from typing import NamedTuple

import pytest

from arbiter import kit
from arbiter.content.folder import FolderGame, languages_in, read_toml
from arbiter.core.messages import flatten
from arbiter.core.words import REFUSALS
from arbiter.games import find, known
from arbiter.kit.words import words as kit_words

SLOT = re.compile(r"\{(\w+)(?::(\w+)[\w.]*)?(\|[^{}]*)?\}")
GAMES = [game for game in map(find, known()) if isinstance(game, FolderGame)]


class Kit(NamedTuple):
    """The kit speaks as a game does; the games that stand on it need not say its words again."""

    id: str = "kit"
    folder: str = kit.__name__
    languages: tuple[str, ...] = languages_in(kit.__name__)

    def catalogue(self):
        return kit_words()

    def names(self):
        return ()


SPOKEN = [(game, language) for game in (*GAMES, Kit()) for language in game.languages if language != "en"]
each = pytest.mark.parametrize(("game", "language"), SPOKEN, ids=[f"{game.id}-{lang}" for game, lang in SPOKEN])


def english(game):
    """What is said in words, and not only by its arguments or by a name that all languages share; what the core and
    the kit say is theirs to say."""
    others = {"language", *game.names(), *REFUSALS["en"], *(kit_words().keys() - own(game, "en").keys())}
    words = {key: word for key, word in game.catalogue().items() if key not in others}
    return {key: word for key, word in words.items() if re.search(r"[^\W\d_]", SLOT.sub("", word))}


CONTENT = FolderGame.__module__.rpartition(".")[0]
"""Where the words of marks and the like are; every game says them."""


def own(game, language):
    return flatten(read_toml(CONTENT, f"{language}.toml")) | flatten(read_toml(game.folder, f"{language}.toml"))


def arguments(word):
    """The arguments of a template with what they are; which of its cases a name stands in is the language's affair."""
    return {(name, kind) for name, kind, plural in SLOT.findall(word) if not plural}


def numbers(word):
    return sorted(re.findall(r"\d+", SLOT.sub("", word)))


@each
def test_a_language_lacks_no_word(game, language):
    assert sorted(english(game).keys() - own(game, language).keys()) == []


@each
def test_a_language_says_what_the_english_says(game, language):
    words = own(game, language)
    for key, word in english(game).items():
        assert arguments(words[key]) == arguments(word), key
        assert numbers(words[key]) == numbers(word), key


@each
def test_a_language_has_no_word_that_nobody_says(game, language):
    there = game.catalogue()
    for key in own(game, language):
        kind, _, name = key.partition(".")[0], *key.rpartition(".")[1:]
        assert key in there or f"{kind}.{name}" in there, key


def test_every_shipped_game_speaks_three_languages():
    assert {game.id: sorted(game.languages) for game in (*GAMES, Kit())} == {
        id: ["de", "en", "fr"] for id in (*known(), "kit") if id == "kit" or isinstance(find(id), FolderGame)
    }
