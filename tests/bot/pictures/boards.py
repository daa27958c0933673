"""Boards to draw in these tests."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import cycle

from PIL import Image

from bot.pictures import Band, Drawing, Wording, art_name
from bot.pictures.cards import ARTS
from games.core.cards import TOMOE
from games.core.presentation import Board, Face, Mark, Row
from games.core.words import Text, text


def row(*groups: Sequence[str], is_turn: bool = False, mark: Mark = "") -> Row:
    """Make a row of cards, all marked alike."""
    return Row(
        text("row"), tuple(tuple(Face(card, mark) for card in group) for group in groups), None, is_turn
    )


def sample(family: str, is_turn: bool = False, mark: Mark = "") -> Board:
    """Make a board of one row with every card of some drawings, and a back."""
    return Board(family, (row((*ARTS[family].cards, ""), is_turn=is_turn, mark=mark),))


def three_open_hands() -> Board:
    """Make the largest table of Tomoefuda: three open hands of nine cards, in pairs of suits."""
    suits = [TOMOE.cards[i : i + 6] for i in range(0, 36, 6)]
    hands = [[(*suits[2 * pair][i : i + 2], suits[2 * pair + 1][i]) for pair in range(3)] for i in range(3)]
    return Board("tomoe", tuple(row(*hand, is_turn=seat == 1) for seat, hand in enumerate(hands)))


def words(board: Board, *titles: str, note: str = "") -> Drawing:
    """Put words to a board: titles one each (or one for all), one note for all rows, other texts' keys."""
    bands = [
        Band.of(row, Wording(title, note, _captions(row), tuple(chip.text.key for chip in row.chips)))
        for row, title in zip(board.rows, cycle(titles), strict=False)
    ]
    return Drawing(art_name(board.family, board.colours), tuple(bands))


def _captions(row: Row) -> tuple[str, ...]:
    said = tuple(face.caption.key if isinstance(face.caption, Text) else "" for face in row.cards)
    return said if any(said) else ()


def opened(picture: bytes) -> Image.Image:
    """Decode a picture."""
    image = Image.open(BytesIO(picture))
    image.load()
    return image
