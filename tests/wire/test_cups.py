"""Tests of tournaments over the real transport: kills, and a second process."""

from __future__ import annotations

from pathlib import Path

import psycopg

from tests import postgres
from tests.wire.cups import Cup, survive_tournament
from tests.wire.shards import processes, served, started
from tests.wire.standin import StandIn

SHARDS = 4


async def test_a_tournament_survives_kills(standin: StandIn, tmp_path: Path) -> None:
    """After five kills each game was played once, nobody was called twice, and the standings are right."""
    found = await survive_tournament(standin, tmp_path, kills=5, seed=3, people=8)
    assert found["tables"] >= 4


async def test_a_tournament_of_a_process_that_dies_goes_on_in_another(tmp_path: Path) -> None:
    """When the process of a tournament's shard dies, the other process plays its rounds to the end."""
    async with StandIn() as standin:
        guilds = [standin.world.add_guild(shard=(number, SHARDS)) for number in range(SHARDS)]
        for guild in guilds:
            standin.world.add_channel(guild)
        database = await postgres.empty_database()
        bots = first, second = processes(standin, tmp_path, 2, SHARDS, database)
        async with started(standin, bots, SHARDS):
            guild = guilds[int(next(iter(served(first))).partition("/")[0])]
            cup = OnPostgres(standin, database, guild)
            await cup.until_running()
            await first.kill()
            await second.bell.until(lambda: len(served(second)) == SHARDS, why="all shards")
            await cup.go_on()
            await cup.channel.bell.until(lambda: cup.message_with("cup_proof"), why="the medals")
            await second.stop()
            assert not second.errors


class OnPostgres(Cup):
    """A tournament of four people on an existing server, stored in PostgreSQL."""

    def __init__(self, standin: StandIn, database: str, guild: object) -> None:
        super().__init__(standin, Path(), 4, seed=1)
        self.address = database
        self.guild = guild  # type: ignore[assignment]
        self.channel = self.guild.channels[0]

    def rows(self, query: str, *given: object) -> list[tuple[object, ...]]:
        with psycopg.connect(self.address) as db:
            return db.execute(query, given).fetchall()

    async def until_running(self) -> None:
        """Sign everybody up, and start."""
        while self.status != "running":
            await self.step()
