"""Test of a backup taken during play, which must be consistent."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from bot.clock import yield_to_loop
from bot.driving.registry import TableRegistry
from bot.driving.table import Table
from bot.randomness import SeededChance
from bot.tables.state import TableState
from games import GAMES
from storage import open_store
from storage.engine import sqlite
from tests.bot.administration.command_line import invoke
from tests.bot.tables.alone import ALICE, BOB, CAROL, a_game
from tests.bot.turning import HandClock
from tests.storage.helpers import table_of

TABLES, COPIES, PLAYS = 10, 3, 60
OF_THREE = [game for game in GAMES if game.rules.seats[0] <= 3 <= game.rules.seats[1]]


async def test_backup_during_a_storm_is_consistent(tmp_path: Path) -> None:
    """A backup has every move acknowledged before its start, and no move without the moves before it."""
    rng, clock = random.Random(5), HandClock()
    moments: list[dict[str, int]] = []
    begun: list[int] = []

    async def play(table: Table, plays: int) -> None:
        for _ in range(plays):
            if not table.state.is_playing:
                return
            (seat, *_) = table.state.acting(human=True)
            await table.play(seat, rng.choice(list(table.state.match.legal(seat))))
            moments.append({**moments[-1], table.id: table.state.seq})
            await yield_to_loop()

    async def copy() -> None:
        for number in range(COPIES):
            while len(moments) <= (number + 1) * TABLES * 2:
                await yield_to_loop()
            begun.append(len(moments) - 1)
            await asyncio.to_thread(sqlite.backup, store.name, tmp_path / f"copy{number}.db")

    async with await open_store(tmp_path / "tefuda.db", exclusive=True) as store:
        tables = [
            await a_game(
                store, clock, ALICE, BOB, CAROL, game=OF_THREE[n % len(OF_THREE)].id, table_id=f"t{n}"
            )
            for n in range(TABLES)
        ]
        moments.append({table.id: table.state.seq for table in tables})
        await asyncio.gather(copy(), *(play(table, PLAYS) for table in tables))
        assert len(moments) - 1 > begun[0]
    until = len(moments)
    for number, at_least in enumerate(begun):
        path = tmp_path / f"copy{number}.db"
        done = await asyncio.to_thread(invoke, "db", "--database", str(path), "check")
        assert (done.exit_code, done.stdout[:11]) == (0, "All is well")
        async with await open_store(path, exclusive=True) as restored:
            states = {table.id: TableState.of(await table_of(restored, table.id)) for table in tables}
            for table in tables:
                state, whole = states[table.id], table.state
                assert state.match.moves == whole.match.moves[: state.seq]
            assert {table_id: state.seq for table_id, state in states.items()} in moments[at_least:until]
            registry = TableRegistry(restored, clock, SeededChance(1), 0)
            await registry.restore()
            for table in registry.open():  # the bot plays on from there
                await play(table, 3)
