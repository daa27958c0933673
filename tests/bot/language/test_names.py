"""Tests that unusual names of people do not damage the text around them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import (
    FunctionReference,
    Message,
    Pattern,
    SelectExpression,
    TextElement,
    VariableReference,
)
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot import LANGUAGES
from bot.language import END, ISOLATE, NAMELESS, SIGNS, bold, clean, escape, label, skeleton
from tests.bot.language.test_texts import text_files

PRINTERS = (bold, escape, label)

PARTS = (
    *"\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c",  # direction controls
    *"\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u3164\u2800\ufe0f\U000e0067",  # invisible characters
    *"\n\r\t\x00\x1b\u2028\u2029",
    *"*_`~|>#[]()<@:/.-\\!",
    *"שלוםعرب123",
    *"Ā̊́a 日本 👩🏽🤖♥👑(",
    *("https://", "discord.gg/evil", "<@1>", "[a](https://b.c)", "- ", "1. ", "# ", "> ", "||", "**"),
)
NAMES = st.lists(st.sampled_from(PARTS) | st.characters(), min_size=1, max_size=12).map("".join)

TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u200e\u200f\u061c"


def displayed_text(text: str) -> str:
    """Return Markdown as Discord displays it, without spaces."""
    (paragraph,) = [token for token in MarkdownIt("commonmark").parse(text) if token.type == "inline"]
    displayed = "".join(child.content for child in paragraph.children or () if child.type == "text")
    return "".join(displayed.split()).replace(ISOLATE, "").replace(END, "")


def kinds(text: str) -> set[str]:
    marker = MarkdownIt("commonmark")
    return {child.type for token in marker.parse(text) for child in (token, *(token.children or ()))}


@given(NAMES)
@example("\u202eevil")
@example("https://evil.example")
@example("שלום 123")
@example("1. first")
@pytest.mark.parametrize("print_name", PRINTERS)
def test_name_does_not_affect_surrounding_text(print_name: Callable[[str], str], name: str) -> None:
    """A name stays in one line and brings no change of direction, spoiler or link."""
    printed = print_name(name)
    assert not any(char in printed for char in TURNING)
    assert len(printed.splitlines()) == 1
    assert not any(unicodedata.category(char) in ("Cc", "Zl", "Zp", "Cs") for char in printed)
    apart = re.sub(f"{ISOLATE}[^{ISOLATE}{END}]*{END}", "", printed)
    assert not any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in apart)
    assert ISOLATE not in apart
    assert END not in apart
    assert print_name is label or "://" not in printed
    assert print_name is label or not re.search(r"discord\.gg", printed)


@given(NAMES)
@example("*a*")
@example("1. first")
@example("- a")
@pytest.mark.parametrize("print_name", [bold, escape])
def test_escaped_name_is_displayed_as_its_letters(print_name: Callable[[str], str], name: str) -> None:
    """A name is displayed as its own letters, also at the start of a line."""
    sentence = f"{print_name(name)} wins"
    plain_kinds = {"paragraph_open", "inline", "text", "paragraph_close", "text_special"}
    assert kinds(sentence) <= plain_kinds | {"strong_open", "strong_close"}
    assert displayed_text(sentence) == "".join(clean(name).split()) + "wins"


@given(NAMES)
def test_cleaned_name_is_visible_and_cleaning_is_idempotent(name: str) -> None:
    """A cleaned name is visible and has few accents; cleaning it again changes nothing."""
    cleaned = clean(name)
    assert any(char.isprintable() and not char.isspace() for char in cleaned)
    assert unicodedata.category(cleaned[0]) not in ("Mn", "Me")
    assert clean(cleaned) == cleaned


@pytest.mark.parametrize(
    "name", ["Alice", "花子", "Zoë", "👩‍🚀 Ada", "❤️", "José María", "ก้อง", "Ken・太郎", "🫨"]
)
def test_ordinary_name_is_unchanged(name: str) -> None:
    assert clean(name).replace("\u00a0", " ") == name


SIGNED = {
    "Sora 🤖": "Sora",
    "Sora 🤖🔥": "Sora",
    "Bob 🔑 host": "Bob",
    "Bob 👑 host": "Bob",
    "Bob 🔑 ホスト": "Bob",
    "Bob 👑 ホスト": "Bob",
    "Mod 🛡️": "Mod",
    "🛡 Mod": "Mod",
    "🥇 Ann": "Ann",
    "Computer (Hard)": "Computer",
    "Computer · hard": "Computer",
    "そら (つよい)": "そら",
    "(h\u200bard) x": "x",
    "🤖🤖": NAMELESS,
    "Harder (Hardware)": "Harder (Hardware)",
    "Bob the host": "Bob the host",
}
"""Names with the bot's own emoji, and the result of removing them."""


@pytest.mark.parametrize(("name", "expected"), SIGNED.items())
def test_emoji_are_removed_from_names_of_people(name: str, expected: str) -> None:
    """The bot's own marks, such as 🤖, are removed from names of people."""
    assert clean(name).replace("\u00a0", " ") == expected
    assert "🤖" in bold("Momo 🤖", keeps_signs=True)


@given(NAMES, st.sampled_from(sorted(SIGNED)))
def test_removing_emoji_leaves_no_new_emoji(name: str, signed: str) -> None:
    """Cleaning leaves no reserved emoji, also if removing one joins the parts of another."""
    cleaned = clean(name.join(signed))
    assert not any(sign in cleaned for sign in SIGNS)
    assert clean(cleaned) == cleaned


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Alice", "alice"),
        ("Alice", "Аlice"),
        ("Alice", "Ａｌｉｃｅ"),
        ("Alice", "A l i c e"),
        ("Alice", "A1ice"),
    ],
)
def test_names_that_look_alike_have_the_same_skeleton(first: str, second: str) -> None:
    assert skeleton(first) == skeleton(second) != skeleton("Alina")


@pytest.mark.parametrize("name", ["\u200b", "\u3164", "\u202e\u2066", "\u2800\u2800", "\u0301\u0301"])
def test_invisible_name_is_replaced(name: str) -> None:
    assert clean(name) == NAMELESS


def test_number_of_accents_is_limited() -> None:
    assert clean("a" + 40 * "\u0301") == "a\u0301\u0301\u0301"


ROBOT, CARD = bold("ナミ 🐙"), "10♠︎"
PRINTED = {
    **dict.fromkeys(("seat", "caller", "challenger", "loser", "winner", "name", "giver", "rejecter"), ROBOT),
    **dict.fromkeys(("seats", "names", "people", "who"), f"{ROBOT}、{bold('(Bob)')}"),
    **dict.fromkeys(("card", "cards", "hand", "evidence", "made", "five"), CARD),
}
"""Difficult test values of arguments by name; a number for all others."""

FILES = [path for language in LANGUAGES for path in text_files(language) if path.suffix == ".ftl"]


def variants(parts: Sequence[object]) -> Iterator[str]:
    """Yield all variants of a text with selectors."""
    if not parts:
        yield ""
        return
    for head in printed_name(parts[0]):
        for tail in variants(parts[1:]):
            yield head + tail


def printed_name(part: object) -> Iterator[str]:
    if isinstance(part, TextElement):
        yield part.value
        return
    expression = part.expression
    if isinstance(expression, SelectExpression):
        for variant in expression.variants:
            yield from variants(variant.value.elements)
    elif isinstance(expression, VariableReference):
        yield PRINTED.get(expression.id.name, "3")
    elif isinstance(expression, FunctionReference):  # of a rank, or of a suit
        yield "Ace"
    else:
        yield expression.parse()["value"]


def stars(text: str) -> bool:
    if "*" not in text:
        return False
    tokens = MarkdownIt("commonmark").parseInline(text)
    return any("*" in child.content for token in tokens for child in token.children or ())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_text_displays_asterisks(path: Path) -> None:
    """No text displays an asterisk, whichever name and cards are put into it."""
    for entry in FluentParser().parse(path.read_text("utf-8")).body:
        if isinstance(entry, Message) and isinstance(entry.value, Pattern):
            for text in variants(entry.value.elements):
                for line in text.split("\n"):
                    assert not stars(line), f"{entry.id.name}: {line}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_display_no_asterisks(language: str) -> None:
    for path in [path for path in text_files(language) if path.suffix == ".md"]:
        for line in path.read_text("utf-8").split("\n"):
            assert not stars(line), f"{path.name}: {line}"


@given(st.text(min_size=1, max_size=12), st.sampled_from(["の番", " to play", "。", ""]))
@example("ナミ 🐙", "の番")
@example("(Bob)", "の番")
@example("*a*", "の番")
def test_bold_name_is_bold_beside_any_character(name: str, after: str) -> None:
    """A bold name is displayed bold beside any other character."""
    text = f"次は{bold(name)}{after}"
    assert "**" not in "".join(
        child.content
        for token in MarkdownIt("commonmark").parseInline(text)
        for child in token.children or ()
    ).replace(name, "")


@pytest.mark.parametrize("name", ["ナミ 🐙", "Alice B 🎩", "ナミ  🐙"])
@pytest.mark.parametrize("print_name", [bold, escape])
def test_no_line_break_between_a_name_and_its_emoji(print_name: Callable[[str], str], name: str) -> None:
    """A no-break space joins a name's last word to the emoji after it."""
    printed = print_name(name)
    assert printed[-2] == "\u00a0"
    assert printed[:-2].count(" ") == len(name.split()) - 2


def test_emoji_inside_bold_would_display_asterisks() -> None:
    assert stars(f"**{escape('ナミ 🐙')}**の番")


MARKED = re.compile("[\U0001f300-\U0001faff\u2600-\u265f\u2690-\u27bf]\ufe0f?(?=[^\\W_])")
"""An emoji directly before a letter."""


@pytest.mark.parametrize(
    "path",
    [path for language in LANGUAGES for path in text_files(language)],
    ids=lambda path: f"{path.parent.name}-{path.name}",
)
def test_emoji_are_separated_from_the_next_word(path: Path) -> None:
    assert MARKED.search("👑ホスト")
    assert not MARKED.search("👑 ホスト")
    assert MARKED.findall(path.read_text()) == []
