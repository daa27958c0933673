"""Tests of every card family's drawings, and of their colours in a palette."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest
from PIL import Image, ImageChops

from bot.pictures import colours
from bot.pictures.cards import ARTS, BACK_ART, art_name
from bot.pictures.cloths import COLOUR_SCHEMES, emblem_mask
from bot.pictures.layers import Palette, card_image, layers_of, palette_of
from bot.pictures.pen import EDGE, SMALL, CardFace, card_height, card_margin
from games import Game
from games.core.cards import FAMILIES, TOMOE
from games.core.presentation import Cloth, Mark
from tests.amounts import some
from tests.games.contract import every_game

MARKS: tuple[Mark, ...] = ("", "hot", "dim", "new")
every_family = pytest.mark.parametrize("family", sorted(ARTS))

WIDE, NARROW = 176, 84
"""Widths in pixels of a hand's card, and of a table's smallest card."""

CORNER = 0.5
"""The share of a small card that is visible in a fan."""


def changed(first: Image.Image, second: Image.Image) -> int:
    """Return the number of pixels in which two black and white pictures differ."""
    return ImageChops.difference(first, second).histogram()[255]


def silhouettes(family: str, width: int, points: int) -> dict[str, Image.Image]:
    """Return a family's cards and card back, ``points`` wide, as black and white pictures."""
    size = points, round(points * 148 / 108)
    out: dict[str, Image.Image] = {}
    for card in (*ARTS[family].cards, ""):
        grey = card_image(card, family, width).convert("RGB").resize(size, Image.Resampling.BOX).convert("L")
        out[card] = grey.point(lambda light: 255 if light < 170 else 0)
    return out


@every_family
@pytest.mark.parametrize("width", [WIDE, NARROW], ids=["large", "small"])
def test_all_cards_differ_in_shape(family: str, width: int) -> None:
    """In black and white, all cards of a family and the card back have different shapes."""
    shapes = silhouettes(family, width, width // 2)
    least = 80 if width == WIDE else 24
    assert not [(a, b) for a, b in combinations(shapes, 2) if changed(shapes[a], shapes[b]) < least]


@every_family
@pytest.mark.parametrize("width", [WIDE, NARROW], ids=["large", "small"])
def test_outlines_of_cards_have_no_colours_of_other_things(family: str, width: int) -> None:
    """A card has only the colours of its drawing. Mixed colours would become other ones in a palette."""
    for cards, art in ((ARTS[family].cards, ARTS[family]), (("",), BACK_ART)):
        inks = {colours.PAPER, EDGE, *art.inks}
        for card in cards:
            image = card_image(card, family, width).convert("RGB")
            assert {colour for _, colour in image.getcolors() or ()} <= inks, card


@pytest.mark.parametrize("family", sorted(set(ARTS) - {"mahjong"}))
def test_cards_of_a_fan_differ_in_their_visible_half(family: str) -> None:
    """The visible halves of any two small cards of a family differ."""
    shapes = silhouettes(family, NARROW, NARROW // 2)
    seen = {
        card: shape.crop((0, 0, round(CORNER * shape.width), shape.height)) for card, shape in shapes.items()
    }
    assert not [(a, b) for a, b in combinations(seen, 2) if changed(seen[a], seen[b]) < 12]


def test_tomoefuda_suits_differ_without_colour_and_kanji() -> None:
    """In English a suit has a letter instead of a kanji, and any two suits differ in shape."""
    letters = {suit: f"1{suit}" for suit in TOMOE.suits}
    for width in (WIDE, NARROW):
        shapes = silhouettes("tomoe-letters", width, width // 2)
        for a, b in combinations(letters.values(), 2):
            half = shapes[a].height // 2
            low = [shapes[card].crop((0, half, shapes[card].width, shapes[card].height)) for card in (a, b)]
            assert changed(*low) > 25, (a, b)
    assert art_name("tomoe", "four", "en") == "tomoe-letters" != art_name("tomoe", "four", "ja") == "tomoe"
    assert card_image("1r", "tomoe-letters", WIDE) != card_image("1r", "tomoe", WIDE)


@every_game
def test_every_family_has_drawings(game: Game) -> None:
    for family in (*game.rules.families(), *FAMILIES.values()):
        assert ARTS[family.name].cards == family.cards


@every_family
def test_cards_are_drawn_at_any_size(family: str) -> None:
    for card in (ARTS[family].cards[0], ""):
        assert card_image(card, family, 72).size == (72, 99)
        assert card_image(card, family, 176).size == (176, 241)


def test_large_cards_have_pips_and_figures() -> None:
    """The middles of narrow cards show only the suit; those of wide cards show pips or a figure."""
    for width, is_alike in ((SMALL - 1, True), (SMALL, False)):
        middle = [
            card_image(card, "standard", width).crop((width * 5 // 9, 20, width, 75)) for card in ("2h", "Kh")
        ]
        assert (middle[0].tobytes() == middle[1].tobytes()) == is_alike


def test_corners_are_round() -> None:
    alpha = card_image("As", "standard", 72).getchannel("A")
    assert alpha.getpixel((0, 0)) == alpha.getpixel((alpha.width - 1, alpha.height - 1)) == 0
    assert alpha.getpixel((36, 48)) == 255


def test_ace_of_number_cards_is_drawn_as_1() -> None:
    assert card_image("As", "numbers", 72) != card_image("As", "standard", 72)
    assert card_image("Th", "numbers", 72) == card_image("Th", "standard", 72)


def test_unknown_card_is_an_error() -> None:
    with pytest.raises(KeyError):
        card_image("5m", "numbers", 72)


def card_pixels(palette: Palette, sprite: CardFace) -> Image.Image:
    """Return a coloured picture of a card on the cloth of the palette."""
    margin = card_margin(sprite.width)
    size = sprite.width + 2 * margin, card_height(sprite.width) + 2 * margin
    indices = Image.new("P", size, palette.index(palette.scheme.felt))
    for source, mask, *box in layers_of(sprite, palette):
        indices.im.paste(source, tuple(box), mask)
    assert max(indices.tobytes()) < len(palette.rgb) // 3
    indices.putpalette(palette.rgb)
    return indices.convert("RGB")


@pytest.mark.parametrize("mark", ["", "dim"])
@every_family
def test_palettes_contain_all_painted_colours(family: str, mark: Mark) -> None:
    """At half size, fewer than one pixel in 300 of a card differs visibly from its true colour."""
    palette = palette_of(family, "parlour")
    felt = palette.scheme.felt
    for card in (*some(ARTS[family].cards, 3), ""):
        true = card_image(card, family, WIDE)
        solid = Image.new("RGB", true.size, felt)
        solid.paste(true, mask=true)
        if mark == "dim":
            solid = Image.blend(solid, Image.new("RGB", true.size, felt), colours.DIM)
        margin = card_margin(WIDE)
        drawn = card_pixels(palette, CardFace(card, mark, WIDE))
        face = drawn.crop((margin, margin, margin + true.width, margin + true.height))
        red, green, blue = ImageChops.difference(solid.reduce(2), face.reduce(2)).split()
        error = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
        assert sum(error[48:]) < red.width * red.height / 300, (card, sum(error[48:]))


@every_family
def test_cards_have_the_same_colours_on_every_cloth(family: str) -> None:
    """Numbers of colours are kept for all cloths. Equal distances between them save bytes."""
    inks = (*ARTS[family].inks, EDGE, colours.PAPER)
    palettes = [palette_of(family, cloth) for cloth in COLOUR_SCHEMES]
    assert len({tuple(map(palette.index, inks)) for palette in palettes}) == 1
    for palette in palettes:
        felt, edge, paper = map(palette.index, (palette.scheme.felt, EDGE, colours.PAPER))
        assert edge - felt == paper - edge
        first, second, *_ = map(palette.index, ARTS[family].inks)
        assert paper - first == second - paper


def test_marks_of_cards_are_visible() -> None:
    """Hot cards have a gold frame, new cards have a dot, and dim cards are faded."""
    palette = palette_of("standard", "felt")
    pictures = {}
    for mark in MARKS:
        pictures[mark] = card_pixels(palette, CardFace("As", mark, WIDE))
    margin = card_margin(WIDE)
    middle = margin // 2, pictures[""].height // 2
    inside = (margin + 9, margin + 9, WIDE, WIDE)
    assert pictures["hot"].getpixel(middle) == colours.GOLD != pictures[""].getpixel(middle)
    assert pictures["hot"].crop(inside).tobytes() == pictures[""].crop(inside).tobytes()
    bright, faded = (pictures[mark].convert("L").getpixel((WIDE // 2, 30)) for mark in ("", "dim"))
    assert faded < bright * 0.75
    assert colours.DOT in {ink for _, ink in pictures["new"].getcolors(1 << 16)}
    assert colours.DOT not in {ink for _, ink in pictures[""].getcolors(1 << 16)}


def test_each_game_has_own_cloth_and_emblem() -> None:
    assert set(COLOUR_SCHEMES) == set(get_args(Cloth))
    for look, other in combinations(COLOUR_SCHEMES, 2):
        felts = COLOUR_SCHEMES[look].felt, COLOUR_SCHEMES[other].felt
        if "felt" not in (look, other):
            assert sum(abs(a - b) for a, b in zip(*felts, strict=True)) > 40, (look, other)
            emblems = [emblem_mask(cloth) for cloth in (look, other)]
            assert ImageChops.difference(*emblems).histogram()[255] > 5000
    assert emblem_mask("felt") is None
