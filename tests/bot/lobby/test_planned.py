"""Tests of scheduled lobbies: answers, the notification, weekly tables and Discord's events."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest

from storage.rows import GuildSettings
from storage.servers import BANNED, Act, record_act, save_settings
from tests.bot.conftest import RARE_BEAT_SECONDS
from tests.bot.faults import SENDING, Faults, cut_in_half, disconnected, forbidden
from tests.bot.finding import listen
from tests.bot.people import Stage, custom_ids, text_of_message
from tests.bot.playing import MakeBot, kill

pytestmark = pytest.mark.usefixtures("rare_beats")

HOUR = 3600


async def plan_a_game(stage: Stage, when: str = "in 2 hours") -> Any:
    await stage.alice.slash(stage.channel, "play", game="bull", when=when)
    return stage.channel.last_message


async def move_game(stage: Stage, when: str) -> Any:
    """Have Alice type another time into the form; return the page that says what it means."""
    more = await stage.tap(stage.alice, stage.message("Coming"), "more")
    form = await stage.tap(stage.alice, more.response, "retime")
    return await stage.alice.submit_modal(form, {"when": when})


async def test_host_moves_a_planned_game(stage: Stage) -> None:
    """The host sees what a typed time means before the game is moved; who comes or may come is pinged once.

    They are pinged again ten minutes before the new time, and the event of the server moves, too.
    """
    message = await plan_a_game(stage)
    before = stage.lobby_state.gathering.starts_at
    assert before is not None
    await stage.tap(stage.bob, message, "join")
    await stage.tap(stage.carol, message, "maybe")
    await stage.env.advance_time(2 * HOUR - 400)
    heard = listen(stage)
    message = stage.message("Coming")
    more = await stage.tap(stage.bob, message, "more")
    assert not any(custom_id.startswith("b:retime:") for custom_id in custom_ids(more.response))
    more = await stage.tap(stage.alice, message, "more")
    form = await stage.tap(stage.alice, more.response, "retime")
    present = datetime.fromtimestamp(before / 1000, UTC)
    assert f"{present:%Y-%m-%d %H:%M}" in str(form.modal)
    confirmation = await stage.alice.submit_modal(form, {"when": "in 3 hours"})
    after = (stage.bot.clock.now_ms() + 3 * HOUR * 1000) // 1000
    assert f"<t:{after}:F>" in text_of_message(confirmation.response)
    assert stage.lobby_state.gathering.starts_at == before
    done = await stage.tap(stage.alice, confirmation.response, "settime", seconds=5)
    assert "Everybody who comes or may come" in text_of_message(done.response)
    assert stage.lobby_state.gathering.starts_at == after * 1000
    assert heard == {stage.bob.id: 1, stage.carol.id: 1}
    assert "has been moved" in text_of_message(stage.calls[-1])
    assert f"<t:{after}:F>" in planned_text(stage)
    (event,) = stage.env.backend.get_guild(stage.guild.id).scheduled_events.values()
    assert datetime.fromisoformat(str(event.scheduled_start_time)).timestamp() == after
    await stage.env.advance_time(3 * HOUR - 300)
    assert heard == {stage.alice.id: 1, stage.bob.id: 2, stage.carol.id: 1}
    await stage.env.advance_time(400)
    assert [seat.name for seat in stage.lobby_state.people] == ["Alice", "Bob"]
    assert stage.lobby_state.gathering.starts_at is None


@pytest.mark.parametrize("is_sent", [True, False])
async def test_restart_neither_loses_nor_repeats_the_news_of_another_time(
    stage: Stage, make_bot: MakeBot, is_sent: bool
) -> None:
    """If the answer to the ping is lost and the bot is killed, people are pinged exactly once."""
    message = await plan_a_game(stage)
    await stage.tap(stage.bob, message, "join", seconds=60)
    faults = Faults(stage.env)
    heard = listen(stage)
    confirmation = await move_game(stage, "in 3 hours")
    rule = (faults.lose if is_sent else faults.fail)(SENDING, error=disconnected)
    await stage.tap(stage.alice, confirmation.response, "settime")
    assert rule.met == 1
    await kill(stage, make_bot, away=10, seconds=60)
    assert heard == {stage.bob.id: 1}
    (event,) = stage.env.backend.get_guild(stage.guild.id).scheduled_events.values()
    starts_at = stage.lobby_state.gathering.starts_at
    assert starts_at is not None
    assert datetime.fromisoformat(str(event.scheduled_start_time)).timestamp() == starts_at // 1000


async def test_weekly_game_stays_weekly_at_another_time(stage: Stage) -> None:
    """Unclear and past times move nothing; a weekly game repeats at its new weekday and time."""
    await plan_a_game(stage, "every friday 20:00")
    before = stage.lobby_state.gathering
    for when in ("soon", "2020-01-01 10:00"):
        refused = await move_game(stage, when)
        assert not any(custom_id.startswith("b:settime:") for custom_id in custom_ids(refused.response))
    assert stage.lobby_state.gathering == before
    confirmation = await move_game(stage, "saturday 21:30")
    assert "every week" in text_of_message(confirmation.response)
    await stage.tap(stage.alice, confirmation.response, "settime", seconds=5)
    weekly = stage.lobby_state.gathering.weekly
    assert weekly is not None
    assert (weekly.weekday, weekly.minute) == (5, 21 * 60 + 30)


def planned_text(stage: Stage) -> str:
    return text_of_message(stage.message("Coming"))


async def test_people_answer_yes_maybe_or_no(stage: Stage) -> None:
    """Yes takes a seat, maybe and no are listed, and each person can change the answer."""
    refused = await stage.alice.slash(stage.channel, "play", game="bull", when="soon")
    assert "in 2 hours" in text_of_message(refused.response)
    message = await plan_a_game(stage)
    assert "Coming: Alice" in text_of_message(message)
    assert not any(cid.startswith("b:start:") for cid in custom_ids(message))
    await stage.tap(stage.bob, message, "join")
    await stage.tap(stage.carol, message, "maybe")
    assert "Coming: Alice and Bob" in planned_text(stage)
    assert "Maybe: Carol" in planned_text(stage)
    await stage.tap(stage.bob, message, "cannot")
    await stage.tap(stage.carol, message, "join")
    assert "Coming: Alice and Carol" in planned_text(stage)
    assert "Can’t: Bob" in planned_text(stage)
    assert "Maybe" not in planned_text(stage).split("Coming")[1]
    await stage.tap(stage.carol, message, "maybe")
    refused = await stage.tap(stage.alice, message, "cannot")
    assert "Nobody else is coming" in text_of_message(refused.response)


async def test_people_who_accepted_are_called_once_and_seated(stage: Stage) -> None:
    """Ten minutes before the start each person who accepted is notified; the lobby gets a new message."""
    message = await plan_a_game(stage)
    await stage.tap(stage.bob, message, "join")
    await stage.tap(stage.carol, message, "maybe")
    heard = listen(stage)
    await stage.env.advance_time(2 * HOUR - 700)
    assert heard == {}
    await stage.env.advance_time(200)
    assert heard == {stage.alice.id: 1, stage.bob.id: 1}
    await stage.env.advance_time(600)
    assert heard == {stage.alice.id: 1, stage.bob.id: 1}
    assert stage.lobby_state.gathering.starts_at is None
    lobby = stage.channel.last_message
    assert lobby.id != message.id
    assert [seat.name for seat in stage.lobby_state.people] == ["Alice", "Bob"]
    await stage.tap(stage.alice, lobby, "start")
    assert stage.state.is_playing


@pytest.mark.parametrize("at", [2 * HOUR - 605, 2 * HOUR - 590, 2 * HOUR - 5])
async def test_restarts_neither_lose_nor_repeat_appointments(
    stage: Stage, make_bot: MakeBot, at: int
) -> None:
    message = await plan_a_game(stage)
    await stage.tap(stage.bob, message, "join")
    heard = listen(stage)
    await stage.env.advance_time(at)
    await kill(stage, make_bot, away=10, seconds=2 * HOUR - at + 60)
    assert heard == {stage.alice.id: 1, stage.bob.id: 1}
    assert [seat.name for seat in stage.lobby_state.people] == ["Alice", "Bob"]
    assert stage.lobby_state.gathering.starts_at is None


async def test_weekly_table_repeats_until_the_host_ends_it(stage: Stage) -> None:
    """When a weekly table opens, next week's table is stored, until the host cancels the series."""
    settings = GuildSettings(stage.guild.id, time_zone="Asia/Tokyo")
    await stage.bot.store.write(save_settings, settings)
    message = await plan_a_game(stage, "every friday 20:00")
    first = stage.lobby_state.gathering.starts_at
    await stage.tap(stage.bob, message, "join")
    await stage.env.advance_time(first / 1000 - stage.bot.clock.now_ms() / 1000 + RARE_BEAT_SECONDS)
    opened, following = sorted(stage.lobbies, key=lambda table: table.state.row.created_at)
    assert opened.state.gathering.starts_at is None
    assert following.state.gathering.starts_at == first + 7 * 24 * HOUR * 1000
    assert [seat.name for seat in following.state.people] == ["Alice"]
    events = stage.env.backend.get_guild(stage.guild.id).scheduled_events
    assert [event.status for event in events.values()] == [2, 1], "each week has an event of its own"
    message = stage.table_message(following)
    assert "every week" in text_of_message(message)
    await stage.tap_more(stage.alice, message, "cancel", seconds=60)
    assert stage.lobbies == [opened]
    assert [event.status for event in events.values()] == [2]


async def weekly(stage: Stage) -> Any:
    """Have Alice host a weekly table that Bob accepts, up to its notification; return the table's message."""
    at = datetime.fromtimestamp(stage.bot.clock.now_ms() / 1000, UTC) + timedelta(minutes=20)
    message = await plan_a_game(stage, f"every {at:%A} {at:%H:%M}")
    await stage.tap(stage.bob, message, "join")
    return message


async def open_weekly(stage: Stage) -> None:
    """Advance time to the opening of the weekly table, before memory has next week's table."""
    at = stage.lobby_state.gathering.starts_at
    assert at is not None
    await stage.env.advance_time((at - stage.bot.clock.now_ms()) / 1000 + 1)
    assert stage.lobby_state.gathering.starts_at is None


def load_ban(stage: Stage, whom: Any) -> Act:
    return Act(stage.bot.clock.now_ms(), BANNED, stage.carol.id, "Carol", whom.id, whom.name)


async def test_banned_person_does_not_host_the_next_week(stage: Stage) -> None:
    """A host who is banned just after the opening does not host next week's table."""
    await weekly(stage)
    await open_weekly(stage)
    await stage.bot.tables.ban(stage.guild.id, load_ban(stage, stage.alice))
    await stage.env.advance_time(RARE_BEAT_SECONDS)
    assert [seat.name for seat in stage.lobby_state.seats] == ["Bob"]


@pytest.mark.parametrize("is_gone", [True, False], ids=["before", "at that moment"])
async def test_weekly_table_of_a_banned_host_gets_another_host(stage: Stage, is_gone: bool) -> None:
    """If the host is banned, the next person who accepted becomes host."""
    await weekly(stage)
    if is_gone:
        await stage.bot.tables.ban(stage.guild.id, load_ban(stage, stage.alice))
    else:  # the transaction that stores next week's table checks the ban
        await stage.bot.store.write(record_act, stage.guild.id, load_ban(stage, stage.alice))
    await stage.env.advance_time(20 * 60 + RARE_BEAT_SECONDS)
    following = [table.state for table in stage.lobbies if table.state.gathering.starts_at is not None]
    assert [seat.name for state in following for seat in state.seats] == ["Bob"]


@pytest.mark.parametrize("when", ["9999-12-31 23:59", "0001-01-01 00:00"])
async def test_dates_at_the_limits_of_the_calendar_are_refused(stage: Stage, when: str) -> None:
    for zone in ("America/New_York", "Asia/Tokyo"):
        await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, time_zone=zone))
        refused = await stage.alice.slash(stage.channel, "play", game="bull", when=when)
        assert ("too far ahead" if when[0] == "9" else "already passed") in text_of_message(refused.response)


async def test_weekly_table_follows_clock_changes(stage: Stage) -> None:
    """When Havana skips 0:30 on 8 March 2026, the table opens at 1:30, and a week later at 0:30."""
    settings = GuildSettings(stage.guild.id, time_zone="America/Havana")
    await stage.bot.store.write(save_settings, settings)
    friday = datetime(2026, 3, 6, 12, tzinfo=UTC)
    stage.env.backend.clock._epoch += friday - stage.env.now()  # two months in which nothing would happen
    await stage.tap(stage.bob, await plan_a_game(stage, "every sunday 0:30"), "join")
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, time_zone="Asia/Tokyo"))
    times = []
    for _ in range(2):
        table = next(lobby for lobby in stage.lobbies if lobby.state.gathering.starts_at is not None)
        at = table.state.gathering.starts_at
        times.append(datetime.fromtimestamp(at / 1000, ZoneInfo("America/Havana")).strftime("%m-%d %H:%M"))
        await stage.env.advance_time(at / 1000 - stage.bot.clock.now_ms() / 1000 + RARE_BEAT_SECONDS)
    assert times == ["03-08 01:30", "03-15 00:30"]


# --- events of the server ---------------------------------------------------------------------------------


MAKING = "POST /guilds/*/scheduled-events"


def events(stage: Stage) -> list[Any]:
    return [*stage.env.backend.get_guild(stage.guild.id).scheduled_events.values()]


async def test_appointment_has_a_scheduled_event(stage: Stage) -> None:
    """The event has the table's time and place, starts with the lobby and ends with the game."""
    message = await plan_a_game(stage)
    (event,) = events(stage)
    at = stage.lobby_state.gathering.starts_at
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
async def test_event_of_a_failed_appointment_is_deleted(stage: Stage, ends: str) -> None:
    """If the host cancels or too few people accept, the event is deleted."""
    message = await plan_a_game(stage)
    assert len(events(stage)) == 1
    if ends == "called off":
        await stage.tap_more(stage.alice, message, "cancel", seconds=30)
    else:
        await stage.env.advance_time(2 * HOUR + 60)
        assert "Another day" in text_of_message(stage.message("only Alice could come"))
    assert stage.lobbies == []
    assert events(stage) == []


@pytest.mark.parametrize(
    ("error", "is_done", "is_killed"),
    [(disconnected, False, False), (cut_in_half, True, False), (disconnected, True, True)],
)
async def test_lost_answer_causes_no_second_event(
    stage: Stage, make_bot: MakeBot, error: Any, is_done: bool, is_killed: bool
) -> None:
    """After a lost answer the bot searches for the event before it creates one."""
    faults = Faults(stage.env)
    rule = faults.lose(MAKING, error=error) if is_done else faults.fail(MAKING, error=error)
    await plan_a_game(stage)
    if is_killed:
        await kill(stage, make_bot)
    await stage.env.advance_time(60)
    assert rule.met == 1
    assert len(events(stage)) == 1
    assert stage.lobbies[0].sent_row.event_id == events(stage)[0].id
    await kill(stage, make_bot, seconds=60)
    assert len(events(stage)) == 1


@pytest.mark.parametrize("is_forbidden", [True, False], ids=["forbidden", "taken away"])
async def test_appointment_works_without_permission_for_events(stage: Stage, is_forbidden: bool) -> None:
    """Without the permission for events the bot tries once, and the lobby opens without an event."""
    faults = Faults(stage.env)
    rule = faults.fail(MAKING, error=forbidden, times=None) if is_forbidden else None
    message = await plan_a_game(stage)
    if rule is None:
        stage.env.backend.delete_scheduled_event(stage.guild.id, events(stage)[0].id)
    await stage.tap(stage.bob, message, "join", seconds=2 * HOUR + 60)
    assert rule is None or rule.met == 1
    assert events(stage) == []
    assert stage.lobbies[0].sent_row.event_id == 0
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    assert stage.state.is_playing
