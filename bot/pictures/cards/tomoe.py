"""Tomoefuda cards: a figure for each of three pairs of suits, and a badge with the suit's kanji."""

from __future__ import annotations

from bot.pictures.colours import PAPER, Colour, colour
from bot.pictures.pen import Art, Pen, Point, arc, curve, place
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

_INKS = {"r": RED, "a": SKY, "g": GREEN, "o": ORANGE, "k": BLACK, "p": PURPLE}
_KANJI = {"r": "赤", "a": "水", "g": "緑", "o": "橙", "k": "黒", "p": "紫"}
_METALS = {"Au": ("金", GOLD), "Ag": ("銀", SILVER), "Cu": ("銅", BRONZE)}

_LEAF = curve((0.0, 0.0), ((0.3, -0.34), (0.7, -0.3), (1.0, 0.0)), ((0.7, 0.1), (0.3, 0.12), (0.0, 0.0)))

_LEAVES: tuple[tuple[Point, float, float], ...] = (
    ((68, 97), 34, -22),
    ((68, 112), 33, 10),
    ((28, 94), 22, -140),
    ((28, 114), 22, 165),
)
"""For each leaf: where it grows, its length in points, its turn in degrees."""


def _draw(pen: Pen, card: Card) -> None:
    if card in _METALS:
        _draw_metal(pen, *_METALS[card])
        return
    rank, suit = card[0], card[1]
    ink = _INKS[suit]
    pen.caps(rank, (33, 70), 56, ink, limit=46)
    _draw_badge(pen, suit, ink)
    match suit:
        case "r" | "a":
            _draw_dango(pen, ink)
        case "g" | "o":
            _draw_bamboo(pen, ink)
        case _:
            _draw_cord(pen, ink)


def _draw_badge(pen: Pen, suit: str, ink: Colour) -> None:
    """Draw a suit's kanji on a badge: filled for the first suit of a pair, empty for the second."""
    at = (79, 36)
    if suit in "rgk":
        pen.disc(at, 23.5, ink)
        pen.glyph(_KANJI[suit], at, 30, PAPER)
    else:
        pen.ring(at, 23.5, 3.5, ink)
        pen.glyph(_KANJI[suit], at, 29, ink)


def _draw_dango(pen: Pen, ink: Colour) -> None:
    pen.line([(5, 136), (102, 81)], 5.5, ink)
    for at in ((28.0, 123.0), (55.0, 107.5), (82.0, 92.0)):
        pen.disc(at, 17, PAPER)
        pen.disc(at, 14.6, ink)
        pen.line(arc(at, 8.6, 185, 250), 3, PAPER)


def _draw_bamboo(pen: Pen, ink: Colour) -> None:
    for x, top in ((36, 79), (59, 85)):
        middle = (top + 141) / 2
        for high, low in ((top, middle - 1.3), (middle + 1.3, 141)):
            pen.box((x - 7.5, high), (x + 7.5, low), 4, ink)
    for at, size, turn in _LEAVES:
        pen.shape(place(_LEAF, at, size, turn), ink)


def _draw_cord(pen: Pen, ink: Colour) -> None:
    left = curve((54, 104), ((34, 74), (10, 78), (12, 98)), ((14, 118), (38, 116), (54, 104)))
    right = [(108 - x, y) for x, y in left]
    for end in (((54, 104), (48, 122), (38, 134), (24, 139)), ((54, 104), (60, 122), (70, 134), (84, 139))):
        pen.line(curve(end[0], (end[1], end[2], end[3])), 6.5, ink)
    pen.line(left, 6.5, ink)
    pen.line(right, 6.5, ink)
    pen.disc((54, 104), 11.5, PAPER)
    pen.disc((54, 104), 9, ink)


def _draw_metal(pen: Pen, kanji: str, ink: Colour) -> None:
    """Draw a general as a piece of Japanese chess (shogi)."""
    piece: list[Point] = [(54, 7), (88, 24), (101, 141), (7, 141), (20, 24)]
    inner: list[Point] = [(54, 13), (84, 28), (95, 136), (13, 136), (24, 28)]
    pen.shape(piece, BLACK)
    pen.shape(inner, ink)
    pen.glyph(kanji, (54, 57), 48, BLACK)
    pen.glyph("将", (54, 108), 48, BLACK)


TOMOE_ART = Art(TOMOE.cards, _draw, (*_INKS.values(), GOLD, SILVER, BRONZE))
