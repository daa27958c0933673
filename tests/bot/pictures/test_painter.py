"""Tests of drawing in steps between other tasks, and of the caches of drawings."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.caches import ByteCache, clear_caches_with_names
from bot.clock import yield_to_loop
from bot.pictures import (
    board,
    board_picture,
    draw_board,
    labels,
    least_height,
    picture_facts,
    plan_picture,
    seats,
)
from bot.pictures.board import (
    BAND_CACHE,
    BOARDS,
    CompressedBand,
    Pixels,
    band_digest,
    band_keys,
    drawn_picture,
)
from bot.pictures.layers import Layer, Palette
from bot.pictures.pen import DrawnSprite, TextLine
from games.core.presentation import Board, Row
from games.core.words import Seat
from tests.bot.pictures.boards import row, words

BOARD = Board("standard", (row(("As", "Kd")), row(("Qs", "4d")), row(("2c",))))
"""A board of three rows, each higher than a band."""


@pytest.fixture(autouse=True)
def empty_caches() -> None:
    clear_caches_with_names()


@pytest.fixture
def drawn_texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects the texts of bands that are drawn."""
    texts: list[str] = []
    layers = board.layers_of

    def counting(sprite: DrawnSprite, palette: Palette) -> Sequence[Layer]:
        if isinstance(sprite, TextLine):
            texts.append(sprite.text)
        return layers(sprite, palette)

    monkeypatch.setattr(board, "layers_of", counting)
    return texts


@pytest.fixture
def compressed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that collects the number of bytes of each band that is compressed."""
    sizes: list[int] = []
    compress = board.compress_band

    def counting(pixels: Pixels, width: int) -> CompressedBand:
        sizes.append(len(pixels))
        return compress(pixels, width)

    monkeypatch.setattr(board, "compress_band", counting)
    return sizes


async def test_cancelled_request_does_not_disturb_other_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """If one of three requests for a picture is cancelled, the other two still get the picture."""
    monkeypatch.setattr(board, "_BREATH", 1)
    first, cancelled, third = (
        asyncio.create_task(board_picture(words(BOARD, "a", "b", "c"))) for _ in range(3)
    )
    await yield_to_loop()
    cancelled.cancel()
    assert await first == await third == draw_board(words(BOARD, "a", "b", "c"))
    assert cancelled.cancelled()


async def test_only_changed_bands_are_painted(drawn_texts: list[str], compressed: list[int]) -> None:
    """Simultaneous requests share bands, and a changed label redraws only its own bands."""
    first, *others = await asyncio.gather(*(board_picture(words(BOARD, "a", "b", "c")) for _ in range(3)))
    assert [*others, await drawn_picture(words(BOARD, "a", "b", "c"))] == [first] * 3
    whole = len({band_digest(key) for key in band_keys(plan_picture(words(BOARD, "a", "b", "c")))})
    assert len(compressed) == whole
    assert drawn_texts == ["a", "b", "c"]
    other = await drawn_picture(words(BOARD, "a", "b", "d"))
    assert drawn_texts[3:] == ["d"]
    assert 0 < len(compressed) - whole < whole
    BAND_CACHE.clear()
    assert first != other == draw_board(words(BOARD, "a", "b", "d"))


async def test_other_tasks_run_between_bands(compressed: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tasks run between compressed bands; a cached picture is returned without waiting."""
    monkeypatch.setattr(board, "_BREATH", 1)
    seen = list[int]()
    task = asyncio.create_task(drawn_picture(words(BOARD, "a", "b")))
    while not task.done():
        await yield_to_loop()
        seen.append(len(compressed))
    assert seen[0] == 1
    assert {*seen} == {*range(1, len(compressed) + 1)}
    again = drawn_picture(words(BOARD, "a", "b"))
    with pytest.raises(StopIteration) as done:
        again.send(None)
    assert done.value.value == task.result()


async def test_picture_is_assembled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture is kept in the cache until the caches with names are cleared."""
    first = await board_picture(words(BOARD, "Alice"))
    assert len(BOARDS) == 1
    with monkeypatch.context() as patch:
        patch.setattr(board, "drawn_picture", lambda drawing: 1 / 0)
        assert await board_picture(words(BOARD, "Alice")) is first
    clear_caches_with_names()
    assert len(BOARDS) == 0
    assert await board_picture(words(BOARD, "Alice")) == first


def test_size_is_remembered_without_the_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message that shows the same hand again lays it out only to draw it."""
    assert least_height(words(BOARD, "Alice")) > 0
    facts = picture_facts(words(BOARD, "Alice"))
    plan_picture.cache_clear()
    monkeypatch.setattr(board, "best_layout", lambda drawing: 1 / 0)
    assert picture_facts(words(BOARD, "Alice")) == facts
    assert least_height(words(BOARD, "Alice")) == 0
    clear_caches_with_names()
    with pytest.raises(ZeroDivisionError):
        picture_facts(words(BOARD, "Alice"))


async def test_errors_reach_the_caller_and_are_not_cached() -> None:
    with pytest.raises(KeyError, match="tarot"):
        await drawn_picture(words(Board("tarot", BOARD.rows), "a"))
    assert not len(BAND_CACHE)


def test_names_are_removed_from_all_caches() -> None:
    memories = (plan_picture, seats.seat_piece, seats.hand_piece, labels.printable, labels.fit)
    draw_board(words(BOARD, "Mallory " * 12))
    draw_board(words(Board("standard", (Row(Seat(0)),)), "Mallory"))
    assert len(BAND_CACHE)
    assert all(memory.cache_info().currsize for memory in memories)
    clear_caches_with_names()
    assert not len(BAND_CACHE)
    assert not any(memory.cache_info().currsize for memory in memories)


def test_cache_is_bounded_in_bytes() -> None:
    """The least recently used values are removed first, and a value above the limit is not stored."""
    memory = ByteCache[str, bytes](limit=100)
    memory.put("a", b"a" * 40)
    memory.put("b", b"b" * 40)
    assert memory.get("a")
    memory.put("c", b"c" * 40)
    memory.put("huge", b"h" * 101)
    assert (memory.size, len(memory)) == (80, 2)
    assert (memory.get("a"), memory.get("b"), memory.get("c")) == (b"a" * 40, None, b"c" * 40)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 120))))
def test_cache_size_never_exceeds_the_limit(puts: list[tuple[int, int]]) -> None:
    memory = ByteCache[int, bytes](limit=100)
    for key, size in puts:
        memory.put(key, bytes(size))
        kept = [len(memory.get(key) or b"") for key in range(10)]
        assert sum(kept) == memory.size <= 100
        if size <= 100:
            assert memory.get(key) == bytes(size)
