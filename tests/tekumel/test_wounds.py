"""Taking Wounds."""

import pytest

from arbiter.games.tekumel.effects import RULES, Heal, Wound
from arbiter.games.tekumel.fight import end_of_phase
from arbiter.games.tekumel.state import Companion, Fight, TurnEnds
from arbiter.games.tekumel.wounds import defeat, take_wounds
from arbiter.kit.effects import By
from arbiter.kit.windows import PASS

from .table import BOOK, hero, position


def taking(made, n, *others, phase="", foe="E18", hero_only=False, saved=None, **more):
    """A table at which wounds come over the first Hero's party."""

    def rules(g):
        if phase:
            g.state.fight = Fight(0, foe, round=1, phase=phase, saved=dict(saved or {}))
        return (yield from _ended(take_wounds(g, 0, n, hero_only, phase)))

    return position(made, *others, rules=rules, **more)


def _ended(rules):
    try:
        yield from rules
    except TurnEnds:
        return "turn over"
    return "on"


@pytest.mark.rule("TEK-GAP-WOUND-ALLOC", "TEK-DEC-WOUND-SPLIT")
def test_the_owner_splits_wounds_among_his_party():
    t = taking(hero("H1", companions="E10 E13"), 3)
    assert t.asked == [(0, "wound.whom")]
    assert t.values() == ["hero", "E10", "E13"]

    t.say("E10").say("hero").say("E13")

    assert t.hero().wounds == 1
    assert t.hero().companions == [Companion("E10", 1), Companion("E13", 1)]


@pytest.mark.rule("TEK-GAP-WOUND-ALLOC")
def test_what_is_meant_for_the_hero_or_no_companion_can_take_goes_to_him():
    assert taking(hero("H1", companions="E10"), 2, hero_only=True).hero().wounds == 2

    t = taking(hero("H1", companions="E13:1"), 3)
    t.say("E13")
    assert t.hero().wounds == 2


@pytest.mark.rule("TEK-GAP-WOUND-ALLOC", "TEK-GAP-HERO-DEFEAT")
def test_nothing_is_split_any_more_when_the_hero_falls():
    t = taking(hero("H1", wounds=9, companions="E10", items="Q04 Q37"), 3)
    t.say("hero")

    assert t.asked == [(0, "discard.equipment")]


@pytest.mark.rule("TEK-DEC-WOUND-SPLIT")
def test_who_is_not_there_lets_his_hero_take_all_but_the_last():
    t = taking(hero("H1", wounds=8, companions="E10"), 2)
    assert t.game.default(t.state, t.asks[0]) == "hero"
    t.say("hero")
    assert t.game.default(t.state, t.asks[0]) == "E10"


@pytest.mark.rule("TEK-GAP-COMPANION-LOSS")
def test_companions_without_health_leave_at_once_with_what_they_gave():
    t = taking(hero("H1", companions="E10:2"), 1)
    t.say("E10")

    assert t.hero().companions == []
    assert t.state.encounters.discard == ["E10"]
    assert t.told("party.lost") == [{"seat": 0, "card": "E10"}]


@pytest.mark.rule("TEK-GAP-COMPANION-LOSS", "TEK-GAP-CARRY-OVER")
def test_who_carried_something_and_is_gone_carries_it_no_more():
    t = taking(hero("H8", companions="E14:1", items="Q01 -Q02 -Q04 -Q10"), 1)
    t.say("E14")

    assert t.asked == [(0, "discard.equipment")]


@pytest.mark.rule("TEK-RECRUIT-1", "TEK-RECRUIT-4", "TEK-GAP-COMPANION-VALUES", "TEK-GAP-SINGLES")
@pytest.mark.parametrize(("card", "health"), [("E05", 1), ("E13", 2), ("E15", 2), ("E10", 3), ("E16", 4)])
def test_companions_have_the_health_of_their_size_not_that_of_a_foe(card, health):
    t = taking(hero("H1", companions=f"{card}:{health - 1}" if health > 1 else card), 1)
    t.say(card)

    assert t.hero().companions == []
    assert BOOK.encounters["E15"].health == 3, "as foes the Northerners have more"


@pytest.mark.rule("TEK-RECRUIT-1", "TEK-RECRUIT-4")
def test_companions_with_health_left_stay():
    t = taking(hero("H1", companions="E16:2"), 1)
    t.say("E16")

    assert t.hero().companions == [Companion("E16", 3)]


# Cancelling


@pytest.mark.rule("TEK-GAP-PREVENT")
def test_what_is_always_on_cancels_by_itself_each_phase_then_each_round_then_each_fight():
    t = taking(hero("H1", items="Q16 Q19 Q22"), 5, phase="melee")

    assert [told["card"] for told in t.told("wound.cancelled")] == ["Q22", "H1", "Q16", "Q19"]
    assert t.hero().wounds == 1


@pytest.mark.rule("TEK-GAP-PREVENT")
def test_what_works_once_in_so_long_has_worked():
    t = taking(hero("H1", items="Q16 Q19 Q22"), 5, phase="melee", saved={"round 0 Q16": 1, "fight 0 Q19": 1})

    assert [told["card"] for told in t.told("wound.cancelled")] == ["Q22", "H1"]


@pytest.mark.rule("TEK-GAP-PREVENT")
@pytest.mark.parametrize(("items", "cancelled"), [("Q16", 1), ("Q19", 1), ("Q23", 2), ("", 0)])
def test_what_cancels_so_many_wounds_in_a_round_or_a_fight_does_so_in_all_its_phases_together(items, cancelled):
    def rules(g):
        g.state.fight = Fight(0, "E18", round=1)
        for phase in ("ranged", "melee"):
            yield from take_wounds(g, 0, 3, phase=phase)
            end_of_phase(g, g.state.fight)

    t = position(hero("H3", items=items), rules=rules)

    assert t.hero().wounds == 6 - cancelled


@pytest.mark.rule("TEK-GAP-PREVENT")
def test_nothing_cancels_wounds_of_a_phase_it_is_not_for():
    t = taking(hero("H1", items="Q15 Q22", spells="S15"), 1, phase="magic")

    assert t.told("wound.cancelled") == []
    assert t.values() == [("cast", "S15a"), PASS, ("pass", "fight")]
    assert t.refuses(("activate", "Q15")).key == "wound.other"

    t = taking(hero("H3", items="Q15", spells="S15"), 1, phase="melee")
    assert t.refuses(("cast", "S15a")).key == "wound.other"


@pytest.mark.rule("TEK-GAP-PREVENT", "TEK-DEC-WOUND-SPLIT")
def test_then_the_wounded_side_may_use_cards_as_long_as_wounds_are_left():
    t = taking(hero("H3", hand="A11 A01", items="Q15 Q21"), 4, phase="melee")
    assert t.asked == [(0, "use.wounded")]

    t.use("activate", "Q15")
    assert t.asks[0].args == {"n": 3}
    t.use("play", "A11").use("activate", "Q21")

    assert t.result == "on"
    assert t.hero().wounds == 0


@pytest.mark.rule("TEK-GAP-PREVENT")
def test_wounds_that_no_phase_brought_are_cancelled_only_by_what_says_so():
    t = taking(hero("H1", items="Q18 Q20 Q22", hand="A11"), 2)
    assert t.asked == [(0, "use.hurt")], "and nobody is asked for his hand: no such card helps"
    assert t.values() == [("activate", "Q20"), PASS, ("pass", "turn")]
    assert t.refuses(("activate", "Q18")).key == "use.not_now"

    t.use("activate", "Q20")

    assert t.hero().wounds == 1


def test_an_amber_shield_cancels_everything_and_magic_once_unravelled_harms_no_more():
    t = taking(hero("H3", spells="S07"), 3, phase="ranged")
    t.use("cast", "S07")
    assert t.hero().wounds == 0

    t = taking(hero("H3", spells="S15"), 3, phase="magic")
    t.use("cast", "S15")
    assert t.hero().wounds == 0
    t = taking(hero("H3", lasting="S15"), 3, phase="magic")
    assert t.hero().wounds == 0
    t = taking(hero("H3", lasting="S15"), 3, phase="melee")
    assert t.hero().wounds == 3


@pytest.mark.rule("TEK-GAP-PREVENT")
def test_wounds_that_magic_no_longer_inflicts_use_up_nothing_else():
    t = taking(hero("H3", items="Q19", lasting="S15"), 1, phase="magic")

    assert [told["card"] for told in t.told("wound.cancelled")] == ["S15"]
    assert t.state.fight.saved.get("fight 0 Q19", 0) == 0, "the helm still cancels the first wound of this Fight"


def test_a_table_or_a_card_may_wound_the_party_or_the_hero_alone():
    alone, party = Wound(1, "hero"), Wound(1, "party")
    t = position(hero("H1", companions="E10"), rules=lambda g: RULES.run(g, [alone, party], By(0, "sea.3")))

    assert t.hero().wounds == 1
    assert t.asked == [(0, "wound.whom")]


# Defeat


@pytest.mark.rule("TEK-GAP-HERO-DEFEAT", "TEK-DEC-DEFEAT-DISCARD", "TEK-GAP-BASE-DISTANCE")
def test_a_defeated_hero_loses_companions_half_his_money_and_an_item_and_is_brought_home():
    made = hero(
        "H1", at="60", wounds=9, kaitar=5, companions="E10 E13", items="Q04 Q37", hand="A01", spells="S13", torch=2,
        porters=1, visited="60", lan=4,
    )  # fmt: skip
    t = taking(made, 1, hero_only=True)
    assert t.asked == [(0, "discard.equipment")]

    t.say(["Q37"])

    after = t.hero()
    assert (after.at, after.wounds, after.kaitar, after.companions) == ("19", 0, 2, [])
    assert t.state.encounters.discard == ["E10", "E13"]
    assert t.state.equipment.discard == ["Q37"]
    assert (after.hand.cards, after.spells, after.torch, after.porters, after.lan) == (["A01a"], ["S13a"], 2, 1, 4)
    assert after.progress.visited == ("60",)
    assert not after.safe


@pytest.mark.rule("TEK-GAP-HERO-DEFEAT", "TEK-GAP-CARRY-OVER")
def test_what_nobody_carries_any_more_after_a_defeat_is_discarded_too():
    t = taking(hero("H8", wounds=7, companions="E14", items="Q01 -Q02 -Q04 -Q10 Q37"), 1, hero_only=True)
    t.say(["Q37"]).say(["Q01", "Q02"])

    assert (t.asked, t.asks[0].rule) == ([(0, "discard.equipment")], "TEK-DEC-CARRY-DISCARD")


@pytest.mark.rule("TEK-GAP-HERO-DEFEAT", "TEK-GAP-MARKET-AFTER-DEFEAT")
def test_his_own_turn_is_over_and_anothers_is_not():
    assert taking(hero("H1", wounds=9, items=""), 1).result == "turn over"
    assert taking(hero("H1", wounds=9, items=""), 1, hero("H3"), mover=1).result == "on"
    assert taking(hero("H1", wounds=8, items=""), 1).result == "on"


@pytest.mark.rule("TEK-GAP-HERO-DEFEAT")
def test_the_fight_is_over_with_him():
    t = taking(hero("H1", wounds=9, items="", lasting="A08"), 1, phase="ranged")

    assert t.state.fight is None
    assert t.hero().lasting == ()


@pytest.mark.rule("TEK-GAP-PVP-ATTACK", "TEK-DEC-PVP-PRIZE")
def test_the_victor_takes_what_the_loser_loses():
    t = position(
        hero("H1", kaitar=0, items=""),
        hero("H3", at="60", kaitar=5, items="Q14 Q06"),
        rules=lambda g: _ended(defeat(g, 1, by=0)),
    )
    assert t.asked == [(0, "prize")]
    assert t.game.default(t.state, t.asks[0]) == "Q06"

    t.say("Q06").say(["Q06"])

    assert (t.hero(0).kaitar, t.hero(1).kaitar) == (3, 2)
    assert [item.card for item in t.hero(0).items] == ["Q06"]
    assert [item.card for item in t.hero(1).items] == ["Q14"]
    assert (t.hero(1).at, t.hero(1).safe) == (BOOK.home("H3"), True)


@pytest.mark.rule("TEK-GAP-PVP-ATTACK", "TEK-GAP-WEAR")
def test_the_loser_of_a_prize_may_wear_something_else_instead():
    t = position(
        hero("H1", items=""), hero("H3", at="60", items="Q06 -Q14"), rules=lambda g: _ended(defeat(g, 1, by=0))
    )
    t.say("Q06").say(["Q06"])

    assert t.asked == [(1, "wear")]


@pytest.mark.rule("TEK-GAP-COMPANION-LOSS")
def test_only_what_names_companions_heals_them():
    t = position(hero("H1", at="19", companions="E10:2", wounds=1, hand="A06", items="Q34"), tops={})
    t.use("play", "A06")
    assert t.hero().companions == [Companion("E10", 2)]

    t.use("discard", "Q34")
    assert t.hero().companions == [Companion("E10")]


def healing(n, target, made):
    """A table at which wounds of the first Hero's party are healed."""
    return position(made, rules=lambda g: RULES.run(g, [Heal(n, target)], By(0, "Q34")))


@pytest.mark.rule("TEK-DEC-HEAL-SPLIT")
def test_what_heals_one_of_the_party_heals_the_one_that_its_owner_names():
    t = healing(2, "one", hero("H1", wounds=3, companions="E16:3 E10"))
    assert (t.asked, t.values()) == ([(0, "heal.whom")], ["hero", "E16"])
    t.say("E16")
    assert (t.result, t.hero().wounds, t.hero().companions) == (None, 3, [Companion("E16", 1), Companion("E10")])

    t = healing(3, "one", hero("H1", wounds=1, companions="E16:3"))
    t.say("hero")
    assert (t.result, t.hero().wounds, t.hero().companions) == (None, 0, [Companion("E16", 3)]), "nobody else"


@pytest.mark.rule("TEK-DEC-HEAL-SPLIT")
def test_what_heals_the_party_is_split_and_asked_for_only_while_there_is_a_choice():
    t = healing(3, "party", hero("H1", wounds=1, companions="E16:3"))
    t.say("E16").say("hero")

    assert (t.result, t.hero().wounds, t.hero().companions) == (None, 0, [Companion("E16", 1)])


@pytest.mark.rule("TEK-GAP-COMPANION-LOSS")
def test_what_heals_the_hero_heals_nobody_else():
    t = healing(3, "hero", hero("H1", wounds=1, companions="E16:3"))

    assert (t.result, t.hero().wounds, t.hero().companions) == (None, 0, [Companion("E16", 3)])
