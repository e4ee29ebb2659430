"""Step 4: City Market."""

from random import Random

import pytest

from arbiter.games.tekumel.effects import RULES, Offer, SellFull
from arbiter.games.tekumel.market import price
from arbiter.games.tekumel.state import reading
from arbiter.kit.cards import UNKNOWN
from arbiter.kit.effects import By

from .table import cards, hero, position

END, HEAL = ("end", ""), ("heal", "")


def market(*heroes, trade="", **more):
    """A table in the market, after its Trade roll."""
    more.setdefault("tops", {"equipment": "Q20"})
    return position(*heroes, step="market", **more).say("open").say(trade)


@pytest.mark.rule("TEK-MARKET-1", "TEK-GAP-MARKET-SKIP", "TEK-DEC-MARKET-OPEN", "TEK-MARKET-2", "TEK-MARKET-4")
def test_in_a_city_the_step_may_be_taken_and_begins_with_one_card_face_up():
    t = position(hero("H1", at="19"), step="market", tops={"equipment": "Q20"})
    assert (t.asked, t.values()) == ([(0, "market.take")], ["skip", "open"])
    assert t.state.market == []

    t.say("open")

    assert (t.state.market, t.state.loose) == (["Q20"], [])
    assert t.view(None).state.market == ["Q20"]
    assert t.asked == [(0, "market.trade")], "before anything is done"


@pytest.mark.rule("TEK-GAP-MARKET-SKIP")
def test_who_passes_the_market_by_draws_nothing():
    t = position(hero("H1", at="19"), step="market", tops={"equipment": "Q20"})
    t.say("skip")

    assert t.state.equipment.top == ["Q20"]
    assert t.state.step != "market"


@pytest.mark.rule("TEK-MARKET-1")
@pytest.mark.parametrize("at", ["R18", "28"])
def test_outside_of_a_city_there_is_no_market(at):
    t = position(hero("H1", at=at), step="market")

    assert t.state.step != "market"
    assert t.state.equipment.discard == []


@pytest.mark.rule("TEK-EX-STAY-CITY")
def test_who_stays_in_a_city_has_its_market():
    t = position(hero("H1", at="19")).stay()
    while t.state.step != "market":
        t.answer(t.asks[0].seat, t.game.default(t.state, t.asks[0]))

    assert t.asked == [(0, "market.take")]


@pytest.mark.rule("TEK-MARKET-3", "TEK-GAP-TRADE", "TEK-DEC-TRADE-LEVEL", "TEK-EX-MARKET-TRADE", "TEK-MARKET-11")
@pytest.mark.parametrize(("level", "roll", "cards"), [("hard", 3, 4), ("average", 6, 3), ("easy", 1, 2), ("", 0, 1)])
def test_a_trade_roll_at_a_declared_level_brings_further_cards(level, roll, cards):
    t = market(hero("H3", at="19", bussan=1), trade=level, rolls=[roll])

    assert len(t.state.market) == cards
    assert t.asked == [(0, "market")]


@pytest.mark.rule("TEK-MARKET-3", "TEK-GAP-TRADE", "TEK-EX-MARKET-TRADE-FAIL")
def test_a_failed_trade_roll_brings_none_and_is_not_repeated():
    t = market(hero("H3", at="19", bussan=1), trade="hard", rolls=[4])

    assert t.state.market == ["Q20"]
    assert t.asked == [(0, "market")]


@pytest.mark.rule("TEK-EX-TRADE-SHIFT")
def test_the_number_follows_the_declared_level_even_if_the_test_was_made_easier():
    t = market(hero("H3", at="19", bussan=1, hand="A16"), trade="hard", rolls=[5])
    t.use("play", "A16")

    assert len(t.state.market) == 4


@pytest.mark.rule("TEK-DEC-TRADE-LEVEL", "TEK-GAP-TIMEOUT")
@pytest.mark.parametrize(("who", "level"), [("H3", "easy"), ("H1", "")])
def test_who_does_not_answer_rolls_only_where_he_trades_well(who, level):
    t = position(hero(who, at="19"), step="market").say("open")

    assert t.game.default(t.state, t.asks[0]) == level


@pytest.mark.rule("TEK-MARKET-6", "TEK-MARKET-5", "TEK-DEC-MARKET-ACTION")
def test_a_card_of_the_market_is_bought_for_its_cost():
    t = market(hero("H1", at="19", kaitar=9), tops={"equipment": "Q33"})
    assert ("buy", "Q33") in t.values()

    t.say(("buy", "Q33"))

    assert t.hero().kaitar == 9 - 2
    assert [item.card for item in t.hero().items] == ["Q04", "Q33"]
    assert t.state.market == []
    assert t.told("market.paid") == [{"seat": 0, "card": "Q33", "n": 2}]
    assert t.asked == [(0, "market")], "and he may go on"
    assert t.refuses(("buy", "Q33")).rule == "TEK-MARKET-6"


@pytest.mark.rule("TEK-MARKET-6", "TEK-MARKET-12")
def test_only_what_lies_there_and_can_be_paid_is_bought():
    t = market(hero("H1", at="19", kaitar=2))

    poor = t.refuses(("buy", "Q20"))
    assert (poor.key, poor.rule) == ("market.poor", "TEK-MARKET-6")
    assert poor.say(t.catalogue()) == "that costs 3 Káitars, and you have 2"
    assert t.refuses(("buy", "Q23")).key == "market.not_here"


@pytest.mark.rule("TEK-MARKET-6")
def test_what_is_bought_may_be_worn_at_once():
    t = market(hero("H1", at="19", kaitar=9)).say(("buy", "Q20"))
    assert t.asked == [(0, "wear")]
    t.say(["Q04", "Q20"])

    assert [(item.card, item.worn) for item in t.hero().items] == [("Q04", True), ("Q20", True)]


@pytest.mark.rule("TEK-MARKET-7", "TEK-GAP-TORCH", "TEK-MARKET-12")
def test_torches_are_always_to_be_had_for_a_kaitar():
    t = market(hero("H1", at="19", kaitar=30))
    for _ in range(25):
        t.say(("buy", "torch"))

    assert (t.hero().torch, t.hero().kaitar) == (25, 5)


@pytest.mark.rule("TEK-MARKET-8", "TEK-MARKET-12", "TEK-GAP-SLAVE")
def test_porters_cost_three_as_long_as_there_are_some():
    t = market(hero("H1", at="19", kaitar=40))
    for _ in range(8):
        t.say(("buy", "porter"))

    assert (t.hero().porters, t.state.porters, t.hero().kaitar) == (8, 0, 40 - 8 * 3)
    gone = t.refuses(("buy", "porter"))
    assert (gone.key, gone.rule) == ("market.gone", "TEK-MARKET-12")


@pytest.mark.rule("TEK-MARKET-12")
def test_who_cannot_pay_a_ware_does_not_get_it():
    t = market(hero("H1", at="19", kaitar=0))

    assert t.refuses(("buy", "torch")).rule == "TEK-MARKET-7"
    assert t.refuses(("buy", "porter")).rule == "TEK-MARKET-8"


@pytest.mark.rule("TEK-MARKET-9", "TEK-GAP-SELL-WHAT")
@pytest.mark.parametrize(("items", "card", "n"), [("Q04", "Q04", 2), ("Q04!", "Q04", 2), ("Q37", "Q37", 2)])
def test_equipment_is_sold_for_half_its_cost_scrolls_and_turned_cards_too(items, card, n):
    t = market(hero("H1", at="19", items=items, kaitar=1))
    t.say(("sell", card))

    assert t.hero().kaitar == 1 + n
    assert t.hero().items == []
    assert t.state.equipment.discard == [card]


@pytest.mark.rule("TEK-GAP-SELL-WHAT")
def test_torches_porters_spells_and_companions_are_not_sold():
    t = market(hero("H1", at="19", torch=2, porters=1, spells="S01", companions="E10"))

    assert {value for value in t.values() if value[0] == "sell"} == {("sell", "Q04")}
    for what in ("torch", "porter", "S01a", "E10"):
        assert t.refuses(("sell", what)).rule == "TEK-GAP-SELL-WHAT"


@pytest.mark.rule("TEK-MARKET-9", "TEK-GAP-WEAR")
def test_who_sells_what_he_wears_may_wear_something_else_instead():
    t = market(hero("H1", at="19", items="Q04 -Q05"), hero("H3")).say(("sell", "Q04"))
    assert t.asked == [(0, "wear")]

    t = position(hero("H1", items="Q04 -Q05"), rules=lambda g: RULES.run(g, [SellFull()], By(0, "E11")))
    t.say(["Q04"])
    assert t.asked == [(0, "wear")]
    t = position(hero("H1", items="Q04 -Q05"), rules=lambda g: RULES.run(g, [SellFull()], By(0, "E11")))
    assert t.say([]).over, "who sells nothing has no such choice"


@pytest.mark.rule("TEK-MARKET-5", "TEK-MARKET-9", "TEK-EX-SELL-BUY")
def test_first_sell_then_buy():
    t = market(hero("H1", at="19", items="Q06", kaitar=2), tops={"equipment": "Q16"})
    assert t.refuses(("buy", "Q16")).key == "market.poor"

    t.say(("sell", "Q06")).say(("buy", "Q16")).say(["Q16"])

    assert t.hero().kaitar == 2 + 5 - 7


@pytest.mark.rule("TEK-MARKET-10", "TEK-GAP-HEAL-TEMPLE", "TEK-EX-HEAL")
def test_healing_is_bought_wound_by_wound_for_the_hero_alone():
    t = market(hero("H1", at="60", wounds=4, kaitar=3, companions="E10:1"), hero("H3"))
    for _ in range(3):
        t.say(HEAL)

    assert (t.hero().wounds, t.hero().kaitar, t.hero().companions[0].wounds) == (1, 0, 1)
    assert t.refuses(HEAL).rule == "TEK-MARKET-10"
    whole = market(hero("H1", at="60", kaitar=3, companions="E10:1"), hero("H3")).refuses(HEAL)
    assert (whole.key, whole.rule) == ("market.unhurt", "TEK-GAP-HEAL-TEMPLE")


@pytest.mark.rule("TEK-GAP-MARKET-STACK", "TEK-DEC-MARKET-ACTION")
def test_what_is_not_bought_is_discarded_when_the_step_ends():
    t = market(hero("H3", at="19"), trade="easy")
    left = list(t.state.market)
    assert len(left) == 2

    t.say(END)

    assert (t.state.market, t.state.equipment.discard) == ([], left)


@pytest.mark.rule("TEK-GAP-CARRY-OVER", "TEK-DEC-CARRY-DISCARD")
def test_what_is_too_much_to_carry_is_looked_at_when_the_step_ends():
    t = market(hero("H6", at="19", items="Q33 Q34 Q35", kaitar=9), tops={"equipment": "Q36"})
    t.say(("buy", "Q36"))
    assert t.asked == [(0, "market")]

    t.say(END)

    assert t.asked == [(0, "discard.equipment")]
    t.say(["Q34"])
    assert [item.card for item in t.hero().items] == ["Q33", "Q35", "Q36"]


@pytest.mark.rule("TEK-GAP-FREE-USE")
def test_what_works_at_any_time_of_the_turn_works_among_the_deals():
    t = market(hero("H1", at="19", spells="S11", items="Q04"))
    assert {("cast", "S11a"), ("wear", "")} <= set(t.values())

    t.use("cast", "S11")

    assert t.asked == [(0, "market")]


# Cards for the market


@pytest.mark.rule("TEK-GAP-ACTION-WHEN")
def test_a_card_of_another_moment_is_not_for_the_market():
    t = market(hero("H1", at="19", hand="A01 A24", kaitar=0))

    refused = t.refuses(("play", "A01a"))
    assert (refused.key, refused.rule) == ("use.not_now", "TEK-GAP-ACTION-WHEN")
    t.use("play", "A24")
    assert t.hero().kaitar == 4


@pytest.mark.rule("TEK-GAP-BANK")
def test_the_bank_never_runs_out():
    t = market(hero("H1", at="19", hand="A24", kaitar=100_000))
    t.use("play", "A24")

    assert t.hero().kaitar == 100_004


def test_a_lower_price_holds_for_one_purchase_and_never_below_one():
    t = market(hero("H1", at="19", hand="A21", kaitar=9), tops={"equipment": "Q33 Q34"})
    t.use("play", "A21")
    cost = price(reading(t.state), 0, "Q33")
    assert (cost.value, cost.terms()[1].source) == (1, "card.A21")

    t.say(("buy", "Q33"))

    assert t.hero().kaitar == 8
    assert price(reading(t.state), 0, "Q34").value == 3


def test_a_lower_price_that_was_not_used_is_over_with_the_market():
    t = market(hero("H1", at="19", hand="A21"))
    t.use("play", "A21").say(END)

    assert t.hero().lasting == ()


def test_cards_are_looked_at_one_is_laid_out_and_the_rest_goes_to_the_bottom():
    t = market(hero("H1", at="19", hand="A22"), hero("H3"), tops={"equipment": "Q20 Q21 Q22 Q23"})
    t.use("play", "A22")
    assert t.values() == ["Q21", "Q22", "Q23"]

    t.say("Q22")
    assert t.state.market == ["Q20", "Q22"]
    t.say("Q23")

    assert t.state.equipment.bottom == ["Q23", "Q21"]
    assert "Q22" not in (*t.state.equipment.top, *t.state.equipment.bag), "a card lies in one place"
    assert t.view(0).state.equipment.bottom == ["Q23", "Q21"]
    assert t.view(1).state.equipment.bottom == [UNKNOWN, UNKNOWN]
    twin = t.imagine(1, Random(4))
    assert twin.state.market == ["Q20", "Q22"]


@pytest.mark.parametrize(("at", "gained"), [("19", 0), ("60", 8)])
def test_cloth_is_sold_abroad(at, gained):
    t = market(hero("H1", at=at, items="Q36", kaitar=0), hero("H3"))
    assert (("discard", "Q36") in t.values()) == bool(gained)
    if gained:
        t.use("discard", "Q36")
        assert t.hero().kaitar == gained
    else:
        assert t.refuses(("discard", "Q36")).key == "use.not_here"


# On the way


def by_the_way(effect, *heroes, **more):
    return position(*heroes, rules=lambda g: RULES.run(g, [effect], By(0, "plains.9")), **more)


def test_equipment_is_offered_on_the_way_for_less():
    t = by_the_way(Offer(2, 2), hero("H1", kaitar=6), tops={"equipment": "Q33 Q23"})
    assert t.values() == [("end", ""), ("buy", "Q33")], "Q23 costs 12 - 2"

    t.say(("buy", "Q33"))

    assert t.over, "there is nothing more that he could pay"
    assert (t.hero().kaitar, t.state.equipment.discard, t.state.loose) == (5, ["Q23"], [])
    assert t.hero().items[-1].card == "Q33"


def test_an_offer_may_be_declined():
    t = by_the_way(Offer(1), hero("H1", kaitar=6), tops={"equipment": "Q33"}).say(END)

    assert (t.hero().kaitar, t.state.equipment.discard) == (6, ["Q33"])


def test_a_broker_pays_all_that_a_card_costs():
    t = by_the_way(SellFull(), hero("H1", items="Q04 -Q06 Q33", kaitar=0))
    t.say(["Q06", "Q33"])

    assert (t.hero().kaitar, t.state.equipment.discard) == (12, ["Q06", "Q33"])
    assert by_the_way(SellFull(), hero("H1", items="")).over


def test_the_cards_of_the_market_are_cards_of_the_deck():
    t = market(hero("H1", at="19", hand="A23", wounds=2))
    t.use("play", "A23")

    assert t.hero().wounds == 0
    assert t.state.actions.discard == cards("A23")
