"""How a race looks: the winding track with its terrain, pawns side by side, hands, Artefacts, and the bag of pawns.

Everybody gets the same picture but for the faces of hidden cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby, pairwise
from operator import attrgetter

import msgspec

from arbiter.core import Card, Link, Meter, Region, Row, Scene, Text, Token, Tray, View, rule
from arbiter.core.scenes import TINCTURES
from arbiter.kit.places import Grid

from . import encounters
from .entries import CHARACTERISTICS, TERRAINS
from .faces import ICONS, TINTS, challenge_table, face, listed, movement_table, sheet, table
from .interpret import strength, way
from .numbers import SAME_SUPPORTERS, TERRAIN_COSTS
from .race import Yummell
from .sources import CREATURE, Source
from .state import Race
from .tiles import LETTERS, SIZE, Course, Spot, turned

CELL = 40.0
LOOKS = ("plain", "forest", "hills", "swamp")
"""How the four terrains are drawn."""
COLOURS = {
    "green": "vert", "red": "gules", "grey": "argent", "brown": "sable", "yellow": "or", "teal": "purpure",
    "blue": "azure", "orange": "tenne",
}  # fmt: skip
"""A character's colour word as the tincture that is drawn; other words are taken as they are."""
MARGIN = 60.0
FAR = 20
"""Further than so many MP nobody looks: no movement card carries a character there."""


def scene(view: View[Race]) -> Scene:
    """The whole table from one seat: what lies open to all, and in their places the faces that are seen from there."""
    picture = view.common(open_to_all, bool(view.asked))
    faces = seen_faces(Yummell(view.state))
    # The cards of a tray stand together in a picture.
    cards = [card for tray, lying in groupby(picture.cards, attrgetter("on")) for card in faces.get(tray, lying)]
    return msgspec.structs.replace(picture, cards=cards)


def seen_faces(g: Yummell) -> dict[str, list[Card]]:
    """What lies in the trays in which not everybody sees all that this seat sees."""
    s = g.state
    faces = {f"hand-{at}": [*hand(g, at)] for at, one in enumerate(s.hand) if any(card >= 0 for card in one.cards)}
    return {**faces, "draw": [*on_top(g)]} if any(card >= 0 for card in s.deck.top) else faces


def open_to_all(state: Race, asked: bool) -> Scene:
    """What everybody sees of the table; `asked` where somebody is asked something."""
    g = Yummell(state)
    s = g.state
    grid = grid_of(g)
    picture = Scene(grid.size, icons=ICONS, tints=TINTS, colours=colours(g))
    if s.layout:
        picture.regions += tiles(g, grid)
        put_squares(g, picture, grid)
    if hasattr(g, "course") and -1 not in s.advantage:
        picture.tokens += pawns(g)
        picture.follow = f"pawn-{s.mover}" if s.round and s.mover >= 0 else ""
    put_common(g, asked, picture)
    for seat in range(len(s.at)):
        put_seat(g, picture, seat)
    return picture


def colours(g: Yummell) -> list[str]:
    """Each seat has its character's colour."""
    found = []
    for seat, character in enumerate(g.state.character):
        word = g.sources[character].entry.colour if character >= 0 else TINCTURES[seat]
        found.append(COLOURS.get(word, word))
    return found


def lay(picture: Scene, tray: Tray, cards: Iterable[Card] = ()) -> None:
    """A tray with the cards in it."""
    picture.trays.append(tray)
    picture.cards += cards


# The track


def grid_of(g: Yummell) -> Grid:
    """The cells of all tiles; while the track is being built, also of the one at the open end."""
    s = g.state
    places = [spot[3:] for spot in s.layout] or [(0, 0)]
    return cells_of((*places, g.book.tiles.open_end(s.layout)[:2]) if s.placing else tuple(places))


@lru_cache(64)
def cells_of(places: tuple[tuple[int, int], ...]) -> Grid:
    """The cells of tiles at these places."""
    return Grid([(x * SIZE + end, y * SIZE + end) for x, y in places for end in (0, SIZE - 1)], CELL, MARGIN)


def tiles(g: Yummell, grid: Grid) -> Iterator[Region]:
    """The tiles as they lie; while the track is being built, also where the next one comes."""
    for number, _, quarters, x, y in g.state.layout:
        name = Text("scene.tile", {"tile": number, "rotation": quarters * 90})
        ground, at = grid.area(x * SIZE, y * SIZE, SIZE, SIZE), grid.middle(x * SIZE, y * SIZE)
        yield Region(f"tile-{number}", ground, at, name, look="tile", sheet=g.book.tile_origins[number])
    if g.state.placing:
        x, y, _ = g.book.tiles.open_end(g.state.layout)
        field = (x * SIZE, y * SIZE, SIZE, SIZE)
        yield Region("open", grid.area(*field), grid.middle(*field), Text("scene.open"), look="open")


def ghosts(g: Yummell, number: int, junction: int) -> Iterator[Region]:
    """A tile as it would lie at the open end: its ground and its squares."""
    grid = grid_of(g)
    _, _, quarters, left, top = g.book.tiles.joined(g.state.layout, number, junction)
    ground = grid.area(left * SIZE, top * SIZE, SIZE, SIZE)
    yield Region("", ground, ground[0], look="tile")
    for y, row in enumerate(g.book.tiles.by_number[number].grid):
        for x, letter in enumerate(row):
            if letter in LETTERS:
                dx, dy = turned((x, y), quarters)
                yield square(f"cell-{number}-{x}-{y}", grid, left * SIZE + dx, top * SIZE + dy, LETTERS[letter])


def square(id: str, grid: Grid, column: int, row: int, terrain: int) -> Region:
    """A square with its terrain, and the number printed in it as its badge."""
    area, middle, name = grid.area(column, row), grid.middle(column, row), TERRAINS[terrain]
    icon = name if name in ICONS else ""
    return Region(id, area, middle, look=LOOKS[terrain], icon=icon, corner=str(TERRAIN_COSTS[terrain]))


def put_squares(g: Yummell, picture: Scene, grid: Grid) -> None:
    """The start line, and the squares of all paths with the ways between them; costs stand where the mover may go."""
    layout = g.state.layout
    squares, ways = drawn(g.book.course(layout), layout, grid, not g.state.placing)
    costs = square_costs(g)
    picture.links += ways
    picture.regions += [
        msgspec.structs.replace(one, sheet=costs[number]) if number in costs else one
        for number, one in enumerate(squares)
    ]


@lru_cache(64)
def drawn(course: Course, layout: tuple[Spot, ...], grid: Grid, whole: bool) -> tuple[list[Region], list[Link]]:
    """The squares in their order and the ways between them, which stay as they are as long as the track lies so.

    As long as the track is not whole, nobody can say how far its end is.
    """
    line = (layout[0][3] * SIZE - 0.9, layout[0][4] * SIZE, 0.9, SIZE)
    squares = [Region("square-0", grid.area(*line), grid.middle(*line), Text("scene.line"), look="home")]
    for number in range(1, course.last + 1):
        made = square(f"square-{number}", grid, *course.cells[number], course.terrain[number])
        made.name = Text("scene.number", {"n": number})
        made.hint = [Text("scene.square", course.told[number])] if whole else []
        squares.append(made)
    if whole:
        squares[-1].icon = "flag"
    steps = {step: None for path in range(len(course.paths)) for step in pairwise([0, *course.routes[path]])}
    ways = [Link(f"way-{here}-{there}", f"square-{here}", f"square-{there}", look="way") for here, there in steps]
    return squares, ways


def square_costs(g: Yummell) -> dict[int, list[Row]]:
    """For the squares that the mover might reach: what entering costs, part by part, and the way so far."""
    s = g.state
    found: dict[int, list[Row]] = {}
    if not s.round or s.mover < 0 or s.mover in s.arrived:
        return found
    for path in [s.path[s.mover]] if s.path[s.mover] >= 0 else range(len(g.course.paths)):
        for number, cost, so_far, _ in way(g, s.mover, path, FAR):
            found.setdefault(number, [*table(cost, "sum.cost"), Row(Text("sum.so_far"), so_far)])
    return found


@rule("YUM-COMP-2", "YUM-CHAR-8")
def pawns(g: Yummell) -> Iterator[Token]:
    """The characters' picture pawns on the track, side by side where they share a square."""
    s = g.state
    for seat, at in enumerate(s.at):
        key = g.sources[s.character[seat]].key
        so = {"moving": seat == s.mover and s.round, "mired": g.waiting(seat, "rest")}
        so["netted"] = g.waiting(seat, "next_movement")
        hint = Text("scene.pawn", {"seat": seat, "character": key, "togo": g.course.to_go[at]})
        marks = [mark for mark, is_so in so.items() if is_so]
        yield Token(
            f"pawn-{seat}", f"square-{at}", icon(key), seat, Text(f"thing.{key}"), marks, hint=[hint],
            sheet=[*sheet_of(g, seat)],
        )  # fmt: skip


def icon(key: str) -> str:
    return key if key in ICONS else "pawn"


def sheet_of(g: Yummell, seat: int) -> Iterator[Row]:
    """What all can know of a character: its Characteristics, its hand, what hampers it, and how far it has to go."""
    s = g.state
    character = g.sources[s.character[seat]]
    for name in CHARACTERISTICS:
        yield Row(Text(f"characteristic.{name}"), character.entry.value(name))
    yield Row(Text("fact.ability"), Text(f"ability.{character.key}"))
    yield Row(Text("fact.advantage"), Text(f"thing.{g.sources[s.advantage[seat]].key}"))
    yield Row(Text("scene.hand"), len(s.hand[seat].cards))
    if s.active[seat]:
        yield Row(Text("scene.active"), len(s.active[seat]))
    for word, cards in (("scene.curses", g.names(s.curses[seat])), ("fact.nets", g.waiting(seat, "next_movement"))):
        if cards:
            yield Row(Text(word), Text("fact.cards", {"cards": cards}))
    yield Row(Text("scene.togo"), g.course.to_go[s.at[seat]])


# What lies in the middle


def put_common(g: Yummell, asked: bool, picture: Scene) -> None:
    """The piles, the bag, the card that is met, Events of the turn, and what can be chosen."""
    s = g.state
    picture.meters.append(Meter("round", Text("scene.round"), s.round, s.options.round_limit or None))
    put_bag(g, picture)
    put_piles(g, picture)
    if s.turn.events or s.turn.loose:
        lay(picture, Tray("play", Text("scene.play"), look="play"))
    for card in s.turn.events + s.turn.loose:
        made = face(g, card, f"card-{card}", "play", s.mover)
        if creature := challenger(g, card):
            made.sheet += challenge_table(g, s.mover, creature)
            put_challenge(g, picture, creature)
        picture.cards.append(made)
    if -1 in s.character:
        free = [index for index in g.book.characters if index not in s.character]
        put_choice(picture, "characters", [sheet(g.sources[index], f"source-{index}", "characters") for index in free])
    elif not s.layout:
        put_choice(picture, "tracks", [track(g, key) for key in g.book.choice_of_tracks(len(s.at))])
    elif s.placing:
        put_choice(picture, "supply", supply(g))
    elif not s.round and asked:
        each = [(index, copy) for index in g.book.supporters for copy in range(SAME_SUPPORTERS)]
        put_choice(picture, "enlist", [sheet(g.sources[one], f"enlist-{one}-{copy}", "enlist") for one, copy in each])


def put_choice(picture: Scene, what: str, cards: Iterable[Card]) -> None:
    """Before the race: what can be chosen."""
    lay(picture, Tray(what, Text(f"scene.{what}"), look="supply"), cards)


def challenger(g: Yummell, card: int) -> Source | None:
    """The Creature that is met just now, if this card is it."""
    return g.cards[card] if card == g.state.turn.met and g.cards[card].type == CREATURE else None


def put_challenge(g: Yummell, picture: Scene, creature: Source) -> None:
    """What is needed against a Creature, and what the mover has before a card is played."""
    about, rows = encounters.against(g, g.state.mover, creature), challenge_table(g, g.state.mover, creature)
    shown = Text(f"characteristic.{about['characteristic']}")
    picture.meters.append(Meter("needed", Text("scene.needed", {"card": creature.key}), about["needed"]))
    picture.meters.append(Meter("strength", shown, about["have"], sheet=rows))


def put_bag(g: Yummell, picture: Scene) -> None:
    """The pawns that are still in the bag."""
    lay(picture, Tray("bag", Text("scene.bag"), look="bag"))
    for seat in g.state.bag:
        key = g.sources[g.state.character[seat]].key
        picture.tokens.append(Token(f"sequence-{seat}", "bag", icon(key), seat, Text(f"thing.{key}")))


def put_piles(g: Yummell, picture: Scene) -> None:
    """The draw pile, of which only the size is known, and the discard pile, through which anybody may look: the card
    that was laid there last comes last."""
    deck = g.state.deck
    last = [face(g, card, f"card-{card}", "discard") for card in deck.discard[-1:]]
    lay(picture, Tray("discard", Text("scene.discard"), look="pile", sheet=listed(g, deck.discard)))
    lay(picture, Tray("draw", Text("scene.draw"), look="pile"), [*on_top(g), *last])
    picture.meters.append(Meter("pile", Text("scene.pile"), len(deck)))
    picture.meters.append(Meter("discarded", Text("scene.discarded"), len(deck.discard)))


def on_top(g: Yummell) -> Iterator[Card]:
    """The uppermost cards of the draw pile where somebody knows them, else a back."""
    deck = g.state.deck
    for n, card in enumerate(deck.top or [-1] * bool(len(deck))):
        yield face(g, card, f"top-{n}" if deck.top else "draw-back", "draw")


def track(g: Yummell, key: str) -> Card:
    """A track that can be voted for."""
    card = Card(
        f"track-{key}", "tracks", name=Text(f"track.{key}"), text=Text(f"story.{key}"), look="tile", icon="flag"
    )
    if key in g.book.tracks:
        layout, (fewest, most) = g.book.layouts[key], g.book.tracks[key].players
        card.sheet = [
            Row(Text("fact.tiles"), len(layout)),
            Row(Text("fact.squares"), g.book.course(layout).to_go[0]),
            Row(Text("fact.players"), Text("fact.range", {"fewest": fewest, "most": most})),
            *g.book.library.origin("track", key),
        ]
        card.ghosts = course_drawn(g.book.course(layout), cells_of(tuple(spot[3:] for spot in layout)))
    return card


@lru_cache(64)
def course_drawn(course: Course, grid: Grid) -> list[Region]:
    """A track in small: nothing but its squares, each in the colour of its terrain."""
    squares = [(grid.area(*cell), LOOKS[terrain]) for cell, terrain in zip(course.cells, course.terrain, strict=True)]
    return [Region("", area, area[0], look=look) for area, look in squares[1:]]


def supply(g: Yummell) -> Iterator[Card]:
    """The tiles still to be laid, by each junction; those that cannot be laid say why."""
    s, tiles = g.state, g.book.tiles
    laid = [spot[0] for spot in s.layout]
    for number, junction in ((number, end) for number in tiles.middle if number not in laid for end in range(2)):
        card = Card(f"supply-{number}-{junction}", "supply", name=Text(f"tile.{number}"), look="tile")
        card.corner = str(number)
        card.text = Text("scene.lay", g.tile_facts(number, junction))
        card.sheet = g.book.tile_origins[number]
        card.ghosts = [*ghosts(g, number, junction)]
        if refused := tiles.why_not(s.layout, number, junction, s.placing - 1):
            card.marks.append("barred")
            card.hint.append(Text("scene.barred", {"reason": refused.text}))
        yield card


# What lies before a player


def put_seat(g: Yummell, picture: Scene, seat: int) -> None:
    """Sheet, Advantage, hand, Artefacts, Curses, Supporters."""
    s = g.state

    def put(word: str, cards: Iterable[Card]) -> None:
        lay(picture, Tray(f"{word}-{seat}", Text(f"scene.{word}"), seat, word), cards)

    put("sheet", [*character(g, seat), *advantage(g, seat)])
    put("hand", hand(g, seat))
    activating = s.turn.activating if seat == s.mover else ()
    for word, cards in (("active", s.active[seat]), ("activating", activating), ("curses", s.curses[seat])):
        if cards or word == "active":
            put(word, [face(g, card, f"card-{card}", f"{word}-{seat}", seat, word) for card in cards])
    if s.options.supporters != "off":
        put("supporters", supporters(g, seat))
    if hasattr(g, "course"):
        togo = g.course.to_go
        picture.meters.append(Meter(f"togo-{seat}", Text("scene.togo"), togo[s.at[seat]], togo[0], seat))


@rule("YUM-SETUP-3", "YUM-CHAR-4", "YUM-CHAR-7")
def character(g: Yummell, seat: int) -> list[Card]:
    """The Character Sheet, open to all: the four Characteristics and the Ability with its explanation."""
    index = g.state.character[seat]
    return [sheet(g.sources[index], f"ability-{seat}", f"sheet-{seat}", seat)] if index >= 0 else []


@rule("YUM-SETUP-5")
def advantage(g: Yummell, seat: int) -> list[Card]:
    """The Advantage, open to all beside the sheet."""
    index = g.state.advantage[seat]
    return [sheet(g.sources[index], f"advantage-{seat}", f"sheet-{seat}", seat)] if index >= 0 else []


def supporters(g: Yummell, seat: int) -> Iterator[Card]:
    """Those who are still to be called upon; the second of a kind has an id of its own."""
    there = g.state.supporters[seat]
    for n, index in enumerate(there):
        again = "-again" if index in there[:n] else ""
        yield sheet(g.sources[index], f"supporter-{seat}-{index}{again}", f"supporters-{seat}", seat)


def hand(g: Yummell, seat: int) -> Iterator[Card]:
    """The hand: faces for those who know them, with what each is worth as a movement card, and backs."""
    for n, card in enumerate(g.state.hand[seat].cards):
        made = face(g, card, f"card-{card}" if card >= 0 else f"back-{seat}-{n}", f"hand-{seat}", seat)
        if card >= 0 and g.state.round:
            made.sheet = against(g, seat, card, made) or [*made.sheet, *movement_table(g, seat, g.numbers[card])]
        yield made


def against(g: Yummell, seat: int, card: int, made: Card) -> list[Row]:
    """In a Challenge a card says what it would come to and what is needed, and is marked as one that wins or loses."""
    s = g.state
    creature = challenger(g, s.turn.met) if seat == s.mover and s.turn.met in s.turn.loose else None
    if creature is None:
        return []
    entry = creature.entry
    total = strength(g, seat, entry.characteristic, g.numbers[card]).value
    made.marks.insert(0, "wins" if entry.against.met(total) else "loses")
    needed = Row(Text("scene.needed", {"card": creature.key}), entry.challenge + 1)
    origin = [row for row in made.sheet if row.name.key.startswith("origin")]
    return [*challenge_table(g, seat, creature, g.numbers[card]), needed, *origin]
