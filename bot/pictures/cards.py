"""The sets of card drawings by name, and the drawings of playing cards and of the back of all cards."""

from __future__ import annotations

from functools import partial
from math import cos, pi, radians, sin

from bot.pictures.colours import PAPER, Colour, colour
from bot.pictures.kanji_cards import (
    MAHJONG_ART,
    TESCA_ART,
    TOMOE_ART,
    TOMOE_LETTERS,
    draw_square_rank,
)
from bot.pictures.pen import HEIGHT, WIDTH, Art, Pen, Point, arc, bezier, transform_points
from games.core.cards import NUMBERS, STANDARD, Card, Family
from games.core.presentation import Colours

# --- back ---------------------------------------------------------------------------------------------------
# The back of all cards: three commas in a circle (*tomoe*), the crest that Tomoefuda is named after.

NAVY = colour("2f4478")
MIST = colour("8fa3d4")


def comma_outline() -> list[Point]:
    """Return the outline of one of the three commas: a round head with a tail along the rim."""
    outer = []
    inner = []
    for step in range(41):
        along = step / 40
        angle = radians(-90 + 150 * along)
        middle = 0.46 + 0.49 * min(1.0, along * 1.5) ** 0.9
        half = 0.3 * (1 - along) ** 1.3
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


# --- courts -------------------------------------------------------------------------------------------------
# King, queen, jack and joker as figures. Each half of a card shows a figure from the waist up.

BLACK = colour("1c2128")
RED = colour("d3202c")
BLUE = colour("1464d2")
GREEN = colour("0f7f3d")

SKIN = colour("f6cfa6")
BROWN = colour("7a4524")
SILVER = colour("b9bfc9")
GOLD = colour("e5a716")
WINE = colour("a3122a")
PURPLE = colour("7a35b5")

COURT_INKS = (BLACK, SKIN, BROWN, SILVER, GOLD, WINE, PURPLE, RED, BLUE)
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
        pen.disc((at, y - 1), 1.5, BLACK)
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
    pen.line([(35, _WAIST), (36, 60)], 1.6, BLACK)
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
    pen.line(bezier((x + 9, 31), ((x + 13, 24), (x + 18, 19), (x + 22, 16))), 0.9, BLACK)


def draw_joker(pen: Pen) -> None:
    """Draw a fool with a three-pointed cap, and the word JOKER at both edges."""
    # A small card has no face.
    if pen.is_small:
        _draw_cap(pen)
        pen.caps("JOKER", (54, 139), 24, BLACK, limit=96)
        return
    # Cap, face, ruff and the word.
    _draw_cap(pen)
    pen.oval((54, 94), 17, 20, SKIN)
    for at in (47, 61):
        pen.disc((at, 92), 2.2, BLACK)
        pen.line([(at - 3, 86.5), (at + 3, 86.5)], 1.4, BROWN)
    pen.line(arc((54, 97), 8, 20, 160), 2, WINE)
    pen.disc((54, 97), 2.4, RED)
    _draw_brim(pen)
    # The word runs down the edge, where the next card of a hand does not cover it.
    for place, letter in enumerate("JOKER"):
        for x in (13, 95):
            pen.caps(letter, (x, 82 + 14 * place), 10, BLACK)


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
        pen.line([(bell[0] - 3, bell[1] + 2), (bell[0] + 3, bell[1] + 2)], 1.4, BLACK)


def _draw_brim(pen: Pen) -> None:
    for number in range(5):
        at = 30 + 12 * number
        pen.shape([(at - 7, 78), (at + 7, 78), (at, 92)], GOLD if number % 2 else PAPER)
    pen.box((25, 74), (83, 82), 4, GOLD)


# --- playing cards ------------------------------------------------------------------------------------------
# Rank and suit in two corners, pips, and figures for jack, queen and king.
#
# Small cards have only one large rank and suit.

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
_LEFT = 40.0
_MIDDLE = 54.0
_RIGHT = 68.0
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
    rank = card[:-1]
    suit = card[-1]
    ink = inks[suit]
    label = ranks.get(rank, rank)
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


STANDARD_ART = _art(STANDARD, FOUR)
STANDARD_TWO = _art(STANDARD, TWO)
NUMBERS_ART = _art(NUMBERS, FOUR)
NUMBERS_TWO = _art(NUMBERS, TWO)


# --- squares ------------------------------------------------------------------------------------------------
# The same cards as squares, for emoji: as wide as a card, with one large rank and one large sign.


def draw_square_back(pen: Pen) -> None:
    """Draw the back of all cards as a square: only the crest."""
    pen.fill(NAVY)
    for turn in (0, 120, 240):
        pen.shape(transform_points(comma_outline(), (WIDTH / 2, WIDTH / 2), 46, turn), MIST)


def draw_square(pen: Pen, card: Card, family: Family, colours: Colours) -> None:
    """Draw a playing card as a square; a joker as its cap."""
    if card == "Jk":
        _draw_cap(pen)
        return
    rank = family.rank[card]
    suit = family.suit[card]
    ink = (TWO if colours == "two" else FOUR)[suit]
    draw_square_rank(pen, family.spell(rank), ink)
    draw_suit(pen, suit, (80, 66), 27, ink)


# --- sets ---------------------------------------------------------------------------------------------------
# The sets of card drawings. Some kinds of decks have several sets.

ARTS: dict[str, Art] = {
    "standard": STANDARD_ART,
    "standard-two": STANDARD_TWO,
    "numbers": NUMBERS_ART,
    "numbers-two": NUMBERS_TWO,
    "mahjong": MAHJONG_ART,
    "tesca": TESCA_ART,
    "tomoe": TOMOE_ART,
    "tomoe-letters": TOMOE_LETTERS,
}


_JAPANESE = "ja"


def art_name(family: str, colours: Colours, language: str = _JAPANESE) -> str:
    """Return the name of the set of card drawings for a kind of deck.

    Args:
        family: the name of the kind of deck.
        colours: ``"four"`` for a colour of each suit, ``"two"`` for red and black.
        language: some decks have kanji for Japanese readers, and letters for all other readers.
    """
    names = [f"{family}-two"] if colours == "two" else []
    if language != _JAPANESE:
        names.append(f"{family}-letters")
    return next((name for name in names if name in ARTS), family)
