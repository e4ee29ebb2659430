"""Packs: what is read, and what a faulty one says."""

import pytest

from arbiter.content import Library, PackError, Steps, gather, read_pack, read_text
from arbiter.content.pack import slug

from .countryside import COUNTRYSIDE, Card, Choose, Gain, Has, If

KINDS = {"card": Card}
GOOD = """
[pack]
name = "Meadow"

[card.hag]
name = "The Hag"
copies = 2
effects = [
  { op = "if", tests = [{ is = "has", what = "gold", n = 3 }], then = [
    { op = "choose", options = [[{ op = "gain", what = "gold" }], [{ op = "gain", what = "life", n = 2 }]] },
  ] },
]
"""


def read(text: str, file: str = "meadow.toml"):
    return read_text(text, file, KINDS, COUNTRYSIDE)


def test_a_pack_becomes_checked_entries():
    hag = read(GOOD).entries["card"]["hag"]
    assert isinstance(hag, Card)
    assert (hag.name, hag.copies) == ("The Hag", 2)
    (branch,) = hag.effects
    assert isinstance(branch, If)
    assert branch.tests == (Has("gold", 3),)
    (choice,) = branch.then
    assert isinstance(choice, Choose)
    assert choice.options == ((Gain("gold"),), (Gain("life", 2),))
    assert branch.otherwise == Steps()


def test_entries_may_stand_in_a_list_and_are_named_by_their_name():
    pack = read('[[card]]\nname = "Old Man\'s Beard"\n[[card]]\nname = "Two"\n')
    assert list(pack.entries["card"]) == ["old_mans_beard", "two"]
    assert slug("Will-o'-the-Bog") == "will_o_the_bog"


@pytest.mark.parametrize(
    ("old", "new", "place", "problem"),
    [
        (
            'what = "life"',
            'what = "lfe"',
            "effects[0].then[0].options[1][0].what",
            "expected one of gold, life, got 'lfe'",
        ),
        ("n = 2", 'n = "2"', "effects[0].then[0].options[1][0].n", "expected a whole number, got '2'"),
        ('op = "choose"', 'op = "chose"', "effects[0].then[0].op", "did you mean 'choose'?"),
        ('is = "has"', 'is = "had"', "effects[0].tests[0].is", "no condition is called 'had'"),
        (
            "copies = 2",
            "copis = 2",
            "copis",
            "unknown field (known: basis, copies, effects, name, printed); did you mean 'copies'?",
        ),
        ('name = "The Hag"', "", "name", "this field is required and missing"),
        ("copies = 2", "copies = true", "copies", "expected a whole number, got True"),
        ("tests = [", "tests = 3 #", "effects[0].tests", "expected a list of tables, got 3"),
    ],
)
def test_an_error_names_file_line_card_field_and_what_was_expected(old, new, place, problem):
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    if "#" in new:
        text = GOOD.replace('tests = [{ is = "has", what = "gold", n = 3 }]', "tests = 3")
    with pytest.raises(PackError) as caught:
        read(text)
    error = caught.value
    assert (error.file, error.entry, error.line) == ("meadow.toml", "card.hag", 5)
    assert error.field == place
    assert problem in error.problem
    assert str(error).startswith(f"meadow.toml:5: card.hag: {place}: ")


def test_unknown_kinds_and_broken_toml():
    with pytest.raises(PackError, match=r"no such kind of entry .*did you mean 'card'"):
        read("[crd.a]\nname = 'A'\n")
    with pytest.raises(PackError, match="is not TOML"):
        read("[card.a\n")
    with pytest.raises(PackError, match=r"pack: nme: unknown field"):
        read('[pack]\nnme = "x"\n')
    with pytest.raises(PackError, match="stands in the pack twice"):
        read('[[card]]\nname = "A"\n[[card]]\nname = "A"\n')
    with pytest.raises(PackError, match="cannot be read"):
        read_pack("nowhere.toml", KINDS, COUNTRYSIDE)


def test_packs_stand_on_one_another():
    library = Library()
    library.add(read(GOOD))
    with pytest.raises(PackError, match=r"card\.hag: meadow\.toml has it already"):
        library.add(read('[card.hag]\nname = "Another"\n', "mine.toml"))
    library.add(read('[pack]\nreplaces = ["card.hag"]\n[card.hag]\nname = "Another"\n', "mine.toml"))
    assert library.all("card", Card)["hag"].name == "Another"
    with pytest.raises(PackError, match=r"there is no card\.wolf to replace"):
        library.add(read('[pack]\nreplaces = ["card.wolf"]\n', "other.toml"))


def test_a_pack_may_bring_python_functions(tmp_path):
    (tmp_path / "tricks.py").write_text("def twist(turns):\n    return turns * 2\n\ndef _secret():\n    pass\n")
    text = '[pack]\nfunctions = "tricks.py"\n[card.a]\nname = "A"\neffects = [{ op = "call", function = "%s" }]\n'
    (tmp_path / "good.toml").write_text(text % "twist")
    library = gather([tmp_path / "good.toml"], KINDS, COUNTRYSIDE)
    assert library.functions["twist"](3) == 6
    (tmp_path / "bad.toml").write_text(text % "twits")
    with pytest.raises(PackError, match=r"no function 'twits' .*did you mean 'twist'"):
        read_pack(tmp_path / "bad.toml", KINDS, COUNTRYSIDE)
    (tmp_path / "lost.toml").write_text('[pack]\nfunctions = "none.py"\n')
    with pytest.raises(PackError, match="expected a Python file beside the pack"):
        read_pack(tmp_path / "lost.toml", KINDS, COUNTRYSIDE)
    with pytest.raises(PackError, match="no effect is called 'call'"):
        read('[card.a]\nname = "A"\neffects = [{ op = "call", function = "twist" }]\n')
