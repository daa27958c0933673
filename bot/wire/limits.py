"""Discord's rate limits: when a request may be sent."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from enum import Enum, IntEnum
from heapq import heappop, heappush
from itertools import count

from bot.clock import Clock, Elapsed, Signal

# --- allowance ----------------------------------------------------------------------------------------------
# A sliding-window rate limit that stays correct when requests are delayed on the way.

RECOVERY_MS = 2000
"""A refusal lowers the rate limit, which then recovers by one request per this time."""


class Allowance:
    """A rate limit: a maximum number of requests per period.

    A request counts from its start until one period after its response, so that delays on the way do no harm.
    """

    def __init__(self, max_requests: int, period_ms: int) -> None:
        self._most = max_requests
        self._period_ms = period_ms
        self._under_way = 0
        self._answered: deque[Elapsed] = deque()
        self._shut_until = Elapsed(0)
        self._lost = 0
        self._lost_at = Elapsed(0)

    def resize(self, max_requests: int, period_ms: int) -> None:
        """Change the rate limit."""
        self._most = max_requests
        self._period_ms = period_ms

    def allow_at_most(self, max_requests: int) -> None:
        """Lower the maximum number of requests per period. Never raise it."""
        self._most = min(self._most, max_requests)

    def current_max(self, now: Elapsed) -> int:
        """Return the present maximum number of requests per period.

        The maximum is lower for a while after Discord has refused a request.
        """
        if self._lost:
            regained = (now - self._lost_at) // RECOVERY_MS
            if regained >= self._lost:
                self._lost = 0
            else:
                return max(1, self._most - self._lost + regained)
        return self._most

    def wait(self, now: Elapsed) -> int:
        """Return the milliseconds until the next request is allowed; 0 if one is allowed now."""
        if now < self._shut_until:
            return self._shut_until - now
        answered = self._answered
        while answered and answered[0] + self._period_ms <= now:
            answered.popleft()
        # A request counts for a span after its response, so an unanswered one may count for longer.
        excess = self._under_way + len(answered) - self.current_max(now)
        if excess < 0:
            return 0
        if excess < len(answered):
            return (answered[excess] + self._period_ms) - now
        return self._period_ms

    def take(self, now: Elapsed) -> int:
        """Count a request if one is allowed now, and return 0. Otherwise return the milliseconds to wait."""
        wait = self.wait(now)
        if not wait:
            self._under_way += 1
        return wait

    def note_end(self, now: Elapsed) -> None:
        """Record the end of a counted request, with or without a response."""
        self._under_way -= 1
        self._answered.append(now)

    def block(self, now: Elapsed, for_ms: int) -> None:
        """Allow no requests for some milliseconds."""
        self._shut_until = max(self._shut_until, now + for_ms)

    def block_and_slow_down(self, now: Elapsed, for_ms: int) -> None:
        """Allow no requests for some milliseconds, and fewer than usual for a while afterwards."""
        self.block(now, for_ms)
        # Afterwards a quarter less is allowed for a while.
        most = self.current_max(now)
        self._lost = self._most - max(1, most - max(1, most // 4))
        self._lost_at = now

    def is_idle(self, now: Elapsed) -> bool:
        """Return whether the limit has no effect now, so that it can be deleted."""
        return not self.wait(now) and not self._under_way and not self._answered and not self._lost


# --- limits -------------------------------------------------------------------------------------------------
# Schedules requests to Discord, so that they obey its rate limits.
#
# A caller waits for a *permit* for one request, and builds the request only then.
#
# - A request with the bot's token has two limits: the bot's global limit, and a limit for this kind of
#   request in its channel.
# - A request with an interaction's token has a limit for this interaction. A request that sends a message
#   also has the limit of its channel.
# - Answers to interactions are unlimited and need no permit.
#
# Source: docs/DISCORD.md, "Limits".

FEWEST_QUEUES = 100
"""Number of queues (one for each rate limit) above which idle ones are deleted. Each interaction adds one."""


class Priority(IntEnum):
    """Priorities of requests, as delays in milliseconds. The lowest value is the most urgent.

    Waiting requests are ordered by time plus delay. The time is the request's arrival or, if that is later,
    the last request in the same channel.
    """

    PING = 0
    MESSAGE = 20_000
    PICTURE = 40_000
    TIDYING = 60_000


class Route(Enum):
    """Kinds of requests with limits of their own.

    A value has a name, a maximum number of requests, and the period in milliseconds to which it applies.
    """

    SEND = ("send", 5, 5000)
    # Discord allows bursts of five edits in five seconds. One a second is the same rate and looks better.
    EDIT = ("edit", 1, 1000)
    DELETE = ("delete", 5, 1000)
    LOOK = ("look", 5, 5000)
    THREAD = ("thread", 5, 5000)
    EVENT = ("event", 5, 5000)
    COMMANDS = ("commands", 5, 5000)
    # Opening the channel of direct messages with a person.
    DIRECT = ("direct", 5, 5000)
    # Discord documents no number, only that the headers of these routes may be wrong.
    EMOJI = ("emoji", 1, 1000)
    BY_TOKEN = ("by token", 5, 2000)
    FOLLOW_UP = ("follow-up", 30, 60_000)

    @property
    def period_ms(self) -> int:
        """The period of the limit in milliseconds."""
        _, _, period_ms = self.value
        return period_ms

    @property
    def is_by_bot(self) -> bool:
        """True if these requests use the bot's token, and so count towards the bot's global limit."""
        return self not in (Route.BY_TOKEN, Route.FOLLOW_UP)


class _RequestQueue:
    def __init__(self, route: Route) -> None:
        self.route = route
        self.allowance = Allowance(*route.value[1:])
        self.waiting: list[tuple[Elapsed, int, _QueuedRequest]] = []
        self.last_sent_at = Elapsed(0)

    def first(self) -> _QueuedRequest | None:
        while self.waiting and self.waiting[0][2].is_cancelled:
            heappop(self.waiting)
        return self.waiting[0][2] if self.waiting else None


class _QueuedRequest:
    def __init__(self, priority: Priority, queue: _RequestQueue | None, asked_at: Elapsed) -> None:
        self.priority = priority
        self.queue = queue
        self.asked_at = asked_at
        self.signal = Signal()
        self.is_allowed = self.is_cancelled = False

    @property
    def counts(self) -> bool:
        return self.queue is None or self.queue.route.is_by_bot


class Limits:
    """Delays requests until Discord's rate limits allow them.

    Attributes:
        refusals: number of requests that Discord refused because of a rate limit.
    """

    def __init__(
        self,
        clock: Clock,
        budget: Allowance,
        while_waiting: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Set the limits.

        Args:
            budget: the bot's global limit.
            while_waiting: makes the context manager inside which a caller waits for a permit.
        """
        self._clock = clock
        self._budget = budget
        self._while_waiting = while_waiting
        # Rate limits in use, by channel and by bucket or kind of request.
        self._queues: dict[tuple[int, str], _RequestQueue] = {}
        self._buckets: dict[Route, str] = {}
        self._most_queues = FEWEST_QUEUES
        # Requests that wait for the global limit, those outside of it, and queues that wait for their own
        # limit.
        self._ready: list[tuple[Elapsed, int, _QueuedRequest]] = []
        self._ready_free: list[tuple[Elapsed, int, _QueuedRequest]] = []
        self._resting: list[tuple[Elapsed, int, _RequestQueue]] = []
        self._numbers = count()
        self._next_at: Elapsed | None = None
        self._changed = Signal()
        self.refusals = 0

    async def run(self) -> None:
        """Allow waiting requests whenever a rate limit recovers, until the task is cancelled."""
        while True:
            now = self._clock.elapsed_ms()
            self._allow_all_possible(now)
            at = self._next_at
            await self._clock.wait(self._changed, None if at is None else max(0, at - now) / 1000)

    @asynccontextmanager
    async def permit(
        self, priority: Priority, route: Route | None = None, place: int = 0
    ) -> AsyncIterator[None]:
        """Context manager that waits until a request may be sent. Send the request inside it.

        Args:
            route: the kind of request; ``None`` if only the global limit applies.
            place: id of the channel; of the server for ``EVENT`` and ``COMMANDS``, of the interaction for
                ``BY_TOKEN``.
        """
        request = await self._wait_until_allowed(
            priority, None if route is None else self._queue_for(route, place)
        )
        try:
            yield
        finally:
            self._release(request)

    @property
    def is_global_limit_reached(self) -> bool:
        """True if requests are waiting for the bot's global limit."""
        return bool(self._ready)

    def wait(self, route: Route, place: int) -> int:
        """Return the milliseconds until another request of this kind may be sent.

        Args:
            place: see ``permit``.
        """
        return self._queue_for(route, place).allowance.wait(self._clock.elapsed_ms())

    def note_headers(self, route: Route, place: int, headers: Mapping[str, str]) -> None:
        """Adjust a rate limit to the headers of a response.

        Args:
            place: see ``permit``.
        """
        if (bucket := headers.get("X-RateLimit-Bucket")) is not None and route.is_by_bot:
            self._set_bucket(route, bucket)
        if (limit := headers.get("X-RateLimit-Limit")) is not None:
            self._queue_for(route, place).allowance.allow_at_most(int(limit))
        if headers.get("X-RateLimit-Remaining") == "0":
            rest = round(1000 * float(headers.get("X-RateLimit-Reset-After", 0)))
            self._queue_for(route, place).allowance.block(self._clock.elapsed_ms(), rest)

    def note_refusal(self, route: Route | None, place: int, for_ms: int, *, is_global: bool) -> None:
        """Block requests after a response 429 (too many requests).

        Args:
            route: the kind of request to block; ``None`` for all kinds.
            place: see ``permit``.
            for_ms: milliseconds of the block.
            is_global: block requests of all kinds.
        """
        self.refusals += 1
        now = self._clock.elapsed_ms()
        if is_global or route is None:
            self._budget.block_and_slow_down(now, for_ms)
        else:
            self._queue_for(route, place).allowance.block_and_slow_down(now, for_ms)

    def _set_bucket(self, route: Route, bucket: str) -> None:
        # Discord's name of the limit (bucket); kinds of requests with the same bucket share it.
        before = self._buckets.get(route, route.name)
        if before == bucket:
            return
        self._buckets[route] = bucket
        for place, name in [key for key in self._queues if key[1] == before]:
            self._queues.setdefault((place, bucket), self._queues[place, name])

    # --- who is next --------------------------------------------------------------------------------

    async def _wait_until_allowed(self, priority: Priority, queue: _RequestQueue | None) -> _QueuedRequest:
        now = self._clock.elapsed_ms()
        request = _QueuedRequest(priority, queue, now)
        # Without a queue, only the global limit applies.
        if queue is None:
            heappush(self._ready, (now + priority, next(self._numbers), request))
        else:
            heappush(queue.waiting, (now + priority, next(self._numbers), request))
            self._schedule_first(queue, now)
        self._allow_due(now)
        if not request.is_allowed:
            try:
                # A caller that stops waiting must free its place.
                with self._while_waiting():
                    await self._clock.wait(request.signal, None)
            except BaseException:
                self._cancel(request)
                raise
        return request

    def _cancel(self, request: _QueuedRequest) -> None:
        request.is_cancelled = True
        if request.is_allowed:
            self._release(request)
        elif request.queue is not None:
            now = self._clock.elapsed_ms()
            self._schedule_first(request.queue, now)
            self._allow_due(now)

    def _release(self, request: _QueuedRequest) -> None:
        now = self._clock.elapsed_ms()
        if request.counts:
            self._budget.note_end(now)
        request.is_allowed = False
        if request.queue is not None:
            request.queue.allowance.note_end(now)
            self._schedule_first(request.queue, now)
        self._allow_due(now)

    def _allow_due(self, now: Elapsed) -> None:
        before = self._next_at
        self._allow_all_possible(now)
        # Wake ``run`` if its next check must be earlier than planned.
        if self._next_at is not None and (before is None or self._next_at < before):
            self._changed.set()

    def _schedule_first(self, queue: _RequestQueue, now: Elapsed) -> None:
        request = queue.first()
        if request is None:
            return
        wait = queue.allowance.wait(now)
        if wait:
            heappush(self._resting, (now + wait, next(self._numbers), queue))
        else:  # count from the queue's last request: channels share equally
            since = max(request.asked_at, queue.last_sent_at)
            ready = self._ready if request.counts else self._ready_free
            heappush(ready, (since + request.priority, next(self._numbers), request))

    def _allow_all_possible(self, now: Elapsed) -> None:
        # First queues whose own limit has recovered, then requests outside the global limit, then all others.
        while self._resting and self._resting[0][0] <= now:
            self._schedule_first(heappop(self._resting)[2], now)
        while self._ready_free:
            request = heappop(self._ready_free)[2]
            if self._may_send(request, now):
                self._allow(request, now)
        wait = 0
        while self._ready and not wait:
            request = self._ready[0][2]
            if not self._may_send(request, now):
                heappop(self._ready)
                continue
            wait = self._budget.take(now)
            if not wait:
                heappop(self._ready)
                self._allow(request, now)
        self._next_at = self._resting[0][0] if self._resting else None
        if wait and (self._next_at is None or now + wait < self._next_at):
            self._next_at = now + wait

    def _may_send(self, request: _QueuedRequest, now: Elapsed) -> bool:
        """Return whether a request may be sent now. If its queue's limit is reached, schedule it again."""
        queue = request.queue
        if request.is_cancelled or request.is_allowed or queue is None:
            return not (request.is_cancelled or request.is_allowed)
        if queue.first() is not request:
            return False
        if queue.allowance.wait(now):
            self._schedule_first(queue, now)
            return False
        return True

    def _allow(self, request: _QueuedRequest, now: Elapsed) -> None:
        request.is_allowed = True
        if (queue := request.queue) is not None:
            heappop(queue.waiting)
            queue.allowance.take(now)
            queue.last_sent_at = now
            self._schedule_first(queue, now)
        request.signal.set()

    def _queue_for(self, route: Route, place: int) -> _RequestQueue:
        key = place, self._buckets.get(route, route.name)
        queue = self._queues.get(key)
        if queue is None:
            if len(self._queues) >= self._most_queues:
                self._delete_idle_queues()
            queue = self._queues[key] = _RequestQueue(route)
        return queue

    def _delete_idle_queues(self) -> None:
        now = self._clock.elapsed_ms()
        busy = {
            key: queue
            for key, queue in self._queues.items()
            if queue.waiting or not queue.allowance.is_idle(now)
        }
        # Rate limits are deleted again when their number has doubled.
        self._queues = busy
        self._most_queues = max(FEWEST_QUEUES, 2 * len(busy))
