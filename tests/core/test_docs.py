"""The pages: their code runs, their links lead somewhere, and the tutorial's pieces make the game it promises."""

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from arbiter.testing import Conformance

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted((ROOT / "docs").glob("*.md"))
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page):
    """The Python on a page that is no session: sessions run as doctests."""
    return [code for code in BLOCK.findall(page.read_text()) if ">>>" not in code]


def pieces():
    """The tutorial's game, as the page has it."""
    return [code for code in blocks(ROOT / "docs" / "tutorial.md") if "Conformance" not in code]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.stem != "tutorial" and blocks(page)], ids=lambda p: p.stem
)
def test_code_that_is_no_session_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # what a page writes is not left in the project
    names = {"__name__": page.stem}
    for code in blocks(page):
        exec(compile(code, str(page), "exec", dont_inherit=True), names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} points at {target}"


def test_every_page_is_in_the_index():
    index = (ROOT / "docs" / "index.md").read_text()
    assert [page.name for page in PAGES if page.name != "index.md" and f"({page.name})" not in index] == []


def test_the_tutorial_is_the_example():
    def solid(code):
        return [line for line in code.splitlines() if line.strip()]

    assert solid("\n".join(pieces())) == solid((ROOT / "examples" / "hoard.py").read_text())


def test_the_tutorial_is_short():
    assert len((ROOT / "examples" / "hoard.py").read_text().splitlines()) < 80


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """The game made of nothing but the tutorial's pieces."""
    file = tmp_path_factory.mktemp("tutorial") / "told.py"
    file.write_text("\n\n".join(pieces()))
    spec = spec_from_file_location("told", file)
    module = module_from_spec(spec)
    sys.modules["told"] = module
    sys.path.append(str(file.parent))
    spec.loader.exec_module(module)
    yield module
    sys.path.remove(str(file.parent))
    del sys.modules["told"]


LAWS = [name for name in vars(Conformance) if name.startswith("test_")]


@pytest.mark.parametrize("law", LAWS)
def test_the_tutorials_game_keeps_every_law(told, law, record_property):
    class Trial(Conformance):
        game = told.Hoard()

    test = getattr(Trial(), law)
    wanted = test.__code__.co_varnames[1 : test.__code__.co_argcount]
    for case in Trial().cases() if "case" in wanted else [None]:
        given = {"case": case, "record_property": record_property}
        test(**{name: given[name] for name in wanted})
