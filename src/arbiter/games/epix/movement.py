"""Move & Attack: which units may move where and attack what, and moving them."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import Any, NamedTuple

from arbiter.core import Choose, Illegal, Option, Rules, rule

from .abilities import effects
from .attack import attack, bombard, bribed, capture, first_defender, guesses, standing
from .board import BITS, Answer, Board
from .contents import CAMP, CATAPULT, KNIGHT, PIECES, SOLDIER, UNIT, UNITS
from .entries import Passage, Stride
from .recruitment import twins
from .state import ANY, OTHERS, ROW, Epix, EpixState, enemies, holder, owner, standing_at, stir

END = ("end",)
FAR = 99
"""As many steps as a unit likes."""
RIDES = 1 << 13
"""How many different rides of Knights are remembered."""


@rule("EPIX-MA-1", "EPIX-MA-4", "EPIX-KNIGHT-1", "EPIX-KNIGHT-2")
def move_attack(g: Epix, seat: int) -> Rules[bool]:
    """The next move or attack, with any own unit, or the end; whether the Move & Attack action goes on."""
    found = deeds(g, seat)
    answer: Answer = END
    if found:
        found.append(END)
        refuse = partial(_refuse, g, seat)
        answer = yield Choose(seat, found, "act", partial(_option, g, seat), refuse, rule="EPIX-MA-1")
    if answer == END:
        end_action(g.state)
        return False
    kind, unit, path = answer[0], UNIT[answer[1]], [g.board.number[name] for name in answer[2:]]
    if kind == "move":
        move(g, seat, unit, path)
    elif unit == CATAPULT:
        yield from bombard(g, seat, *path)
    else:
        yield from attack(g, seat, unit, *path)
    return True


def end_action(s: EpixState) -> None:
    """No unit is finished any more."""
    s.spent = [0] * len(s.spent)
    stir(s)


class Ground(NamedTuple):
    """What provinces are to a player: where enemies stand, what is defended, and where just a Catapult stands."""

    enemies: int
    defended: int
    lone: int


@rule("EPIX-MA-6", "EPIX-CAT-12")
def ground(s: EpixState, board: Board, seat: int) -> Ground:
    """How the provinces stand to a player. A Catapult does not defend; a castle always is defended."""
    stand, defended, found = s.stand, garrisons(board, s.castles[seat]), 0
    for row in OTHERS[s.seats][seat]:
        defended |= stand[row] | stand[row + 1] | stand[row + 2]
        found |= stand[row + ANY]
    return Ground(found, defended, found & ~defended)


@rule("EPIX-LAND-7", "EPIX-CASTLE-1")
def garrisons(board: Board, castle: int) -> int:
    """The castles of the others: a Garrison is always there."""
    return board.keeps & ~(1 << castle)


def deeds(g: Epix, seat: int) -> list[Answer]:
    """Every legal move and attack of a player's units."""
    s, board = g.state, g.board
    land, cards, own, reached = ground(s, board, seat), s.abilities[seat], seat * ROW, reaches(board)
    found: list[Answer] = []
    for unit in ACTIVE:
        if s.stand[own + unit] and (able := fit(s, seat, unit)):
            MOVES[unit](s, board, seat, able, land, found)
            victims, attacks, far = attackable(land, board, unit, cards), board.attacks[unit], reached[unit]
            for p in BITS[able]:
                found += attacks[p][far[p] & victims]
    return found


@rule("EPIX-CAMP-1", "EPIX-MOVE-7")
def active() -> tuple[int, ...]:
    """The units that can do anything in this action: a Camp neither moves nor attacks."""
    return tuple(unit for unit, name in enumerate(UNITS) if PIECES[name].reach.elsewhere or PIECES[name].steps)


ACTIVE = active()


@rule("EPIX-CAT-15")
def fit(s: EpixState, seat: int, unit: int) -> int:
    """Where a player's units of a kind stand that can still act: not finished, and no Catapult captured this season."""
    able = s.stand[seat * ROW + unit] & ~s.spent[unit]
    return able & ~s.captured if unit == CATAPULT else able


# Moving: each rule is a set of provinces that it bars to a kind of unit.


@rule("EPIX-MA-2", "EPIX-KNIGHT-4")
def hostile(land: Ground, unit: int) -> int:
    """Units move into empty or friendly provinces only; a Catapult left alone keeps out nobody but a Catapult."""
    return land.enemies | land.defended if unit == CATAPULT else land.defended


@rule("EPIX-MOVE-6")
def summit(board: Board, cards: int) -> int:
    """A Knight never enters Kilimandjora, unless Mountain Guides lead it."""
    return 0 if effects(cards, Passage) else board.mountain


def enterable(land: Ground, board: Board, unit: int, cards: int) -> int:
    """Where a unit may set foot."""
    barred = hostile(land, unit)
    return board.everywhere & ~(barred | summit(board, cards) if unit == KNIGHT else barred)


@cache
@rule("EPIX-MOVE-1")
def steps(cards: int, unit: int) -> int:
    """How many steps a unit moves: a Soldier one, Camps and Catapults none, a Knight as many as there are."""
    printed = PIECES[UNITS[unit]].steps
    by_cards = [effect.steps for effect in effects(cards, Stride) if effect.unit == UNITS[unit]]
    return FAR if printed == "any" else max([printed, *by_cards])


@rule("EPIX-MOVE-2")
def march(s: EpixState, board: Board, seat: int, able: int, land: Ground, found: list[Answer]) -> None:
    """A Soldier goes to a neighbour, the own castle included, or one further with a Forced March."""
    cards, moves = s.abilities[seat], board.moves[SOLDIER]
    free = enterable(land, board, SOLDIER, cards)
    room, far = free & ~twins(s, seat)[SOLDIER], steps(cards, SOLDIER) > 1
    for p in BITS[able]:
        found += moves[p][board.near[p] & room]
        if far:
            march_on(board, p, free & ~land.lone, room & ~(board.near[p] & free | 1 << p), found)


def march_on(board: Board, p: int, through: int, room: int, found: list[Answer]) -> None:
    """The second step of a Forced March, to each place by one way."""
    for q in board.adjacent[p]:
        if through >> q & 1:
            for r in board.adjacent[q]:
                if room >> r & 1:
                    room &= ~(1 << r)
                    found.append((*board.moves[SOLDIER][p].row[q], board.names[r]))


@rule("EPIX-MOVE-4", "EPIX-MOVE-5")
def ride(s: EpixState, board: Board, seat: int, able: int, land: Ground, found: list[Answer]) -> None:
    """A Knight goes as far as it likes, through the own castle too; it may pass its fellow but not stop there."""
    rested = able & ~s.resting
    if not rested:
        return
    free, full, lone = enterable(land, board, KNIGHT, s.abilities[seat]), twins(s, seat)[KNIGHT], land.lone
    for p in BITS[rested]:
        around = region(board, p, free)
        paths = rides(board, p, around, lone & around, full & around)
        found += [path for path in paths if not comes_back(s, board, seat, path, lone)] if s.stood else paths


@lru_cache(RIDES)
def region(board: Board, start: int, free: int) -> int:
    """Where a Knight can get to over open ground; its own place counts."""
    found = frontier = 1 << start
    while frontier:
        beside = 0
        for p in BITS[frontier]:
            beside |= board.near[p]
        frontier = beside & free & ~found
        found |= frontier
    return found


@lru_cache(RIDES)
def rides(board: Board, start: int, land: int, lone: int, full: int) -> tuple[Answer, ...]:
    """To each place of a region by a shortest path; none ends where there is no room."""
    if lone:
        return raids(board, start, land, lone, full)
    names, adjacent = board.names, board.adjacent
    line: list[int] = [start]
    paths: list[Answer] = [("move", "knight", names[start])]
    reached = 1 << start
    ends = []
    for at, path in zip(line, paths, strict=False):
        for q in adjacent[at]:
            if (land & ~reached) >> q & 1:
                reached |= 1 << q
                line.append(q)
                longer = (*path, names[q])
                paths.append(longer)
                if not full >> q & 1:
                    ends.append(longer)
    return tuple(ends)


def raids(board: Board, start: int, land: int, lone: int, full: int) -> tuple[Answer, ...]:
    """Rides on which lone Catapults can be captured: to each place once for each set of them, by a shortest path."""
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    paths: list[tuple[int, ...]] = [(start,)]
    for path in paths:
        for q in board.adjacent[path[-1]]:
            if land >> q & 1 and q not in path:
                longer = (*path, q)
                paths.append(longer)
                found.setdefault((q, sum([1 << at for at in longer if lone >> at & 1])), longer)
    names = board.names
    return tuple(("move", "knight", *[names[at] for at in path]) for (q, _), path in found.items() if not full >> q & 1)


def comes_back(s: EpixState, board: Board, seat: int, path: Answer, lone: int) -> bool:
    """Whether a Knight's move would bring back a position that already stood in this action."""
    if any(lone >> board.number[name] & 1 for name in path[2:]):
        return False
    return s.stand[seat * ROW + KNIGHT] ^ 1 << board.number[path[2]] ^ 1 << board.number[path[-1]] in s.stood


def roll(s: EpixState, board: Board, seat: int, able: int, land: Ground, found: list[Answer]) -> None:
    """A Catapult on wheels goes to a neighbour."""
    if not fixed(s.abilities[seat]):
        room = enterable(land, board, CATAPULT, s.abilities[seat]) & ~twins(s, seat)[CATAPULT]
        for p in BITS[able]:
            found += board.moves[CATAPULT][p][board.near[p] & room]


@rule("EPIX-MOVE-8")
def fixed(cards: int) -> bool:
    """A Catapult never moves, unless Wheeled Engines take it a step."""
    return steps(cards, CATAPULT) == 0


MOVES = {SOLDIER: march, KNIGHT: ride, CATAPULT: roll}


def move(g: Epix, seat: int, unit: int, path: list[int]) -> None:
    """Carry out a move: the unit goes its way and captures what stands alone there."""
    s, names = g.state, g.board.names
    start, end = path[0], path[-1]
    before, foreign = s.stand[seat * ROW + KNIGHT], enemies(s, seat)
    # What stands in the way of a legal move can only be a Catapult left alone.
    taken = [(p, owner(s, p)) for p in path[1:] if foreign >> p & 1]
    g.shift(seat, unit, start, end)
    g.tell("act.moved", seat=seat, unit=UNITS[unit], origin=names[start], target=names[end])
    for p, loser in taken:
        capture(g, seat, p, loser)
    tire(s, unit, end, before, bool(taken))


@rule("EPIX-MOVE-3")
def tire(s: EpixState, unit: int, end: int, before: int, captured: bool) -> None:
    """Who has moved is finished for this action; only a Knight may go on, once something else has happened."""
    if unit != KNIGHT:
        s.spent[unit] |= 1 << end
    if unit != KNIGHT or captured:
        stir(s)
    elif s.knight_rest:
        s.resting |= 1 << end
    else:
        s.stood.append(before)


# Attacking


@rule("EPIX-MA-3", "EPIX-CAT-1", "EPIX-CAT-3")
def reach(board: Board, unit: int, province: int) -> int:
    """How far a unit attacks from a province: next door, a Catapult in Kilimandjora two steps away, a Camp never."""
    away = PIECES[UNITS[unit]].reach
    far = away.mountain if board.mountain >> province & 1 else away.elsewhere
    return (0, board.near[province], board.within_two[province])[far]


@cache
def reaches(board: Board) -> tuple[tuple[int, ...], ...]:
    """Unit and province -> what the unit could attack from there."""
    return tuple(tuple(reach(board, unit, p) for p in range(len(board.names))) for unit in range(len(UNITS)))


@rule("EPIX-ATTACK-1", "EPIX-CAT-7")
def foes(land: Ground, unit: int) -> int:
    """Where there is somebody to attack: who defends, the Garrison too; for a Catapult any unit, but no Garrison."""
    return land.enemies if unit == CATAPULT else land.defended


@rule("EPIX-CAT-2")
def beyond_catapults(board: Board) -> int:
    """A Catapult never attacks Kilimandjora."""
    return board.mountain


@rule("EPIX-KNIGHT-5")
def beyond_knights(board: Board, cards: int) -> int:
    """A Knight never attacks Kilimandjora, unless Mountain Guides lead it."""
    return 0 if effects(cards, Passage) else board.mountain


def attackable(land: Ground, board: Board, unit: int, cards: int) -> int:
    """What a unit may attack wherever it reaches that far."""
    found = foes(land, unit)
    if unit == KNIGHT:
        return found & ~beyond_knights(board, cards)
    return found & ~beyond_catapults(board) if unit == CATAPULT else found


# What people see


def _option(g: Epix, seat: int, value: Answer) -> Option:
    if value == END:
        return Option(value, "act.end")
    s, number = g.state, g.board.number
    kind, unit, origin, *path = value
    ids = (standing_at(s, seat, unit, number[origin]), path[-1])
    if kind == "move":
        key = "act.march" if len(path) > 1 else "act.move"
        return Option(value, key, {"unit": unit, "origin": origin, "target": path[-1], "via": path[:-1]}, ids)
    target = number[path[0]]
    args = {"unit": unit, "origin": origin, "target": path[0], "seat": holder(s, target)}
    return Option(value, "act.doomed" if doomed(g, seat, UNIT[unit], target) else "act.attack", args, ids)


def doomed(g: Epix, seat: int, unit: int, target: int) -> bool:
    """Whether an attack is bound to fail: the defender can name every bid the Gold allows, bribed or not."""
    s, defender = g.state, holder(g.state, target)
    victims = standing(s, defender, target) if unit == CATAPULT else [first_defender(s, defender, target)]
    number = max([guesses(s, g.board, defender, target, victim) for victim in victims])
    return s.gold[seat] < bribed(g, seat, number)


def _refuse(g: Epix, seat: int, value: Any) -> Illegal | None:
    number = g.board.number
    if len(value) < 4 or value[0] not in ("move", "attack") or value[1] not in UNIT:
        return None
    for name in value[2:]:
        if name not in number:
            return Illegal("act.no_province", "EPIX-LAND-4", name=name)
    unit, path = UNIT[value[1]], [number[name] for name in value[2:]]
    return why_not_act(g, seat, unit, path[0]) or (why_not_attack if value[0] == "attack" else why_not_move)(
        g, seat, unit, path
    )


def why_not_act(g: Epix, seat: int, unit: int, p: int) -> Illegal | None:
    """Why a player's unit in a province can do nothing."""
    s, args = g.state, {"unit": UNITS[unit], "province": g.board.names[p]}
    if not s.stand[seat * ROW + unit] >> p & 1:
        return Illegal("act.no_unit", "EPIX-MA-1", **args)
    if not fit(s, seat, unit) >> p & 1:
        if s.spent[unit] >> p & 1:
            return Illegal("act.finished", "EPIX-MOVE-3" if unit == SOLDIER else "EPIX-CASTLE-7", **args)
        return Illegal("act.captured", "EPIX-CAT-15", **args)
    return None


def why_not_move(g: Epix, seat: int, unit: int, path: list[int]) -> Illegal | None:
    """Why a unit may not make this move: the same sets of provinces, asked one by one."""
    s, board = g.state, g.board
    cards, land, names = s.abilities[seat], ground(s, board, seat), board.names
    end, far = path[-1], steps(cards, unit)
    args = {"unit": UNITS[unit]}
    if not far:
        return Illegal("move.never", "EPIX-MOVE-7" if unit == CAMP else "EPIX-MOVE-8", **args)
    for here, there in pairwise(path):
        if not board.near[here] >> there & 1:
            return Illegal("move.no_border", "EPIX-MA-2", province=names[there], origin=names[here])
        if unit == KNIGHT and summit(board, cards) >> there & 1:
            return Illegal("move.mountain", "EPIX-MOVE-6", province=names[there], **args)
        if hostile(land, unit) >> there & 1:
            return Illegal("move.enemy", "EPIX-MA-2", province=names[there], **args)
    if len(set(path)) < len(path):
        return Illegal("move.twice", "EPIX-G-LOOP")
    if len(path) - 1 > far:
        return Illegal("move.too_far", "EPIX-MOVE-1" if unit == SOLDIER else "EPIX-MOVE-8", steps=far, **args)
    if unit == SOLDIER and any(land.lone >> p & 1 for p in path[1:-1]):
        return Illegal("move.capture_ends", "EPIX-CAT-11", **args)
    if twins(s, seat)[unit] >> end & 1:
        return Illegal("recruit.twin", "EPIX-REC-5", province=names[end], **args)
    if unit == KNIGHT and s.resting >> path[0] & 1:
        return Illegal("move.rests", "EPIX-KNIGHT-1")
    answer = ("move", UNITS[unit], *(names[p] for p in path))
    if unit == KNIGHT and comes_back(s, board, seat, answer, land.lone):
        return Illegal("move.comes_back", "EPIX-KNIGHT-1")
    return Illegal("move.other_path", "EPIX-G-LOOP", province=names[end], **args)


def why_not_attack(g: Epix, seat: int, unit: int, path: list[int]) -> Illegal | None:
    """Why a unit may not make this attack: the same sets of provinces, asked one by one."""
    s, board = g.state, g.board
    p, target, land = path[0], path[-1], ground(s, board, seat)
    args = {"unit": UNITS[unit], "origin": board.names[p], "target": board.names[target]}
    if not reach(board, unit, p):
        return Illegal("attack.never", "EPIX-CAMP-1", **args)
    if unit == CATAPULT and beyond_catapults(board) >> target & 1:
        return Illegal("attack.mountain", "EPIX-CAT-2", **args)
    if unit == KNIGHT and beyond_knights(board, s.abilities[seat]) >> target & 1:
        return Illegal("attack.mountain", "EPIX-KNIGHT-5", **args)
    if len(path) > 2 or not reach(board, unit, p) >> target & 1:
        return Illegal("attack.out_of_reach", "EPIX-MA-3", **args)
    if foes(land, unit) >> target & 1:
        return None
    if unit == CATAPULT and garrisons(board, s.castles[seat]) >> target & 1:
        return Illegal("attack.garrison", "EPIX-CAT-7", **args)
    if land.lone >> target & 1:
        return Illegal("attack.lone", "EPIX-CAT-12", **args)
    return Illegal("attack.nobody", "EPIX-ATTACK-1", **args)
