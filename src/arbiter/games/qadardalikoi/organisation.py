"""0.300, army organisations: of how many cohorts and figures a legion is, and who commands it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from arbiter.core import Illegal, rule

from .book import book
from .entries import Level

Rank = Literal["army", "general", "officer", "royal"]


@rule("QAD-0.310-b", "QAD-0.310-h")
def levels(nation: str) -> tuple[Level, ...]:
    """The units of a nation from the soldier up, with their strength and officers."""
    return book().nations[nation].levels


@rule("QAD-0.310-G1", "QAD-0.320-a", "QAD-0.320-b", "QAD-0.320-c")
def cohorts_of(nation: str, cohorts: int) -> tuple[int, ...]:
    """The figures of each cohort of a unit: 4 or 5; a Shén legion by sevens, an Urunén one in quarters of 10 and 11."""
    of = book().nations[nation]
    if of.legion:
        return of.legion[-cohorts:]
    return (of.figures,) * cohorts


def split(nation: str, figures: int) -> tuple[int, ...]:
    """So many figures as cohorts of the nation's size; the last one takes what remains."""
    size = book().nations[nation].figures
    whole, rest = divmod(figures, size)
    return (size,) * whole + ((rest,) if rest else ())


@rule("QAD-0.310-c", "QAD-0.310-e", "QAD-0.310-G3")
def why_not_cohorts(nation: str, cohorts: int) -> Illegal | None:
    """Of how many cohorts a legion may be on the table: Tsolyáni have at most 20, Mu'ugalavyáni 10."""
    of = book().nations[nation]
    if of.fewest <= cohorts <= of.most:
        return None
    id = {"tsolyani": "QAD-0.310-c", "mu_ugalavyani": "QAD-0.310-e"}.get(nation, "QAD-0.310-G3")
    return Illegal("army.cohorts", id, nation=nation, n=cohorts, least=of.fewest, most=of.most)


@rule("QAD-0.310-d")
def may_detach(nation: str) -> bool:
    """May single cohorts serve away from their legion? Tsolyáni ones may."""
    return nation == "tsolyani"


@rule("QAD-0.310-f", "QAD-0.310-G2")
def may_mix(nation: str) -> bool:
    """May the cohorts of a legion be of different types? Tsolyáni and Mu'ugalavyáni legions are all of one."""
    return nation not in ("tsolyani", "mu_ugalavyani")


@rule("QAD-0.310-i")
def is_priest(nation: str, officer: str) -> bool:
    """Is an officer a priest as well, of his legion's unit of magic-users? In Livyánu all are from the Khúaz up."""
    if nation != "livyani":
        return False
    ranks = [level.officer for level in levels(nation)]
    return officer in ranks[ranks.index("Khuáz") :]


class Officer(NamedTuple):
    """A command stand to be: its title, its rank on the table, and the unit it commands (-1: the army)."""

    title: str
    rank: Rank
    unit: int


@rule("QAD-0.310-g", "QAD-0.310-j", "QAD-0.310-k", "QAD-2.004-G6", "QAD-2.004-C1")
def officers(nation: str, units: Sequence[tuple[str, str, int]], commander: str = "", royal: str = "") -> list[Officer]:
    """The command stands of an army: its commander, a general for each legion, and two majors for each of eight cohorts
    or more; peoples without such ranks have one leader a unit.

    Units are told by nation, name and number of cohorts.
    """
    top = title(nation, "senior general") or title(nation, "general")
    found = [Officer(commander or _called(top, book().nations[nation].name), "army", -1)]
    if royal:
        found.append(Officer(royal, "royal", -1))
    for at, (people, name, cohorts) in enumerate(units):
        found.append(Officer(_called(title(people, "general"), name), "general", at))
        major = title(people, "major/colonel")
        if major and cohorts >= 8:
            found += [Officer(_called(major, name), "officer", at)] * 2
    return found


@rule("QAD-0.310-a", "QAD-0.301-a")
def title(nation: str, grade: str) -> str:
    """What a nation calls an officer of a grade, of several the field officer; nothing where it has no such grade."""
    for level in reversed(book().nations[nation].levels):
        if level.grade == grade and level.officer:
            return level.officer.partition(" (")[0]
    return ""


def _called(title: str, name: str) -> str:
    return f"{title}, {name}" if title else name


@rule("QAD-0.330-a", "QAD-0.330-G1", "QAD-0.330-b")
def why_not_band(bands: int, figures: dict[str, int]) -> Illegal | None:
    """A Tané war-band has 1 Sró, 2 to 4 Bazháq and 4 to 20 infantry; several bands fight together."""
    for kind, (least, most) in book().nations["tane"].band.items():
        if not least * bands <= figures.get(kind, 0) <= most * bands:
            return Illegal("army.band", "QAD-0.330-a", kind=kind, n=figures.get(kind, 0), least=least * bands,
                           most=most * bands, bands=bands)  # fmt: skip
    return None


@rule("QAD-0.340-a")
def why_not_mass(figures: int) -> Illegal | None:
    """Ssú and Hlüss fight in masses of 250 to 5000, which is 3 to 50 figures."""
    if 3 <= figures <= 50:
        return None
    return Illegal("army.mass", "QAD-0.340-a", n=figures)
