"""Tests of /owner: access, announced restarts, and servers that the bot leaves or blocks."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import pytest
import simcord

from bot import owner
from bot.owner import ACTIONS, GUILD_META, owners_of
from bot.simulated import SimulatedConnection
from bot.wire.errors import NoAnswer
from bot.wire.transport import ApiRequest, HttpResponse
from storage.engine.database import get_meta
from storage.upkeep import announce_restart, block_server, load_owner_decisions
from tests.bot.people import Stage, text_of_message
from tests.bot.playing import MakeBot, restart

MINUTE = 60


class Hosted(Stage):
    """A server with the owner's commands, whose administrator Olga owns the application."""

    def __init__(self, env: simcord.Env) -> None:
        super().__init__(env)
        self.admins = self.guild.create_role("Admins", permissions=discord.Permissions(administrator=True))
        self.olga = self.member("Olga", roles=[self.admins])


@pytest.fixture
async def hosted(env: simcord.Env, monkeypatch: pytest.MonkeyPatch) -> Hosted:
    stage = Hosted(env)
    bot = stage.bot
    bot.config = msgspec.structs.replace(bot.config, owner_guild=stage.guild.id)
    application = SimpleNamespace(
        owner=SimpleNamespace(id=stage.olga.id), team=None, approximate_guild_count=1, id=bot.application_id
    )

    async def application_info() -> Any:
        return application

    monkeypatch.setattr(bot, "application_info", application_info)
    guild = bot.get_guild(stage.guild.id)
    assert guild is not None
    await bot.on_guild_available(guild)
    return stage


async def use_owner_command(stage: Hosted, sub: str, person: Any = None, **options: Any) -> Any:
    answer = await (person or stage.olga).slash(stage.channel, f"owner {sub}", **options)
    assert answer.response.ephemeral
    return answer.response


def has_announcement(message: Any) -> bool:
    return "restart at about" in text_of_message(message)


async def test_owner_command_is_registered_on_one_server_only(hosted: Hosted) -> None:
    """Only the configured server has /owner, and Discord shows it to administrators only."""
    commands = hosted.env.backend.commands
    assert "owner" not in {command["name"] for command in commands[None].values()}
    (owner_command,) = commands[hosted.guild.id].values()
    assert owner_command["name"] == "owner"
    assert str(owner_command["default_member_permissions"]) == "0"


async def test_owner_command_needs_the_setting(stage: Stage) -> None:
    assert stage.guild.id not in stage.env.backend.commands
    assert all(command.name != "owner" for command in stage.bot.tree.get_commands())


async def test_owner_command_is_removed_from_the_former_server(hosted: Hosted) -> None:
    """If the setting is removed, the next start deletes /owner on that server."""
    bot = hosted.bot
    bot.config = msgspec.structs.replace(bot.config, owner_guild=0)
    await bot._register_changed_commands()
    assert not hosted.env.backend.commands.get(hosted.guild.id)
    assert await bot.store.read(get_meta, GUILD_META) is None


async def test_bot_starts_if_removing_the_owner_command_fails(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, request = hosted.bot, SimulatedConnection.request

    async def fail(self: SimulatedConnection, sent: ApiRequest) -> HttpResponse:
        if sent.method == "PUT" and "/guilds/" in sent.path:
            raise NoAnswer("no route to Discord")
        return await request(self, sent)

    monkeypatch.setattr(SimulatedConnection, "request", fail)
    bot.config = msgspec.structs.replace(bot.config, owner_guild=0)
    await bot._register_changed_commands()
    assert await bot.store.read(get_meta, GUILD_META) == str(hosted.guild.id)


async def test_owner_command_refuses_other_administrators(hosted: Hosted) -> None:
    """An administrator who does not own the application is refused."""
    dora = hosted.member("Dora", roles=[hosted.admins])
    for sub in ("status", "maintenance", "servers"):
        assert "Only the owner of this bot" in text_of_message(await use_owner_command(hosted, sub, dora))


async def test_former_owner_is_refused(hosted: Hosted) -> None:
    """When the application has a new owner, an old page's buttons refuse the former owner."""
    page = await use_owner_command(hosted, "maintenance", minutes=10)
    hosted.bot.owner.ids_read_at = None
    (await hosted.bot.application_info()).owner.id = hosted.bob.id
    assert "Only the owner" in await hosted.forge(hosted.olga, page, "b:own_lift:all")
    assert hosted.bot.tables.restart_at is not None


@pytest.mark.usefixtures("forged_taps")
async def test_owner_buttons_refuse_other_people(hosted: Hosted) -> None:
    """Each button of /owner refuses a person who is not an owner."""
    lobby = await hosted.lobby()
    for verb in ACTIONS:
        text = await hosted.forge(hosted.bob, lobby, f"b:{verb}:{hosted.guild.id + 1}")
        assert "Only the owner" in text
    assert not (await hosted.bot.store.read(load_owner_decisions)).blocked


def test_team_members_with_write_access_are_owners() -> None:
    """Of a team, the owner and accepted members who may write count as owners."""
    accepted, invited = discord.TeamMembershipState.accepted, discord.TeamMembershipState.invited
    members = [
        SimpleNamespace(id=1, membership_state=accepted, role=discord.TeamMemberRole.admin),
        SimpleNamespace(id=2, membership_state=accepted, role=discord.TeamMemberRole.developer),
        SimpleNamespace(id=3, membership_state=accepted, role=discord.TeamMemberRole.read_only),
        SimpleNamespace(id=4, membership_state=invited, role=discord.TeamMemberRole.admin),
    ]
    team: Any = SimpleNamespace(
        team=SimpleNamespace(members=members, owner_id=9), owner=SimpleNamespace(id=99)
    )
    assert owners_of(team) == {1, 2, 9}
    alone: Any = SimpleNamespace(team=None, owner=SimpleNamespace(id=5))
    assert owners_of(alone) == {5}


async def test_status_counts_open_games_and_lobbies(hosted: Hosted) -> None:
    await hosted.start_two()
    await hosted.bob.slash(hosted.channel, "play", game="tomoe")
    text = text_of_message(await use_owner_command(hosted, "status"))
    assert "Open lobbies: 1 · running games: 1" in text
    assert "Servers: 1" in text
    assert "SQLite" in text


# --- an announced restart -----------------------------------------------------------------------------------


async def test_restart_announcement_is_shown_until_withdrawn(hosted: Hosted) -> None:
    """Games, panels, lobbies and later tables show the announcement until the owner withdraws it."""
    _, panel = await hosted.start_and_open_panel()
    await hosted.bob.slash(hosted.channel, "play", game="tomoe")
    page = await use_owner_command(hosted, "maintenance", minutes=10)
    assert "A restart is announced" in text_of_message(page)
    await hosted.env.advance_time(2)
    at = hosted.bot.tables.restart_at
    assert at is not None
    assert f"<t:{at // 1000}:t>" in text_of_message(hosted.table_message())
    assert has_announcement(hosted.lobby_message)
    assert has_announcement(panel)
    await hosted.carol.slash(hosted.channel, "play", game="lost")
    assert has_announcement(hosted.table_message(hosted.lobbies[-1]))
    await hosted.tap(hosted.olga, page, "own_lift")
    await hosted.env.advance_time(2)
    assert "No restart is announced" in text_of_message(page)
    messages = [hosted.table_message(), panel, *map(hosted.table_message, hosted.lobbies)]
    assert not any(map(has_announcement, messages))


async def test_announcement_is_in_the_servers_language(hosted: Hosted) -> None:
    table = (await hosted.start_two()) and hosted.table
    table.state = table.state.with_row(locale="ja")
    await use_owner_command(hosted, "maintenance", minutes=10)
    await hosted.env.advance_time(2)
    assert "再起動します" in text_of_message(hosted.table_message())


async def test_announcement_edits_the_message_without_notification(hosted: Hosted) -> None:
    await hosted.start_two()
    before = len(hosted.channel.history())
    await use_owner_command(hosted, "maintenance", minutes=10)
    await hosted.env.advance_time(2)
    assert len(hosted.channel.history()) == before


async def test_announcement_survives_moves_and_reloads(hosted: Hosted) -> None:
    await hosted.start_two()
    await use_owner_command(hosted, "maintenance", minutes=10)
    await hosted.play()
    hosted.table.mark_outdated()
    await hosted.env.advance_time(2)
    assert not hosted.table.is_outdated
    assert has_announcement(hosted.table_message())


async def test_announcement_expires_without_a_restart(hosted: Hosted) -> None:
    """The announcement disappears half an hour after the announced time."""
    await hosted.start_two()
    await use_owner_command(hosted, "maintenance", minutes=1)
    await hosted.env.advance_time(20 * MINUTE)
    assert has_announcement(hosted.table_message())
    await hosted.env.advance_time(15 * MINUTE)
    assert not has_announcement(hosted.table_message())


async def test_announcement_is_removed_after_the_restart(make_bot: MakeBot, hosted: Hosted) -> None:
    """After a restart messages no longer show the announcement."""
    await hosted.start_two()
    await use_owner_command(hosted, "maintenance", minutes=10)
    await hosted.env.advance_time(2)
    message = hosted.table_message()
    assert has_announcement(message)
    await restart(hosted, make_bot, 5)
    assert (await hosted.bot.store.read(load_owner_decisions)).restart_at is not None
    assert not has_announcement(hosted.current_message(message.id))
    assert hosted.table.sent_row.message_id == message.id


async def test_announcement_and_running_move_keep_both_changes(hosted: Hosted) -> None:
    """A move and an announcement at the same time are both kept."""
    await hosted.start_two()
    table, seq = hosted.table, hosted.state.seq
    await asyncio.gather(hosted.play(), use_owner_command(hosted, "maintenance", minutes=10))
    assert table.state.seq > seq
    assert table.state.restart_at is not None


# --- servers ------------------------------------------------------------------------------------------------


async def test_server_is_left_after_confirmation(hosted: Hosted) -> None:
    """The bot leaves a server only after a confirmation, and closes all its tables there."""
    other = Stage(hosted.env)
    await other.lobby()
    page = await use_owner_command(hosted, "leave", server=str(other.guild.id))
    assert "The open table there is closed" in text_of_message(page)
    assert hosted.bot.get_guild(other.guild.id) is not None
    await hosted.tap(hosted.olga, page, "own_leave")
    await hosted.env.advance_time(5)
    assert hosted.bot.get_guild(other.guild.id) is None
    assert not hosted.bot.tables.open()
    refused = text_of_message(await use_owner_command(hosted, "leave", server=str(other.guild.id)))
    assert "no such server" in refused


async def test_invalid_server_id_is_refused(hosted: Hosted) -> None:
    for typed in (" ", "Club", "-5", "9" * 30, "٣"):
        for sub in ("leave", "block"):
            assert "no such server" in text_of_message(await use_owner_command(hosted, sub, server=typed))


async def test_server_with_owner_commands_cannot_be_left_or_blocked(hosted: Hosted) -> None:
    """Leaving or blocking the server with /owner is refused, since the owner would lose the commands."""
    for sub in ("leave", "block"):
        text = text_of_message(await use_owner_command(hosted, sub, server=str(hosted.guild.id)))
        assert "this server has your owner commands" in text


async def test_blocked_server_is_left_at_every_invitation(hosted: Hosted) -> None:
    other = Stage(hosted.env)
    page = await use_owner_command(hosted, "block", server=str(other.guild.id))
    await hosted.tap(hosted.olga, page, "own_block")
    await hosted.env.settle()
    assert "has been blocked since" in text_of_message(page)
    assert hosted.bot.get_guild(other.guild.id) is None
    third = hosted.env.create_guild("Club again")
    await hosted.bot.store.write(block_server, third.id, 0)
    await hosted.env.advance_time(2 * MINUTE)  # also if another process has written it
    assert hosted.bot.get_guild(third.id) is None
    await hosted.tap(hosted.olga, page, "own_unblock")
    assert other.guild.id not in (await hosted.bot.store.read(load_owner_decisions)).blocked


AWAY: Any = SimpleNamespace(status=503, reason="Unavailable")


@pytest.mark.parametrize(
    "error",
    [discord.DiscordServerError(AWAY, "away"), discord.RateLimited(60), OSError("no route to Discord")],
    ids=lambda error: type(error).__name__,
)
async def test_blocked_server_that_was_not_left_is_not_served(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """If leaving a blocked server fails, its commands are refused until a later attempt succeeds."""

    async def refuse(guild: discord.Guild) -> None:
        raise error

    other = Stage(hosted.env)
    await hosted.env.settle()
    with monkeypatch.context() as patch:
        patch.setattr(discord.Guild, "leave", refuse)
        await hosted.bot.store.write(block_server, other.guild.id, 0)
        await owner.apply_decisions(hosted.bot)
        answer = await other.alice.slash(other.channel, "play", game="bull")
        assert "does not serve this server" in text_of_message(answer.response)
        assert not hosted.bot.tables.open()
    await hosted.env.advance_time(2 * MINUTE)
    assert hosted.bot.get_guild(other.guild.id) is None


async def test_servers_are_listed_in_pages(hosted: Hosted) -> None:
    """A page lists ten servers with their ids and numbers of open tables."""
    others = [hosted.env.create_guild(f"Guild {number}") for number in range(12)]
    await hosted.lobby()
    page = await use_owner_command(hosted, "servers")
    assert f"`{hosted.guild.id}`" in text_of_message(page)
    assert "open tables: 1" in text_of_message(page)
    await hosted.tap(hosted.olga, page, "own_servers")
    assert f"`{others[-1].id}`" in text_of_message(page)
    assert f"`{hosted.guild.id}`" not in text_of_message(page)


async def test_server_names_are_completed_only_for_the_owner(hosted: Hosted) -> None:
    """Autocompletion suggests servers to the owner, and none to other administrators."""
    other, dora = hosted.env.create_guild("Secret Club"), hosted.member("Dora", roles=[hosted.admins])
    for person, expected in ((hosted.olga, [str(other.id)]), (dora, [])):
        completions = await person.autocomplete(hosted.channel, "owner leave", "server", "secret")
        assert [completion["value"] for completion in completions] == expected


async def test_owner_decisions_reach_other_processes(hosted: Hosted) -> None:
    """A decision that another process stored is applied within two minutes."""
    await hosted.start_two()
    await hosted.bot.store.write(announce_restart, hosted.bot.clock.now_ms() + 600_000)
    await hosted.env.advance_time(2 * MINUTE)
    assert has_announcement(hosted.table_message())
