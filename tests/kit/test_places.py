"""Places and ways."""

from arbiter.core import Link
from arbiter.kit.places import Ways

ISLE = Ways(
    {"inn": (0, 0), "mill": (10, 0), "fen": (10, 10), "cave": (0, 10), "wreck": (30, 30)},
    [("inn", "mill", "road"), ("mill", "fen", "road"), ("fen", "cave", "path"), ("cave", "inn", "path")],
)


def march(points, roads, bogs=()):
    """A traveller with so many points, so many roads free, who must stop in a bog."""

    def step(purse, way):
        left, free = purse
        if way.kind == "road" and free:
            return (left, free - 1), way.to not in bogs
        return ((left - 1, free), way.to not in bogs) if left else None

    return (points, roads), step


def test_what_can_be_reached_comes_with_a_shortest_way():
    assert ISLE.reach("inn", *march(2, 0)) == {"mill": ("mill",), "cave": ("cave",), "fen": ("mill", "fen")}
    assert ISLE.reach("inn", *march(1, 0)) == {"mill": ("mill",), "cave": ("cave",)}


def test_a_place_may_end_the_way_and_a_kind_of_way_may_cost_nothing():
    assert set(ISLE.reach("inn", *march(2, 0, bogs=("mill", "cave")))) == {"mill", "cave"}
    assert ISLE.reach("inn", *march(0, 2)) == {"mill": ("mill",), "fen": ("mill", "fen")}


def test_distances_are_counted_in_ways_and_some_places_are_out_of_reach():
    assert ISLE.distance("inn", "fen") == 2
    assert ISLE.distance("fen", "fen") == 0
    assert ISLE.distance("inn", "wreck") is None
    assert ISLE.distances("inn") == {"inn": 0, "mill": 1, "cave": 1, "fen": 2}


def test_a_board_draws_itself():
    ring = Ways({place: ISLE.at[place] for place in ("inn", "mill", "fen", "cave")}, ISLE.links)
    outlines = ring.outlines(4)

    assert set(outlines) == {"inn", "mill", "fen", "cave"}
    assert set(outlines["inn"]) & set(outlines["mill"]), "neighbours share a border"
    assert ring.drawn("place.{}".format)[0] == Link("way.inn.mill", "place.inn", "place.mill", "road")
