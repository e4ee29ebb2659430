"""Actions: the windows in which a player acts, how what is used takes effect, and how others may react."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from arbiter.core import Choose, Illegal, Option, Rules, rule
from arbiter.kit import cards
from arbiter.kit.effects import By
from arbiter.kit.windows import Moment, each_in_turn

from . import deck, finish
from .choices import PASS, RULE_OF, bar_to, choices, refused, targets, why_not_action
from .deeds import would_matter
from .effects import RULES, UNTIL
from .race import Yummell
from .sources import EVENT, WR, Action, Source


class ActionWindow(Moment):
    """A window in which a player may use what he has: passing comes first, and nobody is asked who has nothing."""

    __slots__ = ("opens",)
    passing: ClassVar[tuple[Action, ...]] = (PASS,)
    g: Yummell

    def __init__(self, g: Yummell, opens: int = 0) -> None:
        self.g = g
        self.opens = g.state.turn.window = opens

    def values(self, seat: int) -> list[Action] | None:
        found = choices(self.g, seat, self.opens)
        return found if len(found) > 1 else None

    def why_not(self, seat: int, action: Action) -> Illegal | None:
        return why_not_action(self.g, seat, action, self.opens)

    def say(self, action: Action) -> Option:
        (word, number), seat = action, self.asked
        source, card = self.g.source_of(seat, action)
        ids: tuple[str, ...] = (f"card-{card}",) if card >= 0 else (f"{word}-{seat}",)
        if word == "supporter":
            ids = (f"supporter-{seat}-{number}",)
        return Option(action, f"option.{word}", {"card": source.key}, ids)

    def act(self, seat: int, action: Action) -> Rules[None] | None:
        word, number = action
        return activate(self.g, seat, number) if word == "activate" else use(self.g, seat, action)


def use(g: Yummell, seat: int, action: Action) -> Rules[None]:
    """Lay open what is used, name on whom; it takes effect there and then."""
    word, number = action
    source, card = g.source_of(seat, action)
    if word == "play":
        play_event(g, seat, card)
    elif word == "use":
        use_artefact(g, seat, card)
    elif word == "supporter":
        call_supporter(g, seat, number)
    else:
        use_power(g, word)
    target = seat if source.use.target == "self" else (yield from name_target(g, word, source, seat))
    if target in (seat, -1):
        g.tell(f"uses.{word}", seat=seat, card=source.key)
    else:
        g.tell(f"uses.{word}.on", seat=seat, card=source.key, other=target)
    yield from take_effect(g, seat, source, card, target)
    finish.arrivals(g)


@rule("YUM-ACT-6", "YUM-DECK-4")
def activate(g: Yummell, seat: int, card: int) -> None:
    """Begin activating an Artefact from hand: it lies open, and is ready after Replenishment."""
    turn = g.state.turn
    turn.activating += (cards.lay_open(g, g.state.hand[seat], card),)
    turn.activated += 1
    g.tell("activates", seat=seat, card=g.keys[card])


def play_event(g: Yummell, seat: int, card: int) -> None:
    """An Event leaves the hand; it is the turn's one, whatever becomes of it."""
    deck.lay_out(g, seat, card)
    g.state.turn.played += 1


@rule("YUM-ACT-9", "YUM-DECK-5", "YUM-DECK-12")
def use_artefact(g: Yummell, seat: int, card: int) -> None:
    """An active Artefact serves once: it is named, takes effect and is discarded."""
    s = g.state
    s.active[seat] = cards.without(s.active[seat], card)
    s.turn.loose += (card,)


@rule("YUM-SUP-7", "YUM-SUP-8", "YUM-GAP-88")
def call_supporter(g: Yummell, seat: int, index: int) -> None:
    """A Supporter who was called upon does not come back in this game."""
    g.state.supporters[seat] = cards.without(g.state.supporters[seat], index)


@rule("YUM-ACT-13", "YUM-ACT-15", "YUM-CHAR-5", "YUM-ADV-2")
def use_power(g: Yummell, word: str) -> None:
    """The Ability and the Advantage serve once in a turn."""
    g.state.turn.used += (word,)


def name_target(g: Yummell, word: str, source: Source, seat: int) -> Rules[int]:
    """The one the effect is aimed at; -1 where it hits everybody it can."""
    use = source.use
    if use.target == "all_others":
        return -1
    found = targets(g, use, seat)
    if len(found) == 1:
        return found[0]

    def why_not(answer: object) -> Illegal | None:
        if type(answer) is not int or not 0 <= answer < len(g.state.at):
            return None
        against = bar_to(g, use, seat, answer)
        return None if against is None else refused(against, RULE_OF[word], g.called(seat, (word, 0), source))

    target: int = yield Choose(seat, found, "target", g.say_seat, why_not, {"card": source.key}, RULE_OF[word])
    return target


@rule("YUM-ACT-12", "YUM-ACT-14", "YUM-CHAR-6", "YUM-ADV-3")
def take_effect(g: Yummell, seat: int, source: Source, card: int, target: int) -> Rules[None]:
    """It happens at once and without fail: to each it reaches, unless cancelled. Then the card is laid away."""
    reached = [target] if target >= 0 else in_order(g, targets(g, source.use, seat))
    for victim in reached:
        if victim == seat or not (yield from reaction(g, source, victim)):
            affecting = affect(g, source, card, seat, victim)
            if affecting is not None:
                yield from affecting
    lay_away(g, card)


@rule("YUM-GAP-83")
def in_order(g: Yummell, seats: Sequence[int]) -> list[int]:
    """From the rearmost to the foremost, so that those behind make room first."""
    s, course = g.state, g.course
    return sorted(seats, key=lambda seat: (-course.to_go[s.at[seat]], seat))


@rule("YUM-DOUBT-1")
def affect(g: Yummell, source: Source, card: int, seat: int, victim: int) -> Rules[None] | None:
    """The effects of one source on one player: what lasts comes into force, what happens once happens."""
    if source.lasts:
        come_into_force(g, source, card, victim)
    return RULES.run(g, source.deeds, By(seat, source.key, victim)) if source.deeds else None


@rule("YUM-ACT-5", "YUM-DECK-8", "YUM-GAP-94", "YUM-GAP-58")
def come_into_force(g: Yummell, source: Source, card: int, victim: int) -> None:
    """A Curse lies before its victim until it Rests, an Event on the table to the end of the turn; anything else stays
    in force without its card: for a movement card to come, for this Challenge, or for this turn."""
    s = g.state
    turn = s.turn
    if source.curse:
        turn.loose = cards.without(turn.loose, card)
        s.curses[victim] += (card,)
        g.tell("cursed", seat=victim, card=source.key)
    elif source.type == EVENT and not source.standing.keys() & UNTIL.keys():
        turn.loose = cards.without(turn.loose, card)
        turn.events += (card,)
    else:
        g.last(victim, source, source.lasts)


@rule("YUM-GAP-66")
def lay_away(g: Yummell, card: int) -> None:
    """The card goes on the discard pile, unless it lies before somebody as a Curse or lasts to the end of the turn."""
    if card in g.state.turn.loose:
        deck.put(g, card)


# How others react


@rule("YUM-GAP-47")
def reaction(g: Yummell, source: Source, victim: int) -> Rules[bool]:
    """Ask a player who is about to be affected, and holds a card against it, whether he cancels it. True if he did."""
    if not reactions(g, source, victim):
        return False
    return bool((yield from each_in_turn(Reaction(g, source), (victim,), once=True)))


class Reaction(ActionWindow):
    """Something is about to affect a player, and would matter to him."""

    __slots__ = ("args", "source")
    prompt, rule, opens = "react", "YUM-ACT-9", WR

    def __init__(self, g: Yummell, source: Source) -> None:
        self.g, self.source = g, source

    def values(self, victim: int) -> list[Action] | None:
        g, source = self.g, self.source
        if not (source.lasts or would_matter(g, source.deeds, victim)):
            return None
        self.args = {"card": source.key}
        return [PASS, *reactions(g, source, victim)]

    def act(self, victim: int, action: Action) -> None:
        """It is cancelled."""
        g, (word, number) = self.g, action
        if word == "use":
            use_artefact(g, victim, number)
            deck.put(g, number)
        else:
            call_supporter(g, victim, number)
        g.tell("cancelled", seat=victim, by=g.source_of(victim, action)[0].key, card=self.source.key)


@rule("YUM-GAP-46")
def reactions(g: Yummell, source: Source, victim: int) -> list[Action]:
    """The cards with which a player can cancel the effect of this source on himself, in whoever's turn."""
    s, content = g.state, g.book
    if not s.active[victim] and not s.supporters[victim]:
        return []
    found = [content.on_table[card] for card in s.active[victim]]
    found += [content.powers[index] for index in dict.fromkeys(s.supporters[victim])]
    return [pair[0] for pair in found if pair and source.type in pair[1].covers]
