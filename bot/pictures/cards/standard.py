"""Playing cards: a large rank above a large suit, in four colours or two. An ace may read 1."""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin

from bot.pictures.colours import Colour, colour
from bot.pictures.pen import Art, Pen, Point, curve, place
from games.core.cards import NUMBERS, STANDARD, Card, Family

BLACK = colour("1c2128")
RED = colour("d3202c")
BLUE = colour("1464d2")
GREEN = colour("0f7f3d")
PURPLE = colour("7a35b5")
GOLD = colour("e5a716")

FOUR = {"s": BLACK, "h": RED, "d": BLUE, "c": GREEN}
"""A different ink for each suit, so that suits are easy to distinguish."""

TWO = {"s": BLACK, "h": RED, "d": RED, "c": BLACK}
"""Red and black, for games in which a card's colour counts."""

_FEET = 66
_SUIT: Point = (54, 107)


def _heart() -> list[Point]:
    turns = [2 * pi * step / 72 for step in range(72)]
    return [
        (sin(t) ** 3, -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) / 16 - 0.13)
        for t in turns
    ]


HEART = _heart()
SPADE = [(x * 0.98, -y * 1.02 - 0.12) for x, y in HEART]
STEM = curve(
    (0.0, 0.1),
    ((0.02, 0.6), (0.12, 0.86), (0.44, 1.0)),
    ((0.2, 1.0), (-0.2, 1.0), (-0.44, 1.0)),
    ((-0.12, 0.86), (-0.02, 0.6), (0.0, 0.1)),
)
DIAMOND = curve(
    (0.0, -1.08),
    ((0.2, -0.62), (0.48, -0.24), (0.84, 0.0)),
    ((0.48, 0.24), (0.2, 0.62), (0.0, 1.08)),
    ((-0.2, 0.62), (-0.48, 0.24), (-0.84, 0.0)),
    ((-0.48, -0.24), (-0.2, -0.62), (0.0, -1.08)),
)


def draw_suit(pen: Pen, suit: str, at: Point, size: float, ink: Colour) -> None:
    """Draw the sign of a suit; it reaches ``size`` points from its middle."""
    match suit:
        case "h":
            pen.shape(place(HEART, at, size), ink)
        case "d":
            pen.shape(place(DIAMOND, at, size), ink)
        case "s":
            pen.shape(place(SPADE, at, size), ink)
            pen.shape(place(STEM, at, size), ink)
        case "c":
            for x, y in ((0.0, -0.52), (-0.53, 0.22), (0.53, 0.22)):
                pen.disc((at[0] + x * size, at[1] + y * size), size * 0.475, ink)
            pen.disc(at, size * 0.25, ink)
            pen.shape(place(STEM, at, size), ink)


def _draw(pen: Pen, card: Card, ranks: dict[str, str], inks: dict[str, Colour]) -> None:
    if card == "Jk":
        _draw_joker(pen)
        return
    rank, suit = card[:-1], card[-1]
    ink = inks[suit]
    pen.caps(ranks.get(rank, rank), (54, _FEET), 54, ink, limit=80)
    draw_suit(pen, suit, _SUIT, 32, ink)


def _draw_joker(pen: Pen) -> None:
    """Draw a fool's cap with three bells, and the word JOKER."""
    left = curve((30, 92), ((30, 70), (26, 54), (12, 60)), ((14, 34), (40, 34), (54, 92)))
    right = [(108 - x, y) for x, y in left]
    middle = curve((36, 92), ((36, 66), (44, 44), (54, 22)), ((64, 44), (72, 66), (72, 92)))
    pen.shape(left, RED)
    pen.shape(right, BLUE)
    pen.shape(middle, PURPLE)
    pen.box((27, 88), (81, 102), 6, GOLD)
    for bell in ((13, 63), (95, 63), (54, 20)):
        pen.disc(bell, 8.5, GOLD)
    pen.caps("JOKER", (54, 134), 20, BLACK, limit=88)


_MEETING = (GOLD, RED), (GOLD, BLUE), (GOLD, PURPLE), (PURPLE, RED), (PURPLE, BLUE)
"""Pairs of the joker's inks that touch."""


def _art(family: Family, inks: dict[str, Colour]) -> Art:
    used = dict.fromkeys((*inks.values(), BLACK, RED, BLUE, PURPLE, GOLD))
    return Art(family.cards, partial(_draw, ranks=family.spelling, inks=inks), tuple(used), _MEETING)


STANDARD_ART, STANDARD_TWO = _art(STANDARD, FOUR), _art(STANDARD, TWO)
NUMBERS_ART, NUMBERS_TWO = _art(NUMBERS, FOUR), _art(NUMBERS, TWO)
