"""TESCA cards: ranks 0 to 12 above a tree, a flame, a drop, or a disc for yin or yang."""

from __future__ import annotations

from bot.pictures.colours import PAPER, Colour, colour
from bot.pictures.pen import Art, Pen, Point, arc, curve, place
from games.core.cards import TESCA, Card

GREEN = colour("1b7d34")
RED = colour("d42a1c")
BLUE = colour("1766cc")
BLACK = colour("20242c")
BROWN = colour("7a4a24")

_INKS = {"k": GREEN, "h": RED, "m": BLUE, "y": BLACK}
_MIDDLE: Point = (54, 107)

_TREE = [
    (0.0, -1.12), (0.5, -0.42), (0.28, -0.42), (0.76, 0.18), (0.46, 0.18), (0.98, 0.8),
    (-0.98, 0.8), (-0.46, 0.18), (-0.76, 0.18), (-0.28, -0.42), (-0.5, -0.42),
]  # fmt: skip
_FLAME = curve(
    (-0.12, -1.16),
    ((0.42, -0.82), (0.5, -0.5), (0.46, -0.22)),
    ((0.6, -0.3), (0.64, -0.46), (0.6, -0.66)),
    ((0.98, -0.26), (1.06, 0.32), (0.78, 0.7)),
    ((0.5, 1.12), (-0.5, 1.12), (-0.78, 0.7)),
    ((-1.1, 0.26), (-0.9, -0.16), (-0.62, -0.5)),
    ((-0.62, -0.26), (-0.54, -0.12), (-0.4, -0.06)),
    ((-0.36, -0.5), (-0.02, -0.7), (-0.12, -1.16)),
)
_DROP = curve(
    (0.0, -1.18),
    ((0.2, -0.62), (0.84, -0.2), (0.84, 0.3)),
    ((0.84, 0.78), (0.46, 1.06), (0.0, 1.06)),
    ((-0.46, 1.06), (-0.84, 0.78), (-0.84, 0.3)),
    ((-0.84, -0.2), (-0.2, -0.62), (0.0, -1.18)),
)


def _draw(pen: Pen, card: Card) -> None:
    rank, suit = card[:-1], card[-1]
    ink = _INKS[suit]
    pen.caps(rank, (54, 61), 51, ink, limit=82)
    match suit:
        case "k":
            pen.box((48, 122), (60, 141), 2, BROWN)
            pen.shape(place(_TREE, (54, 106), 32), GREEN)
            pen.glyph("木", (54, 116), 25, PAPER)
        case "h":
            pen.shape(place(_FLAME, _MIDDLE, 32.5), RED)
            pen.glyph("火", (54, 118), 28, PAPER)
        case "m":
            pen.shape(place(_DROP, _MIDDLE, 32.5), BLUE)
            pen.glyph("水", (54, 116), 30, PAPER)
        case _:
            _draw_disc(pen, int(rank), ink)


def _draw_disc(pen: Pen, rank: int, ink: Colour) -> None:
    """Draw the disc of a rank: yang (white) for odd ones, yin (black) for even ones, both for rank 0."""
    if rank == 0:
        _draw_whole(pen)
    elif rank % 2:
        pen.ring(_MIDDLE, 34, 5, ink)
        pen.glyph("陽", _MIDDLE, 34, ink)
    else:
        pen.disc(_MIDDLE, 34, ink)
        pen.glyph("陰", _MIDDLE, 34, PAPER)


def _draw_whole(pen: Pen) -> None:
    """Draw the yin-yang sign."""
    (x, y), r = _MIDDLE, 34.0
    pen.disc(_MIDDLE, r, BLACK)
    pen.shape(arc(_MIDDLE, r - 3.5, 90, 270, steps=48), PAPER)
    half = (r - 3.5) / 2
    pen.disc((x, y - half), half, PAPER)
    pen.disc((x, y + half), half, BLACK)
    pen.disc((x, y - half), 5, BLACK)
    pen.disc((x, y + half), 5, PAPER)


TESCA_ART = Art(TESCA.cards, _draw, (GREEN, RED, BLUE, BLACK, BROWN))
