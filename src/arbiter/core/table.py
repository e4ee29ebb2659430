"""A table: one game being played and recorded, whoever sits at it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from .asks import Ask, Together, canonical
from .chance import Dice
from .dreams import Dream, Unlike
from .errors import BadSave, Illegal, NoWorld
from .game import Game, Policy, decide, playout
from .journal import Entry, Fell, Granted, Mended, Said, Scroll, Undone, mendings, standing
from .messages import Catalogue
from .options import BadOptions, wrong
from .play import OPEN, Event, Lean, Outcome, Over, Rules
from .rulebook import rules_in_force
from .scenes import Scene
from .views import View

S = TypeVar("S")

TRIES = 100
"""How often an imagined world is dealt anew when what was answered in it in secret would show."""

KEPT = 32
"""How many checkpoints are kept at most, the later ones close together, the earlier ones further and further apart."""


class Checkpoint(NamedTuple):
    """The state at the start of a beat, and how far journal, dice and telling were then. Nobody plays on it."""

    state: Any
    mark: int
    rolled: int
    told: int
    settled: int


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
        checkpoint: tuple[Checkpoint, list[Event]] | None = None,
        dice: Dice | None = None,
    ) -> None:
        if seats not in game.seats:
            raise ValueError(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players, not {seats}")
        self.game = game
        self.seats = seats
        self.options = read_options(game, options)
        self.dice = Dice(seed, entropy) if dice is None else dice
        self.imagined = 0
        self._rebuild(log, checkpoint)

    # Running the rules

    def _rebuild(self, log: Sequence[Entry], checkpoint: tuple[Checkpoint, list[Event]] | None = None) -> None:
        """Begin from nothing, or from a checkpoint of this very log, and follow it as far as it goes."""
        cut = [at for at, entry in enumerate(log) if isinstance(entry, Undone | Mended)]
        past = tuple(log[: cut[-1] + 1]) if cut else ()
        self._past, self._past_standing = past, len(standing(past)) if past else 0
        self._kept: list[Checkpoint] = []
        if checkpoint is None:
            checkpoint = Checkpoint(self.game.start(self.seats, self.options), 0, 0, 0, 0), []
        self._start(checkpoint[0], standing(log), checkpoint[1])
        self._follow(trusted=False)

    def _start(self, checkpoint: Checkpoint, journal: list[Said | Fell], events: list[Event]) -> None:
        """Stand at a checkpoint, ready to follow a journal from there."""
        self.state: S = self.game.copy(checkpoint.state)
        self._entries: Scroll[Said | Fell] = Scroll(journal[: checkpoint.mark], checkpoint.mark)
        self._script: Sequence[Said | Fell] = journal
        self._followed = checkpoint.mark
        self._events: Scroll[Event] = Scroll(events, checkpoint.told)
        self._ears: dict[int | None, tuple[list[Event], int]] = {}
        self._muted = False
        self._rolled, self._settled = checkpoint.rolled, checkpoint.settled
        self._dream: Dream | None = None
        self._secrets: dict[int, int] = {}
        self._latest: list[int] = []
        self._drawn: dict[int, Any] = {}
        self._lit: list[tuple[int, Hashable, tuple[int, ...] | None]] = []
        self._pending: dict[int, Any] = {}
        self._mended = [one for one in mendings(self._past) if one[0] > checkpoint.mark]
        self.outcome: Outcome | None = None
        self._g = self.game.play(self.state, self)
        self._begin_beat(checkpoint)
        self._run()

    def _run(self, answer: Any = None) -> None:
        """Let the rules go on until they ask or the game is over; a beat that ends is followed by the next."""
        try:
            while True:
                try:
                    self._ask: Ask | Together | None = self._beat.send(answer)
                    return
                except StopIteration:
                    self._begin_beat()
                    answer = None
        except Over as over:
            self.outcome = over.outcome
            self._ask = None

    def _begin_beat(self, checkpoint: Checkpoint | None = None) -> None:
        """Start a beat from the state alone, keeping a copy of the state to clone from."""
        if checkpoint is None:
            if self._mended:
                self._tell_mended()
            self._followed += len(self._entries.since)
            mark = self._entries.seal()
            if self._secrets:
                self._settled = mark
            # Nobody plays on a checkpoint, so a clone shares it with the table it was cloned from.
            checkpoint = Checkpoint(self.game.copy(self.state), mark, self._rolled, self._events.seal(), self._settled)
        self._checkpoint = checkpoint
        self._kept.append(checkpoint)
        if len(self._kept) > KEPT:
            del self._kept[1 : -KEPT // 2 : 2]
        if self._secrets:
            self._secrets = {}
        if self._latest:
            self._latest = []
        if self._drawn:
            self._drawn = {}
        if self._lit:
            self._lit = []
        self._ask = None
        self._beat: Rules[None] = self.game.beat(self._g)

    def _follow(self, trusted: bool) -> None:
        """Give the answers that stand in the script; chance takes its results from it by itself."""
        entries, dream = self._entries, self._dream
        script = self._script
        while (step := self._followed + (at := len(entries.since))) < len(script):
            if self._mended:
                self._tell_mended()
            entry = script[step]
            ask = self._ask_of(entry.seat) if isinstance(entry, Said) else None
            if not isinstance(entry, Said) or ask is None or ask.prompt != entry.prompt:
                raise self._astray(entry, "is not what the rules ask for there")
            if dream is not None and entries.mark + at in dream.unseen:
                entry = Said(entry.seat, entry.prompt, dream.answer_again(ask, entry.answer, entries.mark + at))
            elif not trusted:
                answer = canonical(entry.answer)
                refused = ask.refusal(answer)
                if refused is not None:
                    raise self._astray(entry, f"is illegal: {refused}")
                entry = Said(entry.seat, entry.prompt, ask.settled(answer))
            self._accept(ask, entry)
        if self._mended:
            self._tell_mended()
        self._script = ()
        self._dream = None

    def _tell_mended(self) -> None:
        """Say where the rules were mended, once the game has come there."""
        while self._mended and self._mended[0][0] <= len(self._entries):
            self.tell("told.mended", rules=self._mended.pop(0)[1])

    def _astray(self, entry: Said | Fell, why: str) -> Exception:
        if self._dream is not None:
            return Unlike()
        shown = msgspec.json.encode(entry).decode()
        return BadSave(f"entry {len(self._entries)} of the journal, {shown}, {why}")

    def _accept(self, ask: Ask, entry: Said) -> None:
        since = self._entries.since
        together = self._ask
        answer = entry.answer
        if type(together) is Together:
            at = self._entries.mark + len(since)
            self._secrets[at] = ask.seat
            pending = self._pending
            if not pending:
                self._latest = []
            self._latest.append(at)
            pending[ask.seat] = answer
            since.append(entry)
            if len(pending) < len(together.asks):
                return
            answer = tuple([pending[one.seat] for one in together.asks])
            self._pending = {}
        else:
            if ask.secret:
                at = self._entries.mark + len(since)
                self._secrets[at] = ask.seat
                self._latest = [at]
            since.append(entry)
        self._run(answer)

    # What the rules call

    def chance(self, sides: int) -> int:
        """A recorded chance result from 0 to sides - 1."""
        since = self._entries.since
        at = self._followed + len(since)
        if at < len(self._script):
            entry = self._script[at]
            if not isinstance(entry, Fell) or entry.sides != sides or not 0 <= entry.result < sides:
                raise self._astray(entry, f"should be a chance result of {sides} sides")
        elif self._dream is not None:
            raise Unlike
        else:
            entry = Fell(sides, self.dice.result(self._rolled, sides))
        self._rolled += 1
        since.append(entry)
        return entry.result

    def pick(self, items: Sequence[Any]) -> Any:
        at = len(self._entries)
        if self._dream is not None:
            picked = items[self._again(len(items), self._dream.picked_again(items, at, self._fell()))]
        else:
            picked = items[self.chance(len(items))]
        self._drawn[at] = picked
        return picked

    def draw(self, bag: list[Any], seen_by: int | None) -> Any:
        at = len(self._entries)
        if self._dream is not None:
            drawn = bag.pop(self._again(len(bag), self._dream.drawn_again(bag, at, self._fell())))
        else:
            drawn = bag.pop(self.chance(len(bag)))
        self._drawn[at] = drawn
        if seen_by is not None:
            self._lit.append((at + 1, drawn, None if seen_by == OPEN else (seen_by,)))
        return drawn

    def _fell(self) -> int:
        """Where chance fell in the true world at this place of its journal."""
        at = self._followed + len(self._entries.since)
        entry = self._script[at] if at < len(self._script) else None
        if not isinstance(entry, Fell):
            raise Unlike
        return entry.result

    def _again(self, sides: int, result: int) -> int:
        """Chance in an imagined world falls as that world wants it."""
        self._rolled += 1
        self._entries.since.append(Fell(sides, result))
        return result

    def show(self, thing: Hashable, /, *seats: int) -> None:
        self._lit.append((len(self._entries), thing, seats or None))

    def tell(self, key: str, seats: tuple[int, ...] | None = None, /, **args: Any) -> None:
        if not self._muted:
            self._events.since.append(Event(key, args, seats))

    def reveal(self) -> None:
        for at in self._latest:
            self._secrets.pop(at, None)
        self._latest = []
        self._settled = len(self._entries)

    def settle(self) -> None:
        self._settled = len(self._entries)

    # Playing

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def asks(self) -> list[Ask]:
        """What the rules wait for: one ask, or those still open when seats choose together."""
        ask = self._ask
        if ask is None:
            return []
        asks = [one for one in ask.asks if one.seat not in self._pending] if isinstance(ask, Together) else [ask]
        for one in asks:
            one.speaks = self.catalogue
        return asks

    def _ask_of(self, seat: int) -> Ask | None:
        ask = self._ask
        if ask is None:
            return None
        if isinstance(ask, Together):
            return next((one for one in ask.asks if one.seat == seat and seat not in self._pending), None)
        return ask if ask.seat == seat else None

    def answer(self, seat: int, answer: Any) -> None:
        """Give a seat's answer. An illegal one raises Illegal with the reason, and changes nothing."""
        ask = self._ask_of(seat)
        if ask is None:
            raise self._not_asked(seat)
        if not ask.offers(answer):
            answer = canonical(answer)
            refused = ask.refusal(answer)
            if refused is not None:
                refused.speaks = self.catalogue
                raise refused
            answer = ask.settled(answer)
        before = len(self._entries)
        try:
            self._accept(ask, Said(seat, ask.prompt, answer))
        except Exception:
            if not self.imagined:
                self._rebuild([*self._past, *self.journal[self._past_standing : before]])
            raise

    def _not_asked(self, seat: int) -> Illegal:
        if self.over:
            return Illegal("refused.over")
        return Illegal("refused.turn", seat=seat, waiting=[one.seat for one in self.asks])

    def why_not_undo(self, seat: int, free: bool = False) -> Illegal | None:
        """Why the seat's last answer cannot be taken back.

        At a shared table that is possible while nothing has come of it that somebody may have seen: no chance, no
        other seat's answer, nothing revealed or settled, and it was no secret answer. `free` lifts all that, for one
        person among bots.
        """
        if self.imagined:
            return Illegal("refused.undo.imagined")
        last = self._last_of(seat)
        if last is None:
            return Illegal("refused.undo.none")
        if free:
            return None
        if any(isinstance(entry, Fell) for entry in self._entries.tail(last)):
            return Illegal("refused.undo.chance")
        if last + 1 < len(self._entries):
            return Illegal("refused.undo.others")
        if last in self._secrets:
            return Illegal("refused.undo.secret")
        if last < self._settled or self.over:
            return Illegal("refused.undo.settled")
        return None

    def _last_of(self, seat: int) -> int | None:
        entries = self._entries
        for at in range(len(entries) - 1, -1, -1):
            entry = entries.since[at - entries.mark] if at >= entries.mark else entries.before[at]
            if isinstance(entry, Said) and entry.seat == seat:
                return at
        return None

    def undo(self, seat: int, free: bool = False, by: Sequence[int] = ()) -> None:
        """Take back the seat's last answer, where `why_not_undo` has nothing against it.

        Where the seats `by` have agreed to it, anything can be taken back, and the log says who has agreed.
        """
        refused = self.why_not_undo(seat, free or bool(by))
        if refused is not None:
            raise refused
        last = self._last_of(seat)
        assert last is not None
        log = (*self.log, Granted(seat, last, tuple(by)) if by else Undone(seat, last))
        self._kept = [kept for kept in self._kept if kept.mark <= last]
        if not self._kept:
            self._rebuild(log)
            return
        checkpoint, journal = self._kept.pop(), self.journal[:last]
        self._past, self._past_standing = log, last
        self._start(checkpoint, journal, self._events.all()[: checkpoint.told])
        self._follow(trusted=True)

    def why(self, seat: int | None = None) -> list[str]:
        """The rules by which the table is asking (that seat), outermost first; the ask's own rule comes last."""
        ids = list(dict.fromkeys(rules_in_force(self._beat))) if self._ask is not None else []
        for ask in self.asks:
            if ask.rule and seat in (None, ask.seat):
                ids = [*(id for id in ids if id != ask.rule), ask.rule]
        return ids

    # Looking

    @property
    def journal(self) -> list[Said | Fell]:
        """The answers and chance results that stand."""
        return self._entries.all()

    @property
    def log(self) -> list[Entry]:
        """All that was ever recorded, in order, what was taken back included."""
        return self.log_since(0)

    def log_since(self, n: int) -> list[Entry]:
        """The log from entry `n` on."""
        return [*self._past[n:], *self._entries.tail(max(0, n - len(self._past)) + self._past_standing)]

    @property
    def recorded(self) -> int:
        """How long the log is."""
        return len(self._past) + len(self._entries) - self._past_standing

    @property
    def answered(self) -> list[int]:
        """Those who have answered where several choose together and others have not."""
        return sorted(self._pending)

    def view(self, seat: int | None) -> View[S]:
        """What a seat (None: a spectator) may know."""
        asked = [ask.seat for ask in self.asks]
        mine = self._pending.get(seat) if seat is not None else None
        return View(seat, self.game.view(self.state, seat), asked, self.answered, mine)

    def catalogue(self, language: str = "en") -> Catalogue:
        """The words in which this table speaks."""
        return self.game.catalogue_for(self.options, language)

    def scene(self, seat: int | None) -> Scene:
        """How the table looks from a seat."""
        return self.game.scene(self.view(seat))

    def events(self, seat: int | None, since: int = 0) -> list[Event]:
        """What happened, as told to a seat, from its `since`-th event on."""
        before = self._heard_before(seat)
        return before[since:] + _heard(self._events.since, seat)[max(0, since - len(before)) :]

    def all_events(self) -> list[Event]:
        """What happened, whoever was told: for games that are over."""
        return self._events.all()

    def _heard_before(self, seat: int | None) -> list[Event]:
        """What a seat was told before this beat. Kept, so that a long game is not gone through again and again."""
        told = self._checkpoint.told
        heard, count = self._ears.get(seat, ([], 0))
        if count != told:
            heard += _heard(self._events.before[count:told], seat)
            self._ears[seat] = heard, told
        return heard

    # Copies

    def clone(self) -> Table[S]:
        """An independent copy that goes on exactly as this one would."""
        return self._twin(self._checkpoint, None)

    def imagine(self, seat: int | None, rng: Random) -> Table[S]:
        """A copy in which what `seat` cannot know is dealt again: another world that looks the same from there.

        It is dealt knowing what the seat has seen since the beat began, so it fits at the first try unless secret
        answers show in what came after; where none fits, NoWorld is raised. Its dice are other dice, and of the past
        it remembers only what the seat was told. Its `imagined` says how many deals it took.
        """
        lit: dict[Hashable, int] = {}
        for at, thing, seats in self._lit:
            if seats is None or seat in seats:
                lit[thing] = at
        unseen = frozenset(at for at, owner in self._secrets.items() if owner != seat)
        # Answers that still wait for the others of a Together have had no effect yet.
        shows = not unseen.issubset(self._latest) if self._pending else bool(unseen)
        dream = Dream(unseen, lit, self._drawn, rng)
        for attempt in range(1, TRIES + 1):
            state = self.game.copy(self.state if self.over else self._checkpoint.state)
            self.game.redeal(state, seat, rng, lit.keys())
            try:
                twin = self._twin(self._checkpoint._replace(state=state), dream)
            except Unlike:
                continue
            if self.over or self._looks_like(twin, seat, shows):
                return self._forget(twin, seat, rng, attempt)
        raise NoWorld(f"no world was found that looks to seat {seat} as this table does, in {TRIES} deals")

    def _looks_like(self, twin: Table[S], seat: int | None, closely: bool) -> bool:
        """Would the seat see no difference? Only where answers were given anew can what stands there differ."""
        if _heard(self._events.since, seat) != _heard(twin._events.since, seat):
            return False
        ours, theirs = self.asks, twin.asks
        if [(ask.seat, ask.prompt) for ask in ours] != [(ask.seat, ask.prompt) for ask in theirs]:
            return False
        if not closely:
            return True
        wires = [[msgspec.json.encode(ask.wire()) for ask in asks if ask.seat == seat] for asks in (ours, theirs)]
        return wires[0] == wires[1] and self.view(seat) == twin.view(seat)

    def _forget(self, twin: Table[S], seat: int | None, rng: Random, attempt: int) -> Table[S]:
        """Take from an imagined world what is the true world's own: its past, its dice, and what others were told."""
        twin.imagined = attempt
        before = self._heard_before(seat).copy()
        since = _heard(twin._events.since, seat)
        twin._events = Scroll(before, len(before))
        twin._events.since = since
        twin._ears = {}
        mark = twin._entries.mark
        fresh: Scroll[Said | Fell] = Scroll([Fell(1, 0)] * mark, mark)
        fresh.since = [Fell(1, 0)] * len(twin._entries.since) if self.over else twin._entries.since
        twin._entries = fresh
        twin._checkpoint = twin._checkpoint._replace(told=len(before))
        twin._past, twin._past_standing = (), 0
        twin._kept = []
        twin.dice = Dice(rng.getrandbits(64))
        return twin

    def _twin(self, checkpoint: Checkpoint, dream: Dream | None) -> Table[S]:
        """A table that started the beat at this checkpoint and has followed it as far as this one.

        A dream tells the events of the beat anew, since they may differ; a clone takes over those that were told.
        """
        twin: Table[S] = object.__new__(type(self))
        twin.game, twin.seats, twin.options, twin.dice = self.game, self.seats, self.options, self.dice
        twin.imagined, twin.outcome = self.imagined, self.outcome
        twin._past, twin._past_standing = self._past, self._past_standing
        twin._settled, twin._rolled = self._settled, checkpoint.rolled
        twin._entries = Scroll(self._entries.before, checkpoint.mark)
        twin._events = Scroll(self._events.before, checkpoint.told)
        twin._ears = {}
        twin._secrets, twin._latest, twin._drawn, twin._lit, twin._pending = {}, [], {}, [], {}
        twin._mended = [one for one in mendings(self._past) if one[0] > checkpoint.mark] if self._past else []
        if self.outcome is not None:
            self._over_in(twin, checkpoint, dream)
            return twin
        twin._kept = self._kept[:-1]
        twin.state = self.game.copy(checkpoint.state)
        twin._g = self.game.play(twin.state, twin)
        twin._script, twin._dream, twin._muted = self._entries.since, dream, dream is None
        twin._followed = 0
        twin._begin_beat(checkpoint)
        twin._run()
        twin._follow(trusted=dream is None)
        if dream is None:
            twin._events.since = self._events.since.copy()
        twin._muted = False
        return twin

    def _over_in(self, twin: Table[S], checkpoint: Checkpoint, dream: Dream | None) -> None:
        """Where the game is over the beat is not run again: what stands is the state, dealt anew in a dream."""
        twin.state = self.game.copy(self.state if dream is None else checkpoint.state)
        twin._kept = self._kept.copy()
        twin._entries.since = self._entries.since.copy()
        twin._events.since = self._events.since.copy()
        twin._checkpoint, twin._rolled = self._checkpoint, self._rolled
        twin._latest, twin._drawn, twin._lit = [], {}, self._lit.copy()
        twin._script, twin._dream, twin._muted, twin._ask = (), None, False, None
        twin._followed = 0

    def __deepcopy__(self, memo: dict[int, Any]) -> Table[S]:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """A table is pickled as its journal."""
        if self.imagined:
            raise TypeError("an imagined world has no journal of its own and cannot be pickled")
        dice = self.dice
        return type(self), (self.game, self.seats, dice.seed, self.options, dice.entropy, self.log)

    def finish(self, rng: Random, policy: Policy | None = None) -> Outcome:
        """How the game would end if it were played on leanly from here; the table itself stays as it is."""
        if self.outcome is not None:
            return self.outcome
        twin = self.clone()
        twin._g.go_on(Lean(rng))
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

    def snapshot(self) -> bytes:
        """Where the table stood at the start of this beat, as a cache for `restore`; the journal stays the truth."""
        from .snapshots import snapshot

        return snapshot(self)


def read_options(game: Game[Any], options: Mapping[str, Any] | msgspec.Struct | None) -> msgspec.Struct:
    """A game's options, checked; what is not said takes its default."""
    if isinstance(options, game.Options):
        return options
    given = dict(options or {})  # type: ignore[arg-type]
    try:
        return msgspec.convert(given, game.Options)
    except msgspec.ValidationError as error:
        raise BadOptions(game, wrong(game, given) or Illegal("options.unfit", why=str(error))) from None


def _heard(events: list[Event], seat: int | None) -> list[Event]:
    return [event for event in events if event.to is None or seat in event.to]
