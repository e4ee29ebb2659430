"""Advice for bots: which card to spend on movement, what to keep for Challenges, when to use what; and the plain
answers given for a player whose clock has run out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from arbiter.core import Ask, Choose, Several

from . import actions, interpret, movement
from .race import Yummell
from .tiles import LETTERS
from .worth import action_worth, best_card, card_use, furthest, harmful, meeting_worth

Advice = Callable[[Yummell, Any, Random], Any]


def hint(g: Yummell, ask: Ask, rng: Random) -> Any:
    """A sensible answer to any ask of the game."""
    if isinstance(ask, Choose) and len(ask.values) == 1:
        return ask.values[0]
    advise = ADVICE.get(ask.prompt)
    return None if advise is None else advise(g, ask, rng)


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
    card, worth = best_card(g, ask.seat, s.hand[ask.seat])
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
    if any(power.target == "companion" for power in powers) and furthest_ != course.last:
        for square in ask.values:
            near = course.to_go[square] - course.to_go[furthest_] <= 1 and square != s.at[ask.seat]
            if near and any(s.active[other] and at == square for other, at in enumerate(s.at)):
                return square
    return furthest_


def aid(g: Yummell, ask: Choose, rng: Random) -> Any:
    """Help in a Challenge that is lost without and can be won with it; what costs nothing comes first."""
    s = g.state
    creature = g.cards[s.met]
    numbers = sorted(g.numbers[card] for card in s.hand[ask.seat])
    if not numbers:
        return actions.PASS
    kind = creature.characteristic
    total = interpret.strength(g, ask.seat, kind).total
    spare = creature.challenge + 1 - total
    if numbers[0] >= spare:
        return actions.PASS
    gains = {}
    values = g.sources[s.character[ask.seat]].values
    for action in ask.values[1:]:
        source = actions.source_of(g, ask.seat, action)[0]
        gain = source.challenge_of[0]
        if source.instead >= 0:
            gain = values[source.instead] - values[kind]
        gains[action] = gain
    useful = {action: gain for action, gain in gains.items() if gain > 0}
    free = [action for action in useful if action in (actions.ABILITY, actions.ADVANTAGE)]
    if free:
        return max(free, key=lambda action: useful[action])
    if numbers[-1] < spare <= numbers[-1] + sum(useful.values()):
        return max(useful, key=lambda action: useful[action])
    return actions.PASS


def challenge(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The lowest card that wins, if it is worth it; else the lowest card."""
    creature = g.cards[g.state.met]
    total = interpret.strength(g, ask.seat, creature.characteristic).total
    by_number = sorted(ask.values, key=lambda card: (g.numbers[card] + card_use(g, card), card))
    for card in by_number:
        if total + g.numbers[card] > creature.challenge:
            return card
    return by_number[0]


def target(g: Yummell, ask: Choose, rng: Random) -> Any:
    """Good things to oneself, bad ones to whoever is furthest ahead."""
    s, course = g.state, g.course
    source = g.catalogue.find(str((ask.args or {})["card"]))
    if source.target == "any_character" and ask.seat in ask.values:
        return ask.seat
    return min(ask.values, key=lambda other: (course.to_go[s.at[other]], other))


def artefact(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The Artefact that is worth most: low numbers carry strong effects. One's own is given up the other way round."""
    mine = ask.values[0] in g.state.active[ask.seat]
    return sorted(ask.values, key=lambda card: (g.numbers[card], card), reverse=mine)[0]


def lowest(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The card that will be missed least."""
    return min(ask.values, key=lambda card: (g.numbers[card] + card_use(g, card), card))


def order(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The best card goes under the others, where nobody can hook it."""
    return max(ask.values, key=lambda card: (g.numbers[card], card))


def discard_low(g: Yummell, ask: Choose, rng: Random) -> Any:
    """A low card is thrown away, a good one kept."""
    cards = [card for card in ask.values if card is not None]
    worst = min(cards, key=lambda card: (g.numbers[card] + card_use(g, card), card))
    return worst if g.numbers[worst] <= 3 else None


def peek(g: Yummell, ask: Choose, rng: Random) -> Any:
    """What would hurt as an encounter goes to the bottom."""
    return meeting_worth(g, ask.seat, g.state.top[0]) < 0


def reorder(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The best encounter first."""
    return max(ask.values, key=lambda cards: meeting_worth(g, ask.seat, cards[0]))


def exchange(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The worst card for the best one."""
    pairs = [pair for pair in ask.values if pair is not None]
    mine, theirs = max(pairs, key=lambda pair: (g.numbers[pair[1]] - g.numbers[pair[0]], pair))
    return (mine, theirs) if g.numbers[theirs] > g.numbers[mine] else None


def react(g: Yummell, ask: Choose, rng: Random) -> Any:
    """Cancel what harms."""
    source = g.catalogue.find(str((ask.args or {})["card"]))
    return ask.values[1] if harmful(source) else ask.values[0]


def tile(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The tile that suits one's own feet better than the others'."""
    costs = interpret.pace(g, ask.seat).costs

    def favour(spot: tuple[int, int]) -> float:
        piece = g.catalogue.tiles.by_number[spot[0]]
        kinds = [LETTERS[piece.grid[y][x]] for x, y in piece.path]
        return sum((1, 2, 2, 3)[kind] - costs[kind] for kind in kinds) + rng.random() * 0.5

    return max(ask.values, key=favour)


def pick(g: Yummell, ask: Choose, rng: Random) -> Any:
    """Any champion will do."""
    return ask.values[int(rng.random() * len(ask.values))]


def enlist(g: Yummell, ask: Several, rng: Random) -> Any:
    """Speed and help in Challenges, with a surprise."""
    named = [value for value in ask.values if g.sources[value[0]].boost or g.sources[value[0]].challenge_of[0]]
    other = ask.values[int(rng.random() * len(ask.values))]
    chosen = [value for value in named if value[1] == 0 and value != other][:2]
    return tuple(value for value in ask.values if value in chosen or value == other)


def carried(g: Yummell, ask: Choose, rng: Random) -> Any:
    """Let the bearers come."""
    return ask.values[1]


ADVICE: dict[str, Advice] = {
    "window": window,
    "move": move,
    "again": move,
    "path": path,
    "stop": stop,
    "won": stop,
    "aid": aid,
    "challenge": challenge,
    "target": target,
    "artefact": artefact,
    "discard": lowest,
    "order": order,
    "sort": discard_low,
    "sharp": discard_low,
    "peek": peek,
    "reorder": reorder,
    "exchange": exchange,
    "react": react,
    "tile": tile,
    "character": pick,
    "supporters": enlist,
    "lost": carried,
}


def left_to_go(g: Yummell, seat: int, mp: int, only: int | None = None) -> int:
    """How many squares are left when a character goes as far as it can, on its own path or the best one open."""
    s, course = g.state, g.course
    paths = [only] if only is not None else [s.path[seat]] if s.path[seat] >= 0 else range(len(course.paths))
    ends = [stops[-1] for path in paths if (stops := movement.reach(g, seat, path, mp))]
    return min((course.to_go[square] for square in ends), default=course.to_go[s.at[seat]])


def default(g: Yummell, ask: Ask) -> Any:
    """The plain answer for a seat that does not decide in time."""
    rng = Random(0)
    if isinstance(ask, Several):
        return ()
    assert isinstance(ask, Choose)
    first = ask.values[0]
    if ask.prompt == "move":
        cards = [card for card in ask.values if card != movement.REST]
        left = {card: left_to_go(g, ask.seat, movement.movement_points(g, ask.seat, g.numbers[card])) for card in cards}
        return min(cards, key=lambda card: (left[card], g.numbers[card]))
    if ask.prompt == "path":
        mp = int((ask.args or {}).get("mp", 1))
        open_paths = [path for path in ask.values if path >= 0]
        return min(open_paths, key=lambda path: (left_to_go(g, ask.seat, mp, path), path))
    if ask.prompt == "stop":
        return min(ask.values, key=lambda square: g.course.to_go[square])
    if ask.prompt == "challenge":
        creature = g.cards[g.state.met]
        total = interpret.strength(g, ask.seat, creature.characteristic).total
        by_number = sorted(ask.values, key=lambda card: g.numbers[card])
        return next((card for card in by_number if total + g.numbers[card] > creature.challenge), by_number[0])
    if ask.prompt == "discard":
        return min(ask.values, key=lambda card: g.numbers[card])
    if ask.prompt == "react":
        return react(g, ask, rng)
    if ask.prompt == "lost":
        return ask.values[1]
    return first
