"""Tests of the drawings of cards as emoji."""

from __future__ import annotations

import io
import re
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.pictures.cards import ARTS
from bot.pictures.emoji import CARD_DRAWINGS, DRAWINGS, SIZE, CardDrawing, EmojiFile, emoji_file
from bot.pictures.pen import Pen

LONGEST_NAME = 32
"""Discord's limit of an emoji's name, in characters."""

LARGEST = 32 * 1024
"""Bytes of the largest file, an eighth of Discord's limit."""

SMALLEST = 20
"""Pixels of an emoji in a sentence."""

LEAST_DIFFERENCE = 600
"""Least sum of the differences of two cards at that size, in shades of grey or of one colour."""


@pytest.fixture(scope="module")
def files() -> list[EmojiFile]:
    return [emoji_file(drawing) for drawing in DRAWINGS.values()]


def test_files_fit_discords_limits(files: list[EmojiFile]) -> None:
    """Each emoji is a small square PNG, and its name has only letters, digits and underscores."""
    assert len({file.name for file in files}) == len(files) < 2000
    for file in files:
        assert Image.open(io.BytesIO(file.png)).size == (SIZE, SIZE)
        assert len(file.png) <= LARGEST
        assert re.fullmatch(r"card_\w+_[0-9a-f]{5}", file.name, re.ASCII)
        assert len(file.name) <= LONGEST_NAME


def test_cards_of_a_set_differ_in_the_smallest_size(files: list[EmojiFile]) -> None:
    """The cards of each set look different at the size of an emoji in a sentence."""
    small = {
        file.stem: Image.open(io.BytesIO(file.png)).convert("RGB").resize((SMALLEST, SMALLEST))
        for file in files
    }
    for art in ARTS:
        stems = {drawing.stem for (name, _), drawing in CARD_DRAWINGS.items() if name == art}
        for first, second in combinations([*stems, "card_back"], 2):
            apart = sum(ImageChops.difference(small[first], small[second]).tobytes())
            assert apart >= LEAST_DIFFERENCE, (art, first, second, apart)


def test_every_card_of_a_set_in_use_has_an_emoji() -> None:
    """All sets of card drawings that games use have an emoji for each card."""
    for art in ARTS.keys() - {"numbers-two"}:
        assert {card for name, card in CARD_DRAWINGS if name == art} == {*ARTS[art].cards}


def test_changed_drawing_changes_the_name() -> None:
    """Equal drawings have equal names. A dot more gives another name."""

    def blank(pen: Pen) -> None:
        pass

    def dotted(pen: Pen) -> None:
        pen.disc((54, 54), 3, (0, 0, 0))

    names = [emoji_file(CardDrawing("card_x", draw)).name for draw in (blank, blank, dotted)]
    assert names[0] == names[1] != names[2]
