"""Step 1: Refresh."""

import pytest

from arbiter.kit.cards import UNKNOWN

from .table import cards, hero, position


def refresh(*heroes, **more):
    return position(*heroes, step="refresh", **more)


@pytest.mark.rule("TEK-REFRESH-1", "TEK-REFRESH-2", "TEK-DEC-REFRESH-DISCARD")
def test_a_hand_is_refilled_to_three_after_any_cards_were_discarded():
    t = refresh(hero("H1", hand="A01 A02"), tops={"actions": "A05 A06 A07"})
    assert t.asked == [(0, "refresh.actions")]
    assert set(t.values()) == {(), ("A01a",), ("A02a",), ("A01a", "A02a")}

    t.say(["A02a"])

    assert t.hero().hand.cards == cards("A01 A05 A06")
    assert t.state.actions.discard == cards("A02")


@pytest.mark.rule("TEK-GAP-DISCARDS", "TEK-GAP-HIDDEN")
def test_what_is_discarded_all_see_and_the_rest_of_the_hand_they_do_not():
    t = refresh(hero("H1", hand="A01 A02"), hero("H3"))
    t.say(["A02a"])

    assert t.view(1).state.actions.discard == cards("A02")
    assert t.view(1).state.heroes[0].hand.cards == [UNKNOWN] * 3
    assert t.told("discarded", 1) == [{"seat": 0, "cards": ["A02"]}]


@pytest.mark.rule("TEK-GAP-HAND-OVER-3", "TEK-EX-REFILL-OVER")
def test_who_has_more_than_three_keeps_them_and_draws_nothing():
    t = refresh(hero("H1", hand="A01 A02 A03 A04 A05"))

    t.none()

    assert t.hero().hand.cards == cards("A01 A02 A03 A04 A05")
    t = refresh(hero("H1", hand="A01 A02")).none()
    assert len(t.hero().hand.cards) == 3, "who has fewer does"


@pytest.mark.rule("TEK-GAP-DECK-EMPTY", "TEK-EX-REFILL-EMPTY")
def test_an_empty_deck_is_made_of_its_discards_in_the_middle_of_a_draw():
    t = refresh(hero("H1"), only={"actions": "A30"}, discards={"actions": "A01 A02 A03 A04"})

    assert t.asked == [(0, "move")], "with an empty hand there is nothing to discard"
    assert "A30a" in t.hero().hand.cards
    assert len(t.hero().hand.cards) == 3
    assert (len(t.state.actions), t.state.actions.discard) == (2, [])


@pytest.mark.rule("TEK-GAP-DECK-EMPTY")
def test_where_there_is_no_card_at_all_the_draw_yields_nothing():
    t = refresh(hero("H1"), only={"actions": "A30"})

    assert t.hero().hand.cards == cards("A30")


@pytest.mark.rule("TEK-REFRESH-3", "TEK-GAP-SPELLS", "TEK-DEC-SPELL-DISCARD")
def test_spells_are_refilled_to_the_number_on_the_cards_after_any_were_discarded():
    t = refresh(hero("H6", hand="A01 A02 A03", spells="S01 S02"), tops={"spells": "S03 S04 S05"})
    t.none()
    assert t.asked == [(0, "refresh.spells")]

    t.say(["S01a"])

    assert t.hero().spells == cards("S02 S03 S04")
    assert t.state.spells.discard == cards("S01")


@pytest.mark.rule("TEK-REFRESH-3", "TEK-GAP-SPELLS")
def test_worn_vestments_and_a_magician_in_the_party_add_to_the_number():
    t = refresh(hero("H4", hand="A01", items="Q32", companions="E21"), tops={"spells": "S03 S04"})
    t.none()

    assert t.hero().spells == cards("S03 S04")


@pytest.mark.rule("TEK-GAP-SPELLS")
def test_who_has_more_spells_than_his_number_keeps_them():
    t = refresh(hero("H1", hand="A01", spells="S01 S02"))
    t.none().none()

    assert t.hero().spells == cards("S01 S02")


@pytest.mark.rule("TEK-REFRESH-4", "TEK-REFRESH-5")
def test_activated_cards_are_turned_up_and_can_be_activated_again():
    t = refresh(hero("H1", hand="A01", items="Q35! Q15!"))
    t.none()

    assert [item.down for item in t.hero().items] == [False, False]
    assert ("activate", "Q35") in t.values()
    assert t.told("refresh.turned") == [{"seat": 0, "cards": ["Q35", "Q15"]}]


@pytest.mark.rule("TEK-REFRESH-6")
def test_without_activated_cards_nothing_is_turned():
    t = refresh(hero("H1", hand="A01", items="Q35")).none()
    assert t.told("refresh.turned") == []

    t = refresh(hero("H1", hand="A01", items="Q35!")).none()
    assert len(t.told("refresh.turned")) == 1


@pytest.mark.rule("TEK-GAP-REFRESH-ORDER")
def test_what_cards_do_at_refresh_comes_last():
    t = refresh(hero("H6", companions="E04", wounds=2, items="Q15!"))
    keys = [event.key for event in t.events(None)]

    assert t.hero().wounds == 1
    order = ["drew.action", "drew.spells", "refresh.turned", "healed.hero"]
    assert [key for key in keys if key in order] == order


@pytest.mark.rule("TEK-GAP-ORDER-SIMULTANEOUS", "TEK-DEC-ORDER-EFFECTS")
def test_of_several_things_at_refresh_their_player_chooses_which_comes_first():
    # With our cards alone it never comes to this: one Companion waits for a Refresh, one card for the end of a move,
    # which only one card may change, and one Spell each for a phase won or lost, in which only one Spell attacks.
    pack = """
    [pack]
    name = "A second priestess"
    replaces = ["encounter.E05"]

    [encounter.E05]
    name = "Quartermaster"
    people = "Tsolyáni"
    human = true
    size = "single"
    stance = "friendly"
    magic = 1
    ranged = 1
    melee = 1
    health = 1
    evade = "easy"
    companion = [{ op = "on", event = "refresh", then = [{ op = "gain", res = "torch", n = 1 }] }]
    text = "A torch at each Refresh."
    """
    t = refresh(hero("H1", companions="E04 E05", wounds=1), packs=(pack,))
    assert t.asked == [(0, "kit.order")]

    t.say(1)

    keys = [event.key for event in t.events(None)]
    assert keys.index("gain.torch") < keys.index("healed.hero")
