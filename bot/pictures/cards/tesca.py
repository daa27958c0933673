"""TESCA cards: ranks 0 to 12 above a tree, a flame, a drop, or a disc for yin or yang."""

from __future__ import annotations

from bot.pictures.colours import PAPER, colour
from bot.pictures.pen import Art, Pen, Point, arc, bezier, transform_points
from games.core.cards import TESCA, Card

GREEN = colour("1b7d34")
RED = colour("d42a1c")
BLUE = colour("1766cc")
BLACK = colour("20242c")
BROWN = colour("7a4a24")

_INKS = {"k": GREEN, "h": RED, "m": BLUE, "y": BLACK}

_TREE = [
    (0.0, -1.12), (0.5, -0.42), (0.28, -0.42), (0.76, 0.18), (0.46, 0.18), (0.98, 0.8),
    (-0.98, 0.8), (-0.46, 0.18), (-0.76, 0.18), (-0.28, -0.42), (-0.5, -0.42),
]  # fmt: skip
_FLAME = bezier(
    (-0.12, -1.16),
    ((0.42, -0.82), (0.5, -0.5), (0.46, -0.22)),
    ((0.6, -0.3), (0.64, -0.46), (0.6, -0.66)),
    ((0.98, -0.26), (1.06, 0.32), (0.78, 0.7)),
    ((0.5, 1.12), (-0.5, 1.12), (-0.78, 0.7)),
    ((-1.1, 0.26), (-0.9, -0.16), (-0.62, -0.5)),
    ((-0.62, -0.26), (-0.54, -0.12), (-0.4, -0.06)),
    ((-0.36, -0.5), (-0.02, -0.7), (-0.12, -1.16)),
)
_DROP = bezier(
    (0.0, -1.18),
    ((0.2, -0.62), (0.84, -0.2), (0.84, 0.3)),
    ((0.84, 0.78), (0.46, 1.06), (0.0, 1.06)),
    ((-0.46, 1.06), (-0.84, 0.78), (-0.84, 0.3)),
    ((-0.84, -0.2), (-0.2, -0.62), (0.0, -1.18)),
)


def _draw(pen: Pen, card: Card) -> None:
    rank, suit = card[:-1], card[-1]
    ink = _INKS[suit]
    # A small card has one large rank and sign.
    if pen.is_small:
        pen.caps(rank, (28, 50), 39, ink, limit=46)
        _draw_sign(pen, suit, int(rank), (28, 77), 17)
        _draw_sign(pen, suit, int(rank), (72, 108), 28)
        return
    # A usual card has them in two corners, and the sign in its middle.
    pen.caps(rank, (19, 34), 25, ink, limit=31)
    _draw_sign(pen, suit, int(rank), (19, 49), 9)
    pen.mirror()
    _draw_sign(pen, suit, int(rank), (54, 76), 28)


def _draw_sign(pen: Pen, suit: str, rank: int, at: Point, size: float) -> None:
    has_kanji = size > 20
    x, y = at
    # Each sign is a figure with its kanji on it.
    match suit:
        case "k":
            pen.box((x - 0.19 * size, y + 0.5 * size), (x + 0.19 * size, y + 1.05 * size), 0.06 * size, BROWN)
            pen.shape(transform_points(_TREE, (x, y - 0.02 * size), size), GREEN)
            if has_kanji:
                pen.glyph("木", (x, y + 0.3 * size), 0.78 * size, PAPER)
        case "h":
            pen.shape(transform_points(_FLAME, at, size), RED)
            if has_kanji:
                pen.glyph("火", (x, y + 0.34 * size), 0.86 * size, PAPER)
        case "m":
            pen.shape(transform_points(_DROP, at, size), BLUE)
            if has_kanji:
                pen.glyph("水", (x, y + 0.28 * size), 0.92 * size, PAPER)
        case _:
            _draw_disc(pen, rank, at, size)


def _draw_disc(pen: Pen, rank: int, at: Point, size: float) -> None:
    # Odd ranks are yang (white), even ones yin (black), and 0 is both.
    has_kanji = size > 20
    if rank == 0:
        _draw_yin_yang(pen, at, size)
    elif rank % 2:
        pen.ring(at, size, size * 0.15, BLACK)
        if has_kanji:
            pen.glyph("陽", at, size, BLACK)
    else:
        pen.disc(at, size, BLACK)
        if has_kanji:
            pen.glyph("陰", at, size, PAPER)


def _draw_yin_yang(pen: Pen, at: Point, size: float) -> None:
    (x, y), r = at, size
    inner = r * 0.9
    pen.disc(at, r, BLACK)
    pen.shape(arc(at, inner, 90, 270, steps=48), PAPER)
    half = inner / 2
    pen.disc((x, y - half), half, PAPER)
    pen.disc((x, y + half), half, BLACK)
    pen.disc((x, y - half), 0.15 * r, BLACK)
    pen.disc((x, y + half), 0.15 * r, PAPER)


TESCA_ART = Art(TESCA.cards, _draw, (GREEN, RED, BLUE, BLACK, BROWN))
