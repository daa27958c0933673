"""The periods that leaderboards count by: all time, months and weeks, in UTC."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

ALL_TIME = -(10**15)  # before every time that can be
DAY_MS = 86_400_000
WEEK_MS = 7 * DAY_MS
FIRST_MONDAY = 4 * DAY_MS  # 1970 began on a Thursday
KEPT_STARTS = 16
"""Number of months and weeks, the newest, that have boards; older ones are deleted after about three months.
They are counted, not measured in days, so that a game whose clock was years ahead pushes out two at most."""


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


def end_of(start: int) -> int:
    """Return when a period ends that begins at this start of a month, of a week, or of both.

    Where both begin it is the month; see ``periods_of``.
    """
    return month_start(start + 32 * DAY_MS) if start == month_start(start) else start + WEEK_MS


def is_start(at: int) -> bool:
    """Say whether a month or a week begins at this very time."""
    return at in (month_start(at), week_start(at))


def kept_from(starts: Sequence[int]) -> int:
    """Return the start of the oldest period that is kept, given all starts in ascending order.

    While there are few it is a time before every one of them, after that of ``ALL_TIME``.
    """
    return starts[-KEPT_STARTS] if len(starts) >= KEPT_STARTS else ALL_TIME + 1
