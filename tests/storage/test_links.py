"""Tests that all links to a database lead to one lock, one log and one file."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from storage import Store, open_store
from storage.engine import sqlite
from storage.engine.database import get_meta, set_meta
from storage.errors import StorageError, StorageInUse, StorageUnavailable
from storage.store import open_copy_target, open_to_read
from storage.upkeep import Restoration


@pytest.fixture
def real(tmp_path: Path) -> Path:
    """Return the path of a database in a folder of its own."""
    (tmp_path / "disk").mkdir()
    path = tmp_path / "disk" / "real.db"
    asyncio.run(_write(path, "old"))
    return path


@pytest.fixture
def link(real: Path, tmp_path: Path) -> Path:
    """Return a symbolic link to the database, in another folder."""
    (tmp_path / "app").mkdir()
    path = tmp_path / "app" / "tefuda.db"
    path.symlink_to(Path("..") / "disk" / "real.db")
    return path


@pytest.fixture
def folder_link(real: Path, tmp_path: Path) -> Path:
    """Return a path to the database through a symbolic link to its folder."""
    (tmp_path / "data").symlink_to("disk", target_is_directory=True)
    return tmp_path / "data" / "real.db"


@pytest.fixture
def two_links(link: Path, tmp_path: Path) -> Path:
    """Return a symbolic link to a symbolic link to the database."""
    path = tmp_path / "two.db"
    path.symlink_to(link)
    return path


WAYS = ("link", "folder_link", "two_links")


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> Path:
    """Return a path by which people may reach the database."""
    path: Path = request.getfixturevalue(request.param)
    return path


async def _write(path: Path, mark: str) -> None:
    async with await open_store(path) as store:
        await store.write(set_meta, "mark", mark)


async def _mark(store: Store) -> str | None:
    return await store.read(get_meta, "mark")


async def _mark_in(path: Path) -> str | None:
    async with await open_store(path, read_only=True) as store:
        return await _mark(store)


async def test_second_bot_is_refused_by_any_path(real: Path, way: Path) -> None:
    """A bot that runs by one path keeps a second one out by every other path."""
    for first, second in ((way, real), (real, way)):
        async with await open_store(first, exclusive=True):
            with pytest.raises(StorageInUse):
                await open_store(second, exclusive=True)
    assert [file.name for file in real.parent.iterdir() if file.suffix == ".lock"] == ["real.db.lock"]
    assert not way.parent.joinpath(way.name + ".lock").exists() or way.parent.samefile(real.parent)


async def test_restore_is_refused_under_a_bot_by_any_path(real: Path, way: Path) -> None:
    """No restore replaces the database while a bot uses it by another path."""
    for used, restored in ((way, real), (real, way)):
        async with await open_store(used, exclusive=True):
            with pytest.raises(StorageInUse):
                Restoration(str(restored))


async def test_restore_by_a_link_replaces_the_file_behind_it(real: Path, way: Path, tmp_path: Path) -> None:
    """After a restore all links are still there, and the old database is kept beside the real one."""
    sqlite.backup(real, tmp_path / "copy.db")
    await _write(real, "new")
    is_link = way.is_symlink()
    with Restoration(str(way)) as work:
        work.fetch(tmp_path / "copy.db")
        old = work.swap()
    assert way.is_symlink() is is_link
    assert old == real.with_name("real.db.old1")
    assert await _mark_in(real) == await _mark_in(way) == "old"
    assert await _mark_in(old) == "new"


async def test_database_is_not_copied_into_itself_by_a_link(real: Path, way: Path) -> None:
    for source, target in ((way, real), (real, way)):
        async with await open_to_read(str(source), exclusive=True):
            with pytest.raises(StorageInUse):
                await open_copy_target(str(target), exclusive=True)


async def test_backup_by_a_link_has_the_latest_changes(real: Path, way: Path, tmp_path: Path) -> None:
    """A backup by a link contains what is still in the log beside the real file."""
    async with await open_store(real, exclusive=True) as store:
        await store.write(set_meta, "mark", "latest")
        sqlite.backup(way, tmp_path / "copy.db")
    assert await _mark_in(tmp_path / "copy.db") == "latest"


async def test_backup_into_a_link_replaces_the_file_behind_it(real: Path, tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    target = tmp_path / "latest.db"
    target.symlink_to(tmp_path / "backups" / "latest.db")
    sqlite.backup(real, target)
    assert target.is_symlink()
    assert await _mark_in(tmp_path / "backups" / "latest.db") == "old"
    assert {file.name for file in target.parent.iterdir() if file.suffix == ".part"} == set()


async def test_backup_into_the_database_itself_is_refused(real: Path, way: Path) -> None:
    for source, target in ((real, way), (way, real)):
        with pytest.raises(StorageError, match="is the database itself"):
            sqlite.backup(source, target)
    assert await _mark_in(real) == "old"


async def test_log_is_emptied_by_any_path(real: Path, way: Path) -> None:
    async with await open_store(way) as store:
        await store.write(set_meta, "mark", "later")
        assert real.with_name("real.db-wal").stat().st_size > 0
        assert await store.empty_log()
        assert real.with_name("real.db-wal").stat().st_size == 0


async def test_open_database_does_not_follow_a_moved_link(real: Path, link: Path, tmp_path: Path) -> None:
    """If a link is changed while a bot runs, the bot goes on with the file that it has locked."""
    await _write(tmp_path / "other.db", "other")
    async with await open_store(link, exclusive=True) as store:
        link.unlink()
        link.symlink_to(tmp_path / "other.db")
        await store.write(set_meta, "mark", "written")
        assert await store.empty_log()
        with pytest.raises(StorageInUse):
            await open_store(real, exclusive=True)
    assert await _mark_in(real) == "written"
    assert await _mark_in(tmp_path / "other.db") == "other"


async def _open_by(path: Path) -> None:
    await (await open_store(path)).close()


async def _read(path: Path) -> None:
    await (await open_store(path, read_only=True)).close()


async def _restore(path: Path) -> None:
    Restoration(str(path)).__exit__()


async def _backup(path: Path) -> None:
    sqlite.backup(path, path.with_name("copy.db"))


@pytest.mark.parametrize("use", [_open_by, _read, _restore, _backup], ids=lambda use: use.__name__)
async def test_database_with_two_hard_links_is_refused(
    use: Callable[[Path], Awaitable[None]], real: Path
) -> None:
    """SQLite would look for the log, and Tefuda for the lock, beside the wrong name."""
    other = real.with_name("other.db")
    os.link(real, other)
    for path in (real, other):
        with pytest.raises(StorageUnavailable, match=r"2 names \(hard links\)"):
            await use(path)
    other.unlink()
    await use(real)


async def test_copy_with_hard_links_can_be_read_and_restored(real: Path, tmp_path: Path) -> None:
    """Backup programs link equal files; a copy has no log, so each of its names will do."""
    sqlite.backup(real, tmp_path / "monday.db")
    os.link(tmp_path / "monday.db", tmp_path / "tuesday.db")
    await _write(real, "new")
    with Restoration(str(real)) as work:
        work.fetch(tmp_path / "tuesday.db")
        work.swap()
    assert await _mark_in(real) == "old"


async def test_restore_that_was_killed_leaves_a_database_that_opens(real: Path) -> None:
    """If a restore dies after it has given the database its second name, the bot starts all the same."""
    os.link(real, real.with_name("real.db.old1"))
    await _write(real, "again")
    assert await _mark_in(real) == "again"
