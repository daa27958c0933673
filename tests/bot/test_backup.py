"""A copy taken in the middle of play, put in the database's place: every table as of one moment."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from bot.chance import SeededChance
from bot.clock import breathe
from bot.driving.registry import Registry
from bot.driving.table import Table
from bot.tables.state import TableState
from games import GAMES
from storage import Store, open_store
from storage.tables.loading import load_table
from tests.bot.administration.command_line import invoke
from tests.bot.tables.alone import ALICE, BOB, CAROL, HandClock, a_game

TABLES, COPIES, PLAYS = 10, 3, 60


class Storm:
    """Many tables at which people play as quickly as they can.

    Attributes:
        written: the table of each play, in the order in which they were acknowledged, with its moves by then.
    """

    def __init__(self, store: Store, seed: int) -> None:
        self._store, self._rng = store, random.Random(seed)
        self.clock = HandClock()
        self.tables: dict[str, Table] = {}
        self.written: list[tuple[str, int]] = []

    async def seat(self) -> None:
        """Start all the games."""
        for number in range(TABLES):
            game, table_id = GAMES[number % len(GAMES)].id, f"t{number}"
            self.tables[table_id] = await a_game(
                self._store, self.clock, ALICE, BOB, CAROL, game=game, table_id=table_id
            )

    async def play(self, table: Table, plays: int) -> None:
        """Make random legal moves at a table, until its game is over at the latest."""
        for _ in range(plays):
            if not table.state.is_playing:
                return
            (seat, *_) = table.state.acting(human=True)
            assert table.state.match is not None
            await table.play(seat, self._rng.choice(list(table.state.match.legal(seat))))
            self.written.append((table.id, table.state.seq))
            await breathe()


async def test_a_copy_in_a_storm_holds_every_table_as_of_one_moment(tmp_path: Path) -> None:
    """What was acknowledged before the copy began is in it; and with a play, all plays before that one."""
    path = tmp_path / "tefuda.db"
    begun: list[int] = []
    async with await open_store(path, exclusive=True) as store:
        storm = Storm(store, 5)
        await storm.seat()
        start = {table.id: table.state.seq for table in storm.tables.values()}

        async def copy() -> None:
            for number in range(COPIES):
                while len(storm.written) < (number + 1) * TABLES * 2:
                    await breathe()
                begun.append(len(storm.written))
                await store.backup(tmp_path / f"copy{number}.db")

        await asyncio.gather(copy(), *(storm.play(table, PLAYS) for table in storm.tables.values()))
        assert len(storm.written) > begun[0]
    for number in range(COPIES):
        await _check_copy(tmp_path / f"copy{number}.db", storm, start, begun[number])


async def _check_copy(copy: Path, storm: Storm, start: dict[str, int], at_least: int) -> None:
    done = await asyncio.to_thread(invoke, "db", "--database", str(copy), "check")
    assert (done.exit_code, done.stdout[:11]) == (0, "All is well")
    async with await open_store(copy, exclusive=True) as restored:
        found: dict[str, TableState] = {}
        for table_id in storm.tables:
            stored = await restored.read(load_table, table_id)
            assert stored is not None
            found[table_id] = TableState.of(stored)
        for table_id, state in found.items():
            assert state.match is not None
            whole = storm.tables[table_id].state.match
            assert whole is not None
            assert state.match.moves == whole.moves[: state.seq]
        assert {table_id: state.seq for table_id, state in found.items()} in _moments(storm, start, at_least)
        registry = Registry(restored, storm.clock, SeededChance(1), 0)
        await registry.restore()
        for table in registry.open():  # the bot plays on from there
            await storm.play(table, 3)


def _moments(storm: Storm, start: dict[str, int], at_least: int) -> list[dict[str, int]]:
    """List how many moves each table had after each play from a number on."""
    now, moments = dict(start), []
    for number, (table_id, seq) in enumerate(storm.written):
        if number >= at_least:
            moments.append(dict(now))
        now[table_id] = seq
    return [*moments, now]
