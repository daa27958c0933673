"""Tests that the Japanese pages for owners say what the English ones do, so that none goes stale unnoticed.

Sentences cannot be compared, but what they are about can: sections, code, settings, commands, links, tables
and numbers. A change of the English page requires a change of the Japanese one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.interactions import FOR_EVENTS, FOR_THREADS, IN_THREADS, NEEDED
from bot.language import catalogue
from games import find_game

ROOT = Path(__file__).parent.parent

PAGES = {
    "README.md": "README.ja.md",
    "PRIVACY.md": "docs/ja/PRIVACY.md",
    "deploy/README.md": "docs/ja/DEPLOY.md",
    "deploy/legal/PRIVACY.md": "docs/ja/legal/PRIVACY.md",
    "deploy/legal/TERMS.md": "docs/ja/legal/TERMS.md",
}
"""The English pages, each with the Japanese one."""

EXAMPLES = {"when: friday 20:00": "日時: 金曜 20:00"}
"""Code that people would type in Japanese."""

CODE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)|<(https?:[^>]+)>")
BLOCK = re.compile(r"(?m)^ {4,}.+$")
NUMBER = re.compile(r"\d[\d.,]*\d")
CAPITALS = (
    "HOST'S BOT",
    "CONTACT",
    "DATE",
    "COUNTRY",
    "PROVIDER",
    "DAYS",
    "ADDRESS OF PRIVACY.md OF YOUR VERSION",
    "ADDRESS OF YOUR PRIVACY POLICY",
    "YOUR DATA PROTECTION AUTHORITY",
)
"""Words of the templates that a host replaces."""


class Section(NamedTuple):
    """A part of a page, from one heading to the next.

    Attributes:
        level: the level of its heading.
    """

    level: int
    heading: str
    text: str


SETTINGS = {"deploy/example.env": "docs/ja/example.env"}
"""The list of settings in English, with the Japanese one."""


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def sections(page: str) -> list[Section]:
    """Return the sections of a page in order."""
    parts = re.split(r"(?m)^(#+) (.+)$", page)[1:]
    triples = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return [Section(len(mark), heading, text) for mark, heading, text in triples]


def anchor(heading: str) -> str:
    """Return the name by which GitHub links to a heading.

    >>> anchor("5. Back up")
    '5-back-up'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def in_japanese(code: str) -> str:
    """Return code of an English page as a Japanese reader would type it.

    >>> in_japanese("/owner maintenance minutes:10")
    '/オーナー メンテナンス 分:10'
    """
    if not re.fullmatch(r"/[a-z]+( .+)?", code) or code in ("/healthz", "/metrics"):
        return EXAMPLES.get(code, code)
    words = catalogue("ja")
    name, *rest = code.removeprefix("/").split()
    typed = [words.command_name(name)]
    for word in rest:
        option, colon, value = word.partition(":")
        typed.append(f"{words.format(f'command-{name}-{option}')}{colon}{value}")
    return " ".join(typed)


def blocks(section: Section) -> list[str]:
    """Return the lines of commands in a section, without comments."""
    return [re.sub(r" +# .*", "", line) for line in BLOCK.findall(section.text)]


def codes(section: Section) -> set[str]:
    """Return what stands between backticks in a section: commands, settings, files."""
    return {*CODE.findall(BLOCK.sub("", section.text))}


def links(name: str, section: Section) -> set[str]:
    """Return where the links of a section lead, in the form of English pages.

    A link to a heading is the number of the heading.
    """
    return {canonical(name, link or address) for link, address in LINK.findall(section.text)}


def canonical(name: str, link: str) -> str:
    if link.startswith("http"):
        return link
    file, _, fragment = link.partition("#")
    path = os.path.normpath(Path(name).parent / file) if file else name
    if fragment:
        anchors = [anchor(section.heading) for section in sections(text_of(path))]
        fragment = str(anchors.index(fragment))
    for english, japanese in (PAGES | SETTINGS).items():
        path = english if path == japanese else path
    path = path.replace("docs/ja/first-screens", "docs/first-screens")
    return f"{path.replace('bot/locales/ja/', 'bot/locales/en/')}#{fragment}"


def rows(section: Section) -> list[int]:
    """Return the number of cells in each row of a section's tables."""
    lines = [line for line in section.text.splitlines() if line.startswith("|")]
    return [CODE.sub("", line).count("|") for line in lines]


def items(section: Section) -> list[str]:
    """Return the marks of a section's lists."""
    return re.findall(r"(?m)^ {0,2}(-|\d+\.) ", section.text)


def capitals(section: Section) -> list[str]:
    """Return the words of a section that a host replaces."""
    return [words for words in CAPITALS if words in f"{section.heading}\n{section.text}"]


def numbers(section: Section) -> set[str]:
    """Return the numbers of two and more digits in a section's sentences."""
    return {*NUMBER.findall(BLOCK.sub("", section.text))}


def faults(name: str, english: str, japanese: str) -> Iterator[str]:
    """Yield how a Japanese page differs from the English page ``name``."""
    before, after = sections(english), sections(japanese)
    if [section.level for section in before] != [section.level for section in after]:
        yield "headings"
        return
    compared: dict[str, Callable[[Section], object]] = {
        "commands": blocks,
        "tables": rows,
        "lists": items,
        "words to replace": capitals,
    }
    for original, translation in zip(before, after, strict=True):
        for what, read in compared.items():
            if read(original) != read(translation):
                yield f"{what} in {translation.heading}"
        if {in_japanese(code) for code in codes(original)} != codes(translation):
            yield f"code in {translation.heading}"
        if links(name, original) != links(PAGES[name], translation):
            yield f"links in {translation.heading}"
        if not numbers(original) <= numbers(translation):
            yield f"numbers in {translation.heading}"


@pytest.mark.parametrize("name", PAGES)
def test_japanese_page_agrees_with_the_english_one(name: str) -> None:
    assert [*faults(name, text_of(name), text_of(PAGES[name]))] == []


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_and_their_defaults_are_the_same(name: str) -> None:
    """Each setting, its default and the numbers that explain it are in both files, in the same order."""
    english, japanese = text_of(name).split("\n\n"), text_of(SETTINGS[name]).split("\n\n")
    assert len(english) == len(japanese)
    for original, translation in zip(english, japanese, strict=True):
        assert re.findall("(?m)^#?[A-Z_]+=.*", original) == re.findall("(?m)^#?[A-Z_]+=.*", translation)
        assert {*NUMBER.findall(original)} <= {*NUMBER.findall(translation)}


@pytest.mark.parametrize("name", ["README.md", "PRIVACY.md", "deploy/README.md"])
def test_pages_lead_to_each_other(name: str) -> None:
    """The first line of each page leads to the same page in the other language."""
    for page, other in ((name, PAGES[name]), (PAGES[name], name)):
        first = sections(text_of(page))[0].text.strip().splitlines()[0]
        (link,) = re.findall(r"\]\(([^)]+)\)", first)
        assert os.path.normpath(Path(page).parent / link) == other


def test_games_have_their_japanese_names_and_players() -> None:
    words = catalogue("ja")
    pattern = r"(?m)^\| \*\*(.+?)\*\*.*\(bot/locales/ja/(\w+)-rules\.md\)\) \| ([\d〜]+) \|"
    listed = re.findall(pattern, text_of("README.ja.md"))
    in_english = re.findall(
        r"(?m)^\| \*\*.+?\*\*.*\(bot/locales/en/(\w+)-rules\.md\)\) \|", text_of("README.md")
    )
    assert [game_id for _, game_id, _ in listed] == in_english
    for name, game_id, players in listed:
        assert name == words.format(f"{game_id}-name")
        assert players == "〜".join(map(str, sorted({*find_game(game_id).rules.seats})))


def test_permissions_have_the_names_that_the_bot_gives() -> None:
    """The guide names permissions as the bot does when one is missing."""
    words = catalogue("ja")
    keys = [
        f"permission-{name.replace('_', '-')}" for name in (*NEEDED, *IN_THREADS, *FOR_THREADS, *FOR_EVENTS)
    ]
    named = {words.format(key) for key in keys if key in words}
    assert len(named) >= 6
    assert named <= {*re.findall(r"(?m)^\| (\S+) \|", text_of("docs/ja/DEPLOY.md"))}


CHANGES = {
    "headings": ("## 5. Back up", "### 5. Back up"),
    "commands": ("sudo systemctl enable --now tefuda\n", "sudo systemctl start tefuda\n"),
    "code": ("`TEFUDA_METRICS_HOSTS`", "`TEFUDA_METRICS_NAMES`"),
    "links": ("(example.env)", "(compose.yaml)"),
    "tables": ("| Attach Files | the pictures of cards |\n", ""),
    "lists": ("- `tefuda --version` shows the installed version.\n", ""),
    "numbers": ("more than 2,500 servers", "more than 3,500 servers"),
}
"""Changes of the English guide, each with what it changes."""


@pytest.mark.parametrize("what", CHANGES)
def test_change_of_the_english_page_only_is_found(what: str) -> None:
    """A mutant of the English page differs from the Japanese one."""
    name = "deploy/README.md"
    former, latter = CHANGES[what]
    page = text_of(name)
    assert page.count(former) == 1
    differences = [*faults(name, page.replace(former, latter), text_of(PAGES[name]))]
    assert what in " ".join(differences)
