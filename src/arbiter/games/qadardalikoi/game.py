"""Qadardálikoi as a game of the table: its options, its beats, what each side may see."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from arbiter.content import Library
from arbiter.content.folder import FolderGame
from arbiter.core import Ask, Catalogue, Drawing, Event, Lean, Rules, Scene, Text, View
from arbiter.core.options import BadOptions

from . import (
    advice,
    arrivals,
    closing,
    cohorts,
    command,
    compulsion,
    deployment,
    drawings,
    duels,
    ending,
    fatigue,
    flight,
    heights,
    imagined,
    last_stands,
    melee,
    messages,
    missile,
    morale,
    movement,
    plans,
    rosters,
    scenarios,
    scene,
    sequence,
    view,
    warhammers,
)
from .book import book
from .sequence import Chapter
from .state import Battle, BattleOptions, Qadardalikoi

CHAPTERS: dict[str, Chapter] = {
    "edges": deployment.edges,
    "deploy": deployment.deploy,
    "duels": duels.duels,
    "last_stands": last_stands.last_stands,
    "initiative": sequence.initiative,
    "ranks": closing.close_ranks,
    "arrivals": arrivals.arrivals,
    "command": command.command,
    "messages": messages.messages,
    "rally": flight.rally,
    "forced": compulsion.forced,
    "units": movement.units,
    "contact": cohorts.contact,
    "concealment": warhammers.concealment,
    "heights": heights.heights,
    "missile": missile.missile,
    "melee": melee.melee,
    "morale": morale.checks,
    "rest": fatigue.rest,
    "retreats": flight.retreats,
    "end": ending.end,
}
"""Step -> the chapter that plays it; those of a movement phase serve both sides."""


class QadardalikoiGame(FolderGame[Battle]):
    """Two armies of Tékumel on a field: formations, orders, volleys, melees and morale, in the fog of battle."""

    id = "qadardalikoi"
    title = "Qadardálikoi"
    version = "17"
    seats = range(2, 3)
    Options = BattleOptions
    bound = 200_000
    quick = False
    from_view = True
    operator_options = ("rosters", "fields", "scenarios")
    option_sets: ClassVar[tuple[dict[str, Any], ...]] = (
        {"scenario": "wells", "turns": 3},
        {"scenario": "wells", "turns": 2, "open_table": True, "duels": "told", "steel": True},
    )

    def start(self, seats: int, options: BattleOptions) -> Battle:
        """The field before the battle; an army that is not there is refused."""
        refused = scenarios.why_not(options)
        if refused is not None:
            raise BadOptions(self, refused)
        return deployment.start(options)

    def play(self, state: Battle, host: Any) -> Qadardalikoi:
        return Qadardalikoi(state, host)

    def play_again(self, g: Qadardalikoi, state: Battle, host: Any) -> Qadardalikoi:
        made = Qadardalikoi(state, host)
        if host.dream is None:
            made.follow(g)
        return made

    def beat(self, g: Qadardalikoi) -> Rules[None]:
        g.begin_beat()
        return sequence.step(g, CHAPTERS)

    def redeal(self, state: Battle, seat: int | None, rng: Random, known: Collection[Hashable]) -> None:
        imagined.redeal(state, seat, rng, known)

    def content(self) -> tuple[Library, ...]:
        return (book().library,)

    def hint(self, state: Battle, ask: Ask, rng: Random) -> Any:
        return advice.hint(self.play(state, Lean(rng)), ask, rng, general=True)

    def simple_hint(self, state: Battle, ask: Ask, rng: Random) -> Any:
        return advice.hint(self.play(state, Lean(rng)), ask, rng, general=False)

    def grounds(self, state: Battle, ask: Ask, answer: Any) -> list[Text]:
        """An order has the grounds of its first manoeuvre."""
        return super().grounds(state, ask, answer["do1"] if ask.prompt == "orders.form" else answer)

    def measures(self, state: Battle) -> dict[str, tuple[float, ...]]:
        return ending.measures(self.play(state, Lean(Random(0))))

    def standing(self, state: Battle) -> tuple[str, list[float]]:
        mine, theirs = self.measures(state)["points_percent"]
        return "measure.beaten", [theirs, mine]

    def luck(self, event: Event) -> float | None:
        return morale.luck(event) or flight.luck(event)

    def view(self, state: Battle, seat: int | None) -> Battle:
        return view.seen(state, seat)

    def scene(self, view: View[Battle]) -> Scene:
        return scene.scene(view)

    def drawings(self) -> Sequence[Drawing]:
        return _drawings()

    def catalogue(self, language: str = "en") -> Catalogue:
        return _words(language)

    def catalogue_for(self, options: BattleOptions, language: str = "en") -> Catalogue:
        """The words at a table, with those of its own battles."""
        words = self.catalogue(language)
        return {**words, **scenarios.own_words(options)} if options.scenarios else words

    def named(self, option: str, words: Catalogue, options: BattleOptions) -> dict[str, str]:
        """The battles, the fields and the armies, those of the table's own among them."""
        of, told = book(), {scenarios.TOLD: words["options.battlefield.told"]}
        if option == "scenario":
            return {key: words[f"scenario.{key}"] for key in (*of.scenarios, *options.scenarios)}
        if option == "battlefield":
            own = {key: field.name for key, field in options.fields.items()}
            return told | {key: words[f"battlefield.{key}"] for key in of.battlefields} | own
        if option != "armies":
            return {}
        own = {key: army.name for key, army in options.rosters.items()}
        return {key: words[f"ready_army.{key}"] for key in of.armies} | own

    def brought(self, file: Path | str) -> dict[str, Any]:
        """Armies, fields and battles of a file, as the options that bring them to a table; raises `PackError` for what
        cannot be read."""
        return rosters.brought(file)

    def names(self) -> Collection[str]:
        return book().proper()


@cache
def _words(language: str) -> Catalogue:
    return book().words(language)


@cache
def _drawings() -> Sequence[Drawing]:
    return (*plans.army_plans(), *plans.unit_plans(), *drawings.helped())


GAME = QadardalikoiGame()
