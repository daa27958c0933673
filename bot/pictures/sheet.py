"""A family's cards in one palette, ready to be pasted: what makes a board cheap to draw again.

A board is a palette picture from the start. Its 256 colours are chosen beforehand, from those around cards
and the inks of the family: drawing a board is copying cells and encoding few bytes, nothing is quantised.
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
"""Turns how solid pixels are into a mask of those that are clear."""


@cached(256, of_people=False)
def card_image(card: Card, art: str, width: int = CARD) -> Image.Image:
    """Draw one card (or ``KeyError``), pixels wide, as RGBA; an empty card is a back. Don't change it."""
    pen = Pen(width)
    drawings = ARTS[art] if card else BACK_ART
    if card not in drawings.cards:
        raise KeyError(card)
    drawings.draw(pen, card)
    return pen.finish()


class Sheet:
    """The palette of a family's drawings, the table's ground first, and the cells drawn with it.

    A cell is a card with its margins on the ground of a row, so that cells are pasted without a mask.
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
        """Make a picture of numbers of this palette, filled with one of its colours (the table's ground)."""
        return Image.new("P", size, self.index(ink or colours.GROUND))

    def index(self, ink: Colour) -> int:
        """Give a colour's number in the colours; ``KeyError`` unless the palette holds exactly this one."""
        return self._colours[ink]

    def tint(self, mask: Image.Image, ground: Colour, ink: Colour) -> Image.Image:
        """Turn a mask into a picture that goes from the ground to the ink; the two must be a known pair."""
        return Image.frombytes("P", mask.size, mask.tobytes().translate(self._ramps[ground, ink]))

    def cell(self, drawn: Drawn, is_turn: bool, size: Size = LARGE, is_over: bool = False) -> Image.Image:
        """Give the cell of a card on the ground of its row; ``is_over`` the back before it in a fan."""
        key = (drawn, is_turn, size, is_over)
        cell = self._cells.get(key)
        if cell is None:
            cell = self._cells[key] = self._draw_cell(*key)
        return cell

    def _draw_cell(self, drawn: Drawn, is_turn: bool, size: Size, is_over: bool) -> Image.Image:
        ground = colours.TURN if is_turn else colours.PANEL
        cell = self._draw_card(drawn, size)
        if is_over:
            below = Image.new("RGBA", cell.size)
            below.paste(cell, (-STEP, 0))
            cell = Image.alpha_composite(below, cell)
        solid = Image.new("RGB", cell.size, ground)
        solid.paste(cell, mask=cell)
        out = solid.quantize(palette=self._quantiser, dither=Image.Dither.NONE)
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
        """Fill the palette: labels and edges first, then the inks of the cards, then the faded ones."""
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
        for disc in (colours.RED, colours.BLUE, *colours.MEDALS):
            for ground in (colours.PANEL, colours.TURN):
                self._ramp(ground, disc, _CHIP_STEPS)
            self._ramp(disc, colours.on_disc(disc), _CHIP_STEPS)
        inks = dict.fromkeys((*ARTS[self.art].inks, *BACK_ART.inks))
        for ink in inks:
            self._ramp(PAPER, ink, _INK_STEPS)
        for one, other in ARTS[self.art].meeting:
            self._ramp(one, other, _EDGE_STEPS)
        paper = blend(PAPER, colours.PANEL, colours.DIM)
        self._ramp(colours.TURN, paper, _DIM_STEPS)
        for ink in inks:
            self._ramp(paper, blend(ink, colours.PANEL, colours.DIM), _DIM_STEPS)

    def _ramp(self, start: Colour, end: Colour, steps: int) -> None:
        """Add the way from one colour to another to the palette; remember it, and the way back, for masks."""
        numbers = []
        for step in range(steps):
            ink = blend(start, end, step / (steps - 1))
            numbers.append(self._colours.setdefault(ink, len(self._colours)))
        assert len(self._colours) <= 256, f"too many inks in {self.art}"
        ramp = bytes(numbers[round(value * (steps - 1) / 255)] for value in range(256))
        self._ramps[start, end], self._ramps[end, start] = ramp, ramp[::-1]


sheet = cached(16, of_people=False)(Sheet)
"""Gives the sheet of a family's drawings, made once; ``KeyError`` if there are none."""


def _paste_mask(cell: Image.Image, mask: Image.Image, ink: Colour) -> None:
    layer = Image.new("RGBA", cell.size, ink)
    layer.putalpha(mask)
    cell.alpha_composite(layer)


@cached(4, of_people=False)
def _frame_mask(size: Size) -> Image.Image:
    """Draw the frame of a card that counts: nearly as wide as the margin, round the card."""
    frame = min(_FRAME, size.margin)
    radius, inset = RADIUS * size.card / WIDTH + frame, size.margin - frame

    def draw(pen: ImageDraw.ImageDraw, k: int) -> None:
        box = inset * k, inset * k, (size.pitch - inset) * k - 1, (size.line - inset) * k - 1
        pen.rounded_rectangle(box, radius * k, fill=255)

    return smooth((size.pitch, size.line), draw)


@cached(8, of_people=False)
def _dot_mask(size: Size, at: int, radius: float) -> Image.Image:
    """Draw the dot in the upper right corner of a card that has just come."""
    x, y = size.pitch - at - 1, at + 1
    box = x - radius, y - radius, x + radius, y + radius
    return smooth((size.pitch, size.line), lambda draw, k: draw.ellipse([edge * k for edge in box], fill=255))
