"""Types are learnt by one thread at a time."""

from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from time import sleep

import msgspec

from arbiter.core import learning
from arbiter.core.learning import learn


class Leaf(msgspec.Struct):
    n: int


class Tree(msgspec.Struct):
    leaves: list[Leaf]


def test_no_two_threads_learn_at_once(monkeypatch):
    alone, met, learnt = Lock(), [], []

    def slowly(kind):
        if not alone.acquire(blocking=False):
            met.append(kind)
            return
        sleep(0.01)
        learnt.append(kind)
        alone.release()

    monkeypatch.setattr(msgspec.json, "Decoder", slowly)
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(learn, [Leaf, Tree, list[Leaf], dict[str, Tree]] * 2))
    learning._KNOWN.clear()
    assert met == []
    assert {*map(str, learnt)} == {*map(str, [Leaf, Tree, list[Leaf], dict[str, Tree]])}


def test_what_is_known_is_not_learnt_again(monkeypatch):
    learn(Tree)
    monkeypatch.setattr(msgspec.json, "Decoder", lambda kind: 1 / 0)
    learn(Tree)
