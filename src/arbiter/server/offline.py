"""A page of ours as one file that works without the house: its styles, scripts, letters and data inside of it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

WEB = Path(str(files("arbiter") / "web"))

_IMPORT = re.compile(r'^(import (?:[^"]*? from )?|export [^"]*? from )"\./([\w-]+\.js)"', re.MULTILINE)
_LATER = re.compile(r'(?<=import\(")\./([\w-]+\.js)(?="\))')
_LINK = re.compile(r'<link rel="stylesheet" href="/web/([\w-]+\.css)">\n')
_SCRIPT = re.compile(r'<script type="module" src="/web/[\w-]+\.js"></script>\n')
_OURS = re.compile(r'(?<=["\'])/web/([\w/.-]+)(?=["\'])')
_KINDS = {".woff2": "font/woff2", ".svg": "image/svg+xml", ".js": "text/javascript"}

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; font-src data:; img-src data:"
)


def one_file(page: str, script: str, parts: Mapping[str, bytes], replays: Mapping[str, bytes]) -> bytes:
    """A page with its script and everything they need: `parts` are JSON, `replays` too, compressed, by their eyes."""
    html, imports = _shell(page, script)
    data = {name: json.loads(text) for name, text in parts.items()}
    data["replays"] = {eyes: b64encode(packed).decode() for eyes, packed in replays.items()}
    kept = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return html.replace(
        "<!-- kept -->", f'<script type="application/json" id="inside">{kept}</script>\n{imports}'
    ).encode()


@cache
def _shell(page: str, script: str) -> tuple[str, str]:
    """A page of ours with its styles inside, and its scripts by names that lead nowhere else."""
    html = (WEB / page).read_text()
    styles = "\n".join((WEB / name).read_text() for name in _LINK.findall(html))
    html = _SCRIPT.sub("<!-- kept -->", _LINK.sub("", html))
    guard = f'<meta http-equiv="content-security-policy" content="{POLICY}">\n'
    head = html.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{guard}<style>\n{styles}</style>\n', 1)
    found = {name: _uri(".js", _named(name).encode()) for name in _reached(script)}
    imports = (
        f'<script type="importmap">{json.dumps({"imports": found})}</script>\n'
        f'<script type="module">import "{script}";</script>\n'
    )
    return _OURS.sub(_inside, head), imports


def _reached(script: str) -> list[str]:
    """A module and all that it needs, at once or later."""
    found, left = [script], [script]
    while left:
        text = (WEB / left.pop()).read_text()
        for name in (*(name for _, name in _IMPORT.findall(text)), *_LATER.findall(text)):
            if name not in found:
                found.append(name)
                left.append(name)
    return found


def _named(name: str) -> str:
    """A module that asks for others by their names alone, at once or later."""
    return _LATER.sub(r"\1", _IMPORT.sub(r'\1"\2"', (WEB / name).read_text()))


def _inside(match: re.Match[str]) -> str:
    file = WEB / match[1]
    return _uri(file.suffix, file.read_bytes()) if file.is_file() else match[0]


def _uri(suffix: str, body: bytes) -> str:
    return f"data:{_KINDS[suffix]};base64,{b64encode(body).decode()}"
