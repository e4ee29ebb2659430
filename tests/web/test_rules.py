"""The rulebook in a browser: read, searched, and reached from the table."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.test_everyone import faults
from tests.web.visitor import play, sit_down, wait_for_turn


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_rules_are_read_and_searched(page: Page, house, theme):
    page.emulate_media(color_scheme=theme)
    page.goto(f"{house.address}/rules/epix")
    expect(page.locator(".chapter h2").first).to_have_text("Introduction")
    assert faults(page) == []
    page.keyboard.press("/")
    page.keyboard.type("garrison double")
    expect(page.locator("#found")).not_to_be_empty()
    assert 0 < page.locator(".entry:visible").count() < 20
    expect(page.locator("#EPIX-CASTLE-4")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    assert faults(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_a_question_leads_to_its_rule_and_back(page: Page, house):
    sit_down(page, house, "epix", "random", rules="basic")
    play(page, 1)
    wait_for_turn(page)
    assert page.locator("#ask .gist").inner_text().count(" ") > 4
    page.keyboard.press("?")
    with page.context.expect_page() as opened:
        page.locator("#ask .rule a.rule-id").first.click()
    rules = opened.value
    expect(rules.locator(".arrived")).to_be_visible()
    assert rules.locator(".arrived").get_attribute("id") == page.locator("#ask .rule a.rule-id").first.inner_text()
    expect(rules.locator("#back")).to_have_attribute("href", page.url.split("#")[0].removeprefix(house.address))
    page.keyboard.press("?")
    page.locator("#strip .track").first.hover()
    expect(page.locator(".tip .by-rule")).to_contain_text("EPIX-")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_drawing_stands_beside_its_rule_and_is_stepped_through(page: Page, house, theme):
    page.emulate_media(color_scheme=theme)
    page.goto(f"{house.address}/rules/qadardalikoi#QAD-2.135-a")
    wheel = page.locator("[id='QAD-2.135-a'] figure.drawing")
    expect(wheel.get_by_role("img")).to_have_attribute("aria-label", wheel.locator(".caption").inner_text())
    expect(wheel.locator(".note")).to_have_text("Step 1 of 3")
    expect(wheel.locator(".over-line")).to_have_count(0)
    wheel.get_by_role("button").last.click()
    expect(wheel.locator(".caption")).to_contain_text("30 degrees")
    expect(wheel.locator(".over-line")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(wheel.locator(".note")).to_have_text("Step 3 of 3")
    expect(wheel.get_by_role("img")).to_have_attribute("aria-label", wheel.locator(".caption").inner_text())
    page.keyboard.press("ArrowLeft")
    expect(wheel.locator(".note")).to_have_text("Step 2 of 3")
    assert page.locator("figure.drawing").count() > 40
    assert faults(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_a_rulebook_without_drawings_shows_none(page: Page, house):
    page.goto(f"{house.address}/rules/epix")
    expect(page.locator(".chapter h2").first).to_have_text("Introduction")
    expect(page.locator("figure")).to_have_count(0)


def test_on_a_phone_all_chapters_are_reached_by_scrolling_down(page: Page, house):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{house.address}/rules/epix")
    contents = page.locator(".contents")
    expect(contents.locator("li").last).to_be_attached()
    assert contents.evaluate("one => [one.scrollWidth - one.clientWidth, one.scrollHeight > one.clientHeight]") == [
        0,
        True,
    ]


def test_every_chapter_of_the_contents_leads_to_its_place_whatever_it_is_called(page: Page, house):
    page.goto(f"{house.address}/rules/epix")
    for name in ("Title", "Contents"):
        page.locator("#contents a", has_text=re.compile(f"^{name}$")).click()
        expect(page.locator(".chapter.arrived h2")).to_have_text(name)
    page.fill("#search", "castle capture")
    shown = page.locator(".chapter:visible h2")
    expect(page.locator("#contents a:visible")).to_have_text(shown.all_inner_texts())
