"""Whether equal points win equally: battles of lists drawn by chance, weights that fit them, and a table of peoples.

    python -m bench.points drawn drawn.jsonl --minutes 30    # lists by chance, a line of JSON a battle
    python -m bench.points fit drawn.jsonl                   # what the battles say of the formula, and better weights
    python -m bench.points check drawn.jsonl                 # the same for lists that the weights have not seen
    python -m bench.points table table.jsonl --minutes 30    # ready armies cut down to equal points, each against each

Both sides are led by the same bot on an open table, so that nobody is beaten by looking for the enemy; nobody concedes.
What was played is kept: the same command goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from math import exp, log
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from arbiter.bots import find
from arbiter.core import Table
from arbiter.core.options import read_options
from arbiter.games.qadardalikoi import GAME, armies, points, sheets
from arbiter.games.qadardalikoi.battle_entries import ArmyEntry, Order
from arbiter.games.qadardalikoi.book import book
from arbiter.lab.statistics import wilson

BOT = "clever"
OPTIONS = {"scenario": "first_blood", "turns": 12, "terms": "never", "open_table": True}
UNIT = 380
"""What a unit of a list drawn by chance is worth, more or less."""
SPREAD = 0.35
"""By so many doublings more or less: so that it shows, too, what more points are worth."""
LIST = 700
"""What a list of the table is worth."""
LISTS = ("keneng", "omrimunish", "gureks", "charoneb", "tselhqu", "shenyu", "ssu", "alliance")
"""The ready armies of the table: those that fight on foot and by themselves, without beasts and their handlers."""
AREAS = (6, 7)
UNFIT = ("beast", "AT", "SP")
"""Kinds of legion that nobody sends into a fight of two units by themselves: beasts, engines, those who dig."""
ALONE = ("brood_mother", "serudla", "serudla_armoured", "crew", "sappers")


# Lists


def kinds() -> dict[str, list[dict[str, Any]]]:
    """The troops of each people: its legions, or what its sheet arms."""
    of = book()
    found: dict[str, list[dict[str, Any]]] = {}
    for key, legion in of.legions.items():
        if not legion.twin and legion.kind not in UNFIT:
            found.setdefault(legion.nation, []).append({"legion": key})
    for key, kit in of.kits.items():
        if kit.sheet and key not in ALONE and not sheets.lacks(of.sheets[kit.sheet], kit):
            found.setdefault(kit.sheet, []).append({"sheet": kit.sheet, "kit": key})
    return found


def sized(line: dict[str, Any], nation: str, worth: float) -> dict[str, Any]:
    """A line of a roster with as many figures as come nearest to some points."""
    army = ArmyEntry(name="", nation=nation, units=())
    score = 20
    one = armies.mustered(msgspec.convert({**line, "figures": score}, Order), army)
    return {**line, "figures": max(1, min(400, round(worth * score / one.troops.points)))}


def by_chance(rng: Random, peoples: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Two units of a people."""
    people = rng.choice(sorted(peoples))
    nation = people if people in book().nations else "tsolyani"
    worth = UNIT * 2 ** rng.uniform(-SPREAD, SPREAD)
    units = [sized(rng.choice(peoples[people]), nation, worth) for _ in range(2)]
    named = [{**one, "name": f"Unit {at}", "area": AREAS[at]} for at, one in enumerate(units)]
    return {"name": people, "nation": nation, "units": named}


def cut_down(key: str) -> dict[str, Any]:
    """A ready army cut down to a list of the table: its first unit for the melee and its first with missiles, or its
    first two, each smaller in the same measure."""
    army = book().armies[key]
    units = [one for one in army.units if not one.shares and not one.attached]
    archers = [one for one in units if shoots(one)]
    chosen = [one for one in units if not shoots(one)][: 1 if archers else 2] + archers[:1]
    whole = {at: armies.mustered(order, army).troops.points for at, order in enumerate(chosen)}
    lines = []
    for at, order in enumerate(chosen):
        said = {name: getattr(order, name) for name in ("legion", "sheet", "kit", "second", "name")}
        line = sized(
            {name: word for name, word in said.items() if word}, army.nation, LIST * whole[at] / sum(whole.values())
        )
        lines.append({**line, "area": AREAS[at], "division": order.division})
    return _evened({"name": army.name, "nation": army.nation, "units": lines})


def _evened(army: dict[str, Any]) -> dict[str, Any]:
    """A list with a figure more or less here and there, as near to its points as it comes."""
    first, *others = army["units"]
    ways = [
        {**army, "units": [{**first, "figures": max(1, first["figures"] + by)}, *others[:-1], {**last, "figures": n}]}
        for last in others[-1:]
        for by in (-2, -1, 0, 1, 2)
        for n in range(max(1, last["figures"] - 2), last["figures"] + 3)
    ]
    return min(ways, key=lambda one: abs(worth_of(one) - LIST))


def shoots(order: Order) -> bool:
    """Does a line of a roster carry missiles before all?"""
    kit = book().kits[armies.kits_of(order)[0]]
    return (
        bool(kit.missile)
        and kit.every == 1
        and sheets.missile(book().sheets[armies.sheet_of(order)], kit.missile).range >= 200
    )


def worth_of(army: dict[str, Any]) -> int:
    return armies.total(msgspec.convert(army, ArmyEntry))


# Battles


def fought(one: dict[str, Any], other: dict[str, Any], seed: str) -> dict[str, Any]:
    """A battle: what the first side won of it, what both lost, and when it ended."""
    rosters = {"one": one, "other": other}
    table = Table(GAME, 2, seed, read_options(GAME, {**OPTIONS, "armies": "one,other", "rosters": rosters}))
    rngs = [Random(f"{seed}/{seat}") for seat in (0, 1)]
    bot = find(BOT, seconds=None)
    while not table.over:
        for ask in table.asks:
            table.answer(ask.seat, bot.answer(table, ask.seat, ask, rngs[ask.seat]))
    assert table.outcome is not None
    winners = table.outcome.winners
    won = 0.5 if len(winners) == 2 else float(0 in winners)
    return {"won": won, "lost": GAME.measures(table.state)["points_percent"], "turn": table.state.turn}


def played(file: Path) -> list[dict[str, Any]]:
    """The battles of a file."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def go_on(file: Path, minutes: float, battles: Iterable[tuple[str, dict[str, Any], dict[str, Any]]]) -> None:
    """Fight those battles that a file has not yet, while there is time; each is written when it is over."""
    done = {one["seed"] for one in played(file)}
    until = monotonic() + 60 * minutes
    for seed, one, other in battles:
        if monotonic() > until:
            return
        if seed not in done:
            line = {"seed": seed, "one": one, "other": other, **fought(one, other, seed)}
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line, ensure_ascii=False) + "\n")


def drawn(first: int = 0) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Lists by chance, for ever; those from another number on are others."""
    peoples, n = kinds(), first
    while True:
        rng = Random(f"drawn/{n}")
        yield f"drawn/{n}", by_chance(rng, peoples), by_chance(rng, peoples)
        n += 1


def each_against_each(keys: Sequence[str]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Every pair of lists and every list against itself, round after round, each from both edges."""
    lists = {key: cut_down(key) for key in keys}
    round_ = 0
    while True:
        for one, other in combinations(keys, 2):
            first, second = (one, other) if round_ % 2 == 0 else (other, one)
            yield f"{first}/{second}/{round_}", lists[first], lists[second]
        for key in keys:
            yield f"{key}/{key}/{round_}", lists[key], lists[key]
        round_ += 1


# Weights


NAMES = ("attack", "defence", "morale", "pace", "front", "mark", "arms", "missile", "steep", "edge")
PRIOR = np.array([2.0, 1.0, 20.0, 500.0, 8.0, 0.3, 0.3, 2e-7, 1.0, 0.0])
LOOSE = np.array([3.0, 3.0, 12.0, 300.0, 5.0, 0.12, 0.15, 1e-7, 0.3, 0.15])
"""Where weights are looked for, from the expected exchange of blows, and how far from there they may well be."""
LEADS = (0.0, log(1.1), log(1.3), log(10))
"""By how much more points are told apart, as logarithms."""
SCATTER = 0.45
"""By so much the outcome of a battle lies off what the lists would have one expect."""
Numbers = NDArray[np.float64]


def facts(army: dict[str, Any]) -> list[list[float]]:
    """The figures of a list by kind: their number and what the formula looks at."""
    rows = []
    for unit in armies.muster(msgspec.convert(army, ArmyEntry)):
        shift = book().shift_of(unit.troops.mark)
        for kit, n in zip(unit.troops.kits, unit.cohorts, strict=True):
            part = points.parts(unit.troops.sheet, kit, unit.troops.morale)
            rows.append([n, *part[:5], shift, log(part[5]), float(part[6])])
    return rows


def strengths(rows: Numbers, weights: Numbers) -> Numbers:
    """What figures are worth, beside a plain spearman of 12, 13, 10 and 200 mm."""
    _, attack, defence, morale, pace, front, shift, arms, missile = rows.T
    w = weights
    plain = log(12 + w[0]) + log(13 + w[1]) + log(10 + w[2]) + log(200 + w[3]) - log(20 + w[4])
    melee = np.log(np.maximum(attack + w[0], 0.5)) + np.log(np.maximum(defence + w[1], 0.5)) + np.log(morale + w[2])
    melee += np.log(pace + w[3]) - np.log(front + w[4]) + w[5] * shift + w[6] / log(2) * arms
    return np.asarray(np.exp(melee - plain) + w[7] * missile)


class Fought:
    """Battles as numbers: the figures of all lists, whose they are, and by how much the first side lost less."""

    def __init__(self, battles: Sequence[dict[str, Any]]) -> None:
        self.battles = battles
        sides = [facts(one[side]) for one in battles for side in ("one", "other")]
        self.rows = np.array([row for side in sides for row in side])
        self.whose = np.repeat(np.arange(len(sides)), [len(side) for side in sides])
        self.margin = np.array([(one["lost"][1] - one["lost"][0]) / 100 for one in battles])
        self.ours = np.array([log(worth_of(one["one"]) / worth_of(one["other"])) for one in battles])
        self.peoples = [{one["one"]["name"], one["other"]["name"]} for one in battles]

    def odds(self, weights: Numbers) -> Numbers:
        """By how much the first list of each battle is worth more, as a logarithm."""
        total = np.bincount(self.whose, self.rows[:, 0] * strengths(self.rows, weights))
        return np.log(total[0::2] / total[1::2])

    def fitted(self, among: NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
        """The weights under which some of the battles come nearest to what the lists are worth, by least squares, and
        how sure they are."""

        def off(weights: Numbers) -> Numbers:
            found = self.margin - np.tanh(weights[8] * self.odds(weights) + weights[9])
            return np.concatenate([found[among] / SCATTER, (weights - PRIOR) / LOOSE])

        weights, slopes = PRIOR.copy(), np.eye(len(PRIOR))
        for _ in range(40):
            here, steps = off(weights), LOOSE * 1e-4
            slopes = np.stack([(off(weights + step) - here) / step.sum() for step in np.diag(steps)], axis=1)
            better = weights - np.linalg.lstsq(slopes, here, rcond=None)[0] / 2
            weights = np.maximum(better, [-0.9, -0.9, 0, 0, 0, 0, 0, 0, 0.1, -1])
        return weights, np.sqrt(np.diag(np.linalg.inv(slopes.T @ slopes)))

    def unseen(self) -> Numbers:
        """By how much the first list of each battle is worth more, by weights fitted to those battles alone in which
        neither of the two peoples fights: so that nothing is said of a list that the weights have seen."""
        found = np.zeros(len(self.battles))
        known: dict[frozenset[str], Numbers] = {}
        for at, peoples in enumerate(self.peoples):
            pair = frozenset(peoples)
            if pair not in known:
                known[pair] = self.fitted(np.array([not peoples & others for others in self.peoples]))[0]
            found[at] = self.odds(known[pair])[at]
        return found

    def judged(self, name: str, lead: Numbers) -> str:
        """How well what lists are worth tells what was lost, and who won."""
        right = [
            float((x > 0) == (one["won"] > 0.5)) for x, one in zip(lead, self.battles, strict=True) if one["won"] != 0.5
        ]
        like = np.corrcoef(lead, self.margin)[0, 1]
        return f"{name}: correlation with what was lost {like:.2f}, the winner named in {share(right)} of {len(right)}"


def fit(battles: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The weights that fit the battles best, and how the formula and they do in these same battles."""
    fought = Fought(battles)
    weights, sure = fought.fitted(np.ones(len(battles), dtype=bool))
    for name, weight, by in zip(NAMES, weights, sure, strict=True):
        yield f"{name:8} {weight:9.3g} ± {by:.2g}"
    yield fought.judged("the formula", fought.ours)
    yield fought.judged("these weights", fought.odds(weights))
    yield f"side A won {share([one['won'] for one in battles])}"


def check(battles: Sequence[dict[str, Any]]) -> Iterator[str]:
    """How the formula does in these battles, and what weights are worth for peoples that they were not fitted to; then
    what was won by who had more points, and by how much more."""
    fought = Fought(battles)
    yield fought.judged("the formula", fought.ours)
    yield fought.judged("weights for peoples that they have not seen", fought.unseen())
    won = [one["won"] if lead > 0 else 1 - one["won"] for lead, one in zip(fought.ours, battles, strict=True)]
    for low, high in pairwise(LEADS):
        some = [part for part, lead in zip(won, fought.ours, strict=True) if low <= abs(lead) < high]
        yield f"{exp(low):.2f} to {exp(high):.2f} times the points: won {share(some)} of {len(some)}"


# The table


def share(won: Sequence[float]) -> str:
    """The share of battles won with its 95 % interval."""
    low, high = wilson(sum(won), len(won))
    return f"{100 * sum(won) / max(1, len(won)):.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def table(battles: Sequence[dict[str, Any]], keys: Sequence[str]) -> Iterator[str]:
    """How each list did against the others, and whom it beat how often."""
    won: dict[tuple[str, str], list[float]] = {}
    for one in battles:
        first, second, _ = one["seed"].split("/")
        won.setdefault((first, second), []).append(one["won"])
        if first != second:
            won.setdefault((second, first), []).append(1 - one["won"])
    yield "| list | points | figures | battles | won (draws count half) | of those against each, in this order |"
    yield "|---|---:|---:|---:|---|---|"
    for key in keys:
        army = cut_down(key)
        all_ = [part for other in keys if other != key for part in won.get((key, other), [])]
        each = [
            "-" if other == key else f"{sum(won.get((key, other), [])):g}/{len(won.get((key, other), []))}"
            for other in keys
        ]
        figures = sum(line["figures"] for line in army["units"])
        yield f"| `{key}` | {worth_of(army)} | {figures} | {len(all_)} | {share(all_)} | {', '.join(each)} |"
    mirrors = [part for key in keys for part in won.get((key, key), [])]
    first = [one["won"] for one in battles]
    yield ""
    yield f"A list against itself, side A: {share(mirrors)} of {len(mirrors)}."
    yield f"Side A in all: {share(first)} of {len(first)}."


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.points", description=__doc__)
    parser.add_argument("what", choices=("drawn", "fit", "check", "table"))
    parser.add_argument("file", type=Path, help="where the battles are kept, a line each")
    parser.add_argument("--minutes", type=float, default=0, help="how long to fight before the report")
    parser.add_argument("--first", type=int, default=0, help="the number of the first list that is drawn")
    given = parser.parse_args(arguments)
    if given.what in ("drawn", "table"):
        go_on(given.file, given.minutes, drawn(given.first) if given.what == "drawn" else each_against_each(LISTS))
    battles = played(given.file)
    report = {"drawn": check, "check": check, "fit": fit, "table": lambda battles: table(battles, LISTS)}[given.what]
    for line in report(battles):
        print(line)


if __name__ == "__main__":
    main()
