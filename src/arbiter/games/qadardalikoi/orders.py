"""The orders of a unit: a short list of manoeuvres, as a form to fill in or as a place to go to.

What is asked of a person and what is refused come from the same plan: it is worked out on a copy of the unit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from arbiter.core import Amount, Ask, Choose, Form, Illegal, Option, Text, copied, rule
from arbiter.core.asks import Case, Foresee

from . import (
    charges,
    closing,
    cohort_moves,
    columns,
    command,
    dust,
    halts,
    obstacles,
    rates,
    spoken_orders,
    warhammers,
    withdrawal,
)
from .contact import touched_by
from .disposition import Known
from .formations import formable, in_column
from .geometry import DEGREE, MM, SLACK, Pose, ahead
from .geometry.bases import millimetres
from .geometry.crowds import box
from .ground import way_of
from .later import Later, Likely, later
from .manoeuvres import Trial, turns_freely
from .spoken_orders import FARTHEST, FILES
from .spoken_orders import STAY as STAY
from .spoken_orders import Manoeuvre as Manoeuvre
from .state import MANY, Qadardalikoi, Unit
from .turning import wheel_points, wheel_way
from .view import as_seen

SLOTS = 4
"""How many manoeuvres an order has at most."""


@rule("QAD-2.117-G4")
def _advance(trial: Trial, n: int, files: int) -> Illegal | None:
    """Straight ahead, into contact too, for a point."""
    refused = _nowhere(n) or trial.beyond(n * MM)
    if refused is None:
        go(trial, n * MM)
        trial.pay("move")
    return refused


def _nowhere(n: int) -> Illegal | None:
    """Who goes nowhere stays, and has not moved."""
    return None if n > 0 else Illegal("move.nowhere", "QAD-2.110-G1")


def _oblique(right: bool) -> Callable[[Trial, int, int], Illegal | None]:
    return lambda trial, n, files: _nowhere(n) or trial.oblique(n * MM, right)


def _seize(trial: Trial, n: int) -> Illegal | None:
    """An advance that ends at the first enemy command stand in its way, and attacks it."""
    length = command.way_to_stand(trial.g, trial.unit, n * MM)
    if length is None:
        return Illegal("command.no_stand", "QAD-2.004-G5")
    refused = trial.beyond(length)
    if refused is None:
        go(trial, length)
        trial.pay("move")
        trial.stopped = True
    return refused


def go(trial: Trial, length: int) -> None:
    """Straight ahead; a bent column follows its head."""
    if columns.bent(trial.unit):
        columns.onward(trial, length)
    else:
        trial.straight(length)


def _wheel(sign: int) -> Callable[[Trial, int, int], Illegal | None]:
    def wheel(trial: Trial, n: int, files: int) -> Illegal | None:
        if not 0 < n <= 90:
            return Illegal("move.wheel_angle", "QAD-GEO-9")
        refused = trial.beyond(0 if turns_freely(trial.unit) else wheel_way(trial.unit, sign * n * DEGREE))
        if refused is None:
            trial.wheel(sign * n * DEGREE)
        return refused

    return wheel


def _face(sign: int) -> Callable[[Trial, int, int], Illegal | None]:
    def face(trial: Trial, n: int, files: int) -> Illegal | None:
        return trial.face(sign * n * DEGREE) if 0 < n <= 180 else Illegal("move.face_angle", "QAD-2.131-G1")

    return face


@rule("QAD-2.111-a", "QAD-2.111-b", "QAD-2.111-G2", "QAD-2.111-G3")
def _march(trial: Trial, n: int, files: int) -> Illegal | None:
    """A forced march: a column on road and open ground, with nothing else but wheels, for 3 points in all."""
    if not in_column(trial.unit) and not columns.bent(trial.unit):
        return Illegal("move.no_column", "QAD-2.111-a")
    if any(cost.quarters for cost in trial.costs) or trial.start.deeds.fired or "move" in trial.lines:
        return Illegal("move.march_alone", "QAD-2.111-G2")
    refused = _nowhere(n)
    if refused is not None:
        return refused
    trial.forced = True
    go(trial, n * MM)
    if any(going not in ("road", "open") for going in trial.goings):
        return Illegal("move.march_ground", "QAD-2.111-G2")
    trial.pay("forced_march")
    return None


@rule("QAD-3.001-D1")
def insist(trial: Trial) -> Illegal | None:
    """Pé Chói before water whose player insists do not move, and check their morale at once."""
    unit = trial.unit
    before = way_of(unit.crowd(), *ahead(unit.pose.facing, rates.listed(trial.g, unit, "open")))
    if not any(trial.shuns(one) for one in trial.g.ground.under(before)):
        return Illegal("move.no_water", "QAD-3.001-G1")
    trial.insists = trial.stopped = True
    trial.stand()
    return None


def _aside(by: int) -> Callable[[Trial, int, int], Illegal | None]:
    return lambda trial, n, files: cohort_moves.turn_aside(trial, n, by)


VERBS: dict[str, Callable[[Trial, int, int], Illegal | None]] = {
    "advance": _advance,
    "wheel_left": _wheel(-1),
    "wheel_right": _wheel(1),
    "lead_left": lambda trial, n, files: columns.lead(trial, -n * DEGREE),
    "lead_right": lambda trial, n, files: columns.lead(trial, n * DEGREE),
    "face_left": _face(-1),
    "face_right": _face(1),
    "form": lambda trial, n, files: trial.form(n, files),
    "close": lambda trial, n, files: trial.spread("close"),
    "open": lambda trial, n, files: trial.spread("open"),
    "skirmish": lambda trial, n, files: trial.spread("skirmish"),
    "stance": lambda trial, n, files: trial.stance(),
    "oblique_left": _oblique(right=False),
    "oblique_right": _oblique(right=True),
    "march": _march,
    "charge": lambda trial, n, files: charges.charge(trial, n),
    "drift_left": lambda trial, n, files: charges.drift(trial, -n * DEGREE),
    "drift_right": lambda trial, n, files: charges.drift(trial, n * DEGREE),
    "withdraw": lambda trial, n, files: withdrawal.withdraw(trial, n * MM),
    "dust": lambda trial, n, files: dust.raise_dust(trial),
    "insist": lambda trial, n, files: insist(trial),
    "deepen": lambda trial, n, files: closing.deepen(trial),
    "outflank": lambda trial, n, files: closing.outflank(trial),
    "cross": lambda trial, n, files: obstacles.cross(trial),
    "press": lambda trial, n, files: closing.press(trial),
    "turn": lambda trial, n, files: cohort_moves.turn(trial, n),
    **{verb: _aside(by) for verb, by in cohort_moves.TURNS.items()},
    "arms": lambda trial, n, files: cohort_moves.arms(trial, n),
    "lanes": lambda trial, n, files: cohort_moves.lanes(trial),
    "seize": lambda trial, n, files: _seize(trial, n),
}
MOVES = ("advance", "march", "charge", "withdraw", "oblique_left", "oblique_right")
TURNING = ("wheel_left", "wheel_right", "lead_left", "lead_right", "face_left", "face_right")
DRIFTS = ("drift_left", "drift_right")
GOING = (*MOVES, *TURNING, *DRIFTS, "seize", "cross", "arms")
"""What a unit does only while all its cohorts look ahead."""
ASIDE = tuple(cohort_moves.TURNS)
STANDING = ("face_left", "face_right", "turn", *ASIDE)
"""What a unit in its last stand may do."""
HELD = ("withdraw", "deepen", "outflank", "face_left", "face_right", "turn", *ASIDE, "lanes", "press")
"""What a unit in contact may do."""
UPRIGHT = ("advance", "seize", "wheel_left", "wheel_right", "lead_left", "lead_right", "march", "cross", "arms")
"""What nobody does behind raised shields, who goes obliquely and in no other way (QAD-0.420-G5)."""


@rule("QAD-2.110-G1", "QAD-0.522-D2")
def plan(g: Qadardalikoi, unit: Unit, order: Sequence[Manoeuvre]) -> Trial | Illegal:
    """How an order would go, in any sequence while the move lasts, at the lowest rate of all the ground; or why not."""
    known = PLANS.find(g, (unit.n, tuple(order))) if unit is g.state.units[unit.n] else None
    if known is not None:
        return known.bound(g, unit)
    trial = _tried(g, unit, order)
    if isinstance(trial, Trial) and unit is g.state.units[unit.n]:
        PLANS.keep(g, (unit.n, tuple(order)), trial.bound(None, copied(unit)))
    return trial


PLANS: Known[Trial] = Known()


def _tried(g: Qadardalikoi, unit: Unit, order: Sequence[Manoeuvre]) -> Trial | Illegal:
    trial = Trial(g, unit)
    for verb, n, files in order:
        if verb == STAY or trial.stopped:
            break
        refused = done(trial, verb, n, files) or too_far(trial)
        if refused is not None:
            return refused
    refused = charges.aimless(trial) or too_tired(trial) or fired_too_much(trial) or on_friends(trial)
    refused = refused or warhammers.why_not_along(g, unit, trial.unit, trial.parted, bool(trial.left_behind))
    return refused or warhammers.why_not_there(g, unit, trial.unit, trial.parted) or trial


class Limitless(Trial):
    """A move as it would go if it were never too long."""

    def beyond(self, length: int) -> Illegal | None:
        return None


def without_limits(g: Qadardalikoi, unit: Unit, order: Sequence[Manoeuvre]) -> Trial:
    """Where an order leads that is too much for a unit, up to a manoeuvre that it cannot make at all."""
    trial = Limitless(g, unit)
    for verb, n, files in order:
        if verb == STAY or trial.stopped or done(trial, verb, n, files):
            break
    return trial


def done(trial: Trial, verb: str, n: int, files: int) -> Illegal | None:
    """One manoeuvre is made, or why not."""
    refused = why_not_verb(trial.g, trial, verb)
    if refused is None and verb in GOING:
        refused = cohort_moves.look_ahead(trial)
    return refused or VERBS[verb](trial, n, files)


def why_not(g: Qadardalikoi, unit: Unit, order: Sequence[Manoeuvre]) -> Illegal | None:
    """Why an order is not taken. What a side cannot see does not refuse it: its unit finds out on the way."""
    if not isinstance(plan(g, unit, order), Illegal):
        return None
    known = as_seen(g, unit.side)
    found = plan(known, known.state.units[unit.n], order)
    return found if isinstance(found, Illegal) else None


def as_far_as_it_goes(g: Qadardalikoi, unit: Unit, order: Sequence[Manoeuvre]) -> Trial | None:
    """An order up to the manoeuvre that something unseen prevents; None where nothing of it can be done."""
    for count in range(len(order), 0, -1):
        found = plan(g, unit, order[:count])
        if isinstance(found, Trial):
            return found
    return None


def why_not_verb(g: Qadardalikoi, trial: Trial, verb: str) -> Illegal | None:
    """Who is shaken does not move; who touches the enemy only withdraws; a forced march goes with wheels alone."""
    unit = trial.start
    if not unit.ready:
        return Illegal("move.shaken", "QAD-2.413-a")
    if unit.last_stand and verb not in STANDING:
        return Illegal("move.last_stand", "QAD-2.421-b")
    if rates.immobile(g, unit):
        return Illegal("move.still", "QAD-3.018-n2")
    held = bool(touched_by(g, unit))
    if verb == "withdraw" and not withdrawal.held_by(g, unit):
        return Illegal("move.not_in_melee", "QAD-2.142c-a")
    if held and verb not in HELD:
        return Illegal("move.in_melee", "QAD-2.142c-a")
    if trial.unit.stance and verb in UPRIGHT:
        return Illegal("move.in_stance", "QAD-0.420-G5")
    if trial.forced and verb not in ("march", "wheel_left", "wheel_right", "lead_left", "lead_right"):
        return Illegal("move.march_alone", "QAD-2.111-G2")
    return None


def too_far(trial: Trial) -> Illegal | None:
    """None of a move may be carried over: what is left of it is the limit, and the half millimetre is the mover's."""
    rate = trial.rate
    if rate == 0 and trial.legs:
        return Illegal("move.no_ground", "QAD-2.110-b", goings=list(trial.goings))
    if trial.spent <= rate + trial.bonus + SLACK:
        return None
    over = trial.spent - rate - trial.bonus
    return Illegal("move.too_far", "QAD-2.110-G1", rate=millimetres(rate), over=millimetres(over))


@rule("QAD-2.300-a", "QAD-2.300-b", "QAD-2.300-G7", "QAD-2.142c-G3")
def too_tired(trial: Trial) -> Illegal | None:
    """Every action of one's own choice needs its fatigue points in hand, also of those who go with a unit."""
    bodies = [trial.start, *warhammers.company(trial.g, trial.start, trial.parted)]
    spent = [one for one in bodies if one.troops.fatigue and trial.points > max(0, one.fatigue)]
    if not spent:
        return None
    return Illegal("move.tired", "QAD-2.300-a", points=trial.points, left=min(one.fatigue for one in spent))


def on_friends(trial: Trial) -> Illegal | None:
    """Friends in skirmish order can be crossed, but no base may end on another (QAD-GEO-6)."""
    if not trial.legs or trial.unit.flying:
        return None
    crowd = trial.unit.crowd()
    return halts.beside(trial.g, crowd, trial.crossable(box(crowd)), "QAD-GEO-6")


@rule("QAD-2.143-G1")
def fired_too_much(trial: Trial) -> Illegal | None:
    """Who has fired this turn may use up to half its move if it fired at no more than half its rate, else none."""
    deeds = trial.start.deeds
    if not deeds.fired or not trial.legs or deeds.halves:
        return None
    if deeds.full_rate or 2 * trial.spent > trial.rate + SLACK:
        return Illegal("move.fired", "QAD-2.143-G1")
    return None


def more_than_half(trial: Trial) -> Illegal | None:
    """Who moves in two halves goes no more than half a move in each, and does not charge."""
    farther = trial.spent - trial.start.deeds.way
    if trial.charging >= 0 or 2 * farther > trial.rate + SLACK:
        return Illegal("move.half", "QAD-2.143-c")
    return None


# As a form


def verbs_for(g: Qadardalikoi, unit: Unit) -> list[str]:
    """The verbs that mean something to a unit as it stands."""
    aside = ASIDE if apart(unit) else ()
    if unit.last_stand:
        return [STAY, *[verb for verb in STANDING if verb not in ASIDE], *aside]
    if touched_by(g, unit):
        turns = ["face_left", "face_right", "turn", *aside] if cohort_moves.has_front(unit) else []
        found = [STAY, "withdraw", "deepen", "outflank", *turns, *(["lanes"] if unit.formation == 13 else [])]
        return found + (["press"] if any(g.state.units[n].gaps for n in touched_by(g, unit)) else [])
    back = ["withdraw"] if withdrawal.held_by(g, unit) else []
    if unit.height:
        return [STAY, *(["charge"] if charges.any_target(g, unit) else [])]
    crossing = ["cross"] if unit.obstacle or obstacles.at_foot(Trial(g, unit)) is not None else []
    if unit.order == "skirmish":
        return [STAY, "close", "open", "dust", *crossing]
    if unit.stance:
        dust = ["dust"] if rates.light(g, unit) else []
        return [STAY, *back, "oblique_left", "oblique_right", "face_left", "face_right", *aside, *dust, "stance"]
    found = [STAY, *back, "advance", "wheel_left", "wheel_right", "face_left", "face_right", *aside, "form"]
    if turns_freely(unit):
        found += ["oblique_left", "oblique_right"]
    found += [order for order in ("close", "open") if order != unit.order]
    if rates.light(g, unit):
        found += ["skirmish", "dust"]
    if any(unit.kit(cohort).guard in ("shield", "buckler") for cohort in unit.cohorts()):
        found.append("stance")
    if unit.formation == cohort_moves.EMBRACE:
        found.append("arms")
    if command.way_to_stand(g, unit, rates.listed(g, unit, "open")) is not None:
        found.append("seize")
    if in_column(unit) or columns.bent(unit):
        found += ["march", "lead_left", "lead_right"]
    if "shuns_water" in unit.troops.notes:
        found.append("insist")
    return [*found, *crossing, *(["charge", *DRIFTS] if charges.any_target(g, unit) else [])]


def apart(unit: Unit) -> bool:
    """May a cohort of a unit look another way than the others (QAD-2.131-G2)? Who has no front gains nothing by it."""
    return len(unit.cohorts()) > 1 and cohort_moves.has_front(unit) and not turns_freely(unit)


def verbs_then(g: Qadardalikoi, unit: Unit, verbs: Sequence[str]) -> list[str]:
    """The verbs that mean something to a unit after another manoeuvre, which may have raised or lowered its shields,
    drawn up skirmishers or made a column."""
    others = [replace(unit, stance=not unit.stance)] if "stance" in verbs else []
    others += [replace(unit, order="close")] if unit.order == "skirmish" else []
    column = ["lead_left", "lead_right"] if "form" in verbs else []
    return list(dict.fromkeys([*verbs, *(verb for one in others for verb in verbs_for(g, one)), *column]))


def read(answer: Mapping[str, Any]) -> list[Manoeuvre]:
    """The manoeuvres of a form that was filled in, up to the first that stays."""
    found: list[Manoeuvre] = []
    for slot in range(1, SLOTS + 1):
        if answer[f"do{slot}"] == STAY:
            break
        found.append((answer[f"do{slot}"], answer[f"by{slot}"], answer["files"]))
    return found


def ask(
    g: Qadardalikoi,
    unit: Unit,
    rate: int,
    half: bool = False,
    foresee: Foresee | None = None,
    shows: Foresee | None = None,
) -> Form:
    """The form in which a unit gets its orders; what would be refused is refused with its rule. `rate` is its rate on
    the ground that it stands on. A `half` goes at most half a move farther, and neither charges nor forces its march.
    `foresee` tells what manoeuvres would come to, and `shows` where those would lead that are refused."""

    def meant(found: list[str]) -> list[str]:
        return [verb for verb in found if verb not in ("charge", "march", *DRIFTS)] if half else found

    verbs = later(lambda: meant(verbs_for(g, unit)))
    then = later(lambda: meant(verbs_then(g, unit, verbs())))
    targets = later(lambda: charges.targets(g, unit) if "charge" in then() else [])

    def fields() -> dict[str, Ask]:
        most = max(FARTHEST, len(g.state.units))
        found: dict[str, Ask] = {}
        for slot in range(1, SLOTS + 1):
            told = verbs() if slot == 1 else then()
            found[f"do{slot}"] = Choose(unit.side, told, "orders.do", named, args={"n": slot})
            found[f"by{slot}"] = Amount(unit.side, 0, most, "orders.by", args={"n": slot})
        return {**found, "files": Amount(unit.side, 0, FILES, "orders.files")}

    def likely() -> list[dict[str, Any]]:
        return [written(one) for one in usual(g, unit, verbs(), rate // MM)]

    def spoken(text: str) -> dict[str, Any]:
        names = {one.n: one.troops.name for one in targets()}
        return filled(spoken_orders.read(text, verbs(), names, then(), barred))

    def barred(verb: str) -> Illegal | None:
        return why_not_verb(g, Trial(g, unit), verb)

    def check(answer: Any) -> Illegal | None:
        order = read(answer)
        refused = why_not(g, unit, order)
        if half and refused is None:  # as its side knows it: nobody unseen makes a way shorter beforehand
            known = as_seen(g, unit.side)
            found = plan(known, known.state.units[unit.n], order)
            refused = found if isinstance(found, Illegal) else more_than_half(found)
        if refused is not None and shows is not None:
            refused.shows = lambda: shows(order)
        return refused

    far: Any = millimetres(rate)
    far = Text("orders.half", {"rate": far, "half": millimetres(rate // 2)}) if half else far
    args = {"unit": unit.n, "name": unit.troops.name, "rate": far, "fatigue": unit.fatigue}
    most = later(lambda: min(Trial(g, unit).left, rate // 2 if half else FARTHEST * MM) // MM)
    told = (lambda answer: foresee(read(answer))) if foresee is not None else None
    return Form(
        unit.side, Later(fields), "orders.form", check, args, "QAD-0.522-D2", likely=Likely(likely), foresee=told,
        usual=written(None), cases=Later(lambda: by_verb(g, unit, then(), targets(), most())), typed="orders.typed",
        read=spoken,
    )  # fmt: skip


def usual(g: Qadardalikoi, unit: Unit, verbs: Sequence[str], rate: int) -> list[Manoeuvre | None]:
    """Manoeuvres that units often make, one at a time; the first is none."""
    found: list[Manoeuvre | None] = [None]
    for verb in verbs:
        if verb in ("advance", "withdraw"):
            found += [(verb, rate * part // 4, 0) for part in (1, 2, 3, 4)]
        elif verb.startswith(("wheel", "face")):
            found.append((verb, 15 if verb.startswith("wheel") else 90, 0))
        elif verb in ASIDE:
            found.append((verb, max(unit.cohorts()) + 1, 0))
        elif verb == "form":
            found += [(verb, number, 0) for number in formable(unit)]
        elif verb == "charge":
            found += [(verb, target.n, 0) for target in charges.targets(g, unit)]
        elif verb in ("close", "open", "skirmish", "stance", "deepen", "outflank", "cross", "dust"):
            found.append((verb, 0, 0))
    return found


def written(manoeuvre: Manoeuvre | None) -> dict[str, Any]:
    """A single manoeuvre, or none, as a form that was filled in."""
    return filled([manoeuvre] if manoeuvre else [])


def filled(order: Sequence[Manoeuvre]) -> dict[str, Any]:
    """An order as a form that was filled in."""
    if len(order) > SLOTS:
        raise Illegal("orders.too_many", n=len(order), most=SLOTS)
    answer: dict[str, Any] = {}
    for slot in range(SLOTS):
        verb, n, _ = order[slot] if slot < len(order) else (STAY, 0, 0)
        answer[f"do{slot + 1}"], answer[f"by{slot + 1}"] = verb, n
    answer["files"] = max((files for _, _, files in order), default=0)
    return answer


@cache
def named(value: str) -> Option:
    """What to do, as an option."""
    return Option(value, "orders.verb", {"value": value})


def by_verb(g: Qadardalikoi, unit: Unit, verbs: Sequence[str], targets: Sequence[Unit], most: int) -> dict[str, Case]:
    """How the numbers of a form are asked by what is to be done: millimetres, `most` what is left of the move; degrees,
    a formation, an enemy; the next manoeuvre is asked for when there is one before it, which is any of `verbs`."""
    names = {one.n: one.troops.name for one in targets}
    cohorts = [0, *(cohort + 1 for cohort in unit.cohorts())]
    numbers: list[tuple[Sequence[str], Ask]] = [
        (["march"], Amount(unit.side, 0, rates.forced(g, unit) // MM, "orders.mm")),
        ((*MOVES, "seize"), Amount(unit.side, 0, most, "orders.mm")),
        (TURNING[:4], Amount(unit.side, 0, 90, "orders.degrees")),
        (TURNING[4:], Amount(unit.side, 0, 180, "orders.degrees")),
        (DRIFTS, Amount(unit.side, 0, charges.ARC // DEGREE, "orders.degrees")),
        (["form"], Choose(unit.side, formable(unit), "orders.formation", _formation)),
        (["turn"], Choose(unit.side, cohorts, "orders.cohort", _cohort)),
        (ASIDE, Choose(unit.side, cohorts[1:], "orders.cohort", _cohort)),
        (["arms"], Amount(unit.side, 1, cohort_moves.LONGEST, "orders.arms")),
    ]
    if names:
        whom = Choose(unit.side, list(names), "orders.target", lambda n: _target(n, names[n]))
        numbers.insert(0, (["charge"], whom))
    asked = [(values, one) for values, one in numbers if any(verb in verbs for verb in values)]
    going_on = [verb for verb in verbs if verb not in (STAY, "charge", "seize", "insist")]
    cases = {f"by{slot}": Case((f"do{slot}",), asked) for slot in range(1, SLOTS + 1)}
    for slot in range(2, SLOTS + 1):
        again = Choose(unit.side, verbs, "orders.do", named, args={"n": slot})
        cases[f"do{slot}"] = Case((f"do{slot - 1}",), [(going_on, again)])
    cases["files"] = Case(
        tuple(f"do{slot}" for slot in range(1, SLOTS + 1)), [(["form"], Amount(unit.side, 0, FILES, "orders.files"))]
    )
    return cases


@cache
def _formation(number: int) -> Option:
    return Option(number, "orders.formation_option", {"formation": number})


@lru_cache(maxsize=MANY)
def _target(n: int, name: str) -> Option:
    return Option(n, "orders.target_option", {"name": name}, (f"unit-{n}",))


@cache
def _cohort(n: int) -> Option:
    return Option(n, "orders.one" if n else "orders.all", {"n": n})


def reached(unit: Unit, first: int, turn: int, second: int) -> Pose:
    """Where an advance, a wheel and an advance would end if nothing were in the way."""
    pose = unit.pose.moved(*ahead(unit.pose.facing, first))
    pose = pose.turned(turn, wheel_points(unit, turn < 0)[0]) if turn else pose
    return pose.moved(*ahead(pose.facing, second))
