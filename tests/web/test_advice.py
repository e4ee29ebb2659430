"""Hints in a browser."""

from playwright.sync_api import Page, expect

from tests.web.test_everyone import faults
from tests.web.visitor import play, sit_down, wait_for_turn


def test_a_hint_arms_an_answer_and_says_why(page: Page, house):
    sit_down(page, house, "epix", "random", rules="basic")
    play(page, 1)
    wait_for_turn(page)
    page.keyboard.press("h")
    expect(page.locator(".advised li").first).to_be_visible()
    expect(page.locator(".advised b")).not_to_be_empty()
    expect(page.locator("#ask .confirm")).to_be_visible()
    assert faults(page) == []


def test_a_guided_game_says_what_to_watch_for_and_suggests(page: Page, house):
    page.goto(house.address)
    page.click("[data-guide=epix]")
    page.wait_for_url("**/table/*")
    wait_for_turn(page)
    expect(page.locator(".guide .lesson")).to_contain_text("Welcome")
    expect(page.locator(".advised li").first).to_be_visible()
    expect(page.locator("#ask .confirm")).to_be_hidden()
    page.click("[data-act=take]")
    page.click("#ask .confirm")
    expect(page.locator(".guide .lesson")).to_contain_text("Before the first season")
    expect(page.locator(".advised li").first).to_be_visible()
    assert faults(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert faults(page) == []


def test_a_hint_for_a_form_says_field_by_field_what_to_answer(page: Page, house):
    page.goto(house.address)
    page.click("[data-guide=qadardalikoi]")
    page.wait_for_url("**/table/*")
    wait_for_turn(page)
    expect(page.locator(".advised .said dt").first).to_have_text("Your plan of battle")
    expect(page.locator(".advised .said dd").first).not_to_be_empty()
    assert faults(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert faults(page) == []


def test_yhop_is_asked(page: Page, house):
    sit_down(page, house, "yummell", "random")
    wait_for_turn(page)
    page.click("#judge-button")
    page.fill("#judge [name=question]", "Shall I win?")
    page.keyboard.press("Enter")
    expect(page.locator("#judge .sayings")).to_contain_text("Shall I win?")
    expect(page.locator("#toast")).to_be_hidden()
    assert faults(page) == []
    page.reload()
    expect(page.locator("#talk-list")).to_contain_text("Shall I win?")
    page.click("#judge-button")
    expect(page.locator("#judge .sayings li")).to_have_count(1)
    page.fill("#judge [name=question]", "Shall I lose?")
    page.keyboard.press("Enter")
    expect(page.locator("#judge #toast")).to_be_visible()
