"""Photograph the first three screens of each game in the demo, and put them on one sheet for each language.

    python -m tests.first_screens [en ja]

It needs Debian's Chromium. Each game is begun in a demo of its own, on a phone 390 points wide: the choice of
a first game, the table, and the first own decision. The sheets are what ``SHEETS`` names.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

from bot.language import Localizer
from games import GAMES

SHEETS = {"en": Path("docs/first-screens.webp"), "ja": Path("docs/ja/first-screens.webp")}
PHONE = {"width": 390, "height": 844, "pixelRatio": 2.0, "touch": True, "mobile": True}
CELL = (290, 562)
"""The size of a screen on the sheet in pixels, without the simulator's lines above and below it."""
ABOVE = 96
BELOW = 68
"""Heights of these lines in points."""
GAP = 12
BACKGROUND = "#1e1f22"
PATIENCE = 90.0
"""Seconds after which a wait fails."""
ATTEMPTS = 2
PAUSE = 0.3
"""Seconds between two looks at the page."""
CALM = 5
"""Number of looks without a change after which a page is complete."""

_TAP = """
const page = window.simcordPreview;
if (!page || !page.ready || page.awaitingRevision !== null || page.pendingAction) return false;
const buttons = [...document.querySelectorAll('#channel-message-list button.component-button')];
const found = buttons.filter((one) => !one.disabled && one.innerText.trim().includes(arguments[0])).at(-1);
found?.click();
return Boolean(found);
"""
_SHOW = """
const buttons = [...document.querySelectorAll('#channel-message-list button.component-button')];
const found = buttons.filter((one) => one.innerText.trim().includes(arguments[0])).at(-1);
found?.closest('article').scrollIntoView({block: 'end', inline: 'nearest'});
for (let part = found; part; part = part.parentElement) part.scrollLeft = 0;
return Boolean(found);
"""
_LOOK = """
const pictures = [...document.querySelectorAll('#channel-message-list .gallery-image')];
return [document.body.innerText, pictures.every((one) => one.naturalWidth)];
"""


@contextmanager
def running_demo(locale: str) -> Iterator[str]:
    """Run the demo, and yield the address of its front page."""
    program = "from bot.administration.cli import main; main()"
    command = [sys.executable, "-u", "-c", program, "demo", "--port", "0", "--locale", locale]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield next(line.strip() for line in process.stdout if "http://" in line)
        finally:
            process.terminate()


@contextmanager
def phone(locale: str) -> Iterator[webdriver.Chrome]:
    """Start a browser as wide as a phone."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    with TemporaryDirectory() as folder:
        flags = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--lang={locale}")
        for flag in (*flags, f"--user-data-dir={folder}"):
            options.add_argument(flag)
        options.add_experimental_option("mobileEmulation", {"deviceMetrics": PHONE})
        driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        try:
            yield driver
        finally:
            driver.quit()


class FirstScreens:
    """The first screens of games, as one person sees them.

    Args:
        driver: the browser.
        words: texts in the person's language.
    """

    def __init__(self, driver: webdriver.Chrome, words: Localizer) -> None:
        self._driver = driver
        self._words = words
        self._waiting = WebDriverWait(driver, PATIENCE, poll_frequency=PAUSE)

    def of_game(self, game_id: str, front: str) -> list[Image.Image]:
        """Begin a game, and return pictures of its first three screens."""
        words = self._words
        self._driver.get(front)
        links = self._waiting.until(lambda driver: driver.find_elements("css selector", "a[href]"))
        self._driver.get(links[0].get_attribute("href") or "")
        self._tap(words("help-now"))
        self._tap(words(f"{game_id}-name"))
        screens = [self._picture("")]
        # One button begins the game, in its short form if it has one.
        keys = ("begin-now", "begin-short")
        beginnings = [f"{words(key)} ·" for key in keys]
        self._waiting.until(lambda driver: any(driver.execute_script(_TAP, label) for label in beginnings))
        self._tap_until_decision()
        decision = self._picture(words("button-hint"))
        screens.append(self._picture(words("button-hand")))
        screens.append(decision)
        return screens

    def _tap(self, label: str) -> None:
        self._waiting.until(lambda driver: driver.execute_script(_TAP, label))

    def _tap_until_decision(self) -> None:
        def is_asked(driver: webdriver.Chrome) -> bool:
            driver.execute_script(_TAP, self._words("button-go-on"))
            return bool(driver.execute_script(_SHOW, self._words("button-hint")))

        self._waiting.until(is_asked)

    def _picture(self, text: str) -> Image.Image:
        # The page is complete once it has not changed for some looks.
        looks = list[list[object]]()

        def is_calm(driver: webdriver.Chrome) -> bool:
            if not driver.execute_script(_SHOW, text):
                looks.clear()
            looks.append(driver.execute_script(_LOOK))
            last = looks[-CALM:]
            return len(last) == CALM and last == [[last[-1][0], True]] * CALM

        self._waiting.until(is_calm)
        image = Image.open(BytesIO(self._driver.get_screenshot_as_png())).convert("RGB")
        scale = image.width / PHONE["width"]
        screen = image.crop((0, round(ABOVE * scale), image.width, image.height - round(BELOW * scale)))
        return screen.resize(CELL, Image.Resampling.LANCZOS)


def sheet_of(rows: list[list[Image.Image]]) -> Image.Image:
    """Return a sheet with one row for each game."""
    width, height = CELL
    sheet = Image.new("RGB", (3 * (width + GAP) - GAP, len(rows) * (height + GAP) - GAP), BACKGROUND)
    for line, row in enumerate(rows):
        for column, screen in enumerate(row):
            sheet.paste(screen, (column * (width + GAP), line * (height + GAP)))
    return sheet


def first_screens(game_id: str, locale: str) -> list[Image.Image]:
    """Return the screens of a game, in a second demo if the first one keeps the person waiting."""
    for _ in range(ATTEMPTS):
        with running_demo(locale) as front, phone(locale) as driver, suppress(TimeoutException):
            return FirstScreens(driver, Localizer(locale)).of_game(game_id, front)
    raise SystemExit(f"no decision of {game_id} appears")


def main() -> None:
    """Make the sheets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("locales", nargs="*", default=[*SHEETS], choices=[*SHEETS])
    options = parser.parse_args()
    for locale in options.locales:
        rows = [first_screens(game_id, locale) for game_id in GAMES.ids]
        sheet_of(rows).save(SHEETS[locale], quality=72, method=6)


if __name__ == "__main__":
    main()
