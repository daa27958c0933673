from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from storage.scores.periods import (
    ALL_TIME,
    DAY_MS,
    KEPT_STARTS,
    is_start,
    kept_from,
    month_start,
    periods_of,
    week_start,
)

times = st.integers(0, 4_102_444_800_000)


def _at(*parts: int) -> int:
    return int(datetime(*parts, tzinfo=UTC).timestamp() * 1000)  # type: ignore[misc, arg-type]


@given(times)
def test_every_time_lies_in_its_month_and_its_week(at: int) -> None:
    """A month begins on a first, a week on a Monday, both at midnight UTC, and neither after the time."""
    month = datetime.fromtimestamp(month_start(at) / 1000, UTC)
    week = datetime.fromtimestamp(week_start(at) / 1000, UTC)
    given_at = datetime.fromtimestamp(at / 1000, UTC)
    assert (month.year, month.month, month.day) == (given_at.year, given_at.month, 1)
    assert week.weekday() == 0
    assert month.hour == week.hour == month.minute == week.minute == week.second == 0
    assert 0 <= at - week_start(at) < 7 * DAY_MS
    assert set(periods_of(at)) == {ALL_TIME, month_start(at), week_start(at)}
    assert len(set(periods_of(at))) == len(periods_of(at))
    assert is_start(month_start(at))
    assert is_start(week_start(at))
    assert is_start(at) == (at in (month_start(at), week_start(at)))


def test_a_month_that_begins_on_a_monday_shares_its_start() -> None:
    """1 June 2026 is a Monday: month and week have one key in its first week, two afterwards."""
    first = _at(2026, 6, 1)
    assert periods_of(first + DAY_MS) == (ALL_TIME, first)
    assert periods_of(first + 7 * DAY_MS) == (ALL_TIME, first, _at(2026, 6, 8))


@given(times)
def test_the_running_periods_are_never_let_go(at: int) -> None:
    """The running month and week and the ones before them are kept."""
    days = range(at - 200 * DAY_MS, at + 1, DAY_MS)
    starts = sorted({start for day in days for start in periods_of(day)[1:]})
    kept = kept_from(starts)
    assert sum(start >= kept for start in starts) == KEPT_STARTS
    assert week_start(week_start(at) - 1) >= kept
    assert month_start(month_start(at) - 1) >= kept


def test_few_periods_are_all_kept() -> None:
    """Before there are as many periods as are kept, every one is."""
    starts = list(range(0, KEPT_STARTS * DAY_MS, DAY_MS))
    assert kept_from(starts) == 0
    assert ALL_TIME < kept_from(starts[1:]) < 0
    assert ALL_TIME < kept_from([]) < 0
