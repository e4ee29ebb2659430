"""How a race looks: the winding track with its terrain, pawns side by side, hands, Artefacts, and the bag of pawns.

Everybody gets the same picture but for the faces of hidden cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise

import msgspec

from arbiter.core import Card, Link, Meter, Region, Row, Scene, Text, Token, Tray, View, rule
from arbiter.core.scenes import TINCTURES

from .entries import CHARACTERISTICS, TERRAINS
from .faces import challenge_table, face, listed, movement_table, sheet, table
from .icons import COLOURS, ICONS, TINTS
from .interpret import strength, way
from .numbers import SAME_SUPPORTERS, TERRAIN_COSTS
from .race import Yummell
from .sources import CREATURE, Source
from .state import Race
from .tiles import LETTERS, SIZE, Course, Spot, turned, walk

Outline = list[tuple[float, float]]
Box = Callable[..., Outline]
"""The outline of the cell in a column and a row, or of a square of several cells from there."""

CELL = 40.0
LOOKS = ("plain", "forest", "hills", "swamp")
"""How the four terrains are drawn."""
MARGIN = 60.0
FAR = 20
"""Further than so many MP nobody looks: no movement card carries a character there."""


def scene(view: View[Race]) -> Scene:
    """The whole table from one seat."""
    g = Yummell(view.state)
    side = SIZE * CELL + 2 * MARGIN
    picture = Scene((side, side), icons=ICONS, tints=TINTS, colours=colours(g))
    if g.state.layout:
        lay_track(g, picture)
    if hasattr(g, "course") and -1 not in g.state.advantage:
        put_pawns(g, picture)
        picture.follow = f"pawn-{g.state.mover}" if g.state.round and g.state.mover >= 0 else ""
    put_common(g, view, picture)
    for seat in range(len(g.state.at)):
        put_seat(g, picture, seat)
    return picture


def colours(g: Yummell) -> list[str]:
    """Each seat has its character's colour."""
    found = []
    for seat, character in enumerate(g.state.character):
        word = g.sources[character].entry.colour if character >= 0 else TINCTURES[seat]
        found.append(COLOURS.get(word, word))
    return found


# The track


def lay_track(g: Yummell, picture: Scene) -> None:
    """The tiles as they lie, and on them the squares of the course in racing order."""
    s = g.state
    places = occupied(g)
    left, top = min(x for x, _ in places), min(y for _, y in places)
    wide, high = max(x for x, _ in places) - left + 1, max(y for _, y in places) - top + 1
    picture.size = (wide * SIZE * CELL + 2 * MARGIN, high * SIZE * CELL + 2 * MARGIN)
    box = boxes(places)
    for number, _, quarters, x, y in s.layout:
        outline = box(x * SIZE, y * SIZE, SIZE)
        name = Text("scene.tile", {"tile": number, "rotation": quarters * 90})
        at = (outline[0][0] + 0.5 * CELL, outline[0][1] + 0.5 * CELL)
        tile = Region(f"tile-{number}", outline, at, name, look="tile", hint=[Text(f"tile.{number}")])
        tile.sheet = list(g.book.tile_origins[number])
        picture.regions.append(tile)
    if s.placing:
        outline = box(places[-1][0] * SIZE, places[-1][1] * SIZE, SIZE)
        at = (outline[0][0] + SIZE * CELL / 2, outline[0][1] + SIZE * CELL / 2)
        picture.regions.append(Region("open", outline, at, Text("scene.open"), look="open"))
        squares, ways = drawn(walk(g.book.tiles, s.layout), s.layout, tuple(places))
        picture.regions += squares
        picture.links += ways
    else:
        put_squares(g, picture)


def occupied(g: Yummell) -> list[tuple[int, int]]:
    """The places of the tiles; while the track is being built, the open end's comes last."""
    s = g.state
    places = [(spot[3], spot[4]) for spot in s.layout]
    return [*places, g.book.tiles.open_end(s.layout)[:2]] if s.placing else places


def boxes(places: list[tuple[int, int]]) -> Box:
    """Where cells lie in the picture of the track as far as it is laid."""
    left, top = min(x for x, _ in places), min(y for _, y in places)

    def box(column: int, row: int, cells: int = 1) -> Outline:
        x, y = MARGIN + (column - left * SIZE) * CELL, MARGIN + (row - top * SIZE) * CELL
        side = cells * CELL
        return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]

    return box


def tile_squares(g: Yummell, number: int, quarters: int, at: tuple[int, int], box: Box) -> Iterator[Region]:
    """The squares of a single tile, laid so."""
    for y, row in enumerate(g.book.tiles.by_number[number].grid):
        for x, letter in enumerate(row):
            if letter in LETTERS:
                dx, dy = turned((x, y), quarters)
                outline = box(at[0] * SIZE + dx, at[1] * SIZE + dy)
                yield put_square(f"cell-{number}-{x}-{y}", outline, LETTERS[letter])


def ghosts(g: Yummell, number: int, junction: int) -> list[Region]:
    """A tile as it would lie at the open end: its ground and its squares."""
    _, _, quarters, x, y = g.book.tiles.joined(g.state.layout, number, junction)
    box = boxes(occupied(g))
    outline = box(x * SIZE, y * SIZE, SIZE)
    return [Region("", outline, outline[0], look="tile"), *tile_squares(g, number, quarters, (x, y), box)]


def put_square(id: str, outline: Outline, terrain: int) -> Region:
    """A square with its terrain, and the number printed in it as its badge."""
    middle = (outline[0][0] + CELL / 2, outline[0][1] + CELL / 2)
    square = Region(id, outline, middle, look=LOOKS[terrain], corner=str(TERRAIN_COSTS[terrain]))
    square.icon = TERRAINS[terrain] if TERRAINS[terrain] in ICONS else ""
    return square


def put_squares(g: Yummell, picture: Scene) -> None:
    """The start line, and the squares of all paths with the ways between them; costs stand where the mover may go."""
    squares, ways = drawn(g.course, g.state.layout, tuple(occupied(g)))
    picture.regions += squares
    picture.links += ways
    first = len(picture.regions) - len(squares)
    for number, costs in square_costs(g).items():
        picture.regions[first + number] = msgspec.structs.replace(squares[number], sheet=costs)


@lru_cache(64)
def drawn(
    course: Course, layout: tuple[Spot, ...], places: tuple[tuple[int, int], ...]
) -> tuple[list[Region], list[Link]]:
    """The squares in their order and the ways between them, which stay as they are as long as the track lies so.

    Where there are more places than tiles the track is not at its end yet, and nobody can say how far that is.
    """
    box = boxes(list(places))
    whole = len(places) == len(layout)
    (west, north), *_ = box(layout[0][3] * SIZE, layout[0][4] * SIZE)
    south = north + SIZE * CELL
    line = [(west - 0.9 * CELL, north), (west, north), (west, south), (west - 0.9 * CELL, south)]
    at = (west - 0.45 * CELL, (north + south) / 2)
    squares = [Region("square-0", line, at, Text("scene.line"), look="home")]
    for number in range(1, course.last + 1):
        square = put_square(f"square-{number}", box(*course.cells[number]), course.terrain[number])
        square.name = Text("scene.number", {"n": number})
        square.hint = [Text("scene.square", course.told[number])] if whole else []
        if whole and number == course.last:
            square.icon = "flag"
        squares.append(square)
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
        for square, cost, so_far, _ in way(g, s.mover, path, FAR):
            if square not in found:
                found[square] = [*table(cost, "sum.cost"), Row(Text("sum.so_far"), so_far)]
    return found


@rule("YUM-COMP-2", "YUM-CHAR-8")
def put_pawns(g: Yummell, picture: Scene) -> None:
    """The characters' picture pawns on the track, side by side where they share a square."""
    s = g.state
    for seat, square in enumerate(s.at):
        source = g.sources[s.character[seat]]
        pawn = Token(f"pawn-{seat}", f"square-{square}", icon(source.key), seat, Text(f"thing.{source.key}"))
        if seat == s.mover and s.round:
            pawn.marks.append("moving")
        if s.mired[seat]:
            pawn.marks.append("mired")
        if s.nets[seat]:
            pawn.marks.append("netted")
        togo = g.course.to_go[square]
        pawn.hint = [Text("scene.pawn", {"seat": seat, "character": source.key, "togo": togo})]
        pawn.sheet = sheet_of(g, seat)
        picture.tokens.append(pawn)


def icon(key: str) -> str:
    return key if key in ICONS else "pawn"


def sheet_of(g: Yummell, seat: int) -> list[Row]:
    """What all can know of a character: its Characteristics, its hand, what hampers it, and how far it has to go."""
    s = g.state
    character = g.sources[s.character[seat]]
    rows = [Row(Text(f"characteristic.{name}"), character.entry.value(name)) for name in CHARACTERISTICS]
    rows.append(Row(Text("fact.ability"), Text(f"ability.{character.key}")))
    rows.append(Row(Text("fact.advantage"), Text(f"thing.{g.sources[s.advantage[seat]].key}")))
    rows.append(Row(Text("scene.hand"), len(s.hand[seat].cards)))
    if s.active[seat]:
        rows.append(Row(Text("scene.active"), len(s.active[seat])))
    if s.curses[seat]:
        rows.append(Row(Text("scene.curses"), Text("fact.cards", {"cards": g.names(s.curses[seat])})))
    if s.nets[seat]:
        rows.append(Row(Text("fact.nets"), Text("fact.cards", {"cards": [g.sources[n].key for n in s.nets[seat]]})))
    rows.append(Row(Text("scene.togo"), g.course.to_go[s.at[seat]]))
    return rows


# What lies in the middle


def put_common(g: Yummell, view: View[Race], picture: Scene) -> None:
    """The piles, the bag, the card that is met, Events of the turn, and what can be chosen."""
    s = g.state
    picture.meters.append(Meter("round", Text("scene.round"), s.round, s.options.round_limit or None))
    put_bag(g, picture)
    put_piles(g, picture)
    if s.turn.lasting or s.turn.loose:
        picture.trays.append(Tray("play", Text("scene.play"), look="play"))
    for card in s.turn.lasting + s.turn.loose:
        made = face(g, card, f"card-{card}", "play", s.mover)
        if creature := challenger(g, card):
            made.sheet += challenge_table(g, s.mover, creature)
            put_challenge(g, picture, creature)
        picture.cards.append(made)
    if -1 in s.character:
        put_characters(g, picture)
    elif not s.layout:
        put_tracks(g, picture)
    elif s.placing:
        put_supply(g, picture)
    elif not s.round and view.asked:
        put_supporters(g, picture)


def challenger(g: Yummell, card: int) -> Source | None:
    """The Creature that is met just now, if this card is it."""
    return g.cards[card] if card == g.state.turn.met and g.cards[card].type == CREATURE else None


def put_challenge(g: Yummell, picture: Scene, creature: Source) -> None:
    """What is needed against a Creature, and what the mover has before a card is played."""
    entry = creature.entry
    have = strength(g, g.state.mover, entry.characteristic).value
    sheet = challenge_table(g, g.state.mover, creature)
    picture.meters.append(Meter("needed", Text("scene.needed", {"card": creature.key}), entry.challenge + 1))
    picture.meters.append(Meter("strength", Text(f"characteristic.{entry.characteristic}"), have, sheet=sheet))


def put_bag(g: Yummell, picture: Scene) -> None:
    """The pawns that are still in the bag."""
    picture.trays.append(Tray("bag", Text("scene.bag"), look="bag"))
    for seat in g.state.bag:
        key = g.sources[g.state.character[seat]].key
        picture.tokens.append(Token(f"sequence-{seat}", "bag", icon(key), seat, Text(f"thing.{key}")))


def put_piles(g: Yummell, picture: Scene) -> None:
    """The draw pile, of which only the size is known, and the discard pile, through which anybody may look: the card
    that was laid there last comes last."""
    s = g.state
    picture.trays.append(Tray("discard", Text("scene.discard"), look="pile", sheet=listed(g, s.deck.discard)))
    picture.trays.append(Tray("draw", Text("scene.draw"), look="pile"))
    for n, card in enumerate(s.deck.top):
        picture.cards.append(face(g, card, f"top-{n}", "draw"))
    if not s.deck.top and (s.deck.bag or s.deck.bottom):
        picture.cards.append(face(g, -1, "draw-back", "draw"))
    for card in s.deck.discard[-1:]:
        picture.cards.append(face(g, card, f"card-{card}", "discard"))
    in_pile = len(s.deck.bag) + len(s.deck.top) + len(s.deck.bottom)
    picture.meters.append(Meter("pile", Text("scene.pile"), in_pile))
    picture.meters.append(Meter("discarded", Text("scene.discarded"), len(s.deck.discard)))


def put_characters(g: Yummell, picture: Scene) -> None:
    """The characters that can still be picked."""
    picture.trays.append(Tray("characters", Text("scene.characters"), look="supply"))
    for index in g.book.characters:
        if index not in g.state.character:
            picture.cards.append(sheet(g.sources[index], f"source-{index}", "characters"))


def put_tracks(g: Yummell, picture: Scene) -> None:
    """The tracks that can be voted for."""
    picture.trays.append(Tray("tracks", Text("scene.tracks"), look="supply"))
    for key in g.book.choice_of_tracks(len(g.state.at)):
        card = Card(f"track-{key}", "tracks", name=Text(f"track.{key}"), text=Text(f"story.{key}"), look="tile")
        if key in g.book.tracks:
            course = g.book.course(g.book.layouts[key])
            fewest, most = g.book.tracks[key].players
            card.sheet = [
                Row(Text("fact.tiles"), len(g.book.layouts[key])),
                Row(Text("fact.squares"), course.to_go[0]),
                Row(Text("fact.players"), Text("fact.range", {"fewest": fewest, "most": most})),
                *g.book.library.origin("track", key),
            ]
        picture.cards.append(card)


def put_supply(g: Yummell, picture: Scene) -> None:
    """The tiles still to be laid, by each junction; those that cannot be laid say why."""
    s, tiles = g.state, g.book.tiles
    picture.trays.append(Tray("supply", Text("scene.supply"), look="supply"))
    for number in tiles.middle:
        if any(spot[0] == number for spot in s.layout):
            continue
        for junction in range(2):
            card = Card(f"supply-{number}-{junction}", "supply", name=Text(f"tile.{number}"), look="tile")
            card.corner = str(number)
            card.text = Text("scene.lay", g.tile_facts(number, junction))
            card.sheet = list(g.book.tile_origins[number])
            refused = tiles.why_not(s.layout, number, junction, s.placing - 1)
            card.ghosts = ghosts(g, number, junction)
            if refused is not None:
                card.marks.append("barred")
                card.hint.append(Text("scene.barred", {"reason": refused.text}))
            picture.cards.append(card)


def put_supporters(g: Yummell, picture: Scene) -> None:
    """The Supporters that can be enlisted, each as often as one player may have it."""
    picture.trays.append(Tray("enlist", Text("scene.enlist"), look="supply"))
    for index in g.book.supporters:
        for copy in range(SAME_SUPPORTERS):
            picture.cards.append(sheet(g.sources[index], f"enlist-{index}-{copy}", "enlist"))


# What lies before a player


def put_seat(g: Yummell, picture: Scene, seat: int) -> None:
    """Sheet, Advantage, hand, Artefacts, Curses, Supporters."""
    s = g.state
    picture.trays.append(Tray(f"sheet-{seat}", Text("scene.sheet"), seat, "sheet"))
    put_sheet(g, picture, seat)
    put_advantage(g, picture, seat)
    put_hand(g, picture, seat)
    activating = s.turn.activating if seat == s.mover else ()
    for word, cards in (("active", s.active[seat]), ("activating", activating), ("curses", s.curses[seat])):
        if cards or word == "active":
            picture.trays.append(Tray(f"{word}-{seat}", Text(f"scene.{word}"), seat, word))
        for card in cards:
            made = face(g, card, f"card-{card}", f"{word}-{seat}", seat)
            made.marks.append(word)
            picture.cards.append(made)
    if s.options.supporters != "off":
        picture.trays.append(Tray(f"supporters-{seat}", Text("scene.supporters"), seat, "supporters"))
        for n, index in enumerate(s.supporters[seat]):
            again = s.supporters[seat][:n].count(index)
            id = f"supporter-{seat}-{index}" + ("-again" if again else "")
            picture.cards.append(sheet(g.sources[index], id, f"supporters-{seat}", seat))
    if hasattr(g, "course"):
        togo = g.course.to_go
        picture.meters.append(Meter(f"togo-{seat}", Text("scene.togo"), togo[s.at[seat]], togo[0], seat))


@rule("YUM-SETUP-3", "YUM-CHAR-4", "YUM-CHAR-7")
def put_sheet(g: Yummell, picture: Scene, seat: int) -> None:
    """The Character Sheet, open to all: the four Characteristics and the Ability with its explanation."""
    index = g.state.character[seat]
    if index >= 0:
        picture.cards.append(sheet(g.sources[index], f"ability-{seat}", f"sheet-{seat}", seat))


@rule("YUM-SETUP-5")
def put_advantage(g: Yummell, picture: Scene, seat: int) -> None:
    """The Advantage, open to all beside the sheet."""
    index = g.state.advantage[seat]
    if index >= 0:
        picture.cards.append(sheet(g.sources[index], f"advantage-{seat}", f"sheet-{seat}", seat))


def put_hand(g: Yummell, picture: Scene, seat: int) -> None:
    """The hand: faces for those who know them, with what each is worth as a movement card, and backs."""
    picture.trays.append(Tray(f"hand-{seat}", Text("scene.hand"), seat, "hand"))
    for n, card in enumerate(g.state.hand[seat].cards):
        id = f"card-{card}" if card >= 0 else f"back-{seat}-{n}"
        made = face(g, card, id, f"hand-{seat}", seat)
        if card >= 0 and g.state.round:
            made.sheet = against(g, seat, card, made) or [*made.sheet, *movement_table(g, seat, g.numbers[card])]
        picture.cards.append(made)


def against(g: Yummell, seat: int, card: int, made: Card) -> list[Row]:
    """In a Challenge a card says what it would come to and what is needed, and is marked as one that wins or loses."""
    s = g.state
    creature = challenger(g, s.turn.met) if seat == s.mover and s.turn.met in s.turn.loose else None
    if creature is None:
        return []
    entry = creature.entry
    total = strength(g, seat, entry.characteristic, g.numbers[card]).value
    made.marks.append("wins" if total > entry.challenge else "loses")
    needed = Row(Text("scene.needed", {"card": creature.key}), entry.challenge + 1)
    origin = [row for row in made.sheet if row.name.key.startswith("origin")]
    return [*challenge_table(g, seat, creature, g.numbers[card]), needed, *origin]
