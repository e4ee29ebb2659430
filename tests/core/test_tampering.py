"""Every way to tamper with a saved game is found.

Most tamperings are found in the save itself. Somebody who makes the chain's head anew to suit can hide a few; those are
found by anybody who has kept a commitment or a head while the game was played.
"""

import hashlib
import hmac
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arbiter.core import Amount, BadSave, Choose, Fell, Granted, Outcome, Table, commitment
from arbiter.core.chain import Chain, pledge
from arbiter.core.findings import Finding, told
from arbiter.core.saves import Save, read, save, set_as
from arbiter.core.verifying import Verdict, verify
from arbiter.core.words import FINDINGS
from tests.core.fording import Fording

SEED = "a seed that nobody can guess"
ENTROPY = {0: "luck of ann", 1: "luck of bo"}


class FerryOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    length: int = 6
    toll: bool = False


class Ferry(Fording):
    """As Fording, but whoever goes says first which way, and may think again before the step."""

    id = "ferry"
    title = "Ferry"
    Options = FerryOptions

    def beat(self, g: Any):
        seat = len(g.state.crossed) % 2
        way = yield Choose(seat, ["up", "down"], "way")
        step = yield Amount(seat, 1, 6, "step")
        g.state.crossed.append(step)
        g.state.depths.append(g.roll(6))
        g.tell("told.step", seat=seat, n=step if way == "up" else -step)
        if len(g.state.crossed) == 6:
            far = [sum(g.state.crossed[0::2]), sum(g.state.crossed[1::2])]
            ranks = (1, 2) if far[0] >= far[1] else (2, 1)
            g.end(Outcome(ranks, (float(far[0]), float(far[1])), "over", {"deepest": max(g.state.depths)}))


class Played:
    """A game as it was played: its save, the commitment shown before it, and the heads that a page kept."""

    def __init__(self, alone: bool) -> None:
        """Two people, of whom one thinks again before stepping; or one among bots, who takes back a whole step."""
        table = Table(Ferry(), 2, SEED, {"toll": True}, ENTROPY)
        seating = {0: "you", 1: "random" if alone else "you"}
        pledges = {seat: pledge(text) for seat, text in ENTROPY.items()}
        names = {0: "Ann", 1: "Bo"}
        chain = Chain(SEED, set_as(table, seating, names, pledges))
        self.promise, self.heads = table.dice.commitment, [chain.head]
        written = 0
        for step in range(6):
            seat = step % 2
            table.answer(seat, "up")
            if step == 2 and not alone:
                table.undo(seat)
                table.answer(seat, "down")
            table.answer(seat, 1 + step % 4)
            if step == 2 and alone:
                table.undo(seat, free=True)
                table.answer(seat, 5)
            chain.add(table.log[written:])
            written = len(table.log)
            self.heads.append(chain.head)
        assert table.over
        self.save = json.loads(save(table, seating, names, pledges))

    def judge(self, saved: dict, *kept: Any) -> Verdict:
        return verify(read(json.dumps(saved)), Ferry(), *kept)


SHARED, ALONE = Played(alone=False), Played(alone=True)


def forged(saved: dict) -> dict:
    """The head made anew, to suit what was changed."""
    parts = msgspec.convert({**saved, "head": ""}, Save)
    chain = Chain(parts.seed, msgspec.structs.asdict(parts))
    chain.add(parts.journal)
    return {**saved, "head": chain.head}


@pytest.mark.parametrize("seed", ["s", "s33d" * 16, "s33d" * 17])
def test_each_entry_is_salted_with_an_hmac_of_its_number_under_the_seed(seed):
    chain, entries = Chain(seed, {"game": "ferry"}), [Fell(6, 1), Fell(6, 2)]
    head = chain.head
    chain.add(entries)
    for n, entry in enumerate(entries):
        salt = hmac.new(seed.encode(), f"arbiter entry {n}".encode(), hashlib.sha256).digest()
        head = hashlib.sha256(bytes.fromhex(head) + salt + msgspec.json.encode(entry)).hexdigest()
    assert chain.head == head


def first(saved: dict, kind: str, nth: int = 0) -> int:
    return [at for at, entry in enumerate(saved["journal"]) if entry[0] == kind][nth]


def put(name: str, value: Any):
    def tamper(saved: dict) -> None:
        saved[name] = value(saved[name]) if callable(value) else value

    return tamper


def entry(kind: str, part: int, value: Any, nth: int = 0):
    """Change one part of an entry of the journal."""

    def tamper(saved: dict) -> None:
        at = saved["journal"][first(saved, kind, nth)]
        at[part] = value(at[part]) if callable(value) else value

    return tamper


def journal(change: Any):
    def tamper(saved: dict) -> None:
        saved["journal"] = change(saved["journal"])

    return tamper


def swapped(entries: list) -> list:
    return [*entries[:5], entries[6], entries[5], *entries[7:]]


def without_the_undo(entries: list) -> list:
    at = next(n for n, one in enumerate(entries) if one[0] == "undone")
    return entries[: at - 1] + entries[at + 1 :]


def a_late_undo(entries: list) -> list:
    """Seat 1 takes back a step of which the die has fallen, and takes it again."""
    return [*entries[:6], ["undone", 1, 4], entries[4], entries[5], *entries[6:]]


def agreed_on(*by: int):
    """The same, said to be agreed on by these seats."""
    return lambda entries: [*entries[:6], ["granted", 1, 4, [*by]], entries[4], entries[5], *entries[6:]]


def agreed_by_a_bot(entries: list) -> list:
    return [["granted", *one[1:], [1]] if one[0] == "undone" else one for one in entries]


def a_mending(entries: list) -> list:
    return [*entries[:6], ["mended", "1", 6], *entries[6:]]


def in_the_stretch(part: int, value: Any):
    """Change something in what was taken back."""

    def change(entries: list) -> list:
        undo = next(n for n, one in enumerate(entries) if one[0] == "undone")
        at = undo - 1
        entries[at][part] = value(entries[at][part]) if callable(value) else value
        return entries

    return journal(change)


def both_entropy_and_pledge(saved: dict) -> None:
    saved["entropy"]["1"] = "chosen"
    saved["pledges"]["1"] = pledge("chosen")


def seed_and_commitment(saved: dict) -> None:
    saved["seed"], saved["commitment"] = "another", commitment("another")


def outcome(name: str, value: Any):
    return put("outcome", lambda old: {**old, name: value})


def another(result: int) -> int:
    return (result + 1) % 6


# What is done to the save; then, whether even a save whose head was made anew to suit is found out by itself.
KINDS: dict[str, tuple[Played, Any, bool]] = {
    "another game": (SHARED, put("game", "fording"), True),
    "other rules": (SHARED, put("rules", "7"), True),
    "more seats": (SHARED, put("seats", 3), True),
    "an option changed": (SHARED, put("options", {"length": 6, "toll": False}), False),
    "an option left out": (SHARED, put("options", {"toll": True}), False),
    "an option that is none": (SHARED, put("options", lambda old: {**old, "wind": 1}), True),
    "another seed": (SHARED, put("seed", "another"), True),
    "another commitment": (SHARED, put("commitment", "0" * 64), True),
    "another seed with its commitment": (SHARED, seed_and_commitment, True),
    "entropy changed": (SHARED, put("entropy", lambda old: {**old, "1": "chosen"}), True),
    "entropy left out": (SHARED, put("entropy", {"0": ENTROPY[0]}), True),
    "entropy added": (SHARED, put("entropy", lambda old: {**old, "2": "more"}), True),
    "entropy exchanged": (SHARED, put("entropy", {"0": ENTROPY[1], "1": ENTROPY[0]}), True),
    "a pledge changed": (SHARED, put("pledges", lambda old: {**old, "0": "0" * 64}), True),
    "a pledge left out": (SHARED, put("pledges", lambda old: {"0": old["0"]}), True),
    "entropy chosen late, with its pledge": (SHARED, both_entropy_and_pledge, True),
    "a person made a bot": (SHARED, put("seating", {"0": "you", "1": "random"}), False),
    "a bot made a person": (ALONE, put("seating", {"0": "you", "1": "you"}), True),
    "the seating left out": (ALONE, put("seating", {}), True),
    "a seat without anybody": (SHARED, put("seating", {"0": "you"}), True),
    "a name changed": (SHARED, put("names", {"0": "Eve", "1": "Bo"}), False),
    "names exchanged": (SHARED, put("names", {"0": "Bo", "1": "Ann"}), False),
    "an answer changed": (SHARED, entry("said", 3, "down", 2), False),
    "an answer that was illegal": (SHARED, entry("said", 3, 9, 1), True),
    "an answer of another seat": (SHARED, entry("said", 1, 1), True),
    "an answer to something else": (SHARED, entry("said", 2, "step"), True),
    "a roll changed": (SHARED, entry("fell", 2, another), True),
    "a die with other sides": (SHARED, entry("fell", 1, 8), True),
    "two entries exchanged": (SHARED, journal(swapped), True),
    "an entry left out": (SHARED, journal(lambda entries: entries[:4] + entries[5:]), True),
    "an entry twice": (SHARED, journal(lambda entries: [*entries[:4], entries[3], *entries[4:]]), True),
    "the end cut off": (SHARED, journal(lambda entries: entries[:-1]), True),
    "a turn cut off": (SHARED, journal(lambda entries: entries[:-3]), True),
    "more after the end": (SHARED, journal(lambda entries: [*entries, ["said", 0, "way", "up"]]), True),
    "an undo hidden": (SHARED, journal(without_the_undo), False),
    "an undo of another seat": (SHARED, entry("undone", 1, 1), True),
    "an undo that goes further back": (SHARED, entry("undone", 2, 3), True),
    "an undo that was not allowed": (SHARED, journal(a_late_undo), True),
    "an undo said to be agreed on": (SHARED, journal(agreed_on(0)), False),
    "an undo agreed on by the seat itself": (SHARED, journal(agreed_on(1)), True),
    "an undo agreed on by nobody": (SHARED, journal(agreed_on()), True),
    "an undo agreed on by a bot": (ALONE, journal(agreed_by_a_bot), True),
    "an answer changed that was taken back": (SHARED, in_the_stretch(3, "down"), False),
    "an illegal answer that was taken back": (SHARED, in_the_stretch(3, "sideways"), True),
    "a roll changed that was taken back": (ALONE, in_the_stretch(2, another), True),
    "rules said to be mended": (SHARED, journal(a_mending), False),
    "ranks changed": (SHARED, outcome("ranks", [1, 1]), True),
    "scores changed": (SHARED, outcome("scores", [99.0, 1.0]), True),
    "the reason of the end changed": (SHARED, outcome("why", "resigned"), True),
    "an argument of it changed": (SHARED, outcome("args", {"deepest": 0}), True),
    "the outcome left out": (SHARED, put("outcome", None), True),
    "the head changed": (SHARED, put("head", "0" * 64), True),
    "the head left out": (SHARED, put("head", ""), True),
}


def test_there_are_more_than_thirty_two_kinds():
    assert len(KINDS) > 32


@pytest.mark.parametrize("played", [SHARED, ALONE], ids=["shared", "alone"])
def test_the_honest_game_holds(played):
    assert any(entry[0] == "undone" for entry in played.save["journal"])
    verdict = played.judge(played.save, played.promise, played.heads)
    assert verdict.faults == []
    assert verdict.over
    assert verdict.notes == []


def test_what_was_taken_back_with_consent_holds_and_is_noted():
    table = Table(Ferry(), 2, SEED, None, ENTROPY)
    for seat, answer in [(0, "up"), (0, 3), (1, "down")]:
        table.answer(seat, answer)
    assert table.why_not_undo(0) is not None
    table.undo(0, by=(1,))
    assert table.log[-1] == Granted(0, 1, (1,))
    assert [ask.prompt for ask in table.asks] == ["step"]
    table.answer(0, 1)
    saved = read(save(table, {0: "you", 1: "you"}, {0: "Ann", 1: "Bo"}))
    verdict = verify(saved, Ferry())
    assert verdict.good
    assert verdict.notes == ["entry 4: seat 0 took back, agreed on by seat 1"]


def tampered(kind: str) -> tuple[Played, dict, bool]:
    played, tamper, evident = KINDS[kind]
    saved = json.loads(json.dumps(played.save))
    tamper(saved)
    assert saved != played.save
    return played, saved, evident


@pytest.mark.parametrize("kind", KINDS)
def test_tampering_is_found_in_the_save_itself(kind):
    played, saved, _ = tampered(kind)
    assert not played.judge(saved).good


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "the head" not in kind])
def test_tampering_is_found_though_the_head_was_made_anew(kind):
    played, saved, evident = tampered(kind)
    try:
        saved = forged(saved)
    except (BadSave, msgspec.ValidationError):
        pytest.fail("this cannot be made to look like a save at all")
    by_itself = played.judge(saved)
    assert by_itself.good != evident, by_itself.faults
    assert not played.judge(saved, played.promise, played.heads).good
    assert not played.judge(saved, None, played.heads[-1:]).good or evident


@pytest.mark.parametrize("where", ["said", "fell", "undone", "outcome"])
def test_what_has_more_in_it_than_a_save_has_is_no_save(where):
    """Even what nobody reads: of two saves that are not the same only one is the game that was played."""
    saved = json.loads(json.dumps(SHARED.save))
    if where == "outcome":
        saved["outcome"]["again"] = 1
    else:
        saved["journal"][first(saved, where)].append(1)
    with pytest.raises(BadSave):
        read(json.dumps(saved))


@pytest.mark.parametrize("seats", [0, -1, 10**20])
def test_a_save_for_no_seats_or_for_a_crowd_is_no_save(seats):
    """Nobody counts them first."""
    with pytest.raises(BadSave):
        read(json.dumps({**SHARED.save, "seats": seats}))


def test_a_head_kept_out_of_order_is_not_come_by():
    backwards = SHARED.heads[::-1]
    assert not SHARED.judge(SHARED.save, SHARED.promise, backwards).good


def test_a_whole_other_game_is_found_by_what_was_kept():
    assert not ALONE.judge(ALONE.save, SHARED.promise, SHARED.heads).good


def test_a_seat_that_never_opened_its_chance_is_named():
    table = Table(Ferry(), 2, SEED, None, {0: ENTROPY[0]})
    text = save(
        table, {0: "you", 1: "you"}, {0: "Ann", 1: "Bo"}, {seat: pledge(text) for seat, text in ENTROPY.items()}
    )
    verdict = verify(read(text), Ferry())
    assert verdict.good
    assert verdict.notes == ["seat 1 did not open its chance, and the table was begun without it"]


def test_no_secret_can_be_guessed_from_a_head():
    """Two games with the same setting and answers but other seeds have other heads from the first entry on."""
    heads = []
    for seed in ("one", "two"):
        table = Table(Ferry(), 2, seed)
        chain = Chain(seed, {"game": "ferry"})
        table.answer(0, "up")
        chain.add(table.log)
        heads.append(chain.head)
    assert heads[0] != heads[1]


@pytest.mark.parametrize("language", ["fr", "de"])
def test_what_is_found_is_told_in_every_language(language):
    """No sentence of English is left, and nothing that stands in a sentence is lost."""
    honest = set(FINDINGS["en"].values())
    for kind in KINDS:
        played, saved, _ = tampered(kind)
        try:
            verdict = played.judge(saved, played.promise, played.heads)
        except BadSave as error:
            verdict = Verdict(0, 0, False, [error.args[0]])
        for found in (*verdict.faults, *verdict.notes):
            assert isinstance(found, Finding), found
            words = told(found, language)
            assert words != found
            assert words not in honest
            assert "[" not in words or "[" in found, words
    assert {key: set(re.findall(r"{(\w+)}", text)) for key, text in FINDINGS[language].items()} == {
        key: set(re.findall(r"{(\w+)}", text)) for key, text in FINDINGS["en"].items()
    }


def test_every_finding_has_words_and_every_word_is_found():
    sources = [path for path in Path(str(files("arbiter"))).rglob("*.py") if path.name != "words.py"]
    keys = r'Finding\(\s*"([\w.]+)"|"((?:save|found|store)\.[\w.]+)"'
    said = {one or other for path in sources for one, other in re.findall(keys, path.read_text())}
    assert said == set(FINDINGS["en"])
