"""Skill Tests."""

import pytest

from arbiter.core import say
from arbiter.games.tekumel import GAME
from arbiter.games.tekumel.skill_tests import need, skill_test, total
from arbiter.games.tekumel.state import Trial, reading
from arbiter.kit.windows import PASS

from .table import hero, position


def trial(made, skill="mind", level="average", *, harder=0, **more):
    """A table at which the first Hero makes a test."""
    return position(made, rules=lambda g: skill_test(g, 0, skill, level, harder), **more)


def value(made, skill):
    return total(reading(position(made).state), 0, skill)


@pytest.mark.rule("TEK-TEST-1", "TEK-TEST-2", "TEK-TEST-3", "TEK-TEST-4", "TEK-GAP-HALF", "TEK-EX-TEST-LEVELS")
@pytest.mark.parametrize(("level", "most"), [("easy", 10), ("average", 5), ("hard", 2)])
def test_a_roll_must_not_be_above_twice_the_value_the_value_or_half_of_it(level, most):
    g = reading(position(hero("H3")).state)
    assert total(g, 0, "mind").value == 5

    assert need(g, Trial(0, "mind", level)) == most
    if level != "easy":
        assert trial(hero("H3"), level=level, rolls=[most]).result is True
        assert trial(hero("H3"), level=level, rolls=[most + 1]).result is False


@pytest.mark.rule("TEK-GAP-AUTO")
def test_a_test_that_cannot_fail_is_not_rolled():
    t = trial(hero("H3", hand="A18"), level="easy")

    assert t.result is True
    assert t.journal == []


@pytest.mark.rule("TEK-GAP-AUTO", "TEK-GAP-BUSSAN", "TEK-EX-TEST-ZERO")
def test_a_total_of_nothing_fails_whatever_the_level():
    t = trial(hero("H2", bussan=3), "trade", "easy")

    assert t.result is False
    assert t.told("test.rolled") == []


@pytest.mark.rule("TEK-GAP-DICE")
def test_the_die_has_ten_sides():
    t = trial(hero("H3"), rolls=[10])

    assert [entry.sides for entry in t.journal] == [10]
    assert t.result is False


@pytest.mark.rule("TEK-GAP-SKILLS")
def test_a_total_says_its_parts_and_talk_is_mind_with_bonuses_of_its_own():
    made = {"items": "Q17 Q24", "raised": {"mind": 1}, "companions": "E27", "bussan": 2}

    assert value(hero("H2", **made), "mind").value == 7 + 1 + 1, "the Adepts help with Mind"
    talk = value(hero("H2", **made), "talk")
    assert talk.value == 7 + 1 + 1 + 1 - 2, "helm and signet help with Talk, Bussán hurts it"
    assert [term.source for term in talk.terms()] == [
        "skill.mind",
        "number.raised",
        "card.Q17",
        "card.Q24",
        "number.bussan",
    ]


@pytest.mark.rule("TEK-GAP-FIGHT-VS-SKILL")
def test_a_sword_is_no_help_in_a_strength_test_but_a_raise_is():
    assert value(hero("H1", items="Q06", companions="E10"), "strength").value == 7
    assert value(hero("H1", items="Q06", raised={"strength": 2}), "strength").value == 9


@pytest.mark.rule("TEK-RECRUIT-3", "TEK-GAP-EVADE-SIGN", "TEK-EX-EVADE-PENALTY")
def test_groups_make_it_harder_to_evade():
    assert value(hero("H4", companions="E10 E13"), "evade").value == 6 - 2 - 1


@pytest.mark.rule("TEK-RECRUIT-3", "TEK-EX-ACROBATS", "TEK-GAP-SINGLES")
def test_acrobats_more_than_make_up_for_themselves_and_a_single_does_not_count():
    assert value(hero("H1", companions="E22"), "evade").value == 5 - 1 + 2
    assert value(hero("H1", companions="E05"), "evade").value == 5


def test_water_makes_the_archer_uneasy():
    assert value(hero("H8", at="R16"), "mind").value == 5
    assert value(hero("H8", at="47"), "mind").value == 6


@pytest.mark.rule("TEK-GAP-DIFFICULTY-SHIFT", "TEK-EX-SHIFT", "TEK-EX-SHIFT-EASY")
def test_shifts_are_added_up_and_beyond_the_ends_lie_certainty_and_failure():
    g = reading(position(hero("H3")).state)

    assert need(g, Trial(0, "evade", "hard", harder=-1)) == 4
    assert need(g, Trial(0, "evade", "easy", harder=-1)) == 10
    assert need(g, Trial(0, "mind", "hard", harder=1)) == 0
    assert need(g, Trial(0, "mind", "hard", harder=-3)) == 10


@pytest.mark.rule("TEK-GAP-TIMING-BONUS", "TEK-DEC-TEST-CARDS")
def test_bonuses_are_declared_before_the_roll():
    t = trial(hero("H3", hand="A18 A17 A08"), rolls=[8])
    assert t.asked == [(0, "use.test")]
    assert t.values() == [("play", "A18a"), PASS, ("pass", "turn")]

    t.use("play", "A18").say(PASS)

    assert t.result is True
    assert t.told("test.rolled")[0]["need"] == 8


@pytest.mark.rule("TEK-GAP-TIMING-BONUS", "TEK-DEC-TEST-CARDS", "TEK-GAP-AUTO")
def test_who_cannot_fail_any_more_is_asked_for_no_more_cards():
    t = trial(hero("H3", hand="A19 A18 A01", kaitar=2), "talk")
    t.use("play", "A19")
    assert t.result is True

    t = trial(hero("H3", hand="A16 A18 A01", at="47"), "talk", "easy")
    assert t.over, "an Easy test with a value of 5 always succeeds"
    t = trial(hero("H1", hand="A16 A18 A01"), "talk", "easy")
    t.use("play", "A16")
    assert t.result is True


def test_the_question_says_what_must_be_rolled_and_says_it_anew_after_each_card():
    t = trial(hero("H3", hand="A18 A17 A01"), "mind", rolls=[10])
    words = GAME.catalogue()
    assert say(words, t.asks[0].prompt, t.asks[0].args).startswith("A Mind test, 5 or less on the ten-sided die:")

    t.use("play", "A18")

    assert say(words, t.asks[0].prompt, t.asks[0].args).startswith("A Mind test, 8 or less on the ten-sided die:")
    t.say(PASS)
    assert "(8 or less on the ten-sided die)" in say(words, t.asks[0].prompt, t.asks[0].args)


def test_a_card_for_another_skill_is_refused():
    t = trial(hero("H3", hand="A18"), "agility")

    assert t.refuses(("play", "A18a")).key == "test.other_skill"


@pytest.mark.rule("TEK-GAP-ACTION-WHEN")
def test_a_level_easier_by_favour():
    t = trial(hero("H3", hand="A16"), "trade", "hard", rolls=[7])
    t.use("play", "A16")

    assert t.asked == []
    assert t.result is True


@pytest.mark.rule("TEK-GAP-TIMING-BONUS", "TEK-DEC-TEST-REROLL")
def test_after_a_failed_roll_only_what_says_so_rolls_again_and_each_source_once():
    t = trial(hero("H2", hand="A25", spells="S10"), rolls=[9, 8, 7])
    t.say(PASS)
    assert t.asked == [(0, "use.failed")]
    assert set(t.values()) == {("cast", "S10a"), ("ability", "H2"), PASS, ("pass", "turn")}

    t.use("ability", "H2")
    assert t.refuses(("ability", "H2")).key == "test.used"
    t.use("cast", "S10")

    assert t.result is True
    assert [told["roll"] for told in t.told("test.rolled")] == [9, 8, 7]


@pytest.mark.rule("TEK-GAP-TIMING-BONUS")
def test_what_always_lies_there_rolls_a_test_again_once_too():
    pack = """
    [pack]
    name = "A lucky stone"
    replaces = ["equipment.Q33"]

    [equipment.Q33]
    name = "Lucky Stone"
    kind = "gear"
    use = "always"
    cost = 2
    effects = [{ op = "reroll", what = "test", skills = ["mind"] }]
    text = "Roll a failed Mind test again."
    """
    t = trial(hero("H3", items="Q33"), rolls=[9, 8], packs=(pack,))
    assert t.values() == [("ability", "Q33"), PASS, ("pass", "turn")]
    t.say(("ability", "Q33"))

    assert t.result is False


@pytest.mark.rule("TEK-GAP-TIMING-BONUS", "TEK-DEC-TEST-REROLL")
def test_a_card_rolls_only_tests_of_its_own_skills_again():
    t = trial(hero("H3", hand="A17", spells="S10"), rolls=[9])
    t.say(PASS)

    assert t.values() == [("cast", "S10a"), PASS, ("pass", "turn")]
    assert t.refuses(("play", "A17a")).key == "test.other_skill"


@pytest.mark.rule("TEK-GAP-AUTO")
def test_a_test_that_was_not_rolled_is_not_rolled_again():
    assert trial(hero("H2", bussan=3, spells="S10"), "trade", "easy").result is False


@pytest.mark.rule("TEK-GAP-TIMING-BONUS")
@pytest.mark.parametrize(("card", "skill"), [("A16", "talk"), ("A18", "mind")])
def test_what_helps_in_one_test_does_not_help_in_the_next(card, skill):
    def rules(g):
        for _ in range(2):
            yield from skill_test(g, 0, skill, "average")

    t = position(hero("H1", hand=card), rules=rules, rolls=[1, 1])
    t.use("play", card)

    needs = [told["need"] for told in t.told("test.rolled")]
    assert needs == [8 if card == "A16" else 7, 4]


@pytest.mark.rule("TEK-GAP-ACTIVATE")
@pytest.mark.parametrize(("at", "works"), [("R06", True), ("46", True), ("47", False)])
def test_rope_and_spikes_help_only_in_mountains_and_at_sites(at, works):
    t = trial(hero("H1", at=at, hand="A25", items="Q33"), "agility", rolls=[9, 1])
    t.say(PASS)

    assert (("activate", "Q33") in t.values()) == works
    if not works:
        assert t.refuses(("activate", "Q33")).key == "test.not_here"


def test_an_open_purse_passes_a_test_that_is_not_hard():
    t = trial(hero("H3", hand="A19", kaitar=2), "talk")
    t.use("play", "A19")

    assert t.result is True
    assert t.hero().kaitar == 0
    assert trial(hero("H3", hand="A19", kaitar=2), "talk", "hard").refuses(("play", "A19a")).key == "test.too_hard"
    assert trial(hero("H3", hand="A19", kaitar=1), "talk").refuses(("play", "A19a")).key == "pay.poor"


def test_who_has_an_empty_hand_and_nothing_lying_there_is_not_asked():
    assert trial(hero("H3"), rolls=[9]).result is False


@pytest.mark.rule("TEK-GAP-TORCH", "TEK-EX-TORCHLESS")
def test_in_the_dark_a_test_is_a_level_harder():
    t = position(hero("H8", at="46"), rules=_in_the_dark, rolls=[4])

    assert t.told("test.rolled")[0]["need"] == 6 // 2


def _in_the_dark(g):
    g.state.turn.dark = True
    return (yield from skill_test(g, 0, "agility", "average"))
