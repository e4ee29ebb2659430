"""Playing by typing: every kind of ask, and everything else a person may type."""

import re
import shlex
import sys
from pathlib import Path
from random import Random

import pytest

import arbiter
from arbiter.cli.answers import Unclear, foretold, read, wanted, why_not
from arbiter.cli.seating import seating_for
from arbiter.cli.words import Voice
from arbiter.core import Amount, Choose, Foreseen, Form, Illegal, Option, Place, Several, Text
from arbiter.core.saves import read as read_save
from tests.bots.lanterns import GAME, describe_field

VOICE = Voice(GAME, ["Player 1", "Player 2"])


def describe_number(number):
    return Option(number, "amount", {"value": number})


SET_UP = ["5 10", "2", "none"]


@pytest.fixture
def play(run, lanterns, tmp_path):
    """Play Lanterns with two seats against a random bot."""

    def play_lines(*typed, more=()):
        arguments = ("play", "lanterns", "--seats", 2, "--bots", "random", "--seed", 3, "--save", tmp_path / "g.json")
        return run(*arguments, *more, typed=typed)

    return play_lines


def test_a_form_is_filled_in_field_by_field(play, tmp_path):
    shown = play("5 10", "2").output
    assert shown.index("Where does the sign stand?") < shown.index("How large is it?")
    (sign,) = [entry for entry in arbiter.load(tmp_path / "g.json").journal if getattr(entry, "prompt", "") == "sign"]
    assert sign.answer == {"at": (5, 10), "size": 2}


def test_a_field_is_asked_again_until_it_is_legal(play):
    shown = play("7 10", "x", "5 10", "9", "2", "quit").output
    assert "(7, 10) is off the grid of 5" in shown
    assert (
        "Type x from 0 to 20 and y from 0 to 20, in steps of 5, with a space between; 'x' is no whole number." in shown
    )
    assert "9 is out of range: from 1 to 3" in shown
    assert "Which lamps do you change?" in shown


def test_a_game_to_its_end(play, tmp_path):
    result = play(*SET_UP, *["1"] * 20)
    assert result.exit_code == 0
    assert "The end" in result.output
    assert "Most points" in result.output
    assert "The dice's seed was 3." in result.output
    assert arbiter.verify(tmp_path / "g.json").good


def test_the_prompt_names_its_rule_and_the_question_mark_shows_it(play):
    shown = play(*SET_UP, "?", "? lan-2", "?LAN-9").output
    assert "LAN-3 · ? shows the rule" in shown
    assert "LAN-3  All show a lamp at once; the highest lights a field." in shown
    assert "LAN-2  The first player puts up the sign." in shown
    assert "LAN-9  (the ledger has no such entry)" in shown


def test_numbers_ranges_and_the_map_show_what_can_be_answered(play, tmp_path):
    for lamp in ("1", "2", "3"):
        shown = play(*SET_UP, lamp).output
        (tmp_path / "g.json").unlink()
        if "Which field do you light?" in shown:
            break
    assert re.search(r"1\. Light the North field", shown)
    assert "[1]" in shown, "the map carries the option's number"
    assert "Type a number from 1 to 4." in shown


def test_an_unknown_answer_says_what_would_be_right(play):
    shown = play(*SET_UP, "17", "quux", "").output
    assert "There is no option 17: type a number from 1 to 3." in shown
    assert "No option fits 'quux': type a number from 1 to 3, or help." in shown


def test_undo_log_look_board_and_help(play, tmp_path):
    result = play(
        *SET_UP, "undo", "1", "log", "look", "board", "help", "save", f"save {tmp_path / 'other.json'}", "quit"
    )
    assert "Taken back." in result.output
    assert "• The sign stands at 5, 10." in result.output
    assert "Nothing on the table has a text of its own." in result.output
    assert "take your last answer back" in result.output
    assert result.exit_code == 0
    log = arbiter.load(tmp_path / "other.json").log
    assert next(entry.answer for entry in log if getattr(entry, "prompt", "") == "change" and entry.seat == 0) == ()
    assert any(type(entry).__name__ == "Undone" for entry in log)


def test_leaving_saves_and_resuming_goes_on_with_the_same_company(run, play, tmp_path):
    play(*SET_UP, "quit")
    saved = read_save((tmp_path / "g.json").read_bytes())
    assert saved.seating == {"0": "you", "1": "random"}
    again = run("play", "lanterns", "--resume", tmp_path / "g.json", typed=["1"] * 20)
    assert again.exit_code == 0
    assert "Player 2 · random" in again.output
    assert "The end" in again.output


def resume_command(shown):
    return shlex.split(re.search(r"^Go on with: (.*)$", shown, re.MULTILINE)[1])


@pytest.mark.parametrize("found", [True, False])
def test_the_command_to_go_on_with_is_whole(run, tmp_path, monkeypatch, found):
    monkeypatch.setattr("arbiter.cli.plainly.shutil.which", lambda name: "/bin/arbiter" if found else None)
    monkeypatch.chdir(Path(__file__).parents[2])
    kept = tmp_path / "a game.json"
    arguments = ("--with", "examples.hoard:Hoard", "play", "hoard", "--seats", 2, "--seed", 3, "--save", kept)
    command = resume_command(run(*arguments, typed=["1", "quit"]).output)
    assert command[: 1 if found else 3] == (["arbiter"] if found else [sys.executable, "-m", "arbiter"])
    again = run(*command[1 if found else 3 :], typed=["2"] * 20)
    assert again.exit_code == 0
    assert "The end" in again.output
    assert arbiter.load(kept).over


def test_a_pack_is_named_in_the_command_to_go_on_with(run, tmp_path):
    pack = tmp_path / "fair.toml"
    pack.write_text('[event.gust]\nname = "Gust"\nnumber = 2\nwindows = ["W1"]\ntext = "Back."\ntarget = "opponent"\n'
                    'effects = [{ op = "push_back", squares = 1 }]\n')  # fmt: skip
    arguments = ("play", "yummell", "--seats", 2, "--seed", 3, "--save", tmp_path / "y.json", "--pack", pack)
    command = resume_command(run(*arguments, typed=["quit"]).output)
    assert command[command.index("--pack") + 1] == str(pack)
    assert run("play", "yummell", "--resume", tmp_path / "y.json", "--pack", pack, typed=["quit"]).exit_code == 0
    other = tmp_path / "other.toml"
    other.write_text(pack.read_text().replace("Gust", "Squall"))
    refused = run("play", "yummell", "--resume", tmp_path / "y.json", "--pack", other)
    assert refused.exit_code == 2
    assert "was begun without that pack" in refused.stderr


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--seats", 3), "was begun with seats 2, not 3"),
        (("--seed", "9"), "was begun with seed 3, not 9"),
        (("-o", "rounds=5"), "was begun with rounds 3, not 5"),
    ],
)
def test_a_saved_game_goes_on_as_it_was_begun_or_not_at_all(run, play, tmp_path, asked, said):
    play(*SET_UP, "quit")
    refused = run("play", "lanterns", "--resume", tmp_path / "g.json", *asked)
    assert refused.exit_code == 2
    assert said in refused.stderr
    same = run("play", "lanterns", "--resume", tmp_path / "g.json", "--seats", 2, "-o", "rounds=3", typed=["quit"])
    assert same.exit_code == 0


def test_resuming_gives_the_game_that_would_have_been(run, play, tmp_path):
    whole = play(*SET_UP, *["1"] * 20) and (tmp_path / "g.json").read_text()
    (tmp_path / "g.json").unlink()
    play(*SET_UP)
    run("play", "lanterns", "--resume", tmp_path / "g.json", typed=["1"] * 20)
    assert (tmp_path / "g.json").read_text() == whole


def test_no_game_is_written_over_another(play, tmp_path):
    play("quit")
    kept = (tmp_path / "g.json").read_text()
    again = play("quit")
    assert again.exit_code == 2
    assert "exists already: --resume" in again.stderr
    (tmp_path / "g.json").rename(tmp_path / "other.json")
    assert "Not saved: " in play(f"save {tmp_path / 'other.json'}", "quit").output
    assert (tmp_path / "other.json").read_text() == kept


def test_a_folder_that_cannot_be_written_is_said_in_words(run, lanterns, play, tmp_path):
    (tmp_path / "full").write_text("")
    done = run("play", "lanterns", "--save", tmp_path / "full" / "g.json")
    assert done.exit_code == 2
    assert done.stderr.startswith("arbiter: ")
    shown = play(f"save {tmp_path / 'full' / 'g.json'}", "quit")
    assert "Not saved: " in shown.output
    assert shown.exit_code == 0
    assert (tmp_path / "g.json").exists()


def test_resume_last_finds_the_game_left_last(run, lanterns, home):
    assert run("play", "lanterns", "--resume", "last").exit_code == 2
    run("play", "lanterns", "--seats", 2, "--seed", 1, typed=["quit"])
    result = run("play", "lanterns", "--resume", "last", typed=["quit"])
    assert result.exit_code == 0
    assert len(list((home / "games").glob("*.json"))) == 1


def test_bots_alone_play_a_game_to_watch(run, lanterns):
    result = run("play", "lanterns", "--seats", 2, "--bots", "random,clever", "--seed", 1)
    assert result.exit_code == 0
    assert "The wind blows" in result.output
    assert "The end" in result.output


def test_two_people_at_one_keyboard_do_not_see_each_others_lamps(run, lanterns):
    shown = run(
        "play", "lanterns", "--seats", 2, "--bots", "you,you", "--seed", 1, typed=["", "5 5", "1", "none", "", "none"]
    ).output
    first, second = shown.index("Player 1 is asked. Press Enter"), shown.index("Player 2 is asked. Press Enter")
    assert first < second
    hands = arbiter.new(GAME, 2, seed=1).state.hands
    for lamp in hands[0]:
        assert f"Lamp {lamp}" in shown[first:second]
        between = shown[second : shown.index("Player 1 is asked", second)]
        assert not re.search(rf"Lamps: [^\n│]*Lamp {lamp}\b", between)


def test_no_words_are_lost_where_there_is_no_terminal(play):
    shown = play(*SET_UP, *["1"] * 20).output
    assert "\x1b" not in shown
    assert "[lanterns" not in shown


@pytest.mark.parametrize(
    ("ask", "typed", "answer"),
    [
        (Choose(0, ["north", "south"], "field", describe_field), "2", "south"),
        (Choose(0, ["north", "south"], "field", describe_field), "light the n", "north"),
        (Choose(0, ["north", "south"], "field", describe_field), "South", "south"),
        (Amount(0, 0, 9, "oil"), " 4 ", 4),
        (Amount(0, 0, 9, "oil"), "-3", -3),
        (Several(0, [4, 7, 9], 0, 2, "change"), "3, 1", (9, 4)),
        (Several(0, [4, 7, 9], 0, 2, "change"), "", ()),
        (Several(0, [4, 7, 9], 0, 3, "change"), "all", (4, 7, 9)),
        (Several(0, [4, 7, 9], 0, 3, "amount", describe_number), "9 4", (9, 4)),
        (Choose(0, [0, 1, 2], "amount", describe_number), "0", 0),
        (Place(0, (0, 0, 9, 9), "x", facings=(0, 90)), "(3, 4, 90)", (3, 4, 90)),
    ],
)
def test_what_is_typed_is_read_as_an_answer(ask, typed, answer):
    assert read(ask, typed, VOICE) == answer


@pytest.mark.parametrize(
    ("ask", "typed"),
    [
        (Choose(0, ["north", "south"], "field", describe_field), "0"),
        (Choose(0, ["north", "south"], "field", describe_field), "light"),
        (Choose(0, ["north", "south"], "field", describe_field), ""),
        (Several(0, [0, 1, 2], 2, 2, "amount", describe_number), "3"),
        (Choose(0, [4, 7], "amount", describe_number), "1"),
        (Amount(0, 0, 9, "oil"), "much"),
        (Amount(0, 0, 9, "oil"), "²"),
        (Several(0, [4, 7, 9], 0, 2, "change"), "1 x"),
        (Place(0, (0, 0, 9, 9), "x"), "here"),
    ],
)
def test_what_is_no_answer_is_said_to_be_none(ask, typed):
    with pytest.raises(Unclear, match=re.escape(wanted(ask, VOICE))):
        read(ask, typed, VOICE)


def standing_at(prompt, seed=1):
    """Lanterns at the first ask with this prompt, for the seat that is asked."""
    table, rng = arbiter.new(GAME, 2, seed), Random(seed)
    while table.asks[0].prompt != prompt or (prompt == "field" and not table.state.lit):
        table.answer(table.asks[0].seat, table.asks[0].sample(rng))
    return table, table.asks[0]


@pytest.mark.parametrize("said", ["{}", "{} field", "{} FIELD", '"{}"'])
def test_why_not_gives_the_rules_reason(said):
    table, ask = standing_at("field")
    (lit,) = table.state.lit
    found = why_not(ask, said.format(lit), VOICE, table.scene(0))
    assert isinstance(found, Illegal)
    assert found.reason == f"the {lit} field is lit already"
    assert found.rule == "LAN-4"


def test_why_not_says_when_there_is_no_reason_not_to():
    table, ask = standing_at("field")
    dark = ask.values[0]
    for said in (dark, f"{dark} field", "1"):
        assert why_not(ask, said, VOICE, table.scene(0)) == f"That is allowed: Light the {dark.title()} field."


def test_why_not_of_words_that_a_form_reads_says_what_they_would_come_to():
    def size(typed):
        if not typed.isdigit():
            raise Illegal("no size")
        return {"size": int(typed)}

    form = Form(
        0, {"size": Amount(0, 1, 3, "size")}, "sign", read=size,
        foresee=lambda answer: Foreseen(text=Text("sign", {"size": answer["size"]})),
    )  # fmt: skip
    allowed = foretold(form, "2", VOICE)
    assert allowed.startswith("That is allowed: 2. ")
    assert allowed.endswith(".")
    assert foretold(form, "9", VOICE).key == "refused.form.field"
    assert foretold(form, "large", VOICE) is None
    assert foretold(form.fields["size"], "2", VOICE) is None


def test_why_not_of_nonsense_says_what_is_wanted():
    table, ask = standing_at("field")
    found = why_not(ask, "the moon", VOICE, table.scene(0))
    assert "'the moon' is not an answer here; what is wanted is a number from 1 to 3" in str(found)


def test_why_not_in_epix_names_the_rule():
    table, rng = arbiter.new("epix", 4, seed=3), Random(1)
    while table.asks[0].prompt != "preliminary":
        table.answer(table.asks[0].seat, table.asks[0].sample(rng))
    ask = table.asks[0]
    voice, scene = Voice(table.game, ["A", "B", "C", "D"]), table.scene(ask.seat)
    castle = next(voice.text(region.name) for region in scene.regions if region.holder == ask.seat)
    found = why_not(ask, f"camp {castle}", voice, scene)
    assert isinstance(found, Illegal)
    assert found.rule in voice.rules


@pytest.mark.parametrize(
    ("seats", "bots", "seating"),
    [
        (3, None, ["you", "clever", "clever"]),
        (3, "random", ["you", "random", "random"]),
        (4, "random,search:9", ["you", "random", "search:9", "search:9"]),
        (3, "clever,YOU", ["clever", "you", "clever"]),
        (2, "random,random", ["random", "random"]),
        (2, "you, you", ["you", "you"]),
    ],
)
def test_who_sits_where(seats, bots, seating):
    assert list(seating_for(seats, bots).values()) == seating


def test_too_many_at_a_table():
    with pytest.raises(ValueError, match="5 players are named for 3 seats"):
        seating_for(3, "clever,clever,clever,you,you")


def test_in_doubt_the_judge_of_the_game_is_asked(run, play, tmp_path):
    arguments = ("play", "yummell", "--seats", 2, "--bots", "random", "--seed", 3, "--save", tmp_path / "y.json")
    shown = run(*arguments, typed=["ask May I go twice?", "ask May I go twice?", "ask And thrice?"]).output
    assert len(re.findall(r"Yhop (?:shows|does not show) Y. May I go twice\?", shown)) == 2
    assert "Yhop hears one question of each player in a round" in shown
    assert "Yhop" not in play("5 10", "ask May I?").output


@pytest.fixture
def pickets(run, tmp_path, monkeypatch):
    """Play the example with two boards, orders to fill in and pieces that stand anywhere."""
    monkeypatch.chdir(Path(__file__).parents[2])

    def play_lines(*typed):
        kept = tmp_path / "p.json"
        arguments = ("--with", "examples.pickets:Pickets", "play", "pickets", "--seats", 2, "--bots", "random")
        result = run(*arguments, "--seed", 3, "--save", kept, typed=typed)
        return result.output, [entry for entry in arbiter.load(kept).journal if getattr(entry, "seat", 1) == 0]

    return play_lines


def test_a_form_that_does_not_hold_as_a_whole_is_changed_where_it_is_wrong(pickets):
    shown, said = pickets("tower", "2", "2", "1", "quit")
    assert "No: the tower is narrow: at most one torch goes up." in shown
    assert "1. Where does your captain stand?" in shown
    assert "Type the number of a field to change it, from 1 to 2." in shown
    assert said[0].answer == {"post": "tower", "torches": 1}


def test_why_not_names_the_field_of_a_form_that_does_not_hold_and_says_what_is_wrong(pickets):
    shown, _ = pickets("tower", "2", "why not 2", "why not 5", "2", "1", "quit")
    assert (
        "No: How many torches does the picket take? (2): the tower is narrow: at most one torch goes up."
        in " ".join(shown.split())
    )
    assert "'5' is not an answer here" in shown


def test_a_field_of_a_form_is_called_as_it_was_asked(run, tmp_path):
    """Fields that were left out are not offered."""
    orders = ["1"] * 7 + ["give orders to 11th", "take a formation", "The Stone", "1", "40", "why not 3", "3", "quit"]
    play = ("play", "qadardalikoi", "-o", "scenario=wells", "--seed", 17, "--bots", "you,simple")
    done = run(*play, "--save", tmp_path / "b.json", typed=orders)
    shown = " ".join(done.output.split())
    assert "3. Manoeuvre 2 stay 4. Files" in shown
    assert "No: Manoeuvre 2 (stay): formation 1 cannot stand in 16 files and 1 ranks. QAD-0.420-a" in shown


def test_a_form_says_which_field_it_is_at_and_goes_back(pickets):
    shown, said = pickets("1", "back", "3", "0", "quit")
    assert shown.count("Player 1 · 1 of 2") == 2
    assert "Player 1 · 2 of 2" in shown
    assert said[0].answer == {"post": "well", "torches": 0}


def test_a_place_is_typed_with_its_facing_and_the_reason_comes_at_once(pickets):
    shown, said = pickets("1", "0", "200 130 0", "why not 5 5 0", "201 20 n", "20 20 7", "20 20", "20 20 e", "quit")
    assert "No: nobody stands in the bog." in shown
    assert "(5, 5) lies outside 10..390 by 10..250" in shown
    assert "(201, 20) is off the grid of 5" in shown
    assert "7 is not a facing" in shown
    assert "and a facing (0 to 345 in steps of 15)" in " ".join(shown.split())
    assert said[1].answer == (20, 20, 90)


def test_another_board_can_be_looked_at(pickets):
    shown, _ = pickets("1", "0", "20 20 e", "board moor", "board bog", "board all", "quit")
    assert "The moor; board NAME shows another: The camp" in shown
    assert "There is no board 'bog'; there is: The camp, The moor" in shown
    assert shown.count("Where does your captain stand?") >= 4


def test_looking_at_a_thing_shows_that_thing(pickets, run, tmp_path):
    shown, _ = pickets("1", "0", "20 20 e", "look picket", "look the fire", "look fir", "look ogre", "quit")
    assert "Picket (Player 1)\n  Facing  90\n  Reach   60 paces\n  at 20, 20, → 90°" in shown
    assert "The fire\n  Captain (Player 1)" in shown
    assert "Nothing on the table is called 'ogre'." in shown
    arguments = ("play", "yummell", "--seats", 3, "--bots", "random", "--seed", 3, "--save", tmp_path / "y.json")
    shown = run(*arguments, typed=["look glurp", "look player 2", "look 2", "look glurpisa", "quit"]).output
    first, someone, second, near = re.split(r"^> look .*\n", shown, flags=re.MULTILINE)[1:5]
    assert re.search(r"^Glurpissa: Strength \d", first, re.MULTILINE)
    # The pawn and the sheet, each with its small table, and nothing else.
    assert re.search(r"^  Ability +Mud Native$", first, re.MULTILINE)
    assert len(re.findall(r"^Glurpissa", first, re.MULTILINE)) == 2
    assert len(first.splitlines()) < 25
    assert someone.startswith("Player 2\nSquares to go ")
    assert "Hand: ▒" in someone
    assert len(second.splitlines()) < 15
    assert near.startswith("Nothing on the table is called 'glurpisa'. Do you mean Glurpissa?")


@pytest.mark.parametrize(
    ("language", "printed", "ours"),
    [
        ("en", "printed in the rulebook: name, kind, Gold it pays; the rest is ours", "printed in the rulebook: kind"),
        (
            "fr",
            "imprimé dans le livret de règles : nom, genre, Or rapporté",
            "imprimé dans le livret de règles : genre",
        ),
        ("de", "im Regelheft gedruckt: Name, Art, Goldertrag", "im Regelheft gedruckt: Art"),
    ],
)
def test_a_close_look_says_what_of_a_thing_is_printed(run, tmp_path, language, printed, ours):
    arguments = ("play", "epix", "--seats", 2, "--seed", 3, "--save", tmp_path / "e.json", "--language", language)
    shown = run(*arguments, typed=["look lochmess", "look frostvale", "quit"]).output
    first, second = (" ".join(part.split()) for part in re.split(r"^> look .*\n", shown, flags=re.MULTILINE)[1:3])
    assert printed in first
    assert ours in second
