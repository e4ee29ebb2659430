"""What the ledger wants kept when authored numbers are changed; the study in docs/tekumel.md measures it in play."""

from math import comb
from random import Random
from statistics import median

import pytest

from arbiter.core import playout
from arbiter.games.tekumel import GAME, TekumelGame
from arbiter.games.tekumel.advice.charts import chart
from arbiter.games.tekumel.advice.clash import bouts, facing, open_arms
from arbiter.games.tekumel.advice.errands import errands, turns_left
from arbiter.games.tekumel.advice.odds import wins
from arbiter.games.tekumel.conditions import At, EndedMoveIn, Explored, Visited
from arbiter.games.tekumel.numbers import HAND
from arbiter.games.tekumel.state import Progress, TekumelOptions, reading

from ..study import Study
from .study import counted
from .table import BOOK, hero, position

TRAVEL = (At, Visited, EndedMoveIn, Explored)
SPELLCASTERS = ("H2", "H6")


def newcomer(card, at=""):
    """A Hero as the game begins, with nobody near."""
    return reading(position(hero(card, at=at), hero("H1" if card == "H3" else "H3", at="60")).state)


@pytest.mark.rule("TEK-CON-BALANCE")
@pytest.mark.parametrize("mission", BOOK.missions)
def test_a_mission_is_worth_its_way(mission):
    turns = []
    for card in BOOK.heroes:
        g = newcomer(card)
        ways = [errand._replace(turns=0.0, luck=None) for errand in errands(g, 0, mission, Progress())]
        at = g.state.heroes[0].at
        turns.append(max(1.0, min(turns_left(g, chart(g, 0), way, at) for way in ways)))

    entry = BOOK.missions[mission]
    a_turn = entry.lan / (sum(turns) / len(turns))
    assert a_turn > 0.55
    if all(isinstance(test, TRAVEL) for test in entry.require):
        assert a_turn < 1.4


def won_fights(card, size):
    """The chances of a new Hero in Fights with the hostile groups of a size, without cards and without breaking off."""
    g = newcomer(card, at="32")
    found = []
    for foe, entry in BOOK.encounters.items():
        if entry.stance == "hostile" and entry.size == size:
            with facing(g, 0, foe):
                row = open_arms(g, 0, spells=False).rounds[-1]
            harm = entry.damage + BOOK.sizes[size].wounds
            found.append(wins(bouts(row, entry, harm), BOOK.heroes[card].health, entry.health))
    return found


@pytest.mark.rule("TEK-CON-BALANCE")
@pytest.mark.parametrize("card", [card for card in BOOK.heroes if card not in SPELLCASTERS])
def test_small_groups_are_beaten_medium_ones_mostly_and_large_ones_seldom(card):
    assert min(won_fights(card, "small")) > 0.93
    assert min(won_fights(card, "medium")) > 0.44
    assert max(won_fights(card, "large")) < 0.86


@pytest.mark.rule("TEK-CON-BALANCE")
@pytest.mark.parametrize("card", SPELLCASTERS)
def test_who_lives_by_his_spells_is_weak_without_them(card):
    assert max(won_fights(card, "small")) < 0.96
    assert max(won_fights(card, "medium")) < 0.5
    assert max(won_fights(card, "large")) < 0.06


@pytest.mark.rule("TEK-CON-BALANCE")
def test_a_hand_mostly_holds_a_card_for_the_window():
    def held(cards):
        return 1 - comb(sum(copies) - cards, HAND) / comb(sum(copies), HAND)

    copies = [entry.copies for entry in BOOK.actions.values()]
    assert held(sum(entry.copies for entry in BOOK.actions.values() if entry.sign)) == pytest.approx(0.88, abs=0.01)
    negative = sum(entry.copies for entry in BOOK.actions.values() if entry.sign == "negative")
    assert held(negative) == pytest.approx(0.49, abs=0.01)


@pytest.mark.rule("TEK-CON-BALANCE")
def test_in_a_few_short_games_nearly_every_hero_wins_and_none_wins_most():
    counts, rounds = Study(GAME, counted, {"length": "short"}).play(4, 24, "balance")
    shares = {card: counts[card][1] / counts[card][0] * 4 for card in BOOK.heroes}

    assert rounds < 10, "the limit is far away"
    assert sum(share > 0 for share in shares.values()) >= 7
    assert max(shares.values()) < 2.5


class Purses(TekumelGame):
    """Tékumel, with what every visit to a City has brought or cost the Hero, its market included."""

    def __init__(self):
        self.visits, self.before = [], {}

    def beat(self, g):
        s = g.state
        if s.step == "encounters" and g.place(s.mover).kind == "city":
            self.before[s.mover, s.round] = s.heroes[s.mover].kaitar
        elif s.step == "missions" and (s.mover, s.round) in self.before:
            self.visits.append(s.heroes[s.mover].kaitar - self.before.pop((s.mover, s.round)))
        return super().beat(g)


@pytest.mark.rule("TEK-CON-BALANCE")
def test_a_city_visit_that_is_paid_or_pays_is_about_two_or_three_kaitars():
    game, rng = Purses(), Random(1)
    for _ in range(6):
        playout(game, game.start(4, TekumelOptions(length="short")), rng, game.hint)

    paid = [abs(n) for n in game.visits if n]
    assert len(paid) > 30
    assert 2 <= median(paid) <= 3
