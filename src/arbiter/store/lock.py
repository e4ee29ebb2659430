"""A file that one program holds for as long as it lives: the system lets go of it however the program ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

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
            who = f" (process {holder})" if holder else ""
            raise InUse(
                f"another Arbiter{who} already serves the tables in {path}. One program serves such a file;"
                " for several, keep the tables in PostgreSQL: --store postgresql://…"
            ) from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
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

else:
    import fcntl

    def _hold(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
