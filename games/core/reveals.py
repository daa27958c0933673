"""Reveals: the cards of a showdown's picture are turned face up in several steps."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.presentation import Board, Face, Moment
from games.core.words import Text

BEAT_SECONDS = 1.2
"""Seconds between two steps of a reveal, in which a player can see what has changed."""


def beats(seconds: float) -> int:
    """Return the number of steps in which cards are turned face up during a pause of ``seconds``; 0 without
    a pause.
    """
    return max(1, int(seconds / BEAT_SECONDS + 0.01)) if seconds else 0


def hidden_moment(moment: Moment, question: Text, step: int) -> Moment:
    """Return a moment (text and picture of a showdown) as it looks while cards are still being turned over.

    Cards of later steps are face down, and the text is ``question``, since the outcome is still secret. A
    picture without cards to turn over is left out, since it could reveal the outcome.

    Args:
        moment: the moment with its outcome.
        question: the text to show.
        step: number of steps that are done, fewer than all.
    """
    board = moment.before or moment.board
    visible = None if board is None or step >= steps(board) else turned(board, step)
    return Moment(question, visible, seats=moment.seats)


def steps(board: Board) -> int:
    """Return the number of steps in which a picture's cards are turned face up; 0 if all of them are face up
    from the start.
    """
    return max((face.turn for row in board.rows for face in row.cards), default=0)


def turned(board: Board, step: int) -> Board:
    """Return the picture after the first ``step`` steps of its revelation. Cards of later steps are still
    face down.

    All marks of the outcome (stamp, winner, notes) are left out before the last step. Captions and chips
    (short texts) stay, so they must not tell the outcome.
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
