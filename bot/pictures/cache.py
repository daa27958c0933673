"""Draw boards beside the event loop, one at a time, and keep the last ones."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import TypeAlias

from bot.pictures.board import draw_board
from bot.pictures.colours import FELT, Theme
from bot.pictures.drawing import Drawing

Key: TypeAlias = tuple[Drawing, Theme]
"""All that a picture depends on."""


class PictureCache:
    """The pictures used last, bounded by the sum of their bytes.

    Args:
        limit: how many bytes of pictures may be kept.
    """

    def __init__(self, limit: int = 16_000_000) -> None:
        self.limit = limit
        self.size = 0
        self._pictures: OrderedDict[Key, bytes] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._pictures)

    def get(self, key: Key) -> bytes | None:
        """Find a picture and count it as used."""
        with self._lock:
            picture = self._pictures.get(key)
            if picture is not None:
                self._pictures.move_to_end(key)
            return picture

    def put(self, key: Key, picture: bytes) -> None:
        """Keep a picture; those not used for longest go when there are too many bytes."""
        if len(picture) > self.limit:
            return
        with self._lock:
            self.size += len(picture) - len(self._pictures.pop(key, b""))
            self._pictures[key] = picture
            while self.size > self.limit:
                _, gone = self._pictures.popitem(last=False)
                self.size -= len(gone)


_CACHE = PictureCache()
_PAINTER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
"""One thread: the second request for a board then finds the first one's picture."""


async def board_picture(drawing: Drawing, *, theme: Theme = FELT, cache: PictureCache = _CACHE) -> bytes:
    """Draw a board without holding up the event loop; a board drawn lately costs nothing.

    Args, errors: as ``draw_board``.
    """
    picture = cache.get((drawing, theme))
    if picture is None:
        loop = asyncio.get_running_loop()
        picture = await loop.run_in_executor(_PAINTER, _paint, (drawing, theme), cache)
    return picture


def _paint(key: Key, cache: PictureCache) -> bytes:
    picture = cache.get(key)
    if picture is None:
        drawing, theme = key
        picture = draw_board(drawing, theme=theme)
        cache.put(key, picture)
    return picture
