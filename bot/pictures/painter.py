"""Draw boards when they are sent: level by level, so that others have the event loop in between.

A thread would draw no sooner. It would wait for the interpreter, five milliseconds each time that it had let
it go, and all others for the thread.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

from bot.caches import Memory
from bot.clock import breathe
from bot.pictures.board import planned, put_together, strips_of
from bot.pictures.drawing import Drawing
from bot.pictures.strips import Strip

EXTENSION = "png"
"""What the encoded pictures are, for naming files."""

_PAINTER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
"""One thread for what is no board, and takes long."""


BOARDS: Memory[bytes, bytes] = Memory(8_000_000)
"""Whole pictures, for several messages show one: the table's and panels, or all panels a moment of truth."""


async def board_picture(drawing: Drawing) -> bytes:
    """Draw a board, or give the picture that was drawn of it lately; errors as ``draw_board``."""
    picture = BOARDS.get(drawing.encoded)
    if picture is None:
        picture = await drawn_picture(drawing)
        BOARDS.put(drawing.encoded, picture)
    return picture


async def drawn_picture(drawing: Drawing) -> bytes:
    """Draw a board, as ``draw_board``, without holding up the event loop for long."""
    laid, strips = planned(drawing), list[Strip]()
    for strip, is_new in strips_of(laid):
        strips.append(strip)
        if is_new and len(strips) < len(laid.plan.levels):
            await breathe()
    return put_together(laid, strips)


class Drawn:
    """A picture that is drawn when it is sent, beside the event loop; what is ``shown`` tells it apart."""

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
