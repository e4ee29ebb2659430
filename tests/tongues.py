"""What a ledger still has to say in a language, as TOML to be written over: `ledger.<language>.toml` takes it as it is.

python -m tests.tongues GAME LANGUAGE
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from arbiter.content.folder import FolderGame, read_if_there
from arbiter.content.ledgers import SAID, behind, called, stamp
from arbiter.games import find
from arbiter.server.rulebook import chapter_of


def worksheet(game: FolderGame[object], language: str) -> Iterator[str]:
    """The lines of the entries that are missing or behind, in English, and of the sections that have no name."""
    ledger, told = game.ledger(), read_if_there(game.folder, f"ledger.{language}.toml")
    wanted = {id for id, _ in behind(ledger, told)}
    unnamed = [name for name in sections(game) if name not in told.get("sections", {})]
    if unnamed:
        yield "[sections]"
        yield from (f"{_quoted(name)} = {_quoted(name)}" for name in unnamed)
    for kind, fields in SAID.items():
        for one in ledger.get(kind, ()):
            if one.get("id") in wanted:
                yield f"\n[{_quoted(one['id'])}]\nof = {_quoted(stamp(kind, one))}"
                yield from (f"{name} = {_quoted(one[name])}" for name in fields if one.get(name))


def sections(game: FolderGame[object]) -> list[str]:
    """What chapters and sections are called in English, wherever that is more than a number."""
    ledger = game.ledger()
    titles = ledger.get("meta", {}).get("chapters", {}).values()
    names = [one.get("section", "") for one in ledger.get("rule", ())]
    plain = [*titles, *(name for one in names for name in (chapter_of(one), called(one, {})))]
    return [
        name
        for name in dict.fromkeys(plain)
        if any(word == "and" or (len(word) > 3 and word.isalpha()) for word in name.split())
    ]


def _quoted(text: object) -> str:
    return json.dumps(text, ensure_ascii=False)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tongues", description=__doc__)
    parser.add_argument("game", help="the id of a game")
    parser.add_argument("language", help="a language other than English: fr, de")
    args = parser.parse_args()
    game = find(args.game)
    if not isinstance(game, FolderGame):
        parser.error(f"{args.game} has no ledger in a folder of its own")
    print("\n".join(worksheet(game, args.language)))


if __name__ == "__main__":
    main()
