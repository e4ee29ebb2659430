"""Move & Attack: which units may move where and attack what, and moving them."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from arbiter.core import Choose, Illegal, Option, Rules, copied, rule

from .attack import attack, bombard, capture, first_defender, range_of
from .board import CAMP, CATAPULT, FORCED_MARCH, KNIGHT, MOUNTAIN_GUIDES, SOLDIER, UNIT, UNITS, WHEELED_ENGINES
from .state import Epix, EpixState, guesses, holder

END = ("end",)
OPEN, LONE, HOSTILE = range(3)
"""What a province is to a player: free to enter, free to enter with a Catapult to capture there, or defended."""


def begin_move_attack(g: Epix) -> None:
    """A fresh action: no unit is finished yet."""
    s = g.state
    s.spent = [0] * len(s.units)
    s.resting = 0
    s.stood = [] if s.knight_rest else [position(s)]


@rule("EPIX-MA-1", "EPIX-MA-4", "EPIX-KNIGHT-1", "EPIX-KNIGHT-2", "EPIX-KNIGHT-3")
def move_attack(g: Epix, seat: int) -> Rules[None]:
    """The next move or attack, with any own unit, until the player ends the action or no unit can do anything."""
    s = g.state
    found = doings(g, seat)
    answer: tuple[str, ...] = END
    if found:
        found.append(END)
        answer = yield Choose(
            seat, found, "act", partial(_option, g, seat), partial(_refuse, g, seat), rule="EPIX-MA-1"
        )
    if answer == END:
        s.action = ""
        s.spent = [0] * len(s.units)
        s.resting = 0
        s.stood = []
        return
    number = g.board.number
    unit, path = UNIT[answer[1]], [number[name] for name in answer[2:]]
    if answer[0] == "move":
        move(g, seat, unit, path)
    elif unit == CATAPULT:
        yield from bombard(g, seat, path[0], path[1])
    else:
        yield from attack(g, seat, unit, path[0], path[1])
    if not s.knight_rest:
        s.stood.append(position(s))


def position(s: EpixState) -> str:
    """What makes two positions of an action the same: units, finished marks and Gold."""
    return f"{s.owner}{s.units}{s.spent}{s.gold}"


@rule("EPIX-MA-2", "EPIX-KNIGHT-4", "EPIX-CAT-12")
def ways(s: EpixState, seat: int) -> list[int]:
    """What each province is to a seat. A castle of another is always defended, by its Garrison if by nobody else."""
    return [
        (HOSTILE if keep >= 0 and keep != seat else OPEN)
        if whose < 0 or whose == seat
        else (LONE if units == _LONE_CATAPULT and keep < 0 else HOSTILE)
        for whose, keep, units in zip(s.owner, s.keep, s.units, strict=True)
    ]


_LONE_CATAPULT = 1 << CATAPULT


@rule("EPIX-MA-3", "EPIX-ATTACK-1", "EPIX-ATTACK-15", "EPIX-KNIGHT-5", "EPIX-MOVE-7", "EPIX-CAMP-1")
def doings(g: Epix, seat: int) -> list[tuple[str, ...]]:
    """Every legal move and attack of a seat's units. Camps do neither."""
    s, board = g.state, g.board
    way = ways(s, seat)
    units, owner, spent = s.units, s.owner, s.spent
    adjacent = board.adjacent
    abilities = s.abilities[seat]
    found: list[tuple[str, ...]] = []
    for p, whose in enumerate(owner):
        if whose != seat:
            continue
        able = units[p] & ~spent[p]
        if able & 1 << SOLDIER:
            soldier_moves(g, seat, p, way, found)
            attacks = board.attacks[SOLDIER][p]
            for q in adjacent[p]:
                if way[q] == HOSTILE:
                    found.append(attacks[q])
        if able & 1 << KNIGHT:
            barred = -1 if abilities & MOUNTAIN_GUIDES else board.mountain
            if not s.resting >> p & 1:
                knight_moves(g, seat, p, way, barred, found)
            attacks = board.attacks[KNIGHT][p]
            for q in adjacent[p]:
                if way[q] == HOSTILE and q != barred:
                    found.append(attacks[q])
        if able & 1 << CATAPULT and not s.captured >> p & 1:
            attacks = board.attacks[CATAPULT][p]
            for q in range_of(board, p):
                if owner[q] >= 0 and owner[q] != seat:
                    found.append(attacks[q])
            if abilities & WHEELED_ENGINES:
                catapult_moves(g, seat, p, way, found)
    if not s.knight_rest and found:
        found = [value for value in found if value[0] != "move" or after(g, seat, value) not in s.stood]
    return found


def after(g: Epix, seat: int, value: tuple[str, ...]) -> str:
    """The position a move would bring about."""
    s = g.state
    kept = copied(s)
    trial = type(g)(kept, _Silent)
    trial.board = g.board
    move(trial, seat, UNIT[value[1]], [g.board.number[name] for name in value[2:]])
    return position(kept)


class _Mute:
    """A host for trying a move out: nobody hears of it."""

    def tell(self, key: str, seats: tuple[int, ...] | None = None, /, **args: Any) -> None:
        pass

    def settle(self) -> None:
        pass


_Silent: Any = _Mute()


@rule("EPIX-MOVE-1", "EPIX-MOVE-2", "EPIX-MOVE-3")
def soldier_moves(g: Epix, seat: int, p: int, way: list[int], found: list[tuple[str, ...]]) -> None:
    """A Soldier moves one step, one or two with a Forced March, not to another own Soldier."""
    s, board = g.state, g.board
    moves, units, owner = board.moves[SOLDIER][p], s.units, s.owner
    for q in board.adjacent[p]:
        if way[q] != HOSTILE and not (units[q] & 1 << SOLDIER and owner[q] == seat):
            found.append(moves[q])
    if s.abilities[seat] & FORCED_MARCH:
        near = board.adjacent[p]
        reached = {p, *(q for q in near if way[q] != HOSTILE)}
        for q in near:
            if way[q] != OPEN:
                continue
            for r in board.adjacent[q]:
                if r in reached or way[r] == HOSTILE or (owner[r] == seat and units[r] & 1 << SOLDIER):
                    continue
                reached.add(r)
                found.append((*moves[q], board.names[r]))


@rule("EPIX-MOVE-4", "EPIX-MOVE-5", "EPIX-MOVE-6")
def knight_moves(g: Epix, seat: int, p: int, way: list[int], barred: int, found: list[tuple[str, ...]]) -> None:
    """A Knight goes as far as it likes over open ground: to each place by a shortest path, and once more
    for each other set of lone Catapults that it could capture on its way there."""
    s, board = g.state, g.board
    adjacent, names, units, owner = board.adjacent, board.names, s.units, s.owner
    line = [p]
    paths: list[tuple[str, ...]] = [("move", "knight", names[p])]
    reached = 1 << p | (1 << barred if barred >= 0 else 0)
    ends: list[tuple[str, ...]] = []
    for at, path in zip(line, paths, strict=False):
        for q in adjacent[at]:
            if not reached >> q & 1 and way[q] != HOSTILE:
                if way[q] == LONE:
                    found += _knight_captures(g, seat, p, way, barred)
                    return
                reached |= 1 << q
                line.append(q)
                longer = (*path, names[q])
                paths.append(longer)
                if not (units[q] & 1 << KNIGHT and owner[q] == seat):
                    ends.append(longer)
    found += ends


def _knight_captures(g: Epix, seat: int, p: int, way: list[int], barred: int) -> list[tuple[str, ...]]:
    """All ends of a Knight's paths that differ in place or in the Catapults captured, each by a shortest path."""
    s, board = g.state, g.board
    found: dict[tuple[int, frozenset[int]], tuple[int, ...]] = {}
    paths: list[tuple[int, ...]] = [(p,)]
    for path in paths:
        for q in board.adjacent[path[-1]]:
            if q in path or way[q] == HOSTILE or q == barred:
                continue
            longer = (*path, q)
            end = (q, frozenset(at for at in longer if way[at] == LONE))
            if end not in found:
                found[end] = longer
            paths.append(longer)
    return [
        ("move", "knight", *(board.names[at] for at in path))
        for (q, _), path in found.items()
        if not (s.units[q] & 1 << KNIGHT and s.owner[q] == seat)
    ]


@rule("EPIX-MOVE-8")
def catapult_moves(g: Epix, seat: int, p: int, way: list[int], found: list[tuple[str, ...]]) -> None:
    """A Catapult stays where it is, unless Wheeled Engines take it one step, never onto another Catapult."""
    s, board = g.state, g.board
    moves = board.moves[CATAPULT][p]
    found += [moves[q] for q in board.adjacent[p] if way[q] == OPEN and not s.units[q] & 1 << CATAPULT]


def move(g: Epix, seat: int, unit: int, path: list[int]) -> None:
    """Carry out a move: the unit leaves, captures what stands alone on its way, and arrives."""
    s = g.state
    origin, end = path[0], path[-1]
    g.lift(unit, origin)
    if unit != KNIGHT:
        s.resting = 0
    names = g.board.names
    g.tell("act.moved", seat=seat, unit=UNITS[unit], province=names[origin], to_province=names[end])
    rests = s.knight_rest
    for p in path[1:]:
        if s.units[p] == 1 << CATAPULT and s.owner[p] != seat:
            capture(g, seat, p)
            s.resting = 0
            rests = False
    s.owner[end] = seat
    s.units[end] |= 1 << unit
    if unit != KNIGHT:
        s.spent[end] |= 1 << unit
    elif rests:
        s.resting |= 1 << end


def _option(g: Epix, seat: int, value: tuple[str, ...]) -> Option:
    s, board = g.state, g.board
    if value == END:
        return Option(value, "act.end")
    kind, unit, origin, *path = value
    ids = (f"{origin}.{unit}", path[-1])
    if kind == "move":
        key = "act.march" if len(path) > 1 else "act.move"
        return Option(value, key, {"unit": unit, "origin": origin, "target": path[-1], "via": path[:-1]}, ids)
    target = board.number[path[0]]
    needed = max(guesses(s, target, one) for one in victims(s, target, UNIT[unit]))
    doomed = s.gold[seat] < needed
    args = {"unit": unit, "origin": origin, "target": path[0], "seat": holder(s, target)}
    return Option(value, "act.doomed" if doomed else "act.attack", args, ids)


def victims(s: EpixState, target: int, unit: int) -> list[int]:
    """Whom an attack's first bid is against: one defender, or for a Catapult all units there."""
    if unit == CATAPULT:
        return [one for one in range(4) if s.units[target] >> one & 1]
    return [first_defender(s, target)]


def _refuse(g: Epix, seat: int, value: Any) -> Illegal | None:
    board = g.board
    if not isinstance(value, tuple) or len(value) < 4 or value[0] not in ("move", "attack") or value[1] not in UNIT:
        return None
    if any(name not in board.number for name in value[2:]):
        unknown = next(name for name in value[2:] if name not in board.number)
        return Illegal(f"{unknown!r} is no province of this board", "EPIX-LAND-4")
    return why_not_act(g, seat, value[0], UNIT[value[1]], [board.number[name] for name in value[2:]])


def why_not_act(g: Epix, seat: int, kind: str, unit: int, path: list[int]) -> Illegal | None:
    """Why a unit may not make this move or attack."""
    s, board = g.state, g.board
    p, end, name = path[0], path[-1], UNITS[unit]
    if s.owner[p] != seat or not s.units[p] >> unit & 1:
        return Illegal(f"you have no {name} in {board.titles[p]}", "EPIX-MA-1")
    if s.spent[p] >> unit & 1:
        return Illegal(f"that {name} is finished for this action", "EPIX-MOVE-3")
    if unit == CATAPULT and s.captured >> p & 1:
        return Illegal("a captured Catapult waits for the next season", "EPIX-CAT-15")
    barred = unit == KNIGHT and not g.has(seat, MOUNTAIN_GUIDES)
    if kind == "attack":
        return _why_not_attack(g, seat, unit, p, end, barred, len(path))
    if unit == CAMP or (unit == CATAPULT and not g.has(seat, WHEELED_ENGINES)):
        return Illegal(f"a {name} never moves", "EPIX-MOVE-7" if unit == CAMP else "EPIX-MOVE-8")
    way = ways(s, seat)
    for here, there in pairwise(path):
        if there not in board.adjacent[here]:
            return Illegal(f"{board.titles[there]} does not touch {board.titles[here]}", "EPIX-MA-2")
        if barred and there == board.mountain:
            return Illegal("a Knight never enters Kilimandjora", "EPIX-MOVE-6")
        if way[there] == HOSTILE or (way[there] == LONE and unit == CATAPULT):
            return Illegal(f"{board.titles[there]} is held by an enemy", "EPIX-MA-2")
    if len(set(path)) < len(path):
        return Illegal("a path enters no province twice and ends elsewhere than it began", "EPIX-MOVE-4")
    if unit == SOLDIER and len(path) > (3 if g.has(seat, FORCED_MARCH) else 2):
        return Illegal("a Soldier does not go that far", "EPIX-MOVE-1")
    if unit == CATAPULT and len(path) > 2:
        return Illegal("a Catapult is drawn one step", "EPIX-MOVE-8")
    if s.owner[end] == seat and s.units[end] >> unit & 1:
        return Illegal(f"there is a {name} already: no two alike share a province", "EPIX-REC-5")
    if unit == KNIGHT and s.resting >> p & 1:
        return Illegal("this Knight has moved; it may move again once something else has happened", "EPIX-KNIGHT-1")
    if not s.knight_rest and after(g, seat, ("move", name, *(board.names[at] for at in path))) in s.stood:
        return Illegal("that position already stood in this action; take the move back instead", "EPIX-KNIGHT-1")
    return Illegal("there is a shorter way to the same end; take that", "EPIX-MOVE-4")


def _why_not_attack(g: Epix, seat: int, unit: int, p: int, target: int, barred: bool, steps: int) -> Illegal | None:
    s, board = g.state, g.board
    if unit == CAMP:
        return Illegal("a Camp never attacks", "EPIX-CAMP-1")
    if target == board.mountain and unit == CATAPULT:
        return Illegal("a Catapult never attacks Kilimandjora", "EPIX-CAT-2")
    if target == board.mountain and barred:
        return Illegal("a Knight never attacks Kilimandjora", "EPIX-KNIGHT-5")
    if steps != 2 or target not in (range_of(board, p) if unit == CATAPULT else board.adjacent[p]):
        return Illegal(f"{board.titles[target]} is out of reach from {board.titles[p]}", "EPIX-MA-3")
    if unit == CATAPULT and s.keep[target] not in (seat, -1) and not s.units[target]:
        return Illegal("a Catapult cannot attack a Garrison", "EPIX-CAT-7")
    if holder(s, target) in (seat, -1):
        return Illegal(f"no enemy stands in {board.titles[target]}", "EPIX-ATTACK-1")
    return Illegal("a lone Catapult does not defend; walk in to capture it", "EPIX-CAT-12")
