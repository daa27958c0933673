"""Draws the parts of a picture (sprites) in a fixed palette, so that a picture is put together by copying
bytes.

A picture is a palette picture from the start. Its 256 colours are chosen beforehand, from the look of the
table and the inks of the cards. Letters are tinted by a table of bytes; all other sprites are drawn in full
colour once, and quantised then.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from bot.caches import Memory, cached
from bot.pictures import colours
from bot.pictures.cards import ARTS, BACK_ART
from bot.pictures.cloths import LOOKS, emblem
from bot.pictures.colours import PAPER, Colour, blend, tone
from bot.pictures.figures import crown, disc, fan, sign, stamp, token
from bot.pictures.fonts import lettering
from bot.pictures.pen import RADIUS, WIDTH, Pen
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

_STEPS = 3
"""Number of colours from one colour to another at an edge. More would cost bytes, and a phone does not show
them.
"""

_FEW = 4


Corners: TypeAlias = tuple[tuple[Image.Image, Image.Image], ...]
"""The corners of a box, each with the mask of its pixels."""


class Cell(NamedTuple):
    """A drawn sprite: its pixels, which of them belong to it, and its offset from the sprite's corner."""

    image: Image.Image
    mask: Image.Image | None
    x: int = 0
    y: int = 0

    def __len__(self) -> int:
        return 2 * self.image.width * self.image.height  # the mask has as many bytes


class Palette:
    """The palette of 256 colours for pictures with one set of card drawings and one look of the table.

    It also caches the sprites (parts of pictures) drawn in these colours.
    """

    def __init__(self, art: str, cloth: Cloth) -> None:
        self.art, self.look, self._cloth = art, LOOKS[cloth], cloth
        self._colours: dict[Colour, int] = {}
        self._ramps: dict[tuple[Colour, Colour], bytes] = {}
        self._cells: Memory[Drawable, Cell] = Memory(16_000_000)
        self._corners: dict[tuple[int, Colour, Colour], Corners] = {}
        self._reserve()
        self.rgb = bytes([channel for ink in self._colours for channel in ink])
        """The colours one after the other: red, green, blue."""

        self._quantiser = Image.new("P", (1, 1))
        self._quantiser.putpalette(self.rgb + self.rgb[:3] * (256 - len(self._colours)))

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
        """Return a mask as a picture with colours from ``ground`` (0) to ``ink`` (255).

        Raises:
            KeyError: the palette has no ramp for these two colours.
        """
        return Image.frombytes("P", mask.size, mask.tobytes().translate(self._ramps[ground, ink]))

    def cell(self, sprite: Drawable) -> Cell:
        """Return the cached pixels of a sprite.

        Raises:
            KeyError: the set of card drawings lacks a card.
        """
        cell = self._cells.get(sprite)
        if cell is None:
            cell = self._draw(sprite)
            self._cells.put(sprite, cell)
        return cell

    def _draw(self, sprite: Drawable) -> Cell:
        match sprite:
            # Letters are tinted with colours of the palette; all other sprites are drawn in full colour and
            # quantised.
            case Words(text, size, ground, ink):
                mask, left, top = lettering(text, size)
                return Cell(self.tint(mask, ground, ink), _touched(mask), left, baseline(size) + top)
            case CardFace():
                return self._quantised(self._card(sprite))
            case Fan(count, width):
                return self._quantised(fan(card_image("", self.art, width), count))
            case Disc(initial, seat, size, ring):
                return self._quantised(disc(initial, tone(seat), size, ring))
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
                return Cell(self.tint(mask, self.look.deep, self.look.emblem), _touched(mask))

    def corners(self, radius: int, ground: Colour, ink: Colour) -> Corners:
        """Return the round corners of a box, each with the mask of its pixels, the upper left one first."""
        found = self._corners.get((radius, ground, ink))
        if found is None:
            whole = _circle(radius)
            quarters = [whole.crop((x, y, x + radius, y + radius)) for y in (0, radius) for x in (0, radius)]
            found = tuple([(self.tint(mask, ground, ink), _touched(mask)) for mask in quarters])
            self._corners[radius, ground, ink] = found
        return found

    def _quantised(self, image: Image.Image) -> Cell:
        """Return an RGBA image in the colours of the palette. Its edges are not smoothed, since shades would
        cost bytes.
        """
        mask = image.getchannel("A").point(lambda share: 255 if share > 127 else 0).convert("1")
        out = image.convert("RGB").quantize(palette=self._quantiser, dither=Image.Dither.NONE)
        return Cell(out, mask)

    def _card(self, face: CardFace) -> Image.Image:
        image, margin = card_image(face.card, self.art, face.width), margin_of(face.width)
        if face.mark == "dim":
            faded = Image.new("RGB", image.size, self.look.felt)
            faded = Image.blend(image.convert("RGB"), faded, colours.DIM)
            faded.putalpha(image.getchannel("A"))
            image = faded
        cell = Image.new("RGBA", (image.width + 2 * margin, image.height + 2 * margin))
        if face.mark == "hot":
            mask = _rounded(cell.size, round(RADIUS * face.width / WIDTH) + margin)
            cell.paste(colours.GOLD, (0, 0), mask)
        cell.alpha_composite(image, (margin, margin))
        if face.mark == "new":
            dot = sign("dot", max(26, face.width // 6))
            cell.alpha_composite(dot, (margin + 4, cell.height - dot.height - margin - 4))
        return cell

    def _reserve(self) -> None:
        """Choose the colours of the palette: for letters and edges first, then for discs, then for cards, and
        last for faded cards.
        """
        look = self.look
        # Letters and edges of boxes on every ground.
        grounds = (colours.ROOM, look.felt, look.deep, look.spot)
        for ground in grounds:
            for ink in (colours.TITLE, colours.NOTE, colours.GOLD, colours.WON):
                self._ramp(ground, ink, _STEPS)
            for ink in (PAPER, look.chip, look.rail, look.felt, look.deep, look.spot, look.line):
                self._ramp(ground, ink, 3)
        self._ramp(look.rail, look.felt, 3)
        self._ramp(look.rail, look.line, 3)
        self._ramp(look.felt, look.deep, 3)
        self._ramp(look.deep, look.emblem, 2)
        for ink in (colours.TITLE, colours.NOTE):
            self._ramp(look.chip, ink, _STEPS)
        # Letters on paper, gold, discs, medals and stamps.
        for paper in (PAPER, colours.GOLD):
            self._ramp(paper, colours.INK, _STEPS)
        for paper in (colours.RED, colours.BLUE, colours.TRUE, colours.FALSE, colours.DOT):
            self._ramp(paper, PAPER, 3)
        for medal in colours.MEDALS:
            self._ramp(medal, colours.INK, 3)
        for ink in colours.TONES:
            self._ramp(ink, PAPER, 3)
            self._ramp(ink, colours.ROOM, 3)
        # The cards' own inks, with smooth edges, then faded for cards that cannot be used.
        inks = dict.fromkeys((*ARTS[self.art].inks, *BACK_ART.inks))
        for ink in inks:
            self._ramp(PAPER, ink, _FEW)
        paper = blend(PAPER, look.felt, colours.DIM)
        for ink in inks:
            self._ramp(paper, blend(ink, look.felt, colours.DIM), 2)
        # Inks that touch each other.
        for one, other in ARTS[self.art].meeting:
            self._ramp(one, other, 3)

    def _ramp(self, start: Colour, end: Colour, steps: int) -> None:
        """Add ``steps`` colours from ``start`` to ``end`` to the palette, so that ``tint`` can draw either
        colour on the other.
        """
        numbers = []
        for step in range(steps):
            ink = blend(start, end, step / (steps - 1))
            if ink not in self._colours and len(self._colours) == 256:
                ink = min(self._colours, key=lambda known: _distance(known, ink))
            numbers.append(self._colours.setdefault(ink, len(self._colours)))
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
    """Return a card's cached drawing as an RGBA image, ``width`` pixels wide; do not change the image.

    An empty card is a back.

    Raises:
        KeyError: the art has no drawing of the card.
    """
    pen = Pen(width)
    drawings = ARTS[art] if card else BACK_ART
    if card not in drawings.cards:
        raise KeyError(card)
    drawings.draw(pen, card)
    return pen.finish()


@cached(256, of_people=False)
def _rounded(size: tuple[int, int], radius: int) -> Image.Image:
    def draw(pen: ImageDraw.ImageDraw, k: int) -> None:
        pen.rounded_rectangle((0, 0, size[0] * k - 1, size[1] * k - 1), radius * k, fill=255)

    return smooth(size, draw, 2)


@cached(64, of_people=False)
def _circle(radius: int) -> Image.Image:
    wide = 2 * radius
    return smooth((wide, wide), lambda pen, k: pen.ellipse((0, 0, wide * k - 1, wide * k - 1), fill=255))


def _touched(mask: Image.Image) -> Image.Image:
    """Return the pixels of a mask that are not empty, as a mask of one bit."""
    return mask.point(lambda share: 255 if share > 31 else 0).convert("1")
