"""The background task (keeper) of a table or a tournament, which carries out its automatic steps.

A keeper compares the present state with the desired state, so a restart loses no step.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple, Protocol

import structlog

from bot import metrics
from bot.clock import Clock, Elapsed
from bot.driving.kept import Kept
from bot.driving.steps import Step, StepSource
from bot.gate import Gate
from bot.refused import Refused
from bot.wire.errors import DiscordError
from bot.wire.limits import Limits
from storage.errors import StorageError, StorageFailed

log = structlog.get_logger(__name__)

SHORTEST_PAUSE_MS = 500
LONGEST_PAUSE_MS = 60_000
"""Longest pause of a step after failures. The pause doubles with each failure in a row."""

# If the record is lost in a crash, messages are only written again.
REMEMBER_MS = 2000
"""Delay before the record of sent messages is saved."""

LOOK_AGAIN_MS = 15_000
"""Time after which a keeper asks all sources, when it has asked only some of them."""

EXPECTED_ERRORS = (StorageError, DiscordError)
"""Errors that are logged as warnings before a retry. Any other error is logged as a bug."""


class PublicMessages(Protocol):
    """Protocol of the writer of a table's or a tournament's public messages."""

    @property
    def is_place_gone(self) -> bool: ...  # the channel or server no longer exists


class RetryPause(NamedTuple):
    """The pause after a step has failed."""

    failures: int  # in a row
    until: Elapsed


class Keeper:
    """The background task of a table or tournament, which carries out its automatic steps.

    A change of the state, or a failed step, makes it ask all sources for steps. After any other step it asks
    only the source of this step, and at the time of a later step only the source of that step. It asks all
    sources within ``LOOK_AGAIN_MS`` after that, so nothing is missed.

    Args:
        gate: delays steps while people's taps wait.
        limits: rate limits of requests to Discord.
        sources: returns the functions that yield automatic steps.
        may_act: returns whether this process may still act for the table.
    """

    def __init__(
        self,
        table: Kept[Any],
        clock: Clock,
        gate: Gate,
        limits: Limits,
        sources: Callable[[], Iterable[StepSource]],
        may_act: Callable[[], bool] = lambda: True,
    ) -> None:
        self._table = table
        self._clock = clock
        self._gate = gate
        self._limits = limits
        self._sources = sources
        self._may_act = may_act
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._pauses: dict[str, RetryPause] = {}
        self._times: dict[StepSource, Elapsed] = {}  # when a source has a step that is not due yet
        self._ask_all_at: Elapsed | None = None

    async def run(self) -> None:
        """Carry out steps until the table or tournament is closed and its messages are up to date."""
        table = self._table
        clock = self._clock
        try:
            while True:
                now = clock.elapsed_ms()
                next_at = self._start_due_steps(now)
                is_idle = not self._tasks and next_at is None
                if is_idle and table.state.is_closed and not table.is_set_aside:
                    if table.sent_row.settled:
                        return
                    last = Step("settling", now, partial(table.update_sent, settled=True))
                    next_at = self._start_due([last], now, None)
                await clock.wait(table.changed, None if next_at is None else (next_at - now) / 1000)
        finally:
            for task in self._tasks.values():
                task.cancel()

    def retry_now(self) -> None:
        """Retry failed steps now, instead of waiting until their pauses end."""
        now = self._clock.elapsed_ms()
        self._pauses = {
            key: pause._replace(until=min(pause.until, now)) for key, pause in self._pauses.items()
        }
        self._table.changed.set()

    def _start_due_steps(self, now: Elapsed) -> Elapsed | None:
        """Start the steps that are due, and return when to look again."""
        for source in self._sources_to_ask(now):
            try:
                at = self._start_due(source(now), now, source)
            except Exception:
                at = self._source_failed(f"look {source!r}", now)
            if at is None:
                self._times.pop(source, None)
            else:
                self._times[source] = at
        times = [*self._times.values()]
        if self._ask_all_at is not None:
            times.append(self._ask_all_at)
        return min(times, default=None)

    def _sources_to_ask(self, now: Elapsed) -> Iterable[StepSource]:
        changed = self._table.changed.take()
        is_time_for_all = self._ask_all_at is not None and now >= self._ask_all_at
        # The keeper of a closed table ends as soon as no source has a step.
        if changed is None or is_time_for_all or self._table.state.is_closed:
            self._table.bind_log()
            self._times = {}
            self._ask_all_at = None
            return (self._own_steps, *self._sources())
        if self._ask_all_at is None:
            self._ask_all_at = now + LOOK_AGAIN_MS
        due = [source for source, at in self._times.items() if at <= now]
        return dict.fromkeys([*changed, *due])

    def _own_steps(self, now: Elapsed) -> Iterator[Step]:
        if self._table.is_outdated:
            yield Step("reload", now, self._table.catch_up)
        elif self._table.unsaved_since is not None:
            yield Step("remember", self._table.unsaved_since + REMEMBER_MS, self._table.save_sent)

    def _start_due(self, steps: Iterable[Step], now: Elapsed, source: StepSource | None) -> Elapsed | None:
        next_at: Elapsed | None = None  # when the earliest other step is due
        for step in steps:
            # Only one step of a key runs at a time.
            if step.name in self._tasks:
                continue
            # After a failure a step pauses, unless a person waits for it.
            pause = self._pauses.get(step.name)
            if pause is None or step.is_urgent:
                at = step.at
            else:
                at = max(step.at, pause.until)
            if at <= now:
                task = asyncio.create_task(
                    self._carry_out(step, source), name=f"{step.name} {self._table.id}"
                )
                self._tasks[step.name] = task
            elif next_at is None or at < next_at:
                next_at = at
        return next_at

    def _source_failed(self, key: str, now: Elapsed) -> Elapsed:
        pause = self._pauses.get(key)
        if pause is None or pause.until <= now:
            log.exception("nobody can tell what is due", key=key)
            self._note_failure(key)
        return self._pauses[key].until

    async def _carry_out(self, step: Step, source: StepSource | None) -> None:
        key = step.name
        to_ask: StepSource | None = None  # a failure may concern all sources
        self._table.bind_log()
        try:
            if step.lane is None or source is None:
                async with self._gate.step():
                    await self._act_if_allowed(step)
            else:
                # A permit of the bot's limit counts while its step waits. So pictures wait before they take
                # one, and a step that has one goes first.
                patience_ms = int(step.lane.priority)
                if step.can_wait:
                    await self._gate.wait_for_turn(patience_ms)
                if step.can_wait or step.lane.route.is_by_bot:
                    patience_ms = 0
                async with self._limits.permit(*step.lane), self._gate.step(patience_ms):
                    current = self._still_due(step, source)
                    if current is not None:
                        await self._act_if_allowed(current)
        except Refused as refused:
            log.debug("the position moved on", key=key, why=str(refused))
            self._note_failure(key)
        except Exception as error:
            metrics.STEP_FAILURES.labels(key.partition(" ")[0]).inc()
            if isinstance(error, StorageFailed):
                log.debug("a step failed", key=key, why=repr(error))  # ``bot.database`` logs it
            elif isinstance(error, EXPECTED_ERRORS):
                log.warning("a step failed", key=key, why=repr(error))
            else:
                log.exception("a step is broken", key=key)
            self._note_failure(key)
        else:
            self._pauses.pop(key, None)
            to_ask = source
        finally:
            del self._tasks[key]
            self._table.changed.set(to_ask)

    async def _act_if_allowed(self, step: Step) -> None:
        if not self._may_act():
            raise Refused("restarting")
        await step.act()

    def _still_due(self, step: Step, source: StepSource) -> Step | None:
        now = self._clock.elapsed_ms()
        current = next((due for due in source(now) if due.key == step.key), None)
        if current is None or current.lane is None or step.lane is None or current.at > now:
            return None
        return current if current.lane[1:] == step.lane[1:] else None

    def _note_failure(self, key: str) -> None:
        if key not in self._pauses:
            failures = 1
        else:
            failures = self._pauses[key].failures + 1
        pause = min(SHORTEST_PAUSE_MS << min(failures - 1, 10), LONGEST_PAUSE_MS)
        self._pauses[key] = RetryPause(failures, self._clock.elapsed_ms() + pause)
