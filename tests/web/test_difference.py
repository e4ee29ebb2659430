"""The client makes of differences what the server means: whole games, applied by JavaScript, byte for byte."""

from itertools import pairwise
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

import arbiter
from arbiter.bots import find
from arbiter.core.differences import difference
from arbiter.testing.wire import picture
from tests.core.test_differences import pictures

APPLY = """async ([first, steps]) => {
  const { apply } = await import("/web/difference.js");
  const byName = (value) => Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]));
  const plain = (value) => value === null || typeof value !== "object";
  const sorted = (value) => plain(value) ? value : Array.isArray(value) ? value.map(sorted) : byName(value);
  const text = (value) => JSON.stringify(sorted(value));
  let shown = JSON.parse(first);
  return steps.map(([change, whole], at) => {
    const before = text(shown);
    const made = apply(shown, JSON.parse(change));
    const kept = text(shown) === before;
    shown = made;
    return kept && text(made) === text(JSON.parse(whole)) ? null : [at, text(made), text(JSON.parse(whole))];
  }).filter((wrong) => wrong !== null);
}"""


def recorded(game: str, seats: int, seed: int, **options) -> dict[int | None, list[dict]]:
    """What everybody is shown, from the first answer of a game to its last."""
    table, rng, bot = arbiter.new(game, seats=seats, seed=seed, options=options), Random(seed), find("random")
    seen: dict[int | None, list[dict]] = {seat: [picture(table, seat)] for seat in [*range(seats), None]}
    while not table.over:
        ask = table.asks[0]
        table.answer(ask.seat, bot.answer(table, ask.seat, ask, rng))
        for seat, shown in seen.items():
            shown.append(picture(table, seat))
    return seen


def encode(value) -> str:
    return msgspec.json.encode(value).decode()


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("epix", 4, {"rules": "advanced"}), ("yummell", 3, {"track": "built", "supporters": "dealt", "round_limit": 12})],
    ids=["epix", "yummell"],
)
def test_javascript_follows_a_whole_game_by_differences(page, house, game, seats, options):
    page.goto(house.address)
    for shown in recorded(game, seats, 5, **options).values():
        changes = [difference(old, new) for old, new in pairwise(shown)]
        steps = [[encode(change), encode(whole)] for change, whole in zip(changes, shown[1:], strict=True)]
        assert len(steps) > 50
        assert page.evaluate(APPLY, [encode(shown[0]), steps]) == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(old=pictures, new=pictures)
def test_javascript_applies_any_difference(page, house, old, new):
    if page.url == "about:blank":
        page.goto(house.address)
    assert page.evaluate(APPLY, [encode(old), [[encode(difference(old, new)), encode(new)]]]) == []
