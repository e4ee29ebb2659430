"""What a player reads before he chooses: the numbers that count."""

import arbiter
from arbiter.core import say
from arbiter.games.tekumel import GAME
from arbiter.games.tekumel.encounters import meet
from arbiter.games.tekumel.fight import fight
from arbiter.games.tekumel.heroes import attack
from arbiter.games.tekumel.lan import raise_attribute
from arbiter.games.tekumel.market import trade_roll
from arbiter.games.tekumel.missions import say_mission
from arbiter.games.tekumel.state import reading
from arbiter.kit.effects import told

from .table import BOOK, hero, position

WORDS = GAME.catalogue()


def offered(t):
    return {option.value: say(WORDS, option.key, option.args) for option in t.asks[0].options()}


def test_who_meets_the_hostile_reads_what_to_roll_and_what_he_fights():
    t = position(hero("H1", at="R18", items=""), rules=lambda g: meet(g, 0, "E18"), rolls=[9])
    foe, read = BOOK.foes["E18"], offered(t)

    assert read["fight", ""] == f"Fight: Magic {foe.magic}, Ranged {foe.ranged}, Melee {foe.melee}, Health {foe.health}"
    t.say(("evade", ""))
    assert read["evade", ""] == f"Evade: {t.told('test.rolled')[0]['need']} or less on the ten-sided die"


def test_between_rounds_he_reads_it_again():
    t = position(hero("H1", at="R18", items=""), rules=lambda g: fight(g, 0, "E18"), rolls=[1, 3, 9])
    assert t.asked == [(0, "break_off")]

    read = offered(t)["evade"]
    t.say("evade")

    assert read == f"Try to evade: {t.told('test.rolled')[0]['need']} or less on the ten-sided die"


def test_a_trade_roll_says_what_it_takes_and_brings():
    t = position(hero("H1", at="19", items=""), rules=lambda g: trade_roll(g, 0))
    trade, cards = BOOK.heroes["H1"].trade, BOOK.levels["hard"].cards

    assert offered(t)["hard"] == f"Hard: {trade // 2} or less on the ten-sided die, for {cards} cards more"


def test_a_test_that_cannot_fail_or_cannot_succeed_says_so():
    clever = position(hero("H1", at="19", items="", lasting="A16"), rules=lambda g: trade_roll(g, 0))
    shunned = position(hero("H1", at="19", items="", bussan=20), rules=lambda g: trade_roll(g, 0))

    assert offered(clever)["easy"].startswith("Easy: you cannot fail, for")
    assert {read.split(": ")[1].split(",")[0] for level, read in offered(shunned).items() if level} == {
        "you cannot succeed"
    }


def test_heroes_and_missions_say_what_they_are():
    table = arbiter.new("tekumel", 2, seed=1)
    for hero_card, read in offered(table).items():
        assert WORDS[f"card_text.{hero_card}"] in read
        assert f"Mind {BOOK.heroes[hero_card].mind}" in read
    for ask in list(table.asks):
        table.answer(ask.seat, ask.values[0])

    for mission, read in offered(table).items():
        assert WORDS[f"card_text.{mission}"] in read


def prompted(t):
    ask = t.asks[0]
    return say(WORDS, ask.prompt, ask.args)


def test_who_cannot_talk_or_recruit_reads_why_and_by_which_rule():
    silent = next(key for key, foe in BOOK.encounters.items() if foe.stance == "neutral" and not foe.talk)
    t = position(hero("H1", at="R18", items="", kaitar=0), rules=lambda g: meet(g, 0, silent))

    assert ("talk", "") not in t.values()
    assert f"talk: there is nothing to talk about with {BOOK.encounters[silent].name} (TEK-GAP-TALK)" in prompted(t)
    assert "recruit: " in prompted(t)


def test_one_reason_for_two_things_is_said_once():
    t = position(hero("H1", at="R18", items="", languages="tsolyani"), rules=lambda g: meet(g, 0, "E30"))

    assert prompted(t).endswith(
        "Not now: talk, recruit: you share no language with Reed-folk Mariners (TEK-GAP-SHARED-LANGUAGE)."
    )


def test_who_can_do_everything_reads_no_reason():
    kind = next(
        key
        for key, foe in BOOK.encounters.items()
        if foe.stance != "hostile" and foe.talk and foe.recruit and "tsolyani" in foe.languages
    )
    t = position(hero("H1", at="R18", items="", kaitar=30, languages="tsolyani"), rules=lambda g: meet(g, 0, kind))

    assert {("talk", ""), ("recruit", "")} <= set(t.values())
    assert prompted(t).endswith("what do you do?")


def test_a_mission_that_is_not_ready_says_what_it_still_asks_for():
    wants = "Wait. Your Mission still asks you to: "
    away = position(hero("H1", at="23", mission="M01"), step="missions")
    there = position(hero("H1", at="19", mission="M01"), step="missions")
    ready = position(hero("H1", at="19", mission="M01", won="E18"), step="missions")

    assert offered(away)["wait", ""] == f"{wants}defeat 1 hostile foe (Small group or larger), be in Khírgár"
    assert offered(there)["wait", ""] == f"{wants}defeat 1 hostile foe (Small group or larger)"
    assert offered(ready)["wait", ""] == "Wait"


def test_of_several_places_a_mission_names_those_that_are_left():
    t = position(hero("H1", at="27", mission="M05", visited="27"), step="missions")

    assert offered(t)["wait", ""] == ("Wait. Your Mission still asks you to: end movements in Katalál, be in Béy Sü")


def test_a_mission_says_whose_it_is_and_what_that_is_worth():
    t = position(
        hero("H1", at="19", mission="M29"), step="missions", tops={"missions": "M03 M05"}, only={"missions": "M01"}
    )
    t.say(("abandon", ""))
    read = offered(t)

    assert read["M03"].startswith("The Old Fortress (3 Lán and 1 more for your religion, Dravákh): ")
    assert read["M05"].startswith("Letters between Colleges (2 Lán, Semúni): ")
    plain = say_mission(reading(t.state), 0, "M29")
    assert say(WORDS, plain.key, plain.args).startswith("Beyond the Deeps (3 Lán): ")


def test_what_cards_do_is_said_in_plain_numbers():
    def line(effect):
        text = told(effect)
        return say(WORDS, text.key, text.args)

    assert line(BOOK.encounters["E09"].companion[0]) == "no desert space ends the way"
    assert line(BOOK.encounters["E09"].talk[0]) == "gain 1 Káitar"
    assert line(BOOK.encounters["E36"].reward[0]) == "draw 2 Equipment cards and keep 1"


def test_talk_says_what_it_brings():
    t = position(hero("H1", at="19"), rules=lambda g: meet(g, 0, "E04"))

    assert offered(t)["talk", ""] == "Talk: heal up to 2 wounds of the Hero"


def test_who_is_attacked_reads_what_to_roll():
    t = position(hero("H1", at="R18"), hero("H4", at="R18"), rules=lambda g: attack(g, 0, 1), rolls=[9])
    read = offered(t)
    assert read["stand"] == "Stand"

    t.say("evade")

    assert read["evade"] == f"Try to evade: {t.told('test.rolled')[0]['need']} or less on the ten-sided die"


def test_a_raise_says_from_what_to_what():
    t = position(hero("H1", lan=3, raised={"mind": 1}), rules=lambda g: raise_attribute(g, 0))
    read = offered(t)

    assert read["mind"] == f"Mind from {BOOK.heroes['H1'].mind + 1} to {BOOK.heroes['H1'].mind + 2}"
    assert read[""] == "Raise nothing"


def test_missions_to_choose_from_point_at_the_places_that_they_name():
    g = reading(position(hero("H1")).state)

    assert say_mission(g, 0, "M03").ids == ("card.M03", "place.46", "place.47")
