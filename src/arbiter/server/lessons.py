"""Setting a guided table."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ..core import commitment
from ..core.options import read_options
from ..games import find
from ..store import Seat, Sitting, Terms, fresh_id, sealed
from .guides import guide_of
from .house import BOT_NAMES, House
from .messages import OwnToken, cleaned
from .refusals import Refused
from .terms import YOU


class Learner(msgspec.Struct, forbid_unknown_fields=True):
    """Whoever wants to learn: a name, and the key to the seat that the page has made."""

    token: OwnToken
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""


async def begin(house: House, game_id: str, learner: Learner) -> Sitting:
    """Set a guided table: the learner sits there already, and the game has begun."""
    game, guide = find(game_id), guide_of(game_id)
    if guide is None:
        raise Refused("no_guide", game=game.title)
    options = read_options(game, {**guide.options, **house.operator.get(game.id, {})})
    key, names = sealed(learner.token), iter(BOT_NAMES)
    name = cleaned(learner.name) or "Player"
    seats = [Seat("", name, key, True) if kind == YOU else Seat(kind, next(names)) for kind in guide.seats]
    sitting = Sitting(
        fresh_id(), game.id, game.version, msgspec.to_builtins(options), guide.seed,
        commitment(guide.seed), key, seats, "playing", terms=Terms(guided=True),
    )  # fmt: skip
    await house.store.create(sitting)
    house.counts.add("arbiter_tables_set_total")
    return sitting
