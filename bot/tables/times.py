"""Reads times as people write them: ``20:30``, ``in 2 hours``, ``friday 20:00``, ``2時間後``."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot import LANGUAGES
from bot.language.catalogue import time_words
from bot.refused import Refused
from bot.tables.appointments import instants, next_start
from storage.fields import Weekly

_MS = timedelta(milliseconds=1)

MAX_AHEAD = timedelta(days=60)
"""How far ahead a lobby can be planned."""

_WORDS = [time_words(language) for language in LANGUAGES]
_EVERY = re.compile("|".join(f"(?:{words['every']})" for words in _WORDS))
_WEEKDAYS = [
    re.compile("|".join(names)) for names in zip(*(words["weekdays"] for words in _WORDS), strict=True)
]
_DAYS = {name: count for words in _WORDS for name, count in words["days"].items()}
_AHEAD = [(re.compile(pattern), unit) for words in _WORDS for unit, pattern in words["ahead"].items()]
_CLOCKS = [re.compile(words["clock"]) for words in _WORDS]
_FILLERS = re.compile("|".join(words["fillers"] for words in _WORDS))
_ISO_DATE = r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"
_DATES = [re.compile(_ISO_DATE), *(re.compile(pattern) for words in _WORDS for pattern in words["dates"])]


class AppointmentTime(NamedTuple):
    """A future time in Unix milliseconds; for a weekly appointment also its weekday, time and zone."""

    at: int
    weekly: Weekly | None = None


def read_when(text: str, now: int, zone: ZoneInfo) -> AppointmentTime:
    """Return the future time that a person has typed, such as ``friday 20:00``.

    Args:
        now: Unix milliseconds.
        zone: the time zone of the text.

    Raises:
        Refused: the text is unclear, or the time has passed or is too far ahead.
    """
    words = " ".join(unicodedata.normalize("NFKC", text).lower().split())
    every = _EVERY.match(words)
    if every is not None:
        words = words[every.end() :]
    for pattern, unit in _AHEAD:
        relative = pattern.fullmatch(words)
        if relative is not None and every is None:
            # By elapsed time, so a change to summer time makes no difference.
            return AppointmentTime(_checked(now + timedelta(**{unit: int(relative[1])}) // _MS, now))
    minute, rest = _time_of_day(words)
    day = _FILLERS.sub(" ", rest).strip()
    if every is None:
        # Of an hour that clocks show twice, the second time may be ahead still.
        found_at = [at for possible in _days(day, now, zone) for at in instants(possible, minute, zone)]
        return AppointmentTime(_checked(next((at for at in found_at if at > now), found_at[-1]), now))
    weekday = _weekday(day)
    if weekday is None:
        raise Refused("when-unclear")
    weekly = Weekly(weekday, minute, zone.key)
    return AppointmentTime(_checked(next_start(weekly, now), now), weekly)


class _TimeOfDay(NamedTuple):
    minute: int  # after midnight
    rest: str  # of the text


def _time_of_day(words: str) -> _TimeOfDay:
    blanked = words
    for pattern in _DATES:  # the numbers of a date are no time of day
        blanked = pattern.sub(lambda longest: " " * len(longest[0]), blanked)
    matches = [match for pattern in _CLOCKS if (match := pattern.search(blanked))]
    if not matches:
        raise Refused("when-unclear")
    longest = max(matches, key=lambda match: len(match[0]))
    parts = longest.groupdict()
    hour, minute = int(longest["hour"]), 30 if parts.get("half") else int(longest["minute"] or 0)
    if parts.get("am") or parts.get("pm"):
        if not hour <= 12:
            raise Refused("when-unclear")
        hour = hour % 12 + (12 if parts.get("pm") else 0)
    if hour > 23 or minute > 59:
        raise Refused("when-unclear")
    return _TimeOfDay(60 * hour + minute, words[: longest.start()] + " " + words[longest.end() :])


def _weekday(day: str) -> int | None:
    return next((number for number, pattern in enumerate(_WEEKDAYS) if pattern.fullmatch(day)), None)


def _days(day: str, now: int, zone: ZoneInfo) -> list[date]:
    """Return the possible dates of a typed date or weekday, earliest first. An empty text means today or
    tomorrow.
    """
    # A weekday has two possible dates, since its time may have passed today.
    today, weekday = datetime.fromtimestamp(now / 1000, zone).date(), _weekday(day)
    if weekday is not None or not day:
        first = today + timedelta(days=0 if weekday is None else (weekday - today.weekday()) % 7)
        return [first, first + timedelta(days=1 if weekday is None else 7)]
    if day in _DAYS:
        return [today + timedelta(days=_DAYS[day])]
    chosen_day = _date(day, today)
    # Far away there are days that have no time in some zones, as the last of the year 9999.
    if chosen_day < today:
        raise Refused("when-past")
    if chosen_day - today > MAX_AHEAD:
        raise Refused("when-too-far")
    return [chosen_day]


def _date(day: str, today: date) -> date:
    date_match = next((match for pattern in _DATES if (match := pattern.fullmatch(day))), None)
    if date_match is None:
        raise Refused("when-unclear")
    try:
        if "year" in date_match.groupdict():
            return date(int(date_match["year"]), int(date_match["month"]), int(date_match["day"]))
        there = date(today.year, int(date_match["month"]), int(date_match["day"]))
        return there if there >= today else there.replace(year=today.year + 1)
    except ValueError:
        raise Refused("when-unclear") from None


def _checked(at: int, now: int) -> int:
    if at <= now:
        raise Refused("when-past")
    if at - now > MAX_AHEAD // _MS:
        raise Refused("when-too-far")
    return at
