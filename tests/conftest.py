"""What all tests share: the browser and the Hypothesis profiles."""

import os
import shutil
from collections.abc import Iterator

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.slow import PATIENCE, SLOW, patient

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER_ARGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_BROWSER = f"no browser: none of {', '.join(BROWSERS)} is installed (Debian: apt-get install chromium)"

# A slow machine is no reason for a test to fail, so no example has a deadline and a page may take its time.
expect.set_options(timeout=PATIENCE)
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, print_blob=True)
settings.register_profile("soak", settings.get_profile("default"), max_examples=2000)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "default")


def find_browser() -> str | None:
    """The path of the first Chromium or Chrome on this machine."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the browser tests and run them last.

    Playwright's loop stays on the main thread once started, so a test that calls asyncio.run must come before it.
    """
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A browser test that fails is tried once more, since a busy machine may starve a real browser; it says so and why.

    Where everything is slow on purpose, what fails is to be seen at once.
    """
    if SLOW or item.get_closest_marker("browser") is None:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if failed := [report for report in reports if report.failed]:
        why = str(getattr(failed[0].longrepr, "reprcrash", failed[0].longrepr))
        item.warn(pytest.PytestWarning(f"{item.nodeid} failed once and was tried again: {why}"))
        item._initrequest()
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [report for report in terminalreporter.getreports("skipped") if NO_BROWSER in str(report.longrepr)]
    if skipped:
        terminalreporter.section("BROWSER TESTS DID NOT RUN", red=True, bold=True)
        terminalreporter.line(f"{len(skipped)} tests skipped: {NO_BROWSER}", red=True)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium, one for each worker. Skips where there is none, fails there under CI=true."""
    path = find_browser()
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail(NO_BROWSER)
        pytest.skip(NO_BROWSER)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=BROWSER_ARGS)
        yield patient(chromium)
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh page that nobody has visited before. An uncaught error in the page's script fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors, f"the page's script failed: {errors}"
