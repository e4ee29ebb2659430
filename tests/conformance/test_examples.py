"""The reference games, the tutorial's game and a game of long beats keep every law."""

from examples.connect_four import ConnectFour
from examples.goofspiel import Goofspiel
from examples.hoard import Hoard
from examples.pickets import Pickets
from examples.tic_tac_toe import TicTacToe
from tests.core.smugglers import Smugglers

from .drawn import Drawn


class TestTicTacToe(Drawn):
    game = TicTacToe()


class TestConnectFour(Drawn):
    game = ConnectFour()


class TestGoofspiel(Drawn):
    game = Goofspiel()


class TestHoard(Drawn):
    game = Hoard()


class TestPickets(Drawn):
    game = Pickets()


class TestSmugglers(Drawn):
    game = Smugglers()
