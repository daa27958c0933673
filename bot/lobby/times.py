"""Times as people write them, in both languages: ``20:30``, ``in 2 hours``, ``friday 20:00``, ``2時間後``."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.refused import Refused
from bot.tables.appointments import instants, next_start
from storage.rows import Weekly

_MS = timedelta(milliseconds=1)

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
    """A time that lies ahead, Unix milliseconds, and the rule by which it comes each week, if it does."""

    at: int
    weekly: Weekly | None = None


def read_when(text: str, now: int, zone: ZoneInfo) -> When:
    """Read a time that lies ahead, as it is meant in a time zone; ``now`` is Unix milliseconds.

    Raises:
        Refused: nobody can tell which time it is, or it is not one to come soon.
    """
    said = " ".join(unicodedata.normalize("NFKC", text).lower().split())
    every = re.match(r"every |毎週 ?", said)
    if every is not None:
        said = said[every.end() :]
    for pattern, unit in _RELATIVE:
        found = pattern.fullmatch(said)
        if found is not None and every is None:
            # By elapsed time, whatever clocks are set to meanwhile.
            return When(_checked(now + timedelta(**{unit: int(found[1])}) // _MS, now))
    minute, rest = _clock(said)
    day = _FILLERS.sub(" ", rest).strip()
    if every is None:
        # Of an hour that clocks show twice, the second time may be ahead still.
        found_at = [at for one in _days(day, now, zone) for at in instants(one, minute, zone)]
        return When(_checked(next((at for at in found_at if at > now), found_at[-1]), now))
    weekday = _weekday(day)
    if weekday is None:
        raise Refused("when-unclear")
    weekly = Weekly(weekday, minute, zone.key)
    return When(_checked(next_start(weekly, now), now), weekly)


def _clock(said: str) -> tuple[int, str]:
    """Read the time of day; return its minute, and what else was said."""
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
    return 60 * hour + minute, said[: found.start()] + " " + said[found.end() :]


def _weekday(day: str) -> int | None:
    """Find which day of the week is named, 0 for Monday."""
    if len(day) >= 3:
        for number, name in enumerate(_WEEKDAYS):
            if name == day.rstrip("s") or name == day or name[:3] == day:
                return number
    found = re.fullmatch(f"([{_DAYS}])(?:曜日?)", day)
    return None if found is None else _DAYS.index(found[1])


def _days(day: str, now: int, zone: ZoneInfo) -> list[date]:
    """Return the days that may be meant, in order: a day of the week is the next such day, too."""
    today, weekday = datetime.fromtimestamp(now / 1000, zone).date(), _weekday(day)
    if weekday is not None or not day:
        first = today + timedelta(days=0 if weekday is None else (weekday - today.weekday()) % 7)
        return [first, first + timedelta(days=1 if weekday is None else 7)]
    if day in _AHEAD:
        return [today + timedelta(days=_AHEAD[day])]
    named = _named(day, today)
    # Far away there are days that have no time in some zones, as the last of the year 9999.
    if named < today:
        raise Refused("when-past")
    if named - today > FURTHEST:
        raise Refused("when-too-far")
    return [named]


def _named(day: str, today: date) -> date:
    """Read a date; one without a year is the next such day."""
    found = _DATE.fullmatch(day)
    if found is None:
        raise Refused("when-unclear")
    try:
        if found[1]:
            return date(int(found[1]), int(found[2]), int(found[3]))
        there = date(today.year, int(found[4]), int(found[5]))
        return there if there >= today else there.replace(year=today.year + 1)
    except ValueError:
        raise Refused("when-unclear") from None


def _checked(at: int, now: int) -> int:
    if at <= now:
        raise Refused("when-past")
    if at - now > FURTHEST // _MS:
        raise Refused("when-too-far")
    return at
