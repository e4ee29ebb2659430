"""Every card, row and ability does something: each is used at a moment it is meant for, and what is always on works."""

from contextlib import suppress

import pytest

from arbiter.games.tekumel import encounters, mission_window
from arbiter.games.tekumel.adventures import adventure
from arbiter.games.tekumel.effects import EFFECTS, RULES, STANDING
from arbiter.games.tekumel.evading import try_evade
from arbiter.games.tekumel.fight import fight
from arbiter.games.tekumel.skill_tests import skill_test
from arbiter.games.tekumel.state import Attempt, Fight, StepEnds, TurnEnds, reading
from arbiter.games.tekumel.wounds import take_wounds
from arbiter.kit import cards
from arbiter.kit.effects import If

from .table import BOOK, hero, named, position

CARDS = {**BOOK.actions, **BOOK.spells, **BOOK.equipment}
USES = [(card, moment) for card in CARDS for moment in sorted(BOOK.sources[card].when)]
ROWS = [(terrain, row.roll) for terrain, table in BOOK.adventures.items() for row in table.rows]
AT = {
    terrain: next(key for key, place in BOOK.places.items() if place.terrain == terrain) for terrain in BOOK.adventures
}


def owner(card, at="47", **more):
    """A Hero who has a card ready, wounds to heal and money to spend."""
    kind = BOOK.sources[card].kind
    zone = {"action": "hand", "spell": "spells", "equipment": "items"}[kind]
    return hero("H1", at, **{"items": "", zone: card, "wounds": 3, "kaitar": 9, **more})


def ends(rules):
    """Rules that may end the step or the turn."""

    def run(g):
        with suppress(StepEnds, TurnEnds):
            yield from rules(g)

    return run


def moments(card, moment, seed):
    """Tables at which a moment comes that a card is meant for."""
    skills = [skill for effect in BOOK.sources[card].effects for skill in getattr(effect, "skills", ())]
    match moment:
        case "movement" | "own_turn":
            yield position(owner(card))
        case "market":
            yield position(owner(card, at="2"), step="market", seed=seed)
        case "meeting":
            yield position(owner(card), step="encounters", tops={"encounters": "E10"})
        case "evade":
            yield position(owner(card), rules=lambda g: try_evade(g, 0, "F5"))
        case "test" | "failed":
            for skill in skills:
                yield position(
                    owner(card, at="45"), rules=lambda g, s=skill: skill_test(g, 0, s, "average"), rolls=[10]
                )
        case "hurt":
            yield position(owner(card), rules=ends(lambda g: take_wounds(g, 0, 1)))
        case "site":
            yield position(owner(card, at="45"), step="encounters", seed=seed)
        case _:
            for foe in ("E33", "E20", "F5"):
                yield position(owner(card), rules=ends(lambda g, f=foe: fight(g, 0, f)), seed=seed)


def used(t, use):
    """Play on until a card can be used, use it, and play on; was it?"""
    turn, done = (t.state.round, t.state.mover), False
    while not t.over and (t.state.round, t.state.mover) == turn:
        ask = t.asks[0]
        values = [option.value for option in ask.options() or ()]
        if not done and use in values:
            done = True
            t.answer(ask.seat, use)
        elif ask.prompt == "market.take":
            t.answer(ask.seat, "open")
        else:
            t.answer(ask.seat, t.game.default(t.state, ask))
    return done


@pytest.mark.parametrize(("card", "moment"), USES)
def test_every_card_can_be_used_at_each_of_its_moments(card, moment):
    use = (BOOK.sources[card].verb, named(card))
    tables = (t for seed in range(1, 30) for t in moments(card, moment, seed))
    t = next((t for t in tables if used(t, use)), None)

    assert t is not None, "it is never offered"
    assert t.told(f"used.{use[0]}")[0]["card"] == card


@pytest.mark.rule("TEK-GAP-EFFECT-ORDER")
@pytest.mark.parametrize(("terrain", "die"), ROWS)
@pytest.mark.parametrize("luck", [1, 10])
def test_every_row_of_every_table_happens(terrain, die, luck):
    made = hero("H1", AT[terrain], items="Q01", hand="A25", wounds=3, bussan=1)
    rules = ends(lambda g: encounters.encounters(g, 0) if g.state.fight else adventure(g, 0))
    t = position(made, rules=rules, rolls=[die, luck, *[luck] * 9], tops={"encounters": "E10 E13"})
    t.rest()

    assert t.over
    assert t.told("adventure.row") == [{"seat": 0, "row": f"{terrain}.{die}"}]
    assert len(t.events(None)) > 2 or t.hero().lasting, "nothing came of it"


@pytest.mark.parametrize("card", [card for card, foe in BOOK.foes.items() if foe.talk])
def test_every_talk_brings_something(card):
    t = position(hero("H1", spells="S09", items="Q01", wounds=3), rules=lambda g: encounters.talk(g, 0, card))
    if t.asks and t.asks[0].prompt == "market.sell_full":
        t.say(["Q01"])
    t.rest()

    assert t.over
    assert t.state != t.game.built


@pytest.mark.parametrize("card", [card for card, action in BOOK.actions.items() if action.sign])
def test_every_line_for_a_mission_window_works(card):
    def rules(g):
        g.state.attempt = Attempt(())
        g.state.loose.append(cards.lay_open(g, g.state.heroes[1].hand, named(card)))
        yield from mission_window.last_word(g, 0, [(1, named(card))])

    t = position(hero("H1", mission="M01", wounds=3), hero("H3", hand=card), rules=rules)
    t.rest()

    assert t.over
    assert t.told("window.counts") == [{"seat": 1, "card": card}]
    assert t.state.actions.discard == [named(card)]
    assert t.hero(1).bussan == (BOOK.actions[card].sign == "negative")


@pytest.mark.parametrize("source", [key for key, source in BOOK.sources.items() if source.standing])
def test_whatever_is_always_on_works(source):
    kind = BOOK.sources[source].kind
    made = hero(source, "45") if kind == "hero" else hero("H4", "45", **{"items": "", _ZONE[kind]: source})
    s = position(made, hero("H2", items="") if source != "H2" else hero("H3", items="")).state
    # The conditions of some: an undead foe, and a Spell of fire that was cast.
    s.fight = Fight(0, "F5", casts={"0": "S03a"})
    g = reading(s)

    for word in BOOK.sources[source].standing:
        assert source in [found for _, found in g.in_force(0, word)], word


_ZONE = {"equipment": "items", "encounter": "companions"}


def test_every_word_has_a_meaning():
    said = {type(effect) for source in BOOK.sources.values() for effect in source.all}
    conditions = {
        type(test) for source in BOOK.sources.values() for e in source.all if isinstance(e, If) for test in e.tests
    }

    assert said <= set(EFFECTS)
    assert [word for word in said if word not in STANDING and not RULES.meant(word)] == []
    assert [word for word in conditions if not RULES.meant(word)] == []
