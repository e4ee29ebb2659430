"""The laws of what a seat may know: its view, what it is told, and the worlds it imagines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from ..core import NoWorld, Table
from .cases import Case, deep_moments, moments, walk
from .doubts import Doubts
from .looks import everything, look, must_equal, shared
from .side_by_side import go_side_by_side
from .things import Things
from .trial import Trial

WORLDS = 5
"""How many worlds are imagined at a moment at which something hidden was never imagined otherwise so far."""
LONGER = 8
"""How many further games are looked at for a moment at which it could be otherwise."""
OFTENER = 4
"""So many times as many moments are looked at where that is quick, and where only some are of interest."""
STEPS = (1, 2, 3, 5, 8, 12)
"""For how many answers two worlds are compared: the further, the more will have come to light and is not compared."""


class Knowing(Trial):
    """Nobody gets what they may not know."""

    def _imagine(self, table: Table[Any], seat: int | None, rng: Random) -> Table[Any]:
        """A world that looks the same from a seat. There must always be one."""
        try:
            world = table.imagine(seat, rng)
        except NoWorld as none:
            raise AssertionError(f"at {_asked(table)}: {none}") from none
        must_equal(look(table, seat), look(world, seat), f"imagined by seat {seat}")
        assert _asked(table) == _asked(world), f"others are asked in a world imagined by seat {seat}"
        secret = any(owner != seat for owner in table.recorder.secrets.values())
        assert secret or table.over or world.imagined == 1, (
            f"at {_asked(table)}: no answer is secret to seat {seat}, and yet it took {world.imagined} deals until a "
            "world fitted; something that the seat saw was not shown, or redeal moves what is known"
        )
        return world

    def test_nobody_sees_what_they_may_not(self, case: Case, record_property: Callable[[str, object], None]) -> None:
        """What a seat cannot know may be anything, and what it gets is byte for byte the same.

        And it may indeed be anything: every hidden field is imagined otherwise by everybody from whom it is hidden.
        """
        doubts = Doubts(self.fixed)
        for table, _, rng in self._moments(case, "secret"):
            for seat in case.everyone:
                hidden = doubts.hidden(table, seat)
                doubts.note(table, [self._imagine(table, seat, rng)], seat)
                self._imagine_otherwise(doubts, table, seat, rng, hidden)
        for table, rng in self._longer(case, doubts):
            for seat in case.everyone:
                self._imagine_otherwise(doubts, table, seat, rng, doubts.hidden(table, seat))
        record_property("imagined", f"{case.game.id} {case}: {doubts}")
        assert not (faults := doubts.faults()), "; ".join(faults)

    def _imagine_otherwise(self, doubts: Doubts, table: Table[Any], seat: int | None, rng: Random, hidden: Any) -> None:
        if doubts.certain(hidden):
            doubts.note(table, [self._imagine(table, seat, rng) for _ in range(WORLDS)], seat)

    def _longer(self, case: Case, doubts: Doubts) -> Iterator[tuple[Table[Any], Random]]:
        """Moments of further games, as long as something was never imagined otherwise."""
        for n in range(LONGER):
            for table, rest in moments(case, f"longer {n}", self.stops):
                if not doubts.certain(doubts.worlds):
                    return
                yield table, Random(f"longer {n} {len(rest)}")

    def test_seats_are_told_what_they_may_know_and_no_more(self, case: Case) -> None:
        """Worlds that differ only in what a seat may not know give it the same until something comes to light."""
        for seed in self._seeds("side by side"):
            for table, rest in moments(case, seed, OFTENER * self.stops):
                if _has_secrets(case, table):
                    print(f"seed {seed!r}, {len(rest)} answers before the end")
                    rng = Random(f"{seed} {len(rest)}")
                    for seat in rng.sample(case.everyone, 2):
                        go_side_by_side(table, seat, rng, rng.choice(STEPS))

    def test_worlds_fit_in_the_middle_of_a_beat(self, case: Case) -> None:
        """However long a beat is: a world looks the same, has the same things in it, and can be played to its end."""
        for seed in self._seeds("deep"):
            things = Things(case.table(seed).state)
            walked = walk(case, seed, things.learn)
            for table, rest in deep_moments(case, seed, walked, self.stops):
                print(f"seed {seed!r}, {len(rest)} answers before the end")
                rng = Random(f"{seed} {len(rest)}")
                for seat in rng.sample(case.everyone, 2):
                    world = self._imagine(table, seat, rng)
                    ours, theirs = things.of(table), things.of(world)
                    assert ours == theirs, f"hidden are {ours}, but in a world imagined by seat {seat} {theirs}"
                self._good(case, world.finish(rng))

    def test_imagined_worlds_can_be_played_on(self, case: Case) -> None:
        for table, _, rng in self._moments(case, "imagined"):
            before = everything(table)
            world = table.imagine(rng.choice(case.everyone), rng)
            self._good(case, world.clone().finish(rng))
            self._play_on(world, rng)
            must_equal(before, everything(table), "after an imagined world was played on")

    def test_copies_share_nothing_that_can_change(self, case: Case) -> None:
        for table, _, rng in self._moments(case, "shared"):
            state = table.state
            copies = {"a copy of the state": case.game.copy(state)}
            copies |= {f"the checkpoint at {kept.mark}": kept.state for kept in table.kept[-4:]}
            copies |= {f"the view of seat {seat}": table.view(seat).state for seat in case.everyone}
            copies["a clone"] = table.clone().state
            copies["an imagined world"] = table.imagine(rng.choice(case.everyone), rng).state
            for what, copy in copies.items():
                assert not (common := shared(state, copy)), f"{what} shares what can change: {common}"


def _asked(table: Table[Any]) -> list[tuple[int, str]]:
    return [(ask.seat, ask.prompt) for ask in table.asks]


def _has_secrets(case: Case, table: Table[Any]) -> bool:
    """Is anything hidden from anybody, or about to be answered in secret?"""
    if table.recorder.secrets or table.together or any(ask.secret for ask in table.asks):
        return True
    return any(table.view(seat).state != table.state for seat in case.everyone)
