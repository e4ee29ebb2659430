"""A small builder of positions: a race set up by names, driven answer by answer, with cards drawn to order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbiter.core import Choose, Outcome, Over
from arbiter.games.yummell import GAME, Race, Yummell, YummellOptions
from arbiter.games.yummell.book import book
from arbiter.games.yummell.sources import CREATURE

# Squares of The Toad's Detour: 1-6 north, 7-10 middle, 11-16 south, 17 where they join, then
# 18 plain, 19 hills, 20 hills, 21 plain, 22 woods, 23 plain, 24 woods, 25 plain, 26 woods, 27 swamp, 28 plain,
# 29 swamp, 30-32 plain, 33 swamp, ... 46 plain, 47 plain, 48 woods, 49-53 plain, 54 and
# 55 swamp, 56 plain, 57 the last square.
TRACK = "toads_detour"
LAST = 57
PASS = ("pass", 0)
REST = "rest"
CAST = ["glurpissa", "tarantassa", "vrumbastoff", "brunkholm", "pirlimpo", "snifkin", "fulmergh", "ombrulla"]
TALENTS = ["woodcraft", "climbing", "stamina", "quick_hands", "heroism", "pathfinding", "sleight_of_hand", "steadfast"]


class Host:
    """Chance to order: the next cards to be drawn by name, the next pawns by seat; otherwise the first of the bag."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.next: list[Any] = []
        self.pawns: list[int] = []
        self.told: list[tuple[str, tuple[int, ...] | None, dict[str, Any]]] = []

    def chance(self, sides: int) -> int:
        return 0

    def pick(self, items: Sequence[Any]) -> Any:
        return self._first(self.pawns if items is self.board.state.bag else self.next, items)

    def draw(self, bag: list[Any], seen_by: int | None) -> Any:
        drawn = self._first(self.next, bag)
        bag.remove(drawn)
        return drawn

    def _first(self, ordered: list[Any], items: Sequence[Any]) -> Any:
        for wanted in ordered:
            if wanted in items:
                ordered.remove(wanted)
                return wanted
        return items[0]

    def tell(self, key: str, seats: tuple[int, ...] | None = None, /, **args: Any) -> None:
        self.told.append((key, seats, args))

    def show(self, thing: object, /, *seats: int) -> None:
        pass

    def reveal(self) -> None:
        pass

    def settle(self) -> None:
        pass


BEATS = 200
"""More beats than this without a question, and something is wrong with the rules."""


class Board:
    """A race in the first window of seat 0's turn, unless said otherwise.

    The turn itself begins when the board is run: seat 0's pawn comes out of the bag, and the last card of its hand is
    the one drawn in the Preparation Phase (an empty hand draws whatever comes).
    """

    def __init__(
        self,
        seats: int = 3,
        characters: Sequence[str] = (),
        advantages: Sequence[str] = (),
        at: Sequence[int] = (),
        hands: Sequence[Sequence[str]] = (),
        active: Sequence[Sequence[str]] = (),
        curses: Sequence[Sequence[str]] = (),
        supporters: Sequence[Sequence[str]] = (),
        bag: Sequence[int] | None = None,
        track: str = TRACK,
        paths: Sequence[int] = (),
        before: bool = False,
        picking: bool = False,
        **options: Any,
    ) -> None:
        """With `before` nothing is prepared yet, the race has not begun; `picking` lets the players pick characters."""
        if supporters:
            options["supporters"] = "chosen"
        if picking:
            options["characters"] = "pick"
        self.content = book(tuple(options.get("packs", ())))
        self.state: Race = GAME.start(seats, YummellOptions(track=track, **options))
        self.host = Host(self)
        self.begun = False
        self.beat: Any = None
        self.ask: Any = None
        self.outcome: Outcome | None = None
        self.asked: list[str] = []
        if not before:
            self.prepare(seats, characters, advantages, at, hands, active, curses, supporters, bag, paths)
        self.g: Yummell = GAME.play(self.state, self.host)

    def prepare(
        self,
        seats: int,
        characters: Sequence[str],
        advantages: Sequence[str],
        at: Sequence[int],
        hands: Sequence[Sequence[str]],
        active: Sequence[Sequence[str]],
        curses: Sequence[Sequence[str]],
        supporters: Sequence[Sequence[str]],
        bag: Sequence[int] | None,
        paths: Sequence[int],
    ) -> None:
        """Set everything up by names."""
        s = self.state
        s.round, s.mover = 1, 0
        s.bag = [0, *(range(1, seats) if bag is None else bag)]
        chosen = [*characters, *(name for name in CAST if name not in characters)]
        talents = [*advantages, *(name for name in TALENTS if name not in advantages)]
        s.character = [self.source(name) for name in chosen[:seats]]
        s.advantage = [self.source(name) for name in talents[:seats]]
        for seat, square in enumerate(at):
            s.at[seat] = square
            s.path[seat] = 0 if square else -1
        for seat, path in enumerate(paths):
            s.path[seat] = path
        for seat, cards in enumerate(hands):
            s.hand[seat].cards += [self.take(name) for name in cards]
        for place, names in ((s.active, active), (s.curses, curses)):
            for seat, cards in enumerate(names):
                place[seat] += tuple(self.take(name) for name in cards)
        for seat, cards in enumerate(supporters):
            s.supporters[seat] = tuple(sorted(self.source(name) for name in cards))
        self.host.pawns.append(0)

    def last(self, seat: int, *names: str, until: str) -> None:
        """Let what these bring be in force for a seat though their cards are gone."""
        for source in map(self.content.find, names):
            effects = source.lasts or source.deeds
            self.state.lasting[seat] += tuple(source.lasting(effect, until) for effect in effects)

    def lasting(self, seat: int, until: str) -> list[str]:
        """Whose effects are in force for a seat until something is over."""
        return self.g.waiting(seat, until)

    def source(self, name: str) -> int:
        """The number of a character, Advantage, card or Supporter."""
        return self.content.find(name).index

    def take(self, name: str) -> int:
        """A card out of the draw pile, by name; `number 5` is any Creature with that number."""
        cards = self.content.cards
        for card in self.state.deck.bag:
            source = cards[card]
            if source.key == name or (name == f"number {source.number}" and source.type == CREATURE):
                self.state.deck.bag.remove(card)
                return card
        raise LookupError(f"no {name} in the draw pile")

    def card(self, name: str, place: Sequence[int]) -> int:
        """A card in a place, by name."""
        for card in place:
            source = self.content.cards[card]
            if source.key == name or (name == f"number {source.number}" and source.type == CREATURE):
                return card
        raise LookupError(f"no {name} in {self.names(place)}")

    def names(self, cards: Sequence[int]) -> list[str]:
        return [self.content.cards[card].key for card in cards]

    def draws(self, *names: str | int) -> Board:
        """What is drawn next: cards by name, pawns by seat."""
        for name in names:
            if isinstance(name, int):
                self.host.pawns.append(name)
                continue
            found = [c for c in self.state.deck.bag + self.state.deck.discard if self.content.cards[c].key == name]
            self.host.next.append(next(card for card in found if card not in self.host.next))
        return self

    def run(self, answer: Any = None) -> Board:
        """Let the rules go on until they ask or the race is over."""
        if not self.begun:
            self.begin()
        try:
            for _ in range(BEATS):
                if self.beat is None:
                    self.beat = GAME.beat(self.g)
                    answer = None
                try:
                    self.ask = self.beat.send(answer)
                    self.asked.append(self.ask.prompt if hasattr(self.ask, "prompt") else "together")
                    return self
                except StopIteration:
                    self.beat = None
        except Over as over:
            self.outcome, self.ask = over.outcome, None
            return self
        raise AssertionError("the rules go on and on without asking anybody")

    def begin(self) -> None:
        """Let the last card of seat 0's hand be the one that is drawn first."""
        self.begun = True
        hand = self.state.hand[0].cards
        if hand and self.state.round:
            self.state.deck.bag.append(hand.pop())
            self.host.next.insert(0, self.state.deck.bag[-1])

    def say(self, answer: Any) -> Board:
        """Answer what is asked; an illegal answer raises with its reason."""
        if self.ask is None:
            self.run()
        refused = self.ask.refusal(answer)
        if refused is not None:
            refused.speaks = GAME.catalogue
            raise refused
        return self.run(answer)

    def play(self, name: str) -> Board:
        return self.say(("play", self.card(name, self.state.hand[self.state.mover].cards)))

    def activate(self, name: str) -> Board:
        return self.say(("activate", self.card(name, self.state.hand[self.state.mover].cards)))

    def use(self, name: str) -> Board:
        return self.say(("use", self.card(name, self.state.active[self.state.mover])))

    def support(self, name: str) -> Board:
        return self.say(("supporter", self.source(name)))

    def move(self, name: str, to: int | None = None) -> Board:
        """Pass the window if one is open, play a movement card, and stop in a square (as far as it goes)."""
        self.until("move")
        self.say(self.card(name, self.state.hand[self.state.mover].cards))
        if self.ask is not None and self.ask.prompt == "stop":
            self.say(self.furthest() if to is None else to)
        return self

    def rest(self) -> Board:
        return self.until("move").say(REST)

    def furthest(self) -> int:
        return min(self.ask.values, key=lambda square: self.g.course.to_go[square])

    def until(self, prompt: str) -> Board:
        """Pass windows until something else is asked."""
        if self.ask is None:
            self.run()
        while self.ask is not None and self.ask.prompt != prompt:
            assert self.ask.prompt in ("window", "aid"), f"{self.ask.prompt} is asked on the way to {prompt}"
            self.say(PASS)
        return self

    def until_turn(self, seat: int) -> Board:
        """Go on plainly (passing, first options) until it is another seat's turn or the race is over."""
        if self.ask is None:
            self.run()
        while self.ask is not None and self.state.mover != seat:
            self.say(self.ask.values[0] if isinstance(self.ask, Choose) else ())
        return self

    def offers(self, word: str) -> list[str]:
        """The names offered in this window for an action word (play, activate, use, supporter)."""
        if self.ask is None:
            self.run()
        found = []
        for value in self.ask.values:
            if value[0] == word:
                found.append(self.content.sources[value[1]].key if word == "supporter" else self.names([value[1]])[0])
        return found

    def told(self, key: str) -> list[dict[str, Any]]:
        """What was told under a key."""
        return [args for said, _, args in self.host.told if said == key]
