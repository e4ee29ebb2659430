"""Printed or ours: every thing in a content file says it, and a close look at it tells."""

import re
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest

import arbiter
from arbiter.content import Entry, Library, Marked, PackError, Vocabulary, read_text, tally
from arbiter.content.printed import fields_of
from arbiter.core import say
from arbiter.core.messages import faults
from arbiter.games.tekumel import GAME as TEKUMEL

GAMES = {game.id: game for game in (TEKUMEL, *map(arbiter.find, arbiter.known()))}
DOCS = Path(__file__).parents[2] / "docs"
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


class Room(Marked, frozen=True, kw_only=True):
    id: str
    doors: int = 1


class Inn(Entry, frozen=True, kw_only=True):
    beds: int = 2
    rooms: tuple[Room, ...] = ()


def read(text, printed=""):
    return read_text(f'[pack]\nname = "Roads"\n{printed}\n{text}', "roads.toml", {"inn": Inn}, Vocabulary([]))


def library(*packs, added=()):
    found = Library()
    for pack in packs:
        found.add(pack)
    return found.with_packs(added)


# What a file must say


@each_game
def test_every_content_file_says_of_everything_in_it_whether_it_is_printed(game):
    assert [file for one in game.content() for file in one.unmarked()] == []


@each_game
def test_no_content_file_is_left_out(game):
    read = {pack.file for one in game.content() for pack in one.packs}
    assert read == {file.name for file in (files(game.folder) / "content").iterdir() if file.name.endswith(".toml")}
    assert read, f"{game.id} has content"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("[inn.fox]\nbeds = 3", ""),
        ('[inn.fox]\nprinted = true\nrooms = [{ id = "loft" }]', ""),
        ('[inn.fox]\nrooms = [{ id = "loft" }]', "printed = false"),
    ],
    ids=["an entry", "a record in an entry", "the file's mark is that of its entries only"],
)
def test_a_file_without_marks_is_found(text, printed):
    assert library(read(text, printed)).unmarked() == ["roads.toml"]


def test_a_file_can_mark_all_its_entries_and_an_entry_itself_otherwise():
    marks = '[inn.fox]\n[inn.hart]\nprinted = ["beds"]\n[inn.swan]\nprinted = true'
    inns = read(marks, "printed = false").entries["inn"]
    assert [inn.printed for inn in inns.values()] == [False, ("beds",), True]
    assert [inns["hart"].prints(field) for field in ("name", "beds")] == [False, True]
    assert inns["swan"].prints("beds")
    assert library(read("[inn.fox]", "printed = false")).unmarked() == []


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        (
            '[inn.fox]\nprinted = ["bed"]',
            "printed[0]",
            "expected a field of this entry (beds, name, rooms), got 'bed'; did you mean 'beds'?",
        ),
        ('[inn.fox]\nprinted = ["name", "printed"]', "printed[1]", "got 'printed'"),
        (
            '[inn.fox]\nrooms = [{ id = "loft", printed = ["size"] }]',
            "rooms[0].printed[0]",
            "expected a field of this entry (doors, id, name), got 'size'",
        ),
        ('[inn.fox]\nprinted = "all"', "printed", "expected true or false or a list of text, got 'all'"),
    ],
)
def test_a_mark_that_names_what_is_not_there_does_not_load(text, place, problem):
    with pytest.raises(PackError) as raised:
        read(text)
    wrong = raised.value
    assert (wrong.file, wrong.entry, wrong.field) == ("roads.toml", "inn.fox", place)
    assert problem in wrong.problem


def test_things_are_counted_by_kind():
    roads = read(
        """
        [inn.fox]
        printed = true
        rooms = [{ id = "loft", printed = ["id"] }, { id = "hall", printed = false }]
        [inn.hart]
        printed = ["beds"]
        [inn.swan]
        printed = []
        """
    )
    counted = tally(library(roads).marked())
    assert {kind: (one.printed, one.partly, one.ours) for kind, one in counted.items()} == {
        "inn": (1, 1, 1),
        "room": (0, 1, 1),
    }


# What people see


@pytest.mark.parametrize(
    ("mark", "own", "added"),
    [
        ("printed = true", "printed in the rulebook", "printed in the rulebook"),
        ("printed = false", "ours", "from the pack “Roads”"),
        ("", "ours", "from the pack “Roads”"),
        (
            'printed = ["name"]',
            "printed in the rulebook: name; the rest is ours",
            "printed in the rulebook: name; the rest is from the pack “Roads”",
        ),
    ],
)
def test_a_close_look_says_where_a_thing_comes_from(mark, own, added):
    pack = read(f"[inn.fox]\n{mark}")
    words = TEKUMEL.catalogue()
    for found, right in ((library(pack), own), (library(added=[pack]), added)):
        (row,) = found.origin("inn", "fox")
        assert say(words, row.name.key, row.name.args) == "Origin"
        assert say(words, row.value.key, row.value.args) == right


def test_what_the_rulebook_says_besides_is_a_line_of_its_own():
    rows = library(read('[inn.fox]\nbasis = "inns have beds"', "printed = false")).origin("inn", "fox")
    assert [say({}, row.value.key, row.value.args) for row in rows[1:]] == ["inns have beds"]


@each_game
def test_every_kind_every_field_and_every_word_of_the_rulebook_has_its_words(game):
    things = [one for found in game.content() for _, one in found.marked()]
    fields = {name for one in things if isinstance(one.printed, tuple) for name in one.printed}
    if "packs" in game.operator_options:
        # Whoever writes a pack may mark any field of it.
        kinds = {*import_module(f"{game.folder}.entries").KINDS.values(), *map(type, things)}
        fields |= {name for kind in kinds for name in fields_of(kind)}
    for language in game.languages:
        words = game.catalogue(language)
        assert [kind for kind in game.tally() if f"content.{kind}" not in words] == []
        assert sorted(name for name in fields if f"field.{name}" not in words) == []
        assert [fault for one in things if one.basis for fault in faults(words, one.basis, {})] == []


@each_game
def test_the_page_of_a_game_counts_what_is_printed_and_what_is_ours(game):
    words = game.catalogue()
    rows = [
        f"| {words[f'content.{kind}']} | {one.printed or '-'} | {one.partly or '-'} | {one.ours or '-'} |"
        for kind, one in game.tally().items()
    ]
    page = (DOCS / f"{game.id}.md").read_text(encoding="utf-8")
    section = re.search(r"(?ms)^## What is printed, and what is ours$(.*?)^## ", page)
    assert section, f"docs/{game.id}.md has no section on what is printed"
    table = [line for line in section[1].splitlines() if line.startswith("| ")]
    assert table[0] == "| content | printed | in part | ours |"
    assert table[1:] == rows
