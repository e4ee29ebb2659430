"""2.22, the melee phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from arbiter.core import Choose, Option, Rules, Text, rule

from . import blows, command, morale, results, sums
from .brood import orphan
from .morale import terrible
from .staff import SHORT, fighter, token_of
from .state import Qadardalikoi, Unit
from .strikes import Group, Touch, in_order, strikers, touches
from .volleys import in_front


@rule("QAD-2.300-G11")
def melee(g: Qadardalikoi) -> Rules[bool]:
    """All melees, one after the other; who fought has one turn of melee more behind him and pays for it."""
    command.join_again(g)
    touching = touches(g)
    fighting = sorted({one.unit for one in touching if one.unit > SHORT})
    for n in fighting:
        met = {one.foe for one in touching if one.unit == n}
        g.did(g.state.units[n], met=tuple(sorted(met)))
    for units in separate(g, touching):
        yield from fight(g, [fighter(g, n) for n in units], touching)
    for unit in g.state.units:
        unit.melee = unit.melee + 1 if unit.n in fighting else 0
        if unit.n in fighting and unit.there:
            g.did(unit, fought=True)
            g.pay(unit, "melee")
    return True


def separate(g: Qadardalikoi, touching: Iterable[Touch]) -> list[list[int]]:
    """The melees: units that contact links are in one; from the left of the moving side to its right."""
    linked: dict[int, set[int]] = {}
    for one in touching:
        joined = linked.get(one.unit, {one.unit}) | linked.get(one.foe, {one.foe})
        for n in joined:
            linked[n] = joined
    melees = {min(units): sorted(units) for units in linked.values()}
    sign = 1 if g.state.first == 0 else -1
    return sorted(melees.values(), key=lambda units: (min(sign * fighter(g, n).pose.x for n in units), units))


@rule("QAD-2.222-a", "QAD-2.222a-a")
def fight(g: Qadardalikoi, units: Sequence[Unit], touching: Sequence[Touch]) -> Rules[None]:
    """A melee is worked weapon by weapon; who falls is taken off before the next strikes."""
    rolls: dict[int, int] = {}
    struck: set[tuple[int, int, bool]] = set()
    aims: dict[tuple[int, int], int] = {}
    groups: list[Group] = []
    for unit in units:
        other = yield from choose_arms(g, unit)
        groups += strikers(g, unit, touching, other)
    for group in in_order(g, groups):
        yield from strike(g, group, touching, rolls, struck, aims)


@rule("QAD-2.222-D2", "QAD-3.015-G4")
def choose_arms(g: Qadardalikoi, unit: Unit) -> Rules[bool]:
    """The owner of Sró that carry two weapons says which they use in this melee, one a turn; whether it is the shorter
    one."""
    kits = [unit.kit(cohort) for cohort in unit.cohorts()]
    beasts = unit.n > SHORT and all(kit.column == "sro" for kit in kits)
    if unit.morale == "rout" or not beasts or not all(kit.melee and kit.secondary for kit in kits):
        return False

    def describe(key: str) -> Option:
        return Option(key, "melee.arm", {"weapon": Text(f"weapon.{key}")}, (token_of(unit.n),))

    both = (kits[0].melee, kits[0].secondary)
    args = {"unit": unit.troops.name}
    answer = yield Choose(unit.side, both, "melee.arms", describe, args=args, rule="QAD-2.222-D2")
    return bool(answer == kits[0].secondary)


def strike(
    g: Qadardalikoi, group: Group, touching: Sequence[Touch], rolls: dict[int, int],
    struck: set[tuple[int, int, bool]], aims: dict[tuple[int, int], int],
) -> Rules[None]:  # fmt: skip
    """One group strikes as often as it has attacks, each time with those who still touch the enemy."""
    unit, target, riding = fighter(g, group.unit), fighter(g, group.target), bool(group.crew)
    fresh = [n for n in (*group.front, *(n for n, _ in group.behind)) if (unit.n, n, riding) not in struck]
    fresh = [n for n in fresh if (target.n, group.turned) in still_met(g, group, n, touching)]
    yield from choose_whom(g, group, fresh, touching, aims)
    fresh = [n for n in fresh if aims.get((unit.n, n), target.n) == target.n]
    for at in range(1 if riding else attacks(g, unit, fresh)):
        figures = [n for n in fresh if target.n in in_reach(g, group, n, touching)]
        if not figures:
            break
        if group.turned and not at:
            at_flank(g, group)
        struck.update((unit.n, n, riding) for n in figures)
        blow(g, group, figures, touching, rolls)


def at_flank(g: Qadardalikoi, group: Group) -> None:
    """A unit is attacked in flank or rear by those who strike there, not by who could and chose somebody else."""
    unit, target = fighter(g, group.unit), fighter(g, group.target)
    if group.ahead:
        g.tell("melee.flank", unit=unit.troops.name, other=target.troops.name, rule="QAD-2.221-i")
    if target.n > SHORT:
        g.did(target, flanked=True)


@rule("QAD-2.221-d", "QAD-2.221-G1", "QAD-2.221-G2")
def attacks(g: Qadardalikoi, unit: Unit, figures: Sequence[int]) -> int:
    """How often a group strikes: half as often as its figures have arms."""
    cohorts = [one.cohort for one in unit.figures if one.n in figures]
    return min((g.numbers(unit, cohort).attacks for cohort in cohorts), default=0)


def in_reach(g: Qadardalikoi, group: Group, n: int, touching: Iterable[Touch]) -> set[int]:
    """Whom a figure that lives can strike, from whatever side."""
    return {foe for foe, _ in still_met(g, group, n, touching)}


@rule("QAD-2.222-G3")
def still_met(g: Qadardalikoi, group: Group, n: int, touching: Iterable[Touch]) -> set[tuple[int, bool]]:
    """The enemies whom a figure that lives still touches, in front or in flank and rear; with a pike over somebody's
    shoulder those whom he touches, or touched when he fell."""
    alive = {one.n for one in fighter(g, group.unit).figures}
    if n not in alive:
        return set()
    head = dict(group.behind).get(n, n)
    found = set()
    for one in touching:
        if (one.unit, one.figure) == (group.unit, head):
            others = {other.n for other in fighter(g, one.foe).figures}
            if one.other in others or (others and head not in alive):
                found.add((one.foe, one.turned))
    return found


@rule("QAD-2.222-G2", "QAD-2.222-D1")
def choose_whom(
    g: Qadardalikoi, group: Group, figures: Sequence[int], touching: Sequence[Touch], aims: dict[tuple[int, int], int]
) -> Rules[None]:
    """The owner of figures that can strike several enemy units chooses one, for all that can strike the same ones."""
    unit = fighter(g, group.unit)
    for foes, those in several(g, group, figures, touching):
        those = [n for n in those if (unit.n, n) not in aims]
        if not those:
            continue

        def describe(value: int) -> Option:
            return Option(value, "melee.at", {"unit": fighter(g, value).troops.name}, (token_of(value),))

        args = {"unit": unit.troops.name, "n": len(those)}
        answer = yield Choose(unit.side, foes, "melee.whom", describe, args=args, rule="QAD-2.222-D1")
        aims.update(((unit.n, n), answer) for n in those)


def several(
    g: Qadardalikoi, group: Group, figures: Iterable[int], touching: Sequence[Touch]
) -> Iterator[tuple[list[int], list[int]]]:
    """Figures by the enemy units that they can strike, where these are more than one."""
    found: dict[tuple[int, ...], list[int]] = {}
    for n in figures:
        foes = in_reach(g, group, n, touching)
        if len(foes) > 1:
            found.setdefault(tuple(sorted(foes)), []).append(n)
    for foes_, those in found.items():
        yield list(foes_), those


@rule("QAD-2.222-G4")
def rolled(g: Qadardalikoi, unit: Unit, rolls: dict[int, int]) -> int:
    """The percentile dice of a unit: rolled at its first strike, for all of the turn."""
    if unit.n not in rolls:
        rolls[unit.n] = g.percent()
    return rolls[unit.n]


def blow(
    g: Qadardalikoi, group: Group, figures: Sequence[int], touching: Sequence[Touch], rolls: dict[int, int]
) -> None:
    """One attack: the sum, the shifts, the table; then those who fall are taken off."""
    unit, target = fighter(g, group.unit), fighter(g, group.target)
    heads = [n for n in figures if n in group.front] or [head for n, head in group.behind if n in figures]
    alive = {one.n for one in target.figures}
    touched = {one.other for one in touching if (one.unit, one.foe) == (unit.n, target.n) and one.figure in heads}
    touched &= alive
    by = [unit.base(one) for one in unit.figures if one.n in heads] or [
        unit.base(one) for one in unit.figures if one.n in figures
    ]
    met = [target.base(one) for one in target.figures if one.n in touched]
    count = len(figures) * (group.crew or 1)
    striking = blows.attack(g, unit, group.weapon, figures, "med" if group.crew else None)
    defending = blows.defence(g, target, touched or alive)
    roll = rolled(g, unit, rolls)
    if terrible(g, unit, target, figures):
        g.trigger(target, "terror")
    number, shift = blows.net(striking, defending, roll), blows.shifts(g, unit, target, met, by)
    lost = blows.losses(number, count, shift)
    g.tell(
        "melee.strike", unit=unit.troops.name, other=target.troops.name, weapon=Text(f"weapon.{group.weapon.key}"),
        n=count, roll=roll, lost=max(0, lost), attack=striking.value, defence=defending.value, net=number.value,
        shift=shift.value,
    )  # fmt: skip
    entries = sums.entries(results.looked_up(number.value, count, shift.value))
    g.tell(
        "melee.sum", attack=sums.parts(striking), defence=sums.parts(defending), net=sums.parts(number),
        shift=sums.parts(shift), n=count, entries=entries, rule="QAD-2.222b-a", table="QAD-2.240-a",
    )  # fmt: skip
    if lost >= 0:
        fall(g, target, blows.falling(target, lost, touched, by), unit, "QAD-2.222b-g")
    elif not group.crew:
        fall(g, unit, blows.recoiling(unit, -lost, heads, by), target, "QAD-2.240-G7")


def fall(g: Qadardalikoi, unit: Unit, figures: Sequence[int], by: Unit, rule: str) -> None:
    """Figures are taken off; an officer of a command stand falls after his bearers."""
    if not figures:
        return
    g.tell("melee.fell", unit=unit.troops.name, n=len(figures), front=in_front(unit, figures), rule=rule)
    if unit.n > SHORT:
        g.remove(unit, figures)
        orphan(g, unit)
        return
    stand = g.state.stands[SHORT - 1 - unit.n]
    stand.figures = max(0, stand.figures - len(figures))
    if not stand.figures:
        stand.beaten, stand.by = True, by.n
        g.tell("command.killed", name=stand.name, seat=stand.side)
        morale.mourn(g, stand)
