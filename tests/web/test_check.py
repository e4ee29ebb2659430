"""The browser checks a finished game by itself, and says what it found."""

import json

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.core.test_tampering import KINDS, SHARED, forged, tampered
from tests.web.visitor import play, sit_down

FAULTS = """async ([text, kept]) => {
  const { faultsOf } = await import("/web/check.js");
  return faultsOf(text, kept);
}"""
KEPT = {"commitment": SHARED.promise, "heads": SHARED.heads}


def as_saved(saved: dict) -> str:
    """A save as the table writes it: a part a line, an entry a line."""
    encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
    parts = [f' "{name}": {encode(value)}' for name, value in saved.items() if name != "journal"]
    place = next(n for n, name in enumerate(saved) if name == "journal")
    entries = ",\n".join(f"  {encode(entry)}" for entry in saved["journal"])
    parts.insert(place, f' "journal": [\n{entries}\n ]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def test_the_browser_checks_a_game_at_its_end_and_says_so(page: Page, house):
    made = sit_down(page, house, "hoard", "random")
    play(page, 400)
    expect(page.locator("#ask .verdict-of-dice")).to_contain_text("Your browser has checked this game")
    page.click("#dice-button")
    expect(page.locator("#dice .verdict-of-dice")).to_contain_text("Your browser has checked this game")
    kept = page.evaluate("table => JSON.parse(localStorage.getItem(`arbiter.check.${table}`))", made["table"])
    saved = httpx.get(f"{house.address}/api/tables/{made['table']}/save").json()
    assert kept["commitment"] == made["commitment"]
    assert kept["heads"][-1] == saved["head"]
    assert list(kept["chance"].values()) == [saved["entropy"]["0"]]
    spoilt = as_saved({**saved, "head": kept["heads"][0]})
    assert page.evaluate(FAULTS, [spoilt, kept]) == ["check_head"]


def test_the_honest_save_holds_in_the_browser(page: Page, house):
    page.goto(house.address)
    assert page.evaluate(FAULTS, [as_saved(SHARED.save), KEPT]) == []
    assert page.evaluate(FAULTS, [as_saved(SHARED.save), {}]) == []


def test_the_browser_finds_tampering(page: Page, house):
    """With what it has kept, whatever touches setting, dice or journal, though the head was made anew to suit."""
    page.goto(house.address)
    passed = []
    for kind, (played, _, _) in KINDS.items():
        if played is not SHARED or "outcome" in kind or kind in ("other rules", "the head left out"):
            continue
        saved = tampered(kind)[1]
        texts = [as_saved(saved), as_saved(forged(saved))] if "head" not in kind else [as_saved(saved)]
        passed += [kind for text in texts if page.evaluate(FAULTS, [text, KEPT]) == []]
    beyond = {"ranks changed", "scores changed", "the reason of the end changed", "an argument of it changed"}
    assert set(passed) <= beyond | {"more after the end"}, "these are for arbiter verify, which knows the rules"


@pytest.mark.parametrize("name", ["Zoë", "名前"])
def test_letters_of_any_kind_are_hashed_alike(page: Page, house, name):
    sit_down(page, house, "hoard", "random", name=name)
    play(page, 400)
    expect(page.locator("#ask .verdict-of-dice")).to_contain_text("Your browser has checked this game")
