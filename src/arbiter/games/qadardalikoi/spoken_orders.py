"""Orders as somebody says them, in any language: `advance 120, wheel left 30, form the Crystal Square`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from arbiter.core import Illegal

from .book import book

Manoeuvre: TypeAlias = tuple[str, int, int]
"""A verb, its number (mm, degrees, a formation, a unit), and the files of a formation."""

STAY = "stay"
"""The verb of whoever does nothing."""
FARTHEST = 2500
"""No number in an order is greater: what is more than a move says by how much, and nobody means more than the table."""
FILES = 40
"""The most files in which a unit is drawn up by word."""
LANGUAGES = ("en", "fr", "de")
SMALL = {"the", "a", "an", "of", "that", "le", "la", "les", "l", "un", "une", "der", "die", "das", "den", "dem", "eine"}
"""Words that say nothing about who or what is meant."""

UNITS = ("mm", "degrees", "degres", "grad", "files", "rotten", "in", "cohort", "cohorte", "kohorte")
"""What may stand beside a number."""

NOT_WHOLE = re.compile(r"\d\.\d|(?<!\w)[-−]\s*\d")
"""A number with a part behind a point, or below nought."""


def read(
    text: str,
    verbs: Iterable[str],
    targets: Mapping[int, str],
    then: Iterable[str] | None = None,
    why_not: Callable[[str], Illegal | None] = lambda verb: None,
) -> list[Manoeuvre]:
    """The manoeuvres that words stand for: each a verb, with a number, the name of a formation, or of a unit to charge.

    `targets` are the units that may be meant, by number; `then` are the verbs that may follow the first, if others;
    `why_not` says by which rule nobody does what a verb says that is not among them.
    """
    first = list(verbs)
    later = first if then is None else list(then)
    parts = [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]
    if not parts:
        raise _no_verb(text, first)
    found = [_manoeuvre(part, later if at else first, targets, why_not) for at, part in enumerate(parts)]
    if len(found) > 1 and any(verb == STAY for verb, _, _ in found):
        raise Illegal("orders.stay_alone")
    return found


def _manoeuvre(
    part: str, verbs: Sequence[str], targets: Mapping[int, str], why_not: Callable[[str], Illegal | None]
) -> Manoeuvre:
    words = _words(part)
    said = [(count, _verbs().get(" ".join(words[:count]), "")) for count in range(len(words), 0, -1)]
    count, verb = next((one for one in said if one[1] in verbs), (0, ""))
    rest = words[count:]
    alone = _verbs_alone().get(_alone(words), "")
    if alone in verbs:  # wherever the number stands: turn cohort 2 left
        verb, rest = alone, [word for word in words if word.isdigit()]
    if not verb:
        meant = next((one for _, one in said if one), alone)
        raise (why_not(meant) if meant else None) or _no_verb(part, verbs)
    numbers = [int(word) for word in rest if word.isdigit()]
    if verb == "form" and (name := [word for word in rest if not word.isdigit() and word not in ("files", "in")]):
        formations = {n: one.name for n, one in book().unit_formations.items()}
        return verb, _named(name, formations, part), _at_most(numbers[-1] if numbers else 0, FILES)
    if verb == "charge" and targets:
        return verb, _named(rest, targets, part), 0
    if NOT_WHOLE.search(part):
        raise Illegal("orders.whole", given=part)
    left = [word for word in rest if not word.isdigit() and word not in UNITS]
    if left or len(numbers) > (2 if verb == "form" else 1):
        raise _no_verb(part, verbs)
    number, files = [*numbers, 0, 0][:2]
    return verb, _at_most(number, FARTHEST), _at_most(files, FILES)


def _at_most(number: int, most: int) -> int:
    if number > most:
        raise Illegal("refused.range", answer=number, least=0, most=most)
    return number


def _no_verb(given: str, verbs: Sequence[str]) -> Illegal:
    return Illegal("orders.unread", given=given, known=[verb for verb in verbs if verb != STAY])


def _named(words: Sequence[str], known: Mapping[int, str], given: str) -> int:
    """The number of the one whose name has all these words; of the only one where none was said."""
    meant = [word for word in words if word not in SMALL]
    if len(meant) == 1 and meant[0].isdigit() and int(meant[0]) in known:
        return int(meant[0])
    said = {n: [_words(one) for one in (name, *_called().get(name, ()))] for n, name in known.items()}
    fitting = [n for n, names in said.items() if any(all(word in one for word in meant) for one in names)]
    fitting = fitting or [
        n for n, names in said.items() if any(all(word in " ".join(one) for word in meant) for one in names)
    ]
    if len(fitting) != 1:
        of = {n: known[n] for n in fitting} or known
        raise Illegal("orders.unnamed", given=given, n=len(fitting), known=list(of.values()))
    return fitting[0]


def _words(text: str) -> list[str]:
    """Words in lower case and without accents: nobody types Milengáno of Vrá as it is printed."""
    plain = unicodedata.normalize("NFD", text.casefold().replace("_", " "))
    bare = "".join(char for char in plain if not unicodedata.combining(char))
    return [word.removesuffix("mm") or word for word in re.findall(r"[\w]+", bare)]


def _alone(words: Sequence[str]) -> str:
    """Words without numbers and small words."""
    return " ".join(word for word in words if not word.isdigit() and word not in UNITS and word not in SMALL)


@cache
def _called() -> dict[str, list[str]]:
    """Names of ours, and what they are in every language."""
    words = [book().words(language) for language in LANGUAGES]
    return {name: [one[f"called.{name}"] for one in words] for name in book().own_names}


@cache
def _verbs_alone() -> dict[str, str]:
    return {_alone(said.split()): verb for said, verb in _verbs().items()}


@cache
def _verbs() -> dict[str, str]:
    """Verbs by what they are called, here and in every language."""
    known = [(key, said) for language in LANGUAGES for key, said in book().words(language).items()]
    found = {" ".join(_words(said)): key.removeprefix("verb.") for key, said in known if key.startswith("verb.")}
    return {**found, **{" ".join(_words(verb)): verb for verb in found.values()}}
