"""The words of the game: complete in every language, and true to what the cards do."""

import re
import tomllib
from importlib.resources import files

import msgspec
import pytest

from arbiter.core import say
from arbiter.core.messages import flatten
from arbiter.games.epix import GAME
from arbiter.games.epix.abilities import CARDS
from arbiter.games.epix.contents import UNITS
from arbiter.games.epix.scene import ability_text, usual

from .table import position

LANGUAGES = ["en", "fr", "de"]
SLOT = re.compile(r"\{(\w+)")
every_card = pytest.mark.parametrize("name", CARDS)
in_each_language = pytest.mark.parametrize("language", LANGUAGES)


def words_in(language):
    """The game's own words, as its file has them."""
    return flatten(tomllib.loads((files("arbiter.games.epix") / f"{language}.toml").read_text(encoding="utf-8")))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_language_has_all_words_with_the_same_slots(language):
    english, theirs = words_in("en"), words_in(language)
    bent = {key for key in theirs if key not in english}

    assert [key for key in english if key not in theirs] == []
    # What is more than English has are other forms of words that English does not bend.
    assert all(f"{key.split('.')[0]}.{key.split('.')[-1]}" in english for key in bent)
    for key, template in english.items():
        assert set(SLOT.findall(theirs[key])) == set(SLOT.findall(template)), key


def test_the_game_speaks_three_languages():
    assert set(GAME.languages) == set(LANGUAGES)
    assert len({GAME.catalogue(language)["recruit.done"] for language in LANGUAGES}) == 3


def numbers(name):
    """Every number in a card's data, by the name of its slot."""
    found = {}
    for effect in CARDS[name].effects:
        plain = {key: value for key, value in msgspec.structs.asdict(effect).items() if isinstance(value, int)}
        found |= plain | {f"usual_{key}": value for key, value in usual(effect).items()}
    return found


def targets(name):
    """The kinds of units a card's data speaks of."""
    found = set()
    for effect in CARDS[name].effects:
        data = msgspec.structs.asdict(effect)
        found |= {*data.get("units", ()), *([data["unit"]] if "unit" in data else [])}
    return found


@in_each_language
@every_card
@pytest.mark.rule("EPIX-C-CARDS")
def test_a_cards_text_tells_its_numbers_its_limit_and_its_units_EPIX_C_CARDS(name, language):
    words, card = GAME.catalogue(language), CARDS[name]
    template = words[f"ability_text.{name}"]
    text = ability_text(name)
    shown = say(words, text.key, text.args)

    assert set(SLOT.findall(template)) == {*numbers(name), *(["limit"] if card.limit else [])}
    assert all(re.search(rf"\b{number}\b", shown) for number in numbers(name).values())
    assert not re.search(r"[\[{]", shown)
    if card.limit:
        assert words[f"limit.{card.limit}"] in shown
    for unit in targets(name):
        forms = [words[key] for key in words if re.fullmatch(rf"unit\.(\w+\.)?{unit}", key)]
        assert any(form.split()[-1].lower() in shown.lower() for form in forms), unit


@in_each_language
def test_no_text_of_a_card_has_a_number_that_its_data_does_not_know(language):
    """0 is no number of a card: it is the least there is of anything."""
    words = GAME.catalogue(language)
    for name in CARDS:
        digits = re.findall(r"(?<![\w{])\d+", re.sub(r"\{[^}]*\}", "", words[f"ability_text.{name}"]))
        assert set(digits) <= {"0"}, name


@pytest.mark.rule("EPIX-C-CARDS")
def test_only_cards_that_can_be_used_up_have_a_limit_EPIX_C_CARDS():
    limits = {name: card.limit for name, card in CARDS.items() if card.limit}

    assert limits == {
        "border_levies": "action", "court_spies": "season", "bribed_sentries": "season", "swift_retreat": "season",
        "second_summons": "game",
    }  # fmt: skip


@in_each_language
def test_one_guess_and_two_guesses_are_told_apart(language):
    words = GAME.catalogue(language)
    one, two, three = (say(words, "hint.guesses", {"n": n}).replace(str(n), "#") for n in (1, 2, 3))

    assert one != two == three


@pytest.mark.rule("EPIX-REC-8")
def test_the_recruitment_card_says_in_and_not_beside():
    assert "that already hold units of yours" in GAME.catalogue()["action_text.recruitment"]


@in_each_language
def test_a_refusal_is_said_in_the_language_of_who_asks(language):
    t = position(action="recruitment", units={"aldermoor": "yellow soldier"}, gold=3)
    words = GAME.catalogue(language)

    refused = t.refuses("knight", "cinderpass")
    shown = refused.say(words)
    assert "6" in shown
    assert "3" in shown
    assert not re.search(r"[\[{]", shown)
    assert words["unit.knight"].split()[-1] in shown
    for unit in UNITS:
        assert not re.search(r"[\[{]", say(words, "recruit.placed", {
            "seat": 0, "unit": unit, "province": "frostvale", "gold": 2}))  # fmt: skip
