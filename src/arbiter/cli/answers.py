"""What a person types, read as an answer to an ask."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

from ..core import Amount, Ask, Choose, Form, Illegal, Option, Place, Scene, Several
from ..core.asks import canonical
from .speech import spoken
from .words import Voice, folded


class Unclear(Exception):
    """What was typed is no answer to the ask: says what would be."""


class ToChange(Choose, eq=False):
    """Which field of a form is to be changed, by name: each is refused for what is `wrong` with the whole, after the
    field and its answer as they are `told`."""

    wrong: Illegal | None = None
    told: Mapping[str, str] = {}

    def refusal(self, answer: Any) -> Illegal | None:
        if self.wrong is None or answer not in self.told:
            return super().refusal(answer)
        return Illegal("refused.form.field", self.wrong.rule, field=self.told[answer], why=self.wrong.text)


def numbered(ask: Ask, voice: Voice) -> dict[int, Option]:
    """The options that a person answers by number. Where the options are numbers, they are called by themselves."""
    options: list[Option] = []
    if isinstance(ask, Choose):
        options = ask.options()
    elif isinstance(ask, Several):
        options = [ask.part(value) for value in ask.values]
    if all(type(option.value) is int and voice.option(option) == str(option.value) for option in options):
        return {option.value: option for option in options}
    return dict(enumerate(options, 1))


def wanted(ask: Ask, voice: Voice) -> str:
    """What to type, in a few words."""
    if isinstance(ask, Choose):
        numbers = list(numbered(ask, voice))
        return spoken("wanted.one" if _in_a_row(numbers) else "wanted.only", range=_range(numbers))
    if isinstance(ask, Amount):
        return spoken("wanted.amount", least=ask.least, most=ask.most)
    if isinstance(ask, Several):
        among = {"least": ask.least, "most": ask.most, "range": _range(list(numbered(ask, voice)))}
        several = spoken("wanted.several" if ask.least == ask.most else "wanted.between", **among)
        return spoken("wanted.or_none", several=several) if ask.least == 0 else several
    if isinstance(ask, Place):
        box = dict(zip(("left", "top", "right", "bottom"), ask.box, strict=True))
        place = spoken("wanted.place_steps" if ask.step > 1 else "wanted.place", step=ask.step, **box)
        return place if ask.facings is None else spoken("wanted.facing", place=place, range=_range(list(ask.facings)))
    return spoken("wanted.form")


def _in_a_row(numbers: list[int]) -> int:
    """The step between numbers that follow each other evenly; 0 where they do not."""
    step = numbers[1] - numbers[0] if len(numbers) > 1 else 0
    even = step > 0 and numbers == list(range(numbers[0], numbers[-1] + 1, step))
    return step if even and (step == 1 or len(numbers) > 6) else 0


def _range(numbers: list[int]) -> str:
    """Numbers in a row by their ends, others one by one."""
    step = _in_a_row(numbers)
    if not step:
        return ", ".join(map(str, numbers))
    ends = {"first": numbers[0], "last": numbers[-1], "step": step}
    return spoken("wanted.range_steps" if step > 1 else "wanted.range", **ends)


def read(ask: Ask, typed: str, voice: Voice) -> Any:
    """The answer that was typed. It may still be illegal; raises Unclear where it is no answer at all."""
    typed = typed.strip()
    if isinstance(ask, Choose):
        return _one(typed, voice, ask)
    if isinstance(ask, Several):
        return _many(ask, typed, voice)
    if isinstance(ask, Amount):
        return _whole(ask, typed, voice)
    if isinstance(ask, Place):
        return _spot(ask, typed, voice)
    raise Unclear(spoken("wanted.plain", wanted=wanted(ask, voice)))


def _whole(ask: Ask, typed: str, voice: Voice) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,12}", typed):
        raise Unclear(spoken("wanted.no_number", wanted=wanted(ask, voice), typed=typed))
    return int(typed)


def _spot(ask: Place, typed: str, voice: Voice) -> tuple[int, ...]:
    """A position, and a facing as a number or as a point of the compass; where there is but one, it may be left out."""
    *parts, last = re.split(r"[\s,]+", typed.strip("() "))
    compass = spoken("wanted.compass").split()
    if ask.facings is not None and last.casefold() in compass:
        facing = compass.index(last.casefold()) * ask.turn // len(compass)
        return (*(_whole(ask, part, voice) for part in parts), facing)
    spot = tuple(_whole(ask, part, voice) for part in (*parts, last))
    return (*spot, ask.facings[0]) if ask.facings is not None and len(spot) == 2 and len(ask.facings) == 1 else spot


def _one(typed: str, voice: Voice, ask: Ask) -> Any:
    """An option by its number, or by the beginning of its words where only one begins so."""
    options = numbered(ask, voice)
    if re.fullmatch(r"-?[0-9]{1,6}", typed):
        if int(typed) not in options:
            raise Unclear(spoken("wanted.no_option", wanted=wanted(ask, voice), typed=typed))
        return options[int(typed)].value
    words = {number: folded(voice.option(option)) for number, option in options.items()}
    for match in (str.__eq__, str.startswith, str.__contains__):
        found = [number for number, said in words.items() if typed and match(said, folded(typed))]
        if len(found) == 1:
            return options[found[0]].value
        if found:
            raise Unclear(spoken("wanted.many_fit", n=len(found), wanted=wanted(ask, voice), typed=typed))
    raise Unclear(spoken("wanted.none_fits", wanted=wanted(ask, voice), typed=typed))


def _many(ask: Several, typed: str, voice: Voice) -> tuple[Any, ...]:
    if not typed or spoken.meant(typed, ["none"]):
        return ()
    if spoken.meant(typed, ["all"]):
        return tuple(ask.values)
    return tuple(_one(part, voice, ask) for part in re.split(r"[\s,]+", typed) if part)


def foretold(ask: Ask, typed: str, voice: Voice) -> Illegal | str | None:
    """Why words that a form reads would be refused, or what they would come to; None where it reads none."""
    if not isinstance(ask, Form) or ask.read is None:
        return None
    try:
        answer = canonical(ask.read(typed))
    except Illegal:
        return None
    if (refused := ask.refusal(answer)) is not None:
        return refused
    foreseen = ask.foreseen(answer)
    told = voice.text(foreseen.text) if foreseen is not None else ""
    return f"{spoken('allowed', answer=typed)} {told and told + '.'}".rstrip()


def why_not(ask: Ask, typed: str, voice: Voice, scene: Scene) -> Illegal | str:
    """Why something cannot be answered: the rules' refusal, or a sentence saying that it can."""
    try:
        meant = [read(ask, typed, voice)]
    except Unclear:
        meant = list(_meant(ask, typed, voice, scene))
    refusals = []
    for answer in meant:
        refused = ask.refusal(canonical(answer))
        if refused is None:
            return spoken("allowed", answer=voice.answer(ask, answer))
        refusals.append(refused)
    # A reason that the rules give says more than that the answer is not among the options.
    refusals.sort(key=lambda refused: refused.key.startswith("refused."))
    if not refusals or refusals[0].key.startswith("refused.option"):
        return Illegal(spoken("no_answer", typed=typed, wanted=wanted(ask, voice)), ask.rule)
    return refusals[0]


def _meant(ask: Ask, typed: str, voice: Voice, scene: Scene) -> Iterator[Any]:
    """What a person may mean: a value itself, or words of the game that stand for one or for the parts of one."""
    try:
        yield json.loads(typed)
    except ValueError:
        yield typed
    vocabulary = _vocabulary(voice, scene)
    atoms = _atoms(typed, vocabulary)
    if len(atoms) == 1:
        yield from atoms[0]
    if isinstance(ask, Choose):
        yield from _composed(ask, atoms)


def _vocabulary(voice: Voice, scene: Scene) -> dict[str, list[Any]]:
    """The names of things and the words of the catalogue, with the values they may stand for."""
    found: dict[str, list[Any]] = {}
    named = [(voice.text(getattr(thing, "name", None)), thing.id) for thing in scene.things()]
    for name, id in [*named, *((word, key) for key, word in voice.catalogue.items() if "{" not in word)]:
        last = re.split(r"[.:/]", id)[-1]
        values = found.setdefault(folded(name), [])
        values += [value for value in (id, last, *([int(last)] if last.isdigit() else [])) if value not in values]
    return found


def _atoms(typed: str, vocabulary: dict[str, list[Any]]) -> list[list[Any]]:
    """What was typed, cut into the longest words known, each with the values it may stand for."""
    words, atoms = folded(typed).split(), []
    while words:
        for count in range(len(words), 0, -1):
            phrase = " ".join(words[:count])
            if phrase in vocabulary or count == 1:
                atoms.append([*vocabulary.get(phrase, ()), phrase])
                del words[:count]
                break
    return atoms


def _composed(ask: Choose, atoms: list[list[Any]]) -> Iterator[tuple[Any, ...]]:
    """Answers of several parts like those on offer: all parts as typed, or an offer with its last part exchanged."""
    offers = [value for value in ask.values if isinstance(value, tuple)]
    if not offers or not atoms:
        return
    yield from islice(product(*atoms), 500)
    *others, last = atoms
    for offer in offers:
        if all(any(part in offer[:-1] for part in meanings) for meanings in others):
            yield from ((*offer[:-1], part) for part in last)
