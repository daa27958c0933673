"""Draws Mahjong tiles: kanji for characters and honours, circles, and bamboo sticks. A small number or letter
helps beginners.
"""

from __future__ import annotations

from bot.pictures.colours import Colour, colour
from bot.pictures.pen import Art, Pen, Point, arc, transform_points
from games.core.cards import MAHJONG, Card

INK = colour("1d2740")
RED = colour("c8202a")
GREEN = colour("11793c")
BLUE = colour("1d58b0")
GREY = colour("6d7280")

_DIGITS = dict(zip("123456789", "一二三四五六七八九", strict=True))
_HONOURS = dict(zip("123467", "東南西北發中", strict=True))
_WINDS = dict(zip("1234", "ESWN", strict=True))

_Spots = tuple[tuple[Point, Colour], ...]


def _grid(xs: tuple[float, ...], ys: tuple[float, ...], inks: tuple[Colour, ...]) -> _Spots:
    return tuple(((x, y), ink) for y, ink in zip(ys, inks, strict=True) for x in xs)


_PINS: dict[str, tuple[float, _Spots]] = {
    "2": (25, (((60, 43), GREEN), ((60, 107), BLUE))),
    "3": (20, (((39, 40), BLUE), ((61, 76), RED), ((83, 112), GREEN))),
    "4": (20, (((37, 48), BLUE), ((83, 48), GREEN), ((37, 102), GREEN), ((83, 102), BLUE))),
    "5": (
        17.5,
        (((36, 42), BLUE), ((84, 42), GREEN), ((60, 75), RED), ((36, 108), GREEN), ((84, 108), BLUE)),
    ),
    "6": (17, _grid((45, 84), (31, 75, 115), (GREEN, RED, RED))),
    "7": (
        14.5,
        (
            *(((x, y), GREEN) for x, y in ((40.0, 25.0), (64.0, 39.0), (88.0, 53.0))),
            *_grid((45, 81), (88, 122), (RED, RED)),
        ),
    ),
    "8": (14.5, _grid((43, 79), (24, 58, 92, 126), (BLUE, BLUE, BLUE, BLUE))),
    "9": (14, _grid((26, 56, 86), (48, 83, 118), (GREEN, RED, BLUE))),
}

_Stick = tuple[Point, Point, Colour]
"""The two ends of a bamboo stick, and its ink."""


def _sticks(xs: tuple[float, ...], top: float, bottom: float, *inks: Colour) -> tuple[_Stick, ...]:
    return tuple(((x, top), (x, bottom), ink) for x, ink in zip(xs, inks, strict=True))


_G, _B, _R = GREEN, BLUE, RED
_TWO, _THREE = (40.0, 80.0), (34.0, 60.0, 86.0)
_SOUS: dict[str, tuple[_Stick, ...]] = {
    "2": (*_sticks((58,), 14, 70, _B), *_sticks((58,), 80, 136, _G)),
    "3": (*_sticks((58,), 14, 70, _B), *_sticks(_TWO, 80, 136, _G, _G)),
    "4": (*_sticks(_TWO, 14, 70, _B, _G), *_sticks(_TWO, 80, 136, _G, _B)),
    "5": (
        *_sticks((34, 86), 14, 68, _G, _B),
        *_sticks((60,), 48, 102, _R),
        *_sticks((34, 86), 82, 136, _B, _G),
    ),
    "6": (*_sticks(_THREE, 14, 70, _G, _G, _G), *_sticks(_THREE, 80, 136, _B, _B, _B)),
    "7": (
        *_sticks((60,), 12, 50, _R),
        *_sticks(_THREE, 56, 94, _G, _B, _G),
        *_sticks(_THREE, 100, 138, _G, _B, _G),
    ),
    "8": (
        *_sticks((31, 95), 14, 70, _G, _G),
        ((61, 18), (47, 68), _B),
        ((65, 18), (79, 68), _B),
        *_sticks((31, 95), 80, 136, _G, _G),
        ((47, 82), (61, 132), _B),
        ((79, 82), (65, 132), _B),
    ),
    "9": (
        *_sticks(_THREE, 12, 50, _G, _R, _B),
        *_sticks(_THREE, 56, 94, _G, _R, _B),
        *_sticks(_THREE, 100, 138, _G, _R, _B),
    ),
}


def _draw(pen: Pen, card: Card) -> None:
    rank, suit = card[0], card[1]
    match suit:
        case "m":
            _draw_index(pen, rank)
            pen.glyph(_DIGITS[rank], (58, 40), 56, INK)
            pen.glyph("萬", (56, 105), 58, RED)
        case "p":
            _draw_index(pen, rank)
            _draw_pins(pen, rank)
        case "s":
            _draw_index(pen, rank)
            _draw_sous(pen, rank)
        case _:
            _draw_honour(pen, rank)


def _draw_index(pen: Pen, text: str) -> None:
    pen.caps(text, (14, 27), 20, GREY, limit=16)


def _draw_pins(pen: Pen, rank: str) -> None:
    # The one is a large flower.
    if rank == "1":
        _draw_circle(pen, (57, 76), 42, BLUE)
        for turn in range(0, 360, 45):
            at = transform_points([(0.66, 0.0)], (57, 76), 42, turn)[0]
            pen.disc(at, 4.6, GREEN)
        pen.disc((57, 76), 14, RED)
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
    (x0, y0), (x1, y1) = start, end

    def at(share: float, aside: float = 0.0) -> Point:
        return x0 + (x1 - x0) * share + aside, y0 + (y1 - y0) * share

    for low, high in ((0.1, 0.4), (0.6, 0.9)):
        pen.line([at(low), at(high)], 10, ink)
    pen.line([at(0.5, -5.5), at(0.5, 5.5)], 4, ink)


def _draw_bamboo_one(pen: Pen) -> None:
    for low, high in ((136, 104), (100, 68), (64, 26)):
        pen.box((48, high), (68, low), 7, GREEN)
    for y in (66, 102):
        pen.box((43, y - 4), (73, y + 4), 4, RED)
    leaf = arc((0, 1.0), 1.22, -145, -35) + arc((0, -0.4), 1.22, 35, 145)
    for at, turn, size in (((84, 40), -40.0, 19.0), ((32, 54), 40.0, 17.0), ((86, 84), -25.0, 15.0)):
        pen.shape(transform_points([(x, y - 0.3) for x, y in leaf], at, size, turn), GREEN)


def _draw_honour(pen: Pen, rank: str) -> None:
    if rank == "5":
        pen.frame((16, 16), (92, 132), 6, 7, BLUE)
        pen.frame((28, 28), (80, 120), 3, 3, BLUE)
        return
    ink = {"6": GREEN, "7": RED}.get(rank, INK)
    pen.glyph(_HONOURS[rank], (54, 78), 84, ink)
    if rank in _WINDS:
        _draw_index(pen, _WINDS[rank])


MAHJONG_ART = Art(MAHJONG.cards, _draw, (INK, RED, GREEN, BLUE, GREY))
