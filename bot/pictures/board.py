"""Draw a board: its levels from top to bottom, each a strip of the picture."""

from __future__ import annotations

from io import BytesIO

from bot.pictures.colours import FELT, Theme
from bot.pictures.drawing import Drawing
from bot.pictures.layout import arrange
from bot.pictures.panels import draw_panel
from bot.pictures.shapes import shape_of
from bot.pictures.sheet import sheet


def draw_board(drawing: Drawing, *, theme: Theme = FELT, compression: int = 3) -> bytes:
    """Draw a board as a palette PNG at most 1200 pixels wide.

    Equal arguments give equal bytes.

    Args:
        drawing: the rows of cards in the reader's words.
        theme: the colours around the cards.
        compression: zlib's level, 0 to 9; more than the default is thrice as slow for a sixth of the bytes.

    Raises:
        KeyError: the family has no drawings, or a card is not of the family.
    """
    plan = arrange(tuple([shape_of(band) for band in drawing.bands]))
    cells = sheet(drawing.art, theme)
    image = cells.blank((plan.width, plan.height))
    for level in plan.levels:
        strip = cells.blank((plan.width, level.height))
        for panel in level.panels:
            draw_panel(strip, cells, panel, drawing.bands[panel.row])
        image.paste(strip, (0, level.y))
    out = BytesIO()
    image.save(out, "PNG", compress_level=compression)
    return out.getvalue()
