"""A sliding-window rate limit: requests in a span of time, in whatever order and however late they arrive."""

from __future__ import annotations

from collections import deque

from bot.clock import Elapsed

RECOVERY_MS = 2000
"""After a refusal the rate limit is smaller, and grows by one request in this time."""


class Allowance:
    """A sliding-window rate limit: ``most`` requests in any stretch of ``span`` milliseconds.

    The time of a request's arrival is not known: it lies between its beginning and its answer. So it counts
    from its beginning until its answer is that length old. However the way delays requests, no stretch then
    sees more of them arrive than are allowed.
    """

    def __init__(self, most: int, span: int) -> None:
        self._most, self._span = most, span
        self._under_way = 0
        self._answered: deque[Elapsed] = deque()
        self._shut_until = Elapsed(0)
        self._lost, self._lost_at = 0, Elapsed(0)

    def resize(self, most: int, span: int) -> None:
        """Set the rate limit, requests in a span of milliseconds, from now on."""
        self._most, self._span = most, span

    def allow_at_most(self, most: int) -> None:
        """Allow no more in the same time than Discord says."""
        self._most = min(self._most, most)

    def most(self, now: Elapsed) -> int:
        """Tell how many are allowed: fewer than usual for a while after a refusal."""
        if self._lost:
            regained = (now - self._lost_at) // RECOVERY_MS
            if regained >= self._lost:
                self._lost = 0
            else:
                return max(1, self._most - self._lost + regained)
        return self._most

    def wait(self, now: Elapsed) -> int:
        """Tell how long it takes until one may be taken; while all are under way, at least the whole span."""
        if now < self._shut_until:
            return self._shut_until - now
        answered = self._answered
        while answered and answered[0] + self._span <= now:
            answered.popleft()
        excess = self._under_way + len(answered) - self.most(now)
        if excess < 0:
            return 0
        return (answered[excess] + self._span) - now if excess < len(answered) else self._span

    def take(self, now: Elapsed) -> int:
        """Take one and return 0, or tell how long to wait before asking again."""
        wait = self.wait(now)
        if not wait:
            self._under_way += 1
        return wait

    def give_back(self, now: Elapsed) -> None:
        """Say that a request is answered, or will not be made; it counts for a span more."""
        self._under_way -= 1
        self._answered.append(now)

    def shut(self, now: Elapsed, for_ms: int) -> None:
        """Take nothing for some time."""
        self._shut_until = max(self._shut_until, now + for_ms)

    def refuse(self, now: Elapsed, for_ms: int) -> None:
        """Take nothing for some time, and then a quarter less for a while."""
        self.shut(now, for_ms)
        most = self.most(now)
        self._lost, self._lost_at = self._most - max(1, most - max(1, most // 4)), now

    def is_idle(self, now: Elapsed) -> bool:
        """Tell whether it is as if nothing had ever been taken."""
        return not self.wait(now) and not self._under_way and not self._answered and not self._lost
