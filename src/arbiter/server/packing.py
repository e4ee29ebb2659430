"""Pages, files and words as they are sent: packed once for all, and not at all to a page that has them already."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from gzip import compress
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

WEB = Path(str(files("arbiter") / "web")).resolve()

KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
"""What there is among the files of the pages."""
_IMPORT = re.compile(rb'^@import "([\w-]+\.css)";$', re.MULTILINE)


def sent(request: Request, body: bytes, kind: str) -> Response:
    """What is always the same for everybody, packed where that helps; nothing where the page has it already."""
    packed, mark = _packed(body)
    headers = {"cache-control": "no-cache", "etag": mark, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    if len(packed) < len(body) and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = packed, "gzip"
    return Response(body, media_type=kind, headers=headers)


def web_file(request: Request, name: str) -> Response:
    """A file of the pages."""
    path = _known().get(name)
    if path is None:
        raise HTTPException(404)
    return sent(request, _whole(path), KINDS[path.suffix])


@cache
def _known() -> dict[str, Path]:
    """The files of the pages by their names: nothing else on the disk is ever looked for."""
    return {path.relative_to(WEB).as_posix(): path for path in WEB.rglob("*") if path.suffix in KINDS}


def _whole(path: Path) -> bytes:
    """A file as pages get it: a style sheet with those that it imports in their places."""
    found = path.stat()
    body = _read(path, found.st_mtime_ns, found.st_size)
    return _IMPORT.sub(lambda match: _whole(WEB / match[1].decode()), body) if path.suffix == ".css" else body


@lru_cache(maxsize=256)
def _read(path: Path, changed: int, size: int) -> bytes:
    if path.suffix in (".js", ".css"):
        return bare(path.read_text(encoding="utf-8")).encode()
    return path.read_bytes()


def bare(source: str) -> str:
    """A script or style sheet without the lines that only comment on it and without indents, line by line as it was.

    >>> bare("// why\\nif (late)\\n  run();\\n/** what\\n * and how */\\nstop(); // now")
    '\\nif (late)\\nrun();\\n\\n\\nstop(); // now'
    """
    kept, inside, text = [], False, False
    for line in source.split("\n"):
        stripped = line.strip()
        comment = inside or (not text and stripped.startswith(("//", "/*")))
        inside = comment and (inside or stripped.startswith("/*")) and not stripped.endswith("*/")
        # What stands between backticks is a text, to which its indents belong.
        kept.append("" if comment else line if text else stripped)
        text = text != (not comment and line.count("`") % 2 == 1)
    return "\n".join(kept)


@lru_cache(maxsize=256)
def _packed(body: bytes) -> tuple[bytes, str]:
    return compress(body, mtime=0), f'W/"{sha256(body).hexdigest()[:24]}"'
