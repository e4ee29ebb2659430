"""Two worlds side by side: what comes to light is noted, what is hidden differs, and the comparison goes far."""

from collections import Counter
from random import Random

from arbiter.core import Choose, Together
from arbiter.testing.cases import Case, moments, walk
from arbiter.testing.looks import as_bytes
from arbiter.testing.side_by_side import Watched, go_side_by_side
from arbiter.testing.things import Things
from examples.goofspiel import Goofspiel
from tests.core.little import sit
from tests.core.smugglers import Smugglers


def test_all_that_comes_to_light_for_a_seat_is_noted():
    def beat(g):
        yield Choose(0, [1], "begin")
        g.show("hat")
        g.show("shoe", 1)
        g.show("glove", 0, 2)
        g.pick(["red"])
        g.draw(["coin"])
        g.draw(["ring"], seen_by=0)
        g.draw(["pearl"], seen_by=1)
        g.draw(["stone"], seen_by=None)
        yield Together(Choose(0, ["a"], "x"), Choose(1, ["b"], "x"))
        g.reveal()
        yield Choose(0, [1], "end")

    lights = {}
    for seat in (0, 1, None):
        watched = Watched(sit(beat), seat)
        for _ in range(3):
            ask = watched.table.asks[0]
            watched.step(ask, ask.sample(Random(0)))
        lights[seat] = watched.light
        assert [watched.table.journal[at].answer for at in sorted(watched.revealed)] == ["a", "b"]
    answers = [b'["said",0,"x","a"]', b'["said",1,"x","b"]']
    assert lights[0] == [*map(as_bytes, ["hat", "glove", "red", "coin", "ring"]), *answers]
    assert lights[1] == [*map(as_bytes, ["hat", "shoe", "red", "coin", "pearl"]), *answers]
    assert lights[None] == [*map(as_bytes, ["hat", "red", "coin"]), *answers]


def test_most_worlds_are_compared_to_the_end():
    ends: Counter[str] = Counter()
    case = Case(Smugglers(), 3)
    for seed in range(3):
        for table, rest in moments(case, seed, 15):
            for seat in case.everyone:
                ends[go_side_by_side(table, seat, Random(len(rest)), 6)] += 1
    assert ends["far enough"] > 2 * ends["no answer can be given in both"]
    assert ends["no such luck"] + ends["no other world"] < 5


def test_things_are_told_from_choices_and_marks():
    case = Case(Smugglers(), 2)
    things = Things(case.table(1).state)
    walk(case, 1, things.learn)
    assert things.fields == ["hands", "pile", "stash"]
    hidden = Case(Goofspiel(), 2, {"hidden": True})
    bids = Things(hidden.table(1).state)
    walk(hidden, 1, bids.learn)
    assert bids.fields == [], "both have the same cards"
