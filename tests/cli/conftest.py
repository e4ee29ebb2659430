"""What the tests of the command line share: a runner with a data folder of its own, and the little game."""

import pytest
from typer.testing import CliRunner

import arbiter
from arbiter.cli.app import app
from arbiter.cli.speech import spoken
from arbiter.games import _REGISTERED
from tests.bots.lanterns import GAME


@pytest.fixture(autouse=True)
def english(monkeypatch):
    """A terminal that is set to English, unless a test sets it to another language."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    spoken.use("en")
    yield
    spoken.use("en")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A data folder that nobody has used before."""
    monkeypatch.setenv("ARBITER_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def lanterns():
    """The game of Lanterns, known by its name for the length of a test."""
    arbiter.register(GAME)
    yield GAME
    del _REGISTERED[GAME.id]


@pytest.fixture
def run(home):
    """Run a command; `typed` are the lines that a person types."""

    def run_command(*arguments, typed=()):
        result = CliRunner().invoke(app, list(map(str, arguments)), input="".join(f"{line}\n" for line in typed))
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run_command
