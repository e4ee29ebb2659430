"""Whatever is done to a table in whatever order, it is the fold of the answers that stand."""

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from arbiter.core import Illegal, Said, Table
from arbiter.core.saves import load, read
from arbiter.testing.looks import held, look
from examples.goofspiel import Goofspiel

GAME = Goofspiel()
OPTIONS = {"cards": 4, "hidden": True}


class AnyOrder(RuleBasedStateMachine):
    """A table that is played, taken back, cloned, saved and dreamed of, beside a plain list of answers."""

    @initialize(seed=st.integers(0, 9))
    def sit_down(self, seed):
        self.seed = seed
        self.table = Table(GAME, 3, seed, OPTIONS)
        self.standing = []

    @precondition(lambda self: not self.table.over)
    @rule(rng=st.randoms(use_true_random=False))
    def answer(self, rng):
        ask = rng.choice(self.table.asks)
        bid = ask.sample(rng)
        self.table.answer(ask.seat, bid)
        self.standing.append((ask.seat, bid))

    @rule(seat=st.integers(-1, 3), answer=st.integers(-1, 5) | st.booleans() | st.none())
    def answer_anything(self, seat, answer):
        try:
            self.table.answer(seat, answer)
        except Illegal:
            return
        self.standing.append((seat, answer))

    @rule(seat=st.integers(0, 2), free=st.booleans())
    def take_back(self, seat, free):
        try:
            self.table.undo(seat, free)
        except Illegal:
            return
        last = max(at for at, (who, _) in enumerate(self.standing) if who == seat)
        del self.standing[last:]

    @rule()
    def go_on_with_a_clone(self):
        self.table = self.table.clone()

    @rule()
    def go_on_with_a_save(self):
        self.table = load(read(self.table.save()), GAME)

    @rule(seat=st.integers(0, 2) | st.none(), seed=st.integers(0, 99))
    def dream(self, seat, seed):
        rng = Random(seed)
        world = self.table.imagine(seat, rng)
        assert look(world, seat) == look(self.table, seat)
        while not world.over:
            ask = rng.choice(world.asks)
            world.answer(ask.seat, ask.sample(rng))

    @invariant()
    def the_table_is_the_fold_of_the_answers_that_stand(self):
        assert [(e.seat, e.answer) for e in self.table.journal if isinstance(e, Said)] == self.standing
        again = Table(GAME, 3, self.seed, OPTIONS)
        for seat, answer in self.standing:
            again.answer(seat, answer)
        assert held(again) == held(self.table)


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(stateful_step_count=25, max_examples=max(30, settings().max_examples // 4))
