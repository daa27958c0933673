"""Tests of reading times that people write, and of weekly times across clock changes."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import LANGUAGES
from bot.language import Localizer, time_words
from bot.refused import Refused
from bot.tables.planning import zone_of
from bot.times import date_text, next_start, possible_times, read_when, time_text, to_unix_ms
from storage.rows import Weekly

TOKYO, BERLIN = ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 25, 19, 0, tzinfo=TOKYO)  # a Wednesday


def ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def displayed_time(at: int, form: str, zone: ZoneInfo = TOKYO) -> str:
    return datetime.fromtimestamp(at / 1000, zone).strftime(form)


class Row(NamedTuple):
    """A row of the table: a text, its right answer, and when, where and in which language it is typed."""

    text: str
    answer: str
    now: datetime
    language: str

    @property
    def zone(self) -> ZoneInfo:
        zone = self.now.tzinfo
        assert isinstance(zone, ZoneInfo)
        return zone

    def read(self, text: str | None = None) -> str:
        """Return what is read, written as in the table."""
        try:
            times = possible_times(
                self.text if text is None else text, ms(self.now), self.zone, self.language
            )
        except Refused as refusal:
            return refusal.text.key.removeprefix("when-")
        written = [displayed_time(possible.at, "%Y-%m-%d %H:%M", self.zone) for possible in times]
        if len(written) > 1:
            return f"choice {', '.join(written)}"
        return f"weekly {written[0]}" if times[0].weekly else written[0]


def rows() -> list[Row]:
    table = []
    for line in (Path(__file__).parent / "times.tsv").read_text("utf-8").splitlines():
        if line.startswith("## "):
            day, clock, zone, language = line[3:].split()
            now = datetime.fromisoformat(f"{day} {clock}").replace(tzinfo=ZoneInfo(zone))
        elif "\t" in line:
            text, answer = line.split("\t")
            table.append(Row(text, answer, now, language))
    return table


ROWS = rows()


def test_every_text_of_the_table_has_its_answer() -> None:
    """Each text is read as its writer means it, or refused with the reason that helps."""
    assert len(ROWS) > 400
    assert [(row.text, row.read()) for row in ROWS] == [(row.text, row.answer) for row in ROWS]


def test_full_width_is_half_width() -> None:
    """A text of full-width letters, digits and signs means what it means in half-width ones."""
    wide = {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000}
    assert all(row.read(row.text.translate(wide)) == row.answer for row in ROWS)


def test_languages_are_understood_by_all_readers() -> None:
    """The reader's language decides on nothing but the order of month and day."""
    for row in ROWS:
        other = row._replace(language="ja" if row.language == "en" else "en")
        assert other.read() == row.answer or "/" in row.text


def refused_rows() -> list[Row]:
    return [row for row in ROWS if row.answer[0].isalpha() and not row.answer.startswith("weekly")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_help_in_each_language(language: str) -> None:
    """Each reason has a text. A choice names its times so that they can be typed."""
    for row in refused_rows():
        with pytest.raises(Refused) as refusal:
            read_when(row.text, ms(row.now), row.zone, row.language)
        sentence = Localizer(language)(refusal.value.text)
        typed = re.findall(r"`([^`]+)`", sentence)
        if row.answer.startswith("choice"):
            assert [row.read(text) for text in typed] == row.answer.removeprefix("choice ").split(", ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_that_refusals_propose_are_understood(language: str) -> None:
    """The texts that refusals write as examples are times themselves."""
    now = datetime(2026, 11, 25, 12, 0, tzinfo=TOKYO)
    for key in ("unclear", "no-clock", "no-day", "only-weekly", "other-weekday", "zone"):
        for typed in re.findall(r"`([^`]+)`", Localizer(language)(f"when-{key}")):
            assert read_when(typed, ms(now), TOKYO, language)


def test_examples_are_understood() -> None:
    """The times that are offered before anything is typed have one meaning."""
    now = datetime(2026, 11, 25, 12, 0, tzinfo=TOKYO)
    for language in LANGUAGES:
        for example in time_words(language)["examples"]:
            assert read_when(example, ms(now), TOKYO, language)


@pytest.mark.parametrize(("language", "written"), [("en", "5 Dec 2026"), ("ja", "2026年12月5日")])
def test_dates_are_written_as_people_write_them(language: str, written: str) -> None:
    at = ms(datetime(2026, 12, 5, 20, 0, tzinfo=TOKYO))
    assert date_text(at, language) == written


@pytest.mark.parametrize(
    ("zone", "language", "written"),
    [
        (TOKYO, "en", "Sat, 5 Dec 2026, 20:00 (Asia/Tokyo)"),
        (TOKYO, "ja", "2026年12月5日(土) 20:00 (Asia/Tokyo)"),
        (BERLIN, "ja", "2026年12月5日(土) 12:00 (Europe/Berlin)"),
    ],
)
def test_times_are_written_with_their_zone(zone: ZoneInfo, language: str, written: str) -> None:
    at = ms(datetime(2026, 12, 5, 20, 0, tzinfo=TOKYO))
    assert time_text(at, zone, language) == written


UNCLEAR = ("soon", "20:99", "30:00", "someday 20:00", "13pm", "2026-02-30 20:00", "", "at " * 50)
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


MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2029, 1, 1))
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
        "next",
        "来週",
        "深夜1時",
        "25:00",
        "UTC",
        "CET",
        "noon",
        "12/1",
        "8",
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
    MOMENTS,
    st.sampled_from(ZONES),
)
def test_any_input_gives_a_future_time_or_a_refusal(text: str, at: datetime, zone: str) -> None:
    """Any text is refused or read as a time within the next sixty days."""
    now = ms(at.replace(tzinfo=UTC))
    try:
        times = possible_times(text, now, ZoneInfo(zone))
    except Refused:
        return
    assert sorted({possible.at for possible in times}) == [possible.at for possible in times]
    for reading in times:
        assert now < reading.at <= now + 60 * 86_400_000
        assert reading.weekly is None or next_start(reading.weekly, now) == reading.at


@given(st.text(max_size=120), MOMENTS, st.sampled_from(ZONES))
def test_any_text_is_read_or_refused(text: str, at: datetime, zone: str) -> None:
    """A text of any letters gives a time ahead, or is refused; it never fails otherwise."""
    now = ms(at.replace(tzinfo=UTC))
    with suppress(Refused):
        assert all(now < possible.at for possible in possible_times(text, now, ZoneInfo(zone)))


@given(
    MOMENTS,
    st.timedeltas(timedelta(minutes=1), timedelta(days=59)),
    st.sampled_from(ZONES),
)
def test_written_times_are_read_back(now: datetime, ahead: timedelta, zone: str) -> None:
    """The forms in which the bot offers times, and Discord's time stamps, mean exactly these times."""
    there = ZoneInfo(zone)
    at = ms(now.replace(tzinfo=UTC) + ahead) // 60_000 * 60_000
    stamp = read_when(f"<t:{at // 1000}:F>", ms(now.replace(tzinfo=UTC)) - 60_000, there)
    assert stamp.at == at
    typed = displayed_time(at, "%Y-%m-%d %H:%M", there)
    again = read_when(typed, ms(now.replace(tzinfo=UTC)) - 60_000, there)
    assert displayed_time(again.at, "%Y-%m-%d %H:%M", there) == typed


@given(st.sampled_from(ROWS), MOMENTS, st.sampled_from(ZONES))
def test_texts_of_the_table_never_mean_the_past(row: Row, at: datetime, zone: str) -> None:
    now = ms(at.replace(tzinfo=UTC))
    with suppress(Refused):
        assert all(now < possible.at for possible in possible_times(row.text, now, ZoneInfo(zone)))


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


def test_longer_texts_are_no_times() -> None:
    """A text of a hundred characters is read, and one more is too many."""
    filled = f"{'at ' * 31}7:30 pm"
    assert len(filled) == 100
    assert displayed_time(read_when(filled, ms(NOW), TOKYO).at, "%H:%M") == "19:30"
    with pytest.raises(Refused, match="when-unclear"):
        read_when(filled.replace("7:30", "07:30"), ms(NOW), TOKYO)


def test_a_person_chooses_among_the_four_next_times() -> None:
    """Day and month, half of the day and a zone's season make eight times; the earliest four are offered."""
    summer = ms(datetime(2026, 6, 29, 7, 0, tzinfo=UTC))
    times = possible_times("7/8 5 est", summer, BERLIN, "en")
    written = [displayed_time(time.at, "%m-%d %H", ZoneInfo("UTC")) for time in times]
    assert written == ["07-08 09", "07-08 10", "07-08 21", "07-08 22"]
