"""Whatever somebody is called, the line around the name stays as it is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.language.names import END, ISOLATE, NAMELESS, bold, clean, escape, label

PRINTERS = (bold, escape, label)

PARTS = (
    *"\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c",  # what turns text around
    *"\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u3164\u2800\ufe0f\U000e0067",  # what is not seen
    *"\n\r\t\x00\x1b\u2028\u2029",
    *"*_`~|>#[]()<@:/.-\\!",
    *"שלוםعرب123",
    *"Ā̊́a 日本 👩🏽🤖♥",
    *("https://", "discord.gg/evil", "<@1>", "[a](https://b.c)", "- ", "1. ", "# ", "> ", "||", "**"),
)
NAMES = st.lists(st.sampled_from(PARTS) | st.characters(), min_size=1, max_size=12).map("".join)

TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u200e\u200f\u061c"


def told(text: str) -> str:
    """What people read of Markdown, without the spaces."""
    (paragraph,) = [token for token in MarkdownIt("commonmark").parse(text) if token.type == "inline"]
    shown = "".join(child.content for child in paragraph.children or () if child.type == "text")
    return "".join(shown.split()).replace(ISOLATE, "").replace(END, "")


def kinds(text: str) -> set[str]:
    """What Markdown makes of a text."""
    marker = MarkdownIt("commonmark")
    return {child.type for token in marker.parse(text) for child in (token, *(token.children or ()))}


@given(NAMES)
@example("\u202eevil")
@example("https://evil.example")
@example("שלום 123")
@example("1. first")
@pytest.mark.parametrize("print_name", PRINTERS)
def test_a_name_changes_nothing_around_it(print_name: Callable[[str], str], name: str) -> None:
    """One line; nothing in it turns, hides or links; what is read from the right stays by itself."""
    said = print_name(name)
    assert not any(char in said for char in TURNING)
    assert len(said.splitlines()) == 1
    assert not any(unicodedata.category(char) in ("Cc", "Zl", "Zp", "Cs") for char in said)
    apart = re.sub(f"{ISOLATE}[^{ISOLATE}{END}]*{END}", "", said)
    assert not any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in apart)
    assert ISOLATE not in apart
    assert END not in apart
    assert print_name is label or "://" not in said
    assert print_name is label or not re.search(r"discord\.gg", said)


@given(NAMES)
@example("*a*")
@example("1. first")
@example("- a")
@pytest.mark.parametrize("print_name", [bold, escape])
def test_markdown_reads_a_name_as_letters(print_name: Callable[[str], str], name: str) -> None:
    """Nothing but bold comes of it, at the beginning of a line, too, and what is read is the name."""
    said = f"{print_name(name)} wins"
    plain_kinds = {"paragraph_open", "inline", "text", "paragraph_close", "text_special"}
    assert kinds(said) <= plain_kinds | {"strong_open", "strong_close"}
    assert told(said) == "".join(clean(name).split()) + "wins"


@given(NAMES)
def test_a_clean_name_is_clean(name: str) -> None:
    """Something of it is seen, no accent reaches into another line, and cleaning it again changes nothing."""
    cleaned = clean(name)
    assert any(char.isprintable() and not char.isspace() for char in cleaned)
    assert unicodedata.category(cleaned[0]) not in ("Mn", "Me")
    assert clean(cleaned) == cleaned


@pytest.mark.parametrize(
    "name", ["Alice", "花子", "Zoë", "👩‍🚀 Ada", "❤️", "José María", "ก้อง", "Ken・太郎", "🫨"]
)
def test_an_ordinary_name_stays_as_it_is(name: str) -> None:
    """Accents, scripts and emoji of several parts belong to a name."""
    assert clean(name).replace("\u00a0", " ") == name


@pytest.mark.parametrize("name", ["\u200b", "\u3164", "\u202e\u2066", "\u2800\u2800", "\u0301\u0301"])
def test_an_invisible_name_is_seen(name: str) -> None:
    """Who is called nothing is called something."""
    assert clean(name) == NAMELESS


def test_accents_do_not_pile_up() -> None:
    """Of a tower of accents three are left."""
    assert clean("a" + 40 * "\u0301") == "a\u0301\u0301\u0301"
