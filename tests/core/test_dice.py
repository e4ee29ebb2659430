"""Dice: committed to beforehand, mixed with the seats' entropy, the same for all time, and fair."""

import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from arbiter.core import Dice, commitment


def test_the_commitment_is_the_hash_of_the_seed():
    assert commitment(7) == commitment("7") == hashlib.sha256(b"arbiter seed 7").hexdigest()
    assert Dice(7).commitment == "4a904598eacdbc95a19d374edac9cee3a7e6768495ed62055e853444b15468f5"


def test_results_never_change():
    """Saved games rest on this derivation: whoever changes it makes every old game unverifiable."""
    assert [Dice(7).result(n, 6) for n in range(12)] == [2, 1, 0, 2, 1, 3, 4, 3, 1, 1, 3, 2]
    assert [Dice("seed", {0: "left", 2: "right"}).result(n, 1000) for n in range(6)] == [314, 96, 715, 411, 996, 186]


def test_anybody_can_derive_them():
    dice = Dice("seed", {1: "ab", 0: "c"})
    mixed = hmac.new(b"seed", b"arbiter entropy 0:1:c 1:2:ab", hashlib.sha256).digest()
    third = int.from_bytes(hmac.new(mixed, (3).to_bytes(8, "big"), hashlib.sha256).digest(), "big")
    assert dice.result(3, 20) == third % 20


@given(st.text(max_size=5), st.dictionaries(st.integers(0, 5), st.text(max_size=5), max_size=3), st.integers(1, 100))
def test_results_lie_within_their_sides_and_repeat(seed, entropy, sides):
    dice, again = Dice(seed, entropy), Dice(seed, dict(reversed(entropy.items())))
    for n in range(5):
        assert 0 <= dice.result(n, sides) < sides
        assert dice.result(n, sides) == again.result(n, sides)


def test_every_seat_has_its_say():
    """What one seat adds cannot be taken for what another adds."""
    mixes = [{}, {0: ""}, {1: ""}, {0: "a"}, {1: "a"}, {0: "a", 1: "b"}, {0: "ab"}, {0: "a 1:1:b"}, {0: "b", 1: "a"}]
    assert len({Dice("seed", mix).result(0, 2**64) for mix in mixes}) == len(mixes)


def test_dice_are_fair():
    """Chi-squared over 60,000 rolls stays below its 99.99 % point, for several seeds."""
    for seed in range(4):
        dice = Dice(f"fair {seed}")
        counts = [0] * 6
        for n in range(15_000):
            counts[dice.result(n, 6)] += 1
        assert sum((count - 2500) ** 2 / 2500 for count in counts) < 25.7


def test_consecutive_rolls_are_independent():
    dice = Dice("pairs")
    counts: dict[tuple[int, int], int] = {}
    for n in range(0, 18_000, 2):
        pair = dice.result(n, 6), dice.result(n + 1, 6)
        counts[pair] = counts.get(pair, 0) + 1
    assert sum((counts.get((a, b), 0) - 250) ** 2 / 250 for a in range(6) for b in range(6)) < 80
