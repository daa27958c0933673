"""Everything that is kept, carried to another database of either kind."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from storage import StorageFailed, StorageUnavailable, Store, open_store
from storage.engine.writing import set_meta
from storage.people.subscriptions import save_subscriptions
from storage.rows import GatheringRow, GuildSettings, InvitationRow
from storage.servers.settings import save_settings
from storage.store import open_part, open_to_read
from storage.tables.lifecycle import append_moves, create_table
from storage.tables.loading import load_open_tables
from storage.upkeep import copying
from storage.upkeep.maintenance import findings, finished_tables
from storage.upkeep.privacy import export_person, forget_person
from tests import postgres
from tests.storage.direct import change, content, rows
from tests.storage.helpers import NOON, finished, move, playing, seats, table

WAYS = [("sqlite", "postgresql"), ("postgresql", "sqlite"), ("sqlite", "sqlite")]


async def place(kind: str, folder: Path, name: str) -> str:
    """An empty database of a kind."""
    if kind == "sqlite":
        return str(folder / f"{name}.db")
    return postgres.fresh_database(f"copying_{name}")


async def fill(where: str) -> None:
    """Something of everything: games of all states, a rematch, people who were forgotten, asked, told."""
    async with await open_store(where) as store:
        await store.write(save_settings, GuildSettings(1, channel_ids=(7,), board_scope="everywhere"))
        for number in range(4):
            await finished(store, f"over{number}", (10, 11, 12), (1, 2, 2), at=NOON + number)
        await playing(store, "running", 10, None, moves=5)
        # The table that it follows has a later key: it is not there yet when this one is carried.
        await store.write(create_table, table("a-rematch", rematch_of="over3"), seats(11, 12))
        await store.write(save_subscriptions, 14, "手札 太郎", 1, ["bull"])
        asked = GatheringRow(invitations=(InvitationRow(15, "P15"),))
        await store.write(create_table, table("lobby"), seats(13), asked)
        await store.write(set_meta, "commands", "abc")
        await forget_person(store, 12)


async def carry(source: str, target: str) -> list[tuple[int, int]]:
    """Copy; return what was told on the way."""
    told: list[tuple[int, int]] = []
    async with await open_to_read(source) as read, await open_part(target) as written:
        copied = await copying.copy(read, written, lambda done, total: told.append((done, total)))
    assert [table.name for table in copied] == list(copying.KEYS)
    return told


@pytest.mark.parametrize(("old", "new"), WAYS)
async def test_the_copy_goes_on_where_the_other_was(old: str, new: str, tmp_path: Path) -> None:
    """Everything is there, the next result and person get numbers of their own, all checks are passed."""
    source, target = await place(old, tmp_path, "old"), await place(new, tmp_path, "new")
    await fill(source)
    told = await carry(source, target)
    assert told[-1][0] == told[-1][1] == 3 * sum(map(len, content(source).values()))
    assert told == sorted(told)
    assert {name: len(found) for name, found in content(target).items()} == {
        name: len(found) for name, found in content(source).items()
    }
    async with await open_store(source) as before, await open_store(target) as after:
        assert await after.read(load_open_tables) == await before.read(load_open_tables)
        assert await after.read(export_person, 10) == await before.read(export_person, 10)
        assert await after.check(findings) == []
        await after.write(append_moves, "running", move(5))
        await finished(after, "next", (10, 20), (1, 2))
        assert [game.table_id async for game, _ in finished_tables(after)][-1] == "next"
        assert await after.check(findings) == []


@pytest.mark.parametrize(("old", "new"), WAYS[:2])
async def test_a_copy_that_is_interrupted_anywhere_goes_on(
    old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each batch the power fails: nothing is carried twice, nobody opens the half, and it gets done."""
    source, target = await place(old, tmp_path, "old"), await place(new, tmp_path, "new")
    await fill(source)
    monkeypatch.setattr(copying, "BATCH", 15)
    write, batches = Store.write, itertools.count()

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
    assert tries == next(batches) > 10
    async with await open_store(target) as store:
        assert await store.check(findings) == []
        assert len(await store.read(load_open_tables)) == 3 + 4


async def test_a_copy_that_differs_is_no_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A value that is another one is found, whichever table it stands in, and the mark stays."""
    source, target = str(tmp_path / "old.db"), str(tmp_path / "new.db")
    await fill(source)
    carried = copying._carry
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
                change(target, statement)

        monkeypatch.setattr(copying, "_carry", spoil)
        with pytest.raises(StorageFailed, match=f"not the same as .*old.db: {name} differs"):
            await carry(source, target)
        with pytest.raises(StorageUnavailable, match="was not finished"):
            await open_store(target)


async def test_what_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    """A database in which somebody plays, and one with half a copy of another, are refused as they are."""
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
