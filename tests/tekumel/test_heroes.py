"""Interacting With Other Heroes."""

from random import Random

import pytest

from arbiter.core import say
from arbiter.games.tekumel import GAME
from arbiter.games.tekumel.heroes import ATTACK, COMPANIONS, DONE, MISSIONS, TALK, TRADE
from arbiter.games.tekumel.state import Companion, Item
from arbiter.kit.cards import UNKNOWN

from .table import BOOK, cards, hero, position

NOTHING = {"give": (), "want": (), "give_torch": 0, "give_kaitar": 0, "want_torch": 0, "want_kaitar": 0}
WITH = ("hero", "1")


def plain(card="H1", at="R18", **more):
    """A Hero who has nothing that would be asked for; in the wild unless somewhere else."""
    return hero(card, at=at, **{"items": "", "kaitar": 0, **more})


def meeting(one, other, *others, **more):
    """A table at which the first Hero has turned to the second."""
    return position(one, other, *others, step="encounters", **more).say(WITH)


def offer(**more):
    return {**NOTHING, **more}


@pytest.mark.rule("TEK-HERO-1", "TEK-DEC-PVP-OPTION", "TEK-EX-CITY-HERO")
def test_who_turns_to_a_hero_may_do_several_things_with_him_or_nothing():
    t = position(plain(at="47", kaitar=1), plain("H3", at="47", companions="E10"), step="encounters")
    t.say(WITH)

    assert t.asked == [(0, "hero.do")]
    assert t.values() == [DONE, TRADE, COMPANIONS, TALK, ATTACK]
    assert t.game.default(t.state, t.asks[0]) == DONE
    t.say(DONE)
    assert t.state.meeting is None
    assert t.state.step == "market", "the City Market is still open to him"


# Trades


@pytest.mark.rule("TEK-HERO-2", "TEK-GAP-PVP-TRADE", "TEK-DEC-PVP-OFFER")
def test_equipment_spells_torches_and_kaitars_change_hands_in_any_mix():
    t = meeting(
        plain(items="-Q36", spells="S01", torch=2, kaitar=3), plain("H3", items="-Q35! -Q37", kaitar=5, spells="S02")
    )
    t.say(TRADE)
    assert t.asked == [(0, "offer.trade")]
    t.say(offer(give=["Q36", "S01a"], give_torch=1, want=["Q35", "Q37", "S02a"], want_kaitar=4))
    assert t.asked == [(1, "offer.answer")]
    assert t.values() == ["refuse", "accept", "counter"]
    assert t.game.default(t.state, t.asks[0]) == "refuse"

    t.say("accept")

    mine, theirs = t.hero(0), t.hero(1)
    assert mine.items == [Item("Q35", down=True), Item("Q37")], "what lies face down stays so"
    assert theirs.items == [Item("Q36")]
    assert (mine.spells, theirs.spells) == (cards("S02"), cards("S01"))
    assert (mine.torch, theirs.torch, mine.kaitar, theirs.kaitar) == (1, 1, 7, 1)
    assert t.asked == [(0, "hero.do")]


@pytest.mark.rule("TEK-DEC-PVP-OFFER")
def test_who_is_to_answer_reads_all_that_is_offered_and_wanted():
    t = meeting(plain(items="-Q36", kaitar=3, torch=1), plain("H3"))
    t.say(TRADE).say(offer(give=["Q36"], give_kaitar=3, give_torch=1))

    words, args = GAME.catalogue(), t.asks[0].args
    assert [say(words, text.key, text.args) for text in args["give"]] == ["Bale of Fine Cloth", "1 Torch", "3 Káitars"]
    assert [say(words, text.key, text.args) for text in args["want"]] == ["nothing"]


@pytest.mark.rule("TEK-GAP-PVP-TRADE", "TEK-GAP-WEAR")
def test_who_gives_equipment_away_may_wear_something_else_instead():
    t = meeting(plain(items="Q04 -Q01"), plain("H3", kaitar=5))
    t.say(TRADE).say(offer(give=["Q04"], want_kaitar=5)).say("accept")
    assert t.asked == [(0, "wear")]
    t.say(["Q01"])
    assert t.asked == [(1, "wear")], "and who has got it too"

    t = meeting(plain(items="Q04 -Q01", kaitar=1), plain("H3", kaitar=5))
    t.say(TRADE).say(offer(give_kaitar=1, want_kaitar=5)).say("accept")
    assert t.asked == [(0, "hero.do")], "nobody has gained or lost any"


@pytest.mark.rule("TEK-GAP-PVP-TRADE", "TEK-DEC-PVP-OFFER")
def test_who_refuses_gives_nothing():
    t = meeting(plain(kaitar=3), plain("H3", kaitar=5))
    t.say(TRADE).say(offer(want_kaitar=5)).say("refuse")

    assert (t.hero(0).kaitar, t.hero(1).kaitar) == (3, 5)
    assert t.told("offer.refused") == [{"seat": 1}]


@pytest.mark.rule("TEK-DEC-PVP-OFFER", "TEK-DEC-PVP-COUNTER", "TEK-GAP-PVP-TRADE")
@pytest.mark.parametrize(("answer", "left"), [("accept", (4, 4)), ("refuse", (3, 5))])
def test_the_other_may_make_one_offer_of_his_own(answer, left):
    t = meeting(plain(kaitar=3, torch=1), plain("H3", kaitar=5))
    t.say(TRADE).say(offer(give_torch=1, want_kaitar=5)).say("counter")
    assert t.asked == [(1, "offer.trade")]
    t.say(offer(want_torch=1, give_kaitar=1))
    assert t.asked == [(0, "offer.answer")]
    assert t.values() == ["refuse", "accept"]

    t.say(answer)

    assert (t.hero(0).kaitar, t.hero(1).kaitar) == left
    assert t.hero(0).torch == (answer == "refuse")


@pytest.mark.rule("TEK-GAP-PVP-TRADE", "TEK-GAP-BOUNDS")
def test_three_proposals_a_turn_of_all_kinds_together():
    t = meeting(plain(kaitar=3, mission="M01"), plain("H3", companions="E10", mission="M02"))
    t.say(TRADE).say(offer(give_kaitar=1)).say("refuse")
    t.say(COMPANIONS).say({"give": [], "want": ["E10"]}).say("refuse")
    t.say(MISSIONS).say("refuse")

    refused = t.refuses(TRADE)
    assert (refused.key, refused.rule) == ("hero.proposals", "TEK-GAP-PVP-TRADE")
    assert t.values() == [DONE, TALK, ATTACK]


@pytest.mark.rule("TEK-GAP-PVP-TRADE")
def test_an_offer_of_nothing_for_nothing_is_none():
    t = meeting(plain(kaitar=3), plain("H3"))
    assert t.refuses(COMPANIONS).key == "hero.nothing"
    t.say(TRADE)
    assert t.refuses(offer()).key == "offer.empty"


@pytest.mark.rule("TEK-HERO-2", "TEK-GAP-WEAR", "TEK-GAP-CARRY-OVER")
def test_who_gains_and_who_loses_equipment_may_change_what_he_wears_and_must_be_able_to_carry_it():
    t = meeting(plain("H8", items="-Q01 -Q36 -Q33"), plain("H3", items="Q06"))
    t.say(TRADE).say(offer(want=["Q06"], give=[])).say("accept")
    assert t.asked == [(0, "wear")]
    t.say(["Q06"])
    assert t.asked == [(0, "discard.equipment")], "four cards, and a Strength of three"
    t.say(["Q36"])
    assert [item.card for item in t.hero(0).items] == ["Q01", "Q33", "Q06"]

    t = meeting(plain("H1"), plain("H3", items="Q06 -Q01 -Q04"))
    t.say(TRADE).say(offer(want=["Q06"])).say("accept").say([])
    assert t.asked == [(1, "wear")]


# Companions


@pytest.mark.rule("TEK-HERO-3", "TEK-GAP-PVP-TRADE")
def test_companions_go_over_with_their_wounds():
    t = meeting(plain(companions="E10:2"), plain("H3", companions="E13 E14:1"))
    t.say(COMPANIONS)
    assert t.asked == [(0, "offer.companions")]
    t.say({"give": ["E10"], "want": ["E14"]}).say("accept")

    assert t.hero(0).companions == [Companion("E14", 1)]
    assert t.hero(1).companions == [Companion("E13"), Companion("E10", 2)]


@pytest.mark.rule("TEK-HERO-3", "TEK-DEC-DISMISS")
def test_for_a_third_companion_one_is_dismissed_or_he_goes_back():
    t = meeting(plain(companions="E10"), plain("H3", companions="E13 E14"))
    t.say(COMPANIONS).say({"give": ["E10"], "want": []}).say("accept")
    assert t.asked == [(1, "dismiss")]
    t.say("E13")
    assert t.hero(1).companions == [Companion("E14"), Companion("E10")]
    assert t.state.encounters.discard == ["E13"]

    t = meeting(plain(companions="E10"), plain("H3", companions="E13 E14"))
    t.say(COMPANIONS).say({"give": ["E10"], "want": []}).say("accept").say("")
    assert t.hero(0).companions == [Companion("E10")]


@pytest.mark.rule("TEK-HERO-3", "TEK-GAP-CARRY-OVER")
def test_who_gives_away_those_that_carried_for_him_carries_less():
    t = meeting(plain("H8", companions="E14", items="Q01 -Q02 -Q04 -Q10"), plain("H3"))
    t.say(COMPANIONS).say({"give": ["E14"], "want": []}).say("accept")

    assert (t.asked, t.asks[0].rule) == ([(0, "discard.equipment")], "TEK-DEC-CARRY-DISCARD")


@pytest.mark.rule("TEK-GAP-PVP-TRADE")
def test_nobody_goes_where_he_will_not_serve():
    t = meeting(plain(companions="E25"), plain("H3", companions="E24"))
    t.say(COMPANIONS)

    assert t.refuses({"give": ["E25"], "want": []}).key == "meet.clash"
    t.say({"give": ["E25"], "want": ["E24"]})


@pytest.mark.rule("TEK-GAP-PVP-TRADE", "TEK-HERO-3")
def test_who_comes_back_to_somebody_who_shuns_him_is_gone():
    t = meeting(plain(companions="E13 E25"), plain("H3", companions="E24 E14"))
    t.say(COMPANIONS).say({"give": ["E13", "E25"], "want": ["E24"]}).say("accept")
    assert t.asked == [(1, "dismiss")], "there is no room for the second"

    t.say("")

    assert [one.card for one in t.hero(0).companions] == ["E24"]
    assert t.state.encounters.discard == ["E25"]


# Missions


@pytest.mark.rule("TEK-HERO-4", "TEK-GAP-PVP-MISSION", "TEK-DEC-PVP-OFFER", "TEK-GAP-PROGRESS-START")
def test_missions_are_exchanged_unseen_by_others_and_begin_anew():
    t = meeting(plain(mission="M01", visited="19"), plain("H3", mission="M02"), plain("H4", at="19", mission="M03"))
    t.say(MISSIONS)
    assert t.asked == [(1, "offer.missions.answer")]
    assert t.values() == ["refuse", "accept"], "there is no other offer for Missions"

    t.say("accept")

    assert (t.hero(0).mission.cards, t.hero(1).mission.cards) == (["M02"], ["M01"])
    assert t.hero(0).progress.visited == ()
    assert t.view(0).state.heroes[1].mission.cards == ["M01"], "who gave it away knows where it is"
    assert t.view(2).state.heroes[1].mission.cards == [UNKNOWN]
    assert t.told("drew.cards", 0) == [{"cards": ["M02"]}]
    assert t.told("drew.cards", 2) == []


@pytest.mark.rule("TEK-GAP-PVP-MISSION")
def test_a_mission_is_never_given_away_for_none():
    t = meeting(plain(mission="M01"), plain("H3"))

    assert t.refuses(MISSIONS).key == "hero.nothing"


# Talk


@pytest.mark.rule("TEK-HERO-6", "TEK-GAP-PVP-TALK", "TEK-DEC-PVP-TALK-AGREE", "TEK-GAP-MISSION-HIDDEN")
def test_who_talk_show_each_other_their_missions_and_nobody_else():
    t = meeting(plain(mission="M01"), plain("H3", mission="M02"), plain("H4", at="19", mission="M03"))
    t.say(TALK)
    assert t.asked == [(1, "talk")]
    assert t.game.default(t.state, t.asks[0]) == "decline"

    t.say("agree")

    assert t.view(0).state.heroes[1].mission.cards == ["M02"]
    assert t.view(1).state.heroes[0].mission.cards == ["M01"]
    assert t.view(2).state.heroes[0].mission.cards == [UNKNOWN]
    assert t.told("talk.mission", 0) == [{"other": 1, "card": "M02"}]
    assert t.told("talk.mission", 2) == []
    assert t.refuses(TALK).key == "hero.talked"


@pytest.mark.rule("TEK-GAP-PVP-TALK", "TEK-DEC-PVP-TALK-AGREE")
def test_without_agreement_nothing_is_shown():
    t = meeting(plain(mission="M01"), plain("H3", mission="M02"))
    t.say(TALK).say("decline")

    assert t.view(0).state.heroes[1].mission.cards == [UNKNOWN]
    assert t.asked == [(0, "hero.do")]


@pytest.mark.rule("TEK-GAP-PVP-TALK", "TEK-DEC-MEETING-CARD", "TEK-GAP-ACTION-WHEN")
def test_talk_needs_a_language_that_both_know_or_an_interpreter():
    t = meeting(plain(languages="yan_koryani", hand="A20"), plain("H3", languages="tsolyani"))
    refused = t.refuses(TALK)
    assert (refused.key, refused.rule) == ("hero.no_language", "TEK-GAP-SHARED-LANGUAGE")

    t.use("play", "A20")

    assert TALK in t.values()
    t.say(DONE)
    assert t.hero(0).lasting == ()


@pytest.mark.rule("TEK-GAP-PVP-TALK", "TEK-DEC-PVP-TALK-GIVE")
def test_cards_change_hands_only_if_both_lay_one_down():
    t = meeting(plain(hand="A01 A02"), plain("H3", hand="A03"), plain("H4", at="19", hand="A04"))
    t.say(TALK).say("agree")
    assert sorted(t.asked) == [(0, "talk.give"), (1, "talk.give")]
    assert t.values(0) == ["", "A01a", "A02a"]
    assert t.game.default(t.state, t.asks[0]) == ""

    t.say("A02a", seat=0).say("A03a", seat=1)

    assert (t.hero(0).hand.cards, t.hero(1).hand.cards) == (cards("A01 A03"), cards("A02"))
    assert t.view(2).state.heroes[1].hand.cards == [UNKNOWN]
    assert t.view(0).state.heroes[1].hand.cards == cards("A02")
    assert t.told("talk.swapped", 2) == [{"seat": 0, "other": 1}]


@pytest.mark.rule("TEK-GAP-PVP-TALK", "TEK-DEC-PVP-TALK-GIVE")
def test_a_card_that_only_one_laid_down_goes_back_unseen():
    t = meeting(plain(hand="A01 A02"), plain("H3", hand="A03"))
    t.say(TALK).say("agree").say("A02a", seat=0).say("", seat=1)

    assert sorted(t.hero(0).hand.cards) == cards("A01 A02")
    assert t.hero(1).hand.cards == cards("A03")
    assert t.view(1).state.heroes[0].hand.cards == [UNKNOWN, UNKNOWN]
    assert t.told("talk.swapped") == []


def test_every_world_that_an_onlooker_imagines_after_a_talk_fits():
    t = meeting(plain(hand="A01 A02", mission="M01"), plain("H3", hand="A03", mission="M02"), plain("H4", at="19"))
    t.say(TALK).say("agree").say("A02a", seat=0).say("A03a", seat=1)
    for seat in (0, 1, 2):
        for n in range(5):
            world = t.imagine(seat, Random(n))
            assert world.view(seat) == t.view(seat)


# Attacks


@pytest.mark.rule("TEK-HERO-5", "TEK-GAP-PVP-ATTACK", "TEK-DEC-PVP-EVADE")
def test_the_attacked_may_evade_once():
    t = meeting(plain(), plain("H3"), rolls=[4])
    t.say(ATTACK)
    assert t.asked == [(1, "hero.evade")]
    assert t.game.default(t.state, t.asks[0]) == "evade"

    t.say("evade")

    assert t.told("test.rolled") == [{"seat": 1, "skill": "evade", "level": "average", "roll": 4, "need": 4}]
    assert t.told("fight.duel") == []
    assert t.state.meeting is None


@pytest.mark.rule("TEK-GAP-PVP-ATTACK", "TEK-GAP-PVP-COMBINE")
@pytest.mark.parametrize("answer", ["evade", "stand"])
def test_who_fails_or_stands_must_fight_and_that_is_the_last_thing(answer):
    t = meeting(plain(), plain("H3"), rolls=[9, *[1, 3] * 3] if answer == "evade" else [1, 3] * 3)
    t.say(ATTACK).say(answer)

    assert t.told("fight.duel") == [{"seat": 0, "other": 1}]
    assert t.told("fight.apart") == [{"seat": 0, "other": 1}]
    assert t.state.step != "encounters"


@pytest.mark.rule("TEK-GAP-PVP-COMBINE")
def test_several_things_are_done_in_any_order():
    t = meeting(plain(kaitar=1, mission="M01"), plain("H3", mission="M02"))
    t.say(TALK).say("agree").say(TRADE).say(offer(give_kaitar=1)).say("accept").say(MISSIONS).say("accept")

    assert t.hero(0).mission.cards == ["M02"]
    assert t.hero(1).kaitar == 1
    assert ATTACK in t.values()


@pytest.mark.rule("TEK-GAP-PVP-ATTACK", "TEK-GAP-EVADE")
def test_in_a_city_it_is_easier_and_a_retreat_or_a_veil_needs_no_test():
    t = meeting(plain(at="47"), plain("H3", at="47"), rolls=[8])
    t.say(ATTACK).say("evade")
    assert t.told("test.rolled")[0]["need"] == 8

    t = meeting(plain(), plain("H3", hand="A12", items="Q39"))
    t.say(ATTACK).say("evade")
    assert {("play", "A12a"), ("discard", "Q39")} < set(t.values())
    t.use("discard", "Q39")
    assert t.told("fight.duel") == []


@pytest.mark.rule("TEK-GAP-PVP-BUSSAN")
@pytest.mark.parametrize(("at", "bussan"), [("47", 1), ("28", 1), ("46", 0), ("R18", 0)])
def test_to_attack_in_a_city_or_in_a_sanctum_is_ignoble(at, bussan):
    assert BOOK.places["28"].terrain == "sanctum"
    t = meeting(plain(at=at), plain("H3", at=at))
    t.say(ATTACK)

    assert t.hero(0).bussan == bussan


@pytest.mark.rule("TEK-GAP-PVP-ATTACK", "TEK-GAP-PVP-BUSSAN", "TEK-EX-PVP-DEFEAT", "TEK-DEC-PVP-PRIZE")
def test_the_victor_takes_half_the_money_and_a_card_and_the_loser_has_some_respite():
    t = meeting(plain(), plain("H3", kaitar=5, items="-Q36", wounds=6), rolls=[9, 1, 9, 1])
    t.say(ATTACK).say("stand")
    assert len(t.told("fight.rolled")) == 4, "two rounds"

    t.say("Q36").rest()

    assert (t.hero(0).kaitar, t.hero(1).kaitar, t.hero(0).bussan) == (3, 2, 0)
    assert [item.card for item in t.hero(0).items] == ["Q36"]
    assert (t.hero(1).at, t.hero(1).wounds, t.hero(1).safe) == (BOOK.home("H3"), 0, True)
    assert t.hero(0).progress.won == (), "a Hero is no Encounter for Missions"
    t.rest()
    assert not t.hero(1).safe, "his own turn is over"


@pytest.mark.rule("TEK-GAP-PVP-ATTACK")
def test_a_hero_who_has_respite_cannot_be_attacked():
    t = meeting(plain(), plain("H3", safe=True))

    refused = t.refuses(ATTACK)
    assert (refused.key, refused.rule) == ("hero.safe", "TEK-GAP-PVP-ATTACK")


@pytest.mark.rule("TEK-GAP-PVP-ATTACK", "TEK-GAP-HERO-DEFEAT")
def test_an_attacker_who_is_defeated_loses_to_the_attacked_and_his_turn_is_over():
    t = meeting(plain("H4", wounds=7, kaitar=3), plain("H1"), rolls=[1, 9])
    t.say(ATTACK).say("stand")

    assert (t.hero(0).kaitar, t.hero(1).kaitar) == (1, 2)
    assert t.state.mover == 1
    assert t.state.fight is None
    assert t.hero(0).safe, "this turn was not his next own turn"
    t.rest().rest()
    assert (t.state.mover, t.hero(0).safe) == (1, 0)


@pytest.mark.rule("TEK-GAP-PVP-ATTACK", "TEK-GAP-ACTIVATE")
def test_what_lies_face_down_does_so_in_the_hands_of_the_victor_too():
    t = meeting(plain(), plain("H3", items="Q15!", wounds=7), rolls=[9, 1])
    t.say(ATTACK).say("stand").say("Q15")

    assert t.asked == [(0, "wear")]
    assert t.hero(0).items == [Item("Q15", down=True)]


@pytest.mark.rule("TEK-GAP-PVP-ATTACK")
def test_companions_count_on_both_sides():
    t = meeting(plain(companions="E10"), plain("H3", companions="E13"), rolls=[1, 6])
    t.say(ATTACK).say("stand")

    assert [told["value"] for told in t.told("fight.rolled")[:2]] == [7 + 2, 5 + 1]
