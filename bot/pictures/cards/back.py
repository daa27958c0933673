"""The back of all cards: three commas in a circle (*tomoe*), the crest that Tomoefuda is named after."""

from __future__ import annotations

from math import cos, radians, sin

from bot.pictures.colours import PAPER, colour
from bot.pictures.pen import HEIGHT, WIDTH, Art, Pen, Point, arc, transform_points
from games.core.cards import Card

NAVY = colour("2f4478")
MIST = colour("8fa3d4")


def comma_outline() -> list[Point]:
    """Return the outline of one of the three commas: a round head with a tail along the rim."""
    outer, inner = [], []
    for step in range(41):
        along = step / 40
        angle = radians(-90 + 150 * along)
        middle, half = 0.46 + 0.49 * min(1.0, along * 1.5) ** 0.9, 0.3 * (1 - along) ** 1.3
        outer.append(((middle + half) * cos(angle), (middle + half) * sin(angle)))
        inner.append(((middle - half) * cos(angle), (middle - half) * sin(angle)))
    return arc((0.0, -0.46), 0.3, 90, 270) + outer + inner[::-1]


def draw_back(pen: Pen, card: Card = "") -> None:
    """Draw the back, which is the same for every card."""
    pen.fill(PAPER)
    pen.box((6, 6), (WIDTH - 6, HEIGHT - 6), 8, NAVY)
    # Small cards have only the crest, and larger.
    if pen.is_small:
        for turn in (0, 120, 240):
            pen.shape(transform_points(comma_outline(), (WIDTH / 2, HEIGHT / 2), 40, turn), MIST)
        return
    # A frame, the crest, and a dot in each corner.
    pen.frame((11, 11), (WIDTH - 11, HEIGHT - 11), 5, 1.8, MIST)
    middle = (WIDTH / 2, HEIGHT / 2)
    for turn in (0, 120, 240):
        pen.shape(transform_points(comma_outline(), middle, 37, turn), MIST)
    for x in (24.0, WIDTH - 24.0):
        for y in (24.0, HEIGHT - 24.0):
            pen.disc((x, y), 4, MIST)


BACK_ART = Art(("",), draw_back, (NAVY, MIST))
