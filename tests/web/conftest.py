"""A house to visit with a real browser. Its bots play random and at once, so that the tests are quick."""

import pytest

from arbiter import games, register
from examples.connect_four import ConnectFour
from examples.goofspiel import Goofspiel
from examples.hoard import Hoard
from examples.pickets import Pickets
from examples.tic_tac_toe import TicTacToe
from tests.server.house_at import HouseAt, at_the_table
from tests.server.strange_bots import Steady

EXAMPLES = (ConnectFour(), Goofspiel(), Hoard(), Pickets(), TicTacToe())


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    house = HouseAt(tmp_path_factory.mktemp("house") / "tables.db")
    for game in EXAMPLES:
        register(game)
    house.start()
    yield house
    house.stop()
    for game in EXAMPLES:
        games._REGISTERED.pop(game.id)


@pytest.fixture
def steady():
    """A bot that stakes 1 wherever it can, so that a test knows who stakes more and who less."""
    with at_the_table(Steady):
        yield "steady"
