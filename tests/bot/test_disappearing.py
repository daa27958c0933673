"""Tests of deleted channels and messages, missing permissions, and a full database during a game."""

from __future__ import annotations

from collections.abc import Callable

import discord
import pytest

from storage.rows import CANCELLED
from tests.bot.faults import Faults, disk_full
from tests.bot.finding import deny_permissions
from tests.bot.people import Stage, custom_ids, move_ids, text_of_message
from tests.bot.playing import MakeBot, kill

A_WHILE = 70


def requests_to_discord(faults: Faults) -> list[str]:
    """Return the names of the requests to Discord, except answers to interactions."""
    return [step for step in faults.steps if "/channels/" in step or "PATCH /webhooks/" in step]


async def status(stage: Stage, table_id: str) -> str:
    return (await stage.stored_table(table_id)).table.status


def lose_guild(stage: Stage) -> None:
    """Remove the bot from the server."""
    stage.env.backend.remove_guild(stage.guild.id)


def lose_channel(stage: Stage) -> None:
    """Delete the channel."""
    stage.env.backend.delete_channel(stage.channel.id)


@pytest.mark.parametrize("lose", [lose_guild, lose_channel])
async def test_table_in_a_deleted_place_is_closed(stage: Stage, lose: Callable[[Stage], None]) -> None:
    """Games and lobbies in a deleted channel or server close without a result and without a request."""
    await stage.start_two()
    await stage.tap(stage.alice, stage.table_message(), "hand")
    game = stage.table
    await stage.lobby()
    lobby = stage.lobbies[0]
    faults = Faults(stage.env)
    lose(stage)
    await stage.env.advance_time(A_WHILE)
    assert not requests_to_discord(faults)
    assert await status(stage, game.id) == await status(stage, lobby.id) == CANCELLED
    assert not stage.bot.tables.all


async def test_server_left_during_an_outage_is_noticed(stage: Stage, make_bot: MakeBot) -> None:
    """After a restart the bot notices, without an event, that it is no longer on the server."""
    await stage.start_two()
    table = stage.table.id
    await stage.env._detach_bot()
    lose_guild(stage)
    await kill(stage, make_bot)
    faults = Faults(stage.env)
    await stage.env.advance_time(A_WHILE)
    assert not requests_to_discord(faults)
    assert await status(stage, table) == CANCELLED


async def test_deleted_channel_without_an_event_costs_one_request(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first refused request closes the table, and no other request follows."""

    async def unheard(*args: object) -> None: ...

    await stage.start_two()
    table = stage.table
    with monkeypatch.context() as patch:
        patch.setattr(type(stage.bot), "on_guild_channel_delete", unheard)
        lose_channel(stage)
        await stage.env.advance_time(1)
    faults = Faults(stage.env)
    await stage.play(seconds=A_WHILE)
    assert len(requests_to_discord(faults)) == 1
    assert await status(stage, table.id) == CANCELLED


async def test_deleted_thread_closes_its_table(stage: Stage) -> None:
    """A deleted thread closes only the thread's own table."""
    await stage.start_two()
    other, place = stage.table, stage.bot.get_channel(stage.channel.id)
    await place.create_thread(name="a table of its own", type=discord.ChannelType.public_thread)
    (thread,) = stage.channel.threads
    await stage.alice.slash(thread, "play", game="bull")
    (lobby,) = stage.lobbies
    stage.env.backend.delete_channel(thread.id)
    await stage.env.advance_time(5)
    assert await status(stage, lobby.id) == CANCELLED
    assert not other.state.is_closed


async def test_deleted_table_is_posted_again_on_command(stage: Stage) -> None:
    """/table posts a deleted table message again."""
    await stage.start_two()
    old = stage.table.sent_row.message_id
    await stage.bot.http.delete_message(stage.channel.id, old)
    await stage.alice.slash(stage.channel, "table")
    await stage.env.advance_time(5)
    assert stage.table.sent_row.message_id not in (None, old)
    assert any(cid.startswith("b:hand:") for cid in custom_ids(stage.table_message()))


async def test_deleted_call_is_not_sent_again(stage: Stage) -> None:
    """A deleted notification is not sent again, and the next player is notified as usual."""
    await stage.start_two()
    await stage.bot.http.delete_message(stage.channel.id, stage.table.sent_row.call_id)
    await stage.env.advance_time(A_WHILE)
    assert not stage.calls
    await stage.play(seconds=5)
    assert [f"<@{stage.player_on_turn().id}>" in text_of_message(call) for call in stage.calls] == [True]


async def test_tap_names_the_missing_permission(stage: Stage) -> None:
    """Without the permission to send messages panels still work, and each panel names the permission."""
    await stage.start_two()
    deny_permissions(stage, "send_messages")
    for _ in range(2):
        player, before = stage.player_on_turn(), stage.state.seq
        panel = await stage.open_panel(player)
        assert "Send Messages" in text_of_message(panel)
        assert "can give me" in text_of_message(panel)
        await stage.tap(player, panel, "move")
        assert stage.state.seq > before
    stage.env.backend.edit_channel(stage.channel.id, {}, overwrites=[])
    await stage.env.advance_time(A_WHILE)
    assert stage.table.sent_row.mark == stage.state.fingerprint
    panel = await stage.open_panel(stage.player_on_turn())
    assert "can give me" not in text_of_message(panel)


@pytest.mark.parametrize("times", [1, 4])
async def test_move_that_could_not_be_stored_is_made_later(stage: Stage, times: int) -> None:
    """A move that cannot be stored is stored later without another tap, and the panel says so."""
    player, panel = await stage.start_and_open_panel()
    before = stage.state.seq
    trouble = Faults(stage.env).fail("write append_moves", disk_full, times)
    tapped = await player.click(panel, custom_id=move_ids(panel)[0])
    assert not tapped.followups
    assert "Nothing was lost" in text_of_message(panel)
    assert stage.state.seq == before
    await stage.env.advance_time(60)
    assert trouble.met == times
    assert stage.state.seq == before + 1
    assert "Nothing was lost" not in text_of_message(panel)
    assert stage.player_on_turn() is not player


async def test_later_tap_replaces_the_pending_move(stage: Stage) -> None:
    player, panel = await stage.start_and_open_panel()
    before, (first, second, *_) = stage.state.seq, move_ids(panel)
    trouble = Faults(stage.env).fail("write append_moves", disk_full, None)
    for move in (first, second):
        await player.click(panel, custom_id=move)
    trouble.end()
    await stage.env.advance_time(60)
    assert second.endswith(str(stage.match.moves[before][1]))
    assert stage.state.seq == before + 1
