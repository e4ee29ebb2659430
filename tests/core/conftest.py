"""Games that a test makes known are forgotten after it."""

import pytest

from arbiter import games


@pytest.fixture(autouse=True)
def only_games_that_ship(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_REGISTERED", games._REGISTERED.copy())
