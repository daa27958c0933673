"""Play tables while the bot is killed again and again, at moments chosen by a seed.

python -m tests.wire.crashes [--kills 300] [--seed 1] [--processes 3]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import postgres
from tests.games_under_test import OFFERED
from tests.wire import components, log
from tests.wire.components import BUTTON
from tests.wire.limits import GLOBALLY, LOST, UNTOLD
from tests.wire.players import Party, open_lobby, play_out, running
from tests.wire.process import BotProcess
from tests.wire.shards import survive_kills
from tests.wire.standin import StandIn

MOMENTS = 40
"""A kill comes at one of this many requests after a start."""

FAULTY = 0.03
"""The share of requests to channels that fail meanwhile."""

FAULTS = (*(3 * (429, 503, LOST, UNTOLD)), GLOBALLY)
"""The kinds of failure. A global refusal is rarer, since it stops all requests."""

LOCKED_SECONDS = 0.3
"""Seconds for which another program locks the database."""


class TableInChannel(Party):
    """One table's place in a channel, with the same players after each restart of the bot."""

    async def play(self) -> None:
        """Play one game from its current position until it is over or the bot is killed.

        Half of the people go on with the panel that they had, the others open a new one.
        """
        if await self.meet():
            for player in self.players:
                if not player.has_choice or self.rng.random() < 0.5:
                    player.panel = None
            await play_out(self.players)

    async def finish(self) -> None:
        """Play all games to their end, and close lobbies left open by lost answers."""
        while running(self.channel):
            await self.play()
        while (lobby := open_lobby(self.channel)) is not None:
            more = await self.people[0].tap(lobby, "more")
            assert more.message is not None, "a lobby that nobody can close"
            if components.tappable(more.message.parts, BUTTON, "cancel"):  # no button: closed
                await self.people[0].tap(more.message, "cancel")
            await self.channel.bell.until(lambda: open_lobby(self.channel) != lobby, why="a closed lobby")


async def survive(standin: StandIn, folder: Path, kills: int, seed: int) -> None:
    """Kill and restart the bot ``kills`` times while people play at two tables of each game.

    Raises:
        AssertionError: something got stuck, was lost, or is left lying about.
    """
    guild = standin.world.add_guild()
    tables = [
        TableInChannel(standin, standin.world.add_channel(guild), game.id, seed + at)
        for at, game in enumerate([*OFFERED, *OFFERED])
    ]
    bot = BotProcess(standin, folder, "--hurry", "--undrawn", seed=seed)
    async with bot.explained():
        await play_through(standin, bot, tables, kills, seed)


async def play_through(
    standin: StandIn, bot: BotProcess, tables: Sequence[TableInChannel], kills: int, seed: int
) -> None:
    """Kill and restart the bot during play; then finish all games, stop the bot and check the results."""
    rng, gateway = random.Random(seed), standin.gateway

    def lock() -> None:
        keep_locked(bot.database)

    faults = standin.rest.faults
    faults.share(FAULTY, FAULTS, ("send", "edit", "delete", "history"))
    # Each run of the bot ends with a kill, and has one more trouble before that.
    for _ in range(kills):
        await bot.start_doomed(rng, MOMENTS)
        trouble = rng.choice((gateway.cut, gateway.ask_to_reconnect, gateway.invalidate, lock))
        standin.rest.set_alarm(rng.randrange(1, MOMENTS), before=None, action=trouble)
        known = log.open_tables(bot.database)
        playing = asyncio.gather(*(again_and_again(standin, table, known) for table in tables))
        await bot.ended()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await bot.kill()
    # The last run finishes everything without faults.
    await bot.start()
    faults.share(0, ())
    standin.rest.clear_alarms()
    await asyncio.gather(*(table.finish() for table in tables))
    for table in tables:
        await log.without_removed_buttons(table.channel)
    await bot.stop()
    # Nothing was lost or done twice.
    all_faults = log.findings(bot.database, standin.world)
    for table in tables:
        all_faults += log.message_errors(table.channel)
    assert not all_faults, all_faults
    assert not standin.world.traffic.unloadable
    assert not bot.errors, bot.errors


def keep_locked(database: Path) -> None:
    """Have another program lock the database for some seconds, unless it is already locked."""
    other = sqlite3.connect(database, timeout=0, isolation_level=None)
    with suppress(sqlite3.OperationalError):  # the bot is writing
        other.execute("BEGIN IMMEDIATE")
    asyncio.get_running_loop().call_later(LOCKED_SECONDS, other.close)


async def again_and_again(standin: StandIn, table: TableInChannel, known: dict[int, set[str]]) -> None:
    """Play one game after another, starting with a game that is already open."""
    gateway, guild = standin.gateway, table.channel.guild
    statuses = known.get(table.channel.id, set())
    if "playing" in statuses:
        await table.channel.bell.until(lambda: running(table.channel), why="the table of before")
    elif "lobby" in statuses:
        await table.channel.bell.until(lambda: open_lobby(table.channel), why="the lobby of before")
    while True:
        # Without a session taps get no answer, so waiting is useless.
        await gateway.bell.until(lambda: gateway.has_listener(guild.id), why="a session")
        await table.play()


async def soak(kills: int, seed: int, processes: int) -> None:
    """Kill a bot, or one of several processes of a bot, many times during play."""
    done = 0
    while done < kills:
        some = min(30 if processes == 1 else 10, kills - done)
        with TemporaryDirectory() as folder:
            async with StandIn() as standin:
                if processes == 1:
                    await survive(standin, Path(folder), some, seed)
                else:
                    await survive_kills(standin, Path(folder), processes, some, seed)
        done, seed = done + some, seed + 1
        print(f"{done} kills survived", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill the bot at random moments of play.")
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="more than one share a PostgreSQL")
    wanted = parser.parse_args()
    postgres.choose_folder()  # a server is started there once it is needed
    try:
        asyncio.run(soak(wanted.kills, wanted.seed, wanted.processes))
    finally:
        postgres.stop()


if __name__ == "__main__":
    main()
