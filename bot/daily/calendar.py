"""Which hand belongs to which date. Hands are numbered; number 1 belongs to ``FIRST_DATE``.

A date begins and ends at different times around the world. A hand can be answered as soon as its date has
begun somewhere, and counts until its date has ended everywhere. So a person who travels, or is on servers in
two time zones, loses no day.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

FIRST_DATE = date(2026, 11, 26)
EARLIEST, LATEST = timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))
"""The zones in which a date begins first and ends last."""


def number_of(day: date) -> int:
    """Return the number of a date's hand.

    >>> number_of(date(2026, 12, 1))
    6
    """
    return (day - FIRST_DATE).days + 1


def date_of(number: int) -> date:
    """Return the date of a hand."""
    return FIRST_DATE + timedelta(days=number - 1)


def number_at(now: int, zone: ZoneInfo | timezone = UTC) -> int:
    """Return the number of the hand of today's date in a time zone; ``now`` is Unix milliseconds."""
    return number_of(datetime.fromtimestamp(now / 1000, zone).date())


def is_open(number: int, now: int) -> bool:
    """Return whether a hand's date has begun somewhere."""
    return 1 <= number <= number_at(now, EARLIEST)


def is_late(number: int, now: int) -> bool:
    """Return whether a hand's date has ended everywhere, so that answers no longer count."""
    return number < number_at(now, LATEST)


def next_start(now: int, zone: ZoneInfo | timezone = UTC) -> int:
    """Return when the next date begins in a time zone, as Unix seconds."""
    tomorrow = datetime.fromtimestamp(now / 1000, zone).date() + timedelta(days=1)
    return int(datetime.combine(tomorrow, datetime.min.time(), zone).timestamp())


def first_of_month(number: int) -> int:
    """Return the number of the first hand of a hand's month."""
    return number_of(date_of(number).replace(day=1))
