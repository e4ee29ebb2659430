"""Two thousand games: every card, Ability, Advantage and Supporter is used, and every kind of decision is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from arbiter.core import playout
from arbiter.core.options import read_options
from arbiter.games.yummell import GAME, Yummell
from arbiter.games.yummell.book import book
from arbiter.games.yummell.effects import HandLimit, IgnorePresenceCost, PushBack, PushReduction
from arbiter.games.yummell.interpret import points, way
from arbiter.games.yummell.sources import CREATURE
from arbiter.kit.numbers import Sum

CONTENT = book()
GAMES = 2000
ROUNDS = 15
"""A game is cut short after so many rounds: what can be used at all is used long before."""

# The decisions of the ledger and the asks in which they are taken; 1 is the choice of options, 25 is Yhop's.
DECISIONS = {
    2: "character",
    3: "tile",
    4: "supporters",
    5: "window",
    6: "target",
    7: "move",
    8: "path",
    9: "stop",
    10: "aid",
    11: "challenge",
    12: "lost",
    13: "won",
    14: "order",
    15: "discard",
    16: "artefact",
    17: "react",
    18: "peek",
    19: "exchange",
    20: "reorder",
    21: "artefact",
    22: "sort",
    23: "again",
    24: "sharp",
}


def sources(total: Sum) -> Iterator[str]:
    """The keys of whatever changes a number."""
    for name in (term.name for term in total.terms()):
        kind, _, key = name.key.partition(".")
        if kind == "thing" or "source" in name.args:
            yield name.args.get("source", key)


class Watch:
    """A player that answers at random or by advice, and notes what is asked, played and used."""

    def __init__(self, advised: bool) -> None:
        self.advised = advised
        self.asked: Counter[str] = Counter()
        self.used: Counter[str] = Counter()

    def __call__(self, state, ask, rng):
        self.asked[ask.prompt] += 1
        answer = GAME.hint(state, ask, rng) if self.advised else ask.sample(rng)
        prompt = ask.prompt
        if prompt in ("window", "aid", "react", "lost"):
            self.note(state, ask.seat, answer)
        elif prompt in ("move", "again", "challenge") and answer != "rest":
            self.used[f"number {CONTENT.cards[answer].key}"] += 1
        if prompt in ("aid", "challenge", "order") and CONTENT.cards[state.turn.met].type == CREATURE:
            self.used[CONTENT.cards[state.turn.met].key] += 1
        if prompt == "won" and answer != ask.values[0]:
            self.used["pathfinding"] += 1
        if prompt in ("stop", "move"):
            self.passive(state, ask)
        return answer

    def note(self, state, seat, answer):
        word, number = answer
        if word in ("play", "use"):
            self.used[CONTENT.cards[number].key] += 1
        elif word == "supporter":
            self.used[CONTENT.sources[number].key] += 1
        elif word == "ability":
            self.used[CONTENT.sources[state.character[seat]].key] += 1
        elif word == "advantage":
            self.used[CONTENT.sources[state.advantage[seat]].key] += 1

    def passive(self, state, ask):
        """Whatever is always on is used when it changes a cost, the MP, a limit or a push."""
        g, seat = Yummell(state), ask.seat
        character, advantage = (CONTENT.sources[held[seat]] for held in (state.character, state.advantage))
        if ask.prompt == "move":
            for card in state.hand[seat].cards:
                self.used.update(sources(points(g, seat, CONTENT.numbers[card])))
            if advantage.changes(HandLimit) and state.turn.played and state.turn.activated:
                self.used[advantage.key] += 1
            return
        here = state.at[seat]
        for square, total, _, _ in way(g, seat, state.path[seat]):
            self.used.update(sources(total))
            if character.changes(IgnorePresenceCost) and square != g.course.last and square in state.at:
                self.used[character.key] += 1
            if square == max(ask.values) or square == here:
                break


def watched(seats: int, game: int, options: dict[str, object]) -> Watch:
    watch = Watch(advised=game % 2 == 0)
    state = GAME.start(seats, read_options(GAME, options))
    pushed = PushWatch(watch)
    playout(GAME, state, Random(f"usage {game}"), pushed)
    return watch


class PushWatch:
    """Notes when steadfastness makes a push shorter: a card that pushes is aimed at its owner."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch

    def __call__(self, state, ask, rng):
        answer = self.watch(state, ask, rng)
        if ask.prompt == "target":
            source = CONTENT.find(ask.args["card"])
            advantage = CONTENT.sources[state.advantage[answer]]
            pushes = any(isinstance(deed, PushBack) for deed in source.deeds)
            if pushes and advantage.changes(PushReduction):
                self.watch.used[advantage.key] += 1
        return answer


def test_in_two_thousand_games_everything_is_used_and_every_decision_is_asked():
    asked: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for game in range(GAMES):
        options: dict[str, object] = {
            "track": ("built", "suited", "yhops_stroll", "vote")[game % 4],
            "characters": ("random", "pick")[game % 7 == 0],
            "supporters": ("dealt", "chosen", "dealt", "off", "chosen")[game % 5],
            "round_limit": ROUNDS,
        }
        watch = watched(2 + game // 4 % 7, game, options)
        asked += watch.asked
        used += watch.used
    assert {source.key for source in CONTENT.sources} - set(used) == set()
    assert {f"number {source.key}" for source in CONTENT.cards} - set(used) == set()
    assert set(asked) == {*DECISIONS.values(), "vote"}


@pytest.mark.parametrize("decision", sorted(set(DECISIONS)))
def test_every_decision_of_the_ledger_has_its_ask(decision):
    ids = [entry["id"] for entry in GAME.ledger()["decision"]]
    assert f"YUM-DEC-{decision}" in ids
    assert DECISIONS[decision] in GAME.catalogue()
