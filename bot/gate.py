"""Limits how much work runs at once: people's taps go before background work.

While the event loop is fast, all work starts at once. While it is slow, work waits in queues.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager

import structlog

from bot.clock import Clock, Elapsed, Signal

log = structlog.get_logger(__name__)

AT_ONCE = 4
"""Number of pieces of work that are always admitted at a time, however slow the event loop is."""

SLOW_MS = 25.0
"""If one turn of the event loop takes longer than this, the loop is overloaded and no more work is
admitted.
"""

ACKNOWLEDGE_MS = 300
"""Wait after which a tap is acknowledged, and answered later."""

ACKNOWLEDGEMENTS = 32
"""Limit of concurrent acknowledgements, so that they do not use all the loop's time."""

PATIENCE_MS = 3000
"""Limit of the time for which a step that nobody waits for lets all other work go first."""

TOO_LATE_MS = 2700
"""Age at which a tap is dropped; Discord drops unanswered interactions after three seconds."""


class _QueuedWork:
    def __init__(self) -> None:
        self.signal = Signal()
        self.is_let_in = self.is_replaced = False

    @property
    def is_waiting(self) -> bool:
        return not (self.is_let_in or self.is_replaced)


class Gate:
    """Starts people's taps before background work, and both only as fast as the event loop allows."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._taps: dict[Hashable, _QueuedWork] = {}
        self._steps: deque[_QueuedWork] = deque()
        self._patient: deque[tuple[Elapsed, _QueuedWork]] = deque()
        self._at_work = 0
        self._is_step_next = False
        self._porter: asyncio.Task[None] | None = None
        self._telling = asyncio.Semaphore(ACKNOWLEDGEMENTS)
        self.late = 0

    async def enter(self, key: Hashable | None, acknowledge: Callable[[], Awaitable[object]]) -> bool:
        """Wait until an interaction may be handled. Call ``leave`` after handling it.

        Args:
            key: a newer tap with the same key replaces this tap; ``None`` to start without waiting.
            acknowledge: called if the wait is long.

        Returns:
            False if the tap was replaced or has waited too long, and must be ignored.
        """
        if key is None or self._is_free:
            self._at_work += 1
            return True
        # The age of a tap counts from its arrival here; Discord's clock is not used.
        came_at = self._clock.elapsed_ms()
        mine = _QueuedWork()
        before = self._taps.get(key)
        self._taps[key] = mine  # in the place of the one before, if there is one
        if before is not None:
            before.is_replaced = True
            before.signal.set()
        self._start_admitting()
        is_in_time = True

        def has_time() -> bool:
            return self._clock.elapsed_ms() - came_at < TOO_LATE_MS

        try:
            await self._clock.wait(mine.signal, ACKNOWLEDGE_MS / 1000)
            if not mine.is_let_in:
                async with self._telling:
                    if is_in_time := has_time():
                        await acknowledge()
                if is_in_time and mine.is_waiting:
                    await self._clock.wait(mine.signal, None)
            else:
                is_in_time = has_time()
        except BaseException:
            self._forget(key, mine)
            raise
        if mine.is_let_in and is_in_time:
            return True
        if not is_in_time:
            self.late += 1
            log.warning("a tap has waited too long to be answered", late=self.late)
        self._forget(key, mine)
        return False

    def leave(self) -> None:
        """Note that an interaction was handled, so that other work may start."""
        self._at_work -= 1

    @asynccontextmanager
    async def step(self) -> AsyncIterator[None]:
        """Context manager that waits until a background task may run."""
        # While the loop is slow, steps wait in line behind taps.
        if not self._is_free:
            mine = _QueuedWork()
            self._steps.append(mine)
            self._start_admitting()
            try:
                await self._clock.wait(mine.signal, None)
            # A step that is cancelled must not keep its place.
            except BaseException:
                mine.is_replaced = True
                if mine.is_let_in:
                    self.leave()
                raise
        else:
            self._at_work += 1
        try:
            yield
        finally:
            self.leave()

    async def wait_until_idle(self) -> None:
        """Wait until no other work is waiting, for ``PATIENCE_MS`` at most."""
        if not self._is_free:
            mine = _QueuedWork()
            self._patient.append((self._clock.elapsed_ms() + PATIENCE_MS, mine))
            self._start_admitting()
            await self._clock.wait(mine.signal, None)

    @property
    def _is_free(self) -> bool:
        return self._at_work < AT_ONCE and not self._taps and not self._steps

    def _forget(self, key: Hashable, mine: _QueuedWork) -> None:
        if mine.is_let_in:
            self.leave()
        elif self._taps.get(key) is mine:
            del self._taps[key]

    def _start_admitting(self) -> None:
        if self._porter is None:
            self._porter = asyncio.create_task(self._admit_waiting(), name="porter")

    async def _admit_waiting(self) -> None:
        try:
            # One waiting task a turn, as long as the event loop is fast enough.
            while self._taps or self._steps or self._patient:
                took = await self._clock.yield_to_loop()
                has_room = self._at_work < AT_ONCE or took < SLOW_MS
                self._end_patience(has_room and not self._taps and not self._steps)
                if has_room:
                    self._admit_one()
        finally:
            self._porter = None

    def _end_patience(self, is_idle: bool) -> None:
        now = self._clock.elapsed_ms()
        while self._patient and (is_idle or self._patient[0][0] <= now):
            self._patient.popleft()[1].signal.set()

    def _admit_one(self) -> None:
        # Cancelled steps are skipped.
        while self._steps and self._steps[0].is_replaced:
            self._steps.popleft()
        # Steps and taps take turns, so that neither waits for ever.
        if self._steps and (self._is_step_next or not self._taps):
            mine = self._steps.popleft()
            self._is_step_next = False
        elif self._taps:
            mine = self._taps.pop(next(iter(self._taps)))
            self._is_step_next = True
        else:
            return
        mine.is_let_in = True
        self._at_work += 1
        mine.signal.set()


class InFlight:
    """The bot's work in progress.

    Attributes:
        is_ending: the bot is stopping, so no new work may start.
    """

    def __init__(self) -> None:
        self.is_ending = False
        self._in_hand: set[asyncio.Task[object]] = set()

    @contextmanager
    def track(self) -> Iterator[None]:
        """Context manager that counts its body as work in progress."""
        task = asyncio.current_task()
        assert task is not None
        self._in_hand.add(task)
        try:
            yield
        finally:
            self._in_hand.discard(task)

    async def finish(self, seconds: float) -> int:
        """Set ``is_ending``, and wait for the work in progress. Return the number of unfinished tasks."""
        self.is_ending = True
        if not self._in_hand:
            return 0
        _, unfinished = await asyncio.wait(self._in_hand, timeout=seconds)
        return len(unfinished)
