"""Boards for tests of pictures."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import cycle

from PIL import Image

from bot.pictures import CardRow, Drawing, RowTexts, art_name
from bot.pictures.drawing import StampText
from games.core.presentation import Board, Face, Mark, Row
from games.core.words import Text, text


def row(*groups: Sequence[str], is_turn: bool = False, mark: Mark = "") -> Row:
    """Return a row of cards that all have the same mark."""
    return Row(
        text("row"), tuple(tuple(Face(card, mark) for card in group) for group in groups), None, is_turn
    )


def words(board: Board, *titles: str, note: str = "") -> Drawing:
    """Return a drawing of a board with these row titles and a note; other texts are their keys."""
    card_rows = [
        CardRow.of(row, RowTexts(title, note, _captions(row), tuple(tag.text.key for tag in row.tags)))
        for row, title in zip(board.rows, cycle(titles), strict=False)
    ]
    stamp = None if board.stamp is None else StampText(board.stamp.text.key, board.stamp.tone)
    art = art_name(board.family, board.colours)
    return Drawing(art, tuple(card_rows), cloth=board.cloth, stamp=stamp)


def _captions(row: Row) -> tuple[str, ...]:
    captions = tuple(face.caption.key if isinstance(face.caption, Text) else "" for face in row.cards)
    return captions if any(captions) else ()


def decoded_picture(picture: bytes) -> Image.Image:
    image = Image.open(BytesIO(picture))
    image.load()
    return image
