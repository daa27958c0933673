"""A pen that draws one card in points, oversampled so that edges come out smooth; drawings of a family."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, radians, sin
from typing import TypeAlias

import msgspec
from PIL import Image, ImageDraw

from bot.caches import cached
from bot.pictures.colours import PAPER, Colour
from bot.pictures.fonts import CAP_HEIGHT, lettering
from bot.pictures.raster import smooth
from games.core.cards import Card

WIDTH, HEIGHT = 108, 148
"""A card in points, whatever its size in pixels."""

RADIUS = 12
_OVERSAMPLING = 4

Point: TypeAlias = tuple[float, float]


class Pen:
    """Draws on a blank card of a width in pixels. Coordinates are points from the upper left corner."""

    def __init__(self, width: int) -> None:
        self.size = (width, round(width * HEIGHT / WIDTH))
        self._scale = width * _OVERSAMPLING / WIDTH
        large = (self.size[0] * _OVERSAMPLING, self.size[1] * _OVERSAMPLING)
        self._image = Image.new("RGB", large, PAPER)
        self._draw = ImageDraw.Draw(self._image)

    def finish(self) -> Image.Image:
        """Return the card at its size, with round corners, as RGBA."""
        card = self._image.resize(self.size, Image.Resampling.BOX)
        card.putalpha(_corners(self.size))
        return card

    def fill(self, ink: Colour) -> None:
        """Paint the whole card."""
        self._draw.rectangle((0, 0, *self._image.size), fill=ink)

    def disc(self, at: Point, radius: float, ink: Colour) -> None:
        """Fill a circle."""
        self._draw.ellipse(self._box(at, radius), fill=ink)

    def ring(self, at: Point, radius: float, width: float, ink: Colour) -> None:
        """Draw a circle whose line lies inside the radius."""
        self._draw.ellipse(self._box(at, radius), outline=ink, width=self._length(width))

    def box(self, corner: Point, opposite: Point, radius: float, ink: Colour) -> None:
        """Fill a rectangle with round corners."""
        box = (*self._at(corner), *self._at(opposite))
        self._draw.rounded_rectangle(box, self._length(radius), fill=ink)

    def frame(self, corner: Point, opposite: Point, radius: float, width: float, ink: Colour) -> None:
        """Draw a rectangle with round corners whose line lies inside."""
        box = (*self._at(corner), *self._at(opposite))
        self._draw.rounded_rectangle(box, self._length(radius), outline=ink, width=self._length(width))

    def shape(self, points: Sequence[Point], ink: Colour) -> None:
        """Fill a polygon."""
        self._draw.polygon([self._at(point) for point in points], fill=ink)

    def line(self, points: Sequence[Point], width: float, ink: Colour) -> None:
        """Draw a line through points, with round ends and joints."""
        path = [self._at(point) for point in points]
        thickness = self._length(width)
        self._draw.line(path, fill=ink, width=thickness)
        radius = (thickness - 1) / 2
        for x, y in path:
            self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)

    def caps(self, text: str, at: Point, height: float, ink: Colour, limit: float = WIDTH) -> None:
        """Write digits or capitals, the middle of their feet at a point; wider than a limit, condensed."""
        mask, _, top = lettering(text, max(1, round(height * self._scale / CAP_HEIGHT)))
        size = min(mask.width, self._length(limit)), min(mask.height, self._length(height * 1.09))
        if size != mask.size:
            mask = mask.resize(size, Image.Resampling.LANCZOS)
        x, y = self._at(at)
        self._image.paste(ink, (round(x - mask.width / 2), round(y + top)), mask)

    def glyph(self, text: str, at: Point, size: float, ink: Colour) -> None:
        """Write one character, its ink centred at a point; ``size`` is the height of a full kanji."""
        mask, _, _ = lettering(text, max(1, round(size * self._scale * 1.08)))
        x, y = self._at(at)
        self._image.paste(ink, (round(x - mask.width / 2), round(y - mask.height / 2)), mask)

    def _at(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale

    def _box(self, at: Point, radius: float) -> tuple[float, float, float, float]:
        (x, y), reach = self._at(at), radius * self._scale
        return x - reach, y - reach, x + reach, y + reach

    def _length(self, points: float) -> int:
        return max(1, round(points * self._scale))


def place(points: Sequence[Point], at: Point, size: float, turn: float = 0.0) -> list[Point]:
    """Put a figure, drawn around the origin within -1 to 1, on the card, turned by degrees clockwise."""
    c, s = cos(radians(turn)) * size, sin(radians(turn)) * size
    return [(at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in points]


def curve(start: Point, *segments: tuple[Point, Point, Point], steps: int = 14) -> list[Point]:
    """Trace cubic curves, each given by two handles and its end, as a line of points."""
    points = [start]
    for one, two, end in segments:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points[-1], one, two, end
        for step in range(1, steps + 1):
            t = step / steps
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return points


def arc(at: Point, radius: float, start: float, end: float, steps: int = 24) -> list[Point]:
    """Trace a part of a circle between two angles in degrees, clockwise from three o'clock."""
    angles = (pi / 180 * (start + (end - start) * step / steps) for step in range(steps + 1))
    return [(at[0] + radius * cos(angle), at[1] + radius * sin(angle)) for angle in angles]


@cached(8, of_people=False)
def _corners(size: tuple[int, int]) -> Image.Image:
    radius, (wide, high) = RADIUS * size[0] / WIDTH, size
    return smooth(
        size,
        lambda draw, k: draw.rounded_rectangle((0, 0, wide * k - 1, high * k - 1), radius * k, fill=255),
    )


class Art(msgspec.Struct, frozen=True):
    """A family's drawings.

    Args:
        cards: the cards that can be drawn.
        draw: draws one card with a pen on a blank one.
        inks: every colour that ``draw`` uses besides paper, so that a picture's palette holds them all.
        meeting: pairs of inks of which one lies on the other, so that it holds what is between them, too.
    """

    cards: tuple[Card, ...]
    draw: Callable[[Pen, Card], None]
    inks: tuple[Colour, ...]
    meeting: tuple[tuple[Colour, Colour], ...] = ()
