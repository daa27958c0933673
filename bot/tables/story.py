"""What there is to tell of an evening: its games, and the best of them."""

from __future__ import annotations

import msgspec

from games.core.words import Text
from storage.evening_rows import EveningRow
from storage.rows import SeatRow


class PlayedGame(msgspec.Struct, frozen=True):
    """A game of an evening: who sat there, and the seats that won it (none where all tied)."""

    table_id: str
    game: str
    seats: tuple[SeatRow, ...]
    winners: tuple[int, ...]


class Highlight(msgspec.Struct, frozen=True):
    """Something that was best in an evening, in one line about the seats of one of its tables."""

    id: str
    seats: tuple[SeatRow, ...]
    said: Text


class Story(msgspec.Struct, frozen=True):
    """An evening as it is told: its score, when it ended, its games in their order, what was best."""

    evening: EveningRow
    ended_at: int
    games: tuple[PlayedGame, ...]
    highlights: tuple[Highlight, ...]
