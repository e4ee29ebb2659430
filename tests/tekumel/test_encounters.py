"""Step 3: Encounters."""

import pytest

from arbiter.games.tekumel import encounters
from arbiter.games.tekumel.encounters import ATTACK, EVADE, FIGHT, LEAVE, RECRUIT, SPACE, TALK
from arbiter.games.tekumel.state import Fight, Met, StepEnds, TurnEnds, Win
from arbiter.kit.windows import PASS

from .table import BOOK, Position, TekumelTable, hero, position


def step(*heroes, drawn="", **more):
    """A table at which the first Hero's Encounters step begins; nobody has anything to use first."""
    return position(*heroes, step="encounters", tops={"encounters": drawn, **more.pop("tops", {})}, **more)


def plain(card="H1", at="47", **more):
    """A Hero who has nothing of use at the start of the step."""
    return hero(card, at, items=more.pop("items", ""), **more)


def meeting(made, card, **more):
    """A table at which the first Hero meets somebody, in the middle of his Encounters step."""

    def rules(g):
        if card in g.state.encounters.bag:
            g.state.encounters.bag.remove(card)
            g.state.loose.append(card)
        try:
            return (yield from encounters.meet(g, 0, card))
        except (StepEnds, TurnEnds) as ends:
            return type(ends).__name__

    return position(made, rules=rules, **more)


@pytest.fixture
def fights(monkeypatch):
    """How the Fights of a test end, told before; who was fought is noted."""
    ends, fought = [], []

    def fight(g, seat, foe, last):
        fought.append(foe)
        end = ends.pop(0)
        if end == "lost":
            raise TurnEnds
        return end
        yield

    monkeypatch.setattr(encounters, "fight", fight)
    return ends, fought


def deeds(t):
    return [value for value in t.values() if value in (EVADE, FIGHT, LEAVE, TALK, RECRUIT, ATTACK)]


def met(t):
    return [told["card"] for told in t.told("met")]


# The space or a Hero


@pytest.mark.rule("TEK-ENC-1", "TEK-GAP-ENC-CHOICE", "TEK-DEC-ENC-TARGET", "TEK-EX-CITY-HERO")
def test_where_a_hero_is_he_or_the_space_is_chosen_and_not_both():
    t = step(plain(at="47"), plain("H3", at="47"), plain("H2", at="47"), plain("H4", at="19"), drawn="E19")
    assert t.asked == [(0, "encounter.whom")]
    assert t.values() == [SPACE, ("hero", "1"), ("hero", "2")]

    t.say(("hero", "2"))

    assert t.told("encounter.drew") == []
    assert t.told("encounter.hero") == [{"seat": 0, "other": 2}]
    t.say(("done", ""))
    assert t.asked == [(0, "market.take")], "the market is still to come"


@pytest.mark.rule("TEK-ENC-1", "TEK-DEC-ENC-TARGET")
def test_who_chooses_the_space_meets_what_it_brings():
    t = step(plain(at="47"), plain("H3", at="47"), drawn="E19")
    t.say(SPACE)

    assert met(t) == ["E19"]


@pytest.mark.rule("TEK-GAP-FREE-USE")
def test_before_the_choice_cards_may_be_used_and_then_it_is_still_to_be_made():
    t = step(plain(at="47", wounds=4, spells="S09"), plain("H3", at="47"), drawn="E19")
    t.use("cast", "S09")

    assert t.hero().wounds == 2
    assert (t.asked, t.values()) == ([(0, "encounter.whom")], [SPACE, ("hero", "1")])


@pytest.mark.rule("TEK-GAP-ENC-CHOICE")
def test_nobody_is_asked_where_no_hero_is():
    t = step(plain(at="47"), plain("H3", at="19"), drawn="E19")

    assert t.asked == [(0, "meet.hostile")]


@pytest.mark.rule("TEK-GAP-FREE-USE")
@pytest.mark.parametrize(
    ("made", "asked"),
    [
        ({"items": "Q04 Q16"}, False),
        ({"items": "Q37", "companions": "E10"}, False),
        ({"items": "Q04 -Q01"}, True),
        ({"items": "Q40"}, True),
    ],
)
def test_who_could_only_take_something_off_or_send_somebody_away_is_not_asked_again_after_moving(made, asked):
    t = position(hero("H1", at="19", **made), tops={"encounters": "E06"})
    assert t.asked == [(0, "move")]
    t.stay()

    assert ((0, "use.own_turn") in t.asked) == asked
    if asked:
        t.say(PASS)
    assert t.asked == [(0, "meet.hostile")], "and there he may again"
    assert {value[0] for value in t.values()} & {"wear", "dismiss", "discard"}


@pytest.mark.rule("TEK-GAP-FREE-USE", "TEK-DEC-FREE-USE")
def test_the_step_begins_with_a_free_use_point():
    t = step(hero("H1", at="47", spells="S09", wounds=3, items=""), drawn="E19")
    assert t.asked == [(0, "use.own_turn")]
    t.use("cast", "S09")
    assert t.hero().wounds == 1

    together = step(hero("H1", at="47", spells="S09", wounds=3, items=""), plain("H3", at="47"), drawn="E19")
    assert set(together.values()) == {SPACE, ("hero", "1"), ("cast", "S09a")}
    together.use("cast", "S09")
    assert together.asked == [(0, "encounter.whom")]


@pytest.mark.rule("TEK-GAP-ENC-CHOICE", "TEK-EX-SITE-HERO")
def test_a_site_is_not_explored_by_turning_to_a_hero():
    t = step(plain(at="45"), plain("H3", at="45"), rolls=[7])
    t.say(("hero", "1"))
    assert t.hero().progress.explored == ()

    t = step(plain(at="45", torch=1), plain("H3", at="45"), rolls=[5, 10])
    t.say(SPACE).say(encounters.TORCH)
    assert t.hero().progress.explored == ("45",)


# The City


@pytest.mark.rule("TEK-ENC-2", "TEK-GAP-CITY-MANDATORY", "TEK-EX-STAY-CITY", "TEK-GAP-LEFT-PLAYER")
def test_in_a_city_the_player_to_the_left_draws_a_card_whether_it_is_wanted_or_not():
    t = position(plain(at="47"), plain("H3", at="19"), plain("H2", at="19"), tops={"encounters": "E01"})
    t.stay()

    assert t.told("encounter.drew") == [{"seat": 1, "card": "E01"}]
    assert t.asked == [(0, "meet.peaceful")]
    t.say(LEAVE)
    assert t.asked == [(0, "market.take")], "and the market is open as after a journey"


@pytest.mark.rule("TEK-ENC-3", "TEK-GAP-NONHUMAN-CITY")
def test_who_is_not_human_goes_to_the_bottom_and_no_other_card_is_drawn():
    t = step(plain(at="47"), drawn="E32 E01")

    assert met(t) == []
    assert t.state.encounters.bottom == ["E32"]
    assert t.view(None).state.encounters.bottom == ["E32"], "all have seen it"
    assert t.told("encounter.quiet") == [{"card": "E32"}]
    assert t.state.encounters.top == ["E01"]
    assert t.state.loose == []


@pytest.mark.rule("TEK-ENC-4", "TEK-GAP-ENCOUNTER-FLOW", "TEK-DEC-NEUTRAL")
def test_a_human_encounter_in_a_city_is_dealt_with_like_any_other():
    t = step(plain("H3", at="47"), drawn="E01")
    assert deeds(t) == [LEAVE, RECRUIT, ATTACK]

    t.say(LEAVE)

    assert t.told("meet.left") == [{"seat": 0, "card": "E01"}]
    assert t.state.encounters.discard == ["E01"]
    assert t.state.met is None


# The Region


@pytest.mark.rule("TEK-ENC-5")
def test_a_region_has_cards_drawn_or_a_roll_on_its_table():
    t = step(plain("H3", at="R18", kaitar=0), rolls=[8])
    assert t.told("adventure.rolled")[0]["roll"] == 8

    drawing = next(key for key, place in BOOK.places.items() if place.draw == 1)
    t = step(plain("H3", at=drawing), drawn="E19")
    assert met(t) == ["E19"]
    assert t.told("encounter.drew") == [{"seat": 0, "card": "E19"}], "in a Region the player himself draws"
    assert t.told("adventure.rolled") == []


def two_draws():
    return next(key for key, place in BOOK.places.items() if place.draw == 2)


@pytest.mark.rule("TEK-GAP-REGION-DRAW")
def test_of_two_cards_the_second_is_drawn_when_the_first_is_dealt_with():
    t = step(plain("H3", at=two_draws(), kaitar=9), drawn="E10 E01", rolls=[1])
    assert t.state.encounters.top == ["E01"]

    t.say(RECRUIT)

    assert [one.card for one in t.hero().companions] == ["E10"], "already in the party for the second"
    assert met(t) == ["E10", "E01"]


@pytest.mark.rule("TEK-GAP-REGION-DRAW")
def test_the_second_is_drawn_after_a_fight_of_several_rounds_with_the_first():
    t = step(plain("H1", at=two_draws()), drawn="E19 E18", rolls=[10, 1, 10, 1, 10, 1])
    t.say(FIGHT).say("fight").say("fight")

    assert t.told("fight.won") == [{"seat": 0, "card": "E19"}]
    assert met(t) == ["E19", "E18"]


@pytest.mark.rule("TEK-GAP-EFFECT-ORDER")
def test_what_a_row_brings_to_the_victor_comes_after_a_fight_of_several_rounds_too():
    t = step(plain("H1", at="46"), drawn="E19 E18", rolls=[4, 10, 1, 10, 1, 10, 1], tops={"equipment": "Q37 Q38"})
    t.say("E19").say(FIGHT).say("fight").say("fight")

    assert t.told("fight.won") == [{"seat": 0, "card": "E19"}]
    assert [item.card for item in t.hero().items] == ["Q37"]
    assert t.hero().progress.explored == ("46",)


@pytest.mark.rule("TEK-GAP-REGION-DRAW", "TEK-GAP-EVADE")
def test_who_evades_draws_no_more_and_the_step_is_over():
    at = two_draws()
    t = step(plain("H3", at=at), drawn="E19 E01", rolls=[1])
    t.say(EVADE)

    assert met(t) == ["E19"]
    assert t.state.encounters.top == ["E01"]
    assert t.state.encounters.discard == ["E19"]
    assert t.hero().progress.explored == ()
    assert t.state.step != "encounters" or t.state.mover != 0


@pytest.mark.rule("TEK-DEC-ENC-PICK", "TEK-GAP-LEFT-PLAYER")
@pytest.mark.parametrize(("die", "who"), [(5, 0), (6, 1)])
def test_of_two_cards_one_is_picked_by_the_player_or_the_one_to_his_left(die, who):
    t = step(plain("H3", at=plains()), plain("H2", at="19"), drawn="E19 E06", rolls=[die])
    assert t.asked == [(who, "encounter.pick")]
    assert t.values() == ["E19", "E06"]

    t.say("E06")

    assert met(t) == ["E06"]
    assert t.asked == [(0, "meet.hostile")]
    assert t.state.encounters.discard == ["E19"]


def place_of(terrain):
    return next(key for key, place in BOOK.places.items() if place.terrain == terrain and not place.draw)


def plains():
    return place_of("plains")


def test_pilgrims_are_human_or_pass_by():
    t = step(plain("H3", at=place_of("sanctum"), torch=1), drawn="E32", rolls=[3])
    t.say(encounters.TORCH)

    assert met(t) == []
    assert t.state.encounters.discard == ["E32"]


def test_the_table_may_name_a_foe_who_is_not_in_the_deck():
    t = step(plain("H3", at=plains()), rolls=[1, 1])
    assert met(t) == ["F8"]
    assert t.told("met")[0]["stance"] == "hostile"

    t.say(EVADE)

    assert t.state.encounters.discard == []


@pytest.mark.rule("TEK-GAP-EFFECT-ORDER")
def test_what_a_row_says_happens_in_its_order_and_an_evasion_stops_the_rest():
    t = step(plain("H3", at=place_of("sanctum"), torch=1, kaitar=3, wounds=3), rolls=[6])
    t.say(encounters.TORCH)
    keys = [event.key for event in t.events(None)]
    assert keys.index("lose.kaitar") < keys.index("healed.hero")
    assert (t.hero().kaitar, t.hero().wounds) == (1, 1)

    t = step(plain("H3", at=place_of("ruin"), torch=1), plain("H2"), drawn="E19 E06", rolls=[4, 1])
    t.say(encounters.TORCH).say("E19").say(EVADE)
    assert t.told("drew.equipment") == []


def test_rival_delvers_leave_something_behind_when_they_are_beaten(fights):
    fights[0].append("won")
    t = step(plain("H3", at=place_of("ruin"), torch=1), plain("H2"), drawn="E19 E06", rolls=[4])
    t.say(encounters.TORCH).say("E19").say(FIGHT)

    assert len(t.told("drew.equipment")) == 1


# The Adventure die


@pytest.mark.rule("TEK-DEC-ADVENTURE-REROLL")
def test_keen_senses_roll_the_adventure_die_again_once_a_turn():
    t = step(plain("H8", at=plains(), companions="E28"), rolls=[2, 3, 8])
    assert t.asked == [(0, "adventure")]
    assert t.values() == [("keep", ""), ("again", "H8"), ("again", "E28")]

    t.say(("again", "H8"))
    assert t.values() == [("keep", ""), ("again", "E28")]
    t.say(("again", "E28"))

    assert t.told("adventure.row") == [{"seat": 0, "row": "plains.8"}]


@pytest.mark.rule("TEK-DEC-ADVENTURE-REROLL")
def test_the_adept_changes_the_die_by_one_at_a_site_only():
    t = step(plain("H6", at="45"), rolls=[1])
    assert t.values() == [("keep", ""), ("change", "2")], "never off the end of the die"

    t.say(("change", "2"))

    assert t.told("adventure.row")[0]["row"].endswith(".2")
    assert step(plain("H6", at=plains()), rolls=[8]).told("adventure.row") == [{"seat": 0, "row": "plains.8"}]


# Light


@pytest.mark.rule("TEK-GAP-TORCH", "TEK-DEC-TORCH-USE", "TEK-EX-TORCHLESS")
def test_a_site_is_explored_by_torchlight_or_in_the_dark():
    ruin = place_of("ruin")
    lit = step(plain("H8", at=ruin, torch=2), rolls=[1, 6])
    assert lit.asked == [(0, "light")]
    assert lit.values() == [encounters.TORCH, encounters.NO_LIGHT]
    lit.say(encounters.TORCH).say(("keep", ""))
    assert lit.hero().torch == 1
    assert lit.told("test.rolled")[0]["need"] == 6

    dark = step(plain("H8", at=ruin), rolls=[1, 3])
    dark.say(("keep", ""))
    assert dark.told("light.none") == [{"seat": 0}]
    assert dark.told("test.rolled")[0]["need"] == 3
    assert dark.state.turn.dark is False, "the step is over"

    sparing = step(plain("H8", at=ruin, torch=2), rolls=[1, 3]).say(encounters.NO_LIGHT).say(("keep", ""))
    assert sparing.hero().torch == 2
    assert sparing.told("test.rolled")[0]["need"] == 3


@pytest.mark.rule("TEK-GAP-TORCH", "TEK-DEC-TORCH-USE")
def test_flameless_light_adepts_and_tunnellers_need_no_torch():
    ruin = place_of("ruin")
    t = step(plain("H8", at=ruin, spells="S14", torch=1), rolls=[1, 7])
    assert t.values() == [encounters.TORCH, encounters.NO_LIGHT, ("cast", "S14a")]
    t.use("cast", "S14").say(("keep", ""))
    assert t.hero().torch == 1
    assert t.told("test.rolled")[0]["need"] == 7, "and all totals are 1 more in this step"

    assert step(plain("H6", at=ruin), rolls=[1]).told("light.none") == []
    tunnels = step(plain("H1", at=ruin, companions="E29", torch=1), rolls=[1])
    assert tunnels.told("light.none") == []
    assert tunnels.hero().torch == 1


# Meeting somebody


@pytest.mark.rule("TEK-GAP-STANCE", "TEK-DEC-HOSTILE", "TEK-GAP-ENCOUNTER-FLOW")
def test_the_hostile_are_evaded_or_fought_and_the_dead_are_not_hostile_to_their_warden():
    t = meeting(plain(at="R18"), "E39")
    assert t.asked == [(0, "meet.hostile")]
    assert deeds(t) == [EVADE, FIGHT]
    assert t.refuses(LEAVE).key == "meet.is_hostile"

    warden = meeting(plain("H7", at="R18"), "E39")
    assert deeds(warden) == [LEAVE, ATTACK]
    assert warden.refuses(EVADE).key == "meet.is_peaceful"
    assert deeds(meeting(plain("H7", at="R18"), "F5")) == [LEAVE, ATTACK]


@pytest.mark.rule("TEK-GAP-EVADE", "TEK-DEC-HOSTILE")
def test_who_fails_to_evade_must_fight(fights):
    fights[0].append("won")
    t = meeting(plain(at="R18"), "E19", rolls=[9])
    t.say(EVADE)

    assert fights[1] == ["E19"]
    assert t.result == "won"


@pytest.mark.rule("TEK-GAP-TALK")
def test_talk_takes_a_shared_language_and_somebody_who_has_something_to_say():
    t = meeting(plain("H3", wounds=3), "E04")
    assert TALK in t.values()
    t.say(TALK)
    assert t.result == "talked"
    assert t.hero().wounds == 1
    assert t.told("test.rolled") == []
    assert t.state.encounters.discard == ["E04"]

    assert meeting(plain("H3"), "E10").refuses(TALK).key == "meet.no_talk"
    assert meeting(plain("H3"), "E30").refuses(TALK).key == "meet.no_language"


@pytest.mark.rule("TEK-GAP-RECRUIT", "TEK-EX-RECRUIT-LANG", "TEK-DEC-MEETING-CARD")
def test_an_interpreter_helps_for_this_meeting_only():
    t = meeting(plain("H1", hand="A20 A01", languages="tsolyani", kaitar=4), "E10", rolls=[1])
    assert deeds(t) == [LEAVE, ATTACK]
    assert t.refuses(RECRUIT).key == "meet.no_language"

    t.use("play", "A20")
    assert deeds(t) == [LEAVE, RECRUIT, ATTACK]
    t.say(RECRUIT)
    t.say(PASS)

    assert t.result == "recruited"
    assert t.hero().lasting == ()


@pytest.mark.rule("TEK-DEC-MEETING-CARD")
def test_with_beasts_there_is_nothing_to_interpret():
    t = meeting(plain("H1", at="R18", hand="A20"), "E38")

    assert ("play", "A20a") not in t.values()
    assert t.refuses(("play", "A20a")).key == "meet.speechless"


def test_who_is_met_lies_on_the_table_with_his_values():
    t = meeting(plain("H3", at="R18"), "F1")
    (card,) = [card for card in t.scene(0).cards if card.on == "table"]
    sheet = {row.name.key: row.value for row in card.sheet}

    assert card.name.key == "card.F1"
    assert (sheet["phase.ranged"], sheet["sheet.health"]) == (5, 3)
    t = meeting(plain("H3"), "E04")
    (card,) = [card for card in t.scene(1).cards if card.on == "table"]
    assert {"sheet.talk", "sheet.recruit", "sheet.companion"} <= {row.name.key for row in card.sheet}


@pytest.mark.rule("TEK-EX-RECRUIT-POOR")
def test_who_cannot_pay_cannot_recruit():
    t = meeting(plain("H3", kaitar=3), "E10")

    assert RECRUIT not in t.values()
    assert t.refuses(RECRUIT).key == "pay.poor"


def test_a_failed_recruit_goes_to_the_discards():
    t = meeting(plain("H3", kaitar=4), "E10", rolls=[9])
    t.say(RECRUIT)

    assert t.result == "left"
    assert t.state.encounters.discard == ["E10"]


@pytest.mark.rule("TEK-GAP-FREE-USE")
def test_a_meeting_is_a_free_use_point():
    t = meeting(hero("H3", spells="S11", companions="E13", items="Q14"), "E31")
    assert {("cast", "S11a"), ("wear", ""), ("dismiss", "E13")} <= set(t.values())
    assert TALK not in t.values()

    t.use("cast", "S11")

    assert TALK in t.values(), "now she knows every language"


@pytest.mark.rule("TEK-GAP-REWARD")
def test_a_victor_has_the_reward_in_its_order_and_the_card_is_discarded(fights):
    fights[0].append("won")
    t = meeting(plain("H3", kaitar=0), "E20")
    t.say(FIGHT)

    assert t.result == "won"
    assert (t.hero().kaitar, t.hero().lan) == (8, 3)
    assert t.hero().progress.won == (Win("E20", "hostile", "large"),)
    assert t.state.encounters.discard == ["E20"]


@pytest.mark.rule("TEK-GAP-REWARD", "TEK-EX-DRAW-OFF")
@pytest.mark.parametrize("end", ["evaded", "drawn_off"])
def test_who_evades_or_draws_off_has_nothing_and_has_not_explored(fights, end):
    fights[0].append(end)
    t = step(plain("H3", at=place_of("ruin"), torch=1, kaitar=0), rolls=[2])
    t.say(encounters.TORCH).say(FIGHT)

    assert fights[1] == ["F5"]
    assert t.hero().kaitar == 0
    assert t.hero().progress.won == ()
    assert t.hero().progress.explored == ()


@pytest.mark.rule("TEK-GAP-ATTACK-LAWFUL", "TEK-GAP-STANCE")
def test_attacking_the_peaceful_is_ignoble_only_where_the_card_says_so(fights):
    fights[0].extend(["won", "won"])
    t = meeting(plain("H3"), "E01")
    t.say(ATTACK)
    assert t.hero().bussan == 1
    assert t.hero().progress.won == (Win("E01", "neutral", "small"),), "the stance that held when it was revealed"

    t = meeting(plain("H3"), "E10")
    t.say(ATTACK)
    assert t.hero().bussan == 0


def test_a_defeat_lays_the_card_away_and_ends_the_turn(fights):
    fights[0].append("lost")
    t = meeting(plain("H3"), "E20")
    t.say(FIGHT)

    assert t.result == "TurnEnds"
    assert t.state.encounters.discard == ["E20"]
    assert t.state.met is None


@pytest.mark.parametrize("card", BOOK.foes)
def test_everybody_can_be_met_and_beaten(fights, card):
    fights[0].append("won")
    t = meeting(plain("H3"), card)
    t.say(FIGHT if FIGHT in t.values() else ATTACK).rest()

    assert t.result == "won"
    assert [win.foe for win in t.hero().progress.won] == [card]


# A Fight lies open on the table


def test_a_fight_goes_on_from_what_lies_on_the_table():
    s = step(plain(at="R18")).game.built
    s.encounters.bag.remove("E18")
    s.loose, s.met = ["E18"], Met("E18", "hostile")
    s.fight = Fight(0, "E18", round=1, phase="melee", wounds=BOOK.foes["E18"].health - 1)
    t = TekumelTable(Position(s), 2, wanted=[10, 1])
    t.rest()

    assert [win.foe for win in t.hero().progress.won] == ["E18"]
    assert t.hero().progress.explored == ("R18",)
    assert t.state.met is None
    assert "E18" in t.state.encounters.discard


def test_each_round_of_a_fight_is_a_beat_of_its_own():
    t = step(plain(at="19"), drawn="E07", rolls=[10, 1] * 2)
    t.say(FIGHT)
    assert t.asked == [(0, "break_off")]
    t.say("fight")

    assert t.asked == [(0, "break_off")]
    assert t.state.fight.round == 2
    assert t.checkpoint.state.fight.round == 1
    assert t.clone().state == t.state
