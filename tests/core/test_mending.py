"""Rules that are mended in the middle of a game: a journal of older rules, followed under those of today."""

from random import Random

import pytest

from arbiter.core import BadSave, Fell, Mended, Said, Table, Undone, say
from arbiter.core.journal import mendings, rules_of, standing
from arbiter.core.mending import mend
from arbiter.core.snapshots import restore
from arbiter.testing.looks import everything
from tests.core.fording import Fording, mended


def played(*steps: int, rope: tuple[int, ...] = (2, 1)) -> Table:
    table = Table(Fording(), 2, "s33d")
    given = list(rope)
    for step in steps:
        table.answer(table.asks[0].seat, step)
        while table.asks and table.asks[0].prompt == "rope" and given:
            table.answer(table.asks[0].seat, given.pop(0))
    return table


def under(game: Fording, table: Table):
    return mend(game, 2, "s33d", None, None, table.log)


def test_a_journal_that_still_holds_goes_on_and_says_so():
    old = played(1, 6, 2, 3)
    found = under(mended(length=7), old)
    assert found.holds
    assert found.good == found.of == len(old.journal)
    table = found.table
    assert table.journal == old.journal
    assert table.log == [*old.log, Mended("2", len(old.journal))]
    assert [event.key for event in table.events(None)][-1] == "told.mended"
    table.answer(0, 4)
    assert [event.key for event in table.events(None)][-2:] == ["told.mended", "told.step"]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_it_is_said_in_every_language(language):
    table = under(mended(), played(1)).table
    event = table.events(None)[-1]
    assert "2" in say(table.catalogue(language), event.key, event.args)


def test_an_answer_that_is_no_longer_legal_stops_it_there():
    old = played(1, 2, 3, 1, 5, 2)
    found = under(mended(reach=4), old)
    assert not found.holds
    assert found.seat == 0
    assert old.journal[found.good] == Said(0, "step", 5)
    assert found.table.journal == old.journal[: found.good]
    assert [ask.seat for ask in found.table.asks] == [0]
    with pytest.raises(Exception, match="1 to 4"):
        found.table.answer(0, 5)
    found.table.answer(0, 4)
    assert standing(found.table.log)[-2] == Said(0, "step", 4)


def test_an_answer_from_which_something_else_comes_is_asked_again():
    old = played(1, 2)
    found = under(mended(sides=8), old)
    assert (found.good, found.seat) == (0, 0)
    assert found.table.journal == []
    assert found.table.asks[0].seat == 0


def test_a_game_that_is_over_sooner_is_over_there():
    old = played(1, 2, 3, 1, 1)
    found = under(mended(length=4), old)
    assert found.table.over
    assert found.good < found.of


def test_rules_that_stumble_over_it_stop_there():
    old = played(1, 2, 3, 5, 1)
    found = under(mended(stumbles=True), old)
    assert old.journal[found.good] == Said(1, "step", 5)


def test_half_of_a_simultaneous_ask_is_kept():
    old = played(1, 2, 3, rope=(2,))
    found = under(mended(), old)
    assert found.holds
    assert found.table.answered == [0]


def test_what_was_taken_back_stays_taken_back():
    old = played(1, 2, 3, 4)
    old.undo(1, free=True)
    found = under(mended(reach=3), old)
    assert found.holds, "only the answer that was taken back would be refused"
    assert [type(entry) for entry in found.table.log[-2:]] == [Undone, Mended]


def test_it_can_be_mended_again_and_taken_back_past_it():
    table = under(mended(reach=4), played(1, 2, 3, 1, 5, 2)).table
    table.answer(0, 4)
    assert rules_of(table.log, "1") == "2"
    again = type("Fording", (Fording,), {"version": "3"})()
    found = mend(again, 2, "s33d", None, None, table.log)
    assert found.holds
    assert [rules for _, rules in mendings(found.table.log)] == ["2", "3"]
    assert [event.key for event in found.table.events(None)].count("told.mended") == 2
    while len(found.table.journal) > 2:
        seat = max(entry.seat for entry in found.table.journal[-2:] if isinstance(entry, Said))
        found.table.undo(seat, free=True)
    assert mendings(found.table.log) == []
    assert "told.mended" not in [event.key for event in found.table.events(None)]


def test_a_mended_table_is_copied_imagined_and_restored_as_any_other():
    table = under(mended(reach=4), played(1, 2, 3, 1, 5, 2)).table
    for _ in range(2):
        assert everything(table.clone()) == everything(table)
        assert table.imagine(0, Random(1)).events(0) == table.events(0)
        for kept in (None, table.snapshot()):
            assert everything(restore(table.game, 2, "s33d", None, None, table.log, kept)) == everything(table)
        table.answer(table.asks[0].seat, 1)
        table.undo(0, free=True)
        table.answer(table.asks[0].seat, 2)


def test_a_mended_game_is_saved_loaded_and_verified():
    from arbiter.core.saves import load, read
    from arbiter.core.verifying import verify

    game = mended(reach=4)
    table = under(game, played(1, 2, 3, 1, 5, 2)).table
    saved = read(table.save())
    assert load(saved, game).log == table.log
    assert verify(saved, game).good


@pytest.mark.parametrize("back_to", [-1, 4])
def test_a_place_that_is_not_in_the_journal_is_refused(back_to):
    with pytest.raises(BadSave, match="no entry"):
        standing([Said(0, "step", 1), Fell(6, 1), Mended("2", back_to)])
