"""Times as people write them."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.lobby.times import read_when
from bot.refused import Refused
from bot.tables.appointments import week_after, zone_of

TOKYO, BERLIN = ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 25, 19, 0, tzinfo=TOKYO)  # a Wednesday


def ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


@pytest.mark.parametrize(
    ("said", "expected"),
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
    ],
)
def test_a_time_is_understood(said: str, expected: str) -> None:
    """The first time ahead that is meant, by the clocks of the server's time zone."""
    found = read_when(said, ms(NOW), TOKYO)
    assert datetime.fromtimestamp(found.at / 1000, TOKYO).strftime("%Y-%m-%d %H:%M") == expected
    assert not found.is_weekly


@pytest.mark.parametrize("said", ["every friday 20:00", "毎週金曜 20:00", "every fri at 8pm"])
def test_every_week(said: str) -> None:
    """The first time, and that it is meant again each week."""
    found = read_when(said, ms(NOW), TOKYO)
    assert found.is_weekly
    assert datetime.fromtimestamp(found.at / 1000, TOKYO).strftime("%a %H:%M") == "Fri 20:00"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("soon", "when-unclear"),
        ("25:00", "when-unclear"),
        ("20:99", "when-unclear"),
        ("every 20:00", "when-unclear"),
        ("someday 20:00", "when-unclear"),
        ("13pm", "when-unclear"),
        ("2026-02-30 20:00", "when-unclear"),
        ("today 18:00", "when-past"),
        ("2027-11-28 20:00", "when-too-far"),
        ("", "when-unclear"),
    ],
)
def test_what_is_no_time_is_refused(said: str, why: str) -> None:
    """Kindly, with examples."""
    with pytest.raises(Refused) as refused:
        read_when(said, ms(NOW), TOKYO)
    assert refused.value.text.key == why


def test_clocks_that_are_changed() -> None:
    """The same time of day after clocks were changed; one that is left out is an hour later."""
    before = datetime(2026, 10, 24, 12, 0, tzinfo=BERLIN)
    found = read_when("tomorrow 20:00", ms(before), BERLIN)
    assert found.at == ms(datetime(2026, 10, 25, 19, 0, tzinfo=UTC))
    assert read_when("in 24 hours", ms(before), BERLIN).at == ms(before) + 86_400_000
    spring = datetime(2026, 3, 28, 12, 0, tzinfo=BERLIN)
    gap = read_when("tomorrow 2:30", ms(spring), BERLIN)
    assert datetime.fromtimestamp(gap.at / 1000, BERLIN).strftime("%H:%M") == "03:30"
    friday = datetime(2026, 10, 23, 20, 0, tzinfo=BERLIN)
    after = week_after(ms(friday), BERLIN, ms(friday))
    assert datetime.fromtimestamp(after / 1000, BERLIN).strftime("%a %H:%M") == "Fri 20:00"
    assert after - ms(friday) == 7 * 86_400_000 + 3_600_000
    assert week_after(ms(friday), BERLIN, after) > after


def test_the_time_zone_of_a_server() -> None:
    """Its own choice, else what its language suggests; what is no zone is UTC."""
    assert [zone_of(*given).key for given in (("Europe/Paris", "ja"), (None, "ja"), (None, "en"))] == [
        "Europe/Paris",
        "Asia/Tokyo",
        "UTC",
    ]
    assert zone_of("Mars/Base", "en").key == "UTC"
