"""What the rules want to know, of whom: each ask checks an answer, samples a legal one, lists them where finite."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from random import Random
from types import NoneType
from typing import Any, TypeAlias

import msgspec

from .errors import Illegal
from .messages import Catalogue
from .scenes import Foreseen, Token
from .words import refusals

Args: TypeAlias = Mapping[str, Any]
Refuse: TypeAlias = Callable[[Any], "Illegal | None"]
Foresee: TypeAlias = Callable[[Any], Foreseen | None]


class Option(msgspec.Struct, frozen=True):
    """One legal answer: its value, how it is called, the things on the table it points at, what it would come to where
    the rules tell beforehand, and the tincture it stands for where it is a colour."""

    value: Any
    key: str
    args: dict[str, Any] = {}
    ids: tuple[str, ...] = ()
    foreseen: Foreseen | msgspec.UnsetType = msgspec.UNSET
    colour: str | msgspec.UnsetType = msgspec.UNSET


Describe: TypeAlias = Callable[[Any], Option]


def canonical(answer: Any) -> Any:
    """An answer as the journal keeps it: lists become tuples, so that JSON and Python agree."""
    kind = type(answer)
    if kind is int or kind is str:
        return answer
    if isinstance(answer, list | tuple):
        return tuple([canonical(part) for part in answer])
    if isinstance(answer, dict):
        return {str(name): canonical(part) for name, part in answer.items()}
    return answer


LISTED = 250_000
"""Where a position can be on more spots than these, its options are not listed."""

_KEPT = frozenset((int, str, bool, tuple, NoneType))
"""The types of answers that the journal keeps as they are."""


def same(one: Any, other: Any) -> bool:
    """Equal and of the same types throughout: 1, 1.0 and True are three different answers."""
    if type(one) is not type(other) or one != other:
        return False
    return all(map(same, one, other)) if isinstance(one, tuple) else True


def alike(one: Any, other: Any) -> bool:
    """Of the same types throughout, whatever the values."""
    if type(one) is not type(other):
        return False
    return len(one) == len(other) and all(map(alike, one, other)) if isinstance(one, tuple) else True


def _shown(answer: Any) -> str:
    """An answer as a refusal quotes it; a stranger's may be long."""
    text = repr(answer)
    return text if len(text) <= 80 else f"{text[:77]}..."


class Ask:
    """The common part: who is asked, by which message, under which rule.

    `secret` keeps the answer from the other seats until the rules reveal it; once given it stands. `speaks` gives the
    words for refusals; the table at which the ask stands sets it.
    """

    __slots__ = ()
    kind = "ask"
    size = 1

    seat: int
    prompt: str
    args: Args | None
    rule: str
    secret: bool
    speaks: Callable[[], Catalogue]

    def refusal(self, answer: Any) -> Illegal | None:
        """Why this answer is refused, or None where it is legal."""
        raise NotImplementedError

    def why_not(self, answer: Any) -> str | None:
        """The reason in words why this answer is refused, or None where it is legal."""
        refused = self.refusal(canonical(answer))
        if refused is None:
            return None
        refused.speaks = self.speaks
        return str(refused)

    def foreseen(self, answer: Any) -> Foreseen | None:
        """What a legal answer would come to, where the rules tell beforehand."""
        return None

    def offers(self, answer: Any) -> bool:
        """A quick yes to an answer that is the ask's own, in the very form in which it is kept."""
        return False

    def sample(self, rng: Random) -> Any:
        """A random legal answer."""
        raise NotImplementedError

    def options(self) -> Iterable[Option] | None:
        """Every legal answer, or None where they are not finite."""
        raise NotImplementedError

    def settled(self, answer: Any) -> Any:
        """The one form in which equal answers are kept."""
        return answer

    def wire(self) -> dict[str, Any]:
        """The ask as a client gets it."""
        return {
            "kind": self.kind,
            "seat": self.seat,
            "prompt": self.prompt,
            "args": dict(self.args or {}),
            "rule": self.rule,
        }

    def __repr__(self) -> str:
        return f"<{type(self).__name__} seat {self.seat} {self.prompt}>"


def _plain(prompt: str) -> Describe:
    return lambda value: Option(value, f"{prompt}.option", {"value": value})


class Choose(Ask, msgspec.Struct, eq=False):
    """One of a finite list of values. `describe` names a value when somebody looks; `refuse` explains the missing ones.

    `refuse` is only asked about answers that are of the same types as one of the values.
    """

    kind = "choose"

    seat: int
    values: Sequence[Any]
    prompt: str
    describe: Describe | None = None
    refuse: Refuse | None = None
    args: Args | None = None
    rule: str = ""
    secret: bool = False
    speaks: Callable[[], Catalogue] = refusals

    def refusal(self, answer: Any) -> Illegal | None:
        values = self.values
        if answer in values and (
            same(values[values.index(answer)], answer) or any(same(value, answer) for value in values)
        ):
            return None
        if self.refuse is not None and any(alike(value, answer) for value in values):
            refused = self.refuse(answer)
            if refused is not None:
                return refused
        return _not_among(answer, values, self.rule)

    def offers(self, answer: Any) -> bool:
        values = self.values
        return type(answer) in _KEPT and answer in values and values[values.index(answer)] is answer

    def sample(self, rng: Random) -> Any:
        values = self.values
        return values[int(rng.random() * len(values))]

    def options(self) -> list[Option]:
        describe = self.describe or _plain(self.prompt)
        return [describe(value) for value in self.values]

    def wire(self) -> dict[str, Any]:
        return {**super().wire(), "options": self.options()}


def _not_among(answer: Any, values: Sequence[Any], rule: str) -> Illegal:
    few = [str(value) for value in values[:8]]
    if len(values) <= 8:
        return Illegal("refused.option", rule, answer=_shown(answer), options=few)
    return Illegal("refused.option.more", rule, answer=_shown(answer), options=few, more=len(values) - 8)


class Amount(Ask, msgspec.Struct, eq=False):
    """A whole number from `least` to `most`, both included."""

    kind = "amount"

    seat: int
    least: int
    most: int
    prompt: str
    args: Args | None = None
    rule: str = ""
    secret: bool = False
    speaks: Callable[[], Catalogue] = refusals

    def refusal(self, answer: Any) -> Illegal | None:
        if type(answer) is not int:
            bounds = {"least": self.least, "most": self.most}
            return Illegal("refused.number", self.rule, answer=_shown(answer), **bounds)
        if not self.least <= answer <= self.most:
            return Illegal("refused.range", self.rule, answer=answer, least=self.least, most=self.most)
        return None

    def offers(self, answer: Any) -> bool:
        return type(answer) is int and self.least <= answer <= self.most

    def sample(self, rng: Random) -> int:
        return self.least + int(rng.random() * (self.most - self.least + 1))

    def options(self) -> list[Option]:
        return [Option(n, "amount", {"value": n}) for n in range(self.least, self.most + 1)]

    def wire(self) -> dict[str, Any]:
        return {**super().wire(), "least": self.least, "most": self.most}


class Several(Ask, msgspec.Struct, eq=False):
    """A subset of a finite list: at least `least`, at most `most` different values, in any order. Those
    in `usual` stand chosen until somebody says otherwise."""

    kind = "several"

    seat: int
    values: Sequence[Any]
    least: int
    most: int
    prompt: str
    describe: Describe | None = None
    refuse: Refuse | None = None
    args: Args | None = None
    rule: str = ""
    secret: bool = False
    speaks: Callable[[], Catalogue] = refusals
    usual: Sequence[Any] = ()

    def __post_init__(self) -> None:
        if self.most > len(self.values):
            self.most = len(self.values)

    def refusal(self, answer: Any) -> Illegal | None:
        if not isinstance(answer, tuple):
            return Illegal("refused.list", self.rule, answer=_shown(answer))
        for value in answer:
            if not any(same(value, one) for one in self.values):
                return _not_among(value, self.values, self.rule)
        if any(answer.index(value) != at for at, value in enumerate(answer)):
            return Illegal("refused.twice", self.rule)
        if not self.least <= len(answer) <= self.most:
            key = "refused.count" if self.least == self.most else "refused.count.between"
            return Illegal(key, self.rule, least=self.least, most=self.most, count=len(answer))
        return self.refuse(self.settled(answer)) if self.refuse is not None else None

    def offers(self, answer: Any) -> bool:
        if type(answer) is not tuple or self.refuse is not None or not self.least <= len(answer) <= self.most:
            return False
        left = iter(self.values)
        return all(any(own is value for own in left) and type(value) in _KEPT for value in answer)

    def settled(self, answer: Any) -> Any:
        order = list(self.values)
        return tuple(sorted(answer, key=order.index))

    def sample(self, rng: Random) -> tuple[Any, ...]:
        if self.refuse is None:
            return self._draw(rng)
        for _ in range(64):
            drawn = self._draw(rng)
            if self.refuse(drawn) is None:
                return drawn
        legal = [option.value for option in self.options()]
        return tuple(legal[int(rng.random() * len(legal))])

    def _draw(self, rng: Random) -> tuple[Any, ...]:
        values, random = self.values, rng.random
        count = self.least + int(random() * (self.most - self.least + 1))
        if count == 1:
            return (values[int(random() * len(values))],)
        if not count:
            return ()
        order = list(range(len(values)))
        for at in range(count):
            other = at + int(random() * (len(order) - at))
            order[at], order[other] = order[other], order[at]
        return tuple([values[at] for at in sorted(order[:count])])

    def options(self) -> Iterator[Option]:
        for count in range(self.least, self.most + 1):
            for chosen in combinations(self.values, count):
                if self.refuse is None or self.refuse(chosen) is None:
                    ids = tuple(id for value in chosen for id in self.part(value).ids)
                    yield Option(chosen, "several", {"value": list(chosen)}, ids)

    def part(self, value: Any) -> Option:
        """How one of the values is called."""
        return (self.describe or _plain(self.prompt))(value)

    def wire(self) -> dict[str, Any]:
        parts = [self.part(value) for value in self.values]
        told = {"least": self.least, "most": self.most, "parts": parts}
        return {**super().wire(), **told, **({"usual": self.usual} if self.usual else {})}


class Place(Ask, msgspec.Struct, eq=False):
    """A position (and a facing, where `facings` is given) inside a rectangle, on a grid of `step`.

    `check` refuses single spots; `likely` names spots to try when sampling, for tables where few are legal. Facings are
    in degrees, clockwise from the upper edge, or in such parts of a circle as make up a whole `turn`. `ghost` is what
    is placed, as it would look: its base, and the board (`on`) it comes to stand on; without one, the board in focus.
    `foresee` tells what a spot would come to.
    """

    kind = "place"

    seat: int
    box: tuple[int, int, int, int]
    prompt: str
    step: int = 1
    facings: Sequence[int] | None = None
    check: Refuse | None = None
    likely: Sequence[tuple[int, ...]] = ()
    args: Args | None = None
    rule: str = ""
    secret: bool = False
    turn: int = 360
    ghost: Token | None = None
    speaks: Callable[[], Catalogue] = refusals
    foresee: Foresee | None = None

    def foreseen(self, answer: Any) -> Foreseen | None:
        return self.foresee(answer) if self.foresee is not None else None

    def refusal(self, answer: Any) -> Illegal | None:
        parts = 2 if self.facings is None else 3
        if not isinstance(answer, tuple) or len(answer) != parts or any(type(n) is not int for n in answer):
            key = "refused.place" if parts == 2 else "refused.place.facing"
            return Illegal(key, self.rule, answer=_shown(answer))
        left, top, right, bottom = self.box
        x, y = answer[:2]
        if not (left <= x <= right and top <= y <= bottom):
            box = {"left": left, "right": right, "top": top, "bottom": bottom}
            return Illegal("refused.outside", self.rule, x=x, y=y, **box)
        if (x - left) % self.step or (y - top) % self.step:
            return Illegal("refused.grid", self.rule, x=x, y=y, step=self.step)
        if self.facings is not None and answer[2] not in self.facings:
            return self._no_facing(answer[2])
        return self.check(answer) if self.check is not None else None

    def _no_facing(self, facing: int) -> Illegal:
        if isinstance(self.facings, range):
            spread = {"least": self.facings[0], "most": self.facings[-1], "step": self.facings.step}
            return Illegal("refused.facing.range", self.rule, facing=facing, **spread)
        return Illegal("refused.facing", self.rule, facing=facing, facings=list(self.facings or ()))

    def sample(self, rng: Random) -> tuple[int, ...]:
        left, top, right, bottom = self.box
        columns = (right - left) // self.step + 1
        rows = (bottom - top) // self.step + 1
        for attempt in range(256):
            if self.likely and attempt % 2:
                spot = self.likely[int(rng.random() * len(self.likely))]
            else:
                spot = (left + self.step * int(rng.random() * columns), top + self.step * int(rng.random() * rows))
                if self.facings is not None:
                    spot = (*spot, self.facings[int(rng.random() * len(self.facings))])
            if self.refusal(spot) is None:
                return spot
        legal = [spot for spot in self._spots() if self.refusal(spot) is None]
        return legal[int(rng.random() * len(legal))]

    def _spots(self) -> Iterator[tuple[int, ...]]:
        left, top, right, bottom = self.box
        columns, rows = range(left, right + 1, self.step), range(top, bottom + 1, self.step)
        return product(columns, rows) if self.facings is None else product(columns, rows, self.facings)

    def options(self) -> Iterator[Option] | None:
        """Every legal spot; None where there are so many spots that nobody would go through them."""
        left, top, right, bottom = self.box
        columns, rows = (right - left) // self.step + 1, (bottom - top) // self.step + 1
        if columns * rows * len(self.facings or (0,)) > LISTED:
            return None
        return (Option(spot, "place", {"value": list(spot)}) for spot in self._spots() if self.refusal(spot) is None)

    def wire(self) -> dict[str, Any]:
        facings: Any = None if self.facings is None else list(self.facings)
        if isinstance(self.facings, range):
            facings = {"from": self.facings[0], "to": self.facings[-1], "step": self.facings.step}
        spot = {"box": self.box, "step": self.step, "facings": facings, "turn": self.turn}
        return {**super().wire(), **spot, "ghost": self.ghost}


class Case(msgspec.Struct, frozen=True):
    """How a field is put to people by what the fields `on` say: the ask of the first of them whose value is listed; and
    not at all, so that it stays as usual, where none is."""

    on: tuple[str, ...]
    asks: Sequence[tuple[Sequence[Any], Ask]]

    def of(self, answer: Mapping[str, Any]) -> Ask | None:
        said = [answer.get(name) for name in self.on]
        return next((ask for value in said for values, ask in self.asks if value in values), None)


class Form(Ask, msgspec.Struct, eq=False):
    """A structured document: a field is an ask of its own; `check` looks at the whole, `foresee` tells what it would
    come to. `usual` is how fields stand until somebody says otherwise.

    `cases` say how people are asked for a field that depends on others: they narrow what is shown, and nothing that may
    be answered. `read` makes an answer of words that somebody types instead, or raises Illegal; `typed` is the message
    that shows how.

    `likely` names answers to try when sampling, where few are legal or to find it out takes long.
    """

    kind = "form"

    seat: int
    fields: Mapping[str, Ask]
    prompt: str
    check: Refuse | None = None
    args: Args | None = None
    rule: str = ""
    secret: bool = False
    likely: Sequence[dict[str, Any]] = ()
    speaks: Callable[[], Catalogue] = refusals
    foresee: Foresee | None = None
    usual: Mapping[str, Any] | None = None
    cases: Mapping[str, Case] = {}
    read: Callable[[str], dict[str, Any]] | None = None
    typed: str = ""

    def put(self, name: str, answer: Mapping[str, Any]) -> Ask | None:
        """How a field is put to somebody who has answered so much; None where it stays as usual."""
        return self.cases[name].of(answer) if name in self.cases else self.fields[name]

    def foreseen(self, answer: Any) -> Foreseen | None:
        return self.foresee(self.settled(answer)) if self.foresee is not None else None

    def refusal(self, answer: Any) -> Illegal | None:
        if not isinstance(answer, dict):
            return Illegal("refused.form", self.rule, fields=list(self.fields), answer=_shown(answer))
        for name in answer:
            if name not in self.fields:
                return Illegal("refused.form.unknown", self.rule, field=_shown(name), fields=list(self.fields))
        for name, ask in self.fields.items():
            if name not in answer:
                return Illegal("refused.form.missing", self.rule, field=name)
            refused = ask.refusal(answer[name])
            if refused is not None:
                return Illegal("refused.form.field", refused.rule or self.rule, field=name, why=refused.text)
        return self.check(self.settled(answer)) if self.check is not None else None

    def settled(self, answer: Any) -> Any:
        return {name: ask.settled(answer[name]) for name, ask in self.fields.items()}

    def sample(self, rng: Random) -> dict[str, Any]:
        for attempt in range(1000):
            if self.likely and attempt % 2:
                answer = dict(self.likely[int(rng.random() * len(self.likely))])
            else:
                answer = {name: ask.sample(rng) for name, ask in self.fields.items()}
            if self.check is None or self.check(answer) is None:
                return answer
        for option in self.options() or ():
            return dict(option.value)
        raise RuntimeError(f"no legal answer found for the form {self.prompt}")

    def options(self) -> Iterator[Option] | None:
        if any(ask.options() is None for ask in self.fields.values()):
            return None
        return self._filled(list(self.fields.items()), {}, ())

    def _filled(self, left: list[tuple[str, Ask]], answer: dict[str, Any], ids: tuple[str, ...]) -> Iterator[Option]:
        # Field by field, so that listing the first few of very many costs little.
        if left:
            (name, ask), *rest = left
            for option in ask.options() or ():
                yield from self._filled(rest, {**answer, name: option.value}, (*ids, *option.ids))
        elif self.check is None or self.check(answer) is None:
            yield Option(answer, "form", {"value": answer}, ids)

    def wire(self) -> dict[str, Any]:
        fields, cases = dict(self.fields.items()), dict(self.cases.items())
        asks = [*fields.values(), *(ask for case in cases.values() for _, ask in case.asks)]
        told = {at: ask.wire() for at, ask in {id(ask): ask for ask in asks}.items()}  # one ask may serve many fields
        more: dict[str, Any] = {"usual": dict(self.usual.items())} if self.usual else {}
        if cases:
            more["cases"] = {
                name: {"on": case.on, "asks": [(list(values), told[id(ask)]) for values, ask in case.asks]}
                for name, case in cases.items()
            }
        if self.read is not None:
            more["typed"] = self.typed
        return {**super().wire(), "fields": {name: told[id(ask)] for name, ask in fields.items()}, **more}


class Together:
    """Several seats asked at once. Each answer is secret until the rules reveal it; they get all, in this order."""

    __slots__ = ("asks", "size")

    def __init__(self, *asks: Ask) -> None:
        self.asks = asks
        self.size = len(asks)
        if not asks:
            raise ValueError("a Together asks at least one seat")
        if len({ask.seat for ask in asks}) != len(asks):
            raise ValueError("a seat can be asked only one thing in a Together")

    def sample(self, rng: Random) -> tuple[Any, ...]:
        return tuple([ask.sample(rng) for ask in self.asks])
