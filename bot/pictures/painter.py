"""Draw boards beside the event loop, one at a time; what was drawn lately is put together at once."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial

from bot.pictures.board import STRIPS, Key, draw_planned, known_board, planned
from bot.pictures.colours import FELT, Theme
from bot.pictures.drawing import Drawing
from bot.pictures.memory import Memory
from bot.pictures.strips import Strip

EXTENSION = "png"
"""What the encoded pictures are, for naming files."""

_PAINTER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
"""One thread: the second request for a board then finds the first one's strips."""


BOARDS: Memory[bytes, bytes] = Memory(8_000_000)
"""Whole pictures, for several messages show one: the table's and panels, or all panels a moment of truth."""


async def board_picture(drawing: Drawing) -> bytes:
    """Draw a board, or give the picture that was drawn of it lately.

    Errors: as ``draw_board``.
    """
    picture = BOARDS.get(drawing.encoded)
    if picture is None:
        picture = await drawn_picture(drawing)
        BOARDS.put(drawing.encoded, picture)
    return picture


async def drawn_picture(
    drawing: Drawing, *, theme: Theme = FELT, memory: Memory[Key, Strip] = STRIPS
) -> bytes:
    """Draw a board without holding up the event loop.

    Going to a thread and back takes longer than putting known strips together, which is done here.

    Args, errors: as ``bot.pictures.board.draw_board``.
    """
    laid = planned(drawing)
    known = known_board(laid, theme, memory)
    if known is not None:
        return known
    draw = partial(draw_planned, laid, theme, memory)
    return await asyncio.get_running_loop().run_in_executor(_PAINTER, draw)


class Drawn:
    """A picture that is drawn when it is sent, beside the event loop.

    Args:
        stem: what the file is called, before what tells it apart from others.
        shown: what is drawn, encoded.
        draw: draws it.
    """

    def __init__(self, stem: str, shown: bytes, draw: Callable[[], bytes]) -> None:
        self.stem, self._shown, self._draw = stem, shown, draw

    @cached_property
    def filename(self) -> str:
        """Its name; equal names, equal pictures."""
        key = hashlib.blake2s(self._shown, digest_size=8).hexdigest()
        return f"{self.stem}-{key}.{EXTENSION}"

    async def data(self) -> bytes:
        """Draw it."""
        return await asyncio.get_running_loop().run_in_executor(_PAINTER, self._draw)
