"""Saves: readable, exact, and clear about what is wrong with them."""

import json
from contextlib import suppress
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arbiter
from arbiter.core import BadSave, UnknownGame
from arbiter.core.saves import FORMAT, load, read, save
from arbiter.core.verifying import verify
from examples.goofspiel import Goofspiel
from examples.hoard import Hoard


def play(game, seats, answers=10**6, seed=11, **more):
    table, rng = arbiter.new(game, seats, seed, **more), Random(2)
    while not table.over and answers:
        ask = rng.choice(table.asks)
        table.answer(ask.seat, ask.sample(rng))
        answers -= 1
    return table


@pytest.fixture(scope="module")
def done():
    return play(Hoard(), 3, entropy={0: "ä", 2: "luck"})


def edited(table, **changes):
    return json.dumps({**json.loads(table.save()), **changes})


def with_entry(table, at, entry):
    saved = json.loads(table.save())
    saved["journal"][at] = entry
    return json.dumps(saved)


def tell(data, game):
    """What loading says of a save that it refuses."""
    with pytest.raises(BadSave) as refused:
        load(read(data), game)
    return str(refused.value)


class TestForm:
    def test_a_save_is_json_that_a_person_can_read(self, done):
        saved = json.loads(done.save())
        assert list(saved) == [
            *("format", "game", "rules", "seats", "options", "seed", "commitment", "entropy", "journal", "outcome")
        ]
        assert (saved["format"], saved["game"], saved["rules"], saved["seats"]) == (FORMAT, "hoard", "1", 3)
        assert saved["entropy"] == {"0": "ä", "2": "luck"}
        entries = done.save().split('"journal": [\n')[1].split("\n ]")[0].split("\n")
        assert len(entries) == len(done.log)
        assert json.loads(entries[0].rstrip(",")) in saved["journal"]

    def test_an_unfinished_game_has_no_outcome(self):
        assert "outcome" not in json.loads(play(Hoard(), 3, answers=2).save())

    def test_text_bytes_and_files_load_alike(self, done, tmp_path):
        arbiter.register(done.game)
        file = tmp_path / "game.json"
        file.write_text(done.save(), encoding="utf-8")
        for data in (done.save(), done.save().encode(), file):
            assert arbiter.load(data).state == done.state

    def test_options_are_kept_in_full(self):
        table = play(Goofspiel(), 2, 3, options={"cards": 6})
        assert json.loads(table.save())["options"] == {"cards": 6, "order": "random", "hidden": False}
        assert load(read(table.save()), table.game).options == table.options

    @pytest.mark.parametrize("answers", range(12))
    def test_a_save_at_any_moment_goes_on(self, answers):
        table = play(Goofspiel(), 3, answers, options={"hidden": True})
        again = load(read(table.save()), table.game)
        assert again.save() == table.save()
        rng, same = Random(4), Random(4)
        while not table.over:
            ask = rng.choice(table.asks)
            table.answer(ask.seat, ask.sample(rng))
            ask = same.choice(again.asks)
            again.answer(ask.seat, ask.sample(same))
        assert again.save() == table.save()


class TestRefused:
    def test_a_newer_format(self, done):
        assert tell(edited(done, format=2), done.game) == (
            "this save has format 2; this version of Arbiter reads format 1"
        )

    def test_other_rules(self, done):
        assert (
            tell(edited(done, rules="9"), done.game) == "this save was made with rules '9' of Hoard; here are rules '1'"
        )

    def test_an_unknown_game(self, done):
        with pytest.raises(UnknownGame, match="there is no game 'chess'; there are: "):
            arbiter.load(edited(done, game="chess"))

    @pytest.mark.parametrize("data", ["", "{", "[]", "7", '"x"', "{}", b"\xff\xfe", "\ud800", "[" * 100_000])
    def test_what_is_no_save(self, data):
        with pytest.raises(BadSave, match="this is no save of a game"):
            read(data)

    def test_a_missing_part(self, done):
        saved = json.loads(done.save())
        for part in ("game", "rules", "seats", "options", "seed", "commitment", "entropy", "journal"):
            less = json.dumps({name: value for name, value in saved.items() if name != part})
            assert tell(less, done.game) == f"this save is damaged: Object missing required field `{part}`"

    def test_a_part_that_is_too_much(self, done):
        assert "unknown field `colour`" in tell(edited(done, colour="red"), done.game)

    def test_seats_options_or_entropy_that_do_not_fit(self, done):
        assert "Hoard is for 1–6 players, not 9" in tell(edited(done, seats=9), done.game)
        assert "bad options for Hoard" in tell(edited(done, options={"gold": 1}), done.game)
        assert "does not fit the game" in tell(edited(done, entropy={"first": "x"}), done.game)

    @pytest.mark.parametrize(
        ("entry", "why"),
        [
            (["said", 0, "onward", 7], "is illegal: 7 is not among the options: True, False"),
            (["said", 0, "onward", [True]], "is illegal"),
            (["said", 5, "onward", True], "is not what the rules ask for there"),
            (["said", 0, "outward", True], "is not what the rules ask for there"),
            (["fell", 6, 2], "is not what the rules ask for there"),
            (["undone", 0, 3], "seat 0 has no answer at entry 3 of the journal to take back"),
            (["undone", 0, -1], "seat 0 has no answer at entry -1 of the journal to take back"),
            (["gone", 1], "this save is damaged"),
        ],
    )
    def test_an_entry_that_cannot_be(self, done, entry, why):
        assert why in tell(with_entry(done, 0, entry), done.game)

    def test_a_chance_result_that_cannot_be(self, done):
        at = next(n for n, entry in enumerate(done.log) if type(entry).__name__ == "Fell")
        for entry in (["fell", 27, 27], ["fell", 27, -1], ["fell", 6, 1], ["said", 0, "onward", True]):
            assert f"entry {at} of the journal" in tell(with_entry(done, at, entry), done.game)

    def test_more_entries_than_the_game_has(self, done):
        saved = json.loads(done.save())
        saved["journal"].append(["said", 0, "onward", True])
        assert "is not what the rules ask for there" in tell(json.dumps(saved), done.game)

    @given(st.data())
    def test_whatever_is_damaged_nothing_but_a_clear_error_comes_of_it(self, data):
        text = play(Hoard(), 2).save()
        at = data.draw(st.integers(0, len(text) - 1))
        cut = data.draw(st.integers(0, 8))
        damaged = text[:at] + data.draw(st.text('{}[],:"-0159truefalsnd', max_size=4)) + text[at + cut :]
        with suppress(BadSave):
            load(read(damaged), Hoard())


class TestVerify:
    def test_an_honest_game(self, done):
        verdict = verify(read(done.save()), done.game, done.dice.commitment)
        assert verdict.good
        assert verdict.over
        assert verdict.rolls + verdict.answers == len(done.journal)

    def test_an_honest_game_with_take_backs(self):
        table = play(Hoard(), 2, 5)
        seat = table.journal[-1].seat if hasattr(table.journal[-1], "seat") else table.journal[-2].seat
        table.undo(seat, free=True)
        seating = {0: "random", 1: "random", seat: "you"}
        assert verify(read(save(table, seating)), table.game).good
        faults = verify(read(save(table, {0: "you", 1: "you"})), table.game).faults
        assert len(faults) == 1
        assert "it stands" in faults[0], "at a shared table that cannot be taken back"

    def test_an_unfinished_game(self):
        table = play(Hoard(), 3, 4)
        verdict = verify(read(table.save()), table.game)
        assert verdict.good
        assert not verdict.over

    def test_a_roll_that_was_chosen(self, done):
        at = next(n for n, entry in enumerate(done.log) if type(entry).__name__ == "Fell")
        fell = done.log[at]
        other = (fell.result + 1) % fell.sides
        faults = verify(read(with_entry(done, at, ["fell", fell.sides, other])), done.game).faults
        told = f"roll 0 (entry {at}) was {other} of {fell.sides}; the dice give {fell.result}"
        assert told in faults

    def test_a_seed_that_was_exchanged(self, done):
        assert (
            "the seed does not fit the commitment in the save"
            in verify(read(edited(done, seed="12")), done.game).faults
        )

    def test_a_seed_exchanged_with_its_commitment(self, done):
        other = play(Hoard(), 3, seed=12)
        verdict = verify(read(other.save()), other.game, done.dice.commitment)
        assert verdict.faults == [f"the save commits to {other.dice.commitment}, not to {done.dice.commitment}"]

    def test_entropy_that_was_exchanged(self, done):
        assert not verify(read(edited(done, entropy={"0": "ä", "2": "other"})), done.game).good

    def test_an_outcome_that_was_exchanged(self, done):
        outcome = {**json.loads(done.save())["outcome"], "ranks": [2, 2, 2]}
        verdict = verify(read(edited(done, outcome=outcome)), done.game)
        assert verdict.faults == ["the outcome in the save is not the one the rules reach"]

    def test_an_answer_that_was_exchanged(self, done):
        at = next(n for n, entry in enumerate(done.log) if type(entry).__name__ == "Said")
        said = done.log[at]
        assert not verify(read(with_entry(done, at, ["said", said.seat, said.prompt, "all"])), done.game).good

    def test_a_take_back_of_nothing(self, done):
        verdict = verify(read(with_entry(done, 0, ["undone", 0, 0])), done.game)
        assert verdict.faults == ["seat 0 has no answer at entry 0 of the journal to take back"]

    def test_outcomes_with_tuples_in_their_arguments(self):
        class Tuples(Hoard):
            def beat(self, g):
                try:
                    yield from super().beat(g)
                except Exception as over:
                    over.outcome = msgspec.structs.replace(over.outcome, args={"seats": (0, 1)})
                    raise

        table = play(Tuples(), 2)
        assert verify(read(table.save()), table.game).good
