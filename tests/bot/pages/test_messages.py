"""Tests that pages are sent within Discord's limit of characters, with as much of their texts as possible."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.card_emoji import known_emoji
from bot.language import without_emoji
from bot.pages import messages
from bot.pages.messages import within_limit
from bot.wire.components import ActionRow, Container, Item, Separator, TextDisplay, button, clip, text_display
from bot.wire.messages import Page, framed
from tests.bot.rendering import on_wire
from tests.bot.test_emoji import ALL_EMOJI

LIMIT = 4000
"""Discord's limit of all texts of a message together."""

CARD = "<:card_7_of_hearts_abcde:1000000000000000000>"
FOREIGN = "<:mine:1000000000000000000>"
LINK = "[Table 3](https://discord.com/channels/1000000000000000000/1000000000000000001)"


@pytest.fixture(autouse=True)
def _all_emoji() -> Iterator[None]:
    known_emoji.set(ALL_EMOJI)
    yield
    known_emoji.forget()


def row(number: int) -> ActionRow:
    return ActionRow((button("hand", f"table{number}", "Hand"),))


PIECES = st.sampled_from(["word", "**bold**", "手札", CARD, FOREIGN, LINK])
USUAL_LINES = st.builds(lambda piece, count: " ".join([piece] * count), PIECES, st.integers(1, 8))
LONG_LINES = st.builds(lambda piece, count: " ".join([piece] * count), PIECES, st.integers(40, 1200))
TEXTS = st.builds(
    text_display, st.lists(USUAL_LINES | USUAL_LINES | USUAL_LINES | LONG_LINES, min_size=1, max_size=40)
)
ITEMS = st.lists(
    TEXTS | TEXTS | st.builds(row, st.integers(1, 9)) | st.just(Separator()), min_size=1, max_size=8
)
PAGES = st.builds(
    lambda containers, language: Page(tuple([Container(tuple(items)) for items in containers]), (), language),
    st.lists(ITEMS, min_size=1, max_size=3),
    st.sampled_from(["en", "ja"]),
)


def texts_of(page: Page) -> list[str]:
    return [part["content"] for part in on_wire(page) if part["type"] == 10]


def others_of(page: Page) -> list[Any]:
    return [part for part in on_wire(page) if part["type"] not in {10, 17}]


def places_of_texts(page: Page) -> list[list[bool]]:
    """Return for each container which of its items are texts."""
    return [[isinstance(item, TextDisplay) for item in each.components] for each in page.components]


def check_sent(page: Page) -> None:
    """Check what is sent of a page."""
    sent = within_limit(page)
    before = texts_of(page)
    after = texts_of(sent)
    assert sum(map(len, after)) <= LIMIT
    assert others_of(sent) == others_of(page)
    assert places_of_texts(sent) == places_of_texts(page)
    if sum(map(len, before)) <= LIMIT:
        assert sent is page
        return
    worded = [without_emoji(text, page.language) for text in before]
    for whole, kept in zip(worded, after, strict=True):
        assert kept == whole or is_beginning(kept, whole)
    check_fullness(worded, after)


def is_beginning(kept: str, whole: str) -> bool:
    """Return whether a text is the first lines of another, or a part of a first line that is too long."""
    lines = whole.split("\n")
    kept_lines = kept.split("\n")
    if len(kept_lines) > 1:
        return kept_lines == [*lines[: len(kept_lines) - 1], "…"]
    is_too_long = len(f"{lines[0]}\n…") > len(kept)
    return is_too_long and kept == clip(whole, len(kept)) and kept.endswith("…")


def check_fullness(worded: Sequence[str], after: Sequence[str]) -> None:
    """Check that short texts are whole, and that the longest text has no room for one line more."""
    share = LIMIT // len(worded)
    for whole, kept in zip(worded, after, strict=True):
        assert kept == whole or len(whole) > share
    # Of equally long texts, the last one gets what is left.
    whole, kept = max(zip(worded, after, strict=True), key=lambda pair: (len(pair[0]), len(pair[1])))
    if kept == whole:
        assert list(after) == list(worded)
        return
    count = kept.count("\n")
    longer = "\n".join([*whole.split("\n")[: count + 1], "…"])
    assert sum(map(len, after)) - len(kept) + len(longer) > LIMIT


LISTS = framed(
    text_display("Title"),
    text_display([f"{number}. {LINK}" for number in range(30)]),
    Separator(),
    text_display([f"{number}. {CARD} {FOREIGN}" for number in range(90)]),
    row(1),
    text_display("-# Last line"),
)
"""A page with two long lists."""


@given(PAGES)
@example(LISTS)
@example(framed(text_display([f"{number}. {CARD}" for number in range(90)]), row(1)))
@example(framed(text_display("x" * 4000)))
@example(framed(text_display("x" * 4001), row(1)))
@example(framed(text_display(f"First\n{'x' * 5000}"), text_display("y" * 5000)))
def test_sent_page_has_the_beginnings_of_its_texts(page: Page) -> None:
    """Texts have at most 4,000 characters together, and everything else of the page stays.

    A page that fits is not changed. Otherwise cards are words, and if that is not enough, the longest texts
    lose their last lines. A line is cut only if it is the first of its text, and longer than what is left.
    """
    check_sent(page)


def test_texts_are_cut_between_lines() -> None:
    """The two long lists of a page share the room, and the short texts are whole."""
    title, links, cards, last = texts_of(within_limit(LISTS))
    assert [title, last] == ["Title", "-# Last line"]
    assert links.split("\n")[-2:] == [f"{links.count('http') - 1}. {LINK}", "…"]
    assert re.fullmatch(rf"\d+\. \S+ {FOREIGN}", cards.split("\n")[-2])
    assert min(len(links), len(cards)) > 1900


def clip_anywhere(text: str, limit: int) -> str:
    """Fault: a line is cut in the middle."""
    return clip(text, limit)


def share_equally(texts: Sequence[str]) -> list[str]:
    """Fault: characters that a short text does not need are lost."""
    return [messages.clip_lines(text, LIMIT // len(texts)) for text in texts]


def lose_buttons(item: Item, texts: Iterator[str]) -> Item:
    """Fault: other components become texts."""
    return TextDisplay(next(texts, "lost"))


FAULTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "long texts stay": ("_clipped", list),
    "lines are cut in the middle": ("clip_lines", clip_anywhere),
    "room is lost": ("_clipped", share_equally),
    "buttons are lost": ("_with_text", lose_buttons),
    "emoji stay": ("without_emoji", lambda text, language: text),
}


@pytest.mark.mutants
@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_detected(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, *FAULTS[fault])
    with pytest.raises(AssertionError):
        check_sent(LISTS)
