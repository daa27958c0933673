"""Several processes that share a bot: each serves some of its shards."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Collection, Coroutine, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import discord
import discord.shard
import structlog
from discord.gateway import DiscordWebSocket

from bot import metrics, owner, undocumented
from bot.client import Tefuda
from bot.clock import Clock
from bot.config import CannotRun, Config
from bot.driving.table import Table
from bot.pictures.emoji import EmojiFile
from bot.randomness import RandomSource
from bot.tournaments.live import Tournament
from games.trophies import COUNTING
from storage import Store
from storage.engine.database import is_server_address
from storage.engine.shards import COMMANDS, EMOJI, ShardLocks, ShardOwnership
from storage.errors import StorageError, StorageFailed
from storage.serving import Servers, begin_serving, end_serving
from storage.store import open_sharded_store
from storage.upkeep import count_data_deletions, count_hidden_faces

log = structlog.get_logger(__name__)


# --- division -----------------------------------------------------------------------------------------------
# Decides which of a bot's shards a process takes and releases.

MOST_SHARDS = 1 << 20
PATIENCE = 3
"""Number of readings for which a shard must be free before a process takes more than its share."""

_WRITTEN = re.compile(r"(?P<which>auto|[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*)/(?P<count>[0-9]{1,7})")


class ShardsError(ValueError):
    """Raised if the setting of shards is impossible; the message has the reason."""


@dataclass(frozen=True)
class ServableShards:
    """The shards that a process may serve.

    Attributes:
        count: number of shards of the whole bot.
        numbers: the shards that the process may serve.
        at_most: maximum number of shards of the process.
        is_fixed: the process serves all of ``numbers``; otherwise all processes share them evenly.
    """

    count: int
    numbers: frozenset[int]
    at_most: int
    is_fixed: bool

    @property
    def processes(self) -> int:
        """Number of processes that can serve all shards, with one in reserve."""
        return -(-self.count // self.at_most) + 1

    def fair_count(self, processes: int) -> int:
        """Return the number of shards for each process if this many processes are running."""
        if self.is_fixed:
            return self.at_most
        return min(self.at_most, -(-self.count // processes))


def parse(text: str, at_most: int = 0) -> ServableShards:
    """Return the shards that a process may serve, from the text of a setting.

    Args:
        at_most: limit of the number of shards; 0 for no limit.

    Raises:
        ShardsError: the setting is impossible.

    >>> sorted(parse("0-2,5/16").numbers)
    [0, 1, 2, 5]
    >>> parse("auto/16", 4).fair_count(processes=2)
    4
    """
    match = _WRITTEN.fullmatch(text.strip())
    if match is None:
        # The sentence is shown to the person who has written the setting.
        raise ShardsError(f"shards must be written as 0-3/16 or as auto/16, not {text!r}")
    count = int(match["count"])
    if not 1 <= count <= MOST_SHARDS:
        raise ShardsError(f"there can be 1 to {MOST_SHARDS} shards, not {count}")
    # Any shards, divided evenly among the processes.
    if match["which"] == "auto":
        return ServableShards(count, frozenset(range(count)), min(at_most or count, count), is_fixed=False)
    numbers: set[int] = set()
    # Fixed shards, written as numbers and ranges.
    for part in match["which"].split(","):
        first, _, last = part.partition("-")
        if int(last or first) >= count or int(first) > int(last or first):
            raise ShardsError(f"shards of {count} are numbered from 0 to {count - 1}, in order, not {part}")
        numbers.update(range(int(first), int(last or first) + 1))
    return ServableShards(
        count, frozenset(numbers), min(at_most or len(numbers), len(numbers)), is_fixed=True
    )


class ShardChange(NamedTuple):
    """The shards that a process should take or release now.

    Attributes:
        take: shards to take, in this order.
        release: a shard to release for another process.
        needs_more: the process has too few shards, but no shard is free.
    """

    take: tuple[int, ...] = ()
    release: int | None = None
    needs_more: bool = False


def next_change(
    wanted: ServableShards, holding: ShardOwnership, long_free: AbstractSet[int], at_once: int
) -> ShardChange:
    """Return which shards a process should take or release now.

    Args:
        wanted: the shards that this process may serve.
        holding: the shards that each process holds.
        long_free: shards that no process has served for a long time.
        at_once: maximum number of shards to take now.
    """
    mine = len(holding.mine)
    fair = wanted.fair_count(holding.processes)
    free = sorted(holding.free & wanted.numbers)
    if mine < fair:
        take = tuple(free[: min(fair - mine, at_once)])
        return ShardChange(take, needs_more=not take)
    if reserve := sorted(long_free & holding.free & wanted.numbers):
        return ShardChange(tuple(reserve[: min(wanted.at_most - mine, at_once)]))
    if holding.is_wanted and mine > fair and not holding.free:
        return ShardChange(release=max(holding.mine))
    return ShardChange()


class RequestLimit(NamedTuple):
    """A rate limit: a maximum number of requests per period."""

    max_requests: int
    period_ms: int


def request_limit(per_second: int, mine: int, count: int) -> RequestLimit:
    """Return the rate limit of a process that serves some of the bot's shards.

    Args:
        per_second: requests per second of the whole bot.
        mine: number of shards that the process serves.
        count: number of shards of the whole bot.

    >>> request_limit(48, mine=4, count=16)
    RequestLimit(max_requests=12, period_ms=1000)
    >>> request_limit(48, mine=1, count=96)
    RequestLimit(max_requests=1, period_ms=2000)
    """
    mine = max(mine, 1)  # a process sends requests before it serves any shard, too
    most = per_second * mine // count
    if most:
        return RequestLimit(most, 1000)
    return RequestLimit(1, 1000 * -(-count // (per_second * mine)))


# --- library ------------------------------------------------------------------------------------------------
# Undocumented parts of discord.py that only a bot of several processes uses; ``bot.undocumented`` has the
# others. ``ShardedTefuda`` also overrides ``AutoShardedClient.launch_shards``, because the original method
# connects all shards at once.


def set_shard_count(client: discord.AutoShardedClient, count: int) -> None:
    """Set the total number of shards before any is connected. Uses ``AutoShardedClient._connection``."""
    client.shard_count = client._connection.shard_count = count


async def connect_shard(client: discord.AutoShardedClient, number: int) -> None:
    """Connect one shard. Uses ``AutoShardedClient.launch_shard``."""
    await client.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, number)


def bound_reconnects() -> None:
    """Make discord.py reconnect a shard after ``undocumented.LONGEST_PAUSE`` at the latest."""
    discord.shard.ExponentialBackoff = undocumented.BoundedBackoff  # type: ignore[attr-defined, assignment]


def forget_guild(client: discord.Client, guild: discord.Guild) -> None:
    """Remove a server from discord.py's cache until Discord announces it again."""
    client._connection._remove_guild(guild)


# --- client -------------------------------------------------------------------------------------------------
# The bot as one of several processes. Each process serves some shards.
#
# Every two seconds a process takes free shards, and releases shards for other processes
# (``next_change`` decides).
#
# Two processes never send for one server: a process sends for a shard only if it has confirmed its lock on
# the shard within the last seconds (``may_send_to_guild``). Each request is checked immediately before it is
# sent (``bot.undocumented``).

LOOK_SECONDS = 2.0
"""Seconds between two readings of which process holds which shards."""

TRUSTED_SECONDS = 6.0
"""How long a shard's lock counts as held after it was read, by the monotonic clock and by the time of day."""

LOST_SECONDS = 15.0
"""A process that could not read the locks for this time stops serving its shards. PostgreSQL frees them after
20 seconds.
"""

LOGIN_SECONDS = 5.0
"""Seconds between two logins in a bucket; Discord's limit."""

READY_SECONDS = 30.0
"""Seconds after which a shard that is connected but not ready is connected again."""

ASK_AGAIN_SECONDS = 0.25
"""Seconds before the next attempt to get a lock that another process holds for a moment."""


def client_of(config: Config) -> Tefuda:
    """Return the bot as configured: as a single process, or as one of several.

    Raises:
        CannotRun: the setting of shards is impossible.
    """
    if not config.shards:
        return Tefuda(config)
    try:
        wanted = parse(config.shards, config.shards_at_most)
    except ShardsError as error:
        raise CannotRun(str(error)) from error
    # An SQLite file has one process, so it must take all shards.
    if not is_server_address(config.database) and wanted.at_most < wanted.count:
        raise CannotRun(
            "shards are divided over processes that share a PostgreSQL (TEFUDA_DATABASE=postgresql://...);"
            f" with SQLite one process serves all {wanted.count} of them"
        )
    bound_reconnects()
    return ShardedTefuda(config, wanted)


class ShardedTefuda(Tefuda, discord.AutoShardedClient):
    """The bot as one of several processes. Each process serves some shards (parts of the bot's servers)."""

    def __init__(
        self,
        config: Config,
        wanted: ServableShards,
        clock: Clock | None = None,
        rng: RandomSource | None = None,
    ) -> None:
        super().__init__(config, clock, rng)
        set_shard_count(self, wanted.count)
        self._wanted = wanted
        self._locks: ShardLocks  # of the open database
        # The shards of this process, and which of them are connected and ready.
        self._serving: dict[int, asyncio.Task[None]] = {}
        self._ready_shards: set[int] = set()
        self._connected_at: dict[int, float] = {}
        # The needs of other processes, as read the last time.
        self._times_seen_free: Counter[int] = Counter()
        self._needs_more = False
        # Logins: how many at a time, and who may.
        self._concurrency = 1
        self._logins: dict[int, asyncio.Lock] = {}
        self._admitted: set[int] = set()
        # When the locks were read: by the monotonic clock, in seconds, and as a time of day.
        self._looked_at = 0.0
        self._looked_at_ms = 0
        self._forgettings: int | None = None
        self._hidings = 0
        # Disconnections and logins, which must not be lost while they run.
        self._short_tasks: set[asyncio.Task[None]] = set()
        self._is_ending = False
        self._share_budget()

    # --- differences from a bot with one process -----------------------------------------------------

    @property
    def served(self) -> Servers:
        """The servers of the shards that this process serves."""
        return Servers(frozenset(self._serving), self._wanted.count)

    def _shard(self, number: int) -> Servers:
        return Servers.of_group(number, self._wanted.count)

    @property
    def processes(self) -> int:
        """Number of processes that may run at the same time."""
        return self._wanted.processes

    @property
    def is_connected(self) -> bool:
        """True if the connections of all shards of this process are open."""
        for number in self._serving:
            shard = self.shards.get(number)
            if shard is None or shard.is_closed():
                return False
        return self._ready_shards >= self._serving.keys()

    def may_send_to_guild(self, guild_id: int) -> bool:
        """Return whether this process serves a server, and has recently confirmed its lock on the server's
        shard.
        """
        return self.served.has(guild_id) and self._has_looked_lately

    @property
    def _has_looked_lately(self) -> bool:
        # The monotonic clock stands still while the machine sleeps; the time of day does not.
        seconds = self.loop.time() - self._looked_at
        seconds_by_day = abs(self.clock.now_ms() - self._looked_at_ms) / 1000
        return max(seconds, seconds_by_day) < TRUSTED_SECONDS

    async def _open_store(self) -> Store:
        opened = await open_sharded_store(
            self.config.database,
            self._wanted.count,
            synchronous=self.config.synchronous,
            counting=COUNTING,
        )
        self._locks = opened.locks
        return opened.store

    async def _restore(self) -> None:
        self._forgettings = await self.store.read(count_data_deletions)  # tables come with their shards
        self._hidings = await self.store.read(count_hidden_faces)

    async def _register_changed_commands(self, *, is_start: bool = False) -> float:
        while not await self._locks.reserve_task(COMMANDS):
            await self.clock.sleep(ASK_AGAIN_SECONDS)
        try:
            return await super()._register_changed_commands(is_start=is_start)
        finally:
            await self._locks.free_task(COMMANDS)

    async def _upload_emoji(self, files: Sequence[EmojiFile]) -> None:
        # The others learn of new emoji when they look for them the next time.
        if await self._locks.reserve_task(EMOJI):
            try:
                await super()._upload_emoji(files)
            finally:
                await self._locks.free_task(EMOJI)

    async def on_ready(self) -> None:
        """Do nothing, since each shard has its own ready event."""

    async def on_shard_ready(self, number: int) -> None:
        """Start the background tasks of the tables on a shard that is now connected."""
        if number not in self._serving:
            return
        self._ready_shards.add(number)
        shard = self._shard(number)
        self.tables.keep(self, shard)
        self.tournaments.keep(self, shard)
        log.info("shard ready", shard=str(shard), shards=len(self._ready_shards), guilds=len(self.guilds))

    # --- logging in ----------------------------------------------------------------------------------

    async def launch_shards(self) -> None:
        """Start to take shards for this process. Called by discord.py."""
        limits = await self.fetch_session_start_limits()
        self._concurrency = limits.max_concurrency
        log.info("may log in", remaining=limits.remaining, total=limits.total, at_once=limits.max_concurrency)
        # Discord expects a multiple for very large bots, but accepts any number.
        if self._wanted.count % limits.max_concurrency:
            log.warning(
                "Discord wants another number of shards: a multiple",
                shards=self._wanted.count,
                multiple_of=limits.max_concurrency,
            )
        self._looked_at = self.loop.time()
        self._looked_at_ms = self.clock.now_ms()
        self._running.append(asyncio.create_task(self._keep_updating_shards(), name="shards"))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may log in to Discord."""
        if shard_id is None or shard_id not in self._serving:
            raise asyncio.CancelledError  # the shard was lost while it was about to connect
        if shard_id in self._admitted:
            self._admitted.discard(shard_id)
        else:  # Discord has ended the session
            await self._begin_login(shard_id)
        self._start_task(self._end_login(shard_id), "login")

    async def _connect(self, number: int) -> None:
        if (line := self.shards.get(number)) is not None:  # from before
            await line.disconnect()
        await self._begin_login(number)
        self._admitted.add(number)
        try:
            await connect_shard(self, number)
        finally:
            if number in self._admitted:  # the shard is not connected yet
                self._admitted.discard(number)
                self._start_task(self._end_login(number), "login")

    async def _begin_login(self, number: int) -> None:
        bucket = number % self._concurrency
        mine = self._logins.setdefault(bucket, asyncio.Lock())
        await mine.acquire()
        try:
            while not await self._may_log_in(bucket):
                await self.clock.sleep(ASK_AGAIN_SECONDS)
        except BaseException:  # the lock may be ours despite the error
            self._start_task(self._release_login(bucket), "login")
            raise

    async def _may_log_in(self, bucket: int) -> bool:
        try:
            return await self._locks.reserve_task(bucket)
        except StorageFailed:
            return False

    async def _end_login(self, number: int) -> None:
        try:
            await self.clock.sleep(LOGIN_SECONDS)
        finally:
            await self._release_login(number % self._concurrency)

    async def _release_login(self, bucket: int) -> None:
        try:
            with suppress(StorageFailed):  # the lock ended with the connection
                await self._locks.free_task(bucket)
        finally:
            self._logins[bucket].release()

    # --- claiming and releasing shards ---------------------------------------------------------------

    async def _keep_updating_shards(self) -> None:
        is_ready = False
        while True:
            try:
                await self.outage.during("shards", self._update_shards())
                if not is_ready:
                    is_ready = True
                    log.info("ready", shards=sorted(self._serving))
                await self._follow_deletions()
                await owner.apply_decisions(self)
            except StorageError as error:
                log.debug("unknown who serves which shard", why=str(error))  # ``Outage`` logs it
                if self._serving and self.loop.time() - self._looked_at > LOST_SECONDS:
                    log.warning("shards may be lost", shards=sorted(self._serving))
                    self._stop_serving_now(list(self._serving))
            except Exception:
                log.exception("dividing the shards is broken")
            await self.clock.sleep(LOOK_SECONDS)

    async def _update_shards(self) -> None:
        wanted = self._wanted
        locks = self._locks
        began = self.loop.time()
        began_ms = self.clock.now_ms()
        holding = await locks.sync(wants_more=self._needs_more)
        if holding.lost:
            log.warning("shards are lost", shards=sorted(holding.lost))
            self._stop_serving_now(holding.lost)
            locks.forget_lost(holding.lost)
        self._looked_at = began  # the query may have read a state as old as its beginning
        self._looked_at_ms = began_ms
        for number in holding.mine - self._serving.keys():
            await self._load_and_connect(number)
        self._times_seen_free = Counter(
            {number: self._times_seen_free[number] + 1 for number in holding.free}
        )
        long_free = {number for number, times in self._times_seen_free.items() if times >= PATIENCE}
        todo = next_change(wanted, holding, long_free, self._concurrency)
        if self.work.is_ending:  # soon all of ours are free
            return
        self._needs_more = todo.needs_more
        for number in todo.take:
            if await locks.take(number):
                await self._load_and_connect(number)
        if todo.release is not None:
            await self._release_shard(todo.release)
        self._close_stray_connections()
        self._reconnect_late_shards()

    async def _load_and_connect(self, number: int) -> None:
        shard = self._shard(number)
        was_released = await self.store.write(begin_serving, shard)
        log.info("shard taken", shard=str(shard), was_released=was_released)
        await self.tables.restore(shard)
        await self.tournaments.restore(shard)
        await self._load_faces()
        pause = 0.0 if was_released else TRUSTED_SECONDS
        self._serving[number] = asyncio.create_task(self._connect_after(number, pause), name=f"shard {shard}")
        self._share_budget()

    async def _connect_after(self, number: int, pause: float) -> None:
        if pause:  # meanwhile the shard's previous process stops sending
            await self.clock.sleep(pause)
        await self._connect(number)
        self._connected_at[number] = self.loop.time()

    def _reconnect_late_shards(self) -> None:
        for number, connecting in self._serving.items():
            seconds = self.loop.time() - self._connected_at.get(number, 0.0)
            if number not in self._ready_shards and connecting.done() and seconds > READY_SECONDS:
                log.warning("a shard is late", shard=str(self._shard(number)))
                self._serving[number] = asyncio.create_task(self._connect_after(number, 0.0))

    async def _release_shard(self, number: int) -> None:
        shard = self._shard(number)
        log.info("shard let go", shard=str(shard))
        dropped: list[Table | Tournament] = []
        dropped += self.tables.drop(shard)
        dropped += self.tournaments.drop(shard)
        self._stop_serving_now([number])
        for table in dropped:
            async with table.lock:  # a task that holds the lock is writing
                if table.unsaved_since is None:
                    continue
                with suppress(StorageError):
                    await table.save_sent()
        with suppress(StorageError):
            await self.store.write(end_serving, shard)
        await self._locks.release(number)

    def _stop_serving_now(self, shard_numbers: Collection[int]) -> None:
        for number in shard_numbers:
            if (connecting := self._serving.pop(number, None)) is not None:
                connecting.cancel()
            self._ready_shards.discard(number)
            self._connected_at.pop(number, None)
            self.tables.drop(self._shard(number))
            self.tournaments.drop(self._shard(number))
            for guild in list(self.guilds):
                if guild.shard_id == number:
                    forget_guild(self, guild)  # Discord sends it again if the shard is ours again
        self._close_stray_connections()
        self._share_budget()

    def _close_stray_connections(self) -> None:
        for number, shard in self.shards.items():
            if number not in self._serving and not shard.is_closed():
                self._start_task(shard.disconnect(), "disconnect")

    def _share_budget(self) -> None:
        limit = request_limit(self.config.requests_per_second, len(self._serving), self._wanted.count)
        self.budget.resize(limit.max_requests, limit.period_ms)
        metrics.SERVED.set(len(self._serving))

    async def _follow_deletions(self) -> None:
        number = await self.store.read(count_data_deletions)
        if number != self._forgettings:  # another process has deleted a person's data
            self._forgettings = number
            self.tables.reload_after_deletion()
            self.tournaments.mark_outdated()
        hidings = await self.store.read(count_hidden_faces)
        if hidings != self._hidings:
            # If the database fails here, the next look tries again.
            await self.faces.drop_hidden()
            self._hidings = hidings

    # --- the end -------------------------------------------------------------------------------------

    def _start_task(self, work: Coroutine[Any, Any, None], name: str) -> None:
        if self._is_ending:  # lines are closed, and logins end with the connection to the database
            work.close()
            return
        task = asyncio.create_task(work, name=name)
        self._short_tasks.add(task)
        task.add_done_callback(self._short_tasks.discard)

    async def close(self) -> None:
        """Stop this process, and release its shards for other processes."""
        self._is_ending = True
        for task in chain(self._serving.values(), self._short_tasks):
            task.cancel()
        if hasattr(self, "store"):
            with suppress(StorageError):  # the locks are free only once the database is closed
                await self.store.write(end_serving, self.served)
        await super().close()
