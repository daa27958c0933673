"""Turn the cards in a picture face up, step by step."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.presentation import Board, Face, Moment
from games.core.words import Text

BEAT_SECONDS = 1.2
"""Seconds between two steps of a reveal, in which a player can see what has changed."""


def steps_in(seconds: float) -> int:
    """Return the number of steps of a reveal that lasts some seconds; 0 without a pause."""
    return max(1, int(seconds / BEAT_SECONDS + 0.01)) if seconds else 0


def hidden_moment(moment: Moment, question: Text, step: int) -> Moment:
    """Return the text and picture of a showdown before its last cards are turned face up.

    Args:
        moment: the outcome of the showdown.
        question: the text to show instead of the outcome.
        step: number of steps already shown.
    """
    board = moment.suspense_board or moment.board
    visible = None if board is None or step >= step_count(board) else board_after(board, step)
    return Moment(question, visible, seats=moment.seats)


def step_count(board: Board) -> int:
    """Return the number of steps of a picture's reveal; 0 if no card is turned face up."""
    return max((face.turn for row in board.rows for face in row.cards), default=0)


def board_after(board: Board, step: int) -> Board:
    """Return a picture after the first ``step`` steps of turning its cards face up.

    The stamp, the winner and the notes appear only with the last step.
    """
    # Captions and chips (short texts) are always shown, so they must not reveal the outcome.
    if step >= step_count(board):
        return board
    rows = tuple([
        replace(
            row, groups=_groups_after(row.groups, step), note=None, discs=(), is_won=False, place=0
        )
        for row in board.rows
    ])  # fmt: skip
    return replace(board, rows=rows, stamp=None)


def _groups_after(groups: tuple[tuple[Face, ...], ...], step: int) -> tuple[tuple[Face, ...], ...]:
    return tuple([
        tuple([Face("" if face.turn > step else face.card, "", face.caption) for face in group])
        for group in groups
    ])  # fmt: skip
