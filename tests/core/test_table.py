"""Tables: asking, answering together, chance, events, taking back, cloning, imagining."""

from random import Random

import pytest

import arbiter
from arbiter.core import Amount, Choose, Fell, Illegal, Lean, Outcome, Said, Together, Undone, playout, rule
from examples.hoard import Hoard
from examples.tic_tac_toe import TicTacToe

from .little import END, Little, Notes, sit


def bids(g):
    """Two seats bid in secret; when both bids are in, they are written down."""
    one, other = yield Together(Amount(0, 0, 9, "bid"), Amount(1, 0, 9, "bid"))
    g.reveal()
    g.state.open.append((one, other))
    g.tell("bids", one=one, other=other)


class TestAnswering:
    def test_the_table_asks_and_the_rules_go_on(self):
        table = arbiter.new(TicTacToe(), seats=2)
        assert (table.asks[0].seat, table.asks[0].prompt) == (0, "mark")
        table.answer(0, 4)
        assert table.asks[0].seat == 1
        assert table.state.cells[4] == 0

    def test_who_is_not_asked_cannot_answer(self):
        table = arbiter.new(TicTacToe(), seats=2)
        with pytest.raises(Illegal, match="seat 1 is not asked anything now; the table waits for seat 0"):
            table.answer(1, 4)

    def test_after_the_end_nobody_can_answer(self):
        table = arbiter.new(TicTacToe(), seats=2)
        for cell in (0, 3, 1, 4, 2):
            table.answer(table.asks[0].seat, cell)
        assert table.over
        assert table.asks == []
        with pytest.raises(Illegal, match="the game is over"):
            table.answer(1, 5)

    def test_an_illegal_answer_carries_reason_and_rule(self):
        def rules(g):
            yield Choose(0, [1], "x", rule="X-1")

        with pytest.raises(Illegal) as refused:
            sit(rules).answer(0, 2)
        assert (refused.value.reason, refused.value.rule) == ("2 is not among the options: 1", "X-1")

    def test_an_error_in_the_rules_leaves_the_table_as_it_was(self):
        def rules(g):
            answer = yield Choose(0, [1, 2], "x")
            g.state.open.append(answer)
            yield Choose(0, [1, 2], "y")
            g.roll()
            if answer == 2:
                raise ZeroDivisionError

        table = sit(rules)
        table.answer(0, 2)
        before = table.save()
        with pytest.raises(ZeroDivisionError):
            table.answer(0, 1)
        assert table.save() == before
        assert [ask.prompt for ask in table.asks] == ["y"]
        table.undo(0)
        table.answer(0, 1)
        table.answer(0, 1)
        assert len(table.journal) == 3

    def test_an_error_in_an_imagined_world_is_told_as_it_is(self):
        def rules(g):
            yield Choose(0, [1], "x")
            yield Choose(0, [1], "y")
            raise ZeroDivisionError

        table = sit(rules)
        table.answer(0, 1)
        world = table.imagine(1, Random(1))
        with pytest.raises(ZeroDivisionError):
            world.answer(0, 1)

    def test_lists_and_tuples_are_one_answer(self):
        def rules(g):
            g.state.open.append((yield Choose(0, [(1, 2)], "x")))

        table = sit(rules)
        table.answer(0, [1, 2])
        assert table.state.open == [(1, 2)]
        assert table.journal == [Said(0, "x", (1, 2))]

    def test_the_number_of_seats_must_fit(self):
        with pytest.raises(ValueError, match="Tic-tac-toe is for 2 players, not 3"):
            arbiter.new(TicTacToe(), seats=3)

    def test_options_must_fit(self):
        with pytest.raises(
            ValueError, match=r"bad options for Tic-tac-toe: there is no option 'colour'; the options are: none"
        ):
            arbiter.new(TicTacToe(), seats=2, options={"colour": "red"})


class TestTogether:
    def test_each_answer_is_taken_and_recorded_when_it_comes(self):
        table = sit(bids)
        table.answer(1, 7)
        assert table.journal == [Said(1, "bid", 7)]
        assert [ask.seat for ask in table.asks] == [0]
        assert table.state.open == []

    def test_the_others_do_not_see_it(self):
        table = sit(bids)
        table.answer(1, 7)
        assert (table.view(0).answered, table.view(0).mine) == ([1], None)
        assert (table.view(None).answered, table.view(None).mine) == ([1], None)
        assert table.view(1).mine == 7

    def test_the_rules_get_the_answers_in_the_order_of_the_asks(self):
        for first, second in ((0, 1), (1, 0)):
            table = sit(bids)
            table.answer(first, first + 3)
            table.answer(second, second + 3)
            assert table.state.open == [(3, 4)]

    def test_a_seat_answers_once(self):
        table = sit(bids)
        table.answer(1, 7)
        with pytest.raises(Illegal, match="seat 1 is not asked anything now; the table waits for seat 0"):
            table.answer(1, 8)

    def test_a_refused_answer_leaves_the_others_standing(self):
        table = sit(bids)
        table.answer(1, 7)
        with pytest.raises(Illegal):
            table.answer(0, 10)
        assert table.journal == [Said(1, "bid", 7)]
        table.answer(0, 2)
        assert table.state.open == [(2, 7)]

    def test_clones_and_saves_halfway_go_on(self):
        table = arbiter.new(Hoard(), seats=3, seed=4)
        table.answer(2, True)
        arbiter.register(table.game)
        for twin in (table.clone(), arbiter.load(table.save())):
            assert [ask.seat for ask in twin.asks] == [0, 1]
            assert twin.view(2).mine is True
            twin.answer(0, False)
            twin.answer(1, True)
            assert twin.state.inside == [1, 2]
        assert [ask.seat for ask in table.asks] == [0, 1]


class TestChance:
    def rules(self, g):
        g.state.open += [g.roll(6), g.pick("abc"), g.draw(g.state.bag)]
        yield Choose(0, [1], "x")

    def test_every_result_is_recorded(self):
        table = sit(self.rules, seed=3)
        roll, pick, drawn = table.state.open
        assert [entry.sides for entry in table.journal] == [6, 3, 10]
        assert table.journal == [Fell(6, roll - 1), Fell(3, "abc".index(pick)), Fell(10, drawn)]

    def test_the_same_seed_gives_the_same_game(self):
        assert sit(self.rules, seed=3).state == sit(self.rules, seed=3).state
        assert len({str(sit(self.rules, seed=n).state) for n in range(20)}) > 10

    def test_the_seats_entropy_changes_it(self):
        assert len({str(sit(self.rules, entropy={0: text}).state.open) for text in "abcdefgh"}) > 4


class TestEvents:
    def rules(self, g):
        g.tell("all", n=1)
        g.tell("some", (1,), n=2)
        yield Choose(0, [1], "x")
        g.tell("all", n=3)
        yield Choose(0, [1], "x")

    def test_only_those_hear_it_who_may(self):
        table = sit(self.rules)
        assert [event.args["n"] for event in table.events(0)] == [1]
        assert [event.args["n"] for event in table.events(1)] == [1, 2]
        assert [event.args["n"] for event in table.events(None)] == [1]

    def test_a_seat_counts_its_own_events(self):
        table = sit(self.rules)
        table.answer(0, 1)
        assert [event.args["n"] for event in table.events(0, since=1)] == [3]
        assert [event.args["n"] for event in table.events(1, since=1)] == [2, 3]

    def test_a_clone_has_heard_the_same_and_goes_its_own_way(self):
        table = sit(self.rules)
        clone = table.clone()
        clone.answer(0, 1)
        assert len(clone.events(1)) == 3
        assert len(table.events(1)) == 2


class TestUndo:
    def test_an_answer_nobody_has_acted_on_can_be_taken_back(self):
        table = arbiter.new(TicTacToe(), seats=2)
        table.answer(0, 4)
        table.undo(0)
        assert table.journal == []
        assert table.log == [Said(0, "mark", 4), Undone(0, 0)]
        assert table.events(0) == []
        table.answer(0, 5)
        assert table.state.cells[4:6] == [-1, 0]
        assert [type(entry) for entry in table.log] == [Said, Undone, Said]

    def test_there_must_be_one(self):
        with pytest.raises(Illegal, match="there is no answer of yours to take back"):
            arbiter.new(TicTacToe(), seats=2).undo(1)

    def test_not_after_another_seat_has_answered(self):
        table = arbiter.new(TicTacToe(), seats=2)
        table.answer(0, 4)
        table.answer(1, 5)
        with pytest.raises(Illegal, match="another seat has answered since"):
            table.undo(0)
        table.undo(0, free=True)
        assert table.journal == []

    def test_not_after_chance(self):
        def rules(g):
            yield Choose(0, [1], "x")
            g.roll()
            yield Choose(0, [1], "y")

        table = sit(rules)
        table.answer(0, 1)
        rolled = table.journal[-1]
        with pytest.raises(Illegal, match="chance has decided something since"):
            table.undo(0)
        table.undo(0, free=True)
        table.answer(0, 1)
        assert table.journal[-1] == rolled, "the dice do not roll better the second time"

    def test_not_a_secret_answer(self):
        table = sit(bids)
        table.answer(0, 3)
        with pytest.raises(Illegal, match="a secret answer stands once it is given"):
            table.undo(0)

    def test_not_what_the_rules_have_settled(self):
        def rules(g):
            yield Choose(0, [1], "x")
            g.settle()
            yield Choose(0, [1], "y")

        table = sit(rules)
        table.answer(0, 1)
        with pytest.raises(Illegal, match="that answer has had its effect"):
            table.undo(0)

    def test_not_what_ended_the_game(self):
        def rules(g):
            yield Choose(0, [1], "x")
            g.end(END)

        table = sit(rules)
        table.answer(0, 1)
        with pytest.raises(Illegal, match="that answer has had its effect"):
            table.undo(0)
        table.undo(0, free=True)
        assert not table.over

    def test_a_refused_undo_changes_nothing(self):
        table = sit(bids)
        table.answer(0, 3)
        before = table.save()
        with pytest.raises(Illegal):
            table.undo(0)
        assert table.save() == before

    def test_undone_twice(self):
        table = arbiter.new(TicTacToe(), seats=2)
        for cell in (4, 5):
            table.answer(0, cell)
            table.undo(0)
        assert [type(entry) for entry in table.log] == [Said, Undone, Said, Undone]
        assert table.journal == []


class TestWhy:
    def test_the_rules_in_force_outermost_first(self):
        @rule("W-1")
        def turn(g):
            yield from fight(g)

        @rule("W-2", "W-3")
        def fight(g):
            yield Choose(0, [1], "x", rule="W-4")

        assert sit(turn).why() == ["W-1", "W-2", "W-3", "W-4"]

    def test_asked_together_each_seat_has_its_own(self):
        @rule("V-1")
        def turn(g):
            yield Together(Choose(0, [1], "x", rule="V-2"), Choose(1, [1], "y", rule="V-3"))

        table = sit(turn)
        assert table.why(0) == ["V-1", "V-2"]
        assert table.why(1) == ["V-1", "V-3"]

    def test_nothing_is_in_force_when_the_game_is_over(self):
        def rules(g):
            g.end(END)
            yield

        assert sit(rules).why() == []


def deal(g):
    """Each seat draws a card only it sees; then seat 0 says something openly, and the cards are shown."""
    for seat in (0, 1):
        g.state.own[seat] = g.draw(g.state.bag, seen_by=seat)
        g.tell("dealt", (seat,), card=g.state.own[seat])
    yield Choose(0, [1], "x")
    g.state.open.append(g.draw(g.state.bag))
    yield Choose(1, [1], "y")
    for seat in (0, 1):
        g.show(g.state.own[seat])
    g.state.open += g.state.own[:2]
    yield Choose(1, [1], "z")


class TestImagine:
    def worlds(self, table, seat):
        rng = Random(1)
        return [table.imagine(seat, rng) for _ in range(40)]

    def test_the_truth_is_not_changed(self):
        table = sit(deal, seed=5)
        before = table.save()
        self.worlds(table, 0)
        assert table.save() == before

    def test_what_the_seat_drew_it_drew_and_the_rest_is_dealt_again(self):
        table = sit(deal, seed=5)
        worlds = self.worlds(table, 0)
        assert {world.state.own[0] for world in worlds} == {table.state.own[0]}
        assert len({world.state.own[1] for world in worlds}) > 5
        assert all(sorted([*w.state.bag, *w.state.own[:2]]) == list(range(10)) for w in worlds)
        assert all(world.events(0) == table.events(0) for world in worlds)

    def test_a_spectator_knows_neither(self):
        worlds = self.worlds(sit(deal, seed=5), None)
        assert len({world.state.own[0] for world in worlds}) > 5
        assert len({world.state.own[1] for world in worlds}) > 5
        assert all(world.events(None) == [] for world in worlds)

    def test_what_was_drawn_openly_stays(self):
        table = sit(deal, seed=5)
        table.answer(0, 1)
        assert {tuple(world.state.open) for world in self.worlds(table, 1)} == {tuple(table.state.open)}

    def test_what_was_picked_openly_stays(self):
        """A card is picked at random out of the bag, which is dealt anew in every world, and everybody sees it."""

        def rules(g):
            if g.state.own[1] is None:
                g.state.own[1] = g.draw(g.state.bag, seen_by=1)
                return
            g.state.open.append(g.draw([*g.state.bag, g.state.own[1]]))
            yield Choose(0, [1], "x")

        for seed in range(12):
            table = sit(rules, seed=seed)
            worlds = self.worlds(table, 0)
            assert {tuple(world.state.open) for world in worlds} == {tuple(table.state.open)}
            own = {world.state.own[1] for world in worlds}
            assert own == {table.state.own[1]} if table.state.own[1] in table.state.open else len(own) > 5

    def test_what_was_revealed_stays(self):
        table = sit(deal, seed=5)
        table.answer(0, 1)
        table.answer(1, 1)
        assert {tuple(world.state.own) for world in self.worlds(table, 0)} == {tuple(table.state.own)}

    def test_secret_answers_of_others_may_be_anything(self):
        table = sit(bids)
        table.answer(1, 7)
        assert {world.view(1).mine for world in self.worlds(table, 1)} == {7}
        assert len({world.journal[0].answer for world in self.worlds(table, 0)}) > 5

    def test_the_future_is_not_the_true_one(self):
        def rules(g):
            yield Choose(0, [1], "x")
            g.state.open.append(g.roll(1000))
            yield Choose(0, [1], "y")

        table = sit(rules)
        rolls = set()
        for world in self.worlds(table, 0):
            world.answer(0, 1)
            rolls.add(world.state.open[0])
        assert len(rolls) > 30

    def test_the_real_dice_are_never_asked_in_a_dream(self):
        """Where another secret would make the rules roll again, that world is not one the seat could be in."""

        def rules(g):
            secret = yield Choose(1, [0, 1, 2, 3], "x", secret=True)
            for _ in range(secret):
                g.state.open.append(g.roll(100))
            yield Choose(0, [1], "y")

        for seed in range(8):
            table = sit(rules, seed=seed)
            table.answer(1, 2)
            for world in self.worlds(table, 0):
                assert world.journal[0].answer == 2
                assert world.state.open == table.state.open

    def test_who_is_asked_is_known(self):
        """Only who has an even card is asked: who is asked has one, in every world."""

        def rules(g):
            if g.state.own[1] is None:
                g.state.own[1] = 4
                g.state.bag.remove(4)
            else:
                if g.state.own[1] % 2 == 0:
                    yield Choose(1, [1], "react")
                yield Choose(0, [1], "x")

        def first(g):
            yield from rules(g)

        table = sit(first)
        cards = {world.state.own[1] for world in self.worlds(table, 0)}
        assert cards <= {0, 2, 4, 6, 8}
        assert len(cards) > 2

    def test_it_knows_nothing_of_the_past_but_what_it_was_told(self):
        table = sit(bids)
        table.answer(0, 3)
        table.answer(1, 7)
        world = table.imagine(0, Random(1))
        assert not [entry for entry in world.journal if isinstance(entry, Said)]
        assert [event.key for event in world.events(0)] == ["bids"]
        with pytest.raises(Illegal, match="nothing can be taken back in an imagined world"):
            world.undo(0)
        with pytest.raises(ValueError, match="an imagined world has no journal of its own"):
            world.save()

    def test_after_the_end_the_secrets_of_the_last_beat_stay_secret(self):
        def rules(g):
            yield Choose(1, [0, 1], "x", secret=True)
            g.end(END)

        table = sit(rules)
        table.answer(1, 1)
        world = table.imagine(0, Random(1))
        assert world.over
        assert not [entry for entry in world.journal if isinstance(entry, Said)]

    def test_imagining_within_an_imagined_world(self):
        table = sit(deal, seed=5)
        world = table.imagine(0, Random(1)).imagine(0, Random(2))
        assert world.state.own[0] == table.state.own[0]
        assert world.events(0) == table.events(0)


class TestLeanPlay:
    def test_a_playout_counts_its_answers(self):
        outcome, answers = playout(TicTacToe(), TicTacToe().start(2, None), Random(1))
        assert isinstance(outcome, Outcome)
        assert 5 <= answers <= 9

    def test_a_policy_is_asked_for_every_seat(self):
        asked = []

        def policy(state, ask, rng):
            asked.append(ask.seat)
            return False

        outcome, answers = playout(Hoard(), Hoard().start(3, None), Random(1), policy)
        assert asked == [0, 1, 2]
        assert (outcome.scores, answers) == ((0, 0, 0), 3)

    def test_finish_keeps_the_answers_already_given_together(self):
        def rules(g):
            one, other = yield Together(Amount(0, 0, 9, "bid"), Amount(1, 0, 9, "bid"))
            g.end(Outcome((1, 1), (one, other), "end"))

        table = sit(rules)
        table.answer(1, 7)
        assert {table.finish(Random(n)).scores[1] for n in range(20)} == {7}
        assert len({table.finish(Random(n)).scores[0] for n in range(20)}) > 5
        assert table.finish(Random(1), lambda state, ask, rng: 4).scores == (4, 7)

    def test_finish_of_a_finished_game_is_its_outcome(self):
        table = arbiter.new(TicTacToe(), seats=2)
        for cell in (0, 3, 1, 4, 2):
            table.answer(table.asks[0].seat, cell)
        assert table.finish(Random(1)) is table.outcome

    def test_lean_chance_is_fair(self):
        host = Lean(Random(1))
        rolls = [host.chance(6) for _ in range(6000)]
        assert set(rolls) == set(range(6))
        assert all(850 < rolls.count(side) < 1150 for side in range(6))


def test_a_beat_that_asks_nothing_is_followed_by_the_next():
    def rules(g):
        if len(g.state.open) < 3:
            g.state.open.append(1)
            return
        yield Choose(0, [1], "x")

    table = sit(rules)
    assert table.state.open == [1, 1, 1]
    assert [ask.prompt for ask in table.asks] == ["x"]


def test_a_game_may_be_over_before_anybody_is_asked():
    def rules(g):
        g.end(END)
        yield

    table = sit(rules)
    assert table.over
    assert table.clone().outcome == END
    assert table.imagine(0, Random(1)).over


def test_the_state_is_the_fold_of_the_journal():
    table = arbiter.new(Hoard(), seats=4, seed=9)
    rng = Random(3)
    while not table.over:
        ask = rng.choice(table.asks)
        table.answer(ask.seat, ask.sample(rng))
    again = arbiter.Table(table.game, 4, "other dice", log=table.log)
    assert again.state == table.state
    assert again.outcome == table.outcome


def test_notes_are_copied():
    assert Little(None).copy(Notes()) == Notes()


@pytest.mark.parametrize("undone", [False, True])
def test_log_and_events_can_be_read_from_any_place_on(undone):
    def rules(g):
        for turn in range(3):
            g.tell("begins", turn=turn)
            number = yield Amount(turn % 2, 0, 9, "number")
            g.tell("told", (turn % 2,), number=number)
        g.tell("rolled", roll=g.roll(6))

    table = sit(rules)
    for number in range(7):
        table.answer(table.asks[0].seat, number)
    if undone:
        table.undo((table.asks[0].seat + 1) % 2, free=True)
        table.answer(table.asks[0].seat, 9)
    for seat in (None, 0, 1):
        whole = table.events(seat)
        assert len(whole) > 3
        assert all(table.events(seat, since) == whole[since:] for since in range(len(whole) + 2))
    assert all(table.log_since(n) == table.log[n:] for n in range(table.recorded + 1))
    assert len(table.log) == table.recorded
