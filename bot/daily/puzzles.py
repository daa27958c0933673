"""The puzzles of the hand of the day: which hand is due, its questions, and how answers are judged."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from importlib.resources import files
from typing import Any, Literal, NamedTuple, TypeAlias
from zoneinfo import ZoneInfo

import msgspec

from bot.caches import cached
from games import find_game
from games.core.match import Match
from games.core.rules import CHANCE, Setup

# --- puzzles ------------------------------------------------------------------------------------------------
# The daily puzzles: positions of real games, with a grade for each legal move.
#
# ``puzzles.jsonl`` has one puzzle per line, in the order of days. The command ``tefuda puzzles`` finds new
# puzzles.

FILE = "puzzles.jsonl"

Grade: TypeAlias = Literal["best", "close", "costly"]
"""How good a move is. ``close`` gives away little, ``costly`` more."""

POINTS: dict[Grade, int] = {"best": 3, "close": 1, "costly": 0}
"""Points for an answer by its grade."""

Theme: TypeAlias = Literal["lie", "sure", "trap"]
"""What a puzzle teaches: to lie, to see that a win is certain, or to avoid an error of the computer level
``normal``.
"""


class MeasuredMove(msgspec.Struct, frozen=True):
    """A move of a puzzle, with the result of many games played from there.

    Attributes:
        worth: the mean fraction of opponents that the player beats, from 0 to 1.
        behind: ``worth`` of the best move minus ``worth`` of this move.
        spread: half the width of the 95 % confidence interval of ``behind``.
    """

    move: str
    worth: float
    behind: float = 0.0
    spread: float = 0.0


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position of a game, in which one player must choose a move."""

    game: str
    # Number of seats.
    seats: int
    # The seat that acted first in the game.
    first: int
    # The moves that led to the position, each with its seat, as lines of a game record.
    moves: tuple[str, ...]
    # The seat that must choose a move.
    seat: int
    # Difficulty from 1 to 3.
    stars: int
    # The share of computer players and simulated people that did not find a best move.
    erred: float
    # The moves whose value was measured, the best move first.
    tried: tuple[MeasuredMove, ...]
    # Number of games that were played from the position to measure each move.
    continuations: int
    # Notations of the best moves.
    best: tuple[str, ...]
    # Notations of the moves that are almost as good as the best moves.
    close: tuple[str, ...] = ()
    # Lessons of the puzzle.
    themes: tuple[Theme, ...] = ()

    @property
    def setup(self) -> Setup:
        """The start of the game."""
        return find_game(self.game).rules.setup(self.seats, {}, self.first)

    def match(self) -> Match:
        """Return the game at the puzzle's position.

        Raises:
            RulesError: a move that leads to the position is illegal.
        """
        match = Match(find_game(self.game).rules, self.setup)
        for line in self.moves:
            actor, _, move = line.partition(" ")
            match.play(CHANCE if actor == "*" else int(actor), move)
        return match

    def grade(self, move: object) -> Grade:
        """Return the grade of a legal move."""
        text = str(move)
        if text in self.best:
            return "best"
        if text in self.close:
            return "close"
        return "costly"


def read(data: bytes) -> tuple[Puzzle, ...]:
    """Return the puzzles in a JSON Lines file.

    Raises:
        msgspec.MsgspecError: the file is damaged.
    """
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Puzzle)
    return tuple(decoder.decode_lines(data))


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """Return the content of a JSON Lines file with these puzzles."""
    return b"".join([msgspec.json.encode(puzzle) + b"\n" for puzzle in puzzles])


@cached(1, of_people=False)
def all_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles of all days in order, the first day's puzzle first."""
    return read(files(__package__).joinpath(FILE).read_bytes())


# --- calendar -----------------------------------------------------------------------------------------------
# The dates of the daily puzzles ("hand of the day"). Puzzle number 1 belongs to ``FIRST_DATE``.

FIRST_DATE = date(2026, 11, 26)
EARLIEST = timezone(timedelta(hours=14))
LATEST = timezone(timedelta(hours=-12))
"""The time zones in which a date begins first and ends last."""


def number_of(day: date) -> int:
    """Return the number of the daily puzzle for a date.

    >>> number_of(date(2026, 12, 1))
    6
    """
    return (day - FIRST_DATE).days + 1


def date_of(number: int) -> date:
    """Return the date of the daily puzzle with this number."""
    return FIRST_DATE + timedelta(days=number - 1)


def number_at(now: int, zone: ZoneInfo | timezone = UTC) -> int:
    """Return the number of today's puzzle in a time zone.

    >>> number_at(1_796_083_200_000)  # 2026-12-01, in Unix milliseconds
    6
    """
    return number_of(datetime.fromtimestamp(now / 1000, zone).date())


def is_open(number: int, now: int) -> bool:
    """Return whether a daily puzzle can be answered: its date has begun somewhere in the world.

    Args:
        now: Unix milliseconds.
    """
    return 1 <= number <= number_at(now, EARLIEST)


def counts_until(number: int) -> int:
    """Return the end of the time in which answers to a daily puzzle count, in Unix milliseconds.

    It is the moment at which the puzzle's date has ended everywhere in the world.
    """
    following = datetime.combine(date_of(number + 1), datetime.min.time(), LATEST)
    return int(following.timestamp() * 1000)


def is_solution_public(number: int, now: int) -> bool:
    """Return whether everybody may see the solution: answers to the puzzle no longer count anywhere.

    Args:
        now: Unix milliseconds.
    """
    return now >= counts_until(number)


def newest_public_solution(now: int) -> int:
    """Return the number of the newest puzzle with a public solution; 0 or less if there is none.

    Args:
        now: Unix milliseconds.
    """
    number = number_at(now)
    while not is_solution_public(number, now):
        number -= 1
    return number


def next_start(now: int, zone: ZoneInfo | timezone = UTC) -> int:
    """Return the start of tomorrow in a time zone, in Unix seconds.

    Args:
        now: Unix milliseconds.
    """
    tomorrow = datetime.fromtimestamp(now / 1000, zone).date() + timedelta(days=1)
    return int(datetime.combine(tomorrow, datetime.min.time(), zone).timestamp())


class PuzzlesOfMonth(NamedTuple):
    """The numbers of the first and the last puzzle of a month."""

    first: int
    last: int


def month_of(number: int) -> PuzzlesOfMonth:
    """Return the first and the last puzzle of the month of the puzzle ``number``.

    >>> month_of(7)
    PuzzlesOfMonth(first=6, last=36)
    """
    first = date_of(number).replace(day=1)
    following = (first + timedelta(days=31)).replace(day=1)
    return PuzzlesOfMonth(number_of(first), number_of(following) - 1)
