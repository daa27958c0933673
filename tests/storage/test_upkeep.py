"""Tests of backups, checks, and copies of all data to another database of either kind."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage import Store, open_store
from storage.engine import sqlite
from storage.engine.database import set_meta
from storage.errors import StorageError, StorageFailed, StorageUnavailable
from storage.people import save_subscriptions
from storage.postgres import copying
from storage.rows import GatheringRow, GuildSettings, InvitationRow
from storage.scores.results import rerate
from storage.servers import save_settings
from storage.store import open_copy_target, open_to_read
from storage.tables.lifecycle import append_moves, create_table
from storage.tables.loading import load_open_tables
from storage.upkeep import export_person, findings, finished_tables, forget_person
from tests import postgres
from tests.storage.helpers import (
    NOON,
    content,
    execute_all,
    load_result,
    move,
    playing,
    rows,
    seats,
    store_finished_game,
    table,
)


@pytest.mark.sqlite
async def test_copy_is_complete_private_file(store: Store, tmp_path: Path) -> None:
    """A copy is one private file with all committed data, and replaces an older copy."""
    copy = tmp_path / "copies" / "copy.db"
    copy.parent.mkdir()
    await asyncio.to_thread(sqlite.backup, store.name, copy)
    await store_finished_game(store, "a", (10, 11), (1, 2))
    await playing(store, "b", 10, 11, moves=3)
    await asyncio.to_thread(sqlite.backup, store.name, copy)
    assert [file.name for file in copy.parent.iterdir()] == ["copy.db"]
    assert copy.stat().st_mode & 0o777 == 0o600  # names and hands of running games are in it
    async with await open_store(copy) as copied:
        assert await copied.check(findings) == []
        assert await copied.read(load_open_tables) == await store.read(load_open_tables)
        assert await copied.read(load_result, "a") == await store.read(load_result, "a")


async def test_damaged_database_does_not_replace_copy(store: Store, path: Path, tmp_path: Path) -> None:
    for name in range(40):
        await playing(store, f"table{name}", 10, 11, moves=20)
    copy = tmp_path / "copy.db"
    await asyncio.to_thread(sqlite.backup, store.name, copy)
    before = copy.read_bytes()
    await store.close()
    page = 4096
    with path.open("rb+") as file:
        size = path.stat().st_size // page
        for number in range(size // 2, size):
            file.seek(number * page)
            file.write(b"\xff" * page)
    with pytest.raises(StorageError, match=f"{path}.* malformed"):
        sqlite.backup(str(path), copy)
    assert copy.read_bytes() == before
    assert not (tmp_path / "copy.db.part").exists()


async def test_impossible_copy_fails_without_remains(store: Store, path: Path, tmp_path: Path) -> None:
    await playing(store)
    with pytest.raises(StorageFailed, match="the database itself"):
        await asyncio.to_thread(sqlite.backup, store.name, path)
    with pytest.raises(StorageFailed, match="cannot copy"):
        await asyncio.to_thread(sqlite.backup, store.name, tmp_path / "missing" / "copy.db")
    assert len(await store.read(load_open_tables)) == 1
    assert {file.suffix for file in tmp_path.iterdir()} <= {".db", ".db-wal", ".db-shm"}


@pytest.mark.parametrize(
    ("damage", "finding"),
    [
        ("UPDATE game_table SET status = 'playing' WHERE id = 'a'", "table a has a result and is playing"),
        ("UPDATE game_table SET status = 'over' WHERE id = 'b'", "table b is over and has no result"),
        (
            "DELETE FROM seat WHERE table_id = 'a' AND seat = 1",
            "the result of table a has 2 seats where the table",
        ),
        ("DELETE FROM move WHERE table_id = 'b' AND seq = 0", "the moves of table b are not numbered"),
        ("DELETE FROM seat WHERE table_id = 'b' AND seat = 0", "the seats of table b are not numbered"),
        ("UPDATE rating SET mu = mu + 1 WHERE person = 1", "1 ratings differ"),
        ("DELETE FROM result_seat", "result 1 has no seats"),
    ],
)
async def test_check_finds_every_kind_of_damage(store: Store, where: str, damage: str, finding: str) -> None:
    """Each kind of damage is found and named, and rating again repairs ratings."""
    await store_finished_game(store, "a", (10, 11), (1, 2), facts=({"best_bluff": 9}, {"best_bluff": 2}))
    await playing(store, "b", 10, 11, moves=2)
    assert await store.check(findings) == []
    execute_all(where, damage)
    reports = await store.check(findings)
    assert any(finding in sentence for sentence in reports), reports
    if "make them again" in reports[0]:
        await store.write(rerate)
        assert await store.check(findings) == []


async def test_check_finds_dangling_references(store: Store, path: Path) -> None:
    """Dangling references are found on SQLite; PostgreSQL prevents them."""
    await playing(store, "b", 10, 11, moves=2)
    execute_all(path, "UPDATE move SET table_id = 'nowhere'")
    assert "a row of move points at nothing" in await store.check(findings)


async def test_check_finds_damaged_file(path: Path) -> None:
    async with await open_store(path) as store:
        for number in range(40):
            await store_finished_game(store, f"t{number}", (10, 11), (1, 2))
    content = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as conn:
        page, size = conn.execute(
            """
            SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_master
            WHERE name = 'seat_of_person'
            """
        ).fetchone()
    content[page * size - 300 : page * size] = bytes(300)
    path.write_bytes(content)
    async with await open_store(path) as store:
        assert any("damaged" in sentence for sentence in await store.check(findings))


WAYS = [("sqlite", "postgresql"), ("postgresql", "sqlite"), ("sqlite", "sqlite")]


async def place(kind: str, folder: Path, name: str) -> str:
    """Return the address of an empty database of a kind."""
    if kind == "sqlite":
        return str(folder / f"{name}.db")
    return postgres.fresh_database(f"copying_{name}")


async def fill(where: str) -> None:
    """Store rows of every kind, such as running games, a rematch, invitations and deleted people."""
    async with await open_store(where) as store:
        await store.write(save_settings, GuildSettings(1, channel_ids=(7,), board_scope="everywhere"))
        for number in range(4):
            await store_finished_game(store, f"over{number}", (10, 11, 12), (1, 2, 2), at=NOON + number)
        await playing(store, "running", 10, None, moves=5)
        # The table that it follows has a later key: it is not there yet when this one is carried.
        await store.write(create_table, table("a-rematch", rematch_of="over3"), seats(11, 12))
        await store.write(save_subscriptions, 14, "手札 太郎", 1, ["bull"])
        gathering = GatheringRow(invitations=(InvitationRow(15, "P15"),))
        await store.write(create_table, table("lobby"), seats(13), gathering)
        await store.write(set_meta, "commands", "abc")
        await forget_person(store, 12)


async def carry(source: str, target: str) -> list[tuple[int, int]]:
    """Copy a database; return the reported progress."""
    progress: list[tuple[int, int]] = []
    async with await open_to_read(source) as read, await open_copy_target(target) as written:
        copied = await copying.copy(read, written, lambda done, total: progress.append((done, total)))
    assert [table.name for table in copied] == list(copying.KEYS)
    return progress


@pytest.mark.parametrize(("old", "new"), WAYS)
async def test_transferred_database_continues_like_original(old: str, new: str, tmp_path: Path) -> None:
    """The copy has all data, passes all checks, and accepts new moves and games."""
    source, target = await place(old, tmp_path, "old"), await place(new, tmp_path, "new")
    await fill(source)
    progress = await carry(source, target)
    assert progress[-1][0] == progress[-1][1] == 3 * sum(map(len, content(source).values()))
    assert progress == sorted(progress)
    assert {name: len(table_rows) for name, table_rows in content(target).items()} == {
        name: len(table_rows) for name, table_rows in content(source).items()
    }
    async with await open_store(source) as before, await open_store(target) as after:
        assert await after.read(load_open_tables) == await before.read(load_open_tables)
        assert await after.read(export_person, 10) == await before.read(export_person, 10)
        assert await after.check(findings) == []
        await after.write(append_moves, "running", move(5))
        await store_finished_game(after, "next", (10, 20), (1, 2))
        assert [game.table_id async for game, _ in finished_tables(after)][-1] == "next"
        assert await after.check(findings) == []


@pytest.mark.parametrize(("old", "new"), WAYS[:2])
async def test_interrupted_transfer_resumes(
    old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy can resume after any batch without duplicates, and cannot be opened before its end."""
    source, target = await place(old, tmp_path, "old"), await place(new, tmp_path, "new")
    await fill(source)
    monkeypatch.setattr(copying, "BATCH", 25)
    write, batches = Store.write, itertools.count()

    # Each batch is written, then the process dies.
    async def fail(self: Store, work: Any, *args: Any, **kwargs: Any) -> Any:
        result = await write(self, work, *args, **kwargs)
        if work is copying._insert:
            next(batches)
            raise StorageFailed("the power fails")
        return result

    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", fail)
        tries = 0
        while True:
            try:
                await carry(source, target)
            except StorageFailed:
                tries += 1
                with pytest.raises(StorageUnavailable, match="was not finished"):
                    await open_store(target, read_only=tries % 2 == 0)
            else:
                break
    # Every batch was written once, and the copy is whole.
    assert tries == next(batches) > 10
    async with await open_store(target) as store:
        assert await store.check(findings) == []
        assert len(await store.read(load_open_tables)) == 3 + 4


async def test_transfer_finds_differing_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A difference in any table is found, and the copy stays marked as incomplete."""
    source, target = str(tmp_path / "old.db"), str(tmp_path / "new.db")
    await fill(source)
    carried = copying._copy_rows
    changes = (
        ("seat", "UPDATE seat SET join_id = join_id + 1 WHERE seat = 1 AND table_id = 'running'"),
        ("result_seat", "UPDATE result_seat SET mu = mu + 0.0000001 WHERE result = 1 AND seat = 0"),
        ("game_table", "UPDATE game_table SET rematch_of = NULL"),
        ("move", "DELETE FROM move WHERE seq = 4"),
    )
    for name, statement in changes:
        Path(target).unlink(missing_ok=True)

        async def spoil(*given: Any, statement: str = statement) -> None:
            await carried(*given)
            if given[2].name == "meta":
                execute_all(target, statement)

        monkeypatch.setattr(copying, "_copy_rows", spoil)
        with pytest.raises(StorageFailed, match=f"not the same as .*old.db: {name} differs"):
            await carry(source, target)
        with pytest.raises(StorageUnavailable, match="was not finished"):
            await open_store(target)


async def test_transfer_refuses_used_database(tmp_path: Path) -> None:
    """A target that has data, or half of another copy, is refused and stays unchanged."""
    source, target, half = (str(tmp_path / f"{name}.db") for name in ("old", "new", "half"))
    await fill(source)
    async with await open_store(target) as store:
        await playing(store, "theirs")
    before = content(target)
    with pytest.raises(StorageFailed, match="something in it already"):
        await carry(source, target)
    assert content(target) == before
    async with await open_store(half) as store:
        await store.write(set_meta, "copying", "elsewhere.db")
    with pytest.raises(StorageFailed, match=r"elsewhere\.db into it was not finished"):
        await carry(source, half)
    with pytest.raises(StorageFailed, match=r"elsewhere\.db into it was not finished"):
        await carry(half, str(tmp_path / "third.db"))
    assert rows(half, "SELECT value FROM meta WHERE key = 'copying'") == [("elsewhere.db",)]
