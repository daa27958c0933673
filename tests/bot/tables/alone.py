"""Tables without Discord: a store, a clock that is moved by hand, people by number."""

from __future__ import annotations

from typing import Any

from bot.chance import SeededChance
from bot.clock import Clock
from bot.driving.driver import Driver
from bot.driving.keeper import Step
from bot.driving.table import Table
from bot.tables import lobby
from bot.tables.state import TableState
from bot.thinking.thinkers import Thinkers
from games import find_game
from games.core.shuffle import ShuffleKey
from storage import Store
from storage.rows import LOBBY, SeatRow, ShownRow, StoredTable, TableRow
from storage.tables.lifecycle import create_table
from storage.tables.loading import load_table
from tests.bot.turning import NOON

ALICE, BOB, CAROL = 10, 11, 12
NAMES = {ALICE: "Alice", BOB: "Bob", CAROL: "Carol"}


async def a_lobby(
    store: Store, clock: Clock, *people: int, game: str = "bull", table_id: str = "t1", tempo: str = "none"
) -> Table:
    """Open a lobby; the first person is host. Without people it is Alice's and Bob's."""
    host, *others = people or (ALICE, BOB)
    row = TableRow(
        id=table_id,
        guild_id=1,
        channel_id=2,
        host_id=host,
        game=game,
        options={name: values[0] for name, values in find_game(game).rules.options.items()},
        status=LOBBY,
        locale="en",
        created_at=NOON,
        seed=bytes(range(32)),
        commitment=ShuffleKey(bytes(range(32)), "").commitment,
        deadline=NOON + 43_200_000,
        clock=tempo,
    )
    seats = (SeatRow(0, host, NAMES[host], None, 1),)
    await store.write(create_table, row, seats)
    table = Table(store, clock, TableState(row, seats), ShownRow(row.id))
    for person in others:
        await table.change(lobby.joined, person, NAMES[person], person)
    table.note(message_id=1, mark=table.state.mark)
    await table.remember()
    return table


async def a_game(store: Store, clock: Clock, *people: int, **kinds: Any) -> Table:
    table = await a_lobby(store, clock, *people, **kinds)
    await table.start(table.state.row.host_id)
    return table


def acting(table: Table) -> int:
    """Who is to act, the first if several."""
    return table.state.acting(human=True)[0]


async def read(table: Table) -> StoredTable:
    return await table._store.read(load_table, table.id)


async def stored(table: Table) -> TableState:
    """The table as the store holds it, news and all that is not stored left out."""
    return TableState.of(await read(table))


async def agrees(table: Table) -> bool:
    kept = await stored(table)
    return (kept.row, kept.seats, kept.seq) == (table.state.row, table.state.seats, table.state.seq)


async def never_asleep() -> bool:
    """Tell that there was no time in which nobody could be served."""
    return False


def driver_of(table: Table, clock: Clock, thinkers: Any = None, seed: int = 1, pause: float = 0) -> Driver:
    """Let something drive a game, besides its own driver if it has one."""
    chance = SeededChance(seed)
    return Driver(table, clock, thinkers or Thinkers(0), chance, pause, lambda: False, never_asleep)


def step_of(driver: Driver, clock: Clock, key: str) -> Step:
    return {step.key: step for step in driver.steps(clock.elapsed_ms())}[key]
