"""What is kept of a table: how it was set up, who sits where, and its journal."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from string import ascii_letters, digits
from typing import Any, NamedTuple, Protocol

import msgspec

from ..core import Entry
from .writes import Write

SEALED = "sha256:"


def fresh_id() -> str:
    """The id of a new table, which nobody guesses. It begins with a letter or a number: a dash would be an option."""
    return secrets.choice(ascii_letters + digits) + secrets.token_urlsafe(9)[1:]


def sealed(token: str) -> str:
    """A token as it is kept where nobody needs to see it again: whoever reads the store cannot take the seat."""
    return SEALED + sha256(f"arbiter token {token}".encode()).hexdigest()


def opens(token: str, kept: str) -> bool:
    """Whether a token is the one that is kept, sealed or not."""
    shown = sealed(token) if kept.startswith(SEALED) else token
    return bool(token) and hmac.compare_digest(shown.encode(), kept.encode())


class Seat(msgspec.Struct):
    """A seat: a bot by name, or a person. Until it is joined, `token` is the invitation; then the person's key, sealed.

    Whoever sits down pledges chance of their own for the dice, and opens it (`entropy`) when all have pledged theirs.
    """

    bot: str = ""
    name: str = ""
    token: str = ""
    joined: bool = False
    entropy: str = ""
    pledge: str = ""


class Clock(msgspec.Struct, frozen=True):
    """How long people may think, in seconds: what is in the bank at first, what each answer adds, up to the cap.

    `zero` says what happens when the bank is empty: a bot gives that one `answer`, the seat goes to a bot (`hand`), or
    it resigns (`resign`).
    """

    bank: float
    gain: float = 0.0
    cap: float = 0.0
    zero: str = "answer"


class Terms(msgspec.Struct, frozen=True):
    """What those at a table have agreed on beside the rules, which never see it.

    `open` are the seats that anybody may take. Who may watch: `all` (the front door names the table), whoever has the
    `link`, or `nobody`. `undo` is `unseen` (only what nobody has seen), `consent` (more where the others agree) or
    `never`. `bot` plays for whoever is away. `guided` is a first game in which somebody says what to watch for.
    """

    open: tuple[int, ...] = ()
    watch: str = "link"
    undo: str = "unseen"
    clock: Clock | None = None
    bot: str = "clever"
    guided: bool = False


class Times(msgspec.Struct, frozen=True):
    """What is in each seat's bank, and since when the banks run of those who are asked: the house's own time."""

    banks: tuple[float, ...] = ()
    since: dict[int, float] = {}

    @property
    def due(self) -> float:
        """When the first bank is empty; 0 where none runs."""
        return min((since + self.banks[seat] for seat, since in self.since.items()), default=0.0)


class Desk(msgspec.Struct, frozen=True):
    """What a seat keeps for itself: notes, and the address to which it wants to be told that it is asked.

    `base` is where the house is found from there, `language` what is spoken there.
    """

    notes: str = ""
    hook: str = ""
    base: str = ""
    language: str = "en"


class Happening(msgspec.Struct, frozen=True):
    """What people did at a table beside the game, and when: `what` it was, by which seat, and what there is to say."""

    what: str
    seat: int | None = None
    args: dict[str, Any] = {}
    at: float = 0.0


class Sitting(msgspec.Struct):
    """A table as it was set up. `host` is the token of whoever may hand out the invitations.

    `rest` says why nobody plays on: `kept` as it stood when the rules were mended, or `archived` by the operator.
    """

    id: str
    game: str
    rules: str
    options: dict[str, Any]
    seed: str
    commitment: str
    host: str
    seats: list[Seat]
    status: str = "open"
    rest: str = ""
    terms: Terms = Terms()
    times: Times = Times()

    @property
    def full(self) -> bool:
        """Whether everybody who was invited has sat down."""
        return all(seat.bot or seat.joined for seat in self.seats)

    @property
    def ready(self) -> bool:
        """Whether the game can begin: all have sat down, and what they pledged for the dice is open."""
        return self.full and (self.status != "open" or not self.unopened)

    @property
    def unopened(self) -> list[int]:
        """The seats that have pledged chance for the dice and have not opened it."""
        return [at for at, seat in enumerate(self.seats) if seat.pledge and not seat.entropy]

    @property
    def entropy(self) -> dict[int, str]:
        """What the seats added to the dice."""
        return {at: seat.entropy for at, seat in enumerate(self.seats) if seat.entropy}

    @property
    def pledges(self) -> dict[int, str]:
        """What the seats promised to add to the dice before any of it was open."""
        return {at: seat.pledge for at, seat in enumerate(self.seats) if seat.pledge}

    @property
    def seating(self) -> dict[int, str]:
        """Who sits where, as a save says it: a bot by its name, or `you`."""
        return {at: seat.bot or "you" for at, seat in enumerate(self.seats)}

    @property
    def names(self) -> dict[int, str]:
        """What those who sit there are called."""
        return {at: seat.name for at, seat in enumerate(self.seats)}


class Kept(NamedTuple):
    """A snapshot of a table: a cache beside the first `n` entries of its journal, made under these rules."""

    n: int
    rules: str
    body: bytes


class Listed(msgspec.Struct):
    """A table in a list: what it is, how far it is, and who sits there."""

    id: str
    game: str
    rules: str
    status: str
    rest: str
    created: str
    changed: str
    entries: int
    names: list[str]


class Offered(msgspec.Struct):
    """A table at the front door: one with seats that anybody may take, or one that anybody may watch."""

    id: str
    game: str
    options: dict[str, Any]
    status: str
    changed: str
    terms: Terms
    seats: list[Seat]


class StoreFailed(ValueError):
    """The store cannot do its work: a full disk, a file that is gone, a database that does not answer."""


class Damaged(StoreFailed):
    """What is kept of a table cannot be read."""


class InUse(ValueError):
    """Another program serves the tables of this store, and a store of this kind is for one."""


class Taken(Exception):
    """Somebody else was there first: that entry of the journal is written, or that seat is joined."""


class Ring(Protocol):
    """Carries news between workers that share a file."""

    def listen(self, news: Callable[[str], None]) -> None: ...

    def tell(self, tables: Iterable[str]) -> None: ...


class Store(Protocol):
    """Where tables live. A write is durable when it is done; the reads may block.

    StoreFailed, from a write or from a read, says why it cannot be done.
    """

    def create(
        self,
        sitting: Sitting,
        entries: Sequence[Entry] = (),
        moments: Sequence[float] = (),
        happenings: Sequence[Happening] = (),
        desks: Sequence[Desk] = (),
    ) -> Write[None]:
        """Keep a new table, with all that is kept of it where it comes from elsewhere; Taken where there is such a
        table."""
        ...

    def join(self, table: str, at: int, invitation: str, seat: Seat) -> Write[None]:
        """Fill a seat, once: Taken where the invitation no longer holds. The host's rights move to the new token."""
        ...

    def withdraw(self, table: str, at: int, invitation: str, new: str) -> Write[None]:
        """Let another invitation hold for a seat; Taken where this one no longer does."""
        ...

    def renew(self, table: str, at: int, old: str, new: str) -> Write[None]:
        """Let another key lead to a seat that was taken, and its host's rights with it; Taken where the old one no
        longer does."""
        ...

    def open_chance(self, table: str, at: int, entropy: str) -> Write[None]:
        """Open what a seat has pledged, once, before the game begins; Taken where it is too late."""
        ...

    def begin(self, table: str) -> Write[None]:
        """The game begins: from here on nothing is added to its dice. Nothing happens where it has begun."""
        ...

    def append(
        self, table: str, n: int, entries: Sequence[Entry], status: str, times: Times | None = None
    ) -> Write[None]:
        """Write entries from number `n` on; Taken where there are such entries already.

        `times` are the banks as they now stand, where there is a clock.
        """
        ...

    def happen(
        self,
        table: str,
        n: int,
        what: Sequence[Happening],
        status: str = "",
        times: Times | None = None,
    ) -> Write[None]:
        """Write what people did, from number `n` on; Taken where others did something meanwhile.

        With a status the table has it from now on; `times` are as for entries.
        """
        ...

    def keep_desk(self, table: str, at: int, desk: Desk) -> Write[None]:
        """Keep what a seat has on its desk instead of what was there."""
        ...

    def keep_snapshot(self, table: str, kept: Kept) -> Write[None]:
        """Keep a snapshot instead of the one before; the journal stays the truth."""
        ...

    def rest(self, table: str, why: str) -> Write[None]:
        """Say why a table rests, or (with nothing) that it goes on."""
        ...

    def ready(self) -> Write[None]:
        """Write what changes nothing: done where something can be kept now."""
        ...

    def expire(self, before: str) -> Write[int]:
        """Take away tables that were set before that time (UTC, as `created` has it) and never begun; how many."""
        ...

    def tables(self) -> list[Listed]:
        """All tables, those that changed last first."""
        ...

    def sitting(self, table: str) -> Sitting | None:
        """How a table was set up."""
        ...

    def entries(self, table: str, since: int = 0) -> list[Entry]:
        """A table's log, from entry number `since` on; Damaged where it cannot be read."""
        ...

    def moments(self, table: str) -> list[float]:
        """When each entry of a table's log was written (seconds since 1970); 0 where that is not known."""
        ...

    def happenings(self, table: str, since: int = 0) -> list[Happening]:
        """What people did at a table beside the game, from number `since` on."""
        ...

    def desk(self, table: str, at: int) -> Desk:
        """What a seat has on its desk."""
        ...

    def due(self, now: float) -> list[str]:
        """The tables at which a bank is empty by now."""
        ...

    def offered(self, most: int) -> list[Offered]:
        """The tables that stand at the front door, those that changed last first."""
        ...

    def snapshot(self, table: str) -> Kept | None:
        """The snapshot kept beside a table's journal; None where there is none, or it is damaged."""
        ...

    def hear(self, news: Callable[[str], None]) -> None:
        """Call `news`, from any thread, with the id of each table that another program has changed; with nothing where
        any may have changed."""
        ...

    def close(self) -> None:
        """Write what is waiting to be written, and stop."""
        ...
