"""Schedules requests to Discord, so that they obey its rate limits.

A caller waits for a *turn*, the permission for one request, and builds the request only then.

- A request with the bot's token has two limits: the bot's global limit, and the limit of this kind of request
  in the channel.
- A request with an interaction's token has a limit for this interaction. If it sends a message, the limit
  of the channel applies, too.
- Answers to interactions are unlimited and need no turn.

Source: docs/DISCORD.md, "Limits".
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from enum import Enum, IntEnum
from heapq import heappop, heappush
from itertools import count

from bot.clock import Clock, Elapsed, Signal
from bot.wire.allowance import Allowance

FEWEST_LANES = 100
"""Number of lanes (rate limits in use) above which idle ones are deleted. Each interaction adds a lane."""


class Rank(IntEnum):
    """Priorities of requests, the most urgent first.

    Each value is a delay in milliseconds. Requests are sent in the order of their arrival times plus these
    delays.
    """

    CALL = 0
    MESSAGE = 20_000
    PICTURE = 40_000
    TIDYING = 60_000


class Route(Enum):
    """Kinds of requests, each with its rate limit.

    A value is a tuple: a name, a number of requests, and the period in milliseconds for this number.
    Discord's headers may lower the number.
    """

    SEND = ("send", 5, 5000)
    # Discord allows bursts of five edits in five seconds. One a second is the same rate and looks better.
    EDIT = ("edit", 1, 1000)
    DELETE = ("delete", 5, 1000)
    LOOK = ("look", 5, 5000)
    THREAD = ("thread", 5, 5000)
    EVENT = ("event", 5, 5000)
    BY_TOKEN = ("by token", 5, 2000)
    FOLLOW_UP = ("follow-up", 30, 60_000)

    @property
    def is_by_bot(self) -> bool:
        """True if these requests use the bot's token and count towards the bot's global limit."""
        return self not in (Route.BY_TOKEN, Route.FOLLOW_UP)


class _Lane:
    """The rate limit of one kind of request in one channel, with the requests that wait for it."""

    def __init__(self, route: Route) -> None:
        self.route = route
        self.allowance = Allowance(*route.value[1:])
        self.waiting: list[tuple[Elapsed, int, _Turn]] = []
        self.turned_at = Elapsed(0)

    def first(self) -> _Turn | None:
        """Return the next request that waits for this rate limit; ``None`` if there is none."""
        while self.waiting and self.waiting[0][2].is_cancelled:
            heappop(self.waiting)
        return self.waiting[0][2] if self.waiting else None


class _Turn:
    """A request in the queue. It is waiting, allowed or cancelled."""

    def __init__(self, rank: Rank, lane: _Lane | None, asked_at: Elapsed) -> None:
        self.rank, self.lane, self.asked_at = rank, lane, asked_at
        self.signal = Signal()
        self.is_allowed = self.is_cancelled = False

    @property
    def counts(self) -> bool:
        """True if the request counts towards the bot's global limit."""
        return self.lane is None or self.lane.route.is_by_bot


class Limits:
    """Schedules requests under Discord's rate limits.

    ``refusals`` counts the requests that Discord has nevertheless refused because of a rate limit.
    """

    def __init__(self, clock: Clock, budget: Allowance) -> None:
        self._clock, self._budget = clock, budget
        # Rate limits in use, by channel and by bucket or kind of request.
        self._lanes: dict[tuple[int, str], _Lane] = {}
        self._buckets: dict[Route, str] = {}
        self._most_lanes = FEWEST_LANES
        # Requests that wait for the global limit, those outside of it, and lanes that wait for their own
        # limit.
        self._ready: list[tuple[Elapsed, int, _Turn]] = []
        self._ready_free: list[tuple[Elapsed, int, _Turn]] = []
        self._resting: list[tuple[Elapsed, int, _Lane]] = []
        self._numbers = count()
        self._next_at: Elapsed | None = None
        self._changed = Signal()
        self.refusals = 0

    async def run(self) -> None:
        """Allow waiting requests whenever a rate limit recovers, until the task is cancelled."""
        while True:
            now = self._clock.elapsed_ms()
            self._grant(now)
            at = self._next_at
            await self._clock.wait(self._changed, None if at is None else max(0, at - now) / 1000)

    @asynccontextmanager
    async def turn(self, rank: Rank, route: Route | None = None, place: int = 0) -> AsyncIterator[None]:
        """Return a context manager that waits until a request may be sent; send the request within it.

        Args:
            rank: the request's priority.
            route: the kind of request; ``None`` if only the global limit applies.
            place: id of the channel; for the route ``BY_TOKEN``, id of the interaction.
        """
        turn = await self._wait_until_allowed(rank, None if route is None else self._lane_for(route, place))
        try:
            yield
        finally:
            self._release(turn)

    @property
    def is_short(self) -> bool:
        """True if requests are waiting for the bot's global limit."""
        return bool(self._ready)

    def wait(self, route: Route, place: int) -> int:
        """Return for how many milliseconds a request of the kind ``route`` must wait for its rate limit.

        ``place`` is the id of its channel or interaction.
        """
        return self._lane_for(route, place).allowance.wait(self._clock.elapsed_ms())

    def note_headers(self, route: Route, place: int, headers: Mapping[str, str]) -> None:
        """Update a rate limit from the headers of a response.

        Args:
            route: the kind of request.
            place: id of the channel or interaction.
            headers: the headers of the response.
        """
        if (bucket := headers.get("X-RateLimit-Bucket")) is not None and route.is_by_bot:
            self._set_bucket(route, bucket)
        if (limit := headers.get("X-RateLimit-Limit")) is not None:
            self._lane_for(route, place).allowance.allow_at_most(int(limit))
        if headers.get("X-RateLimit-Remaining") == "0":
            rest = round(1000 * float(headers.get("X-RateLimit-Reset-After", 0)))
            self._lane_for(route, place).allowance.shut(self._clock.elapsed_ms(), rest)

    def note_refusal(self, route: Route | None, place: int, for_ms: int, *, is_global: bool) -> None:
        """Block requests for some time after a response 429 (too many requests).

        Args:
            route: the kind of request to block; ``None`` for all kinds.
            place: id of the channel or interaction.
            for_ms: length of the block in milliseconds.
            is_global: block requests of all kinds.
        """
        self.refusals += 1
        now = self._clock.elapsed_ms()
        if is_global or route is None:
            self._budget.refuse(now, for_ms)
        else:
            self._lane_for(route, place).allowance.refuse(now, for_ms)

    def _set_bucket(self, route: Route, bucket: str) -> None:
        """Store the bucket that Discord names for a kind of request. Kinds with one bucket share a rate
        limit.
        """
        before = self._buckets.get(route, route.name)
        if before == bucket:
            return
        self._buckets[route] = bucket
        for place, name in [key for key in self._lanes if key[1] == before]:
            self._lanes.setdefault((place, bucket), self._lanes[place, name])

    # --- who is next --------------------------------------------------------------------------------

    async def _wait_until_allowed(self, rank: Rank, lane: _Lane | None) -> _Turn:
        """Wait until a request is allowed, and return it. With ``lane`` ``None``, only the global limit
        applies.
        """
        now = self._clock.elapsed_ms()
        turn = _Turn(rank, lane, now)
        if lane is None:
            heappush(self._ready, (now + rank, next(self._numbers), turn))
        else:
            heappush(lane.waiting, (now + rank, next(self._numbers), turn))
            self._queue_next(lane, now)
        self._grant_due(now)
        if not turn.is_allowed:
            try:
                # A caller that stops waiting must free its place.
                await self._clock.wait(turn.signal, None)
            except BaseException:
                self._cancel(turn)
                raise
        return turn

    def _cancel(self, turn: _Turn) -> None:
        """Remove a request whose caller has stopped waiting, and allow the next request."""
        turn.is_cancelled = True
        if turn.is_allowed:
            self._release(turn)
        elif turn.lane is not None:
            now = self._clock.elapsed_ms()
            self._queue_next(turn.lane, now)
            self._grant_due(now)

    def _release(self, turn: _Turn) -> None:
        """Release the rate limits of a request that has ended, and allow the next requests."""
        now = self._clock.elapsed_ms()
        if turn.counts:
            self._budget.give_back(now)
        turn.is_allowed = False
        if turn.lane is not None:
            turn.lane.allowance.give_back(now)
            self._queue_next(turn.lane, now)
        self._grant_due(now)

    def _grant_due(self, now: Elapsed) -> None:
        """Allow all requests that are due, and wake ``run`` if the next request is due sooner than
        before.
        """
        before = self._next_at
        self._grant(now)
        if self._next_at is not None and (before is None or self._next_at < before):
            self._changed.set()

    def _queue_next(self, lane: _Lane, now: Elapsed) -> None:
        """Queue the next request of a lane or, if the lane's limit is reached, the whole lane until the
        limit recovers.
        """
        turn = lane.first()
        if turn is None:
            return
        wait = lane.allowance.wait(now)
        if wait:
            heappush(self._resting, (now + wait, next(self._numbers), lane))
        else:  # count from the lane's last turn: channels share equally
            since = max(turn.asked_at, lane.turned_at)
            ready = self._ready if turn.counts else self._ready_free
            heappush(ready, (since + turn.rank, next(self._numbers), turn))

    def _grant(self, now: Elapsed) -> None:
        """Allow all requests that the limits permit now, and compute when to look again."""
        # First lanes whose own limit has recovered, then turns outside the global limit, then all others.
        while self._resting and self._resting[0][0] <= now:
            self._queue_next(heappop(self._resting)[2], now)
        while self._ready_free:
            turn = heappop(self._ready_free)[2]
            if self._may_go(turn, now):
                self._allow(turn, now)
        wait = 0
        while self._ready and not wait:
            turn = self._ready[0][2]
            if not self._may_go(turn, now):
                heappop(self._ready)
                continue
            wait = self._budget.take(now)
            if not wait:
                heappop(self._ready)
                self._allow(turn, now)
        times = ([self._resting[0][0]] if self._resting else []) + ([now + wait] if wait else [])
        self._next_at = min(times, default=None)

    def _may_go(self, turn: _Turn, now: Elapsed) -> bool:
        """Return whether a waiting request may be sent now. If its rate limit is reached, queue it
        again.
        """
        lane = turn.lane
        if turn.is_cancelled or turn.is_allowed or lane is None:
            return not (turn.is_cancelled or turn.is_allowed)
        if lane.first() is not turn:
            return False
        if lane.allowance.wait(now):
            self._queue_next(lane, now)
            return False
        return True

    def _allow(self, turn: _Turn, now: Elapsed) -> None:
        """Allow a waiting request, and queue the next request with the same rate limit."""
        turn.is_allowed = True
        if (lane := turn.lane) is not None:
            heappop(lane.waiting)
            lane.allowance.take(now)
            lane.turned_at = now
            self._queue_next(lane, now)
        turn.signal.set()

    def _lane_for(self, route: Route, place: int) -> _Lane:
        """Return the rate limit for a kind of request in one channel, created if needed."""
        key = place, self._buckets.get(route, route.name)
        lane = self._lanes.get(key)
        if lane is None:
            if len(self._lanes) >= self._most_lanes:
                self._forget_idle()
            lane = self._lanes[key] = _Lane(route)
        return lane

    def _forget_idle(self) -> None:
        """Delete the rate limits that are not in use."""
        now = self._clock.elapsed_ms()
        busy = {
            key: lane for key, lane in self._lanes.items() if lane.waiting or not lane.allowance.is_idle(now)
        }
        # Rate limits are deleted again when their number has doubled.
        self._lanes, self._most_lanes = busy, max(FEWEST_LANES, 2 * len(busy))
