"""Reveals: the cards of a picture are turned face up one step after another."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.presentation import Board, Face, Moment
from games.core.words import Text

BEAT_SECONDS = 1.2
"""Seconds between two steps of a reveal: time to see one change, and to wait for the next."""


def beats(seconds: float) -> int:
    """Return in how many steps cards are turned over in a time of suspense."""
    return max(1, int(seconds / BEAT_SECONDS + 0.01)) if seconds else 0


def hidden_moment(moment: Moment, question: Text, step: int) -> Moment:
    """Return a moment of truth as it is shown after some steps of its reveal, before the last one.

    It has the question in place of the verdict, and the cards that have not been turned over are backs. A
    board on which nothing is turned over is not shown, as it may tell how it ends.
    """
    board = moment.before or moment.board
    shown = None if board is None or step >= steps(board) else turned(board, step)
    return Moment(question, shown, seats=moment.seats)


def steps(board: Board) -> int:
    """Return the number of steps in which a picture's cards are turned face up; 0 if all of them are face up
    from the start.
    """
    return max((face.turn for row in board.rows for face in row.cards), default=0)


def turned(board: Board, step: int) -> Board:
    """Return a picture as it looks after a number of steps of its reveal.

    Cards of later steps are backs. Until the last step nothing says how it ends: there is no stamp, no
    winner, no note and no mark. Captions and chips stay, so they must not tell it.
    """
    if step >= steps(board):
        return board
    rows = tuple([
        replace(
            row, groups=_turned(row.groups, step), note=None, discs=(), is_won=False, place=0
        )
        for row in board.rows
    ])  # fmt: skip
    return replace(board, rows=rows, stamp=None)


def _turned(groups: tuple[tuple[Face, ...], ...], step: int) -> tuple[tuple[Face, ...], ...]:
    return tuple([
        tuple([Face("" if face.turn > step else face.card, "", face.caption) for face in group])
        for group in groups
    ])  # fmt: skip
