"""How a race looks: the winding track with its terrain, pawns side by side, hands, Artefacts, and the bag of pawns."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from arbiter.core import Card, Link, Meter, Region, Scene, Text, Token, Tray, View

from .entries import CHARACTERISTICS, TERRAINS
from .icons import COLOURS, ICONS, SEATS
from .interpret import Part, Sum, points, strength, way
from .race import Yummell
from .sources import CREATURE, TYPES, Source
from .state import CHARACTERS, DEAL, SUPPORTERS, TRACK, Race
from .tiles import LETTERS, SIZE, turned

Outline = list[tuple[float, float]]
Box = Callable[[int, int], Outline]
"""The outline of the cell in a column and a row."""

CELL = 40.0
LOOKS = ("plain", "forest", "hills", "swamp")
"""How the four terrains are drawn."""
MARGIN = 60.0


def scene(view: View[Race]) -> Scene:
    """The whole table from one seat."""
    g = Yummell(view.state)
    picture = Scene((0.0, 0.0), icons=dict(ICONS), colours=colours(g))
    lay_track(g, view, picture)
    if g.state.step > TRACK:
        put_pawns(g, picture)
    put_common(g, view, picture)
    for seat in range(len(g.state.at)):
        put_seat(g, view, picture, seat)
    return picture


def colours(g: Yummell) -> list[str]:
    """Each seat has its character's colour."""
    found = []
    for seat, character in enumerate(g.state.character):
        word = g.sources[character].entry.colour if character >= 0 else SEATS[seat]
        found.append(COLOURS.get(word, word))
    return found


def lay_track(g: Yummell, view: View[Race], picture: Scene) -> None:
    """The tiles as they lie, and on them the squares of the course in racing order."""
    s = g.state
    spots = list(s.layout)
    if s.placing:
        x, y, _ = g.catalogue.tiles.open_end(s.layout)
        places = [(spot[3], spot[4]) for spot in spots] + [(x, y)]
    else:
        places = [(spot[3], spot[4]) for spot in spots]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    wide, high = max(x for x, _ in places) - left + 1, max(y for _, y in places) - top + 1
    picture.size = (wide * SIZE * CELL + 2 * MARGIN, high * SIZE * CELL + 2 * MARGIN)

    def corner(column: int, row: int) -> tuple[float, float]:
        return MARGIN + (column - left * SIZE) * CELL, MARGIN + (row - top * SIZE) * CELL

    def box(column: int, row: int, cells: int = 1) -> list[tuple[float, float]]:
        x, y = corner(column, row)
        side = cells * CELL
        return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]

    for number, _, quarters, x, y in spots:
        outline = box(x * SIZE, y * SIZE, SIZE)
        name = Text("scene.tile", {"tile": number, "rotation": quarters * 90})
        at = (outline[0][0] + 0.5 * CELL, outline[0][1] + 0.5 * CELL)
        picture.regions.append(Region(f"tile-{number}", outline, at, name, look="road"))
    if s.placing:
        x, y, _ = g.catalogue.tiles.open_end(s.layout)
        outline = box(x * SIZE, y * SIZE, SIZE)
        at = (outline[0][0] + SIZE * CELL / 2, outline[0][1] + SIZE * CELL / 2)
        picture.regions.append(Region("open", outline, at, Text("scene.open"), look="city"))
        for number, _, quarters, x, y in spots:
            put_tile_squares(g, picture, number, quarters, (x, y), box)
        return
    course = g.course
    west, north = corner(s.layout[0][3] * SIZE, s.layout[0][4] * SIZE)
    south = north + SIZE * CELL
    line = [(west - 0.9 * CELL, north), (west, north), (west, south), (west - 0.9 * CELL, south)]
    at = (west - 0.45 * CELL, (north + south) / 2)
    picture.regions.append(Region("square-0", line, at, Text("scene.line"), look="home"))
    hints = square_hints(g, view.seat)
    for square in range(1, course.last + 1):
        outline = box(*course.cells[square])
        at = (outline[0][0] + CELL / 2, outline[0][1] + CELL / 2)
        terrain = TERRAINS[course.terrain[square]]
        cost = (1, 2, 2, 3)[course.terrain[square]]
        look = LOOKS[course.terrain[square]]
        region = Region(f"square-{square}", outline, at, Text("scene.cost", {"cost": cost}), look=look)
        region.hint = [Text("scene.square", {"terrain": terrain, "togo": course.to_go[square]}), *hints.get(square, [])]
        region.icon = "flag" if square == course.last else terrain if terrain in ICONS else ""
        picture.regions.append(region)
    steps = {step: None for path in range(len(course.paths)) for step in pairwise([0, *course.routes(path)])}
    for here, there in steps:
        picture.links.append(Link(f"way-{here}-{there}", f"square-{here}", f"square-{there}", look="way"))


def put_tile_squares(g: Yummell, picture: Scene, number: int, quarters: int, at: tuple[int, int], box: Box) -> None:
    """The squares of a single tile while the track is still being built."""
    tile = g.catalogue.tiles.by_number[number]
    for y, row in enumerate(tile.grid):
        for x, letter in enumerate(row):
            if letter in LETTERS:
                dx, dy = turned((x, y), quarters)
                outline = box(at[0] * SIZE + dx, at[1] * SIZE + dy)
                middle = (outline[0][0] + CELL / 2, outline[0][1] + CELL / 2)
                kind = LETTERS[letter]
                cost = Text("scene.cost", {"cost": (1, 2, 2, 3)[kind]})
                cell = Region(f"cell-{number}-{x}-{y}", outline, middle, cost, look=LOOKS[kind])
                cell.icon = TERRAINS[kind] if TERRAINS[kind] in ICONS else ""
                picture.regions.append(cell)


def square_hints(g: Yummell, seat: int | None) -> dict[int, list[Text]]:
    """For each square ahead of a seat (a spectator: of whoever moves): what entering costs and why."""
    s = g.state
    who = s.mover if seat is None else seat
    found: dict[int, list[Text]] = {}
    if who < 0 or s.step <= DEAL or who in s.arrived:
        return found
    paths = [s.path[who]] if s.path[who] >= 0 else range(len(g.course.paths))
    for path in paths:
        for square, cost, so_far in way(g, who, path):
            if square not in found:
                total = Text("hint.cost", {"total": cost.total, "sofar": so_far})
                found[square] = [total, *(explain(part) for part in cost.parts)]
    return found


def explain(part: Part) -> Text:
    """One summand in words, with its source."""
    key, _, word = part.key.partition(".")
    amount = f"{part.amount:+d}"
    if key in ("terrain", "characteristic"):
        return Text(f"hint.{key}", {"what": word, "amount": amount})
    return Text(f"hint.{word}", {"source": part.source, "amount": amount})


def reasons(total: Sum) -> list[Text]:
    """All summands in words."""
    return [explain(part) for part in total.parts]


def put_pawns(g: Yummell, picture: Scene) -> None:
    """The characters on the track, side by side where they share a square."""
    s = g.state
    for seat, square in enumerate(s.at):
        source = g.sources[s.character[seat]]
        icon = source.key if source.key in ICONS else "pawn"
        pawn = Token(f"pawn-{seat}", f"square-{square}", icon, seat, Text(f"thing.{source.key}"))
        if seat == s.mover:
            pawn.marks.append("moving")
        if s.mired[seat]:
            pawn.marks.append("mired")
        if s.nets[seat]:
            pawn.marks.append("netted")
        togo = g.course.to_go[square]
        pawn.hint = [Text("scene.pawn", {"seat": seat, "character": source.key, "togo": togo})]
        picture.tokens.append(pawn)


def face(g: Yummell, card: int, id: str, tray: str, owner: int | None = None) -> Card:
    """A card with its number, the colour of its type and its text, or only its back."""
    if card < 0:
        return Card(id, tray, face=False, look="back", owner=owner)
    source = g.cards[card]
    made = sheet(source, id, tray, owner)
    made.corner = str(source.number)
    return made


def sheet(source: Source, id: str, tray: str, owner: int | None = None) -> Card:
    """Anything with a name and a text as a card."""
    text = Text("scene.text", {"key": source.key})
    if source.type == CREATURE:
        kind = CHARACTERISTICS[source.characteristic]
        text = Text("scene.creature", {"key": source.key, "characteristic": kind, "value": source.challenge})
    made = Card(id, tray, name=Text(f"thing.{source.key}"), text=text, look=TYPES[source.type], owner=owner)
    if source.arrow:
        made.marks.append("arrow")
        made.hint.append(Text("scene.arrow"))
    if source.curse:
        made.marks.append("curse")
    return made


def put_common(g: Yummell, view: View[Race], picture: Scene) -> None:
    """What lies in the middle: the piles, the bag, the card that is met, Events of the turn, and what can be chosen."""
    s = g.state
    picture.trays += [Tray("bag", Text("scene.bag"), look="bag"), Tray("discard", Text("scene.discard"), look="pile")]
    picture.trays.append(Tray("draw", Text("scene.draw"), look="pile"))
    for seat in s.bag:
        source = g.sources[s.character[seat]]
        icon = source.key if source.key in ICONS else "pawn"
        picture.tokens.append(Token(f"sequence-{seat}", "bag", icon, seat, Text(f"thing.{source.key}")))
    for n, card in enumerate(s.top):
        picture.cards.append(face(g, card, f"top-{n}", "draw"))
    if not s.top and (s.pile or s.bottom):
        picture.cards.append(face(g, -1, "draw-back", "draw"))
    for card in s.discard[-1:]:
        picture.cards.append(face(g, card, f"card-{card}", "discard"))
    in_pile = len(s.pile) + len(s.top) + len(s.bottom)
    picture.meters += [
        Meter("round", Text("scene.round"), s.round, s.options.round_limit or None),
        Meter("pile", Text("scene.pile"), in_pile),
        Meter("discarded", Text("scene.discarded"), len(s.discard)),
    ]
    if s.lasting or s.loose:
        picture.trays.append(Tray("play", Text("scene.play"), look="play"))
    for card in s.lasting:
        picture.cards.append(face(g, card, f"card-{card}", "play", s.mover))
    for card in s.loose:
        made = face(g, card, f"card-{card}", "play", s.mover)
        if card == s.met and g.cards[card].type == CREATURE:
            made.hint += reasons(strength(g, s.mover, g.cards[card].characteristic))
        picture.cards.append(made)
    if s.step == TRACK:
        put_supply(g, picture)
    elif s.step == CHARACTERS and s.options.characters == "pick":
        picture.trays.append(Tray("characters", Text("scene.characters"), look="supply"))
        for index in g.catalogue.characters:
            if index not in s.character:
                picture.cards.append(sheet(g.sources[index], f"source-{index}", "characters"))
    elif s.step == DEAL and s.options.supporters == "chosen" and view.asked:
        picture.trays.append(Tray("enlist", Text("scene.enlist"), look="supply"))
        for index in g.catalogue.supporters:
            for copy in range(2):
                picture.cards.append(sheet(g.sources[index], f"enlist-{index}-{copy}", "enlist"))


def put_supply(g: Yummell, picture: Scene) -> None:
    """The tiles still to be laid, by each junction; those that cannot be laid say why."""
    s, tiles = g.state, g.catalogue.tiles
    picture.trays.append(Tray("supply", Text("scene.supply"), look="supply"))
    for number in tiles.middle:
        if any(spot[0] == number for spot in s.layout):
            continue
        for junction in range(2):
            card = Card(f"supply-{number}-{junction}", "supply", name=Text(f"tile.{number}"), look="tile")
            card.corner = str(number)
            card.text = Text("scene.lay", g.tile_facts(number, junction))
            refused = tiles.why_not(s.layout, number, junction, s.placing - 1)
            if refused is not None:
                card.marks.append("barred")
                card.hint.append(Text("scene.barred", {"reason": refused.reason}))
            picture.cards.append(card)


def put_seat(g: Yummell, view: View[Race], picture: Scene, seat: int) -> None:
    """What lies before one player: sheet, Advantage, hand, Artefacts, Curses, Supporters."""
    s = g.state
    picture.trays.append(Tray(f"sheet-{seat}", Text("scene.sheet"), seat, "sheet"))
    if s.character[seat] >= 0:
        source = g.sources[s.character[seat]]
        champion = sheet(source, f"ability-{seat}", f"sheet-{seat}", seat)
        values = dict(zip(CHARACTERISTICS, source.values, strict=True))
        champion.text = Text("scene.character", {"key": source.key, **values})
        picture.cards.append(champion)
    if s.advantage[seat] >= 0:
        source = g.sources[s.advantage[seat]]
        picture.cards.append(sheet(source, f"advantage-{seat}", f"sheet-{seat}", seat))
    picture.trays.append(Tray(f"hand-{seat}", Text("scene.hand"), seat, "hand"))
    for n, card in enumerate(s.hand[seat]):
        id = f"card-{card}" if card >= 0 else f"back-{seat}-{n}"
        made = face(g, card, id, f"hand-{seat}", seat)
        if card >= 0 and seat == view.seat and s.step > DEAL:
            total = points(g, seat, g.numbers[card])
            made.hint += [Text("hint.points", {"total": total.total}), *reasons(total)]
        picture.cards.append(made)
    for word, cards in (("active", s.active[seat]), ("activating", s.activating[seat]), ("curses", s.curses[seat])):
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
    if s.step > SUPPORTERS:
        togo = g.course.to_go
        picture.meters.append(Meter(f"togo-{seat}", Text("scene.togo"), togo[s.at[seat]], togo[0], seat))
