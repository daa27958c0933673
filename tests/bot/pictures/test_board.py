"""Whole boards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pictures import EXTENSION, draw_board
from bot.pictures.cards import ARTS
from bot.pictures.colours import FELT
from bot.pictures.layout import MAX_WIDTH
from bot.pictures.sheet import card_image, sheet
from games.core.presentation import Board
from tests.bot.pictures.boards import opened, row, sample, three_open_hands


@pytest.mark.parametrize("family", sorted(ARTS))
@pytest.mark.parametrize("mark", ["", "hot", "dim", "new"])
def test_every_card_draws_with_every_mark(family: str, mark: str) -> None:
    """A board of a whole family comes out as a palette picture of the promised kind and width."""
    image = opened(draw_board(sample(family, mark == "new", mark), ["All"], ["note"]))  # type: ignore[arg-type]
    assert (image.format or "").lower() == EXTENSION
    assert image.mode == "P"
    assert image.width <= MAX_WIDTH


def test_27_open_cards_fit() -> None:
    """The largest table of Tomoefuda is at most 1200 pixels wide and its cards at least 100."""
    image = opened(draw_board(three_open_hands(), ["Alice", "Bob", "Carol"], ["4 tricks"] * 3))
    assert 27 / 3 * 100 < image.width <= 1200
    assert image.height < image.width


def test_equal_boards_give_equal_bytes() -> None:
    """Drawing again, with everything forgotten in between, changes nothing."""
    board = three_open_hands()
    first = draw_board(board, ["a", "b", "c"], [None, "x", None])
    sheet.cache_clear()
    card_image.cache_clear()
    assert draw_board(board, ["a", "b", "c"], [None, "x", None]) == first


def test_labels_and_turn_are_seen() -> None:
    """Title, note and turn each change the picture."""
    cards = ("As", "Kd")
    plain = draw_board(Board("standard", (row(cards),)), ["Alice"], [None])
    assert draw_board(Board("standard", (row(cards),)), ["Bob"], [None]) != plain
    assert draw_board(Board("standard", (row(cards),)), ["Alice"], ["out"]) != plain
    turn = opened(draw_board(Board("standard", (row(cards, is_turn=True),)), ["Alice"], [None])).convert(
        "RGB"
    )
    colours = {ink for _, ink in turn.getcolors(turn.width * turn.height) or []}
    assert {FELT.turn, FELT.accent} <= colours


def test_boards_without_cards_draw() -> None:
    """No rows, a row without groups and a row of an empty group are pictures too."""
    assert opened(draw_board(Board("standard", ()), [], []))
    rows = (row(), row(()), row(("As",), ()))
    assert opened(draw_board(Board("standard", rows), ["a", "b", "c"], [None] * 3))


@given(st.text(max_size=300), st.none() | st.text(max_size=300), st.booleans())
@settings(max_examples=40, deadline=None)
def test_no_name_can_break_a_board(title: str, note: str | None, is_turn: bool) -> None:
    """Whatever the labels are, the board keeps its width and its other rows stay readable."""
    image = opened(
        draw_board(Board("tomoe", (row(("1r",), is_turn=is_turn), row(("2a",)))), [title, "x"], [note, ""])
    )
    assert image.width <= MAX_WIDTH


def test_labels_must_match_the_rows() -> None:
    """One title and one note for each row, or a clear error."""
    board = Board("standard", (row(("As",)),))
    for titles, notes in (([], [None]), (["a", "b"], [None]), (["a"], [])):
        with pytest.raises(ValueError, match="one title"):
            draw_board(board, titles, notes)


@pytest.mark.parametrize(("family", "card"), [("tarot", "As"), ("numbers", "5m"), ("tomoe", "Jk")])
def test_what_cannot_be_drawn_is_an_error(family: str, card: str) -> None:
    """Unknown families and cards are refused."""
    with pytest.raises(KeyError):
        draw_board(Board(family, (row((card,)),)), ["a"], [None])
