from __future__ import annotations

from pathlib import Path

import pytest

from storage import SchemaTooNew, StorageFailed, Store, open_store
from storage.engine.migrate import migrations
from storage.engine.names import read_only_name
from storage.engine.writing import set_meta
from storage.scores.leaderboard import load_board
from storage.scores.tallies import rebuild_boards
from storage.tables.absence import beat
from storage.tables.lifecycle import append_moves
from storage.tables.loading import load_open_tables
from storage.upkeep.maintenance import findings, finished_tables
from tests.storage.direct import change, content
from tests.storage.helpers import finished, move, playing


async def test_what_is_checked_is_not_changed(path: Path) -> None:
    """Check and finished games can be had from a database without changing a byte of it."""
    async with await open_store(path) as store:
        await finished(store, "a", (10, 11), (1, 2))
    before = path.read_bytes()
    async with await open_store(path, read_only=True) as store:
        assert await store.check(findings) == []
        assert [game.table_id async for game, _ in finished_tables(store)] == ["a"]
        assert (await store.read(load_board, game="bull", guild_id=1)).total == 2
        for act in (store.write(set_meta, "a", "b"), store.write(rebuild_boards), store.write(beat, 1)):
            with pytest.raises(StorageFailed, match="readonly"):
                await act
    assert path.read_bytes() == before


async def test_looking_while_the_bot_runs(store: Store, path: Path) -> None:
    """What was committed last is seen, and moves go on meanwhile."""
    await finished(store, "a", (10, 11), (1, 2))
    await playing(store, "b")
    async with await open_store(path, read_only=True) as reader:
        await store.write(append_moves, "b", move(0))
        assert len((await reader.read(load_open_tables))[1].moves) == 1
        assert await reader.check(findings) == []


@pytest.mark.parametrize("read_only", [False, True])
async def test_a_newer_schema_is_named_and_not_touched(path: Path, read_only: bool) -> None:
    """A newer database is refused with both versions."""
    async with await open_store(path):
        pass
    change(path, "PRAGMA user_version = 999")
    before = content(path)
    with pytest.raises(SchemaTooNew, match=f"version 999.*only up to {len(migrations())}"):
        await open_store(path, read_only=read_only)
    assert content(path) == before


async def test_a_folder_that_nobody_can_write_to(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where SQLite cannot put its files beside the database, it is read without them."""
    async with await open_store(path) as store:
        await finished(store, "a", (10, 11), (1, 2))
    monkeypatch.setattr("storage.engine.names.os.access", lambda *_: False)
    assert read_only_name(str(path)).endswith("?immutable=1")
    async with await open_store(path, read_only=True) as store:
        assert await store.check(findings) == []
    assert [file.name for file in path.parent.iterdir()] == [path.name]


async def test_odd_names(tmp_path: Path) -> None:
    """Signs that mean something in a URI mean nothing in a file's name."""
    odd = tmp_path / "a b?mode=rwc#c%20.db"
    async with await open_store(odd):
        pass
    async with await open_store(odd, read_only=True) as store:
        assert await store.check(findings) == []
