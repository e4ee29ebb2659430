"""Step 2: Movement."""

import pytest

from .table import cards, hero, position


@pytest.mark.rule("TEK-MOVE-1", "TEK-DEC-MOVE-PATH", "TEK-GAP-MOVE")
def test_a_hero_may_go_up_to_his_allowance_or_stay():
    t = position(hero("H1", at="19"))
    assert ("stay", "") in t.values()

    t.go("25")

    assert t.hero().at == "25"
    assert t.told("moved") == [{"seat": 0, "places": ["24", "25"]}]


@pytest.mark.rule("TEK-GAP-STAY", "TEK-GAP-PROGRESS-START")
def test_who_stays_has_ended_his_movement_there():
    t = position(hero("H1", at="19"))
    t.stay()

    assert t.hero().at == "19"
    assert t.hero().progress.visited == ("19",)


@pytest.mark.rule("TEK-MOVE-2")
def test_companions_go_with_their_hero():
    t = position(hero("H1", at="19", companions="E10:1"))
    t.go("23")

    assert [one.card for one in t.hero().companions] == ["E10"]
    assert t.hero().at == "23"


@pytest.mark.rule("TEK-GAP-MOVE", "TEK-EX-MOVE-STOP", "TEK-GAP-REGION")
def test_entering_a_region_ends_the_way():
    t = position(hero("H1", at="32"))

    assert "R18" in t.places()
    assert "28" not in t.places(), "the Temple of Sárku lies behind R18"
    assert t.refuses(("go", "28")).key == "move.far"
    t.go("R18")
    assert t.told("moved") == [{"seat": 0, "places": ["29", "R18"]}]


@pytest.mark.rule("TEK-GAP-MOVE", "TEK-EX-MOVE-THREE")
def test_three_links_on_the_roads_from_khirgar():
    t = position(hero("H1", at="19"))

    assert t.places() >= {"23", "27", "18", "24", "29", "25", "26", "32", "21"}
    assert "47" not in t.places()
    courier = position(hero("H4", at="19")).places()
    assert courier > t.places(), "he has four"
    assert "47" not in courier, "it takes five"
    assert "47" in position(hero("H1", at="19", lasting="A01")).places()


@pytest.mark.rule("TEK-GAP-MOVE-START-REGION")
def test_out_of_a_region_a_city_may_be_passed_and_another_region_stops():
    t = position(hero("H1", at="R18"))

    assert {"28", "27", "19", "24", "R19"} <= t.places()
    assert "31" not in t.places(), "it lies behind R19"


@pytest.mark.rule("TEK-GAP-SITE")
def test_a_site_always_ends_the_way():
    t = position(hero("H3", at="47", hand="A04"))
    t.use("play", "A04")

    assert {"54", "55"} <= t.places()
    assert "R34" not in t.places(), "it lies behind the two sites, and Hidden Track is no help there"


@pytest.mark.rule("TEK-GAP-MOVE-THROUGH")
def test_heroes_may_pass_and_share_a_space():
    t = position(hero("H1", at="19"), hero("H3", at="23"))

    assert {"23", "27"} <= t.places()
    t.go("23")
    assert t.hero(0).at == t.hero(1).at == "23"


@pytest.mark.rule("TEK-GAP-PORT")
def test_sea_links_are_used_from_ports_without_payment():
    t = position(hero("H1", at="47", kaitar=0))

    assert "R32" in t.places()
    t.go("R32")
    assert t.hero().kaitar == 0


@pytest.mark.rule(
    "TEK-MOVE-3", "TEK-DEC-MOVE-CARD", "TEK-DEC-MOVE-EXTRAS", "TEK-GAP-MOVE-CARD", "TEK-EX-MOVE-TWO-CARDS"
)
def test_one_hero_action_card_changes_a_movement_and_a_spell_may_be_added():
    t = position(hero("H1", at="19", hand="A01 A02 A08", spells="S13"))
    assert {("play", "A01a"), ("play", "A02a"), ("cast", "S13a")} <= set(t.values())
    assert t.refuses(("play", "A08a")).key == "use.not_now"

    t.use("play", "A01")

    assert ("play", "A02a") not in t.values()
    assert (t.refuses(("play", "A02a")).key, t.refuses(("play", "A02a")).rule) == ("move.one_card", "TEK-MOVE-3")
    t.use("cast", "S13")
    assert t.asks[0].args == {"points": 3 + 2 + 1}
    assert t.state.actions.discard == cards("A01")
    t.go("47")
    assert t.hero().at == "47"


@pytest.mark.rule("TEK-GAP-MOVE-CARD")
def test_an_allowance_never_drops_below_one():
    t = position(hero("H1", at="19", hand="A07", lasting="sea.5 sea.5 sea.5"))
    t.use("play", "A07")

    assert t.asks[0].args == {"points": 1}


@pytest.mark.rule("TEK-GAP-EXTRA-TURN-EFFECTS")
def test_what_is_for_the_next_movement_waits_for_it_and_is_then_over():
    t = position(hero("H1", at="19"), hero("H3", at="47", hand="A25", lasting="sea.6"))
    t.rest().none()
    assert t.asks[0].args == {"points": 4}, "another's movement has not used it up"

    t.stay()

    assert t.hero(1).lasting == ()


def test_roads_may_cost_nothing():
    t = position(hero("H1", at="19", hand="A02"))
    t.use("play", "A02")

    assert {"47", "48", "33"} <= t.places()
    t = position(hero("H1", at="19", items="Q35"))
    t.use("activate", "Q35")
    assert "47" in t.places(), "five links, two of them free"
    assert "48" not in t.places()
    assert t.hero().items[0].down


def test_a_covered_region_does_not_stop_and_the_narrower_cover_is_used_first():
    assert "54" in position(hero("H3", at="47")).places(), "Sea-legs: the first sea space does not stop her"
    assert "54" not in position(hero("H1", at="47")).places()

    t = position(hero("H3", at="54", hand="A04", items="Q31"))
    assert "34" not in t.places()
    t.use("play", "A04")
    assert "34" in t.places(), "Sea-legs for the sea (R33), so Hidden Track is left for the forest (R24)"


@pytest.mark.parametrize(("made", "reached"), [({}, False), ({"companions": "E30"}, True), ({"hand": "A04"}, True)])
def test_sea_legs_are_for_the_first_sea_space_and_mariners_for_every_one(made, reached):
    t = position(hero("H3", at="54", **made))
    for card in t.hero().hand.cards.copy():
        t.use("play", card)

    assert ("58" in t.places()) == reached, "it lies behind two of them (R33, R36)"


def test_a_galley_sails_from_port_to_port():
    t = position(hero("H1", at="47", hand="A03"))
    t.use("play", "A03")

    assert t.places() == {"48"}, "through the Gulf; beyond it lie only sites"
    assert t.refuses(("go", "R32")).key == "move.far"
    t = position(hero("H1", at="19", hand="A03"))
    assert t.refuses(("play", "A03a")).key == "move.no_port"


def test_who_makes_camp_does_not_move_and_is_healed():
    t = position(hero("H1", at="19", hand="A06", wounds=3))
    t.use("play", "A06")

    assert t.places() == set()
    assert t.refuses(("go", "23")).key == "move.stays"
    assert t.hero().wounds == 1
    t.stay()


@pytest.mark.rule("TEK-GAP-EFFECT-ORDER")
@pytest.mark.parametrize(("to", "gained"), [("23", 3), ("R12", 0)])
def test_a_condition_on_the_end_of_movement_is_looked_at_when_it_ends(to, gained):
    t = position(hero("H1", at="19", hand="A07", kaitar=1))
    t.use("play", "A07")
    assert t.hero().kaitar == 1

    t.go(to)

    assert t.hero().kaitar == 1 + gained


def test_a_card_may_be_drawn_on_the_way():
    t = position(hero("H1", at="19", hand="A05"), tops={"actions": "A25"})
    t.use("play", "A05")

    assert t.hero().hand.cards == cards("A25")
    assert t.asks[0].args == {"points": 4}
