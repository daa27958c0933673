"""Tests that processes take, hand over and lose shards together with their tables, on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.client import Tefuda
from bot.clock import Clock, yield_to_loop
from bot.config import Config
from bot.driving.registry import TableRegistry
from bot.faces import Faces
from bot.randomness import SeededChance
from bot.refused import Refused
from bot.sharding import READY_SECONDS, TRUSTED_SECONDS, ShardedTefuda, parse
from bot.tables import lobby
from bot.tournaments.registry import Tournaments
from games.core.match import ShuffleKey
from storage import open_store
from storage.errors import StorageFailed
from storage.people import FaceRow, allow_face, save_face
from storage.rows import Name
from storage.serving import Servers, save_heartbeat
from storage.tables.lifecycle import create_table
from tests import postgres
from tests.bot.wire.connections import FakeConnection
from tests.storage.helpers import seats, table

COUNT = 4


class NoPauses(Clock):
    """A clock that records pauses without waiting for them."""

    def __init__(self) -> None:
        self.pauses: list[float] = []
        self.asleep_ms = 0

    def now_ms(self) -> int:
        """Return the time of day, later by the time for which the machine has slept."""
        return super().now_ms() + self.asleep_ms

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        await yield_to_loop()


class Process(ShardedTefuda):
    """A bot process with fake connections to Discord, which are ready at once."""

    def __init__(self, database: str) -> None:
        self.no_pauses = NoPauses()
        super().__init__(
            Config(database=database, card_emoji="off"), parse(f"auto/{COUNT}"), clock=self.no_pauses
        )
        self.lines: set[int] = set()
        self.silent: set[int] = set()
        self.kept: set[str] = set()

    async def begin(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.store = await self._open_store()
        self.faces = Faces(self.store, self.clock, FakeConnection())
        self.tables = TableRegistry(self.store, self.clock, SeededChance(1))
        self.tournaments = Tournaments(self.store, self.clock, SeededChance(2), self.tables)
        self._writers = SimpleNamespace(release=lambda table: self.kept.discard(table.id))
        self.notices = SimpleNamespace(release=None)  # there are no tournaments here
        await self._restore()

    async def end(self) -> None:
        """Close the tables and the database."""
        await self.tables.close()
        await self.store.close()

    def sleep(self, seconds: float) -> None:
        """Move the event loop's time forward, as if the process had been suspended."""
        loop = asyncio.get_running_loop()
        clock: Any = SimpleNamespace(time=lambda: loop.time() + seconds)
        self.loop = clock

    async def look(self, times: int = 1) -> None:
        """Check the division of shards as often as given, and wait until newly taken shards are ready."""
        for _ in range(times):
            await self._update_shards()
            await asyncio.gather(*self._serving.values())

    async def _connect(self, number: int) -> None:
        self.lines.add(number)
        if number not in self.silent:
            await self.on_shard_ready(number)

    def make_keeper(self, table: Any) -> Any:
        self.kept.add(table.id)
        return SimpleNamespace(run=asyncio.Event().wait)

    def _close_stray_connections(self) -> None:
        self.lines &= self._serving.keys()


@pytest.fixture
async def database() -> str:
    """The address of a database that has one lobby on each shard, named after the shard."""
    where = await postgres.empty_database()
    async with await open_store(where) as store:
        for number in range(COUNT):
            row = table(
                f"t{number}",
                guild_id=number << 22,
                commitment=ShuffleKey(bytes(32), "").commitment,
                seed=bytes(32),
            )
            await store.write(create_table, row, seats(10, 11))
    return where


@pytest.fixture
async def process(database: str) -> AsyncIterator[Process]:
    """A process that holds no shards yet."""
    process = Process(database)
    await process.begin()
    yield process
    await process.end()


other_process = process
"""A second process."""


def served(*processes: Process) -> list[list[int]]:
    """Return each process's shards; assert that its tables, connections and rate limit match them."""
    for process in processes:
        numbers = sorted(process._serving)
        assert sorted(process.tables.all) == sorted(process.kept) == [f"t{n}" for n in numbers]
        assert sorted(process.lines) == numbers
        assert [n for n in range(COUNT) if process.tables.serves(n << 22)] == numbers
        assert process.budget.current_max(0) == 48 * max(1, len(numbers)) // COUNT
    return [sorted(process._serving) for process in processes]


async def test_shards_and_their_tables_are_shared_between_processes(
    process: Process, other_process: Process
) -> None:
    """Each of two processes takes half of the shards; when one stops, the other takes the rest."""
    await process.look(2)
    assert served(process, other_process) == [[0, 1], []]
    await other_process.look(2)
    assert served(process, other_process) == [[0, 1], [2, 3]]
    await other_process.store.close()
    await process.look(2)
    assert served(process) == [[0, 1, 2, 3]]


@pytest.mark.parametrize(("at_once", "warnings"), [(1, 0), (2, 0), (16, 1)])
async def test_unsuitable_number_of_shards_gives_a_warning(
    process: Process, monkeypatch: pytest.MonkeyPatch, at_once: int, warnings: int
) -> None:
    """A bot with four shards is warned if Discord lets sixteen shards log in at once."""

    async def limits() -> Any:
        return SimpleNamespace(max_concurrency=at_once, remaining=1000, total=1000)

    monkeypatch.setattr(process, "fetch_session_start_limits", limits)
    with capture_logs() as lines:
        await process.launch_shards()
    for task in process._running:
        task.cancel()
    log_warnings = [line for line in lines if line["log_level"] == "warning"]
    assert [(line["shards"], line["multiple_of"]) for line in log_warnings] == [(4, 16)] * warnings


async def test_every_table_has_a_keeper_after_ready_events(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every table gets a keeper although a shard logs in before, while and after its tables are read."""
    restore = TableRegistry.restore

    async def in_between(tables: TableRegistry, shard: Servers) -> None:
        for number in (0, *shard.groups):
            await process.on_shard_ready(number)
        await restore(tables, shard)
        await process.on_shard_ready(0)

    monkeypatch.setattr(TableRegistry, "restore", in_between)
    await process._restore()
    for _ in range(COUNT):
        await process.look()
    assert served(process) == [[0, 1, 2, 3]]


async def test_shard_without_ready_event_is_reconnected(
    process: Process,
) -> None:
    """The bot reconnects a shard whose READY event did not come in time, so that its tables continue."""
    process.silent = {0}
    await process.look(COUNT)
    assert process.kept == {"t1", "t2", "t3"}
    process.silent.clear()
    await process.look()
    assert "t0" not in process.kept
    process.sleep(READY_SECONDS + 1)
    await process.look()
    assert served(process) == [[0, 1, 2, 3]]


async def test_abandoned_login_does_not_block_later_logins(process: Process, other_process: Process) -> None:
    """If a login is cancelled while it waits, another process can log in."""
    waiting = asyncio.create_task(process._begin_login(0))
    await yield_to_loop()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await asyncio.gather(*process._short_tasks)
    assert await other_process._may_log_in(0)
    assert not await process._may_log_in(0)


async def test_former_process_refuses_moves_of_handed_over_table(
    process: Process, other_process: Process, database: str
) -> None:
    """The former process refuses changes of a handed-over table, and the new process accepts them."""
    await other_process.store.close()
    await process.look(COUNT)
    assert served(process) == [[0, 1, 2, 3]]
    here = process.tables.all["t3"]
    await other_process.begin()
    for _ in range(2 * COUNT):
        await other_process.look()
        await process.look()
    assert served(process, other_process) == [[0, 1], [2, 3]]
    with pytest.raises(Refused) as refused:
        await here.change(lobby.join, 12, "P12", 1012, here.state.row.guild_id)
    assert refused.value.text.key == "restarting"
    after = await other_process.tables.all["t3"].change(lobby.join, 12, "P12", 1012, here.state.row.guild_id)
    assert after.seat_of(12) == 2
    with pytest.raises(Refused):
        await open_lobby(process, 3)
    assert (await open_lobby(other_process, 3)).state.row.guild_id == 3 << 22


async def open_lobby(process: Process, shard: int) -> Any:
    return await process.tables.open_lobby(
        guild_id=shard << 22,
        channel_id=2,
        host_id=20,
        host_name="P20",
        join_id=1,
        game_id="bull",
        locale="en",
    )


async def test_disconnected_process_writes_nothing(process: Process, other_process: Process) -> None:
    """A process that lost its database connection cannot change tables, and takes shards again later."""
    await process.look(2)
    postgres.cut_all()
    with pytest.raises(Exception, match="terminating"):
        await other_process._update_shards()
    for _ in range(2):
        await other_process.look()
    assert served(other_process) == [[0, 1]]
    here = process.tables.all["t0"]
    with pytest.raises(Exception, match="failed"):
        await here.change(lobby.join, 12, "P12", 1012, here.state.row.guild_id)
    await process.look()
    assert served(process, other_process) == [[2], [0, 1]]
    await process.look()
    assert served(process, other_process) == [[2, 3], [0, 1]]


async def test_deletion_in_another_process_is_applied_here(process: Process, other_process: Process) -> None:
    """After another process deletes a person's data, this process treats its open tables as outdated."""
    await process.look(2)
    await other_process.look(2)
    await process._follow_deletions()
    assert not any(each.is_outdated for each in process.tables.all.values())
    await other_process.tables.forget(10)
    await process._follow_deletions()
    assert all(each.is_outdated for each in process.tables.all.values())


async def test_face_is_read_with_its_shard_and_hidden_by_another_process(
    process: Process, other_process: Process
) -> None:
    """A process knows the faces at the tables that it takes over, until another process hides one."""
    await process.store.write(allow_face, 10, Name("P10"))
    await process.store.write(save_face, FaceRow(10, "a", b"png"))
    await process.look(2)
    assert process.faces.find(10) == b"png"
    await process._follow_deletions()
    assert process.faces.find(10) == b"png"
    await other_process.faces.hide(10)
    assert process.faces.find(10) == b"png"
    await process._follow_deletions()
    assert process.faces.find(10) == b""
    await process.faces.load([10])
    assert process.faces.find(10) == b""


async def test_hidden_face_is_dropped_after_a_failure_of_the_database(
    process: Process, other_process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the database fails while a hidden face is to be dropped, the next look drops it."""
    await process.store.write(allow_face, 10, Name("P10"))
    await process.store.write(save_face, FaceRow(10, "a", b"png"))
    await process.faces.load([10])
    await other_process.faces.hide(10)

    async def fail() -> None:
        raise StorageFailed("the server does not answer")

    with monkeypatch.context() as patch:
        patch.setattr(process.faces, "drop_hidden", fail)
        with pytest.raises(StorageFailed):
            await process._follow_deletions()
    await process._follow_deletions()
    assert process.faces.find(10) == b""


async def test_taps_and_logins_of_other_processes_shards_are_ignored(process: Process) -> None:
    """A tap for a shard of another process is not handled, and a login of such a shard is cancelled."""
    await process.look(1)

    async def act() -> None:
        raise AssertionError

    interaction: Any = SimpleNamespace(guild_id=3 << 22)
    await process.handle_interaction(interaction, act)
    with pytest.raises(asyncio.CancelledError):
        await process.before_identify_hook(1)


async def test_login_during_the_stop_schedules_no_work(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A login that begins while the process closes starts no job that would use the closed database."""
    await process.look()

    async def close(_: Tefuda) -> None:
        await process.before_identify_hook(0)
        assert not process._short_tasks

    monkeypatch.setattr(Tefuda, "close", close)
    await process.close()


def serving_shards(process: Process) -> list[int]:
    """Return the numbers of shards for which the process may send requests to Discord."""
    return [number for number in range(COUNT) if process.may_send_to_guild(number << 22)]


async def test_process_on_a_machine_that_slept_is_silent_until_it_looks(process: Process) -> None:
    """A machine's sleep stops the monotonic clock; the time of day shows that the locks may be lost."""
    await process.look()
    assert serving_shards(process) == [0]
    process.no_pauses.asleep_ms = round(1000 * TRUSTED_SECONDS)
    assert serving_shards(process) == []
    await process._update_shards()
    assert 0 in serving_shards(process)


async def test_suspended_process_is_silent_until_its_shards_are_checked(
    process: Process, other_process: Process
) -> None:
    """After a minute of suspension a process sends nothing until it has checked that it still holds its
    shards.
    """
    assert serving_shards(process) == []
    await process.look()
    assert serving_shards(process) == [0]
    process.sleep(TRUSTED_SECONDS - 1)
    assert serving_shards(process) == [0]
    process.sleep(60)
    assert serving_shards(process) == []
    postgres.cut_all()
    with pytest.raises(StorageFailed):
        await other_process.look()
    await other_process.look()
    assert serving_shards(other_process) == [0]
    with pytest.raises(StorageFailed):
        await process._update_shards()
    assert serving_shards(process) == []
    await process._update_shards()
    assert serving_shards(process)
    assert 0 not in serving_shards(process)


async def test_failed_check_of_shards_proves_nothing(process: Process, monkeypatch: Any) -> None:
    await process.look()

    async def silent(*, wants_more: bool) -> Any:
        raise StorageFailed("the server does not answer")

    monkeypatch.setattr(process._locks, "sync", silent)
    process.sleep(TRUSTED_SECONDS + 1)
    with pytest.raises(StorageFailed):
        await process._update_shards()
    assert serving_shards(process) == []


async def test_process_waits_before_using_a_lost_process_shard(
    process: Process, other_process: Process, database: str
) -> None:
    """A process waits before using a lost process's shard, but uses a released shard at once."""
    await process.look()
    assert TRUSTED_SECONDS not in process.no_pauses.pauses
    await process.store.write(save_heartbeat, 1, process.served)
    await process.store.close()  # without a word
    await other_process.look()
    assert other_process.no_pauses.pauses.count(TRUSTED_SECONDS) == 1
    await other_process.store.write(save_heartbeat, 2, other_process.served)
    await other_process._release_shard(0)
    await process.begin()
    await process.look()
    assert TRUSTED_SECONDS not in process.no_pauses.pauses
