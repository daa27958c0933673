"""Tests of reading rows: damaged ones are set aside, and no other module reads several rows."""

from __future__ import annotations

import ast
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from storage import Store, open_store
from storage.engine import reading
from storage.engine.database import Connection
from storage.engine.reading import Derivation, all_rows_of, column_of, derive, row_of, rows_of, setting_aside
from storage.errors import DamagedRow
from storage.rows import NO_GAME, NOTHING, GuildSettings, ListChange
from storage.servers import change_setting, load_settings, save_settings
from tests.storage.helpers import execute_all, rows

STORAGE = Path(__file__).parents[2] / "storage"

LOW_LEVEL = ("engine", "postgres")
"""Packages that implement connections and copies, and read no values."""

WITHOUT_ROWS = ("INSERT", "UPDATE", "DELETE")


class Pair(NamedTuple):
    """A row of the test's table."""

    number: int
    is_true: bool


@pytest.fixture
def conn() -> Iterator[sqlite3.Connection]:
    """Yield a database in memory with one damaged row of three."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as opened:
        opened.execute("CREATE TABLE pair (number INTEGER, is_true INTEGER, name TEXT)")
        values = [(1, 0, "a"), (2, 7, "b"), (3, 1, "c")]
        opened.executemany("INSERT INTO pair VALUES (?, ?, ?)", values)
        yield opened


PAIRS = "SELECT number, is_true FROM pair ORDER BY number"


def test_damaged_row_is_left_out_and_told_once(
    conn: sqlite3.Connection, caplog: pytest.LogCaptureFixture
) -> None:
    """The other rows are read; the log has one line with the key of the row, and none of its other values."""
    reading._reported.clear()
    for _ in range(3):
        assert rows_of(conn, Pair, PAIRS) == [Pair(1, False), Pair(3, True)]
    (line,) = caplog.messages
    assert "Pair number=2 cannot be read" in line
    assert "7" not in line.partition("number=2")[2].partition(":")[0]
    assert conn.execute("SELECT is_true FROM pair WHERE number = 2").fetchone() == (7,)


def test_damaged_row_is_error_where_all_are_needed(conn: sqlite3.Connection) -> None:
    with pytest.raises(DamagedRow, match="number=2"):
        all_rows_of(conn, Pair, PAIRS)
    with pytest.raises(DamagedRow, match="number=2"):
        row_of(conn, Pair, "SELECT number, is_true FROM pair WHERE number = 2")
    assert row_of(conn, Pair, "SELECT number, is_true FROM pair WHERE number = 9") is None


def test_text_that_is_no_utf8_spoils_its_own_row_only(conn: sqlite3.Connection) -> None:
    """SQLite's driver ends the whole query at such a text; the other rows are read all the same."""
    conn.execute("UPDATE pair SET name = CAST(x'ff' AS TEXT) WHERE number = 1")
    assert column_of(conn, str, "SELECT name FROM pair ORDER BY number") == ["b", "c"]
    assert conn.text_factory is str


def test_errors_of_the_database_are_no_damage(conn: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        rows_of(conn, Pair, "SELECT number, is_true FROM nowhere")
    conn.execute("BEGIN")
    with pytest.raises(sqlite3.OperationalError), setting_aside(conn, "rows"):
        conn.execute("INSERT INTO nowhere VALUES (1)")
    conn.execute("ROLLBACK")


async def test_damaged_row_keeps_no_other_row_from_being_written(store: Store) -> None:
    """Of the lines of boards that a result changes, only one that cannot be changed stays as it is."""
    most = 2**63 - 1

    def prepare(conn: Connection) -> None:
        conn.execute("INSERT INTO daily_share (day, move, people) VALUES (1, 'a', ?), (1, 'b', 1)", (most,))

    def add(conn: Connection) -> None:
        statement = "UPDATE daily_share SET people = people + 1 WHERE move = ?"
        conn.executemany(statement, [("a",), ("b",)])

    def fail(conn: Connection) -> None:
        raise DamagedRow("a row cannot be read")

    def work(conn: Connection) -> None:
        derive(conn, [Derivation("shares", add), Derivation("others", fail)], "a result")

    def shares(conn: Connection) -> list[tuple[str, int]]:
        return rows_of(conn, tuple[str, int], "SELECT move, people FROM daily_share ORDER BY move")

    await store.write(prepare)
    await store.write(work)
    assert await store.read(shares) == [("a", most), ("b", 2)]


async def test_damaged_row_is_no_outage(store: Store) -> None:
    """A transaction that a damaged row spoils raises an error of its own, since the database works."""

    def work(conn: Connection) -> None:
        conn.execute("INSERT INTO daily_share (day, move, people) VALUES (1, 'a', ?)", (2**63 - 1,))
        conn.execute("UPDATE daily_share SET people = people + 1")

    with pytest.raises(DamagedRow, match="work met a damaged row"):
        await store.write(work)


# --- settings -------------------------------------------------------------------------------------------

CLUB = GuildSettings(
    1, "ja", (5,), games=("bull",), player_roles=(6,), keeper_roles=(7,), organizers="everybody"
)


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("column", "value", "field", "closed"),
    [
        ("channel_ids", "{", "channel_ids", (NOTHING,)),
        ("player_roles", "[true]", "player_roles", (NOTHING,)),
        ("games", "[5]", "games", (NO_GAME,)),
        ("keeper_roles", "", "keeper_roles", ()),
        ("share_records", 7, "share_records", False),
        ("pings", -1, "pings", False),
        ("daily_hour", 99, "daily_hour", 8),
    ],
)
async def test_damaged_setting_opens_nothing(
    path: Path, column: str, value: object, field: str, closed: object
) -> None:
    """A setting that cannot be read becomes one that allows nothing; the others stay, and so does the row."""
    async with await open_store(path) as store:
        await store.write(save_settings, CLUB)
        execute_all(path, f"UPDATE guild_settings SET {column} = {value!r}")
        damaged = await store.read(load_settings, 1)
        assert getattr(damaged, field) == closed
        assert (damaged.locale, damaged.organizers) == ("ja", "everybody")
        await store.write(change_setting, 1, "most_tables", 3)
        assert rows(path, f"SELECT {column}, most_tables FROM guild_settings") == [(value, 3)]


@pytest.mark.sqlite
async def test_manager_can_choose_damaged_setting_again(path: Path) -> None:
    async with await open_store(path) as store:
        await store.write(save_settings, CLUB)
        execute_all(path, "UPDATE guild_settings SET channel_ids = '{'")
        after = await store.write(change_setting, 1, "channel_ids", ListChange(added=(9,)))
        assert after.channel_ids == (9,)
        assert await store.read(load_settings, 1) == after


# --- the only way to read several rows ------------------------------------------------------------------


def other_readers(source: str) -> list[int]:
    """Return the lines where a query's rows are read without ``storage.engine.reading``.

    A query may only be followed by ``fetchone()``, and a change by ``rowcount``.
    """
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    wrong = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr in ("fetchall", "fetchmany"):
            wrong.append(node.lineno)
        if node.func.attr == "execute":
            parent = parents[node]
            is_single = isinstance(parent, ast.Attribute) and parent.attr in ("fetchone", "rowcount")
            is_change = isinstance(parent, ast.Assign) and _text_of(node.args[0]).startswith(WITHOUT_ROWS)
            if not (isinstance(parent, ast.Expr) or is_single or is_change):
                wrong.append(node.lineno)
    return wrong


def _text_of(sql: ast.expr) -> str:
    return str(sql.value).strip() if isinstance(sql, ast.Constant) else ""


def test_several_rows_are_read_in_one_way() -> None:
    """No module of storage takes the rows of a query without setting damaged ones aside."""
    paths = [path for path in STORAGE.rglob("*.py") if path.relative_to(STORAGE).parts[0] not in LOW_LEVEL]
    assert len(paths) > 20
    for path in paths:
        assert not other_readers(path.read_text("utf-8")), path


@pytest.mark.parametrize(
    "line",
    [
        "rows = conn.execute('SELECT 1').fetchall()",
        "rows = conn.execute('SELECT 1')",
        "for row in conn.execute('SELECT 1'): pass",
        "names = [name for name, in conn.execute('SELECT 1')]",
        "known = dict(conn.execute('SELECT 1'))",
        "value = next(conn.execute('SELECT 1'))",
    ],
)
def test_other_ways_are_found(line: str) -> None:
    assert {*other_readers(line)} == {1}


@pytest.mark.parametrize(
    "line",
    [
        "conn.execute('DELETE FROM act')",
        "row = conn.execute('SELECT 1').fetchone()",
        "changed = conn.execute('UPDATE act SET at = 1')",
    ],
)
def test_single_rows_and_changes_are_allowed(line: str) -> None:
    assert not other_readers(line)
