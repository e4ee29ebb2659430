"""End of the game: a castle falls, or the provinces are counted after Winter."""

import pytest

from arbiter.games.epix.contents import COLOURS

from .table import position


def winter_ends(**given):
    """The income of Winter is paid and the provinces are counted."""
    return position(**{"phase": "income", "season": "winter", "action": None, "gold": 5, **given})


@pytest.mark.rule("EPIX-END-1", "EPIX-G-ENDNOW")
def test_capturing_a_castle_ends_the_game_at_once_EPIX_G_ENDNOW():
    t = position(
        season="winter",
        units={"frostvale": "yellow soldier", "lochmess": "blue camp", "kilimandjora": "blue soldier"},
        action="move_attack tax",
        gold=10,
    )
    t.choose("move_attack").attack("soldier", "frostvale", "bronzegate").bids(4, 0, 1)

    assert t.over
    assert t.winners == {"yellow"}
    assert t.state.gold == [6, 10, 10, 10]  # no Tax, no income, no further turns
    assert t.asks == []
    assert t.outcome.args["province"] == "bronzegate"


@pytest.mark.rule("EPIX-END-3")
def test_after_winter_the_most_provinces_win():
    t = winter_ends(units={"cinderpass": "red soldier", "lochmess": "red camp", "frostvale": "blue knight"})

    assert t.winners == {"red"}
    assert t.outcome.ranks == (3, 2, 1, 3)


@pytest.mark.rule("EPIX-END-4")
def test_among_the_tied_the_richest_wins():
    t = winter_ends(units={"cinderpass": "red soldier", "frostvale": "blue knight"}, gold={"red": 4, "blue": 6})

    assert t.winners == {"blue"}


@pytest.mark.rule("EPIX-G-TIE")
def test_a_tie_in_provinces_and_gold_is_shared_EPIX_G_TIE():
    t = winter_ends(units={"cinderpass": "red soldier", "frostvale": "blue knight"})

    assert t.winners == {"red", "blue"}
    assert t.outcome.why == "over.shared"
    assert t.outcome.ranks == (3, 1, 1, 3)


def decided(outcome):
    """What the outcome says decided: name -> what each seat has of it."""
    return {part.name: [getattr(value, "key", value) for value in part.values] for part in outcome.parts}


def test_the_end_says_what_counted_in_the_order_in_which_it_counts():
    units = {"cinderpass": "red soldier", "frostvale": "blue knight"}
    t = winter_ends(units=units, gold={"yellow": 1, "blue": 6, "red": 4, "green": 0})
    counted = decided(t.outcome)
    assert list(counted) == ["meter.provinces", "meter.gold"]
    assert dict(zip(COLOURS, zip(*counted.values(), strict=True), strict=True)) == {
        "yellow": (1, 1), "blue": (2, 6), "red": (2, 4), "green": (1, 0)
    }  # fmt: skip


def test_the_end_names_the_old_bloodline_where_it_decides():
    units = {"cinderpass": "red soldier", "frostvale": "blue knight"}
    given = {"gold": {"blue": 8, "red": 4}, "cards": {"red": "old_bloodline"}}
    t = winter_ends(units=units, **given)
    assert t.winners == {"red"}
    counted = decided(t.outcome)
    assert list(counted) == ["meter.provinces", "ability.old_bloodline", "meter.gold"]
    assert dict(zip(COLOURS, counted["ability.old_bloodline"], strict=True))["red"] == "over.tie"
    alone = winter_ends(units={**units, "lochmess": "red camp"}, **given)
    assert list(decided(alone.outcome)) == ["meter.provinces", "meter.gold"]


def test_the_end_names_the_castle_that_was_taken():
    t = position(units={"frostvale": "yellow soldier", "lochmess": "blue camp"}, gold=10)
    t.attack("soldier", "frostvale", "bronzegate").bids(4, 0, 1)
    assert dict(zip(COLOURS, decided(t.outcome)["over.taken"], strict=True)) == {
        "yellow": "province.bronzegate", "blue": None, "red": None, "green": None
    }  # fmt: skip


@pytest.mark.rule("EPIX-G-WINTER-INCOME")
def test_winter_has_an_income_that_counts_EPIX_G_WINTER_INCOME():
    t = winter_ends(units={"cinderpass": "red camp", "frostvale": "blue knight"})

    assert t.gold("red") == 6
    assert t.winners == {"red"}


@pytest.mark.rule("EPIX-G-HOLD")
@pytest.mark.parametrize("unit", ["soldier", "knight", "camp", "catapult"])
def test_any_unit_holds_a_province_and_the_garrison_holds_the_castle_EPIX_G_HOLD(unit):
    t = winter_ends(units={"willowmere": f"yellow {unit}"})

    assert t.holds("yellow") == {"aldermoor", "willowmere"}
    assert t.holds("red") == {"corvane"}
    assert t.winners == {"yellow"}


@pytest.mark.rule("EPIX-G-RANKING")
def test_the_others_rank_by_provinces_then_gold_EPIX_G_RANKING():
    t = winter_ends(
        units={"cinderpass": "red soldier", "lochmess": "red soldier", "frostvale": "blue knight"},
        gold={"yellow": 3, "green": 4, "blue": 0, "red": 0},
    )

    assert t.outcome.ranks == (4, 2, 1, 3)


@pytest.mark.rule("EPIX-G-RANKING")
def test_behind_a_captured_castle_the_others_rank_as_they_stand_EPIX_G_RANKING():
    t = position(
        units={"frostvale": "yellow soldier", "lochmess": "blue camp", "kilimandjora": "red soldier"},
        gold={"yellow": 5, "blue": 3, "red": 3, "green": 20},
    )
    t.attack("soldier", "frostvale", "bronzegate").bids(4, 0, 1)

    assert t.outcome.ranks == (1, 2, 2, 4)
