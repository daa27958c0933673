"""Draw a tournament: the tables of the round, and the standing, as large as a board on a phone."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image, ImageDraw

from bot.pictures import colours
from bot.pictures.colours import Colour
from bot.pictures.fonts import font
from bot.pictures.labels import fit, printable, width
from bot.pictures.raster import palette_png

WIDTH = 540
"""Width in pixels, as of a chart."""

_MARGIN, _SIZE, _SMALL, _ROW, _GAP = 20, 24, 21, 40, 14
_PLACES = 44
"""Width of the column of places."""

_POINTS = 96
"""Width of the column of points."""

PANEL = colours.colour("1d3b31")
"""The colour of every second row, and of a table that has finished."""

_PLAYED = colours.colour("2c5443")
"""The colour of a table that is played."""


class RankRow(msgspec.Struct, frozen=True):
    """A row: a place, a name, points, and whether it is struck out because the person has left."""

    place: int
    name: str
    points: str
    is_gone: bool = False


class RankTable(msgspec.Struct, frozen=True):
    """A table of the round: its number, its people, and what stands at its right end."""

    number: str
    people: str
    note: str
    is_done: bool


def draw_ranking(title: str, tables: Sequence[RankTable], rows: Sequence[RankRow]) -> bytes:
    """Draw a tournament as a palette PNG; equal arguments give equal bytes."""
    height = _MARGIN + _ROW + len(tables) * (_ROW + 6) + _GAP + len(rows) * _ROW + _MARGIN
    image = Image.new("RGB", (WIDTH, height), colours.ROOM)
    draw = ImageDraw.Draw(image)
    y = _MARGIN
    _write(draw, _MARGIN, y + _ROW // 2, fit(printable(title), _SIZE, WIDTH - 2 * _MARGIN), colours.GOLD)
    y += _ROW
    for table in tables:
        _draw_table(draw, y, table)
        y += _ROW + 6
    y += _GAP
    for number, row in enumerate(rows):
        ground = PANEL if number % 2 == 0 else colours.ROOM
        draw.rounded_rectangle((8, y, WIDTH - 8, y + _ROW - 2), 8, ground)
        _draw_row(draw, y + _ROW // 2 - 1, row)
        y += _ROW
    return palette_png(image, 64)


def _draw_table(draw: ImageDraw.ImageDraw, y: int, table: RankTable) -> None:
    ground = PANEL if table.is_done else _PLAYED
    draw.rounded_rectangle((8, y, WIDTH - 8, y + _ROW), 8, ground)
    middle = y + _ROW // 2
    _write(draw, _MARGIN, middle, table.number, colours.GOLD)
    note = printable(table.note)
    left, right = _MARGIN + _PLACES, WIDTH - _MARGIN
    _write(draw, right, middle, note, colours.NOTE, "rm", _SMALL)
    room = right - width(note, _SMALL) - 14 - left
    ink = colours.NOTE if table.is_done else colours.TITLE
    _write(draw, left, middle, fit(printable(table.people), _SMALL, room), ink, "lm", _SMALL)


def _draw_row(draw: ImageDraw.ImageDraw, middle: int, row: RankRow) -> None:
    ink = colours.NOTE if row.is_gone else colours.TITLE
    if row.place <= len(colours.MEDALS):
        medal = colours.MEDALS[row.place - 1]
        draw.ellipse((_MARGIN - 4, middle - 15, _MARGIN + 26, middle + 15), medal)
        _write(draw, _MARGIN + 11, middle, str(row.place), colours.INK, "mm")
    else:
        _write(draw, _MARGIN + 11, middle, str(row.place), colours.NOTE, "mm")
    left, right = _MARGIN + _PLACES, WIDTH - _MARGIN
    name = fit(printable(row.name), _SIZE, right - _POINTS - left)
    _write(draw, left, middle, name, ink)
    if row.is_gone:
        draw.line((left, middle, left + width(name, _SIZE), middle), colours.NOTE, 2)
    _write(draw, right, middle, row.points, colours.GOLD, "rm")


def _write(
    draw: ImageDraw.ImageDraw,
    x: int,
    y: int,
    text: str,
    ink: Colour,
    anchor: str = "lm",
    size: int = _SIZE,
) -> None:
    draw.text((x, y), text, ink, font(size), anchor)
