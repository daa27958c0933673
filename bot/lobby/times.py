"""Times as people write them, in both languages: ``20:30``, ``in 2 hours``, ``friday 20:00``, ``2時間後``."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.refused import Refused

FURTHEST = timedelta(days=60)
"""An appointment is made for no later time."""

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAYS = "月火水木金土日"
_AHEAD = {"today": 0, "tonight": 0, "今日": 0, "今夜": 0, "tomorrow": 1, "明日": 1, "明後日": 2}
_RELATIVE = (
    (re.compile(r"in (\d{1,4}) ?(?:minutes?|mins?|m)"), "minutes"),
    (re.compile(r"in (\d{1,3}) ?(?:hours?|hrs?|h)"), "hours"),
    (re.compile(r"in (\d{1,2}) ?(?:days?|d)"), "days"),
    (re.compile(r"(\d{1,4}) ?分後"), "minutes"),
    (re.compile(r"(\d{1,3}) ?時間後"), "hours"),
    (re.compile(r"(\d{1,2}) ?日後"), "days"),
)
_CLOCK = re.compile(
    r"(?P<noon>午前|午後)? ?(?P<hour>\d{1,2})"
    r"(?:(?::|時)(?P<minute>\d{2})?分?(?P<half>半)?| ?(?=am|pm)) ?(?P<half_day>am|pm)?"
)
_DATE = re.compile(r"(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})月(\d{1,2})日)")
_FILLERS = re.compile(r"\b(?:at|on|next|this)\b|[,、にの]|から")


class When(NamedTuple):
    """A time: Unix milliseconds, and whether it is meant for every week."""

    at: int
    is_weekly: bool


def read_when(text: str, now_ms: int, zone: ZoneInfo) -> When:
    """Read a time that lies ahead, as it is meant in a time zone; ``now_ms`` is Unix milliseconds.

    Raises:
        Refused: nobody can tell which time it is, or it is not one to come soon.
    """
    said = " ".join(unicodedata.normalize("NFKC", text).lower().split())
    now = datetime.fromtimestamp(now_ms / 1000, zone)
    weekly = re.match(r"every |毎週 ?", said)
    if weekly is not None:
        said = said[weekly.end() :]
    for pattern, unit in _RELATIVE:
        found = pattern.fullmatch(said)
        if found is not None and weekly is None:
            # By elapsed time, whatever clocks are set to meanwhile.
            at = now.astimezone(UTC) + timedelta(**{unit: int(found[1])})
            return _checked(at, now, is_weekly=False)
    clock, rest = _clock(said)
    day = _FILLERS.sub(" ", rest).strip()
    if weekly is not None and _weekday(day) is None:
        raise Refused("when-unclear")
    return _checked(_first(day, clock, now, zone), now, is_weekly=weekly is not None)


def _clock(said: str) -> tuple[time, str]:
    """Read the time of day; return what else was said."""
    found = _CLOCK.search(_DATE.sub(lambda date: " " * len(date[0]), said))
    if found is None:
        raise Refused("when-unclear")
    hour, minute = int(found["hour"]), 30 if found["half"] else int(found["minute"] or 0)
    if found["half_day"] or found["noon"]:
        is_late = found["half_day"] == "pm" or found["noon"] == "午後"
        if not hour <= 12:
            raise Refused("when-unclear")
        hour = hour % 12 + 12 * is_late
    if hour > 23 or minute > 59:
        raise Refused("when-unclear")
    return time(hour, minute), said[: found.start()] + " " + said[found.end() :]


def _weekday(day: str) -> int | None:
    """Find which day of the week is named, 0 for Monday."""
    if len(day) >= 3:
        for number, name in enumerate(_WEEKDAYS):
            if name == day.rstrip("s") or name == day or name[:3] == day:
                return number
    found = re.fullmatch(f"([{_DAYS}])(?:曜日?)", day)
    return None if found is None else _DAYS.index(found[1])


def _first(day: str, clock: time, now: datetime, zone: ZoneInfo) -> datetime:
    """Find the first time ahead that is meant by a day and a time of day."""
    today, weekday = now.date(), _weekday(day)
    if weekday is not None or not day:
        ahead = 0 if weekday is None else (weekday - today.weekday()) % 7
        at = _local(today + timedelta(days=ahead), clock, zone)
        again = 1 if weekday is None else 7
        return at if at > now else _local(today + timedelta(days=ahead + again), clock, zone)
    if day in _AHEAD:
        return _local(today + timedelta(days=_AHEAD[day]), clock, zone)
    found = _DATE.fullmatch(day)
    if found is None:
        raise Refused("when-unclear")
    try:
        if found[1]:
            return _local(date(int(found[1]), int(found[2]), int(found[3])), clock, zone)
        there = date(today.year, int(found[4]), int(found[5]))
        there = there if there >= today else there.replace(year=today.year + 1)
        return _local(there, clock, zone)
    except ValueError:
        raise Refused("when-unclear") from None


def _local(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """Give a time of day; one that clocks leave out when they are put forward is as much later."""
    at = datetime.combine(day, clock, zone)
    return at.astimezone(UTC).astimezone(zone)


def _checked(at: datetime, now: datetime, *, is_weekly: bool) -> When:
    if at <= now:
        raise Refused("when-past")
    if at.astimezone(UTC) - now.astimezone(UTC) > FURTHEST:
        raise Refused("when-too-far")
    return When(int(at.timestamp() * 1000), is_weekly)
