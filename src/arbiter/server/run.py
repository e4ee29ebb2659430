"""Runs the web table on this machine."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import re
import socket
import sys
import threading
import webbrowser
from collections.abc import Mapping, Sequence
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn

from ..core import Game, say
from ..core.findings import told
from ..games import guests, register
from ..store import Store, open_store
from ..words import interface
from .app import make_app
from .hall import Doorway, Hall, Worker
from .house import House
from .limits import Limits
from .logs import log_as_json
from .messages import LARGEST
from .neighbours import Neighbours
from .patience import Impatient
from .sockets import Brisk

SETTINGS: Mapping[str, Any] = {
    "access_log": False,
    "server_header": False,
    "http": Impatient,
    "ws": Brisk,
    "ws_max_size": LARGEST,
    # Differences are too short to be worth packing, and packing would take 300 KB for every page that is open.
    "ws_per_message_deflate": False,
}
"""How uvicorn serves the table, wherever it does."""


class CannotServe(SystemExit):
    """The table cannot be set here; says why in words."""


def tune() -> None:
    """Suit Python to a house: what is loaded by now stays, tables leave few circles behind, and the thread that writes
    does not wait long for its turn."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    sys.setswitchinterval(0.001)


def make_room() -> None:
    """Every page that is open takes a file, and most systems allow a thousand unless they are asked for more."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    store_path: Path | str | None = None,
    open_browser: bool = False,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    names: Sequence[str] = (),
    json_log: bool = False,
    workers: int = 1,
    language: str = "en",
) -> None:
    """Serve the web table until interrupted. Port 0 takes any free one; the games are kept in `store_path`.

    `options` are what only the operator may set, by game: content packs for instance. `names` are those by which the
    house may be asked for; at this machine's own address there are always some, elsewhere any name does unless said.
    With several `workers` the tables are spread over so many processes behind one door. What is said to whoever runs
    it is said in their `language`.
    """
    if json_log:
        log_as_json()
    make_room()
    speak = partial(say, interface(language))
    try:
        listening = _listen(host, port)
    except OSError as error:
        why = {"host": host, "port": port, "why": error.strerror}
        raise CannotServe(speak("serve.no_port", why)) from None
    path = store_path if store_path is not None else default_store()
    try:
        store = open_store(path)
    except (OSError, ValueError) as error:
        listening.close()
        why = {"store": shown_store(path), "why": told(error, language)}
        raise CannotServe(speak("serve.no_store", why)) from None
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else shown}:{listening.getsockname()[1]}/"
    print(speak("serve.set", {"address": address, "store": shown_store(path)}), flush=True)
    if open_browser and _has_screen():
        threading.Timer(0.5, webbrowser.open, [address]).start()
    served = Served(str(path), options, Limits(hosts=_hosts(host, names)), json_log, guests())
    if workers > 1:
        # The hall's own store holds the file for all of them.
        try:
            Hall(listening, workers, served.start).run()
        except OSError as error:
            raise CannotServe(speak("serve.no_workers", {"n": workers, "why": str(error)})) from None
    else:
        config = served.config(store)
        tune()
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listening])
    store.close()


class Served(NamedTuple):
    """What is served and how: all that a worker has to know."""

    store: str
    options: Mapping[str, Mapping[str, Any]] | None
    limits: Limits
    json_log: bool = False
    guests: tuple[Game[Any], ...] = ()

    def config(self, store: Store, neighbours: Neighbours | None = None) -> uvicorn.Config:
        """A house with this store, as uvicorn serves it."""
        private = os.environ.get("ARBITER_PRIVATE_HOOKS") == "1"
        house = House(store, operator=self.options, limits=self.limits, private_hooks=private, neighbours=neighbours)
        return uvicorn.Config(
            make_app(house),
            log_level="info" if self.json_log else "warning",
            log_config=None if self.json_log else uvicorn.config.LOGGING_CONFIG,
            timeout_graceful_shutdown=2,
            **SETTINGS,
        )

    def start(self, door: socket.socket) -> BaseProcess:
        """A worker at this end of a door. It has bots of its own, so it may have processes of its own."""
        process = multiprocessing.get_context("spawn").Process(target=work, args=(self, door), name="worker")
        process.start()
        return process


def work(served: Served, door: socket.socket) -> None:
    """What a worker does: serve whoever is handed in, until the door closes."""
    if served.json_log:
        log_as_json()
    for game in served.guests:
        register(game)
    doorway = Doorway(door)
    store = open_store(served.store, ring=doorway)
    worker = Worker(served.config(store, doorway), doorway)
    tune()
    with contextlib.suppress(KeyboardInterrupt):
        worker.run()
    store.close()


OWN_NAMES = ("127.0.0.1", "localhost", "::1")


def _hosts(host: str, names: Sequence[str]) -> tuple[str, ...]:
    """The names by which the house may be asked for, so that no page from elsewhere reaches it under one of its own."""
    if not names and host not in OWN_NAMES:
        return ()
    return tuple(dict.fromkeys(name.lower() for name in (*OWN_NAMES, host, *names)))


def default_store() -> Path:
    """Where games are kept unless somebody says otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "arbiter" / "tables.db"


def shown_store(path: Path | str) -> str:
    """Where games are kept, as it can be shown: without the password in an address.

    >>> shown_store("postgresql://ann:secret@db/games")
    'postgresql://ann:…@db/games'
    """
    return re.sub(r"(://[^:/@]*):[^@/]*@", r"\1:…@", str(path))


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    return listening


def _has_screen() -> bool:
    """Whether a browser can be opened: never a text browser in the terminal that the server runs in."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
