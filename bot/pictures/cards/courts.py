"""King, queen, jack and joker as figures. Each half of a card shows a figure from the waist up."""

from __future__ import annotations

from bot.pictures.colours import PAPER, Colour, colour
from bot.pictures.pen import Pen, Point, arc, bezier

INK = colour("1c2128")
SKIN = colour("f6cfa6")
BROWN = colour("7a4524")
SILVER = colour("b9bfc9")
GOLD = colour("e5a716")
WINE = colour("a3122a")
PURPLE = colour("7a35b5")
RED = colour("d3202c")
BLUE = colour("1464d2")

COURT_INKS = (INK, SKIN, BROWN, SILVER, GOLD, WINE, PURPLE, RED, BLUE)
"""The colours of the figures, in addition to those of the suits."""

_WAIST = 74
"""The vertical position at which a figure meets its rotated copy, in points."""

_FACE: Point = (57, 45)


def draw_court(pen: Pen, rank: str, suit: str, ink: Colour) -> None:
    """Draw the upper half of a king, queen or jack."""
    pen.frame((26, 12), (82, 136), 3, 1.6, ink)
    second = {"s": GOLD, "h": GOLD, "d": SILVER, "c": GOLD}[suit]
    match rank:
        case "K":
            _draw_king(pen, ink, second)
        case "Q":
            _draw_queen(pen, ink, second)
        case _:
            _draw_jack(pen, ink, second)


def _draw_robe(pen: Pen, ink: Colour, second: Colour) -> None:
    pen.shape([(30, _WAIST), (32, 68), (42, 62), (72, 62), (80, 67), (80, _WAIST)], ink)
    pen.shape([(47, _WAIST), (51, 61), (63, 61), (67, _WAIST)], second)
    pen.line([(52, 66), (62, 66)], 1.6, ink)
    pen.line([(51, 70), (63, 70)], 1.6, ink)


def _draw_head(pen: Pen, hair: Colour) -> None:
    x, y = _FACE
    pen.box((x - 5, y + 8), (x + 5, y + 19), 2, SKIN)
    pen.oval(_FACE, 11, 13.5, SKIN)
    for at in (x - 6, x + 3):
        pen.line([(at - 2.2, y - 4.4), (at + 2, y - 4.4)], 1.3, hair)
        pen.disc((at, y - 1), 1.5, INK)
    pen.line([(x - 2.5, y - 1), (x - 4, y + 4), (x - 1.5, y + 4.4)], 1.1, BROWN)


def _draw_king(pen: Pen, ink: Colour, second: Colour) -> None:
    x, y = _FACE
    _draw_robe(pen, ink, second)
    # hair at both sides, then the face, then moustache and beard
    for side in (-1, 1):
        pen.shape(bezier((x + side * 8, 32), ((x + side * 17, 36), (x + side * 13, 50), (x + side * 17, 58)),
                        ((x + side * 12, 61), (x + side * 8, 56), (x + side * 8, 48))), BROWN)  # fmt: skip
    _draw_head(pen, BROWN)
    beard = bezier((x - 11, y + 3), ((x - 11, y + 15), (x - 4, y + 17), (x, y + 20)),
                  ((x + 4, y + 17), (x + 11, y + 15), (x + 11, y + 3)))  # fmt: skip
    pen.shape([*beard, (x + 6, y + 6), (x, y + 5), (x - 6, y + 6)], BROWN)
    pen.line([(x - 3, y + 10), (x + 2.5, y + 10)], 1.6, WINE)
    pen.shape([(43, 33), (41, 17), (48, 24), (57, 14), (66, 24), (73, 17), (71, 33)], GOLD)
    pen.box((43, 29.5), (71, 34), 1.5, ink)
    for at in ((41.5, 17), (57, 14.5), (72.5, 17)):
        pen.disc(at, 2.2, WINE)


def _draw_queen(pen: Pen, ink: Colour, second: Colour) -> None:
    x, y = _FACE
    for side in (-1, 1):
        pen.shape(bezier((x, 28), ((x + side * 20, 26), (x + side * 15, 46), (x + side * 20, 66)),
                        ((x + side * 12, 68), (x + side * 7, 62), (x, 60))), BROWN)  # fmt: skip
    _draw_robe(pen, ink, second)
    _draw_head(pen, BROWN)
    pen.shape(bezier((x - 11, y - 4), ((x - 10, 30), (x + 10, 30), (x + 11, y - 4)),
                    ((x + 6, y - 10), (x - 2, y - 9), (x - 11, y - 4))), BROWN)  # fmt: skip
    pen.oval((x - 2, y + 8.6), 2.6, 1.5, RED)
    pen.disc((x - 9.5, y + 11), 1.6, second)
    pen.disc((x + 10.5, y + 9), 1.6, second)
    pen.shape([(46, 31), (44, 21), (51, 26), (57, 16), (63, 26), (70, 21), (68, 31)], second)
    pen.box((46, 29), (68, 32), 1.2, ink)
    for at in ((44.5, 20.5), (57, 15.5), (69.5, 20.5)):
        pen.disc(at, 1.9, RED)
    # a flower in the hand
    pen.line([(35, _WAIST), (36, 60)], 1.6, INK)
    for turn in range(5):
        pen.disc(arc((36, 56), 3.4, 72 * turn, 72 * turn, 1)[0], 2.6, RED)
    pen.disc((36, 56), 1.8, GOLD)


def _draw_jack(pen: Pen, ink: Colour, second: Colour) -> None:
    x, y = _FACE
    pen.shape(bezier((x - 12, 34), ((x - 17, 46), (x - 13, 54), (x - 15, 60)),
                    ((x - 4, 62), (x + 4, 62), (x + 15, 60)),
                    ((x + 13, 54), (x + 17, 46), (x + 12, 34))), GOLD)  # fmt: skip
    _draw_robe(pen, ink, second)
    _draw_head(pen, BROWN)
    pen.line([(x - 4.5, y + 8.4), (x + 1, y + 8.6)], 1.6, WINE)
    # a cap with a feather
    pen.shape(bezier((x - 14, 35), ((x - 18, 22), (x - 4, 15), (x + 8, 19)),
                    ((x + 18, 20), (x + 19, 30), (x + 14, 36)),
                    ((x + 4, 31), (x - 4, 31), (x - 14, 35))), ink)  # fmt: skip
    pen.line(bezier((x - 13, 34), ((x - 4, 30), (x + 4, 30), (x + 13, 35))), 3, second)
    pen.shape(bezier((x + 8, 30), ((x + 12, 20), (x + 18, 16), (x + 23, 15)),
                    ((x + 22, 22), (x + 18, 28), (x + 10, 32))), second)  # fmt: skip
    pen.line(bezier((x + 9, 31), ((x + 13, 24), (x + 18, 19), (x + 22, 16))), 0.9, INK)


def draw_joker(pen: Pen) -> None:
    """Draw a fool with a three-pointed cap, and the word JOKER."""
    # A small card has no face.
    if pen.is_small:
        _draw_cap(pen)
        pen.caps("JOKER", (54, 139), 24, INK, limit=96)
        return
    # Cap, face, ruff and the word.
    _draw_cap(pen)
    pen.oval((54, 94), 17, 20, SKIN)
    for at in (47, 61):
        pen.disc((at, 92), 2.2, INK)
        pen.line([(at - 3, 86.5), (at + 3, 86.5)], 1.4, BROWN)
    pen.line(arc((54, 97), 8, 20, 160), 2, WINE)
    pen.disc((54, 97), 2.4, RED)
    _draw_brim(pen)
    pen.caps("JOKER", (54, 139), 19, INK, limit=90)


def _draw_cap(pen: Pen) -> None:
    left = bezier((32, 82), ((32, 60), (26, 46), (12, 52)), ((14, 26), (40, 26), (54, 82)))
    right = [(108 - x, y) for x, y in left]
    middle = bezier((38, 82), ((38, 56), (45, 36), (54, 14)), ((63, 36), (70, 56), (70, 82)))
    pen.shape(left, RED)
    pen.shape(right, BLUE)
    pen.shape(middle, PURPLE)
    _draw_brim(pen)
    for bell in ((13, 55), (95, 55), (54, 14)):
        pen.disc(bell, 7, GOLD)
        pen.line([(bell[0] - 3, bell[1] + 2), (bell[0] + 3, bell[1] + 2)], 1.4, INK)


def _draw_brim(pen: Pen) -> None:
    for number in range(5):
        at = 30 + 12 * number
        pen.shape([(at - 7, 78), (at + 7, 78), (at, 92)], GOLD if number % 2 else PAPER)
    pen.box((25, 74), (83, 82), 4, GOLD)
