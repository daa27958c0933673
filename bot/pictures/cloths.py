"""The colour scheme of each table, and the emblem in its middle."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

import msgspec
from PIL import Image, ImageDraw

from bot.caches import cached
from bot.pictures.cards import comma_outline
from bot.pictures.colours import Colour, blend, colour, smooth_mask
from bot.pictures.pen import Point, arc, bezier, transform_points
from games.core.presentation import Cloth

EMBLEM = 480
"""Width and height of an emblem in pixels."""


class ColourScheme(msgspec.Struct, frozen=True):
    """The colours of a table."""

    felt: Colour  # the cloth
    deep: Colour  # the middle of the table, and the boxes below the table
    spot: Colour  # the background of the player whose turn it is
    rail: Colour  # the edge of the table
    line: Colour  # the ornament along the edge
    edge: str  # the name of the ornament; "plain" for none

    @property
    def tag(self) -> Colour:
        """The background of a short text in a coloured box."""
        return blend(self.felt, (255, 255, 255), 0.2)

    @property
    def inks(self) -> tuple[Colour, ...]:
        """All colours of the scheme."""
        return self.felt, self.deep, self.spot, self.rail, self.line, self.tag, self.emblem

    @property
    def emblem(self) -> Colour:
        """The colour of the emblem, a little darker than its background."""
        return blend(self.deep, (0, 0, 0), 0.2)


def _look(felt: str, deep: str, spot: str, rail: str, line: str, edge: str) -> ColourScheme:
    return ColourScheme(colour(felt), colour(deep), colour(spot), colour(rail), colour(line), edge)


COLOUR_SCHEMES: dict[Cloth, ColourScheme] = {
    "felt": _look("23533f", "1c4635", "33705a", "3b3f45", "4f8a70", "plain"),
    "pasture": _look("1f6a41", "195836", "2f8657", "5a3a22", "c9a25c", "stitched"),
    "parlour": _look("6b1f33", "581828", "87304a", "221418", "c59a4a", "double"),
    "night": _look("27325f", "202a51", "3a4a86", "10142b", "8fa3d4", "dotted"),
    "tatami": _look("565c30", "474d27", "717845", "1d2219", "b59a4e", "woven"),
    "walnut": _look("5f3f2c", "4f3323", "7d5840", "2a1c13", "b98a5a", "plain"),
}


@cached(8, of_people=False)
def emblem_mask(cloth: Cloth) -> Image.Image | None:
    """Return the emblem of a table as a mask, or ``None`` if it has no emblem.

    The mask is cached: do not change it.
    """
    draw = _EMBLEMS.get(cloth)
    return None if draw is None else smooth_mask((EMBLEM, EMBLEM), draw, 2)


def _scaled(points: list[Point], scale: int, size: float = 1.0) -> list[Point]:
    # ``points`` have coordinates from -1 to 1. ``size`` is the fraction of the picture that the figure fills.
    half = EMBLEM * scale / 2
    return [(half + x * half * size, half + y * half * size) for x, y in points]


# Each emblem is drawn into a picture that is ``scale`` times ``EMBLEM`` pixels wide.


def _draw_bull_head(draw: ImageDraw.ImageDraw, scale: int) -> None:
    horn = bezier((0.3, -0.3), ((0.62, -0.34), (0.86, -0.5), (0.88, -0.92)),
                 ((1.12, -0.4), (0.92, 0.02), (0.34, -0.02)))  # fmt: skip
    ear = bezier(
        (0.36, -0.02), ((0.56, -0.1), (0.78, -0.04), (0.84, 0.12)), ((0.66, 0.2), (0.5, 0.16), (0.36, 0.14))
    )
    head = bezier(
        (0.0, -0.34), ((0.36, -0.38), (0.42, -0.1), (0.38, 0.16)), ((0.34, 0.5), (0.34, 0.86), (0.0, 0.9))
    )
    for part in (horn, ear, head):
        draw.polygon(_scaled(part, scale), 255)
        draw.polygon(_scaled([(-x, y) for x, y in part], scale), 255)
    for x in (-0.2, 0.2):
        draw.polygon(_scaled(transform_points(arc((0, 0), 1, 0, 360), (x, 0.12), 0.06), scale), 0)
        draw.polygon(_scaled(transform_points(arc((0, 0), 1, 0, 360), (x * 0.62, 0.68), 0.055), scale), 0)


def _draw_carnival_mask(draw: ImageDraw.ImageDraw, scale: int) -> None:
    # One half, which is drawn twice.
    half = bezier(
        (0.0, -0.22),
        ((0.3, -0.5), (0.8, -0.52), (0.98, -0.3)),
        ((1.0, 0.2), (0.74, 0.52), (0.42, 0.46)),
        ((0.24, 0.42), (0.12, 0.24), (0.0, 0.24)),
    )
    eye = bezier(
        (0.2, 0.04), ((0.34, -0.2), (0.6, -0.2), (0.74, -0.02)), ((0.6, 0.18), (0.36, 0.2), (0.2, 0.04))
    )
    for side in (-1, 1):
        draw.polygon(_scaled([(x * side, y) for x, y in half], scale), 255)
        draw.polygon(_scaled([(x * side, y) for x, y in eye], scale), 0)


def _draw_moon_and_stars(draw: ImageDraw.ImageDraw, scale: int) -> None:
    draw.polygon(_scaled(arc((-0.08, 0.0), 0.8, 0, 360, 60), scale), 255)
    draw.polygon(_scaled(arc((0.26, -0.16), 0.68, 0, 360, 60), scale), 0)
    for at, size in (((0.5, -0.34), 0.2), ((0.34, 0.18), 0.13), ((0.78, 0.1), 0.1)):
        star = []
        # Outer points of the star and the corners between them.
        for turn in range(-54, 306, 36):
            far = 1.0 if turn % 72 == 18 else 0.42
            star.append((cos(radians(turn)) * far, sin(radians(turn)) * far))
        draw.polygon(_scaled(transform_points(star, at, size), scale), 255)


def _draw_three_commas(draw: ImageDraw.ImageDraw, scale: int) -> None:
    for turn in (0, 120, 240):
        draw.polygon(_scaled(transform_points(comma_outline(), (0, 0), 0.92, turn), scale), 255)


def _draw_three_cards(draw: ImageDraw.ImageDraw, scale: int) -> None:
    card = [(-0.3, -0.44), (0.3, -0.44), (0.3, 0.44), (-0.3, 0.44)]
    for turn, at in ((-24, (-0.46, 0.06)), (24, (0.46, 0.06)), (0, (0.0, -0.04))):
        draw.polygon(_scaled(transform_points(card, at, 1.12, turn), scale), 0)
        draw.polygon(_scaled(transform_points(card, at, 1.0, turn), scale), 255)


_EMBLEMS: dict[Cloth, Callable[[ImageDraw.ImageDraw, int], None]] = {
    "pasture": _draw_bull_head,
    "parlour": _draw_carnival_mask,
    "night": _draw_moon_and_stars,
    "tatami": _draw_three_commas,
    "walnut": _draw_three_cards,
}
