"""Step 5: Missions, and what the others play while one is completed."""

from random import Random

import pytest

from arbiter.games.tekumel.effects import RULES, Lose
from arbiter.games.tekumel.missions import lacking
from arbiter.games.tekumel.requirements import ways
from arbiter.games.tekumel.state import Companion, reading
from arbiter.kit.cards import UNKNOWN
from arbiter.kit.effects import By
from arbiter.kit.windows import PASS

from .table import BOOK, cards, hero, position

WAIT, READ, ABANDON = ("wait", ""), ("attempt", ""), ("abandon", "")


def missions(*heroes, **more):
    return position(*heroes, step="missions", **more)


def ready(**more):
    """A Hero of Dravákh whose Mission is done: The Old Fortress, 3 Lán, Dravákh."""
    return hero("H1", at="47", mission="M03", explored="46", **more)


def other(card="H5", **more):
    return hero(card, at="60", **more)


def pass_all(t):
    while t.asks[0].prompt == "window":
        t.say(PASS)
    return t


# Ready or not


@pytest.mark.rule("TEK-MISSION-1", "TEK-DEC-MISSION-READ", "TEK-GAP-MISSION-READY")
def test_a_mission_that_is_ready_may_be_read_or_kept_for_later():
    t = missions(ready())
    assert t.values()[:2] == [READ, WAIT]

    t.say(WAIT)

    assert t.hero().mission.cards == ["M03"]
    assert t.hero().mission.looks == {}
    assert missions(ready()).say(READ).told("mission.read", 1) == [{"seat": 0, "card": "M03"}]


@pytest.mark.rule("TEK-MISSION-1", "TEK-GAP-MISSION-READY")
def test_who_is_not_ready_is_asked_all_the_same_and_told_what_is_missing():
    t = missions(hero("H1", at="46", mission="M03", explored="46"))
    assert READ not in t.values()

    refused = t.refuses(READ)

    assert (refused.key, refused.rule) == ("mission.not_ready", "TEK-GAP-MISSION-READY")
    assert "Jakáll" in refused.say(t.catalogue())
    assert "Fortress" not in refused.say(t.catalogue())


@pytest.mark.rule("TEK-GAP-MISSION-READY", "TEK-EX-SITE-HERO", "TEK-EX-DRAW-OFF")
@pytest.mark.parametrize(
    ("mission", "made", "done"),
    [
        ("M29", {"at": "60"}, True),
        ("M29", {"at": "59"}, False),
        ("M05", {"at": "32", "visited": "27 36"}, True),
        ("M05", {"at": "32", "visited": "27"}, False),
        ("M26", {"at": "16", "visited": "R14"}, True),
        ("M26", {"at": "16", "visited": "R15"}, False),
        ("M21", {"at": "36", "explored": "45", "languages": "engsvanyali"}, True),
        ("M21", {"at": "36", "visited": "45", "languages": "engsvanyali"}, False),
        ("M01", {"at": "19", "won": "E08"}, True),
        ("M01", {"at": "19", "won": "E02"}, False),
        ("M01", {"at": "19", "won": "E38"}, False),
        ("M02", {"at": "23", "won": "E06:neutral"}, True),
        ("M12", {"at": "29", "won": "E39"}, True),
        ("M12", {"at": "29", "explored": "28"}, True),
        ("M12", {"at": "29", "won": "E08"}, False),
        ("M17", {"at": "48", "won": "E32"}, True),
        ("M17", {"at": "47", "won": "E32"}, False),
        ("M14", {"at": "10", "languages": "yan_koryani"}, True),
        ("M14", {"at": "10", "languages": "yan_koryani", "bussan": 1}, False),
        ("M28", {"at": "58", "languages": "tsolyani", "companions": "E24"}, True),
        ("M28", {"at": "58", "languages": "tsolyani", "companions": "E25"}, False),
        ("M08", {"at": "57", "languages": "salarvyani", "kaitar": 2}, True),
        ("M08", {"at": "57", "languages": "tsolyani", "kaitar": 2}, False),
        ("M08", {"at": "57", "languages": "salarvyani", "kaitar": 1}, False),
        ("M15", {"at": "32", "kaitar": 6}, True),
        ("M15", {"at": "32", "kaitar": 5}, False),
        ("M22", {"at": "25", "visited": "24", "torch": 3}, True),
        ("M22", {"at": "25", "visited": "24", "torch": 2}, False),
        ("M19", {"at": "23", "explored": "31", "spells": "S01"}, True),
        ("M19", {"at": "23", "explored": "31", "items": "Q37"}, True),
        ("M19", {"at": "23", "explored": "31", "items": "Q29"}, False),
        ("M20", {"at": "27", "visited": "32", "items": "Q29"}, True),
        ("M20", {"at": "27", "visited": "32", "items": "Q24"}, False),
        ("M06", {"at": "42", "companions": "E05"}, True),
    ],
)
def test_every_condition_has_one_exact_reading(mission, made, done):
    t = missions(hero("H1", mission=mission, **{"items": "Q04", **made}))

    assert (READ in t.values()) == done
    assert not (done and lacking(reading(t.state), 0)), "of what is done nothing is said to be missing"


@pytest.mark.parametrize("mission", sorted(BOOK.missions))
def test_no_mission_is_done_by_doing_nothing(mission):
    g = reading(missions(hero("H1", at="R01", mission=mission)).state)

    assert ways(g, 0, mission) == []


@pytest.mark.rule("TEK-GAP-PROGRESS-START", "TEK-EX-VISIT-STANDING")
def test_a_place_counts_only_after_a_movement_ended_there():
    t = missions(
        hero("H6", at="27", mission="M29", visited="27 60", lan=1),
        tops={"missions": "M05 M29"},
        only={"missions": "M01"},
    )
    t.say(ABANDON).say("M05")
    assert t.hero().progress.visited == ()

    while (t.state.mover, t.state.step) != (0, "movement") or t.state.round == 1:
        t.answer(t.asks[0].seat, t.game.default(t.state, t.asks[0]))
    t.stay()

    assert t.hero().progress.visited == ("27",)


# Tests


@pytest.mark.rule("TEK-GAP-MISSION-READY", "TEK-DEC-MISSION-PART")
def test_tests_come_last_and_openly_and_a_failed_one_keeps_the_card_hidden():
    t = missions(hero("H1", at="5", mission="M27", lan=0), other(), rolls=[10])
    assert t.values()[0] == ("attempt", "evade.average")

    t.say(("attempt", "evade.average"))

    assert t.told("test.rolled", 1)[0]["skill"] == "evade"
    assert t.told("mission.failed", 1) == [{"seat": 0}]
    assert t.view(1).state.heroes[0].mission.cards == [UNKNOWN]
    assert t.told("mission.read", 1) == []
    assert t.asks[0].seat == 1, "once in a turn"


@pytest.mark.rule("TEK-GAP-MISSION-READY")
def test_with_all_tests_passed_the_card_is_read():
    t = missions(hero("H1", at="5", mission="M27", lan=0), other(), rolls=[1])
    t.say(("attempt", "evade.average"))

    assert t.asked == [(1, "window")]
    assert t.view(1).state.heroes[0].mission.cards == ["M27"]


@pytest.mark.rule("TEK-GAP-MISSION-READY", "TEK-GAP-WINDOW-PAYMENT")
@pytest.mark.parametrize("kaitar", [3, 4, 5])
def test_what_a_mission_wants_to_have_paid_cannot_be_spent_on_its_test(kaitar):
    made = hero("H1", at="41", mission="M09", visited="39 40", kaitar=kaitar, hand="A19", bussan=2, lan=0)
    t = missions(made, other(hand="A26"), rolls=[1])
    t.say(("attempt", "talk.easy"))
    assert t.asked == [(0, "use.test")]

    if kaitar < 3 + 2:
        assert t.refuses(("play", "A19a")).key == "pay.poor"
        t.say(PASS)
        assert t.hero().kaitar == kaitar - 3
    else:
        t.use("play", "A19")
        assert t.hero().kaitar == 0
    assert t.state.attempt.kaitar == 3


GIVES_AND_TESTS = """
[pack]
name = "A gift"

[mission.X1]
name = "A Gift of Words"
lan = 3
require = [{ is = "give", any_of = ["spell"] }, { is = "test", skill = "talk", level = "hard" }]
text = "Pass a Hard Talk test and give a Spell."
"""


@pytest.mark.rule("TEK-GAP-MISSION-READY")
@pytest.mark.parametrize(("spells", "key"), [("S10", "mission.failed"), ("S10 S01", "mission.read")])
def test_a_spell_spent_on_the_test_of_a_mission_is_no_longer_there_to_give(spells, key):
    made = hero("H1", at="41", mission="X1", spells=spells)
    t = missions(made, other(), rolls=[10, 1], packs=(GIVES_AND_TESTS,))
    t.say(("attempt", "talk.hard"))

    t.use("cast", "S10")

    assert t.told(key)
    assert bool(t.told("mission.read")) == (key == "mission.read")


@pytest.mark.rule("TEK-GAP-WINDOW-PAYMENT")
def test_what_is_set_aside_is_not_wanted_twice():
    t = missions(hero("H1", at="32", mission="M15", kaitar=8, hand="A19", lan=0), other(hand="A26"))
    t.say(READ).use("play", "A26")

    t.use("play", "A19")

    assert t.told("mission.completed")
    assert t.hero().kaitar == 0


@pytest.mark.rule("TEK-DEC-MISSION-PART")
def test_of_several_alternatives_the_player_picks_one_and_the_first_needs_no_test():
    t = missions(hero("H1", at="58", mission="M28", languages="livyani"))

    assert t.values()[:2] == [READ, ("attempt", "talk.hard")]
    assert t.game.default(t.state, t.asks[0]) == READ


def test_while_a_test_is_rolled_others_imagine_a_mission_that_is_ready_by_such_a_test():
    t = missions(hero("H1", at="58", mission="M28", languages="tsolyani", hand="A01"), other())
    t.say(("attempt", "talk.hard"))
    assert t.asked == [(0, "use.test")]

    worlds = [t.imagine(1, Random(seed)) for seed in range(5)]

    assert {twin.state.heroes[0].mission.cards[0] for twin in worlds} == {"M28"}, "no other one wants that here"
    t = missions(hero("H1", at="R01", mission="M29"), other(hand="A02"))
    assert len({t.imagine(1, Random(seed)).state.heroes[0].mission.cards[0] for seed in range(9)}) > 2


def test_it_is_ready_too_for_who_has_not_seen_what_another_has():
    both = [hero("H1", at="5", hand="A01", mission="M27"), hero("H3", at="5", hand="A02", mission="M02")]
    t = position(*both, other("H4", mission="M01"), step="encounters")
    t.say(("hero", "1")).say(("talk", "")).say("agree", 1).say("", 0).say("", 1).say(("done", ""))
    while t.asked != [(0, "mission")]:
        t.say(t.game.default(t.state, t.asks[0]))
    t.say(("attempt", "evade.average"))

    for seat in (1, 2, None):
        worlds = [t.imagine(seat, Random(seed)) for seed in range(9)]
        assert {twin.state.heroes[0].mission.cards[0] for twin in worlds} == {"M27"}, "no other one wants that here"


# The window


@pytest.mark.rule(
    "TEK-MISSION-2", "TEK-GAP-MISSION-WINDOW", "TEK-DEC-WINDOW", "TEK-GAP-WINDOW-BOTS", "TEK-EX-CARD-KIND"
)
def test_each_other_player_is_asked_once_clockwise_whatever_he_holds():
    t = missions(other("H5"), ready(), other("H3", hand="A02"), other("H7", hand="A25 A27"), mover=1)
    t.say(READ)
    asked = []
    while t.asks[0].prompt == "window":
        asked.append((t.asks[0].seat, t.values()))
        t.say(PASS)

    assert asked == [(2, [PASS]), (3, [PASS, ("play", "A25a"), ("play", "A27a")]), (0, [PASS])]


@pytest.mark.rule("TEK-GAP-MISSION-WINDOW", "TEK-GAP-ACTION-WHEN")
def test_only_cards_with_a_mission_line_are_played():
    t = missions(ready(), other(hand="A02 A25")).say(READ)

    refused = t.refuses(("play", "A02a"))
    assert (refused.key, refused.rule) == ("window.no_line", "TEK-GAP-MISSION-WINDOW")
    assert t.refuses(("play", "A27a")).key == "use.not_yours"


@pytest.mark.rule("TEK-MISSION-3", "TEK-MISSION-4", "TEK-MISSION-5", "TEK-EX-WINDOW-NEGATIVE", "TEK-LAN-1")
def test_only_the_last_card_takes_effect_and_a_negative_one_costs_its_player():
    t = missions(
        hero("H5", at="47", mission="M03", explored="46", lan=2),
        hero("H1", at="60"),
        hero("H3", hand="A27"),
        hero("H7", hand="A25", lan=2),
    )
    t.say(READ).say(PASS).use("play", "A27").use("play", "A25")

    assert t.hero(0).lan == 2 + 3 - 2
    assert (t.hero(3).lan, t.hero(3).bussan) == (1, 1)
    assert (t.hero(2).hand.cards, t.hero(2).bussan) == ([], 0), "the praise did nothing"
    assert sorted(t.state.actions.discard) == cards("A25 A27")


@pytest.mark.rule("TEK-GAP-MISSION-WINDOW", "TEK-MISSION-3", "TEK-EX-SEAT-GUESS")
def test_there_is_one_circuit_only():
    t = missions(ready(lan=0), other("H5", hand="A25 A26"), other("H3", hand="A27"))
    t.say(READ).use("play", "A25").use("play", "A27")

    assert t.asked == [(0, "mission.keep")], "the one before him cannot answer"
    assert t.hero().lan == 3 + 1 + 1
    assert t.hero(1).bussan == 0


@pytest.mark.rule("TEK-GAP-TWO-PLAYER")
def test_with_two_players_the_one_card_of_the_other_is_the_last():
    t = missions(ready(lan=0), other(hand="A16"))
    t.say(READ).use("play", "A16")

    assert t.hero().lan == 3 + 1 + 1


@pytest.mark.rule("TEK-GAP-LAN-FLOOR", "TEK-GAP-REWARD-ORDER", "TEK-EX-WINDOW-FLOOR", "TEK-MISSION-5")
def test_lan_never_drops_below_nothing():
    t = missions(hero("H1", at="32", mission="M05", visited="27 36", lan=0), other(hand="A25", lan=0))
    t.say(READ).use("play", "A25")

    assert t.hero().lan == 0
    assert t.told("mission.completed") == [{"seat": 0, "card": "M05", "n": 0}]
    assert t.asked == [(0, "mission.keep")], "the Mission is complete all the same"
    assert (t.hero(1).lan, t.hero(1).bussan) == (0, 1)


@pytest.mark.rule("TEK-GAP-LAN-FLOOR")
def test_who_has_less_loses_what_he_has():
    t = position(hero("H1", lan=2), rules=lambda g: RULES.run(g, [Lose("lan", 3)], By(0, "plains.1")))

    assert t.hero().lan == 0
    assert t.told("lose.lan") == [{"seat": 0, "n": 2}]


@pytest.mark.rule("TEK-GAP-WINDOW-SIGN", "TEK-EX-AUDIT-NOMATCH")
def test_the_printed_sign_makes_a_card_negative_even_if_it_did_no_harm():
    t = missions(hero("H8", at="30", mission="M16", explored="34", lan=0), other("H1", hand="A29", lan=2))
    t.say(READ).use("play", "A29")

    assert t.hero().lan == 4
    assert (t.hero(1).lan, t.hero(1).bussan) == (1, 1)


@pytest.mark.rule("TEK-LAN-2", "TEK-GAP-RELIGION")
@pytest.mark.parametrize(
    ("who", "mission", "made", "lan"), [("H1", "M03", {"explored": "46"}, 3), ("H1", "M29", {}, 2)]
)
def test_an_audit_cancels_what_religion_brings_or_costs_a_lan_where_none_is_named(who, mission, made, lan):
    at = {"M03": "47", "M29": "60"}[mission]
    t = missions(hero(who, at=at, mission=mission, lan=0, **made), hero("H3", hand="A29"))
    t.say(READ).use("play", "A29")

    assert t.hero().lan == lan


@pytest.mark.rule("TEK-DEC-WINDOW-TEST", "TEK-GAP-WINDOW-STOP", "TEK-GAP-WINDOW-PAYMENT")
def test_a_mission_stopped_by_a_test_stays_and_what_was_set_aside_comes_back():
    t = missions(
        hero("H1", at="23", mission="M19", explored="31", spells="S01", items="Q04", hand="A18", lan=0),
        other(hand="A26"),
        rolls=[10],
    )
    t.say(READ)
    assert (t.hero().spells, t.state.attempt.spells) == ([], cards("S01"))
    t.use("play", "A26")
    assert t.asked == [(0, "use.test")]

    t.say(PASS).say(PASS)

    assert t.told("mission.stopped") == [{"seat": 0, "card": "M19"}]
    assert (t.hero().lan, t.hero().spells, t.state.attempt) == (0, cards("S01"), None)
    assert t.view(1).state.heroes[0].mission.cards == ["M19"], "now all know it"
    assert t.hero().progress.explored == ("31",)
    assert t.hero(1).bussan == 1


@pytest.mark.rule("TEK-GAP-WINDOW-STOP", "TEK-GAP-WINDOW-PAYMENT")
@pytest.mark.parametrize(
    "made",
    [
        {"at": "32", "mission": "M15", "kaitar": 8},
        {"at": "25", "mission": "M22", "visited": "24", "torch": 4},
        {"at": "27", "mission": "M20", "visited": "32", "items": "Q29 Q04"},
        {"at": "42", "mission": "M06", "companions": "E05 E10:1"},
    ],
    ids=["Káitars", "Torches", "an item, still worn", "a Companion"],
)
def test_whatever_was_set_aside_comes_back_when_the_mission_is_stopped(made):
    t = missions(hero("H1", **made), other(hand="A26"), rolls=[10])
    t.say(READ)
    aside = t.state.attempt
    assert aside.kaitar or aside.torch or aside.cards()
    t.use("play", "A26")

    assert t.told("mission.stopped")
    before, after = hero("H1", **made), t.hero()
    assert (after.kaitar, after.torch) == (before.kaitar, before.torch)
    assert sorted(after.items, key=str) == sorted(before.items, key=str)
    assert sorted(after.companions, key=str) == sorted(before.companions, key=str)


@pytest.mark.rule("TEK-DEC-WINDOW-TEST")
def test_a_test_that_is_passed_leaves_the_mission_standing():
    t = missions(ready(lan=0), other(hand="A26"), rolls=[1]).say(READ).use("play", "A26")

    assert t.hero().lan == 4


@pytest.mark.rule("TEK-GAP-WINDOW-PAYMENT")
@pytest.mark.parametrize(("kaitar", "left"), [(20, 10), (8, 0), (6, 0)])
def test_a_card_takes_only_kaitars_that_are_not_set_aside(kaitar, left):
    t = missions(hero("H1", at="32", mission="M15", kaitar=kaitar), other(hand="A24"))
    t.say(READ).use("play", "A24")

    assert t.hero().kaitar == left
    assert t.told("mission.completed")


@pytest.mark.rule("TEK-GAP-WINDOW-PAYMENT", "TEK-DEC-MISSION-PART")
def test_which_card_is_given_is_chosen_when_the_mission_has_been_read():
    t = missions(hero("H1", at="27", mission="M20", visited="32", items="-Q25 Q29 Q40"), other())
    t.say(READ)
    assert t.asked == [(0, "mission.part")]
    gives = [option.args["cards"] for option in t.asks[0].options()]
    assert gives == [["Q40"], ["Q29"], ["Q25"]], "the cheapest first"

    t.say(2)

    assert t.state.attempt.cards() == ["Q25"]
    pass_all(t)
    assert t.state.equipment.discard == ["Q25"]
    assert [item.card for item in t.hero().items] == ["Q29", "Q40"]


@pytest.mark.rule("TEK-GAP-WEAR")
def test_who_gives_what_he_wears_may_wear_something_else_instead():
    t = missions(hero("H1", at="27", mission="M20", visited="32", items="Q29 -Q24"), other())
    pass_all(t.say(READ))
    t.say(t.values()[0])

    assert t.asked == [(0, "wear")]


@pytest.mark.rule("TEK-GAP-WINDOW-PAYMENT")
def test_a_companion_torches_and_kaitars_are_given():
    t = pass_all(missions(hero("H1", at="42", mission="M06", companions="E05 E10")).say(READ))
    assert [one.card for one in t.hero().companions] == ["E10"]
    assert t.state.encounters.discard == ["E05"]

    t = pass_all(missions(hero("H1", at="25", mission="M22", visited="24", torch=4)).say(READ))
    assert t.hero().torch == 1

    t = pass_all(missions(hero("H1", at="44", mission="M07", visited="36", kaitar=5)).say(READ))
    assert t.hero().kaitar == 2


@pytest.mark.rule("TEK-GAP-CARRY-OVER")
def test_what_a_companion_carried_who_is_given_away_must_be_carried_by_the_hero():
    bearer = """
    [pack]
    name = "Bearers"
    about = "A scholar who carries."
    [encounter.X1]
    name = "Learned Bearer"
    people = "Tsolyáni"
    human = true
    size = "single"
    stance = "friendly"
    languages = ["tsolyani"]
    magic = 1
    ranged = 1
    melee = 1
    health = 1
    evade = "easy"
    recruit = "easy"
    tags = ["scholar"]
    companion = [{ op = "carry", n = 1 }]
    text = "Carries one card more."
    """
    full = hero("H8", at="42", mission="M06", items="Q01 -Q02 -Q03 -Q04")
    full.companions = [Companion("X1")]
    t = pass_all(missions(full, other(items=""), packs=(bearer,)).say(READ))
    t.say(t.values()[0])

    assert t.asked == [(0, "discard.equipment")]
    assert (t.asks[0].least, t.asks[0].rule) == (1, "TEK-DEC-CARRY-DISCARD")


@pytest.mark.parametrize(
    ("card", "where", "kaitar", "lan", "hand"),
    [
        ("A05", "60", 0, 2, 1),
        ("A20", "60", 2, 2, 0),
        ("A28", "60", 3, 2, 0),
        ("A30", "60", 2, 2, 0),
        ("A30", "47", 0, 3, 0),
        ("A27", "60", 0, 2, 1),
    ],
)
def test_some_cards_bring_something_to_whoever_played_them(card, where, kaitar, lan, hand):
    t = missions(ready(lan=0), hero("H5", at=where, hand=card, kaitar=0), hero("H3", at="60", kaitar=0))
    t.say(READ).use("play", card).say(PASS)
    player = t.hero(1)

    assert (player.kaitar, player.lan, len(player.hand.cards), player.bussan) == (kaitar, lan, hand, 0)
    assert (t.hero(2).kaitar, t.hero(2).lan, t.hero(2).hand.cards) == (0, 2, []), "and to nobody else"
    assert t.hero().lan == 4 + (card == "A27")


def test_some_cards_bring_something_to_whoever_completes_the_mission():
    t = missions(ready(wounds=4, kaitar=0), other(hand="A23")).say(READ).use("play", "A23")
    assert t.hero().wounds == 1
    t = missions(ready(kaitar=0), other(hand="A07")).say(READ).use("play", "A07")
    assert t.hero().kaitar == 3
    t = missions(ready(), other(hand="A18")).say(READ).use("play", "A18")
    assert (len(t.hero().spells), len(t.hero().hand.cards)) == (1, 1)


# The end


@pytest.mark.rule("TEK-LAN-1", "TEK-LAN-2", "TEK-LAN-3", "TEK-LAN-4", "TEK-GAP-RELIGION", "TEK-EX-MISSION-PLAIN")
def test_a_mission_earns_its_lan_and_one_more_for_the_own_religion():
    t = missions(ready(lan=2, bussan=2), other(), tops={"missions": "M05 M07"}).say(READ).say(PASS)

    assert t.told("mission.completed") == [{"seat": 0, "card": "M03", "n": 3 + 1}]
    assert (t.hero().lan, t.hero().bussan) == (6, 1)
    assert t.values() == ["M05", "M07"]
    t.say("M07")
    assert t.hero().mission.cards == ["M07"]
    assert t.state.missions.discard == ["M03", "M05"]
    assert t.view(1).state.heroes[0].mission.cards == [UNKNOWN]


@pytest.mark.rule("TEK-LAN-2", "TEK-GAP-RELIGION")
def test_of_another_religion_it_earns_what_it_prints():
    t = pass_all(missions(hero("H3", at="47", mission="M03", explored="46", lan=0), other()).say(READ))

    assert t.hero().lan == 3


@pytest.mark.rule("TEK-GAP-REWARD-ORDER")
def test_bussan_counts_in_a_test_of_the_window_and_goes_after_the_reward():
    t = missions(ready(lan=0, bussan=9), other(hand="A12")).say(READ).use("play", "A12")
    assert t.told("test.hopeless"), "the Bussán had not been shed yet"
    assert t.hero().bussan == 9

    t = missions(ready(lan=0, bussan=9), other()).say(READ).say(PASS)
    assert t.hero().bussan == 8


@pytest.mark.rule("TEK-GAP-MISSION-NONE")
def test_a_new_mission_waits_for_the_next_turn():
    t = missions(
        hero("H1", at="60", mission="M29", lan=0), other("H3"), tops={"missions": "M15 M28"}, only={"missions": "M05"}
    )
    t = pass_all(t.say(READ)).say("M15")

    assert t.asked == [(0, "raise")], "whether it would be ready or not"
    assert t.state.attempt is None


@pytest.mark.rule("TEK-GAP-MISSION-ABANDON", "TEK-DEC-ABANDON", "TEK-DEC-MISSION-KEEP")
def test_at_home_a_mission_may_be_given_up_for_a_lan():
    t = missions(hero("H1", at="19", mission="M29", lan=2, visited="32"), other(), tops={"missions": "M05 M07"})
    assert ABANDON in t.values()

    t.say(ABANDON)

    assert (t.hero().lan, t.hero().bussan, t.state.missions.discard) == (1, 0, ["M29"])
    t.say("M05")
    assert t.hero().mission.cards == ["M05"]
    assert t.hero().progress.visited == ()

    t = missions(hero("H1", at="19", mission="M29", lan=1), other()).say(ABANDON)
    assert (t.hero().lan, t.hero().bussan) == (0, 0), "the last Lán will do"


@pytest.mark.rule("TEK-GAP-MISSION-ABANDON", "TEK-EX-ABANDON-POOR")
def test_without_lan_it_costs_bussan():
    t = missions(hero("H1", at="19", mission="M14", lan=0, bussan=2), other())
    t.say(ABANDON)

    assert (t.hero().lan, t.hero().bussan) == (0, 3)
    assert t.asked == [(0, "mission.keep")]


@pytest.mark.rule("TEK-GAP-MISSION-ABANDON")
def test_a_mission_is_given_up_nowhere_else():
    t = missions(hero("H1", at="23", mission="M14"))

    refused = t.refuses(ABANDON)
    assert (refused.key, refused.rule) == ("mission.not_home", "TEK-GAP-MISSION-ABANDON")


@pytest.mark.rule("TEK-GAP-MISSION-ABANDON")
def test_who_has_tried_a_mission_in_this_turn_cannot_give_it_up():
    t = missions(hero("H4", at="32", mission="M15", kaitar=6), other(hand="A26"), rolls=[10])
    t.say(READ).use("play", "A26")

    assert t.told("mission.stopped")
    assert t.asked == [(0, "raise")]


@pytest.mark.rule("TEK-GAP-FREE-USE")
def test_the_start_of_the_step_is_a_free_use_point():
    t = missions(hero("H1", at="58", mission="M28", languages="", spells="S11"))
    assert READ not in t.values()

    t.use("cast", "S11")

    assert READ in t.values(), "he knows every language in this turn"


def test_a_table_in_mid_attempt_is_read_again_as_it_was():
    t = missions(ready(), other(hand="A25"), hero("H3", hand="A27")).say(READ).use("play", "A25")
    twin = t.clone()

    assert twin.state == t.state
    assert [(ask.seat, ask.prompt) for ask in twin.asks] == [(2, "window")]


# Raising attributes


def raising(**more):
    return missions(hero("H1", at="R01", mission="M29", **more)).say(WAIT)


@pytest.mark.rule("TEK-LAN-5", "TEK-DEC-RAISE", "TEK-GAP-ATTRIBUTE-RAISE", "TEK-EX-RAISE-NO-MISSION")
def test_at_the_end_of_the_step_an_attribute_may_be_raised_for_a_lan():
    t = raising(lan=3)
    assert t.values() == ["", "mind", "agility", "strength"]

    t.say("strength")

    assert (t.hero().lan, t.hero().raised) == (2, (0, 0, 1))
    assert t.asks[0].seat == 1, "one at most"


@pytest.mark.rule("TEK-LAN-5")
def test_nobody_must_raise_and_nobody_can_without_lan():
    t = raising(lan=3).say("")
    assert (t.hero().lan, t.hero().raised) == (3, (0, 0, 0))

    assert raising(lan=0).asks[0].seat == 1
    assert raising(lan=1).say("mind").hero().lan == 0, "the last one will do"


@pytest.mark.rule("TEK-LAN-6", "TEK-GAP-ATTRIBUTE-RAISE")
def test_no_attribute_is_raised_more_than_three_times_and_nothing_else_at_all():
    t = raising(lan=3, raised={"mind": 3, "agility": 2})
    assert t.values() == ["", "agility", "strength"]

    assert (t.refuses("mind").key, t.refuses("mind").rule) == ("raise.enough", "TEK-LAN-6")
    assert t.refuses("trade").rule == "TEK-GAP-ATTRIBUTE-RAISE"
    t.say("agility")
    assert t.hero().raised == (3, 3, 0)


@pytest.mark.rule("TEK-GAP-LANGUAGE-POINTS", "TEK-EX-MIND-LANG")
def test_a_raised_mind_brings_a_language_point():
    t = raising(lan=3, languages="tsolyani salarvyani livyani").say("mind")
    assert t.asked == [(0, "learn")]
    assert "mihalli" in t.values()
    assert "llyani" not in t.values()

    t.say("")

    assert (t.hero().points, t.hero().raised) == (1, (1, 0, 0))
