"""Shortcuts for tests of storage, and functions that read a database of either kind."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from storage import Store
from storage.engine.database import Connection, is_server_address
from storage.postgres.copying import KEYS
from storage.rows import MoveRow, Outcome, SeatRow, SentRow, StoredTable, TableRow
from storage.scores.boards import BoardPage, Leaderboard, load_board
from storage.scores.stats import FinishedGame, Stats, load_games_after, load_stats
from storage.tables.lifecycle import append_moves, create_table, save_acts, start_table
from storage.tables.loading import load_table

NOON = 1_795_262_400_000
"""21 November 2026, 12:00 UTC, a Saturday."""
DAY = 86_400_000
SEED = bytes(range(32))


def replace_function(
    patch: pytest.MonkeyPatch, act: Callable[..., object], other: Callable[..., Awaitable[Any]]
) -> None:
    """Replace a function that the store calls by ``other``, which also receives the store."""

    def but(usual: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        return lambda store, work, *args, **kwargs: (
            other(store, *args, **kwargs) if work is act else usual(store, work, *args, **kwargs)
        )

    for kind in ("write", "read"):
        patch.setattr(Store, kind, but(getattr(Store, kind)))


def load_result(conn: Connection, table_id: str) -> FinishedGame | None:
    """Return the result of a table; ``None`` if it has none."""
    return next((game for game in load_games_after(conn, 0, 1000) if game.table_id == table_id), None)


async def result_of(store: Store, table_id: str = "t1") -> FinishedGame:
    """Return the result of a table that has one."""
    result = await store.read(load_result, table_id)
    assert result is not None
    return result


async def table_of(store: Store, table_id: str = "t1") -> StoredTable:
    """Return a stored table that must exist."""
    stored = await store.read(load_table, table_id)
    assert stored is not None
    return stored


async def stats_of(store: Store, user_id: int = 10, guild_id: int | None = None) -> Stats:
    """Return the statistics of a known user."""
    stats = await store.read(load_stats, user_id, guild_id)
    assert stats is not None
    return stats


async def board_of(
    store: Store, measure: str = "wins", game: str | None = "bull", guild_id: int | None = 1, **options: Any
) -> BoardPage:
    """Return a leaderboard, of Porker Bull on the first server by default."""
    page = {name: options.pop(name) for name in ("limit", "offset", "user_id") if name in options}
    board = Leaderboard(game, guild_id, measure=measure, **options)
    return await store.read(load_board, board, **page)


def table(table_id: str = "t1", **changes: object) -> TableRow:
    """Return the row of a lobby of Porker Bull."""
    values: dict[str, object] = {
        "id": table_id,
        "guild_id": 1,
        "channel_id": 2,
        "host_id": 10,
        "game": "bull",
        "options": {"deal": "up"},
        "status": "lobby",
        "locale": "ja",
        "created_at": NOON,
    }
    return TableRow(**{**values, **changes})  # type: ignore[arg-type]


def person(seat: int, user_id: int) -> SeatRow:
    """Return the row of a person's seat; the name is made from the user id."""
    return SeatRow(seat, user_id, f"P{user_id}", None, join_id=1000 + user_id)


def computer(seat: int) -> SeatRow:
    """Return the row of a computer player's seat."""
    return SeatRow(seat, None, f"Computer {seat}", "normal")


def seats(*user_ids: int | None) -> tuple[SeatRow, ...]:
    """Return the rows of seats with these people; ``None`` is a computer player."""
    return tuple(
        computer(seat) if user_id is None else person(seat, user_id) for seat, user_id in enumerate(user_ids)
    )


def query_plan(conn: Connection, sql: str) -> list[str]:
    """Return SQLite's query plan of a statement."""
    return [row[3] for row in conn.execute(f"EXPLAIN QUERY PLAN {sql}")]


async def selects_of(store: Store, work: Any, *args: Any, **kwargs: Any) -> list[str]:
    """Return the SELECT statements that a read executes on SQLite."""
    statements: list[str] = []
    await store._reader.set_trace_callback(statements.append)  # type: ignore[attr-defined]
    await store.read(work, *args, **kwargs)
    await store._reader.set_trace_callback(None)  # type: ignore[attr-defined]
    return [sql for sql in statements if "SELECT" in sql]


async def playing(
    store: Store, table_id: str = "t1", *user_ids: int | None, moves: int = 0, **changes: object
) -> None:
    """Store a table and start its game."""
    taken = seats(*(user_ids or (10, 11)))
    row = table(table_id, **{"host_id": next(seat.user_id for seat in taken if seat.user_id), **changes})
    await store.write(create_table, row, taken)
    made = [MoveRow(seq, None, f"move {seq}", NOON) for seq in range(moves)]
    await store.write(start_table, row_at_start(row), taken, made, SentRow(table_id))


def row_at_start(row: TableRow, **changes: object) -> TableRow:
    """Return a table's row in the state in which the game starts."""
    values = {"first": 0, "seed": SEED, "commitment": "c0ffee", "started_at": row.created_at}
    return msgspec.structs.replace(row, **{**values, **changes})


def move(seq: int, text: str = "challenge", actor: int | None = 0) -> tuple[MoveRow, ...]:
    """Return one move as a tuple of rows to append."""
    return (MoveRow(seq, actor, text, NOON),)


async def leave(
    store: Store, table_id: str, *seats: int, level: str = "normal", at: int = NOON, status: str = "playing"
) -> None:
    """Replace people in a running game by computer players of this level; ``status`` may close the game."""
    stored = await table_of(store, table_id)
    gone = [msgspec.structs.replace(stored.seats[seat], has_left=True, level=level) for seat in seats]
    await store.write(save_acts, msgspec.structs.replace(stored.table, status=status), gone, at=at)


async def cancel(store: Store, table_id: str, at: int = NOON) -> None:
    """Close a running game without a result."""
    await leave(store, table_id, at=at, status="cancelled")


async def finish(store: Store, table_id: str, how: Outcome) -> None:
    """End a running game at its current position."""
    await store.write(append_moves, table_id, (), outcome=how)


async def store_finished_game(
    store: Store,
    table_id: str,
    user_ids: Sequence[int | None],
    places: Sequence[int],
    *,
    at: int = NOON,
    leavers: Sequence[int] = (),
    facts: tuple[dict[str, int], ...] = (),
    rated: bool = True,
    teams: tuple[int, ...] = (),
    **changes: object,
) -> None:
    """Store a whole game that ends with these places."""
    await playing(store, table_id, *user_ids, **{"created_at": at, **changes})
    for seat in leavers:
        await leave(store, table_id, seat, at=at)
    how = outcome(*places, at=at, facts=facts, rated=rated)
    await finish(store, table_id, msgspec.structs.replace(how, teams=teams))


def outcome(
    *places: int, at: int = NOON, facts: tuple[dict[str, int], ...] = (), rated: bool = True
) -> Outcome:
    """Return an outcome with these places."""
    return Outcome(places, tuple(float(-place) for place in places), at, rated, facts)


# --- past the store -------------------------------------------------------------------------------------


def rows(where: str | Path, query: str) -> list[tuple[Any, ...]]:
    """Return the rows that a query finds."""
    with closing(_connection(where)) as conn:
        return [tuple(row) for row in conn.execute(query).fetchall()]


def execute_all(where: str | Path, *statements: str) -> None:
    """Run statements on a connection of their own, as another program would."""
    with closing(_connection(where)) as conn:
        for statement in statements:
            conn.execute(statement)


def content(where: str | Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of each table, by table name."""
    with closing(_connection(where)) as conn:
        return {
            name: [tuple(row) for row in conn.execute(f"SELECT * FROM {name} ORDER BY {', '.join(key)}")]
            for name, key in KEYS.items()
        }


def dump(path: Path) -> list[str]:
    """Return the content of an SQLite file, after a checkpoint of its write-ahead log.

    ``iterdump`` would return it as statements, in twice the time.
    """
    with closing(sqlite3.connect(path)) as conn:
        schema = conn.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
        parts = schema.fetchall()
        tables = [name for kind, name, *_ in parts if kind == "table"]
        rows = [conn.execute(f"SELECT * FROM {name}").fetchall() for name in tables]
        return [*map(repr, parts), *map(repr, rows)]


def _connection(where: str | Path) -> Any:
    if is_server_address(where):
        return psycopg.connect(str(where), autocommit=True)
    return sqlite3.connect(where, isolation_level=None)
