"""The periods of leaderboards (all time, months, weeks and seasons), and their keys in the database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TypeAlias

from storage.fields import UnixMs

PeriodKey: TypeAlias = int
"""The number of a period in the database. The key of a month or week is its start, ``UnixMs``."""

ALL_TIME = -(10**15)  # before every time that can be
DAY_MS = 86_400_000
WEEK_MS = 7 * DAY_MS
FIRST_MONDAY = 4 * DAY_MS  # 1970 began on a Thursday
KEPT_STARTS = 16
"""Number of the newest months and weeks that have leaderboards, about three months in all; older ones are
deleted. The limit is a number, not an age: a game from a clock that is years ahead displaces at most two."""


def month_start(at: UnixMs) -> UnixMs:
    """Return the start of a time's month, in UTC.

    >>> month_start(1_795_258_800_000) == 1_793_491_200_000  # 21 and 1 November 2026
    True
    """
    moment = datetime.fromtimestamp(at / 1000, UTC)
    first = moment.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return int(first.timestamp()) * 1000


def week_start(at: UnixMs) -> UnixMs:
    """Return the start of a time's week: Monday, in UTC."""
    return (at - FIRST_MONDAY) // WEEK_MS * WEEK_MS + FIRST_MONDAY


def period_keys(at: UnixMs) -> tuple[PeriodKey, ...]:
    """Return the keys of the periods to which a time belongs: all time, a month and a week.

    If the month and the week start together, there are only two keys.
    """
    month, week = month_start(at), week_start(at)
    # When both begin together, they contain the same games while that week lasts.
    return (ALL_TIME, month) if month == week else (ALL_TIME, month, week)


def season_key(number: int) -> PeriodKey:
    """Return the key of the season with this number on its server."""
    return ALL_TIME - number


def is_season(period: PeriodKey) -> bool:
    """Return whether a period is a season."""
    return period < ALL_TIME


def period_end(start: UnixMs) -> UnixMs:
    """Return the end of the month or week that begins at ``start``; of the month if both begin then."""
    return month_start(start + 32 * DAY_MS) if start == month_start(start) else start + WEEK_MS


def is_start(at: UnixMs) -> bool:
    """Return whether a month or a week begins at exactly this time."""
    return at in (month_start(at), week_start(at))


def oldest_kept(starts: Sequence[UnixMs]) -> UnixMs:
    """Return the start of the oldest month or week whose leaderboards are kept.

    Return ``ALL_TIME + 1`` if the leaderboards of all ``starts`` are kept.

    Args:
        starts: the starts of all months and weeks with games, ascending.
    """
    return starts[-KEPT_STARTS] if len(starts) >= KEPT_STARTS else ALL_TIME + 1
