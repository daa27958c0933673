"""Tests of the legend, which explains every symbol of the pictures once."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from bot import LANGUAGES
from bot.help import LEGEND, signs_page
from bot.language import Localizer
from bot.pages.phone import SCREEN, page_height
from bot.pictures.pen import CardFace, Disc, Fan, Symbol, TextLine
from bot.pictures.posters import SIGNS, legend_layout
from games.core.presentation import Mark
from tests.bot.people import Stage, picture_descriptions, text_of_message

ARROWS = {"up": "arrow", "down": "arrow"}
"""The two directions of one symbol."""


def signs_in(name: str) -> set[str]:
    """Return the marks, rings and figures in the legend's drawing called ``name``."""
    signs = set[str]()
    for op in SIGNS[name]().ops:
        match op.sprite:
            case CardFace(mark=mark):
                signs.add(f"card {mark}")
            case Disc(ring=ring) if ring:
                signs.add(f"ring {ring}")
            case Symbol(kind=kind):
                signs.add(ARROWS.get(kind, kind))
            case Fan():
                signs.add("fan")
    return signs


def test_every_sign_has_one_meaning() -> None:
    """Exactly one line of the legend explains each mark, ring and figure."""
    explained = [sign for name in SIGNS for sign in signs_in(name)]
    drawn = {f"card {mark}" for mark in get_args(Mark) if mark}
    drawn |= {f"ring {ring}" for ring in get_args(get_type_hints(Disc)["ring"]) if ring}
    # the dot is the mark of a new card, and of a new chip
    drawn |= {ARROWS.get(kind, kind) for kind in get_args(get_type_hints(Symbol)["kind"]) if kind != "dot"}
    assert sorted(explained) == sorted({*drawn, "fan"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_legend_explains_each_sign(language: str) -> None:
    """The lines of the legend differ, and its picture contains their whole texts."""
    words = Localizer(language)
    texts = [words(f"signs-{name}") for name in SIGNS]
    assert len({*texts}) == len(SIGNS)
    drawn = [op.sprite.text for op in legend_layout(texts).ops if isinstance(op.sprite, TextLine)]
    assert "".join(drawn).replace(" ", "") == "".join(texts).replace(" ", "")
    assert page_height(signs_page(words)) <= SCREEN


async def test_legend_is_reached_from_table_and_help(stage: Stage) -> None:
    """The rules of a table and ``/help`` lead to a private page with the legend."""
    await stage.start_two()
    rules = await stage.tap(stage.carol, stage.table_message(), "rules")
    help_ = await stage.carol.slash(stage.channel, "help")
    chosen = await stage.choose(stage.carol, rules.response, "chapter", [LEGEND])
    tapped = await stage.tap(stage.carol, help_.response, "signs")
    for signs in (chosen, tapped):
        assert signs.response.ephemeral
        assert "signs in pictures mean" in text_of_message(signs.response)
        assert "Gold frame: this card counts now" in picture_descriptions(signs.response)
