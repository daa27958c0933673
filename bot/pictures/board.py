"""Draw a board: the panels of its rows, their labels, their cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import TypeAlias

import msgspec
from PIL import Image, ImageDraw

from bot.pictures.colours import FELT, Colour, Theme
from bot.pictures.labels import fit, printable, width, written
from bot.pictures.layout import HEADER, PADDING, Panel, arrange
from bot.pictures.sheet import Sheet, sheet
from games.core.presentation import Board, Row

TITLE_SIZE = 34
NOTE_SIZE = 30
Box: TypeAlias = tuple[int, int, int, int]

_BASE_LINE = 38
_CORNER = 16
_BORDER = 4
_ARROW = 26
_INDENT = 6
_SPACE = 24
_LONG_TITLE, _LONG_NOTE = 320, 480
"""Longer labels are cut to this many pixels before the layout makes room for them."""

_OVERSAMPLING = 4


class _Label(msgspec.Struct, frozen=True):
    """What is written over a row's cards, ready to be printed."""

    title: str
    note: str
    is_turn: bool

    @property
    def wish(self) -> int:
        """The pixels that title and note want to have."""
        wish = 2 * _INDENT + min(width(self.title, TITLE_SIZE), _LONG_TITLE) + _ARROW * self.is_turn
        return wish + (min(width(self.note, NOTE_SIZE), _LONG_NOTE) + _SPACE if self.note else 0)


def draw_board(
    board: Board,
    titles: Sequence[str],
    notes: Sequence[str | None],
    *,
    theme: Theme = FELT,
    compression: int = 3,
) -> bytes:
    """Draw a board as a palette PNG at most 1200 pixels wide.

    Equal arguments give equal bytes.

    Args:
        board: the rows of cards.
        titles: the labels of the rows in the reader's language, one each.
        notes: the notes at the ends of the rows, one each.
        theme: the colours around the cards.
        compression: zlib's level, 0 to 9; more than the default is thrice as slow for a sixth of the bytes.

    Raises:
        KeyError: the family has no drawings, or a card is not of the family.
        ValueError: there are not as many titles and notes as rows.
    """
    if not len(titles) == len(notes) == len(board.rows):
        raise ValueError("a board needs one title and one note (or None) for each row")
    labels = [
        _Label(printable(title), printable(note or ""), row.is_turn)
        for row, title, note in zip(board.rows, titles, notes, strict=True)
    ]
    groups = tuple(tuple(len(group) for group in row.groups) for row in board.rows)
    plan = arrange(groups, tuple(label.wish for label in labels))
    cells = sheet(board.family, theme)
    image = cells.blank((plan.width, plan.height))
    for row, label, panel in zip(board.rows, labels, plan.panels, strict=True):
        _draw_panel(image, cells, panel, row.is_turn)
        _draw_label(image, cells, panel, label)
        _draw_cards(image, cells, panel, row)
    out = BytesIO()
    image.save(out, "PNG", compress_level=compression)
    return out.getvalue()


def _draw_panel(image: Image.Image, cells: Sheet, panel: Panel, is_turn: bool) -> None:
    theme = cells.theme
    box = (panel.x, panel.y, panel.x + panel.width - 1, panel.y + panel.height - 1)
    draw = ImageDraw.Draw(image)
    if not is_turn:
        draw.rectangle(box, cells.index(theme.panel))
        _round(image, cells, box, _CORNER, theme.ground, theme.panel)
        return
    draw.rectangle(box, cells.index(theme.accent))
    _round(image, cells, box, _CORNER, theme.ground, theme.accent)
    inner = (box[0] + _BORDER, box[1] + _BORDER, box[2] - _BORDER, box[3] - _BORDER)
    draw.rectangle(inner, cells.index(theme.turn))
    _round(image, cells, inner, _CORNER - _BORDER, theme.accent, theme.turn)


def _round(
    image: Image.Image,
    cells: Sheet,
    box: Box,
    radius: int,
    outside: Colour,
    ink: Colour,
) -> None:
    """Round the corners of a rectangle that is already there."""
    left, top, right, bottom = box
    corner = cells.tint(_corner_mask(radius), outside, ink)
    image.paste(corner, (left, top))
    image.paste(corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (right - radius + 1, top))
    image.paste(corner.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (left, bottom - radius + 1))
    image.paste(corner.transpose(Image.Transpose.ROTATE_180), (right - radius + 1, bottom - radius + 1))


def _draw_label(image: Image.Image, cells: Sheet, panel: Panel, label: _Label) -> None:
    """Write the title on the left and the note on the right; a long note leaves the title half the room."""
    theme = cells.theme
    ground = theme.turn if label.is_turn else theme.panel
    left, right = panel.x + PADDING + _INDENT, panel.x + panel.width - PADDING - _INDENT
    if label.is_turn:
        arrow = cells.tint(_arrow_mask(), ground, theme.accent)
        image.paste(arrow, (left, panel.y + (HEADER - arrow.height) // 2 + 2))
        left += _ARROW
    if label.note:
        room = right - left
        rest = room - width(label.title, TITLE_SIZE) - _SPACE
        note = fit(label.note, NOTE_SIZE, max(rest, room // 2) if label.title else room)
        right -= width(note, NOTE_SIZE)
        _write(image, cells, note, NOTE_SIZE, (right, panel.y), ground, theme.note)
        right -= _SPACE
    title = fit(label.title, TITLE_SIZE, right - left)
    ink = theme.accent if label.is_turn else theme.title
    _write(image, cells, title, TITLE_SIZE, (left, panel.y), ground, ink)


def _write(
    image: Image.Image, cells: Sheet, text: str, size: int, at: tuple[int, int], ground: Colour, ink: Colour
) -> None:
    if text:
        mask, left, top = written(text, size)
        image.paste(cells.tint(mask, ground, ink), (at[0] + left, at[1] + _BASE_LINE + top))


def _draw_cards(image: Image.Image, cells: Sheet, panel: Panel, row: Row) -> None:
    faces = row.cards
    for spot in panel.spots:
        image.paste(cells.cell(faces[spot.card], row.is_turn), (spot.x, spot.y))


@lru_cache(maxsize=4)
def _corner_mask(radius: int) -> Image.Image:
    """Draw the upper left corner of a round rectangle as a mask."""
    k = radius * _OVERSAMPLING
    mask = Image.new("L", (k, k))
    ImageDraw.Draw(mask).ellipse((0, 0, 2 * k - 1, 2 * k - 1), fill=255)
    return mask.resize((radius, radius), Image.Resampling.BOX)


@lru_cache(maxsize=1)
def _arrow_mask() -> Image.Image:
    """Draw the arrow before the label of the row to act."""
    k = _OVERSAMPLING
    mask = Image.new("L", (20 * k, 26 * k))
    ImageDraw.Draw(mask).polygon([(0, k), (18 * k, 13 * k), (0, 25 * k)], fill=255)
    return mask.resize((20, 26), Image.Resampling.BOX)
