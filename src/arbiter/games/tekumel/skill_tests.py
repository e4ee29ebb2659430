"""Skill Tests: three difficulty levels, totals, and cards that help."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from arbiter.core import Event, Illegal, Rules, Text, rule
from arbiter.kit.effects import By
from arbiter.kit.numbers import Sum
from arbiter.kit.rolls import Against
from arbiter.kit.windows import each_in_turn

from . import uses
from .effects import (
    ATTRIBUTES,
    RULES,
    AutoSuccess,
    Easier,
    Level,
    Reroll,
    Skill,
    SkillBonus,
    SkillTest,
    TerrainPenalty,
    does,
    refuses,
)
from .entries import Moment
from .numbers import DIE
from .state import Tekumel, Trial

LEVELS: tuple[Level, ...] = ("easy", "average", "hard")
CERTAIN, HOPELESS = -1, len(LEVELS)
"""Easier than Easy, and harder than Hard."""


@does(SkillTest)
def put_to_the_test(g: Tekumel, effect: SkillTest, by: By) -> Rules[None]:
    """A card or a table asks for a test; what follows depends on it."""
    passed = yield from skill_test(g, by.seat, effect.skill, effect.level)
    yield from RULES.run(g, effect.after(passed), by)


@rule("TEK-TEST-1", "TEK-GAP-TIMING-BONUS")
def skill_test(g: Tekumel, seat: int, skill: Skill, level: Level, harder: int = 0) -> Rules[bool]:
    """Cards that help are used before the roll; after a failed one only what says "roll again"."""
    s = g.state
    s.trial = Trial(seat, skill, level, harder + s.turn.dark)
    window = TrialWindow(g)
    yield from each_in_turn(window, (seat,))
    most = window.most
    passed = roll(g, s.trial, most)
    while not passed and (yield from roll_again(g, seat, most)):
        most = need(g, s.trial)
        passed = roll(g, s.trial, most)
    g.tell("test.passed" if passed else "test.failed", seat=seat)
    s.trial = None
    g.over("test")
    return passed


# The number to roll


@rule("TEK-GAP-SKILLS", "TEK-GAP-FIGHT-VS-SKILL")
def total(g: Tekumel, seat: int, skill: Skill) -> Sum:
    """The total skill value, and why: printed, raised, what helps and what hinders; never below 0."""
    hero, sheet = g.state.heroes[seat], g.sheet(seat)
    # Talk is not printed: it is Mind, with bonuses of its own.
    printed: Skill = "mind" if skill == "talk" else skill
    value = Sum(getattr(sheet, printed), f"skill.{printed}")
    if printed in ATTRIBUTES:
        value.add(hero.raised[ATTRIBUTES.index(printed)], "number.raised")
    for effect, source in g.in_force(seat, SkillBonus):
        if skill in effect.skills:
            value.add(effect.n, g.why(source))
    hinder(g, seat, skill, value)
    dislike(g, seat, value)
    return value.at_least(0)


def dislike(g: Tekumel, seat: int, value: Sum) -> None:
    """Some Heroes are worse at everything in Region spaces of some terrains."""
    place = g.place(seat)
    if place.kind == "region":
        for penalty, source in g.in_force(seat, TerrainPenalty):
            if place.terrain in penalty.terrains:
                value.add(penalty.n, g.why(source))


@rule("TEK-RECRUIT-3", "TEK-GAP-EVADE-SIGN", "TEK-GAP-BUSSAN")
def hinder(g: Tekumel, seat: int, skill: Skill, value: Sum) -> None:
    """Groups in the party make it harder to evade, Bussán to trade and to talk."""
    hero = g.state.heroes[seat]
    if skill == "evade":
        for companion in hero.companions:
            size = g.book.encounters[companion.card].size
            value.add(g.book.sizes[size].evade, g.why(companion.card))
    elif skill in ("trade", "talk"):
        value.add(-hero.bussan, "number.bussan")


@rule("TEK-GAP-DIFFICULTY-SHIFT")
def level_of(g: Tekumel, trial: Trial) -> int:
    """How hard a test is after all shifts are added up: a place in LEVELS, or beyond its ends."""
    level = LEVELS.index(trial.level) + trial.harder
    for effect, _ in g.in_force(trial.seat, Easier):
        if trial.skill in effect.skills:
            level -= effect.steps
    return max(CERTAIN, min(HOPELESS, level))


@rule("TEK-TEST-2", "TEK-TEST-3", "TEK-TEST-4", "TEK-GAP-HALF")
def need(g: Tekumel, trial: Trial) -> int:
    """What must be rolled at most: twice the total, the total, or half of it rounded down."""
    level = level_of(g, trial)
    if level == CERTAIN:
        return DIE
    if level == HOPELESS:
        return 0
    entry = g.book.levels[LEVELS[level]]
    return total(g, trial.seat, trial.skill).value * entry.multiply // entry.divide


def chance(g: Tekumel, seat: int, skill: Skill, level: Level, harder: int = 0) -> Text:
    """What a player reads before a test: what he must roll, or that there will be nothing to roll."""
    return said(need(g, Trial(seat, skill, level, harder + g.state.turn.dark)))


def said(most: int) -> Text:
    """What must be rolled, in words."""
    if most >= DIE:
        return Text("test.sure")
    return Text("test.chance", {"need": most}) if most > 0 else Text("test.never")


# The roll


@rule("TEK-GAP-AUTO", "TEK-GAP-DICE")
def roll(g: Tekumel, trial: Trial, most: int) -> bool:
    """The ten-sided die decides; a test that cannot fail or cannot succeed is not rolled."""
    if trial.passed or most >= DIE:
        g.tell("test.certain", seat=trial.seat, skill=trial.skill, level=trial.level)
        return True
    if most <= 0:
        g.tell("test.hopeless", seat=trial.seat, skill=trial.skill)
        return False
    die = g.roll(DIE)
    g.state.trial = replace(trial, roll=die)
    level = LEVELS[level_of(g, trial)]
    g.tell("test.rolled", seat=trial.seat, skill=trial.skill, level=level, roll=die, need=most)
    return at_most(most).met(die)


def at_most(most: int) -> Against:
    """What a roll is held against."""
    return Against("<=", most)


def luck(event: Event) -> float | None:
    """How likely a test that was passed by a roll was to be passed."""
    if event.key != "test.rolled":
        return None
    against = at_most(event.args["need"])
    return against.chance(DIE) if against.met(event.args["roll"]) else None


def roll_again(g: Tekumel, seat: int, most: int) -> Rules[bool]:
    """After a failed roll its player may use something that has it rolled again, each source once."""
    if g.state.trial is None or not g.state.trial.roll:
        return False
    return bool((yield from each_in_turn(FailedWindow(g, most), (seat,), once=True)))


@does(Reroll)
def rerolled(g: Tekumel, effect: Reroll, by: By) -> None:
    """A card has been used to roll again; the same source cannot do it twice."""
    tried(g, by.source)


def tried(g: Tekumel, source: str) -> None:
    """A source has had the test under way rolled again."""
    if g.state.trial is not None:
        g.state.trial = replace(g.state.trial, tried=(*g.state.trial.tried, source))


@does(AutoSuccess)
def succeed(g: Tekumel, effect: AutoSuccess, by: By) -> None:
    """The test is passed without a roll."""
    assert g.state.trial is not None
    g.state.trial = replace(g.state.trial, passed=True)


@refuses(AutoSuccess)
def cannot_succeed(g: Tekumel, effect: AutoSuccess, by: By) -> Illegal | None:
    """Only so hard a test, and only where it says."""
    trial = g.state.trial
    if trial is None:
        return None
    if level_of(g, trial) > LEVELS.index(effect.level):
        return Illegal("test.too_hard", card=g.name(by.source), level=trial.level)
    return why_not_here(g, effect.where, by)


@refuses(Reroll)
def cannot_reroll(g: Tekumel, effect: Reroll, by: By) -> Illegal | None:
    """Only tests of its skills, only where it says, and only once."""
    trial = g.state.trial
    if effect.what != "test" or trial is None:
        return None
    if trial.skill not in effect.skills:
        return Illegal("test.other_skill", card=g.name(by.source), skill=trial.skill)
    if by.source in trial.tried or (effect.per == "turn" and by.source in g.state.turn.used):
        return Illegal("test.used", card=g.name(by.source))
    return why_not_here(g, effect.where, by)


def why_not_here(g: Tekumel, where: Sequence[str], by: By) -> Illegal | None:
    """Some cards work only in spaces of a kind or of a terrain."""
    place = g.place(by.seat)
    fits = not where or place.kind in where or place.terrain in where
    return None if fits else Illegal("test.not_here", card=g.name(by.source))


class TrialWindow(uses.UseWindow):
    """Before a test: cards that make it easier, add to the total, or pass it; none where it cannot fail any more."""

    __slots__ = ("_sure", "args", "most")
    moment: Moment = "test"
    rule = "TEK-DEC-TEST-CARDS"
    scopes = ("turn",)

    def __init__(self, g: Tekumel, most: int | None = None) -> None:
        self.g = g
        self._look(most)

    def _look(self, most: int | None = None) -> None:
        """How the test stands, where it is not known what must be rolled: after each card it is another."""
        trial = self.g.state.trial
        assert trial is not None
        self.most = need(self.g, trial) if most is None else most
        self.args = {"skill": trial.skill, "chance": said(self.most)}
        self._sure = trial.passed or self.most >= DIE

    def values(self, seat: int) -> list[uses.Use] | None:
        return None if self._sure else super().values(seat)

    def act(self, seat: int, use: uses.Use) -> Rules[None]:
        yield from super().act(seat, use)
        self._look()

    def bar(self, seat: int, use: uses.Use) -> Illegal | None:
        trial, helps = self.g.state.trial, (SkillBonus, Easier, AutoSuccess)
        if trial is None:
            return None
        for one in self.g.source(use[1]).effects:
            if isinstance(one, helps) and trial.skill in one.skills:
                return None
        return Illegal("test.other_skill", card=self.g.name(use[1]), skill=trial.skill)


class FailedWindow(TrialWindow):
    """After a failed test: cards and abilities that have it rolled again."""

    moment, rule = "failed", "TEK-DEC-TEST-REROLL"

    def offers(self, seat: int) -> list[uses.Use]:
        own = [("ability", source) for effect, source in self.g.in_force(seat, Reroll) if effect.what == "test"]
        return [use for use in (*self.g.uses(seat, "failed"), *own) if self.why_not(seat, use) is None]

    def why_not(self, seat: int, use: uses.Use) -> Illegal | None:
        verb, card = use
        if verb != "ability":
            return uses.why_not(self.g, seat, use, "failed")
        for effect, source in self.g.in_force(seat, Reroll):
            if source == card and effect.what == "test":
                return cannot_reroll(self.g, effect, By(seat, source))
        return Illegal("use.not_yours")

    def act(self, seat: int, use: uses.Use) -> Rules[None]:
        verb, card = use
        if verb != "ability":
            yield from super().act(seat, use)
            return
        tried(self.g, card)
        self.g.state.turn.used.append(card)
        self.g.tell("used.ability", seat=seat, card=self.g.name(card))
