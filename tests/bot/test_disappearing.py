"""Servers, channels, messages and permissions that go away in the middle of a game."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from storage.rows import CANCELLED
from storage.tables.loading import load_table
from tests.bot.faults import Faults
from tests.bot.people import Stage, custom_ids, said
from tests.bot.playing import MakeBot, kill, limit_turns, started

A_WHILE = 70


def asked(faults: Faults) -> list[str]:
    """What was asked of Discord, besides answers to what people do."""
    return [step for step in faults.steps if "/channels/" in step or "PATCH /webhooks/" in step]


async def status(stage: Stage, table_id: str) -> str:
    stored = await stage.bot.store.read(load_table, table_id)
    assert stored is not None
    return stored.table.status


def lose_guild(stage: Stage) -> None:
    """The bot is shown out."""
    stage.env.backend.remove_guild(stage.guild.id)


def lose_channel(stage: Stage) -> None:
    """Somebody deletes the channel."""
    stage.env.backend.delete_channel(stage.channel.id)


@pytest.mark.parametrize("lose", [lose_guild, lose_channel])
async def test_a_table_whose_place_is_gone_is_closed(stage: Stage, lose: Any) -> None:
    """Game and lobby are closed without a result and without a request, and their people are free."""
    await started(stage)
    await stage.tap(stage.alice, stage.table_message(), "hand")
    game = stage.table
    await stage.alice.slash(stage.channel, "play", game="bull")
    lobby = stage.lobbies[0].id
    faults = Faults(stage.env)
    lose(stage)
    await stage.env.advance_time(A_WHILE)
    assert not asked(faults)
    assert await status(stage, game.id) == await status(stage, lobby) == CANCELLED
    assert not stage.bot.tables.tables


async def test_a_server_that_was_left_while_the_bot_was_away(stage: Stage, make_bot: MakeBot) -> None:
    """Nobody told the bot; it finds out by itself when it is back."""
    await started(stage)
    table = stage.table.id
    await stage.env._detach_bot()
    lose_guild(stage)
    await kill(stage, make_bot)
    faults = Faults(stage.env)
    await stage.env.advance_time(A_WHILE)
    assert not asked(faults)
    assert await status(stage, table) == CANCELLED


async def test_a_channel_that_was_deleted_unheard_costs_one_request(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first request learns it for all tables of the channel."""
    await started(stage)
    table = stage.table
    with monkeypatch.context() as patch:
        patch.setattr(type(stage.bot), "on_guild_channel_delete", forget_it)
        lose_channel(stage)
        await stage.env.advance_time(1)
    faults = Faults(stage.env)
    (seat,) = table.state.acting(human=True)
    await table.play(seat, "call single 5")
    await stage.env.advance_time(A_WHILE)
    assert len(asked(faults)) == 1
    assert await status(stage, table.id) == CANCELLED


async def forget_it(*args: object) -> None:
    """The event got lost."""


async def test_a_thread_that_is_deleted_takes_its_table_with_it(stage: Stage) -> None:
    """Channel and other tables stay."""
    await started(stage)
    other, channel = stage.table, stage.channel
    place: Any = stage.bot.get_channel(channel.id)
    await place.create_thread(name="a table of its own", type=discord.ChannelType.public_thread)
    (thread,) = channel.threads
    await stage.alice.slash(thread, "play", game="bull")
    (lobby,) = stage.lobbies
    stage.env.backend.delete_channel(thread.id)
    await stage.env.advance_time(5)
    assert await status(stage, lobby.id) == CANCELLED
    assert not other.state.is_closed


async def test_the_table_is_posted_again_when_somebody_asks_for_it(stage: Stage) -> None:
    """Its message was deleted; /table brings it back, and the next move goes there."""
    await started(stage)
    old = stage.table.shown.message_id
    await stage.bot.http.delete_message(stage.channel.id, old)
    await stage.alice.slash(stage.channel, "table")
    await stage.env.advance_time(5)
    assert stage.table.shown.message_id not in (None, old)
    assert any(cid.startswith("b:hand:") for cid in custom_ids(stage.table_message()))


async def test_a_deleted_call_does_not_come_back(stage: Stage) -> None:
    """Who deletes a call has seen it; the next person is called as ever."""
    await started(stage)
    await stage.bot.http.delete_message(stage.channel.id, stage.table.shown.call_id)
    await stage.env.advance_time(A_WHILE)
    assert not [message for message in stage.channel.history() if "<@" in said(message)]
    await stage.who_acts().slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(5)
    (call,) = (message for message in stage.channel.history() if "<@" in said(message))
    assert f"<@{stage.who_acts().id}>" in said(call)


async def test_who_taps_reads_which_permission_was_taken_away(stage: Stage) -> None:
    """The game goes on in private panels, and the table catches up when the permission is back."""
    await started(stage)
    role, denied = stage.guild.default_role.id, discord.Permissions(send_messages=True).value
    shut = Overwrite(role, OverwriteType.ROLE, allow=0, deny=denied)
    stage.env.backend.edit_channel(stage.channel.id, {}, overwrites=[shut])
    for _ in range(2):
        panel = await stage.tap(stage.who_acts(), stage.table_message(), "hand")
        assert "Send Messages" in said(panel.response)
        assert "can give me" in said(panel.response)
        before = stage.state.seq
        move = next(cid for cid in custom_ids(panel.response) if cid.startswith("b:move:"))
        await stage.who_acts().click(panel.response, custom_id=move)
        assert stage.state.seq > before
    stage.env.backend.edit_channel(stage.channel.id, {}, overwrites=[])
    await stage.env.advance_time(A_WHILE)
    assert stage.table.shown.mark == stage.state.mark
    panel = await stage.tap(stage.who_acts(), stage.table_message(), "hand")
    assert "can give me" not in said(panel.response)


async def test_a_member_who_has_left_the_server_counts_as_absent(stage: Stage) -> None:
    """Discord tells the bot nothing of it: time runs out twice, then a computer player moves for them."""
    await limit_turns(stage, "blitz")
    await started(stage)
    table, gone = stage.table, stage.bob
    stage.guild.remove_member(gone)
    mine = table.state.seat_of(gone.id)
    assert mine is not None
    for _ in range(20):
        if table.state.seats[mine].away or table.state.is_closed:
            break
        if stage.who_acts() is stage.alice:
            seat = table.state.seat_of(stage.alice.id)
            await table.play(seat, table.state.match.legal(seat)[0])
        await stage.env.advance_time(61)
    assert table.state.seats[mine].away
    assert table.state.is_playing
