"""Advice for bots: which card to spend on movement, what to keep for Challenges, when to use what; and the plain
answers given for a player whose clock has run out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from arbiter.core import Ask, Choose, Several

from . import actions, encounters, interpret, movement
from .catalogue import ARTEFACT, CREATURE, EVENT, Source
from .race import Yummell
from .tiles import LETTERS

MEAN_NUMBER = 4.2
SQUARES_PER_MP = 0.6
KEEP = 0.25
"""How many squares a point on a card is worth when it is kept for later."""

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


def action_worth(g: Yummell, seat: int, action: tuple[Any, ...]) -> float:
    """How many squares an action is worth now; a card from hand is weighed against the card drawn for it."""
    source, card = actions.source_of(g, seat, action)
    word = action[0]
    refill = (MEAN_NUMBER - source.number) * KEEP if word in ("play", "activate") else 0.0
    if word == "activate":
        return 1.0 + refill if len(g.state.hand[seat]) > 1 else 0.0
    worth = effect_worth(g, seat, source, card)
    return worth + refill if worth > 0 else 0.0


def effect_worth(g: Yummell, seat: int, source: Source, card: int) -> float:
    """How many squares the effect of a source is worth to a seat at this moment."""
    s = g.state
    early = bool(s.window & actions.W1)
    worth = 0.0
    if source.boost or source.exactly or any(source.terrain) or source.move[0]:
        if source.curse:
            return 0.8 if rivals(g, source, seat) else 0.0
        return movement_worth(g, seat, source, card) if early else 0.0
    if source.malus:
        return 1.2
    if source.curse:
        return 0.8
    if source.challenge_of[0]:
        return 0.7 * max(0.0, win_chance(g, seat, source.challenge_of[0]) - win_chance(g, seat, 0)) * 2
    if source.skip:
        return 0.6 if win_chance(g, seat, 0) < 0.35 else 0.0
    for deed in source.deeds:
        worth += deed_worth(g, seat, source, type(deed).__name__, deed)
    return worth


def deed_worth(g: Yummell, seat: int, source: Source, name: str, deed: Any) -> float:
    """The worth of one deed."""
    s, course = g.state, g.course
    hand = s.hand[seat]
    late = bool(s.window & actions.W3)
    if name == "MoveForward":
        return float(course.to_go[s.at[seat]] - course.to_go[movement.square_forward(g, seat, deed.squares)])
    if name in ("PushBack", "MustRest", "DiscardRandom", "DestroyArtefact"):
        hit = actions.targets(g, source, seat)
        rival = rivals(g, source, seat)
        strength = {"PushBack": 0.5 * getattr(deed, "squares", 0), "MustRest": 1.5, "DiscardRandom": 0.3}.get(name, 0.4)
        return strength * (len(hit) if source.target == "all_others" else 1) if rival else 0.0
    if name in ("SwapPlaces", "MoveToNearestAhead"):
        far = [course.to_go[s.at[seat]] - course.to_go[s.at[other]] for other in actions.targets(g, source, seat)]
        gained = max(far, default=0)
        return float(gained) if gained > 1 or late else 0.0
    if name == "StealArtefact":
        return 1.5
    if name == "RemoveCurses":
        return 1.0 * len(s.curses[seat])
    if name == "Draw":
        return 0.8 * deed.count if len(hand) + deed.count <= 5 or s.window & actions.W1 else 0.1
    if name == "LookHand":
        return 0.3
    if name == "ExchangeCard":
        return 0.7 if hand else 0.0
    if name == "PeekTop":
        return 0.4 if encounters.due(g) and (s.window & actions.W2 or deed.count > 1) else 0.0
    if name == "DiscardChoice":
        return 0.5 if hand and min(g.numbers[card] for card in hand) <= 3 and len(hand) <= 4 else 0.0
    if name == "TakeTopDiscard":
        return (g.numbers[s.discard[-1]] - 4.0) * 0.5 if s.discard else 0.0
    if name == "Mulligan":
        return 0.4 * sum(g.numbers[card] <= 2 for card in hand)
    if name == "ExtraMovement":
        best = best_card(g, seat, hand)[1]
        return best - 1.0
    if name == "FinishActivation":
        ready = [g.cards[card] for card in s.activating[seat]]
        return 0.8 if any(one.windows & 7 for one in ready) else 0.0
    return 0.5


def rivals(g: Yummell, source: Source, seat: int) -> list[int]:
    """The opponents a source can hit that are worth hitting: those ahead, or the leader among those it can reach."""
    s, course = g.state, g.course
    hit = [other for other in actions.targets(g, source, seat) if other != seat]
    return sorted(hit, key=lambda other: course.to_go[s.at[other]])


def movement_worth(g: Yummell, seat: int, source: Source, card: int) -> float:
    """How many more squares the best movement card brings with this source in force."""
    s = g.state
    before = best_card(g, seat, [one for one in s.hand[seat] if one != card])[1]
    shelf: list[int] = s.boosts if source.boost else s.lasting if source.type == EVENT else s.in_force
    shelf.append(card if shelf is s.lasting else source.index)
    after = best_card(g, seat, [one for one in s.hand[seat] if one != card])[1]
    shelf.pop()
    gained = after - before
    return gained if gained >= (1.0 if source.type == EVENT else 1.5) else 0.0


def best_card(g: Yummell, seat: int, hand: list[int]) -> tuple[int, float]:
    """The movement card that brings most, and what it brings in squares, what is kept for later counted in."""
    best, worth = -1, 0.0
    togo = g.course.to_go[g.state.at[seat]]
    chances = chance_table(g, seat)
    numbers = sorted((g.numbers[card] for card in hand), reverse=True)
    reached: dict[int, int] = {}
    for card in hand:
        number = g.numbers[card]
        squares = reached.get(number, -1)
        if squares < 0:
            squares = reached[number] = furthest(g, seat, movement.movement_points(g, seat, number))[1]
        if not squares:
            continue
        rest = numbers[0] if number < numbers[0] or len(numbers) < 2 else numbers[1]
        value = squares - KEEP * number * (togo > 8) + 0.8 * chances[min(rest, 20)] * (len(numbers) > 1)
        value += KEEP * MEAN_NUMBER - card_use(g, card)
        if best < 0 or value > worth:
            best, worth = card, value
    return best, worth


def card_use(g: Yummell, card: int) -> float:
    """What is lost by spending a card's effect for its number."""
    source = g.cards[card]
    return 0.0 if source.type == CREATURE else 0.3 if source.type == EVENT else 0.4


def furthest(g: Yummell, seat: int, mp: int) -> tuple[int, int, int]:
    """The path (of those still open), the squares gained, and the square in which to stop."""
    s, course = g.state, g.course
    here = s.at[seat]
    best = (-1, 0, here)
    worth = 0.0
    for path in [s.path[seat]] if s.path[seat] >= 0 else range(len(course.paths)):
        stops = movement.reach(g, seat, path, mp)
        if stops:
            squares = course.to_go[here] - course.to_go[stops[-1]]
            value = float(squares)
            if here == 0:
                squares = stops[-1] - course.first[path] + 1 if stops[-1] <= course.end[path] else squares
                route = course.routes(path)
                left = route[route.index(stops[-1]) + 1 : len(route) - course.last + course.merge]
                costs = interpret.pace(g, seat).costs
                beyond = max(0, stops[-1] - course.merge)
                value = 1000.0 + 2 * beyond - sum(max(1, costs[course.terrain[square]]) for square in left)
            if value > worth:
                best, worth = (path, squares, stops[-1]), value
    return best


def chance_table(g: Yummell, seat: int) -> list[float]:
    """For each number on the best card kept: the chance to meet a Creature and beat it with that card."""
    values = g.sources[g.state.character[seat]].values
    paces: dict[Any, Any] = g.catalogue.paces
    key = ("chances", *values)
    table: list[float] | None = paces.get(key)
    if table is None:
        deck = g.cards
        table = [
            sum(one.type == CREATURE and values[one.characteristic] + n > one.challenge for one in deck) / len(deck)
            for n in range(21)
        ]
        paces[key] = table
    return table


def win_chance(g: Yummell, seat: int, bonus: int) -> float:
    """The chance to beat a Creature, if one comes, with the best card in hand and a bonus."""
    best = max((g.numbers[card] for card in g.state.hand[seat]), default=-20)
    table = chance_table(g, seat)
    # With a 20 every Creature is beaten, so the last entry is the chance to meet one at all.
    return table[max(0, min(20, best + bonus))] / table[20] if table[20] else 0.0


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


def meeting_worth(g: Yummell, seat: int, card: int) -> float:
    """What meeting this card is worth in squares."""
    source = g.cards[card]
    if source.type == ARTEFACT:
        return 1.0
    if source.type == CREATURE:
        best = max((g.numbers[one] for one in g.state.hand[seat]), default=-20)
        return (
            1.0 if g.sources[g.state.character[seat]].values[source.characteristic] + best > source.challenge else -1.0
        )
    if not source.arrow:
        return 0.0
    return 1.0 if source.target in ("self", "any_character") else -1.0


def exchange(g: Yummell, ask: Choose, rng: Random) -> Any:
    """The worst card for the best one."""
    pairs = [pair for pair in ask.values if pair is not None]
    mine, theirs = max(pairs, key=lambda pair: (g.numbers[pair[1]] - g.numbers[pair[0]], pair))
    return (mine, theirs) if g.numbers[theirs] > g.numbers[mine] else None


def react(g: Yummell, ask: Choose, rng: Random) -> Any:
    """Cancel what harms."""
    source = g.catalogue.find(str((ask.args or {})["card"]))
    return ask.values[1] if harmful(source) else ask.values[0]


def harmful(source: Source) -> bool:
    """Does it push, curse, rob, mire, slow down, exchange or look into a hand?"""
    bad = {"PushBack", "MustRest", "DiscardRandom", "SwapPlaces", "StealArtefact", "DestroyArtefact", "LookHand"}
    return source.curse or bool(source.malus) or any(type(deed).__name__ in bad for deed in source.deeds)


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
