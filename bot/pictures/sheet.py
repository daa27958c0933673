"""The cached drawings of a family's cards, all in one palette, so that a board is quick to draw.

A board is a palette picture from the start. Its 256 colours are chosen beforehand from the table's colours
and the family's inks. Drawing a board then means copying cells; nothing has to be quantised.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.caches import cached
from bot.pictures import colours
from bot.pictures.cards import ARTS, BACK_ART
from bot.pictures.colours import PAPER, Colour, blend
from bot.pictures.drawing import Drawn
from bot.pictures.pen import RADIUS, WIDTH, Pen
from bot.pictures.raster import smooth
from bot.pictures.shapes import CARD, LARGE, STEP, Size
from games.core.cards import Card

_TEXT_STEPS = 7
_EDGE_STEPS = 5
_INK_STEPS = 6
_DIM_STEPS = 4
_CHIP_STEPS = 4
_FRAME = 3
_DOT = 9
_EMPTY = b"\xff" + bytes(255)
"""Translation table from an alpha channel to a mask of the fully transparent pixels."""


@cached(256, of_people=False)
def card_image(card: Card, art: str, width: int = CARD) -> Image.Image:
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


class Sheet:
    """The palette of a family's drawings, and the cells (cards with their margins) drawn with it.

    The first colour is the table's ground. A cell includes the background of its row, so that it is pasted
    without a mask.
    """

    def __init__(self, art: str) -> None:
        self.art = art
        self._colours: dict[Colour, int] = {}
        self._ramps: dict[tuple[Colour, Colour], bytes] = {}
        self._cells: dict[tuple[Drawn, bool, Size, bool], Image.Image] = {}
        self._reserve()
        self.palette = bytes([channel for colour in self._colours for channel in colour])
        """The colours one after the other: red, green, blue."""

        self._quantiser = self.blank((1, 1))
        self._quantiser.putpalette(self.palette + self.palette[:3] * (256 - len(self._colours)))

    def blank(self, size: tuple[int, int], ink: Colour | None = None) -> Image.Image:
        """Return a palette picture filled with one colour; by default the table's ground."""
        return Image.new("P", size, self.index(ink or colours.GROUND))

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

    def cell(self, drawn: Drawn, is_turn: bool, size: Size = LARGE, is_over: bool = False) -> Image.Image:
        """Return the cached cell of a card on its row's background.

        ``is_over`` is True for a back of a fan that covers the back before it.
        """
        key = (drawn, is_turn, size, is_over)
        cell = self._cells.get(key)
        if cell is None:
            cell = self._cells[key] = self._draw_cell(*key)
        return cell

    def _draw_cell(self, drawn: Drawn, is_turn: bool, size: Size, is_over: bool) -> Image.Image:
        """Draw a card's cell in the palette."""
        ground = colours.TURN if is_turn else colours.PANEL
        cell = self._draw_card(drawn, size)
        if is_over:
            # in a fan the edge of the covered back is visible on the left
            below = Image.new("RGBA", cell.size)
            below.paste(cell, (-STEP, 0))
            cell = Image.alpha_composite(below, cell)
        solid = Image.new("RGB", cell.size, ground)
        solid.paste(cell, mask=cell)
        out = solid.quantize(palette=self._quantiser, dither=Image.Dither.NONE)
        # quantising may change the background by a shade: set it exactly
        empty = cell.getchannel("A").tobytes().translate(_EMPTY)
        out.paste(self.index(ground), mask=Image.frombytes("L", cell.size, empty))
        return out

    def _draw_card(self, drawn: Drawn, size: Size) -> Image.Image:
        card, mark = drawn
        image = card_image(card, self.art, size.card)
        if mark == "dim":
            faded = Image.blend(
                image.convert("RGB"), Image.new("RGB", image.size, colours.PANEL), colours.DIM
            )
            faded.putalpha(image.getchannel("A"))
            image = faded
        cell = Image.new("RGBA", (size.pitch, size.line))
        if mark == "hot":
            _paste_mask(cell, _frame_mask(size), colours.ACCENT)
        cell.alpha_composite(image, (size.margin, size.margin))
        if mark == "new":
            dot = round(_DOT * size.card / CARD) + (size is not LARGE)
            _paste_mask(cell, _dot_mask(size, dot, dot), PAPER)
            _paste_mask(cell, _dot_mask(size, dot, dot * 0.73), colours.DOT)
        return cell

    def _reserve(self) -> None:
        """Fill the palette: colours of labels and edges first, then the cards' inks, then the faded inks."""
        self._ramp(colours.GROUND, colours.PANEL, _EDGE_STEPS)
        self._ramp(colours.GROUND, colours.ACCENT, _EDGE_STEPS)
        self._ramp(colours.GROUND, colours.WON, _EDGE_STEPS)
        for ground in (colours.PANEL, colours.TURN):
            self._ramp(colours.ACCENT, ground, _EDGE_STEPS)
            self._ramp(colours.WON, ground, _EDGE_STEPS)
            self._ramp(ground, colours.CHIP, _CHIP_STEPS)
            for ink in (colours.TITLE, colours.NOTE, colours.ACCENT, colours.WON):
                self._ramp(ground, ink, _TEXT_STEPS)
            self._ramp(ground, PAPER, _EDGE_STEPS)
        for pair in ((PAPER, colours.ACCENT), (PAPER, colours.DOT), (colours.CHIP, colours.DOT)):
            self._ramp(*pair, _EDGE_STEPS)
        self._ramp(colours.CHIP, colours.TITLE, _TEXT_STEPS)
        self._ramp(colours.ACCENT, colours.GROUND, _TEXT_STEPS)
        # discs and the numbers on them
        for disc in (colours.RED, colours.BLUE, *colours.MEDALS):
            for ground in (colours.PANEL, colours.TURN):
                self._ramp(ground, disc, _CHIP_STEPS)
            self._ramp(disc, colours.on_disc(disc), _CHIP_STEPS)
        # cards: each ink on paper, and inks that touch
        inks = dict.fromkeys((*ARTS[self.art].inks, *BACK_ART.inks))
        for ink in inks:
            self._ramp(PAPER, ink, _INK_STEPS)
        for one, other in ARTS[self.art].meeting:
            self._ramp(one, other, _EDGE_STEPS)
        # cards that cannot be used are faded
        paper = blend(PAPER, colours.PANEL, colours.DIM)
        self._ramp(colours.TURN, paper, _DIM_STEPS)
        for ink in inks:
            self._ramp(paper, blend(ink, colours.PANEL, colours.DIM), _DIM_STEPS)

    def _ramp(self, start: Colour, end: Colour, steps: int) -> None:
        """Add the colours between two colours to the palette, for ``tint`` in both directions."""
        numbers = []
        for step in range(steps):
            ink = blend(start, end, step / (steps - 1))
            numbers.append(self._colours.setdefault(ink, len(self._colours)))
        assert len(self._colours) <= 256, f"too many inks in {self.art}"
        ramp = bytes(numbers[round(value * (steps - 1) / 255)] for value in range(256))
        self._ramps[start, end], self._ramps[end, start] = ramp, ramp[::-1]


sheet = cached(16, of_people=False)(Sheet)
"""Return the cached sheet of a family's drawings; ``KeyError`` if there is no such art."""


def _paste_mask(cell: Image.Image, mask: Image.Image, ink: Colour) -> None:
    layer = Image.new("RGBA", cell.size, ink)
    layer.putalpha(mask)
    cell.alpha_composite(layer)


@cached(4, of_people=False)
def _frame_mask(size: Size) -> Image.Image:
    """Return the frame around a card that counts, as a mask: nearly as wide as the margin."""
    frame = min(_FRAME, size.margin)
    radius, inset = RADIUS * size.card / WIDTH + frame, size.margin - frame

    def draw(pen: ImageDraw.ImageDraw, k: int) -> None:
        box = inset * k, inset * k, (size.pitch - inset) * k - 1, (size.line - inset) * k - 1
        pen.rounded_rectangle(box, radius * k, fill=255)

    return smooth((size.pitch, size.line), draw)


@cached(8, of_people=False)
def _dot_mask(size: Size, at: int, radius: float) -> Image.Image:
    """Return the dot in the upper right corner that marks a new card, as a mask."""
    x, y = size.pitch - at - 1, at + 1
    box = x - radius, y - radius, x + radius, y + radius
    return smooth((size.pitch, size.line), lambda draw, k: draw.ellipse([edge * k for edge in box], fill=255))
