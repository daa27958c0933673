"""PNGs put together from strips."""

from __future__ import annotations

import zlib

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.pictures import board, draw_board
from bot.pictures.board import STRIPS
from bot.pictures.layout import Level, Plan
from bot.pictures.strips import Strip, encode, join, plain
from games.core.presentation import Board, Chip, Face, Row
from games.core.words import text
from tests.bot.pictures.boards import opened, words

PALETTE = bytes(range(256)) * 3
CARDS = st.sampled_from(("As", "Th", "2d", "Kc", "Jk", ""))
FACES = st.builds(Face, CARDS, st.sampled_from(("", "hot", "dim", "new")))
ROWS = st.builds(
    Row,
    st.just(text("row")),
    st.lists(st.lists(FACES, max_size=4).map(tuple), max_size=3).map(tuple),
    st.none(),
    st.booleans(),
    st.booleans(),
    st.lists(st.builds(Chip, st.sampled_from((text("a"), text("bb")))), max_size=3).map(tuple),
    st.booleans(),
)


def strip_of(width: int, lines: bytes) -> Strip:
    """Encode lines of a width."""
    return encode(Image.frombytes("P", (width, len(lines) // width), lines))


@given(st.integers(1, 40), st.lists(st.binary(min_size=1, max_size=400), min_size=1, max_size=6))
@settings(deadline=None)
def test_strips_make_the_picture_that_they_are_of(width: int, parts: list[bytes]) -> None:
    """Joined strips decode to their pixels one after the other, and all checksums are right."""
    parts = [part[: len(part) // width * width] or bytes(width) for part in parts]
    whole = b"".join(parts)
    height = len(whole) // width
    image = opened(join(width, height, PALETTE, [strip_of(width, part) for part in parts]))
    assert image.mode == "P"
    assert image.size == (width, height)
    assert image.tobytes() == whole
    assert bytes(image.getpalette() or ()) == PALETTE


def test_the_stream_is_whole() -> None:
    """The compressed data is one zlib stream with its end and its checksum, and nothing after it."""
    strips = [strip_of(3, b"abcabd"), strip_of(3, b"xyz"), plain(3, 2)]
    png = join(3, 5, PALETTE, strips)
    at = png.index(b"IDAT")
    size = int.from_bytes(png[at - 4 : at], "big")
    unpacker = zlib.decompressobj()
    raw = unpacker.decompress(png[at + 4 : at + 4 + size])
    assert unpacker.eof
    assert not unpacker.unused_data
    assert raw == b"\0abc\0abd\0xyz\0\0\0\0\0\0\0\0"


@given(st.lists(st.lists(ROWS, min_size=1, max_size=5), min_size=2, max_size=3))
@settings(max_examples=25, deadline=None)
def test_equal_boards_give_equal_bytes_whatever_was_kept(boards: list[list[Row]]) -> None:
    """A picture is the same with nothing kept, with other boards' strips kept, and with its own."""
    drawings = [words(Board("standard", tuple(rows)), "Alice", "ナミ") for rows in boards]
    STRIPS.clear()
    beside = [draw_board(drawing) for drawing in drawings]
    assert [draw_board(drawing) for drawing in drawings] == beside
    for drawing, picture in zip(drawings, beside, strict=True):
        STRIPS.clear()
        assert draw_board(drawing) == picture


def test_places_never_share_a_strip(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same row elsewhere, on a board of another width, or in a higher level, is another strip."""
    STRIPS.clear()
    drawing = words(Board("standard", (Row(text("row"), ((Face("As"),),)),)), "a")
    ((_, panel),) = [(level, panel) for level in board.planned(drawing).plan.levels for panel in level.panels]
    seen = set()
    for x, wide, high in ((10, 468, 180), (40, 468, 180), (10, 500, 180), (10, 468, 200)):
        level = Level(10, high, (msgspec.structs.replace(panel, x=x),))
        plans = {drawing: board.Planned(drawing, Plan(wide, high + 20, (level,)))}
        monkeypatch.setattr(board, "planned", plans.__getitem__)
        image = opened(draw_board(drawing))
        assert image.size == (wide, high + 20)
        seen.add(image.tobytes())
    assert len(seen) == len(STRIPS) == 4
