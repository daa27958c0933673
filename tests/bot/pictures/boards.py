"""Boards to draw in these tests."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import cycle

from PIL import Image

from bot.pictures import Band, Drawing, Wording, art_name
from games.core.presentation import Board, Face, Mark, Row
from games.core.words import Text, text


def row(*groups: Sequence[str], is_turn: bool = False, mark: Mark = "") -> Row:
    """Make a row of cards, all marked alike."""
    return Row(
        text("row"), tuple(tuple(Face(card, mark) for card in group) for group in groups), None, is_turn
    )


def words(board: Board, *titles: str, note: str = "") -> Drawing:
    """Put words to a board: titles one each (or one for all), one note for all rows, other texts' keys."""
    bands = [
        Band.of(row, Wording(title, note, _captions(row), tuple(chip.text.key for chip in row.chips)))
        for row, title in zip(board.rows, cycle(titles), strict=False)
    ]
    stamp = None if board.stamp is None else (board.stamp.text.key, board.stamp.tone)
    art = art_name(board.family, board.colours)
    return Drawing(art, tuple(bands), cloth=board.cloth, stamp=stamp)


def _captions(row: Row) -> tuple[str, ...]:
    said = tuple(face.caption.key if isinstance(face.caption, Text) else "" for face in row.cards)
    return said if any(said) else ()


def opened(picture: bytes) -> Image.Image:
    image = Image.open(BytesIO(picture))
    image.load()
    return image
