"""Step 5: Missions. What the others play while one is being completed."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.core import Illegal, Option, Rules, rule
from arbiter.kit import cards
from arbiter.kit.effects import By
from arbiter.kit.windows import PASS, Moment, each_in_turn

from . import uses
from .conditions import MissionReligion, SameSpace
from .effects import (
    RULES,
    ForPlayer,
    MissionLan,
    MissionNone,
    MissionNoReligion,
    MissionPay,
    MissionTest,
    does,
    holds,
)
from .goods import change
from .numbers import WINDOW_BUSSAN, WINDOW_LAN
from .skill_tests import skill_test
from .state import Tekumel


@rule("TEK-MISSION-2", "TEK-GAP-MISSION-WINDOW", "TEK-GAP-WINDOW-BOTS", "TEK-GAP-TWO-PLAYER")
def window(g: Tekumel, seat: int) -> Rules[list[tuple[int, str]]]:
    """Each other player once, clockwise, plays a card with a Mission line or passes; who has none is asked too."""
    moment = MissionWindow(g, seat)
    yield from each_in_turn(moment, g.others(seat), once=True)
    return moment.played


class MissionWindow(Moment):
    """A Mission was read, and others may have their say; `played` are their cards, each with its player."""

    __slots__ = ("args", "played")
    prompt, rule = "window", "TEK-DEC-WINDOW"
    g: Tekumel

    def __init__(self, g: Tekumel, seat: int) -> None:
        self.g = g
        self.played: list[tuple[int, str]] = []
        self.args = {"seat": seat, "card": g.name(g.state.heroes[seat].mission.cards[0])}

    def values(self, seat: int) -> list[uses.Use]:
        hand = [("play", card) for card in self.g.state.heroes[seat].hand.cards]
        return [PASS, *(use for use in hand if self.why_not(seat, use) is None)]

    def why_not(self, seat: int, use: uses.Use) -> Illegal | None:
        return why_not_play(self.g, seat, use)

    def say(self, use: uses.Use) -> Option:
        name = self.g.name(use[1])
        return Option(use, "window.play", {"card": name, "line": name}, (f"card.{use[1]}",))

    def act(self, seat: int, use: uses.Use) -> None:
        g = self.g
        card = cards.lay_open(g, g.state.heroes[seat].hand, use[1])
        g.state.loose.append(card)
        g.tell("window.played", seat=seat, card=g.name(card))
        self.played.append((seat, card))


def why_not_play(g: Tekumel, seat: int, use: uses.Use) -> Illegal | None:
    """Only Hero Action cards from the hand, and only those with a Mission line."""
    if use[1] not in g.state.heroes[seat].hand.cards:
        return Illegal("use.not_yours", "TEK-GAP-MISSION-WINDOW")
    if not g.book.actions[g.name(use[1])].sign:
        return Illegal("window.no_line", "TEK-GAP-MISSION-WINDOW", card=g.name(use[1]))
    return None


@rule("TEK-MISSION-3", "TEK-MISSION-4")
def last_word(g: Tekumel, seat: int, played: Sequence[tuple[int, str]]) -> Rules[None]:
    """Only the last card played takes effect; the others are discarded without any."""
    for _, card in played[:-1]:
        uses.lay_away(g, card)
    for player, card in played[-1:]:
        line = g.book.actions[g.name(card)]
        g.tell("window.counts", seat=player, card=g.name(card))
        if line.sign == "negative":
            incur(g, player)
        assert g.state.attempt is not None
        g.state.attempt.player = player
        yield from RULES.run(g, line.mission, By(seat, card))
        uses.lay_away(g, card)


@rule("TEK-MISSION-5", "TEK-GAP-WINDOW-SIGN")
def incur(g: Tekumel, player: int) -> None:
    """Whoever played a card whose line is negative incurs Bussán and loses a Lán, whether it did harm or not."""
    hero = g.state.heroes[player]
    hero.bussan += WINDOW_BUSSAN
    lost = -change(hero, "lan", -WINDOW_LAN)
    g.tell("window.incurs", seat=player, bussan=WINDOW_BUSSAN, lan=lost)


# What cards say


@does(ForPlayer)
def for_player(g: Tekumel, effect: ForPlayer, by: By) -> Rules[None]:
    """Effects for whoever played the card."""
    assert g.state.attempt is not None
    yield from RULES.run(g, effect.then, By(g.state.attempt.player, by.source))


@does(MissionLan)
def earns_other(g: Tekumel, effect: MissionLan, by: By) -> None:
    assert g.state.attempt is not None
    g.state.attempt.lan += effect.n


@does(MissionTest)
def must_be_passed(g: Tekumel, effect: MissionTest, by: By) -> Rules[None]:
    """The Mission is stopped unless a test is passed."""
    assert g.state.attempt is not None
    if not (yield from skill_test(g, by.seat, effect.skill, effect.level)):
        g.state.attempt.stopped = True


@does(MissionNoReligion)
def earns_no_more(g: Tekumel, effect: MissionNoReligion, by: By) -> None:
    assert g.state.attempt is not None
    g.state.attempt.religion = False


@does(MissionPay)
def called_in(g: Tekumel, effect: MissionPay, by: By) -> None:
    """Only Káitars that are not set aside can be taken."""
    paid = -change(g.state.heroes[by.seat], "kaitar", -effect.n)
    g.tell("lose.kaitar", seat=by.seat, n=paid)


@does(MissionNone)
def nothing_happens(g: Tekumel, effect: MissionNone, by: By) -> None:
    """The Mission is left as it is."""


@holds(MissionReligion)
def names_religion(g: Tekumel, test: MissionReligion, by: By) -> bool:
    (mission,) = g.state.heroes[g.state.mover].mission.cards
    return bool(g.book.missions[mission].religion)


@holds(SameSpace)
def in_same_space(g: Tekumel, test: SameSpace, by: By) -> bool:
    return g.state.heroes[by.seat].at == g.state.heroes[g.state.mover].at
