"""What the effects of content must come to, looked at when it is loaded: names that are there, and words that can do
something where they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from arbiter.content import Effect, Steps, Tests
from arbiter.content.vocabulary import word
from arbiter.kit.effects import If, On, walk

from .conditions import RealmNot
from .effects import (
    LASTING,
    STANDING,
    WAITED_FOR,
    AutoEvade,
    AutoSuccess,
    DefeatUndead,
    ForPlayer,
    Know,
    MarketPick,
    Meet,
    MeetFoe,
    MissionLan,
    MissionNone,
    MissionNoReligion,
    MissionPay,
    MissionTest,
    NoStop,
    Prevent,
    Reroll,
    SkillBonus,
    SkillTest,
    TerrainPenalty,
    Wound,
)
from .entries import EncounterEntry, Kind, Moment, Terrain

if TYPE_CHECKING:
    from .book import Book

TERRAINS, KINDS = get_args(Terrain), get_args(Kind)

LINES = ("row", "talk", "reward", "mission")
"""The lines of tables and cards whose effects happen without anybody using a card."""
OF_A_TEST = ("test", "failed")
IN_THE_MIDST = (
    *OF_A_TEST, "evade", "before_fight", "magic", "ranged", "melee", "rolled", "won", "wounded", "hurt", "between",
)  # fmt: skip
"""Moments of a test, a Fight or a wound, in the midst of which nobody may fall by a card of his own."""


def _but_at(*moments: str) -> tuple[str, ...]:
    return tuple(one for one in (*get_args(Moment), *LINES, *WAITED_FOR) if one not in moments)


FITTING: dict[type[Effect], tuple[str, ...]] = {
    AutoEvade: ("evade",),
    DefeatUndead: ("evade",),
    AutoSuccess: ("test",),
    Prevent: ("wounded", "hurt"),
    Reroll: ("rolled", "failed"),
    MarketPick: ("market",),
    Meet: ("row", "talk", "reward"),
    MeetFoe: ("row", "talk", "reward"),
    Wound: _but_at(*IN_THE_MIDST),
    SkillTest: _but_at(*OF_A_TEST),
    **dict.fromkeys(
        (ForPlayer, MissionLan, MissionTest, MissionNoReligion, MissionPay, MissionNone), ("mission",)
    ),
}  # fmt: skip
"""Words that do something at such moments, or in such lines, and nowhere else."""


class Line(NamedTuple):
    """Effects that stand in a field of an entry: in force while it lies there, or happening at these moments."""

    kind: str
    key: str
    field: str
    effects: Steps
    when: tuple[str, ...] = ()
    lies: bool = False


def lines(book: Book) -> Iterator[Line]:
    """All effects of all entries."""
    for key, hero in book.heroes.items():
        yield Line("hero", key, "effects", hero.effects, lies=True)
    for key, foe in book.foes.items():
        kind = "encounter" if key in book.encounters else "foe"
        yield Line(kind, key, "talk", foe.talk, ("talk",))
        yield Line(kind, key, "reward", foe.reward, ("reward",))
        if isinstance(foe, EncounterEntry):
            yield Line(kind, key, "companion", foe.companion, lies=True)
    for key, item in book.equipment.items():
        yield Line("equipment", key, "effects", item.effects, item.when, lies=item.use == "always")
    for key, card in book.actions.items():
        yield Line("action", key, "effects", card.effects, card.when)
        yield Line("action", key, "mission", card.mission, ("mission",))
    for key, spell in book.spells.items():
        yield Line("spell", key, "effects", spell.effects, spell.when)
    for key, table in book.adventures.items():
        for row in table.rows:
            yield Line("adventure", key, "rows", row.effects, ("row",))


def check_effects(book: Book) -> None:
    """A complaint names the entry, the field, and what was expected."""
    for line in lines(book):
        for problem in problems(book, line):
            raise book.library.error(line.kind, line.key, line.field, problem)


def problems(book: Book, line: Line) -> Iterator[str]:
    for effect in line.effects if line.lies else ():
        yield from _in_force(effect)
    waits = {id(one): on.event for on in walk(line.effects) if isinstance(on, On) for one in walk(on.then)}
    for effect in walk(line.effects):
        yield from _unknown(book, effect)
        if not line.lies:
            event = waits.get(id(effect))
            yield from _happening(effect, (event,) if event else line.when)


def _in_force(effect: Effect) -> Iterator[str]:
    """What an effect that works while its card lies there cannot be."""
    if isinstance(effect, If):
        for one in effect.then:
            yield from _in_force(one)
    elif not isinstance(effect, (*STANDING, *LASTING, Prevent, Reroll)):
        yield f"expected what can be in force while it lies there, not '{word(type(effect))}'"
    elif isinstance(effect, Prevent) and effect.per == "use":
        yield "expected how often it cancels wounds: in each phase, round or fight"
    elif isinstance(effect, On):
        for one in walk(effect.then):
            yield from _happening(one, (effect.event,))


def _happening(effect: Effect, when: tuple[str, ...]) -> Iterator[str]:
    """What an effect that happens at some moments cannot be."""
    name, fitting = word(type(effect)), FITTING.get(type(effect), when)
    if isinstance(effect, STANDING):
        yield f"expected something that happens: '{name}' works only while its card lies there"
    elif not set(when) <= set(fitting):
        yield f"expected '{name}' only at: {', '.join(fitting)}"
    elif isinstance(effect, On) and effect.event == "refresh":
        yield "expected an event of this turn: 'refresh' is waited for only by what lies there"
    elif isinstance(effect, SkillBonus | Know) and effect.scope == "passive":
        yield f"expected a scope that says how long '{name}' lasts"


def _unknown(book: Book, effect: Effect) -> Iterator[str]:
    """Names that an effect, or the condition it stands under, gives to what is not there."""
    named: list[tuple[Any, Collection[str]]] = [(getattr(effect, "where", ()), (*TERRAINS, *KINDS))]
    match effect:
        case MeetFoe(id=foe):
            named.append(((foe,), book.foes))
        case Know(languages=languages) if languages != "any":
            named.append((languages, book.languages))
        case NoStop(terrain=terrain):
            named.append(((terrain,), (*TERRAINS, "any")))
        case TerrainPenalty(terrains=terrains):
            named.append((terrains, TERRAINS))
        case On(event=event):
            named.append(((event,), WAITED_FOR))
        case If(tests=tests):
            named.append((realms(tests), book.realms))
    for names, there in named:
        yield from (f"there is no {name}" for name in names if name not in there)


def realms(tests: Tests) -> list[str]:
    """The realms that conditions name."""
    return [test.realm for test in tests if isinstance(test, RealmNot)]
