"""Simulations: rotated fairly, the same for the same seed whoever computes them, with honest intervals."""

import msgspec
import pytest

from arbiter.bots import RandomBot, UnknownBot
from arbiter.core import Choose, Outcome, ranking
from arbiter.lab.sim import Stopped, cut, line_up, simulate
from arbiter.lab.statistics import wilson
from tests.bots.lanterns import GAME, Lanterns


def same_part(result):
    """A result without how fast it went."""
    plain = msgspec.to_builtins(result)
    del plain["speed"]
    return plain


@pytest.mark.parametrize("bots", [["random"], ["clever", "random"], ["greedy:1", "clever", "random"]])
def test_the_number_of_workers_changes_nothing_but_the_speed(bots):
    results = [simulate(GAME, 3, bots, 50, seed=4, workers=workers) for workers in (1, 2, 3)]
    assert same_part(results[0]) == same_part(results[1]) == same_part(results[2])
    assert [result.speed.workers for result in results] == [1, 2, 3]


def test_another_seed_gives_other_games():
    one, other = (simulate(GAME, 3, ["clever", "random"], 40, seed=seed, workers=1) for seed in (1, 2))
    assert same_part(one)["players"] != same_part(other)["players"]


def test_every_bot_sits_in_every_seat_equally_often():
    result = simulate(GAME, 4, ["clever", "random"], 40, workers=1)
    clever, random = result.players
    assert [seat.games for seat in clever.by_seat] == [10, 10, 10, 10]
    assert [seat.games for seat in random.by_seat] == [30, 30, 30, 30]


def test_shared_wins_are_shares_and_all_wins_add_up_to_the_games():
    result = simulate(GAME, 2, ["clever", "random"], 60, workers=1, options={"rounds": 1})
    assert sum(player.overall.wins for player in result.players) == pytest.approx(60)
    tied = simulate(GAME, 2, ["random"], 60, workers=1, options={"rounds": 0})
    assert [seat.wins for seat in tied.players[0].by_seat] == [30, 30]


class Favourite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    favourite: int = 0


class Settled(Lanterns):
    """Lanterns for two, in which the options say who wins, and the other does by chance one time in six."""

    Options = Favourite

    def start(self, seats, options):
        state = super().start(seats, GAME.Options())
        state.points[options.favourite] = 1
        return state

    def beat(self, g):
        yield Choose(0, ("go",), "sign")
        points = g.state.points[:: -1 if g.roll(6) == 6 else 1]
        g.end(Outcome(ranking(points), tuple(map(float, points)), "why.points"))

    def measures(self, state):
        return {"points": [float(one) for one in state.points]}


@pytest.mark.parametrize("bots", [["random"], ["clever", "random"]])
def test_a_table_set_the_other_way_round_is_counted_for_the_seat_opposite(bots):
    told = {"seats": 2, "bots": bots, "games": 42, "workers": 1}
    plain = simulate(Settled(), options={"favourite": 0}, **told)
    both = simulate(Settled(), options={"favourite": 0}, turned={"favourite": 1}, **told)
    other = simulate(Settled(), options={"favourite": 1}, **told)

    assert (
        [one.mean for one in both.measures[0].by_seat] == [1.0, 0.0] == [one.mean for one in plain.measures[0].by_seat]
    )
    assert [one.mean for one in other.measures[0].by_seat] == [0.0, 1.0]
    assert both.records[0].won == plain.records[0].won == other.records[1].won, "the same dice, seen from either seat"
    assert 42 > both.records[0].won > 21
    assert sum(seat.games for player in both.players for seat in player.by_seat) == 84
    assert [seat.games for seat in both.players[0].by_seat] == [seat.games for seat in plain.players[0].by_seat]


def test_the_better_bot_shows():
    result = simulate(GAME, 3, ["clever", "random"], 300, workers=2)
    assert result.chance == pytest.approx(1 / 3)
    assert result.players[0].overall.low > result.chance


def test_progress_counts_every_game_once():
    for workers in (1, 2):
        done = []
        simulate(GAME, 3, ["clever", "random"], 50, workers=workers, progress=done.append)
        assert sum(done) == 50


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("bots", [["random"], ["clever", "random"]])
def test_what_was_counted_when_it_was_stopped_is_kept(bots, workers):
    counted = []

    def stop_in_the_middle(done):
        counted.append(done)
        if len(counted) == 5:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        simulate(GAME, 3, bots, 3000, seed=4, workers=workers, progress=stop_in_the_middle)
    result = stopped.value.result
    assert sum(counted) <= result.games < 3000
    assert sum(player.overall.wins for player in result.players) == pytest.approx(result.games)
    if workers == 1:
        whole = simulate(GAME, 3, bots, result.games, seed=4, workers=1)
        assert [player.overall.wins for player in result.players] == [player.overall.wins for player in whole.players]
        assert result.decisions == whole.decisions


def test_where_nothing_was_counted_there_is_no_result(monkeypatch):
    def interrupt(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(RandomBot, "answer", interrupt)
    with pytest.raises(Stopped) as stopped:
        simulate(GAME, 3, ["clever", "random"], 30, workers=1)
    assert stopped.value.result is None


@pytest.mark.parametrize(("games", "seats"), [(1, 4), (50, 3), (500, 4), (100_000, 2)])
def test_games_are_cut_into_whole_rotations(games, seats):
    chunks = list(cut(games, seats))
    assert [first for first, _ in chunks] == [0, *[last for _, last in chunks[:-1]]]
    assert chunks[-1][1] == games
    assert all((last - first) % seats == 0 for first, last in chunks[:-1])


def test_a_game_that_does_not_end_is_reported():
    class Endless(type(GAME)):
        bound = 5

    with pytest.raises(RuntimeError, match="did not end within the bound of 5"):
        simulate(Endless(), 3, ["clever", "random"], 3, workers=1)


@pytest.mark.parametrize(
    ("error", "said", "wrong"),
    [
        (ValueError, "for 2–4 players, not 7", {"seats": 7}),
        (ValueError, "at least 1 game", {"games": 0}),
        (ValueError, "5 bots are named for 3 seats", {"bots": ["random"] * 5}),
        (ValueError, "no bot is named", {"bots": []}),
        (UnknownBot, "no bot 'wise'", {"bots": ["wise"]}),
        (ValueError, "bad options for Lanterns", {"options": {"nights": 2}}),
    ],
)
def test_bad_input_is_refused_in_words(error, said, wrong):
    with pytest.raises(error, match=said):
        simulate(**{"game": GAME, "seats": 3, "bots": ["random"], "games": 3, **wrong})


def test_the_last_bot_takes_the_seats_left_over():
    assert line_up(3, ["clever"]) == ("clever",) * 3
    assert line_up(3, ["clever", "search:9", "random"]) == ("clever", "search:9", "random")


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # published values: Newcombe 1998, table I, method 3; Agresti and Coull 1998
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_intervals(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_wilson_takes_parts_of_a_win():
    assert wilson(7, 20) < wilson(7.5, 20) < wilson(8, 20)


def test_the_lean_path_counts_every_answer_as_the_table_does():
    lean = simulate(GAME, 3, ["random"], 20, workers=1)
    recorded = simulate(GAME, 3, ["random", "clever"], 20, workers=1)
    assert lean.mean_decisions == recorded.mean_decisions == 4 + 3 * (3 + 2)


class Counted(Lanterns):
    """Lanterns that count something besides who wins."""

    def measures(self, state):
        return {"seat": tuple(range(len(state.hands))), "cards": tuple(len(hand) for hand in state.hands)}


@pytest.mark.parametrize("bots", [["random"], ["clever", "random"]])
def test_what_a_game_measures_is_added_up_by_seat_and_by_bot(bots):
    result = simulate(Counted(), 2, bots, 40, workers=1)
    seat, cards = result.measures
    assert [(one.mean, one.low, one.high) for one in seat.by_seat] == [(0, 0, 0), (1, 1, 1)]
    assert {bot: one.mean for bot, one in seat.by_bot.items()} == dict.fromkeys(bots, 0.5)
    assert all(one.low < one.mean < one.high for one in seat.by_bot.values())
    assert cards.name == "cards"
    assert sum(one.games for one in cards.by_seat) == 80
    for record, other in (result.records, result.records[::-1]):
        assert record.won + record.shared + record.lost == 40
        assert record.won == other.lost


def test_games_without_measures_have_none():
    assert simulate(GAME, 2, ["random"], 4, workers=1).measures == []
