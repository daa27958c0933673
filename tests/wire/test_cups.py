"""Tests of tournaments on the stand-in for Discord, with kills and with two processes."""

from __future__ import annotations

from pathlib import Path

import psycopg

from tests import postgres
from tests.wire import components
from tests.wire.cups import Cup, survive_tournament
from tests.wire.process import BotProcess
from tests.wire.shards import processes, ready_shards, started
from tests.wire.standin import StandIn

SHARDS = 4


async def test_tournament_survives_kills(standin: StandIn, tmp_path: Path) -> None:
    """After five kills each game was played once and no person was pinged twice."""
    faults = await survive_tournament(standin, tmp_path, kills=5, seed=3, people=8)
    assert faults["tables"] >= 4


async def test_tournament_continues_in_another_process(empty_standin: StandIn, tmp_path: Path) -> None:
    """If the process with the tournament's shard is killed, the other process plays the rounds to the end."""
    guilds = [empty_standin.world.add_guild(shard=(number, SHARDS)) for number in range(SHARDS)]
    for guild in guilds:
        empty_standin.world.add_channel(guild)
    database = await postgres.empty_database()
    bots = first, second = processes(empty_standin, tmp_path, 2, SHARDS, database)
    async with started(empty_standin, bots, SHARDS):
        guild = guilds[int(next(iter(ready_shards(first))).partition("/")[0])]
        cup = OnPostgres(empty_standin, database, guild)
        await cup.until_running()
        await first.kill()
        await second.bell.until(lambda: len(ready_shards(second)) == SHARDS, why="all shards")
        await cup.go_on()
        await cup.channel.bell.until(lambda: cup.message_with("cup_proof"), why="the medals")
        await second.stop()
        assert not second.errors


async def test_tournament_without_host_can_be_begun_by_others(standin: StandIn, tmp_path: Path) -> None:
    """If the host has left the server during an outage, another person can begin the tournament."""
    bot = BotProcess(standin, tmp_path, "--hurry", seed=4)
    cup = Cup(standin, bot.database, 3, seed=4)
    await bot.start()
    await cup.step()
    for person in cup.people:
        await person.tap(
            await cup.channel.bell.until(lambda: cup.message_with("cup_join"), why="it"), "cup_join"
        )
    await bot.stop()
    cup.guild.former_member_ids.add(cup.people[0].user.id)
    await bot.start()
    await cup.channel.bell.until(lambda: "host has left" in text_of_cup(cup), why="the sentence")
    assert cup.rows("SELECT host FROM tournament") == [(None,)]
    await cup.people[1].tap(cup.message_with("cup_begin"), "cup_begin")
    await cup.channel.bell.until(lambda: cup.playing, why="the first round")
    await bot.stop()
    assert not bot.errors


def text_of_cup(cup: Cup) -> str:
    """Return the texts of the tournament's message, or an empty string without a message."""
    message = cup.message_with("cup_join")
    return "" if message is None else components.texts_of(message.parts)


class OnPostgres(Cup):
    """A tournament of four people on a given server, stored in PostgreSQL."""

    def __init__(self, standin: StandIn, database: str, guild: object) -> None:
        super().__init__(standin, Path(), 4, seed=1)
        self.address = database
        self.guild = guild  # type: ignore[assignment]
        self.channel = self.guild.channels[0]

    def rows(self, query: str, *given: object) -> list[tuple[object, ...]]:
        with psycopg.connect(self.address) as db:
            return db.execute(query, given).fetchall()

    async def until_running(self) -> None:
        """Sign up all people and start the tournament."""
        while self.status != "running":
            await self.step()
