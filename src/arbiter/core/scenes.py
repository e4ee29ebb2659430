"""How a view looks: boards, regions, tokens, cards, trays, meters, overlays with stable ids. One client draws it all.

A point is (across, down) in the units of its board. A facing is a number of degrees, clockwise from the board's upper
edge; parts of a degree are allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec

from .messages import Text as Text

Spot: TypeAlias = tuple[float, float]

TINCTURES = ("azure", "gules", "or", "vert", "purpure", "tenne", "sable", "argent")
"""What seats wear, in their order where a scene says nothing else. Each comes with a shape of its own."""


class Row(msgspec.Struct, frozen=True):
    """A line of the small table in which a thing says what is known of it: Strength, 4."""

    name: Text
    value: Text | int


class Board(msgspec.Struct, omit_defaults=True):
    """One of several boards of a scene. Its regions name it; a token may stand on it anywhere."""

    id: str
    size: Spot
    name: Text | None = None
    look: str = ""


class Region(msgspec.Struct, omit_defaults=True):
    """An area of a board: a polygon, with the point at which its name and tokens stand; `corner` is a badge in it."""

    id: str
    outline: list[Spot]
    at: Spot
    name: Text | None = None
    look: str = ""
    owner: int | None = None
    holder: int | None = None
    icon: str = ""
    hint: list[Text] = []
    board: str = ""
    sheet: list[Row] = []
    corner: str = ""


class Link(msgspec.Struct, omit_defaults=True):
    """A line between two regions, or from a token to a region: a road, an attack in progress."""

    id: str
    start: str
    end: str
    look: str = ""


class Patch(msgspec.Struct, frozen=True):
    """A patch of colour on a base, with a letter for those who do not tell it by its colour."""

    colour: str
    letter: str


class Bases(msgspec.Struct, omit_defaults=True):
    """Bases of one kind that a token is made of: for each how far right of the token's spot and how far behind it, as
    the token looks, and by how many degrees it is turned from that. `icon` is the figure on them."""

    spots: list[tuple[float, float, float]]
    width: float
    depth: float
    icon: str = ""
    patches: list[Patch] = []


class Token(msgspec.Struct, omit_defaults=True):
    """A piece: it stands in a region, lies in a tray or on a card; with `at` it stands on that very spot of a board.

    Its id belongs to the piece and follows it wherever it goes. `width` and `depth` are those of its base, across and
    along its `facing`; a token without them is drawn as large as suits the board. One of several `bases` is drawn as
    they stand, held together by a line: when it moves, they need not be told anew.
    """

    id: str
    on: str
    icon: str
    owner: int | None = None
    name: Text | None = None
    marks: list[str] = []
    count: int = 1
    hint: list[Text] = []
    at: Spot | None = None
    facing: float | None = None
    width: float = 0
    depth: float = 0
    sheet: list[Row] = []
    bases: list[Bases] = []


class Card(msgspec.Struct, omit_defaults=True):
    """A card in a tray, face up with its name and text, or only its back.

    `look` is its kind, which the scene's `tints` give a colour; `icon` is the emblem in its band, `corner` the number
    in its disc; `foot` says the kind, and whether the rulebook prints it. `ghosts` are regions as they would lie on the
    board if the card were laid: they are the card's picture, and are drawn on the board while somebody considers it.
    """

    id: str
    on: str
    face: bool = True
    name: Text | None = None
    text: Text | None = None
    corner: str = ""
    look: str = ""
    owner: int | None = None
    marks: list[str] = []
    hint: list[Text] = []
    sheet: list[Row] = []
    icon: str = ""
    foot: list[Text] = []
    ghosts: list[Region] = []


class Tray(msgspec.Struct, omit_defaults=True):
    """A place off the boards where cards and tokens lie; `owner` puts it at a seat."""

    id: str
    name: Text | None = None
    owner: int | None = None
    look: str = ""
    hint: list[Text] = []
    sheet: list[Row] = []


class Meter(msgspec.Struct, omit_defaults=True):
    """A number on show: Gold, provinces held, the season on its track (`steps` names its places)."""

    id: str
    name: Text
    value: int
    most: int | None = None
    owner: int | None = None
    icon: str = ""
    steps: list[Text] = []
    hint: list[Text] = []
    sheet: list[Row] = []


class Outline(msgspec.Struct, omit_defaults=True, tag_field="kind", tag="outline"):
    """A closed line drawn over a board: round the bases of a unit, round a zone that may not be entered."""

    id: str
    points: list[Spot]
    board: str = ""
    look: str = ""
    owner: int | None = None
    name: Text | None = None
    hint: list[Text] = []
    sheet: list[Row] = []


class Line(msgspec.Struct, omit_defaults=True, tag_field="kind", tag="line"):
    """An open line from point to point: a way walked, a line of sight. With `arrow` its end has a head."""

    id: str
    points: list[Spot]
    board: str = ""
    look: str = ""
    owner: int | None = None
    arrow: bool = False
    name: Text | None = None
    hint: list[Text] = []


class Arc(msgspec.Struct, omit_defaults=True, tag_field="kind", tag="arc"):
    """The part of a disc that a thing covers: `sweep` degrees around its facing, between `inner` and `radius` away."""

    id: str
    at: Spot
    radius: float
    facing: float = 0
    sweep: float = 360
    inner: float = 0
    board: str = ""
    look: str = ""
    owner: int | None = None
    name: Text | None = None
    hint: list[Text] = []


class Ruler(msgspec.Struct, omit_defaults=True, tag_field="kind", tag="ruler"):
    """A distance laid off between two points, with ticks `every` so far and the words of what it measures."""

    id: str
    start: Spot
    end: Spot
    name: Text | None = None
    every: float = 0
    board: str = ""
    look: str = ""
    owner: int | None = None
    hint: list[Text] = []


class Label(msgspec.Struct, omit_defaults=True, tag_field="kind", tag="label"):
    """Words on a board; those that name an area keep `within` its regions, so far as these are called."""

    id: str
    at: Spot
    name: Text
    board: str = ""
    look: str = ""
    owner: int | None = None
    hint: list[Text] = []
    within: list[str] = []


Overlay: TypeAlias = Outline | Line | Arc | Ruler | Label
Thing: TypeAlias = Board | Region | Link | Token | Card | Tray | Meter | Overlay


Tint: TypeAlias = Literal["sand", "clay", "ochre", "gold", "red", "green", "teal", "blue", "violet"]
"""What colours the band of a card: muted, and none of them a seat's."""


class Foreseen(msgspec.Struct, omit_defaults=True):
    """What an answer would come to, before it is given: in words, as things laid over the board, as pieces where they
    would stand. It tells nothing that whoever is asked may not know."""

    text: Text | None = None
    overlays: list[Overlay] = []
    tokens: list[Token] = []


LISTS = ("boards", "regions", "links", "tokens", "cards", "trays", "meters", "overlays")
"""Where in a scene the things stand that have ids."""


class Scene(msgspec.Struct, omit_defaults=True):
    """A whole picture. `icons` maps icon names to SVG path data in a box of 24 by 24, `tints` the looks of cards to the
    colours of their bands; `colours` are the seats', by the names of TINCTURES.

    A scene with one board says only its `size`; with several it lists the `boards`, whose sizes count then. `focus` is
    the board on which something happens, `follow` the thing that eyes follow there: a pawn that moves.
    """

    size: Spot = (0.0, 0.0)
    regions: list[Region] = []
    links: list[Link] = []
    tokens: list[Token] = []
    cards: list[Card] = []
    trays: list[Tray] = []
    meters: list[Meter] = []
    icons: dict[str, str] = {}
    tints: dict[str, Tint] = {}
    colours: list[str] = []
    boards: list[Board] = []
    overlays: list[Overlay] = []
    focus: str = ""
    follow: str = ""

    def groups(self) -> list[Sequence[Thing]]:
        """Everything in the scene that has an id, kind by kind."""
        return [getattr(self, name) for name in LISTS]

    def things(self) -> Iterator[Thing]:
        """The same, one after the other."""
        for group in self.groups():
            yield from group

    def share(self, other: Scene) -> None:
        """Have the very lists of another scene where they are equal: what becomes of them need be found only once."""
        for name in LISTS:
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine is not theirs and mine == theirs:
                setattr(self, name, theirs)

    def all_boards(self) -> list[Board]:
        """The boards; the one of this size, without id or name, where the scene lists none."""
        return self.boards or [Board("", self.size)]

    def board_of(self, token: Token) -> str | None:
        """The id of the board on which a token stands; None where it lies in a tray."""
        for region in self.regions:
            if region.id == token.on:
                return region.board
        return token.on if any(board.id == token.on for board in self.all_boards()) else None
