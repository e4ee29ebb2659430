"""A table: one game being played and recorded, whoever sits at it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from .asks import Ask, Together, canonical
from .chance import Dice
from .dreams import Dream, Unlike
from .errors import Illegal, NoWorld
from .game import Game, Policy, decide, playout
from .journal import Entry, Fell, Granted, Mended, Said, Scroll, Undone, mendings, standing
from .messages import Catalogue
from .options import read_options
from .play import Event, Host, Lean, Outcome, Over, Rules
from .recorder import Recorder
from .rulebook import rules_in_force
from .scenes import Scene
from .views import View

S = TypeVar("S")

TRIES = 100
"""How often an imagined world is dealt anew when what was answered in it in secret would show."""

KEPT = 32
"""How many checkpoints are kept at most, the later ones close together, the earlier ones further and further apart."""


SPARED = 64
"""At a table that nobody copies, only a beat that begins so many entries of the journal after the last checkpoint keeps
one of its own. Copies that nobody wants cost more than all else that is written down: they are made in memory that was
never used before, and Python goes through all that is kept again and again."""


class Checkpoint(NamedTuple):
    """The state at the start of a beat, and how far journal, dice and telling were then. Nobody plays on it.

    Where the state has not been copied it is None; `Table.checkpoint` finds it again.
    """

    state: Any
    mark: int
    rolled: int
    told: int
    settled: int


class Table(Generic[S]):
    """One game. Look at `asks`, call `answer`; everything else is reading.

    The state is the fold of the journal. A checkpoint is where a beat starts; a clone is the checkpoint copied and the
    beat run again with the journal since. While nobody copies the table, only some beats keep theirs.

    What is written down (`recorder`) and the checkpoints that were kept (`kept`) are for those who replay, keep and
    test tables; whoever plays needs neither.
    """

    _speaks: Callable[[], Catalogue] | None = None
    _asks: list[Ask] | None = None

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
            raise ValueError(f"{game.title} is for {game.players} players, not {seats}")
        self.game = game
        self.seats = seats
        self.options = read_options(game, options)
        self.imagined = 0
        self._rebuild(log, Dice(seed, entropy) if dice is None else dice, checkpoint)

    # Running the rules

    def _rebuild(
        self, log: Sequence[Entry], dice: Dice, checkpoint: tuple[Checkpoint, list[Event]] | None = None
    ) -> None:
        """Begin from nothing, or from a checkpoint of this very log, and follow it as far as it goes."""
        cut = [at for at, entry in enumerate(log) if isinstance(entry, Undone | Mended)]
        past = tuple(log[: cut[-1] + 1]) if cut else ()
        self._past, self._past_standing = past, len(standing(past)) if past else 0
        self.kept: list[Checkpoint] = []
        self._spared, self._wanted = 0, False
        if checkpoint is None:
            checkpoint = Checkpoint(self.game.start(self.seats, self.options), 0, 0, 0, 0), []
        self._start(checkpoint[0], standing(log), checkpoint[1], dice)
        self._follow(trusted=False)

    def _start(self, checkpoint: Checkpoint, journal: list[Said | Fell], events: list[Event], dice: Dice) -> None:
        """Stand at a checkpoint, ready to follow a journal from there."""
        self.state: S = self.game.copy(checkpoint.state)
        entries: Scroll[Said | Fell] = Scroll(journal[: checkpoint.mark], checkpoint.mark)
        told = Scroll(events, checkpoint.told)
        self.recorder = Recorder(dice, entries, told, checkpoint.rolled, checkpoint.settled)
        self.recorder.follow(journal, checkpoint.mark)
        self._ears: dict[int | None, tuple[Scroll[Event], int]] = {}
        self._pending: dict[int, Any] = {}
        self._asks = None
        self._mended = [one for one in mendings(self._past) if one[0] > checkpoint.mark]
        self.outcome: Outcome | None = None
        self._g = self.game.play(self.state, self.recorder)
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
        recorder = self.recorder
        if checkpoint is None:
            if self._mended:
                self._tell_mended()
            mark, told = recorder.seal(), recorder.events.seal()
            self._spared += 1
            # Who has copied the table lately will do so again, and where rules take their time none are run again.
            copies = self._wanted or mark - self.kept[-1].mark >= SPARED or not self.game.quick
            # Nobody plays on a checkpoint, so a clone shares it with the table it was cloned from.
            state = self.game.copy(self.state) if copies else None
            checkpoint = Checkpoint(state, mark, recorder.rolled, told, recorder.settled)
        self._keep(checkpoint)
        self._wanted = False
        recorder.begin_beat()
        self._ask = None
        self._beat: Rules[None] = self.game.beat(self._g)

    def _keep(self, checkpoint: Checkpoint) -> None:
        """This is the start of the present beat."""
        self._began = checkpoint
        if checkpoint.state is not None:
            self._spared = 0
            self.kept.append(checkpoint)
            if len(self.kept) > KEPT:
                del self.kept[1 : -KEPT // 2 : 2]

    @property
    def checkpoint(self) -> Checkpoint:
        """The start of the present beat, for whoever wants to copy it."""
        self._wanted = True
        if self._began.state is None:
            self._keep(self._began._replace(state=self._stood()))
        return self._began

    def _stood(self) -> S:
        """The state as this beat began: the last checkpoint that was kept, and the beats since run again."""
        kept, journal = self.kept[-1], self.recorder.entries.before
        state = self.game.copy(kept.state)
        host = Recorder(self.dice, Scroll(journal, kept.mark), Scroll([], 0), kept.rolled, kept.settled)
        host.follow(journal, kept.mark)
        host.muted = True
        g = self.game.play(state, host)
        for _ in range(self._spared):
            beat, answer = self.game.beat(g), None
            with suppress(StopIteration):
                while True:
                    answer = host.said_again(beat.send(answer))
        return state

    def _follow(self, trusted: bool) -> None:
        """Give the answers that stand in the script; chance takes its results from it by itself."""
        recorder = self.recorder
        entries, dream, script = recorder.entries, recorder.dream, recorder.script
        while (step := recorder.followed + (at := len(entries.since))) < len(script):
            if self._mended:
                self._tell_mended()
            entry = script[step]
            ask = self._ask_of(entry.seat) if isinstance(entry, Said) else None
            if not isinstance(entry, Said) or ask is None or ask.prompt != entry.prompt:
                raise recorder.astray(entry, "found.not_asked")
            if dream is not None and entries.mark + at in dream.unseen:
                entry = Said(entry.seat, entry.prompt, dream.answer_again(ask, entry.answer, entries.mark + at))
            elif not trusted:
                answer = canonical(entry.answer)
                refused = ask.refusal(answer)
                if refused is not None:
                    raise recorder.astray(entry, "found.illegal", why=refused)
                entry = Said(entry.seat, entry.prompt, ask.settled(answer))
            self._accept(ask, entry)
        if self._mended:
            self._tell_mended()
        recorder.follow((), recorder.followed)

    def _tell_mended(self) -> None:
        """Say where the rules were mended, once the game has come there."""
        recorder = self.recorder
        while self._mended and self._mended[0][0] <= len(recorder.entries):
            recorder.tell("told.mended", rules=self._mended.pop(0)[1])

    def _accept(self, ask: Ask, entry: Said) -> None:
        together, recorder = self._ask, self.recorder
        self._asks = None
        if type(together) is not Together:
            if ask.secret:
                recorder.latest = []
            recorder.said(entry, ask.secret)
            self._run(entry.answer)
            return
        pending = self._pending
        if not pending:
            recorder.latest = []
        pending[ask.seat] = entry.answer
        recorder.said(entry, secret=True)
        if len(pending) == len(together.asks):
            self._pending = {}
            self._run(tuple([pending[one.seat] for one in together.asks]))

    # Playing

    @property
    def dice(self) -> Dice:
        """By what chance decides."""
        return self.recorder.dice

    @dice.setter
    def dice(self, dice: Dice) -> None:
        self.recorder.dice = dice

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def asks(self) -> list[Ask]:
        """What the rules wait for: one ask, or those still open when seats choose together."""
        if self._asks is None:
            self._asks = self._open_asks()
        return self._asks

    def _open_asks(self) -> list[Ask]:
        ask = self._ask
        if ask is None:
            return []
        asks = [one for one in ask.asks if one.seat not in self._pending] if isinstance(ask, Together) else [ask]
        # An ask that held on to its table would keep it when nobody wants it any more.
        speaks = self._speaks
        if speaks is None:
            speaks = self._speaks = partial(self.game.catalogue_for, self.options)
        for one in asks:
            one.speaks = speaks
        return asks

    @property
    def together(self) -> bool:
        """Whether several seats choose at once, each without knowing what the others choose."""
        return isinstance(self._ask, Together)

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
        before = len(self.recorder.entries)
        try:
            self._accept(ask, Said(seat, ask.prompt, answer))
        except Exception:
            if not self.imagined:
                self._rebuild([*self._past, *self.journal[self._past_standing : before]], self.dice)
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
        last = self.last_answer(seat)
        if last is None:
            return Illegal("refused.undo.none")
        if free:
            return None
        later = self.recorder.entries.tail(last + 1)
        if later:
            return Illegal("refused.undo.chance" if Fell in map(type, later) else "refused.undo.others")
        if last in self.recorder.secrets:
            return Illegal("refused.undo.secret")
        if last < self.recorder.settled or self.over:
            return Illegal("refused.undo.settled")
        return None

    def last_answer(self, seat: int) -> int | None:
        """Where in the standing journal a seat answered last; None where it never did."""
        entries = self.recorder.entries
        before, since, mark = entries.before, entries.since, entries.mark
        for at in range(mark + len(since) - 1, -1, -1):
            entry = since[at - mark] if at >= mark else before[at]
            if type(entry) is Said and entry.seat == seat:
                return at
        return None

    def undo(self, seat: int, free: bool = False, by: Sequence[int] = ()) -> None:
        """Take back the seat's last answer, where `why_not_undo` has nothing against it.

        Where the seats `by` have agreed to it, anything can be taken back, and the log says who has agreed.
        """
        refused = self.why_not_undo(seat, free or bool(by))
        if refused is not None:
            raise refused
        last = self.last_answer(seat)
        assert last is not None
        log = (*self.log, Granted(seat, last, tuple(by)) if by else Undone(seat, last))
        self.kept = [kept for kept in self.kept if kept.mark <= last]
        if not self.kept:
            self._rebuild(log, self.dice)
            return
        checkpoint, journal = self.kept.pop(), self.journal[:last]
        self._past, self._past_standing = log, last
        self._start(checkpoint, journal, self.recorder.events.all()[: checkpoint.told], self.dice)
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
        return self.recorder.entries.all()

    @property
    def log(self) -> list[Entry]:
        """All that was ever recorded, in order, what was taken back included."""
        return self.log_since(0)

    def log_since(self, n: int) -> list[Entry]:
        """The log from entry `n` on."""
        return [*self._past[n:], *self.recorder.entries.tail(max(0, n - len(self._past)) + self._past_standing)]

    @property
    def recorded(self) -> int:
        """How long the log is."""
        entries = self.recorder.entries
        return len(self._past) + entries.mark + len(entries.since) - self._past_standing

    @property
    def posed(self) -> int:
        """How long the log was when the rules asked what they wait for."""
        return self.recorded - len(self._pending)

    @property
    def answered(self) -> list[int]:
        """Those who have answered where several choose together and others have not."""
        return sorted(self._pending)

    def view(self, seat: int | None) -> View[S]:
        """What a seat (None: a spectator) may know."""
        asked = [ask.seat for ask in self.asks]
        return View(seat, self.game.view(self.state, seat), asked, self.answered, self.mine(seat))

    def mine(self, seat: int | None) -> Any:
        """What a seat has answered where others have not."""
        return self._pending.get(seat) if seat is not None else None

    def catalogue(self, language: str = "en") -> Catalogue:
        """The words in which this table speaks."""
        return self.game.catalogue_for(self.options, language)

    def scene(self, seat: int | None) -> Scene:
        """How the table looks from a seat."""
        return self.game.scene(self.view(seat))

    def events(self, seat: int | None, since: int = 0) -> list[Event]:
        """What happened, as told to a seat, from its `since`-th event on."""
        before = self._heard_before(seat)
        return before.tail(since) + _heard(self.recorder.events.since, seat)[max(0, since - before.mark) :]

    def told_since(self, at: int) -> list[Event]:
        """What happened from the `at`-th event on, whoever was told."""
        return self.recorder.events.tail(at)

    def all_events(self) -> list[Event]:
        """What happened, whoever was told: for games that are over."""
        return self.recorder.events.all()

    def _heard_before(self, seat: int | None) -> Scroll[Event]:
        """What a seat was told before this beat. Kept, so that a long game is not gone through again and again."""
        told = self._began.told
        heard, count = self._ears.get(seat) or (Scroll([], 0), 0)
        if count != told:
            heard.since = _heard(self.recorder.events.before[count:told], seat)
            heard.seal()
            self._ears[seat] = heard, told
        return heard

    # Copies

    def clone(self) -> Table[S]:
        """An independent copy that goes on exactly as this one would."""
        return self._twin(self._began if self.over else self.checkpoint, None)

    def imagine(self, seat: int | None, rng: Random) -> Table[S]:
        """A copy in which what `seat` cannot know is dealt again: another world that looks the same from there.

        It is dealt knowing what the seat has seen since the beat began, so it fits at the first try unless secret
        answers show in what came after; where none fits, NoWorld is raised. Its dice are other dice, and of the past
        it remembers only what the seat was told. Its `imagined` says how many deals it took.
        """
        lit: dict[Hashable, int] = {}
        for at, thing, seats in self.recorder.lit:
            if seats is None or seat in seats:
                lit[thing] = at
        unseen = frozenset(at for at, owner in self.recorder.secrets.items() if owner != seat)
        # Answers that still wait for the others of a Together have had no effect yet.
        shows = not unseen.issubset(self.recorder.latest) if self._pending else bool(unseen)
        dream = Dream(unseen, lit, self.recorder.drawn, rng)
        start = self._began._replace(state=self.state) if self.over else self.checkpoint
        for attempt in range(1, TRIES + 1):
            state = self.game.copy(start.state)
            self.game.redeal(state, seat, rng, lit.keys())
            try:
                twin = self._twin(start._replace(state=state), dream)
            except Unlike:
                continue
            if self.over or self._looks_like(twin, seat, shows):
                return self._forget(twin, seat, rng, attempt)
        raise NoWorld(f"no world was found that looks to seat {seat} as this table does, in {TRIES} deals")

    def _looks_like(self, twin: Table[S], seat: int | None, closely: bool) -> bool:
        """Would the seat see no difference? Only where answers were given anew can what stands there differ."""
        if _heard(self.recorder.events.since, seat) != _heard(twin.recorder.events.since, seat):
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
        recorder = twin.recorder
        twin.imagined = attempt
        heard = self._heard_before(seat)
        since = _heard(recorder.events.since, seat)
        recorder.events = Scroll(heard.before, heard.mark)
        recorder.events.since = since
        twin._ears = {}
        mark, answered = recorder.entries.mark, recorder.entries.since
        recorder.entries = Scroll([Fell(1, 0)] * mark, mark)
        recorder.entries.since = [Fell(1, 0)] * len(answered) if self.over else answered
        twin._began = twin._began._replace(told=heard.mark)
        twin._past, twin._past_standing = (), 0
        twin.kept = [] if self.over else [twin._began]
        recorder.dice = Dice(rng.getrandbits(64))
        return twin

    def _twin(self, checkpoint: Checkpoint, dream: Dream | None) -> Table[S]:
        """A table that started the beat at this checkpoint and has followed it as far as this one.

        A dream tells the events of the beat anew, since they may differ; a clone takes over those that were told.
        """
        twin: Table[S] = object.__new__(type(self))
        mine = self.recorder
        twin.game, twin.seats, twin.options = self.game, self.seats, self.options
        twin.imagined, twin.outcome = self.imagined, self.outcome
        twin._past, twin._past_standing = self._past, self._past_standing
        entries, events = Scroll(mine.entries.before, checkpoint.mark), Scroll(mine.events.before, checkpoint.told)
        twin.recorder = recorder = Recorder(mine.dice, entries, events, checkpoint.rolled, mine.settled)
        twin._ears, twin._pending = {}, {}
        twin._mended = [one for one in mendings(self._past) if one[0] > checkpoint.mark] if self._past else []
        if self.outcome is not None:
            self._over_in(twin, checkpoint, dream)
            return twin
        twin.kept = self.kept[:-1]
        twin.state = self.game.copy(checkpoint.state)
        recorder.follow(mine.entries.since, 0, dream)
        twin._g = self.game.play_again(self._g, twin.state, recorder)
        recorder.muted = dream is None
        twin._begin_beat(checkpoint)
        twin._run()
        twin._follow(trusted=dream is None)
        if dream is None:
            events.since = mine.events.since.copy()
        recorder.muted = False
        # A copy is mostly copied again, once it has been played on a little.
        twin._wanted = True
        return twin

    def _over_in(self, twin: Table[S], checkpoint: Checkpoint, dream: Dream | None) -> None:
        """Where the game is over the beat is not run again: what stands is the state, dealt anew in a dream."""
        mine, recorder = self.recorder, twin.recorder
        twin.state = self.game.copy(self.state if dream is None else checkpoint.state)
        twin.kept = self.kept.copy()
        recorder.entries.since = mine.entries.since.copy()
        recorder.events.since = mine.events.since.copy()
        recorder.rolled, recorder.lit = mine.rolled, mine.lit.copy()
        twin._began, twin._spared, twin._wanted, twin._ask = self._began, self._spared, False, None

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
        twin: Table[S] = self.clone()
        return twin._finished(rng, policy)

    def go_on(self, host: Host) -> None:
        """From now on somebody else runs the rules here: nothing is recorded unless he hands it on to the recorder."""
        self._g.go_on(host)

    def _finished(self, rng: Random, policy: Policy | None) -> Outcome:
        """Play on leanly to the end. The table is good for nothing else then."""
        self.go_on(Lean(rng))
        ask, given = self._ask, self._pending
        try:
            while ask is not None:
                answer = ask.sample(rng) if policy is None else decide(ask, self.state, policy, rng)
                if isinstance(ask, Together):
                    answer = tuple(given.pop(one.seat, answer[at]) for at, one in enumerate(ask.asks))
                ask = self._beat.send(answer)
        except StopIteration:
            return playout(self.game, self.state, rng, policy)[0]
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


def _heard(events: list[Event], seat: int | None) -> list[Event]:
    return [event for event in events if event.to is None or seat in event.to]
