"""The periods of leaderboards: all time, months and weeks (in UTC), and the seasons of servers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

ALL_TIME = -(10**15)  # before every time that can be
DAY_MS = 86_400_000
WEEK_MS = 7 * DAY_MS
FIRST_MONDAY = 4 * DAY_MS  # 1970 began on a Thursday
KEPT_STARTS = 16
"""Number of the newest months and weeks that have leaderboards, about three months in all; older ones are
deleted. The limit is a number, not an age: a game from a clock that is years ahead displaces at most two."""


def month_start(at: int) -> int:
    """Return the start of the month that contains the time ``at``; both Unix milliseconds (UTC).

    >>> month_start(1_795_258_800_000) == 1_793_491_200_000  # 21 and 1 November 2026
    True
    """
    moment = datetime.fromtimestamp(at / 1000, UTC)
    first = moment.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return int(first.timestamp()) * 1000


def week_start(at: int) -> int:
    """Return the start (Monday) of the week that contains the time ``at``; both Unix milliseconds (UTC)."""
    return (at - FIRST_MONDAY) // WEEK_MS * WEEK_MS + FIRST_MONDAY


def period_keys(at: int) -> tuple[int, ...]:
    """Return the keys of the periods all time, month and week that contain the time ``at``.

    The key of a month or week is its start. If both start at the same time, the result has only two keys.
    """
    month, week = month_start(at), week_start(at)
    # When both begin together, they contain the same games while that week lasts.
    return (ALL_TIME, month) if month == week else (ALL_TIME, month, week)


def season_key(number: int) -> int:
    """Return the key of the leaderboards of the season with this number.

    It differs from the keys of months, weeks and all time.
    """
    return ALL_TIME - number


def is_season(period: int) -> bool:
    """Return whether a period's key is that of a season."""
    return period < ALL_TIME


def period_end(start: int) -> int:
    """Return the end of the month or week that begins at ``start``.

    If a month and a week begin at the same time, the end of the month is returned.
    """
    return month_start(start + 32 * DAY_MS) if start == month_start(start) else start + WEEK_MS


def is_start(at: int) -> bool:
    """True if a month or a week begins at exactly this time."""
    return at in (month_start(at), week_start(at))


def oldest_kept(starts: Sequence[int]) -> int:
    """Return the start of the oldest period whose leaderboards are kept in the database.

    ``starts`` has the starts of all months and weeks with games, ascending. If all are kept, the result is
    ``ALL_TIME + 1``, which is before all of them.
    """
    return starts[-KEPT_STARTS] if len(starts) >= KEPT_STARTS else ALL_TIME + 1
