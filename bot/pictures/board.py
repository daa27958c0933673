"""Draw a board as a PNG: each level (a line of rows) is a strip that is drawn once and cached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from bot.caches import Memory, cached
from bot.pictures.drawing import Band, Drawing
from bot.pictures.layout import HAND, HAND_WIDTH, MAX_WIDTH, WIDEST, Plan, Spot, arrange
from bot.pictures.panels import draw_panel
from bot.pictures.shapes import shape_of
from bot.pictures.sheet import sheet
from bot.pictures.strips import Strip, encode, join, plain

Place: TypeAlias = tuple[int, int, bool, tuple[Spot, ...], tuple[Spot, ...], Band]
"""A row in a strip: its position and size (see ``Panel``), its content, but not its number on the board."""

Key: TypeAlias = tuple[str, int, int, tuple[Place, ...]]
"""The cache key of a strip: art, width of the picture, height of the strip, and its rows."""

STRIPS: Memory[Key, Strip] = Memory()


def draw_board(drawing: Drawing) -> bytes:
    """Draw a board as a palette PNG, at most 800 pixels wide.

    Equal drawings give equal bytes, even if strips come from the cache.

    Raises:
        KeyError: the art has no drawing of a card.
    """
    laid = planned(drawing)
    return put_together(laid, [strip for strip, _ in strips_of(laid)])


class Planned(NamedTuple):
    """A board and its layout; cards are small if large ones would make the board too high."""

    drawing: Drawing
    plan: Plan


def strips_of(planned: Planned) -> Iterator[tuple[Strip, bool]]:
    """Yield the strips of a board from top to bottom, each with True if it was not in the cache."""
    drawing, plan = planned
    cells = sheet(drawing.art)
    for level, key in zip(plan.levels, _keys(drawing, plan), strict=True):
        strip = STRIPS.get(key)
        if is_new := strip is None:
            image = cells.blank((plan.width, level.height))
            for panel in level.panels:
                draw_panel(image, cells, panel, drawing.bands[panel.row])
            strip = encode(image)
            STRIPS.put(key, strip)
        yield strip, is_new


@cached(512)
def planned(drawing: Drawing) -> Planned:
    """Choose the layout of a board.

    Cards become small if large ones make the board too high; if it is still too high, the picture gets wider.
    """
    # a hand of a few large cards keeps them: its height does not matter
    if drawing.is_hand and sum([len(band.cards) for band in drawing.bands if not band.is_small]) <= HAND:
        return _arranged(drawing, HAND_WIDTH)
    laid = _arranged(drawing)
    if laid.plan.shown > drawing.tall and not all(band.is_small for band in drawing.bands):
        # fewer pixels first from the cards, then from the letters
        bands = tuple([band if band.is_small else replace(band, is_small=True) for band in drawing.bands])
        laid = min(laid, _arranged(replace(drawing, bands=bands)), key=lambda laid: laid.plan.shown)
    if laid.plan.shown > drawing.tall:
        laid = min(laid, _arranged(laid.drawing, WIDEST), key=lambda laid: laid.plan.shown)
    return laid


def _arranged(drawing: Drawing, widest: int = MAX_WIDTH) -> Planned:
    return Planned(drawing, arrange(tuple([shape_of(band) for band in drawing.bands]), drawing.tall, widest))


def _keys(drawing: Drawing, plan: Plan) -> Iterator[Key]:
    for level in plan.levels:
        places = [
            (one.x, one.width, one.is_folded, one.cards, one.chips, drawing.bands[one.row])
            for one in level.panels
        ]
        yield drawing.art, plan.width, level.height, tuple(places)


def put_together(planned: Planned, strips: Sequence[Strip]) -> bytes:
    """Join strips to a PNG; the ground colour fills the gaps above, between and below them."""
    drawing, plan = planned
    edges = [0, *[edge for level in plan.levels for edge in (level.y, level.y + level.height)], plan.height]
    parts: list[Strip] = []
    for number, (top, bottom) in enumerate(pairwise(edges)):
        # even numbers are gaps, odd ones levels
        parts.append(strips[number // 2] if number % 2 else plain(plan.width, bottom - top))
    return join(plan.width, plan.height, sheet(drawing.art).palette, parts)
