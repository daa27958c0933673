"""Limits how much work runs at once: people's taps go before background work.

A tap starts at once while few taps are at work or the event loop is fast. A background step starts at once if
nothing else is at work; otherwise steps wait in a queue, and share the turns of the loop with taps.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from heapq import heappop, heappush
from itertools import count

import structlog

from bot.clock import Clock, Elapsed, Signal

log = structlog.get_logger(__name__)

AT_ONCE = 4
"""Number of taps that are always admitted at a time, however slow the event loop is."""

SLOW_MS = 25.0
"""If one turn of the event loop takes longer than this, the loop is overloaded and no more taps are
admitted.
"""

TURNS_PER_STEP = 4
"""While other work is in progress, one background step starts in this number of turns of the event loop.

A tap needs several turns until its answer is sent, and a step makes a turn longer. If the loop is idle, four
turns take less than 0.1 ms.
"""

ACKNOWLEDGE_MS = 300
"""Wait after which a tap is acknowledged, and answered later."""

ACKNOWLEDGEMENTS = 32
"""Limit of concurrent acknowledgements, so that they do not use all the loop's time."""

TOO_LATE_MS = 2700
"""Age at which a tap is dropped; Discord drops unanswered interactions after three seconds."""


class _QueuedWork:
    def __init__(self) -> None:
        self.task = _current_task()
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
        # Steps are ordered by their arrival, plus the time for which other steps may go first.
        self._steps: list[tuple[Elapsed, int, _QueuedWork]] = []
        self._numbers = count()
        self._taps_at_work: list[asyncio.Task[object]] = []
        self._steps_at_work = 0
        self._turns_without_step = 0
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
        if key is None or (len(self._taps_at_work) < AT_ONCE and not self._taps):
            self._taps_at_work.append(_current_task())
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
        """Note that this task has handled its interaction, so that other work may start."""
        self._taps_at_work.remove(_current_task())

    @contextmanager
    def away(self) -> Iterator[None]:
        """Context manager for a task that waits for a rate limit, so that a tap takes no place meanwhile."""
        task = _current_task()
        is_tap = task in self._taps_at_work
        if is_tap:
            self._taps_at_work.remove(task)
        try:
            yield
        finally:
            if is_tap:
                self._taps_at_work.append(task)

    @asynccontextmanager
    async def step(self, patience_ms: int = 0) -> AsyncIterator[None]:
        """Context manager that waits until a background task may run.

        Args:
            patience_ms: milliseconds for which steps that come later, and have less patience, may go first.
        """
        await self._start_step(patience_ms)
        try:
            yield
        finally:
            self._steps_at_work -= 1

    async def wait_for_turn(self, patience_ms: int) -> None:
        """Wait until a background task could run, for example before it waits for a rate limit.

        Args:
            patience_ms: see ``step``.
        """
        await self._start_step(patience_ms)
        self._steps_at_work -= 1

    async def _start_step(self, patience_ms: int) -> None:
        if self._is_idle and not self._taps and not self._steps:
            self._steps_at_work += 1
            return
        mine = _QueuedWork()
        heappush(self._steps, (self._clock.elapsed_ms() + patience_ms, next(self._numbers), mine))
        self._start_admitting()
        try:
            await self._clock.wait(mine.signal, None)
        # A step that is cancelled must not keep its place.
        except BaseException:
            mine.is_replaced = True
            if mine.is_let_in:
                self._steps_at_work -= 1
            raise

    @property
    def _is_idle(self) -> bool:
        return not self._taps_at_work and not self._steps_at_work

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
            while self._taps or self._steps:
                self._admit_one(await self._clock.yield_to_loop())
        finally:
            self._porter = None

    def _admit_one(self, turn_ms: float) -> None:
        # Cancelled steps are skipped.
        while self._steps and self._steps[0][-1].is_replaced:
            heappop(self._steps)
        self._turns_without_step += 1
        # Steps have a share of the turns, so that no tap waits for ever for what a step shows.
        is_step_due = self._turns_without_step >= TURNS_PER_STEP
        can_tap_start = len(self._taps_at_work) < AT_ONCE or turn_ms < SLOW_MS
        if self._taps and can_tap_start and not (self._steps and is_step_due):
            tap = self._taps.pop(next(iter(self._taps)))
            self._taps_at_work.append(tap.task)
            self._let_in(tap)
        elif self._steps and (is_step_due or self._is_idle):
            self._turns_without_step = 0
            self._steps_at_work += 1
            self._let_in(heappop(self._steps)[-1])

    def _let_in(self, work: _QueuedWork) -> None:
        work.is_let_in = True
        work.signal.set()


def _current_task() -> asyncio.Task[object]:
    task = asyncio.current_task()
    assert task is not None
    return task


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
        task = _current_task()
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
