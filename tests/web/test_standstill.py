"""A table whose rules were mended in mid-game, in a browser."""

import pytest
from playwright.sync_api import Browser, expect

from arbiter import games, register
from tests.core.fording import Fording, mended
from tests.server.house_at import HouseAt
from tests.server.test_mending import Two
from tests.web.test_everyone import faults


@pytest.fixture
def stalled(tmp_path):
    """Ann and Bo at a table whose rules were mended so that Bo's answer no longer fits."""
    register(Fording())
    house = HouseAt(tmp_path / "tables.db")
    house.start()
    two = Two(house)
    two.answer(1, 6, 2)
    two.come_back(mended(reach=4))
    for page in two.pages:
        page.close()
    yield two
    house.stop()
    games._REGISTERED.pop("fording", None)


def test_people_are_told_what_differs_and_the_host_goes_on(browser: Browser, stalled):
    address, (ann_key, bo_key) = f"{stalled.house.address}/table/{stalled.made['table']}", stalled.keys
    ann, bo = (browser.new_context(locale="en").new_page() for _ in range(2))
    ann.goto(f"{address}#{ann_key}")
    bo.goto(f"{address}#{bo_key}")
    for page in (ann, bo):
        expect(page.locator("#ask .standstill")).to_contain_text("Bo")
        assert faults(page) == []
    expect(bo.locator("#ask .standstill button")).to_have_count(0)
    door = bo.context.new_page()
    door.goto(stalled.house.address)
    expect(door.locator("#mine .tag")).to_have_text("This table stands still")
    ann.locator("#ask .standstill .primary").click()
    expect(bo.locator("#ask.yours")).to_be_visible()
    expect(bo.locator("#log")).to_contain_text("mended")
    for page in (ann, bo):
        page.context.close()
