"""The terminal in English, French and German: every word is a key, every key has its words, in every language."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import arbiter
import arbiter.cli
from arbiter import find, known
from arbiter.cli.speech import COMMANDS, spoken, wished
from arbiter.words import LANGUAGES, interface

SOURCE = Path(arbiter.cli.__file__).parent
OTHERS = [language for language in LANGUAGES if language != "en"]
SLOT = re.compile(r"\{(\w+)")


def own(language):
    return {key: word for key, word in interface(language).items() if key.startswith("cli.")}


@pytest.mark.parametrize("language", OTHERS)
def test_every_word_of_the_terminal_is_said_in_every_language(language):
    from arbiter.content.folder import read_toml
    from arbiter.core.messages import flatten

    english = flatten(read_toml("arbiter.words", "en.toml")["cli"])
    words = flatten(read_toml("arbiter.words", f"{language}.toml")["cli"])
    assert set(words) == set(english)
    for key, word in words.items():
        assert set(SLOT.findall(word)) == set(SLOT.findall(english[key])), key
        assert word.startswith(" ") == english[key].startswith(" ") or key == "other_boards", key
    same = {key for key in words if words[key] == english[key]}
    assert len(same) < 0.1 * len(words), f"these are not translated: {sorted(same)}"


def keys_said():
    """Every key that the sources say: plainly, one of two, or with a part that is put in."""
    for path in SOURCE.glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("spoken", "said") and call.args:
                prefix = "help_of." if call.func.id == "said" else ""
                for pattern in patterns(call.args[0]):
                    yield path.name, re.compile(re.escape(prefix) + pattern)


def patterns(key):
    if isinstance(key, ast.IfExp):
        yield from (*patterns(key.body), *patterns(key.orelse))
    elif isinstance(key, ast.JoinedStr):
        yield "".join(re.escape(part.value) if isinstance(part, ast.Constant) else ".+" for part in key.values)
    elif isinstance(key, ast.Constant):
        yield re.escape(key.value)


def test_every_key_that_is_said_has_words_and_every_word_is_said():
    words = {key.removeprefix("cli.") for key in own("en")}
    said = list(keys_said())
    assert len(said) > 100
    assert [(where, key) for where, key in said if not any(key.fullmatch(word) for word in words)] == []
    asked = {"yes", "no", *(f"command.{name}" for name in (*COMMANDS, "not", "all", "none"))}
    assert words - asked - {word for word in words if any(key.fullmatch(word) for _, key in said)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_commands_share_a_word(language):
    spoken.use(language)
    typed = [word for name in COMMANDS for word in spoken.words[f"cli.command.{name}"].split()]
    assert len(typed) == len(set(typed))
    for name in COMMANDS:
        for word in spoken.words[f"cli.command.{name}"].split():
            assert spoken.meant(word) == name
        assert spoken.meant(interface("en")[f"cli.command.{name}"].split()[0]) == name, "English is always understood"
    points = spoken("wanted.compass").split()
    assert len(set(points)) == 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_tells_every_command(language):
    spoken.use(language)
    assert "?" in spoken("help")
    for name in COMMANDS:
        if name not in ("help", "rules"):
            assert spoken.words[f"cli.command.{name}"].split()[0] in spoken("help")


SAID = {
    "fr": ("Joueur 1", "Tapez un numéro de 1 à 4", "? montre la règle", "Pour continuer :", "Repris."),
    "de": ("Spieler 1", "Tippe eine Nummer von 1 bis 4", "? zeigt die Regel", "Weiter geht es mit:", "Zurückgenommen."),
}
TYPED = {
    "fr": ["1", "pourquoi pas 9", "voir joueur 1", "plateau", "récit", "reprendre", "17", "aide", "quitter"],
    "de": ["1", "warum nicht 9", "zeige spieler 1", "brett", "verlauf", "zurücknehmen", "17", "hilfe", "ende"],
}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("by", ["option", "front", "LANG", "LC_ALL"])
def test_the_terminal_speaks_and_is_spoken_to_in_a_language(run, language, by, monkeypatch):
    arguments = ["play", "epix", "--seats", "2", "--bots", "random", "--seed", "3"]
    if by == "option":
        arguments += ["--language", language]
    elif by == "front":
        arguments = ["--language", language, *arguments]
    else:
        monkeypatch.setenv("LANG", "en_US.UTF-8")
        monkeypatch.setenv(by, f"{language}_{language.upper()}.UTF-8")
    shown = run(*arguments, typed=["2", *TYPED[language]])
    assert shown.exit_code == 0
    for words in SAID[language]:
        assert words in " ".join(shown.output.split())
    for word in (r"Player \d", "Type ", "shows the rule", "Saved", "Taken", "There is", "The end"):
        assert not re.search(rf"\b{word}", shown.output)
    command = next(line for line in shown.output.splitlines() if "--resume" in line)
    assert ("--language" in command) == (by in ("option", "front"))


def test_a_language_that_nobody_speaks_is_refused(run):
    refused = run("play", "epix", "--language", "tlh")
    assert refused.exit_code == 2
    assert "there is no language 'tlh'; there are: en, fr, de" in refused.stderr


@pytest.mark.parametrize(("set_to", "language"), [("de_AT.UTF-8", "de"), ("C", "en"), ("pt_BR", "en"), ("", "en")])
def test_the_terminals_own_language_is_taken_where_we_speak_it(monkeypatch, set_to, language):
    monkeypatch.setenv("LANG", set_to)
    assert wished() == language


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "chess"], "es gibt kein Spiel „chess“; es gibt: epix"),
        (["play", "epix", "--seats", "9"], "Epix ist für 2–4 Spieler, nicht für 9"),
        (["play", "epix", "--bots", "wise"], "es gibt keinen Bot „wise“"),
        (["play", "epix", "-o", "rules=hard"], "„hard“ ist falsch für rules; richtig ist: basic, advanced"),
        (["sim", "epix", "--bots", "search:x"], "„x“ ist keine Stufe für „search“"),
        (["sim", "epix", "--games", "0"], "mindestens 1 Spiel"),
        (["rules", "epix", "EPIX-NOPE"], "Epix hat keine Regel EPIX-NOPE"),
        (["verify", "nowhere.json"], "es gibt keine Datei nowhere.json"),
        (["verify", "letter.txt"], "das ist kein Spielstand"),
        (["tables", "list", "--store", "letter.txt"], "ist nicht als Ablage von Spielen zu lesen"),
        (["tables", "list", "--store", "mysql://here"], "nicht unter mysql://…"),
        (["serve", "--port", "0", "--store", "letter.txt"], "Die Spiele lassen sich nicht in"),
    ],
)
def test_what_is_wrong_is_said_in_the_language_too(run, arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("letter.txt").write_text("Dear table, this is no game. " * 100)
    done = run("--language", "de", *arguments)
    assert done.exit_code == 2
    assert said in done.stderr


@pytest.mark.parametrize(("language", "words"), [("fr", "Jouer dans le terminal."), ("de", "Im Terminal spielen.")])
def test_help_is_in_the_language_of_the_terminal(language, words):
    for arguments, lang in ((["--help"], f"{language}.UTF-8"), (["--language", language, "--help"], "C.UTF-8")):
        env = {**os.environ, "LANG": lang, "LC_ALL": "", "COLUMNS": "100"}
        command = [sys.executable, "-m", "arbiter", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=env, check=True)
        assert words in done.stdout


@pytest.mark.parametrize("language", OTHERS)
def test_commands_that_list_and_count_speak_it_too(run, language, tmp_path):
    table = arbiter.new("epix", 2, seed=1)
    (tmp_path / "g.json").write_text(table.save())
    heads = {"fr": ("jeu", "victoires", "Tient :", "la table attend"), "de": ("Spiel", "Siege", "Hält:", "wartet der")}
    shown = [
        run("games", "--language", language).output,
        run("sim", "epix", "--seats", 2, "--games", 2, "--workers", 1, "--language", language).output,
        run("verify", tmp_path / "g.json", "--language", language).output,
        run("replay", tmp_path / "g.json", "--language", language).output,
    ]
    for words, output in zip(heads[language], shown, strict=True):
        assert words in output


WRONG = [
    (("plya", "epix"), "no_command", {"name": "plya"}),
    (("play",), "missing", {"name": "GAME"}),
    (("verify",), "missing", {"name": "FILE"}),
    (("play", "epix", "--seets", "2"), "no_option_near", {"option": "--seets", "near": "--seats, --seed, --save"}),
    (("games", "--zzz"), "no_option", {"option": "--zzz"}),
    (("play", "epix", "--seats"), "no_value", {"option": "--seats"}),
    (("play", "epix", "--seats", "abc"), "number", {"name": "--seats"}),
    (("serve", "--port", "70000"), "most", {"name": "--port", "n": "65535"}),
    (("replay", "game.json", "--to", "-1"), "least", {"name": "--to", "n": "0"}),
    (("play", "epix", "more", "words"), "too_many", {"words": "more words"}),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("arguments", "key", "about"), WRONG, ids=[" ".join(typed) for typed, _, _ in WRONG])
def test_a_command_that_is_typed_wrong_is_refused_in_the_language_of_the_terminal(run, language, arguments, key, about):
    spoken.use(language)
    done = run(*arguments)
    assert done.exit_code == 2
    wrong, *help = done.stderr.splitlines()
    assert wrong == f"arbiter: {spoken(f'usage.{key}', **about)}"
    assert all("--help" in line for line in help)


@pytest.mark.parametrize("words", [interface("fr"), *(find(game).catalogue("fr") for game in known())])
def test_in_french_a_space_stands_before_a_sign_of_two_parts(words):
    def bare(text):
        return re.sub(r"\{[^{}]*\}|`[^`]*`|https?:\S+", "x", text)

    assert {key: text for key, text in words.items() if re.search(r"[^\s:;!?.(][:;!?](\s|$)", bare(text))} == {}
