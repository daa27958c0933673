"""Lobbies that open at a time: how it is written, who comes is called once; an event of their server."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest

from bot.lobby.times import read_when
from bot.refused import Refused
from bot.tables.appointments import week_after, zone_of
from storage.rows import GuildSettings
from storage.servers.order import BARRED, Act, note_act
from storage.servers.settings import save_settings
from tests.bot.conftest import RARE_SEARCH_SECONDS
from tests.bot.faults import Faults, cut_in_half, disconnected, forbidden
from tests.bot.finding import listen
from tests.bot.people import Stage, custom_ids, said
from tests.bot.playing import MakeBot, kill

pytestmark = pytest.mark.usefixtures("rare_beats")

HOUR = 3600


async def appointed(stage: Stage, when: str = "in 2 hours") -> Any:
    await stage.alice.slash(stage.channel, "play", game="bull", when=when)
    return stage.channel.last_message


def now(stage: Stage) -> str:
    return said(stage.message("Coming"))


async def test_people_say_whether_they_come(stage: Stage) -> None:
    """Yes is a seat, maybe and no are names, and everybody may change their mind."""
    refused = await stage.alice.slash(stage.channel, "play", game="bull", when="soon")
    assert "in 2 hours" in said(refused.response)
    message = await appointed(stage)
    assert "Coming: Alice" in said(message)
    assert not any(cid.startswith("b:start:") for cid in custom_ids(message))
    await stage.tap(stage.bob, message, "join")
    await stage.tap(stage.carol, message, "maybe")
    assert "Coming: Alice and Bob" in now(stage)
    assert "Maybe: Carol" in now(stage)
    await stage.tap(stage.bob, message, "cannot")
    await stage.tap(stage.carol, message, "join")
    assert "Coming: Alice and Carol" in now(stage)
    assert "Can’t: Bob" in now(stage)
    assert "Maybe" not in now(stage).split("Coming")[1]
    await stage.tap(stage.carol, message, "maybe")
    refused = await stage.tap(stage.alice, message, "cannot")
    assert "Nobody else is coming" in said(refused.response)


async def test_who_comes_is_called_once_and_sits_there_then(stage: Stage) -> None:
    """Ten minutes before, and nobody else; at the time the lobby opens, at the bottom, and can be started."""
    message = await appointed(stage)
    await stage.tap(stage.bob, message, "join")
    await stage.tap(stage.carol, message, "maybe")
    heard = listen(stage)
    await stage.env.advance_time(2 * HOUR - 700)
    assert heard == {}
    await stage.env.advance_time(200)
    assert heard == {stage.alice.id: 1, stage.bob.id: 1}
    await stage.env.advance_time(600)
    assert heard == {stage.alice.id: 1, stage.bob.id: 1}
    assert stage.opened.gathering.starts_at is None
    lobby = stage.channel.last_message
    assert lobby.id != message.id
    assert [seat.name for seat in stage.opened.people] == ["Alice", "Bob"]
    await stage.tap(stage.alice, lobby, "start")
    assert stage.state.is_playing


@pytest.mark.parametrize("at", [2 * HOUR - 605, 2 * HOUR - 590, 2 * HOUR - 5])
async def test_restarts_lose_and_double_nothing(stage: Stage, make_bot: MakeBot, at: int) -> None:
    message = await appointed(stage)
    await stage.tap(stage.bob, message, "join")
    heard = listen(stage)
    await stage.env.advance_time(at)
    await kill(stage, make_bot, away=10, seconds=2 * HOUR - at + 60)
    assert heard == {stage.alice.id: 1, stage.bob.id: 1}
    assert [seat.name for seat in stage.opened.people] == ["Alice", "Bob"]
    assert stage.opened.gathering.starts_at is None


async def test_a_standing_table_comes_again_until_the_host_ends_it(stage: Stage) -> None:
    """Each week the next one is written with the opening; closed, no other follows."""
    settings = GuildSettings(stage.guild.id, time_zone="Asia/Tokyo")
    await stage.bot.store.write(save_settings, settings)
    message = await appointed(stage, "every friday 20:00")
    first = stage.opened.gathering.starts_at
    await stage.tap(stage.bob, message, "join")
    await stage.env.advance_time(first / 1000 - stage.bot.clock.now_ms() / 1000 + RARE_SEARCH_SECONDS)
    opened, following = sorted(stage.lobbies, key=lambda table: table.state.row.created_at)
    assert opened.state.gathering.starts_at is None
    assert following.state.gathering.starts_at == first + 7 * 24 * HOUR * 1000
    assert [seat.name for seat in following.state.people] == ["Alice"]
    events = stage.env.backend.get_guild(stage.guild.id).scheduled_events
    assert [event.status for event in events.values()] == [2, 1], "each week has an event of its own"
    message = stage.table_message(following)
    assert "every week" in said(message)
    await stage.tap_more(stage.alice, message, "cancel", seconds=60)
    assert stage.lobbies == [opened]
    assert [event.status for event in events.values()] == [2]


async def weekly(stage: Stage) -> Any:
    """Let Alice host a weekly table, to which Bob comes, and the time come at which it opens."""
    at = datetime.fromtimestamp(stage.bot.clock.now_ms() / 1000, UTC) + timedelta(minutes=20)
    message = await appointed(stage, f"every {at:%A} {at:%H:%M}")
    await stage.tap(stage.bob, message, "join")
    return message


async def open_weekly(stage: Stage) -> None:
    """Let the time come, and nothing more: memory does not know next week's table yet."""
    at = stage.opened.gathering.starts_at
    assert at is not None
    await stage.env.advance_time((at - stage.bot.clock.now_ms()) / 1000 + 1)
    assert stage.opened.gathering.starts_at is None


def bar_of(stage: Stage, whom: Any) -> Act:
    return Act(stage.bot.clock.now_ms(), BARRED, stage.carol.id, "Carol", whom.id, whom.name)


async def test_who_is_barred_hosts_no_next_week(stage: Stage) -> None:
    """Even if the bar falls between the opening and the minute in which memory finds the next table."""
    await weekly(stage)
    await open_weekly(stage)
    await stage.bot.tables.bar(stage.guild.id, bar_of(stage, stage.alice))
    await stage.env.advance_time(RARE_SEARCH_SECONDS)
    assert [seat.name for seat in stage.opened.seats] == ["Bob"]


@pytest.mark.parametrize("is_gone", [True, False], ids=["before", "at that moment"])
async def test_a_barred_hosts_weekly_table_passes_on(stage: Stage, is_gone: bool) -> None:
    """To the next person who comes."""
    await weekly(stage)
    if is_gone:
        await stage.bot.tables.bar(stage.guild.id, bar_of(stage, stage.alice))
    else:  # the transaction that writes next week's table asks by itself
        await stage.bot.store.write(note_act, stage.guild.id, bar_of(stage, stage.alice))
    await stage.env.advance_time(20 * 60 + RARE_SEARCH_SECONDS)
    following = [table.state for table in stage.lobbies if table.state.gathering.starts_at is not None]
    assert [seat.name for state in following for seat in state.seats] == ["Bob"]


TOKYO, BERLIN = ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 25, 19, 0, tzinfo=TOKYO)  # a Wednesday


def ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def told(at: int, form: str, zone: ZoneInfo = TOKYO) -> str:
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
def test_a_time_is_understood(text: str, expected: str) -> None:
    """The first time ahead that is meant, by the server's clocks, and whether each week is meant."""
    found = read_when(text, ms(NOW), TOKYO)
    assert told(found.at, "%Y-%m-%d %H:%M") == expected
    assert found.is_weekly is text.startswith(("every", "毎週"))


UNCLEAR = ("soon", "25:00", "20:99", "every 20:00", "someday 20:00", "13pm", "2026-02-30 20:00", "")
REFUSED = {**dict.fromkeys(UNCLEAR, "unclear"), "today 18:00": "past", "2027-11-28 20:00": "too-far"}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=f"when-{REFUSED[text]}"):
        read_when(text, ms(NOW), TOKYO)


def test_clocks_that_are_changed() -> None:
    """The same time of day after clocks were changed; one that is left out is an hour later."""
    before = datetime(2026, 10, 24, 12, 0, tzinfo=BERLIN)
    found = read_when("tomorrow 20:00", ms(before), BERLIN)
    assert found.at == ms(datetime(2026, 10, 25, 19, 0, tzinfo=UTC))
    assert read_when("in 24 hours", ms(before), BERLIN).at == ms(before) + 86_400_000
    spring = datetime(2026, 3, 28, 12, 0, tzinfo=BERLIN)
    gap = read_when("tomorrow 2:30", ms(spring), BERLIN)
    assert told(gap.at, "%H:%M", BERLIN) == "03:30"
    friday = datetime(2026, 10, 23, 20, 0, tzinfo=BERLIN)
    after = week_after(ms(friday), BERLIN, ms(friday))
    assert told(after, "%a %H:%M", BERLIN) == "Fri 20:00"
    assert after - ms(friday) == 7 * 86_400_000 + 3_600_000
    assert week_after(ms(friday), BERLIN, after) > after


def test_the_time_zone_of_a_server() -> None:
    """Its own choice, else what its language suggests; what is no zone is UTC."""
    for name, language, zone in (
        ("Europe/Paris", "ja", "Europe/Paris"),
        (None, "ja", "Asia/Tokyo"),
        (None, "en", "UTC"),
        ("Mars/Base", "en", "UTC"),
    ):
        assert zone_of(name, language).key == zone


# --- as an event of its server: made once where the bot may, begun and ended with it ----------------------


MAKING = "POST /guilds/*/scheduled-events"


def events(stage: Stage) -> list[Any]:
    return [*stage.env.backend.get_guild(stage.guild.id).scheduled_events.values()]


async def test_an_appointment_is_an_event(stage: Stage) -> None:
    """With its time and place; it begins with the lobby, and is over with the game."""
    message = await appointed(stage)
    (event,) = events(stage)
    at = stage.opened.gathering.starts_at
    assert discord.utils.parse_time(event.scheduled_start_time).timestamp() * 1000 == at
    assert (event.name, event.status) == ("🐂 Porker Bull", 1)
    assert event.entity_metadata["location"].endswith(f"/{stage.guild.id}/{stage.channel.id}")
    assert "Alice" not in event.description
    await stage.tap(stage.bob, message, "join", seconds=2 * HOUR + 60)
    assert events(stage)[0].status == 2
    await stage.tap(stage.alice, stage.channel.last_message, "start", seconds=3)
    assert events(stage)[0].status == 2
    for person in (stage.alice, stage.bob):
        await stage.resign(person)
    await stage.env.advance_time(60)
    assert events(stage)[0].status == 3


@pytest.mark.parametrize("ends", ["called off", "too few"])
async def test_an_appointment_that_does_not_come_about_is_no_event(stage: Stage, ends: str) -> None:
    """Neither called off by the host, nor with too few, who are told so kindly."""
    message = await appointed(stage)
    assert len(events(stage)) == 1
    if ends == "called off":
        await stage.tap_more(stage.alice, message, "cancel", seconds=30)
    else:
        await stage.env.advance_time(2 * HOUR + 60)
        assert "Another day" in said(stage.message("only Alice could come"))
    assert stage.lobbies == []
    assert events(stage) == []


@pytest.mark.parametrize(
    ("error", "is_done", "is_killed"),
    [(disconnected, False, False), (cut_in_half, True, False), (disconnected, True, True)],
)
async def test_an_answer_that_gets_lost_makes_no_second_event(
    stage: Stage, make_bot: MakeBot, error: Any, is_done: bool, is_killed: bool
) -> None:
    """The server's events are looked through before another is made; after a kill, too."""
    faults = Faults(stage.env)
    rule = faults.lose(MAKING, error=error) if is_done else faults.fail(MAKING, error=error)
    await appointed(stage)
    if is_killed:
        await kill(stage, make_bot)
    await stage.env.advance_time(60)
    assert rule.met == 1
    assert len(events(stage)) == 1
    assert stage.lobbies[0].shown.event_id == events(stage)[0].id
    await kill(stage, make_bot, seconds=60)
    assert len(events(stage)) == 1


@pytest.mark.parametrize("is_forbidden", [True, False], ids=["forbidden", "taken away"])
async def test_where_the_bot_may_make_none_there_is_none(stage: Stage, is_forbidden: bool) -> None:
    """It asks once, whoever manages the server's events has the last word; the game is as good without."""
    faults = Faults(stage.env)
    rule = faults.fail(MAKING, error=forbidden, times=None) if is_forbidden else None
    message = await appointed(stage)
    if rule is None:
        stage.env.backend.delete_scheduled_event(stage.guild.id, events(stage)[0].id)
    await stage.tap(stage.bob, message, "join", seconds=2 * HOUR + 60)
    assert rule is None or rule.met == 1
    assert events(stage) == []
    assert stage.lobbies[0].shown.event_id == 0
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    assert stage.state.is_playing
