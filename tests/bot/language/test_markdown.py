"""What is bold comes out bold: by the rules of CommonMark, stars beside a sign and a letter stay stars."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import (
    Message,
    Pattern,
    Placeable,
    SelectExpression,
    StringLiteral,
    TextElement,
    VariableReference,
)
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.language.catalogue import LANGUAGES, LOCALES
from bot.language.names import bold, escape
from tests.examples import LOCALES as EXAMPLE_LOCALES

ROBOT, CARD = bold("ナミ 🤖"), "10♠︎"
PRINTED = {
    **dict.fromkeys(("seat", "caller", "challenger", "loser", "winner", "name", "giver", "rejecter"), ROBOT),
    **dict.fromkeys(("seats", "names", "people", "who"), f"{ROBOT}、{bold('(Bob)')}"),
    **dict.fromkeys(("card", "cards", "hand", "evidence", "made", "five"), CARD),
}
"""What stands for an argument by its name: what is hardest to set in bold; a number for all others."""

FILES = [path for folder in (LOCALES, EXAMPLE_LOCALES) for path in sorted(folder.rglob("*.ftl"))]


def variants(parts: Sequence[object]) -> Iterator[str]:
    """Print a pattern in every way that its selectors allow."""
    if not parts:
        yield ""
        return
    for head in printed(parts[0]):
        for tail in variants(parts[1:]):
            yield head + tail


def printed(part: object) -> Iterator[str]:
    if isinstance(part, TextElement):
        yield part.value
        return
    assert isinstance(part, Placeable)
    expression = part.expression
    if isinstance(expression, SelectExpression):
        for variant in expression.variants:
            yield from variants(variant.value.elements)
    elif isinstance(expression, VariableReference):
        yield PRINTED.get(expression.id.name, "3")
    else:
        assert isinstance(expression, StringLiteral)
        yield expression.parse()["value"]


def stars(text: str) -> bool:
    """Tell whether a star is left when a text is shown."""
    tokens = MarkdownIt("commonmark").parseInline(text)
    return any("*" in child.content for token in tokens for child in token.children or ())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_text_shows_its_stars(path: Path) -> None:
    """Every text, in every variant, with names that end in a sign and with cards."""
    for entry in FluentParser().parse(path.read_text("utf-8")).body:
        if isinstance(entry, Message) and isinstance(entry.value, Pattern):
            for text in variants(entry.value.elements):
                for line in text.split("\n"):
                    assert not stars(line), f"{entry.id.name}: {line}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_show_no_stars(language: str) -> None:
    """So with the rules of every game."""
    for path in sorted((LOCALES / language).glob("*.md")):
        for line in path.read_text("utf-8").split("\n"):
            assert not stars(line), f"{path.name}: {line}"


@given(st.text(min_size=1, max_size=12), st.sampled_from(["の番", " to play", "。", ""]))
@example("ナミ 🤖", "の番")
@example("(Bob)", "の番")
@example("*a*", "の番")
def test_a_name_in_bold_is_bold_beside_anything(name: str, after: str) -> None:
    """Whatever a name begins and ends with, and whatever follows."""
    text = f"次は{bold(name)}{after}"
    assert "**" not in "".join(
        child.content
        for token in MarkdownIt("commonmark").parseInline(text)
        for child in token.children or ()
    ).replace(name, "")


@pytest.mark.parametrize("name", ["ナミ 🤖", "Alice B 👑", "ナミ  🤖"])
@pytest.mark.parametrize("print_name", [bold, escape])
def test_a_sign_stays_with_its_name(print_name: Callable[[str], str], name: str) -> None:
    """No line ends between a name and the sign behind it; between two words one may."""
    printed = print_name(name)
    assert printed[-2] == "\u00a0"
    assert printed[:-2].count(" ") == len(name.split()) - 2


def test_a_sign_in_the_marks_would_show() -> None:
    """What these tests are for: they would catch it."""
    assert stars(f"**{escape('ナミ 🤖')}**の番")


MARKED = re.compile("[\U0001f300-\U0001faff\u2600-\u265f\u2690-\u27bf]\ufe0f?(?=[^\\W_])")
"""A sign, and a letter right behind it."""


@pytest.mark.parametrize(
    "path", [*FILES, *LOCALES.rglob("*.md")], ids=lambda path: f"{path.parent.name}-{path.name}"
)
def test_a_sign_stands_apart_from_the_word_behind_it(path: Path) -> None:
    """A crown that touches a word reads as a part of it."""
    assert MARKED.search("👑ホスト")
    assert not MARKED.search("👑 ホスト")
    assert MARKED.findall(path.read_text()) == []
