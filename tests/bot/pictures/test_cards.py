"""Every family's drawings, palettes and cells."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.pictures import colours, shapes, sheet
from bot.pictures.cards import ARTS
from bot.pictures.sheet import card_image
from games import Game
from games.core.cards import FAMILIES
from games.core.presentation import Mark
from tests.games.contract import every_game

MARKS: tuple[Mark, ...] = ("", "hot", "dim", "new")
every_family = pytest.mark.parametrize("family", sorted(ARTS))

PHONE_WIDTH = 36
"""A card of the widest board on a phone that is 400 wide."""


def changed(one: Image.Image, other: Image.Image) -> int:
    """Count the pixels in which two black and white pictures differ."""
    return ImageChops.difference(one, other).histogram()[255]


def silhouettes(family: str, width: int) -> dict[str, Image.Image]:
    """Reduce a family's cards to what is dark and what is light."""
    size = width, round(width * 148 / 108)
    out: dict[str, Image.Image] = {}
    for card in (*ARTS[family].cards, ""):
        grey = card_image(card, family).convert("RGB").resize(size, Image.Resampling.BOX).convert("L")
        out[card] = grey.point(lambda light: 255 if light < 170 else 0)
    return out


@every_family
@pytest.mark.parametrize(("width", "least"), [(108, 320), (PHONE_WIDTH, 35)], ids=["large", "on a phone"])
def test_all_cards_differ_without_colour(family: str, width: int, least: int) -> None:
    """Any two cards of a family, and the back, differ by shape alone, in at least 2 % of their pixels."""
    shapes = silhouettes(family, width)
    assert not [(a, b) for a, b in combinations(shapes, 2) if changed(shapes[a], shapes[b]) < least]


@every_game
def test_every_family_has_drawings(game: Game) -> None:
    """A new game's deck without drawings, or without some of them, fails here, not at its first table."""
    for family in (*game.rules.families(), *FAMILIES.values()):
        assert ARTS[family.name].cards == family.cards


@every_family
def test_cards_are_drawn_at_any_size(family: str) -> None:
    for card in (ARTS[family].cards[0], ""):
        assert card_image(card, family).size == (72, 99)
        assert card_image(card, family, 54).size == (54, 74)


def test_corners_are_round() -> None:
    alpha = card_image("As", "standard").getchannel("A")
    assert alpha.getpixel((0, 0)) == alpha.getpixel((alpha.width - 1, alpha.height - 1)) == 0
    assert alpha.getpixel((36, 48)) == 255


def test_the_ace_of_numbers_is_1() -> None:
    assert card_image("As", "numbers") != card_image("As", "standard")
    assert card_image("Th", "numbers") == card_image("Th", "standard")


def test_a_strange_card_is_an_error_and_no_blank() -> None:
    with pytest.raises(KeyError):
        card_image("5m", "numbers")


@pytest.mark.parametrize("mark", ["", "dim"])
@every_family
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
        assert max(cell.tobytes()) < len(cells.palette) // 3
        shown = cell.convert("RGB").crop((margin, margin, margin + true.width, margin + true.height))
        red, green, blue = ImageChops.difference(solid, shown).split()
        error = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
        assert sum(error[32:]) < true.width * true.height / 200, (card, sum(error[32:]))


@pytest.mark.parametrize("is_turn", [False, True])
def test_cells_lie_on_their_row_without_seams(is_turn: bool) -> None:
    cells = sheet.sheet("tomoe")
    cell = cells.cell(("", ""), is_turn)
    assert cell.size == (shapes.PITCH, shapes.LINE)
    assert cell.getpixel((0, 0)) == cells.index(colours.TURN if is_turn else colours.PANEL)


def test_marks_show() -> None:
    cells = sheet.sheet("standard")
    plain, hot, dim, new = (
        cells.cell(("As", mark), False).convert("RGB") for mark in ("", "hot", "dim", "new")
    )
    middle = shapes.LINE // 2
    inside = (8, 8, shapes.PITCH - 8, shapes.LINE - 8)
    assert hot.getpixel((2, middle)) == colours.ACCENT
    assert plain.getpixel((2, middle)) == colours.PANEL
    assert hot.crop(inside).tobytes() == plain.crop(inside).tobytes()
    bright, faded = (cell.convert("L").getpixel((16, 92)) for cell in (plain, dim))
    assert faded < bright * 0.6
    dot = (shapes.PITCH - 10, 10)
    assert new.getpixel(dot) == colours.DOT != plain.getpixel(dot)
