"""The engine: asks, journal, chance, table, views, scenes, and the protocol a game fulfils."""

from .asks import Amount, Ask, Choose, Form, Option, Place, Several, Together
from .chance import Dice, commitment
from .drawings import Drawing, Frame
from .errors import BadSave, Illegal, NotInstalled, NoWorld, UnknownGame
from .game import Game, NoOptions, Policy, playout
from .journal import Entry, Fell, Granted, Mended, Said, Undone
from .messages import Catalogue, Text, say
from .play import OPEN, Event, Lean, Outcome, Over, Part, Play, Rules, ranking
from .rulebook import rule
from .scenes import (
    Arc,
    Bases,
    Board,
    Card,
    Foreseen,
    Label,
    Line,
    Link,
    Meter,
    Outline,
    Patch,
    Region,
    Row,
    Ruler,
    Scene,
    Tint,
    Token,
    Tray,
)  # fmt: skip
from .states import copied, hidden, masked, per_seat, seen_as, seen_by, state
from .table import Table
from .views import View

__all__ = [
    "OPEN", "Amount", "Arc", "Ask", "BadSave", "Bases", "Board", "Card", "Catalogue", "Choose", "Dice", "Drawing",
    "Entry", "Event", "Fell", "Foreseen", "Form", "Frame", "Game", "Granted", "Illegal", "Label", "Lean", "Line",
    "Link", "Mended", "Meter", "NoOptions", "NoWorld", "NotInstalled", "Option", "Outcome", "Outline", "Over", "Part",
    "Patch", "Place", "Play", "Policy", "Region", "Row", "Ruler", "Rules", "Said", "Scene", "Several", "Table", "Text",
    "Tint", "Together", "Token", "Tray", "Undone", "UnknownGame", "View", "commitment", "copied", "hidden", "masked",
    "per_seat", "playout", "ranking", "rule", "say", "seen_as", "seen_by", "state",
]  # fmt: skip
