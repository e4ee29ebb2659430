"""Pictures and their differences: what is sent is little, and gives the same picture again."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.core import Region, Scene, Token, Tray
from arbiter.core.differences import apply, difference


def as_json(value) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(msgspec.json.encode(value)), order="deterministic")


def sent(old, new):
    """The difference as the page gets it."""
    return msgspec.json.decode(msgspec.json.encode(difference(old, new)))


def rows(changed: dict) -> dict:
    return {"~": {"x": {"@": changed}}}


def things(*ids: str, **facts) -> list[dict]:
    return [{"id": id, **facts} for id in ids]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"a": 1}, {"a": 1}, {}),
        ({"a": 1}, {"a": 2}, {"+": {"a": 2}}),
        ({"a": 1}, {"b": 1}, {"-": ["a"], "+": {"b": 1}}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, {"~": {"a": {"+": {"c": 3}}}}),
        ({"a": {"b": 1}}, {"a": 5}, {"+": {"a": 5}}),
        ({"a": [1, 2]}, {"a": [1, 3]}, {"+": {"a": [1, 3]}}),
        ({"a": None}, {}, {"-": ["a"]}),
        ({"a": 1}, {"a": True}, {"+": {"a": True}}),
        ({"a": [1]}, {"a": [1.0]}, {"+": {"a": [1.0]}}),
        ({"x": ["a", "b"]}, {"x": ["b", "c"]}, {"~": {"x": {"-": ["a"], "+": [[1, "c"]]}}}),
        ({"x": ["a", "a"]}, {"x": ["a"]}, {"+": {"x": ["a"]}}),
        ({"x": ["a"]}, {"x": []}, {"+": {"x": []}}),
        ({"x": ["a"]}, {"x": [{"id": "a"}]}, {"+": {"x": [{"id": "a"}]}}),
        ({"x": [{"id": "a"}]}, {"x": [{"id": "b"}]}, {"+": {"x": [{"id": "b"}]}}),
        (
            {"x": [{"row": "might", "value": 3}, {"row": "craft", "value": 3}]},
            {"x": [{"row": "might", "value": 3}, {"row": "craft", "value": 4}]},
            rows({"1": {"+": {"value": 4}}}),
        ),
        ({"x": [10001, 10002, 10003]}, {"x": [10001, 7, 10003]}, {"~": {"x": {"=": {"1": 7}}}}),
        ({"x": [10001, 10002, 10003]}, {"x": [10001, 10002]}, {"~": {"x": {"#": 2}}}),
        (
            {"x": [{"value": [n, "long"]} for n in range(9)]},
            {"x": [{"value": [n, "long"]} for n in (0, 1, 4, 5, 20, 6, 7, 8)]},
            {"~": {"x": {"#": 8, "<": [[2, 4, 2], [5, 6, 3]], "=": {"4": {"value": [20, "long"]}}}}},
        ),
        ({"x": ["long" * 9, "long" * 9]}, {"x": ["long" * 9] * 3}, {"~": {"x": {"#": 3, "<": [[2, 0, 1]]}}}),
    ],
)
def test_a_difference_says_no_more_than_it_must(old, new, expected):
    assert as_json(difference(old, new)) == as_json(expected)
    assert as_json(apply(old, sent(old, new))) == as_json(new)


def test_a_changed_thing_sends_its_changed_fields():
    old = {"tokens": [{"id": "knight", "on": "B4", "icon": "horse"}, {"id": "camp", "on": "B4", "icon": "tent"}]}
    new = {"tokens": [{"id": "knight", "on": "C5", "icon": "horse"}, {"id": "camp", "on": "B4", "icon": "tent"}]}
    assert difference(old, new) == {"~": {"tokens": {"~": {"knight": {"+": {"on": "C5"}}}}}}


def test_things_that_come_go_and_move_keep_their_order():
    old = {"x": things("a", "b", "c", "d", "e")}
    new = {"x": things("e", "a", "new", "b", "d")}
    assert difference(old, new) == {"~": {"x": {"-": ["c"], "+": [[0, "e"], [2, {"id": "new"}]]}}}
    assert apply(old, sent(old, new)) == new


def test_a_thing_can_move_in_its_list_and_change():
    old = {"x": things("a", "b", "c", at=1)}
    new = {"x": [*things("c", at=2), *things("a", "b", at=1)]}
    assert difference(old, new) == {"~": {"x": {"~": {"c": {"+": {"at": 2}}}, "+": [[0, "c"]]}}}
    assert apply(old, sent(old, new)) == new


def test_what_has_not_changed_is_shared_and_the_old_picture_stays():
    old = {"same": {"deep": [1]}, "x": things("a", "b")}
    before = as_json(old)
    made = apply(old, difference(old, {"same": {"deep": [1]}, "x": things("b")}))
    assert made["same"] is old["same"]
    assert made["x"][0] is old["x"][1]
    assert as_json(old) == before


def test_the_difference_of_scenes_leaves_out_what_stays():
    sea = Region("sea", [(0, 0), (8, 0), (8, 5)], (4, 2.5))
    old = Scene((8, 5), [sea], tokens=[Token("ship", "sea", "sail")], icons={"sail": "M0 0"})
    new = Scene((8, 5), [sea], tokens=[Token("ship", "dock", "sail")], trays=[Tray("dock")], icons={"sail": "M0 0"})
    change = sent({"scene": old}, {"scene": new})["~"]["scene"]
    assert change == {"+": {"trays": [{"id": "dock"}]}, "~": {"tokens": {"~": {"ship": {"+": {"on": "dock"}}}}}}
    assert as_json(apply(msgspec.to_builtins(old), change)) == as_json(new)
    back = sent({"scene": new}, {"scene": old})["~"]["scene"]
    assert back == {"-": ["trays"], "~": {"tokens": {"~": {"ship": {"+": {"on": "sea"}}}}}}


names = st.sampled_from(["a", "b", "c", "id", "-", "+", "~", "=", "@", "#"])
leaves = st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from([0.0, 1.0, 2.5]) | st.sampled_from("abc")
with_ids = st.lists(st.tuples(st.sampled_from("abcdefgh"), leaves), max_size=8, unique_by=lambda thing: thing[0]).map(
    lambda found: [{"id": id, "is": fact} for id, fact in found]
)
values = st.recursive(
    leaves | with_ids,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4) | st.lists(st.sampled_from("abcdef"))
    ),
    max_leaves=24,
)
pictures = st.dictionaries(names, values, max_size=5)


scenes = st.builds(
    Scene,
    st.sampled_from([(8, 5), (0.0, 0.0)]),
    tokens=st.lists(st.builds(Token, st.sampled_from("abcdef"), st.sampled_from("xyz"), st.just("sail")), max_size=6),
    trays=st.lists(st.builds(Tray, st.sampled_from("gh")), max_size=3),
    icons=st.dictionaries(names, st.sampled_from(["M0 0", "M" + "1" * 50]), max_size=3),
    colours=st.lists(st.sampled_from(["#123456", "#654321"]), max_size=3),
    focus=st.sampled_from(["", "here"]),
)


@given(pictures, pictures)
def test_applying_a_difference_gives_the_new_picture(old, new):
    assert as_json(apply(old, sent(old, new))) == as_json(new)


@given(scenes, scenes)
def test_applying_the_difference_of_scenes_gives_the_new_scene(old, new):
    made = apply({"scene": msgspec.to_builtins(old)}, sent({"scene": old}, {"scene": new}))
    assert as_json(made) == as_json({"scene": new})


@given(pictures, pictures)
def test_the_parts_may_be_encoded(old, new):
    def encoded(picture):
        return {name: msgspec.Raw(msgspec.json.encode(value)) for name, value in picture.items()}

    assert as_json(apply(old, sent(encoded(old), encoded(new)))) == as_json(new)


@given(with_ids, with_ids)
def test_no_thing_is_sent_that_the_page_has(old, new):
    change = difference({"x": old}, {"x": new})
    had = {thing["id"] for thing in old}
    put = change.get("~", {}).get("x", {}).get("+", [])
    assert not [thing for _, thing in put if isinstance(thing, dict) and thing["id"] in had]


@given(st.permutations("abcdefghij"))
def test_as_few_things_as_possible_move(order):
    change = difference({"x": things(*"abcdefghij")}, {"x": things(*order)})
    moved = change.get("~", {}).get("x", {}).get("+", [])
    longest = max(len(run) for run in rising(order))
    assert len(moved) == len(order) - longest


def rising(order) -> list[list[str]]:
    """Every rising run of an order, the slow way."""
    runs: list[list[str]] = []
    for id in order:
        runs += [[*run, id] for run in runs if run[-1] < id] + [[id]]
    return runs


def scene_of(*marks: str) -> Scene:
    tokens = [Token(f"t{at}", mark, "cross") for at, mark in enumerate(marks)]
    return Scene((10, 10), [Region("a", [(0, 0)], (1, 1))], tokens=tokens)


def test_what_became_of_a_scene_is_told_to_all_alike():
    known: dict = {}
    old, new = {"scene": scene_of("a", "b")}, {"scene": scene_of("a", "c", "c")}
    first, again = difference(old, new, known), difference(old, new, known)
    assert first["~"]["scene"] is again["~"]["scene"]
    assert as_json(first) == as_json(difference(old, new))
