"""Tests that a damaged row sets aside only its own table, and that ``db check`` reports it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from functools import cache
from pathlib import Path

import pytest

from bot.administration.upkeep import check
from bot.clock import Clock
from bot.driving.registry import TableRegistry
from bot.randomness import SeededChance
from storage import open_store
from storage.rows import CHANNEL, GatheringRow, InvitationRow, SeatRow
from storage.serving import save_heartbeat
from tests.amounts import some

RUNNING, OTHER, LOBBY = range(3)
ROWS = ("game_table", "seat", "move", "shown", "gathering", "invitation", "guess", "vote", "sat")
"""The database's tables with rows of a table in use."""

BIG, SMALL = (1 << 63) - 1, -(1 << 63)
VALUES = {
    "TEXT": ("'{'", "'[]'", "'[1, 2]'", "'{\"a\": 5}'", "''", "'zzz'", "CAST(x'ff' AS TEXT)", "NULL"),
    "INTEGER": (str(BIG), str(SMALL), "-1", "99", "NULL"),
    "BLOB": ("x''", "x'00'", "NULL"),
}
"""Damaged values by column type; those that the schema refuses are skipped."""

ALWAYS_ASIDE = (
    *(("game_table", column, "'{'") for column in ("options", "verdict", "game", "locale", "clock")),
    *(("game_table", column, str(BIG)) for column in ("created_at", "deadline", "paused_at", "first")),
    *(("game_table", "seed", value) for value in ("x''", "NULL")),
    *(("shown", column, "'{'") for column in ("called", "stale", "reminded", "pictures")),
    *(("shown", column, "'[\"a\"]'") for column in ("called", "stale", "reminded", "pictures")),
    *(("seat", column, "-1") for column in ("grace", "join_id", "is_away")),
    *(("move", column, "'zzz'") for column in ("move", "made_by")),
    *(("gathering", column, "-1") for column in ("starts_at", "thread_id")),
    ("game_table", "evening", "'zzz'"),
    ("game_table", "host", "99"),
    ("seat", "level", "'zzz'"),
    ("seat", "person", "99"),
    ("move", "actor", "77"),
    ("move", "at", str(SMALL)),
    ("vote", "act", "'pause:77'"),
    ("guess", "seq", "99"),
    ("invitation", "is_told", "5"),
)
"""Damages that can never be a valid table."""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The path of a database with two games and a lobby, and their table ids."""
    path = tmp_path_factory.mktemp("damage") / "good.db"
    return path, asyncio.run(_made(path))


async def _made(path: Path) -> list[str]:
    clock = Clock()
    async with await open_store(str(path)) as store:
        registry = TableRegistry(store, clock, SeededChance(1))
        await registry.restore()
        made = []
        invitations = (InvitationRow(77, "Guest", is_told=True),)
        # Two running games and a lobby, each in a channel of its own.
        for number in range(3):
            table = await registry.open_lobby(
                guild_id=1,
                channel_id=2 + number,
                host_id=10 + number,
                host_name="A",
                join_id=5,
                game_id="bull",
                locale="en",
                computers=[SeatRow(1, None, "c 🤖", "easy")],
                gathering=GatheringRow(CHANNEL, invitations=invitations),
            )
            made.append(table.id)
            if number != LOBBY:
                table.update_sent_later(message_id=99 + number, mark=table.state.fingerprint)
                await table.save_sent()
                await table.start(10 + number)
        await store.write(save_heartbeat, clock.now_ms() - 3_600_000)
    # A vote, a guess and a deadline complete the rows about a table.
    with sqlite3.connect(path) as conn:
        (person,) = conn.execute("SELECT min(id) FROM person").fetchone()
        conn.execute(
            "INSERT INTO vote (table_id, act, person) VALUES (?, 'pause', ?)", (made[RUNNING], person)
        )
        conn.execute(
            "INSERT INTO guess (table_id, person, seq, is_lie) VALUES (?, ?, 1, 1)", (made[RUNNING], person)
        )
        conn.execute("UPDATE game_table SET deadline = ?", (clock.now_ms() + 60_000,))
    conn.close()
    return made


def copy_with_damage(tables: tuple[Path, list[str]], path: Path, statement: str, where: str) -> bool:
    """Copy the database and damage the copy; return false if the schema refuses the change."""
    shutil.copy(tables[0], path)
    conn = sqlite3.connect(path)
    try:
        with conn:
            return conn.execute(f"{statement} WHERE {where}").rowcount > 0
    except sqlite3.IntegrityError:
        return False
    finally:
        conn.close()


async def start_bot_on(path: Path, ids: list[str], damaged_id: str) -> str:
    """Start the bot on a damaged database; return the damaged table's state: "gone", "goes on" or "aside"."""
    async with await open_store(str(path)) as store:
        _, damage = await check(store)
        registry = TableRegistry(store, Clock(), SeededChance(1))
        await registry.restore()
        for table_id in {*ids} - {damaged_id}:
            state = registry.all[table_id].state
            assert state.incident is None, table_id
            assert not state.is_closed
        # The damaged table is gone, usable, or set aside with a finding.
        table = registry.all.get(damaged_id)
        if table is None:
            return "gone"
        assert table.state.fingerprint
        assert table.state.snapshot
        if table.state.incident is None:
            return "goes on"
        assert any(damaged_id in finding for finding in damage), damage
        # A table that is set aside keeps its rows for a repair; only its message may be noted.
        before = rows_of(path, damaged_id)
        table.update_sent_later(message_id=5, mark=table.state.fingerprint)
        await table.save_sent()
        after = rows_of(path, damaged_id)
        assert {name for name in before if before[name] != after[name]} <= {"shown"}
        same = [name for name in before["shown"][0] if before["shown"][0][name] != after["shown"][0][name]]
        assert {*same} <= {"message_id", "mark"} or not table.state.is_damaged
        return "aside"


def rows_of(path: Path, table_id: str) -> dict[str, list[dict[str, object]]]:
    """Return a table's stored rows by database table, with texts as bytes."""
    conn = sqlite3.connect(path)
    conn.text_factory = bytes
    conn.row_factory = sqlite3.Row
    try:
        return {
            name: [
                dict(row)
                for row in conn.execute(f"SELECT * FROM {name} WHERE {key_of(name)} = ?", (table_id,))
            ]
            for name in ROWS
        }
    finally:
        conn.close()


def key_of(name: str) -> str:
    return "id" if name == "game_table" else "table_id"


def place(tables: tuple[Path, list[str]], name: str, column: str = "") -> tuple[str, str]:
    """Return the id of the table to damage, and an SQL condition that selects one of its rows."""
    in_lobby = name in ("gathering", "invitation")
    table_id = tables[1][LOBBY if in_lobby else RUNNING]
    condition = {"seat": f" AND seat = {int(column == 'level')}", "move": " AND seq = 0"}.get(name, "")
    return table_id, f"{key_of(name)} = '{table_id}'{condition}"


@cache
def columns() -> list[tuple[str, str, str]]:
    """Return database table, column and type of every column that stores part of a table."""
    conn = sqlite3.connect(":memory:")
    for step in sorted(Path("storage/migrations").glob("*.sql")):
        conn.executescript(step.read_text("utf-8"))
    all_columns = [
        (name, column, kind)
        for name in ROWS
        for _, column, kind, *_ in conn.execute(f"PRAGMA table_info({name})")
        if column != key_of(name)
    ]
    conn.close()
    return all_columns


@pytest.mark.parametrize(("name", "column", "kind"), columns())
async def test_damaged_value_does_not_affect_other_tables(
    tables: tuple[Path, list[str]], tmp_path: Path, name: str, column: str, kind: str
) -> None:
    """The table with the damaged value is set aside or goes on, and all other tables go on.

    Columns take turns in the values; those that always set a table aside have a test of their own.
    """
    table_id, where = place(tables, name, column)
    for value in some(VALUES[kind][columns().index((name, column, kind)) % 3 :], 3):
        path = tmp_path / f"{VALUES[kind].index(value)}.db"
        if copy_with_damage(tables, path, f"UPDATE {name} SET {column} = {value}", where):
            became = await start_bot_on(path, tables[1], table_id)
            assert became in ("aside", "goes on") or column == "status", value


@pytest.mark.parametrize(("name", "column", "value"), ALWAYS_ASIDE)
async def test_impossible_value_sets_a_table_aside(
    tables: tuple[Path, list[str]], tmp_path: Path, name: str, column: str, value: str
) -> None:
    table_id, where = place(tables, name, column)
    assert copy_with_damage(tables, tmp_path / "x.db", f"UPDATE {name} SET {column} = {value}", where)
    assert await start_bot_on(tmp_path / "x.db", tables[1], table_id) == "aside"


@pytest.mark.parametrize("name", [*ROWS[1:], "person"])
async def test_missing_row_does_not_affect_other_tables(
    tables: tuple[Path, list[str]], tmp_path: Path, name: str
) -> None:
    """Without a seat, a move or its host a table is set aside; without any other row it goes on."""
    table_id, where = place(tables, name)
    if name == "person":
        where = f"id = (SELECT host FROM game_table WHERE id = '{table_id}')"
    assert copy_with_damage(tables, tmp_path / "x.db", f"DELETE FROM {name}", where)
    became = await start_bot_on(tmp_path / "x.db", tables[1], table_id)
    assert became == ("aside" if name in ("seat", "move", "person") else "goes on")
