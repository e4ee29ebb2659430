"""Logs for machines: a line of JSON for each record."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import msgspec


class Lines(logging.Formatter):
    """Time, level, logger and message, and what went wrong where something did."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def log_as_json() -> None:
    """From here on everything that is logged, by whomever, is a line of JSON on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
