"""Games in a real terminal: asked, answered, left, taken up again, and played to the end."""

import re
import sys
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

import arbiter
from arbiter.games import register

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is needed")
if sys.platform != "win32":
    from .terminal import Terminal

PROMPT = "\n> "
WANTED = re.compile(
    r"Type (?:a number (?:from )?(?P<one>\d+)(?: to |, )(?P<last>\d+)|an amount from (?P<least>\d+) to (?P<most>\d+)"
    r"|a number (?P<only>\d+)\.|(?P<few>\d+)(?: to (?P<many>\d+))? of the numbers (?P<first>\d+) to (?P<of>\d+)"
    r"|x from (?P<left>\d+) to (?P<right>\d+) and y from (?P<top>\d+) to (?P<bottom>\d+), in steps of (?P<step>\d+))"
)
EXAMPLES = [
    f"examples.{path.stem}:{name}"
    for path in sorted((Path(__file__).parents[2] / "examples").glob("[a-z]*.py"))
    for name in re.findall(r"^class (\w+)\(Game\[", path.read_text(), re.MULTILINE)
]


@pytest.fixture
def terminal(tmp_path):
    opened = []

    def open_terminal(*arguments, **size):
        opened.append(Terminal(*arguments, home=str(tmp_path), **size))
        return opened[-1]

    yield open_terminal
    for one in opened:
        one.kill()


def saves(home):
    return sorted((Path(home) / "games").glob("*.json"))


def answers_of(kept, seat):
    return sum(getattr(entry, "seat", None) == seat for entry in arbiter.load(kept).journal)


def any_answer(shown, rng):
    """Something legal to type, read off the last thing the game says it wants."""
    wanted = list(WANTED.finditer(" ".join(shown.split())))[-1].groupdict()
    if wanted["only"]:
        return wanted["only"]
    if wanted["step"]:
        across, down = ((int(wanted[a]), int(wanted[b]) + 1) for a, b in (("left", "right"), ("top", "bottom")))
        step = int(wanted["step"])
        return f"{rng.randrange(*across, step)} {rng.randrange(*down, step)} {rng.choice('nesw')}"
    if wanted["last"]:
        return str(rng.randint(int(wanted["one"]), int(wanted["last"])))
    if wanted["most"]:
        return str(rng.randint(int(wanted["least"]), int(wanted["most"])))
    chosen = rng.sample(range(int(wanted["first"]), int(wanted["of"]) + 1), int(wanted["few"]))
    return " ".join(map(str, chosen)) or "none"


@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_a_whole_game_of_epix(terminal, tmp_path, rules):
    game = terminal("play", "epix", "--seats", "2", "--bots", "random", "--seed", "4", "--option", f"rules={rules}")
    rng = Random(11)
    for _ in range(2000):
        shown = game.see(PROMPT, "The end")
        if "The end" in shown:
            break
        assert "is not asked" not in shown
        game.type(any_answer(shown, rng))
    assert game.leave() == 0
    (kept,) = saves(tmp_path)
    assert arbiter.verify(kept).good
    assert arbiter.load(kept).over
    assert "Traceback" not in game.seen
    assert "[" not in re.sub(r"\[[\d,…]+\]|\[(Spring|Summer|Autumn|Winter)\]|'\[.*?\]'", "", game.seen), (
        "a word is missing"
    )


def test_there_are_examples_to_play():
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_played_to_its_end(terminal, tmp_path, example, size):
    module, name = example.split(":")
    game = getattr(import_module(module), name)
    arguments = ("--with", example, "play", game.id, "--seats", str(game.seats[-1]), "--bots", "random", "--seed", "5")
    table = terminal(*arguments, columns=size[0], lines=size[1])
    rng = Random(7)
    for _ in range(3000):
        shown = table.see(PROMPT, "The end")
        if "The end" in shown:
            break
        redrawn = shown.rpartition("thinks")[2].partition("\n")[2]
        assert redrawn.count("\n") <= size[1], "a redraw is no longer than the screen"
        table.type(any_answer(table.seen[-4000:], rng))
    assert table.leave() == 0
    assert "Traceback" not in table.seen
    (kept,) = saves(tmp_path)
    register(game())
    assert arbiter.load(kept).over


def test_the_board_is_in_colour_and_the_names_are_on_it(terminal):
    game = terminal("play", "epix", "--seed", "2")
    shown = game.see(PROMPT)
    assert b"\x1b[" in game.raw
    for words in ("Castle", "Kilimandjora", "Player 4 · clever", "Gold 15", "? shows the rule"):
        assert words in shown


def test_leaving_and_going_on(terminal, tmp_path):
    game = terminal("play", "epix", "--seats", "3", "--seed", "6", "--bots", "random")
    game.see(PROMPT)
    game.type("1")
    game.see(PROMPT)
    game.type("quit")
    assert game.leave() == 0
    (kept,) = saves(tmp_path)
    assert f"--resume {kept}" in game.seen.replace("\n", "")
    before = arbiter.load(kept).save()

    again = terminal("play", "epix")
    again.see("Go on with your unfinished game")
    again.see("] ")
    again.type("y")
    again.see(PROMPT)
    assert again.leave("\x03") == 0
    assert "Player 3 · random" in again.seen
    assert saves(tmp_path) == [kept]
    assert arbiter.load(kept).save() == before


@pytest.mark.parametrize("farewell", ["\x03", "\x04"])
def test_control_c_and_control_d_save(terminal, tmp_path, farewell):
    game = terminal("play", "epix", "--seats", "2", "--seed", "6")
    game.see(PROMPT)
    game.type("2")
    game.see(PROMPT)
    assert game.leave(farewell) == 0
    assert "Traceback" not in game.seen
    (kept,) = saves(tmp_path)
    assert answers_of(kept, seat=0) == 1


def test_control_c_while_a_bot_thinks_keeps_what_was_answered(terminal, tmp_path):
    game = terminal("play", "epix", "--seats", "2", "--seed", "6", "--bots", "search:100000")
    game.see(PROMPT)
    game.type("1")
    game.see("thinks")
    assert game.leave("\x03") == 0
    assert "Traceback" not in game.seen
    (kept,) = saves(tmp_path)
    assert answers_of(kept, seat=0) == 1


def test_control_c_in_a_simulation_shows_what_was_counted(terminal):
    sim = terminal("sim", "epix", "--games", "100000", "--workers", "2")
    sim.see(*(f" {252 * n}/100000" for n in range(1, 9)))
    assert sim.leave("\x03") == 130
    assert "Traceback" not in sim.seen
    games = int(re.search(r"stopped after (\d+) of 100000 games", sim.seen)[1])
    assert 252 <= games < 100_000
    assert f"{games} games with seed 0" in sim.seen
