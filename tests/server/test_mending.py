"""The rules of a table are mended in the middle of its game."""

import pytest

from arbiter import games, register
from tests.core.fording import Fording, mended


@pytest.fixture
def fording():
    register(Fording())
    yield
    games._REGISTERED.pop("fording", None)


class Two:
    """A table of Fording with two people at it, at a house whose rules can be mended."""

    def __init__(self, house) -> None:
        self.house = house
        self.made = house.set_table("you", "person", game="fording")
        ann = house.page(self.made["table"], self.made["token"])
        bo = house.page(self.made["table"], ann.table["invitations"]["1"])
        ann.join("Ann")
        bo.join("Bo")
        self.keys = [ann.token, bo.token]
        self.pages = [ann, bo]

    def answer(self, *steps) -> None:
        """Whoever is asked answers, one after the other; both have then seen what came of it."""
        for step in steps:
            while not (asked := [page for page in self.pages if page.table.get("asks")]):
                self.pages[0].until("table")
                self.pages[1].catch_up(0.01)
            page, answered = asked[0], asked[0].ask["id"]
            assert page.answer(step)["type"] == "accepted"
            page.until_table(lambda seen, id=answered: all(ask["id"] != id for ask in seen.get("asks", ())))
            for other in self.pages:
                other.until_table(lambda seen, head=page.table["head"]: seen["head"] == head)

    def come_back(self, rules=None) -> None:
        """The house is stopped and started, its rules mended meanwhile; both come back."""
        for page in self.pages:
            page.close()
        self.house.stop()
        if rules is not None:
            register(rules)
        self.house.start()
        self.pages = [self.house.page(self.made["table"], key) for key in self.keys]


@pytest.fixture
def two(house_at, fording):
    two = Two(house_at)
    yield two
    for page in two.pages:
        page.close()


def test_where_the_journal_holds_the_game_goes_on_and_the_log_says_so(two):
    two.answer(1, 6)
    before = two.pages[0].table["scene"]
    two.come_back(mended(length=5))
    ann, bo = two.pages
    assert ann.table["scene"] == before
    assert "stalled" not in ann.table
    assert ann.told[-1] == bo.told[-1] == ["told.mended", {"rules": "2"}]
    two.answer(2)
    two.come_back()
    assert [key for key, _ in two.pages[0].told].count("told.mended") == 1, "it is mended once"
    assert two.pages[0].told[-1][0] == "told.step"


def test_where_it_does_not_hold_the_table_stands_still_and_says_what_differs(two):
    two.answer(1, 6, 2)
    two.come_back(mended(reach=4))
    for page in two.pages:
        assert page.table["stalled"] == {"good": 2, "of": 6, "seat": 1, "begun": "1", "here": "2"}
        assert page.table["asks"] == []
        assert not page.table["undo"]
    ann, bo = two.pages
    assert ann.table["may_mend"]
    assert "may_mend" not in bo.table
    ann.say("undo")
    assert ann.until("refused")["key"] == "house.stalled"
    two.come_back()
    assert two.pages[0].table["stalled"]["of"] == 6, "nothing has changed in the store"


def test_the_host_goes_on_from_there(two):
    two.answer(1, 6, 2)
    two.come_back(mended(reach=4))
    ann, bo = two.pages
    bo.say("mend", go_on=True)
    assert bo.until("refused")["key"] == "house.host_only"
    ann.say("mend", go_on=True)
    bo.until_table(lambda seen: seen["asks"])
    assert "stalled" not in bo.table
    assert "from 1 to 4" in bo.answer(6)["reason"]
    bo.answer(4)
    two.come_back()
    told = two.pages[0].told
    assert [key for key, _ in told] == ["told.step", "told.mended", "told.step"]
    assert told[2][1]["n"] == 4


def test_the_host_keeps_it_as_it_is_and_may_think_again(two):
    two.answer(1, 6, 2)
    two.come_back(mended(reach=4))
    two.pages[0].say("mend", go_on=False)
    two.pages[1].until_table(lambda seen: seen.get("rest") == "kept")
    two.come_back()
    assert two.pages[0].table["rest"] == "kept"
    assert two.pages[0].table["stalled"]
    two.come_back(Fording())
    assert two.pages[0].table["asks"] or two.pages[1].table["asks"]
    assert "stalled" not in two.pages[0].table, "under the rules it was begun with it goes on"
    assert "rest" not in two.pages[0].table


def test_a_table_that_plays_is_not_mended_from_a_page(two):
    two.pages[0].say("mend", go_on=True)
    assert two.pages[0].until("refused")["key"] == "house.not_stalled"


def test_a_game_that_is_over_stays_as_it_ended(two):
    two.answer(1, 1, 1, 1, 1, 1, 1, 1, 1, 6)
    assert two.pages[0].table["outcome"]
    two.come_back(mended(reach=4))
    ann = two.pages[0]
    assert ann.table["status"] == "over"
    assert ann.table["stalled"]["seat"] == 1
    assert "may_mend" not in ann.table
    ann.say("mend", go_on=True)
    assert ann.until("refused")["key"] == "house.over_stands"
