"""Palettes and cells."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from bot.pictures import colours, shapes, sheet
from bot.pictures.cards import ARTS
from bot.pictures.colours import PAPER
from games.core.presentation import Mark

MARKS: tuple[Mark, ...] = ("", "hot", "dim", "new")


@pytest.mark.parametrize("family", sorted(ARTS))
def test_palettes_hold_all_that_is_needed(family: str) -> None:
    """Paper, inks and the colours around cards are exact members of a palette of at most 256 colours."""
    held = sheet.sheet(family).colours
    assert len(held) <= 256
    around = colours.GROUND, colours.PANEL, colours.TURN, colours.ACCENT, colours.TITLE
    assert {PAPER, *ARTS[family].inks, *around} <= set(held)


@pytest.mark.parametrize("mark", ["", "dim"])
@pytest.mark.parametrize("family", sorted(ARTS))
def test_palettes_hold_all_that_is_painted(family: str, mark: Mark) -> None:
    """On every card, in the palette's colours, hardly a pixel in 200 is visibly off its true colour."""
    cells = sheet.sheet(family)
    for card in (*ARTS[family].cards, ""):
        true = sheet.card_image(card, family)
        solid = Image.new("RGB", true.size, colours.PANEL)
        solid.paste(true, mask=true)
        if mark == "dim":
            solid = Image.blend(solid, Image.new("RGB", true.size, colours.PANEL), colours.DIM)
        margin = shapes.MARGIN
        cell = cells.cell((card, mark), False)
        assert max(cell.tobytes()) < len(cells.colours)
        shown = cell.convert("RGB").crop((margin, margin, margin + true.width, margin + true.height))
        red, green, blue = ImageChops.difference(solid, shown).split()
        error = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
        assert sum(error[32:]) < true.width * true.height / 200, (card, sum(error[32:]))


@pytest.mark.parametrize("is_turn", [False, True])
def test_cells_lie_on_their_row_without_seams(is_turn: bool) -> None:
    """The margins of a cell are exactly the ground of its row."""
    cells = sheet.sheet("tomoe")
    cell = cells.cell(("", ""), is_turn)
    assert cell.size == (shapes.PITCH, shapes.LINE)
    assert cell.getpixel((0, 0)) == cells.index(colours.TURN if is_turn else colours.PANEL)


def test_marks_show() -> None:
    """Each mark draws the card differently: a frame in the margin, a faded face, a dot in the corner."""
    cells = sheet.sheet("standard")
    plain, hot, dim, new = (cells.cell(("As", mark), False).convert("RGB") for mark in MARKS)
    middle = shapes.LINE // 2
    inside = (8, 8, shapes.PITCH - 8, shapes.LINE - 8)
    assert hot.getpixel((2, middle)) == colours.ACCENT
    assert plain.getpixel((2, middle)) == colours.PANEL
    assert hot.crop(inside).tobytes() == plain.crop(inside).tobytes()
    bright, faded = (cell.convert("L").getpixel((16, 92)) for cell in (plain, dim))
    assert isinstance(bright, int)
    assert isinstance(faded, int)
    assert faded < bright * 0.6
    dot = (shapes.PITCH - 10, 10)
    assert new.getpixel(dot) == colours.DOT != plain.getpixel(dot)


def test_cells_are_drawn_once() -> None:
    """The second request for a cell gives the first one's picture."""
    cells = sheet.sheet("standard")
    assert cells.cell(("2c", ""), False) is cells.cell(("2c", ""), False)
