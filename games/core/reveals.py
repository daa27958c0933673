"""How the cards in the picture of a reveal are turned face up, step by step."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.presentation import Board, Face, RevealScene, Row
from games.core.words import Text

BEAT_SECONDS = 1.2
"""Seconds between two steps of a reveal, in which a player can see what has changed."""


def steps_in(seconds: float) -> int:
    """Return the number of steps of a reveal that lasts some seconds; 0 without a pause."""
    if not seconds:
        return 0
    return max(1, int(seconds / BEAT_SECONDS + 0.01))


def hidden_reveal(reveal: RevealScene, question: Text) -> RevealScene:
    """Return the text and picture of a showdown before its first card is turned face up.

    Args:
        reveal: the outcome of the showdown.
        question: the text to show instead of the outcome.
    """
    covered = next(iter(boards_before(reveal)), None)
    return RevealScene(question, covered, seats=reveal.seats)


def boards_before(reveal: RevealScene) -> tuple[Board, ...]:
    """Return the pictures before the outcome of a showdown, with more and more cards face up.

    The last one shows all cards, and not yet what they mean.

    Returns:
        An empty tuple if no card is turned face up.
    """
    board = reveal.suspense_board or reveal.board
    if board is None:
        return ()
    count = step_count(board)
    if count:
        return tuple([board_after(board, step) for step in range(count + 1)])
    return ()


def step_count(board: Board) -> int:
    """Return the number of steps of a picture's reveal; 0 if no card is turned face up."""
    count = 0
    for row in board.rows:
        for face in row.cards:
            count = max(count, face.turn)
    return count


def board_after(board: Board, step: int) -> Board:
    """Return a picture after the first ``step`` steps of turning its cards face up.

    The stamp, the winner, the notes and the marks of cards are left out: they are the outcome.
    """
    rows = tuple([_row_after(row, step) for row in board.rows])
    return replace(board, rows=rows, stamp=None)


def _row_after(row: Row, step: int) -> Row:
    # Captions and chips (short texts) are always shown, so they must not reveal the outcome.
    groups = _groups_after(row.groups, step)
    return replace(row, groups=groups, note=None, discs=(), is_won=False, place=0)


def _groups_after(groups: tuple[tuple[Face, ...], ...], step: int) -> tuple[tuple[Face, ...], ...]:
    return tuple([_group_after(group, step) for group in groups])


def _group_after(group: tuple[Face, ...], step: int) -> tuple[Face, ...]:
    return tuple([_face_after(face, step) for face in group])


def _face_after(face: Face, step: int) -> Face:
    # A card that is still face down keeps its turn, so that it lies where its face will be.
    if face.turn > step:
        return Face("", "", face.caption, face.turn)
    return Face(face.card, "", face.caption)
