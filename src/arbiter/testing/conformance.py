"""The laws, as tests: subclass `Conformance`, name a `game`, and pytest runs them for every seat count and option set.

A law prints where it is; pytest shows that when it fails, and the last line says with which seed and when it happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from ..core import Ask, Illegal, Table, Text, playout
from ..core.asks import canonical
from ..core.saves import load, read
from ..core.snapshots import restore
from ..core.verifying import verify
from .cases import Case, moments, walk
from .elsewhere import goes_on, in_another_process
from .knowing import Knowing
from .looks import as_bytes, everything, held, must_equal, options_shown, shared, texts
from .mutants import JUNK, mutants
from .outside import watched
from .wire import Page
from .words import Words

LISTED = 200
"""How many options are looked at where a list is very long."""


class Conformance(Knowing):
    """Every game keeps these laws."""

    # Playing

    def test_every_game_ends_within_its_bound(self, case: Case) -> None:
        for seed in self._seeds("bound"):
            outcome = walk(case, seed).table.outcome
            assert outcome is not None
            self._good(case, outcome)
            start = case.game.start(case.seats, case.table(0).options)
            outcome, answers = playout(case.game, start, Random(seed))
            self._good(case, outcome)
            assert answers <= case.game.bound, f"a playout took {answers} answers; the bound is {case.game.bound}"

    def test_the_journal_is_the_whole_truth(self, case: Case) -> None:
        for seed in self._seeds("replay"):
            table = walk(case, seed).table
            truth = everything(table)
            must_equal(truth, everything(case.table(seed, table.log)), "replayed")
            must_equal(truth, everything(case.table("other dice", table.log)), "replayed where the dice are others")
            verdict = verify(read(table.save()), case.game)
            assert verdict.good, f"the finished game does not verify: {verdict.faults}"

    def test_saves_go_on_exactly(self, case: Case) -> None:
        for table, rest, _ in self._moments(case, "save"):
            text = table.save()
            loaded = load(read(text), case.game)
            must_equal(everything(table), everything(loaded), "saved and loaded")
            assert loaded.save() == text, "a loaded game saves otherwise than it was saved"
            self._go_on(table.clone(), loaded, rest, "saved and loaded, played on")

    def test_snapshots_give_the_same_table(self, case: Case) -> None:
        for table, rest, _ in self._moments(case, "snapshot"):
            dice = table.dice
            at = (case.game, case.seats, dice.seed, table.options, dice.entropy, table.log)
            again = restore(*at, table.snapshot())
            assert again.kept[0].mark == table.checkpoint.mark, "a snapshot cannot be read: are the state's types told?"
            must_equal(everything(table), everything(again), "restored from a snapshot")
            assert again.snapshot() == table.snapshot(), "a restored table has another snapshot"
            self._go_on(table.clone(), again, rest, "restored from a snapshot, played on")

    def test_saves_go_on_in_another_process(self) -> None:
        case = self.cases()[0]
        saves = [table.save() for table, _, _ in self._moments(case, "elsewhere")]
        here = [goes_on(load(read(text), case.game), f"elsewhere {at}") for at, text in enumerate(saves)]
        assert in_another_process(case, saves) == here, "a game goes on otherwise in another process"

    def test_clones_go_on_alike_and_apart(self, case: Case) -> None:
        for table, rest, rng in self._moments(case, "clone"):
            clone, before = table.clone(), held(table)
            must_equal(everything(table), everything(clone), "cloned")
            assert not (common := shared(table.state, clone.state)), f"a clone shares what can change: {common}"
            kept = clone.clone()
            self._go_on(clone, load(read(table.save()), case.game), rest, "a clone played on")
            must_equal(before, held(table), "after its clone was played on")
            self._play_on(table.clone(), rng)
            must_equal(before, held(kept), "a clone after the others were played on")
            table.finish(rng)
            must_equal(before, held(table), "after it was finished leanly")

    def test_taking_back_leads_to_the_same_place(self, case: Case) -> None:
        for table, rest, _ in self._moments(case, "undo"):
            if not rest:
                continue
            seat, answer = rest[0]
            trial = table.clone()
            trial.answer(seat, answer)
            after = held(trial)
            try:
                trial.undo(seat)
            except Illegal:
                must_equal(after, held(trial), "after a refused undo")
                trial.undo(seat, free=True)
            must_equal(everything(table), everything(trial), "after an undo")
            again = load(read(trial.save()), case.game)
            assert again.log == trial.log, "a save forgets what was taken back"
            self._go_on(table.clone(), again, rest, "taken back and played on")

    # Asking

    def test_what_is_offered_is_legal(self, case: Case) -> None:
        for table, _, rng in self._moments(case, "offered"):
            for ask in table.asks:
                assert 0 <= ask.seat < case.seats, f"{ask} asks a seat that is not there"
                for _ in range(8):
                    answer = ask.sample(rng)
                    assert (why := ask.why_not(answer)) is None, f"{ask} sampled {answer!r}, but refuses it: {why}"
                values = [option.value for option in islice(ask.options() or (), LISTED)]
                assert values or ask.options() is None, f"{ask} has no options"
                for value in values:
                    assert (why := ask.why_not(value)) is None, f"{ask} offers {value!r}, but refuses it: {why}"
                assert len({as_bytes(value) for value in values}) == len(values), f"{ask} offers an option twice"

    def test_wrong_answers_are_refused_and_change_nothing(self, case: Case) -> None:
        words = Words(case.table(0))
        for table, rest, rng in self._moments(case, "refused"):
            table, before = table.clone(), held(table)
            strangers = [answer for _, answer in rng.sample(rest, min(len(rest), 10))]
            for ask in table.asks:
                for answer in [*JUNK, *islice(mutants(ask.sample(rng)), 40), *strangers]:
                    if ask.why_not(answer) is not None:
                        self._refuses(table, ask.seat, answer, before, words)
                    else:
                        self._is_offered(ask, answer)
            waiting = {ask.seat for ask in table.asks}
            for seat in {-1, *range(case.seats + 1)} - waiting:
                for answer in (0, None, *strangers[:3]):
                    self._refuses(table, seat, answer, before, words)
        assert not words.faults, "; ".join(sorted(words.faults))

    def _refuses(self, table: Table[Any], seat: int, answer: Any, before: dict[str, bytes], words: Words) -> None:
        refused = None
        try:
            table.answer(seat, answer)
        except Illegal as illegal:
            refused = illegal
        assert refused is not None, f"seat {seat} could answer {answer!r}"
        assert refused.reason.strip(), f"{answer!r} was refused without a reason"
        words.check_refusal(refused)
        must_equal(before, held(table), f"after {answer!r} of seat {seat} was refused")

    def _is_offered(self, ask: Ask, answer: Any) -> None:
        values = [as_bytes(option.value) for option in islice(ask.options() or (), LISTED + 1)]
        if 0 < len(values) <= LISTED:
            taken = as_bytes(ask.settled(canonical(answer)))
            assert taken in values, f"{ask} accepts {answer!r}, which is not among its options"

    def test_hints_and_defaults_are_legal(self, case: Case) -> None:
        for table, _, rng in self._moments(case, "hints"):
            for ask in table.asks:
                default = case.game.default(table.state, ask)
                assert (why := ask.why_not(default)) is None, f"{ask} has a bad default: {why}"
                as_seen = case.game.default(table.view(ask.seat).state, ask)
                assert as_seen == default, f"the default for {ask} follows from what the seat cannot know"
                world = table.imagine(ask.seat, rng)
                before = as_bytes(world.state)
                hint = case.game.hint(world.state, next(one for one in world.asks if one.seat == ask.seat), rng)
                if hint is not None:
                    assert (why := ask.why_not(hint)) is None, f"the hint {hint!r} for {ask} is refused: {why}"
                assert as_bytes(world.state) == before, f"the hint for {ask} changed the state"

    def test_every_ask_says_by_which_rule(self, case: Case) -> None:
        ledger = case.game.ledger()
        known = {entry["id"] for part in ("rule", "gap", "decision") for entry in ledger.get(part, ())}
        for table, _, _ in self._moments(case, "why") if known else ():
            for ask in table.asks:
                ids = table.why(ask.seat)
                assert ids, f"{ask} does not say by which rule it asks"
                assert known.issuperset(ids), f"{ask} names rules that no ledger has: {sorted(set(ids) - known)}"

    def test_rules_look_at_nothing_outside(self, case: Case) -> None:
        for seed in self._seeds("outside"):
            rng = Random(seed)
            with watched():
                table = case.table(seed)
                while not table.over:
                    for ask in table.asks:
                        table.answer(ask.seat, ask.sample(rng))
                        if rng.random() < 0.02:
                            table.scene(ask.seat)

    # Showing

    def test_everything_said_has_words(self, case: Case) -> None:
        words = Words(case.table(0))
        for seed in self._seeds("words"):
            table, rng = case.table(seed), Random(f"words {seed}")
            while not table.over:
                for ask in table.asks:
                    for part in _with_fields(ask):
                        words.check(part.prompt, part.args or {})
                    for option in options_shown(ask):
                        words.check(option.key, option.args)
                    table.answer(ask.seat, ask.sample(rng))
            for seat in case.everyone:
                for event in table.events(seat):
                    words.check(event.key, event.args)
            assert table.outcome is not None
            words.check(table.outcome.why, table.outcome.args)
            for share in table.outcome.parts:
                words.check(share.name, {})
                for text in share.values:
                    if isinstance(text, Text):
                        words.check(text.key, text.args)
        for table, _, _ in self._moments(case, "scene words"):
            for seat in case.everyone:
                for text in texts(table.scene(seat)):
                    words.check(text.key, text.args)
        assert not words.faults, "; ".join(sorted(words.faults))

    def test_scenes_hold_together(self, case: Case) -> None:
        known: dict[str, str] = {}
        for table, _, _ in self._moments(case, "scene"):
            for seat in case.everyone:
                scene = table.scene(seat)
                kinds = {thing.id: type(thing).__name__ for thing in scene.things()}
                assert len(kinds) == sum(1 for _ in scene.things()), f"an id is given twice in the scene of seat {seat}"
                assert as_bytes(scene) == as_bytes(table.scene(seat)), "a scene looked at twice is not the same"
                for id, kind in kinds.items():
                    assert known.setdefault(id, kind) == kind, f"the id {id} was a {known[id]} and is now a {kind}"
                boards = {board.id for board in scene.all_boards()}
                free = {token.id for token in scene.tokens if token.at is not None and token.on in boards}
                lying = [(token.id, token.on) for token in scene.tokens if token.id not in free]
                lying += [(card.id, card.on) for card in scene.cards]
                drawn = [*scene.regions, *scene.overlays]
                astray = [thing.id for thing in drawn if thing.board not in boards]
                assert not astray, f"{astray} are on a board that the scene of seat {seat} does not have"
                assert not scene.focus or scene.focus in boards, f"the focus is {scene.focus}, which is no board"
                ends = [(link.id, end) for link in scene.links for end in (link.start, link.end)]
                for id, place in [*lying, *ends]:
                    assert place in kinds, f"{id} is at {place}, which is not in the scene of seat {seat}"
                for thing in scene.things():
                    icon = getattr(thing, "icon", "")
                    assert not icon or icon in scene.icons, f"{thing.id} wants the icon {icon}, which is not there"
                for ask in table.asks:
                    if ask.seat == seat:
                        for option in options_shown(ask):
                            lost = [id for id in option.ids if id not in kinds]
                            assert not lost, f"the option {option.value!r} of {ask} points at {lost}, not in the scene"

    def test_differences_make_the_same_picture(self, case: Case) -> None:
        """A page that gets differences only, of every picture or of few, shows what a whole picture would show."""
        for seed in self._seeds("wire"):
            pages: list[Page] = []
            for table, rest in moments(case, seed, self.stops):
                pages = pages or [Page(table, seat) for seat in case.everyone]
                ahead = table.clone()
                for seat, answer in rest[:1]:
                    ahead.answer(seat, answer)
                for page in pages:
                    page.hear(table)
                    page.hear(ahead)


def _with_fields(ask: Ask) -> Iterator[Ask]:
    yield ask
    for part in getattr(ask, "fields", {}).values():
        yield from _with_fields(part)
