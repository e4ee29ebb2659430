"""Packs of one's own: an Encounter more, a blade under another name, and what is wrong with a faulty one."""

import json
from random import Random

import pytest
from typer.testing import CliRunner

import arbiter
from arbiter.cli.app import app
from arbiter.content import PackError
from arbiter.games.tekumel import GAME
from arbiter.games.tekumel.book import book

from . import table
from .table import hero, position

PACK = """
[pack]
name = "The ford"
replaces = ["equipment.Q01"]

[encounter.X01]
name = "Ferryman of the Ford"
people = "Tsolyáni"
human = true
size = "single"
stance = "friendly"
magic = 1
ranged = 1
melee = 2
health = 2
evade = "easy"
talk = [{ op = "gain", res = "kaitar", n = 1 }]
text = "He pays a Káitar for a tale."

[equipment.Q01]
name = "Ferryman's Pole"
kind = "weapon"
use = "always"
cost = 2
effects = [{ op = "attack", phase = "melee", n = 1 }]
text = "Melee +1."
"""


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "ford.toml"
    file.write_text(PACK, encoding="utf-8")
    return file


def test_a_pack_brings_cards_and_the_words_for_them(file):
    text = GAME.install(file)
    table = arbiter.new("tekumel", 2, seed=1, options={"packs": [text], "round_limit": 2})
    rng = Random(1)
    while not table.over:
        for ask in table.asks:
            table.answer(ask.seat, ask.sample(rng))

    assert arbiter.load(table.save()).state == table.state
    for language in GAME.languages:
        words = table.catalogue(language)
        assert (words["card.X01"], words["card.Q01"]) == ("Ferryman of the Ford", "Ferryman's Pole")
        assert not [key for key in words if key.endswith(".Q01") and key.startswith("card.") and key != "card.Q01"]
    assert "card.X01" not in GAME.catalogue()


def test_a_faulty_pack_is_refused_with_its_file_and_what_was_expected(file):
    file.write_text(PACK.replace('size = "single"', 'size = "tiny"'), encoding="utf-8")

    with pytest.raises(PackError, match=r"ford\.toml.*encounter\.X01.*size"):
        GAME.install(file)


def test_only_who_runs_the_program_brings_packs():
    assert GAME.operator_options == ("packs",)


def test_the_command_line_takes_packs(file):
    arguments = ["sim", "tekumel", "--seats", "2", "--games", "2", "-o", "round_limit=2", "--workers", "1"]
    run = CliRunner().invoke(app, [*arguments, "--pack", str(file), "--json"])

    assert run.exit_code == 0, run.output
    assert json.loads(run.stdout)["options"]["packs"] == [str(file)]


CARD = """
[pack]
name = "One card"
{where}
name = "A card"
text = "What it does."
{fields}
effects = [{effect}]
"""
PLAYED = {"where": "[action.X1]", "fields": 'copies = 1\nwhen = ["movement"]'}
TESTED = {"where": "[action.X1]", "fields": 'copies = 1\nwhen = ["test"]'}
OWNED = {"where": "[equipment.X1]", "fields": 'kind = "gear"\nuse = "always"\ncost = 2'}


@pytest.mark.parametrize(
    ("entry", "effect", "complaint"),
    [
        (PLAYED, '{ op = "foe", id = "F1" }', "expected 'foe' only at: row, talk, reward"),
        (PLAYED, '{ op = "auto_evade" }', "expected 'auto_evade' only at: evade"),
        (TESTED, '{ op = "wound", n = 1, target = "hero" }', "expected 'wound' only at: movement, own_turn,"),
        (TESTED, '{ op = "test", skill = "mind", level = "easy" }', "expected 'test' only at: movement, own_turn,"),
        (PLAYED, '{ op = "mission_lan", n = 1 }', "expected 'mission_lan' only at: mission"),
        (PLAYED, '{ op = "carry", n = 1 }', "'carry' works only while its card lies there"),
        (PLAYED, '{ op = "on", event = "refresh", then = [{ op = "stay" }] }', "expected an event of this turn"),
        (PLAYED, '{ op = "on", event = "mooved", then = [{ op = "stay" }] }', "there is no mooved"),
        (PLAYED, '{ op = "know", languages = ["latin"], scope = "turn" }', "there is no latin"),
        (PLAYED, '{ op = "know", languages = "any" }', "expected a scope"),
        (PLAYED, '{ op = "no_stop", n = 1, terrain = "bog" }', "there is no bog"),
        (
            OWNED,
            '{ op = "gain", res = "kaitar", n = 1 }',
            "expected what can be in force while it lies there, not 'gain'",
        ),
        (OWNED, '{ op = "prevent", n = 1, phases = ["melee"], per = "use" }', "expected how often it cancels wounds"),
        (OWNED, '{ op = "terrain_penalty", terrains = ["bog"], n = -1 }', "there is no bog"),
        (
            OWNED,
            '{ op = "on", event = "refresh", then = [{ op = "carry", n = 1 }] }',
            "expected something that happens",
        ),
        (
            OWNED,
            '{ op = "if", tests = [{ is = "realm_not", realm = "rome" }], then = [{ op = "carry", n = 1 }] }',
            "there is no rome",
        ),
    ],
)
def test_an_effect_that_could_do_nothing_or_would_break_a_game_is_refused(entry, effect, complaint):
    with pytest.raises(PackError, match=r"X1: effects: .*" + complaint):
        book((CARD.format(effect=effect, **entry),))


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        (
            PACK.replace('stance = "friendly"', 'stance = "friendly"\nlanguages = ["latin"]'),
            "X01: languages: there is no",
        ),
        (
            PACK.replace('stance = "friendly"', 'stance = "friendly"\nreligion = "mithras"'),
            "X01: religion: there is no",
        ),
    ],
)
def test_an_encounter_speaks_and_believes_what_there_is(entry, complaint):
    with pytest.raises(PackError, match=complaint):
        book((entry,))


def test_a_table_has_a_row_for_every_result_of_the_die():
    short = '[pack]\nname = "x"\nreplaces = ["adventure.sea"]\n\n[adventure.sea]\nname = "Sea"\n'
    short += '[[adventure.sea.rows]]\nroll = 1\nname = "Calm"\ntext = "Nothing."\neffects = []\n'

    with pytest.raises(PackError, match=r"adventure\.sea: rows: expected one row for each result"):
        book((short,))


HURTS = """
[pack]
name = "Blows of fate"
replaces = ["action.A01"]

[action.A01]
name = "Blow of Fate"
copies = 2
when = ["movement", "market", "meeting"]
effects = [{ op = "wound", n = 9, target = "hero" }]
text = "Your Hero takes 9 wounds."
sign = "negative"
mission = [{ op = "wound", n = 9, target = "hero" }]
mission_text = "The completing Hero takes 9 wounds."
"""


@pytest.mark.parametrize(
    ("step", "answers"),
    [
        ("movement", [("play", "A01a")]),
        ("market", ["open", "", ("play", "A01a")]),
        ("encounters", [("hero", "1"), ("play", "A01a")]),
        ("missions", [("attempt", ""), ("play", "A01b")]),
    ],
)
def test_who_falls_by_a_card_leaves_nothing_lying_about(step, answers):
    t = position(
        hero("H3", at="32", hand="A01", items="", mission="M15", kaitar=7, wounds=7),
        hero("H1", at="32", hand="A01b", items=""),
        step=step,
        packs=(HURTS,),
    )
    for answer in answers:
        t.say(answer)

    s = t.state
    assert (t.told("defeated"), s.mover) == ([{"seat": 0}], 1)
    assert (s.loose, s.market, s.attempt, s.meeting, s.trial) == ([], [], None, None, None)
    assert s.actions.discard == [answers[-1][1]]
    assert t.hero().kaitar == (6 if step == "missions" else 3), "what is set aside is out of everybody's reach"


ODDS_AND_ENDS = """
[pack]
name = "Odds and ends"

[action.X1]
name = "Salve"
copies = 1
when = ["own_turn"]
effects = [{ op = "heal", n = 2, target = "hero" }]
text = "On your turn: heal 2 wounds of your Hero."

[action.X2]
name = "Torch-bearer"
copies = 1
when = ["site"]
effects = [{ op = "torch_free" }]
text = "Explore a site without a Torch."

[action.X3]
name = "Poisoned Tongue"
copies = 1
when = ["meeting"]
effects = [{ op = "know", languages = "any", scope = "meeting" }, { op = "wound", n = 9, target = "hero" }]
text = "You know every language, and take 9 wounds."

[action.X4]
name = "Two Doubts"
copies = 1
sign = "negative"
mission = [
    { op = "mission_test", skill = "talk", level = "hard" },
    { op = "mission_test", skill = "mind", level = "easy" },
]
mission_text = "A Hard Talk test and an Easy Mind test."
text = "Only for the Mission window."

[equipment.X5]
name = "Pack Frame"
kind = "gear"
use = "always"
cost = 2
effects = [{ op = "carry", n = 3 }]
text = "Carry 3 more Equipment cards."

[equipment.X6]
name = "Girdle of Loads"
kind = "personal"
use = "always"
cost = 2
effects = [{ op = "carry", n = 3 }]
text = "Carry 3 more Equipment cards while you wear it."

[encounter.X7]
name = "Venomous Worm"
people = "Tsolyáni"
human = false
size = "small"
stance = "hostile"
magic = 1
ranged = 1
melee = 1
health = 1
evade = "hard"
reward = [{ op = "wound", n = 9, target = "hero" }]
text = "Its blood is poison."

[mission.X8]
name = "Two Scrolls of Thunder"
lan = 2
require = [{ is = "give", any_of = ["spell"] }, { is = "give", any_of = ["spell"] }]
text = "Discard two Spells."
"""


@pytest.fixture
def odds(monkeypatch):
    """Positions with the cards of that pack."""
    monkeypatch.setattr(table, "BOOK", book((ODDS_AND_ENDS,)))

    def built(*heroes, **more):
        return position(*(made() for made in heroes), packs=(ODDS_AND_ENDS,), **more)

    return built


@pytest.mark.parametrize(
    ("at", "fits", "prompt"), [("32", "X1", "use.own_turn"), ("46", "X2", "light")], ids=["at any time", "at a site"]
)
def test_where_a_hand_might_hold_a_card_for_it_the_asking_tells_nothing(odds, at, fits, prompt):
    for hand, asked in ((fits, True), ("A25", True), ("", False)):
        t = odds(lambda hand=hand: hero("H1", at=at, hand=hand, items="", wounds=2), step="encounters", rolls=[7])
        prompts = []
        while not t.over and t.state.step == "encounters":
            prompts.append(t.asks[0].prompt)
            if prompts[-1] == prompt and hand == fits:
                t.use("play", f"{fits}a")
                assert t.state.actions.discard == [f"{fits}a"]
            else:
                t.say(t.game.default(t.state, t.asks[0]))
        assert (prompt in prompts) == asked, hand


@pytest.mark.parametrize("carrier", ["X5", "X6"])
def test_who_gives_away_what_he_carries_with_drops_what_is_too_much_at_once(odds, carrier):
    t = odds(
        lambda: hero("H8", at="32", items=f"{carrier} -Q01 -Q02 -Q03 -Q04"),
        lambda: hero("H1", at="32", items=""),
        step="encounters",
    )
    nothing = dict.fromkeys(("give_torch", "give_kaitar", "want_torch", "want_kaitar"), 0)
    t.say(("hero", "1")).say(("trade", "")).say({"give": [carrier], "want": [], **nothing}).say("accept")
    while t.asked[0][1] == "wear":
        t.say(t.game.default(t.state, t.asks[0]))

    assert t.asked == [(0, "discard.equipment")]
    assert len(t.say(["Q01"]).hero().items) == 3


def test_who_takes_off_what_he_carries_with_drops_what_is_too_much_but_in_his_market(odds):
    def made():
        return hero("H8", at="32", items="X6 -Q01 -Q02 -Q03")

    assert odds(made).use("wear", "").say([]).asked == [(0, "discard.equipment")]

    t = odds(made, step="market").say("open").say("").use("wear", "").say([])
    assert t.asked == [(0, "market")]
    assert t.say(("end", "")).asked == [(0, "discard.equipment")]


def test_what_was_for_a_meeting_is_over_for_who_falls_in_it(odds):
    t = odds(lambda: hero("H1", at="32", hand="X3", items="", wounds=5), lambda: hero("H3", at="32"), step="encounters")
    t.say(("hero", "1")).use("play", "X3a")

    assert t.told("defeated") == [{"seat": 0}]
    assert t.hero().lasting == ()


def test_of_two_tests_of_a_window_both_must_be_passed(odds):
    t = odds(
        lambda: hero("H1", at="32", mission="M15", kaitar=9, items=""),
        lambda: hero("H3", hand="X4"),
        step="missions",
        rolls=[9, 1],
    )
    t.say(("attempt", "")).say(("play", "X4a"))

    assert [told["seat"] for told in t.told("mission.stopped")] == [0]


def test_who_falls_by_what_a_won_fight_brings_has_won_it(odds):
    t = odds(
        lambda: hero("H1", at="R07", items="Q04", wounds=5),
        step="encounters",
        tops={"encounters": "X7"},
        rolls=[10, 1],
    )
    t.say(("fight", ""))

    assert t.told("defeated") == [{"seat": 0}]
    assert [win.foe for win in t.hero().progress.won] == ["X7"]


def test_two_cards_must_be_given_by_two_cards(odds):
    for spells, ready in (("S01", False), ("S01 S02", True)):
        t = odds(lambda spells=spells: hero("H1", mission="X8", spells=spells), step="missions")
        assert (("attempt", "") in t.values()) == ready
