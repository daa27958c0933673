"""Tests that a result is written exactly once if the process dies, or a statement fails, at any statement."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from storage import Store, open_store
from storage.errors import StorageFailed, WrongStatus
from storage.rows import GuildSettings, SeatRow, SentRow
from storage.servers import save_settings
from storage.serving import postpone_deadlines, save_heartbeat
from storage.tables.lifecycle import append_moves, create_table, save_acts, start_table
from storage.upkeep import findings, finished_tables, forget_person
from tests.storage.helpers import (
    NOON,
    dump,
    finish,
    load_result,
    move,
    outcome,
    playing,
    result_of,
    row_at_start,
    seats,
    store_finished_game,
    table,
)

Act = Callable[[Store], Awaitable[object]]


class StatementWatcher(sqlite3.Connection):
    """A connection that calls ``before`` with each statement before it runs."""

    before: Callable[[str], None] | None = None

    def execute(self, sql: str, *given: object) -> sqlite3.Cursor:  # type: ignore[override]
        self._tell(sql)
        return super().execute(sql, *given)  # type: ignore[arg-type]

    def executemany(self, sql: str, given: object) -> sqlite3.Cursor:  # type: ignore[override]
        self._tell(sql)
        return super().executemany(sql, given)  # type: ignore[arg-type]

    def _tell(self, sql: str) -> None:
        if StatementWatcher.before is not None:
            StatementWatcher.before(sql)


@pytest.fixture(autouse=True)
def _watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("storage.engine.sqlite.connection_class", StatementWatcher)
    yield
    StatementWatcher.before = None


async def prepare(store: Store) -> None:
    """Store a server on the board of all servers, some history, and a game one move before its end."""
    await store.write(save_settings, GuildSettings(1, board_scope="everywhere"))
    await store_finished_game(store, "earlier", (10, 11, 12), (1, 2, 2))
    await playing(store, "t1", 10, 11, 12, moves=2)
    await playing(store, "alone", 10, None)
    await store.write(create_table, table("lobby", deadline=NOON + 9), seats(10, 11))
    await store.write(save_heartbeat, NOON)


async def check_undone_at_every_statement(
    act: Act, store: Store, content: Callable[[], object], watched: Any, error: Callable[[], Exception]
) -> None:
    """Fail an act at each of its statements, and check that it is undone; then complete the act.

    Args:
        act: the act.
        store: an empty store.
        content: returns the content of its database.
        watched: the class of its connections, which calls ``before`` with each statement as last argument.
        error: returns the exception of the failing statement.
    """
    await prepare(store)
    before = content()
    failed = 0
    # Fail at the first statement, then at the second, and so on, until the act succeeds.
    while True:
        countdown = failed

        def fail(*args: Any) -> None:
            nonlocal countdown
            if args[-1] == "ROLLBACK" or args[-1].startswith("PRAGMA"):
                return
            if countdown == 0:
                countdown = -1
                raise error()
            countdown -= 1

        watched.before = fail
        try:
            await act(store)
        except StorageFailed:
            watched.before = None
            assert content() == before
            failed += 1
        else:
            watched.before = None
            break
    assert failed > 3
    assert content() != before
    assert await store.check(findings) == []


GONE = SeatRow(0, 10, "P10", "normal", 1010, has_left=True)
LEFT = row_at_start(table("t1"), status="playing", revision=1)
CLOSED = row_at_start(table("alone"), status="cancelled", revision=1)
LOBBY = (
    row_at_start(table("lobby")),
    seats(10, 11),
    move(0, "deal As", None),
    SentRow("lobby", 7, stale=(8,)),
)

ACTS: dict[str, Act] = {
    "finish": lambda store: finish(store, "t1", outcome(2, 1, 3, facts=({"lies": 1}, {}, {}))),
    "append last": lambda store: store.write(append_moves, "t1", move(2), outcome=outcome(2, 1, 3)),
    "append": lambda store: store.write(append_moves, "t1", move(2, "call pair K"), NOON + 5),
    "resign": lambda store: store.write(save_acts, LEFT, [GONE], at=NOON),
    "leave last": lambda store: store.write(save_acts, CLOSED, [GONE], at=NOON),
    "start": lambda store: store.write(start_table, *LOBBY),
    "wake": lambda store: store.write(postpone_deadlines, 5, NOON + 5),
    "forget": lambda store: forget_person(store, 10, at=NOON),
    "leave everywhere": lambda store: store.write(save_settings, GuildSettings(1, board_scope="server")),
}


def _copy(path: Path, folder: Path) -> Path:
    """Copy the database's files as they are on disk, as after a kill, without the lock file."""
    folder.mkdir()
    for name in (path.name, path.name + "-wal"):
        if (path.parent / name).exists():
            shutil.copy(path.parent / name, folder / name)
    return folder / path.name


async def _finish_again(path: Path) -> None:
    """Finish the game after a restart, if necessary; check that there is one result and no damage."""
    async with await open_store(path) as store:
        if await store.read(load_result, "t1") is None:
            await finish(store, "t1", outcome(2, 1, 3))
        with pytest.raises(WrongStatus, match="over"):
            await finish(store, "t1", outcome(1, 2, 3))
        result = await result_of(store, "t1")
        assert [seat.place for seat in result.seats] == [2, 1, 3]
        assert await store.check(findings) == []
        assert [game.table_id async for game, _ in finished_tables(store)] == ["earlier", "t1"]


@pytest.mark.parametrize("act", ACTS)
async def test_crash_at_any_statement_leaves_all_or_nothing(act: str, path: Path, tmp_path: Path) -> None:
    async with await open_store(path) as store:
        await prepare(store)
        assert await store.empty_log()
        before = dump(_copy(path, tmp_path / "before"))
        copies: list[tuple[str, Path]] = []

        def die(sql: str) -> None:
            copies.append((sql.split()[0], _copy(path, tmp_path / str(len(copies)))))

        StatementWatcher.before = die
        await ACTS[act](store)
        StatementWatcher.before = None
        after = dump(_copy(path, tmp_path / "after"))
    assert after != before
    kinds = [kind for kind, _ in copies]
    assert kinds[0] == "BEGIN"
    commit = kinds.index("COMMIT")
    assert commit >= 3
    for number, (_, copy) in enumerate(copies):
        assert dump(copy) == (before if number <= commit else after)
        if act in ("finish", "append last"):
            await _finish_again(copy)


@pytest.mark.parametrize("act", ACTS)
async def test_error_at_any_statement_is_rolled_back(act: str, path: Path) -> None:
    async with await open_store(path) as store:
        await check_undone_at_every_statement(
            ACTS[act],
            store,
            lambda: dump(path),
            StatementWatcher,
            lambda: sqlite3.OperationalError("disk I/O error"),
        )
