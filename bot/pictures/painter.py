"""Draw boards beside the event loop, one at a time; what was drawn lately is put together at once."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from bot.pictures.board import STRIPS, Key, draw_planned, known_board, planned
from bot.pictures.colours import FELT, Theme
from bot.pictures.comic import Comic, draw_comic
from bot.pictures.drawing import Drawing
from bot.pictures.memory import Memory
from bot.pictures.strips import Strip

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


async def comic_picture(comic: Comic) -> bytes:
    """Draw a feat without holding up the event loop; errors as ``draw_comic``."""
    return await asyncio.get_running_loop().run_in_executor(_PAINTER, draw_comic, comic)
