"""Draws cards, fans and stamps in palettes of at most 256 colours.

Each combination of a table and a set of card drawings has a fixed palette."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from PIL import Image
from zlib_ng import zlib_ng

from bot.caches import ByteCache, cached
from bot.pictures import colours
from bot.pictures.cards import ARTS, BACK_ART
from bot.pictures.cloths import COLOUR_SCHEMES
from bot.pictures.colours import PAPER, Colour, blend
from bot.pictures.figures import draw_fan, draw_stamp
from bot.pictures.pen import EDGE, Pen, card_mask
from bot.pictures.raster import PixelSize, stencil
from bot.pictures.sprites import CardFace, Fan, VerdictStamp
from games.core.cards import Card
from games.core.presentation import Cloth

CachedSprite: TypeAlias = CardFace | Fan | VerdictStamp
"""Sprites that are cached as pixels. All others are quickly put together from stencils."""


class SpritePixels(NamedTuple):
    """The pixels of a drawn sprite (part of a picture). ``len()`` returns the number of bytes."""

    image: Image.Image
    mask: Image.Image  # selects the pixels that belong to the sprite
    byte_count: int

    def __len__(self) -> int:
        return self.byte_count


SPRITE_CACHE: ByteCache[tuple[str, Cloth, CachedSprite], SpritePixels] = ByteCache(24_000_000)
"""The cached sprites of all palettes."""

_ANY: Cloth = "felt"

_CARDS: ByteCache[tuple[str, Card, int], bytes] = ByteCache(4_000_000)
"""The cached pixels of plain cards by art, card and width, packed: drawing a card takes 30 times as long."""


class Palette:
    """A palette of at most 256 colours, for one set of card drawings on one table."""

    def __init__(self, art: str, cloth: Cloth) -> None:
        self.art, self.scheme, self.cloth = art, COLOUR_SCHEMES[cloth], cloth
        # ROOM is colour 0, as a strip's column of filter bytes needs it. Backs come next: their numbers are
        # the same in all palettes.
        self._colours: dict[Colour, int] = {}
        self._add(colours.ROOM, PAPER, *BACK_ART.inks, EDGE)
        self._of_backs = self._quantiser()
        self._add(*ARTS[art].inks)
        self._of_cards = self._quantiser()
        faded = [blend(ink, self.scheme.felt, colours.DIM) for ink in self._colours]
        self._add(*faded, *self.scheme.inks, *colours.FIGURES)
        self._faded = bytes([self._colours[ink] for ink in faded]).ljust(256, b"\0")
        """A lookup table: for the number of each colour of a card, the number of its faded colour."""

        self.rgb = bytes([channel for ink in self._colours for channel in ink])
        """The colours one after the other: red, green, blue."""

        self._of_all = self._quantiser()

    def index(self, ink: Colour) -> int:
        """Return the index of a colour in the palette.

        Raises:
            KeyError: the palette lacks the colour.
        """
        return self._colours[ink]

    def pixels_of(self, sprite: CachedSprite) -> SpritePixels:
        """Return the pixels of a sprite (part of a picture), from the cache if possible.

        Raises:
            KeyError: the set of card drawings lacks a card.
        """
        # A fan looks the same at all tables.
        key = ("", _ANY, sprite) if isinstance(sprite, Fan) else (self.art, self.cloth, sprite)
        pixels = SPRITE_CACHE.get(key)
        if pixels is None:
            pixels = self._draw(sprite)
            SPRITE_CACHE.put(key, pixels)
        return pixels

    def _draw(self, sprite: CachedSprite) -> SpritePixels:
        match sprite:
            case CardFace(card, mark, width):
                pixels, mask = self._card_pixels(card, width), card_mask(width)
                if mark == "dim":
                    pixels = pixels.translate(self._faded)
                # All cards of a width share the mask.
                return SpritePixels(Image.frombytes("P", mask.size, pixels), mask, len(pixels))
            case Fan(count, width):
                return _quantised(draw_fan(card_image("", self.art, width), count), self._of_backs)
            case VerdictStamp(text, size, ink, width, height):
                return _quantised(draw_stamp(text, size, ink, PixelSize(width, height)), self._of_all)

    def _quantiser(self) -> Image.Image:
        # Pillow's ``quantize`` takes its palette from an image.
        image, rgb = Image.new("P", (1, 1)), bytes([channel for ink in self._colours for channel in ink])
        image.putpalette(rgb + rgb[:3] * (256 - len(self._colours)))
        return image

    def _card_pixels(self, card: Card, width: int) -> bytes:
        key = self.art, card, width
        packed = _CARDS.get(key)
        if packed is not None:
            return zlib_ng.decompress(packed)
        image = _drawn_card(card, self.art, width)
        pixels = image.quantize(palette=self._of_cards, dither=Image.Dither.NONE).tobytes()
        _CARDS.put(key, zlib_ng.compress(pixels, 2))
        return pixels

    def _add(self, *inks: Colour) -> None:
        for ink in inks:
            self._colours.setdefault(ink, len(self._colours))


def _quantised(image: Image.Image, quantiser: Image.Image) -> SpritePixels:
    # Each pixel becomes opaque or transparent.
    mask = stencil(image.getchannel("A"))  # shades at edges would cost bytes
    pixels = image.convert("RGB").quantize(palette=quantiser, dither=Image.Dither.NONE)
    return SpritePixels(pixels, mask, 2 * image.width * image.height)


palette_of = cached(24, of_people=False)(Palette)
"""Return the cached palette for a set of card drawings and a table.

Raises:
    KeyError: there is no such set.
"""


def baseline(letter_size: int) -> int:
    """Return the distance from the top of a line of text to its base line, in pixels."""
    return round(letter_size * 0.98)


def line_height(letter_size: int) -> int:
    """Return the height of a line of text in pixels."""
    return round(letter_size * 1.26)


@cached(48, of_people=False)
def card_image(card: Card, art: str, width: int) -> Image.Image:
    """Return a card as an RGBA image of the given width in pixels. An empty card is a back.

    The image is cached: do not change it.

    Raises:
        KeyError: the set of card drawings lacks the card.
    """
    image = _drawn_card(card, art, width)
    image.putalpha(card_mask(width).convert("L"))
    return image


def _drawn_card(card: Card, art: str, width: int) -> Image.Image:
    pen = Pen(width)
    drawings = ARTS[art] if card else BACK_ART
    if card not in drawings.cards:
        raise KeyError(card)
    drawings.draw(pen, card)
    return pen.finish()
