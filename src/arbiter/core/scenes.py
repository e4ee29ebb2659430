"""How a view looks: regions, tokens, cards, trays and meters with stable ids. One client draws any scene."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec


class Text(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message key with its arguments; the catalogue turns it into words."""

    key: str
    args: dict[str, Any] = {}


class Region(msgspec.Struct, omit_defaults=True):
    """An area of the board: a polygon, with the point at which its name and tokens stand."""

    id: str
    outline: list[tuple[float, float]]
    at: tuple[float, float]
    name: Text | None = None
    look: str = ""
    owner: int | None = None
    holder: int | None = None
    icon: str = ""
    hint: list[Text] = []


class Link(msgspec.Struct, omit_defaults=True):
    """A line between two regions, or from a token to a region: a road, an attack in progress."""

    id: str
    start: str
    end: str
    look: str = ""


class Token(msgspec.Struct, omit_defaults=True):
    """A piece: it stands in a region or lies in a tray."""

    id: str
    on: str
    icon: str
    owner: int | None = None
    name: Text | None = None
    marks: list[str] = []
    count: int = 1
    hint: list[Text] = []


class Card(msgspec.Struct, omit_defaults=True):
    """A card in a tray, face up with its name and text, or only its back."""

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


class Tray(msgspec.Struct, omit_defaults=True):
    """A place off the board where cards and tokens lie; `owner` puts it at a seat."""

    id: str
    name: Text | None = None
    owner: int | None = None
    look: str = ""


class Meter(msgspec.Struct, omit_defaults=True):
    """A number on show: Gold, provinces held, the season on its track (`steps` names its places)."""

    id: str
    name: Text
    value: int
    most: int | None = None
    owner: int | None = None
    icon: str = ""
    steps: list[Text] = []


class Scene(msgspec.Struct, omit_defaults=True):
    """A whole picture. `icons` maps icon names to SVG path data in a box of 24 by 24; `colours` are the seats'."""

    size: tuple[float, float]
    regions: list[Region] = []
    links: list[Link] = []
    tokens: list[Token] = []
    cards: list[Card] = []
    trays: list[Tray] = []
    meters: list[Meter] = []
    icons: dict[str, str] = {}
    colours: list[str] = []

    def things(self) -> Iterator[Region | Link | Token | Card | Tray | Meter]:
        """Everything in the scene that has an id."""
        for group in (self.regions, self.links, self.tokens, self.cards, self.trays, self.meters):
            yield from group
