"""The reference games and the tutorial's game keep every law."""

from arbiter.testing import Conformance
from examples.connect_four import ConnectFour
from examples.goofspiel import Goofspiel
from examples.hoard import Hoard
from examples.pickets import Pickets
from examples.tic_tac_toe import TicTacToe


class TestTicTacToe(Conformance):
    game = TicTacToe()


class TestConnectFour(Conformance):
    game = ConnectFour()


class TestGoofspiel(Conformance):
    game = Goofspiel()


class TestHoard(Conformance):
    game = Hoard()


class TestPickets(Conformance):
    game = Pickets()
