"""A family's cards in one palette, ready to be pasted: what makes a board cheap to draw again.

A board is a palette picture from the start. Its 256 colours are chosen beforehand from the theme and from the
inks of the family, so drawing a board is copying cells and encoding few bytes; nothing is quantised then.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from bot.pictures.cards import ARTS, BACK_ART
from bot.pictures.colours import PAPER, Colour, Theme, blend
from bot.pictures.layout import CARD, LINE, MARGIN, PITCH
from bot.pictures.pen import RADIUS, Pen
from games.core.cards import Card
from games.core.presentation import Face, Mark

_TEXT_STEPS = 12
_EDGE_STEPS = 8
_INK_STEPS = 9
_DIM_STEPS = 5
_FRAME = 5
_DOT = 13
_OVERSAMPLING = 4


@lru_cache(maxsize=256)
def card_image(card: Card, family: str, width: int = CARD) -> Image.Image:
    """Draw one card of a family at a width in pixels, as RGBA; an empty card is a back. Don't change it.

    Raises:
        KeyError: there is no such family, or no such card in it.
    """
    pen = Pen(width)
    art = ARTS[family] if card else BACK_ART
    if card not in art.cards:
        raise KeyError(card)
    art.draw(pen, card)
    return pen.finish()


class Sheet:
    """The palette of a family in a theme, and the cells drawn with it.

    A cell is a card with its margins on the ground of a row, so that cells are pasted without a mask.
    """

    def __init__(self, family: str, theme: Theme) -> None:
        self.family = family
        self.theme = theme
        self._colours: dict[Colour, int] = {}
        self._ramps: dict[tuple[Colour, Colour], bytes] = {}
        self._cells: dict[tuple[Card, Mark, bool], Image.Image] = {}
        self._reserve()
        flat = [channel for colour in self._colours for channel in colour]
        self.palette = bytes(flat + flat[:3] * (256 - len(self._colours)))
        self._quantiser = self.blank((1, 1))

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours of the palette; at most 256."""
        return tuple(self._colours)

    def blank(self, size: tuple[int, int], ink: Colour | None = None) -> Image.Image:
        """Make a picture of this palette, filled with one of its colours (the theme's ground)."""
        image = Image.new("P", size, self.index(ink or self.theme.ground))
        image.putpalette(self.palette)
        return image

    def index(self, ink: Colour) -> int:
        """Give a colour's number in the colours.

        Raises:
            KeyError: the palette does not hold exactly this colour.
        """
        return self._colours[ink]

    def tint(self, mask: Image.Image, ground: Colour, ink: Colour) -> Image.Image:
        """Turn a mask into a picture that goes from the ground to the ink; the two must be a known pair."""
        return mask.point(self._ramps[ground, ink])

    def cell(self, face: Face, is_turn: bool) -> Image.Image:
        """Give the cell of a card, on the ground of an ordinary row or of the row to act."""
        key = (face.card, face.mark, is_turn)
        cell = self._cells.get(key)
        if cell is None:
            cell = self._cells[key] = self._draw_cell(*key)
        return cell

    def _draw_cell(self, card: Card, mark: Mark, is_turn: bool) -> Image.Image:
        theme = self.theme
        ground = theme.turn if is_turn else theme.panel
        image = card_image(card, self.family)
        if mark == "dim":
            faded = Image.blend(image.convert("RGB"), Image.new("RGB", image.size, theme.panel), theme.dim)
            faded.putalpha(image.getchannel("A"))
            image = faded
        cell = Image.new("RGBA", (PITCH, LINE))
        if mark == "hot":
            _paste_mask(cell, _frame_mask(), theme.accent)
        cell.alpha_composite(image, (MARGIN, MARGIN))
        if mark == "new":
            _paste_mask(cell, _dot_mask(_DOT), PAPER)
            _paste_mask(cell, _dot_mask(_DOT - 3.5), theme.dot)
        solid = Image.new("RGB", cell.size, ground)
        solid.paste(cell, mask=cell)
        out = solid.quantize(palette=self._quantiser, dither=Image.Dither.NONE)
        empty = cell.getchannel("A").point(lambda alpha: 0 if alpha else 255)
        out.paste(self.index(ground), mask=empty)
        return out

    def _reserve(self) -> None:
        """Fill the palette: labels and edges first, then the inks of the cards, then the faded ones."""
        theme = self.theme
        self._ramp(theme.ground, theme.panel, _EDGE_STEPS)
        self._ramp(theme.ground, theme.accent, _EDGE_STEPS)
        self._ramp(theme.accent, theme.turn, _EDGE_STEPS)
        for ground in (theme.panel, theme.turn):
            for ink in (theme.title, theme.note, theme.accent):
                self._ramp(ground, ink, _TEXT_STEPS)
            self._ramp(ground, PAPER, _EDGE_STEPS)
        for pair in ((PAPER, theme.accent), (PAPER, theme.dot)):
            self._ramp(*pair, _EDGE_STEPS)
        inks = dict.fromkeys((*ARTS[self.family].inks, *BACK_ART.inks))
        for ink in inks:
            self._ramp(PAPER, ink, _INK_STEPS)
        paper = blend(PAPER, theme.panel, theme.dim)
        self._ramp(theme.turn, paper, _DIM_STEPS)
        for ink in inks:
            self._ramp(paper, blend(ink, theme.panel, theme.dim), _DIM_STEPS)

    def _ramp(self, start: Colour, end: Colour, steps: int) -> None:
        """Add the way from one colour to another to the palette, and remember it as a lookup table."""
        numbers = []
        for step in range(steps):
            ink = blend(start, end, step / (steps - 1))
            numbers.append(self._colours.setdefault(ink, len(self._colours)))
        assert len(self._colours) <= 256, f"too many inks in {self.family}"
        self._ramps[start, end] = bytes(numbers[round(value * (steps - 1) / 255)] for value in range(256))


@lru_cache(maxsize=16)
def sheet(family: str, theme: Theme) -> Sheet:
    """Give the sheet of a family in a theme, made once.

    Raises:
        KeyError: there is no such family.
    """
    return Sheet(family, theme)


def _paste_mask(cell: Image.Image, mask: Image.Image, ink: Colour) -> None:
    layer = Image.new("RGBA", cell.size, ink)
    layer.putalpha(mask)
    cell.alpha_composite(layer)


@lru_cache(maxsize=1)
def _frame_mask() -> Image.Image:
    """Draw the frame of a card that counts: as wide as the margin, round the card."""
    k = _OVERSAMPLING
    mask = Image.new("L", (PITCH * k, LINE * k))
    inset = (MARGIN - _FRAME) * k
    box = (inset, inset, PITCH * k - 1 - inset, LINE * k - 1 - inset)
    ImageDraw.Draw(mask).rounded_rectangle(box, (RADIUS + _FRAME) * k, fill=255)
    return mask.resize((PITCH, LINE), Image.Resampling.BOX)


@lru_cache(maxsize=4)
def _dot_mask(radius: float) -> Image.Image:
    """Draw the dot in the upper right corner of a card that has just come."""
    k = _OVERSAMPLING
    mask = Image.new("L", (PITCH * k, LINE * k))
    x, y, reach = (PITCH - _DOT - 1) * k, (_DOT + 1) * k, radius * k
    ImageDraw.Draw(mask).ellipse((x - reach, y - reach, x + reach, y + reach), fill=255)
    return mask.resize((PITCH, LINE), Image.Resampling.BOX)
