"""A board as a picture in a message, with the same in words for who cannot see it."""

from __future__ import annotations

import io
from collections.abc import Sequence

import discord

from bot.interactions.components import DESCRIPTION_LIMIT
from bot.language.localizer import Localizer, plain
from bot.pictures import EXTENSION, board_picture
from games.core.presentation import Board
from games.core.words import Seat, Text


async def board_gallery(
    board: Board, words: Localizer, names: Sequence[str], stem: str
) -> tuple[discord.ui.MediaGallery[discord.ui.LayoutView], discord.File]:
    """Draw a board.

    Args:
        board: what is drawn.
        words: the reader's words.
        names: plain names of the seats.
        stem: the picture's file name without its ending.
    """
    plainly = Localizer(words.language, names)
    titles = [_title(row.title, plainly) for row in board.rows]
    notes = [plain(plainly(row.note)) if row.note else None for row in board.rows]
    data = await board_picture(board, titles, notes)
    filename = f"{stem}.{EXTENSION}"
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
    description = board_text(board, titles, notes, words)[:DESCRIPTION_LIMIT]
    gallery.add_item(media=f"attachment://{filename}", description=description)
    return gallery, discord.File(io.BytesIO(data), filename)


def board_text(board: Board, titles: Sequence[str], notes: Sequence[str | None], words: Localizer) -> str:
    """Say what a picture shows."""
    lines = []
    for row, title, note in zip(board.rows, titles, notes, strict=True):
        groups = [words.cards([face.card for face in group], board.family) for group in row.groups if group]
        lines.append(f"{title}: {' | '.join(groups)}" + (f" ({note})" if note else ""))
    return "\n".join(lines)


def _title(title: Seat | Text, words: Localizer) -> str:
    return words.name(title.seat) if isinstance(title, Seat) else plain(words(title))
