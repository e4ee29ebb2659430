"""What a page weighs: all that it needs to show a table, packed as it is sent, and nothing from elsewhere."""

import re
from gzip import decompress
from urllib.parse import urljoin

import httpx
import pytest

from arbiter.server.packing import WEB, bare

MOST = 150_000
"""The most bytes that a page may cost whoever comes for the first time."""

ASKS = re.compile(r'(?:src|href)="([^"#]+)"|url\("?([^")]+)"?\)|(?:from|import)\s*"([^"]+)"')
"""What a file loads at once; what is fetched when somebody asks for it is no part of showing a page."""
SCRIPTS = [path for path in sorted(WEB.rglob("*.*")) if path.suffix in (".js", ".css")]


def needs(house: str, page: str) -> dict[str, bytes]:
    """Whatever a page loads, and what that loads in turn, as it comes over the wire."""
    found: dict[str, bytes] = {}
    wanted = [page]
    while wanted:
        path = wanted.pop()
        if path in found:
            continue
        with httpx.stream("GET", house + path, headers={"accept-encoding": "gzip"}) as answer:
            assert answer.status_code == 200, path
            found[path] = b"".join(answer.iter_raw())
            packed = answer.headers.get("content-encoding") == "gzip"
        body = decompress(found[path]) if packed else found[path]
        if path.endswith((".js", ".css")) or path == page:
            asked = [one for match in ASKS.findall(body.decode()) for one in match if one]
            wanted += [urljoin(path, one) for one in asked if re.search(r"\.(js|css|svg|woff2)$", one)]
    return found


@pytest.mark.parametrize(
    ("page", "later"), [("/", "/web/pictured.js"), ("/table/abc", "/web/table.js"), ("/replay/abc", "/web/replay.js")]
)
def test_a_page_with_all_it_needs_is_light(house_at, page, later):
    found = needs(house_at.address, page) | needs(house_at.address, later)
    words = httpx.get(f"{house_at.address}/api/words/de", headers={"accept-encoding": "gzip"})
    weight = sum(map(len, found.values())) + int(words.headers["content-length"])
    assert len(found) > 10
    assert any(path.endswith(".woff2") for path in found)
    assert weight <= MOST, sorted(((len(body), path) for path, body in found.items()), reverse=True)[:8]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_only_comments_and_indents_are_left_out(path):
    source = path.read_text(encoding="utf-8")
    shown, lines = bare(source).split("\n"), source.split("\n")
    assert len(shown) == len(lines)
    assert all(text in ("", line, line.strip()) for text, line in zip(shown, lines, strict=True))
    left_out = [at for at, line in enumerate(lines) if line.strip() and not shown[at]]
    assert all("*/" not in lines[at].strip()[:-2] for at in left_out), "nothing stands behind a comment in its line"
    assert all("\n".join(lines[:at]).count("`") % 2 == 0 for at in left_out), "no comment in the midst of a text"


def test_no_page_asks_anybody_else():
    for path in sorted(WEB.rglob("*.*")):
        if path.suffix in (".js", ".css", ".html", ".svg"):
            known = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"}
            addresses = set(re.findall(r"(?:https?|wss?)://[\w.-]+[^\s\"'`)]*", path.read_text(encoding="utf-8")))
            assert addresses <= known, path.name


def test_a_file_that_the_page_has_is_not_sent_again(house_at):
    first = httpx.get(f"{house_at.address}/web/table.js")
    again = httpx.get(f"{house_at.address}/web/table.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = httpx.get(f"{house_at.address}/web/board.js", headers={"if-none-match": first.headers["etag"]})
    assert other.status_code == 200


@pytest.mark.parametrize(
    "path", ["/web/../server/app.py", "/web/%2e%2e/server/app.py", "/web//etc/passwd", "/web/fonts", "/web/"]
)
def test_nothing_but_the_files_of_the_pages_is_given_out(house_at, path):
    with httpx.Client(base_url=house_at.address) as visitor:
        request = visitor.build_request("GET", "/")
        request.url = httpx.URL(house_at.address).copy_with(raw_path=path.encode())
        assert visitor.send(request).status_code == 404


def test_a_style_sheet_comes_with_those_that_it_imports_in_their_order(house_at):
    asked = re.findall(r'@import "([\w-]+\.css)";', (WEB / "at_table.css").read_text(encoding="utf-8"))
    whole = httpx.get(f"{house_at.address}/web/at_table.css").text
    parts = [httpx.get(f"{house_at.address}/web/{name}").text for name in asked]
    assert len(parts) > 5
    assert whole.strip() == "\n".join(parts).strip()
