"""Turns a daily puzzle into a table, so that the pages of a game can show it."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from bot.caches import cached
from bot.daily.puzzles import Puzzle, all_puzzles
from bot.interactions.taps import DAY
from bot.language.localizer import Localizer
from bot.refused import Refused
from bot.tables.snapshot import Snapshot
from bot.tables.state import TableState
from storage.fields import Name
from storage.rows import PLAYING, MoveRow, SeatRow, ShownRow, StoredTable, TableRow

READER = 1
"""User id of the person who solves the puzzle, in the snapshot."""


def puzzle_of(number: int) -> Puzzle:
    """Return the daily puzzle with this number.

    Raises:
        Refused: no puzzle has this number.
    """
    puzzles = all_puzzles()
    if not 1 <= number <= len(puzzles):
        raise Refused("daily-none")
    return puzzles[number - 1]


@cached(64, of_people=False)
def puzzle_snapshot(number: int, language: str) -> Snapshot:
    """Return a daily puzzle as a table, seen by the player who must choose a move.

    Args:
        language: language of the players' names.

    Raises:
        Refused: no puzzle has this number.
    """
    puzzle, words = puzzle_of(number), Localizer(language)
    names = [name.strip() for name in words("computer-names").split(",")]
    # The reader has the deciding seat; all others are strong computer players.
    seats = []
    for seat in range(puzzle.seats):
        if seat == puzzle.seat:
            seats.append(SeatRow(seat, READER, Name(words("lesson-you"))))
        else:
            seats.append(SeatRow(seat, None, Name(names[seat]), level="expert"))
    setup = puzzle.setup
    # A table that is on no server and was never stored.
    row = TableRow(
        f"{DAY}{number}",
        0,
        0,
        READER,
        puzzle.game,
        dict(setup.options),
        PLAYING,
        language,
        0,
        first=setup.first,
        hints=False,
        crowd=False,
    )
    # Replaying the moves gives the position, as for any stored table.
    moves = []
    for seq, line in enumerate(puzzle.moves):
        actor, _, move = line.partition(" ")
        moves.append(MoveRow(seq, None if actor == "*" else int(actor), move, 0))
    state = TableState.of(StoredTable(row, tuple(seats), tuple(moves), ShownRow(row.id)))
    snapshot = state.seen_by(puzzle.seat)
    return replace(snapshot, own=structs.replace(snapshot.mine, is_puzzle=True))
