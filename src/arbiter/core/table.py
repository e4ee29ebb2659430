"""A table: one game being played and recorded, whoever sits at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from .asks import Ask, Together, canonical
from .chance import Dice
from .errors import BadSave, Illegal
from .game import Game, Policy, decide, playout
from .journal import Entry, Fell, Said, Undone, standing
from .options import wrong
from .play import OPEN, Event, Lean, Outcome, Over, Rules
from .rulebook import rules_in_force
from .scenes import Scene
from .views import View

S = TypeVar("S")

TRIES = 500
"""How often an imagined world is dealt anew when it would not look the same to its seat."""


class _Unlike(Exception):
    """An imagined world in which something would have gone otherwise than the seat has seen."""


class _Dream(NamedTuple):
    """What is different in an imagined world: the entries of the beat to deal again, and what was drawn in the open."""

    unseen: frozenset[int]
    drawn: dict[int, Any]
    rng: Random


class Table(Generic[S]):
    """One game. Look at `asks`, call `answer`; everything else is reading.

    The state is the fold of the journal. A checkpoint is kept at the start of each beat; a clone is the checkpoint
    copied and the beat run again with the journal since.
    """

    def __init__(
        self,
        game: Game[S],
        seats: int,
        seed: int | str = 0,
        options: Mapping[str, Any] | msgspec.Struct | None = None,
        entropy: Mapping[int, str] | None = None,
        log: Sequence[Entry] = (),
    ) -> None:
        if seats not in game.seats:
            raise ValueError(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players, not {seats}")
        self.game = game
        self.seats = seats
        self.options = read_options(game, options)
        self.dice = Dice(seed, entropy)
        self.imagined = False
        self._rebuild(log)

    # Running the rules

    def _rebuild(self, log: Sequence[Entry]) -> None:
        """Begin from nothing and follow a log as far as it goes."""
        undone = [at for at, entry in enumerate(log) if isinstance(entry, Undone)]
        past = tuple(log[: undone[-1] + 1]) if undone else ()
        self._past, self._past_standing = past, len(standing(past))
        self.journal: list[Said | Fell] = []
        self._events: list[Event] = []
        self._muted = False
        self._rolled = self._settled = 0
        self._script: Sequence[Said | Fell] = standing(log)
        self._dream: _Dream | None = None
        self._secrets: dict[int, int | None] = {}
        self.outcome: Outcome | None = None
        self._ask: Ask | Together | None = None
        self.state: S = self.game.start(self.seats, self.options)
        self._run(fresh=True)
        self._follow(trusted=False)

    def _run(self, answer: Any = None, fresh: bool = False) -> None:
        """Let the rules go on until they ask or the game is over; a beat that ends is followed by the next."""
        try:
            while True:
                if fresh:
                    self._begin_beat()
                    answer = None
                try:
                    self._ask = self._beat.send(answer)
                    return
                except StopIteration:
                    fresh = True
        except Over as over:
            self.outcome = over.outcome
            self._ask = None

    def _begin_beat(self, checkpoint: S | None = None) -> None:
        """Start a beat from the state alone, keeping a copy of the state to clone from."""
        # Nobody plays on a checkpoint, so a clone shares it with the table it was cloned from.
        self._checkpoint = self.game.copy(self.state) if checkpoint is None else checkpoint
        self._mark = len(self.journal)
        self._mark_rolled = self._rolled
        self._mark_told = len(self._events)
        if self._secrets:
            self._settled = self._mark
        self._secrets = {}
        self._drawn: dict[int, Any] = {}
        self._pending: dict[int, Any] = {}
        self._ask = None
        self._g = self.game.play(self.state, self)
        self._beat: Rules[None] = self.game.beat(self._g)

    def _follow(self, trusted: bool) -> None:
        """Give the answers that stand in the script; chance takes its results from it by itself."""
        script, dream = self._script, self._dream
        while (at := len(self.journal)) < len(script):
            entry = script[at]
            ask = self._ask_of(entry.seat) if isinstance(entry, Said) else None
            if not isinstance(entry, Said) or ask is None or ask.prompt != entry.prompt:
                if dream is not None:
                    raise _Unlike
                raise BadSave(f"entry {at} of the journal, {_shown(entry)}, is not what the rules ask for there")
            answer = entry.answer
            if dream is not None and at in dream.unseen:
                answer = ask.sample(dream.rng)
            elif not trusted or dream is not None:
                answer = canonical(answer)
                refused = ask.refusal(answer)
                if refused is not None:
                    if dream is not None:
                        raise _Unlike
                    raise BadSave(f"entry {at} of the journal, {_shown(entry)}, is illegal: {refused}")
                answer = ask.settled(answer)
            self._accept(ask, answer)
        self._script = ()
        self._dream = None

    def _accept(self, ask: Ask, answer: Any) -> None:
        at = len(self.journal)
        self.journal.append(Said(ask.seat, ask.prompt, answer))
        together = self._ask
        if isinstance(together, Together):
            self._secrets[at] = ask.seat
            self._pending[ask.seat] = answer
            if len(self._pending) < len(together.asks):
                return
            answer = tuple([self._pending[one.seat] for one in together.asks])
            self._pending = {}
        elif ask.secret:
            self._secrets[at] = ask.seat
        self._run(answer)

    # What the rules call

    def chance(self, sides: int) -> int:
        """A recorded chance result from 0 to sides - 1."""
        at = len(self.journal)
        if at < len(self._script):
            entry = self._script[at]
            if not isinstance(entry, Fell) or entry.sides != sides or not 0 <= entry.result < sides:
                if self._dream is not None:
                    raise _Unlike
                raise BadSave(f"entry {at} of the journal, {_shown(entry)}, should be a chance result of {sides} sides")
        elif self._dream is not None:
            raise _Unlike
        else:
            entry = Fell(sides, self.dice.result(self._rolled, sides))
        self._rolled += 1
        self.journal.append(entry)
        return entry.result

    def draw(self, bag: list[Any], seen_by: int | None) -> Any:
        at = len(self.journal)
        if self._dream is not None and at < len(self._script):
            drawn = bag.pop(self._draw_again(bag, at))
        else:
            drawn = bag.pop(self.chance(len(bag)))
        self._drawn[at] = drawn
        if seen_by != OPEN:
            self._secrets[at] = seen_by
        return drawn

    def _draw_again(self, bag: list[Any], at: int) -> int:
        """Where in an imagined bag the draw falls: anywhere if unseen, else on the very thing that was seen."""
        dream = self._dream
        if dream is None or not bag or not isinstance(self._script[at], Fell):
            raise _Unlike
        if at in dream.unseen:
            result = int(dream.rng.random() * len(bag))
        elif at in dream.drawn and dream.drawn[at] in bag:
            result = bag.index(dream.drawn[at])
        else:
            raise _Unlike
        self._rolled += 1
        self.journal.append(Fell(len(bag), result))
        return result

    def tell(self, key: str, to: tuple[int, ...] | None, args: dict[str, Any]) -> None:
        if not self._muted:
            self._events.append(Event(key, args, to))

    def reveal(self) -> None:
        self._secrets = {}
        self._settled = len(self.journal)

    def settle(self) -> None:
        self._settled = len(self.journal)

    # Playing

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def asks(self) -> list[Ask]:
        """What the rules wait for: one ask, or those still open when seats choose together."""
        if self._ask is None:
            return []
        if isinstance(self._ask, Together):
            return [ask for ask in self._ask.asks if ask.seat not in self._pending]
        return [self._ask]

    def _ask_of(self, seat: int) -> Ask | None:
        for ask in self.asks:
            if ask.seat == seat:
                return ask
        return None

    def answer(self, seat: int, answer: Any) -> None:
        """Give a seat's answer. An illegal one raises Illegal with the reason, and changes nothing."""
        ask = self._ask_of(seat)
        if ask is None:
            if self.over:
                raise Illegal("the game is over")
            waiting = ", ".join(str(one.seat) for one in self.asks)
            raise Illegal(f"seat {seat} is not asked anything now; the table waits for seat {waiting}")
        answer = canonical(answer)
        refused = ask.refusal(answer)
        if refused is not None:
            raise refused
        before = len(self.journal)
        try:
            self._accept(ask, ask.settled(answer))
        except Exception:
            if not self.imagined:
                del self.journal[before:]
                self._rebuild(self.log)
            raise

    def undo(self, seat: int, free: bool = False) -> None:
        """Take back the seat's last answer.

        At a shared table that is possible while nothing has come of it that somebody may have seen: no chance, no
        other seat's answer, nothing revealed or settled, and it was no secret answer. `free` lifts all that, for one
        person among bots.
        """
        if self.imagined:
            raise Illegal("nothing can be taken back in an imagined world")
        last = next((at for at in range(len(self.journal) - 1, -1, -1) if _said_by(self.journal[at], seat)), None)
        if last is None:
            raise Illegal("there is no answer of yours to take back")
        if not free:
            if any(isinstance(entry, Fell) for entry in self.journal[last:]):
                raise Illegal("chance has decided something since; that answer stands")
            if last + 1 < len(self.journal):
                raise Illegal("another seat has answered since; that answer stands")
            if last in self._secrets:
                raise Illegal("a secret answer stands once it is given")
            if last < self._settled or self.over:
                raise Illegal("that answer has had its effect; it stands")
        self._rebuild([*self.log, Undone(seat, last)])

    def why(self, seat: int | None = None) -> list[str]:
        """The rules by which the table is asking (that seat), outermost first; the ask's own rule comes last."""
        ids = list(dict.fromkeys(rules_in_force(self._beat))) if self._ask is not None else []
        for ask in self.asks:
            if ask.rule and seat in (None, ask.seat):
                ids = [*(id for id in ids if id != ask.rule), ask.rule]
        return ids

    # Looking

    @property
    def log(self) -> list[Entry]:
        """All that was ever recorded, in order, what was taken back included."""
        return [*self._past, *self.journal[self._past_standing :]]

    def view(self, seat: int | None) -> View[S]:
        """What a seat (None: a spectator) may know."""
        asked = [ask.seat for ask in self.asks]
        mine = self._pending.get(seat) if seat is not None else None
        return View(seat, self.game.view(self.state, seat), asked, sorted(self._pending), mine)

    def scene(self, seat: int | None) -> Scene:
        """How the table looks from a seat."""
        return self.game.scene(self.view(seat))

    def events(self, seat: int | None, since: int = 0) -> list[Event]:
        """What happened, as told to a seat, from its `since`-th event on."""
        return _heard(self._events, seat)[since:]

    # Copies

    def clone(self) -> Table[S]:
        """An independent copy that goes on exactly as this one would."""
        return self._twin(self.state if self.over else self._checkpoint, None)

    def imagine(self, seat: int | None, rng: Random) -> Table[S]:
        """A copy in which what `seat` cannot know is dealt again: another world that looks the same from there.

        Its dice are other dice, and of the past it remembers only what the seat was told.
        """
        unseen = frozenset(at for at, owner in self._secrets.items() if owner is None or owner != seat)
        twin = None
        for _ in range(TRIES):
            state = self.game.copy(self.state if self.over else self._checkpoint)
            self.game.redeal(state, seat, rng)
            try:
                twin = self._twin(state, _Dream(unseen, self._drawn, rng))
            except _Unlike:
                continue
            if self._waits_like(twin) and (not unseen or self._looks_like(twin, seat)):
                break
            twin = None
        if twin is None:
            twin = self.clone()
        twin.imagined = True
        twin._mark_told = len(_heard(twin._events[: twin._mark_told], seat))
        twin._events = _heard(twin._events, seat)
        twin.dice = Dice(rng.getrandbits(64))
        forgotten = len(self.journal) if self.over else self._mark
        twin.journal[:forgotten] = [Fell(1, 0)] * forgotten
        twin._past, twin._past_standing = (), 0
        return twin

    def _waits_like(self, twin: Table[S]) -> bool:
        return [ask.seat for ask in self.asks] == [ask.seat for ask in twin.asks]

    def _looks_like(self, twin: Table[S], seat: int | None) -> bool:
        def look(table: Table[S]) -> bytes:
            asks = [ask.wire() for ask in table.asks if ask.seat == seat]
            return msgspec.json.encode([table.view(seat), asks, _heard(table._events[self._mark_told :], seat)])

        return look(self) == look(twin)

    def _twin(self, checkpoint: S, dream: _Dream | None) -> Table[S]:
        """A table that started the beat at this checkpoint and has followed it as far as this one.

        A dream tells the events of the beat anew, since they may differ; a clone takes over those that were told.
        """
        twin: Table[S] = object.__new__(type(self))
        twin.game, twin.seats, twin.options, twin.dice = self.game, self.seats, self.options, self.dice
        twin.imagined = self.imagined
        twin.state = self.game.copy(checkpoint)
        twin.outcome = self.outcome
        twin._past, twin._past_standing = self._past, self._past_standing
        twin._events = self._events.copy()
        twin._settled = self._settled
        twin._secrets = {}
        twin._script, twin._dream, twin._muted = (), None, False
        if self.over:
            twin.journal = self.journal.copy()
            twin._rolled, twin._mark, twin._mark_rolled = self._rolled, self._mark, self._mark_rolled
            twin._checkpoint, twin._pending, twin._drawn, twin._ask = checkpoint, {}, {}, None
            twin._mark_told = self._mark_told
            return twin
        twin.journal = self.journal[: self._mark]
        twin._rolled = self._mark_rolled
        twin._script, twin._dream, twin._muted = self.journal, dream, dream is None
        if dream is not None:
            del twin._events[self._mark_told :]
        twin._begin_beat(checkpoint)
        twin._mark_told = self._mark_told
        twin._run()
        twin._follow(trusted=True)
        twin._muted = False
        return twin

    def finish(self, rng: Random, policy: Policy | None = None) -> Outcome:
        """How the game would end if it were played on leanly from here; the table itself stays as it is."""
        if self.outcome is not None:
            return self.outcome
        twin = self.clone()
        twin._g.host = Lean(rng)
        ask, given = twin._ask, twin._pending
        try:
            while ask is not None:
                answer = ask.sample(rng) if policy is None else decide(ask, twin.state, policy, rng)
                if isinstance(ask, Together):
                    answer = tuple(given.pop(one.seat, answer[at]) for at, one in enumerate(ask.asks))
                ask = twin._beat.send(answer)
        except StopIteration:
            return playout(self.game, twin.state, rng, policy)[0]
        except Over as over:
            return over.outcome
        raise RuntimeError("the rules stopped asking without an end")

    def save(self) -> str:
        """The whole game as readable JSON."""
        from .saves import save

        return save(self)


def read_options(game: Game[Any], options: Mapping[str, Any] | msgspec.Struct | None) -> msgspec.Struct:
    """A game's options, checked; what is not said takes its default."""
    if isinstance(options, game.Options):
        return options
    given = dict(options or {})  # type: ignore[arg-type]
    try:
        return msgspec.convert(given, game.Options)
    except msgspec.ValidationError as error:
        raise ValueError(f"bad options for {game.title}: {wrong(game, given) or error}") from None


def _heard(events: list[Event], seat: int | None) -> list[Event]:
    return [event for event in events if event.to is None or seat in event.to]


def _said_by(entry: Said | Fell, seat: int) -> bool:
    return isinstance(entry, Said) and entry.seat == seat


def _shown(entry: Entry) -> str:
    return msgspec.json.encode(entry).decode()
