"""The client's words are the rules' words: JavaScript says every message as Python does."""

from random import Random

import msgspec
import pytest

import arbiter
from arbiter.bots import find
from arbiter.core.messages import say

CATALOGUE = {
    "plain": "Nothing to fill in.",
    "one": "{seat:seat} pays {gold} Gold for {card:card}.",
    "list": "{seats:seat} hold {cards:card} and {numbers}",
    "odd": "{x}{x:card}{ x }{x:}{}{missing}{x:card.deep}",
    "äöü": "{größe} {größe:card}",
    "card.moth": "the Moth",
    "card.3": "the Three",
    "card.True": "a yes",
    "card.None": "no card",
    "card.deep.moth": "a deep Moth",
    "constructor": "{toString} is only a name",
    "many": "{n} {n|guess|guesses}, {list|one|more}, {n||s}{n|a|}",
    "bends": "{unit:unit.many} and {unit:unit.one}, {unit:unit}, {units:unit.many}",
    "unit.many.knight": "Knights",
    "unit.knight": "Knight",
    "why": "because {reason}; {reasons}",
    "called.Red Guard": "Garde rouge",
}
FRENCH = CATALOGUE | {"language": "fr", "nobody": "personne"}
NAMES = ["Ann", "Ben", "Ziyi 2"]
CASES = [
    ("plain", {}),
    ("one", {"seat": 1, "gold": 12, "card": "moth"}),
    ("one", {"seat": None, "gold": -3, "card": "unknown"}),
    ("one", {}),
    ("list", {"seats": [0, 2], "cards": ["moth", 3], "numbers": [1, [2, 3], "x"]}),
    ("list", {"seats": [], "cards": [], "numbers": []}),
    ("list", {"seats": 2, "cards": True, "numbers": False}),
    ("odd", {"x": "moth"}),
    ("odd", {"x": None}),
    ("list", {"seats": 1, "cards": [], "numbers": ["Red Guard", "Guard, Red Guard", True]}),
    ("odd", {"x": True}),
    ("äöü", {"größe": "moth"}),
    ("one", {"seat": 0, "gold": 2.5, "card": "a{gold}"}),
    ("no such key", {"x": 1}),
    ("toString", {}),
    ("constructor", {}),
    *(("many", {"n": n, "list": list}) for n, list in [(1, [4]), (0, []), (2, [1, 2]), (-1, "x"), (1.5, True)]),
    ("many", {"n": None, "list": False}),
    ("many", {}),
    ("bends", {"unit": "knight", "units": ["knight", "ogre"]}),
    ("bends", {"unit": None, "units": []}),
    ("why", {"reason": {"key": "many", "args": {"n": 3, "list": []}}, "reasons": [{"key": "plain"}, 2]}),
    ("a sentence of {n} words is its own", {"n": 3}),
]

SAY = """async ([catalogue, names, cases]) => {
  const { say } = await import("/web/say.js");
  return cases.map(([key, args]) => say(catalogue, key, args, (seat) => names[seat]));
}"""


@pytest.mark.parametrize("catalogue", [CATALOGUE, FRENCH], ids=["en", "fr"])
def test_javascript_says_what_python_says(page, house, catalogue):
    page.goto(house.address)
    said = page.evaluate(SAY, [catalogue, NAMES, CASES])
    assert said == [say(catalogue, key, args, NAMES.__getitem__) for key, args in CASES]


def spoken_in_a_game(seed: int) -> list[tuple[str, dict]]:
    """Everything that is said in a random game of Epix: prompts, options, events, the outcome."""
    table, rng, bot = (
        arbiter.new("epix", seats=4, seed=seed, options={"rules": "advanced"}),
        Random(seed),
        find("random"),
    )
    said = []
    while not table.over:
        ask = table.asks[0]
        wire = ask.wire()
        said.append((wire["prompt"], wire["args"]))
        said += [(option.key, option.args) for option in [*wire.get("options", ()), *wire.get("parts", ())]]
        table.answer(ask.seat, bot.answer(table, ask.seat, ask, rng))
    said += [(event.key, event.args) for event in table.events(0)]
    said.append((table.outcome.why, table.outcome.args))
    return said


def test_javascript_says_a_whole_game_of_epix_as_python_does(page, house):
    catalogue, names = dict(arbiter.find("epix").catalogue()), ["Ann", "Ben", "Cid", "Dot"]
    cases = msgspec.to_builtins(spoken_in_a_game(3))
    page.goto(house.address)
    said = page.evaluate(SAY, [catalogue, names, cases])
    assert said == [say(catalogue, key, args, names.__getitem__) for key, args in cases]
    assert len(said) > 200


LOG = """async (catalogue) => {
  const { Log } = await import("/web/log.js");
  const { parts } = await import("/web/say.js");
  const list = document.createElement("ol");
  const words = { has: (key) => key in catalogue, parts: (key, args) => parts(catalogue, key, args, String) };
  new Log(list).hear({ from: 0, events: [["strike", {}], ["strike.sum", { n: 4 }]] }, words);
  return list.innerHTML;
}"""


def test_a_long_sum_stands_behind_a_word(page, house):
    page.goto(house.address)
    catalogue = {"strike": "They strike.", "strike.sum": "1 + 3 = {n}", "detail.strike.sum": "Why {n}"}
    assert page.evaluate(LOG, catalogue) == (
        '<li>They strike.</li><li class="detail"><details><summary>Why 4</summary>1 + 3 = 4</details></li>'
    )
