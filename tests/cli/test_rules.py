"""The ledger on the command line: where rules are done, which tests show them, what is missing."""

import json
import re
from pathlib import Path

import pytest

from arbiter.cli import coverage
from arbiter.cli.coverage import shown_by
from tests.bots import lanterns as module
from tests.bots.lanterns import GAME

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tests(tmp_path):
    """A folder of tests for Lanterns that show all its rules but LAN-4."""
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_lanterns.py").write_text(
        """
import pytest
pytestmark = pytest.mark.rule("LAN-1")
CASES = [pytest.param(1, marks=pytest.mark.rule("LAN-2"))]

@pytest.mark.rule("LAN-3", "LAN-5")
def test_lamps(): ...

@pytest.mark.skip
@pytest.mark.rule("LAN-4")
def test_skipped(): ...

@pytest.mark.rule("LAN-4")
def not_a_test(): ...

class TestLight:
    @pytest.mark.rule("LAN-3")
    def test_again(self): ...
"""
    )
    (folder / "helpful.py").write_text("import pytest\n@pytest.mark.rule('LAN-4')\ndef test_elsewhere(): ...")
    return folder


def test_the_scan_finds_marks_on_tests_and_only_there(tests):
    assert shown_by(tests) == {
        "LAN-1": ["tests/test_lanterns.py"],
        "LAN-2": ["tests/test_lanterns.py"],
        "LAN-3": ["tests/test_lanterns.py::test_lamps", "tests/test_lanterns.py::TestLight::test_again"],
        "LAN-5": ["tests/test_lanterns.py::test_lamps"],
    }


def test_rules_lists_where_each_is_done_and_what_shows_it(run, lanterns, tests):
    shown = run("rules", "lanterns", "--tests", tests).output
    line = module.light.__code__.co_firstlineno
    assert f"tests/bots/lanterns.py:{line}" in shown
    assert "shown by tests/test_lanterns.py::test_lamps and 1 more" in shown
    assert shown.count("no test shows it") == 1
    assert shown.count("not done yet") == 1


def test_one_rule_in_full(run, lanterns, tests):
    shown = run("rules", "lanterns", "lan-4", "--tests", tests).output
    assert "Only a dark field can be lit" in shown
    assert "choose_field" in shown
    entry = json.loads(run("rules", "lanterns", "LAN-3", "--tests", tests, "--json").output)
    assert entry["done"]["function"].endswith("lanterns.light")
    assert len(entry["tests"]) == 2


def test_the_listing_as_json_has_every_rule(run, lanterns, tests):
    entries = json.loads(run("rules", "lanterns", "--tests", tests, "--json").output)
    assert [entry["id"] for entry in entries] == ["LAN-1", "LAN-2", "LAN-3", "LAN-4", "LAN-5"]
    assert entries[4]["done"] is None
    assert entries[3]["tests"] == []


def test_coverage_counts_and_names_what_is_missing(run, lanterns, tests):
    counted = json.loads(run("rules", "lanterns", "--coverage", "--tests", tests, "--json").output)
    assert counted == {
        "games": {
            "lanterns": {
                "title": "Lanterns",
                "rules": 5,
                "done": 4,
                "tested": 4,
                "missing": {"done": ["LAN-5"], "tested": ["LAN-4"]},
                "unknown": [],
            }
        },
        "tests_scanned": True,
        "unknown_in_tests": [],
        "complete": False,
    }
    shown = run("rules", "lanterns", "--coverage", "--tests", tests)
    assert shown.exit_code == 0
    assert "lanterns, not done: LAN-5" in shown.output
    assert "lanterns, not tested: LAN-4" in shown.output


def test_strict_coverage_fails_where_something_is_missing(run, lanterns, tests, monkeypatch):
    arguments = ("rules", "lanterns", "--coverage", "--strict", "--tests", tests)
    assert run(*arguments).exit_code == 1
    monkeypatch.setattr(GAME, "ledger", lambda: {"rule": module.RULES[:3], "gap": [{"id": "LAN-4"}]})
    assert run(*arguments).exit_code == 0


def test_a_function_that_names_an_unknown_rule_is_noticed(run, lanterns, tests, monkeypatch):
    monkeypatch.setattr(GAME, "ledger", lambda: {"rule": module.RULES[:3]})
    counted = json.loads(run("rules", "lanterns", "--coverage", "--tests", tests, "--json").output)
    assert counted["games"]["lanterns"]["unknown"] == ["LAN-4"]
    assert counted["complete"] is False


def test_coverage_of_all_games_names_marks_that_no_ledger_has(run, lanterns, tests):
    (tests / "test_stray.py").write_text("import pytest\n@pytest.mark.rule('LAN-99')\ndef test_it(): ...")
    counted = json.loads(run("rules", "--coverage", "--tests", tests, "--json").output)
    assert {"epix", "lanterns"} <= set(counted["games"])
    assert counted["unknown_in_tests"] == ["LAN-99"]


def test_an_installation_without_tests_says_so(run, lanterns, monkeypatch, tmp_path):
    monkeypatch.setattr(coverage, "SOURCE", tmp_path / "site-packages" / "arbiter")
    assert coverage.tests_folder() is None
    counted = json.loads(run("rules", "lanterns", "--coverage", "--json").output)
    assert counted["tests_scanned"] is False
    assert counted["games"]["lanterns"]["tested"] is None
    assert "There are no tests to scan here" in " ".join(run("rules", "lanterns", "--coverage").output.split())
    assert "There are no tests to scan here" in " ".join(run("rules", "lanterns").output.split())


def test_every_rule_of_epix_has_its_home_in_the_games_folder(run):
    entries = json.loads(run("rules", "epix", "--json").output)
    assert len(entries) == 171
    for entry in entries:
        assert entry["done"]["file"].startswith("src/arbiter/games/epix/")
        source = (ROOT / entry["done"]["file"]).read_text().splitlines()
        near = "\n".join(source[entry["done"]["line"] - 1 : entry["done"]["line"] + 40])
        assert entry["id"] in near, "the line named is where the rule is marked"


def test_a_ruling_a_decision_and_an_example_are_shown_by_their_id(run):
    ruling = run("rules", "epix", "epix-g-tie").output
    assert "EPIX-G-TIE" in ruling
    assert re.search(r"^question +\S", ruling, re.MULTILINE)
    assert re.search(r"^why +\S", ruling, re.MULTILINE)
    assert re.search(r"^shown by +tests/epix/", ruling, re.MULTILINE)
    assert re.search(r"^who +\S", run("rules", "epix", "EPIX-D-MODE").output, re.MULTILINE)
    assert re.search(r"^given +\S", run("rules", "yummell", "YUM-EX-1").output, re.MULTILINE)
    assert json.loads(run("rules", "yummell", "YUM-GAP-1", "--json").output)["ruling"]


def test_a_rule_names_the_examples_and_rulings_that_name_it(run):
    shown = run("rules", "epix", "EPIX-ATTACK-2").output
    assert re.search(r"^examples +.*EPIX-E-1\b", shown, re.MULTILINE)
    assert "arbiter rules epix EPIX-G-" in run("rules", "epix").output


def test_a_ruling_can_be_asked_for_within_the_game(run):
    shown = run("play", "epix", "--seats", 2, "--bots", "random", "--seed", 3, typed=["? epix-g-tie", "quit"]).output
    assert "(the ledger has no such entry)" not in shown
    assert re.search(r"^EPIX-G-TIE  \w", shown, re.MULTILINE)


def test_names_are_found_without_their_accents_and_realms_stand_between_them(run):
    typed = ["1", "1", "look bey su", "look jakalla", "why not khirgar", "quit"]
    shown = run("play", "tekumel", "--seats", 2, "--bots", "random", "--seed", 3, typed=typed).output
    assert re.search(r"^ +Realm +Tsolyánu$", shown, re.MULTILINE)
    assert re.search(r"^Jakáll$\n +Number +47$", shown, re.MULTILINE), "the print has lost a letter"
    assert "Nothing on the table is called" not in shown


def test_a_question_that_a_decision_of_the_ledger_puts_shows_that_decision(run):
    shown = run("play", "tekumel", "--seats", 2, "--bots", "random", "--seed", 3, typed=["?", "quit"]).output
    assert "(the ledger has no such entry)" not in shown
    assert "TEK-DEC-HERO-KEEP  Each player, setup with 2-4 players" in shown
    assert "Without an answer: the first Hero dealt." in " ".join(shown.split())


@pytest.mark.parametrize(
    ("language", "heading", "line"),
    [
        ("en", "What is printed, and what is ours", "Special Ability cards - - 20"),
        ("fr", "Ce qui est imprimé, et ce qui est de nous", "Cartes Capacité Spéciale - - 20"),
        ("de", "Was gedruckt ist, und was von uns ist", "Spezialfähigkeitskarten - - 20"),
    ],
)
def test_rules_count_what_the_rulebook_prints_and_what_is_ours(run, language, heading, line):
    shown = " ".join(run("rules", "epix", "--language", language).output.split())
    assert heading in shown
    assert line in shown.partition(heading)[2]


def test_a_game_without_content_counts_none(run, lanterns, tests):
    assert "what is ours" not in run("rules", "lanterns", "--tests", tests).output
