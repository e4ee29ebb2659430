"""The content holds the rulebook's tables number by number, against a copy of them that was made apart."""

import tomllib
from pathlib import Path

import pytest

from arbiter.content import PackError
from arbiter.content.pack import read_text
from arbiter.content.vocabulary import Vocabulary
from arbiter.games.qadardalikoi import GAME
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.entries import KINDS

PRINTED = tomllib.loads((Path(__file__).parent / "rulebook_tables.toml").read_text(encoding="utf-8"))
TABLES = PRINTED["table"]
SHEETS = {sheet["key"]: sheet for sheet in PRINTED["sheet"]}
LEGIONS = [(sheet["key"], legion) for sheet in PRINTED["sheet"] for legion in sheet.get("legion", [])]
B = book()


def test_every_cell_of_the_combat_results_table():
    crt = TABLES["crt"]

    assert B.results.columns == tuple(crt["columns"])
    assert [B.results.first - n for n in range(41)] == [row["net"] for row in crt["rows"]]
    assert [list(row) for row in B.results.rows] == [row["v"] for row in crt["rows"]]


def test_results_grow_to_the_right_and_upward():
    for row in B.results.rows:
        assert list(row) == sorted(row)
    for column in zip(*B.results.rows, strict=True):
        assert list(column) == sorted(column, reverse=True)


def test_there_are_twenty_six_sheets_in_the_books_order():
    assert list(B.sheets)[:26] == list(SHEETS)
    assert [sheet.number for sheet in B.sheets.values()][:26] == [f"3.{n:03}" for n in range(1, 27)]
    assert [key for key, sheet in B.sheets.items() if not sheet.printed] == list(B.sheets)[26:]


@pytest.mark.parametrize("key", SHEETS)
def test_a_sheets_movement_is_as_printed(key):
    lines = ("forced", "road", "open", "woods", "light_slope", "heavy_slope", "swamp", "charge", "rate")

    have = [(m.type, m.mode, *(getattr(m, at) for at in lines)) for m in B.sheets[key].moves]
    assert have == [(m["type"], m["mode"], *(m.get(at, 0) for at in lines)) for m in SHEETS[key]["move"]]


@pytest.mark.parametrize("key", SHEETS)
def test_a_sheets_weapons_are_as_printed(key):
    cells = ("hvy", "med", "lt", "srl", "sro")
    printed = SHEETS[key]["weapon"]

    have = [(w.name, w.len, *(getattr(w, at) for at in cells)) for w in B.sheets[key].weapons]
    assert have == [(w["name"], w["len"], *(w.get(at, 0) for at in cells)) for w in printed]
    assert [(w.order, w.pike) for w in B.sheets[key].weapons] == [(w.get("order", ""), "pike" in w) for w in printed]


@pytest.mark.parametrize("key", SHEETS)
def test_a_sheets_missiles_are_as_printed(key):
    have = [
        (m.name, "altitude" if m.altitude else m.range, m.attack, m.rof, m.ammunition) for m in B.sheets[key].missiles
    ]
    assert have == [
        (m["name"], m.get("range", 0), m.get("attack", 0), m.get("rof", 0), m.get("ammunition", 0))
        for m in SHEETS[key]["missile"]
    ]


@pytest.mark.parametrize("key", SHEETS)
def test_a_sheets_defence_is_as_printed(key):
    printed = {row: dict(cells) for row, cells in SHEETS[key]["defence"].items()}
    if sro := printed.pop("sro", None):
        printed["shield"]["sro"], printed["buckler"]["sro"] = sro["armoured"], sro["unarmoured"]
    if mounted := printed.pop("bazhaq_mounted", None):
        printed["mounted"] = mounted

    assert B.sheets[key].defence == printed


@pytest.mark.parametrize("key", SHEETS)
def test_a_sheets_bases_and_fatigue_are_as_printed(key):
    sheet = B.sheets[key]

    assert [(size.front, size.depth) for size in sheet.bases] == [(b["front"], b["depth"]) for b in SHEETS[key]["base"]]
    assert sheet.fatigue == {kind: n for kind, n in SHEETS[key]["fatigue"].items() if n is not True}


@pytest.mark.parametrize("key", SHEETS)
def test_a_sheets_general_morale_is_as_printed(key):
    printed = [n for kind, n in SHEETS[key]["morale"].items() if isinstance(n, int) and not isinstance(n, bool)]

    assert sorted(B.sheets[key].morale.values()) == sorted(printed)


def test_every_listed_legion_is_there_in_the_order_of_the_sheets():
    assert len(B.legions) == len(LEGIONS) == 290
    for (sheet, printed), legion in zip(LEGIONS, B.legions.values(), strict=True):
        assert legion.listed == sheet
        assert (legion.ref, legion.morale, legion.mark) == (printed["ref"], printed["morale"], printed["mark"])
        assert B.shift_of(legion.mark) == printed["shift"]
        assert legion.morale_away == printed.get("morale_away", 0)
        assert legion.sheet == printed.get("race", sheet)
        if "kind" in printed:
            assert legion.kind == printed["kind"]
        if "name" in printed:
            assert legion.name == printed["name"]


@pytest.mark.rule("QAD-3.002-G1")
def test_six_units_are_listed_twice_and_the_longer_list_counts():
    twins = {legion.twin for legion in B.legions.values() if legion.twin}

    assert len(twins) == 6
    assert [B.legions[key].listed for key in sorted(twins)] == ["salarvyani"] * 2 + ["ghaton_tsolei"] * 4
    assert {B.legions[key].sheet for key in twins} == {"shen"}
    assert (B.legions["tsolei_a_4"].mark, B.legions["tsolei_g_3"].mark) == ("#", "*")


@pytest.mark.rule("QAD-2.411-G3")
@pytest.mark.parametrize(("mine", "table"), [("army_formations", "army"), ("unit_formations", "unit")])
def test_formation_modifiers_are_as_printed(mine, table):
    printed = TABLES[f"{table}_formation_modifier"]

    for row in printed["rows"]:
        one = getattr(B, mine)[row["n"]]
        assert row["name"].split(" (")[0] in one.name
        assert one.modifiers == dict(zip(printed["columns"], row["v"], strict=True))
        assert one.all_nations == row["all_nations"]
        assert one.races == row.get("race", {})
        assert getattr(one, "ruled", {}) == row.get("ruled_race", {})


def test_nations_have_the_columns_of_the_formation_tables():
    names = {nation.column: nation.name for nation in B.nations.values() if nation.column}

    assert set(names) == set(TABLES["nation_columns"])
    assert [names[column] for column in ("Ts", "Mu", "YK", "Lv", "Sl", "Nl")] == [
        TABLES["nation_columns"][column] for column in ("Ts", "Mu", "YK", "Lv", "Sl", "Nl")
    ]


def test_the_plans_of_the_twelve_army_formations():
    for row in TABLES["battle_formations"]["row"]:
        one = B.army_formations[row["n"]]
        assert (one.family, list(one.users), list(one.avoided)) == (row["family"], row["users"], row["avoided_by"])
        assert [(s.area, s.n, s.n_max, s.kind, s.role, s.req) for s in one.slots] == [
            (s["area"], s["n"], s.get("n_max", 0), s["kind"], s["role"], s.get("req", True)) for s in row["slots"]
        ]


def test_the_drawings_of_the_twenty_one_unit_formations():
    for row in TABLES["unit_formations"]["row"]:
        one = B.unit_formations[row["n"]]
        assert (one.name, list(one.users), one.cohorts) == (row["name"], row["users"], row["min_cohorts"])
        assert (list(one.cells), list(one.rows)) == (row.get("cells", []), row.get("rows", []))
        assert (one.no_flank, one.no_rear) == (row.get("no_flank", False), row.get("no_rear", False))
        assert (list(one.terrain), one.rate, one.charges) == (
            row.get("terrain", []), row.get("rate", ""), row.get("may_charge", True),
        )  # fmt: skip
        assert one.missile_defence == row.get("missile_defence", 0)
        assert (one.overlay, one.warhammer) == (row.get("overlay", False), row.get("warhammer", False))


def test_battlefield_areas():
    assert [(a.number, a.name, a.row) for a in B.areas.values()] == [
        (r["n"], r["name"], r["row"]) for r in TABLES["battlefield_areas"]["rows"]
    ]
    assert [(*a.x, *a.y) for a in B.areas.values()] == [
        tuple(round(1000 * n) for n in (*r["x"], *r["y"])) for r in TABLES["battlefield_areas"]["rows"]
    ]


@pytest.mark.parametrize(("roll", "table"), [("missile", "missile_roll"), ("melee", "melee_roll")])
def test_the_rolls_of_combat(roll, table):
    have = [(band.first, band.last, band.mod) for band in B.rolls[roll].bands]

    assert have == [(row["from"], row["to"], row["mod"]) for row in TABLES[table]["rows"]]


def test_the_table_of_failed_morale():
    have = [(b.first, b.last, b.result, b.moves, b.rally) for b in B.rolls["morale_failure"].bands]

    assert have == [
        (r["from"], r["to"], r["result"], r.get("moves", 0), r.get("rally", 0))
        for r in TABLES["morale_failure"]["rows"]
    ]


@pytest.mark.parametrize(
    ("mine", "field", "table", "column"),
    [
        ("shifts", "shift", "column_shifts", "shift"),
        ("fatigue", "points", "fatigue_costs", "points"),
        ("morale", "mod", "morale_situation", "mod"),
        ("covers", "exposure", "cover_exposure", "exposure"),
        ("steps", "number", "turn_steps", "n"),
    ],
)
def test_the_short_tables(mine, field, table, column):
    assert [getattr(one, field) for one in getattr(B, mine).values()] == [row[column] for row in TABLES[table]["rows"]]


def test_what_an_action_costs_is_what_the_fatigue_table_says():
    for mine, row in zip(B.budget.values(), TABLES["action_budget"]["rows"], strict=True):
        assert B.fatigue[mine.fatigue].points == row["fatigue"], row["action"]


@pytest.mark.rule("QAD-2.221-C1")
def test_exposure_and_arms():
    assert list(B.exposure) == TABLES["exposure"]["steps"]
    for race, arms in TABLES["arms"]["races"].items():
        assert B.attacks(race, "medium") == arms // 2
    for sheet, troop in (("ghaton_tsolei", "serudla"), ("tane", "sro"), ("tane", "bazhaq"), ("chyrstall", "large")):
        assert B.attacks(sheet, troop) == 1
    assert B.attacks("tsolyani", "heavy") == TABLES["arms"]["default"] // 2


def test_base_sizes_and_colours():
    assert [(b.front, b.depth) for b in B.bases.values()] == [
        (r["front"], r["depth"]) for r in TABLES["base_sizes"]["rows"]
    ]
    for n in (1, 2, 3):
        printed = TABLES["base_marks"][f"patch{n}"]
        assert list(B.patches[f"patch{n}"].colours.values()) == list(printed.values())


def test_the_organisation_of_the_five_empires():
    for printed in TABLES["organisation"]["nation"][:5]:
        nation = next(one for one in B.nations.values() if one.name == printed["nation"])
        assert (nation.cohort, nation.figures) == (printed["cohort_unit"], printed["figures_per_cohort"])
        assert [(one.grade, one.unit, one.men, one.officer) for one in nation.levels] == [
            (r["grade"], r["unit"], r.get("men", 0), r["officer"]) for r in printed["levels"]
        ]


def test_legions_of_a_code_take_kits_by_the_pattern():
    table = TABLES["default_kit"]
    for code, numbers in table["patterns"].items():
        rows = [row for row in table["rows"] if row["kind"] == code]
        for kit, n in zip(B.kinds[code].kits, numbers, strict=True):
            has, row = B.kits[kit], rows[n]
            assert (has.troop, has.guard) == (
                {"hvy": "heavy", "med": "medium", "lt": "light"}[row["class"]],
                row["guard"],
            )
            names = {w.key: w.name for w in B.sheets["tsolyani"].weapons}
            assert (names[has.melee], names[has.secondary]) == (row["melee"], row["secondary"])
    heavy = [legion.kit for legion in B.legions.values() if legion.sheet == "tsolyani" and legion.kind == "HI"]
    assert heavy == [B.kinds["HI"].kits[n % 20] for n in range(len(heavy))]


def test_every_kit_of_a_code_is_the_default_one():
    for row in TABLES["default_kit"]["rows"]:
        kits = [B.kits[key] for key in B.kinds[row["kind"]].kits]
        missiles = {w.key: w.name for w in B.sheets["tsolyani"].missiles}
        assert any(missiles.get(kit.missile, "") == row["missile"].partition(" on ")[0] for kit in kits), row["kind"]
        every = {"second": 2, "fourth": 4}.get(row["missile"].partition("every ")[2].partition(" ")[0], 1)
        assert all(kit.every == every for kit in kits)


def test_a_number_out_of_bounds_is_refused_with_its_place():
    with pytest.raises(PackError, match=r"mine.toml:2: kit.odd: every: expected a whole number from 1 to 4, got 9"):
        read_text(
            '\n[kit.odd]\nname = "Odd"\ntroop = "heavy"\nguard = "none"\nmelee = "sword"\nevery = 9\n',
            "mine.toml", KINDS, Vocabulary([]),
        )  # fmt: skip


def test_an_entry_of_one_line_is_named_with_its_line():
    text = '[kit]\n\nodd = { name = "Odd", troop = "heavy", guard = "hat", melee = "sword" }'
    with pytest.raises(PackError, match=r"mine.toml:3: kit.odd: guard"):
        read_text(text, "mine.toml", KINDS, Vocabulary([]))


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_weapon_has_a_word(language):
    words = B.words(language)

    for sheet in B.sheets.values():
        assert {f"weapon.{weapon.key}" for weapon in sheet.weapons} <= set(words)
        assert {f"missile.{missile.key}" for missile in sheet.missiles} <= set(words)
        assert {f"guard.{guard}" for guard in sheet.defence} <= set(words)


@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_table_speaks_other_languages_and_keeps_proper_names(language):
    english, other = B.words("en"), B.words(language)

    assert set(english) == set(other)
    for kind in ("terrain", "kind", "step", "area"):
        ours = [key for key in english if key.startswith(f"{kind}.")]
        assert 3 * sum(english[key] == other[key] for key in ours) < len(ours), kind
    for kind in ("legion", "nation", "army_formation", "unit_formation"):
        assert all(english[key] == other[key] for key in english if key.startswith(f"{kind}."))
    assert {key for key in english if key.startswith("kit.")} == {f"kit.{key}" for key in B.kits}
    assert "Shén" in other["kit.shen_halberd"]


@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_kit_says_what_it_is_in_every_language(language):
    words = GAME.catalogue(language)
    assert [key for key in book().kits if not words[f"kit.{key}"].rpartition(":")[2].strip()] == []
