"""The dates of the daily puzzles ("hand of the day"). Puzzle number 1 belongs to ``FIRST_DATE``.

A puzzle can be answered as soon as its date has begun anywhere in the world. Answers count until the date has
ended everywhere.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
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
    """Return the number of today's puzzle in a time zone. ``now`` is the time in Unix milliseconds."""
    return number_of(datetime.fromtimestamp(now / 1000, zone).date())


def is_open(number: int, now: int) -> bool:
    """Return whether a daily puzzle can be answered. It can once its date has begun in some time zone.

    ``now`` is the time in Unix milliseconds.
    """
    return 1 <= number <= number_at(now, EARLIEST)


def is_late(number: int, now: int) -> bool:
    """Return whether answers to a daily puzzle no longer count. They count until its date has ended in all
    time zones.

    ``now`` is the time in Unix milliseconds.
    """
    return number < number_at(now, LATEST)


def next_start(now: int, zone: ZoneInfo | timezone = UTC) -> int:
    """Return when the next date begins in a time zone, in Unix seconds. ``now`` is in Unix milliseconds."""
    tomorrow = datetime.fromtimestamp(now / 1000, zone).date() + timedelta(days=1)
    return int(datetime.combine(tomorrow, datetime.min.time(), zone).timestamp())


def month_of(number: int) -> tuple[int, int]:
    """Return the first and the last puzzle number of the month that contains the puzzle ``number``."""
    first = date_of(number).replace(day=1)
    following = (first + timedelta(days=31)).replace(day=1)
    return number_of(first), number_of(following) - 1
