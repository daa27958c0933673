from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from storage import StorageUnavailable, open_store
from storage.engine.writing import get_meta, set_meta

HOLD = """
import asyncio, sys
from storage import open_store

async def hold():
    async with await open_store(sys.argv[1], exclusive=True):
        print("held", flush=True)
        await asyncio.Event().wait()

asyncio.run(hold())
"""


async def test_a_second_bot_is_refused(path: Path) -> None:
    """While one holds the database a second is told so in one sentence; after the first closed it opens."""
    async with await open_store(path, exclusive=True):
        with pytest.raises(StorageUnavailable, match="another Tefuda uses it") as caught:
            await open_store(path, exclusive=True)
        assert str(path) in str(caught.value)
    async with await open_store(path, exclusive=True):
        pass
    assert path.with_name(path.name + ".lock").exists()


async def test_the_lock_dies_with_its_process(path: Path) -> None:
    """A process that holds the database keeps others out, and no longer when it was killed."""
    with subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        try:
            assert other.stdout.readline() == b"held\n"
            with pytest.raises(StorageUnavailable, match="another Tefuda"):
                await open_store(path, exclusive=True)
        finally:
            other.kill()
    async with await open_store(path, exclusive=True):
        pass


async def test_others_may_look_while_it_is_held(path: Path) -> None:
    """Tools that don't ask for the database alone open it, to read or to write."""
    async with await open_store(path, exclusive=True):
        async with await open_store(path) as other:
            await other.write(set_meta, "a", "b")
        async with await open_store(path, read_only=True) as reader:
            assert await reader.read(get_meta, "a") == "b"


async def test_who_is_refused_has_changed_nothing(path: Path) -> None:
    """A database that is held is not even created, let alone upgraded, by the one who is refused."""
    async with await open_store(path, exclusive=True):
        path.rename(path.with_name("elsewhere"))
        with pytest.raises(StorageUnavailable):
            await open_store(path, exclusive=True)
        assert not path.exists()


async def test_a_start_that_fails_lets_the_lock_go(path: Path) -> None:
    """When the database cannot be opened after the lock was taken, the lock is free again."""
    path.write_text("not a database, but long enough to be looked at as one" * 20)
    with pytest.raises(StorageUnavailable, match="not an SQLite database"):
        await open_store(path, exclusive=True)
    path.unlink()
    async with await open_store(path, exclusive=True):
        pass


async def test_where_no_lock_can_be(tmp_path: Path) -> None:
    """In memory no lock is needed; a missing folder and a folder are refused with their reasons."""
    async with await open_store(":memory:", exclusive=True), await open_store(":memory:", exclusive=True):
        pass
    for path, reason in (
        (tmp_path / "missing" / "a.db", "its folder does not exist"),
        (tmp_path, "it is a folder"),
    ):
        with pytest.raises(StorageUnavailable, match=reason):
            await open_store(path, exclusive=True)
    assert not tmp_path.with_name(tmp_path.name + ".lock").exists()
