"""One pacer for all that is asked of Discord with the bot's token: who goes next, and when.

Whoever wants something asks for a turn, and looks at what is to be said only when the turn has come: what
waits is never out of date. Answers to interactions are not counted by Discord, and need no turn.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from enum import Enum, IntEnum
from heapq import heappop, heappush
from itertools import count

from bot.clock import Clock, Signal
from bot.pace.allowance import Allowance, Budget


class Rank(IntEnum):
    """What goes first; the number is for how many milliseconds it lets itself be overtaken.

    So the order is kept under any load that lasts no longer, and under one that lasts nothing waits for ever.
    """

    CALL = 0
    MESSAGE = 20_000
    PICTURE = 40_000
    TIDYING = 60_000


class Way(Enum):
    """What Discord counts by itself in each channel: at most so many in so many milliseconds.

    Edits could come five at once, and then none for five seconds; one a second is the same and looks better.
    """

    SEND = (5, 5000)
    EDIT = (1, 1000)
    DELETE = (5, 1000)
    READ = (5, 5000)

    @property
    def interval(self) -> int:
        """Milliseconds from one to the next, when they are spread evenly."""
        most, span = self.value
        return int(span // most)


class _Lane:
    """One way into one channel, and who waits for it."""

    def __init__(self, way: Way) -> None:
        self.allowance = Allowance(*way.value)
        self.waiting: list[tuple[int, int, _Turn]] = []
        self.turned_at = 0

    def first(self) -> _Turn | None:
        """Find who is next; who has gone away is forgotten."""
        while self.waiting and self.waiting[0][2].is_over:
            heappop(self.waiting)
        return self.waiting[0][2] if self.waiting else None


class _Turn:
    """Somebody's turn, waited for or come.

    Attributes:
        is_held: it counts in its lane, until whoever asked for it is through.
        is_under_way: it counts in the budget, until its request is answered.
        is_begun: its request has been made.
        is_over: who asked for it is gone.
    """

    def __init__(self, rank: Rank, lane: _Lane | None, asked_at: int) -> None:
        self.rank, self.lane, self.asked_at = rank, lane, asked_at
        self.signal = Signal()
        self.is_held = self.is_under_way = self.is_begun = self.is_over = False


_TURN: ContextVar[_Turn | None] = ContextVar("turn", default=None)
"""The turn of the task that runs."""


class Pacer:
    """Gives turns.

    Args:
        clock: the one clock.
        budget: what the bot may ask for in all.
    """

    def __init__(self, clock: Clock, budget: Budget) -> None:
        self._clock, self._budget = clock, budget
        self._lanes: dict[tuple[int, Way], _Lane] = {}
        self._most_lanes = 1000
        self._ready: list[tuple[int, int, _Turn]] = []
        self._resting: list[tuple[int, int, _Lane]] = []
        self._numbers = count()
        self._look_at: int | None = None
        self._changed = Signal()
        self.refusals = 0

    async def run(self) -> None:
        """Give turns when their time has come, until cancelled."""
        while True:
            now = self._clock.now_ms()
            self._give(now)
            at = self._look_at
            await self._clock.wait(self._changed, None if at is None else max(0, at - now) / 1000)

    @asynccontextmanager
    async def turn(self, rank: Rank, way: Way, channel_id: int) -> AsyncIterator[None]:
        """Wait for a turn, and have it until the block is left.

        Args:
            rank: what goes first.
            way: how the request is counted in its channel.
            channel_id: the channel.
        """
        turn = await self._taken(rank, self._lane(channel_id, way))
        mine = _TURN.set(turn)
        try:
            yield
        finally:
            _TURN.reset(mine)
            self._end(turn)

    # --- what goes over the wire --------------------------------------------------------------------

    async def begin(self) -> _Turn:
        """Let a request begin that is made now: with the turn of its task, or else with one of its own.

        What was not announced (commands sent at the start) goes before all that waits. A second try goes at
        once, and counts: discord.py keeps others out of its place meanwhile, who may have their turn already,
        and so it must not wait for them.
        """
        turn = _TURN.get()
        if turn is None:
            turn = await self._taken(Rank.CALL, None)
        elif turn.is_begun and not turn.is_under_way:
            self._budget.overdraw(self._clock.now_ms())
            turn.is_under_way = True
        turn.is_begun = True
        return turn

    def end(self, turn: _Turn, refused_ms: int = 0, *, is_global: bool = False) -> None:
        """Say that a request is answered, or has broken down.

        Args:
            turn: what ``begin`` gave.
            refused_ms: for how long Discord wants no other, if it refused this one.
            is_global: it refuses the bot whatever it asks.
        """
        if refused_ms:
            self.refusals += 1
            now = self._clock.now_ms()
            if is_global:
                self._budget.refuse(now, refused_ms)
            elif (mine := _TURN.get()) is not None and mine.lane is not None:
                mine.lane.allowance.refuse(now, refused_ms)
        if turn.lane is None:
            self._end(turn)
        else:
            self._answered(turn)

    # --- who is next --------------------------------------------------------------------------------

    async def _taken(self, rank: Rank, lane: _Lane | None) -> _Turn:
        now = self._clock.now_ms()
        turn = _Turn(rank, lane, now)
        if lane is None:
            heappush(self._ready, (now + rank, next(self._numbers), turn))
        else:
            heappush(lane.waiting, (now + rank, next(self._numbers), turn))
            self._offer(lane, now)
        self._look(now)
        if not turn.is_held:
            try:
                await self._clock.wait(turn.signal, None)
            except BaseException:
                self._give_up(turn)
                raise
        return turn

    def _give_up(self, turn: _Turn) -> None:
        """Let the next one have a turn that came too late, or that is not waited for any more."""
        turn.is_over = True
        if turn.is_held:
            self._end(turn)
        elif turn.lane is not None:
            now = self._clock.now_ms()
            self._offer(turn.lane, now)
            self._look(now)

    def _answered(self, turn: _Turn) -> None:
        if turn.is_under_way:
            turn.is_under_way = False
            now = self._clock.now_ms()
            self._budget.give_back(now)
            self._look(now)

    def _end(self, turn: _Turn) -> None:
        self._answered(turn)
        if not turn.is_held:
            return
        turn.is_held = False
        if turn.lane is not None:
            now = self._clock.now_ms()
            turn.lane.allowance.give_back(now)
            self._offer(turn.lane, now)
            self._look(now)

    def _look(self, now: int) -> None:
        """Give what can be given, and see that somebody looks again in time."""
        before = self._look_at
        self._give(now)
        if self._look_at is not None and (before is None or self._look_at < before):
            self._changed.set()

    def _offer(self, lane: _Lane, now: int) -> None:
        """Put the first of a lane forward, now or when the lane is free again."""
        turn = lane.first()
        if turn is None:
            return
        wait = lane.allowance.wait(now)
        if wait:
            heappush(self._resting, (now + wait, next(self._numbers), lane))
        else:  # who has waited behind others of the same channel is not older for that: channels share alike
            since = max(turn.asked_at, lane.turned_at)
            heappush(self._ready, (since + turn.rank, next(self._numbers), turn))

    def _give(self, now: int) -> None:
        while self._resting and self._resting[0][0] <= now:
            self._offer(heappop(self._resting)[2], now)
        wait = 0
        while self._ready and not wait:
            turn = self._ready[0][2]
            if not self._may_go(turn, now):
                heappop(self._ready)
                continue
            wait = self._budget.take(now)
            if not wait:
                heappop(self._ready)
                self._hand_over(turn, now)
        times = ([self._resting[0][0]] if self._resting else []) + ([now + wait] if wait else [])
        self._look_at = min(times, default=None)

    def _may_go(self, turn: _Turn, now: int) -> bool:
        """Tell whether what was put forward is still what goes; a lane that has filled up comes later."""
        lane = turn.lane
        if turn.is_over or turn.is_held or lane is None:
            return not (turn.is_over or turn.is_held)
        if lane.first() is not turn:
            return False
        if lane.allowance.wait(now):
            self._offer(lane, now)
            return False
        return True

    def _hand_over(self, turn: _Turn, now: int) -> None:
        turn.is_held = turn.is_under_way = True
        if (lane := turn.lane) is not None:
            heappop(lane.waiting)
            lane.allowance.take(now)
            lane.turned_at = now
            self._offer(lane, now)
        turn.signal.set()

    def _lane(self, channel_id: int, way: Way) -> _Lane:
        lane = self._lanes.get((channel_id, way))
        if lane is None:
            if len(self._lanes) >= self._most_lanes:
                self._forget_idle()
            lane = self._lanes[channel_id, way] = _Lane(way)
        return lane

    def _forget_idle(self) -> None:
        now = self._clock.now_ms()
        kept = {
            key: lane for key, lane in self._lanes.items() if lane.waiting or not lane.allowance.is_idle(now)
        }
        self._lanes, self._most_lanes = kept, max(1000, 2 * len(kept))
