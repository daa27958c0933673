"""Pictures of scores: trophies, rankings of tournaments, and ratings over time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import NamedTuple

import msgspec
from PIL import Image, ImageDraw

from bot.caches import cached
from bot.pictures import colours
from bot.pictures.board import LazyPicture, canvas_of, compress_band, png_of_bands
from bot.pictures.cloths import COLOUR_SCHEMES
from bot.pictures.colours import Colour, PixelSize, blend, colour, palette_png
from bot.pictures.labels import Anchor, fit, printable, text_mask, text_width, write
from bot.pictures.pen import Point
from bot.pictures.pieces import WIDTH
from games.core.presentation import Cloth
from games.core.trophies import Metal

# --- plaques ------------------------------------------------------------------------------------------------
# Draws trophies as cards with a metal frame. Trophies that have not been won are dark.

_TROPHY_MARGIN = 40
_TROPHY_GAP = 24
_LEAST = 5
_METALS = dict(zip(("gold", "silver", "bronze"), colours.MEDALS, strict=True))
_TIMES = 2
"""The factor by which the picture is drawn larger before it is scaled down, which makes edges smooth."""

_MOST_INKS = 256
"""Limit of the colours in a palette."""


class Plaque(msgspec.Struct, frozen=True):
    """A trophy as a card, which is dark if the trophy has not been won."""

    sign: str  # a kanji, or one or two letters
    metal: Metal  # of the frame
    is_won: bool


class PlaquePicture(LazyPicture):
    """A picture of trophies, drawn when it is sent."""

    def __init__(self, stem: str, trophy_cards: Sequence[Plaque], cloth: Cloth) -> None:
        super().__init__(
            stem, msgspec.json.encode((trophy_cards, cloth)), partial(draw_trophy_cards, trophy_cards, cloth)
        )
        self.size = picture_size(len(trophy_cards))


def picture_size(trophies: int) -> PixelSize:
    """Return the size of the picture of some trophies.

    Args:
        trophies: the number of trophies.
    """
    columns, _, tall = _grid(trophies)
    rows = -(-trophies // columns)
    return PixelSize(WIDTH, 2 * _TROPHY_MARGIN + rows * tall + (rows - 1) * _TROPHY_GAP)


class _Grid(NamedTuple):
    columns: int
    card_width: int
    card_height: int


def _grid(trophies: int) -> _Grid:
    # One or two rows.
    if trophies <= _LEAST:
        columns = trophies
    else:
        columns = max(_LEAST, -(-trophies // 2))
    width = (WIDTH - 2 * _TROPHY_MARGIN - (max(columns, _LEAST) - 1) * _TROPHY_GAP) // max(columns, _LEAST)
    return _Grid(columns, width, width * 4 // 3)


def draw_trophy_cards(trophy_cards: Sequence[Plaque], cloth: Cloth) -> bytes:
    """Draw trophies on a table as a palette PNG, in at most two rows. Equal arguments give equal bytes."""
    wide, tall = picture_size(len(trophy_cards))
    columns, card, high = _grid(len(trophy_cards))
    image = _empty_table(cloth, wide, tall).copy()
    for number, plaque in enumerate(trophy_cards):
        row, column = divmod(number, columns)
        in_row = min(columns, len(trophy_cards) - row * columns)
        left = (wide - in_row * card - (in_row - 1) * _TROPHY_GAP) // 2
        at = left + column * (card + _TROPHY_GAP), _TROPHY_MARGIN + row * (high + _TROPHY_GAP)
        image.paste(_drawn_plaque(plaque, cloth, card, high), at)
    return _encoded(image)


def _encoded(image: Image.Image) -> bytes:
    # Pillow would choose the colours itself, which takes half of the time of the whole picture.
    counted = image.getcolors(image.width * image.height)
    assert counted is not None
    inks = sorted(counted, reverse=True)[:_MOST_INKS]
    rgb = b"".join([bytes(ink) for _, ink in inks if isinstance(ink, tuple)])
    quantiser = Image.new("P", (1, 1))
    quantiser.putpalette(rgb + rgb[:3] * (_MOST_INKS - len(inks)))
    pixels = image.quantize(palette=quantiser, dither=Image.Dither.NONE).im
    lines = bytearray((image.width + 1) * image.height)  # one more byte precedes each line
    canvas_of(lines, image.width + 1).paste(pixels, (1, 0, image.width + 1, image.height))
    return png_of_bands(*image.size, rgb, [compress_band(lines, image.width)])


@cached(16, of_people=False)
def _empty_table(cloth: Cloth, wide: int, tall: int) -> Image.Image:
    # The image is cached, so callers must not change it.
    image = Image.new("RGB", (wide * _TIMES, tall * _TIMES), colours.ROOM)
    draw = ImageDraw.Draw(image)
    scheme = COLOUR_SCHEMES[cloth]
    _box(draw, (0, 0, wide, tall), 56, scheme.rail)
    _box(draw, (10, 10, wide - 10, tall - 10), 46, scheme.felt)
    return image.resize((wide, tall), Image.Resampling.BOX)


@cached(128, of_people=False)
def _drawn_plaque(plaque: Plaque, cloth: Cloth, wide: int, high: int) -> Image.Image:
    # The image is cached, so callers must not change it.
    scheme = COLOUR_SCHEMES[cloth]
    image = Image.new("RGB", (wide * _TIMES, high * _TIMES), scheme.felt)
    draw = ImageDraw.Draw(image)
    metal = _METALS[plaque.metal]
    if plaque.is_won:
        frame = metal
        cup = metal
        edge = blend(metal, (0, 0, 0), 0.45)
        paper = colours.PAPER
        ink = colours.INK
    else:
        frame = blend(scheme.deep, metal, 0.3)
        cup = blend(scheme.deep, metal, 0.2)
        edge = scheme.deep
        paper = scheme.deep
        ink = blend(scheme.deep, colours.TITLE, 0.3)
    unit = wide // 20
    boxes = ((0, edge), (2, frame), (unit + 2, edge), (unit + 4, paper))
    for inset, fill in boxes:
        _box(draw, (inset, inset, wide - inset, high - inset), 22 - inset // 2, fill)
    inset = 2 * unit + 4
    corner = (inset, inset, wide - inset, high - inset)
    line = blend(paper, frame, 0.7)
    draw.rounded_rectangle([part * _TIMES for part in corner], 8 * _TIMES, outline=line, width=2 * _TIMES)
    _draw_cup(draw, wide, high, cup)
    # The sign is on the cup. Two letters are as wide as one kanji.
    size = wide // (3 if len(plaque.sign) == 1 else 4)
    mask, _, _ = text_mask(plaque.sign, size * _TIMES)
    middle = int(0.4 * high * _TIMES)
    draw.bitmap((wide - mask.width // 2, middle - mask.height // 2), mask, ink)
    return image.resize((wide, high), Image.Resampling.BOX)


def _draw_cup(draw: ImageDraw.ImageDraw, wide: int, high: int, metal: Colour) -> None:
    # A bowl with two handles, a stem and a foot; places are shares of the card.
    def box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
        return (
            left * wide * _TIMES,
            top * high * _TIMES,
            right * wide * _TIMES,
            bottom * high * _TIMES,
        )

    thickness = wide * _TIMES // 22
    for left in (0.14, 0.62):
        draw.ellipse(box(left, 0.25, left + 0.24, 0.45), outline=metal, width=thickness)
    draw.chord(box(0.23, -0.21, 0.77, 0.67), 0, 180, metal)
    draw.rectangle(box(0.46, 0.64, 0.54, 0.77), metal)
    draw.rectangle(box(0.33, 0.76, 0.67, 0.82), metal)


def _box(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], radius: int, ink: Colour) -> None:
    left, top, right, bottom = [part * _TIMES for part in box]
    draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius * _TIMES, ink)


# --- ranking ------------------------------------------------------------------------------------------------
# Draws a tournament: the people who signed up, or the tables of the round and the standing.

ROW = 84
"""Height in pixels of a person's row."""

_RANKING_MARGIN = 16
_SIDE = 40
_RANKING_GAP = 24
_SIZE = 54
_SMALL = 46
_LINE = 58
"""Height in pixels of a line of small letters."""

_PLACES = 92
_POINTS = 180
"""Widths in pixels of the columns of places and of points."""

_NOTE = 380
"""Greatest width in pixels of the note at the end of a table's row."""

_MOST_LINES = 4
"""Limit of lines for the people of a table."""

_COLUMNS = 2
_NAME = 66
"""Number of columns of people who signed up, and the height in pixels of a name there."""

PANEL = colour("1d3b31")
"""The colour of every second row, and of a table that has finished."""

_PLAYED = colour("2c5443")
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
        room = WIDTH - 2 * _SIDE - _PLACES - text_width(self.fitted_note, _SMALL) - _RANKING_GAP
        lines = [""]
        for name in map(printable, self.people):
            # A space follows the English comma only.
            if lines[-1].endswith(","):
                longer = f"{lines[-1]} {name}"
            else:
                longer = lines[-1] + name
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
        tables = sum(table.height for table in self.tables) + (_RANKING_GAP if self.tables else 0)
        names = -(-len(self.names) // _COLUMNS) * _NAME
        note = ROW if self.note else 0
        return 2 * _RANKING_MARGIN + ROW + tables + len(self.rows) * ROW + names + note


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
    y = _RANKING_MARGIN
    title = fit(printable(ranking.title), _SIZE, WIDTH - 2 * _SIDE)
    _write(draw, _SIDE, y + ROW // 2, title, colours.GOLD)
    y += ROW
    for table in ranking.tables:
        _draw_table(draw, y, table)
        y += table.height
    y += _RANKING_GAP if ranking.tables else 0
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
    draw.rounded_rectangle((_RANKING_MARGIN, y, WIDTH - _RANKING_MARGIN, y + height), 16, background)


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
    left = _SIDE + _PLACES
    right = WIDTH - _SIDE
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
        text = _fit_name(printable(name), _SMALL, room - _RANKING_GAP)
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


# --- chart --------------------------------------------------------------------------------------------------
# Ratings over time as a line chart, one line for each game.

INKS = tuple(colour(code) for code in ("ffc83d", "6cc4ff", "ff8f6b", "c7a6ff", "9be36f"))
"""Colours of the lines. Each rating is also written at its line, for people who are colour-blind."""

_LEFT = 150
_RIGHT = WIDTH - 150
_TOP = 54
_BOTTOM = 574
"""Edges of the plot in pixels."""

_DATES = _BOTTOM + 58
_NAMES = _BOTTOM + 138
"""Vertical position of the dates and of the first name, in pixels."""

_LINE_HEIGHT = 65
_DASH = 68
_CHART_GAP = 23
_STEPS = (10, 20, 50, 100, 200, 500, 1000)
_LEAST_SPAN = 100
"""Smallest range of ratings from bottom to top, so that small changes look small."""


class ChartPoint(NamedTuple):
    """A rating at a time in Unix milliseconds."""

    at_ms: int
    rating: int


class RatingHistory(msgspec.Struct, frozen=True):
    """The points of one line in a chart of ratings, oldest first."""

    name: str
    points: tuple[ChartPoint, ...]


class _PlotRange(msgspec.Struct, frozen=True):
    start: int
    end: int
    low: int
    high: int
    step: int

    def position_of(self, line: RatingHistory, number: int) -> Point:
        at, rating = line.points[number]
        if self.end > self.start:
            share = (at - self.start) / (self.end - self.start)
        else:
            share = (number + 1) / len(line.points)
        return _LEFT + share * (_RIGHT - _LEFT), self.y_of(rating)

    def y_of(self, rating: float) -> float:
        return _TOP + (self.high - rating) / (self.high - self.low) * (_BOTTOM - _TOP)


def draw_chart(lines: Sequence[RatingHistory], dates: tuple[str, str]) -> bytes:
    """Draw one to five ratings over time as a palette PNG.

    Args:
        lines: one history for each game.
        dates: the texts below the left and the right end of the chart.

    Raises:
        ValueError: no line, too many lines, or a line without points.
    """
    if not 0 < len(lines) <= len(INKS) or not all(line.points for line in lines):
        raise ValueError(f"a chart needs 1 to {len(INKS)} lines with points")
    plot = _plot_range(lines)
    image = _draw_lines(lines, plot)
    draw = ImageDraw.Draw(image)
    _write_axes(draw, plot, dates)
    _write_ratings(draw, lines, plot)
    if len(lines) > 1:
        _write_legend(draw, lines)
    return palette_png(image, 64)


def _plot_range(lines: Sequence[RatingHistory]) -> _PlotRange:
    points = list[ChartPoint]()
    for line in lines:
        points += line.points
    times = [point.at_ms for point in points]
    ratings = [point.rating for point in points]
    span = max(_LEAST_SPAN, max(ratings) - min(ratings))
    step = next((step for step in _STEPS if span / step <= 5), _STEPS[-1])
    low = min(ratings) // step * step
    high = -(-max(max(ratings), low + _LEAST_SPAN) // step) * step
    return _PlotRange(min(times), max(times), low, high, step)


def _chart_height(lines: Sequence[RatingHistory]) -> int:
    # A single line needs no legend.
    return _NAMES + (_LINE_HEIGHT * len(lines) if len(lines) > 1 else -_LINE_HEIGHT // 2)


def _draw_lines(lines: Sequence[RatingHistory], plot: _PlotRange) -> Image.Image:
    image = Image.new("RGB", (WIDTH, _chart_height(lines)), PANEL)
    draw = ImageDraw.Draw(image)
    faint = blend(PANEL, colours.NOTE, 0.3)
    for rating in range(plot.low, plot.high + 1, plot.step):
        y = plot.y_of(rating)
        draw.line((_LEFT, y, _RIGHT, y), faint, 2)
    for line, ink in zip(lines, INKS, strict=False):
        places = [plot.position_of(line, number) for number in range(len(line.points))]
        # the last point is marked, as the rating beside it belongs to it
        draw.line(places, ink, 10, joint="curve")
        x, y = places[-1]
        draw.ellipse((x - 13, y - 13, x + 13, y + 13), ink)
    return image


def _write_axes(draw: ImageDraw.ImageDraw, plot: _PlotRange, dates: tuple[str, str]) -> None:
    for rating in range(plot.low, plot.high + 1, plot.step):
        write(draw, (_LEFT - _CHART_GAP, plot.y_of(rating)), str(rating), _SMALL, colours.NOTE, "rm")
    write(draw, (_LEFT, _DATES), dates[0], _SMALL, colours.NOTE, "lm")
    if dates[1] != dates[0]:
        write(draw, (_RIGHT, _DATES), dates[1], _SMALL, colours.NOTE, "rm")


def _write_ratings(draw: ImageDraw.ImageDraw, lines: Sequence[RatingHistory], plot: _PlotRange) -> None:
    # Ratings that would overlap are moved apart.
    ends = [plot.position_of(line, len(line.points) - 1)[1] for line in lines]
    heights: dict[int, float] = {}
    # downwards each rating keeps a line's height from the one above it
    lowest = 0.0
    for number in sorted(range(len(lines)), key=lambda number: ends[number]):
        lowest = heights[number] = max(ends[number], lowest + _LINE_HEIGHT if heights else ends[number])
    # upwards again, as the lowest ones may have left the plot
    floor = float(_BOTTOM)
    for number in reversed(heights):
        floor = heights[number] = min(heights[number], floor)
        floor -= _LINE_HEIGHT
    for number, line in enumerate(lines):
        at = _RIGHT + _CHART_GAP, heights[number]
        write(draw, at, str(line.points[-1].rating), _SMALL, INKS[number], "lm")


def _write_legend(draw: ImageDraw.ImageDraw, lines: Sequence[RatingHistory]) -> None:
    for number, line in enumerate(lines):
        y = _NAMES + _LINE_HEIGHT * number
        ink = INKS[number]
        draw.line((_LEFT - _DASH - _CHART_GAP, y, _LEFT - _CHART_GAP, y), ink, 12)
        write(draw, (_LEFT, y), fit(printable(line.name), _SMALL, _RIGHT - _LEFT), _SMALL, ink, "lm")
        write(draw, (_RIGHT + _CHART_GAP, y), str(line.points[-1].rating), _SMALL, ink, "lm")
