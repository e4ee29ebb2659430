"""What is wrong with a command as it was typed: said in a line and in the language of the terminal, as all else is."""

from __future__ import annotations

import re
from typing import Any

import typer

from .speech import spoken

_BOUNDS = {"least": r"greater than or equal to (-?\d+)", "most": r"less than or equal to (-?\d+)"}


def explain(error: Any) -> None:
    """Say what Typer found wrong, and where the help is. It ends the program itself."""
    kind = type(error).__name__
    if kind == "NoArgsIsHelpError":
        return
    typer.echo(f"arbiter: {_wrong(kind, error)}", err=True)
    if error.ctx is not None:
        typer.echo(spoken("usage.help", command=f"{error.ctx.command_path} --help"), err=True)


def _wrong(kind: str, error: Any) -> str:
    match kind:
        case "NoSuchOption":
            near = error.possibilities or ()
            key = "usage.no_option_near" if near else "usage.no_option"
            return spoken(key, option=error.option_name, near=", ".join(near))
        case "BadOptionUsage":
            return spoken("usage.no_value", option=error.option_name)
        case "MissingParameter":
            return spoken("usage.missing", name=_name(error.param))
        case "BadParameter":
            return _bad_value(_name(error.param), error.message)
    # What has no class of its own is known by its words.
    if command := re.match(r"No such command '(.*?)'", error.message):
        return spoken("usage.no_command", name=command[1])
    if more := re.match(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", error.message):
        return spoken("usage.too_many", words=more[1])
    return str(error.format_message())


def _bad_value(name: str, message: str) -> str:
    for bound, words in _BOUNDS.items():
        if found := re.search(words, message):
            return spoken(f"usage.{bound}", name=name, n=found[1])
    return spoken("usage.number" if "integer" in message else "usage.value", name=name)


def _name(parameter: Any) -> str:
    """An option as it is typed, an argument as the help shows it."""
    first = str(parameter.opts[0])
    return first if first.startswith("-") else str(parameter.metavar or first).strip("[]").upper()
