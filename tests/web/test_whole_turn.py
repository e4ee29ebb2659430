"""A ready battle commanded in a real browser, from drawing up on: by mouse alone, and by keyboard alone."""

import re
from abc import ABC, abstractmethod

import pytest
from playwright.sync_api import Page, expect

from tests.server.house_at import at_the_table
from tests.server.strange_bots import Waiting
from tests.web.visitor import ANSWERED, at_rest, confirm, wait_for_turn

LAST = 4
"""By this turn a patrol that looks for the other has met it."""


def asked(page: Page) -> str:
    """What somebody is asked, once he is; empty when the battle is over."""
    return page.locator("#ask h2").inner_text() if wait_for_turn(page) else ""


def turn(page: Page) -> int:
    return int(page.locator('.meter[data-id="turn"]').get_attribute("data-value") or 0)


def options(page: Page) -> list[str]:
    return page.locator("#ask .option").evaluate_all(
        "all => all.map((one) => one.ariaLabel ?? one.querySelector('span').textContent)"
    )


def middle(page: Page, id: str) -> tuple[float, float]:
    """The middle of a piece on the screen, once the eye rests."""
    at_rest(page)
    box = page.locator(f'#board .pieces [data-id="{id}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Hand(ABC):
    """How a person answers: what all asks of a turn have in common. `did` is what was done, by the question."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.did: list[str] = []

    def command(self) -> None:
        """Draw up, and answer whatever is asked until both have fought and the turn of it is over."""
        fought = LAST
        while (question := asked(self.page)) and turn(self.page) <= min(fought, LAST):
            if "strikes" in self.page.locator("#log").inner_text():
                fought = min(fought, turn(self.page))
            before = self.page.locator("#ask").get_attribute("data-ask")
            self.answer(question)
            self.page.wait_for_function(ANSWERED, arg=before)
            expect(self.page.locator("#toast")).to_be_hidden()
            self.did.append(question)

    def answer(self, question: str) -> None:
        if question.startswith("Which command stand"):
            self.choose("The stands are in place" if "Where does Kérdu" in " ".join(self.did) else "Kérdudali")
        elif question.startswith("Where does Kérdu"):
            self.lead("stand-0", 30)
        elif question.startswith("Which unit acts"):
            self.act(options(self.page))
        elif question.startswith("Whom does"):
            self.charge()
        elif question.startswith("Where does"):
            self.lead("unit-0", 400)
        elif question.startswith("Orders for"):
            self.order()
        elif self.page.locator("#ask form").count():
            self.fill(question)
        else:
            self.choose(options(self.page)[0])

    def act(self, ways: list[str]) -> None:
        """Charge who can; else the foot goes to a place, and the bows by orders."""
        wanted = ["Let 11th", "Move 11th", "Give orders to 23rd", "The phase"]
        self.choose(next(way for words in wanted for way in ways if way.startswith(words)))

    def number(self, words: str) -> int:
        return next(n for n, one in enumerate(options(self.page)) if one.startswith(words))

    @abstractmethod
    def choose(self, words: str) -> None:
        """Take the option that begins so."""

    @abstractmethod
    def lead(self, id: str, far: int) -> None:
        """Lead a piece farther than it can go."""

    @abstractmethod
    def charge(self) -> None:
        """Charge whoever is offered."""

    @abstractmethod
    def order(self) -> None:
        """Give a unit orders."""

    @abstractmethod
    def fill(self, question: str) -> None:
        """Fill in a form."""


class Mouse(Hand):
    """Nothing but clicks and drags."""

    def choose(self, words: str) -> None:
        self.page.locator("#ask .option").nth(self.number(words)).click()
        confirm(self.page)

    def lead(self, id: str, far: int) -> None:
        """Drag a piece along, farther than it can go: it ends where it can, and says what keeps it."""
        x, y = middle(self.page, id)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 4, y - far / 2, steps=3)
        self.page.mouse.move(x + 8, y - far, steps=3)
        self.page.mouse.up()
        verdict = self.page.locator("#ask .verdict.good:not([aria-busy=true])")
        expect(verdict).to_contain_text("mm")
        if id.startswith("unit"):
            expect(verdict).to_contain_text(re.compile(r"mm used.*\(QAD-|it meets"))
        self.page.locator("#ask button[type=submit]").click()

    def charge(self) -> None:
        """At an enemy whom the board offers, by a click on him."""
        at_rest(self.page)
        self.page.locator("#board .pieces .piece.can").first.click()
        expect(self.page.locator("#ask .preview")).to_contain_text("it meets")
        confirm(self.page)

    def order(self) -> None:
        """A verb from the list, and a distance by its button; who fights has a short list, and stays."""
        if self.page.locator("#ask select").count():
            self.page.locator("#ask select").first.select_option(label="advance")
            self.page.locator("#ask .quick .chip").nth(1).click()
        expect(self.page.locator("#ask .verdict.good:not([aria-busy=true])")).to_contain_text("mm used")
        self.page.locator("#ask button[type=submit]").click()

    def fill(self, question: str) -> None:
        if question.startswith("Name your targets"):
            self.page.locator("#ask .option").nth(1).click()
        expect(self.page.locator("#ask button[type=submit]")).to_be_enabled()
        self.page.locator("#ask button[type=submit]").click()


class Keys(Hand):
    """Nothing but keys."""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def choose(self, words: str) -> None:
        self.press(str(self.number(words) + 1))
        expect(self.page.locator("#ask .confirm")).to_be_visible()
        self.press("Enter")

    def lead(self, id: str, far: int) -> None:
        self.press(*["Shift+ArrowUp"] * (far // 10))
        expect(self.page.locator("#ask .verdict.good:not([aria-busy=true])")).to_contain_text("mm")
        self.press("Enter")

    def charge(self) -> None:
        self.press("2")
        expect(self.page.locator("#ask .preview")).to_contain_text("it meets")
        self.press("Enter")

    def order(self) -> None:
        """In words: the first letter goes to their line. Who meets somebody stops there; who fights does not
        advance; both are told so."""
        self.page.keyboard.type("advance 30")
        verdict = self.page.locator("#ask .verdict:not([aria-busy=true])")
        expect(verdict).to_contain_text(re.compile("30 of|30 mm|it meets|'advance 30' is no manoeuvre here"))
        if self.page.locator("#ask .verdict.bad").count():
            self.press("Control+A")
            self.page.keyboard.type("stay")
            expect(verdict).to_contain_text("mm used")
        self.press("Enter")

    def fill(self, question: str) -> None:
        if question.startswith("Name your targets"):
            while not self.page.evaluate("() => document.activeElement?.matches('#ask .option:nth-child(2)')"):
                self.press("Tab")
            self.press("Space")
            expect(self.page.locator("#ask .option:nth-child(2)").first).to_have_attribute("aria-checked", "true")
        while not self.page.evaluate("() => document.activeElement?.matches('#ask button[type=submit]')"):
            self.press("Tab")
        self.press("Enter")


@pytest.mark.parametrize("kind", [Mouse, Keys])
def test_a_whole_turn_of_a_ready_battle(page: Page, house, kind):
    """The enemy stays where he is drawn up, a charge away, and the dice are always the same: they meet for certain."""
    page.emulate_media(reduced_motion="reduce")
    with at_the_table(Waiting):
        made = house.begin("17" * 16, Waiting.name, game="qadardalikoi", scenario="wells", terms="never")
        page.goto(f"{house.address}/table/{made['table']}#{made['token']}")
        hand = kind(page)
        hand.command()
    done = " ".join(hand.did)
    assert done.startswith("Draw up your army")
    for question in ("Which command stand moves?", "Where does Kérdudali", "Which unit acts?", "Whom does 11th"):
        assert question in done, hand.did
    assert "Orders for 23rd" in done
    assert "Name your targets" in done
    log = page.locator("#log").inner_text()
    assert "has used" in log
    for happened in ("fires at", "charges home", "strikes"):
        assert happened in log
