"""A house to visit with a real browser. Its bots play random and at once, so that the tests are quick."""

import pytest

from tests.server.house_at import HouseAt


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    house = HouseAt(tmp_path_factory.mktemp("house") / "tables.db")
    house.start()
    yield house
    house.stop()
