"""Tests of boards during a reveal."""

from __future__ import annotations

import pytest

from games.core.presentation import Board, Face, RevealScene, Row, Stamp, Tag
from games.core.reveals import board_after, boards_before, step_count
from games.core.words import Seat, text

BOARD = Board(
    "standard",
    (
        Row(text("claim"), tags=(Tag(text("called"), "hot"),)),
        Row(
            Seat(0), ((Face("As"), Face("Kd", "hot", turn=1)), (Face("2c", "hot", Seat(1), 2),)), text("pays")
        ),
        Row(Seat(1), ((Face("3h", turn=1),),), is_won=True, place=1, discs=(("red", 2),)),
    ),
    stamp=Stamp(text("lie"), "bad"),
)


def cards(board: Board) -> list[str]:
    return [face.card for row in board.rows for face in row.cards]


@pytest.mark.parametrize(
    ("step", "wanted"),
    [(0, ["As", "", "", ""]), (1, ["As", "Kd", "", "3h"]), (2, ["As", "Kd", "2c", "3h"])],
)
def test_cards_are_revealed_step_by_step(step: int, wanted: list[str]) -> None:
    """Each step shows the cards of its own and earlier steps. Cards that are turned later keep their turn."""
    board = board_after(BOARD, step)
    assert cards(board) == wanted
    turns = [face.turn for row in BOARD.rows for face in row.cards]
    left = [turn if turn > step else 0 for turn in turns]
    assert [face.turn for row in board.rows for face in row.cards] == left


@pytest.mark.parametrize("step", [0, 1, 2])
def test_outcome_is_not_in_any_step(step: int) -> None:
    """Stamps, winners, notes and marks are hidden in all steps; captions and chips are not."""
    board = board_after(BOARD, step)
    assert board.stamp is None
    for row, whole in zip(board.rows, BOARD.rows, strict=True):
        assert (row.is_won, row.note, row.place, row.discs) == (False, None, 0, ())
        assert {face.mark for face in row.cards} <= {""}
        assert [len(group) for group in row.groups] == [len(group) for group in whole.groups]
        assert [face.caption for face in row.cards] == [face.caption for face in whole.cards]
        assert row.tags == whole.tags


def test_board_without_reveal_is_complete_at_once() -> None:
    board = Board("standard", (Row(Seat(0), ((Face("As"),),), is_won=True),))
    assert step_count(board) == 0
    assert boards_before(RevealScene(text("won"), board)) == ()
