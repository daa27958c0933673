"""Fixtures for tests in a real browser: Debian's Chromium, or the one in ``CHROME_BIN``."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from discord_page import PATIENCE, DiscordPage, MakeBot, OpenPage, Serve
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from bot.demo import demo

CHROMIUM = Path(os.environ.get("CHROME_BIN", "/usr/bin/chromium"))
CHROMEDRIVER = Path("/usr/bin/chromedriver")

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Two people have two windows, of which one is behind the other.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--window-size=1100,900",
)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """Start a browser; skip the test if there is none."""
    missing = [str(program) for program in (CHROMIUM, CHROMEDRIVER) if not program.exists()]
    if missing:
        pytest.skip(f"no {' and no '.join(missing)}: install Debian's chromium and chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=Service(executable_path=str(CHROMEDRIVER)))
    try:
        yield driver
    finally:
        driver.quit()


@pytest.fixture
def open_page(chromium: webdriver.Chrome) -> Iterator[OpenPage]:
    """Return a function that opens an address in a new browser window."""
    start = chromium.current_window_handle
    with ExitStack() as pages:

        def open_page(address: str) -> DiscordPage:
            page = DiscordPage(chromium, address)
            pages.callback(page.close)
            return page

        yield open_page
    chromium.switch_to.window(start)


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Return a function that runs a demo and returns each person's address by displayed name."""
    with ExitStack() as running:
        yield lambda make_bot, locale: running.enter_context(_demo_in_a_thread(make_bot, locale))


@contextmanager
def _demo_in_a_thread(make_bot: MakeBot, locale: str) -> Iterator[dict[str, str]]:
    ready: Future[tuple[dict[str, str], Callable[[], object]]] = Future()

    # The demo has an event loop of its own, since Selenium's calls would block this one.
    async def run() -> None:
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        async with demo(make_bot, port=0, locale=locale) as running_demo:
            ready.set_result((dict(running_demo.people), lambda: loop.call_soon_threadsafe(over.set)))
            await over.wait()

    failed: list[BaseException] = []

    def work() -> None:
        try:
            asyncio.run(run())
        except BaseException as error:
            failed.append(error)
            if not ready.done():
                ready.set_exception(error)

    thread = threading.Thread(target=work, name="demo")
    thread.start()
    try:
        addresses, stop = ready.result(timeout=PATIENCE)
        try:
            yield addresses
        finally:
            stop()
    finally:
        thread.join(timeout=PATIENCE)
    if failed:
        raise failed[0]
