"""Helpers to open tables without Discord, with a store, a manual clock and people by user id."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.clock import Clock
from bot.driving.driver import Driver
from bot.driving.steps import Step
from bot.driving.table import Table
from bot.randomness import SeededChance
from bot.tables import lobby
from bot.tables.state import TableState
from bot.thinking.thinkers import Thinkers
from games import find_game
from games.core.match import ShuffleKey
from storage import Store
from storage.rows import SeatRow, SentRow, StoredTable
from storage.tables.lifecycle import create_table
from tests.storage.helpers import NOON, SEED, table_of
from tests.storage.helpers import table as row_of

ALICE, BOB, CAROL = 10, 11, 12
NAMES = {ALICE: "Alice", BOB: "Bob", CAROL: "Carol"}


async def a_lobby(
    store: Store, clock: Clock, *people: int, game: str = "bull", table_id: str = "t1", tempo: str = "none"
) -> Table:
    """Open a lobby of the given people, the first being host; by default of Alice and Bob."""
    host, *others = people or (ALICE, BOB)
    options = {name: values[0] for name, values in find_game(game).rules.options.items()}
    sealed = {"seed": SEED, "commitment": ShuffleKey(SEED, "").commitment, "deadline": NOON + 43_200_000}
    row = row_of(table_id, host_id=host, game=game, options=options, locale="en", clock=tempo, **sealed)
    seats = (SeatRow(0, host, NAMES[host], None, 1),)
    await store.write(create_table, row, seats)
    table = Table(store, clock, TableState(row, seats), SentRow(row.id))
    for person in others:
        await table.change(lobby.join, person, NAMES[person], person, row.guild_id)
    table.update_sent_later(message_id=1, mark=table.state.fingerprint)
    await table.save_sent()
    return table


async def a_game(store: Store, clock: Clock, *people: int, **kinds: Any) -> Table:
    table = await a_lobby(store, clock, *people, **kinds)
    await table.start(table.state.row.host_id)
    return table


def acting(table: Table) -> int:
    """Return the seat of the first person to act."""
    return table.state.acting(human=True)[0]


async def read(table: Table) -> StoredTable:
    return await table_of(table._store, table.id)


async def stored(table: Table) -> TableState:
    """Return the table's state as loaded from the store, without news."""
    return TableState.of(await read(table))


async def matches_store(table: Table) -> bool:
    kept = await stored(table)
    return (kept.row, kept.seats, kept.seq) == (table.state.row, table.state.seats, table.state.seq)


async def no_outage() -> bool:
    """Return false: the database has had no outage."""
    return False


def driver_of(table: Table, clock: Clock, thinkers: Any = None, seed: int = 1, pause: float = 0) -> Driver:
    """Return a second driver for the table, besides the one that its keeper runs."""
    chance = SeededChance(seed)
    messages = SimpleNamespace(is_place_gone=False)
    return Driver(table, clock, thinkers or Thinkers(0), chance, pause, messages, no_outage, {})


def step_of(driver: Driver, clock: Clock, key: str) -> Step:
    return {step.key: step for step in driver.steps(clock.elapsed_ms())}[key]
