"""0.134: kinds of terrain, the twelve fields, and fields made by chance."""

from random import Random

import pytest

from arbiter.games.qadardalikoi import terrain
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.geometry import MM
from arbiter.games.qadardalikoi.ground import ground

B = book()


def dice(seed):
    rng = Random(seed)
    return lambda sides: rng.randint(1, sides)


def lanes(field, step=20):
    """How many approaches of 400 mm lead straight from edge to edge, side by side, without anything that is closed."""
    closed = [piece for piece in terrain.pieces(field) if B.terrain[piece.kind].closed]
    spans = [(min(x for x, _ in piece.outline), max(x for x, _ in piece.outline)) for piece in closed]
    found, at = 0, 0
    while at + terrain.LANE <= field.width:
        hit = [right for left, right in spans if left < at + terrain.LANE and right > at]
        if hit:
            at = max(max(hit), at + step)
        else:
            found, at = found + 1, at + terrain.LANE
    return found


@pytest.mark.rule("QAD-0.134-h")
def test_the_kinds_of_terrain():
    groups = terrain.groups()

    assert set(groups) == {"road", "water", "woods", "slope", "swamp", "misc", "work"}
    assert {"ruins", "village"} <= set(groups["misc"])
    assert sum(len(kinds) for kinds in groups.values()) == len(B.terrain)


@pytest.mark.rule("QAD-0.134-G2")
def test_water_is_closed_but_for_bridges_and_fords():
    assert [B.terrain[kind].closed for kind in ("river", "lake", "bridge", "ford")] == [True, True, False, False]
    assert (B.terrain["bridge"].going, B.terrain["ford"].going) == ("road", "swamp")


@pytest.mark.rule("QAD-0.134-i")
def test_slopes_by_their_incline():
    assert [terrain.slope(n) for n in (10, 44, 45, 46, 89, 90)] == ["light_slope"] * 2 + ["heavy_slope"] * 3 + ["cliff"]


@pytest.mark.rule("QAD-0.134-f")
def test_no_swamp_in_a_desert():
    assert terrain.why_not_here("swamp", "desert").rule == "QAD-0.134-f"
    assert terrain.why_not_here("swamp", "swamp") is None
    assert terrain.why_not_here("road", "desert") is None


@pytest.mark.rule("QAD-0.134-g")
def test_the_usual_table_is_four_by_eight_feet():
    assert terrain.size() == (2438, 1219)
    assert terrain.size(3000, 1500) == (3000, 1500)


@pytest.mark.rule("QAD-0.134-b", "QAD-GEO-19", "QAD-0.134-C1")
def test_a_designed_field_becomes_ground():
    land = terrain.land(B.battlefields["red_plain"], "mist")

    assert (land.width, land.depth, land.weather) == (2438 * MM, 1219 * MM, "mist")
    rise = next(one for one in land.features if one.kind == "light_slope")
    assert rise.height == 2540
    assert ground(land).height(1900 * MM, 400 * MM) == 2540
    assert ground(land).height((2438 - 1900) * MM, (1219 - 400) * MM) == 2540, "the twin of the rise"
    assert ground(land).height(1219 * MM, 600 * MM) == 0


@pytest.mark.rule("QAD-0.134-C1")
def test_there_are_twelve_fields_of_the_kinds_asked_for():
    kinds = {key: {piece.kind for piece in one.pieces} for key, one in B.battlefields.items()}

    assert len(kinds) == 12
    assert sum({"river", "bridge", "ford"} <= found for found in kinds.values()) == 2
    assert sum("cliff" in found for found in kinds.values()) == 2
    assert sum({"trench", "palisade"} <= found for found in kinds.values()) == 1
    for key in ("two_bridges", "slow_water"):
        on = terrain.pieces(B.battlefields[key])
        assert len({piece.outline for piece in on if piece.kind == "bridge"}) == 2


@pytest.mark.rule("QAD-0.134-C1")
@pytest.mark.parametrize("key", B.battlefields)
def test_every_field_can_be_crossed_and_is_fair_or_says_whom_it_favours(key):
    field = B.battlefields[key]

    assert lanes(field) >= 2
    assert field.symmetric or field.bonus
    assert field.depth - 2 * (field.depth // 4) >= 600
    for piece in terrain.pieces(field):
        for x, y in (*piece.outline, *piece.line):
            assert 0 <= x <= field.width
            assert 0 <= y <= field.depth


@pytest.mark.rule("QAD-0.134-a", "QAD-0.134-c")
@pytest.mark.parametrize("region", terrain.MINOR)
def test_a_field_by_chance_fits_its_country(region):
    for seed in range(30):
        field = terrain.field_of(region, dice(seed))
        assert 3 <= len(field.pieces) <= 5
        assert lanes(field) >= 2
        assert all(terrain.why_not_here(piece.kind, region) is None for piece in field.pieces)
        for piece in terrain.pieces(field):
            assert all(0 <= x <= field.width and 0 <= y <= field.depth for x, y in piece.outline)
    assert terrain.field_of(region, dice(1)) == terrain.field_of(region, dice(1))


@pytest.mark.rule("QAD-0.134-e")
def test_landmarks_of_the_map_stand_at_their_places():
    field = terrain.field_of("plain", dice(4), landmarks=[("village", 50, 50)])
    village = next(piece for piece in terrain.pieces(field) if piece.kind == "village")

    xs, ys = [x for x, _ in village.outline], [y for _, y in village.outline]
    assert min(xs) < field.width / 2 < max(xs)
    assert min(ys) < field.depth / 2 < max(ys)
    assert sum(piece.kind == "village" for piece in terrain.pieces(field)) == 1


@pytest.mark.rule("QAD-2.115-a", "QAD-2.115-b", "QAD-2.115-c", "QAD-2.115-G1")
def test_slopes_by_the_distance_of_their_contours():
    spacings = (2541, 2540, 1271, 1270, 100)

    assert [terrain.slope_of(n) for n in spacings] == ["light_slope", "heavy_slope", "heavy_slope", "cliff", "cliff"]


@pytest.mark.rule("QAD-0.410-o")
def test_stakes_protect_both_flanks():
    left, right = terrain.stakes(0, 2400, 300, far_side=False)

    assert left.line == ((40, 330), (360, 330))
    assert right.line == ((2040, 330), (2360, 330))
    assert B.terrain["stakes"].obstacle
    assert terrain.stakes(0, 2400, 900, far_side=True)[0].line[0] == (40, 870)
