"""A suite is worth what it catches: games with one fault each, and the law that must find it."""

import random
from datetime import datetime
from itertools import count
from random import Random
from time import time

import msgspec
import pytest

from arbiter.core import Choose, Game, Illegal, Option, Over, Text, Together
from arbiter.testing import Case
from examples.goofspiel import Goofspiel
from examples.hoard import CAVE, Cave, Hoard, way
from examples.tic_tac_toe import TicTacToe, square
from tests.core.smugglers import Smugglers

from .drawn import Drawn

FAULTY: list[tuple[str, type, dict]] = []


def breaks(law, **options):
    """Enter a faulty game with the law it breaks."""

    def enter(game):
        FAULTY.append((law, game, options))
        return game

    return enter


def find_law(name):
    return getattr(Drawn, f"test_{name}")


def try_law(law, game, options):
    class Trial(Drawn):
        pass

    Trial.game = game()
    case = Case(Trial.game, 2, options)
    if law == "nobody_sees_what_they_may_not":
        find_law(law)(Trial(), case, lambda name, value: None)
    elif law == "saves_go_on_in_another_process":
        find_law(law)(Trial())
    else:
        find_law(law)(Trial(), case)


def around(game, g, before=lambda g, ask: None, after=lambda g, answer: None):
    """The beat of a sound game, with something done around each ask."""
    beat = game.beat(g)
    try:
        ask = next(beat)
        while True:
            before(g, ask)
            answer = yield ask
            after(g, answer)
            ask = beat.send(answer)
    except StopIteration:
        return


@breaks("every_game_ends_within_its_bound")
class Endless(Hoard):
    def beat(self, g):
        yield Choose(0, (True, False), "onward", way)


@breaks("every_game_ends_within_its_bound")
class NobodyFirst(TicTacToe):
    def beat(self, g):
        try:
            yield from super().beat(g)
        except Exception as over:
            over.outcome = msgspec.structs.replace(over.outcome, ranks=(2, 2))
            raise


@breaks("the_journal_is_the_whole_truth")
@breaks("saves_go_on_exactly")
class RemembersOtherGames(Hoard):
    games = count()

    def start(self, seats, options):
        cave = super().start(seats, options)
        cave.carried[0] = next(self.games)
        return cave


@breaks("saves_go_on_in_another_process")
class OrderOfASet(Hoard):
    def beat(self, g):
        yield from super().beat(g)
        g.tell("left", seat=0, gold=list({"silver", "gold", "iron", "copper", "tin"}))


@breaks("snapshots_give_the_same_table")
class NotWhatItsTypesSay(Hoard):
    def beat(self, g):
        yield from super().beat(g)
        g.state.roars = float(g.state.roars) + 0.5


@breaks("snapshots_give_the_same_table")
class CountsOpenings(Hoard):
    opened = count()

    def start(self, seats, options):
        next(self.opened)
        return super().start(seats, options)

    def view(self, state, seat):
        view = super().view(state, seat)
        view.roars = next(self.opened)
        return view


@breaks("copies_share_nothing_that_can_change")
@breaks("clones_go_on_alike_and_apart")
class SharesAList(Hoard):
    def copy(self, state):
        return Cave(state.finds.copy(), state.inside.copy(), state.carried, state.gold.copy(), state.roars)


@breaks("clones_go_on_alike_and_apart")
class ForgetsInCopying(Hoard):
    def copy(self, state):
        return Cave(state.finds.copy(), state.inside.copy(), state.carried.copy(), state.gold.copy())


@breaks("taking_back_leads_to_the_same_place")
class KeepsSomethingOutsideTheState(TicTacToe):
    marked = 0

    def beat(self, g):
        yield from super().beat(g)
        self.marked += 1
        g.tell("marked", seat=0, row=self.marked, column=0)


@breaks("what_is_offered_is_legal")
class OffersWhatItRefuses(TicTacToe):
    def beat(self, g):
        def before(g, ask):
            ask.values = [[value] for value in ask.values]

        return around(super(), g, before)


@breaks("what_is_offered_is_legal")
class OffersTwice(TicTacToe):
    def beat(self, g):
        def before(g, ask):
            ask.values = [*ask.values, ask.values[0]]

        return around(super(), g, before)


@breaks("wrong_answers_are_refused_and_change_nothing")
class StumblesOverAWrongAnswer(TicTacToe):
    def beat(self, g):
        def before(g, ask):
            ask.refuse = lambda cell: Illegal(f"{[0] * 9} {g.state.cells[cell]} is there")

        return around(super(), g, before)


@breaks("wrong_answers_are_refused_and_change_nothing")
class ChangesBeforeItRefuses(TicTacToe):
    def beat(self, g):
        def refuse(cell):
            g.state.cells[0] = 1
            return Illegal("no")

        def before(g, ask):
            ask.refuse = refuse

        return around(super(), g, before)


@breaks("wrong_answers_are_refused_and_change_nothing")
class RefusesWithoutAReason(TicTacToe):
    def beat(self, g):
        def before(g, ask):
            ask.refuse = lambda cell: Illegal("")

        return around(super(), g, before)


@breaks("hints_and_defaults_are_legal")
class BadHint(TicTacToe):
    def hint(self, state, ask, rng):
        return 9


@breaks("hints_and_defaults_are_legal")
class HintThatPlays(TicTacToe):
    def hint(self, state, ask, rng):
        state.cells[8] = 0


@breaks("every_ask_says_by_which_rule")
class UnknownRule(TicTacToe):
    def beat(self, g):
        def before(g, ask):
            ask.rule = "TTT-2"

        return around(super(), g, before)

    def ledger(self, language="en"):
        return {"rule": [{"id": "TTT-1", "text": "Mark a square."}]}


@breaks("every_ask_says_by_which_rule")
class NoRuleGiven(TicTacToe):
    def ledger(self, language="en"):
        return {"rule": [{"id": "TTT-1", "text": "Mark a square."}]}


@breaks("nobody_sees_what_they_may_not", hidden=True)
class ShowsTheOthersHands(Goofspiel):
    def view(self, state, seat):
        return self.copy(state)


@breaks("nobody_sees_what_they_may_not", hidden=True)
class TellsOfHands(Goofspiel):
    def beat(self, g):
        g.tell("bids", bids=g.state.cards[1][-1:])
        yield from super().beat(g)


@breaks("nobody_sees_what_they_may_not", hidden=True)
class ForgetsToRedeal(Goofspiel):
    def redeal(self, state, seat, rng, known):
        pass

    def beat(self, g):
        """As in goofspiel, but asked one after the other, so that nothing is secret but the state."""
        beat = super().beat(g)
        try:
            ask = next(beat)
            while True:
                bids = []
                for one in ask.asks if isinstance(ask, Together) else ():
                    bids.append((yield one))
                ask = beat.send(tuple(bids))
        except StopIteration:
            return


@breaks("seats_are_told_what_they_may_know_and_no_more")
class WritesASecretDown(Hoard):
    """A secret answer goes into the open state before it is revealed, while the next seat is asked."""

    def beat(self, g):
        one = yield Choose(0, (1, 2, 3), "onward", way, secret=True)
        g.state.roars = one
        yield Choose(1, (1, 2, 3), "onward", way)
        g.state.roars = 0
        yield from super().beat(g)


@breaks("seats_are_told_what_they_may_know_and_no_more")
class AsksByASecret(Hoard):
    """The next seat's ask depends on an answer that it may not know yet."""

    def beat(self, g):
        one = yield Choose(0, (1, 2, 3), "onward", way, secret=True)
        yield Choose(1, tuple(range(one)), "onward", way)
        yield from super().beat(g)


@breaks("nobody_sees_what_they_may_not")
class NeverRedeals(Smugglers):
    redeal = Game.redeal


@breaks("nobody_sees_what_they_may_not", hidden=True)
class NeverRedealsHands(Goofspiel):
    """Bids are still given anew, so that worlds do differ; but never in what lies in the hands."""

    redeal = Game.redeal


@breaks("nobody_sees_what_they_may_not")
class ImaginesTheTruth(Smugglers):
    """All cards come to light, and nobody sees them for it: every world is the true one."""

    def beat(self, g):
        def before(g, ask):
            for card in range(len(g.state.seen)):
                g.show(card)

        return around(super(), g, before)


@breaks("nobody_sees_what_they_may_not")
class ImaginesOneHandAsItIs(Smugglers):
    def redeal(self, state, seat, rng, known):
        super().redeal(state, seat, rng, {*known, *state.hands[0]})


@breaks("nobody_sees_what_they_may_not")
class SpectatorsImagineTheTruth(Smugglers):
    def redeal(self, state, seat, rng, known):
        if seat is not None:
            super().redeal(state, seat, rng, known)

    def draw(self, g, seat):
        card = super().draw(g, seat)
        for card in range(len(g.state.seen)):
            g.show(card, -1, None)
        return card


@breaks("nobody_sees_what_they_may_not")
class ForgetsWhoHasLooked(Smugglers):
    """Dealing anew, everybody forgets which cards they know, so that the view of the next world is another."""

    def redeal(self, state, seat, rng, known):
        super().redeal(state, seat, rng, known)
        state.seen = [0] * len(state.seen)


def tell_hands(g, *_):
    g.tell("dug", cards=[sorted(hand) for hand in g.state.hands])


@breaks("seats_are_told_what_they_may_know_and_no_more")
@breaks("nobody_sees_what_they_may_not")
@breaks("worlds_fit_in_the_middle_of_a_beat")
class TellsHandsWithinTheBeat(Smugglers):
    def beat(self, g):
        return around(super(), g, tell_hands)


@breaks("seats_are_told_what_they_may_know_and_no_more")
class TellsHandsAtTheEndOfTheBeat(Smugglers):
    """In the next beat nobody remembers, and worlds are dealt as if nothing had been told."""

    def beat(self, g):
        yield from super().beat(g)
        tell_hands(g)


@breaks("seats_are_told_what_they_may_know_and_no_more")
@breaks("nobody_sees_what_they_may_not")
class TellsHandsInTheNextBeat(Smugglers):
    def beat(self, g):
        if g.state.round:
            tell_hands(g)
        yield from super().beat(g)


@breaks("seats_are_told_what_they_may_know_and_no_more")
class TellsOneSeatOfAnothersHand(Smugglers):
    def beat(self, g):
        yield from super().beat(g)
        g.tell("dug", (0,), cards=sorted(g.state.hands[1]))


@breaks("seats_are_told_what_they_may_know_and_no_more")
class WritesHandsDownAtTheEndOfTheBeat(Smugglers):
    def beat(self, g):
        yield from super().beat(g)
        g.state.points[0] = sum(g.state.hands[1])


@breaks("seats_are_told_what_they_may_know_and_no_more")
class TellsEverybodyWhatWasDrawn(Smugglers):
    def hand_over(self, g, card, giver, taker):
        super().hand_over(g, card, giver, taker)
        g.tell("got", card=card)


@breaks("seats_are_told_what_they_may_know_and_no_more")
class EndsByWhatIsHidden(Smugglers):
    def beat(self, g):
        try:
            yield from super().beat(g)
        except Over as over:
            over.outcome = msgspec.structs.replace(over.outcome, args={"seats": [g.state.hands[1][-1:]]})
            raise


@breaks("seats_are_told_what_they_may_know_and_no_more")
class AsksOnlyWhoHoldsACard(Smugglers):
    """Who is asked tells what they hold."""

    def turn(self, g, seat):
        if any(card % 2 for card in g.state.hands[seat]):
            yield from super().turn(g, seat)


@breaks("seats_are_told_what_they_may_know_and_no_more")
class HandsOverWithoutShowing(Smugglers):
    """Both see the card, and the table is not told."""

    def hand_over(self, g, card, giver, taker):
        g.state.seen[card] = 1 << giver | 1 << taker
        g.tell("got", (taker,), card=card)


@breaks("copies_share_nothing_that_can_change")
class ViewIsTheState(TicTacToe):
    def view(self, state, seat):
        return state


@breaks("rules_look_at_nothing_outside")
class ReadsTheClock(TicTacToe):
    def beat(self, g):
        g.tell("marked", seat=0, row=int(time()) * 0, column=1)
        yield from super().beat(g)


@breaks("rules_look_at_nothing_outside")
class ReadsTheCalendar(TicTacToe):
    def beat(self, g):
        g.tell("marked", seat=0, row=datetime.now().year * 0, column=1)
        yield from super().beat(g)


@breaks("rules_look_at_nothing_outside")
class RollsItsOwnDice(TicTacToe):
    def beat(self, g):
        random.shuffle([1, 2])
        yield from super().beat(g)


@breaks("rules_look_at_nothing_outside")
class MakesItsOwnDice(TicTacToe):
    def beat(self, g):
        Random().random()
        yield from super().beat(g)


@breaks("everything_said_has_words")
class PromptWithoutWords(TicTacToe):
    def catalogue(self, language="en"):
        return {key: words for key, words in super().catalogue().items() if key != "mark"}


@breaks("everything_said_has_words")
class EventWithoutArgument(TicTacToe):
    def catalogue(self, language="en"):
        return {**super().catalogue(), "marked": "{seat:seat} marks {square}"}


@breaks("everything_said_has_words")
class SpeaksOneLanguageBetter(TicTacToe):
    """The French has a word that needs an argument that nobody gives."""

    languages = ("en", "fr")

    def catalogue(self, language="en"):
        words = super().catalogue(language)
        return words if language == "en" else {**words, "marked": "{seat:seat} marque {square}"}


@breaks("wrong_answers_are_refused_and_change_nothing")
class RefusesWithoutWords(TicTacToe):
    def beat(self, g):
        def before(g, ask):
            ask.refuse = lambda cell: Illegal("taken", cell=cell)

        return around(super(), g, before)


@breaks("wrong_answers_are_refused_and_change_nothing")
class RefusesWithoutAnArgument(TicTacToe):
    def beat(self, g):
        def before(g, ask):
            ask.refuse = lambda cell: Illegal("taken")

        return around(super(), g, before)

    def catalogue(self, language="en"):
        return {**super().catalogue(language), "taken": "{cell} is taken"}


@breaks("wrong_answers_are_refused_and_change_nothing")
class RefusesInEnglishOnly(TicTacToe):
    """A game that speaks two languages refuses in a sentence of one of them."""

    languages = ("en", "fr")

    def beat(self, g):
        def before(g, ask):
            ask.refuse = lambda cell: Illegal("somebody has been there before")

        return around(super(), g, before)


@breaks("everything_said_has_words")
class OutcomeWithoutWords(Hoard):
    def catalogue(self, language="en"):
        return {key: words for key, words in super().catalogue().items() if key != "richest"}


@breaks("everything_said_has_words")
class SceneWithoutWords(Hoard):
    def scene(self, view):
        scene = super().scene(view)
        scene.regions[0].hint = [Text("dark")]
        return scene


@breaks("the_terminal_draws_it")
class DrawnWithoutWords(Hoard):
    def scene(self, view):
        scene = super().scene(view)
        scene.meters[0].name = Text("no.such.word")
        return scene


@breaks("scenes_hold_together")
class SameIdTwice(Hoard):
    def scene(self, view):
        scene = super().scene(view)
        scene.meters[0].id = "cave"
        return scene


@breaks("scenes_hold_together")
class IdForSomethingElse(Hoard):
    def scene(self, view):
        scene = super().scene(view)
        if view.state.carried[0]:
            scene.meters[0].id, scene.tokens = "torch-0", []
        return scene


@breaks("scenes_hold_together")
class PointsNowhere(TicTacToe):
    def beat(self, g):
        def before(g, ask):
            ask.describe = lambda cell: Option(cell, "mark.option", square(cell).args, ("cell-9",))

        return around(super(), g, before)


@breaks("scenes_hold_together")
class TokenOnNothing(Hoard):
    def scene(self, view):
        scene = super().scene(view)
        for token in scene.tokens:
            token.on = "forest"
        return scene


@breaks("scenes_hold_together")
class RegionOnNoBoard(Hoard):
    def scene(self, view):
        scene = super().scene(view)
        scene.regions[0].board = "cellar"
        return scene


@breaks("scenes_hold_together")
class FocusOnNoBoard(Hoard):
    def scene(self, view):
        scene = super().scene(view)
        scene.focus = "cellar"
        return scene


@breaks("everything_said_has_words")
class MarkWithoutWords(Hoard):
    def scene(self, view):
        scene = super().scene(view)
        for token in scene.tokens:
            token.marks = ["sooty"]
        return scene


@breaks("scenes_hold_together")
class IconNotDrawn(Hoard):
    def scene(self, view):
        scene = super().scene(view)
        scene.icons = {}
        return scene


@breaks("differences_make_the_same_picture")
class CountsFurtherThanABrowser(Hoard):
    def scene(self, view):
        scene = super().scene(view)
        scene.meters[0].value += 2**60
        return scene


@breaks("differences_make_the_same_picture", hidden=True)
class DrawsItsOwnSecretForAll(Goofspiel):
    def scene(self, view):
        scene = super().scene(view)
        scene.follow = view.common(repr)
        return scene


@breaks("worlds_fit_in_the_middle_of_a_beat")
class ForgetsToShow(Smugglers):
    """A card leaves a hidden hand for all to see, and the table is not told."""

    def lay_open(self, g, card):
        g.state.seen[card] = 0
        g.state.discard.append(card)


@breaks("worlds_fit_in_the_middle_of_a_beat")
class DealsAnewWhatIsKnown(Smugglers):
    def redeal(self, state, seat, rng, known):
        super().redeal(state, seat, rng, ())


@breaks("worlds_fit_in_the_middle_of_a_beat")
class LosesACard(Smugglers):
    """A card of the pile is there twice in its worlds, and another is not there at all."""

    def redeal(self, state, seat, rng, known):
        super().redeal(state, seat, rng, known)
        free = [at for at, card in enumerate(state.pile) if card not in known]
        if len(free) > 1:
            state.pile[free[0]] = state.pile[free[1]]


@breaks("imagined_worlds_can_be_played_on")
class RedealsACardAway(Hoard):
    def redeal(self, state, seat, rng, known):
        state.finds = [find for find in state.finds if find]

    def beat(self, g):
        if len(g.state.finds) < len(CAVE) - 6 and 0 not in g.state.finds and g.state.roars < 2:
            raise RuntimeError("no dragon is left")
        yield from super().beat(g)


@pytest.mark.parametrize(("law", "game", "options"), FAULTY, ids=lambda part: getattr(part, "__name__", None))
def test_the_law_finds_the_fault(law, game, options):
    with pytest.raises((AssertionError, IndexError, RuntimeError)) as failed:
        try_law(law, game, options)
    assert str(failed.value).strip()


def test_every_law_is_shown_to_bite():
    laws = {name.removeprefix("test_") for name in dir(Drawn) if name.startswith("test_")}
    assert laws == {law for law, _, _ in FAULTY}, "each law needs a game that breaks it"


@pytest.mark.parametrize("law", sorted({law for law, _, _ in FAULTY}))
def test_sound_games_pass_the_same_trial(law):
    for game, options in ((TicTacToe, {}), (Hoard, {}), (Goofspiel, {"hidden": True}), (Smugglers, {})):
        try_law(law, game, options)
