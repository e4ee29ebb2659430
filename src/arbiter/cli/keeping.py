"""Where games in progress are kept: the user's data folder, a file a game, written whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from ..core import BadSave
from ..core.saves import Save, read
from .speech import spoken


def data_folder() -> Path:
    """The folder for this user's games; ARBITER_HOME chooses another."""
    chosen = os.environ.get("ARBITER_HOME")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "arbiter"


def new_file(game: str) -> Path:
    """A file for a new game that no other game has."""
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    folder = data_folder() / "games"
    taken = 1
    while (path := folder / (f"{stem}.json" if taken == 1 else f"{stem}-{taken}.json")).exists():
        taken += 1
    return path


def must_be_new(path: Path) -> None:
    """No game is written over another."""
    if path.exists():
        raise ValueError(spoken("wrong.exists", file=path))


def write(path: Path, text: str) -> None:
    """Put a save in its place: written beside it first, so that an old save is never half overwritten."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def unfinished(game: str) -> Path | None:
    """The game played last that is not over yet."""
    return next((path for path, saved in kept(game) if saved.outcome is None), None)


def kept(game: str) -> Iterator[tuple[Path, Save]]:
    """The kept games, latest first; what cannot be read is passed over."""
    files = [path for path in (data_folder() / "games").glob("*.json") if path.is_file()]
    for path in sorted(files, key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            saved = read(path.read_bytes())
        except (BadSave, OSError):
            continue
        if saved.game == game:
            yield path, saved
