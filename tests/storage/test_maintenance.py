from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import StorageFailed, Store, open_store
from storage.engine import copies
from storage.scores.tallies import rebuild_boards
from storage.tables.lifecycle import append_moves
from storage.tables.loading import load_open_tables
from storage.upkeep.maintenance import findings, rerate_all
from tests.storage.direct import change
from tests.storage.helpers import finished, load_result, move, playing, table_of


@pytest.mark.sqlite
async def test_a_copy_is_whole_alone_and_its_owners(store: Store, tmp_path: Path) -> None:
    """One file for nobody else, with all that was committed; it takes the place of an older copy."""
    copy = tmp_path / "copies" / "copy.db"
    copy.parent.mkdir()
    await store.backup(copy)
    await finished(store, "a", (10, 11), (1, 2))
    await playing(store, "b", 10, 11, moves=3)
    await store.backup(copy)
    assert [file.name for file in copy.parent.iterdir()] == ["copy.db"]
    assert copy.stat().st_mode & 0o777 == 0o600  # names and hands of running games are in it
    async with await open_store(copy) as copied:
        assert await copied.check(findings) == []
        assert await copied.read(load_open_tables) == await store.read(load_open_tables)
        assert await copied.read(load_result, "a") == await store.read(load_result, "a")


@pytest.mark.sqlite
async def test_copying_while_moves_are_written(store: Store, tmp_path: Path) -> None:
    """Moves go on while copying, and the copy holds a beginning of them without gaps."""
    await playing(store, "t1", 10, 11)

    async def write() -> None:
        for seq in range(60):
            await store.write(append_moves, "t1", move(seq, "x" * 500))

    await asyncio.gather(write(), *(store.backup(tmp_path / f"copy{number}") for number in range(3)))
    for number in range(3):
        async with await open_store(tmp_path / f"copy{number}") as copied:
            stored = await table_of(copied)
            assert [move.seq for move in stored.moves] == list(range(len(stored.moves)))
            assert await copied.check(findings) == []
    assert len((await store.read(load_open_tables))[0].moves) == 60


async def test_a_damaged_copy_replaces_nothing(store: Store, path: Path, tmp_path: Path) -> None:
    """A page that was overwritten on the disk is found, and the older copy stays."""
    for name in range(40):
        await playing(store, f"table{name}", 10, 11, moves=20)
    copy = tmp_path / "copy.db"
    await store.backup(copy)
    before = copy.read_bytes()
    await store.close()
    page = 4096
    with path.open("rb+") as file:
        size = path.stat().st_size // page
        for number in range(size // 2, size):
            file.seek(number * page)
            file.write(b"\xff" * page)
    with pytest.raises(StorageFailed, match="cannot copy"):
        copies.backup(str(path), copy)
    assert copy.read_bytes() == before
    assert not (tmp_path / "copy.db.part").exists()


async def test_a_copy_that_cannot_be_made(store: Store, path: Path, tmp_path: Path) -> None:
    """Copying onto the database itself or into a missing folder is refused, and the database lives."""
    await playing(store)
    with pytest.raises(StorageFailed, match="the database itself"):
        await store.backup(path)
    with pytest.raises(StorageFailed, match="cannot copy"):
        await store.backup(tmp_path / "missing" / "copy.db")
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
        ("UPDATE tally SET games = games + 1 WHERE person = 1 AND game = 'bull'", "3 lines of boards differ"),
        ("DELETE FROM tally WHERE person = 2", "6 lines of boards differ"),
        ("UPDATE measure SET value = 50 WHERE value = 9", "3 lines of boards differ"),
        ("DELETE FROM measure WHERE person = 2", "3 lines of boards differ"),
        ("INSERT INTO period VALUES (5)", "periods of boards differ"),
        ("UPDATE result_seat SET won = 0", "lines of boards differ"),
        ("DELETE FROM result_seat", "result 1 has no seats"),
    ],
)
async def test_the_check_finds(store: Store, where: str, damage: str, finding: str) -> None:
    """Each kind of damage is found and named; ratings and boards are right again when made again."""
    await finished(store, "a", (10, 11), (1, 2), facts=({"best_bluff": 9}, {"best_bluff": 2}))
    await playing(store, "b", 10, 11, moves=2)
    assert await store.check(findings) == []
    change(where, damage)
    found = await store.check(findings)
    assert any(finding in sentence for sentence in found), found
    if "make them again" in found[0]:
        await store.write(rerate_all if "rerate" in found[0] else rebuild_boards)
        assert await store.check(findings) == []


async def test_the_check_finds_what_points_at_nothing(store: Store, path: Path) -> None:
    """Where a program that does not look has been at it; PostgreSQL lets nobody."""
    await playing(store, "b", 10, 11, moves=2)
    change(path, "UPDATE move SET table_id = 'nowhere'")
    assert "a row of move points at nothing" in await store.check(findings)


async def test_the_check_finds_a_damaged_file(path: Path) -> None:
    """A file with bytes of an index overwritten doesn't pass."""
    async with await open_store(path) as store:
        for number in range(40):
            await finished(store, f"t{number}", (10, 11), (1, 2))
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
