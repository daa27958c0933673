"""Divides sprites (parts of a picture) into layers, which are pasted one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from PIL import ImageDraw

from bot.caches import cached
from bot.pictures import colours
from bot.pictures.cloths import emblem_mask
from bot.pictures.colours import PAPER, player_colour
from bot.pictures.fonts import glyph
from bot.pictures.palette import Palette, baseline
from bot.pictures.pen import RADIUS, WIDTH, card_height
from bot.pictures.raster import smooth_mask, stencil
from bot.pictures.sprites import Badge, CardFace, Disc, DrawnSprite, Emblem, Symbol, TextLine, card_margin
from games.core.presentation import Cloth

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

Stencil: TypeAlias = "ImagingCore"
"""Pixels without the wrapper that Pillow has around them, which is slow."""


class Layer(NamedTuple):
    """A part of a sprite that is pasted in one step. The box is relative to the sprite."""

    source: int | Stencil  # the number of a colour, or pixels as large as the mask
    mask: Stencil  # selects the pixels that are pasted
    left: int
    top: int
    right: int
    bottom: int


def layers_of(sprite: DrawnSprite, palette: Palette) -> Sequence[Layer]:
    """Return the layers of a sprite from bottom to top.

    Raises:
        KeyError: the set of card drawings lacks a card, or the palette lacks a colour.
    """
    match sprite:
        case TextLine(text, size, ink):
            return _letter_layers(text, size, palette.index(ink), baseline(size))
        case CardFace():
            return _card_layers(sprite, palette)
        case Disc(initial, number, size, "out"):
            return (
                _circle_layer(palette.index(player_colour(number)), size),
                _circle_layer(palette.index(palette.scheme.deep), size, 6),
                *_centred_letters(initial, round(size * 0.54), palette.index(colours.NOTE), size),
            )
        case Disc(initial, number, size, ring):
            edge = {"turn": colours.GOLD, "won": colours.WON}.get(ring, colours.ROOM)
            inset = 7 if ring else 4
            return (
                _circle_layer(palette.index(edge), size),
                _circle_layer(palette.index(player_colour(number)), size, inset),
                *_centred_letters(initial, round(size * 0.54), palette.index(PAPER), size),
            )
        case Badge(label, size, ink, paper):
            letters = round(size * (0.72 if len(label) < 2 else 0.6))
            return (
                _circle_layer(palette.index(paper), size),
                *_centred_letters(label, letters, palette.index(ink), size),
            )
        case Symbol(kind, size):
            return _symbol_layers(kind, size, palette)
        case Emblem(size):
            mask = _emblem_stencil(palette.cloth, size)
            return (Layer(palette.index(palette.scheme.emblem), mask, 0, 0, size, size),)
    sprite_pixels = palette.pixels_of(sprite)
    return (Layer(sprite_pixels.image.im, sprite_pixels.mask.im, 0, 0, *sprite_pixels.image.size),)


def _letter_layers(text: str, size: int, ink: int, base_y: int, start_x: int = 0) -> list[Layer]:
    # (``x``, ``y``) is the point where the base line begins.
    layers = list[Layer]()
    for letter in text:
        mask, left, top, right, bottom, step = glyph(letter, size)
        if mask is not None:
            layers.append(Layer(ink, mask, start_x + left, base_y + top, start_x + right, base_y + bottom))
        start_x += step
    return layers


def _centred_letters(text: str, size: int, ink: int, width: int) -> list[Layer]:
    letters = _letter_layers(text, size, ink, 0)
    if not letters:
        return letters
    left, right = min([letter.left for letter in letters]), max([letter.right for letter in letters])
    top, bottom = min([letter.top for letter in letters]), max([letter.bottom for letter in letters])
    x, y = (width - (right - left)) // 2 - left, (width - (bottom - top)) // 2 - top
    return _letter_layers(text, size, ink, y, x)


def _card_layers(face: CardFace, palette: Palette) -> Sequence[Layer]:
    width, margin = face.width, card_margin(face.width)
    is_dim = face.mark == "dim"
    sprite_pixels = palette.pixels_of(face if is_dim or not face.mark else CardFace(face.card, "", width))
    right, bottom = margin + width, margin + sprite_pixels.image.height
    card = Layer(sprite_pixels.image.im, sprite_pixels.mask.im, margin, margin, right, bottom)
    if face.mark == "hot":
        frame = _frame_stencil(width)
        return Layer(palette.index(colours.GOLD), frame, 0, 0, right + margin, bottom + margin), card
    if face.mark == "new":
        size = max(26, width // 6)
        x, y = margin + 4, bottom - size - 4
        return card, *[_moved(layer, x, y) for layer in _symbol_layers("dot", size, palette)]
    return (card,)


def _moved(layer: Layer, x: int, y: int) -> Layer:
    source, mask, left, top, right, bottom = layer
    return Layer(source, mask, left + x, top + y, right + x, bottom + y)


def _symbol_layers(kind: str, size: int, palette: Palette) -> Sequence[Layer]:
    match kind:
        case "dot":
            # A white edge keeps the dot visible on every card.
            return (
                _circle_layer(palette.index(PAPER), size),
                _circle_layer(palette.index(colours.DOT), size, size // 7),
            )
        case "leader":
            ink = palette.index(colours.INK)
            flag = Layer(ink, _polygon_stencil("flag", size), 0, 0, size, size)
            return _circle_layer(ink, size), _circle_layer(palette.index(PAPER), size, 3), flag
        case "crown":
            high = size * 3 // 4
            return (Layer(palette.index(colours.WON), _crown_stencil(size), 0, 0, size, high),)
    return (Layer(palette.index(colours.GOLD), _polygon_stencil(kind, size), 0, 0, size, size),)


# --- stencils ---------------------------------------------------------------------------------------------


def _circle_layer(ink: int, size: int, inset: int = 0) -> Layer:
    end = size - inset
    return Layer(ink, _disc_stencil(size - 2 * inset), inset, inset, end, end)


@cached(64, of_people=False)
def _disc_stencil(size: int) -> Stencil:
    return _smooth_stencil(
        (size, size), lambda pen, k: pen.ellipse((0, 0, size * k - 1, size * k - 1), fill=255), 3
    )


@cached(64, of_people=False)
def corner_stencils(radius: int) -> tuple[Stencil, ...]:
    """Return masks of the round corners of a box: upper left, upper right, lower left, lower right."""
    diameter = 2 * radius
    whole = smooth_mask(
        (diameter, diameter), lambda pen, k: pen.ellipse((0, 0, diameter * k - 1, diameter * k - 1), fill=255)
    )
    places = [(x, y) for y in (0, radius) for x in (0, radius)]
    return tuple([stencil(whole.crop((x, y, x + radius, y + radius))).im for x, y in places])


@cached(16, of_people=False)
def _frame_stencil(card_width: int) -> Stencil:
    margin = card_margin(card_width)
    wide, high = card_width + 2 * margin, card_height(card_width) + 2 * margin
    radius = round(RADIUS * card_width / WIDTH) + margin

    def draw(pen: ImageDraw.ImageDraw, k: int) -> None:
        pen.rounded_rectangle((0, 0, wide * k - 1, high * k - 1), radius * k, fill=255)

    return _smooth_stencil((wide, high), draw, 2)


_POLYGONS = {
    "up": [(0.5, 0.14), (0.98, 0.8), (0.02, 0.8)],
    "down": [(0.5, 0.86), (0.98, 0.2), (0.02, 0.2)],
    "flag": [(0.4, 0.24), (0.76, 0.38), (0.46, 0.52), (0.46, 0.8), (0.38, 0.8), (0.38, 0.24)],
}
"""Arrows, and the flag on the leader's button. Coordinates are shares of the sign's width."""


@cached(16, of_people=False)
def _polygon_stencil(kind: str, size: int) -> Stencil:
    points = _POLYGONS[kind]

    def draw(pen: ImageDraw.ImageDraw, k: int) -> None:
        pen.polygon([(x * size * k, y * size * k) for x, y in points], fill=255)

    return _smooth_stencil((size, size), draw, 3)


@cached(8, of_people=False)
def _crown_stencil(size: int) -> Stencil:
    height = size * 3 // 4

    def draw(pen: ImageDraw.ImageDraw, k: int) -> None:
        w, h = size * k, height * k
        # Three peaks with balls on a band.
        peaks = ((0.06, 0.28), (0.5, 0.1), (0.94, 0.28))
        rim = [(0.16, 0.74), peaks[0], (0.31, 0.46), peaks[1], (0.69, 0.46), peaks[2], (0.84, 0.74)]
        pen.polygon([(x * w, y * h) for x, y in rim], fill=255)
        pen.rectangle((0.16 * w, 0.82 * h, 0.84 * w, h - 1), fill=255)
        for x, y in peaks:
            r = 0.06 * w
            pen.ellipse((x * w - r, y * h - r, x * w + r, y * h + r), fill=255)

    return _smooth_stencil((size, height), draw, 3)


@cached(32, of_people=False)
def _emblem_stencil(cloth: Cloth, size: int) -> Stencil:
    whole = emblem_mask(cloth)
    assert whole is not None
    return stencil(whole.resize((size, size))).im


def _smooth_stencil(
    size: tuple[int, int], draw: Callable[[ImageDraw.ImageDraw, int], object], times: int
) -> Stencil:
    return stencil(smooth_mask(size, draw, times)).im
