"""What things are worth, in squares: the reckoning behind the advice for bots."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .. import choices, effects, encounters, interpret, movement
from ..book import Book
from ..effects import ChallengeBonus, MovementBonus, NextCardBonus, NextMovementMalus, SkipEncounter
from ..numbers import TERRAIN_COSTS
from ..race import Yummell
from ..sources import ARTEFACT, CREATURE, EVENT, OPEN_WINDOWS, W1, W2, W3, Source

MEAN_NUMBER = 4.2
KEEP = 0.25
"""How many squares a point on a card is worth when it is kept for later."""
MOVING = {NextCardBonus, effects.SquareCostExactly, effects.TerrainCost, MovementBonus}
"""The changes that bring a character further."""
HARM = (
    effects.PushBack, effects.MustRest, effects.DiscardRandom, effects.SwapPlaces, effects.StealArtefact,
    effects.DestroyArtefact, effects.LookHand,
)  # fmt: skip


def action_worth(g: Yummell, seat: int, action: tuple[Any, ...]) -> float:
    """How many squares an action is worth now; a card from hand is weighed against the card drawn for it."""
    source, card = g.source_of(seat, action)
    word = action[0]
    refill = (MEAN_NUMBER - source.number) * KEEP if word in ("play", "activate") else 0.0
    if word == "activate":
        return 1.0 + refill if len(g.state.hand[seat].cards) > 1 else 0.0
    worth = effect_worth(g, seat, source, card)
    return worth + refill if worth > 0 else 0.0


def effect_worth(g: Yummell, seat: int, source: Source, card: int) -> float:
    """How many squares the effect of a source is worth to a seat at this moment."""
    if source.curse:
        return 0.8 if rivals(g, source, seat) else 0.0
    if source.standing.keys() & MOVING:
        return movement_worth(g, seat, source, card) if g.state.turn.window & W1 else 0.0
    if source.changes(NextMovementMalus):
        return 1.2
    if bonus := sum(change.value for change in source.changes(ChallengeBonus)):
        return 0.7 * max(0.0, win_chance(g, seat, bonus) - win_chance(g, seat, 0)) * 2
    if source.changes(SkipEncounter):
        return 0.6 if win_chance(g, seat, 0) < 0.35 else 0.0
    return sum(deed_worth(g, seat, source, deed) for deed in source.deeds)


def deed_worth(g: Yummell, seat: int, source: Source, deed: Any) -> float:
    """The worth of one deed."""
    s, course = g.state, g.course
    hand = s.hand[seat].cards
    window = s.turn.window
    match deed:
        case effects.MoveForward():
            return float(course.to_go[s.at[seat]] - course.to_go[movement.square_forward(g, seat, deed.squares)])
        case effects.PushBack() | effects.MustRest() | effects.DiscardRandom() | effects.DestroyArtefact():
            hit = len(choices.targets(g, source.use, seat)) if source.use.target == "all_others" else 1
            return harm(deed) * hit if rivals(g, source, seat) else 0.0
        case effects.SwapPlaces() | effects.MoveToNearestAhead():
            others = choices.targets(g, source.use, seat)
            gained = max((course.to_go[s.at[seat]] - course.to_go[s.at[other]] for other in others), default=0)
            return float(gained) if gained > 1 or window & W3 else 0.0
        case effects.StealArtefact():
            return 1.5
        case effects.RemoveCurses():
            return 1.0 * len(s.curses[seat])
        case effects.Draw():
            return 0.8 * deed.count if len(hand) + deed.count <= 5 or window & W1 else 0.1
        case effects.LookHand():
            return 0.3
        case effects.ExchangeCard():
            return 0.7 if hand else 0.0
        case effects.PeekTop():
            return 0.9 if encounters.due(g) and (window & W2 or deed.count > 1) else 0.5
        case effects.DiscardChoice():
            return 0.5 if hand and min(g.numbers[card] for card in hand) <= 3 and len(hand) <= 4 else 0.0
        case effects.TakeTopDiscard():
            return (g.numbers[s.deck.discard[-1]] - 4.0) * 0.5 if s.deck.discard else 0.0
        case effects.Mulligan():
            return 0.4 * sum(g.numbers[card] <= 2 for card in hand)
        case effects.ExtraMovement():
            return best_card(g, seat, hand)[1] - 1.0
        case effects.FinishActivation():
            ready = [g.cards[card] for card in s.turn.activating]
            return 0.8 if any(one.use.windows & OPEN_WINDOWS for one in ready) else 0.0
    return 0.5


def harm(deed: Any) -> float:
    """How many squares a deed costs the one it hits."""
    if isinstance(deed, effects.PushBack):
        return 0.5 * deed.squares
    return 1.5 if isinstance(deed, effects.MustRest) else 0.3 if isinstance(deed, effects.DiscardRandom) else 0.4


def rivals(g: Yummell, source: Source, seat: int) -> list[int]:
    """The opponents a source can hit that are worth hitting: those ahead, or the leader among those it can reach."""
    s, course = g.state, g.course
    hit = [other for other in choices.targets(g, source.use, seat) if other != seat]
    return sorted(hit, key=lambda other: course.to_go[s.at[other]])


def movement_worth(g: Yummell, seat: int, source: Source, card: int) -> float:
    """How many more squares the best movement card brings with this source in force."""
    s = g.state
    hand = [one for one in s.hand[seat].cards if one != card]
    before, kept = best_card(g, seat, hand)[1], s.lasting[seat]
    g.last(seat, source, source.lasts)
    gained = best_card(g, seat, hand)[1] - before
    s.lasting[seat] = kept
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
            squares = reached[number] = furthest(g, seat, interpret.points(g, seat, number).value)[1]
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
    return {CREATURE: 0.0, EVENT: 0.3, ARTEFACT: 0.4}[g.cards[card].type]


def furthest(g: Yummell, seat: int, mp: int) -> tuple[int, int, int]:
    """The path (of those still open), the squares gained, and the square in which to stop."""
    s, course = g.state, g.course
    here = s.at[seat]
    best = (-1, 0, here)
    worth = 0.0
    for path in [s.path[seat]] if s.path[seat] >= 0 else range(len(course.paths)):
        stops = movement.stops(g, seat, path, mp)
        if stops:
            squares = course.to_go[here] - course.to_go[stops[-1]]
            value = float(squares)
            if here == 0:
                route = course.routes[path]
                squares = route.index(stops[-1]) + 1 if stops[-1] < course.merge else squares
                left = route[route.index(stops[-1]) + 1 : len(route) - course.last + course.merge]
                costs = ground_costs(g, seat)
                beyond = max(0, stops[-1] - course.merge)
                value = 1000.0 + 2 * beyond - sum(max(1, costs[course.terrain[square]]) for square in left)
            if value > worth:
                best, worth = (path, squares, stops[-1]), value
    return best


def ground_costs(g: Yummell, seat: int) -> list[int]:
    """What an empty square of each terrain costs a character now."""
    costs = interpret.in_force(g, seat).further
    return [costs[terrain, 0][0] for terrain in range(len(TERRAIN_COSTS))]


def chance_table(g: Yummell, seat: int) -> list[float]:
    """For each number on the best card kept: the chance to meet a Creature and beat it with that card."""
    return _chances(g.book, g.state.character[seat])


@lru_cache
def _chances(content: Book, character: int) -> list[float]:
    sheet = content.sources[character].entry
    creatures = [card.entry for card in content.cards if card.type == CREATURE]
    lacking = [one.challenge - sheet.value(one.characteristic) for one in creatures]
    return [sum(number > gap for gap in lacking) / len(content.cards) for number in range(21)]


def win_chance(g: Yummell, seat: int, bonus: int) -> float:
    """The chance to beat a Creature, if one comes, with the best card in hand and a bonus."""
    best = max((g.numbers[card] for card in g.state.hand[seat].cards), default=-20)
    table = chance_table(g, seat)
    # With a 20 every Creature is beaten, so the last entry is the chance to meet one at all.
    return table[max(0, min(20, best + bonus))] / table[20] if table[20] else 0.0


def meeting_worth(g: Yummell, seat: int, card: int) -> float:
    """What meeting this card is worth in squares."""
    source = g.cards[card]
    if source.type == ARTEFACT:
        return 1.0
    if source.type == CREATURE:
        best = max((g.numbers[one] for one in g.state.hand[seat].cards), default=-20)
        value = g.sources[g.state.character[seat]].entry.value(source.entry.characteristic)
        return 1.0 if value + best > source.entry.challenge else -1.0
    if not source.arrow:
        return 0.0
    return 1.0 if source.use.target in ("self", "any_character") else -1.0


def harmful(source: Source) -> bool:
    """Does it push, curse, rob, mire, slow down, exchange or look into a hand?"""
    return (
        source.curse or bool(source.changes(NextMovementMalus)) or any(isinstance(deed, HARM) for deed in source.deeds)
    )
