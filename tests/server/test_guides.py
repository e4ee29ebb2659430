"""Guided first games: each is played through as suggested, and otherwise, and tells what it has to tell."""

import secrets
from random import Random

import httpx
import pytest

import arbiter
from arbiter.bots import find
from arbiter.games import find as find_game
from arbiter.server.guides import guide_of, now, told

GUIDED = ("epix", "qadardalikoi", "tekumel", "yummell")
ENOUGH = {"qadardalikoi": 18}
"""About so many answers a person gives in ten minutes: 45, and fewer where orders are written."""


def followed(game: str, luck: int, strays: bool = False) -> tuple[set[int], int]:
    """Which steps were told, and how many that always come were not, to one who follows the bot or does as he likes."""
    guide = guide_of(game)
    table = arbiter.new(game, seats=len(guide.seats), seed=guide.seed, options=guide.options)
    # A captain's advice is quicker than a general's, and asks the same questions.
    seat, rng, clever = guide.seats.index("you"), Random(luck), find("simple" if game in ENOUGH else "clever", None)
    shown: set[int] = set()
    answers = 0
    while not table.over and answers < ENOUGH.get(game, 45):
        for ask in table.asks:
            if ask.seat == seat:
                answers += 1
                told_now = now(guide, table, seat)
                step = told_now["step"]
                shown |= set() if step is None else {step}
                assert step is None or told_now["n"] == len(shown), "steps are counted as they are told"
            own = strays and ask.seat == seat
            table.answer(ask.seat, ask.sample(rng) if own else clever.answer(table, ask.seat, ask, rng))
    return shown, now(guide, table, seat)["left"]


@pytest.mark.parametrize("game", GUIDED)
def test_a_guided_game_tells_all_that_always_comes_in_ten_minutes(game):
    guide = guide_of(game)
    always = {at for at, step in enumerate(guide.step) if not step.may}
    shown, left = followed(game, 1)
    assert always <= shown
    assert left == 0
    assert len(shown) >= len(always) + 1


@pytest.mark.parametrize("game", ["epix", "tekumel", "yummell"])
def test_nearly_all_that_may_come_does_in_one_game_or_another(game):
    shown = followed(game, 1)[0] | followed(game, 2)[0]
    assert len(shown) >= len(guide_of(game).step) - 3


@pytest.mark.parametrize("game", ["epix", "tekumel", "yummell"])
def test_whoever_strays_plays_on(game):
    shown, _ = followed(game, 3, strays=True)
    assert len(shown) >= 4


@pytest.mark.parametrize("game", GUIDED)
def test_a_guide_speaks_of_rules_and_prompts_that_there_are_in_every_language(game):
    guide, ledger, words = guide_of(game), find_game(game).ledger(), find_game(game).catalogue()
    known = {one["id"] for name in ("rule", "gap") for one in ledger[name]}
    for step in guide.step:
        assert step.rule in known
        assert step.prompt in words, step.prompt
        assert len({step.en, step.fr, step.de}) == 3
    assert len({(step.prompt, step.nth) for step in guide.step}) == len(guide.step)
    assert [len(told(game, language)["steps"]) for language in ("en", "fr", "de")] == [len(guide.step)] * 3


def test_a_guided_table_is_set_and_played_at_once(house_at):
    token = secrets.token_urlsafe(18)
    answer = httpx.post(f"{house_at.address}/api/guides/epix", json={"token": token, "name": "Ann"})
    assert answer.status_code == 201, answer.text
    page = house_at.page(answer.json()["table"], token)
    assert page.table["status"] == "playing"
    assert page.table["guide"]["step"] == 0
    book = httpx.get(f"{house_at.address}/api/tables/{answer.json()['table']}/book?language=de").json()
    assert book["guide"]["steps"][0]["text"].startswith("Willkommen")
    before = page.ask["id"]
    assert page.answer(page.ask["options"][0]["value"])["type"] == "accepted"
    page.until_table(lambda seen: seen["asks"] and seen["asks"][0]["id"] != before)
    assert page.table["guide"]["step"] == 1
    assert "guide" not in house_at.page(answer.json()["table"]).table
    missing = httpx.post(f"{house_at.address}/api/guides/beacons", json={"token": token})
    assert missing.json()["key"] == "house.no_guide"
    assert httpx.post(f"{house_at.address}/api/guides/chess", json={"token": token}).status_code == 404
