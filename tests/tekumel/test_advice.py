"""The advice for bots: it answers every ask, reads nothing that is hidden, and wins."""

from functools import cache
from random import Random

import pytest

from arbiter.core import Table, playout
from arbiter.core.asks import canonical
from arbiter.core.options import read_options
from arbiter.games.tekumel import GAME
from arbiter.games.tekumel.advice import belongings, hints
from arbiter.games.tekumel.advice.charts import chart
from arbiter.games.tekumel.advice.clash import facing, fought
from arbiter.games.tekumel.advice.errands import own_plan
from arbiter.games.tekumel.advice.odds import Bout, Stakes, chances, prospect
from arbiter.games.tekumel.effects import RULES, Draw, Heal, SellFull, Wound
from arbiter.games.tekumel.encounters import meet
from arbiter.games.tekumel.equipment import gain_items
from arbiter.games.tekumel.fight import fight
from arbiter.games.tekumel.goods import draw
from arbiter.games.tekumel.heroes import COMPANIONS, propose
from arbiter.games.tekumel.market import sell_for_all
from arbiter.games.tekumel.missions import next_mission
from arbiter.games.tekumel.recruiting import make_room
from arbiter.games.tekumel.state import reading
from arbiter.games.tekumel.wounds import defeat, heal, take_wounds, wound
from arbiter.kit.effects import By, On

from ..study import Study
from .study import counted
from .table import BOOK, hero, position

SETTLED = ("setup.keep", "setup.pick", "offer.trade", "offer.companions")
"""Prompts that are answered without an entry of their own in the table of advice."""


HEALS = next(effect for effect in BOOK.sources["E04"].all if isinstance(effect, On))


def advised(t, seat=None):
    """What the advice says to the one who is asked; it must be legal, and leave the table as it is."""
    (ask,) = [ask for ask in t.asks if seat is None or ask.seat == seat]
    before = GAME.copy(t.state)
    answer = GAME.hint(t.state, ask, Random(1))
    assert ask.why_not(answer) is None
    assert t.state == before
    return answer


# Every decision


BUILT = {
    "kit.order": (lambda g: RULES.fire(g, [(HEALS, By(0, "E04")), (HEALS, By(0, "E05"))]), {"wounds": 2}),
    "dismiss": (lambda g: make_room(g, 0, "E10"), {"companions": "E04 E05"}),
    "heal.whom": (lambda g: heal(g, Heal(2, "party"), By(0, "")), {"wounds": 2, "companions": "E10:1"}),
    "discard.spells": (lambda g: draw(g, Draw("spell", 2, 1), By(0, "H1")), {}),
    "use.between": (lambda g: fight(g, 0, "E06"), {"wounds": 8, "items": "Q38"}),
    "use.hurt": (lambda g: wound(g, Wound(2, "hero"), By(0, "")), {"items": "Q20"}),
    "wound.whom": (lambda g: wound(g, Wound(2, "party"), By(0, "")), {"companions": "E10"}),
    "market.sell_full": (lambda g: sell_for_all(g, SellFull(), By(0, "")), {"items": "Q04 Q05 -Q12"}),
    "learn.worn": (lambda g: gain_items(g, 0, ["Q30"]), {}),
    "prize": (lambda g: defeat(g, 1, 0), {}),
    "offer.companions": (lambda g: propose(g, 0, 1, COMPANIONS), {"companions": "E10", "at": "19"}),
}
"""Prompts that random play seldom brings, with rules that ask them of a Hero."""
SELDOM = {*BUILT, "mission.part", "window"}
OFTEN = {*hints.ADVICE, *SETTLED} - SELDOM
MOST = 30
"""In so many random games all others come up; a few are enough."""


@pytest.mark.parametrize("prompt", BUILT)
def test_what_is_seldom_asked_gets_a_legal_answer_too(prompt):
    rules, made = BUILT[prompt]
    other = hero("H3", at="19", items="Q06 Q14", companions="E13")
    t = position(hero("H1", **made), other, rules=rules)
    while [ask.prompt for ask in t.asks] != [prompt]:
        t.say(advised(t))
    advised(t)


def test_a_mission_that_wants_a_card_gets_one():
    t = position(hero("H6", at="23", mission="M19", explored="31", spells="S01 S02 S09"), step="missions")
    t.say(advised(t))
    assert t.asked == [(0, "mission.part")]
    t.say(advised(t)).rest()
    assert t.hero().lan == 2 + 4 + 1


@cache
def asked_in_play():
    """Every prompt of random games, each with one ask and the state it was asked in."""
    found = {}

    def keep(state, ask, rng):
        if ask.prompt not in found:
            found[ask.prompt] = None
            twin = GAME.copy(state)
            hint = GAME.hint(state, ask, Random(1))
            assert state == twin, f"the hint for {ask.prompt} changed the state"
            why = ask.why_not(canonical(hint))
            assert why is None, f"the hint {hint!r} for {ask.prompt} is refused: {why}"
        return ask.sample(rng)

    options, seed = read_options(GAME, {}), 0
    while seed < MOST and not set(found) >= OFTEN:
        seed += 1
        playout(GAME, GAME.start(6 if seed % 3 else 4, options), Random(seed), keep)
    return set(found)


def test_every_ask_of_play_gets_a_legal_answer_that_leaves_the_table_alone():
    assert asked_in_play() - SELDOM == OFTEN


# Nothing hidden


def test_the_advice_is_the_same_in_every_world_that_its_seat_can_imagine():
    table, rng, looked = Table(GAME, 4, 11, {"round_limit": 4}), Random(5), 0
    while not table.over:
        for ask in table.asks:
            if looked % 5 == 0:
                world = table.imagine(ask.seat, rng)
                asked = next(one for one in world.asks if one.seat == ask.seat)
                assert GAME.hint(world.state, asked, Random(1)) == GAME.hint(table.state, ask, Random(1)), ask
            looked += 1
            table.answer(ask.seat, ask.sample(rng) if looked % 3 else GAME.hint(table.state, ask, rng))
    assert looked > 100


# Journeys


def test_turns_are_counted_by_whole_steps():
    t = position(hero("H1", at="19"))
    map_ = chart(reading(t.state), 0)
    assert [map_.turns("19", place) for place in ("19", "23", "32", "47")] == [0, 1, 1, 2]
    assert map_.turns("19", "R12") == 1
    # A Region space ends the step, and costs a little more for what may be met there.
    assert 2 < map_.turns("19", "20") < 2.5


def test_the_hero_goes_by_way_of_what_his_mission_wants_visited():
    t = position(hero("H4", at="32", mission="M25"))
    assert advised(t) == ("go", "29")
    t = position(hero("H4", at="29", mission="M25", visited="29"))
    assert own_plan(reading(t.state), 0).errand.stops == ()
    assert advised(t) == ("go", "33")


def test_a_card_is_played_that_saves_a_turn_and_kept_where_it_saves_none():
    assert advised(position(hero("H1", at="19", mission="M03", explored="46", hand="A01"))) == ("play", "A01a")
    assert advised(position(hero("H1", at="39", mission="M03", explored="46", hand="A01"))) == ("go", "47")


def test_the_badly_hurt_go_to_a_temple_before_they_go_into_the_wilds():
    fit = hero("H1", at="R18", mission="M23", kaitar=8, torch=1)
    assert advised(position(fit)) == ("go", "28")
    hurt = hero("H1", at="R18", mission="M23", kaitar=8, torch=1, wounds=9)
    (verb, place) = advised(position(hurt))
    assert (verb, BOOK.places[place].kind) == ("go", "city")


def test_of_two_missions_the_one_that_earns_more_for_its_turns_is_kept():
    t = position(hero("H1", at="19"), rules=lambda g: next_mission(g, g.state.heroes[0]), tops={"missions": "M02 M14"})
    assert advised(t) == "M14"


# Markets


def market(made, tops, *levels):
    t = position(made, step="market", tops={"equipment": tops})
    t.say("open").say("")
    return t


def test_a_torch_for_the_site_and_healing_come_before_other_things():
    t = market(hero("H1", at="47", mission="M03", wounds=3, kaitar=9), "Q31")
    bought = []
    while t.asked == [(0, "market")]:
        bought.append(advised(t))
        t.say(bought[-1])
    assert bought[:4] == [("buy", "torch"), ("heal", ""), ("heal", ""), ("heal", "")]


def test_boots_are_bought_and_what_the_mission_will_want_is_not_spent():
    assert advised(market(hero("H1", at="47", mission="M25", kaitar=9), "Q31")) == ("buy", "Q31")
    assert advised(market(hero("H1", at="47", mission="M15", kaitar=9), "Q31")) == ("end", "")


def test_what_is_useless_is_sold():
    made = hero("H1", at="47", mission="M25", kaitar=0, items="Q04 Q05 -Q12")
    assert advised(market(made, "Q06"))[0] == "sell"


# Fights


def test_the_odds_of_a_phase_and_of_a_fight():
    assert chances(0) == (0.45, 0.45)
    assert chances(9) == (0.99, 0.0)
    sure = prospect(((Bout(10, 1, 0),),), 5, 2, Stakes(1.0, 0.0, 0))
    assert sure == pytest.approx(1.0)
    lost = prospect(((Bout(-10, 0, 9),),), 5, 2, Stakes(1.0, 0.0, 0))
    assert lost < -3


def test_a_fight_is_worth_more_to_a_better_hero_and_against_a_wounded_foe():
    stakes = Stakes(0.5, 0.0, 5)
    weak, strong = (reading(position(hero(card, at="R18")).state) for card in ("H6", "H1"))
    values = []
    for g in (weak, strong):
        with facing(g, 0, "E08"):
            values.append(fought(g, 0, "E08", stakes))
    assert values[0] < values[1]
    with facing(strong, 0, "E08"):
        assert fought(strong, 0, "E08", stakes, wounds=2) > values[1]


@pytest.mark.parametrize(("card", "foe", "deed"), [("H1", "E18", "fight"), ("H6", "E07", "evade")])
def test_the_weak_are_fought_and_the_mighty_evaded(card, foe, deed):
    t = position(hero(card, at="R18"), rules=lambda g: meet(g, 0, foe))
    assert advised(t) == (deed, "")


def test_a_lost_fight_is_broken_off_and_one_that_is_nearly_won_is_not():
    def after_a_round(made, dice):
        t = position(made, rules=lambda g: fight(g, 0, "E07"), rolls=dice)
        while t.asked != [(0, "break_off")]:
            t.say(advised(t))
        return advised(t)

    assert after_a_round(hero("H3", at="R18", wounds=3), (1, 10, 1, 10)) == "evade"


def test_companions_take_the_wounds_that_they_survive():
    t = position(
        hero("H1", companions="E10"), rules=lambda g: take_wounds(g, 0, 4)
    )  # fmt: skip
    hit = []
    while not t.over:
        hit.append(advised(t))
        t.say(hit[-1])
    assert hit == ["E10", "E10", "hero", "hero"]


# The others


def test_who_would_win_by_his_mission_is_stopped_and_who_would_not_is_left_alone():
    def window(lan, hand):
        mover = hero("H1", at="33", mission="M25", visited="29", lan=lan)
        t = position(mover, hero("H3", at="60", hand=hand, lan=9), step="missions")
        t.say(("attempt", ""))
        assert t.asked == [(1, "window")]
        return advised(t)

    assert window(10, "A25 A27 A28") == ("play", "A25a")
    assert window(2, "A25 A27") == ("pass", "")
    assert window(2, "A25 A27 A28") == ("play", "A28a")


def test_two_heroes_strike_a_bargain_by_which_both_gain():
    buyer = hero("H1", at="47", kaitar=12, mission="M25", items="Q04")
    seller = hero("H3", at="47", kaitar=0, items="Q14 -Q22 -Q05 -Q06")
    t = position(buyer, seller, step="encounters")
    assert advised(t) == ("hero", "1")
    t.say(("hero", "1"))
    t.say(advised(t))
    assert t.asked == [(0, "offer.trade")]
    t.say(advised(t))
    assert advised(t) == "accept"


def test_an_offer_that_takes_more_than_it_gives_is_refused():
    t = position(hero("H1", at="47", kaitar=2), hero("H3", at="47", items="Q06"), step="encounters")
    t.say(("hero", "1")).say(("trade", ""))
    t.say({"give": (), "give_torch": 0, "give_kaitar": 1, "want": ("Q06",), "want_torch": 0, "want_kaitar": 0})
    assert advised(t) == "refuse"


def test_what_somebody_has_is_not_reckoned_in_the_dark_as_it_was_in_the_light():
    g = reading(position(hero("H5", at="45", items="Q01")).state)

    def worth(dark):
        g.state.turn.dark = dark
        return belongings.outfit(g, 0)

    assert worth(True) < worth(False)
    assert worth(True) < worth(False), "in the other order too"


# Playing


SHORT = Study(GAME, counted, {"length": "short"})


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_one_bot_beats_random_players(seats):
    counts, _ = SHORT.play(seats, 6, "beats", rivals="random")
    played, won = counts["clever"]
    assert played == 6
    assert won >= 5
