"""The keeper of a table: one task that compares what is with what should be, and does what is due.

A table does many things by itself: chance's moves, computer players' moves, deadlines, its message, calls,
panels. Each is a *duty*, which tells from what is whether and when something has to be done. Nothing is done
because something was fired: an event only wakes the keeper, which looks at everything again. So a failed
write, a lost edit, a restart at any point and a second process that was quicker are one case: the duty is
still due, and is done later.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import ClassVar

import structlog

from bot import metrics
from bot.clock import Clock
from bot.pace.gate import Gate
from bot.refused import Refused
from bot.tables.table import Table
from storage.errors import StorageError

log = structlog.get_logger(__name__)

SHORTEST_PAUSE_MS = 500
LONGEST_PAUSE_MS = 60_000
"""How long a duty that failed rests before it is tried again: twice as long each time, up to this."""


class Duty(ABC):
    """Something that a table does by itself; it may run while other duties do.

    ``due_at`` looks at what is, and decides; ``act`` does one step, after which the keeper looks again. A
    step that changes nothing must raise, or it would be due again at once. In between, a duty may have to
    wait for its ``turn``, and for people whose taps are answered first; it is done only if still due then.
    """

    expected: ClassVar[tuple[type[Exception], ...]] = (StorageError,)
    """What may go wrong without anybody being to blame; anything else is logged as a bug."""

    def __init__(self) -> None:
        self.failures = 0
        self._rests_until = 0
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    def due_at(self, now: int) -> int | None:
        """Say when the next step is due, in Unix milliseconds; ``None`` while there is nothing to do."""

    @abstractmethod
    async def act(self) -> None:
        """Do the next step."""

    def turn(self) -> AbstractAsyncContextManager[None]:
        """Wait until the next step may be done; it is done within."""
        return nullcontext()

    @property
    def is_running(self) -> bool:
        return self._task is not None

    def next_at(self, now: int) -> int | None:
        """Say when to begin: when it is due and has rested; a duty that cannot tell rests, too."""
        try:
            due = self.due_at(now)
        except Exception:
            if self._rests_until <= now:
                log.exception("a duty cannot tell whether it is due", duty=type(self).__name__)
                self._rest(now)
            return self._rests_until
        return None if due is None else max(due, self._rests_until)

    async def attend(self, table: Table, clock: Clock, gate: Gate) -> None:
        """Do a step if it is still due when it may be done; after a failure, rest."""
        table.bind_log()
        try:
            async with self.turn(), gate.duty():
                due = self.due_at(clock.now_ms())
                if due is None or due > clock.now_ms():
                    return
                await self.act()
        except Refused as refused:
            log.debug("the position moved on", duty=type(self).__name__, why=str(refused))
            self._rest(clock.now_ms())
        except self.expected as error:
            metrics.DUTY_FAILURES.labels(type(self).__name__).inc()
            log.warning("a duty failed", duty=type(self).__name__, why=repr(error))
            self._rest(clock.now_ms())
        except Exception:
            metrics.DUTY_FAILURES.labels(type(self).__name__).inc()
            log.exception("a duty is broken", duty=type(self).__name__)
            self._rest(clock.now_ms())
        else:
            self.failures, self._rests_until = 0, 0
        finally:
            self._task = None
            table.changed.set()

    def begin(self, table: Table, clock: Clock, gate: Gate) -> None:
        """Start a step."""
        name = f"{type(self).__name__} {table.id}"
        self._task = asyncio.create_task(self.attend(table, clock, gate), name=name)

    def stop(self) -> None:
        """Leave a step where it is."""
        if self._task is not None:
            self._task.cancel()

    def _rest(self, now: int) -> None:
        self.failures += 1
        self._rests_until = now + min(SHORTEST_PAUSE_MS << min(self.failures - 1, 10), LONGEST_PAUSE_MS)


class Settling(Duty):
    """Close the book of a table that is closed and of which everything has been shown."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def due_at(self, now: int) -> int | None:
        return None if self._table.shown.settled else now

    async def act(self) -> None:
        await self._table.show(settled=True)


class Keeper:
    """Keeps one table until it is closed and settled.

    Args:
        table: the table.
        clock: the one clock.
        gate: lets duties in after people's taps.
        duties: gives the duties of the moment; they are kept by whoever gives them.
    """

    def __init__(self, table: Table, clock: Clock, gate: Gate, duties: Callable[[], Iterable[Duty]]) -> None:
        self._table, self._clock, self._gate, self._duties = table, clock, gate, duties
        self._settling = Settling(table)

    async def run(self) -> None:
        """Do what is due until there is nothing left to do."""
        table, clock = self._table, self._clock
        try:
            while True:
                now = clock.now_ms()
                is_busy, next_at = self._look(now, list(self._duties()))
                if not is_busy and next_at is None and table.state.is_closed:
                    if table.shown.settled and table.unsaved_since is None:
                        return
                    is_busy, next_at = self._look(now, [self._settling])
                await clock.wait(table.changed, None if next_at is None else (next_at - now) / 1000)
        finally:
            for duty in (*self._duties(), self._settling):
                duty.stop()

    def _look(self, now: int, duties: list[Duty]) -> tuple[bool, int | None]:
        """Begin what is due; tell whether anything is being done, and when to look again."""
        self._table.bind_log()
        times: list[int] = []
        for duty in duties:
            if not duty.is_running and (at := duty.next_at(now)) is not None:
                if at <= now:
                    duty.begin(self._table, self._clock, self._gate)
                else:
                    times.append(at)
        return any(duty.is_running for duty in duties), min(times, default=None)
