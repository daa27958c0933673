"""Test of the owner's decisions in two processes with one PostgreSQL database."""

from __future__ import annotations

import time
from pathlib import Path

from storage import open_store
from storage.upkeep import announce_restart, block_server
from tests import postgres
from tests.wire import components
from tests.wire.players import SimulatedPerson
from tests.wire.shards import processes, started
from tests.wire.standin import StandIn
from tests.wire.world import Channel

SHARDS = 2


def public_texts(channel: Channel) -> str:
    """Return the texts of all public messages of a channel."""
    return "\n".join(
        components.texts_of(message.parts) for message in channel.public if not message.is_deleted
    )


async def test_owner_decisions_apply_to_both_processes(empty_standin: StandIn, tmp_path: Path) -> None:
    """Both processes show an announced restart until it is withdrawn, and leave a blocked server."""
    guilds = [empty_standin.world.add_guild(shard=(number, SHARDS)) for number in range(SHARDS)]
    channels = [empty_standin.world.add_channel(guild) for guild in guilds]
    database = await postgres.empty_database()
    bots = processes(empty_standin, tmp_path, 2, SHARDS, database)
    async with started(empty_standin, bots, SHARDS), await open_store(database) as store:
        for channel in channels:
            await SimulatedPerson(empty_standin, "Ann").slash(channel, "play", game="bull")
            await channel.bell.until(lambda at=channel: "Porker Bull" in public_texts(at), why="the lobby")
        # An announced restart appears in both channels and goes again.
        now = time.time_ns() // 1_000_000
        await store.write(announce_restart, now + 600_000)
        for channel in channels:
            await channel.bell.until(lambda at=channel: "will restart" in public_texts(at), why="the message")
        await store.write(announce_restart, None)
        for channel in channels:
            await channel.bell.until(lambda at=channel: "will restart" not in public_texts(at), why="its end")
        # Each process leaves its own blocked server.
        for guild in guilds:
            await store.write(block_server, guild.id, now)
        await channels[1].bell.until(
            lambda: empty_standin.world.left_guild_ids == {*(g.id for g in guilds)}, why="both left"
        )
        for bot in bots:
            assert not bot.errors
