"""Draws the parts of a picture (sprites) in a fixed palette of 256 colours.

The palette depends only on the look of the table and on the set of card drawings.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw
from zlib_ng import zlib_ng

from bot.caches import Memory, cached
from bot.pictures import colours
from bot.pictures.cards import ARTS, BACK_ART
from bot.pictures.cloths import LOOKS, emblem
from bot.pictures.colours import PAPER, Colour, blend, tone
from bot.pictures.figures import crown, disc, fan, sign, stamp, token
from bot.pictures.fonts import lettering
from bot.pictures.pen import EDGE, RADIUS, WIDTH, Pen, corners_of
from bot.pictures.raster import smooth
from bot.pictures.sprites import (
    Badge,
    CardFace,
    Disc,
    Drawable,
    Emblem,
    Fan,
    Sign,
    Stamped,
    Words,
    margin_of,
)
from games.core.cards import Card
from games.core.presentation import Cloth

_STEPS = 2
"""Number of colours from one colour to another at an edge, both included.

A phone shows four pixels of a picture on three of its own, which smooths edges. Shades would cost a tenth of
the bytes, and are not seen.
"""

_HALF = bytes([255 * (share > 127) for share in range(256)])
"""A lookup table that turns a mask with shades into a mask of two values."""

Corners: TypeAlias = tuple[tuple[Image.Image, Image.Image], ...]
"""The four corners of a box with round corners: for each its picture, and the mask of its pixels."""


class Cell(NamedTuple):
    """A drawn sprite.

    Attributes:
        image: its pixels.
        mask: which of the pixels are drawn; ``None`` for all of them.
        x, y: offset of the image from the upper left corner of the sprite.
        size: number of bytes in the cache; 0 for two bytes for each pixel.
    """

    image: Image.Image
    mask: Image.Image | None
    x: int = 0
    y: int = 0
    size: int = 0

    def __len__(self) -> int:
        return self.size or 2 * self.image.width * self.image.height  # the mask has as many bytes


CELLS: Memory[tuple[str, Cloth, Drawable], Cell] = Memory(24_000_000)
"""The cached sprites of all palettes."""

_CARDS: Memory[tuple[str, Card, int], bytes] = Memory(4_000_000)
"""The cached pixels of plain cards by art, card and width, packed: drawing a card takes 30 times as long."""


class Palette:
    """The palette of 256 colours for pictures with one set of card drawings and one look of the table."""

    def __init__(self, art: str, cloth: Cloth) -> None:
        self.art, self.look, self._cloth = art, LOOKS[cloth], cloth
        # Colours by number, ramps between two of them, and the sprites that were drawn.
        self._colours: dict[Colour, int] = {}
        self._ramps: dict[tuple[Colour, Colour], bytes] = {}
        self._corners: dict[tuple[int, Colour, Colour], Corners] = {}
        self._reserve_cards()
        self._of_cards = self._quantiser()
        of_cards = [*self._colours]
        self._reserve()
        faded = [blend(ink, self.look.felt, colours.DIM) for ink in of_cards]
        self._faded = bytes([self._number(ink) for ink in faded]).ljust(256, b"\0")
        """A lookup table: for the number of each colour of a card, the number of its faded colour."""

        self.rgb = bytes([channel for ink in self._colours for channel in ink])
        """The colours one after the other: red, green, blue."""

        self._of_all = self._quantiser()

    def blank(self, size: tuple[int, int], ink: Colour = colours.ROOM) -> Image.Image:
        """Return a palette picture filled with one colour."""
        return Image.new("P", size, self.index(ink))

    def index(self, ink: Colour) -> int:
        """Return the number of a colour in the palette.

        Raises:
            KeyError: the palette does not hold exactly this colour.
        """
        return self._colours[ink]

    def tint(self, mask: Image.Image, ground: Colour, ink: Colour) -> Image.Image:
        """Return a grey mask in colour: 0 becomes ``ground``, 255 becomes ``ink``, other values become shades
        between.

        Raises:
            KeyError: the palette has no shades between these two colours.
        """
        return Image.frombytes("P", mask.size, mask.tobytes().translate(self._ramps[ground, ink]))

    def cell(self, sprite: Drawable) -> Cell:
        """Return the cached pixels of a sprite.

        Raises:
            KeyError: the set of card drawings lacks a card.
        """
        key = self.art, self._cloth, sprite
        cell = CELLS.get(key)
        if cell is None:
            cell = self._draw(sprite)
            CELLS.put(key, cell)
        return cell

    def _draw(self, sprite: Drawable) -> Cell:
        match sprite:
            # Letters are tinted with colours of the palette; all other sprites are drawn in full colour and
            # quantised.
            case Words(text, size, ground, ink):
                mask, left, top = lettering(text, size)
                return Cell(self.tint(mask, ground, ink), _two_valued(mask), left, baseline(size) + top)
            case CardFace():
                return self._card(sprite)
            case Fan(count, width):
                return self._quantised(fan(card_image("", self.art, width), count), self._of_cards)
            case Disc(initial, number, size, ring):
                return self._quantised(disc(initial, tone(number), size, ring))
            case Badge(label, size, ink, paper):
                return self._quantised(token(label, size, ink, paper))
            case Sign("crown", size):
                return self._quantised(crown(size))
            case Sign(kind, size):
                return self._quantised(sign(kind, size))
            case Stamped(text, size, ink, width, height):
                return self._quantised(stamp(text, size, ink, (width, height)))
            case Emblem(size):
                whole = emblem(self._cloth)
                assert whole is not None
                mask = whole.resize((size, size))
                return Cell(self.tint(mask, self.look.deep, self.look.emblem), _two_valued(mask))

    def corners(self, radius: int, ground: Colour, ink: Colour) -> Corners:
        """Return pictures of a box's four corners, each with a mask of its pixels.

        The order is upper left, upper right, lower left, lower right. ``ground`` is the colour around the
        box, ``ink`` the colour of the box.
        """
        parts = self._corners.get((radius, ground, ink))
        if parts is None:
            whole = _circle(radius)
            quarters = [whole.crop((x, y, x + radius, y + radius)) for y in (0, radius) for x in (0, radius)]
            parts = tuple([(self.tint(mask, ground, ink), _two_valued(mask)) for mask in quarters])
            self._corners[radius, ground, ink] = parts
        return parts

    def _quantiser(self) -> Image.Image:
        """Return an image with the present palette, which Pillow's ``quantize`` needs."""
        image, rgb = Image.new("P", (1, 1)), bytes([channel for ink in self._colours for channel in ink])
        image.putpalette(rgb + rgb[:3] * (256 - len(self._colours)))
        return image

    def _quantised(self, image: Image.Image, quantiser: Image.Image | None = None) -> Cell:
        """Return an RGBA image in the colours of the palette, without half-transparent pixels."""
        mask = _two_valued(image.getchannel("A"))  # shades at edges would cost bytes
        palette = quantiser or self._of_all
        return Cell(image.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE), mask)

    def _card(self, face: CardFace) -> Cell:
        """Return the pixels of a card with its mark (such as a frame)."""
        width, margin = face.width, margin_of(face.width)
        pixels, mask = self._pixels(face.card, width), corners_of(width)
        size = mask.size
        if face.mark == "dim":
            pixels = pixels.translate(self._faded)
        image = Image.frombytes("P", size, pixels)
        if face.mark == "new":
            dot = self.cell(Sign("dot", max(26, width // 6)))
            image.paste(dot.image, (4, size[1] - dot.image.height - 4), dot.mask)
        if face.mark != "hot":
            return Cell(image, mask, margin, margin, len(pixels))  # all cards of a width share the mask
        large = width + 2 * margin, size[1] + 2 * margin
        framed = Image.new("P", large, self.index(colours.GOLD))
        framed.paste(image, (margin, margin), mask)
        return Cell(framed, _rounded(large, round(RADIUS * width / WIDTH) + margin), size=large[0] * large[1])

    def _pixels(self, card: Card, width: int) -> bytes:
        """Return the pixels of a plain card."""
        key = self.art, card, width
        packed = _CARDS.get(key)
        if packed is not None:
            return zlib_ng.decompress(packed)
        image = card_image(card, self.art, width).convert("RGB")
        pixels = image.quantize(palette=self._of_cards, dither=Image.Dither.NONE).tobytes()
        _CARDS.put(key, zlib_ng.compress(pixels, 2))
        return pixels

    def _reserve_cards(self) -> None:
        """Fill the empty palette with the colours of card backs, then with the colours of all other cards."""
        self._ramp(colours.ROOM, PAPER, 2)  # a strip's column of filter bytes needs ROOM as colour 0
        for ink in dict.fromkeys((*BACK_ART.inks, EDGE, *ARTS[self.art].inks)):
            self._ramp(PAPER, ink, _STEPS)
        for one, other in (*BACK_ART.meeting, *ARTS[self.art].meeting):
            self._ramp(one, other, _STEPS)

    def _reserve(self) -> None:
        """Add the colours of letters, discs and box edges to the palette."""
        look = self.look
        # Letters and edges of boxes on every ground.
        grounds = (colours.ROOM, look.felt, look.deep, look.spot)
        for ground in grounds:
            for ink in (colours.TITLE, colours.NOTE, colours.GOLD, colours.WON):
                self._ramp(ground, ink, _STEPS)
            for ink in (PAPER, look.chip, look.rail, look.felt, look.deep, look.spot, look.line):
                self._ramp(ground, ink, _STEPS)
        self._ramp(look.rail, look.felt, _STEPS)
        self._ramp(look.rail, look.line, _STEPS)
        self._ramp(look.felt, look.deep, _STEPS)
        self._ramp(look.deep, look.emblem, 2)
        for ink in (colours.TITLE, colours.NOTE):
            self._ramp(look.chip, ink, _STEPS)
        # Letters on paper, gold, discs, medals and stamps.
        for paper in (PAPER, colours.GOLD):
            self._ramp(paper, colours.INK, _STEPS)
        for paper in (colours.RED, colours.BLUE, colours.TRUE, colours.FALSE, colours.DOT):
            self._ramp(paper, PAPER, _STEPS)
        for medal in colours.MEDALS:
            self._ramp(medal, colours.INK, _STEPS)
        for ink in colours.TONES:
            self._ramp(ink, PAPER, _STEPS)
            self._ramp(ink, colours.ROOM, _STEPS)

    def _number(self, ink: Colour) -> int:
        """Return the number of a colour in the palette.

        A new colour is added if there is room. Otherwise the number is that of the nearest colour.
        """
        if ink not in self._colours and len(self._colours) == 256:
            ink = min(self._colours, key=lambda known: _distance(known, ink))
        return self._colours.setdefault(ink, len(self._colours))

    def _ramp(self, start: Colour, end: Colour, steps: int) -> None:
        """Add ``steps`` colours from ``start`` to ``end`` to the palette, so that ``tint`` can mix the two
        colours.
        """
        numbers = [self._number(blend(start, end, step / (steps - 1))) for step in range(steps)]
        ramp = bytes(numbers[round(value * (steps - 1) / 255)] for value in range(256))
        self._ramps[start, end], self._ramps[end, start] = ramp, ramp[::-1]


palette_of = cached(24, of_people=False)(Palette)
"""Return the cached palette for a set of card drawings and a look of the table.

Raises:
    KeyError: there is no such set.
"""


def _distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def baseline(size: int) -> int:
    """Return the distance from the top of a line of text to its base line."""
    return round(size * 0.98)


def line_height(size: int) -> int:
    """Return the height of a line of text."""
    return round(size * 1.26)


@cached(48, of_people=False)
def card_image(card: Card, art: str, width: int) -> Image.Image:
    """Return a card's drawing as an RGBA image, ``width`` pixels wide. An empty card is a back.

    The image is cached, so do not change it.

    Raises:
        KeyError: the set of card drawings lacks the card.
    """
    pen = Pen(width)
    drawings = ARTS[art] if card else BACK_ART
    if card not in drawings.cards:
        raise KeyError(card)
    drawings.draw(pen, card)
    return pen.finish()


@cached(64, of_people=False)
def _rounded(size: tuple[int, int], radius: int) -> Image.Image:
    def draw(pen: ImageDraw.ImageDraw, k: int) -> None:
        pen.rounded_rectangle((0, 0, size[0] * k - 1, size[1] * k - 1), radius * k, fill=255)

    return _two_valued(smooth(size, draw, 2))


@cached(64, of_people=False)
def _circle(radius: int) -> Image.Image:
    wide = 2 * radius
    return smooth((wide, wide), lambda pen, k: pen.ellipse((0, 0, wide * k - 1, wide * k - 1), fill=255))


def _two_valued(mask: Image.Image) -> Image.Image:
    """Return a grey mask as a black and white mask (one bit for each pixel)."""
    return Image.frombytes("1", mask.size, mask.tobytes().translate(_HALF), "raw", "1;8")
