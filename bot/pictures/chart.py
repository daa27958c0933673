"""Draws ratings over time as a line chart, one line for each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from PIL import Image, ImageDraw

from bot.pictures import colours
from bot.pictures.colours import Colour, blend, colour, palette_png
from bot.pictures.labels import Anchor, fit, printable, write
from bot.pictures.pen import Point

WIDTH = 1032
"""Width in pixels: four for each point of a phone, as of a board."""

INKS = tuple(colour(code) for code in ("ffc83d", "6cc4ff", "ff8f6b", "c7a6ff", "9be36f"))
"""Colours of the lines. Each rating is also written at its line, for people who are colour-blind."""

_LEFT, _RIGHT, _TOP, _BOTTOM = 150, WIDTH - 150, 54, 574
"""Edges of the plot in pixels."""

_DATES, _NAMES = _BOTTOM + 58, _BOTTOM + 138
"""Vertical position of the dates and of the first name, in pixels."""

_SIZE = 46
PANEL = colours.colour("1d3b31")
_LINE_HEIGHT = 65
_DASH = 68
_GAP = 23
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
    times = [at for line in lines for at, _ in line.points]
    ratings = [rating for line in lines for _, rating in line.points]
    span = max(_LEAST_SPAN, max(ratings) - min(ratings))
    step = next((step for step in _STEPS if span / step <= 5), _STEPS[-1])
    low = min(ratings) // step * step
    high = -(-max(max(ratings), low + _LEAST_SPAN) // step) * step
    return _PlotRange(min(times), max(times), low, high, step)


def _picture_height(lines: Sequence[RatingHistory]) -> int:
    # A single line needs no legend.
    return _NAMES + (_LINE_HEIGHT * len(lines) if len(lines) > 1 else -_LINE_HEIGHT // 2)


def _draw_lines(lines: Sequence[RatingHistory], plot: _PlotRange) -> Image.Image:
    image = Image.new("RGB", (WIDTH, _picture_height(lines)), PANEL)
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
        _write(draw, (_LEFT - _GAP, plot.y_of(rating)), str(rating), colours.NOTE, "rm")
    _write(draw, (_LEFT, _DATES), dates[0], colours.NOTE, "lm")
    if dates[1] != dates[0]:
        _write(draw, (_RIGHT, _DATES), dates[1], colours.NOTE, "rm")


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
        _write(draw, (_RIGHT + _GAP, heights[number]), str(line.points[-1].rating), INKS[number], "lm")


def _write_legend(draw: ImageDraw.ImageDraw, lines: Sequence[RatingHistory]) -> None:
    for number, line in enumerate(lines):
        y, ink = _NAMES + _LINE_HEIGHT * number, INKS[number]
        draw.line((_LEFT - _DASH - _GAP, y, _LEFT - _GAP, y), ink, 12)
        _write(draw, (_LEFT, y), fit(printable(line.name), _SIZE, _RIGHT - _LEFT), ink, "lm")
        _write(draw, (_RIGHT + _GAP, y), str(line.points[-1].rating), ink, "lm")


def _write(draw: ImageDraw.ImageDraw, at: Point, text: str, ink: Colour, anchor: Anchor) -> None:
    write(draw, at, text, _SIZE, ink, anchor)
