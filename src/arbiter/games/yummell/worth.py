"""What things are worth, in squares: the reckoning behind the advice for bots."""

from __future__ import annotations

from typing import Any

from . import actions, encounters, interpret, movement
from .race import Yummell
from .sources import ARTEFACT, CREATURE, EVENT, Source

MEAN_NUMBER = 4.2
SQUARES_PER_MP = 0.6
KEEP = 0.25
"""How many squares a point on a card is worth when it is kept for later."""


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


def harmful(source: Source) -> bool:
    """Does it push, curse, rob, mire, slow down, exchange or look into a hand?"""
    bad = {"PushBack", "MustRest", "DiscardRandom", "SwapPlaces", "StealArtefact", "DestroyArtefact", "LookHand"}
    return source.curse or bool(source.malus) or any(type(deed).__name__ in bad for deed in source.deeds)
