"""Palettes and cells."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from bot.pictures import labels, layout, panels, pen, shapes, sheet, strips
from bot.pictures.cards import ARTS
from bot.pictures.colours import FELT, PAPER
from games.core.presentation import Mark

MODULES = (labels, layout, panels, pen, shapes, sheet, strips)
MARKS: tuple[Mark, ...] = ("", "hot", "dim", "new")


@pytest.mark.parametrize("family", sorted(ARTS))
def test_palettes_hold_all_that_is_needed(family: str) -> None:
    """Paper, inks and the theme's colours are exact members of a palette of at most 256 colours."""
    colours = sheet.sheet(family, FELT).colours
    assert len(colours) <= 256
    assert {PAPER, *ARTS[family].inks, FELT.ground, FELT.panel, FELT.turn, FELT.accent, FELT.title} <= set(
        colours
    )


@pytest.mark.parametrize("mark", ["", "dim"])
@pytest.mark.parametrize("family", sorted(ARTS))
def test_palettes_hold_all_that_is_painted(family: str, mark: Mark) -> None:
    """On every card, in the palette's colours, hardly a pixel in 200 is visibly off its true colour."""
    cells = sheet.sheet(family, FELT)
    for card in (*ARTS[family].cards, ""):
        true = sheet.card_image(card, family)
        solid = Image.new("RGB", true.size, FELT.panel)
        solid.paste(true, mask=true)
        if mark == "dim":
            solid = Image.blend(solid, Image.new("RGB", true.size, FELT.panel), FELT.dim)
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
    cells = sheet.sheet("tomoe", FELT)
    cell = cells.cell(("", ""), is_turn)
    assert cell.size == (shapes.PITCH, shapes.LINE)
    assert cell.getpixel((0, 0)) == cells.index(FELT.turn if is_turn else FELT.panel)


def test_marks_show() -> None:
    """Each mark draws the card differently: a frame in the margin, a faded face, a dot in the corner."""
    cells = sheet.sheet("standard", FELT)
    plain, hot, dim, new = (cells.cell(("As", mark), False).convert("RGB") for mark in MARKS)
    middle = shapes.LINE // 2
    inside = (8, 8, shapes.PITCH - 8, shapes.LINE - 8)
    assert hot.getpixel((2, middle)) == FELT.accent
    assert plain.getpixel((2, middle)) == FELT.panel
    assert hot.crop(inside).tobytes() == plain.crop(inside).tobytes()
    bright, faded = (cell.convert("L").getpixel((16, 92)) for cell in (plain, dim))
    assert isinstance(bright, int)
    assert isinstance(faded, int)
    assert faded < bright * 0.6
    dot = (shapes.PITCH - 10, 10)
    assert new.getpixel(dot) == FELT.dot != plain.getpixel(dot)


def test_cells_are_drawn_once() -> None:
    """The second request for a cell gives the first one's picture."""
    cells = sheet.sheet("standard", FELT)
    assert cells.cell(("2c", ""), False) is cells.cell(("2c", ""), False)


def test_unknown_families_are_refused() -> None:
    """There is no sheet for a deck without drawings."""
    with pytest.raises(KeyError):
        sheet.sheet("tarot", FELT)


def test_every_memory_is_bounded() -> None:
    """No cache of the pictures may grow for ever."""
    caches = [value for module in MODULES for value in vars(module).values() if hasattr(value, "cache_info")]
    assert len(caches) >= 8
    assert all(cached.cache_info().maxsize is not None for cached in caches)
