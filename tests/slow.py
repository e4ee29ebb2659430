"""A machine that is slower than this one, made on purpose: `ARBITER_SLOW=5` has pages think five times as slowly.

A house then takes its time for whatever it says, too. Whatever fails so would fail somewhere, on a busy machine or on
somebody's phone: no test may depend on the speed of a machine.
"""

import asyncio
import os
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page

SLOW = float(os.environ.get("ARBITER_SLOW", "0"))
DELAY = 0.03 * SLOW
PATIENCE = 60_000

# What asks a house by httpx waits as long as a page does.
for wait in ("connect", "read", "write", "pool"):
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, wait, PATIENCE / 1000)


def slowed(app: Any) -> Any:
    """The same app, which waits before it says anything."""

    async def late(scope: Any, receive: Any, send: Any) -> None:
        async def say(message: Any) -> None:
            if message["type"] in ("http.response.start", "websocket.send"):
                await asyncio.sleep(DELAY)
            await send(message)

        await app(scope, receive, say if scope["type"] in ("http", "websocket") else send)

    return late if SLOW else app


def patient(browser: Browser) -> Browser:
    """The same browser, whose pages are waited for as long as a slow machine may need."""
    new_context = browser.new_context

    def patient_context(**settings: Any) -> BrowserContext:
        context = new_context(**settings)
        context.set_default_timeout(PATIENCE)
        if SLOW:
            context.on("page", think_slowly)
        return context

    browser.new_context = patient_context  # type: ignore[method-assign]
    return browser


def think_slowly(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
