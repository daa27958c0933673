"""Tomoefuda cards: three figures, each for a pair of suits. The figure is filled for the first suit of the
pair, hollow for the second.

The corner of a card shows the rank and the suit. Japanese readers see the suit as a kanji, others as a
letter.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from bot.pictures.colours import PAPER, Colour, colour
from bot.pictures.pen import Art, Pen, Point, arc, bezier, transform_points
from games.core.cards import TOMOE, Card

RED = colour("cf1f2b")
SKY = colour("1597db")
GREEN = colour("14803a")
ORANGE = colour("e56f0a")
BLACK = colour("20242c")
PURPLE = colour("8a3fc0")
GOLD = colour("e8b325")
SILVER = colour("b4bac6")
BRONZE = colour("c07a3e")
BROWN = colour("7a4a24")

ToCard: TypeAlias = Callable[[Point], Point]
"""Function that maps a point of a figure to its place on the card."""

_INKS = {"r": RED, "a": SKY, "g": GREEN, "o": ORANGE, "k": BLACK, "p": PURPLE}
_KANJI = {"r": "赤", "a": "水", "g": "緑", "o": "橙", "k": "黒", "p": "紫"}
_LETTERS = {"r": "R", "a": "B", "g": "G", "o": "O", "k": "K", "p": "P"}
_FILLED = "rgk"
"""The first suits of the three pairs. The figures and badges of these suits are filled."""

_METALS = {"Au": ("金", GOLD), "Ag": ("銀", SILVER), "Cu": ("銅", BRONZE)}

_LEAF = bezier((0.0, 0.0), ((0.3, -0.34), (0.7, -0.3), (1.0, 0.0)), ((0.7, 0.1), (0.3, 0.12), (0.0, 0.0)))

_LEAVES: tuple[tuple[Point, float, float], ...] = (
    ((72, 84), 30, -24),
    ((72, 104), 31, 8),
    ((38, 82), 22, -146),
    ((38, 108), 24, 168),
)
"""For each leaf the point where it grows, its length in points, and its angle in degrees."""


def _draw(pen: Pen, card: Card, signs: dict[str, str]) -> None:
    if card in _METALS:
        _draw_metal(pen, card, has_letters=signs is _LETTERS)
        return
    rank, suit = card[0], card[1]
    ink, is_filled = _INKS[suit], suit in _FILLED
    # A small card has larger signs in the same places.
    if pen.is_small:
        pen.caps(rank, (27, 50), 39, ink, limit=44)
        _draw_badge(pen, (28, 82), 23, signs[suit], ink, is_filled)
        _draw_figure(pen, suit, ink, (77, 106), 0.56)
        return
    pen.caps(rank, (22, 45), 33, ink, limit=38)
    _draw_badge(pen, (22, 66), 16.5, signs[suit], ink, is_filled)
    # The cord is wide, so it is smaller and lower than the others: it must not touch the badge.
    place, size = ((67.0, 103.0), 0.76) if suit in "kp" else ((65.0, 95.0), 0.84)
    _draw_figure(pen, suit, ink, place, size)


def _draw_badge(pen: Pen, at: Point, radius: float, sign: str, ink: Colour, is_filled: bool) -> None:
    size = radius * 1.3
    if is_filled:
        pen.disc(at, radius, ink)
        pen.glyph(sign, at, size, PAPER)
    else:
        pen.ring(at, radius, radius * 0.16, ink)
        pen.glyph(sign, at, size, ink)


def _draw_figure(pen: Pen, suit: str, ink: Colour, at: Point, size: float) -> None:
    def to_card(point: Point) -> Point:
        return at[0] + (point[0] - 54) * size, at[1] + (point[1] - 104) * size

    is_filled = suit in _FILLED
    match suit:
        case "r" | "a":
            _draw_dango(pen, ink, to_card, size, is_filled)
        case "g" | "o":
            _draw_bamboo(pen, ink, to_card, size, is_filled)
        case _:
            _draw_cord(pen, ink, to_card, size, is_filled)


def _draw_dango(pen: Pen, ink: Colour, to_card: ToCard, size: float, is_filled: bool) -> None:
    pen.line([to_card((16, 146)), to_card((92, 60))], 4.5 * size, BROWN)
    for spot in ((31.0, 129.0), (52.0, 105.0), (73.0, 81.0)):
        at = to_card(spot)
        pen.disc(at, 18 * size, PAPER)
        pen.disc(at, 16 * size, ink)
        if is_filled:
            pen.line(arc(at, 9.5 * size, 185, 250), 3 * size, PAPER)
        else:
            pen.disc(at, 10 * size, PAPER)


def _draw_bamboo(pen: Pen, ink: Colour, to_card: ToCard, size: float, is_filled: bool) -> None:
    for high, low in ((56, 84), (87, 115), (118, 146)):
        pen.box(to_card((46, high)), to_card((64, low)), 5 * size, ink)
        if not is_filled:
            pen.box(to_card((50.5, high + 4.5)), to_card((59.5, low - 4.5)), 2.5 * size, PAPER)
    for spot, length, turn in _LEAVES:
        start = (spot[0] - 8, spot[1]) if spot[0] > 54 else (spot[0] + 8, spot[1])
        pen.shape(transform_points(_LEAF, to_card(start), length * 0.9 * size, turn), ink)


def _draw_cord(pen: Pen, ink: Colour, to_card: ToCard, size: float, is_filled: bool) -> None:
    # Two loops and two ends, mirrored.
    left = bezier((54, 100), ((36, 66), (8, 70), (12, 96)), ((14, 118), (38, 114), (54, 100)))
    right = [(108 - x, y) for x, y in left]
    ends = [
        bezier((54, 100), ((48, 120), (38, 134), (26, 144))),
        bezier((54, 100), ((60, 120), (70, 134), (82, 144))),
    ]
    for path in (*ends, left, right):
        pen.line([to_card(point) for point in path], 9 * size, ink)
    # Hollow figures have the paper's colour inside of their lines.
    if not is_filled:
        for path in (*ends, left, right):
            pen.line([to_card(point) for point in path], 3.4 * size, PAPER)
    # The knot in the middle.
    pen.disc(to_card((54, 100)), 12 * size, PAPER)
    pen.disc(to_card((54, 100)), 10 * size, ink)
    if not is_filled:
        pen.disc(to_card((54, 100)), 5 * size, PAPER)


def _draw_metal(pen: Pen, card: Card, has_letters: bool) -> None:
    # The piece has letters too for readers who do not know kanji.
    kanji, ink = _METALS[card]
    piece: list[Point] = [(54, 7), (88, 24), (101, 141), (7, 141), (20, 24)]
    inner: list[Point] = [(54, 13), (84, 28), (95, 136), (13, 136), (24, 28)]
    # A black edge, as of a wooden piece.
    pen.shape(piece, BLACK)
    pen.shape(inner, ink)
    # Readers of letters get the rank first.
    if has_letters:
        pen.caps(card.upper(), (54, 62), 26, BLACK, limit=60)
        pen.glyph(kanji, (54, 102), 50, BLACK)
        return
    pen.glyph(kanji, (54, 57), 48, BLACK)
    pen.glyph("将", (54, 108), 48, BLACK)


def _art(signs: dict[str, str]) -> Art:
    return Art(TOMOE.cards, partial(_draw, signs=signs), (*_INKS.values(), GOLD, SILVER, BRONZE, BROWN))


TOMOE_ART, TOMOE_LETTERS = _art(_KANJI), _art(_LETTERS)
