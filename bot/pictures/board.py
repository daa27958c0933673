"""Draw a board: the panels of its rows, their labels, their cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from bot.pictures.colours import FELT, Colour, Theme
from bot.pictures.labels import fit, lettering, printable, width
from bot.pictures.layout import HEADER, PADDING, Panel, arrange
from bot.pictures.sheet import Sheet, sheet
from games.core.face import Board, Row

TITLE_SIZE = 34
NOTE_SIZE = 30
_BASE_LINE = 38
_CORNER = 16
_BORDER = 4
_ARROW = 26
_OVERSAMPLING = 4


def draw_board(
    board: Board,
    titles: Sequence[str],
    notes: Sequence[str | None],
    *,
    theme: Theme = FELT,
    compression: int = 6,
) -> bytes:
    """Draw a board as a palette PNG at most 1200 pixels wide.

    Equal arguments give equal bytes.

    Args:
        board: the rows of cards.
        titles: the labels of the rows in the reader's language, one each.
        notes: the notes at the ends of the rows, one each.
        theme: the colours around the cards.
        compression: zlib's level, 0 to 9.

    Raises:
        KeyError: the family has no drawings, or a card is not of the family.
        ValueError: there are not as many titles and notes as rows.
    """
    if not len(titles) == len(notes) == len(board.rows):
        raise ValueError("a board needs one title and one note (or None) for each row")
    plan = arrange(tuple(tuple(len(group) for group in row.groups) for row in board.rows))
    cells = sheet(board.family, theme)
    image = cells.blank((plan.width, plan.height))
    for row, title, note, panel in zip(board.rows, titles, notes, plan.panels, strict=True):
        _draw_panel(image, cells, panel, row.is_turn)
        _draw_labels(image, cells, panel, row.is_turn, printable(title), printable(note or ""))
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
    box: tuple[int, int, int, int],
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


def _draw_labels(
    image: Image.Image, cells: Sheet, panel: Panel, is_turn: bool, title: str, note: str
) -> None:
    """Write the title on the left and the note on the right; a long note leaves the title half the room."""
    theme = cells.theme
    ground = theme.turn if is_turn else theme.panel
    left, right = panel.x + PADDING + 6, panel.x + panel.width - PADDING - 6
    if is_turn:
        arrow = cells.tint(_arrow_mask(), ground, theme.accent)
        image.paste(arrow, (left, panel.y + (HEADER - arrow.height) // 2 + 2))
        left += _ARROW
    room = right - left
    if note:
        wanted = width(title, TITLE_SIZE) + 24
        note = fit(note, NOTE_SIZE, max(room - wanted, room // 2 if title else room))
        right -= width(note, NOTE_SIZE)
        _write(image, cells, note, NOTE_SIZE, (right, panel.y), ground, theme.note)
        right -= 24
    title = fit(title, TITLE_SIZE, right - left)
    _write(image, cells, title, TITLE_SIZE, (left, panel.y), ground, theme.accent if is_turn else theme.title)


def _write(
    image: Image.Image, cells: Sheet, text: str, size: int, at: tuple[int, int], ground: Colour, ink: Colour
) -> None:
    if text:
        mask, left, top = lettering(text, size)
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
