"""Draws pictures when they are sent, with regular breaks for other tasks."""

# Boards are drawn and compressed in the event loop. A thread would often wait for the interpreter lock, up to
# five milliseconds each time: while it draws, and each time that it has compressed a band. For a picture with
# some new bands the thread costs more processor time than it takes off the event loop.

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

from bot.caches import ByteCache
from bot.clock import breathe
from bot.pictures.board import assemble_png, band_keys, compressed_band, plan_picture
from bot.pictures.drawing import Drawing
from bot.pictures.palette import palette_of
from bot.pictures.strips import CompressedBand

EXTENSION = "png"
"""File name extension of the encoded pictures."""

_PAINTER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
"""The thread that draws those pictures which are not boards, and take long."""

_BREATH = 2
"""Number of bands (strips of a picture) that are drawn and compressed without a break: about a millisecond's
work.
"""

BOARDS: ByteCache[bytes, bytes] = ByteCache(8_000_000)
"""Cache of whole pictures. The table's message and several panels may show the same one."""


_BEING_DRAWN: dict[bytes, asyncio.Event] = {}
"""Pictures that are being drawn, by a hash of their content. A second request for the same picture waits for
the first.
"""


async def board_picture(drawing: Drawing) -> bytes:
    """Return a picture of a table, a hand or a result, from the cache if it was drawn recently.

    Raises:
        KeyError: the set of card drawings lacks a card.
    """
    key = drawing.encoded
    while (picture := BOARDS.get(key)) is None:
        waiting = _BEING_DRAWN.get(key)
        if waiting is not None:
            await waiting.wait()  # then it is in the cache, unless it failed
            continue
        # An event, since a cancelled request would cancel a future that others wait for.
        _BEING_DRAWN[key] = asyncio.Event()
        try:
            picture = await drawn_picture(drawing)
            BOARDS.put(key, picture)
            return picture
        finally:
            _BEING_DRAWN.pop(key).set()
    return picture


async def drawn_picture(drawing: Drawing) -> bytes:
    """Draw a picture like ``draw_board``, with regular breaks for other tasks of the event loop."""
    planned = plan_picture(drawing)
    palette = palette_of(drawing.art, drawing.cloth)
    bands, new_bands = list[CompressedBand](), 0
    for key in band_keys(planned):
        band, is_new = compressed_band(palette, key)
        bands.append(band)
        new_bands += is_new
        if is_new and not new_bands % _BREATH:
            await breathe()
    return assemble_png(planned, bands)


class LazyPicture:
    """A picture that is drawn in a thread when it is sent.

    Args:
        stem: the beginning of the file name.
        content: identifies the picture. Its hash is part of the file name.
        draw: returns the picture's file.
    """

    def __init__(self, stem: str, content: bytes, draw: Callable[[], bytes]) -> None:
        self.stem, self._content, self._draw = stem, content, draw

    @cached_property
    def filename(self) -> str:
        """The file name, which contains a hash of the picture's content."""
        key = hashlib.blake2s(self._content, digest_size=8).hexdigest()
        return f"{self.stem}-{key}.{EXTENSION}"

    async def data(self) -> bytes:
        """Draw the picture and return its file."""
        return await asyncio.get_running_loop().run_in_executor(_PAINTER, self._draw)
