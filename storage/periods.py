"""The periods that leaderboards count by: all time, months and weeks, in UTC."""

from __future__ import annotations

from datetime import UTC, datetime

ALL_TIME = -(10**15)  # before every time that can be
DAY_MS = 86_400_000
WEEK_MS = 7 * DAY_MS
FIRST_MONDAY = 4 * DAY_MS  # 1970 began on a Thursday
KEPT_DAYS = 65
"""Boards of periods that began earlier than this before the newest result are let go: the month and the week
that run, and the ones before them, are always there."""


def month_start(at: int) -> int:
    """Return when the month of a time began, both in Unix milliseconds.

    >>> month_start(1_795_258_800_000) == 1_793_491_200_000  # 21 and 1 November 2026
    True
    """
    moment = datetime.fromtimestamp(at / 1000, UTC)
    first = moment.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return int(first.timestamp()) * 1000


def week_start(at: int) -> int:
    """Return when the week of a time began, on Monday; both in Unix milliseconds."""
    return (at - FIRST_MONDAY) // WEEK_MS * WEEK_MS + FIRST_MONDAY


def periods_of(at: int) -> tuple[int, ...]:
    """Return the keys of all periods that a time lies in.

    A period is known by its start alone. When a week and a month begin together the month's row serves the
    week too: while that week runs, both have seen the same games.
    """
    month, week = month_start(at), week_start(at)
    return (ALL_TIME, month) if month == week else (ALL_TIME, month, week)


def is_start(at: int) -> bool:
    """Say whether a month or a week begins at this very time."""
    return at in (month_start(at), week_start(at))


def kept_from(newest: int) -> int:
    """Return the time before which no kept period begins, given the time of the newest result."""
    return newest - KEPT_DAYS * DAY_MS
