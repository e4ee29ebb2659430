"""A person at a browser: finds what the page offers and clicks it."""

from random import Random

from playwright.sync_api import Page

ASKED = "#ask.yours:not(.busy, .fresh)"
OVER = "#ask .outcome"

REMEMBER = """([table, name]) => {
  sessionStorage.setItem(`arbiter.sit.${table}`, "yes");
  localStorage.setItem("arbiter.name", JSON.stringify(name));
}"""

ANSWERED = """(before) => document.querySelector("#ask").dataset.ask !== before
  || !document.querySelector("#toast").hidden"""

FREE_GROUND = """(id) => {
  const region = document.querySelector(`.region[data-id="${CSS.escape(id)}"]`);
  const { left, top, width, height } = region.querySelector(".ground").getBoundingClientRect();
  for (let across = 0.1; across < 1; across += 0.1) {
    for (let down = 0.1; down < 1; down += 0.1) {
      const [x, y] = [left + width * across, top + height * down];
      if (document.elementFromPoint(x, y)?.closest("[data-id]") === region) return [x, y];
    }
  }
}"""

STILL = """() => {
  const sight = document.querySelector("#board .scene")?.getAttribute("viewBox");
  const moving = document.getAnimations().some(({ effect, animationName }) =>
    Number.isFinite(effect.getComputedTiming().endTime) && !animationName?.startsWith("breathe"));
  const still = sight === window.sightBefore && !moving && document.fonts.status === "loaded";
  window.sightBefore = sight;
  window.stillFor = still ? window.stillFor + 1 : 0;
  return window.stillFor >= 4;
}"""


def at_rest(page: Page) -> None:
    """Wait until nothing on the page moves any more, nor the eye over the board, and all letters have come.

    Some frames have to be alike, since the eye sets off only in the next.
    """
    page.evaluate("window.stillFor = 0")
    page.wait_for_function(STILL)


def sit_down(page: Page, house, game: str = "beacons", *others: str, name: str = "Ann", **options) -> dict:
    """Set a table as the landing page does, and take the first seat."""
    made = house.set_table("you", *(others or ("random", "random")), game=game, **options)
    page.goto(house.address)
    page.evaluate(REMEMBER, [made["table"], name])
    page.goto(f"{house.address}/table/{made['table']}#{made['token']}")
    return made


def click_region(page: Page, id: str) -> None:
    """Click a region where no piece stands on it."""
    at_rest(page)
    page.mouse.click(*page.evaluate(FREE_GROUND, id))


def first_offered_region(page: Page) -> str:
    return page.locator(".region.can").first.get_attribute("data-id") or ""


def wait_for_turn(page: Page) -> bool:
    """Wait until the page is asked something; False when the game is over."""
    page.wait_for_selector(f"{ASKED}, {OVER}")
    return page.query_selector(OVER) is None


def answer(page: Page, rng: Random) -> None:
    """Answer what is asked, by clicking, as somebody who does not care what."""
    asked = page.locator("#ask h2").inner_text()
    fields = page.query_selector_all("#ask fieldset")
    if fields:
        for field in fields:
            choices = field.query_selector_all(".option, .chips .chip")
            for choice in choices[:2]:
                choice.click()
    elif page.query_selector("#ask .place"):
        place(page, rng)
    elif page.query_selector("#ask .chips"):
        chips = page.query_selector_all("#ask .chips .chip")
        for chip in rng.sample(chips, len(chips)):
            if page.query_selector("#ask button[type=submit]:enabled"):
                break
            chip.click()
    if page.query_selector("#ask form"):
        page.click("#ask button[type=submit]")
    else:
        rng.choice(page.query_selector_all("#ask .option")).click()
        confirm(page)
    assert asked


def confirm(page: Page) -> None:
    """The second step: say yes to the answer that is armed."""
    page.click("#ask .confirm")


def place(page: Page, rng: Random) -> None:
    """Click about on the board until something may stand there."""
    at_rest(page)
    box = page.locator("#board .scene .box").bounding_box()
    assert box is not None
    for _ in range(50):
        page.mouse.click(box["x"] + rng.random() * box["width"], box["y"] + rng.random() * box["height"])
        page.wait_for_selector("#ask .verdict:is(.good, .bad):not([aria-busy=true])")
        if page.query_selector("#ask .verdict.good"):
            return
    raise AssertionError("nothing may stand anywhere")


def play(page: Page, moves: int, seed: int = 1) -> int:
    """Answer so many asks, or until the game is over; gives how many were answered."""
    rng = Random(seed)
    for n in range(moves):
        if not wait_for_turn(page):
            return n
        before = page.evaluate("() => document.querySelector('#ask').dataset.ask")
        answer(page, rng)
        page.wait_for_function(ANSWERED, arg=before)
        assert page.locator("#toast").is_hidden()
    return moves
