"""`arbiter referee`: people tell facts and dice, and get what the chapters of the battle say."""

import json
import re
import shlex

import pytest
import typer
from rich.console import Console

from arbiter.cli.battles import begun
from arbiter.cli.referee import QUESTIONS, rule_once
from arbiter.cli.speech import spoken
from arbiter.games.qadardalikoi import GAME, referee, results
from arbiter.words import interface

LEDGER = {entry["id"] for kind in ("rule", "gap") for entry in GAME.ledger()[kind]}
ARCHERS, SHEN, HEAVY = "unit=tsolyani/archers/20", "foe=shen/shen_halberd/16", "unit=7th heavy"
EXAMPLES = {
    "missile": (ARCHERS, SHEN, "distance=150", "exposure=50", "moved=half"),
    "melee": (HEAVY, SHEN, "contact=8", "charged=yes"),
    "morale": (HEAVY, "friend_near=yes"),
    "rally": (HEAVY, "percent=40", "rout=yes"),
    "fatigue": (HEAVY, "fatigue=3", "did=charge,melee"),
    "move": (HEAVY, "fatigue=9", "do=advance 50, wheel left 20", "going=woods"),
    "fly": ("unit=hlaka/hlaka_javelin/12", "distance=400", "fatigue=9", "height=100"),
    "charge": (HEAVY, SHEN, "distance=140", "fatigue=9"),
    "duel": ("nation=tsolyani", "foe_nation=livyani", "number=2"),
    "table": ("row=2", "hits=18"),
}


@pytest.fixture
def ruled(capsys, home):
    """A ruling, asked for beneath the parser of the command line, which is slow to build."""

    def rule(what, *facts, seed="1"):
        rule_once(Console(), what, facts, seed, as_json=True)
        return json.loads(capsys.readouterr().out)

    return rule


@pytest.fixture
def words_of(ruled):
    return lambda *asked, **more: "\n".join(line["text"] for line in ruled(*asked, **more)["lines"])


@pytest.fixture
def refusal_of(ruled, capsys):
    def refuse(*asked):
        with pytest.raises(typer.Exit):
            ruled(*asked)
        return capsys.readouterr().err

    return refuse


def test_the_command_rules_what_the_game_rules():
    assert tuple(referee.QUESTIONS) == QUESTIONS


@pytest.mark.parametrize("what", QUESTIONS)
def test_help_teaches_every_fact_and_the_example_works(ruled, what):
    for language in ("en", "fr", "de"):
        taught = interface(language)[f"cli.help_of.referee_{what}_facts"]
        for name in referee.QUESTIONS[what].facts:
            own, whole = (referee.said(one, GAME.catalogue(language)) for one in (name.removeprefix("foe_"), name))
            assert f"`{own}`" in taught or f"`{whole}`" in taught
        assert f"arbiter referee {what}" in taught
    assert ruled(what, *EXAMPLES[what])["lines"]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_ruling_is_said_in_every_language(words_of, language):
    spoken.use(language)
    for what, facts in EXAMPLES.items():
        said = words_of(what, *facts)
        assert said.strip()
        assert "[" not in said, f"a word is missing: {said}"


def test_the_command_itself_with_its_help(run):
    shown = run("referee", "--help").output
    assert "arbiter referee missile unit=tsolyani/archers/20" in shown
    assert "Needed: unit, foe, contact" in run("referee", "melee", "--help").output
    said = run("referee", "table", "row=2", "hits=18", "--language", "de").output
    assert "Der Verteidiger verliert 10. (QAD-2.240-a)" in said


def test_four_crossbows_as_the_rulebook_works_them_out(ruled):
    done = ruled(
        "missile", "unit=tsolyani/light_crossbow/8", "foe=tsolyani/medium_spear/1", "distance=100", "firing=4",
        "shots=1", "dice=62",
    )  # fmt: skip
    said = "\n".join(line["text"] for line in done["lines"])
    assert "4 shots at 100 % exposure, 4 hits; roll 62, attack number -8: 1 lost." in said
    assert "+6 (QAD-2.212-h)" in said
    assert "-15 (QAD-2.212-h)" in said
    assert "row -8, column 4: 1" in said
    assert done["rolled"] == []


def test_shots_at_cover_are_rolled_one_by_one_with_the_dice_of_the_table(words_of):
    facts = (ARCHERS, SHEN, "distance=150", "firing=3", "shots=1")
    said = words_of("missile", *facts, "exposure=50", "dice=50,51,00,60")
    assert "3 shots at 50 % exposure, 1 hit; roll 60" in said
    assert "shots are lost" in words_of("missile", ARCHERS, SHEN, "distance=900")


def test_a_melee_is_worked_weapon_by_weapon_and_the_fallen_strike_no_more(ruled):
    done = ruled("melee", HEAVY, SHEN, "contact=8", "charged=yes", "dice=60,40,20,33")
    struck = [line["args"] for line in done["lines"] if line["key"] == "melee.strike"]
    assert [one["n"] for one in struck] == [8, 6], "two of the eight who were touched have fallen before they strike"
    assert struck[0]["shift"] == 2, "the charge and the mark of the legion"
    assert struck[0]["lost"] == results.casualties(struck[0]["net"], 8, 2)
    assert done["now"]["foe_figures"] == 16 - struck[0]["lost"]
    plain = ruled("melee", HEAVY, SHEN, "contact=8", "dice=60,40,20,33")
    assert next(line["args"]["shift"] for line in plain["lines"] if line["key"] == "melee.strike") == 1


@pytest.mark.parametrize(
    ("fact", "part"),
    [
        ("foe_entrenched=yes", "Attacking entrenched troops -1 (QAD-2.223b-a)"),
        ("foe_fanatic=yes", "Non-fanatics attack fanatics -2 (QAD-2.223a-b)"),
        ("last_stand=yes", "Fanatics attack non-fanatics +2 (QAD-2.223a-a)"),
        ("steel=yes", "Steel +1 (QAD-2.223e-a)"),
        ("dust=yes", "Dust of its own side +1 (QAD-2.223-f)"),
        ("stance=yes", "Shields overhead +1 (QAD-2.223-e)"),
        ("plan=5", "Formation of the army"),
    ],
)
def test_what_is_told_of_a_melee_counts(words_of, fact, part):
    told = words_of("melee", HEAVY, SHEN, "contact=8", fact, "dice=60,40,20,33")
    assert part in told
    assert part not in words_of("melee", HEAVY, SHEN, "contact=8", "dice=60,40,20,33")


@pytest.mark.parametrize(("second", "weapon"), [("no", "sro_spear"), ("yes", "sro_sword")])
def test_beasts_with_two_weapons_use_the_one_that_is_told(ruled, second, weapon):
    told = ruled("melee", "unit=tane/sro_spear/2", SHEN, "contact=2", f"second={second}", "flank=yes")["lines"]
    assert next(line["args"]["weapon"] for line in told if line["key"] == "melee.strike") == {"key": f"weapon.{weapon}"}
    assert ruled("melee", "unit=shen/shen_halberd/16", "foe=tane/bazhaq_riders/4", "contact=2")["lines"]


def test_everybody_in_a_howdah_shoots(ruled):
    told = ruled("missile", "unit=tane/sro_spear/2", SHEN, "distance=300", "shots=1")["lines"]
    assert next(line["args"]["shots"] for line in told if line["key"] == "missile.fire") == 2 * 3


@pytest.mark.parametrize(("where", "hits"), [("0", True), ("1", False)])
def test_what_is_dropped_hits_those_right_below(words_of, where, hits):
    said = words_of("missile", "unit=hlaka/hlaka_javelin/8", SHEN, f"distance={where}", "height=100")
    assert ("8 hits" in said) == hits
    assert ("the shots are lost. (QAD-3.017-G1)" in said) != hits
    assert "25 mm" in words_of("missile", "unit=hlaka/hlaka_javelin/8", SHEN, "distance=0", "height=20")


def test_who_strikes_at_the_flank_strikes_first(ruled):
    def first(*more):
        told = ruled("melee", HEAVY, SHEN, "contact=4", *more)["lines"]
        return next(line["args"]["unit"] for line in told if line["key"] == "melee.strike")

    assert first("flank=yes") == "7th Heavy Infantry"
    assert first("foe_flank=yes") == "Shén poleaxes"


def test_brood_mothers_are_defended(words_of):
    told = words_of("melee", "unit=hluss/hluss_spear/10", SHEN, "contact=4", "brood=yes")
    assert "Hlüss defending their own Brood-mother +3 (QAD-3.018-n3)" in told


@pytest.mark.parametrize(
    ("fact", "key"),
    [
        ("friend_near=yes", "Friendly unit within 250 mm +1"),
        ("command_near=yes", "Command figure within 250 mm +1"),
        ("commander_with=yes", "Army commander or Royal Person is with the unit +3"),
        ("commander_lost=yes", "Army commander or Royal Person killed while with the unit -3"),
        ("killed_command=yes", "Unit has killed an enemy command figure in melee +2"),
        ("flanked=yes", "Unit attacked in melee in flank or rear -1"),
        ("duels=2", "Duels of the champions +2 (QAD-2.013-a)"),
        ("figures=20", "Unit under half strength -1"),
    ],
)
def test_what_is_told_of_a_morale_check_counts(words_of, fact, key):
    assert key in words_of("morale", HEAVY, fact, "dice=1")
    assert key not in words_of("morale", HEAVY, "dice=1")


def test_a_failed_check_asks_for_percentile_dice(words_of):
    said = words_of("morale", "unit=tsolyani/mercenaries/10", "figures=4", "dice=20,44")
    assert "it fails" in said
    assert "falls back two moves (QAD-2.413-b)" in said
    assert "routs, and nothing rallies it" in words_of("morale", HEAVY, "dice=20,100")
    assert "(QAD-3.025-n2)" in words_of("morale", "unit=undead/mrur_pike/10")


def test_shots_at_cover_are_shown_one_by_one(words_of):
    said = words_of("missile", "unit=tsolyani/archers/2", SHEN, "distance=150", "exposure=50", "dice=10,60,50,51,62")
    assert "The shots roll 10, 60, 50, 51: up to 50 is a hit (QAD-2.212-e)." in said
    assert "2 hits" in said


def test_moves_and_charges_are_planned_by_the_battle_itself(run, words_of):
    said = words_of("move", HEAVY, "fatigue=9", "do=advance 50, wheel left 20", "going=woods", "files=4")
    assert "moves 140 mm on woods and rough. (QAD-2.110-b)" in said
    assert "advance 50: 50 mm of the move. (QAD-2.110-G1)" in said
    assert "Fatigue left: 7 of" in said
    assert "shifts 1 column right" in words_of("charge", HEAVY, SHEN, "distance=140", "fatigue=9")
    nluss = "unit=tsolyani_nluss/heavy_two_hand"
    assert "shifts 2 columns right in the melee. (QAD-3.014-n3)" in words_of(
        "charge", nluss, SHEN, "distance=140", "fatigue=9"
    )
    assert "It falls short" in words_of("charge", HEAVY, SHEN, "distance=300", "fatigue=9")
    said = words_of("move", HEAVY, "fatigue=9", "do=face left 90, advance 20")
    assert "It ends 0 mm ahead and 20 mm to the left of where it stood, turned 90 degrees to the left." in said
    refused = run("referee", "move", HEAVY, "fatigue=9", "do=advance 400")
    assert refused.exit_code == 2
    assert "240 mm more than the move of 160 mm (QAD-2.110-G1)" in refused.output


def test_who_shuns_water_is_not_led_into_it(refusal_of):
    asked = ("move", "unit=pe_choi/pe_choi_halberd/12", "fatigue=9", "do=advance 60", "going=swamp")
    assert "(QAD-3.001-n1)" in refusal_of(*asked)


def test_flyers_have_one_rate_for_along_and_up(words_of, refusal_of):
    """The rulebook's own: of 600 mm 400 are flown, and 200 are left to climb."""
    said = words_of("fly", "unit=hlaka/hlaka_javelin/12", "distance=400", "fatigue=9")
    assert "flies 600 mm in all" in said
    assert "In all 400 mm; 200 mm are left. (QAD-2.145-a)" in said
    assert "it may be 0 to 200 mm high" in said
    assert "it may be 100 to 500 mm high" in words_of(
        "fly", "unit=hlaka/hlaka_javelin/12", "distance=400", "fatigue=9", "height=300"
    )
    assert "(QAD-2.145-a)" in refusal_of("fly", "unit=hlaka/hlaka_javelin/12", "distance=601", "fatigue=9")
    assert "7th Heavy Infantry cannot fly" in refusal_of("fly", HEAVY, "distance=10", "fatigue=9")


def test_fatigue_duels_rallies_and_the_table(words_of, refusal_of):
    said = words_of("fatigue", HEAVY, "fatigue=2", "did=charge,melee")
    assert "-1 of" in said
    assert "owes points and has fought" in said
    assert "7 of" in words_of("fatigue", HEAVY, "fatigue=2")
    # Only who is attacked goes into debt.
    assert "takes 2 fatigue points, and the unit has 1 (QAD-2.300-a)" in refusal_of(
        "fatigue", HEAVY, "fatigue=1", "did=charge"
    )
    said = words_of("duel", "nation=tsolyani", "foe_nation=livyani", "won=6", "lost=1")
    assert "Duels 6 to 1: your morale checks +2, theirs -2. (QAD-2.013-a)" in said
    assert "60 against 60" in words_of("rally", HEAVY, "percent=40", "rout=yes", "commander=yes", "dice=60")
    assert "The defender loses 10." in words_of("table", "row=2", "hits=18")


def told_examples():
    """The commands of the help in every language, each with its facts."""
    found = set()
    for language in ("en", "fr", "de"):
        texts = " ".join(text for text in interface(language).values() if "arbiter referee" in text)
        commands = re.findall(r"`arbiter referee (\S+ [^`]+)`", texts)
        found |= {(language, *shlex.split(command)) for command in commands}
    return found


@pytest.mark.parametrize(
    ("language", "what", "facts"), [(one, what, facts) for one, what, *facts in sorted(told_examples())]
)
def test_what_the_help_shows_can_be_typed_as_it_stands(ruled, language, what, facts):
    spoken.use(language)
    assert ruled(what, *facts)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_no_two_facts_are_called_the_same(language):
    words = GAME.catalogue(language)
    names = [*referee.FACTS, "dice"]
    assert [referee.named(referee.said(name, words), names, words) for name in names] == names
    assert [referee.named(name, names, words) for name in names] == names


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("fr", ["unité=7th heavy", "ami_proche=oui", "dés=15"]),
        ("fr", ["Unite=7th heavy", "ami-proche=oui", "DES=15"]),
        ("de", ["einheit=7th heavy", "freund_nah=ja", "würfel=15"]),
        ("de", ["unit=7th heavy", "friend_near=yes", "dice=15"]),
    ],
)
def test_facts_are_told_by_their_names_in_the_language_of_the_terminal_and_in_english(ruled, language, typed):
    spoken.use(language)
    assert ruled("morale", *typed)["lines"][0]["args"]["roll"] == 15


def test_facts_are_asked_for_told_and_refused_by_their_names_in_french(run, refusal_of):
    done = run("referee", "--language", "fr", typed=["moral", "7th heavy", "?", "ami_proche=3 couleur=2", "quit"])
    assert "Votre unité : " in done.output
    assert "ami_proche      Une unité amie" in done.output
    assert "ami_proche : il faut oui ou non" in done.output
    assert "moral ne prend pas « couleur » ; il prend : pourquoi, ami_proche" in done.output
    spoken.use("fr")
    assert "pour juger tir il faut : ennemi, distance" in refusal_of("missile", ARCHERS)
    assert "ennemi_files : il faut un nombre entier" in refusal_of(
        "missile", ARCHERS, SHEN, "distance=9", "foe_files=-1"
    )
    assert "ennemi_contact : il faut" in refusal_of("melee", HEAVY, SHEN, "contact=4", "foe_contact=99")


def test_a_shell_completes_the_names_of_facts_in_its_language(home):
    spoken.use("de")
    context = typer.Context(typer.core.TyperCommand("melee"), info_name="melee")
    assert set(begun(context, "feind_b")) == {"feind_brut=", "feind_berührung="}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("melee", "unit=nobody"), "no legion is called 'nobody'"),
        (("melee", "unit=heavy"), "say more of its name"),
        (("melee", "unit=keneng#99"), "keneng has units 1 to 6, not '99'"),
        (("melee", "unit=elf/bow"), "there is no sheet 'elf'"),
        (("melee", "unit=shen/archers"), "shen carry no 'archers'; there are: shen_halberd"),
        (("missile", "distance"), "'distance' tells no fact; say NAME=VALUE"),
        (("missile", "colour=red"), "missile takes no 'colour'; it takes: unit, foe"),
        (("missile", ARCHERS), "a ruling on missile needs: foe, distance"),
        (("missile", HEAVY, SHEN, "distance=9"), "7th Heavy Infantry has no missile weapon"),
        (("missile", ARCHERS, SHEN, "distance=far"), "distance: a whole number from 0 to 6000 is wanted, not 'far'"),
        (("missile", ARCHERS, SHEN, "distance=9", "exposure=40"), "'40' is none of: 25, 33, 50, 66, 75, 100"),
        (("missile", ARCHERS, SHEN, "distance=9", "moved=more"), "moved more than half its move"),
        (("missile", ARCHERS, SHEN, "distance=9", "firing=30"), "firing: a whole number from 1 to 20 is wanted"),
        (("move", HEAVY, "do=fly 9"), "'fly 9' is no manoeuvre here; there are: advance"),
        (("move", HEAVY, "do=advance 9", "fatigue=99"), "fatigue: a whole number from -40 to"),
        (("morale", HEAVY, "stance=maybe"), "stance: yes or no is wanted, not 'maybe'"),
        (("morale", "unit=tsolyani/mercenaries/10", "dice=20"), "one more roll is needed, of 1 to 100"),
        (("morale", HEAVY, "dice=1,2"), "1 roll was told and not needed: 2"),
        (("morale", HEAVY, "dice=21"), "dice: a whole number from 1 to 20 is wanted, not '21'"),
        (("morale", HEAVY, "dice=one"), "dice: a whole number from 1 to 100 is wanted, not 'one'"),
        (("morale", HEAVY, "formation=14", "figures=4"), "formation 14 needs at least"),
        (("duel", "nation=narnia"), "nation: 'narnia' is none of: tsolyani"),
    ],
)
def test_what_is_wrong_is_said_with_what_would_be_right(capsys, home, arguments, said):
    with pytest.raises(typer.Exit) as ended:
        rule_once(Console(), *arguments[:1], arguments[1:], "1", as_json=False)
    assert ended.value.exit_code == 2
    assert said in capsys.readouterr().err


def test_at_the_table_facts_are_asked_for_and_remembered(run):
    typed = [
        "?", "chess", "mor", "?", "heavy", "7th heavy", "?", "friend_near=perhaps", "friend_near=yes,why=losses terror",
        "so it is", "colour=red", "", "15", "3", "", "", "", "3", "keneng#2", "", "", "quit",
    ]  # fmt: skip
    done = run("referee", typed=typed)
    assert done.exit_code == 0
    assert "'chess' is nothing that can be ruled; there are: missile" in done.output
    assert "SHEET/KIT/FIGURES" in done.output, "the help of a unit"
    assert "friend_near: yes or no is wanted, not 'perhaps'" in done.output
    assert "15 against" in " ".join(done.output.split())
    assert "Your unit [7th Heavy Infantry]:" in done.output
    assert "friend_near     A friendly unit within 250 mm [no]" in done.output, "all that may be told"
    assert "'so it is' tells no fact" in done.output
    assert "morale takes no 'colour'" in done.output
    assert done.output.count("So far: why=losses terror, friend_near=yes") > 1, "what was told is told again"
    _, _, other = done.output.rpartition("Your unit [7th Heavy Infantry]:")
    assert "So far: why=losses terror, friend_near=yes" in other, "what is not of the unit stays"
    assert "Rolled here: " in done.output
    assert "The referee leaves the table." in done.output
    assert set(LEDGER) >= {word.strip("(),.:") for word in done.output.split() if word.startswith("(QAD-")}


def test_what_was_told_of_one_unit_is_not_taken_for_another_and_a_charge_counts_once(run):
    melee = ["mel", "7th heavy", "shen/shen_halberd/16", "8", "charged=yes formation=3 foe_stance=yes", "", ""]
    done = run("referee", typed=[*melee, "mel", "", "", "", "quit"])
    _, _, again = done.output.rpartition("So far: ")
    assert again.startswith("turns=1, foe_turns=1, figures=")
    assert "formation=3" in again
    assert "charged" not in again.partition("\n")[0]
    done = run("referee", typed=[*melee, "mel", "keneng#1", "", "8", "quit"])
    line = done.output.rpartition("So far: ")[2].partition("\n")[0]
    assert line.startswith("foe_turns=1, foe_figures=")
    assert line.endswith("foe_stance=yes")


@pytest.mark.parametrize("order", ["avancer 50, pivoter à gauche 20", "vorrücken 50, links schwenken 20"])
def test_orders_are_understood_in_every_language(words_of, order):
    assert words_of("move", HEAVY, "fatigue=9", f"do={order}") == words_of(
        "move", HEAVY, "fatigue=9", "do=advance 50, wheel left 20"
    )


def test_back_leads_to_another_question_from_any_prompt_and_enter_to_the_last_one_again(run):
    for typed in (
        [],
        ["7th heavy"],
        ["7th heavy", "shen/shen_halberd", "8"],
        ["7th heavy", "shen/shen_halberd", "8", ""],
    ):
        done = run("referee", typed=["", "mel", *typed, "back", "table", "2", "18", "", "quit"])
        assert done.exit_code == 0
        assert "[melee]" in done.output
        assert "On the table: row +2" in done.output
        assert "is nothing that can be ruled" not in done.output
    again = run("referee", typed=["table", "2", "18", "", "", "3", "17", "", "quit"])
    assert "On the table: row +3" in again.output, "nothing typed asks the same once more"


@pytest.mark.parametrize(("language", "word"), [("en", "morale"), ("fr", "moral"), ("de", "moral"), ("de", "morale")])
def test_questions_are_called_by_their_names_in_every_language(run, language, word):
    done = run("referee", "--language", language, typed=[word, "7th heavy", "quit"])
    assert spoken("referee.others").split()[0] in done.output, "what else there is to tell of a morale check"


def test_leaving_is_possible_at_any_prompt(run):
    for typed in (["quit"], ["3", "quit"], ["table", "2", "18"], ["table", "2", "18", "quit"], []):
        assert run("referee", typed=typed).exit_code == 0
