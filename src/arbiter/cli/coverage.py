"""Which rules of a ledger are done, where, and which tests show them."""

from __future__ import annotations

import ast
import inspect
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import msgspec

import arbiter

from ..content.folder import FolderGame
from ..core import Game
from ..core.rulebook import HOMES, line, place

SOURCE = Path(arbiter.__file__).parent
"""The package's folder; in a checkout it is src/arbiter."""

KINDS = ("rule", "gap", "content", "decision", "example")


class Missing(msgspec.Struct):
    """The rules that no function names, and those that no test names."""

    done: list[str]
    tested: list[str]


class Coverage(msgspec.Struct):
    """How far a game's ledger is covered. `tested` is None where there are no tests to look at.

    `unknown` are ids that the game's functions name and its ledger does not have.
    """

    title: str
    rules: int
    done: int
    tested: int | None
    missing: Missing
    unknown: list[str]


class Home(msgspec.Struct):
    """Where a rule is done: a function, its file and line."""

    function: str
    file: str
    line: int


def homes(game: Game[Any]) -> dict[str, Home]:
    """Each id that a function names for this game, and where; all modules of a game's folder are looked at."""
    module = type(game).__module__
    own = module
    if isinstance(game, FolderGame):
        own = module.rpartition(".")[0]
        for found in walk_packages(import_module(own).__path__, f"{own}."):
            import_module(found.name)
    known = ids(game)
    return {
        id: _home(home)
        for id, home in HOMES.items()
        if id in known or home.__module__ == own or home.__module__.startswith(f"{own}.")
    }


def ids(game: Game[Any]) -> set[str]:
    """Every id in a game's ledger: of rules, and of gaps, decisions and the like."""
    return {entry["id"] for kind in KINDS for entry in game.ledger().get(kind, []) if "id" in entry}


def in_the_making() -> set[str]:
    """The ids in the ledgers of games that stand in the tree and are not offered yet."""
    waiting = [file for file in SOURCE.glob("games/*/ledger.toml") if file.parent.name not in arbiter.known()]
    found = [tomllib.loads(file.read_text(encoding="utf-8")) for file in waiting]
    return {entry["id"] for ledger in found for kind in KINDS for entry in ledger.get(kind, []) if "id" in entry}


def _home(home: Any) -> Home:
    file = Path(inspect.getsourcefile(home) or "?")
    return Home(place(home), _shown(file), line(home) or inspect.getsourcelines(home)[1])


def _shown(file: Path) -> str:
    """A file as a person in the project's folder would name it."""
    for base in (SOURCE.parent.parent, SOURCE.parent, Path.cwd()):
        if file.is_relative_to(base):
            return file.relative_to(base).as_posix()
    return file.name


def tests_folder() -> Path | None:
    """The tests of the checkout that this package runs from; None where it was installed without them."""
    root = SOURCE.parent.parent
    return root / "tests" if (root / "pyproject.toml").exists() and (root / "tests").is_dir() else None


def shown_by(folder: Path) -> dict[str, list[str]]:
    """Rule id -> the tests under a folder that say they show it, as file::test."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("*.py")):
        if file.name.startswith("test_") or file.name.endswith("_test.py"):
            tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
            for id, test in _marks(tree, file.relative_to(folder.parent).as_posix()):
                tests = found.setdefault(id, [])
                if test not in tests:
                    tests.append(test)
    return found


def _marks(scope: ast.Module | ast.ClassDef, where: str) -> Iterator[tuple[str, str]]:
    """The ids that `pytest.mark.rule` names in a module or class, with the test that each stands on.

    A test that is skipped or expected to fail shows nothing. A mark outside any test (`pytestmark`, a list of
    cases) counts for where it stands.
    """
    for node in scope.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name.startswith("test") and not _idle(node):
                for decorator in node.decorator_list:
                    yield from ((id, f"{where}::{node.name}") for id in _named(decorator))
        elif isinstance(node, ast.ClassDef):
            if node.name.startswith("Test") and not _idle(node):
                for decorator in node.decorator_list:
                    yield from ((id, f"{where}::{node.name}") for id in _named(decorator))
                yield from _marks(node, f"{where}::{node.name}")
        else:
            yield from ((id, where) for id in _named(node))


def _idle(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    marks = [ast.unparse(decorator).partition("(")[0] for decorator in node.decorator_list]
    return any(mark.endswith((".mark.skip", ".mark.xfail")) for mark in marks)


def _named(node: ast.AST) -> Iterator[str]:
    """The ids in every `pytest.mark.rule("ID", ...)` in a piece of code."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("mark.rule"):
            for argument in call.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def coverage(game: Game[Any], tests: dict[str, list[str]] | None) -> Coverage:
    """How far a game's rules are done and shown. `tests` is None where there are none to look at."""
    rules = [entry["id"] for entry in game.ledger().get("rule", [])]
    done = homes(game)
    undone = [id for id in rules if id not in done]
    untested = [] if tests is None else [id for id in rules if id not in tests]
    return Coverage(
        title=game.title,
        rules=len(rules),
        done=len(rules) - len(undone),
        tested=None if tests is None else len(rules) - len(untested),
        missing=Missing(undone, untested),
        unknown=sorted(set(done) - ids(game)),
    )
