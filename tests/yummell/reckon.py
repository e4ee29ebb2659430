"""The formulas of the ledger written down once more, plainly and from the cards' data, to hold the rules against."""

from __future__ import annotations

from arbiter.games.yummell import Race
from arbiter.games.yummell.book import book

TERRAINS = ("plain", "woods", "hills", "swamp")
COSTS = {"plain": 1, "woods": 2, "hills": 2, "swamp": 3}


def effects(race: Race, seat: int) -> list:
    """The effects of all that is in force for a seat, cards first."""
    content = book(race.options.packs)
    turn = race.turn
    sources = [content.cards[card] for card in race.curses[seat]]
    if seat == race.mover:
        sources += [content.cards[card] for card in turn.events]
    powers = (content.sources[race.advantage[seat]], content.sources[race.character[seat]])
    sources += [power for power in powers if power.entry.mode == "passive"]
    return lasting(race, seat, "turn") + [effect for source in sources for effect in source.entry.effects]


def lasting(race: Race, seat: int, until: str) -> list:
    """The effects that are in force for a seat though their card is gone."""
    content = book(race.options.packs)
    return [content.find(one.source).entry.effects[one.at] for one in race.lasting[seat] if one.until == until]


def tag(effect) -> str:
    return effect.__struct_config__.tag


def mp(race: Race, seat: int, number: int) -> int:
    """max(1, card number + all bonuses - all maluses)"""
    total = number
    for effect in effects(race, seat):
        if tag(effect) == "movement_bonus" and number <= (effect.max_number or 99):
            total += effect.value
    total += sum(effect.value for effect in lasting(race, seat, "movement"))
    total -= sum(effect.value for effect in lasting(race, seat, "next_movement"))
    return max(1, total)


def reached(race: Race, seat: int, path: int, points: int) -> list[int]:
    """The squares in which a character may stop: max(1, terrain + changes + presence + passing) for each on the way."""
    content = book(race.options.packs)
    course = content.course(race.layout)
    found, now = effects(race, seat), race.at[seat]
    troll = next((n for n, key in enumerate(race.character) if content.sources[key].key == "ombrulla"), seat)
    stops, first, entered = [], True, -1
    while now != course.last:
        now = course.ahead(path, now)
        terrain = TERRAINS[course.terrain[now]]
        cost = COSTS[terrain]
        for effect in found:
            if first and tag(effect) == "set_first_terrain_cost":
                cost = effect.value
        cost += sum(effect.delta for effect in found if tag(effect) == "terrain_cost" and effect.terrain == terrain)
        others = [at for other, at in enumerate(race.at) if other != seat and at == now and now != course.last]
        if not any(tag(effect) == "ignore_presence_cost" for effect in found):
            cost += len(others)
        if troll != seat and race.at[troll] == entered:
            cost += 1
        cost = max(1, cost)
        for effect in found:
            if tag(effect) == "square_cost_exactly":
                cost = effect.value
        points -= cost
        if points < 0:
            break
        if len(others) < 2:
            stops.append(now)
        first, entered = False, now
    return stops


def strength(race: Race, seat: int, characteristic: str, number: int) -> int:
    """The Characteristic, the card and all bonuses."""
    content = book(race.options.packs)
    aids = lasting(race, seat, "challenge")
    used = characteristic
    for effect in aids:
        if tag(effect) == "use_characteristic":
            used = effect.value
    total = number + getattr(content.sources[race.character[seat]].entry, used)
    for effect in [*effects(race, seat), *aids]:
        if tag(effect) == "challenge_bonus" and effect.characteristic in (None, characteristic):
            total += effect.value
    return total
