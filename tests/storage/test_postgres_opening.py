"""PostgreSQL's schema, its lock, and what cannot be opened."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from storage import SchemaTooNew, SchemaTooOld, StorageFailed, StorageUnavailable, open_store
from storage.engine.migrate import migrations
from storage.engine.writing import get_meta, set_meta
from storage.tables.loading import load_open_tables
from storage.upkeep.copying import KEYS
from tests import postgres
from tests.storage.direct import change, rows

pytestmark = pytest.mark.postgresql

TYPES = {"INTEGER": "bigint", "TEXT": "text", "REAL": "double precision", "BLOB": "bytea"}
"""What PostgreSQL calls SQLite's types."""


# --- one bot per database -----------------------------------------------------------------------------


async def test_who_has_lost_the_lock_cannot_write(where: str) -> None:
    """The lock goes with the connection; whoever took it meanwhile is the only one who writes."""
    async with await open_store(where, exclusive=True) as first:
        postgres.cut_all()
        async with await open_store(where, exclusive=True) as second:
            with pytest.raises(StorageFailed, match="another Tefuda uses it"):
                await first.write(set_meta, "a", "b")
            await second.write(set_meta, "a", "c")
        assert await first.read(get_meta, "a") == "c"
        await first.write(set_meta, "a", "d")


@pytest.mark.parametrize(("synchronous", "setting"), [("NORMAL", "off"), ("FULL", "on"), ("full", "on")])
async def test_how_durable_a_commit_is(where: str, synchronous: str, setting: str) -> None:
    """As with SQLite, NORMAL does not wait for the disk and FULL does."""
    async with await open_store(where, synchronous=synchronous) as store:
        asked = "SELECT current_setting('synchronous_commit'), current_setting('transaction_isolation')"
        found = await store.write(lambda conn: conn.execute(asked).fetchone())
        assert found == (setting, "serializable")


# --- schema -------------------------------------------------------------------------------------------


async def test_two_that_open_a_new_database_together() -> None:
    """One makes the tables, the other finds them."""
    where = postgres.fresh_database("tefuda_new")
    stores = await asyncio.gather(*(open_store(where) for _ in range(3)))
    for store in stores:
        assert await store.read(load_open_tables) == []
        await store.close()


async def test_newer_and_older_schemas_are_refused() -> None:
    """With both versions, as with SQLite; and so is what another program has made."""
    where = postgres.fresh_database("tefuda_versions")
    with pytest.raises(SchemaTooOld, match="version 0"):
        await open_store(where, read_only=True)
    async with await open_store(where):
        pass
    change(where, "UPDATE schema_version SET version = 999")
    for read_only in (False, True):
        with pytest.raises(SchemaTooNew, match=f"version 999.*only up to {len(migrations())}"):
            await open_store(where, read_only=read_only)
    change(where, "DROP TABLE schema_version")
    with pytest.raises(StorageUnavailable, match="not made by Tefuda"):
        await open_store(where)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("postgresql://tefuda:hidden@127.0.0.1:1/x", "Connection refused"),
        ("postgresql://tefuda:hidden@/nowhere?host={folder}", 'database "nowhere" does not exist'),
        ("postgresql://tefuda:hidden%zz@/nowhere", "its address cannot be read"),
    ],
)
async def test_what_cannot_be_opened(address: str, reason: str) -> None:
    """One sentence says why, and never the password."""
    folder = postgres.address_of("x").partition("?host=")[2]
    with pytest.raises(StorageUnavailable, match=reason) as caught:
        await open_store(address.format(folder=folder))
    assert "hidden" not in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_a_database_of_another_encoding() -> None:
    """Names in Japanese have no place in it, so it is refused at once."""
    where = postgres.fresh_database("latin", "ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(StorageUnavailable, match="its encoding is LATIN1, not UTF8"):
        await open_store(where)


async def test_both_databases_have_the_same_tables(where: str, tmp_path: Path) -> None:
    """The same columns, keys and indexes under the same names, whatever each calls their types."""
    file = tmp_path / "tefuda.db"
    async with await open_store(file):
        pass
    tables = rows(file, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    ours = {
        (table, name, TYPES[kind], must)
        for (table,) in tables
        for _, name, kind, must, *_ in rows(file, f"PRAGMA table_info({table})")
    }
    theirs = set(
        rows(
            where,
            """
            SELECT table_name, column_name, data_type, CASE is_nullable WHEN 'NO' THEN 1 ELSE 0 END
            FROM information_schema.columns
            WHERE table_schema = 'public' AND table_name <> 'schema_version'
            """,
        )
    )
    # What SQLite calls INTEGER PRIMARY KEY is never null, though it does not say so.
    rowids = {("person", "id"), ("result", "id"), ("guild_settings", "guild_id"), ("period", "start")}
    ours = {(*column[:3], 1 if column[:2] in rowids else column[3]) for column in ours}
    assert ours == theirs
    named = rows(file, "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    assert set(named) < set(rows(where, "SELECT indexname FROM pg_indexes WHERE schemaname = 'public'"))
    assert {name for (name,) in tables} == KEYS.keys()
