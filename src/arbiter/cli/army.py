"""`arbiter army`: rosters for the field battles of Qadardálikoi, made of its sheets and legions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import typer
from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.table import Table as Grid

from ..core import Catalogue
from .keeping import data_folder
from .plainly import complain
from .speech import spoken

if TYPE_CHECKING:
    from ..games.qadardalikoi.armies import Fault
    from ..games.qadardalikoi.battle_entries import ArmyEntry
    from ..games.qadardalikoi.book import Book


def _book() -> Book:
    from ..games.qadardalikoi.book import book

    return book()


def _words() -> Catalogue:
    return _book().words(spoken.language)


def folder() -> Path:
    """Where armies that were brought in are kept."""
    return data_folder() / "armies"


def _ready() -> dict[str, ArmyEntry]:
    """The ready armies, called as they are in the language that is spoken."""
    words = _words()
    return {
        key: msgspec.structs.replace(army, name=words[f"ready_army.{key}"], about=words[f"ready_army.{key}_about"])
        for key, army in _book().armies.items()
    }


def known_armies() -> dict[str, ArmyEntry]:
    """The ready armies, and those that were brought in, by name."""
    found = _ready()
    for file in sorted(folder().glob("*.toml")):
        found |= _read(file)
    return found


def _read(file: Path) -> dict[str, ArmyEntry]:
    from ..games.qadardalikoi import rosters

    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        complain(spoken("army.no_text", file=file))
    return rosters.read(text, file.name)


def army_named(name: str) -> tuple[str, ArmyEntry]:
    """An army by its name, or the only one of a file."""
    path = Path(name)
    if path.suffix == ".toml" or path.is_file():
        found = _read(path)
        if len(found) > 1:
            complain(spoken("army.several", file=path, n=len(found), names=", ".join(found)))
        return next(iter(found.items()))
    armies = ready if name in (ready := _ready()) else known_armies()
    if name not in armies:
        complain(spoken("army.none", name=name, known=", ".join(armies)))
    return name, armies[name]


def with_own(options: dict[str, Any]) -> dict[str, Any]:
    """Options with the armies that they name and that are not ready ones: those of files, and those brought in. What is
    wrong with them is told, and they are taken all the same if they can be played."""
    from ..games.qadardalikoi import armies

    named, ready = options.get("armies"), _book().armies
    if not isinstance(named, str) or not named:
        return options
    rosters = dict(options.get("rosters", {}))

    def key_of(name: str) -> str:
        if not name or name in ready or name in rosters:
            return name
        key, army = army_named(name)
        while key in ready or key in rosters:
            key += "_own"
        if (fault := armies.why_unplayable(army)) is None:
            tell_faults(army, armies.faults(army, steel=bool(options.get("steel"))))
        else:
            tell_faults(army, [fault])
            raise typer.Exit(1)
        rosters[key] = msgspec.to_builtins(army)
        return key

    keys = ",".join("+".join(key_of(name.strip()) for name in part.split("+")) for part in named.split(","))
    return {**options, "armies": keys, "rosters": rosters} if rosters else options


def list_armies(console: Console, as_json: bool) -> None:
    """Every army: whose it is, how large and what it is worth."""
    from ..games.qadardalikoi import armies

    rows = []
    for key, one in known_armies().items():
        if (fault := armies.why_unplayable(one)) is not None:
            tell_faults(one, [fault])
            continue
        units = armies.muster(one)
        figures = sum(unit.figures for unit in units)
        points = sum(unit.troops.points for unit in units)
        rows.append({"army": key, "nation": one.nation, "units": len(units), "figures": figures, "points": points})
        rows[-1]["name"] = one.name
    if as_json:
        typer.echo(msgspec.json.encode(rows).decode())
        return
    grid = grid_of("army", "name", "nation", "units", "figures", "points", free="name")
    words = _words()
    for row in rows:
        nation = words[f"nation.{row['nation']}"]
        grid.add_row(
            str(row["army"]), str(row["name"]), nation, *(str(row[of]) for of in ("units", "figures", "points"))
        )
    show_grid(console, grid)


def list_legions(console: Console, nation: str | None, as_json: bool) -> None:
    """The listed legions of a nation, or of all: by which key a roster names them, and what they are."""
    from ..games.qadardalikoi import armies
    from ..games.qadardalikoi.battle_entries import ArmyEntry, Order

    of = _book()
    if nation is not None and nation not in of.nations:
        complain(spoken("army.no_nation", nation=nation, known=", ".join(of.nations)))
    rows: list[dict[str, Any]] = []
    for key, legion in of.legions.items():
        if legion.twin or (nation is not None and legion.nation != nation):
            continue
        army = ArmyEntry(name="", nation=legion.nation, units=())
        unit = armies.mustered(Order(legion=key), army, home=True)
        points = round(unit.troops.points / len(unit.cohorts))
        away = f"/{legion.morale_away}" if legion.morale_away else ""
        morale = f"{legion.morale}{legion.mark}{away}"
        rows.append({"legion": key, "name": legion.name, "morale": morale, "kit": legion.kit, "second": legion.second,
                     "cohorts": legion.cohorts, "points": points})  # fmt: skip
    if as_json:
        typer.echo(msgspec.json.encode(rows).decode())
        return
    grid = grid_of("legion", "name", "morale", "kit", "cohorts", "points_each", free="name")
    for row in rows:
        kit = f"{row['kit']} +\n{row['second']}" if row["second"] else row["kit"]
        grid.add_row(row["legion"], row["name"], row["morale"], kit, str(row["cohorts"]), str(row["points"]))
    show_grid(console, grid)


def list_kits(console: Console, sheet: str | None, as_json: bool) -> None:
    """The kits that troops of a sheet may carry: what a roster names as `kit`."""
    from ..games.qadardalikoi import sheets
    from ..games.qadardalikoi.book import arms

    of, words = _book(), _words()
    if sheet is not None:
        sheet = sheets.numbered(of.sheets, sheet) or sheet
    if sheet is not None and sheet not in of.sheets:
        complain(spoken("army.no_sheet", sheet=sheet, known=", ".join(of.sheets)))
    wanted = {
        key: kit
        for key, kit in of.kits.items()
        if sheet is None or (kit.sheet in ("", sheet) and not sheets.lacks(of.sheets[sheet], kit))
    }
    if as_json:
        typer.echo(msgspec.json.encode(wanted).decode())
        return
    grid = grid_of("kit", "sheet", "troop", "arms", free="arms")
    for key, kit in wanted.items():
        grid.add_row(key, kit.sheet or spoken("army.human"), kit.troop, arms(kit, words))
    show_grid(console, grid)


def show_army(console: Console, name: str, anything: bool) -> None:
    """A roster to print: every unit with its arms, figures, morale, place in the plan and worth."""
    from ..games.qadardalikoi import armies, scales
    from ..games.qadardalikoi.book import arms

    _, army = army_named(name)
    if not taken(army, armies.faults(army, steel=True), anything):
        raise typer.Exit(1)
    words = _words()
    console.print(army.name, style="bold")
    if army.about:
        console.print(army.about)
    plan = words[f"army_formation_number.{army.formation}"] if army.formation else spoken("army.no_plan")
    console.print(f"{words[f'nation.{army.nation}']}. {spoken('said_of', what=spoken('army.plan'), said=plan)}")
    grid = grid_of("unit", "figures", "morale", "fatigue", "division", "points", free="unit")
    units = armies.muster(army)
    for unit in units:
        order, troops = unit.order, unit.troops
        about = list(dict.fromkeys(arms(kit, words) for kit in troops.kits))
        place = [words[f"area_number.{order.area}"]] if order.area else []
        place += [words[f"unit_formation_number.{order.formation}"]] if order.formation else []
        about += [", ".join(place)] if place else []
        about += [spoken("army.fanatic")] if troops.fanatic else []
        about += [spoken("army.steel", n=order.steel)] if order.steel else []
        sizes = "+".join(f"{unit.cohorts.count(n)}×{n}" for n in dict.fromkeys(unit.cohorts))
        morale = f"{troops.morale}{troops.mark}" if troops.morale else "–"
        grid.add_row("\n  ".join((troops.name, *about)), f"{unit.figures} ({sizes})", morale, str(troops.fatigue),
                     str(order.division), str(troops.points))  # fmt: skip
    show_grid(console, grid)
    figures, points = sum(unit.figures for unit in units), sum(unit.troops.points for unit in units)
    strength = sum(
        scales.stands_for(unit.troops.sheet, kit.troop, n)
        for unit in units
        for kit, n in zip(unit.troops.kits, unit.cohorts, strict=True)
    )
    console.print(spoken("army.total", units=len(units), figures=figures, strength=strength, points=points))
    remarks = [
        f"{spoken('said_of', what=spoken('army.remark'), said=why.say(words))} ({why.rule})"
        for _, why in armies.remarks(army)
    ]
    for remark in dict.fromkeys(remarks):
        console.print(remark)


def tell_faults(army: ArmyEntry, faults: Sequence[Fault]) -> None:
    """What is wrong, each with its line of the roster and the rule that says so."""
    from ..games.qadardalikoi.battle_entries import Order

    words = _words()
    for line, why in faults:
        order = army.units[line] if line >= 0 else Order()
        called = order.name or order.legion or order.sheet or "?"
        of = spoken("army.line", n=line + 1, unit=called) if line >= 0 else army.name
        rule = f" ({why.rule})" if why.rule else ""
        typer.echo(f"{of}: {why.say(words)}{rule}", err=True)


def check_army(console: Console, name: str, anything: bool, steel: bool) -> bool:
    """Whether an army may be fought with; where anything goes, what is wrong is only told."""
    from ..games.qadardalikoi import armies

    _, army = army_named(name)
    faults = armies.faults(army, steel)
    if not taken(army, faults, anything):
        return False
    if faults:
        console.print(spoken("army.allowed", n=len(faults)))
    else:
        console.print(spoken("army.good", name=army.name, points=armies.total(army)))
    return True


def taken(army: ArmyEntry, faults: Sequence[Fault], anything: bool) -> bool:
    """Tell what is wrong with an army; may it be fought with all the same?"""
    from ..games.qadardalikoi import armies

    tell_faults(army, faults)
    return not faults or (anything and not any(armies.unplayable(why) for _, why in faults))


def export_army(name: str, file: Path | None) -> None:
    """Write an army as TOML, to the screen or to a file, after which it is called."""
    from ..games.qadardalikoi import rosters

    key, army = army_named(name)
    if file is None:
        typer.echo(rosters.write(key, army), nl=False)
        return
    if file.exists():
        complain(spoken("army.exists", file=file))
    named = file.stem if rosters.KEY.fullmatch(file.stem) else key  # so that it can be brought in as it is
    file.write_text(rosters.write(named, army), encoding="utf-8")
    typer.echo(spoken("army.written", file=file), err=True)


def import_army(console: Console, file: Path, anything: bool, steel: bool) -> bool:
    """Take the army of a file among those that are known by name."""
    from ..games.qadardalikoi import rosters

    if not check_army(console, str(file), anything, steel):
        return False
    key, army = army_named(str(file))
    if key in _book().armies:
        complain(spoken("army.taken", name=key))
    kept = folder() / f"{key}.toml"
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(rosters.write(key, army), encoding="utf-8")
    console.print(spoken("army.brought_in", name=key, file=kept))
    return True


def make_field(region: str, seed: str) -> None:
    """A battlefield by chance, as TOML; the same seed gives the same field."""
    from ..games.qadardalikoi import rosters, terrain

    _book()
    country = next((one for one in terrain.MINOR if one == region), None)
    if country is None:
        complain(spoken("army.no_region", region=region, known=", ".join(terrain.MINOR)))
    rng = Random(f"{region} {seed}")
    field = terrain.field_of(country, lambda sides: rng.randint(1, sides))
    typer.echo(rosters.write_field(f"{region}_{seed}", field), nl=False)


FREE = 16
"""The column that goes over several lines is at least so wide."""


def grid_of(*headings: str, free: str) -> Grid:
    """A table with these headings; what is in the column `free` may go over several lines, all else is never cut."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in headings:
        number, said = heading in ("units", "points", "cohorts", "points_each"), spoken(f"army.{heading}")
        side: JustifyMethod = "right" if number else "left"
        grid.add_column("\n".join(said.split()), justify=side, no_wrap=heading != free, vertical="top")
    return grid


def show_grid(console: Console, grid: Grid) -> None:
    """Print a table; on a screen that is too narrow for it lines are longer than the screen, and nothing is lost."""
    least = FREE
    for column in grid.columns:
        lines = [line for text in (column.header, *column.cells) for line in str(text).splitlines()]
        least += 2 + max(map(cell_len, lines)) if column.no_wrap else 2
    grid.width = least if least > console.width else None
    console.print(grid, crop=False)
