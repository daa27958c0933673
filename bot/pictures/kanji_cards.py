"""The drawings of the cards that show kanji: Mahjong tiles, TESCA and Tomoefuda."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from bot.pictures.colours import PAPER, Colour, colour
from bot.pictures.pen import Art, Pen, Point, arc, bezier, transform_points
from games.core.cards import MAHJONG, TESCA, TOMOE, Card

BLACK = colour("20242c")
BROWN = colour("7a4a24")
"""Inks of TESCA and of Tomoefuda."""

# --- mahjong ------------------------------------------------------------------------------------------------
# Mahjong tiles: kanji for characters and honours, circles, and bamboo sticks. A small number or letter helps
# beginners.

_TILE_INK = colour("1d2740")
_R = colour("c8202a")
_G = colour("11793c")
_B = colour("1d58b0")
_TILE_GREY = colour("6d7280")
"""Inks of tiles. Red, green and blue have short names, since tables of spots and sticks are made of them."""

_DIGITS = dict(zip("123456789", "一二三四五六七八九", strict=True))
_HONOURS = dict(zip("123467", "東南西北發中", strict=True))
_WINDS = dict(zip("1234", "ESWN", strict=True))

_Spots = tuple[tuple[Point, Colour], ...]


def _grid(xs: tuple[float, ...], ys: tuple[float, ...], inks: tuple[Colour, ...]) -> _Spots:
    spots: _Spots = ()
    for y, ink in zip(ys, inks, strict=True):
        spots += tuple([((x, y), ink) for x in xs])
    return spots


_PINS: dict[str, tuple[float, _Spots]] = {
    "2": (25, (((60, 43), _G), ((60, 107), _B))),
    "3": (20, (((39, 40), _B), ((61, 76), _R), ((83, 112), _G))),
    "4": (20, (((37, 48), _B), ((83, 48), _G), ((37, 102), _G), ((83, 102), _B))),
    "5": (17.5, (((36, 42), _B), ((84, 42), _G), ((60, 75), _R), ((36, 108), _G), ((84, 108), _B))),
    "6": (17, _grid((45, 84), (31, 75, 115), (_G, _R, _R))),
    "7": (
        14.5,
        (
            ((40, 25), _G),
            ((64, 39), _G),
            ((88, 53), _G),
            ((45, 88), _R),
            ((81, 88), _R),
            ((45, 122), _R),
            ((81, 122), _R),
        ),
    ),
    "8": (14.5, _grid((43, 79), (24, 58, 92, 126), (_B, _B, _B, _B))),
    "9": (14, _grid((26, 56, 86), (48, 83, 118), (_G, _R, _B))),
}

_Stick = tuple[Point, Point, Colour]
"""The two ends of a bamboo stick, and its ink."""


def _sticks(xs: tuple[float, ...], top: float, bottom: float, *inks: Colour) -> tuple[_Stick, ...]:
    return tuple(((x, top), (x, bottom), ink) for x, ink in zip(xs, inks, strict=True))


_TWO = (40.0, 80.0)
_THREE = (34.0, 60.0, 86.0)
_SOUS: dict[str, tuple[_Stick, ...]] = {
    "2": _sticks((58,), 14, 70, _B) + _sticks((58,), 80, 136, _G),
    "3": _sticks((58,), 14, 70, _B) + _sticks(_TWO, 80, 136, _G, _G),
    "4": _sticks(_TWO, 14, 70, _B, _G) + _sticks(_TWO, 80, 136, _G, _B),
    "5": (
        _sticks((34, 86), 14, 68, _G, _B) + _sticks((60,), 48, 102, _R) + _sticks((34, 86), 82, 136, _B, _G)
    ),
    "6": _sticks(_THREE, 14, 70, _G, _G, _G) + _sticks(_THREE, 80, 136, _B, _B, _B),
    "7": (
        _sticks((60,), 12, 50, _R)
        + _sticks(_THREE, 56, 94, _G, _B, _G)
        + _sticks(_THREE, 100, 138, _G, _B, _G)
    ),
    "8": (
        ((31, 14), (31, 70), _G),
        ((95, 14), (95, 70), _G),
        ((61, 18), (47, 68), _B),
        ((65, 18), (79, 68), _B),
        ((31, 80), (31, 136), _G),
        ((95, 80), (95, 136), _G),
        ((47, 82), (61, 132), _B),
        ((79, 82), (65, 132), _B),
    ),
    "9": (
        _sticks(_THREE, 12, 50, _G, _R, _B)
        + _sticks(_THREE, 56, 94, _G, _R, _B)
        + _sticks(_THREE, 100, 138, _G, _R, _B)
    ),
}


def _draw_tile(pen: Pen, card: Card) -> None:
    rank = card[0]
    suit = card[1]
    match suit:
        case "m":
            _draw_index(pen, rank)
            pen.glyph(_DIGITS[rank], (58, 40), 56, _TILE_INK)
            pen.glyph("萬", (56, 105), 58, _R)
        case "p":
            _draw_index(pen, rank)
            _draw_pins(pen, rank)
        case "s":
            _draw_index(pen, rank)
            _draw_sous(pen, rank)
        case _:
            _draw_honour(pen, rank)


def _draw_index(pen: Pen, text: str) -> None:
    pen.caps(text, (14, 27), 20, _TILE_GREY, limit=16)


def _draw_pins(pen: Pen, rank: str) -> None:
    # The one is a large flower.
    if rank == "1":
        _draw_circle(pen, (57, 76), 42, _B)
        for turn in range(0, 360, 45):
            at = transform_points([(0.66, 0.0)], (57, 76), 42, turn)[0]
            pen.disc(at, 4.6, _G)
        pen.disc((57, 76), 14, _R)
        return
    radius, spots = _PINS[rank]
    for at, ink in spots:
        _draw_circle(pen, at, radius, ink)
        pen.disc(at, radius * 0.36, ink)


def _draw_circle(pen: Pen, at: Point, radius: float, ink: Colour) -> None:
    pen.ring(at, radius, radius * 0.32 if radius < 30 else 6, ink)


def _draw_sous(pen: Pen, rank: str) -> None:
    if rank == "1":
        _draw_bamboo_one(pen)
        return
    for start, end, ink in _SOUS[rank]:
        _draw_stick(pen, start, end, ink)


def _draw_stick(pen: Pen, start: Point, end: Point, ink: Colour) -> None:
    # Two segments with a node between them.
    (x0, y0) = start
    (x1, y1) = end

    def at(share: float, aside: float = 0.0) -> Point:
        return x0 + (x1 - x0) * share + aside, y0 + (y1 - y0) * share

    for low, high in ((0.1, 0.4), (0.6, 0.9)):
        pen.line([at(low), at(high)], 10, ink)
    pen.line([at(0.5, -5.5), at(0.5, 5.5)], 4, ink)


def _draw_bamboo_one(pen: Pen) -> None:
    for low, high in ((136, 104), (100, 68), (64, 26)):
        pen.box((48, high), (68, low), 7, _G)
    for y in (66, 102):
        pen.box((43, y - 4), (73, y + 4), 4, _R)
    leaf = arc((0, 1.0), 1.22, -145, -35) + arc((0, -0.4), 1.22, 35, 145)
    for at, turn, size in (((84, 40), -40.0, 19.0), ((32, 54), 40.0, 17.0), ((86, 84), -25.0, 15.0)):
        pen.shape(transform_points([(x, y - 0.3) for x, y in leaf], at, size, turn), _G)


def _draw_honour(pen: Pen, rank: str) -> None:
    if rank == "5":
        pen.frame((16, 16), (92, 132), 6, 7, _B)
        pen.frame((28, 28), (80, 120), 3, 3, _B)
        return
    ink = {"6": _G, "7": _R}.get(rank, _TILE_INK)
    pen.glyph(_HONOURS[rank], (54, 78), 84, ink)
    if rank in _WINDS:
        _draw_index(pen, _WINDS[rank])


MAHJONG_ART = Art(MAHJONG.cards, _draw_tile, (_TILE_INK, _R, _G, _B, _TILE_GREY))


# --- tesca --------------------------------------------------------------------------------------------------
# TESCA cards: ranks 0 to 12 above a tree, a flame, a drop, or a disc for yin or yang.

_TESCA_GREEN = colour("1b7d34")
_TESCA_RED = colour("d42a1c")
_TESCA_BLUE = colour("1766cc")

_TESCA_INKS = {"k": _TESCA_GREEN, "h": _TESCA_RED, "m": _TESCA_BLUE, "y": BLACK}

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


def _draw_tesca(pen: Pen, card: Card) -> None:
    rank = card[:-1]
    suit = card[-1]
    ink = _TESCA_INKS[suit]
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
            pen.shape(transform_points(_TREE, (x, y - 0.02 * size), size), _TESCA_GREEN)
            if has_kanji:
                pen.glyph("木", (x, y + 0.3 * size), 0.78 * size, PAPER)
        case "h":
            pen.shape(transform_points(_FLAME, at, size), _TESCA_RED)
            if has_kanji:
                pen.glyph("火", (x, y + 0.34 * size), 0.86 * size, PAPER)
        case "m":
            pen.shape(transform_points(_DROP, at, size), _TESCA_BLUE)
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
    (x, y) = at
    r = size
    inner = r * 0.9
    pen.disc(at, r, BLACK)
    pen.shape(arc(at, inner, 90, 270, steps=48), PAPER)
    half = inner / 2
    pen.disc((x, y - half), half, PAPER)
    pen.disc((x, y + half), half, BLACK)
    pen.disc((x, y - half), 0.15 * r, BLACK)
    pen.disc((x, y + half), 0.15 * r, PAPER)


TESCA_ART = Art(TESCA.cards, _draw_tesca, (_TESCA_GREEN, _TESCA_RED, _TESCA_BLUE, BLACK, BROWN))


# --- tomoefuda ----------------------------------------------------------------------------------------------
# Three figures, each for a pair of suits. The figure is filled for the first suit of the pair, hollow for the
# second.
#
# The corner of a card shows the rank and the suit. Japanese readers see the suit as a kanji, others as a
# letter.

_TOMOE_RED = colour("cf1f2b")
_SKY = colour("1597db")
_TOMOE_GREEN = colour("14803a")
_ORANGE = colour("e56f0a")
_PURPLE = colour("8a3fc0")
_GOLD = colour("e8b325")
_SILVER = colour("b4bac6")
_BRONZE = colour("c07a3e")


class _Place(NamedTuple):
    """Where a figure is on the card, and how large it is."""

    centre: Point
    size: float

    def on_card(self, point: Point) -> Point:
        """Return the place on the card of a point of the figure."""
        x, y = self.centre
        return x + (point[0] - 54) * self.size, y + (point[1] - 104) * self.size


_TOMOE_INKS = {"r": _TOMOE_RED, "a": _SKY, "g": _TOMOE_GREEN, "o": _ORANGE, "k": BLACK, "p": _PURPLE}
_KANJI = {"r": "赤", "a": "水", "g": "緑", "o": "橙", "k": "黒", "p": "紫"}
_LETTERS = {"r": "R", "a": "B", "g": "G", "o": "O", "k": "K", "p": "P"}
_FILLED = "rgk"
"""The first suits of the three pairs. The figures and badges of these suits are filled."""

_METALS = {"Au": ("金", _GOLD), "Ag": ("銀", _SILVER), "Cu": ("銅", _BRONZE)}

_LEAF = bezier((0.0, 0.0), ((0.3, -0.34), (0.7, -0.3), (1.0, 0.0)), ((0.7, 0.1), (0.3, 0.12), (0.0, 0.0)))

_LEAVES: tuple[tuple[Point, float, float], ...] = (
    ((72, 84), 30, -24),
    ((72, 104), 31, 8),
    ((38, 82), 22, -146),
    ((38, 108), 24, 168),
)
"""For each leaf the point where it grows, its length in points, and its angle in degrees."""


def _draw_tomoe(pen: Pen, card: Card, signs: dict[str, str]) -> None:
    if card in _METALS:
        _draw_metal(pen, card, has_letters=signs is _LETTERS)
        return
    rank = card[0]
    suit = card[1]
    ink = _TOMOE_INKS[suit]
    is_filled = suit in _FILLED
    # A small card has larger signs in the same places.
    if pen.is_small:
        pen.caps(rank, (27, 50), 39, ink, limit=44)
        _draw_badge(pen, (28, 82), 23, signs[suit], ink, is_filled)
        _draw_figure(pen, suit, ink, _Place((77, 106), 0.56))
        return
    pen.caps(rank, (22, 45), 33, ink, limit=38)
    _draw_badge(pen, (22, 66), 16.5, signs[suit], ink, is_filled)
    # The cord is wide, so it is smaller and lower than the others: it must not touch the badge.
    if suit in "kp":
        place = _Place((67, 103), 0.76)
    else:
        place = _Place((65, 95), 0.84)
    _draw_figure(pen, suit, ink, place)


def _draw_badge(pen: Pen, at: Point, radius: float, sign: str, ink: Colour, is_filled: bool) -> None:
    size = radius * 1.3
    if is_filled:
        pen.disc(at, radius, ink)
        pen.glyph(sign, at, size, PAPER)
    else:
        pen.ring(at, radius, radius * 0.16, ink)
        pen.glyph(sign, at, size, ink)


def _draw_figure(pen: Pen, suit: str, ink: Colour, place: _Place) -> None:
    is_filled = suit in _FILLED
    match suit:
        case "r" | "a":
            _draw_dango(pen, ink, place, is_filled)
        case "g" | "o":
            _draw_bamboo(pen, ink, place, is_filled)
        case _:
            _draw_cord(pen, ink, place, is_filled)


def _draw_dango(pen: Pen, ink: Colour, place: _Place, is_filled: bool) -> None:
    size = place.size
    pen.line([place.on_card((16, 146)), place.on_card((92, 60))], 4.5 * size, BROWN)
    for spot in ((31.0, 129.0), (52.0, 105.0), (73.0, 81.0)):
        at = place.on_card(spot)
        pen.disc(at, 18 * size, PAPER)
        pen.disc(at, 16 * size, ink)
        if is_filled:
            pen.line(arc(at, 9.5 * size, 185, 250), 3 * size, PAPER)
        else:
            pen.disc(at, 10 * size, PAPER)


def _draw_bamboo(pen: Pen, ink: Colour, place: _Place, is_filled: bool) -> None:
    size = place.size
    for high, low in ((56, 84), (87, 115), (118, 146)):
        pen.box(place.on_card((46, high)), place.on_card((64, low)), 5 * size, ink)
        if not is_filled:
            pen.box(place.on_card((50.5, high + 4.5)), place.on_card((59.5, low - 4.5)), 2.5 * size, PAPER)
    for spot, length, turn in _LEAVES:
        if spot[0] > 54:
            start = (spot[0] - 8, spot[1])
        else:
            start = (spot[0] + 8, spot[1])
        pen.shape(transform_points(_LEAF, place.on_card(start), length * 0.9 * size, turn), ink)


def _draw_cord(pen: Pen, ink: Colour, place: _Place, is_filled: bool) -> None:
    size = place.size
    # Two loops and two ends, mirrored.
    left = bezier((54, 100), ((36, 66), (8, 70), (12, 96)), ((14, 118), (38, 114), (54, 100)))
    right = [(108 - x, y) for x, y in left]
    curves = [
        bezier((54, 100), ((48, 120), (38, 134), (26, 144))),
        bezier((54, 100), ((60, 120), (70, 134), (82, 144))),
        left,
        right,
    ]
    paths = [list(map(place.on_card, curve)) for curve in curves]
    for path in paths:
        pen.line(path, 9 * size, ink)
    # Hollow figures have the paper's colour inside of their lines.
    if not is_filled:
        for path in paths:
            pen.line(path, 3.4 * size, PAPER)
    # The knot in the middle.
    pen.disc(place.on_card((54, 100)), 12 * size, PAPER)
    pen.disc(place.on_card((54, 100)), 10 * size, ink)
    if not is_filled:
        pen.disc(place.on_card((54, 100)), 5 * size, PAPER)


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


def _tomoe_art(signs: dict[str, str]) -> Art:
    return Art(
        TOMOE.cards,
        partial(_draw_tomoe, signs=signs),
        (*_TOMOE_INKS.values(), _GOLD, _SILVER, _BRONZE, BROWN),
    )


TOMOE_ART = _tomoe_art(_KANJI)
TOMOE_LETTERS = _tomoe_art(_LETTERS)


# --- squares ------------------------------------------------------------------------------------------------
# The same cards as squares, for emoji: as wide as a card, with one large rank and one large sign.


def draw_square_rank(pen: Pen, rank: str, ink: Colour) -> None:
    """Write a rank of one or two characters on the left side of a square."""
    pen.caps(rank, (29, 86), 64, ink, limit=48)


_SIGN: Point = (80, 58)
"""The middle of the sign on the right side of a square."""


def draw_square_tile(pen: Pen, card: Card) -> None:
    """Draw a Mahjong tile as a square: its number with the sign of its suit, or its kanji."""
    rank = card[0]
    suit = card[1]
    match suit:
        case "m":
            draw_square_rank(pen, rank, _TILE_INK)
            pen.glyph("萬", _SIGN, 54, _R)
        case "p":
            draw_square_rank(pen, rank, _TILE_INK)
            pen.ring(_SIGN, 25, 8, _B)
            pen.disc(_SIGN, 9, _B)
        case "s":
            draw_square_rank(pen, rank, _TILE_INK)
            for high, low in ((14, 50), (56, 94)):
                pen.box((70, high), (90, low), 7, _G)
        case _ if rank == "5":
            pen.frame((16, 14), (92, 94), 6, 10, _B)
        case _:
            pen.glyph(_HONOURS[rank], (54, 54), 96, {"6": _G, "7": _R}.get(rank, _TILE_INK))


def draw_square_tesca(pen: Pen, card: Card) -> None:
    """Draw a TESCA card as a square."""
    rank = card[:-1]
    suit = card[-1]
    draw_square_rank(pen, rank, _TESCA_INKS[suit])
    _draw_sign(pen, suit, int(rank), _SIGN, 26)


def draw_square_tomoe(pen: Pen, card: Card, *, has_kanji: bool) -> None:
    """Draw a card of Tomoefuda as a square.

    Args:
        has_kanji: the sign of the suit is a kanji, as for Japanese readers, and not a letter.
    """
    if card in _METALS:
        kanji, ink = _METALS[card]
        pen.fill(ink)
        if has_kanji:
            pen.glyph(kanji, (54, 54), 92, BLACK)
        else:
            pen.caps(card, (54, 82), 58, BLACK, limit=92)
        return
    rank = card[0]
    suit = card[1]
    ink = _TOMOE_INKS[suit]
    signs = _KANJI if has_kanji else _LETTERS
    draw_square_rank(pen, rank, ink)
    _draw_badge(pen, _SIGN, 26, signs[suit], ink, suit in _FILLED)
