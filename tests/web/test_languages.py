"""The pages speak the reader's language, and have no words of their own."""

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from arbiter.core.messages import _SLOT
from arbiter.words import LANGUAGES, interface
from tests.web.visitor import play, sit_down, wait_for_turn

WEB = Path(__file__).parent.parent.parent / "src" / "arbiter" / "web"

FOREIGN = """() => {
  const shown = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: at } = texts.currentNode;
    const silent = at.closest("script, noscript, code, kbd, .language, h1, [hidden]");
    if (/\\p{L}{2}/u.test(data) && !silent) shown.push(data);
  }
  for (const one of document.querySelectorAll("[title], [aria-label], [placeholder]")) {
    for (const name of ["title", "aria-label", "placeholder"]) {
      const said = one.getAttribute(name) ?? "";
      if (/\\p{L}{2}/u.test(said)) shown.push(said);
    }
  }
  return shown;
}"""


def web_words(language):
    return {key: word for key, word in interface(language).items() if key.startswith("web.")}


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_every_language_says_all_that_english_says(language):
    english, other = web_words("en"), web_words(language)
    said = (Path(__file__).parent.parent.parent / "src" / "arbiter" / "words" / f"{language}.toml").read_text()
    for key, word in english.items():
        assert re.search(rf"^{key.rpartition('.')[2]} = ", said, re.MULTILINE), f"{key} is not said in {language}"
        slots = [{name for name, *_ in _SLOT.findall(one)} for one in (word, other[key])]
        assert slots[0] == slots[1], f"{key} speaks of {slots[1]} in {language}, not of {slots[0]}"


def test_every_word_that_the_pages_ask_for_is_there():
    """Keys that are put together from parts are met by the tests that show the pages."""
    english = web_words("en")
    asked = set()
    for path in WEB.glob("*.js"):
        asked |= set(re.findall(r'\b(?:ui|words)\("([a-z_]+)"', path.read_text()))
    for path in WEB.glob("*.html"):
        asked |= set(re.findall(r'data-say(?:-[a-z-]+)?="([a-z_]+)"', path.read_text()))
    assert len(asked) > 60
    assert sorted(key for key in asked if f"web.{key}" not in english) == []


def test_no_word_is_kept_that_no_page_says():
    source = "".join(path.read_text() for path in [*WEB.glob("*.js"), *WEB.glob("*.html")])
    parts = r"term_|unit_|happened_|fact_|ended_|bots\.|line_|status_|zoom_|wish_|go_|grain_|span_"
    built = re.compile(rf"web\.({parts}|rules_further|rules_content)")
    said = [key for key in web_words("en") if not built.match(key)]
    assert [key for key in said if f'"{key.removeprefix("web.")}"' not in source] == []


def rename(route):
    """Every word of the interface and the game becomes its key in angles."""
    book = httpx.get(route.request.url, trust_env=False).json()
    part = "words" if "words" in book else "catalogue"
    if part in book:
        book[part] = {key: f"‹{key}›" for key in book[part]} | {"language": "en"}
    for game in book.get("games", ()):
        game["title"] = game["about"] = game["origin"] = "‹›"
        for option in game["options"]:
            option["words"] = option["about"] = "‹›"
            option["choices"] = [[value, "‹›"] for value, _ in option.get("choices", ())]
    if "rules" in book:
        book["rules"] = {}
    route.fulfill(json=book)


@pytest.mark.parametrize("game", ["epix", "pickets", "beacons"])
def test_no_english_is_left_in_the_pages(page: Page, house, game):
    """With every word replaced by its key, nothing on the pages is a word but names."""
    page.route(re.compile(r"/api/(words|games|tables/.*/book)"), rename)
    page.goto(house.address)
    page.wait_for_selector("[data-play=epix]")
    page.click("[data-set=epix]")
    page.wait_for_selector("#set form.set")
    assert [said for said in page.evaluate(FOREIGN) if "‹" not in said] == []
    made = sit_down(page, house, game, "random", "random", name="Xx")
    names = set()
    for seed in range(3):
        if not wait_for_turn(page):
            break
        names |= {"Arbiter"} | {seat["name"] for seat in house.page(made["table"]).table["seats"]}
        page.click("#dice-button")
        page.click("#dice .primary")
        page.click("#share-button")
        page.click("#share .primary")
        left = [said for said in page.evaluate(FOREIGN) if "‹" not in said and said.strip() not in names]
        assert [said for said in left if not re.fullmatch(r"[\s\d×A-Z-]*", said)] == []
        play(page, 1, seed)


@pytest.mark.parametrize(
    ("locale", "play_now", "asked"),
    [("fr-FR", "Jouer", "Répondre"), ("de-AT", "Sofort spielen", "Antworten"), ("pt-BR", "Play now", "Answer")],
)
def test_the_browser_own_language_is_spoken(browser: Browser, house, locale, play_now, asked):
    context = browser.new_context(locale=locale)
    page = context.new_page()
    page.goto(house.address)
    expect(page.locator("[data-play=epix]")).to_have_text(play_now)
    sit_down(page, house, "beacons")
    wait_for_turn(page)
    expect(page.locator("#ask button[type=submit]")).to_have_text(asked)
    assert "[" not in page.locator("body").inner_text()
    context.close()


def test_a_language_is_chosen_and_remembered(page: Page, house):
    page.goto(house.address)
    page.select_option("select.language", "de")
    expect(page.locator("#games-title")).to_have_text("Spiele")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    sit_down(page, house, "epix", "random", "random")
    wait_for_turn(page)
    expect(page.locator("#undo")).to_have_text("Zurück")
    page.reload()
    wait_for_turn(page)
    expect(page.locator("#story-title")).to_have_text("Was geschah")
    page.select_option("select.language", "fr")
    wait_for_turn(page)
    expect(page.locator("#story-title")).to_have_text("Ce qui s'est passé")


@pytest.mark.parametrize(("language", "shown"), [("fr", "«~Moi~»~: qui~?"), ("de", "« Moi » : qui ?")])
def test_no_line_of_french_begins_with_a_colon(page: Page, house, language, shown):
    page.goto(house.address)
    page.select_option("select.language", language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    said = page.evaluate("async () => (await import('/web/dom.js')).h('p', {}, '« ', 'Moi', ' » : qui ?').textContent")
    assert said == shown.replace("~", "\N{NO-BREAK SPACE}")


def test_a_refusal_is_said_in_the_language_of_the_page(browser: Browser, house):
    context = browser.new_context(locale="de")
    page = context.new_page()
    sit_down(page, house, "pickets", "random")
    wait_for_turn(page)
    page.locator("#ask .option").first.click()
    page.click("#ask button[type=submit]")
    page.wait_for_selector("#ask .place")
    page.locator("#ask .place input").first.fill("203")
    expect(page.locator("#ask .verdict.bad")).to_have_text(interface("de")["refused.grid"].format(x=203, y=10, step=5))
    context.close()


CUT_CHOICES = """() => [...document.querySelectorAll("#set select")].filter((one) => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = getComputedStyle(one).font;
  return one.checkVisibility() && pen.measureText(one.selectedOptions[0].textContent).width > one.clientWidth - 38;
}).map((one) => one.selectedOptions[0].textContent)"""


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", ["epix", "yummell"])
def test_what_is_chosen_for_a_table_is_not_cut(browser: Browser, house, game, language):
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale=language)
    page = context.new_page()
    page.goto(house.address)
    page.click(f"[data-set={game}]")
    expect(page.locator("#set form.set")).to_be_visible()
    assert page.evaluate(CUT_CHOICES) == []
    context.close()
