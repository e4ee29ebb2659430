"""The commands: what they print, what they refuse, and with which exit code they end."""

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest

import arbiter
from arbiter.cli import lists, speech
from arbiter.cli.arguments import read_options
from arbiter.core import Fell, NotInstalled, NoWorld, Table
from arbiter.games import find
from arbiter.words import interface
from tests.bots.lanterns import GAME
from tests.yummell.test_packs import PACK as FAIR

ROOT = Path(__file__).parents[2]


def played(path, game="epix", seats=3, seed=5, answers=None, options=None):
    """A saved game that random players played, to its end or so many answers far."""
    table, rng, given = arbiter.new(game, seats, seed, options), Random(seed), 0
    while not table.over and (answers is None or given < answers):
        ask = table.asks[0]
        table.answer(ask.seat, ask.sample(rng))
        given += 1
    path.write_text(table.save())
    return table


def test_help_teaches_by_examples(run):
    assert run("--help").exit_code == 0
    for command in ("play", "sim", "rules", "serve", "replay", "verify"):
        shown = run(command, "--help")
        assert shown.exit_code == 0
        assert "Examples" in shown.output
        assert f"arbiter {command} " in shown.output


def test_python_dash_m_is_the_same_command():
    done = subprocess.run([sys.executable, "-m", "arbiter", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"arbiter {arbiter.__version__}"


def test_games_lists_what_can_be_played(run, lanterns):
    shown = run("games").output
    assert re.search(r"epix +Epix +2–4 +171 +rules=basic\|advanced", shown)
    assert re.search(r"lanterns +Lanterns +2–4 +5 +rounds=<a number>", shown)
    listed = {game["id"]: game for game in json.loads(run("games", "--json").output)}
    assert listed["epix"]["seats"] == [2, 4]
    assert listed["epix"]["options"]["rules"] == {"values": ["basic", "advanced"], "default": "basic"}
    assert "wells" in listed["qadardalikoi"]["options"]["scenario"]["values"]
    assert listed["qadardalikoi"]["options"]["armies"]["values"] == "a text"


def test_games_names_what_lacks_a_library_and_says_how_to_install_it(run, monkeypatch):
    def lacking(name):
        if name == "qadardalikoi":
            raise NotInstalled(name, "numpy", "battle")
        return find(name)

    monkeypatch.setattr(lists, "unready", lambda: ["qadardalikoi"])
    monkeypatch.setattr(lists, "known", lambda: ["epix"])
    monkeypatch.setattr(lists, "find", lacking)
    assert "qadardalikoi needs numpy, which is not installed: pip install" in " ".join(run("games").output.split())


def test_sim_prints_a_table_or_json(run, lanterns):
    arguments = ("sim", "lanterns", "--seats", 3, "--bots", "clever,random", "--games", 30, "--seed", 1, "--workers", 2)
    shown = run(*arguments).output
    assert "lanterns, 3 seats, rounds=3: 30 games with seed 1" in shown
    assert re.search(r"clever +[\d.]+ +\d+\.\d% \(\d+\.\d%–\d+\.\d%\)( +\d+\.\d%){3}", shown)
    assert re.search(r"[\d.]+ decisions a game; [\d,.]+ games/s and [\d,]+ decisions/s on 2 processes", shown)
    result = json.loads(run(*arguments, "--json").stdout)
    assert result["bots"] == ["clever", "random", "random"]
    assert [player["bot"] for player in result["players"]] == ["clever", "random"]
    assert set(result["players"][0]["overall"]) == {"games", "wins", "rate", "low", "high"}
    assert set(result["speed"]) >= {"seconds", "games_per_second", "decisions_per_second", "workers"}


@pytest.mark.parametrize(
    ("language", "typed", "meant"), [("en", "yes", True), ("fr", "non", False), ("de", "Ja", True)]
)
def test_a_switch_is_said_as_people_say_it(monkeypatch, language, typed, meant):
    monkeypatch.setattr(speech.spoken, "words", interface(language))
    assert read_options([f"open_table={typed}", "rules=basic"]) == {"open_table": meant, "rules": "basic"}


def test_sim_names_a_pack_by_its_file(run, tmp_path):
    pack = tmp_path / "fair.toml"
    pack.write_text('[event.gust]\nname = "Gust"\nnumber = 2\nwindows = ["W1"]\ntext = "Back."\ntarget = "opponent"\n'
                    'effects = [{ op = "push_back", squares = 1 }]\n')  # fmt: skip
    arguments = ("sim", "yummell", "--seats", 2, "--games", 1, "--workers", 1)
    shown = run(*arguments, "--pack", pack).output
    assert f"packs={pack}" in "".join(shown.split("\n"))
    assert "Gust" not in shown
    assert "packs" not in run(*arguments).output
    assert json.loads(run(*arguments, "--pack", pack, "--json").stdout)["options"]["packs"] == [str(pack)]


def test_sim_says_how_often_no_world_could_be_imagined(run, lanterns, monkeypatch):
    arguments = ("sim", "lanterns", "--seats", 2, "--bots", "clever,random", "--games", 2, "--workers", 1)
    assert "no world" not in run(*arguments).output

    def none(self, seat, rng):
        raise NoWorld("no world")

    monkeypatch.setattr(Table, "imagine", none)
    assert re.search(r"\d+ times a bot could imagine no world", run(*arguments).output)
    assert json.loads(run(*arguments, "--json").stdout)["lost"] > 0


def test_a_level_is_shown_as_it_was_written(run, lanterns):
    shown = run("sim", "lanterns", "--seats", 2, "--bots", "search:100,random", "--games", 2, "--workers", 1).output
    assert shown.count("search:100") == 3


def test_sim_is_the_same_for_the_same_seed(run):
    results = []
    for workers in (1, 2):
        result = json.loads(run("sim", "epix", "--games", 24, "--seed", 9, "--workers", workers, "--json").stdout)
        del result["speed"]
        results.append(result)
    assert results[0] == results[1]


def test_sim_writes_nothing_but_json_where_nobody_looks():
    arguments = ["sim", "epix", "--seats", "2", "--bots", "clever,random", "--games", "4", "--json"]
    done = subprocess.run([sys.executable, "-m", "arbiter", *arguments], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["games"] == 4
    assert done.stderr == ""


def test_clever_epix_beats_three_at_random(run):
    result = json.loads(run("sim", "epix", "--bots", "clever,random", "--games", 60, "--seed", 1, "--json").stdout)
    clever = result["players"][0]
    assert clever["overall"]["low"] > 0.25
    assert [seat["games"] for seat in clever["by_seat"]] == [15, 15, 15, 15]


def test_replay_tells_the_game_and_shows_the_board(run, tmp_path):
    table = played(tmp_path / "g.json")
    shown = run("replay", tmp_path / "g.json")
    assert shown.exit_code == 0
    lines = [line for line in shown.output.splitlines() if re.match(r" *\d+  ", line)]
    assert len(lines) >= len(table.events(None)) * 0.9
    assert "Kilimandjora" in shown.output
    assert "The end" in shown.output


def test_replay_stops_where_it_is_told_to(run, tmp_path):
    played(tmp_path / "g.json")
    shown = run("replay", tmp_path / "g.json", "--to", 12).output
    entries = [int(match[1]) for match in re.finditer(r"^ *(\d+)  ", shown, re.MULTILINE)]
    assert max(entries) <= 13
    assert re.search(r"After entry 1[23] the table waits for Player \d", shown)


def test_replay_tells_a_seat_only_what_it_heard(run, lanterns, tmp_path):
    played(tmp_path / "g.json", "lanterns", answers=4)
    whole, seat = (run("replay", tmp_path / "g.json", *who).output for who in ((), ("--seat", 1)))
    assert "Lamp " in seat, "a seat sees its own hand"
    assert not re.search(r"Lamps: Lamp", whole), "a spectator sees no hand"
    assert run("replay", tmp_path / "g.json", "--seat", 9).exit_code == 2


def test_verify_holds_for_an_honest_game(run, tmp_path):
    table = played(tmp_path / "g.json", options={"rules": "advanced"})
    shown = run("verify", tmp_path / "g.json", "--commitment", table.dice.commitment)
    assert shown.exit_code == 0
    assert shown.output.startswith("Holds: ")
    assert "every answer was legal" in shown.output
    assert "it is the commitment you named" in shown.output


def tampered(path, change):
    save = json.loads(path.read_text())
    change(save)
    path.write_text(json.dumps(save))


def change_answer(save):
    said = [entry for entry in save["journal"] if entry[0] == "said"]
    said[0][3] = said[1][3]


def change_seed(save):
    save["seed"] = "6"


def change_outcome(save):
    save["outcome"]["ranks"] = save["outcome"]["ranks"][::-1]


def cut_off(save):
    del save["journal"][-1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (change_answer, "is illegal"),
        (change_seed, "the seed does not fit the commitment"),
        (change_outcome, "the outcome in the save is not the one the rules reach"),
        (cut_off, "the outcome in the save is not the one the rules reach"),
    ],
)
def test_verify_catches_what_was_changed(run, tmp_path, change, said):
    played(tmp_path / "g.json", options={"seating": "drawn"})
    tampered(tmp_path / "g.json", change)
    shown = run("verify", tmp_path / "g.json")
    assert shown.exit_code == 1
    assert shown.output.startswith("Does not hold: ")
    assert said in shown.output


def test_verify_catches_a_roll_that_the_dice_did_not_give(run, lanterns, tmp_path):
    table = played(tmp_path / "g.json", "lanterns")
    at = max(at for at, entry in enumerate(table.journal) if isinstance(entry, Fell))
    fell = table.journal[at]
    wanted = (fell.result + 1) % 6
    tampered(tmp_path / "g.json", lambda save: save["journal"].__setitem__(at, ["fell", 6, wanted]))
    shown = run("verify", tmp_path / "g.json")
    assert shown.exit_code == 1
    assert f"(entry {at}) was {wanted} of 6; the dice give {fell.result}" in shown.output
    assert "do not follow from its seed" in run("replay", tmp_path / "g.json").stderr


def test_verify_catches_a_commitment_to_another_seed(run, tmp_path):
    played(tmp_path / "g.json")
    shown = run("verify", tmp_path / "g.json", "--commitment", "0" * 64)
    assert shown.exit_code == 1
    assert "not to 0000" in shown.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "chess"], "there is no game 'chess'; there are: "),
        (["play", "epix", "--seats", "9"], "Epix is for 2–4 players, not 9"),
        (["play", "epix", "--bots", "wise"], "there is no bot 'wise'; there are: random"),
        (["play", "epix", "--option", "rules"], "'rules' is not of the form NAME=VALUE"),
        (
            ["play", "epix", "--option", "rules=hard"],
            "for Epix: 'hard' is wrong for rules, which takes: basic, advanced",
        ),
        (["play", "epix", "--option", "rule=basic"], "there is no option 'rule'; the options are: rules, seating"),
        (
            ["sim", "yummell", "--option", "round_limit=-1"],
            "wrong for round_limit, which takes: a number from 0",
        ),
        (["play", "epix", "--resume", "nowhere.json"], "there is no file nowhere.json"),
        (["sim", "epix", "--games", "0"], "at least 1 game must be played, not 0"),
        (["sim", "epix", "--seats", "2", "--bots", "random,random,random"], "3 bots are named for 2 seats"),
        (["sim", "epix", "--bots", "search:x"], "'x' is no level for 'search'"),
        (["sim", "nothing"], "there is no game 'nothing'"),
        (["rules"], "say which game"),
        (["rules", "chess"], "there is no game 'chess'"),
        (["rules", "epix", "EPIX-NOPE"], "Epix has no rule EPIX-NOPE"),
        (["rules", "--strict"], "--strict goes with --coverage"),
        (["rules", "--coverage", "--tests", "nowhere"], "there is no folder nowhere"),
        (["replay", "nowhere.json"], "there is no file nowhere.json"),
        (["verify", "nowhere.json"], "there is no file nowhere.json"),
    ],
)
def test_bad_input_ends_with_2_and_a_line_that_helps(run, arguments, said):
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stderr.startswith("arbiter: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["play"], ["dance"], ["sim", "epix", "--games", "many"], ["verify"]])
def test_bad_usage_ends_with_2(run, arguments):
    done = run(*arguments)
    assert done.exit_code == 2
    assert "Traceback" not in done.output


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("not json", "this is no save of a game"),
        ("[]", "it does not say its format"),
        ('{"format": 99}', "this save has format 99; this version of Arbiter reads format 1"),
        ('{"format": 1}', "this save is damaged"),
    ],
)
def test_a_file_that_is_no_save_is_refused(run, tmp_path, command, text, said):
    (tmp_path / "x.json").write_text(text)
    done = run(command, tmp_path / "x.json")
    assert done.exit_code == 2
    assert said in done.stderr


def test_a_save_of_another_game_is_not_resumed(run, lanterns, tmp_path):
    played(tmp_path / "g.json", "lanterns", answers=2)
    done = run("play", "epix", "--resume", tmp_path / "g.json")
    assert done.exit_code == 2
    assert re.search(r"is a game of lanterns: .*play lanterns --resume", done.stderr)


@pytest.fixture
def served(monkeypatch):
    """What the server was started with."""
    import arbiter.server

    calls = []
    monkeypatch.setattr(arbiter.server, "serve", lambda *arguments: calls.append(arguments), raising=False)
    return calls


def test_serve_hands_over_to_the_server(run, served, home):
    assert run("serve").exit_code == 0
    assert served == [("127.0.0.1", 8000, str(home / "tables.db"), False, {}, [], False, 1, "en")]


def test_serve_takes_address_port_store_and_browser(run, served, monkeypatch, tmp_path):
    monkeypatch.setenv("PORT", "8123")
    run("serve", "--store", tmp_path / "x.db", "--open")
    run("serve", "--host", "0.0.0.0", "--port", 8124, "--store", "postgresql://here", "--no-open")
    assert served == [
        ("127.0.0.1", 8123, str(tmp_path / "x.db"), True, {}, [], False, 1, "en"),
        ("0.0.0.0", 8124, "postgresql://here", False, {}, [], False, 1, "en"),
    ]


def test_serve_hands_over_names_how_to_log_and_how_many_serve(run, served):
    run("serve", "--name", "a.example", "--name", "b.example", "--json-log", "--workers", 3)
    assert [given[-4:] for given in served] == [(["a.example", "b.example"], True, 3, "en")]


def test_serve_complains_of_a_port_that_is_taken(run):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("serve", "--port", port)
    assert done.exit_code == 2
    assert f"127.0.0.1:{port}" in done.stderr
    assert "--port" in done.stderr


def test_serve_says_its_address_and_answers_there(tmp_path):
    env = {**os.environ, "ARBITER_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    arguments = [sys.executable, "-m", "arbiter", "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=env) as server:
        try:
            address = re.search(r"http://\S+/", server.stdout.readline())[0]
            with urlopen(address) as page:
                assert page.status == 200
                assert b"Arbiter" in page.read()
        finally:
            server.terminate()
    assert (tmp_path / "tables.db").exists()


def test_without_the_libraries_the_command_says_what_to_install(tmp_path):
    (tmp_path / "rich.py").write_text("raise ModuleNotFoundError('no rich', name='rich')")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT / "src")])}
    done = subprocess.run([sys.executable, "-m", "arbiter"], capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 1
    assert "pip install 'arbiter-table[cli]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_of_ones_own_is_listed_under_its_name(run, lanterns):
    assert arbiter.find("lanterns") is GAME
    assert "LAN-3" in run("rules", "lanterns").output


def test_serve_hands_over_the_packs_of_each_game(run, served, tmp_path):
    (tmp_path / "fair.toml").write_text(FAIR)
    assert run("serve", "--pack", f"yummell={tmp_path / 'fair.toml'}", "--port", 0).exit_code == 0
    assert [given[4] for given in served] == [{"yummell": {"packs": [FAIR]}}]


@pytest.mark.parametrize(
    ("pack", "said"),
    [
        ("fair.toml", "write the game and its file, as in yummell=fair.toml"),
        ("whist=fair.toml", "whist"),
        ("epix={folder}/fair.toml", "Epix takes no packs"),
        ("yummell={folder}/lost.toml", "lost.toml: cannot be read"),
        ("yummell={folder}/wrong.toml", "wrong.toml:1: event.gust: number: this field is required and missing"),
    ],
)
def test_serve_says_what_is_wrong_with_a_pack(run, served, tmp_path, pack, said):
    (tmp_path / "fair.toml").write_text(FAIR)
    (tmp_path / "wrong.toml").write_text('[event.gust]\nname = "Gust"\neffects = []\ntext = "Back."\n')
    refused = run("serve", "--pack", pack.format(folder=tmp_path))
    assert (refused.exit_code, served) == (2, [])
    assert said in refused.stderr
