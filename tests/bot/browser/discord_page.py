"""Act as a person at the demo's page in a real browser: type commands, press buttons, read messages.

Nothing here sleeps. Every wait is for a visible change, and fails after `PATIENCE`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar

import discord
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
    TimeoutException,
)
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from bot.clock import Clock

PATIENCE = 120.0
"""Seconds after which a wait fails."""

_LOOKS = 40
"""The number of looks at the list of commands before the command is typed again."""

_LONG_LOOKS = 5 * _LOOKS
"""The number of looks for suggestions, which the bot has to compute."""

# The page redraws itself at each change, so an element may be gone when it is used.
_REDRAWN = (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
)

_STATUS = """
const page = window.simcordPreview;
return page && {
    ready: page.ready && page.awaitingRevision === null && !page.pendingAction,
    last: page.lastAction && page.lastAction.requestId,
    rejected: Boolean(page.lastAction && page.lastAction.rejected),
    settlement: page.lastAction && page.lastAction.settlement,
    codes: (page.lastAction?.diagnostics || []).map((one) => one.code),
};
"""
_MESSAGES = (
    "return [...document.querySelectorAll('#channel-message-list article')].map((one) => one.innerText);"
)
_BUTTON = """
const [label, near] = arguments;
const buttons = document.querySelectorAll('#channel-message-list button.component-button');
const found = [...buttons].filter((button) =>
    button.querySelector('.button-label')?.textContent.trim() === label
    && !button.disabled && button.getAttribute('aria-disabled') !== 'true'
    && button.closest('article').innerText.includes(near)).at(-1);
found?.scrollIntoView({block: 'center'});
return found;
"""
_MENU = """
const menus = document.querySelectorAll('#channel-message-list button.select-trigger');
const found = [...menus].filter((menu) => !menu.disabled).at(-1);
found?.scrollIntoView({block: 'center'});
return found;
"""
_ITEM = """
const [items, label, text] = arguments;
return [...document.querySelectorAll(items)].find((item) =>
    item.checkVisibility() && item.querySelector(label)?.textContent.trim() === text);
"""
_HEIGHTS = """
const [count] = arguments;
const frames = [...document.querySelectorAll('#channel-message-list .component-container')];
const pictures = frames.flatMap((frame) => [...frame.querySelectorAll('.gallery-item')]);
const are_there = pictures.every((one) => one.querySelector('.gallery-image')?.naturalWidth);
return frames.length === count && are_there && frames.map((one) => one.getBoundingClientRect().height);
"""
_LINKS = """
const links = document.querySelectorAll('#channel-message-list a[href]');
return [...links].map((one) => [one.innerText, one.href]);
"""
_PICTURES = """
const items = [...document.querySelectorAll('#channel-message-list .gallery-item')];
return items.filter((one) => one.querySelector('.gallery-image')?.naturalWidth).length;
"""
_LABELS = "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent.trim());"

T = TypeVar("T")

OpenPage = Callable[[str], "DiscordPage"]
"""A function that opens an address in a window."""

MakeBot = Callable[[Clock], discord.Client]
Serve = Callable[[MakeBot, str], dict[str, str]]
"""A function that runs a demo in a language and returns its people's addresses by shown name."""


class RefusedError(AssertionError):
    """The simulated Discord or the bot refused an action."""


class DiscordPage:
    """One person's window.

    Args:
        driver: the browser.
        address: the person's address, as the demo announces it.

    Attributes:
        refusals: how often a press was repeated because the page was out of date.
    """

    def __init__(self, driver: WebDriver, address: str) -> None:
        self.refusals = 0
        self._driver = driver
        driver.switch_to.new_window("window")
        self._window = driver.current_window_handle
        driver.get(address)
        self._wait(lambda: self._status().get("ready"), "the page to open")

    def messages(self) -> list[str]:
        """Return the texts of all messages that this person sees, oldest first."""
        return self._ask(_MESSAGES) or []

    def wait_for_text(self, text: str) -> str:
        """Wait until a message contains the text; return the newest such message."""
        return self._wait(
            lambda: next((message for message in reversed(self.messages()) if text in message), None),
            f"the text {text!r}",
        )

    def run(self, command: str, **options: str) -> None:
        """Type a slash command with its options and send it."""
        self._begin(command)
        for name, value in options.items():
            self._type(name, value)
        looks = count()

        def sent() -> bool:
            if next(looks) % _LOOKS == 0:  # the last answer may have been suggestions
                self._act(lambda: self._find("#send-message").click(), f"/{command}")
            return not self._driver.find_elements(By.CSS_SELECTOR, ".command-context-close")

        self._wait(sent, f"/{command} to be sent")

    def wait_for_suggestions(self, command: str, option: str, typed: str, wanted: list[str]) -> None:
        """Type the beginning of an option, unsent, until exactly the wanted suggestions appear."""
        self._begin(command)
        looks = count()

        def suggested() -> bool:
            if next(looks) % _LONG_LOOKS == 0:
                box = self._option(option)
                box.clear()
                box.send_keys(typed)
            return bool(self._ask(_LABELS, ".command-suggestion-label") == wanted)

        try:
            self._wait(suggested, f"the suggestions {wanted}")
        finally:
            self._find(".command-context-close").click()

    def click(self, label: str, *, near: str = "") -> None:
        """Press the last button with this label, optionally in a message that contains the text ``near``."""
        self._act(lambda: self._press(_BUTTON, label, near), f"the button {label!r}")

    def choose(self, option: str) -> None:
        """Choose an option by its label in the last menu."""

        def choose() -> None:
            item = (_ITEM, ".select-option", ".option-label", option)
            if self._ask(*item) is None:
                self._press(_MENU)
            self._press(*item)

        self._act(choose, f"{option!r} in the last menu")

    def heights(self, count: int, width: int, height: int = 860) -> list[float]:
        """Wait until ``count`` framed messages are shown with their pictures; return their heights."""
        self._focus()
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        try:
            return self._wait(lambda: self._ask(_HEIGHTS, count), f"{count} messages")
        finally:
            self._driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def links(self) -> list[list[str]]:
        """Return the text and the address of each link in the messages, from top to bottom."""
        return self._ask(_LINKS) or []

    def wait_for_pictures(self, count: int) -> None:
        """Wait until ``count`` pictures of messages are shown."""
        self._wait(lambda: self._ask(_PICTURES) == count, f"{count} pictures")

    def ask_later(self, script: str) -> Any:
        """Run a script in the page; return the value that the script passes to its callback."""
        self._focus()
        return self._driver.execute_async_script(script)

    def close(self) -> None:
        """Close the window."""
        self._focus()
        self._driver.close()

    def _begin(self, command: str) -> None:
        # A redraw of the page may remove the text, so try again.
        self._focus()
        looks = count()

        def taken() -> bool:
            if next(looks) % _LOOKS == 0:
                box = self._find("#channel-composer-input")
                box.clear()
                box.send_keys(f"/{command}")
            return self._press(_ITEM, ".command-entry", "strong", f"/{command}")

        self._wait(taken, f"/{command} in the list")

    def _option(self, name: str) -> WebElement:
        field = f'.command-option-input[data-option="{name}"]'
        if not self._driver.find_elements(By.CSS_SELECTOR, field):
            self._find(".command-ghost").click()
            self._wait(
                lambda: self._press(_ITEM, ".command-suggestion", ".command-suggestion-label", name),
                f"the option {name}",
            )
        return self._wait(lambda: self._find(field), f"the option {name}")

    def _type(self, name: str, value: str) -> None:
        # A redraw of the page may remove the text, so try again.

        def filled() -> bool:
            field = self._option(name)
            field.clear()
            field.send_keys(value)
            return field.get_attribute("value") == value

        self._wait(filled, f"{value!r} in the option {name}")
        if choice := self._ask(_ITEM, ".command-suggestion", ".command-suggestion-label", value):
            choice.click()

    def _act(self, press: Callable[[], object], what: str) -> None:
        self._focus()

        def pressed() -> bool:
            before = self._status()
            if not before.get("ready"):
                return False
            press()
            looks = count()
            after = self._wait(lambda: self._answered(before["last"], next(looks)), f"an answer to {what}")
            if after["last"] == before["last"]:
                return False  # a redraw of the page removed it
            if "stale-revision" in after["codes"]:
                self.refusals += 1
                return False  # the pressed button changed at the same moment: look again, as a person would
            if after["rejected"] or after["settlement"] != "settled":
                raise RefusedError(f"{what}: {after}")
            return True

        self._wait(pressed, what)

    def _answered(self, before: str | None, looks: int) -> dict[str, Any] | None:
        status = self._status()
        return status if status.get("ready") and (status["last"] != before or looks > _LOOKS) else None

    def _status(self) -> dict[str, Any]:
        return self._ask(_STATUS) or {}

    def _ask(self, script: str, *arguments: object) -> Any:
        self._focus()
        return self._driver.execute_script(script, *arguments)

    def _press(self, script: str, *arguments: object) -> bool:
        element = self._ask(script, *arguments)
        if not isinstance(element, WebElement):
            raise NoSuchElementException(f"nothing like {arguments}")
        element.click()
        return True

    def _find(self, selector: str) -> WebElement:
        return self._driver.find_element(By.CSS_SELECTOR, selector)

    def _focus(self) -> None:
        self._driver.switch_to.window(self._window)

    def _wait(self, happens: Callable[[], T | None], what: str) -> T:
        wait = WebDriverWait(self._driver, PATIENCE, 0.05, ignored_exceptions=_REDRAWN)
        try:
            return wait.until(lambda _: happens())  # type: ignore[return-value]
        except TimeoutException as late:
            all_messages = "\n---\n".join(self.messages())
            raise TimeoutException(
                f"waited {PATIENCE:g} s for {what}; the page shows:\n{all_messages}"
            ) from late
