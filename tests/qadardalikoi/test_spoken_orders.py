"""Orders that are typed: verbs in any language, formations and enemies by name, refused in words."""

import pytest

from arbiter.core import Illegal
from arbiter.games.qadardalikoi import orders, spoken_orders
from arbiter.games.qadardalikoi.book import book

from .field import field, unit

FOES = {3: "7th Heavy Infantry", 4: "11th Medium Infantry", 5: "12th Medium Infantry", 6: "Scouts"}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("advance 120, wheel left 30", [("advance", 120, 0), ("wheel_left", 30, 0)]),
        ("advance 120mm; wheel right 30°", [("advance", 120, 0), ("wheel_right", 30, 0)]),
        ("form the Crystal Square", [("form", 6, 0)]),
        ("form fortress of milengano", [("form", 7, 0)]),
        ("form 2 8", [("form", 2, 8)]),
        ("form the Mighty Block in 6 files", [("form", 2, 6)]),
        ("charge the 11th", [("charge", 4, 0)]),
        ("charge 5", [("charge", 5, 0)]),
        ("charge the scouts", [("charge", 6, 0)]),
        ("charger les éclaireurs", [("charge", 6, 0)]),
        ("anstürmen Späher", [("charge", 6, 0)]),
        ("avancer 80, pivoter à gauche 15", [("advance", 80, 0), ("wheel_left", 15, 0)]),
        ("vorrücken 80, rechts schwenken 15 Grad", [("advance", 80, 0), ("wheel_right", 15, 0)]),
        ("raise or lower the shield wall", [("stance", 0, 0)]),
        ("turn left 2, turn a cohort about 3", [("turn_left", 2, 0), ("turn_about", 3, 0)]),
        ("turn cohort 2 left", [("turn_left", 2, 0)]),
        ("tourner la cohorte 2 à gauche", [("turn_left", 2, 0)]),
        ("Kohorte 2 nach links drehen", [("turn_left", 2, 0)]),
    ],
)
def test_words_are_read_as_manoeuvres(said, meant):
    assert spoken_orders.read(said, orders.VERBS, FOES) == meant


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("fly 20", "orders.unread"),
        ("advance quickly", "orders.unread"),
        ("advance 5 quickly", "orders.unread"),
        ("advance 5 10", "orders.unread"),
        (" , ", "orders.unread"),
        ("charge the Medium Infantry", "orders.unnamed"),
        ("form the Round Table", "orders.unnamed"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_could(said, key):
    with pytest.raises(Illegal) as refused:
        spoken_orders.read(said, orders.VERBS, FOES)
    assert refused.value.key == key
    assert refused.value.arguments["known"]


def test_a_form_is_put_by_what_is_to_be_done_and_can_be_typed():
    t = field(unit(0, files=8, ranks=2), unit(1, at=(600, 440)), step="move.units", holds=True)
    t.say(("order", 0))
    ask = t.asks[0]
    assert ask.put("by1", {"do1": "stay"}) is None
    assert ask.put("by1", {"do1": "advance"}).prompt == "orders.mm"
    assert ask.put("by1", {"do1": "wheel_left"}).most == 90
    assert ask.put("by1", {"do1": "charge"}).options()[0].ids == ("unit-1",)
    assert 2 in ask.put("by1", {"do1": "form"}).values
    assert ask.put("do2", {"do1": "stay"}) is None
    assert ask.put("files", {"do1": "advance", "do2": "form"}).prompt == "orders.files"
    assert ask.read("advance 60") == orders.written(("advance", 60, 0))
    with pytest.raises(Illegal, match="too_many"):
        ask.read("advance 1, advance 1, advance 1, advance 1, advance 1")


def test_an_enemy_out_of_sight_refuses_nothing():
    """A unit that forms up beside somebody it cannot see is not told so beforehand; it finds out when it tries."""
    order = orders.written(("form", 3, 0))
    ours, theirs = unit(0, files=4, ranks=4), unit(1, at=(680, 330), files=1)
    for seen, refused in (([[1], [0]], True), ([[], []], False)):
        t = field(ours, theirs, seen=seen, step="move.units", holds=True)
        t.say(("order", 0))
        assert (t.asks[0].why_not(order) is not None) == refused
    t.say(order)
    assert t.unit(0).formation == ours.formation
    assert t.unit(0).deeds.acted


@pytest.mark.parametrize(("language", "verbs"), [("en", "advance, wheel left"), ("de", "vorrücken, links schwenken")])
def test_what_could_have_been_said_is_said_in_the_language_of_whoever_reads(language, verbs):
    with pytest.raises(Illegal) as refused:
        spoken_orders.read("sprint 20", orders.VERBS, FOES)
    assert verbs in refused.value.say(book().words(language))


@pytest.mark.parametrize("said", ["advance -5", "advance 60.5", "wheel left 10, advance - 20"])
def test_only_whole_numbers_are_read(said):
    with pytest.raises(Illegal) as refused:
        spoken_orders.read(said, orders.VERBS, FOES)
    assert refused.value.key == "orders.whole"


def test_what_only_comes_after_another_manoeuvre_is_not_read_as_the_first():
    """Who raises no shields does not go obliquely; after it he does."""
    t = field(unit(0, files=8, ranks=2), unit(1, at=(600, 900)), step="move.units", holds=True)
    t.say(("order", 0))
    read = t.asks[0].read
    assert read("raise or lower the shield wall, oblique left 20")["do2"] == "oblique_left"
    with pytest.raises(Illegal) as refused:
        read("oblique left 20")
    assert refused.value.key == "orders.unread"
    assert "oblique_left" not in refused.value.arguments["known"]


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("stay, advance 20", "orders.stay_alone"),
        ("advance 20, stay", "orders.stay_alone"),
        ("form 2 in 100 files", "refused.range"),
        ("form the Mighty Block in 41 files", "refused.range"),
        ("advance 9999", "refused.range"),
    ],
)
def test_what_is_said_beside_an_order_is_not_passed_over(said, key):
    with pytest.raises(Illegal) as refused:
        spoken_orders.read(said, ("stay", *orders.VERBS), FOES)
    assert refused.value.key == key


def test_who_may_not_do_what_is_said_is_told_by_which_rule():
    t = field(unit(0, files=8), unit(1, at=(600, 325)), step="move.units", holds=True)
    t.say(("order", 0))
    for said in ("advance 60", "avancer 60", "vorrücken 60"):
        with pytest.raises(Illegal) as refused:
            t.asks[0].read(said)
        assert (refused.value.key, refused.value.rule) == ("move.in_melee", "QAD-2.142c-a")
