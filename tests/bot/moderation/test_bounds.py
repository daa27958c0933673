"""Tests of limits on the lobbies, planned games and notifications of one person or channel."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest

from bot.client import BEAT_SECONDS
from bot.driving import openings
from bot.tables import lobby
from storage.engine.database import Connection
from storage.rows import GuildSettings, ListChange
from storage.servers import BANNED, Act, change_setting, record_act, save_settings
from storage.tables import lifecycle
from tests.bot.finding import listen, lobby_text, start_and_leave
from tests.bot.people import Stage, custom_ids, find_id, options, raw_click, text_of_message
from tests.bot.playing import MakeBot, restart
from tests.promises import MAX_CLOSED, MAX_TO_ONE, MOST_APPOINTED, MOST_HOSTED, MOST_LOBBIES


async def test_number_of_lobbies_per_host_is_limited(stage: Stage) -> None:
    """A further lobby of a host is refused with a reason until the host closes one."""
    for _ in range(MOST_HOSTED):
        await stage.lobby()
    refused = await stage.alice.slash(stage.channel, "play", game="bull")
    assert refused.response.ephemeral
    assert f"You already host {MOST_HOSTED} open lobbies here" in text_of_message(refused.response)
    assert len(stage.lobbies) == MOST_HOSTED
    await stage.tap_more(stage.alice, stage.channel.last_message, "leave")
    await stage.lobby()
    await stage.bob.slash(stage.channel, "play", game="bull")
    assert len(stage.lobbies) == MOST_HOSTED + 1


async def test_number_of_lobbies_per_channel_is_limited(stage: Stage) -> None:
    """Lobbies of all hosts count for the channel's limit; another channel has a limit of its own."""
    people = [
        stage.guild.add_member(stage.env.create_user(f"guest{number}")) for number in range(MOST_LOBBIES + 1)
    ]
    for member in people[:-1]:
        await member.slash(stage.channel, "play", game="bull")
    refused = await people[-1].slash(stage.channel, "play", game="bull")
    assert f"{MOST_LOBBIES} open lobbies in this channel" in text_of_message(refused.response)
    await people[-1].slash(stage.guild.create_text_channel("more"), "play", game="bull")
    assert len(stage.lobbies) == MOST_LOBBIES + 1


async def test_server_sets_the_number_of_tables_per_channel(stage: Stage) -> None:
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, most_tables=1))
    await stage.start_two()
    refused = await stage.carol.slash(stage.channel, "play", game="bull")
    assert "Only one table at a time" in text_of_message(refused.response)


async def test_server_restricts_the_games(stage: Stage) -> None:
    """A game that the server does not allow is refused in /play, Rematch and *Another game*."""
    message = await start_and_leave(stage, stage.bob, computers=1)
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, games=("lost", "tomoe")))
    refused = await stage.alice.slash(stage.channel, "play", game="bull")
    assert "Porker Bull isn’t played on this server." in text_of_message(refused.response)
    assert "You can play Lost Poker and Tomoefuda." in text_of_message(refused.response)
    again = await stage.tap(stage.alice, message, "rematch")
    assert "isn’t played on this server" in text_of_message(again.response)
    other = await stage.tap(stage.alice, message, "another")
    assert [games for _, games in options(other.response, "another_game")] == [["tomoe", "lost"]]
    await stage.alice.slash(stage.channel, "play", game="tomoe")
    assert len(stage.lobbies) == 1


async def test_server_restricts_players_by_role(stage: Stage) -> None:
    """Only a member with one of the chosen roles can open or join tables."""
    role = stage.guild.create_role("Players")
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, player_roles=(role.id,)))
    refused = await stage.alice.slash(stage.channel, "play", game="bull")
    assert f"<@&{role.id}>" in text_of_message(refused.response)
    dora = stage.member("Dora", roles=[role])
    await dora.slash(stage.channel, "play", game="bull")
    lobby = stage.channel.last_message
    refused = await stage.tap(stage.bob, lobby, "join")
    assert f"<@&{role.id}>" in text_of_message(refused.response)
    assert [seat.name for seat in stage.lobby_state.seats] == ["Dora"]


@pytest.mark.parametrize("column", ["games", "player_roles", "channel_ids"])
async def test_setting_that_cannot_be_read_allows_nothing(stage: Stage, column: str) -> None:
    """Play is refused until a manager has chosen the setting again; `/settings` still opens for that."""

    def damage(conn: Connection) -> None:
        conn.execute(f"UPDATE guild_settings SET {column} = '{{'")

    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id))
    await stage.bot.store.write(damage)
    refused = await stage.alice.slash(stage.channel, "play", game="bull")
    assert "A setting of this server can’t be read" in text_of_message(refused.response)
    role = stage.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    manager = stage.member("Dora", roles=[role])
    page = await manager.slash(stage.channel, "settings")
    assert "can’t be read" not in text_of_message(page.response)
    await stage.bot.store.write(change_setting, stage.guild.id, column, ListChange())
    await stage.alice.slash(stage.channel, "play", game="bull")
    assert len(stage.lobbies) == 1


async def test_calls_by_repeated_rematches_are_limited(stage: Stage) -> None:
    """After several rematches a person is listed but not notified, and the tapping player is informed."""
    message = await start_and_leave(stage, stage.bob, computers=1)
    heard = listen(stage)
    for _ in range(MAX_TO_ONE + 2):
        again = await stage.tap(stage.alice, message, "rematch")
        assert f"<@{stage.bob.id}>" in lobby_text(stage)
        await stage.tap_more(stage.alice, stage.table_message(stage.lobbies[0]), "leave", seconds=180)
    assert heard == {stage.bob.id: MAX_TO_ONE}
    assert any("not notified" in text_of_message(follow_up) for follow_up in again.followups)


async def test_server_can_turn_off_notifications(stage: Stage) -> None:
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, pings=False))
    heard = listen(stage)
    answer = await stage.alice.slash(stage.channel, "play", game="bull", invite1=stage.carol)
    assert any("pings nobody" in text_of_message(message) for message in answer.followups)
    await stage.tap(stage.bob, stage.channel.last_message, "join")
    await stage.tap(stage.alice, stage.table_message(stage.lobbies[0]), "start", seconds=30)
    assert not heard


async def test_nickname_is_shown_only_on_its_server(stage: Stage, make_bot: MakeBot) -> None:
    """A person's nickname on one server is not shown on another server."""
    user = stage.env.create_user("nora", global_name="Nora")
    here = stage.guild.add_member(user)
    lobby = await stage.lobby()
    await stage.tap(here, lobby, "join")
    other = stage.env.create_guild("Secret club", preferred_locale="en-US")
    den = other.create_text_channel("den")
    await other.add_member(user, nick="NightElf69").slash(den, "play", game="bull")
    await restart(stage, make_bot)
    names = {table.state.row.guild_id: table.state.seats[-1].name for table in stage.lobbies}
    assert names == {stage.guild.id: "Nora", other.id: "NightElf69"}


@pytest.mark.parametrize("verb", ["rematch", "another"])
async def test_banned_people_cannot_open_or_join_a_rematch(stage: Stage, verb: str) -> None:
    message = await start_and_leave(stage, stage.bob, computers=1)
    act = Act(0, BANNED, stage.carol.id, "Carol", stage.bob.id, "Bob")
    await stage.bot.store.write(record_act, stage.guild.id, act)
    if verb == "another":
        await stage.tap(stage.alice, message, "rematch")
    refused = await stage.tap(stage.bob, message, "rematch")
    assert "banned you from this server’s tables" in text_of_message(refused.response)
    assert all(table.state.seat_of(stage.bob.id) is None for table in stage.lobbies)


# --- planned games have limits of their own -----------------------------------------------------------------


async def appoint(stage: Stage, person: Any, when: str = "in 50 days", channel: Any = None) -> str:
    """Make a planned game; return the text of the bot's answer."""
    return text_of_message(
        (await person.slash(channel or stage.channel, "play", game="bull", when=when)).response
    )


async def test_appointments_do_not_count_as_lobbies(stage: Stage) -> None:
    """Planned games do not count for the limits of lobbies until they open."""
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, most_tables=1))
    for _ in range(MOST_APPOINTED):
        await appoint(stage, stage.alice)
    await stage.alice.slash(stage.channel, "play", game="bull")
    assert len(stage.lobbies) == MOST_APPOINTED + 1
    refused = await stage.bob.slash(stage.channel, "play", game="bull")
    assert "Only one table at a time" in text_of_message(refused.response)
    await appoint(stage, stage.bob)
    assert len(stage.lobbies) == MOST_APPOINTED + 2


async def test_refusal_lists_the_hosts_appointments(stage: Stage) -> None:
    """The refusal lists the host's planned games, and after a cancellation there is room for another."""
    for _ in range(MOST_APPOINTED):
        await appoint(stage, stage.alice)
    refused = await appoint(stage, stage.alice)
    at = stage.lobbies[0].state.gathering.starts_at
    named = f"Porker Bull, <t:{at // 1000}:F> in <#{stage.channel.id}>"
    assert refused.count("Porker Bull, <t:") == MOST_APPOINTED
    assert named in refused
    assert len(stage.lobbies) == MOST_APPOINTED
    await stage.tap_more(stage.alice, stage.table_message(stage.lobbies[0]), "cancel", seconds=2)
    await appoint(stage, stage.alice)
    assert len(stage.lobbies) == MOST_APPOINTED


async def test_appointments_per_channel_and_server_are_limited(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planned games of all hosts count for the limits of channel and server.

    The refusal lists only the person's own planned games.
    """
    monkeypatch.setattr(lifecycle, "MOST_APPOINTED_HERE", 2)
    monkeypatch.setattr(lifecycle, "MOST_APPOINTED_THERE", 3)
    await appoint(stage, stage.alice)
    await appoint(stage, stage.bob)
    refused = await appoint(stage, stage.carol)
    assert "2 appointments in this channel" in refused
    assert "<t:" not in refused
    assert (await appoint(stage, stage.alice)).count("<t:") == 1
    more = stage.guild.create_text_channel("more")
    await appoint(stage, stage.carol, channel=more)
    assert "3 appointments on this server" in await appoint(stage, stage.carol, channel=more)
    assert len(stage.lobbies) == 3


async def test_weekly_table_stays_within_the_limits(stage: Stage) -> None:
    """If a weekly table's host has too many planned games, another guest hosts next week's table."""
    for _ in range(MOST_APPOINTED - 1):
        await appoint(stage, stage.bob)
    at = datetime.fromtimestamp(stage.bot.clock.now_ms() / 1000, UTC) + timedelta(minutes=20)
    await appoint(stage, stage.alice, f"every {at:%A} {at:%H:%M}")
    weekly = max(stage.lobbies, key=lambda table: table.state.gathering.weekly is not None)
    await stage.tap(stage.bob, stage.table_message(weekly), "join")
    await weekly.change(lobby.hand_over, stage.alice.id, stage.bob.id)
    await appoint(stage, stage.alice)
    await stage.env.advance_time(20 * 60 + BEAT_SECONDS)
    (next_week,) = [table.state for table in stage.lobbies if table.state.gathering.weekly is not None]
    assert next_week.row.host_id == stage.bob.id, "the table that opened is no appointment any more"
    refused = await appoint(stage, stage.bob)
    assert f"You already host {MOST_APPOINTED} appointments" in refused


async def test_simultaneous_openings_keep_the_channels_limit(stage: Stage) -> None:
    """Of ten simultaneous openings in a channel with room for two tables, exactly two succeed."""
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, most_tables=2))
    over = await start_and_leave(stage, stage.bob)
    people = [stage.guild.add_member(stage.env.create_user(f"guest{number}")) for number in range(10)]
    taps = [raw_click(person, over, "b:begin:bull") for person in people]
    await stage.env.settle()
    assert len(stage.lobbies) == 2
    assert sum("At most 2 tables at a time" in text_of_message(tap.response) for tap in taps) == 8


# --- joining a rematch opens no lobby -----------------------------------------------------------------------


async def start_one_table(stage: Stage) -> None:
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, most_tables=1))


async def bob_hosts(stage: Stage) -> None:
    for _ in range(MOST_HOSTED):
        await stage.bob.slash(stage.channel, "play", game="bull")


async def full_channel(stage: Stage) -> None:
    for number in range(MOST_LOBBIES - 1):
        guest = stage.guild.add_member(stage.env.create_user(f"guest{number}"))
        await guest.slash(stage.channel, "play", game="bull")


async def other_games(stage: Stage) -> None:
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, games=("lost",)))


@pytest.mark.parametrize("limit", [start_one_table, bob_hosts, full_channel, other_games])
@pytest.mark.parametrize("is_first", [True, False], ids=["tapped before", "tapped again"])
async def test_only_first_tap_opens_a_rematch(stage: Stage, limit: Any, is_first: bool) -> None:
    """A second tap on Rematch joins the table of the first tap, although another table would be refused."""
    message = await start_and_leave(stage, stage.bob)
    if limit is not other_games:
        await limit(stage)
    await stage.tap(stage.alice, message, "rematch")
    if limit is other_games:
        await limit(stage)
    (following,) = [table for table in stage.lobbies if table.state.row.rematch_of is not None]
    person = stage.bob if is_first else stage.alice
    await stage.tap(person, message, "rematch")
    assert following.state.seat_of(person.id) is not None
    assert len([table for table in stage.bot.tables.open() if table.state.row.rematch_of is not None]) == 1


async def test_simultaneous_rematch_taps_open_one_table(stage: Stage) -> None:
    """If only one table is allowed, the first of several simultaneous taps opens it and the others join."""
    message = await start_and_leave(stage, stage.bob, stage.carol)
    await start_one_table(stage)
    for person in stage.people:
        raw_click(person, message, find_id(message, "b", "rematch"))
    await stage.env.advance_time(2)
    (table,) = stage.bot.tables.open()
    assert {seat.user_id for seat in table.state.people} == {person.id for person in stage.people}


# --- opening and closing in a row ---------------------------------------------------------------------------


async def opened_and_closed(stage: Stage, person: Any, verb: str = "cancel", channel: Any = None) -> str:
    """Open a lobby and close it, if allowed; return the text of the bot's answer."""
    place, before = channel or stage.channel, {table.id for table in stage.lobbies}
    answer = text_of_message((await person.slash(place, "play", game="bull")).response)
    for table in [table for table in stage.lobbies if table.id not in before]:
        message = next(posted for posted in place.history() if posted.id == table.sent_row.message_id)
        await stage.tap(person, (await stage.tap(person, message, "more")).response, verb, seconds=2)
    return answer


@pytest.mark.parametrize("verb", ["cancel", "leave"])
async def test_rate_of_opening_lobbies_is_limited(stage: Stage, verb: str) -> None:
    """A person who opens and closes too many lobbies is refused, and reads when the next is possible."""
    before = len(stage.channel.history())
    answers = [await opened_and_closed(stage, stage.alice, verb) for _ in range(28)]
    assert sum("opened and closed" in answer for answer in answers) == 28 - MAX_CLOSED
    assert len(stage.channel.history()) == before, "a lobby to which nobody came leaves no message"
    assert "opened and closed" not in await opened_and_closed(stage, stage.bob)
    again = int(re.findall(r"<t:(\d+):R>", answers[-1])[0])
    await stage.env.advance_time(again - stage.bot.clock.now_ms() / 1000)
    assert "opened and closed" not in await opened_and_closed(stage, stage.alice)


async def test_deletion_of_data_does_not_reset_the_opening_limit(stage: Stage) -> None:
    """A deletion of data closes the person's lobbies but does not reset the count of openings."""
    for _ in range(MAX_CLOSED):
        await stage.alice.slash(stage.channel, "play", game="bull")
        await stage.bot.tables.forget(stage.alice.id)
        await stage.env.advance_time(2)
    assert "opened and closed" in await opened_and_closed(stage, stage.alice)


async def test_rate_of_openings_per_channel_is_limited(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Openings by all people count for the channel's limit; another channel has a limit of its own."""
    monkeypatch.setattr(openings, "MAX_CLOSED_HERE", 3)
    for number in range(3):
        await opened_and_closed(stage, stage.member(f"Guest{number}"))
    assert "in this channel" in await opened_and_closed(stage, stage.alice)
    other = stage.guild.create_text_channel("more")
    assert "in this channel" not in await opened_and_closed(stage, stage.alice, channel=other)


async def test_lobbies_that_became_games_do_not_count_as_openings(stage: Stage) -> None:
    for _ in range(MAX_CLOSED + 2):
        await stage.start_game(computers=1)
        await stage.resign(stage.alice, seconds=2)
    assert not stage.tables
    await stage.lobby()
    assert stage.lobbies


async def invited(stage: Stage) -> None:
    await stage.alice.slash(stage.channel, "play", game="bull", invite1=stage.bob)


async def joined(stage: Stage) -> None:
    await stage.tap(stage.bob, await stage.lobby(), "join")


async def answered(stage: Stage) -> None:
    await stage.alice.slash(stage.channel, "play", game="bull", when="in 2 hours")
    await stage.tap(stage.bob, stage.lobby_message, "maybe")


@pytest.mark.parametrize("guest", [invited, joined, answered])
async def test_closed_lobby_with_guests_is_marked_as_closed(stage: Stage, guest: Any) -> None:
    """A closed lobby is not deleted if another person was invited, took a seat or answered."""
    await guest(stage)
    message = stage.lobby_message
    await stage.tap_more(stage.alice, message, "cancel", seconds=2)
    assert stage.current_message(message.id) is not None
    assert not custom_ids(stage.current_message(message.id))
