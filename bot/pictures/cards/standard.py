"""Draws playing cards: rank and suit in two corners, pips, and figures for jack, queen and king.

Small cards have only one large rank and suit.
"""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin

from bot.pictures.cards.courts import COURT_INKS, draw_court, draw_joker
from bot.pictures.colours import Colour, colour
from bot.pictures.pen import Art, Pen, Point, bezier, transform_points
from games.core.cards import NUMBERS, STANDARD, Card, Family

BLACK = colour("1c2128")
RED = colour("d3202c")
BLUE = colour("1464d2")
GREEN = colour("0f7f3d")

FOUR = {"s": BLACK, "h": RED, "d": BLUE, "c": GREEN}
"""A different ink for each suit, so that suits are easy to distinguish."""

TWO = {"s": BLACK, "h": RED, "d": RED, "c": BLACK}
"""Red and black, for games in which a card's colour counts."""


def _heart() -> list[Point]:
    turns = [2 * pi * step / 72 for step in range(72)]
    return [
        (sin(t) ** 3, -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) / 16 - 0.13)
        for t in turns
    ]


HEART = _heart()
SPADE = [(x * 0.98, -y * 1.02 - 0.12) for x, y in HEART]
STEM = bezier(
    (0.0, 0.1),
    ((0.02, 0.6), (0.12, 0.86), (0.44, 1.0)),
    ((0.2, 1.0), (-0.2, 1.0), (-0.44, 1.0)),
    ((-0.12, 0.86), (-0.02, 0.6), (0.0, 0.1)),
)
DIAMOND = bezier(
    (0.0, -1.08),
    ((0.2, -0.62), (0.48, -0.24), (0.84, 0.0)),
    ((0.48, 0.24), (0.2, 0.62), (0.0, 1.08)),
    ((-0.2, 0.62), (-0.48, 0.24), (-0.84, 0.0)),
    ((-0.48, -0.24), (-0.2, -0.62), (0.0, -1.08)),
)

_PIP = 10.5
_LEFT, _MIDDLE, _RIGHT = 40.0, 54.0, 68.0
_PIPS: dict[str, tuple[Point, ...]] = {
    "2": ((_MIDDLE, 27),),
    "3": ((_MIDDLE, 27),),
    "4": ((_LEFT, 27), (_RIGHT, 27)),
    "5": ((_LEFT, 27), (_RIGHT, 27)),
    "6": ((_LEFT, 27), (_RIGHT, 27)),
    "7": ((_LEFT, 27), (_RIGHT, 27)),
    "8": ((_LEFT, 27), (_RIGHT, 27), (_MIDDLE, 49)),
    "9": ((_LEFT, 25), (_RIGHT, 25), (_LEFT, 57.5), (_RIGHT, 57.5)),
    "T": ((_LEFT, 25), (_RIGHT, 25), (_LEFT, 57.5), (_RIGHT, 57.5), (_MIDDLE, 41)),
}
"""The upper pips of each rank; the lower ones are the same, upside down."""

_CENTRE: dict[str, tuple[Point, ...]] = {
    "3": ((_MIDDLE, 74),),
    "5": ((_MIDDLE, 74),),
    "6": ((_LEFT, 74), (_RIGHT, 74)),
    "7": ((_LEFT, 74), (_RIGHT, 74), (_MIDDLE, 50)),
    "8": ((_LEFT, 74), (_RIGHT, 74)),
    "9": ((_MIDDLE, 74),),
}
"""Pips in the middle line, which are drawn once."""


def draw_suit(pen: Pen, suit: str, at: Point, size: float, ink: Colour) -> None:
    """Draw the sign of a suit. ``size`` is about half the height of the sign."""
    match suit:
        case "h":
            pen.shape(transform_points(HEART, at, size), ink)
        case "d":
            pen.shape(transform_points(DIAMOND, at, size), ink)
        case "s":
            pen.shape(transform_points(SPADE, at, size), ink)
            pen.shape(transform_points(STEM, at, size), ink)
        # Three discs, the gap between them, and a stem.
        case "c":
            for x, y in ((0.0, -0.52), (-0.53, 0.22), (0.53, 0.22)):
                pen.disc((at[0] + x * size, at[1] + y * size), size * 0.475, ink)
            pen.disc(at, size * 0.25, ink)
            pen.shape(transform_points(STEM, at, size), ink)


def _draw(pen: Pen, card: Card, ranks: dict[str, str], inks: dict[str, Colour]) -> None:
    if card == "Jk":
        draw_joker(pen)
        return
    rank, suit = card[:-1], card[-1]
    ink, label = inks[suit], ranks.get(rank, rank)
    if pen.is_small:
        # a fan shows only the left half of a card, so rank and sign stand there
        pen.caps(label, (28, 50), 39, ink, limit=46)
        draw_suit(pen, suit, (27, 76), 19, ink)
        draw_suit(pen, suit, (76, 112), 26, ink)
        return
    pen.caps(label, (15, 29), 21, ink, limit=21)
    draw_suit(pen, suit, (15, 42.5), 10, ink)
    if rank in "JQK":
        draw_court(pen, rank, suit, ink)
        draw_suit(pen, suit, (36, 33), 10.5, ink)
        pen.mirror()
        return
    if rank == "A":
        pen.mirror()
        draw_suit(pen, suit, (_MIDDLE, 75), 29, ink)
        return
    for at in _PIPS[rank]:
        draw_suit(pen, suit, at, _PIP, ink)
    pen.mirror()
    for at in _CENTRE.get(rank, ()):
        draw_suit(pen, suit, at, _PIP, ink)


def _art(family: Family, inks: dict[str, Colour]) -> Art:
    used = dict.fromkeys((*inks.values(), BLACK, *COURT_INKS))
    return Art(family.cards, partial(_draw, ranks=family.spelling, inks=inks), tuple(used))


STANDARD_ART, STANDARD_TWO = _art(STANDARD, FOUR), _art(STANDARD, TWO)
NUMBERS_ART, NUMBERS_TWO = _art(NUMBERS, FOUR), _art(NUMBERS, TWO)
