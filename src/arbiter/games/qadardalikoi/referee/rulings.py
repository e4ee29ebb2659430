"""What a referee can be asked, and the chapters that answer: each question sets a table and lets them play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from arbiter.core import Choose, Illegal, Rules, Text
from arbiter.kit.numbers import Sum

from .. import blows, flight, free, heights, melee, morale, orders, rates, results, sums, volleys
from .. import duels as duelling
from .. import fatigue as tiring
from ..aim import in_range
from ..book import book
from ..entries import Missile
from ..geometry import DEGREE, MM
from ..geometry.bases import millimetres
from ..manoeuvres import Trial
from ..ranks import ranks
from ..rate_of_fire import shots, weapon, why_not_fire
from ..state import Deeds, Figure, Morale, Qadardalikoi, Unit
from ..strikes import Touch, turns
from .facts import called
from .setting import BESIDE, Listener, planned, table

Facts: TypeAlias = Mapping[str, Any]
Dice: TypeAlias = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say: lines to read in their order, and what has changed, by the names of facts."""

    lines: tuple[Text, ...]
    now: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Question:
    """Something to rule: the facts that it takes, those that must be told first, and the rule that answers."""

    facts: tuple[str, ...]
    rule: Callable[[Facts, Dice], Ruling]


def line(key: str, rule: str = "", **args: Any) -> Text:
    """A line of a ruling with the rule that says so."""
    said = Text(f"referee.{key}", args)
    return Text("referee.by_rule", {"what": said, "rule": rule}) if rule else said


def _heard(g: Qadardalikoi) -> list[Text]:
    assert isinstance(g.host, Listener)
    return g.host.told


def _play(procedure: Rules[Any], facts: Facts) -> None:
    """A chapter with nothing to ask on this table but which weapon beasts use that carry two."""
    reply: str | None = None
    while True:
        try:
            ask = procedure.send(reply)
        except StopIteration:
            return
        assert isinstance(ask, Choose), ask
        longer, other = ask.values
        reply = other if facts["foe_second" if ask.seat else "second"] else longer


def _left(unit: Unit, prefix: str = "") -> dict[str, int]:
    return {f"{prefix}figures": len(unit.figures)}


def _checks(g: Qadardalikoi, *units: Unit) -> list[Text]:
    """Who will have to check morale for it, and why."""
    found = []
    for unit in units:
        why = morale.reasons(g, unit)
        if why:
            found.append(line("must_check", "QAD-2.410-a", unit=unit.troops.name, why=why))
    return found


# Missile fire


def missile(facts: Facts, dice: Dice) -> Ruling:
    """So many figures fire at an enemy so far away."""
    g = table(facts, dice, max(facts["distance"] * MM, BESIDE))
    unit, foe = g.state.units[:2]
    rate = rates.rate(g, unit, g.ground.goings(unit.crowd()))
    unit.deeds = Deeds(way={"no": 0, "half": rate // 2, "more": rate}[facts["moved"]], rate=rate)
    unit.deeds = replace(unit.deeds, charged=(foe.n,) if facts["charged"] else ())
    refused = why_not_fire(g, unit)
    if refused is not None:
        raise refused
    arm, firing = _armed(unit, facts["weapon"])
    firing = firing[: facts["firing"] or None]
    if facts["firing"] > len(firing):
        raise Illegal("referee.number", name=called("firing"), given=facts["firing"], least=1, most=len(firing))
    crew = {one.n: max(1, unit.kit(one.cohort).howdah) for one in firing}
    each = [min(shots(unit, one.cohort), facts["shots"] or 99) * crew[one.n] for one in firing]
    key, arm_ = "dropped" if arm.altitude else "arm", Text(f"missile.{arm.key}")
    lines = [line(key, "QAD-2.211-c", n=len(firing), weapon=arm_, shots=sum(each), range=arm.range)]
    if arm.altitude and (facts["distance"] or not unit.flying or foe.height >= unit.height):
        return Ruling((*lines, line("not_below", "QAD-3.017-G1")), {})
    if not in_range(arm, unit.height, foe.height, facts["distance"] * MM):
        return Ruling((*lines, line("out_of_range", "QAD-2.212-d", distance=facts["distance"], range=arm.range)), {})
    if not sum(each):
        return Ruling((*lines, line("not_loaded", "QAD-2.211-f")), {})
    ranked = ranks(foe)
    row = sorted((one.n for one in foe.figures), key=lambda n: (ranked[n], n))
    lost = volleys.volley(g, unit, foe, arm, sum(each), int(facts["exposure"]), row)
    volleys.take_off(g, volleys.Losses(foe.n, lost, tuple(row)))
    return Ruling((*lines, *_heard(g), *_checks(g, foe)), _left(foe, "foe_"))


def _armed(unit: Unit, key: str) -> tuple[Missile, list[Figure]]:
    """The missile weapon that is used, and the figures that have it."""
    arms = {one.key: one for cohort in unit.cohorts() if (one := weapon(unit, cohort)) is not None}
    if not arms:
        raise Illegal("referee.no_missiles", unit=unit.troops.name)
    if key and key not in arms:
        raise Illegal("referee.choice", name=called("weapon"), given=key, known=list(arms))
    arm = arms[key] if key else next(iter(arms.values()))
    return arm, [one for one in unit.figures if unit.kit(one.cohort).missile == arm.key]


# Melee


def fight(facts: Facts, dice: Dice) -> Ruling:
    """One turn of melee between two units of which so many figures touch."""
    g = table(facts, dice, 0)
    unit, foe = g.state.units[:2]
    touching = touches(g, facts)
    for one, other, prefix in ((unit, foe, ""), (foe, unit, "foe_")):
        one.deeds = Deeds(charged=(other.n,) if facts[f"{prefix}charged"] else (), met=(other.n,))
    _play(melee.fight(g, [unit, foe], touching), facts)
    left = [line("left", "", unit=one.troops.name, n=len(one.figures), start=one.troops.start) for one in (unit, foe)]
    now = {**_left(unit), **_left(foe, "foe_"), "turns": unit.melee + 1, "foe_turns": foe.melee + 1}
    now |= {"charged": False, "foe_charged": False}  # a charge counts in its own turn alone
    return Ruling((*_heard(g), *left, *_checks(g, unit, foe)), now)


def touches(g: Qadardalikoi, facts: Facts) -> list[Touch]:
    """Contact as it is told: so many of one's own with so many of theirs, from the front or not."""
    unit, foe = g.state.units[:2]
    mine, theirs = _foremost(unit, facts, ""), _foremost(foe, facts, "foe_")
    pairs = max(len(mine), len(theirs))
    turned = turns(g, foe, "flank" if facts["flank"] else "front")
    exposed = turns(g, unit, "flank" if facts["foe_flank"] else "front")
    found = []
    for at in range(pairs):
        a, b = mine[at * len(mine) // pairs], theirs[at * len(theirs) // pairs]
        found += [Touch(unit.n, a, foe.n, b, turned), Touch(foe.n, b, unit.n, a, exposed)]
    return sorted(found)


def _foremost(unit: Unit, facts: Facts, prefix: str) -> list[int]:
    """The figures in contact: as many as were told, those of the first ranks."""
    n = facts[f"{prefix}contact"] or facts["contact"]
    if facts[f"{prefix}contact"] > len(unit.figures):
        raise Illegal("referee.number", name=called(f"{prefix}contact"), given=n, least=1, most=len(unit.figures))
    ranked = ranks(unit)
    return sorted((one.n for one in unit.figures), key=lambda one: (ranked[one], one))[:n]


# Morale and fatigue


def check(facts: Facts, dice: Dice) -> Ruling:
    """A morale check."""
    g = table(facts, dice)
    unit = g.state.units[0]
    unit.deeds = Deeds(flanked=facts["flanked"])
    if morale.spared(g, unit):
        return Ruling((line("spared", "QAD-3.025-n2", unit=unit.troops.name),), {})
    morale.check(g, unit, list(facts["why"]))
    return Ruling(tuple(_heard(g)), {})


def rally(facts: Facts, dice: Dice) -> Ruling:
    """An attempt to rally a unit, with the chance that its failure left it."""
    g = table({**facts, "commander_with": facts["commander"]}, dice)
    unit = g.state.units[0]
    failed: Morale = "rout" if facts["rout"] else "stand"
    unit.morale, unit.rally = failed, facts["percent"]
    for stand in g.state.stands:
        stand.pose = unit.pose.moved(0, -BESIDE)
    flight.attempt(g, unit)
    key = "not_rallied" if unit.rally else "rallied"
    return Ruling((*_heard(g), line(key, "QAD-2.414-a", unit=unit.troops.name)), {})


def tire(facts: Facts, dice: Dice) -> Ruling:
    """What a turn's actions cost a unit that has so much left, or what rest brings back."""
    g = table(facts, dice)
    unit = g.state.units[0]
    total = Sum(unit.fatigue, "fatigue.left")
    if tiring.tireless(unit):
        return Ruling((line("tireless", "QAD-2.300-G10", unit=unit.troops.name),), {})
    did = [done for done in dict.fromkeys(facts["did"]) if done != "rest"]
    wished = Trial(g, unit)
    for done in did:
        if done != "melee":  # what one must, not what one likes to do
            wished.pay(done)
    if (refused := orders.too_tired(wished)) is not None:
        raise refused
    for done in did:
        g.pay(unit, done)
        total.add(book().fatigue[done].points, f"fatigue.{done}")
    unit.deeds = replace(unit.deeds, fought="melee" in facts["did"])
    if unit.deeds.idle:
        _play(tiring.rest(g), facts)
        total.add(unit.fatigue - total.value, "fatigue.rest")
    parts = sums.parts(total)
    lines = [line("fatigue", "", unit=unit.troops.name, left=unit.fatigue, rating=unit.troops.fatigue, parts=parts)]
    if tiring.ruined(unit):
        lines.append(line("ruined", "QAD-2.300-c", unit=unit.troops.name))
    elif tiring.in_debt(unit):
        lines.append(line("debt", "QAD-2.300-d", unit=unit.troops.name))
    return Ruling(tuple(lines), {"fatigue": unit.fatigue})


# Movement


def move(facts: Facts, dice: Dice) -> Ruling:
    """What an order takes of a unit's move and fatigue, and where it ends."""
    g = table(facts, dice)
    unit = g.state.units[0]
    lines = [_rate(g, unit, facts["going"])]
    order: Sequence[orders.Manoeuvre] = facts["do"]
    before, trial = 0, planned(g, unit, ())
    for at, (verb, n, _) in enumerate(order, 1):
        trial = planned(g, unit, order[:at])
        lines.append(line("manoeuvre", "QAD-2.110-G1", verb=verb, n=n, way=millimetres(trial.spent - before)))
        before = trial.spent
    lines.append(line("spent", "QAD-2.110-G1", way=millimetres(trial.spent), left=millimetres(trial.left)))
    if trial.halt is not None and not trial.spent:
        raise trial.halt
    if trial.halt is not None:
        lines.append(line("stops", trial.halt.rule, why=trial.halt.text))
    return Ruling((*lines, *_paid(trial, unit), _ends(trial, unit)), {"fatigue": unit.fatigue - trial.points})


def _rate(g: Qadardalikoi, unit: Unit, goings: Iterable[str]) -> Text:
    rate = rates.rate(g, unit, g.ground.goings(unit.crowd()))
    return line("rate", "QAD-2.110-b", unit=unit.troops.name, goings=list(goings), rate=millimetres(rate))


def _paid(trial: Trial, unit: Unit) -> list[Text]:
    """The lines of the fatigue table that an order pays."""
    points = {one: book().fatigue[one].points for one in trial.lines}
    lines = [line("pays", "QAD-2.300-G5", what=Text(f"fatigue.{one}"), points=f"{n:+d}") for one, n in points.items()]
    return [*lines, line("tired", "", left=unit.fatigue - trial.points, rating=unit.troops.fatigue)]


def _ends(trial: Trial, unit: Unit) -> Text:
    """Where a unit ends, told from where it stood."""
    right, ahead = unit.pose.from_table(trial.unit.pose.x, trial.unit.pose.y)
    turn = (trial.unit.pose.facing - unit.pose.facing + 1800) % 3600 - 1800
    return line(
        "ends", "QAD-GEO-5", ahead=millimetres(abs(ahead)), along="back" if ahead < 0 else "ahead",
        aside=millimetres(abs(right)), across="left" if right < 0 else "right",
        turn=abs(turn) // DEGREE, round="left" if turn < 0 else "right",
    )  # fmt: skip


def fly(facts: Facts, dice: Dice) -> Ruling:
    """What flyers have left for climbing and diving when they go so far."""
    g = table(facts, dice)
    unit = g.state.units[0]
    if not rates.wing(g, unit):
        raise Illegal("referee.no_flyer", "QAD-2.145-a", unit=unit.troops.name)
    trial = free.go(g, unit, unit.pose.moved(0, facts["distance"] * MM), takes_off=True)
    if isinstance(trial, Illegal):
        raise trial
    unit.deeds = Deeds(way=trial.spent, rate=trial.rate)
    low, high = heights.limits(g, unit)
    left = heights.left(g, unit)
    lines = [
        line("flies", "QAD-2.145-a", unit=unit.troops.name, rate=millimetres(rates.wing(g, unit))),
        line("spent", "QAD-2.145-a", way=millimetres(trial.spent), left=millimetres(left)),
        *_paid(trial, unit),
        line("heights", "QAD-2.145-b", low=millimetres(low), high=millimetres(high)),
    ]
    return Ruling(tuple(lines), {"fatigue": unit.fatigue - trial.points})


def charge(facts: Facts, dice: Dice) -> Ruling:
    """Does a charge reach an enemy at this distance and angle?"""
    g = table(facts, dice, max(facts["distance"] * MM, 1))
    unit = g.state.units[0]
    rate = rates.rate(g, unit, g.ground.goings(unit.crowd()))
    unit.deeds = Deeds(way=facts["used"] * MM, rate=rate)
    trial = planned(g, unit, [("charge", 1, 0)])
    reach = rate + trial.bonus - unit.deeds.way
    lines = [
        _rate(g, unit, facts["going"]),
        line("bonus", "QAD-2.117-a", bonus=millimetres(trial.bonus)),
        line("reach", "QAD-2.117-d", used=facts["used"], reach=millimetres(max(0, reach)), distance=facts["distance"]),
        *_paid(trial, unit),
        _home(trial) if trial.touched else line("falls_short", "QAD-2.117-d"),
    ]
    return Ruling(tuple(lines), {"fatigue": unit.fatigue - trial.points})


def _home(trial: Trial) -> Text:
    """What a charge that touched the enemy does in this turn's melee."""
    foe = trial.g.state.units[trial.charging]
    charged = replace(trial.unit, deeds=replace(trial.unit.deeds, charged=(foe.n,)))
    shift = book().shifts[blows.charge(charged, foe)]
    return line("charges_home", shift.rule, n=shift.shift)


# Duels and the table


def duel(facts: Facts, dice: Dice) -> Ruling:
    """Champions meet: as many duels as one die says, or as were told; or those that were fought are counted."""
    g = table({}, dice)
    for side, name in zip(g.state.sides, ("nation", "foe_nation"), strict=True):
        side.nation = facts[name]
    if not duelling.fought(g):
        return Ruling((line("no_duels", "QAD-2.010-b"),), {})
    won = [facts["won"], facts["lost"]]
    if not any(won):
        names = [Text(f"nation.{side.nation}") for side in g.state.sides]
        for _ in range(facts["number"] or g.roll(duelling.MOST)):
            won[duelling.bout(g, *names)] += 1
    effect = duelling.effect(*won)
    lines = [line("duels", "QAD-2.013-a", a=won[0], b=won[1], one=f"{effect[0]:+d}", other=f"{effect[1]:+d}")]
    return Ruling((*_heard(g), *lines), {"duels": effect[0]})


def look_up(facts: Facts, dice: Dice) -> Ruling:
    """The Combat Results Table alone."""
    found = results.looked_up(facts["row"], facts["hits"], facts["shift"])
    lost = sum(one.n for one in found)
    said = line("looked_up", "QAD-2.240-G3", entries=sums.entries(found))
    return Ruling((said, line("loses" if lost >= 0 else "recoils", "QAD-2.240-a", n=abs(lost))), {})


DRAWN_UP = ("figures", "formation", "files", "order", "stance", "plan")
MORE = ("charged", "flank", "dust", "entrenched", "last_stand", "fanatic", "rout", "brood", "steel", "second", "turns")


def _foes(*names: str) -> tuple[str, ...]:
    return tuple(f"foe_{name}" for name in names)


QUESTIONS: dict[str, Question] = {
    "missile": Question(
        ("unit", "foe", "distance", "exposure", "moved", "firing", "shots", "weapon", "charged", "height",
         *DRAWN_UP[:5], *_foes(*DRAWN_UP[:5], "height")), missile,
    ),
    "melee": Question(
        ("unit", "foe", "contact", "foe_contact", *MORE, *_foes(*MORE), "first", *DRAWN_UP, *_foes(*DRAWN_UP)), fight,
    ),
    "morale": Question(
        ("unit", "why", "friend_near", "command_near", "flanked", "commander_with", "commander_lost", "killed_command",
         "duels", "fanatic", *DRAWN_UP), check,
    ),
    "rally": Question(("unit", "percent", "rout", "commander"), rally),
    "fatigue": Question(("unit", "fatigue", "did"), tire),
    "move": Question(("unit", "do", "fatigue", "going", *DRAWN_UP[:5]), move),
    "fly": Question(("unit", "distance", "fatigue", "height"), fly),
    "charge": Question(("unit", "foe", "distance", "fatigue", "angle", "used", "going", *DRAWN_UP[:5]), charge),
    "duel": Question(("nation", "foe_nation", "number", "won", "lost"), duel),
    "table": Question(("row", "hits", "shift"), look_up),
}  # fmt: skip
"""What can be asked, by name; facts of the first places are those that people know by heart."""
