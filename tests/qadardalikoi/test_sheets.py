"""3.000: what the sheets and their notes say of kinds of troop."""

import pytest

from arbiter.games.qadardalikoi import sheets
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.entries import KitEntry

B = book()
SISTERS = ["tsolyani", "yan_koryani", "mu_ugalavyani", "livyani", "salarvyani", "small_states"]


def kit(**arms):
    return KitEntry(**{"name": "Some", "troop": "medium", "guard": "none", "melee": "sword", **arms})


@pytest.mark.rule("QAD-3.000-a", "QAD-3.009-G1", "QAD-3.010-G1")
def test_a_kind_of_troop_has_the_numbers_of_its_sheet():
    heavy = B.troops["mu_ugalavyani", "heavy"]

    assert (heavy.front, heavy.depth, heavy.fatigue, heavy.column, heavy.attacks) == (20, 25, 10, "hvy", 1)
    assert (heavy.walk.road, heavy.walk.open, heavy.walk.charge, heavy.fly) == (200, 160, 60, 0)
    assert (B.troops["shen", "medium"].morale, B.troops["shen", "medium"].fatigue) == (15, 30)
    assert [B.sheets[key].number for key in ("mu_ugalavyani", "livyani")] == ["3.009", "3.010"]


@pytest.mark.rule("QAD-3.000-b", "QAD-3.000-G1", "QAD-3.000-G2", "QAD-3.000-G3", "QAD-3.000-G5")
def test_a_cell_without_a_number_is_not_carried():
    shen, pe_choi = B.sheets["shen"], B.sheets["pe_choi"]

    assert sheets.lacks(shen, kit(melee="sword_axe")) == []
    assert sheets.lacks(shen, kit(melee="sword")) == ["melee"]
    assert sheets.lacks(shen, kit(troop="light")) == ["troop"]
    assert sheets.lacks(pe_choi, kit(guard="shield")) == ["guard"]
    assert sheets.lacks(B.sheets["tsolyani"], kit(troop="heavy", guard="shield", melee="pike")) == []


@pytest.mark.rule("QAD-3.007-G2")
def test_nobody_has_the_heavy_crossbow():
    for key in SISTERS:
        assert sheets.lacks(B.sheets[key], kit(missile="heavy_crossbow")) == ["missile"]
    assert all(kit.missile != "heavy_crossbow" for kit in B.kits.values())


@pytest.mark.rule(
    "QAD-3.007-n1", "QAD-3.008-n1", "QAD-3.009-n1", "QAD-3.010-n1", "QAD-3.011-n1", "QAD-3.012-n1",
)  # fmt: skip
@pytest.mark.parametrize("key", SISTERS)
def test_regular_humans_stand_closer_than_irregulars(key):
    assert (sheets.base(B.sheets[key], "medium").front, sheets.base(B.sheets[key], "medium").depth) == (20, 25)
    irregular = sheets.base(B.sheets[key], "medium_irregular")
    assert (irregular.front, irregular.depth) == (25, 25)


@pytest.mark.rule("QAD-3.013-n1", "QAD-3.015-n5", "QAD-3.025-n1", "QAD-3.019-G1", "QAD-0.232-G1")
@pytest.mark.parametrize(
    ("sheet", "troop", "front", "depth"),
    [
        ("ghaton_tsolei", "medium", 25, 25), ("ghaton_tsolei", "serudla", 50, 100), ("tane", "light", 25, 25),
        ("tane", "bazhaq", 50, 50), ("tane", "sro", 75, 150), ("undead", "mrur", 25, 25), ("undead", "shedra", 25, 25),
        ("undead", "vorodla", 40, 40), ("hluss", "brood_mother", 50, 200), ("chyrstall", "small", 75, 75),
        ("chyrstall", "large", 100, 200),
    ],
)  # fmt: skip
def test_bases_of_beasts_and_others(sheet, troop, front, depth):
    size = sheets.base(B.sheets[sheet], troop)

    assert (size.front, size.depth) == (front, depth)


@pytest.mark.rule("QAD-3.007-n2", "QAD-3.008-n2", "QAD-3.009-n2", "QAD-3.010-n2", "QAD-3.011-n2", "QAD-3.012-n2")
def test_marines_and_road_guards_are_irregular():
    assert [kind for kind in B.kinds if not sheets.may_be_regular(kind)] == ["MS", "SK"]
    for legion in B.legions.values():
        if legion.sheet in SISTERS and legion.kind in ("MS", "SK", "HI", "CB"):
            assert legion.regular == sheets.may_be_regular(legion.kind), legion.name


@pytest.mark.rule("QAD-3.015-n2", "QAD-3.015-G6", "QAD-3.019-n2")
def test_riders_go_as_their_mounts_do_and_both_chyrstalli_alike():
    assert sheets.line(B.sheets["tane"], "bazhaq").open == 350
    assert sheets.line(B.sheets["tane"], "sro_armoured").open == 200
    assert sheets.line(B.sheets["chyrstall"], "large") == sheets.line(B.sheets["chyrstall"], "small")
    assert (B.troops["chyrstall", "large"].column, B.troops["chyrstall", "small"].column) == ("hvy", "lt")


@pytest.mark.rule("QAD-3.017-n4", "QAD-3.025-n3", "QAD-3.025-G2")
def test_who_flies_and_how_fast():
    assert sheets.flight(B.sheets["hlaka"], "light") == 600
    assert sheets.flight(B.sheets["undead"], "vorodla") == 500
    assert sheets.flight(B.sheets["undead"], "mrur") == 0
    on_foot = sheets.line(B.sheets["undead"], "vorodla")
    assert (on_foot.road, on_foot.open, on_foot.woods, on_foot.swamp) == (200, 200, 0, 0)


@pytest.mark.rule("QAD-3.025-n2", "QAD-3.025-G1")
def test_the_undead_do_not_tire():
    assert [sheets.fatigue(B.sheets["undead"], troop) for troop in ("mrur", "shedra", "vorodla")] == [0, 0, 0]
    assert sheets.fatigue(B.sheets["qol"], "heavy") == 20
    assert [B.troops["undead", troop].column for troop in ("mrur", "shedra", "vorodla")] == ["hvy", "med", "lt"]


@pytest.mark.rule("QAD-3.015-n7", "QAD-3.015-G5")
def test_tane_morale_is_by_kind():
    tane = B.sheets["tane"]

    assert [sheets.morale(tane, troop) for troop in ("sro", "light", "medium", "bazhaq")] == [6, 4, 8, 8]


@pytest.mark.rule("QAD-3.017-n3", "QAD-3.017-G2")
def test_hlaka_in_a_regular_legion_are_steadier():
    hlaka = B.sheets["hlaka"]

    assert (sheets.morale(hlaka, "light"), hlaka.marks["general"]) == (4, "##")
    assert (sheets.morale(hlaka, "light", attached=True), hlaka.marks["attached"]) == (5, "#")


@pytest.mark.rule("QAD-3.007-n4", "QAD-3.008-n4", "QAD-3.009-n4", "QAD-3.010-n4", "QAD-3.011-n4", "QAD-3.012-n4")
@pytest.mark.parametrize("key", SISTERS)
def test_two_handed_swords_need_room(key):
    close, opened = (sheets.weapon(B.sheets[key], "two_hand_sword", opened=order) for order in (False, True))

    assert (close.len, close.hvy, close.med, close.lt) == (7, 9, 7, 6)
    assert (opened.len, opened.hvy, opened.med, opened.lt) == (8, 12, 10, 9)


@pytest.mark.rule("QAD-3.014-n5")
def test_the_nluss_two_handed_sword():
    close, opened = (sheets.weapon(B.sheets["nluss"], "two_hand_sword", opened=order) for order in (False, True))

    assert (close.len, close.med, opened.len, opened.med) == (8, 9, 9, 12)


@pytest.mark.rule("QAD-3.015-n6", "QAD-3.015-G2")
def test_the_tane_spear_is_longer_in_a_charge():
    plain, charging = (sheets.weapon(B.sheets["tane"], "spear", charging=charge) for charge in (False, True))

    assert (plain.len, plain.med, plain.lt) == (9, 11, 9)
    assert (charging.len, charging.med, charging.lt) == (11, 14, 11)
    assert sheets.weapon(B.sheets["tane"], "mace", charging=True).len == 2


@pytest.mark.rule("QAD-3.014-n2", "QAD-3.014-G1")
def test_nluss_in_regular_service_have_the_nations_lines_and_their_own_swords():
    serving = B.sheets["tsolyani_nluss"]

    assert sheets.weapon(serving, "two_hand_sword", opened=True).med == 12
    assert [sheets.weapon(serving, "two_hand_sword", opened=order).len for order in (False, True)] == [8, 9]
    mace = sheets.weapon(serving, "mace")
    assert (mace.med, mace.len) == (5, 3), "each number by itself"
    assert sheets.weapon(serving, "spear").med == 13
    assert sheets.weapon(serving, "halberd").hvy == 14
    assert B.troops["tsolyani_nluss", "medium"].walk.open == 200
    assert (B.troops["tsolyani_nluss", "medium"].front, B.troops["nluss", "medium"].front) == (20, 25)
    assert set(B.troops["tsolyani_nluss", "heavy"].notes) == {"long_charge", "staggers"}


@pytest.mark.rule(
    "QAD-3.002-n4", "QAD-3.006-n5", "QAD-3.013-n3", "QAD-3.014-n1", "QAD-3.015-n1", "QAD-3.016-n2", "QAD-3.017-n1",
    "QAD-3.019-n3", "QAD-3.021-n1", "QAD-3.023-n1",
)  # fmt: skip
def test_who_uses_no_magic():
    without = [key for key, sheet in B.sheets.items() if not sheets.has_magic(sheet) and sheet.printed]

    assert without == [
        "shen", "ahoggya", "ghaton_tsolei", "nluss", "tane", "pachi_lei", "hlaka", "chyrstall", "swamp_folk", "hlutrgu",
        "undead", "qol",
    ]  # fmt: skip


@pytest.mark.rule(
    "QAD-3.001-n2", "QAD-3.003-n1", "QAD-3.004-n1", "QAD-3.005-n1", "QAD-3.007-n3", "QAD-3.008-n3", "QAD-3.009-n3",
    "QAD-3.010-n3", "QAD-3.011-n3", "QAD-3.012-n3", "QAD-3.018-n1", "QAD-3.020-n1", "QAD-3.022-n1", "QAD-3.024-n1",
)  # fmt: skip
def test_on_which_column_magic_users_roll():
    def columns(key):
        return [sheets.power_column(B.sheets[key], figure) for figure in (1, 2, 3)]

    for key in ("pe_choi", "urunen", "ssu_black", "hluss", "pygmy_folk", *SISTERS):
        assert columns(key) == [1, 2, 2]
    assert columns("ssu_grey") == columns("tinaliya") == [2, 2, 2]
    assert columns("shunned_ones") == [1, 1, 1]


@pytest.mark.rule("QAD-3.002-n5", "QAD-3.006-n8", "QAD-3.006-G4", "QAD-3.018-n2")
def test_notes_are_flags_with_their_numbers():
    assert B.notes["long_artillery"].percent == 25
    assert [sheets.artillery_range(B.sheets[key], 400) for key in ("shen", "tsolyani")] == [500, 400]
    assert (B.notes["attacks_shen"].percent, B.notes["attacks_shen"].within) == (30, 500)
    assert B.notes["defends_mother"].within == 75
    assert sheets.missile(B.sheets["ahoggya"], "javelin").ammunition == 3
    assert sheets.line(B.sheets["hluss"], "brood_mother").open == 0
    assert not [w for w in B.sheets["hluss"].weapons if w.key == B.kits["brood_mother"].melee]


@pytest.mark.rule("QAD-3.005-n2")
def test_the_sorcerers_of_the_black_ssu_wear_armour():
    assert [key for key, sheet in B.sheets.items() if sheets.armoured_sorcerers(sheet)] == ["ssu_black"]


def test_every_note_of_a_sheet_is_a_flag_or_a_number_and_has_a_chapter():
    used = {note for sheet in B.sheets.values() for note in sheet.notes}

    assert used == set(B.notes)
    assert len({note.rule for note in B.notes.values()}) == len(B.notes)


@pytest.mark.rule(
    "QAD-3.003-G1", "QAD-3.005-G1", "QAD-3.005-G2", "QAD-3.006-G1", "QAD-3.008-G1", "QAD-3.008-G2", "QAD-3.009-G2",
    "QAD-3.013-G1", "QAD-3.013-G2", "QAD-3.013-G3", "QAD-3.013-G4", "QAD-3.013-G5", "QAD-3.013-G8", "QAD-3.015-G1",
    "QAD-3.021-G1", "QAD-3.007-G1",
)  # fmt: skip
def test_cells_that_had_to_be_read_twice():
    of = B.sheets

    assert (of["urunen"].moves[0].road, of["urunen"].moves[0].open) == (220, 260)
    assert sheets.weapon(of["ssu_black"], "short_spear").len == 5
    assert sheets.missile(of["ssu_grey"], "medium_crossbow").range == 220
    assert sheets.weapon(of["ahoggya"], "spear").hvy == 19
    assert sheets.armour(of["yan_koryani"], "med", "buckler") == 12
    assert B.troops["yan_koryani", "heavy"].walk.open == 180
    assert B.legions["mu_ugalavyani_sk"].morale == 2
    assert (sheets.weapon(of["ghaton_tsolei"], "serudla_sword").len, of["ghaton_tsolei"].weapons[8].med) == (11.5, 13)
    assert (B.legions["ghaton_humans"].morale, B.legions["ghaton_serudla"].morale) == (10, 10)
    assert B.legions["tsolei_e_1"].group == "Ríss Isle"
    assert sheets.missile(of["ghaton_tsolei"], "long_bow").attack == 6
    assert [sheets.armour(of["ghaton_tsolei"], "srl", guard) for guard in ("shield", "none")] == [25, 20]
    assert [sheets.armour(of["tane"], "sro", guard) for guard in ("shield", "buckler")] == [35, 25]
    assert (of["swamp_folk"].moves[0].forced, of["hlutrgu"].moves[0].forced) == (0, 0)


@pytest.mark.rule("QAD-0.110-b")
def test_a_sheet_can_be_found_by_its_number():
    assert sheets.numbered(B.sheets, "3.002") == "shen"
    assert sheets.numbered(B.sheets, "3.007") == "tsolyani"
    assert sheets.numbered(B.sheets, "3.027") == ""


@pytest.mark.rule("QAD-3.013-G7", "QAD-3.015-G4", "QAD-3.025-G3")
def test_beasts_and_undead_are_armed_by_kits():
    assert (B.kits["serudla"].missile, sheets.missile(B.sheets["ghaton_tsolei"], "serudla_acid").rof) == (
        "serudla_acid",
        1,
    )
    assert (B.kits["sro_spear"].melee, B.kits["sro_spear"].secondary) == ("sro_spear", "sro_sword")
    assert [key for key, kit in B.kits.items() if kit.sheet == "undead"] == [
        "mrur_pike", "mrur_spear", "shedra_halberd", "vorodla_axe",
    ]  # fmt: skip
