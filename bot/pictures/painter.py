"""Draw boards when they are sent, band by band, with a break for other tasks after each band.

A thread would be slower: it waits up to five milliseconds for the interpreter lock each time, and blocks the
event loop while it holds the lock.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

from bot.caches import Memory
from bot.clock import breathe
from bot.pictures.board import bands_in, planned, put_together, strips_of
from bot.pictures.drawing import Drawing
from bot.pictures.strips import Strip

EXTENSION = "png"
"""File name extension of the encoded pictures."""

_PAINTER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
"""The thread for pictures other than boards, which take long."""


BOARDS: Memory[bytes, bytes] = Memory(8_000_000)
"""Cache of whole pictures: the table's message and panels, or all panels at a moment of truth, share them."""


async def board_picture(drawing: Drawing) -> bytes:
    """Return the picture of a board, from the cache if it was drawn recently.

    Raises:
        KeyError: the art has no drawing of a card.
    """
    picture = BOARDS.get(drawing.encoded)
    if picture is None:
        picture = await drawn_picture(drawing)
        BOARDS.put(drawing.encoded, picture)
    return picture


async def drawn_picture(drawing: Drawing) -> bytes:
    """Draw a board like ``draw_board``, but with breaks for other tasks of the event loop."""
    laid, strips = planned(drawing), list[Strip]()
    for strip, is_new in strips_of(laid):
        strips.append(strip)
        if is_new and len(strips) < bands_in(laid.plan):
            await breathe()
    return put_together(laid, strips)


class Drawn:
    """A picture that is drawn in a thread when it is sent; ``shown`` (all that it shows) makes its name."""

    def __init__(self, stem: str, shown: bytes, draw: Callable[[], bytes]) -> None:
        self.stem, self._shown, self._draw = stem, shown, draw

    @cached_property
    def filename(self) -> str:
        """The file name, with a fingerprint of the content: equal names mean equal pictures."""
        key = hashlib.blake2s(self._shown, digest_size=8).hexdigest()
        return f"{self.stem}-{key}.{EXTENSION}"

    async def data(self) -> bytes:
        """Draw the picture and return its bytes."""
        return await asyncio.get_running_loop().run_in_executor(_PAINTER, self._draw)
