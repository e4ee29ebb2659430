"""0.200, scales and basing: what a turn, a millimetre and a figure stand for, and what figures stand on."""

from __future__ import annotations

from typing import Literal

from arbiter.core import rule

from .book import book
from .entries import LegionEntry


@rule("QAD-0.211-a", "QAD-0.221-b")
def turns_of(weeks: int) -> int:
    """How many tactical turns campaign weeks hold: weeks of six days, and ten minutes a turn."""
    scale = book().scales
    return weeks * scale["days_a_week"] * 24 * 60 // scale["minutes_a_turn"]


@rule("QAD-0.131-a", "QAD-0.131-G1", "QAD-0.121-a")
def hex_metres(small: bool) -> int:
    """How wide a hex of the campaign maps is: 133.33 km, or a fourteenth of that."""
    scale = book().scales
    large = scale["large_hex"] * 10
    return large // scale["small_hexes"] if small else large


@rule("QAD-0.222-a", "QAD-0.212-a")
def metres(millimetres: int) -> int:
    """What a distance on the table stands for; a campaign measures in kilometres of its own maps."""
    return millimetres * book().scales["metres_a_millimetre"]


@rule("QAD-0.231-a", "QAD-0.231-b", "QAD-0.231-c", "QAD-0.231-d")
def stands_for(sheet: str, troop: str, figures: int = 1, what: Literal["troops", "air-car", "magic-user"] = "troops",
               in_twenties: bool = False) -> int:  # fmt: skip
    """How many soldiers, beasts or engines figures stand for; of magic-users the owner says whether 20 or 100."""
    scale = book().scales
    if what == "air-car":
        return figures * scale["air_cars_a_model"]
    if what == "magic-user":
        return figures * scale["beasts_a_figure" if in_twenties else "men_a_figure"]
    return figures * book().sheets[sheet].troops[troop].per_figure


@rule("QAD-0.231-e")
def figure_height() -> int:
    """How tall a figure is on the table, in mm: what hides behind it, and what it looks over."""
    return book().scales["figure_height"]


@rule("QAD-0.233-a", "QAD-0.233-C1")
def patches(legion: LegionEntry, troop: str, missile: str = "") -> tuple[str, str, str]:
    """The colours of a base from left to right: the troop type of the unit, its nation, the type of the cohort."""
    of = book()
    first, third = of.patches["patch1"].colours, of.patches["patch3"].colours
    nation = of.nations[legion.nation]
    if legion.sheet != nation.sheet and legion.sheet in of.nations:
        kind = of.nations[legion.sheet].colour
    else:
        kind = first[_TYPES[legion.kind]]
    return kind, nation.colour, third[_cohort(troop, missile)]


def letters(legion: LegionEntry, troop: str, missile: str = "") -> tuple[str, str, str]:
    """Letters for the patches, for those who do not tell them by their colours (QAD-0.233-C1)."""
    of = book()
    nation = of.nations[legion.nation]
    people = of.looks[nation.sheet].letter
    foreign = legion.sheet != nation.sheet and legion.sheet in of.nations
    kind = of.looks[legion.sheet].letter if foreign else _TYPES[legion.kind][0].upper()
    return kind, people, _cohort(troop, missile)[0].upper()


_TYPES = {
    "OAL": "heavy_infantry", "HI": "heavy_infantry", "MI": "medium_infantry", "special": "medium_infantry",
    "LI": "light_infantry", "AR": "light_infantry", "CB": "medium_infantry", "SL": "light_infantry",
    "LI/AR": "light_infantry", "LI/CB": "light_infantry", "MI/CB": "medium_infantry", "MI/AR": "medium_infantry",
    "AT": "artillery", "SP": "sappers", "MS": "medium_infantry", "MR": "mercenaries",
    "SK": "temple_city_sakbe_guards", "beast": "heavy_infantry",
}  # fmt: skip


def _cohort(troop: str, missile: str) -> str:
    if "crossbow" in missile:
        return "crossbow"
    if "bow" in missile:
        return "archers"
    if "sling" in missile:
        return "slingers"
    weight = troop.partition("_")[0]
    return f"{weight}_armoured" if weight in ("heavy", "medium", "light") else "heavy_armoured"
