from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from storage import StorageUnavailable, open_store
from storage.engine.names import is_address, shown_name
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


async def test_a_second_bot_is_refused(where: str) -> None:
    """It is told so in one sentence, while whoever does not ask for the database alone opens it."""
    async with await open_store(where, exclusive=True):
        with pytest.raises(StorageUnavailable, match="another Tefuda uses it") as caught:
            await open_store(where, exclusive=True)
        assert shown_name(where) in str(caught.value)
        assert "\n" not in str(caught.value)
        async with await open_store(where) as other:
            await other.write(set_meta, "a", "b")
        async with await open_store(where, read_only=True) as reader:
            assert await reader.read(get_meta, "a") == "b"
    async with await open_store(where, exclusive=True):
        pass
    assert is_address(where) or Path(f"{where}.lock").exists()


async def test_the_lock_dies_with_its_process(where: str) -> None:
    """A process that holds the database keeps others out, and no longer when it was killed."""
    with subprocess.Popen([sys.executable, "-c", HOLD, where], stdout=subprocess.PIPE) as other:
        try:
            assert other.stdout.readline() == b"held\n"
            with pytest.raises(StorageUnavailable, match="another Tefuda"):
                await open_store(where, exclusive=True)
        finally:
            other.kill()
    async with await open_store(where, exclusive=True):
        pass


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
