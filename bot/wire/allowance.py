"""A sliding-window rate limit that stays correct when requests are delayed on the way."""

from __future__ import annotations

from collections import deque

from bot.clock import Elapsed

RECOVERY_MS = 2000
"""A refusal lowers the rate limit, which then recovers by one request per this time."""


class Allowance:
    """A rate limit: a maximum number of requests per period.

    A request counts from its start until one period after its response, so that delays on the way do no harm.
    """

    def __init__(self, max_requests: int, period_ms: int) -> None:
        self._most, self._period_ms = max_requests, period_ms
        self._under_way = 0
        self._answered: deque[Elapsed] = deque()
        self._shut_until = Elapsed(0)
        self._lost, self._lost_at = 0, Elapsed(0)

    def resize(self, max_requests: int, period_ms: int) -> None:
        """Change the rate limit."""
        self._most, self._period_ms = max_requests, period_ms

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
        return (answered[excess] + self._period_ms) - now if excess < len(answered) else self._period_ms

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
        self._lost, self._lost_at = self._most - max(1, most - max(1, most // 4)), now

    def is_idle(self, now: Elapsed) -> bool:
        """Return whether the limit has no effect now, so that it can be deleted."""
        return not self.wait(now) and not self._under_way and not self._answered and not self._lost
