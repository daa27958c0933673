"""Times that people type, and dates as people write them.

A typed text is split into words that the files ``times.toml`` know: days, dates, hours, parts of a day and
zones. A text with any other word is refused. If the words fit several times, the person is asked which is
meant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.dates import format_skeleton, get_month_names
from discord.utils import TIMESTAMP_PATTERN

from bot import LANGUAGES
from bot.caches import cached
from bot.language import language_of, time_words
from bot.refused import Refused
from games.core.words import Joined, Text
from storage.rows import Weekly
from storage.scores import seasons

MAX_AHEAD = timedelta(days=60)
"""How far ahead a lobby can be planned."""

LONGEST_TEXT = 100
"""Limit of the characters of a text that is read. Longer ones are no times, and would take long."""

LATEST_HOUR = 29
"""The last hour of a day that can be written: in Japan the night of a day ends at 29:59."""

STAMP_DIGITS = 12
"""Limit of the digits of a time stamp of Discord, which counts seconds."""

MOST_CHOICES = 4
"""Limit of the times among which a person is asked to choose."""


class PlannedTime(NamedTuple):
    """A future time in Unix milliseconds; for a weekly planned game also its weekday, time and zone."""

    at: int
    weekly: Weekly | None = None


# --- dates for people ---------------------------------------------------------------------------------------


def date_text(at: int, language: str) -> str:
    """Return the date of a time in Unix milliseconds (UTC) as people write it, without its weekday.

    >>> date_text(1796468400000, "en"), date_text(1796468400000, "ja")
    ('5 Dec 2026', '2026年12月5日')
    """
    return day_text(datetime.fromtimestamp(at / 1000, UTC).date(), language)


def day_text(day: date, language: str) -> str:
    """Return a date as people write it, without its weekday."""
    locale = _locale(language)
    return str(format_skeleton("yMMMd", _noon(day), locale=locale))


def time_text(at: int, zone: ZoneInfo, language: str) -> str:
    """Return a time in Unix milliseconds with its weekday, date and zone, for places without markup.

    >>> time_text(1796468400000, ZoneInfo("Asia/Tokyo"), "en")
    'Sat, 5 Dec 2026, 20:00 (Asia/Tokyo)'
    >>> time_text(1796468400000, ZoneInfo("Asia/Tokyo"), "ja")
    '2026年12月5日(土) 20:00 (Asia/Tokyo)'
    """
    there = datetime.fromtimestamp(at / 1000, zone)
    day = format_skeleton("yMMMEd", _noon(there.date()), locale=_locale(language))
    joint = ", " if language_of(language) == "en" else " "
    return f"{day}{joint}{there:%H:%M} ({zone.key})"


def _noon(day: date) -> datetime:
    # The library moves a time to its zone, so the time must not be close to midnight.
    return datetime.combine(day, time(12))


@cached(8, of_people=False)
def _locale(language: str) -> Locale:
    return Locale.parse(str(time_words(language_of(language))["dates_as"]))


def to_unix_ms(day: date, minutes: int, zone: ZoneInfo) -> tuple[int, ...]:
    """Return a date and time of day in a time zone as Unix milliseconds.

    Args:
        minutes: the time of day, in minutes after midnight.

    Returns:
        One time; two if clocks are put back and show the time twice. If clocks are put forward and skip the
        time, a later one.
    """
    hour, minute = divmod(minutes, 60)
    at = datetime.combine(day, time(hour, minute), zone)
    first = int(at.timestamp() * 1000)
    second = int(at.replace(fold=1).timestamp() * 1000)
    if second > first:
        return (first, second)
    return (first,)


def next_start(weekly: Weekly, after: int) -> int:
    """Return a weekly table's first start after a time. Both times are Unix milliseconds."""
    zone = seasons.zone_of(weekly.zone)
    day = datetime.fromtimestamp(after / 1000, zone).date()
    day += timedelta(days=(weekly.weekday - day.weekday()) % 7)
    while (at := to_unix_ms(day, weekly.minute, zone)[0]) <= after:
        day += timedelta(days=7)
    return at


def weekly_at(at: int, zone: ZoneInfo) -> Weekly:
    """Return the weekday and time of day of a time in Unix milliseconds."""
    there = datetime.fromtimestamp(at / 1000, zone)
    return Weekly(there.weekday(), there.hour * 60 + there.minute, zone.key)


def typed_text(at: int, zone: ZoneInfo) -> str:
    """Return a time in Unix milliseconds as a text that ``read_when`` reads in every language.

    >>> typed_text(1796468400000, ZoneInfo("Asia/Tokyo"))
    '2026-12-05 20:00'
    """
    return f"{datetime.fromtimestamp(at / 1000, zone):%Y-%m-%d %H:%M}"


# --- reading ------------------------------------------------------------------------------------------------


def read_when(text: str, now: int, zone: ZoneInfo, language: str = "") -> PlannedTime:
    """Return the future time that a person has typed, such as ``friday 20:00``.

    Args:
        now: Unix milliseconds.
        zone: the time zone of texts that name none.
        language: the reader's language, which decides on the order of month and day.

    Raises:
        Refused: the text is unclear or has several meanings, or the time has passed or is too far ahead.
    """
    meanings = possible_times(text, now, zone, language)
    if len(meanings) > 1:
        choices = [
            Text("when-choice-one", {"at": str(meaning.at // 1000), "typed": typed_text(meaning.at, zone)})
            for meaning in meanings
        ]
        raise Refused("when-choice", times=Joined(tuple(choices)))
    return meanings[0]


def possible_times(text: str, now: int, zone: ZoneInfo, language: str = "") -> list[PlannedTime]:
    """Return the future times that a text can mean, earliest first: one, or several for an unclear text.

    Raises:
        Refused: the text has no meaning, or all times have passed or are too far ahead.
    """
    if stamp := _stamp(unicodedata.normalize("NFKC", text).strip(), now):
        return [stamp]
    reading = _Reading(_split(_normalized(text)))
    reading.check_kinds()
    # A length of time counts from now, and elapses whether or not clocks change.
    if reading.has("length") and not reading.has("clock", "noon", "midnight"):
        reading.check_only(("length",))
        return [PlannedTime(_checked(now + reading.length // _MS, now))]
    meanings: dict[int, PlannedTime] = {}
    is_too_far = False
    for there in reading.zones(zone):
        for minute in reading.minutes():
            for meaning in _starts(reading, minute, there, now, language):
                is_too_far = is_too_far or meaning.at - now > MAX_AHEAD // _MS
                if now < meaning.at <= now + MAX_AHEAD // _MS:
                    meanings.setdefault(meaning.at, meaning)
    if not meanings:
        raise Refused("when-too-far" if is_too_far else "when-past")
    return [meanings[at] for at in sorted(meanings)][:MOST_CHOICES]


_MS = timedelta(milliseconds=1)
_WEEK = timedelta(weeks=1)


def _checked(at: int, now: int) -> int:
    if at <= now:
        raise Refused("when-past")
    if at - now > MAX_AHEAD // _MS:
        raise Refused("when-too-far")
    return at


def _stamp(text: str, now: int) -> PlannedTime | None:
    # Discord's time stamps, which its clients write after "@time", and times with an offset.
    match = TIMESTAMP_PATTERN.fullmatch(re.sub(r"^(?:at|on|@) ?(?=<)", "", text))
    if match is not None:
        # A number of any length may stand in a stamp; those of more digits lie beyond all calendars.
        if len(match[1]) > STAMP_DIGITS:
            raise Refused("when-unclear")
        return PlannedTime(_checked(int(match[1]) * 1000, now))
    if _OFFSET_TIME.fullmatch(text) is None:
        return None
    try:
        at = datetime.fromisoformat(text.upper())
        return PlannedTime(_checked(int(at.timestamp() * 1000), now))
    except (ValueError, OverflowError):
        raise Refused("when-unclear") from None


_OFFSET_TIME = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d)?(?:[+-]\d\d:?\d\d)", re.ASCII)


def _starts(reading: _Reading, minute: int, zone: ZoneInfo, now: int, language: str) -> Iterator[PlannedTime]:
    # A time for each date that the words can mean; of dates of which the next counts, the next.
    more_days, minute = divmod(minute, 24 * 60)
    if reading.has("every") or reading.is_each_week:
        weekly = Weekly((reading.weekday + more_days) % 7, minute, zone.key)
        yield PlannedTime(next_start(weekly, now), weekly)
        return
    today = datetime.fromtimestamp(now / 1000, zone).date()
    for days in reading.days(today, language):
        # Far dates need no exact time, and the first and last of the calendar have none in some zones.
        if abs(days[0] - today) > 2 * MAX_AHEAD:
            yield PlannedTime(now + (days[0] - today) // _MS)
            continue
        times: list[int] = []
        for day in days:
            times += to_unix_ms(day + timedelta(days=more_days), minute, zone)
        yield PlannedTime(next((at for at in times if at > now), times[-1]))


# --- words --------------------------------------------------------------------------------------------------
# The words of a text, each of a kind. Where several patterns fit, the longest match is the word.

_LANGUAGE_WORDS = list(map(time_words, LANGUAGES))

_KINDS = (
    "every",
    "not_weekly",
    "this_week",
    "next_week",
    "week_after_next",
    "this_day",
    "next_day",
    "this_month",
    "next_month",
    "weekend",
    "past",
    "now",
    "unknown_zone",
    "noon",
    "midnight",
    "filler",
)

_KANJI = "〇一二三四五六七八九"
_KANJI_NUMBER = re.compile(rf"[{_KANJI}十]+(?=[時分日月年週])")


class _Zone(NamedTuple):
    name: str
    # The offset in hours that the written word means exactly. Out of its season people mean the offset or the
    # zone, and are asked.
    hours: int | None = None


class _Day(NamedTuple):
    days_ahead: int
    part: str | None  # part of the day, as in "tonight"


_STANDARD_ZONES = {
    "utc": _Zone("UTC"),
    "gmt": _Zone("UTC"),
    "z": _Zone("UTC"),
    "jst": _Zone("Asia/Tokyo"),
    "kst": _Zone("Asia/Seoul"),
    "et": _Zone("America/New_York"),
    "est": _Zone("America/New_York", -5),
    "edt": _Zone("America/New_York", -4),
    "pt": _Zone("America/Los_Angeles"),
    "pst": _Zone("America/Los_Angeles", -8),
    "pdt": _Zone("America/Los_Angeles", -7),
    "cet": _Zone("Europe/Berlin", 1),
    "cest": _Zone("Europe/Berlin", 2),
    "aest": _Zone("Australia/Sydney", 10),
    "aedt": _Zone("Australia/Sydney", 11),
}
"""Abbreviations of zones. Those of several zones, such as CST, are not here."""


class _Word(NamedTuple):
    kind: str
    match: re.Match[str]
    value: Any = None


class _Pattern(NamedTuple):
    kind: str
    pattern: re.Pattern[str]
    value: Any = None


def _normalized(text: str) -> str:
    words = " ".join(unicodedata.normalize("NFKC", text).lower().replace("’", "'").split())
    # A time such as 2026-12-05T20:00 is a date and an hour.
    words = re.sub(r"(?<=\d-\d\d)t(?=\d\d:)", " ", words)
    return _KANJI_NUMBER.sub(lambda number: _digits(number[0]), words)


def _digits(number: str) -> str:
    # Numbers below one hundred: 十二, 二十, 二〇.
    tens, ten, ones = number.rpartition("十")
    if "十" in tens:
        return number
    digits = _digits_of_signs(ones)
    if not ten:
        return digits
    first = _digits_of_signs(tens)
    return f"{first or 1}{digits or 0}"


def _digits_of_signs(signs: str) -> str:
    return "".join([str(_KANJI.index(sign)) for sign in signs])


def _split(words: str) -> list[_Word]:
    if len(words) > LONGEST_TEXT:
        raise Refused("when-unclear")
    split: list[_Word] = []
    position = 0
    while position < len(words):
        if words[position] == " ":
            position += 1
            continue
        matches = []
        for pattern in _patterns():
            match = pattern.pattern.match(words, position)
            if match is not None:
                matches.append(_Word(pattern.kind, match, pattern.value))
        if not matches:
            raise Refused("when-unclear")
        longest = max(matches, key=lambda word: word.match.end())
        position = longest.match.end()
        if longest.kind != "filler":
            split.append(longest)
    return split


@cached(8, of_people=False)
def _patterns() -> tuple[_Pattern, ...]:
    # Earlier patterns win among those of one length.
    patterns = [
        _pattern("date", r"(?P<year>\d{4})([-/.])(?P<month>\d{1,2})\2(?P<day>\d{1,2})(?!\d)"),
        _pattern("numbers", r"(?P<first>\d{1,2})/(?P<second>\d{1,2})(?:/(?P<year>\d{4}))?(?![\d/])"),
        _pattern("clock", r"(?P<hour>\d{1,2})(?P<exact>:)(?P<minute>\d{2})(?::\d{2})?(?![\d:])"),
        _pattern("offset", r"(?:utc|gmt) ?(?P<sign>[+-])(?P<hours>\d{1,2})(?::?00)?(?![\d:])"),
        _pattern("region", r"[a-z_]+(?:/[a-z_+-]+)+"),
    ]
    for name, zone in _STANDARD_ZONES.items():
        patterns.append(_pattern("zone", re.escape(name), zone))
    for words in _LANGUAGE_WORDS:
        patterns += _language_patterns(words)
    return tuple(patterns)


def _language_patterns(words: Mapping[str, Any]) -> Iterator[_Pattern]:
    for kind in _KINDS:
        yield _pattern(kind, words[kind])
    for number, weekday in enumerate(words["weekdays"]):
        yield _pattern("weekday", weekday, number)
    for clock in words["clocks"]:
        yield _pattern("clock", clock)
    months = _month_names(words)
    names = "|".join(sorted(map(re.escape, months), key=len, reverse=True))
    for form in words["dates"]:
        yield _pattern("date", form.replace("MONTH", names), months)
    for part, pattern in words["parts"].items():
        yield _pattern("part", pattern, part)
    for name, count in words["days"].items():
        yield _pattern("day", re.escape(name), _Day(count, words["day_parts"].get(name)))
    for name, zone in words["zones"].items():
        yield _pattern("zone", re.escape(name), _Zone(zone))
    yield from _length_patterns(words)


def _length_patterns(words: Mapping[str, Any]) -> Iterator[_Pattern]:
    ahead = words["ahead"]
    short = words["short"]
    numbers = {str(name): float(number) for name, number in words["numbers"].items()}
    spelled = sorted(map(re.escape, numbers), key=len, reverse=True)
    # A space separates "an hour"; without it "and" would be "an d".
    number_patterns = [r"\d{1,5}(?:\.\d{1,2})?"]
    number_patterns += [f"{name}(?= )" for name in spelled]
    number = "|".join(number_patterns)
    alone = {unit: ahead[unit] for unit in ("weeks", "days", "hours", "minutes") if unit in ahead}
    within = {unit: "|".join(filter(None, [alone.get(unit), short[unit]])) for unit in short}
    for units, is_alone in ((alone, True), (within, False)):
        if units:
            any_unit = "|".join(units.values())
            quantity = rf"(?:{number}) ?(?:{any_unit})(?![a-z])(?:{ahead['half']})?"
            some = rf"(?P<some>{quantity}(?:(?:{ahead['joint']})?{quantity})*)"
            value = _Units(re.compile(rf"({number}) ?(?:{_named(units)})(?P<half>{ahead['half']})?"), numbers)
            if is_alone:
                yield _pattern("length", some, value)
            else:
                yield _pattern("length", rf"(?:{ahead['before']}){some}(?:{ahead['after']})?", value)
                yield _pattern("length", rf"{some}(?:{ahead['after']})", value)


def _named(units: Mapping[str, str]) -> str:
    return "|".join(f"(?P<{unit}>{pattern})" for unit, pattern in units.items())


class _Units(NamedTuple):
    # How the quantities of a length of time are written.
    quantity: re.Pattern[str]
    numbers: Mapping[str, float]

    def total(self, some: str) -> timedelta:
        total = timedelta()
        for quantity in self.quantity.finditer(some):
            amount = self.numbers.get(quantity[1])
            if amount is None:
                amount = float(quantity[1])
            parts = quantity.groupdict()
            if parts.pop("half"):
                amount += 0.5
            unit = next(unit for unit, written in parts.items() if written)
            total += timedelta(**{unit: amount})
        return total


def _pattern(kind: str, pattern: str, value: Any = None) -> _Pattern:
    # A word of Latin letters ends where they end. Digits are those of ASCII after normalization.
    return _Pattern(kind, re.compile(rf"(?:{pattern})(?<![a-z](?=[a-z]))", re.ASCII), value)


@cached(8, of_people=False)
def _month_numbers(locale: Locale) -> dict[str, int]:
    numbers = {}
    for width in ("wide", "abbreviated"):
        for number, name in get_month_names(width, locale=locale).items():
            numbers[name.lower().rstrip(".")] = number
    return numbers


def _month_names(words: Mapping[str, Any]) -> dict[str, int]:
    # British and American abbreviations differ in September.
    locale = Locale.parse(words["dates_as"])
    return _month_numbers(Locale.parse(locale.language)) | _month_numbers(locale)


# --- meaning ------------------------------------------------------------------------------------------------


def _hours(first: int, last: int, *, added: tuple[int, ...] = (0,)) -> dict[int, tuple[int, ...]]:
    # The written hours from ``first`` to ``last``, each with its meanings: the hour and what is added to it.
    meanings = {}
    for hour in range(first, last + 1):
        meanings[hour] = tuple([hour + more for more in added])
    return meanings


_NOON = (12,)
_EITHER_NIGHT = (0, 24)

PARTS: dict[str, dict[int, tuple[int, ...]]] = {
    "am": _hours(1, 11) | {12: (0,)},
    "pm": _hours(1, 11, added=_NOON) | {12: (12,)},
    # Of twelve o'clock in Japanese, law and habit say the opposite.
    "before_noon": _hours(0, 11) | {12: (0, 12)},
    "after_noon": _hours(0, 11, added=_NOON) | {12: (12, 24)},
    "morning": _hours(4, 11),
    "midday": _hours(10, 15) | _hours(1, 3, added=_NOON),
    "afternoon": _hours(12, 18) | _hours(1, 6, added=_NOON),
    "evening": _hours(15, 23) | _hours(3, 11, added=_NOON),
    "night": _hours(0, 4, added=_EITHER_NIGHT) | _hours(5, 12, added=_NOON) | _hours(17, LATEST_HOUR),
    "late": _hours(0, 5, added=_EITHER_NIGHT) | _hours(10, 12, added=_NOON) | _hours(21, LATEST_HOUR),
}
"""What an hour means in each part of a day, as hours after midnight: two if it can be of either night."""

_EXACT_PARTS = ("am", "pm", "before_noon", "after_noon")


class _Reading:
    """The words of a text by their kinds."""

    def __init__(self, words: Sequence[_Word]) -> None:
        self._words: dict[str, list[_Word]] = {}
        for word in words:
            self._words.setdefault(word.kind, []).append(word)

    def has(self, *kinds: str) -> bool:
        """Return whether the text has a word of one of these kinds."""
        return any(kind in self._words for kind in kinds)

    def check_only(self, kinds: Collection[str]) -> None:
        """Raise ``Refused`` if the text has words of other kinds."""
        if any(kind not in kinds for kind in self._words):
            raise Refused("when-unclear")

    def _count(self, *kinds: str) -> int:
        return len(self._words.keys() & set(kinds))

    @property
    def _names_day(self) -> bool:
        return self.has("weekday", "date", "numbers", "day", "length")

    def check_kinds(self) -> None:
        """Raise ``Refused`` if words are missing, contradict each other, or mean what the bot cannot do."""
        for kind, words in self._words.items():
            # A date may have its weekday, and two words may say the part of a day: "friday night 9pm".
            if len(words) > 1 and kind != "part":
                raise Refused("when-unclear")
        for kind, key in (
            ("not_weekly", "when-only-weekly"),
            ("past", "when-past"),
            ("now", "when-now"),
            ("unknown_zone", "when-zone"),
        ):
            if self.has(kind):
                raise Refused(key)
        if not self._words:
            raise Refused("when-unclear")
        is_dayless = self.has("weekend") or not self._names_day
        has_hour = self.has("clock", "noon", "midnight")
        has_week = self.has("every", "this_week", "next_week", "week_after_next", "weekend")
        if has_hour and is_dayless and has_week:
            raise Refused("when-no-day")
        if not has_hour and not self.has("length"):
            raise Refused("when-no-clock")
        self._check_together()

    def _check_together(self) -> None:
        # Words that say the day in two ways; a weekday beside a date is compared with it.
        if self.is_each_week or self.has("every"):
            if not self.has("weekday"):
                raise Refused("when-no-day")
            self.check_only(
                ("every", "weekday", "clock", "noon", "midnight", "part", "zone", "region", "offset")
            )
        related = self._count("this_week", "next_week", "week_after_next", "this_day", "next_day")
        if related > 1 or (related and not self.has("weekday")):
            raise Refused("when-unclear")
        ways = self._count("date", "numbers", "day", "length")
        if ways > 1 or (ways and related) or (self.has("weekday") and self.has("day", "length")):
            raise Refused("when-unclear")
        if self.has("this_month", "next_month") and not self._is_day_of_month:
            raise Refused("when-unclear")
        if self._count("clock", "noon", "midnight") > 1:
            raise Refused("when-unclear")
        if self._count("zone", "region", "offset") > 1:
            raise Refused("when-unclear")

    @property
    def is_each_week(self) -> bool:
        """True if the weekday is written so that it means every week."""
        return self.has("weekday") and bool(self._word("weekday").match.groupdict().get("each"))

    @property
    def weekday(self) -> int:
        """The written weekday; 0 is Monday."""
        return int(self._word("weekday").value)

    @property
    def length(self) -> timedelta:
        """The written length of time.

        Raises:
            Refused: it is no whole number of minutes.
        """
        word = self._word("length")
        total: timedelta = word.value.total(word.match["some"])
        return total

    def _word(self, kind: str) -> _Word:
        return self._words[kind][0]

    @property
    def _day(self) -> _Day:
        day: _Day = self._word("day").value
        return day

    @property
    def _is_day_of_month(self) -> bool:
        return self.has("date") and not self._word("date").match.groupdict().get("month")

    def zones(self, zone: ZoneInfo) -> list[ZoneInfo]:
        """Return the zones that can be meant: two for an abbreviation out of its season."""
        if self.has("zone"):
            written: _Zone = self._word("zone").value
            zones = [ZoneInfo(written.name)]
            if written.hours is not None:
                zones.append(_fixed_zone(written.hours))
            return zones
        if self.has("offset"):
            match = self._word("offset").match
            return [_fixed_zone(int(f"{match['sign']}{match['hours']}"))]
        if self.has("region"):
            name = _regions().get(self._word("region").match[0], "")
            if not name:
                raise Refused("when-zone")
            return [ZoneInfo(name)]
        return [zone]

    def minutes(self) -> list[int]:
        """Return the times of day that can be meant, in minutes after midnight. Some are of the next day."""
        if self.has("noon"):
            hours = {12}
            minute = 0
        elif self.has("midnight"):
            hours = {0, 24}
            minute = 0
        else:
            hours, minute = self._clock()
        for part in self._parts():
            hours = self._within(hours, part)
        if not hours:
            raise Refused("when-unclear")
        # Without a day, 25:00 may be of this night or of the next.
        if not self._names_day:
            hours |= {hour - 24 for hour in hours if hour >= 24}
        return [60 * hour + minute for hour in sorted(hours)]

    def _parts(self) -> list[str]:
        # The written parts of the day, exact ones first. The part of a day's own word, such as of "tonight",
        # comes last.
        parts = [word.value for word in self._words.get("part", ())]
        if self.has("day") and self._day.part:
            parts.append(self._day.part)
        parts.sort(key=lambda part: part not in _EXACT_PARTS)
        return list(dict.fromkeys(parts))

    def _within(self, hours: Iterable[int], part: str) -> set[int]:
        within = set[int]()
        for hour in hours:
            within.update(PARTS[part].get(hour, ()))
        return within

    def _clock(self) -> tuple[set[int], int]:
        match = self._word("clock").match
        parts = match.groupdict()
        hour = int(match["hour"])
        minute = 30 if parts.get("half") else int(parts.get("minute") or 0)
        if hour > LATEST_HOUR or minute > 59:
            raise Refused("when-unclear")
        is_exact = parts.get("exact") or match["hour"].startswith("0") or hour > 12
        has_part = self.has("part") or (self.has("day") and self._day.part)
        if is_exact or has_part or hour == 0:
            return {hour}, minute
        return {hour, hour + 12}, minute

    def days(self, today: date, language: str) -> list[list[date]]:
        """Return the dates that the words can mean.

        Returns:
            A list for each meaning. Of the dates of a list the first that is ahead counts.
        """
        if self.has("date"):
            return [self._checked_weekday(self._date(today))]
        if self.has("numbers"):
            return self._numeric_dates(today, language)
        if self.has("day"):
            return [[today + timedelta(days=self._day.days_ahead)]]
        if self.has("length"):
            days = self.length / timedelta(days=1)
            if not days.is_integer():
                raise Refused("when-unclear")
            return [[today + timedelta(days=min(days, 2 * MAX_AHEAD.days))]]
        if self.has("weekday"):
            return self._weekdays(today)
        return [[today, today + timedelta(days=1)]]

    def _weekdays(self, today: date) -> list[list[date]]:
        coming = today + timedelta(days=(self.weekday - today.weekday()) % 7)
        if self.has("this_day"):
            return [[coming]]
        if self.has("next_day"):
            after_today = coming if coming > today else coming + _WEEK
            meanings = [[after_today]]
            meanings += [[day] for day in self._in_week(today, 1)]
            return meanings
        for kind, weeks in (("this_week", 0), ("next_week", 1), ("week_after_next", 2)):
            if self.has(kind):
                return [[day] for day in self._in_week(today, weeks)]
        return [[coming, coming + _WEEK]]

    def _in_week(self, today: date, weeks: int) -> list[date]:
        # Weeks begin on Monday for some people and on Sunday for others.
        days = []
        for first in (0, 6):
            begin = today - timedelta(days=(today.weekday() - first) % 7)
            days.append(begin + weeks * _WEEK + timedelta(days=(self.weekday - first) % 7))
        return days

    def _date(self, today: date) -> list[date]:
        word = self._word("date")
        parts = word.match.groupdict()
        day = int(parts["day"])
        month = parts.get("month")
        year = parts.get("year")
        if month is None:
            return self._days_of_months(day, today)
        number = int(month) if month.isdecimal() else word.value[month]
        return _dates(int(year) if year else None, number, day, today)

    def _days_of_months(self, day: int, today: date) -> list[date]:
        months = range(12)
        if self.has("this_month"):
            months = range(1)
        if self.has("next_month"):
            months = range(1, 2)
        days = []
        for more in months:
            years, month = divmod(today.month - 1 + more, 12)
            days += _real_date(today.year + years, month + 1, day)
        ahead = [possible for possible in days if possible >= today]
        if not days:
            raise Refused("when-unclear")
        return ahead[:2] or days[:1]

    def _numeric_dates(self, today: date, language: str) -> list[list[date]]:
        # 12/5 is the fifth of December or the twelfth of May, by the writer's language.
        match = self._word("numbers").match
        first = int(match["first"])
        second = int(match["second"])
        year = int(match["year"]) if match["year"] else None
        orders = [(first, second), (second, first)]
        if time_words(language_of(language))["is_month_first"]:
            orders = orders[:1]
        meanings = []
        for month, day in orders:
            try:
                meanings.append(_dates(year, month, day, today))
            except Refused:
                continue
        if not meanings:
            raise Refused("when-unclear")
        if self.has("weekday"):
            meanings = [days for days in meanings if days[0].weekday() == self.weekday]
        if not meanings:
            raise Refused("when-other-weekday")
        return meanings

    def _checked_weekday(self, days: list[date]) -> list[date]:
        if not self.has("weekday"):
            return days
        fitting = [day for day in days if day.weekday() == self.weekday]
        if not fitting:
            raise Refused("when-other-weekday")
        return fitting


def _dates(year: int | None, month: int, day: int, today: date) -> list[date]:
    # Without a year the next such date, which may be today.
    years = [year] if year is not None else [today.year, today.year + 1]
    dates: list[date] = []
    for possible in years:
        dates += _real_date(possible, month, day)
    if not dates:
        raise Refused("when-unclear")
    ahead = [possible for possible in dates if possible >= today]
    return (ahead or dates)[:1]


def _real_date(year: int, month: int, day: int) -> list[date]:
    try:
        return [date(year, month, day)]
    except ValueError:
        return []


def _fixed_zone(hours: int) -> ZoneInfo:
    # The signs in the names of these zones are those of POSIX: east is negative.
    try:
        return ZoneInfo(f"Etc/GMT{-hours:+d}" if hours else "UTC")
    except (KeyError, ValueError):
        raise Refused("when-zone") from None


@cached(8, of_people=False)
def _regions() -> dict[str, str]:
    return {name.lower(): name for name in available_timezones()}
