"""A house on a real socket, and pages without a browser."""

import pytest

from tests.server.house_at import HouseAt


@pytest.fixture
def house_at(tmp_path):
    """A house that serves on loopback; stopped, and startable again on the same store."""
    house = HouseAt(tmp_path / "tables.db")
    house.start()
    yield house
    house.stop()
