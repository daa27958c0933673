"""Draws boards when they are sent, with a break for other tasks after each band (horizontal strip)."""

# Drawing stays in the event loop: in a thread, Python code would often wait for the interpreter lock, up to
# five milliseconds each time. Compression does not hold the lock, so it is done in a thread.

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

from bot.caches import Memory
from bot.clock import breathe
from bot.pictures.board import STRIPS, digest, draw_band, keys_of, planned, put_together
from bot.pictures.drawing import Drawing
from bot.pictures.palette import palette_of
from bot.pictures.strips import Strip, encode

EXTENSION = "png"
"""File name extension of the encoded pictures."""

_PAINTER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
"""The thread that compresses boards, and that draws those other pictures which take long."""


_BREATH = 4
"""Number of bands (strips of a picture) that are drawn without a break: about a millisecond's work."""

BOARDS: Memory[bytes, bytes] = Memory(8_000_000)
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
    """Draw a picture like ``draw_board``, but pause regularly for other tasks of the event loop."""
    laid = planned(drawing)
    palette = palette_of(drawing.art, drawing.cloth)
    keys = [(digest(key), key) for key in keys_of(laid)]
    new: dict[bytes, bytearray] = {}
    known: dict[bytes, Strip] = {}
    for name, key in keys:
        strip = STRIPS.get(name)
        if strip is not None:
            known[name] = strip
        if strip is not None or name in new:
            continue
        if new and not len(new) % _BREATH:
            await breathe()
        new[name] = draw_band(palette, key)
    # All new bands are compressed at once, in the thread.
    if new:
        encoded = await asyncio.get_running_loop().run_in_executor(_PAINTER, _encoded, [*new.values()])
        for name, strip in zip(new, encoded, strict=True):
            STRIPS.put(name, strip)
            known[name] = strip
    return put_together(laid, [known[name] for name, _ in keys])


def _encoded(bands: list[bytearray]) -> list[Strip]:
    return [encode(band) for band in bands]


class LazyPicture:
    """A picture that is drawn in a thread when it is sent.

    Args:
        stem: beginning of the file name.
        content: identifies the picture; its hash is part of the file name.
        draw: returns the picture's file.
    """

    def __init__(self, stem: str, content: bytes, draw: Callable[[], bytes]) -> None:
        self.stem, self._content, self._draw = stem, content, draw

    @cached_property
    def filename(self) -> str:
        """The file name, which contains a hash of the picture's contents."""
        key = hashlib.blake2s(self._content, digest_size=8).hexdigest()
        return f"{self.stem}-{key}.{EXTENSION}"

    async def data(self) -> bytes:
        """Draw the picture and return it as bytes."""
        return await asyncio.get_running_loop().run_in_executor(_PAINTER, self._draw)
