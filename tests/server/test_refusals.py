"""What the house says, it says in every language."""

import re
from pathlib import Path

import pytest

import arbiter.server
from arbiter.core.messages import faults
from arbiter.server.refusals import Refused
from arbiter.words import LANGUAGES, interface

CODE = "\n".join(path.read_text() for path in Path(arbiter.server.__file__).parent.glob("*.py"))
SAID = re.findall(r"""(?:Refused|CannotOpen)\(\s*"(\w+)"((?:, \w+=)?)""", CODE)
KEYS = {f"house.{key}" for key, _ in SAID}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_words_and_every_word_is_said(language):
    assert len(KEYS) > 20
    words = {key: text for key, text in interface(language).items() if key.startswith("house.")}
    assert set(words) == KEYS
    if language != "en":
        assert not [key for key, text in words.items() if text == interface("en")[key]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_names_the_same_things_in_every_language(language):
    def named(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)", text))

    assert {key: named(interface(language)[key]) for key in KEYS} == {key: named(interface("en")[key]) for key in KEYS}


def test_a_refusal_is_said_in_words():
    refused = Refused("seats", game="Epix", players="2–4", seats=7)
    assert str(refused) == "Epix is for 2–4 players, not 7"
    assert refused.say(interface("de")) == "Epix ist für 2–4 Personen, nicht für 7"
    assert not list(faults(interface("fr"), refused.key, refused.arguments))
