"""Drawing beside the event loop, and what is kept."""

from __future__ import annotations

import asyncio

import pytest

from bot.pictures import FELT, board_picture, cache, draw_board
from bot.pictures.cache import Key, PictureCache
from bot.pictures.colours import Theme
from bot.pictures.drawing import Drawing
from games.core.presentation import Board
from tests.bot.pictures.boards import row, words

BOARD = Board("standard", (row(("As", "Kd")),))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Count what is really drawn."""
    titles: list[str] = []

    def counting(drawing: Drawing, *, theme: Theme) -> bytes:
        titles.append(drawing.bands[0].title)
        return draw_board(drawing, theme=theme)

    monkeypatch.setattr(cache, "draw_board", counting)
    return titles


def key(title: str) -> Key:
    return words(BOARD, title), FELT


async def test_the_picture_is_the_boards() -> None:
    """The thread draws what a direct call draws."""
    assert await board_picture(words(BOARD, "Alice"), cache=PictureCache()) == draw_board(
        words(BOARD, "Alice")
    )


async def test_a_board_is_drawn_once(drawn: list[str]) -> None:
    """A second request, even at the same moment, gets the first one's picture."""
    kept = PictureCache()
    both = await asyncio.gather(*(board_picture(words(BOARD, "a"), cache=kept) for _ in range(3)))
    assert await board_picture(words(BOARD, "a"), cache=kept) == both[0] == both[1] == both[2]
    assert drawn == ["a"]


async def test_labels_tell_boards_apart(drawn: list[str]) -> None:
    """The same cards under other names are another picture."""
    kept = PictureCache()
    one = await board_picture(words(BOARD, "a"), cache=kept)
    assert await board_picture(words(BOARD, "b"), cache=kept) != one
    assert drawn == ["a", "b"]


async def test_errors_reach_the_caller_and_are_not_kept() -> None:
    """A board that cannot be drawn raises, and nothing is remembered of it."""
    kept = PictureCache()
    with pytest.raises(KeyError, match="tarot"):
        await board_picture(words(Board("tarot", BOARD.rows), "a"), cache=kept)
    assert len(kept) == 0


def test_what_is_kept_is_bounded_in_bytes() -> None:
    """The pictures not used for longest go first; the sum never exceeds the limit."""
    kept = PictureCache(limit=100)
    kept.put(key("a"), b"a" * 40)
    kept.put(key("b"), b"b" * 40)
    assert kept.get(key("a"))
    kept.put(key("c"), b"c" * 40)
    assert kept.size == 80
    assert (kept.get(key("a")), kept.get(key("b")), kept.get(key("c"))) == (b"a" * 40, None, b"c" * 40)


def test_a_picture_kept_again_counts_once() -> None:
    """Putting the same key twice replaces the picture and its size."""
    kept = PictureCache(limit=100)
    kept.put(key("a"), b"a" * 40)
    kept.put(key("a"), b"A" * 60)
    assert (kept.size, len(kept), kept.get(key("a"))) == (60, 1, b"A" * 60)


def test_a_picture_above_the_limit_is_not_kept() -> None:
    """One huge picture doesn't push out all others."""
    kept = PictureCache(limit=100)
    kept.put(key("a"), b"a" * 40)
    kept.put(key("b"), b"b" * 101)
    assert (kept.size, len(kept)) == (40, 1)
