"""Tests of reading times that people write, and of weekly times across clock changes."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.refused import Refused
from bot.tables.planning import next_start, read_when, to_unix_ms, zone_of
from storage.rows import Weekly

TOKYO, BERLIN = ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 25, 19, 0, tzinfo=TOKYO)  # a Wednesday


def ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def displayed_time(at: int, form: str, zone: ZoneInfo = TOKYO) -> str:
    return datetime.fromtimestamp(at / 1000, zone).strftime(form)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("20:30", "2026-11-25 20:30"),
        ("18:00", "2026-11-26 18:00"),
        ("8pm", "2026-11-25 20:00"),
        ("at 8:15 pm", "2026-11-25 20:15"),
        ("in 2 hours", "2026-11-25 21:00"),
        ("in 45 minutes", "2026-11-25 19:45"),
        ("friday 20:00", "2026-11-27 20:00"),
        ("Fri 20:00", "2026-11-27 20:00"),
        ("wednesday 18:00", "2026-12-02 18:00"),
        ("tomorrow at 9:00", "2026-11-26 09:00"),
        ("2026-12-24 20:00", "2026-12-24 20:00"),
        ("2時間後", "2026-11-25 21:00"),
        ("３０分後", "2026-11-25 19:30"),
        ("金曜 20:00", "2026-11-27 20:00"),
        ("金曜日の20時半", "2026-11-27 20:30"),
        ("明日 午後8時", "2026-11-26 20:00"),
        ("12月24日 20時", "2026-12-24 20:00"),
        ("1月5日 20時", "2027-01-05 20:00"),
        ("every friday 20:00", "2026-11-27 20:00"),
        ("毎週金曜 20:00", "2026-11-27 20:00"),
        ("every fri at 8pm", "2026-11-27 20:00"),
    ],
)
def test_written_time_is_understood(text: str, expected: str) -> None:
    """A written time means its next occurrence in the server's time zone, and may repeat weekly."""
    reading = read_when(text, ms(NOW), TOKYO)
    assert displayed_time(reading.at, "%Y-%m-%d %H:%M") == expected
    is_weekly = text.startswith(("every", "毎週"))
    assert reading.weekly == (Weekly(4, 20 * 60, "Asia/Tokyo") if is_weekly else None)


UNCLEAR = ("soon", "25:00", "20:99", "every 20:00", "someday 20:00", "13pm", "2026-02-30 20:00", "")
PAST = ("today 18:00", "0001-01-01 00:00", "2026-11-24 23:59")
TOO_FAR = ("2027-11-28 20:00", "9999-12-31 23:59", "in 61 days", "2027-01-25 00:00", "in 99 days")
REFUSED = {
    **dict.fromkeys(UNCLEAR, "unclear"),
    **dict.fromkeys(PAST, "past"),
    **dict.fromkeys(TOO_FAR, "too-far"),
}


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York", "Pacific/Kiritimati"])
@pytest.mark.parametrize("text", REFUSED)
def test_invalid_time_is_refused(text: str, zone: str) -> None:
    now = NOW.replace(tzinfo=ZoneInfo(zone))
    with pytest.raises(Refused, match=f"when-{REFUSED[text]}"):
        read_when(text, ms(now), ZoneInfo(zone))


ZONES = ("UTC", "Asia/Tokyo", "Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "Pacific/Apia")
WORDS = (
    *(
        "friday",
        "every ",
        "毎週",
        "today",
        "tomorrow",
        "今夜",
        "金曜日",
        "at",
        "の",
        "20時半",
        "午後8時",
        "12am",
    ),
    *(
        "0:00",
        "24:00",
        "2:30",
        "1:30",
        "23:59",
        "9999-12-31",
        "0001-01-01",
        "2028-02-29",
        "2月29日",
        "1月1日",
    ),
    *("in 2 hours", "in 9999 minutes", "2時間後", "0分後", "٢٠:٠٠", "２０：００", "①:00", "-", "99", ""),
)


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join),
    st.datetimes(datetime(2026, 1, 1), datetime(2029, 1, 1)),
    st.sampled_from(ZONES),
)
def test_any_input_gives_a_future_time_or_a_refusal(text: str, at: datetime, zone: str) -> None:
    """Any text is refused or read as a time within the next sixty days."""
    now = ms(at.replace(tzinfo=UTC))
    try:
        reading = read_when(text, now, ZoneInfo(zone))
    except Refused:
        return
    assert now < reading.at <= now + 60 * 86_400_000
    assert reading.weekly is None or next_start(reading.weekly, now) == reading.at


def test_time_of_day_survives_clock_changes() -> None:
    """20:00 stays 20:00 after the clocks change; a time that the change skips is an hour later."""
    before = datetime(2026, 10, 24, 12, 0, tzinfo=BERLIN)
    reading = read_when("tomorrow 20:00", ms(before), BERLIN)
    assert reading.at == ms(datetime(2026, 10, 25, 19, 0, tzinfo=UTC))
    assert read_when("in 24 hours", ms(before), BERLIN).at == ms(before) + 86_400_000
    spring = datetime(2026, 3, 28, 12, 0, tzinfo=BERLIN)
    gap = read_when("tomorrow 2:30", ms(spring), BERLIN)
    assert displayed_time(gap.at, "%H:%M", BERLIN) == "03:30"
    friday = datetime(2026, 10, 23, 20, 0, tzinfo=BERLIN)
    weekly = Weekly(4, 20 * 60, "Europe/Berlin")
    after = next_start(weekly, ms(friday))
    assert displayed_time(after, "%a %H:%M", BERLIN) == "Fri 20:00"
    assert after - ms(friday) == 7 * 86_400_000 + 3_600_000
    assert next_start(weekly, after) > after


@pytest.mark.parametrize(
    ("zone", "first", "minute"),
    [
        ("Europe/Berlin", "2027-03-21", 150),
        ("America/Havana", "2027-03-07", 30),
        ("America/Santiago", "2026-08-30", 0),
        ("Europe/Berlin", "2026-10-18", 150),
    ],
)
def test_weekly_table_keeps_its_hour(zone: str, first: str, minute: int) -> None:
    """If clocks skip or repeat a weekly table's hour, the table opens once that day and later as usual."""
    day = date.fromisoformat(first)
    weekly = Weekly(day.weekday(), minute, zone)
    at = to_unix_ms(day, minute, ZoneInfo(zone))[0]
    hours = []
    for weeks in range(1, 4):
        at = next_start(weekly, at)
        assert displayed_time(at, "%Y-%m-%d", ZoneInfo(zone)) == str(day + timedelta(weeks=weeks))
        hours.append(displayed_time(at, "%H:%M", ZoneInfo(zone)))
    usual = f"{minute // 60:02}:{minute % 60:02}"
    assert hours[1:] == [usual, usual]


def test_past_times_are_refused_in_a_repeated_hour() -> None:
    """In the hour that occurs twice when clocks go back, times before the current moment count as past."""
    first, second = (datetime(2026, 10, 25, hour, 45, tzinfo=UTC) for hour in (0, 1))
    for text in ("2:30", "today 2:30", "sunday 2:30", "2026-10-25 2:30"):
        assert read_when(text, ms(first), BERLIN).at == ms(datetime(2026, 10, 25, 1, 30, tzinfo=UTC))
    assert read_when("2:30", ms(second), BERLIN).at == ms(datetime(2026, 10, 26, 2, 30, tzinfo=BERLIN))
    assert read_when("sunday 2:30", ms(second), BERLIN).at == ms(datetime(2026, 11, 1, 2, 30, tzinfo=BERLIN))
    for now in (first, second):
        weekly = read_when("every sunday 2:30", ms(now), BERLIN)
        assert weekly.at == ms(datetime(2026, 11, 1, 2, 30, tzinfo=BERLIN))
        with pytest.raises(Refused, match="when-past"):
            read_when("today 2:30", ms(second), BERLIN)


def test_time_zone_is_chosen_or_follows_the_language() -> None:
    """The time zone is the server's setting, else that of its language, else UTC."""
    for name, language, zone in (
        ("Europe/Paris", "ja", "Europe/Paris"),
        (None, "ja", "Asia/Tokyo"),
        (None, "en", "UTC"),
        ("Mars/Base", "en", "UTC"),
    ):
        assert zone_of(name, language).key == zone
