"""Every family's drawings."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.pictures.cards import ARTS
from bot.pictures.sheet import card_image
from games import Game
from games.core.cards import FAMILIES, STANDARD, TOMOE
from tests.games.contract import every_game

FAMILY_NAMES = sorted(ARTS)
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


def test_every_family_of_the_games_has_drawings() -> None:
    """Each deck of the core can be drawn, all its cards in it."""
    for name, family in FAMILIES.items():
        assert ARTS[name].cards == family.cards


@every_game
def test_every_family_that_a_game_uses_has_drawings(game: Game) -> None:
    """A new game's deck without drawings fails here, not at its first table."""
    for family in game.rules.families():
        assert family.name in ARTS


@pytest.mark.parametrize("family", FAMILY_NAMES)
def test_all_cards_differ_without_colour(family: str) -> None:
    """Any two cards of a family, and the back, differ by shape alone, in at least 2 % of their pixels."""
    shapes = silhouettes(family, 108)
    close = [(a, b) for a, b in combinations(shapes, 2) if changed(shapes[a], shapes[b]) < 320]
    assert not close


@pytest.mark.parametrize("family", FAMILY_NAMES)
def test_all_cards_differ_without_colour_on_a_phone(family: str) -> None:
    """The same holds for cards of 36 by 49 pixels, as a phone shows a wide board."""
    shapes = silhouettes(family, PHONE_WIDTH)
    close = [(a, b) for a, b in combinations(shapes, 2) if changed(shapes[a], shapes[b]) < 35]
    assert not close


@pytest.mark.parametrize("family", FAMILY_NAMES)
def test_cards_are_drawn_at_any_size(family: str) -> None:
    """A card keeps its proportions at every width asked for."""
    for card in (ARTS[family].cards[0], ""):
        assert card_image(card, family).size == (72, 99)
        assert card_image(card, family, 54).size == (54, 74)


def test_corners_are_round() -> None:
    """A card's corners let the board through, its middle doesn't."""
    alpha = card_image("As", "standard").getchannel("A")
    assert alpha.getpixel((0, 0)) == alpha.getpixel((alpha.width - 1, alpha.height - 1)) == 0
    assert alpha.getpixel((36, 48)) == 255


def test_the_ace_of_numbers_is_1() -> None:
    """The ace reads 1 there, everything else is the playing card it is."""
    assert card_image("As", "numbers") != card_image("As", "standard")
    assert card_image("Th", "numbers") == card_image("Th", "standard")


@pytest.mark.parametrize(
    ("family", "card"), [("numbers", "5m"), ("mahjong", "8z"), ("tesca", "13k"), ("tomoe", "As")]
)
def test_strange_cards_are_refused(family: str, card: str) -> None:
    """A card that its family doesn't have is an error, not a blank."""
    with pytest.raises(KeyError):
        card_image(card, family)


def test_suits_have_inks_of_their_own() -> None:
    """The four suits of playing cards and the six of Tomoefuda each have one main colour, all different."""
    for family, deck in (("standard", STANDARD), ("tomoe", TOMOE)):
        main = set()
        for suit in deck.suits:
            colours = card_image("2" + suit, family).convert("RGB").getcolors(90 * 123) or []
            main.add(max((count, ink) for count, ink in colours if ink in ARTS[family].inks)[1])
        assert len(main) == len(deck.suits)
