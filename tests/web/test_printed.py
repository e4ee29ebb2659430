"""In the browser a close look at a thing says whether the rulebook prints it."""

import re

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.slow import PATIENCE

from .visitor import ASKED, at_rest, sit_down


def point_at(page: Page, thing: Locator) -> None:
    """Point at a thing until it explains itself: what moves under the pointer has to be pointed at again.

    A dock that is full is scrolled until the thing is in sight.
    """
    thing.evaluate("thing => thing.scrollIntoView({ inline: 'center', block: 'nearest' })")
    at_rest(page)
    for _ in range(PATIENCE // 1000):
        page.mouse.move(2, 2)
        thing.hover(force=True)
        try:
            page.get_by_role("tooltip").wait_for(timeout=1000)
            return
        except TimeoutError:
            continue


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "printed in the rulebook: name, kind, Gold it pays; the rest is ours"),
        ("fr", "imprimé dans le livret de règles : nom, genre, Or rapporté ; le reste est de nous"),
        ("de", "im Regelheft gedruckt: Name, Art, Goldertrag; der Rest ist von uns"),
    ],
)
def test_pointing_at_a_province_says_what_of_it_is_printed(page: Page, house, language, said):
    page.add_init_script(f'localStorage.setItem("arbiter.language", JSON.stringify("{language}"))')
    sit_down(page, house, "epix", "random")
    page.wait_for_selector(ASKED)
    point_at(page, page.locator('.region[data-id="lochmess"]'))
    expect(page.get_by_role("tooltip")).to_contain_text(said)


def test_pointing_at_a_card_says_that_it_is_ours_or_what_of_it_is_printed(page: Page, house):
    sit_down(page, house, "yummell", "random")
    page.wait_for_selector(ASKED)
    point_at(page, page.locator('[data-id^="advantage-0"]').first)
    expect(page.get_by_role("tooltip")).to_contain_text(re.compile("Origin.*(ours|printed in the rulebook)", re.DOTALL))
