"""Rate limits as Discord documents them, and a count of what was asked for and what was refused.

Fifty requests a second with the bot's token, except what answers interactions; five messages, five edits and
five deletions for a channel in a window of their own.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

GLOBAL = "global"
USER = "user"
"""Scopes of a refusal: all that the bot does, or one of its buckets."""

REFUSED = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": GLOBAL}
"""What else is said when the bot is refused whatever it asks."""


class Limit(NamedTuple):
    """So many requests in so many seconds."""

    most: int
    seconds: float


class Window:
    """Counts requests; the first one opens a window, which closes after its time."""

    __slots__ = ("limit", "until", "used")

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.used, self.until = 0, 0.0

    def take(self, now: float) -> bool:
        """Take one; ``False`` when none is left."""
        if now >= self.until:
            self.used, self.until = 0, now + self.limit.seconds
        if self.used >= self.limit.most:
            return False
        self.used += 1
        return True

    def headers(self, now: float, bucket: str) -> dict[str, str]:
        """Say how much is left."""
        return {
            "X-RateLimit-Limit": str(self.limit.most),
            "X-RateLimit-Remaining": str(self.limit.most - self.used),
            "X-RateLimit-Reset": f"{time.time() + self.until - now:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, self.until - now):.3f}",
            "X-RateLimit-Bucket": bucket,
        }


class Verdict(NamedTuple):
    """Whether a request may go on: who refuses, when to come back, what is told of the bucket."""

    scope: str | None
    retry_after: float
    headers: dict[str, str]


class Limits:
    """All windows of one bot; the numbers may be changed before it starts."""

    def __init__(self) -> None:
        self.globally = Window(Limit(50, 1.0))
        self.per_channel = {"send": Limit(5, 5.0), "edit": Limit(5, 5.0), "delete": Limit(5, 1.0)}
        self._windows: dict[tuple[str, int], Window] = {}

    def judge(self, kind: str, channel_id: int) -> Verdict:
        """Count a request with the bot's token, or refuse it."""
        now = time.monotonic()
        if not self.globally.take(now):
            again = self.globally.until - now
            return Verdict(GLOBAL, again, REFUSED)
        limit = self.per_channel.get(kind)
        if limit is None:
            return Verdict(None, 0, {})
        window = self._windows.get((kind, channel_id))
        if window is None:
            window = self._windows[kind, channel_id] = Window(limit)
        if window.take(now):
            return Verdict(None, 0, window.headers(now, kind))
        headers = {**window.headers(now, kind), "X-RateLimit-Scope": USER}
        return Verdict(USER, window.until - now, headers)


@dataclass
class Traffic:
    """What went over the wire since this was made.

    Attributes:
        requests: by kind, refused ones too.
        with_token: those of them that count for the bot's allowance.
        received: bytes of the bodies that the bot sent, by kind.
        refused: what got 429, by kind and scope.
        errors: other answers of 400 and more, by kind, status and Discord's code.
        late: interactions that the bot answered when their three seconds were over.
    """

    requests: Counter[str] = field(default_factory=Counter)
    with_token: Counter[str] = field(default_factory=Counter)
    received: Counter[str] = field(default_factory=Counter)
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    errors: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    late: int = 0
