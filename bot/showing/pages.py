"""A message as it is to be shown: its components, and the picture that they show.

Making a page is a pure function of a snapshot and a language: no waiting, no drawing. The picture is
described here and drawn only when it has to be sent.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import discord
import msgspec

from bot.interactions.components import DESCRIPTION_LIMIT
from bot.language.localizer import Localizer, plain
from bot.pictures import EXTENSION, board_picture
from games.core.presentation import Board
from games.core.words import Seat, Text

Gallery = discord.ui.MediaGallery[discord.ui.LayoutView]


class Picture:
    """A board with its labels in somebody's language, not drawn yet.

    Args:
        board: what is drawn.
        titles: the labels of its rows.
        notes: the notes at the ends of its rows.
        stem: what the file is called, before what tells it apart from others.
    """

    def __init__(self, board: Board, titles: Sequence[str], notes: Sequence[str | None], stem: str) -> None:
        self.board, self.titles, self.notes, self.stem = board, tuple(titles), tuple(notes), stem

    @cached_property
    def key(self) -> str:
        """What tells this picture apart from others: equal keys, equal pictures."""
        rows = [(row.groups, row.is_turn) for row in self.board.rows]
        seen = msgspec.json.encode((self.board.family, rows, self.titles, self.notes))
        return hashlib.blake2s(seen, digest_size=8).hexdigest()

    @property
    def filename(self) -> str:
        return f"{self.stem}-{self.key}.{EXTENSION}"

    async def file(self) -> discord.File:
        """Draw it."""
        data = await board_picture(self.board, self.titles, self.notes)
        return discord.File(io.BytesIO(data), self.filename)


class Page(NamedTuple):
    """A message as it is to be shown."""

    view: discord.ui.LayoutView
    picture: Picture | None = None

    def fingerprint(self) -> str:
        """Tell what is shown: equal fingerprints, equal messages."""
        components: list[Any] = self.view.to_components()  # type: ignore[no-untyped-call]
        text = json.dumps(components, ensure_ascii=False)
        return hashlib.blake2s(text.encode(), digest_size=8).hexdigest()

    async def files(self) -> list[discord.File]:
        """Draw all that is shown."""
        return [] if self.picture is None else [await self.picture.file()]


class Kept:
    """A picture that a message has already, and keeps."""

    def __init__(self, attachment_id: int, filename: str) -> None:
        self.id, self.filename = attachment_id, filename

    def to_dict(self) -> dict[str, Any]:
        """Name it in a request, as discord.py asks of attachments."""
        return {"id": self.id, "filename": self.filename}


def board_gallery(board: Board, words: Localizer, names: Sequence[str], stem: str) -> tuple[Gallery, Picture]:
    """Put a board into a message, with the same in words for who cannot see it.

    Args:
        board: what is drawn.
        words: the reader's words.
        names: plain names of the seats.
        stem: what the file is called, before what tells it apart from others.
    """
    plainly = Localizer(words.language, names)
    titles = [_title(row.title, plainly) for row in board.rows]
    notes = [plain(plainly(row.note)) if row.note else None for row in board.rows]
    picture = Picture(board, titles, notes, stem)
    gallery: Gallery = discord.ui.MediaGallery()
    description = board_text(board, titles, notes, words)[:DESCRIPTION_LIMIT]
    gallery.add_item(media=f"attachment://{picture.filename}", description=description)
    return gallery, picture


def board_text(board: Board, titles: Sequence[str], notes: Sequence[str | None], words: Localizer) -> str:
    """Say what a picture shows."""
    lines = []
    for row, title, note in zip(board.rows, titles, notes, strict=True):
        groups = [words.cards([face.card for face in group], board.family) for group in row.groups if group]
        lines.append(f"{title}: {' | '.join(groups)}" + (f" ({note})" if note else ""))
    return "\n".join(lines)


def _title(title: Seat | Text, words: Localizer) -> str:
    return words.name(title.seat) if isinstance(title, Seat) else plain(words(title))
