"""`arbiter army`: rosters are listed, printed, checked, written and brought in."""

import json

import pytest
import typer
from rich.console import Console

from arbiter.cli import army
from arbiter.cli.army import with_own
from arbiter.games.qadardalikoi.book import book

ROSTER = """[army.mine]
name = "Mine"
nation = "tsolyani"
formation = 5
units = [
  { legion = "tsolyani_7th_hi", cohorts = 8, area = 7, formation = 1 },
  { sheet = "shen", kit = "shen_halberd", name = "Hired Shén", cohorts = 4, division = 2, area = 5 },
]
"""


@pytest.fixture
def roster(tmp_path):
    """A roster in a file; a changed one where something is to be replaced."""

    def write(old="", new=""):
        file = tmp_path / "mine.toml"
        assert old in ROSTER
        file.write_text(ROSTER.replace(old, new) if old else ROSTER, encoding="utf-8")
        return file

    return write


def test_help_teaches_how_a_roster_is_written(run):
    shown = run("army", "--help").output

    assert "arbiter army export keneng mine.toml" in shown
    assert '"tsolyani_1st_hi"' in shown
    for command in ("list", "legions", "kits", "show", "check", "export", "import", "parity", "field"):
        assert run("army", command, "--help").exit_code == 0


def test_list_names_every_army_with_its_points(run):
    listed = {row["army"]: row for row in json.loads(run("army", "list", "--json").output)}

    assert set(listed) == set(book().armies)
    assert listed["keneng"]["points"] == 5424
    assert "5424" in run("army", "list").output


def test_legions_and_kits_can_be_looked_up_by_the_names_that_rosters_use(run):
    legions = json.loads(run("army", "legions", "--json").output)
    assert len(legions) == 284, "290 listed, six of them twice"
    assert "saa_allaqi_legion_of_the_red_horde_of_kilalammu" in run("army", "legions", "saa_allaqi").output
    assert set(json.loads(run("army", "kits", "shen", "--json").output)) == {
        "shen_halberd", "shen_pike", "shen_sword_axe", "shen_crossbow",
    }  # fmt: skip
    assert "ahoggya_javelin" in run("army", "kits", "3.006").output, "a sheet by its number"


@pytest.mark.parametrize("width", [40, 80, 100])
def test_no_heading_is_cut_and_no_key_that_people_type(capsys, width):
    army.list_legions(Console(width=width), "yan_koryani", as_json=False)
    listed = capsys.readouterr().out
    assert "…" not in listed
    assert " 275" in listed, "what a cohort is worth, in the last column"
    for key, legion in book().legions.items():
        if legion.nation == "yan_koryani" and not legion.twin:
            assert key in listed
            assert legion.kit in listed


def test_show_prints_a_roster_in_any_language(run):
    english, german = run("army", "show", "keneng").output, run("army", "show", "keneng", "--language", "de").output

    assert "6 units, 156 figures for 15600 soldiers and beasts, 5424 points." in english
    assert "32 (8×4)" in english
    assert "Right Arm, The Stone Mountain" in english
    assert "6 Einheiten, 156 Figuren für 15600 Krieger und Tiere, 5424 Punkte." in german
    assert "1st Heavy" in german, "names of legions stay as they are"


def test_a_good_roster_is_called_good(run, roster):
    done = run("army", "check", roster())

    assert done.exit_code == 0
    assert "Mine: nothing is wrong" in done.output


def test_a_remark_on_several_units_is_printed_once(run):
    assert run("army", "show", "ssu").stdout.count("(QAD-3.004-n2)") == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("cohorts = 8", "cohorts = 20, steel = 5", "steel arms are an option that is not in play (QAD-2.223e-G1)"),
        ("tsolyani_7th_hi", "tsolyani_99th_hi", "no legion tsolyani_99th_hi; spelt most alike: tsolyani_9th_hi"),
        ('kit = "shen_halberd"', 'kit = "shen_halbert"', "no kit shen_halbert; spelt most alike: shen_halberd"),
        ('kit = "shen_halberd"', 'kit = "archers"', "Shén do not carry the"),
        ("formation = 5", "formation = 5\nlimit = 100", "100 are allowed (QAD-POINTS-C1)"),
        ("cohorts = 8", "cohorts = 25, steel = 5", "steel arms are an option that is not in play (QAD-2.223e-G1)"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_printed_with_its_line_and_rule(run, roster, old, new, said):
    done = run("army", "check", roster(old, new))

    assert done.exit_code == 1
    assert said in done.output


def test_a_roster_that_cannot_be_read_says_where(run, roster):
    """All of it at once."""
    done = run("army", "check", roster("cohorts = 8, area = 7", 'cohorts = "many", area = 70'))

    assert done.exit_code == 2
    assert "mine.toml:6: army.mine: units[0].cohorts: expected a whole number from 0 to 100, got 'many'" in done.output
    assert "mine.toml:6: army.mine: units[0].area: expected a whole number from 0 to 10, got 70" in done.output
    second = run("army", "check", roster("division = 2", "division = 9")).output
    assert "mine.toml:7: army.mine: units[1].division: expected a whole number from 1 to 5, got 9" in second
    whole = run("army", "check", roster("formation = 5", "formation = 50")).output
    assert "mine.toml:1: army.mine: formation: expected a whole number from 0 to 12, got 50" in whole


def test_anything_can_be_allowed_but_not_what_nobody_knows(run, roster):
    many = roster("cohorts = 8", "cohorts = 80")
    refused, allowed = run("army", "check", many), run("army", "check", many, "--anything")
    assert (refused.exit_code, allowed.exit_code) == (1, 0)
    assert "QAD-0.310-c" in refused.output
    assert "Taken all the same; 1 thing is against the rules." in allowed.output
    refused, printed = run("army", "show", many), run("army", "show", many, "--anything")
    assert (refused.exit_code, printed.exit_code) == (1, 0)
    assert "320 (80×4)" in printed.output
    assert "QAD-0.310-c" in printed.output
    assert run("army", "check", roster('kit = "shen_halberd"', 'kit = "archers"'), "--anything").exit_code == 1
    assert run("army", "check", roster("tsolyani_7th_hi", "tsolyani_99th_hi"), "--anything").exit_code == 1


def test_steel_is_a_switch(run, roster):
    file = roster("cohorts = 8", "cohorts = 8, steel = 1")

    assert run("army", "check", file).exit_code == 1
    assert run("army", "check", file, "--steel").exit_code == 0


def test_export_and_import_keep_an_army(run, tmp_path, home):
    mine = tmp_path / "copy.toml"
    assert run("army", "export", "keneng", mine).exit_code == 0
    written, ready = mine.read_text(encoding="utf-8"), run("army", "export", "keneng").output
    assert written == ready.replace("[army.keneng]", "[army.copy]"), "it is called after its file"
    assert run("army", "import", mine).exit_code == 0
    assert (home / "armies" / "copy.toml").read_text(encoding="utf-8") == written
    listed = {row["army"] for row in json.loads(run("army", "list", "--json").output)}
    assert "copy" in listed
    assert "5424 points" in run("army", "show", "copy").output
    named = tmp_path / "named.toml"
    named.write_text(ready, encoding="utf-8")
    assert run("army", "import", named).exit_code == 2, "a ready army has that name"
    again = run("army", "export", "keneng", mine)
    assert again.exit_code == 2
    assert "copy.toml exists already and is not written over" in " ".join(again.output.split())


def test_a_bad_roster_is_not_brought_in(run, roster, home):
    assert run("army", "import", roster('kit = "shen_halberd"', 'kit = "archers"')).exit_code == 1
    assert not (home / "armies").exists()


def test_unknown_names_are_refused_with_those_that_there_are(run, tmp_path):
    for arguments in (("show", "nobody"), ("legions", "narnia"), ("kits", "elf"), ("field", "moon")):
        done = run("army", *arguments)
        assert done.exit_code == 2
        assert "there are:" in done.output
    two = tmp_path / "two.toml"
    two.write_text(ROSTER + ROSTER.replace("army.mine", "army.other"), encoding="utf-8")
    assert "has 2 armies (mine, other)" in run("army", "show", two).output
    (tmp_path / "none.toml").write_text("", encoding="utf-8")
    assert "expected an army: [army.name]" in run("army", "check", tmp_path / "none.toml").output


def test_a_field_by_chance_is_the_same_for_the_same_seed(run):
    once, again, other = (run("army", "field", "hills", "--seed", seed).output for seed in (4, 4, 5))

    assert once == again != other
    assert once.startswith("[battlefield.hills_4]")


def test_parity_lets_two_armies_fight_and_counts_casualties(run, roster):
    small = roster('{ legion = "tsolyani_7th_hi", cohorts = 8', '{ legion = "tsolyani_7th_hi", cohorts = 2')
    fought = ("--bots", "simple", "--games", 2, "--workers", 1, "-o", "turns=1", "--json")
    result = json.loads(run("army", "parity", small, "brood", *fought).output)["battles"][0]["result"]

    assert result["options"]["armies"] == "mine,brood"
    assert [one["name"] for one in result["measures"]] == ["figures_percent", "points_percent", "routed"]
    assert [one["games"] for one in result["measures"][0]["by_seat"]] == [2, 2]
    assert sum(one["won"] + one["shared"] + one["lost"] for one in result["records"]) == 4


def test_parity_says_which_army_it_does_not_know(run):
    assert "nobody" in run("army", "parity", "keneng", "nobody").output


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("tsolyani_7th_hi", "", "line 1 (?): a unit is either a listed legion"),
        ("tsolyani_7th_hi", "tsolyani_99th_hi", "line 1 (tsolyani_99th_hi): there is no legion tsolyani_99th_hi"),
        ('"tsolyani"', '"narnia"', "there is no people narnia"),
        ('kit = "shen_halberd", ', "", "troops of a sheet need a kit"),
        ("shen_halberd", "hat", "there is no kit hat"),
        ("cohorts = 8", "cohorts = -8", "units[0].cohorts: expected a whole number from 0 to 100, got -8"),
        ("area = 7", "area = 11", "units[0].area: expected a whole number from 0 to 10, got 11"),
        ("area = 7", "aera = 7", "units[0].aera: unknown field (known: area, arrives, attached,"),
        ("formation = 1 ", "formation = 20 ", "units[0].formation: expected a whole number from 0 to 19, got 20"),
        ("formation = 5", "formation = 13", "formation: expected a whole number from 0 to 12, got 13"),
        ("formation = 5", "commander = 5", "commander: expected text, got 5"),
        ("formation = 5", 'champion = "Bashe"', "champion: unknown field"),
        ("army.mine", 'army."../mine"', "expected a key of letters"),
        ("army.mine", 'army."mine,yours"', "expected a key of letters"),
        ("[army.mine]", "[army.mine", "is not TOML"),
        ("[army.mine]", "[host.mine]", "no such kind of entry (there are: army, battlefield, scenario)"),
        (ROSTER, "", "expected an army: [army.name]"),
        (ROSTER[ROSTER.index("units") :], "units = []", "an army has at least one unit"),
    ],
)  # fmt: skip
def test_every_door_says_what_is_wrong_with_a_roster(run, roster, home, old, new, said):
    file = roster(old, new)
    fought = ("--bots", "simple", "--games", 1, "--workers", 1, "--anything")
    for command in (("check",), ("show",), ("import",), ("parity", "brood", *fought)):
        done = run("army", command[0], file, *command[1:])
        assert done.exit_code in (1, 2)
        assert said in " ".join(done.output.split())
    ruled = run("referee", "missile", f"unit={file}#1", "foe=1st Heavy Infantry", "distance=100")
    assert ruled.exit_code == 2
    assert not (home / "armies").exists()


def test_parity_is_fought_by_the_rules_unless_anything_goes(run, roster):
    file = roster("formation = 5", "formation = 5\nlimit = 100")
    fought = ("brood", "--bots", "simple", "--games", 1, "--workers", 1, "-o", "turns=1", "-o", "scenario=wells")
    refused, allowed = run("army", "parity", file, *fought), run("army", "parity", file, *fought, "--anything")

    assert (refused.exit_code, allowed.exit_code) == (1, 0)
    assert "QAD-POINTS-C1" in refused.output
    assert "QAD-POINTS-C1" in allowed.output


def test_files_that_are_no_rosters_are_named(run, tmp_path):
    (tmp_path / "picture.toml").write_bytes(b"\x89PNG\xff\xfe")
    (tmp_path / "folder.toml").mkdir()
    for name in ("nowhere.toml", "picture.toml", "folder.toml"):
        done = run("army", "parity", "keneng", tmp_path / name)
        assert done.exit_code == 2
        assert name in "".join(done.output.split())


def test_an_army_that_was_kept_and_spoilt_is_told_and_the_others_are_listed(run, roster, home):
    assert run("army", "import", roster()).exit_code == 0
    kept = home / "armies" / "mine.toml"
    kept.write_text(kept.read_text(encoding="utf-8").replace("shen_halberd", "hat"), encoding="utf-8")
    done = run("army", "list")

    assert done.exit_code == 0
    assert "there is no kit hat" in done.output
    assert "5424" in done.output


def test_battles_are_fought_with_armies_of_ones_own(run, roster, home):
    """By their file, also where a ready army has that name, or by the name under which they were brought in."""
    options = with_own({"armies": f"{roster()},brood+{roster()}", "turns": 3})
    assert options["armies"] == "mine,brood+mine_own"
    assert options["rosters"]["mine"]["name"] == "Mine"
    assert with_own({"armies": str(roster("[army.mine]", "[army.keneng]"))})["armies"] == "keneng_own"
    assert run("army", "import", roster()).exit_code == 0
    assert with_own({"armies": "mine"})["rosters"]["mine"]["units"][1]["name"] == "Hired Shén"
    assert with_own({"armies": "keneng"}) == {"armies": "keneng"}
    done = run("sim", "qadardalikoi", "--games", 1, "--workers", 1, "-o", "armies=elves,keneng")
    assert done.exit_code == 2
    assert "there is no army 'elves'; there are: keneng" in " ".join(done.output.split())


def test_what_is_wrong_with_them_is_told_and_they_fight_all_the_same(roster, capsys):
    assert with_own({"armies": str(roster("cohorts = 8", "cohorts = 8, steel = 5"))})["rosters"]
    assert "steel arms are an option that is not in play" in capsys.readouterr().err
    with pytest.raises(typer.Exit):
        with_own({"armies": str(roster("shen_halberd", "hat"))})
    assert "there is no kit hat" in capsys.readouterr().err


def test_packs_bring_fields_and_battles(run, tmp_path):
    field = tmp_path / "hills.toml"
    field.write_text(run("army", "field", "hills", "--seed", 3).stdout, encoding="utf-8")
    asked = ("sim", "qadardalikoi", "--games", 1, "--workers", 1, "-o", "turns=1", "-o", "battlefield=hills_3")
    done = run(*asked, "--pack", field)
    assert done.exit_code == 0
    assert "battlefield=hills_3" in done.output
    assert "'hills_3' is wrong for battlefield" in " ".join(run(*asked).output.split())
    field.write_text(f"{ROSTER}\n{field.read_text(encoding='utf-8')}", encoding="utf-8")
    assert "Mine: nothing is wrong" in run("army", "check", field).output, "whatever else the file brings"
    field.write_text("[hill.3]\n", encoding="utf-8")
    assert run(*asked, "--pack", field).exit_code == 2


def test_a_table_is_not_set_with_a_roster_that_nobody_can_play_with(run):
    wrong = '{"mine":{"name":"","nation":"tsolyani","units":[{"legion":""}]}}'
    for command in (("sim", "--games", 1, "--workers", 1), ("play",)):
        done = run(command[0], "qadardalikoi", *command[1:], "-o", "armies=mine", "-o", f"rosters={wrong}")
        assert done.exit_code == 2
        assert "line 1 of the army mine: a unit is either a listed legion" in " ".join(done.output.split())
