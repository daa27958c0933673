"""The dates of the daily puzzles ("hand of the day"). Puzzle number 1 belongs to ``FIRST_DATE``."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import NamedTuple
from zoneinfo import ZoneInfo

FIRST_DATE = date(2026, 11, 26)
EARLIEST, LATEST = timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))
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
