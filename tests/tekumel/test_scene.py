"""What the table shows: the map and what is known of its places, the Heroes on it, the goals of Missions."""

import arbiter
from arbiter.core import say
from arbiter.games.tekumel import GAME
from arbiter.games.tekumel.encounters import meet
from arbiter.games.tekumel.faces import TINTS
from arbiter.games.tekumel.scene import LOOKS

from .table import BOOK, hero, position


def things(scene):
    return {thing.id: thing for thing in scene.things()}


def rows(thing):
    return {row.name.key: row.value for row in thing.sheet}


def test_every_space_says_what_the_board_says_of_it():
    shown = things(position(hero("H1")).scene(0))

    ruins = rows(shown["place.1"])
    assert ruins["sheet.number"] == 1
    assert (ruins["sheet.kind"].key, ruins["sheet.terrain"].key) == ("kind.site", "terrain.ruin")
    assert "sheet.number" not in rows(shown["place.R01"])
    assert {shown[f"place.{key}"].look for key in BOOK.places} == {
        LOOKS.get(place.terrain, place.terrain) for place in BOOK.places.values()
    }


def test_every_space_says_where_its_ways_lead_and_what_may_happen_there():
    shown = things(position(hero("H1")).scene(0))

    ends = rows(shown["place.10"])
    assert ends["ways.road"].args["places"] == ["5", "11"]
    assert ends["ways.sea"].args["places"] == ["R03"]
    ruins = rows(shown["place.46"])["sheet.table"]
    assert said(ruins).startswith("Collapse, Restless Dead, Something stirs, ")
    assert len(ruins.args["cards"]) == 10
    assert "sheet.table" not in rows(shown["place.10"])
    drawing = next(key for key, place in BOOK.places.items() if place.draw)
    assert "sheet.table" not in rows(shown[f"place.{drawing}"])


def test_realms_of_several_places_are_named_on_the_map():
    named = {overlay.id: overlay for overlay in position(hero("H1")).scene(None).overlays}

    assert {"realm.tsolyanu", "realm.yan_kor", "realm.salarvya"} <= named.keys()
    assert "realm.ghaton" not in named, "its one city has the same name"
    assert {link.look for link in position(hero("H1")).scene(None).links} == {"road", "wild", "sea"}


def test_a_home_has_the_tint_of_its_hero():
    shown = things(position(hero("H1"), hero("H3")).scene(None))

    assert {id: thing.owner for id, thing in shown.items() if id.startswith("place.") and thing.owner is not None} == {
        f"place.{BOOK.home('H1')}": 0,
        f"place.{BOOK.home('H3')}": 1,
    }
    assert rows(shown[f"place.{BOOK.home('H1')}"])["sheet.home"].key == "card.H1"


def test_only_its_player_sees_where_a_hero_has_been_and_where_the_mission_sends_him():
    mission = next(key for key in BOOK.missions if BOOK.goals(key))
    t = position(hero("H1", mission=mission, visited="19", explored="46"), hero("H3"))
    mine, theirs = things(t.scene(0)), things(t.scene(1))

    assert rows(mine["place.19"])["sheet.since"].key == "sheet.visited"
    assert rows(mine["place.46"])["sheet.since"].key == "sheet.explored"
    assert not any("sheet.since" in rows(thing) for id, thing in theirs.items() if id.startswith("place."))
    assert [id for id in mine if id.startswith("goal.0")] == [f"goal.0.{place}" for place in BOOK.goals(mission)]
    assert not [id for id in theirs if id.startswith("goal.0")]


def goals(t, seat):
    return [id for id in things(t.scene(seat)) if id.startswith("goal.")]


def test_a_flag_goes_when_all_is_done_where_it_stands():
    left = [
        goals(position(hero("H1", at="19", mission="M09", visited=visited)), 0) for visited in ("", "39", "39 40 41")
    ]
    assert left == [["goal.0.39", "goal.0.40", "goal.0.41"], ["goal.0.40", "goal.0.41"], ["goal.0.41"]]

    assert goals(position(hero("H1", at="19", mission="M03", explored="46")), 0) == ["goal.0.47"]
    either = hero("H1", at="19", mission="M12", won="E39")
    assert goals(position(either), 0) == ["goal.0.29"], "the dead are beaten, so nobody need explore"
    assert "goal.0.28" in goals(position(hero("H1", at="19", mission="M12")), 0)


def test_others_do_not_learn_from_the_flags_of_a_mission_that_they_saw_how_far_it_is():
    t = position(hero("H1", at="19", mission="M09", visited="39 40"), hero("H3"))
    t.state.heroes[0].mission.looks = {"M09": 1 << 1}

    assert goals(t, 0) == ["goal.0.41"]
    assert goals(t, 1) == ["goal.0.39", "goal.0.40", "goal.0.41"]
    assert "sheet.to_do" not in rows(things(t.scene(1))["card.M09"])


def test_the_own_mission_says_what_is_still_to_do():
    card = things(position(hero("H1", at="19", mission="M03", explored="46")).scene(0))["card.M03"]
    assert said(rows(card)["sheet.to_do"]) == "be in Jakáll"

    card = things(position(hero("H1", at="47", mission="M03", explored="46")).scene(0))["card.M03"]
    assert said(rows(card)["sheet.to_do"]).startswith("nothing more")


def test_a_card_has_an_emblem_its_number_all_its_lines_and_says_whose_it_is():
    shown = things(position(hero("H1", hand="A30", mission="M01", items="Q01 Q11")).scene(0))
    glory = next(thing for thing in shown.values() if thing.id.startswith("card.A30"))

    assert (glory.text.key, glory.text.args) == ("face.action.mission", {"key": "A30"})
    assert shown["card.H1"].text.key == "face.hero"
    assert shown["card.M01"].corner == str(BOOK.missions["M01"].lan)
    assert [shown[f"card.{card}"].icon for card in ("H1", "M01", "Q01", "Q11")] == ["H1", "goal", "weapon", "bow"]
    assert shown["hero.0"].icon == "H1"
    assert [text.key for text in shown["card.Q01"].foot] == ["foot.equipment", "origin.short.ours"]


def test_a_hero_on_the_map_shows_values_load_languages_and_wounds():
    shown = things(position(hero("H1", wounds=2, items="Q04 Q06")).scene(1))
    sheet = rows(shown["hero.0"])

    assert sheet["sheet.wounds"].args == {"n": 2, "most": BOOK.heroes["H1"].health}
    assert sheet["sheet.load"].args["n"] == 2
    assert sheet["sheet.load"].args["most"] >= BOOK.heroes["H1"].strength
    assert "tsolyani" in sheet["sheet.languages"].args["languages"]
    assert sheet["phase.melee"].args["n"] >= sheet["skill.strength"].args["n"]


def said(value):
    return say(GAME.catalogue(), value.key, value.args)


def test_a_hero_says_who_he_is_and_whom_he_serves():
    sheet = rows(things(position(hero("H4", companions="E21", points=1)).scene(1))["card.H4"])

    assert said(sheet["sheet.role"]) == "courier and tracker (human)"
    assert said(sheet["sheet.clan"]).endswith(", Béy Sü")
    assert sheet["sheet.religion"].key == f"religion.{BOOK.heroes['H4'].religion}"
    assert said(sheet["sheet.spells"]) == "1 (Hero card 0, Court Magician 1)"
    assert sheet["sheet.points"] == 1


def test_a_hero_who_may_be_chosen_shows_all_that_his_card_prints():
    table = arbiter.new("tekumel", 2, seed=1)
    card = table.asks[0].values[0]
    printed, sheet = BOOK.heroes[card], rows(things(table.scene(table.asks[0].seat))[f"card.{card}"])

    for name in ("mind", "agility", "strength", "trade", "evade"):
        assert sheet[f"skill.{name}"] == getattr(printed, name)
    shown = [sheet[name] for name in ("sheet.health", "sheet.move", "sheet.spells", "meter.kaitar")]
    assert shown == [printed.health, printed.move, printed.spells, printed.kaitar]
    assert sheet["sheet.languages"].args["languages"] == list(printed.languages)
    assert sheet["sheet.start"].args["cards"] == list(printed.start)
    assert sheet["sheet.religion"].key == f"religion.{printed.religion}"


def test_a_mission_and_a_piece_of_equipment_say_what_counts():
    shown = things(position(hero("H1", mission="M01", items="Q15")).scene(0))

    assert rows(shown["card.M01"])["sheet.religion"].key == "religion.dravakh"
    assert rows(shown["card.M01"])["sheet.lan"] == BOOK.missions["M01"].lan
    sheet = rows(shown["card.Q15"])
    shown_as = (said(sheet["sheet.item"]), said(sheet["sheet.use"]), sheet["sheet.cost"])
    assert shown_as == ("shield", "Activate-to-Use", 3)


def test_a_foe_says_what_he_counts_as_and_how_many_wounds_he_deals():
    t = position(hero("H1", at="R18"), rules=lambda g: meet(g, 0, "F3"))
    sheet = rows(things(t.scene(1))["card.F3"])

    assert said(sheet["sheet.signs"]) == "foes of humankind, Hlúss"
    assert sheet["sheet.damage"] == 1 + 1, "a Medium group"
    assert said(sheet["sheet.human"]) == "no"


def test_a_companion_shows_what_he_is_in_a_party_and_not_as_a_foe():
    sheet = rows(things(position(hero("H1", companions="E15:1")).scene(1))["card.E15"])

    assert sheet["sheet.wounds"].args == {"n": 1, "most": 2}, "as foes the Northerners have 3"
    assert sheet["skill.evade"] == -1
    assert said(sheet["sheet.companion"]) == "2 more in the Melee phase"
    assert not {"sheet.health", "phase.melee"} & sheet.keys()


def test_eyes_follow_the_hero_whose_turn_it_is():
    scene = position(hero("H1"), hero("H3"), mover=1).scene(0)

    assert scene.follow == "hero.1"
    assert scene.follow in things(scene)


def test_the_round_says_how_many_cards_are_left():
    decks = rows(things(position(hero("H1")).scene(0))["round"])

    assert decks["deck.encounters"].args == {"n": 40, "discards": 0}


def test_anybody_can_look_through_the_discard_piles_and_sees_how_many_porters_are_left():
    t = position(hero("H1"), hero("H3"), discards={"missions": "M05 M07", "actions": "A01"})
    for seat in (0, 1, None):
        decks = rows(things(t.scene(seat))["round"])
        assert decks["deck.discards.missions"].args == {"cards": ["M05", "M07"]}
        assert decks["deck.discards.actions"].args == {"cards": ["A01"]}
        assert "deck.discards.spells" not in decks
        assert decks["deck.porters"] == 8


def test_every_kind_of_card_on_the_table_is_explained_by_a_rule():
    assert set(TINTS) - {"ware"} <= set(GAME.explained()["look"]), "wares are bought by name, none lies there"
