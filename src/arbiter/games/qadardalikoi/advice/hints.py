"""Advice for every ask of the game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from arbiter.core import Amount, Ask, Choose, Form, Place, Several

from ..geometry import MM
from ..heights import ABOVE
from ..state import Qadardalikoi
from . import charging, commanding, deploying, moving, roaming, shooting
from .mind import Mind

Advice = Callable[[Mind, Any], Any]


def hint(g: Qadardalikoi, ask: Ask, rng: Random, general: bool) -> Any:
    """A sensible answer to any ask of the game, as a captain or as a general gives it."""
    if isinstance(ask, Choose) and len(ask.values) == 1:
        return ask.values[0]
    advice = ADVICE.get(ask.prompt)
    return None if advice is None else advice(Mind(g, ask.seat, rng, general), ask)


def first(mind: Mind, ask: Choose) -> Any:
    return ask.values[0]


def everybody(mind: Mind, ask: Several) -> tuple[Any, ...]:
    return tuple(ask.values)


def nobody(mind: Mind, ask: Several) -> tuple[Any, ...]:
    return ()


def one(mind: Mind, ask: Several) -> tuple[Any, ...]:
    return (ask.values[0],)


def run(mind: Mind, ask: Choose) -> Any:
    """Archers among shields leave a melee while they can; a captain forgets them."""
    return ask.values[1] if mind.general else ask.values[0]


def lowest(mind: Mind, ask: Form) -> dict[str, int]:
    """Flyers come down to fight; where two would come down onto each other the later one stays just above."""
    answer = {name: field.most for name, field in ask.fields.items() if isinstance(field, Amount)}
    for name, field in ask.fields.items():
        assert isinstance(field, Amount)
        lower = ({**answer, name: n} for n in (field.least, max(field.least, min(field.most, ABOVE // MM))))
        answer = next((one for one in lower if ask.refusal(one) is None), answer)
    return answer


def strike(mind: Mind, ask: Choose) -> int:
    return charging.whom(mind, list(ask.values))


def likely(mind: Mind, ask: Place) -> tuple[int, ...]:
    return ask.likely[0]


def go(mind: Mind, ask: Place) -> tuple[int, ...]:
    return roaming.place(mind, ask)


ADVICE: dict[str, Advice] = {
    "edges.choose": first,
    "deploy.ask": deploying.deploy,
    "stand.whom": commanding.last_stands,
    "initiative.choose": commanding.initiative,
    "ranks.close": everybody,
    "arrive.whom": commanding.arrive,
    "arrive.where": commanding.where,
    "command.plan": commanding.plan,
    "command.whom": commanding.whom,
    "command.place": commanding.place,
    "rally.whom": commanding.rally,
    "move.whom": moving.whom,
    "move.place": go,
    "orders.form": moving.order,
    "evade.ask": first,
    "evade.where": likely,
    "charge.follow": first,
    "overlap.ask": charging.overlap,
    "passing.fire": shooting.passing,
    "passing.stop": charging.stop,
    "missile.declare": shooting.declare,
    "melee.whom": strike,
    "melee.arms": first,
    "meadow.run": run,
    "message.way": first,
    "message.words": one,
    "terms.choose": first,
    "terms.accept": commanding.peace,
    "terms.who": nobody,
    "heights.state": lowest,
}
"""Prompt -> what to answer."""
