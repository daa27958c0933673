"""Draws a tournament: the people who signed up, or the tables of the round and the standing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial

import msgspec
from PIL import Image, ImageDraw

from bot.pictures import colours
from bot.pictures.colours import Colour
from bot.pictures.fonts import Anchor, write
from bot.pictures.labels import fit, printable, text_width
from bot.pictures.painter import LazyPicture
from bot.pictures.raster import PixelSize, palette_png

WIDTH = 1032
"""Width in pixels: four for each point of a phone, as of a board."""

ROW = 84
"""Height in pixels of a person's row."""

_MARGIN, _SIDE, _GAP = 16, 40, 24
_SIZE, _SMALL = 54, 46
_LINE = 58
"""Height in pixels of a line of small letters."""

_PLACES, _POINTS = 92, 180
"""Widths in pixels of the columns of places and of points."""

_NOTE = 380
"""Greatest width in pixels of the note at the end of a table's row."""

_MOST_LINES = 4
"""Limit of lines for the people of a table."""

_COLUMNS, _NAME = 2, 66
"""Number of columns of people who signed up, and the height in pixels of a name there."""

PANEL = colours.colour("1d3b31")
"""The colour of every second row, and of a table that has finished."""

_PLAYED = colours.colour("2c5443")
"""The colour of a table that is played."""


class RankRow(msgspec.Struct, frozen=True):
    """A row of a tournament's standing: a person's place, name and points."""

    place: int
    name: str
    points: str
    is_gone: bool = False  # the person has left the tournament, so the name is struck out


class RankTable(msgspec.Struct, frozen=True):
    """A table of a tournament's round, as a row of the picture."""

    number: str
    people: tuple[str, ...]  # the players' names, with a comma after each name but the last
    note: str  # is at the right end of the row
    is_done: bool  # the game is over

    @property
    def lines(self) -> list[str]:
        """The names in at most four lines. No name is divided between two lines."""
        room = WIDTH - 2 * _SIDE - _PLACES - text_width(self.fitted_note, _SMALL) - _GAP
        lines = [""]
        for name in map(printable, self.people):
            # A space follows the English comma only.
            longer = f"{lines[-1]} {name}" if lines[-1].endswith(",") else lines[-1] + name
            if not lines[-1] or text_width(longer, _SMALL) <= room or len(lines) == _MOST_LINES:
                lines[-1] = longer
            else:
                lines.append(name)
        return [_fit_name(line, _SMALL, room) for line in lines]

    @property
    def fitted_note(self) -> str:
        """The note, shortened so that it leaves room for the players' names."""
        return fit(printable(self.note), _SMALL, _NOTE)

    @property
    def height(self) -> int:
        """The height of the row with the gap below it, in pixels."""
        return len(self.lines) * _LINE + 36


class Ranking(msgspec.Struct, frozen=True):
    """The contents of a tournament's picture: the people who signed up, or the tables and the standing."""

    title: str
    tables: tuple[RankTable, ...] = ()  # of the round
    rows: tuple[RankRow, ...] = ()  # the standing, best first
    names: tuple[str, ...] = ()  # people who signed up for a tournament that has not begun
    note: str = ""  # the last line, for example the number of people who are not shown

    @property
    def height(self) -> int:
        """The height of the picture in pixels."""
        tables = sum(table.height for table in self.tables) + (_GAP if self.tables else 0)
        names = -(-len(self.names) // _COLUMNS) * _NAME
        note = ROW if self.note else 0
        return 2 * _MARGIN + ROW + tables + len(self.rows) * ROW + names + note


class RankingPicture(LazyPicture):
    """The picture of a tournament, drawn when it is sent."""

    def __init__(self, stem: str, ranking: Ranking) -> None:
        super().__init__(stem, msgspec.json.encode(ranking), partial(draw_ranking, ranking))
        self._ranking = ranking

    @cached_property
    def size(self) -> PixelSize:
        """The size of the picture."""
        return PixelSize(WIDTH, self._ranking.height)


def draw_ranking(ranking: Ranking) -> bytes:
    """Draw a tournament as a palette PNG. Equal arguments give equal bytes."""
    image = Image.new("RGB", (WIDTH, ranking.height), colours.ROOM)
    draw = ImageDraw.Draw(image)
    # The title, then the tables of the round.
    y = _MARGIN
    title = fit(printable(ranking.title), _SIZE, WIDTH - 2 * _SIDE)
    _write(draw, _SIDE, y + ROW // 2, title, colours.GOLD)
    y += ROW
    for table in ranking.tables:
        _draw_table(draw, y, table)
        y += table.height
    y += _GAP if ranking.tables else 0
    # The standing, with every second row on a background of its own, so that a reader keeps the line.
    for number, row in enumerate(ranking.rows):
        if number % 2 == 0:
            _panel(draw, y, ROW - 4, PANEL)
        _draw_row(draw, y + ROW // 2 - 2, row)
        y += ROW
    # During the sign-up there are names instead, and at the end a note on what was left out.
    y += _draw_names(draw, y, ranking.names)
    if ranking.note:
        note = fit(printable(ranking.note), _SMALL, WIDTH - 2 * _SIDE)
        _write(draw, _SIDE, y + ROW // 2, note, colours.NOTE, "lm", _SMALL)
    return palette_png(image, 64)


def _panel(draw: ImageDraw.ImageDraw, y: int, height: int, background: Colour) -> None:
    draw.rounded_rectangle((_MARGIN, y, WIDTH - _MARGIN, y + height), 16, background)


def _draw_table(draw: ImageDraw.ImageDraw, y: int, table: RankTable) -> None:
    height = table.height - 12
    _panel(draw, y, height, PANEL if table.is_done else _PLAYED)
    middle = y + height // 2
    _write(draw, _SIDE, middle, table.number, colours.GOLD)
    _write(draw, WIDTH - _SIDE, middle, table.fitted_note, colours.NOTE, "rm", _SMALL)
    ink = colours.NOTE if table.is_done else colours.TITLE
    lines = table.lines
    first = middle - (len(lines) - 1) * _LINE // 2
    for number, line in enumerate(lines):
        _write(draw, _SIDE + _PLACES, first + number * _LINE, line, ink, "lm", _SMALL)


def _draw_row(draw: ImageDraw.ImageDraw, middle: int, row: RankRow) -> None:
    ink = colours.NOTE if row.is_gone else colours.TITLE
    centre = _SIDE + 24
    # The first three places are medals.
    if row.place <= len(colours.MEDALS):
        medal = colours.MEDALS[row.place - 1]
        draw.ellipse((centre - 34, middle - 34, centre + 34, middle + 34), medal)
        _write(draw, centre, middle, str(row.place), colours.INK, "mm")
    else:
        _write(draw, centre, middle, str(row.place), colours.NOTE, "mm")
    left, right = _SIDE + _PLACES, WIDTH - _SIDE
    name = _fit_name(printable(row.name), _SIZE, right - _POINTS - left)
    _write(draw, left, middle, name, ink)
    # A person who has left is struck out.
    if row.is_gone:
        draw.line((left, middle, left + text_width(name, _SIZE), middle), colours.NOTE, 4)
    _write(draw, right, middle, row.points, colours.GOLD, "rm")


def _draw_names(draw: ImageDraw.ImageDraw, y: int, names: Sequence[str]) -> int:
    count = -(-len(names) // _COLUMNS)
    room = (WIDTH - 2 * _SIDE) // _COLUMNS
    for number in range(0, count, 2):
        _panel(draw, y + number * _NAME, _NAME, PANEL)
    for number, name in enumerate(names):
        column, row = divmod(number, count)
        text = _fit_name(printable(name), _SMALL, room - _GAP)
        middle = y + row * _NAME + _NAME // 2
        _write(draw, _SIDE + column * room, middle, text, colours.TITLE, "lm", _SMALL)
    return count * _NAME


def _fit_name(name: str, size: int, limit: int) -> str:
    # Only the user name at the end distinguishes people with equal names, so it stays if there is room.
    person, at, handle = name.rpartition(" @")
    room = limit - text_width(at + handle, size)
    if not at or text_width(name, size) <= limit or room < limit // 4:
        return fit(name, size, limit)
    return fit(person, size, room) + at + handle


def _write(
    draw: ImageDraw.ImageDraw,
    x: int,
    y: int,
    text: str,
    ink: Colour,
    anchor: Anchor = "lm",
    size: int = _SIZE,
) -> None:
    write(draw, (x, y), text, size, ink, anchor)
