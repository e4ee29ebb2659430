"""The company at a table: what people do beside the game, and what follows from it. The rules know nothing of it.

It is the fold of a table's happenings, as the state of a game is the fold of its journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..store import Happening, Seat

SHOWN = 200
"""So many of the latest lines are sent to a page that comes."""


class Wished:
    """A seat has asked to take back more than it may by itself, when the log had so many entries."""

    __slots__ = ("agreed", "recorded", "seat")

    def __init__(self, seat: int, recorded: int) -> None:
        self.seat = seat
        self.recorded = recorded
        self.agreed: set[int] = set()


class Company:
    """Who plays for whom, who has resigned, what is being asked of the others, and what was said."""

    __slots__ = (
        "again",
        "asides",
        "consulted",
        "lapsed",
        "late",
        "lines",
        "n",
        "resigned",
        "said",
        "stand_ins",
        "votes",
        "wish",
    )

    def __init__(self) -> None:
        self.n = 0
        self.said = {False: 0, True: 0}
        self.stand_ins: dict[int, str] = {}
        self.resigned: list[int] = []
        self.late: list[int] = []
        self.votes: dict[int, set[int]] = {}
        self.lapsed: dict[int, str] = {}
        self.wish: Wished | None = None
        self.again: dict[str, Any] | None = None
        self.consulted: list[tuple[int, Any, dict[str, Any]]] = []
        self.lines: list[dict[str, Any]] = []
        self.asides: list[dict[str, Any]] = []

    def hear(self, happenings: Iterable[Happening]) -> None:
        """Go on with these happenings."""
        for one in happenings:
            getattr(self, f"_{one.what}", lambda one: None)(one)
            self._note(one)
            self.n += 1

    def plays_for(self, at: int, seat: Seat) -> str:
        """The bot that answers for a seat; nothing where a person does."""
        return seat.bot or self.stand_ins.get(at, "")

    def present(self, seats: Sequence[Seat]) -> list[int]:
        """The seats at which people play themselves."""
        return [at for at, seat in enumerate(seats) if not self.plays_for(at, seat) and at not in self.resigned]

    def ranks(self, seats: Sequence[Seat]) -> tuple[int, ...] | None:
        """How a game ends because people have resigned: one seat is left, or only bots are; None where it goes on."""
        left = [at for at in range(len(seats)) if at not in self.resigned]
        if not self.resigned or (len(left) > 1 and any(not seats[at].bot for at in left)):
            return None
        behind = {at: len(left) + 1 + n for n, at in enumerate(reversed(self.resigned))}
        return tuple(behind.get(at, 1) for at in range(len(seats)))

    def outcome(self, seats: Sequence[Seat]) -> dict[str, Any] | None:
        """The same as pages are told it."""
        ranks = self.ranks(seats)
        if ranks is None:
            return None
        if self.resigned[-1] in self.late:
            return {"ranks": ranks, "scores": [], "why": "web.ended_late", "args": {"seats": self.late}}
        return {"ranks": ranks, "scores": [], "why": "web.ended_resigned"}

    def heard_by(self, seat: int | None, over: bool) -> list[dict[str, Any]]:
        """What a place hears: those who watch are heard by those who watch, and by all once the game is over."""
        if seat is not None and not over:
            return self.lines
        return sorted([*self.lines, *self.asides], key=lambda line: int(line["id"]))[-SHOWN:]

    # What follows from each kind

    def _said(self, one: Happening) -> None:
        self.said[one.seat is None] += 1

    def _voted(self, one: Happening) -> None:
        self.votes.setdefault(one.args["for"], set()).add(-1 if one.seat is None else one.seat)

    def _handed(self, one: Happening) -> None:
        if one.seat is not None:
            self.stand_ins[one.seat] = one.args["bot"]
            self.votes.pop(one.seat, None)
            self._ran_out(one)

    def _back(self, one: Happening) -> None:
        if one.seat is not None and one.seat not in self.resigned:
            self.stand_ins.pop(one.seat, None)

    def _resigned(self, one: Happening) -> None:
        if one.seat is not None and one.seat not in self.resigned:
            self.resigned.append(one.seat)
            self.stand_ins[one.seat] = one.args.get("bot", "random")
            if one.args.get("why") == "clock":
                self.late.append(one.seat)

    def _ran_out(self, one: Happening) -> None:
        """Whatever the seat was asked when its time was up, a bot answers."""
        if one.seat is not None and "ask" in one.args:
            self.lapsed[one.seat] = one.args["ask"]

    def _wished(self, one: Happening) -> None:
        if one.seat is not None:
            self.wish = Wished(one.seat, one.args["n"])

    def _agreed(self, one: Happening) -> None:
        if self.wish is not None and one.seat is not None:
            self.wish.agreed.add(one.seat)

    def _declined(self, one: Happening) -> None:
        self.wish = None

    def _took_back(self, one: Happening) -> None:
        self.wish = None

    def _consulted(self, one: Happening) -> None:
        if one.seat is not None:
            self.consulted.append((one.seat, one.args["when"], one.args["said"]))

    def _again(self, one: Happening) -> None:
        self.again = self.again or one.args

    def _note(self, one: Happening) -> None:
        """A line for the pages; nothing of it is anybody's secret."""
        line: dict[str, Any] = {"id": str(self.n), "what": one.what, "seat": one.seat, "at": int(one.at)}
        line |= {name: one.args[name] for name in ("text", "name", "for", "why", "by", "said") if name in one.args}
        # However much those say who watch, those who sit lose nothing of theirs.
        if one.what == "said" and one.seat is None:
            self.asides = [*self.asides[-SHOWN + 1 :], line | {"aside": True}]
        else:
            self.lines = [*self.lines[-SHOWN + 1 :], line]
