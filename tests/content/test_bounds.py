"""Every number that a pack can bring has a least and a most: no pack can make a table reckon without end."""

from typing import Annotated

import msgspec
import pytest
from msgspec import inspect

from arbiter.content import Call, Effect, Entry, Header, Vocabulary
from arbiter.content.numbers import Number
from arbiter.games.epix import entries as epix
from arbiter.games.tekumel import entries as tekumel
from arbiter.games.tekumel.book import VOCABULARY as TEKUMEL
from arbiter.games.yummell import entries as yummell
from arbiter.games.yummell.book import VOCABULARY as YUMMELL

PACKS = {
    "epix": (epix.KINDS, Vocabulary(epix.EFFECTS)),
    "yummell": (yummell.KINDS, YUMMELL),
    "tekumel": (tekumel.KINDS, TEKUMEL),
    "numbers": ({"number": Number}, Vocabulary([])),
}


def unbounded(kinds, vocabulary):
    """Every field, of whatever a pack can hold, in which a number may be as large as one likes."""
    words = (*vocabulary.effects.values(), *vocabulary.conditions.values())
    return sorted({place for kind in (*kinds.values(), *words, Header, Call) for place in _open(kind)})


def _open(kind):
    waiting, met = [inspect.type_info(kind)], set()
    while waiting:
        struct = waiting.pop()
        if struct.cls in met:
            continue
        met.add(struct.cls)
        for field in struct.fields:
            for found in _parts(field.type):
                if isinstance(found, inspect.StructType):
                    waiting.append(found)
                elif isinstance(found, inspect.IntType | inspect.FloatType) and not _bounded(found):
                    yield f"{struct.cls.__name__}.{field.name}"


def _bounded(number):
    return (number.ge is not None or number.gt is not None) and (number.le is not None or number.lt is not None)


def _parts(kind):
    """A type and all types in it, but for the fields of records."""
    yield kind
    for name in ("type", "item_type", "key_type", "value_type", "types", "item_types"):
        inner = getattr(kind, name, None)
        for one in inner if isinstance(inner, tuple) else (inner,):
            if isinstance(one, inspect.Type):
                yield from _parts(one)


@pytest.mark.parametrize("game", PACKS)
def test_every_number_in_a_pack_is_bounded(game):
    assert unbounded(*PACKS[game]) == []


class Purse(msgspec.Struct):
    coins: int


class Rob(Effect, frozen=True, tag="rob"):
    chance: float
    most: Annotated[int, msgspec.Meta(ge=0)]


class Inn(Entry, frozen=True, kw_only=True):
    beds: Annotated[int, msgspec.Meta(ge=1, le=9)]
    rooms: dict[str, tuple[int, ...]] = {}
    purses: list[Purse] = []
    price: int | None = None


def test_a_number_without_bounds_is_found_wherever_it_stands():
    found = unbounded({"inn": Inn}, Vocabulary([Rob]))
    assert found == ["Inn.price", "Inn.rooms", "Purse.coins", "Rob.chance", "Rob.most"]
