"""Hints in a browser."""

from playwright.sync_api import Page, expect

from tests.web.test_everyone import faults
from tests.web.visitor import play, sit_down, wait_for_turn


def test_a_hint_arms_an_answer_and_says_why(page: Page, house):
    sit_down(page, house, "epix", "random", rules="basic")
    play(page, 1)
    wait_for_turn(page)
    page.keyboard.press("h")
    expect(page.locator(".advised li").first).to_be_visible(timeout=30_000)
    expect(page.locator(".advised b")).not_to_be_empty()
    expect(page.locator("#ask .confirm")).to_be_visible()
    assert faults(page) == []
