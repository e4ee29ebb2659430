"""The protocol a game fulfils."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from .asks import Ask, Choose, Together
from .drawings import Drawing
from .errors import Illegal
from .messages import Catalogue, Text
from .play import Event, Lean, Outcome, Over, Play, Rules
from .scenes import Scene
from .states import copied, masked
from .views import View
from .words import refusals

S = TypeVar("S")

EVERY_OTHER = 0.5

Policy = Callable[[Any, Ask, Random], Any]
"""Chooses an answer from a state, an ask and a source of chance."""


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game that has none."""


class Game(Generic[S]):
    """A game: how it starts, how a beat of it runs, and how it looks. Override what the game needs.

    `bound` is the number of answers within which any game ends; `version` changes when old journals no longer replay;
    `option_sets` are the options worth testing; `for_people` are the options that suit a table with people at it;
    `operator_options` are set by whoever runs the program and taken from nobody else; `languages` are those it has
    words in; `quick` is False where a whole game played on at random takes more than a moment; `from_view` is
    whether its hints are made from what a seat sees, without a guess at the rest.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str] = "1"
    seats: ClassVar[range]
    Options: ClassVar[type[msgspec.Struct]] = NoOptions
    bound: ClassVar[int] = 10_000
    option_sets: ClassVar[Sequence[Mapping[str, Any]]] = ({},)
    for_people: ClassVar[Mapping[str, Any]] = {}
    operator_options: ClassVar[Sequence[str]] = ()
    languages: ClassVar[Sequence[str]] = ("en",)
    quick: ClassVar[bool] = True
    from_view: ClassVar[bool] = False

    @property
    def players(self) -> str:
        """How many play, to be read: `2–4`, or `2` where there is no choice."""
        return f"{self.seats[0]}–{self.seats[-1]}" if len(self.seats) > 1 else f"{self.seats[0]}"

    def start(self, seats: int, options: Any) -> S:
        """The state before anything has happened: no chance, no choice."""
        raise NotImplementedError

    def play(self, state: S, host: Any) -> Any:
        """The object the rules call `g`."""
        return Play(state, host)

    def play_again(self, g: Any, state: S, host: Any) -> Any:
        """The same for a table cloned from that of `g`: what was worked out there need not be worked out again.

        It begins the beat anew and follows its script; where `host.dream` is not None, in a world dealt otherwise.
        """
        return self.play(state, host)

    def beat(self, g: Any) -> Rules[None]:
        """A stretch of play that can start from the state alone, as long as reads best: a turn, or an action of it."""
        raise NotImplementedError

    def copy(self, state: S) -> S:
        """An independent copy of the state, as its types tell."""
        return copied(state)

    def redeal(self, state: S, seat: int | None, rng: Random, known: Collection[Hashable]) -> None:
        """Change what `seat` cannot know to something else that it might be. By default the state has no secrets.

        `known` are the hidden things that have come to light for the seat since this state stood (`g.show`, draws it
        saw): they stay where they are.
        """

    def view(self, state: S, seat: int | None) -> S:
        """The state as `seat` may see it; by the marks on its fields unless the game needs more."""
        return masked(state, seat)

    def scene(self, view: View[S]) -> Scene:
        """How a view looks."""
        raise NotImplementedError

    def catalogue(self, language: str = "en") -> Catalogue:
        """The game's words, the core's refusals among them."""
        return refusals(language)

    def catalogue_for(self, options: Any, language: str = "en") -> Catalogue:
        """The words at a table with these options, where its options bring words of their own."""
        return self.catalogue(language)

    def named(self, option: str, words: Catalogue, options: Any) -> Mapping[str, str]:
        """The values of an option that are known by name where its type does not tell them, each in words, at a table
        with these options."""
        return {}

    def why_no_bots(self, options: Any) -> Illegal | None:
        """Why no bot may sit at a table with these options; None where they may."""
        return None

    def hint(self, state: S, ask: Ask, rng: Random) -> Any:
        """A sensible answer, found from an imagined state; None where the game has no advice."""
        return None

    def grounds(self, state: S, ask: Ask, answer: Any) -> list[Text]:
        """Why `hint` gives an answer, in words: what the advice looks at where it is asked that.

        By default the catalogue's `grounds.<prompt>.<kind>`, where an answer is of a kind (a word, or a list that
        begins with one), else its `grounds.<prompt>`, or that of the prompt's first words.
        """
        if isinstance(ask, Choose) and len(ask.values) == 1:
            return [Text("advice.only")]
        kind = answer[0] if isinstance(answer, tuple | list) and answer else answer
        names = ask.prompt.split(".")
        keys = [".".join(("grounds", *names[:n])) for n in range(len(names), 0, -1)]
        words = self.catalogue()
        return [Text(key, dict(ask.args or {})) for key in (f"{keys[0]}.{kind}", *keys) if key in words][:1]

    def simple_hint(self, state: S, ask: Ask, rng: Random) -> Any:
        """The answer of a weaker player, to learn against: every other time the hint, where a game has nothing else."""
        return self.hint(state, ask, rng) if rng.random() < EVERY_OTHER else None

    def default(self, state: S, ask: Ask) -> Any:
        """The answer given for a seat whose clock has run out; the first option where the game says nothing, or the
        first legal one of the likely answers where nobody lists the options."""
        for option in ask.options() or ():
            return option.value
        for answer in getattr(ask, "likely", ()):
            if ask.refusal(answer) is None:
                return answer
        raise NotImplementedError(f"{self.id} has no default answer for {ask.prompt}")

    def measures(self, state: S) -> Mapping[str, Sequence[float]]:
        """What an ended game counts besides who won it, for studies: a name (`measure.<name>` in the catalogue), and a
        number for each seat, nothing or more. What is called `..._percent` is a hundred at most."""
        return {}

    def standing(self, state: S) -> tuple[str, Sequence[float]] | None:
        """Who is ahead as things stand, for what is told of a game once it is over: what counts (a key of the
        catalogue), and how much of it each seat has, the more the better. None where that cannot be said."""
        return None

    def luck(self, event: Event) -> float | None:
        """How likely it was that a roll that was told went as well as it did; None where it went badly, or none was
        rolled."""
        return None

    def judge(self) -> Any:
        """Somebody the players of one table may ask when in doubt, outside the moves: `ask(seat, state, question,
        stone)` gives a Text, and `remember(seat, when(state), text)` has him know it again after a break. None where
        the game has nobody."""
        return None

    def explained(self) -> Mapping[str, Mapping[str, str]]:
        """Which rule says what a thing of the scene is, by the beginning of its `id`, by its `icon` or its `look`."""
        return {}

    def guide(self) -> Mapping[str, Any]:
        """A guided first game: its start, its steps and what to watch for in each; empty where there is none."""
        return {}

    def drawings(self) -> Sequence[Drawing]:
        """Pictures that help to read the rules."""
        return ()

    def captions(self, language: str = "en") -> Catalogue:
        """The words of the drawings, which no table needs, and those of the table."""
        return self.catalogue(language)

    def ledger(self, language: str = "en") -> dict[str, Any]:
        """The rules ledger: every rule as an entry, its sentences in a language as far as it has them."""
        return {}

    def sections(self, language: str = "en") -> Mapping[str, str]:
        """What the chapters and sections of the ledger are called in a language, where that is not what they are
        called in English."""
        return {}


def playout(game: Game[S], state: S, rng: Random, policy: Policy | None = None) -> tuple[Outcome, int]:
    """Play a state that stands at the start of a beat to its end, leanly: the outcome, and how many answers it took."""
    g = game.play(state, Lean(rng))
    beat_of = game.beat
    count = 0
    try:
        while True:
            beat = beat_of(g)
            try:
                ask = next(beat)
                if policy is None:
                    send, random = beat.send, rng.random
                    while True:
                        if type(ask) is Choose:
                            # What `sample` does, without a call: most asks are of this kind.
                            values = ask.values
                            count += 1
                            ask = send(values[int(random() * len(values))])
                        else:
                            count += ask.size
                            ask = send(ask.sample(rng))
                else:
                    while True:
                        count += ask.size
                        ask = beat.send(decide(ask, g.state, policy, rng))
            except StopIteration:
                pass
    except Over as over:
        return over.outcome, count


def decide(ask: Ask | Together, state: Any, policy: Policy, rng: Random) -> Any:
    """What a policy answers, for one seat or for all that are asked together."""
    if isinstance(ask, Together):
        return tuple([policy(state, one, rng) for one in ask.asks])
    return policy(state, ask, rng)
