"""`arbiter army parity`: how even two armies are, by many battles, and what would make them so."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import typer
from rich.console import Console

from ..lab.results import Result, Standing
from ..lab.sim import Stopped
from ..lab.statistics import Share, Trial, even_share, wilson
from .army import army_named, grid_of, show_grid, taken
from .lists import write_json
from .plainly import complain
from .simulate import measured, played, show_speed, told_stopped
from .speech import spoken

if TYPE_CHECKING:
    from ..games.qadardalikoi.battle_entries import ArmyEntry

TRIES = 4
"""So many changed armies are tried at the most,"""
NEAR = 0.1
"""until one of them wins half the battles but for so many."""


class Contender(msgspec.Struct, frozen=True):
    """An army in some battles: what it was worth, and how it did from both edges together, draws counted half."""

    army: str
    points: int
    won: int
    drawn: int
    lost: int
    rate: float
    low: float
    high: float

    @property
    def surely(self) -> bool:
        """Did it win so often, or so seldom, that chance does not explain it?"""
        return not self.low <= 0.5 <= self.high


class Battles(msgspec.Struct, frozen=True):
    """Battles of two armies, and all that was counted in them."""

    armies: tuple[Contender, Contender]
    result: Result


class Proposal(msgspec.Struct, frozen=True):
    """An army that would be even with the other: which, with what share of its points (and the interval of that), as a
    roster; and what it won of the battles in which it was tried, none where it is only reckoned."""

    army: str
    share: float
    low: float
    high: float
    points: int
    won: float | None
    roster: str


class Parity(msgspec.Struct):
    """What the battles showed: those of the armies as they are, those of changed ones, and what is proposed."""

    battles: list[Battles]
    even: bool
    proposal: Proposal | None = None


@dataclass
class Contest:
    """Two armies, how they fight, and the battles that they have fought."""

    keys: tuple[str, str]
    armies: tuple[ArmyEntry, ArmyEntry]
    options: dict[str, Any]
    both_edges: bool
    bots: str
    games: int
    seed: str
    workers: int | None
    fought: list[Battles] = field(default_factory=list)

    def fight(self, at: int = 0, changed: ArmyEntry | None = None) -> Battles:
        """More battles, with one of the armies changed perhaps; what was over before somebody stopped it is counted."""
        from ..games.qadardalikoi import GAME, armies

        now = list(self.armies)
        if changed is not None:
            now[at] = changed
        rosters = {key: msgspec.to_builtins(army) for key, army in zip(self.keys, now, strict=True)}
        there, back = (
            {**self.options, "armies": ",".join(keys), "rosters": rosters} for keys in (self.keys, self.keys[::-1])
        )
        worth = [armies.total(army) for army in now]
        label = spoken("parity.bar", one=self.keys[0], n=worth[0], other=self.keys[1], m=worth[1])
        seed = f"{self.seed}/{len(self.fought)}" if self.fought else self.seed
        turned = back if self.both_edges else None
        try:
            result = played(label, GAME, 2, self.bots, self.games, seed, there, self.workers, turned)
        except Stopped as stopped:
            self._count(told_stopped(stopped, self.games), worth)
            raise
        return self._count(result, worth)

    def _count(self, result: Result, worth: list[int]) -> Battles:
        one, other = (
            Contender(key, points, of.won, of.shared, of.lost, (of.won + of.shared / 2) / result.games,
                      *wilson(of.won + of.shared / 2, result.games))
            for key, points, of in zip(self.keys, worth, result.records, strict=True)
        )  # fmt: skip
        self.fought.append(Battles((one, other), result))
        return self.fought[-1]

    def changed(self, at: int) -> tuple[Share, ArmyEntry]:
        """With which share of its points an army would be even, by all battles so far, and that army, as near as
        rosters come to it."""
        from ..games.qadardalikoi import handicap

        mine = [battles.armies[at] for battles in self.fought]
        trials = [
            Trial(one.points / mine[0].points, one.won + one.drawn / 2, one.won + one.drawn + one.lost) for one in mine
        ]
        found = even_share(trials)
        return found, handicap.share_of(self.armies[at], found.share)


def weigh(console: Console, contest: Contest, even: str | None, file: Path | None, as_json: bool) -> None:
    """Let two armies fight; say how even they are, and what would make them so: less of the `stronger`, or more of the
    `weaker`."""
    if file is not None and file.exists():
        complain(spoken("army.exists", file=file))
    told = Console(quiet=True) if as_json else console
    found, stopped = Parity(contest.fought, even=False), False
    try:
        first = contest.fight()
        show(told, contest, first)
        if not first.armies[0].surely:
            found.even = True
        else:
            even_out(told, contest, found, even)
    except Stopped:
        stopped = True
        show(told, contest, contest.fought[-1])
    if as_json:
        write_json(found)
    if file is not None and found.proposal is not None:
        file.write_text(found.proposal.roster, encoding="utf-8")
        typer.echo(spoken("army.written", file=file), err=True)
    if stopped:
        raise typer.Exit(130)


def even_out(console: Console, contest: Contest, found: Parity, even: str | None) -> None:
    """Reckon with how much of one army the two would be even; where that is wished for, try it by battles, and again
    with what these have shown, until they are."""
    from ..games.qadardalikoi import armies, rosters

    one, other = contest.fought[0].armies
    at = int((one.rate < other.rate) != (even == "weaker"))
    whole = contest.fought[0].armies[at].points
    tried: dict[int, float] = {}

    def proposed(army: ArmyEntry, share: Share) -> Proposal:
        key, points = contest.keys[at], armies.total(army)
        return Proposal(key, *share, points, tried.get(points), rosters.write(f"{key}_even", army))

    share, army = contest.changed(at)
    found.proposal = proposed(army, share)
    while even is not None and len(tried) < TRIES and (points := armies.total(army)) not in (whole, *tried):
        of = contest.fight(at, army).armies[at]
        tried[points] = of.rate
        console.print(spoken("parity.try", n=len(tried), army=of.army, points=points, rate=rated(of)))
        if min(tried.values(), key=_off) == of.rate:
            found.proposal = proposed(army, share)
        found.even = not of.surely and _off(of.rate) <= NEAR
        if found.even:
            break
        share, army = contest.changed(at)
    show_proposal(console, contest, found, at)


def _off(rate: float) -> float:
    return abs(rate - 0.5)


# What is shown


def rated(one: Contender | Standing) -> str:
    """How often an army, or a bot, won, with the interval."""
    return f"{one.rate:.0%} ({one.low:.0%}–{one.high:.0%})"


def show(console: Console, contest: Contest, battles: Battles) -> None:
    """What both armies were worth, won and lost, and whether one is the stronger."""
    from ..games.qadardalikoi import GAME

    heads = [spoken("parity.head", army=of.army, points=of.points) for of in battles.armies]
    edges = spoken("parity.both_edges" if contest.both_edges else "parity.own_edges")
    by = {"games": battles.result.games, "seed": battles.result.seed, "bots": ", ".join(battles.result.bots)}
    console.print(spoken("parity.fought", edges=edges, **by))
    grid = measured(GAME, battles.result, heads)
    players = battles.result.players if len(battles.result.players) > 1 else []
    rates = [*(rated(of) for of in battles.armies), *(rated(player.overall) for player in players)]
    grid.add_row(spoken("sim.rate"), *rates)
    console.print(grid)
    show_speed(console, battles.result)
    better = max(battles.armies, key=lambda of: of.rate)
    told = {"army": better.army, "rate": rated(better)}
    console.print(spoken("parity.stronger" if better.surely else "parity.even", **told), style="bold")


def show_proposal(console: Console, contest: Contest, found: Parity, at: int) -> None:
    """What would make them even, and which units it changes."""
    from ..games.qadardalikoi import armies, rosters

    assert found.proposal is not None
    of, whole = found.proposal, contest.fought[0].armies[at].points
    told = {
        "army": of.army,
        "points": of.points,
        "whole": whole,
        "share": f"{of.share:.0%}",
        "low": f"{of.low:.0%}",
        "high": f"{of.high:.0%}",
        "part": f"{of.points / whole:.0%}",
    }
    if of.points == whole:
        console.print(spoken("parity.stuck", **told))
        return
    if of.won is None:
        console.print(spoken("parity.reckoned", **told))
    else:
        tries = {"won": f"{of.won:.0%}", "n": len(contest.fought) - 1}
        console.print(spoken("parity.found" if found.even else "parity.nearest", **tries, **told), style="bold")
    if abs(of.points / whole - of.share) > NEAR:
        console.print(spoken("parity.no_nearer", **told))
    before = armies.muster(contest.armies[at])
    after = armies.muster(next(iter(rosters.read(of.roster, of.army).values())))
    grid = grid_of("unit", "figures", "then", free="unit")
    for old, new in zip(before, after, strict=True):
        grid.add_row(old.troops.name, str(old.figures), str(new.figures))
    show_grid(console, grid)
    if of.won is None:
        console.print(spoken("parity.try_it"), style="dim")


def contest_of(
    names: tuple[str, str],
    options: dict[str, Any],
    anything: bool,
    both_edges: bool,
    bots: str,
    games: int,
    seed: str,
    workers: int | None,
) -> Contest:
    """The contest of two armies by name; they are checked, and told what is wrong with them."""
    from ..games.qadardalikoi import armies

    (one, first), (other, second) = (army_named(name) for name in names)
    steel = options.get("steel") is True
    both = [first, second] if first != second else [first]
    good = [taken(army, armies.faults(army, steel), anything) for army in both]
    if not all(good):
        raise typer.Exit(1)
    if one == other:
        other = f"{other}_2"
    return Contest((one, other), (first, second), options, both_edges, bots, games, seed, workers)
