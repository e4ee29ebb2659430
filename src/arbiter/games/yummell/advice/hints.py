"""Advice for bots: which card to spend on movement, what to keep for Challenges, when to use what."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from arbiter.core import Ask, Choose, Several

from .. import choices, interpret, movement
from ..effects import ChallengeBonus, NextCardBonus, UseCharacteristic
from ..numbers import TERRAIN_COSTS
from ..race import Yummell
from ..sources import Source
from ..tiles import LETTERS
from .plain import carried, challenge, react
from .worth import action_worth, best_card, card_use, furthest, ground_costs, meeting_worth

Advice = Callable[[Yummell, Any, Random], Any]


def hint(g: Yummell, ask: Ask, rng: Random) -> Any:
    """A sensible answer to any ask of the game."""
    if isinstance(ask, Choose) and len(ask.values) == 1:
        return ask.values[0]
    return ADVICE[ask.prompt](g, ask, rng) if ask.prompt in ADVICE else None


def window(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The most useful action, if any is worth its card."""
    best, worth = ask.values[0], 0.0
    for action in ask.values[1:]:
        value = action_worth(g, ask.seat, action) if action[0] != "pass" else 0.0
        if value > worth:
            best, worth = action, value
    return best


def move(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The movement card, or Rest where no card brings the character on or the Curses weigh too much."""
    s = g.state
    card, worth = best_card(g, ask.seat, s.hand[ask.seat].cards)
    if ask.prompt == "again":
        return card if card >= 0 else ask.values[0]
    if card < 0 or (len(s.curses[ask.seat]) >= 2 and worth < 2.5):
        return movement.REST
    return card


def path(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The start path that leaves the cheapest way."""
    chosen = furthest(g, ask.seat, int((ask.args or {}).get("mp", 1)))[0]
    return chosen if chosen in ask.values else ask.values[0]


def stop(g: Yummell, ask: Choose, rng: Random) -> Any:
    """As far as it goes; next to a rival with an Artefact if the thief can then help himself."""
    s, course = g.state, g.course
    furthest_ = min(ask.values, key=lambda square: course.to_go[square])
    powers = (g.sources[s.character[ask.seat]], g.sources[s.advantage[ask.seat]])
    if any(power.use.target == "companion" for power in powers) and furthest_ != course.last:
        for square in ask.values:
            near = course.to_go[square] - course.to_go[furthest_] <= 1 and square != s.at[ask.seat]
            if near and any(s.active[other] and at == square for other, at in enumerate(s.at)):
                return square
    return furthest_


def aid(g: Yummell, ask: Choose, rng: Random) -> Any:
    """Help in a Challenge that is lost without and can be won with it; what costs nothing comes first."""
    creature = g.met()
    numbers = sorted(g.numbers[card] for card in g.state.hand[ask.seat].cards)
    if not numbers:
        return choices.PASS
    kind = creature.characteristic
    spare = creature.challenge + 1 - interpret.strength(g, ask.seat, kind).value
    if numbers[0] >= spare:
        return choices.PASS
    gains = {action: gain(g, ask.seat, g.source_of(ask.seat, action)[0], kind) for action in ask.values[1:]}
    useful = {action: gain for action, gain in gains.items() if gain > 0}
    free = [action for action in useful if action in (choices.ABILITY, choices.ADVANTAGE)]
    if free:
        return max(free, key=lambda action: useful[action])
    if numbers[-1] < spare <= numbers[-1] + sum(useful.values()):
        return max(useful, key=lambda action: useful[action])
    return choices.PASS


def gain(g: Yummell, seat: int, source: Source, characteristic: str) -> int:
    """What an aid adds in a Challenge on this Characteristic."""
    sheet = g.sources[g.state.character[seat]].entry
    for change in source.changes(UseCharacteristic):
        return int(sheet.value(change.value) - sheet.value(characteristic))
    return sum(bonus.value for bonus in source.changes(ChallengeBonus))


def spared(g: Yummell, card: int) -> tuple[float, int]:
    """How much a card will be missed."""
    return g.numbers[card] + card_use(g, card), card


def target(g: Yummell, ask: Choose, rng: Random) -> Any:
    """Good things to oneself, bad ones to whoever is furthest ahead."""
    s, course = g.state, g.course
    source = g.book.find(str((ask.args or {})["card"]))
    if source.use.target == "any_character" and ask.seat in ask.values:
        return ask.seat
    return min(ask.values, key=lambda other: (course.to_go[s.at[other]], other))


def artefact(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The Artefact that is worth most: low numbers carry strong effects. One's own is given up the other way round."""
    mine = ask.values[0] in g.state.active[ask.seat]
    return sorted(ask.values, key=lambda card: (g.numbers[card], card), reverse=mine)[0]


def order(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The best card goes under the others, where nobody can hook it."""
    return max(ask.values, key=lambda card: (g.numbers[card], card))


def discard_low(g: Yummell, ask: Choose, rng: Random) -> Any:
    """A low card is thrown away, a good one kept."""
    worst = min((card for card in ask.values if card is not None), key=partial(spared, g))
    return worst if g.numbers[worst] <= 3 else None


def peek(g: Yummell, ask: Choose, rng: Random) -> Any:
    """What would hurt as an encounter goes to the bottom."""
    return meeting_worth(g, ask.seat, g.state.deck.top[0]) < 0


def reorder(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The best encounter first."""
    return max(ask.values, key=lambda cards: meeting_worth(g, ask.seat, cards[0]))


def exchange(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The worst card for the best one."""
    pairs = [pair for pair in ask.values if pair is not None]
    mine, theirs = max(pairs, key=lambda pair: (g.numbers[pair[1]] - g.numbers[pair[0]], pair))
    return (mine, theirs) if g.numbers[theirs] > g.numbers[mine] else None


def tile(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The tile that suits one's own feet better than the others'."""
    costs = ground_costs(g, ask.seat)

    def favour(spot: tuple[int, int]) -> float:
        piece = g.book.tiles.by_number[spot[0]]
        kinds = [LETTERS[piece.grid[y][x]] for x, y in piece.path]
        return sum(TERRAIN_COSTS[kind] - costs[kind] for kind in kinds) + rng.random() * 0.5

    return max(ask.values, key=favour)


def enlist(g: Yummell, ask: Several, rng: Random) -> Any:
    """Speed and help in Challenges, with a surprise."""
    good = (NextCardBonus, ChallengeBonus)
    named = [value for value in ask.values if any(g.sources[value[0]].changes(kind) for kind in good)]
    other = ask.values[int(rng.random() * len(ask.values))]
    chosen = [value for value in named if value[1] == 0 and value != other][:2]
    return tuple(value for value in ask.values if value in chosen or value == other)


ADVICE: dict[str, Advice] = {
    "window": window,
    "move": move,
    "again": move,
    "path": path,
    "stop": stop,
    "won": stop,
    "aid": aid,
    "challenge": lambda g, ask, rng: challenge(g, ask, partial(spared, g)),
    "target": target,
    "artefact": artefact,
    "discard": lambda g, ask, rng: min(ask.values, key=partial(spared, g)),
    "order": order,
    "sort": discard_low,
    "sharp": discard_low,
    "peek": peek,
    "reorder": reorder,
    "exchange": exchange,
    "react": lambda g, ask, rng: react(g, ask),
    "tile": tile,
    "character": lambda g, ask, rng: ask.sample(rng),
    "supporters": enlist,
    "vote": lambda g, ask, rng: ask.sample(rng),
    "lost": lambda g, ask, rng: carried(g, ask),
}
