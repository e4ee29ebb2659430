"""A house on a real socket, and pages without a browser."""

import itertools
import os
import tempfile
import time

import pgserver
import psycopg
import pytest

from arbiter import games, register
from examples.tic_tac_toe import TicTacToe
from tests.server.house_at import HouseAt


@pytest.fixture
def house_at(tmp_path):
    """A house that serves on loopback; stopped, and startable again on the same store."""
    house = HouseAt(tmp_path / "tables.db")
    house.start()
    yield house
    house.stop()


class Hands:
    """The hands of the house's clock."""

    def __init__(self) -> None:
        self.at = float(int(time.time()))

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def hands(house_at):
    """A house whose time stands still until a test moves it, and where tic-tac-toe is played."""
    register(TicTacToe())
    house_at.app_house.now = Hands()
    house_at.app_house.tick = 0.02
    yield house_at.app_house.now
    games._REGISTERED.pop("tic-tac-toe")


NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def database_server():
    """A real PostgreSQL of our own, on a socket in a folder; started once, and only where a test wants it.

    It may run as another user, who cannot pass through the tests' own folders; a busy machine may need a few attempts.
    """
    with tempfile.TemporaryDirectory(prefix="arbiter-pg-", ignore_cleanup_errors=True) as folder:
        for attempt in range(1, 6):
            try:
                server = pgserver.get_server(f"{folder}/{attempt}", cleanup_mode="stop")
                break
            except Exception:
                if attempt == 5:
                    raise
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            # Nothing in it has to outlive the tests.
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
        yield server
        server.cleanup()


@pytest.fixture
def database(database_server):
    """The address of an empty database."""
    name = f"test_{os.getpid()}_{next(NUMBERS)}"
    with psycopg.connect(database_server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return database_server.get_uri(name)
