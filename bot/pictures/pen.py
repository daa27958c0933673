"""Shapes drawn with smooth edges, and sprites with known sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, radians, sin
from typing import Literal, TypeAlias

import msgspec
from PIL import Image, ImageChops, ImageDraw

from bot.caches import cached
from bot.pictures.colours import PAPER, Colour, colour, smooth_mask, stencil
from bot.pictures.labels import CAP_HEIGHT, text_mask
from games.core.cards import Card
from games.core.presentation import Mark

# --- pen ----------------------------------------------------------------------------------------------------
# A pen that draws one card, and the class of a set of card drawings.

WIDTH = 108
HEIGHT = 148
"""Width and height of a card in points, the units of a pen's coordinates."""

RADIUS = 10
EDGE = colour("56655d")
"""The thin edge of a card, which separates it from a card below."""

SMALL = 180
"""Width below which a card shows one large index and one large sign instead of pips and figures, which need
50 points and more. No card is nearly as wide as this, so the pixels of a layout and those of its picture give
the same answer.
"""

_EDGE_WIDTH = 1.6
_OVERSAMPLING = 2
"""Factor by which cards are drawn larger before they are scaled down, so that their outlines become even.

Each pixel takes the colour of one pixel of the large drawing. The mean of several pixels would be a colour
that the palette does not have: outlines became bluish or yellowish, and pictures larger.
"""

Point: TypeAlias = tuple[float, float]


class Pen:
    """Draws on a blank card. All coordinates and lengths are units: every card is ``WIDTH`` units wide.

    Args:
        width: the width of the card in pixels.
        is_square: the card is as high as it is wide, as an emoji is.
    """

    def __init__(self, width: int, *, is_square: bool = False) -> None:
        self.size = (width, width if is_square else card_height(width))
        self._scale = width * _OVERSAMPLING / WIDTH
        large = (self.size[0] * _OVERSAMPLING, self.size[1] * _OVERSAMPLING)
        self._image = Image.new("RGB", large, PAPER)
        self._draw = ImageDraw.Draw(self._image)

    @property
    def is_small(self) -> bool:
        """True for a card that is too small for pips and figures."""
        return self.size[0] < SMALL

    def mirror(self) -> None:
        """Draw the whole picture a second time, rotated by 180 degrees. The darker colour wins."""
        rotated = self._image.transpose(Image.Transpose.ROTATE_180)
        difference = ImageChops.subtract(self._image.convert("L"), rotated.convert("L"))
        self._image.paste(rotated, mask=difference.point([0] + [255] * 255, "1"))

    def finish(self) -> Image.Image:
        """Return the finished card as an RGB image whose corners are still square."""
        self.frame((0, 0), (WIDTH, HEIGHT), RADIUS, _EDGE_WIDTH, EDGE)
        return self._image.resize(self.size, Image.Resampling.NEAREST)

    def finish_smoothly(self, radius: float) -> Image.Image:
        """Return the finished square card as an RGBA image with round, transparent corners and smooth edges.

        Args:
            radius: of the corners.
        """
        self.frame((0, 0), (WIDTH, WIDTH), radius, 2 * _EDGE_WIDTH, EDGE)
        mask = smooth_mask(
            self._image.size,
            lambda draw, k: draw.rounded_rectangle(
                (0, 0, self._image.width * k - 1, self._image.height * k - 1),
                radius * self._scale * k,
                fill=255,
            ),
        )
        card = self._image.convert("RGBA")
        card.putalpha(mask)
        return card.resize(self.size, Image.Resampling.LANCZOS)

    def fill(self, ink: Colour) -> None:
        """Fill the whole card."""
        self._draw.rectangle((0, 0, *self._image.size), fill=ink)

    def disc(self, at: Point, radius: float, ink: Colour) -> None:
        """Draw a filled circle."""
        self._draw.ellipse(self._box(at, radius), fill=ink)

    def ring(self, at: Point, radius: float, width: float, ink: Colour) -> None:
        """Draw the outline of a circle. The line lies inside the circle."""
        self._draw.ellipse(self._box(at, radius), outline=ink, width=self._length(width))

    def box(self, corner: Point, opposite: Point, radius: float, ink: Colour) -> None:
        """Draw a filled rectangle with round corners."""
        box = self._at(corner) + self._at(opposite)
        self._draw.rounded_rectangle(box, self._length(radius), fill=ink)

    def frame(self, corner: Point, opposite: Point, radius: float, width: float, ink: Colour) -> None:
        """Draw the outline of a rectangle with round corners. The line lies inside the rectangle."""
        left, top = self._at(corner)
        right, bottom = self._at(opposite)
        box = left, top, right - 1, bottom - 1
        self._draw.rounded_rectangle(box, self._length(radius), outline=ink, width=self._length(width))

    def oval(self, at: Point, across: float, down: float, ink: Colour) -> None:
        """Draw a filled ellipse.

        Args:
            across: half its width.
            down: half its height.
        """
        (x, y) = self._at(at)
        rx = across * self._scale
        ry = down * self._scale
        self._draw.ellipse((x - rx, y - ry, x + rx, y + ry), fill=ink)

    def shape(self, points: Sequence[Point], ink: Colour) -> None:
        """Draw a filled polygon."""
        self._draw.polygon(list(map(self._at, points)), fill=ink)

    def line(self, points: Sequence[Point], width: float, ink: Colour) -> None:
        """Draw a line through points, with round ends and joints."""
        path = list(map(self._at, points))
        thickness = self._length(width)
        self._draw.line(path, fill=ink, width=thickness)
        radius = (thickness - 1) / 2
        for x, y in path:
            self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)

    def caps(self, text: str, at: Point, height: float, ink: Colour, limit: float = WIDTH) -> None:
        """Write digits or capitals.

        Args:
            at: the middle of the base line.
            height: the height of a capital.
            limit: a wider text is compressed to this width.
        """
        mask, _, top = text_mask(text, max(1, round(height * self._scale / CAP_HEIGHT)))
        size = min(mask.width, self._length(limit)), min(mask.height, self._length(height * 1.09))
        if size != mask.size:
            mask = mask.resize(size, Image.Resampling.LANCZOS)
        x, y = self._at(at)
        self._image.paste(ink, (round(x - mask.width / 2), round(y + top)), stencil(mask))

    def glyph(self, text: str, at: Point, size: float, ink: Colour) -> None:
        """Write one character.

        Args:
            at: the middle of the character.
            size: the height of a full kanji.
        """
        mask, _, _ = text_mask(text, max(1, round(size * self._scale * 1.08)))
        x, y = self._at(at)
        self._image.paste(ink, (round(x - mask.width / 2), round(y - mask.height / 2)), stencil(mask))

    def _at(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale

    def _box(self, at: Point, radius: float) -> tuple[float, float, float, float]:
        (x, y) = self._at(at)
        reach = radius * self._scale
        return x - reach, y - reach, x + reach, y + reach

    def _length(self, points: float) -> int:
        # A thinner line would be lost between the pixels of the finished card.
        return max(_OVERSAMPLING, round(points * self._scale))


def transform_points(points: Sequence[Point], at: Point, size: float, degrees: float = 0.0) -> list[Point]:
    """Scale a figure, rotate it clockwise, move it to ``at``, and return its points.

    Args:
        points: the figure around the origin, with coordinates from -1 to 1.
        degrees: the angle of the rotation.
    """
    c = cos(radians(degrees)) * size
    s = sin(radians(degrees)) * size
    return [(at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in points]


def bezier(start: Point, *segments: tuple[Point, Point, Point], steps: int = 14) -> list[Point]:
    """Return points of joined cubic Bézier curves.

    Args:
        segments: for each curve its two control points and its end point.
        steps: the number of points for each curve.
    """
    points = [start]
    for control, other_control, end in segments:
        (x0, y0) = points[-1]
        (x1, y1) = control
        (x2, y2) = other_control
        (x3, y3) = end
        for step in range(1, steps + 1):
            t = step / steps
            a = (1 - t) ** 3
            b = 3 * t * (1 - t) ** 2
            c = 3 * t * t * (1 - t)
            d = t**3
            points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return points


def arc(at: Point, radius: float, start: float, end: float, steps: int = 24) -> list[Point]:
    """Return ``steps + 1`` points of an arc around a centre.

    Args:
        at: the centre.
        start: the angle of the first point in degrees, clockwise from three o'clock.
        end: the angle of the last point.
    """
    angles = (pi / 180 * (start + (end - start) * step / steps) for step in range(steps + 1))
    return [(at[0] + radius * cos(angle), at[1] + radius * sin(angle)) for angle in angles]


def card_height(card_width: int) -> int:
    """Return the height of a card from its width. Both are pixels."""
    return round(card_width * HEIGHT / WIDTH)


@cached(16, of_people=False)
def card_mask(card_width: int) -> Image.Image:
    """Return a cached mask in the shape of a card, with round corners. The width is in pixels.

    Callers must not change the mask.
    """
    high = card_height(card_width)
    radius = RADIUS * card_width / WIDTH
    mask = smooth_mask(
        (card_width, high),
        lambda draw, k: draw.rounded_rectangle(
            (0, 0, card_width * k - 1, high * k - 1), radius * k, fill=255
        ),
    )
    return mask.point([255 * (share > 127) for share in range(256)]).convert("1")


class Art(msgspec.Struct, frozen=True):
    """A set of drawings: all cards of one kind of deck."""

    cards: tuple[Card, ...]
    draw: Callable[[Pen, Card], None]  # draws a card on a blank one
    inks: tuple[Colour, ...]  # all colours that ``draw`` uses, except the colour of the paper


# --- sprites ------------------------------------------------------------------------------------------------
# Sprites, the parts of a picture: texts, cards, discs, boxes. All lengths are pixels.

# Thousands of layouts are cached, so sprites are values that the garbage collector need not look through
# (``gc=False``).


class TextLine(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A line of printable text."""

    text: str
    size: int
    ink: Colour


class Box(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A filled rectangle with round corners."""

    width: int
    height: int
    radius: int
    ink: Colour


class CardFace(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A card or a back with its mark, such as a frame. Each side has a margin."""

    card: Card
    mark: Mark
    width: int


class Fan(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A fan of card backs."""

    count: int
    width: int


class Portrait(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a player's disc shows: letters on the player's colour, or the player's face."""

    letters: str  # no two players of a picture have the same
    colour_number: int  # the index of the player's colour in ``PLAYER_COLOURS``
    face: bytes = b""  # a file as ``face_of`` returns it; empty for letters


class Disc(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A disc with a player's portrait. A ring shows the player's turn, or that the player has won.

    The disc of a player who is out has letters, and only a ring in the player's colour.
    """

    portrait: Portrait
    size: int
    ring: Literal["", "turn", "won", "out"] = ""


class Badge(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A small disc with a number, for example of lives or medals."""

    label: str
    size: int
    ink: Colour
    paper: Colour


class Symbol(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A small symbol: a winner's crown, the leader's button, an arrow, or a red dot that marks news."""

    kind: Literal["crown", "leader", "up", "down", "dot"]
    size: int


class Emblem(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The emblem in the middle of a table, such as a bull's head."""

    size: int


class StampSprite(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A verdict like a slightly rotated rubber stamp."""

    text: str
    size: int
    ink: Colour
    width: int
    height: int


DrawnSprite: TypeAlias = TextLine | CardFace | Fan | Disc | Badge | Symbol | Emblem | StampSprite
"""All sprites but boxes, which are filled."""

Sprite: TypeAlias = DrawnSprite | Box


def card_margin(card_width: int) -> int:
    """Return the width of the margin around a card, in which frames are drawn."""
    return max(5, card_width // 20)
