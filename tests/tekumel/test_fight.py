"""Fight Values and The Fight Round."""

import pytest

from arbiter.core import say
from arbiter.games.tekumel import GAME
from arbiter.games.tekumel.effects import PHASES
from arbiter.games.tekumel.fight import damage, duel, fight, fight_value, total
from arbiter.games.tekumel.state import FOE, Fight, TurnEnds, reading
from arbiter.kit.windows import PASS

from .table import cards, hero, position


def battle(made, foe, *others, rolls=(), **more):
    """A table at which the first Hero fights an Encounter or a foe."""
    return position(made, *others, rules=lambda g: _ended(fight(g, 0, foe)), rolls=rolls, **more)


def quarrel(made, other, *others, rolls=(), **more):
    """A table at which the first Hero fights the second."""
    return position(made, other, *others, rules=lambda g: _ended(duel(g, 0, 1)), rolls=rolls, **more)


def _ended(fighting):
    try:
        return (yield from fighting)
    except TurnEnds:
        return "turn over"


def facing(made, foe="E18", *, round=1, phase="melee", **more):
    """A Fight to be looked at."""
    g = reading(position(made, **more).state)
    g.state.fight = Fight(0, foe, round=round, phase=phase)
    return g


def value(made, phase, foe="E18", **more):
    return total(facing(made, foe, phase=phase, **more), 0, phase)


def phases(t):
    return [told["phase"] for told in t.told("fight.rolled")]


# Fight values


@pytest.mark.rule("TEK-FIGHT-2", "TEK-FIGHT-3", "TEK-FIGHT-4", "TEK-FIGHT-11")
@pytest.mark.parametrize(("phase", "n"), [("magic", 4), ("ranged", 4), ("melee", 7)])
def test_mind_agility_and_strength_are_the_fight_values(phase, n):
    assert fight_value(facing(hero("H1")), 0, phase).value == n
    raised = {"mind": 1, "agility": 1, "strength": 1}
    assert fight_value(facing(hero("H1", raised=raised)), 0, phase).value == n + 1


@pytest.mark.rule("TEK-FIGHT-5", "TEK-GAP-FIGHT-VS-SKILL")
def test_cards_add_to_fight_values_and_skill_bonuses_do_not():
    melee = value(hero("H1", items="Q06 Q17", companions="E10"), "melee")

    assert melee.value == 7 + 3 + 2
    assert [term.source for term in melee.terms()] == ["skill.strength", "card.Q06", "card.E10"]
    assert value(hero("H2", companions="E27"), "magic", "E18").value == 7 + 1, "the Adepts help with Mind tests too"


def test_some_weapons_are_better_at_first_or_against_the_dead():
    assert value(hero("H1", items="Q02"), "melee").value == 7 + 2
    later = facing(hero("H1", items="Q02"), round=2)
    assert total(later, 0, "melee").value == 7 + 1
    assert total(facing(hero("H1", items="Q04"), round=2), 0, "melee").value == 7 + 2, "others are as good later"
    assert value(hero("H1", items="Q03"), "melee", "E18").value == 7 + 1
    assert value(hero("H1", items="Q03 Q29"), "melee", "E39").value == 7 + 3 + 2


@pytest.mark.rule("TEK-GAP-TORCH", "TEK-EX-TORCHLESS")
def test_without_a_light_all_fight_values_are_one_less():
    g = facing(hero("H1", items="", at="46"))
    g.state.turn.dark = True

    assert [total(g, 0, phase).value for phase in PHASES] == [3, 3, 6]
    assert total(g, FOE, "melee").value == 5, "the foe sees well"


def test_water_makes_the_archer_fight_worse():
    assert value(hero("H8", at="R16", items=""), "ranged").value == 5
    assert value(hero("H8", at="19", items=""), "ranged").value == 6


@pytest.mark.rule("TEK-GAP-SKILLS")
def test_a_total_is_never_below_nothing():
    g = facing(hero("H8", items="", at="R16", lasting=""), "E09")
    g.state.heroes[0].lasting = (g.book.sources["S05"].lasting(g.book.sources["S05"].all[2], "fight"),) * 3

    assert total(g, FOE, "melee").value == 0


@pytest.mark.rule("TEK-RECRUIT-2", "TEK-GAP-COMBAT-STRENGTH")
@pytest.mark.parametrize(("companion", "more"), [("E13", 1), ("E10", 2), ("E16", 3), ("E05", 0)])
def test_companions_add_their_combat_strength_to_melee_by_size(companion, more):
    assert value(hero("H1", items="", companions=companion), "melee").value == 7 + more
    assert value(hero("H1", items="", companions=companion), "ranged").value == 4


@pytest.mark.rule("TEK-GAP-COMPANION-VALUES", "TEK-GAP-COMBAT-STRENGTH")
def test_a_card_may_say_another_strength_or_another_phase():
    assert value(hero("H1", items="", companions="E15"), "melee").value == 7 + 2, "small, but it says 2"
    assert value(hero("H1", items="", companions="E22"), "melee").value == 7, "a group, but it says nothing"
    assert value(hero("H1", items="", companions="E23"), "ranged").value == 4 + 1
    assert value(hero("H1", items="", companions="E23"), "melee").value == 7


# The Fight


@pytest.mark.rule("TEK-FIGHT-6", "TEK-GAP-BEFORE-FIGHT", "TEK-DEC-BEFORE-FIGHT")
def test_what_is_used_before_a_fight_comes_first_and_the_current_player_begins():
    t = quarrel(hero("H1", hand="A13 A08"), hero("H3", hand="A13b"))
    assert t.asked == [(0, "use.before_fight")]
    assert set(t.values()) == {("play", "A13a"), PASS, ("pass", "turn")}

    t.use("play", "A13").say(PASS)

    assert t.asked == [(1, "use.before_fight")]
    assert t.told("fight.rolled") == []
    t.say(PASS)
    assert "use.before_fight" not in [prompt for _, prompt in t.asked]


def test_a_war_cry_lasts_for_the_first_round():
    t = battle(hero("H1", items="", hand="A13"), "E10", rolls=[1, 4, 1, 2])
    t.use("play", "A13")
    t.say("fight")

    assert [(told["value"], told["total"]) for told in t.told("fight.rolled")] == [(9, 10), (7, 8)]


@pytest.mark.rule("TEK-FIGHT-1", "TEK-FIGHT-7")
def test_a_round_has_a_magic_a_ranged_and_a_melee_phase_in_this_order():
    t = battle(hero("H1", items="Q10"), "E12", rolls=[8, 4, 2, 3, 1, 5])

    assert phases(t) == ["magic", "ranged", "melee"]
    assert t.asked == [(0, "break_off")]
    assert t.hero().wounds == t.state.fight.wounds == 0, "all three were ties"


@pytest.mark.rule("TEK-GAP-FIGHT-ATTACK", "TEK-GAP-FIGHT-ROLL", "TEK-EX-DEFENDER-NO-BOW", "TEK-FIGHT-9")
def test_who_wins_a_phase_without_an_attack_in_it_does_no_harm():
    t = battle(hero("H1", raised={"agility": 1}), "E06", rolls=[9, 2, 1, 5])

    assert t.told("fight.rolled")[0]["total"] == 5 + 9
    assert t.told("fight.foe_rolled")[0]["total"] == 8
    assert t.told("fight.no_attack") == [{"phase": "ranged"}]
    assert t.told("fight.foe_wounded") == []
    assert t.hero().wounds == 0


@pytest.mark.rule("TEK-FIGHT-9", "TEK-GAP-FIGHT-ATTACK")
@pytest.mark.parametrize("made", [hero("H1", items="Q10"), hero("H1", items="", companions="E23")])
def test_a_bow_or_archers_in_the_party_give_a_ranged_attack(made):
    t = battle(made, "E18", rolls=[9, 1, 1, 3])

    assert phases(t) == ["ranged", "melee"]
    assert t.state.fight.wounds == 1


@pytest.mark.rule("TEK-FIGHT-8", "TEK-GAP-FIGHT-ATTACK", "TEK-DEC-PHASE-CARDS")
def test_a_magic_attack_is_a_spell_cast_and_without_one_there_is_no_magic_phase():
    t = battle(hero("H6", items="", spells="S01"), "E18", rolls=[5, 1, 1, 1])
    assert t.asked == [(0, "use.magic")]

    t.use("cast", "S01")

    assert t.told("fight.rolled")[0] == {"seat": 0, "phase": "magic", "roll": 5, "value": 8, "total": 13}
    assert t.state.fight.wounds == 1
    assert t.state.spells.discard == cards("S01")

    t = battle(hero("H6", items="", spells="S01"), "E18", rolls=[1, 1])
    t.say(PASS)
    assert phases(t) == ["melee"]
    assert phases(battle(hero("H6", items=""), "E18", rolls=[1, 1])) == ["melee"]


@pytest.mark.rule("TEK-FIGHT-10", "TEK-GAP-FIGHT-ATTACK")
def test_hand_to_hand_every_hero_can_fight_but_not_every_encounter():
    t = battle(hero("H1", items=""), "E21", rolls=[9, 1, 9, 1])
    assert t.state.fight.wounds == 1

    t = battle(hero("H1", items=""), "E21", rolls=[9, 1, 1, 9])
    assert t.told("fight.no_attack")[-1] == {"phase": "melee"}
    assert t.hero().wounds == 0


@pytest.mark.rule("TEK-GAP-FIGHT-ROLL", "TEK-EX-TIE")
def test_equal_totals_harm_nobody():
    t = battle(hero("H1", items=""), "E18", rolls=[1, 3])

    assert t.told("fight.tie") == [{"phase": "melee"}]
    assert (t.hero().wounds, t.state.fight.wounds) == (0, 0)


@pytest.mark.rule("TEK-GAP-FIGHT-ATTACK", "TEK-EX-ATTACK-SOURCE")
def test_of_several_sources_of_an_attack_one_counts():
    t = battle(hero("H8", items="Q11 Q13"), "E18", rolls=[4, 1, 1, 1])
    t.use("activate", "Q13")

    assert t.told("fight.rolled")[0]["total"] == 13
    assert next(item for item in t.hero().items if item.card == "Q13").down


@pytest.mark.rule("TEK-GAP-SPELL-LIMIT")
def test_one_attack_spell_scroll_or_lens_a_magic_phase():
    t = battle(hero("H6", spells="S01 S02", items="Q37 Q25", hand="A10"), "E18")
    t.say(PASS)
    t.use("cast", "S01")

    for use in (("cast", "S02a"), ("discard", "Q37"), ("activate", "Q25")):
        refused = t.refuses(use)
        assert (refused.key, refused.rule) == ("fight.one_attack", "TEK-GAP-SPELL-LIMIT")
    assert t.values() == [("play", "A10a"), PASS, ("pass", "fight")], "what gives no attack is not limited"


@pytest.mark.rule("TEK-GAP-FIGHT-CARDS", "TEK-DEC-PHASE-CARDS", "TEK-DEC-PHASE-REROLL", "TEK-GAP-ACTION-WHEN")
def test_the_order_of_cards_in_a_phase():
    t = quarrel(
        hero("H1", items="", hand="A08 A14 A15"), hero("H3", items="", hand="A08b A14b A11"), rolls=[1, 9, 9, 8]
    )
    t.say(PASS).say(PASS)
    assert t.asked == [(0, "use.melee")]
    assert t.refuses(("play", "A14a")).key == "use.not_now"
    t.use("play", "A08").say(PASS)
    assert t.asked == [(1, "use.melee")]
    t.say(PASS)
    assert t.told("fight.rolled")[0]["total"] == 7 + 3 + 1
    assert t.asked == [(0, "use.rolled")]
    assert t.asks[0].args == {"mine": 11, "theirs": 5 + 9}
    t.use("play", "A14").say(PASS)
    assert t.asked == [(1, "use.rolled")]
    assert t.asks[0].args == {"mine": 5 + 9, "theirs": 10 + 9}
    t.say(("play", "A14b")).say(PASS)
    assert [told["roll"] for told in t.told("fight.rolled")] == [1, 9, 9, 8]
    assert t.asked == [(0, "use.won")]
    t.use("play", "A15")
    assert t.asked == [(1, "use.wounded")]
    assert t.asks[0].args == {"n": 2}
    t.use("play", "A11")
    assert t.hero(1).wounds == 0


@pytest.mark.rule("TEK-GAP-INTERFERE")
def test_nobody_else_may_use_cards_in_a_fight():
    others = [hero("H3", hand="A08b"), hero("H4", hand="A11")]
    asked = _asked_for_cards(battle(hero("H1", items="", hand="A08"), "E18", *others))
    assert {seat for seat, _ in asked} == {0}
    assert (0, "use.melee") in asked

    others = [hero("H3", hand="A08b"), hero("H4", hand="A11")]
    asked = _asked_for_cards(quarrel(hero("H1", hand="A08"), *others))
    assert {seat for seat, prompt in asked if prompt == "use.melee"} == {0, 1}


def _asked_for_cards(t):
    asked = set()
    while not t.over:
        asked.update(one for one in t.asked if one[1].startswith("use."))
        t.say(PASS if PASS in t.values() else t.values()[0])
    return asked


@pytest.mark.rule("TEK-GAP-FIGHT-END", "TEK-EX-EARLIER-PHASE")
def test_who_is_defeated_in_a_phase_takes_no_part_in_the_later_ones():
    t = battle(hero("H6", items="", spells="S02"), "E09", rolls=[9, 1])
    t.use("cast", "S02")

    assert t.result == "won"
    assert phases(t) == ["magic"]
    assert t.state.fight is None


@pytest.mark.rule("TEK-GAP-FIGHT-END", "TEK-EX-DRAW-OFF", "TEK-GAP-BOUNDS")
def test_after_twelve_rounds_both_draw_off():
    t = battle(hero("H1", items=""), "E18", rolls=[1, 3] * 12)
    for _ in range(12):
        assert t.asked == [(0, "break_off")]
        t.say("fight")

    assert t.result == "drawn_off"


@pytest.mark.rule("TEK-GAP-BOUNDS", "TEK-GAP-PVP-ATTACK")
def test_heroes_fight_three_rounds_at_most_and_nobody_evades_meanwhile():
    t = quarrel(hero("H1", items=""), hero("H5", items=""), rolls=[1, 2] * 3)

    assert t.result == "drawn_off"
    assert phases(t) == ["melee"] * 6


# Wounds of a phase


@pytest.mark.rule("TEK-WOUND-1", "TEK-GAP-WOUND-BASE")
@pytest.mark.parametrize(("foe", "n"), [("E18", 1), ("E19", 2), ("E07", 3), ("E40", 1), ("F2", 2)])
def test_the_size_of_the_group_adds_to_the_wounds_it_deals(foe, n):
    assert damage(facing(hero("H1"), foe), FOE, "melee").value == n
    assert battle(hero("H4", items=""), foe, rolls=[1, 10]).hero().wounds == n


@pytest.mark.rule("TEK-WOUND-1", "TEK-GAP-WOUND-BASE", "TEK-EX-FESHENGA")
def test_the_great_hundred_foot_against_lacquered_plate():
    t = battle(hero("H4", items="Q22"), "E38", rolls=[1, 10])

    assert t.hero().wounds == 2 + 0 - 1


@pytest.mark.rule("TEK-GAP-WOUND-BASE")
def test_a_hero_deals_one_wound_and_what_his_cards_add():
    t = battle(hero("H1", items="Q08"), "E38", rolls=[9, 1])
    t.use("activate", "Q08")
    assert t.state.fight.wounds == 2

    t = quarrel(hero("H1", items=""), hero("H3", items="", companions="E10"), rolls=[9, 1])
    assert t.asks[0].args == {"n": 1, "room": 8}, "no more for the size of a group"


def test_a_fire_spell_wounds_more_in_the_hands_of_the_fire_priestess():
    for made, spell, foe, n in [
        (hero("H5", items="", spells="S03"), "S03", "E38", 3),
        (hero("H6", items="", spells="S03"), "S03", "E38", 2),
        (hero("H5", items="", spells="S01"), "S01", "E38", 1),
        (hero("H6", items="", spells="S04"), "S04", "E19", 2),
        (hero("H6", items="", spells="S04"), "S04", "E38", 1),
        (hero("H6", items="", spells="S04"), "S04", "E07", 3),
    ]:
        t = battle(made, foe, rolls=[10, 1, 1, 1])
        t.use("cast", spell)
        assert t.told("fight.foe_wounded")[0]["n"] == n, (spell, foe)


def test_the_grasp_weakens_the_foe_and_the_doom_harms_who_loses():
    t = battle(hero("H6", items="", spells="S05"), "E38", rolls=[10, 1, 10, 1])
    t.use("cast", "S05")
    assert t.told("fight.foe_rolled")[1]["value"] == 8 - 2

    t = battle(hero("H6", items="", spells="S06"), "E12", rolls=[1, 10, 10, 1])
    t.use("cast", "S06")
    assert t.hero().wounds == 2, "one for the lost phase, one for the doom"


def test_a_rapier_fights_with_agility():
    t = battle(hero("H4", items="Q07"), "E18", rolls=[1, 1])
    t.use("activate", "Q07")

    assert t.told("fight.rolled")[0]["value"] == 7 + 1


def test_a_scroll_mends_between_phases_if_somebody_is_hurt():
    t = battle(hero("H4", items="Q38"), "E18", rolls=[1, 10])
    assert t.asked == [(0, "use.between")]
    t.use("discard", "Q38")
    assert t.hero().wounds == 0
    assert t.asked == [(0, "break_off")]


@pytest.mark.rule("TEK-DEC-BREAK-OFF")
def test_who_is_not_there_fights_on_while_he_has_more_than_two_health_left():
    t = battle(hero("H1", items="", wounds=7), "E18", rolls=[1, 3])
    assert t.game.default(t.state, t.asks[0]) == "fight"

    t = battle(hero("H1", items="", wounds=8), "E18", rolls=[1, 3])
    assert t.game.default(t.state, t.asks[0]) == "evade"


@pytest.mark.rule("TEK-DEC-BREAK-OFF", "TEK-GAP-EVADE", "TEK-GAP-FIGHT-END")
def test_at_the_end_of_a_round_the_hero_may_try_to_evade():
    t = battle(hero("H1", at="R18", items=""), "E18", rolls=[1, 3, 6, 1, 3, 5])
    t.say("evade")
    assert t.told("test.failed") == [{"seat": 0}]
    assert phases(t) == ["melee", "melee"], "the next round starts"

    t.say("evade")

    assert t.result == "evaded"


def test_a_fight_is_shown_phase_by_phase_with_its_sums():
    t = battle(hero("H1", items="Q06", hand="A14"), "E18", rolls=[1, 9])
    t.say(PASS).say(PASS)
    assert t.asked == [(0, "use.rolled")]

    meters = {meter.id: meter for meter in t.scene(1).meters}

    assert (meters["fight.round"].value, meters["fight.phase"].value, meters["fight.foe"].value) == (1, 2, 0)
    sums = [row.value.args for row in meters["fight.phase"].sheet]
    assert (sums[0]["n"], sums[1], sums[2]["n"], sums[3]) == (10, {"roll": 1, "n": 11}, 5, {"roll": 9, "n": 14})
    sides = {card.id: card for card in t.scene(1).cards if card.on == "fight"}
    assert {id: card.corner for id, card in sides.items()} == {"side.0": "11", "card.E18": "14"}
    text = sides["card.E18"].text
    assert say(GAME.catalogue(), text.key, text.args).endswith("die 9: 14 in all")


def test_whom_one_fights_lies_there_once_with_all_that_is_known_of_him():
    t = battle(hero("H5", items="Q01", spells="S05", hand="A02", at="30"), "F5", rolls=[9, 1])
    t.say(PASS).use("cast", "S05")
    while t.asks[0].prompt != "use.melee":
        t.say(PASS)
    cards = t.scene(1).cards
    (foe,) = [card for card in cards if card.id == "card.F5"]
    rows = {row.name.key: row.value for row in foe.sheet}

    assert foe.on == "fight"
    assert rows["phase.melee"].args["n"] == 5 - 2, "as it counts now"
    assert rows["sheet.reward"].args["effects"]
    assert [text.key for text in foe.foot] == ["foot.foe", "origin.short.ours"]
    assert not [card for card in cards if card.on == "table"]


def test_what_happened_says_when_another_round_begins():
    t = battle(hero("H1", items="Q06"), "E18", rolls=[1, 1, 1, 9])
    t.say("fight")

    told = [event.key for event in t.events(1) if event.key in ("fight.begins", "fight.round", "fight.foe_rolled")]
    assert told == ["fight.begins", "fight.foe_rolled", "fight.round", "fight.foe_rolled"]
    assert t.told("fight.round") == [{"round": 2}]


def test_where_no_fight_is_none_is_shown():
    assert not [meter for meter in position(hero("H1")).scene(0).meters if meter.id.startswith("fight")]


# What is over with a phase, a round or a Fight


def test_what_helps_in_a_phase_does_not_help_in_the_next_round():
    t = battle(hero("H1", items="", hand="A08"), "E19", rolls=[1, 10, 1, 10])
    t.say(PASS).use("play", "A08").say("fight")

    assert [told["value"] for told in t.told("fight.rolled")] == [7 + 3, 7]


@pytest.mark.rule("TEK-GAP-SPELL-LIMIT", "TEK-GAP-FIGHT-ATTACK")
def test_a_spell_gives_an_attack_in_its_own_phase_and_in_the_next_round_another_may_be_cast():
    t = battle(hero("H6", items="", spells="S01 S02"), "E19", rolls=[1, 1, 1, 10])
    t.use("cast", "S01").say("fight")
    assert phases(t) == ["magic", "melee"]

    assert t.values() == [("cast", "S02a"), PASS, ("pass", "fight")]
    t.rolls(1, 10).say(PASS)
    assert phases(t) == ["magic", "melee", "melee"], "nobody has an attack in the second Magic phase"


@pytest.mark.rule("TEK-GAP-PREVENT")
def test_what_cancels_a_wound_a_round_does_so_in_every_round():
    t = battle(hero("H1", items=""), "E18", rolls=[1, 10, 1, 10])
    t.say("fight")

    assert [told["card"] for told in t.told("wound.cancelled")] == ["H1", "H1"]
    assert t.hero().wounds == 0


@pytest.mark.rule("TEK-GAP-FREE-USE")
def test_a_scroll_mends_before_the_first_phase_too():
    t = battle(hero("H1", items="Q38", wounds=3), "E19")

    assert t.asked == [(0, "use.between")]
    assert t.told("fight.rolled") == []


@pytest.mark.rule("TEK-GAP-BOUNDS", "TEK-GAP-PVP-ATTACK")
def test_a_fight_between_heroes_is_over_with_a_defeat_or_the_third_round():
    t = quarrel(hero("H1", items=""), hero("H3", items="", wounds=7), rolls=[10, 1])
    assert (t.result, t.state.fight, t.hero(1).at) == ("won", None, "47")

    t = quarrel(hero("H1", items=""), hero("H3", items=""), rolls=[3, 5] * 3)
    assert (t.result, t.state.fight, t.hero(0).wounds, t.hero(1).wounds) == ("drawn_off", None, 0, 0)
