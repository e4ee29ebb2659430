"""`arbiter serve`: hands over to the server, which says the address."""

from __future__ import annotations

from typing import Any

from .keeping import data_folder
from .plainly import complain
from .speech import spoken


def run(
    host: str,
    port: int,
    store: str | None,
    open_browser: bool,
    options: dict[str, dict[str, Any]],
    names: list[str],
    json_log: bool,
    workers: int,
) -> None:
    """Serve until stopped. Games are kept in the user's data folder unless said; `options` are the operator's."""
    try:
        from .. import server
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("arbiter"):
            raise
        complain(spoken("wrong.server", module=missing.name))
    try:
        kept = store or str(data_folder() / "tables.db")
        server.serve(host, port, kept, open_browser, options, names, json_log, workers, spoken.language)
    except server.CannotServe as reason:
        complain(reason)
