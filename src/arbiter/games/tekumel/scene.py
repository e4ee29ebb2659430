"""How a view of Tékumel looks: the map with the Heroes on it, what lies at each seat, the decks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import structs

from arbiter.content.folder import read_toml
from arbiter.core import Card, Label, Link, Meter, Region, Row, Scene, Text, Token, Tray, View
from arbiter.kit.cards import UNKNOWN
from arbiter.kit.numbers import Sum

from .adventures import row_of
from .book import Book
from .effects import PHASES, SKILLS
from .equipment import carry_limit, load
from .faces import TINTS, companion_sheet, emblem, face, who
from .fight import total as fight_total
from .languages import known
from .movement import allowance
from .numbers import DUEL_ROUNDS, FIGHT_ROUNDS, TARGET
from .refresh import spell_number
from .requirements import missing, places_left
from .skill_tests import total
from .state import FOE, Fight, Tekumel, World, reading
from .turn import NAMES

SIZE = (1000.0, 1000.0)
COAST = 34.0
LOOKS = {"plains": "plain", "sea": "water", "ruin": "castle", "sanctum": "gold"}
"""How terrains are drawn whose names the table does not know."""


def scene(view: View[World]) -> Scene:
    """The whole table from one seat."""
    s, g = view.state, reading(view.state)
    seats = range(len(s.heroes))
    sheets = {hero.seat: list(_hero_sheet(g, hero.seat)) for hero in s.heroes if hero.card}
    return Scene(
        size=SIZE,
        regions=list(_regions(g, view.seat)),
        links=_ways(g.book).copy(),
        overlays=[*_realms(g.book)],
        tokens=[*_figures(g, sheets), *_goals(g)],
        cards=[*(card for seat in seats for card in _cards(g, seat, sheets, view.seat)), *_loose(g), *_sides(g)],
        trays=[*(tray for seat in seats for tray in _trays(seat)), *_shared_trays(s)],
        meters=[*_table_meters(g), *_fight(g), *(meter for seat in seats for meter in _meters(g, seat))],
        icons=read_toml(__package__, "icons.toml"),
        tints=TINTS,
        follow=f"hero.{s.mover}" if s.round else "",
    )


# The map


def _regions(g: Tekumel, viewer: int | None) -> Iterator[Region]:
    """Every space with what is known of it; the home of a Hero has his tint."""
    homes = {g.book.home(hero.card): hero.seat for hero in g.state.heroes if hero.card}
    done = g.state.heroes[viewer].progress if viewer is not None else None
    for key, region in _ground(g.book).items():
        more = [Row(Text("sheet.home"), Text(f"card.{g.state.heroes[homes[key]].card}"))] if key in homes else []
        if done is not None and (key in done.visited or key in done.explored):
            more.append(Row(Text("sheet.since"), Text("sheet.explored" if key in done.explored else "sheet.visited")))
        yield structs.replace(region, owner=homes.get(key), sheet=region.sheet + more) if more else region


@lru_cache(4)
def _ground(book: Book) -> dict[str, Region]:
    """Every space as the board has it, with what the board itself says of it."""
    found: dict[str, Region] = {}
    outlines = book.ways.outlines(COAST)
    for key, place in book.places.items():
        rows = [Row(Text("sheet.number"), place.number)] if place.number else []
        rows.append(Row(Text("sheet.kind"), Text(f"kind.{place.kind}")))
        rows.append(Row(Text("sheet.terrain"), Text(f"terrain.{place.terrain}")))
        if place.realm in book.realms:
            rows.append(Row(Text("sheet.realm"), Text(f"realm.{place.realm}")))
        rows += _ways_from(book, key)
        if place.draw:
            rows.append(Row(Text("sheet.draw"), place.draw))
        elif place.kind != "city":
            results = [row_of(book, place.terrain, row.roll) for row in book.adventures[place.terrain].rows]
            rows.append(Row(Text("sheet.table"), Text("sheet.cards", {"cards": results})))
        found[key] = Region(
            f"place.{key}",
            outlines[key],
            (float(place.at[0]), float(place.at[1])),
            Text(f"place.{key}"),
            LOOKS.get(place.terrain, place.terrain),
            icon=place.kind if place.kind != "region" else "",
            sheet=rows + book.library.origin("place", key),
        )
    return found


def _ways_from(book: Book, place: str) -> list[Row]:
    """Where one can go from a space, by each kind of way."""
    found: dict[str, list[str]] = {}
    for way in book.ways.out[place]:
        found.setdefault(way.kind, []).append(way.to)
    return [Row(Text(f"ways.{kind}"), Text("sheet.places", {"places": ends})) for kind, ends in sorted(found.items())]


@lru_cache(4)
def _realms(book: Book) -> list[Label]:
    """The names of the realms, each in the midst of its places; one of a single place goes by that place's name."""
    places: dict[str, dict[str, tuple[int, int]]] = {}
    for id, place in book.places.items():
        if place.realm in book.realms:
            places.setdefault(place.realm, {})[f"place.{id}"] = place.at
    return [
        Label(
            id=f"realm.{realm}",
            at=(_mean([*at.values()], 0), _mean([*at.values()], 1)),
            name=Text(f"realm.{realm}"),
            look="realm",
            within=[*at],
        )
        for realm, at in places.items()
        if len(at) > 1
    ]


def _mean(spots: list[tuple[int, int]], axis: int) -> float:
    return sum(spot[axis] for spot in spots) / len(spots)


@lru_cache(4)
def _ways(book: Book) -> list[Link]:
    return book.ways.drawn("place.{}".format)


def _figures(g: Tekumel, sheets: dict[int, list[Row]]) -> Iterator[Token]:
    for hero in g.state.heroes:
        if hero.at:
            sheet = sheets.get(hero.seat, [])
            name = Text(f"card.{hero.card}")
            look = emblem(g.source(hero.card))
            yield Token(f"hero.{hero.seat}", f"place.{hero.at}", look, hero.seat, name, sheet=sheet)


def _goals(g: Tekumel) -> Iterator[Token]:
    """A flag wherever a Mission still sends its Hero: the viewer's own, or one that he has seen."""
    for hero in g.state.heroes:
        for card in hero.mission.cards if len(hero.mission.cards) == 1 else ():
            for place in places_left(g, hero.seat, card) if card != UNKNOWN else ():
                name = Text("goal", {"card": g.name(card)})
                yield Token(f"goal.{hero.seat}.{place}", f"place.{place}", "goal", hero.seat, name)


# At a seat


def _shared_trays(s: World) -> Iterator[Tray]:
    if s.fight is not None:
        yield Tray("fight", Text("tray.fight"))
    yield Tray("table", Text("tray.table"))


def _trays(seat: int) -> list[Tray]:
    return [Tray(f"{what}.{seat}", Text(f"tray.{what}"), seat) for what in ("own", "hand", "mission")]


def _cards(g: Tekumel, seat: int, sheets: dict[int, list[Row]], viewer: int | None) -> Iterator[Card]:
    hero = g.state.heroes[seat]
    for what, hand in (("hand", hero.hand), ("mission", hero.mission), ("own", hero.dealt)):
        for n, card in enumerate(hand.cards):
            if card == UNKNOWN:
                # A back is known by its place: the id of a card would tell which it is.
                yield Card(f"{what}.{seat}.{n}", f"{what}.{seat}", False, look=what, owner=seat)
            elif what == "mission" and seat == viewer and len(hand.cards) == 1:
                shown = face(g, card, f"{what}.{seat}", seat)
                yield structs.replace(shown, sheet=[_to_do(g, seat, card), *shown.sheet])
            else:
                yield face(g, card, f"{what}.{seat}", seat)
    if hero.card:
        yield face(g, hero.card, f"own.{seat}", seat, sheet=sheets[seat])
    for item in hero.items:
        marks = [mark for mark, there in (("worn", item.worn), ("down", item.down)) if there]
        yield face(g, item.card, f"own.{seat}", seat, marks)
    for card in hero.spells:
        yield face(g, card, f"own.{seat}", seat)
    for companion in hero.companions:
        corner = str(companion.wounds) if companion.wounds else ""
        yield face(g, companion.card, f"own.{seat}", seat, corner=corner, sheet=list(companion_sheet(g, companion)))


def _to_do(g: Tekumel, seat: int, mission: str) -> Row:
    """What a player's own Mission still asks for."""
    left = missing(g, seat, mission)
    return Row(Text("sheet.to_do"), Text("sheet.effects", {"effects": left}) if left else Text("sheet.all_done"))


def _loose(g: Tekumel) -> Iterator[Card]:
    """What lies on the table; whoever is being fought is one of the sides of the Fight."""
    s = g.state
    aside = s.attempt.cards() if s.attempt is not None else []
    fought = s.fight.foe if s.fight is not None else ""
    for card in (*s.market, *s.loose, *aside):
        if card != fought:
            yield face(g, card, "table")
    if s.met is not None and s.met.card not in (*g.book.encounters, fought):
        # A foe of the Adventure tables is no card of the deck, but is met like one.
        yield face(g, s.met.card, "table")


def _hero_sheet(g: Tekumel, seat: int) -> Iterator[Row]:
    """A Hero's values as the rules reckon them, what he carries and could carry, his languages."""
    hero = g.state.heroes[seat]
    for skill in SKILLS:
        yield _row(f"skill.{skill}", total(g, seat, skill))
    for phase in PHASES:
        yield _row(f"phase.{phase}", fight_total(g, seat, phase))
    yield _row("sheet.move", allowance(g, seat))
    yield Row(Text("sheet.load"), Text("sheet.of", {"n": len(load(g, seat)), "most": carry_limit(g, seat).value}))
    yield Row(Text("sheet.wounds"), Text("sheet.of", {"n": hero.wounds, "most": g.sheet(seat).health}))
    yield _row("sheet.spells", spell_number(g, seat))
    yield Row(Text("sheet.languages"), Text("sheet.known", {"languages": known(g, seat)}))
    if hero.points:
        yield Row(Text("sheet.points"), hero.points)
    yield from who(g, hero.card)


def _row(name: str, number: Sum) -> Row:
    return Row(Text(name), Text("sheet.sum", {"n": number.value, "terms": _terms(number)}))


def _terms(number: Sum) -> list[Text]:
    return [Text("sheet.term", {"n": term.n, "source": term.name}) for term in number.terms()]


def _meters(g: Tekumel, seat: int) -> Iterator[Meter]:
    hero = g.state.heroes[seat]
    target = TARGET[g.state.options.length]
    yield Meter(f"lan.{seat}", Text("meter.lan"), hero.lan, target, seat, "lan")
    yield Meter(f"kaitar.{seat}", Text("meter.kaitar"), hero.kaitar, owner=seat, icon="kaitar")
    if hero.card:
        yield Meter(f"wounds.{seat}", Text("meter.wounds"), hero.wounds, g.sheet(seat).health, seat, "wounds")
    for what, n in (("bussan", hero.bussan), ("torch", hero.torch), ("porters", hero.porters)):
        if n:
            yield Meter(f"{what}.{seat}", Text(f"meter.{what}"), n, owner=seat, icon=what)


def _table_meters(g: Tekumel) -> Iterator[Meter]:
    """The round is there from the beginning, so that nothing has to make room for it."""
    s = g.state
    limit = s.options.round_limit or None
    yield Meter("round", Text("meter.round"), s.round, limit, sheet=list(_decks(g)))
    if s.round:
        steps = [Text(f"step.{name}") for name in NAMES]
        yield Meter("step", Text("meter.step"), NAMES.index(s.step) if s.step in NAMES else 0, steps=steps)


def _decks(g: Tekumel) -> Iterator[Row]:
    """How much is left to draw or to buy, and the discard piles, through which anybody may look."""
    s = g.state
    for name, deck in (
        ("equipment", s.equipment), ("encounters", s.encounters), ("actions", s.actions), ("spells", s.spells),
        ("missions", s.missions),
    ):  # fmt: skip
        yield Row(Text(f"deck.{name}"), Text("sheet.left", {"n": len(deck), "discards": len(deck.discard)}))
        if deck.discard:
            yield Row(Text(f"deck.discards.{name}"), Text("sheet.cards", {"cards": g.names(deck.discard)}))
    yield Row(Text("deck.porters"), s.porters)


def _fight(g: Tekumel) -> Iterator[Meter]:
    """A Fight phase by phase: the round, what each side adds to its die in this phase and why, the foe's wounds."""
    now = g.state.fight
    if now is None:
        return
    rounds = FIGHT_ROUNDS if now.foe else DUEL_ROUNDS
    yield Meter("fight.round", Text("meter.fight"), now.round, rounds)
    phases = [Text(f"phase.{phase}") for phase in PHASES]
    yield Meter(
        "fight.phase", Text("meter.phase"), PHASES.index(now.phase), steps=phases, sheet=list(_fight_sheet(g, now))
    )
    if now.foe:
        foe = g.book.foes[now.foe]
        yield Meter("fight.foe", Text(g.why(now.foe)), now.wounds, foe.health, icon="wounds")


def _sides(g: Tekumel) -> Iterator[Card]:
    """Who fights, each with what it adds to its die in this phase, and what it has rolled."""
    now = g.state.fight
    if now is None:
        return
    for side in (now.seat, now.other):
        value, die = fight_total(g, side, now.phase), now.dice.get(str(side))
        told = {"phase": now.phase, "n": value.value, "terms": _terms(value)}
        text = Text("sheet.side", told)
        if die is not None:
            text = Text("sheet.side.rolled", {**told, "roll": die, "total": die + value.value})
        corner = str(value.value + (die or 0))
        sums = {f"phase.{phase}": _row(f"phase.{phase}", fight_total(g, side, phase)) for phase in PHASES}
        if side == FOE:
            foe = face(g, now.foe, "fight", corner=corner)
            rows = [sums.get(row.name.key, row) for row in foe.sheet]
            yield structs.replace(foe, text=text, look="fight", sheet=rows)
        else:
            card, rows = g.state.heroes[side].card, list(sums.values())
            name, icon = Text(g.why(card)), emblem(g.source(card))
            yield Card(f"side.{side}", "fight", True, name, text, corner, "fight", side, sheet=rows, icon=icon)


def _fight_sheet(g: Tekumel, now: Fight) -> Iterator[Row]:
    """What each side adds to its die in this phase, and what they have rolled."""
    for side in (now.seat, now.other):
        value, die = fight_total(g, side, now.phase), now.dice.get(str(side))
        yield _row(g.why(now.foe if side == FOE else g.state.heroes[side].card), value)
        if die is not None:
            yield Row(Text("sheet.rolled"), Text("sheet.total", {"roll": die, "n": die + value.value}))
