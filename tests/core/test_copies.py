"""Tables that are copied, pickled, taken back and opened again, without going through the whole game."""

import copy
import gc
import pickle
import weakref
from random import Random

import msgspec
import pytest

import arbiter
from arbiter.core import Choose, Said
from arbiter.core.snapshots import Snapshot, restore
from arbiter.core.table import SPARED
from arbiter.testing.looks import everything, held
from examples.goofspiel import Goofspiel
from examples.hoard import Hoard

from .little import sit


def played(game, seats, answers, seed=3, **options):
    table, rng = arbiter.new(game, seats, seed, options), Random(seed)
    for _ in range(answers):
        if not table.over:
            ask = rng.choice(table.asks)
            table.answer(ask.seat, ask.sample(rng))
    return table


def long_game(answers):
    """A game whose beat is three answers and a roll, played for so many answers; it counts the answers it ran."""
    runs = []

    def beat(g):
        for _ in range(3):
            g.state.open.append((yield Choose(0, [1, 2, 3], "x")))
            runs.append(1)
        g.state.open[-3:] = [sum(g.state.open[-3:]) % 7, g.roll(6)]

    table = sit(beat, seed=1)
    for at in range(answers):
        table.answer(0, at % 3 + 1)
    return table, runs


class TestPickling:
    @pytest.mark.parametrize("answers", [0, 4, 9, 1000])
    def test_a_table_goes_by_its_journal(self, answers):
        table = played(Hoard(), 3, answers)
        again = pickle.loads(pickle.dumps(table))
        assert everything(again) == everything(table)

    def test_what_was_taken_back_goes_with_it(self):
        table = sit_picklable()
        table.answer(0, 4)
        table.undo(0)
        assert pickle.loads(pickle.dumps(table)).log == table.log

    def test_a_deep_copy_is_a_clone(self):
        table = played(Goofspiel(), 2, 7, hidden=True)
        twin = copy.deepcopy([table])[0]
        before = held(table)
        assert held(twin) == before
        twin.answer(twin.asks[0].seat, twin.asks[0].sample(Random(1)))
        assert held(table) == before

    def test_an_imagined_world_stays_where_it_is(self):
        world = played(Goofspiel(), 2, 5, hidden=True).imagine(0, Random(1))
        with pytest.raises(TypeError, match="imagined world"):
            pickle.dumps(world)
        assert copy.deepcopy(world).imagined


def sit_picklable():
    return played(Small(), 1, 0)


class Small(Goofspiel):
    """Goofspiel's opening as one open choice, so that something can be taken back."""

    id = "small"
    seats = range(1, 3)

    def beat(self, g):
        g.state.points[0] = yield Choose(0, [2, 4, 6], "bid")
        yield Choose(0, [2, 4, 6], "bid")


class TestCheckpoints:
    def test_a_table_that_nobody_copies_keeps_one_in_a_few_and_finds_the_others_again(self):
        table, runs = long_game(3 * 6)
        assert [kept.mark for kept in table.kept] == [0]
        runs.clear()
        assert table.checkpoint.state == table.state
        assert len(runs) == 3 * 6, "the beats since the one that was kept are run again"

    def test_they_are_as_the_state_was_when_the_beat_began(self):
        kept = 3 * SPARED // 4
        for answers in (*range(10), *range(kept - 6, kept + 6)):
            table, _ = long_game(answers)
            now = table.state.open.copy()
            began, _ = long_game(answers // 3 * 3)
            assert table.checkpoint.state == began.state
            assert table.state.open == now
            assert everything(table.clone()) == everything(table)

    def test_what_was_found_again_is_kept(self):
        table, runs = long_game(3 * 6 + 1)
        table.clone()
        runs.clear()
        assert table.clone().state == table.state
        assert len(runs) == 1, "only the beat itself is run again"

    def test_whoever_has_copied_a_table_finds_the_next_beat_kept_at_once(self):
        table, runs = long_game(3 * 6 + 1)
        table.clone()
        for answer in (1, 2, 3):
            table.answer(0, answer)
        runs.clear()
        assert table.clone().state == table.state
        assert len(runs) == 1

    def test_where_rules_take_their_time_every_beat_keeps_its_own(self):
        table, runs = long_game(0)
        table.game.quick = False
        for at in range(3 * 6):
            table.answer(0, at % 3 + 1)
        runs.clear()
        assert table.checkpoint.state == table.state
        assert not runs

    @pytest.mark.parametrize("game", [Hoard(), Goofspiel(), arbiter.find("epix"), arbiter.find("yummell")])
    def test_of_a_game_too(self, game):
        for answers in range(0, 60, 7):
            table, often = played(game, 2, 0), played(game, 2, 0)
            rng = Random(5)
            for _ in range(answers):
                if not table.over:
                    ask = rng.choice(table.asks)
                    answer = ask.sample(rng)
                    table.answer(ask.seat, answer)
                    often.answer(ask.seat, answer)
                    often.clone()
            assert table.over or table.checkpoint == often.checkpoint


class TestUndo:
    def test_it_starts_from_a_checkpoint_that_was_kept(self):
        table, runs = long_game(3000)
        kept = table.state.open.copy()
        table.answer(0, 1)
        runs.clear()
        table.undo(0)
        assert table.state.open == kept
        assert len(runs) < SPARED + 3

    def test_far_back_it_still_runs_only_a_part(self):
        table, runs = long_game(3000)
        marks = [kept.mark for kept in table.kept]
        assert marks[0] == 0
        assert len(marks) <= 32
        runs.clear()
        for _ in range(60):
            table.undo(0, free=True)
        assert sum(isinstance(entry, Said) for entry in table.journal) == 2940
        assert len(runs) < 60 * SPARED

    def test_past_what_was_restored_it_starts_from_the_beginning(self):
        table = played(Hoard(), 2, 11)
        again = restore(table.game, 2, "3", table.options, {}, table.log, table.snapshot())
        for _ in range(3):
            seat = next(entry.seat for entry in reversed(again.journal) if isinstance(entry, Said))
            again.undo(seat, free=True)
            table.undo(seat, free=True)
        assert everything(again) == everything(table)


class TestSnapshots:
    @pytest.mark.parametrize("game", [Hoard(), Goofspiel(), arbiter.find("epix"), arbiter.find("yummell")])
    def test_a_table_is_restored_as_it_was(self, game):
        for answers in (0, 1, 10, 60, 2000):
            table = played(game, 2, answers)
            again = restore(game, 2, "3", table.options, {}, table.log, table.snapshot())
            assert everything(again) == everything(table)
            assert again.kept[0].mark == table.checkpoint.mark

    def test_only_what_came_after_is_run_again(self):
        table, runs = long_game(2998)
        kept = table.snapshot()
        runs.clear()
        again = restore(table.game, 2, "1", None, {}, table.log, kept)
        assert again.state == table.state
        assert len(runs) == 1

    @pytest.mark.parametrize("harm", ["bytes", "rules", "journal", "mark", "state"])
    def test_a_bad_one_is_as_good_as_none(self, harm):
        table, runs = long_game(300)
        kept = msgspec.msgpack.decode(table.snapshot(), type=Snapshot)
        other, _ = long_game(299)
        match harm:
            case "rules":
                kept.rules = "another"
            case "journal":
                kept.journal = b"x"
            case "mark":
                kept.mark = 1000
            case "state":
                kept.state = msgspec.Raw(msgspec.msgpack.encode("no state"))
        data = b"nonsense" if harm == "bytes" else msgspec.msgpack.encode(kept)
        runs.clear()
        again = restore(table.game, 2, "1", None, {}, table.log, data)
        assert everything(again) == everything(table)
        assert len(runs) == 300
        assert again.state != other.state

    def test_an_imagined_world_has_none(self):
        with pytest.raises(ValueError, match="imagined"):
            played(Hoard(), 2, 3).imagine(0, Random(1)).snapshot()


def test_what_happens_in_an_imagined_world_is_told_there_alone():
    table = played(Goofspiel(), 2, 6)
    before = everything(table)
    world = table.imagine(0, Random(1))
    for _ in range(4):
        ask = world.asks[0]
        world.answer(ask.seat, ask.sample(Random(1)))
    assert len(world.events(0)) > len(table.events(0))
    assert everything(table) == before


def test_clones_share_the_past_and_go_on_apart():
    """Copies share what stood before; whoever goes on first, the others are not touched."""
    table, _ = long_game(100)
    twins = [table.clone() for _ in range(3)]
    before = [held(twin) for twin in twins]
    assert all(twin.recorder.entries.before is table.recorder.entries.before for twin in twins)
    for _ in range(10):
        twins[0].answer(0, 1)
        twins[1].answer(0, 2)
    assert held(twins[2]) == before[2]
    for _ in range(10):
        table.answer(0, 3)
    assert held(twins[2]) == before[2]
    assert [entry.answer for entry in twins[1].journal[-2:] if isinstance(entry, Said)] != []
    again = arbiter.core.Table(table.game, 2, 1, log=twins[1].log)
    assert everything(again) == everything(twins[1])


@pytest.mark.parametrize(("game", "seats"), [(Goofspiel(), 3), (Hoard(), 3)])
def test_a_copy_that_nobody_wants_is_gone_at_once(game, seats):
    """Searches make copies by the thousand: none may wait, in a ring with its rules, for Python to look for it."""
    table = played(game, seats, 3)
    gc.disable()
    try:
        for make in (table.clone, lambda: table.imagine(0, Random(1))):
            copied = make()
            copied.answer(copied.asks[0].seat, copied.asks[0].sample(Random(1)))
            left = weakref.ref(copied.recorder), weakref.ref(copied)
            del copied
            assert [one() for one in left] == [None, None]
    finally:
        gc.enable()
