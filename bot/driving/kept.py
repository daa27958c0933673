"""What a live table and a live tournament share: the path of a change, and the record of sent messages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

import msgspec
import structlog

from bot.clock import Clock, Elapsed, Signal
from bot.driving.steps import StepSource
from bot.refused import Refused
from games.core.cards import all_but
from storage import Store
from storage.errors import NobodySits, RevisionConflict, SequenceConflict, WrongStatus
from storage.rows import SentRow
from storage.servers import Act

log = structlog.get_logger(__name__)

# Another process has written, or the answer to an earlier commit was lost.
OVERTAKEN = (RevisionConflict, SequenceConflict, WrongStatus, NobodySits)
"""Errors that mean that the database is newer than memory."""


class KeptRow(Protocol):
    """Protocol of the database row of a table or a tournament."""

    @property
    def id(self) -> str: ...

    @property
    def guild_id(self) -> int: ...

    @property
    def channel_id(self) -> int: ...


class KeptState(Protocol):
    """Protocol of the state of a table or a tournament."""

    @property
    def row(self) -> KeptRow: ...

    @property
    def is_closed(self) -> bool: ...


class SourceSignal(Signal):
    """The signal that wakes a keeper, and the sources that may have new steps since its last look."""

    def __init__(self) -> None:
        super().__init__()
        # In the order of the calls; None to ask all sources, as the keeper of a new table does.
        self._sources: dict[StepSource, None] | None = None

    def set(self, only: StepSource | None = None) -> None:
        """Wake the keeper.

        Args:
            only: the source whose steps have changed; ``None`` if those of any source may have changed.
        """
        if only is None:
            self._sources = None
        elif self._sources is not None:
            self._sources[only] = None
        super().set()

    def take(self) -> Iterable[StepSource] | None:
        """Return the sources to ask, since the last call; ``None`` to ask all sources."""
        sources = self._sources
        self._sources = {}
        return sources


S = TypeVar("S", bound=KeptState)
P = ParamSpec("P")


class Kept(Generic[S]):
    """An open table or tournament in memory. The database holds the same state.

    A change takes the lock, is checked and written to the database, and then replaces the state in memory and
    wakes the keeper. If the database is newer than memory, the state is loaded again.

    Attributes:
        sent_row: record of the messages that were sent.
        is_restored: it was loaded when the bot started, so it is unknown which messages were sent.
        unsaved_since: when ``sent_row`` was changed without being saved; ``None`` if it is saved.
        is_outdated: the database may hold a newer state than memory.
        is_dropped: another process serves it now.
    """

    def __init__(
        self, store: Store, clock: Clock, state: S, sent_row: SentRow, *, is_restored: bool = False
    ) -> None:
        self._store = store
        self._clock = clock
        self.state = state
        self.sent_row = sent_row
        self.is_restored = is_restored
        self.known_since = clock.now_ms()
        self.lock = asyncio.Lock()
        self.changed = SourceSignal()
        self.unsaved_since: Elapsed | None = None
        self.is_outdated = False
        self.is_dropped = False

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.state!r}>"

    @property
    def id(self) -> str:
        return self.state.row.id

    @property
    def guild_id(self) -> int:
        return self.state.row.guild_id

    @property
    def is_set_aside(self) -> bool:
        """True if the stored rows cannot be read. The next start of the bot tries to load them again."""
        return False

    @property
    def is_closed_unplayed(self) -> bool:
        """True if it was closed before any game began."""
        raise NotImplementedError

    def is_in_channel(self, channel_id: int) -> bool:
        """Return whether it was opened in a channel."""
        return self.state.row.channel_id == channel_id

    def bind_log(self) -> None:
        """Add the id to every log line of the current task."""
        raise NotImplementedError

    # --- the one path of a change -----------------------------------------------------------------------

    async def change(self, act: Callable[Concatenate[S, P], S], *args: P.args, **kwargs: P.kwargs) -> S:
        """Carry out an act, and return the changed state.

        Args:
            act: a pure function (of ``bot.tables.lobby``, or of ``bot.tournaments.acts``), called with the
                present state and ``args``.

        Raises:
            Refused: the change is not possible.
            StorageError: the change could not be written.
        """
        return await self._change(lambda: self._write(act(self.state, *args, **kwargs)))

    async def moderate(self, log_entry: Act, act: Callable[[S], S]) -> S:
        """Carry out a moderator's act, with an entry for the moderation log in the same commit."""
        return await self._change(lambda: self._write(act(self.state), log_entry))

    async def _write(self, after: S, log_entry: Act | None = None) -> S:
        """Write a changed state to the database, and return it as written."""
        raise NotImplementedError

    async def _change(self, change: Callable[[], Awaitable[S]], tries: int = 2) -> S:
        """Carry out a change under the lock, and return the changed state.

        Args:
            change: writes the change to the database, and returns the changed state.
            tries: how often ``change`` is called if other processes have changed the state meanwhile.
        """
        async with self.lock:
            # Another process may serve it now, or memory must first catch up with the database.
            if self.is_dropped:
                raise Refused("restarting")
            if self.is_outdated:
                await self.reload()
            self._check_readable()
            # After a faster write elsewhere, the change is tried on the state that it left.
            for tries_left in reversed(range(tries)):
                try:
                    self._swap(await change())
                    break
                except OVERTAKEN as error:
                    log.info("overtaken", id=self.id, why=str(error))
                    await self.reload()
                    if not tries_left:
                        raise Refused("stale-button") from None
            return self.state

    def _check_readable(self) -> None:
        """Raise ``Refused`` if the stored rows cannot be read, and so must not be overwritten."""

    def _swap(self, after: S) -> None:
        """Replace the state in memory, and wake the keeper."""
        self.state = after
        self.changed.set()

    # --- keeping up with the database -------------------------------------------------------------------

    def mark_outdated(self) -> None:
        """Mark the state in memory as outdated, so that it is loaded from the database again."""
        self.is_outdated = True
        self.changed.set()

    async def reload(self) -> None:
        """Load the state from the database again. The caller holds the lock.

        Raises:
            StorageError: the database cannot be read now.
        """
        self.mark_outdated()
        after = await self._read()
        self.is_outdated = False
        self._swap(after)

    async def catch_up(self) -> None:
        """Load the state from the database again if it is outdated."""
        async with self.lock:
            if self.is_outdated:
                await self.reload()

    async def _read(self) -> S:
        """Return the stored state, with what memory alone knows."""
        raise NotImplementedError

    # --- the record of sent messages --------------------------------------------------------------------

    def update_sent_later(self, **changes: Any) -> None:
        """Change fields of ``SentRow``, the record of sent messages. They are saved a little later."""
        sent_row = msgspec.structs.replace(self.sent_row, **changes)
        stale = all_but(sent_row.stale, sent_row.ids)
        self.sent_row = msgspec.structs.replace(sent_row, stale=stale)
        if self.unsaved_since is None:
            self.unsaved_since = self._clock.elapsed_ms()
        self.changed.set()

    async def update_sent(self, **changes: Any) -> None:
        """Change fields of ``SentRow``, the record of sent messages, and save the record.

        Raises:
            StorageError: the record is changed in memory only, and will be saved later.
        """
        self.update_sent_later(**changes)
        await self.save_sent()

    async def save_sent(self) -> None:
        """Write ``SentRow``, the record of sent messages, to the database."""
        sent_row = self.sent_row
        await self._write_sent_row(sent_row)
        if self.sent_row is sent_row:
            self.unsaved_since = None
        # The keeper of a closed table ends after this. Otherwise nothing is due when the record is saved.
        if self.state.is_closed:
            self.changed.set()

    async def _write_sent_row(self, sent_row: SentRow) -> None:
        raise NotImplementedError
