"""The commands in the documentation work."""

import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TYPED = [
    line
    for page in ("cli.md", "bots.md")
    for block in re.findall(r"```console\n(.*?)```", (ROOT / "docs" / page).read_text(), re.DOTALL)
    for line in re.findall(r"^\$ (.*)$", block, re.MULTILINE)
]
# Those of the first page that go on until somebody ends them are tried elsewhere.
FIRST = r"^(arbiter (?:sim|rules|replay|verify|army)\b.*?) *(?:#.*)?$"
COMMANDS = [*dict.fromkeys([*TYPED, *re.findall(FIRST, (ROOT / "README.md").read_text(), re.MULTILINE)])]


def test_there_are_commands_to_try():
    assert len(COMMANDS) > 12


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_in_the_documentation_works(run, command, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.chdir(tmp_path)
    if re.search(r"(replay|verify) game.json", command):
        run("play", "epix", "--seats", 2, "--seed", 3, "--save", "game.json", typed=["1", "1", "quit"])
    typed, _, arbiter = command.rpartition("| ")
    lines = re.search(r"'(.*)'", typed)[1].split("\\n") if typed else []
    words = [*shlex.split(arbiter)]
    assert words.pop(0) == "arbiter"
    if "--games" in words:
        words[words.index("--games") + 1] = "3"
    done = run(*words, typed=lines)
    assert done.exit_code == 0, done.output
