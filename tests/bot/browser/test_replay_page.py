"""Tests of the replay page, opened from disk in a real browser at a phone's size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from bot.replay.web import web_page
from games import find_game
from tests.games.play import new_match, play_random

EVIL = "</script><script>alert(1)</script>"
NAMES = ["Hana", "<img src=x onerror=alert(1)>", EVIL, "健太"]

Page = Callable[..., webdriver.Chrome]


@pytest.fixture
def open_file(chromium: webdriver.Chrome, tmp_path: Path) -> Iterator[Page]:
    """A function that writes a game's replay page and opens it at a phone's size without network."""
    start = chromium.current_window_handle
    chromium.switch_to.new_window("tab")
    chromium.execute_cdp_cmd("Network.enable", {})
    blocked = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    chromium.execute_cdp_cmd("Network.emulateNetworkConditions", blocked)

    def open_file(game: str = "bull", seats: int = 4, scheme: str = "light") -> webdriver.Chrome:
        match = play_random(new_match(find_game(game), seats), 3, 2000)
        file = tmp_path / f"{game}.html"
        file.write_bytes(web_page(match, {"en": NAMES[:seats], "ja": NAMES[:seats]}))
        screen = {"width": 400, "height": 860, "deviceScaleFactor": 2, "mobile": True}
        chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        wanted = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", wanted)
        chromium.get(file.as_uri())
        return chromium

    yield open_file
    chromium.close()
    chromium.switch_to.window(start)


def text_of_element(page: webdriver.Chrome, name: str) -> str:
    return page.find_element(By.ID, name).text


def place(page: webdriver.Chrome) -> int:
    return int(text_of_element(page, "place").split(" / ")[0])


def last_place(page: webdriver.Chrome) -> int:
    return int(text_of_element(page, "place").split(" / ")[1])


def press(page: webdriver.Chrome, key: str) -> None:
    page.find_element(By.TAG_NAME, "body").send_keys(key)


def test_buttons_keys_and_swipes_step_through_the_moves(open_file: Page) -> None:
    """Each button, key or swipe moves by one step and stops at both ends of the game."""
    page = open_file()
    assert place(page) == 1
    assert not page.find_element(By.ID, "back").is_enabled()
    first = text_of_element(page, "headline")
    page.find_element(By.ID, "forward").click()
    press(page, Keys.ARROW_RIGHT)
    assert place(page) == 3
    assert text_of_element(page, "headline") != first
    press(page, Keys.ARROW_LEFT)
    assert place(page) == 2
    press(page, Keys.END)
    assert place(page) == last_place(page)
    assert len(text_of_element(page, "result").splitlines()) >= 4
    press(page, Keys.ARROW_RIGHT)
    assert place(page) == last_place(page)
    assert not page.find_element(By.ID, "end").is_enabled()
    press(page, Keys.HOME)
    assert (place(page), text_of_element(page, "headline"), text_of_element(page, "result")) == (1, first, "")
    for start, end, expected in ((300, 100, 2), (300, 280, 2), (100, 300, 1)):
        swipe(page, start, end)
        assert place(page) == expected


def swipe(page: webdriver.Chrome, start: int, end: int) -> None:
    def touch(kind: str, *points: dict[str, int]) -> None:
        page.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": start, "y": 300})
    touch("touchMove", {"x": end, "y": 302})
    touch("touchEnd")


def test_buttons_and_keys_jump_between_reveals(open_file: Page) -> None:
    """Buttons and keys jump forward to the next reveal and back to the previous one."""
    page = open_file()
    turns: list[int] = [number for number, _ in page.execute_script("return data.turns")]
    page.find_element(By.ID, "after").click()
    assert place(page) == turns[0]
    press(page, Keys.PAGE_DOWN)
    assert place(page) == turns[1]
    page.find_element(By.ID, "before").click()
    assert place(page) == turns[0]
    assert not page.find_element(By.ID, "before").is_enabled()
    assert page.find_element(By.ID, "after").get_attribute("aria-label") == "Next reveal"


def test_language_hands_and_chapter_can_be_chosen(open_file: Page) -> None:
    """The page has controls for its language, the open hands and the chapter."""
    page = open_file()
    assert "Porker Bull" in text_of_element(page, "game")
    assert page.find_elements(By.CSS_SELECTOR, ".hand") == []
    Select(page.find_element(By.ID, "eyes")).select_by_value("all")
    assert len(page.find_elements(By.CSS_SELECTOR, ".hand")) == 4
    Select(page.find_element(By.ID, "eyes")).select_by_value("2")
    (hand,) = page.find_elements(By.CSS_SELECTOR, ".hand")
    assert EVIL in hand.text
    english = text_of_element(page, "headline")
    page.find_element(By.ID, "language").click()
    assert page.find_element(By.TAG_NAME, "html").get_attribute("lang") == "ja"
    assert text_of_element(page, "headline") != english
    assert text_of_element(page, "language") == "English"
    assert len(page.find_elements(By.CSS_SELECTOR, ".hand")) == 1
    jump = Select(page.find_element(By.ID, "jump"))
    wanted = [option.get_attribute("value") for option in jump.options if option.get_attribute("value")][-1]
    jump.select_by_value(str(wanted))
    assert place(page) == int(str(wanted))


@pytest.mark.parametrize(
    ("game", "seats", "scheme"),
    [
        ("bull", 4, "light"),
        ("bull", 4, "dark"),
        ("lost", 3, "light"),
        ("netsuzo", 4, "light"),
        ("trick3", 4, "light"),
        ("tomoe", 3, "light"),
    ],
)
def test_replay_page_fits_a_phone_in_light_and_dark(
    open_file: Page, game: str, seats: int, scheme: str
) -> None:
    """At every move the page fits the screen, letters are legible, and every card has its picture.

    The first three seats are above the bar of buttons. At a reveal all seats stay, and the page keeps its
    height.
    """
    page = open_file(game, seats, scheme)
    # The script steps through the game with all hands open, and collects what does not fit.
    look: dict[str, Any] = page.execute_script(
        """
        const seen = { wide: [], small: [], empty: 0, cards: 0, covered: [], missing: [], lower: [] };
        let high = 0;
        document.getElementById("eyes").value = "all";
        document.getElementById("eyes").dispatchEvent(new Event("change"));
        const step = Math.max(1, Math.floor(last / 25));
        for (let number = 1; number <= last; number += step) {
            go(number);
            if (document.documentElement.scrollWidth > innerWidth) seen.wide.push(number);
            const numbers = data.steps[number - 1].rows.map((row) => data.rows[row].seat);
            const places = [...document.querySelectorAll(".row")].filter((row, at) => numbers[at] !== null);
            const bar = document.querySelector("footer").getBoundingClientRect().top;
            const ends = places.slice(0, 3).map((row) => row.getBoundingClientRect().bottom);
            // With the longest names the last line of the third seat may be cut.
            if (Math.max(...ends) > bar + 16) seen.covered.push(number);
            const before = data.steps[Math.max(0, number - 2)];
            const there = before.rows.filter((row) => data.rows[row].seat !== null).length;
            if (data.steps[number - 1].moment && places.length < there) seen.missing.push(number);
            const tall = document.documentElement.scrollHeight;
            if (tall < high) seen.lower.push(number);
            high = tall;
            for (const card of document.querySelectorAll(".card")) {
                seen.cards += 1;
                const box = card.getBoundingClientRect();
                if (box.width < 28 || !card.getAttribute("aria-label")) seen.empty += 1;
            }
            for (const text of document.querySelectorAll("main *")) {
                const size = parseFloat(getComputedStyle(text).fontSize);
                if (text.children.length === 0 && text.textContent && size < 12) seen.small.push(size);
            }
        }
        seen.ground = getComputedStyle(document.body).backgroundColor;
        return seen;
        """
    )
    assert look["wide"] == []
    assert len(look["covered"]) <= 1
    assert look["missing"] == []
    assert look["lower"] == []
    assert look["small"] == []
    assert look["empty"] == 0
    assert look["cards"] > 20
    brightness = sum(map(int, look["ground"].removeprefix("rgb(").removesuffix(")").split(", "))) / 3
    assert (brightness > 128) == (scheme == "light")


@pytest.mark.parametrize("game", ["tomoe", "trick3"])
def test_controls_of_the_replay_page_are_not_cut(open_file: Page, game: str) -> None:
    """At a phone's size, the bars have their texts on one line, and the menus show theirs in full.

    The cards change their drawings with the language if the deck has letters for other readers.
    """
    page = open_file(game, 3)
    drawings = set()
    for _ in range(2):
        look: dict[str, Any] = page.execute_script(
            """
            const pen = document.createElement("canvas").getContext("2d");
            go(last);
            const broken = ["language", "place", "game"].filter((name) => {
                const range = document.createRange();
                range.selectNodeContents(at(name));
                return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
            });
            const cut = ["eyes", "jump"].filter((name) => {
                const style = getComputedStyle(at(name));
                pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
                const width = pen.measureText(at(name).selectedOptions[0].textContent).width;
                const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
                return width > at(name).clientWidth - padding - 18;  // without the arrow
            });
            return { broken, cut, drawing: data.drawings.map((numbers) => numbers[language]).join() };
            """
        )
        assert (look["broken"], look["cut"]) == ([], [])
        drawings.add(look["drawing"])
        page.find_element(By.ID, "language").click()
    assert len(drawings) == (2 if game == "tomoe" else 1)


def test_names_are_neither_markup_nor_scripts(open_file: Page) -> None:
    """Names with markup are shown as text, and the page makes no requests."""
    page = open_file()
    counts: dict[str, Any] = page.execute_script(
        """
        for (let number = 1; number <= last; number += 1) go(number);
        return {
            images: document.querySelectorAll("img, iframe, object, embed, link").length,
            scripts: document.scripts.length,
            loaded: performance.getEntriesByType("resource").map((one) => one.name.slice(0, 5)),
            title: document.title,
        };
        """
    )
    assert (counts["images"], counts["scripts"]) == (0, 2)
    assert {*counts["loaded"]} <= {"data:"}
    assert EVIL in counts["title"]
    # A script that gets into the page nevertheless is blocked by the page's policy.
    blocked = page.execute_script(
        """
        const element = document.createElement("script");
        element.textContent = "window.ran = true";
        document.body.append(element);
        return window.ran === undefined;
        """
    )
    assert blocked, "the page's policy lets a foreign script run"
