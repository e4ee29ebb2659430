"""Games and bots that a page makes known are forgotten after it."""

import pytest

from arbiter import games
from arbiter.bots import bot


@pytest.fixture(autouse=True)
def only_what_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_REGISTERED", games._REGISTERED.copy())
    monkeypatch.setattr(bot, "_KINDS", bot._KINDS.copy())
