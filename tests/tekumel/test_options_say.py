"""What a player reads before he chooses: the numbers that count."""

import arbiter
from arbiter.core import say
from arbiter.games.tekumel import GAME
from arbiter.games.tekumel.encounters import meet
from arbiter.games.tekumel.fight import fight
from arbiter.games.tekumel.market import trade_roll

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

    assert offered(t)["hard"] == f"Hard: {trade // 2} or less for {cards} cards more"


def test_heroes_and_missions_say_what_they_are():
    table = arbiter.new("tekumel", 2, seed=1)
    for hero_card, read in offered(table).items():
        assert WORDS[f"card_text.{hero_card}"] in read
        assert f"Mind {BOOK.heroes[hero_card].mind}" in read
    for ask in list(table.asks):
        table.answer(ask.seat, ask.values[0])

    for mission, read in offered(table).items():
        assert WORDS[f"card_text.{mission}"] in read
