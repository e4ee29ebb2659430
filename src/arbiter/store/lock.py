"""A file that one program holds for as long as it lives: the system lets go of it however the program ends."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from ..core.findings import Finding
from .records import InUse


class Lock:
    """Holds `<path>.lock`, in which the holder's number stands; raises InUse where another holds it."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(path.name + ".lock")
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _hold(self._file)
        except OSError:
            holder = os.read(self._file, 32).decode(errors="replace").strip()
            os.close(self._file)
            who = Finding("store.process", n=holder) if holder else ""
            raise InUse(Finding("store.in_use", who=who, path=path)) from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


class Turn:
    """Those who share a file write one after the other: who waits for `<path>.turn` goes on as soon as it is free.

    It is a courtesy: the file has a lock of its own, at which one would ask again and again and sleep in between.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path.with_name(path.name + ".turn"), os.O_RDWR | os.O_CREAT, 0o600)

    def __enter__(self) -> None:
        with contextlib.suppress(OSError):
            _wait_for(self._file)

    def __exit__(self, *error: object) -> None:
        with contextlib.suppress(OSError):
            _let_go(self._file)

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


if sys.platform == "win32":
    import msvcrt

    def _hold(file: int) -> None:
        # Beyond the number that stands there, which everybody may read.
        os.lseek(file, 64, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)

    def _wait_for(file: int) -> None:
        raise NotImplementedError

    def _let_go(file: int) -> None:
        raise NotImplementedError

else:
    import fcntl

    def _hold(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _wait_for(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)

    def _let_go(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
