"""Fight Values and The Fight Round."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal, TypeAlias

from arbiter.core import Choose, Illegal, Option, Rules, rule
from arbiter.kit.effects import By
from arbiter.kit.numbers import Sum
from arbiter.kit.windows import each_in_turn

from . import uses, wounds
from .conditions import FoeSize, FoeTag, SpellTag
from .effects import (
    ATTRIBUTES,
    PHASES,
    RULES,
    Attack,
    CompanionStrength,
    ExtraWounds,
    FightBonus,
    FoeMelee,
    Phase,
    SwapValue,
    TerrainPenalty,
    holds,
)
from .entries import EquipmentEntry, FoeEntry, SpellEntry
from .evading import how_hard, try_evade
from .numbers import DIE, DUEL_ROUNDS, FIGHT_ROUNDS, PHASE_WOUNDS
from .skill_tests import chance, dislike
from .state import FOE, BeatEnds, Fight, Tekumel

End: TypeAlias = Literal["won", "lost", "evaded", "drawn_off"]


def fight(g: Tekumel, seat: int, foe: str, last: bool = False) -> Rules[End]:
    """A Fight with an Encounter or a foe. The Hero's defeat ends his turn (`TurnEnds`).

    Where it is the last thing of the step, each round after the first is a beat of its own: the Fight lies open.
    """
    g.tell("fight.begins", seat=seat, card=g.name(foe))
    g.state.fight = Fight(seat, foe)
    yield from before_fight(g)
    return (yield from fight_on(g, last))


@rule("TEK-GAP-FIGHT-END")
def fight_on(g: Tekumel, last: bool = True) -> Rules[End]:
    """The rounds that are left of a Fight with an Encounter or a foe: until one side is defeated or the Hero evades;
    after the last both draw off."""
    now = fighting(g)
    end: End | None = None
    while end is None:
        yield from fight_round(g)
        if decided(g):
            end = "won"
        elif (yield from break_off(g, now.seat, now.foe)):
            end = "evaded"
        elif now.round >= FIGHT_ROUNDS:
            end = "drawn_off"
        elif last:
            raise BeatEnds
    wounds.stop_fighting(g)
    if end != "evaded":
        g.tell(f"fight.{end}", seat=now.seat, card=g.name(now.foe))
    return end


def duel(g: Tekumel, attacker: int, defender: int, last: bool = False) -> Rules[End]:
    """A Fight between Heroes. The attacker's defeat ends his turn."""
    g.tell("fight.duel", seat=attacker, other=defender)
    g.state.fight = Fight(attacker, other=defender)
    yield from before_fight(g)
    return (yield from duel_on(g, last))


@rule("TEK-GAP-BOUNDS")
def duel_on(g: Tekumel, last: bool = True) -> Rules[End]:
    """The rounds that are left of a Fight between Heroes: there are few, and nobody evades during it."""
    now = fighting(g)
    while True:
        yield from fight_round(g)
        if decided(g):
            return "won"
        if now.round >= DUEL_ROUNDS:
            break
        if last:
            raise BeatEnds
    wounds.stop_fighting(g)
    g.tell("fight.apart", seat=now.seat, other=now.other)
    return "drawn_off"


def fighting(g: Tekumel) -> Fight:
    """The Fight under way."""
    assert g.state.fight is not None
    return g.state.fight


def decided(g: Tekumel) -> bool:
    """Is a side defeated? A Hero who is has left the Fight already."""
    now = g.state.fight
    return now is None or (now.other == FOE and now.wounds >= g.book.foes[now.foe].health)


@rule("TEK-GAP-INTERFERE")
def players(g: Tekumel) -> list[int]:
    """Who may use cards in this Fight, the player whose turn it is first; nobody else may."""
    now = g.state.fight
    if now is None:
        return []
    return [now.seat] if now.other == FOE else [now.seat, now.other]


class BeforeFight(uses.UseWindow):
    """Before the first round of a Fight."""

    moment, rule, scopes = "before_fight", "TEK-DEC-BEFORE-FIGHT", ("turn",)


@rule("TEK-FIGHT-6", "TEK-GAP-BEFORE-FIGHT")
def before_fight(g: Tekumel) -> Rules[None]:
    """Each side with a player uses what it likes before the first round; foes have nothing of the kind."""
    yield from each_in_turn(BeforeFight(g), players(g))


# Fight values


@rule("TEK-FIGHT-2", "TEK-FIGHT-3", "TEK-FIGHT-4", "TEK-FIGHT-11")
def fight_value(g: Tekumel, seat: int, phase: Phase) -> Sum:
    """Mind in the Magic phase, Agility in the Ranged, Strength in the Melee one, unless a card has another instead."""
    hero, sheet = g.state.heroes[seat], g.sheet(seat)
    attribute = g.book.phases[phase].attribute
    for swap, _ in g.in_force(seat, SwapValue):
        if swap.phase == phase:
            attribute = swap.to
    value = Sum(getattr(sheet, attribute), f"skill.{attribute}")
    return value.add(hero.raised[ATTRIBUTES.index(attribute)], "number.raised")


@rule("TEK-FIGHT-5")
def total(g: Tekumel, side: int, phase: Phase) -> Sum:
    """What a side adds to its die in a phase, and why; never below 0."""
    now = g.state.fight
    if side == FOE and now is not None:
        value = Sum(getattr(g.book.foes[now.foe], phase), g.why(now.foe))
    else:
        value, words = fight_value(g, side, phase), g.words(side)
        if FightBonus in words or Attack in words:
            helped(g, side, phase, value)
        if CompanionStrength in words:
            companions_add(g, side, phase, value)
        if TerrainPenalty in words:
            dislike(g, side, value)
        if g.state.turn.dark and side == g.state.mover:
            value.add(-1, "number.dark")
    if now is not None and phase == "melee" and now.against(side) != FOE:
        for effect, source in g.in_force(now.against(side), FoeMelee):
            value.add(effect.n, g.why(source))
    return value.at_least(0)


def helped(g: Tekumel, seat: int, phase: Phase, value: Sum) -> None:
    """Bonuses all add up; of several sources of an attack one counts, and that is the best."""
    now = g.state.fight
    for effect, source in g.in_force(seat, FightBonus):
        first = effect.scope != "first_round" or (now is not None and now.round <= 1)
        if phase in effect.phases and first:
            value.add(effect.n, g.why(source))
    for attack, source in g.in_force(seat, Attack):
        if attack.phase == phase:
            value.one_of("attack", attack.n, g.why(source))


@rule("TEK-RECRUIT-2", "TEK-GAP-COMBAT-STRENGTH", "TEK-GAP-COMPANION-VALUES")
def companions_add(g: Tekumel, seat: int, phase: Phase, value: Sum) -> None:
    """Companions add what their card says in the phase it names: a number, or the Combat Strength of their size."""
    for effect, card in g.in_force(seat, CompanionStrength):
        if effect.phase == phase:
            size = g.book.encounters[card].size
            value.add(g.book.sizes[size].combat_strength if effect.n == "by_size" else effect.n, g.why(card))


# The Fight round


@rule("TEK-FIGHT-1", "TEK-FIGHT-7")
def fight_round(g: Tekumel) -> Rules[None]:
    """Magic, Ranged and Melee, in this order; who is defeated in a phase takes no part in the later ones."""
    now, fighters = fighting(g), players(g)
    now.round += 1
    if now.round > 1:
        g.tell("fight.round", round=now.round)
    for phase in PHASES:
        now.phase = phase
        if menders := who_mends(g, fighters):
            yield from mend_between(g, menders)
        if could_attack(g, now, now.seat) or could_attack(g, now, now.other):
            yield from fight_phase(g, now, fighters)
            if decided(g):
                return
        end_of_phase(g, now)
    if menders := who_mends(g, fighters):
        yield from mend_between(g, menders)
    end_of(g, now, "round")


def end_of_phase(g: Tekumel, now: Fight) -> None:
    """The dice are taken up."""
    now.dice.clear()
    now.casts.clear()
    end_of(g, now, "phase")


def end_of(g: Tekumel, now: Fight, scope: str) -> None:
    """What was in force for so long is over, and what works once in it works again."""
    g.over(scope)
    if now.saved:
        for key in [key for key in now.saved if key.startswith(f"{scope} ")]:
            del now.saved[key]


class BetweenWindow(uses.UseWindow):
    """Between the phases of a Fight: what heals then."""

    moment, rule, scopes = "between", "TEK-DEC-FREE-USE", ("fight",)

    def bar(self, seat: int, use: uses.Use) -> Illegal | None:
        return None if wounds.hurt(self.g, seat) else Illegal("heal.nobody")


def who_mends(g: Tekumel, fighters: list[int]) -> list[int]:
    """Those who fight and may have something that heals in a Fight: there is little of it."""
    return [seat for seat in fighters if g.uses(seat, "between") or "between" in g.book.in_hand]


def mend_between(g: Tekumel, menders: list[int]) -> Rules[int]:
    """Before each phase and at the end of a round those who fight may use what heals in a Fight."""
    return each_in_turn(BetweenWindow(g), menders)


@rule("TEK-GAP-FIGHT-CARDS")
def fight_phase(g: Tekumel, now: Fight, fighters: list[int]) -> Rules[None]:
    """Cards and Spells, the dice, what rolls them again; then the winner strikes. Where nobody can attack, nothing."""
    yield from each_in_turn(PHASE_WINDOWS[now.phase](g), fighters)
    if not (can_attack(g, now, now.seat) or can_attack(g, now, now.other)):
        return
    sums = {now.seat: roll(g, now, now.seat), now.other: roll(g, now, now.other)}
    used = yield from each_in_turn(RolledWindow(g, sums), fighters)
    best = winner(g) if used else ahead(now, sums[now.seat], sums[now.other])
    if best is None:
        g.tell("fight.tie", phase=now.phase)
        return
    yield from strike(g, now, best)
    for event, side in (("phase_won", best), ("phase_lost", now.against(best))):
        if side != FOE and (waiting := g.waiting(side, event)) and not decided(g):
            yield from RULES.fire(g, waiting)


@rule("TEK-FIGHT-8", "TEK-FIGHT-9", "TEK-FIGHT-10", "TEK-GAP-FIGHT-ATTACK")
def can_attack(g: Tekumel, now: Fight, side: int) -> bool:
    """Magic and ranged attacks need something that gives one, hand to hand every Hero fights; foes as they print it."""
    if side == FOE:
        return now.phase in g.book.foes[now.foe].attacks
    if now.phase == "melee":
        return True
    attacks = g.in_force(side, Attack)
    return bool(attacks) and any(attack.phase == now.phase for attack, _ in attacks)


def could_attack(g: Tekumel, now: Fight, side: int) -> bool:
    """Can a side attack in this phase, or has it a Spell or Equipment that would let it?"""
    if can_attack(g, now, side):
        return True
    if side == FOE:
        return False
    phase = now.phase
    # What is played comes from the hand, which nobody sees.
    lying = [card for verb, card in g.uses(side, phase) if verb != "play" and gives_attack(g, card, phase)]
    return bool(lying) and any(uses.why_not_ready(g, side, card) is None for card in lying)


def gives_attack(g: Tekumel, card: str, phase: Phase) -> bool:
    """Does the use of a card give an attack in a phase?"""
    return phase in g.book.sources[card].attacks


class PhaseWindow(uses.UseWindow):
    """Before the rolls of a phase: cards, Spells and Equipment for it."""

    moment: Phase = "magic"
    rule = "TEK-DEC-PHASE-CARDS"
    scopes = ("fight",)

    def bar(self, seat: int, use: uses.Use) -> Illegal | None:
        return why_not_cast(self.g, seat, use[1])

    def act(self, seat: int, use: uses.Use) -> Rules[None]:
        if gives_attack(self.g, use[1], "magic"):
            fighting(self.g).casts[str(seat)] = use[1]
        return super().act(seat, use)


class RangedWindow(PhaseWindow):
    moment = "ranged"


class MeleeWindow(PhaseWindow):
    moment = "melee"


PHASE_WINDOWS = {window.moment: window for window in (PhaseWindow, RangedWindow, MeleeWindow)}


@rule("TEK-GAP-SPELL-LIMIT")
def why_not_cast(g: Tekumel, seat: int, card: str) -> Illegal | None:
    """In a Magic phase each side attacks with one Spell, scroll or Lens; other Spells are not limited."""
    now = g.state.fight
    cast = now.casts.get(str(seat)) if now is not None else None
    if cast and gives_attack(g, card, "magic"):
        return Illegal("fight.one_attack", "TEK-GAP-SPELL-LIMIT", card=g.name(cast))
    return None


class RolledWindow(uses.UseWindow):
    """After the rolls of a phase: cards that have the own die rolled again. `sums` is what the sides have made."""

    __slots__ = ("args", "sums")
    moment, rule, scopes = "rolled", "TEK-DEC-PHASE-REROLL", ("fight",)

    def __init__(self, g: Tekumel, sums: dict[int, int]) -> None:
        self.g, self.sums = g, sums

    def values(self, seat: int) -> list[uses.Use] | None:
        self.args = {"mine": self.sums[seat], "theirs": self.sums[fighting(self.g).against(seat)]}
        return super().values(seat)

    def act(self, seat: int, use: uses.Use) -> Rules[None]:
        yield from super().act(seat, use)
        self.sums[seat] = roll(self.g, fighting(self.g), seat)


def roll(g: Tekumel, now: Fight, side: int) -> int:
    """A side rolls its die; gives what that and its Fight value make."""
    die = now.dice[str(side)] = g.roll(DIE)
    args: dict[str, Any] = {"phase": now.phase, "roll": die, "value": (value := total(g, side, now.phase).value)}
    if side == FOE:
        g.tell("fight.foe_rolled", card=g.name(now.foe), total=value + die, **args)
    else:
        g.tell("fight.rolled", seat=side, total=value + die, **args)
    return die + value


def winner(g: Tekumel) -> int | None:
    """The side that has won the phase as the dice lie now."""
    now = fighting(g)
    one, other = (now.dice[str(side)] + total(g, side, now.phase).value for side in (now.seat, now.other))
    return ahead(now, one, other)


@rule("TEK-GAP-FIGHT-ROLL")
def ahead(now: Fight, one: int, other: int) -> int | None:
    """The side whose die and Fight value make more, whether it can attack or not; none where they are equal."""
    return None if one == other else now.seat if one > other else now.other


class WonWindow(uses.UseWindow):
    """After a won phase: what adds wounds."""

    moment, rule, scopes = "won", "TEK-DEC-PHASE-CARDS", ("fight",)


def strike(g: Tekumel, now: Fight, side: int) -> Rules[None]:
    """The winner of a phase, if he can attack in it, wounds the loser; first his player may use what adds wounds."""
    if not can_attack(g, now, side):
        g.tell("fight.no_attack", phase=now.phase)
        return
    if side != FOE:
        yield from each_in_turn(WonWindow(g), (side,))
    loser, n = now.against(side), damage(g, side, now.phase).value
    if loser == FOE:
        foe = g.book.foes[now.foe]
        now.wounds = min(foe.health, now.wounds + n)
        g.tell("fight.foe_wounded", card=g.name(now.foe), n=n, wounds=now.wounds, health=foe.health)
    else:
        g.tell("fight.hit", seat=loser, n=n, phase=now.phase)
        yield from wounds.take_wounds(g, loser, n, phase=now.phase)


@rule("TEK-WOUND-1", "TEK-GAP-WOUND-BASE")
def damage(g: Tekumel, side: int, phase: Phase) -> Sum:
    """How many wounds a won phase brings: a foe's damage and more for its size; a Hero's one and what his cards add."""
    if side == FOE:
        return foe_damage(g, fighting(g).foe)
    dealt = Sum(PHASE_WOUNDS, f"phase.{phase}")
    for effect, source in g.in_force(side, ExtraWounds):
        if phase in effect.phases:
            dealt.add(effect.n, g.why(source))
    return dealt


def foe_damage(g: Tekumel, card: str) -> Sum:
    """How many wounds an Encounter or foe deals: what its card says, and more for its size."""
    foe = g.book.foes[card]
    return Sum(foe.damage, g.why(card)).add(g.book.sizes[foe.size].wounds, f"size.{foe.size}")


def break_off(g: Tekumel, seat: int, foe: str) -> Rules[bool]:
    """At the end of a round the Hero fights on or tries to evade."""
    left = g.sheet(seat).health - g.state.heroes[seat].wounds
    answer = yield Choose(
        seat, ("fight", "evade"), "break_off", partial(_say_break_off, g, seat, foe),
        args={"left": left, "card": g.name(foe)}, rule="TEK-DEC-BREAK-OFF",
    )  # fmt: skip
    return answer == "evade" and (yield from try_evade(g, seat, foe))


def _say_break_off(g: Tekumel, seat: int, foe: str, answer: str) -> Option:
    if answer == "fight":
        return Option(answer, "break_off.fight")
    return Option(answer, "break_off.evade", {"chance": chance(g, seat, "evade", *how_hard(g, seat, foe))})


# Conditions


def foe_of(g: Tekumel, seat: int) -> FoeEntry | None:
    """The Encounter or foe that a seat fights."""
    now = g.state.fight
    return g.book.foes[now.foe] if now is not None and now.foe and now.seat == seat else None


@holds(FoeTag)
def foe_has_tag(g: Tekumel, test: FoeTag, by: By) -> bool:
    foe = foe_of(g, by.seat)
    return foe is not None and test.tag in foe.tags


@holds(FoeSize)
def foe_has_size(g: Tekumel, test: FoeSize, by: By) -> bool:
    foe = foe_of(g, by.seat)
    return foe is not None and test.size == foe.size


@holds(SpellTag)
def spell_has_tag(g: Tekumel, test: SpellTag, by: By) -> bool:
    now = g.state.fight
    card = now.casts.get(str(by.seat)) if now is not None else None
    entry = g.source(card).entry if card else None
    return isinstance(entry, SpellEntry | EquipmentEntry) and test.tag in entry.tags
