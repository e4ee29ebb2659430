"""The laws every game keeps, ready to be run on a game of your own.

In a test file of yours this is all it takes:

    from arbiter.testing import Conformance
    from mygame import MyGame

    class TestMyGame(Conformance):
        game = MyGame()
"""

from .cases import Case, cases
from .conformance import Conformance

__all__ = ["Case", "Conformance", "cases"]
