"""Discord's documented rate limits, counters of requests, and injected faults.

The limits are:

- fifty requests a second with the bot's token;
- five messages and edits, and five deletions, in each channel within a window of its own;
- five requests in two seconds with one interaction's token;
- thirty new messages a minute in a channel with the tokens of all interactions.

Answers to interactions count for no limit.
"""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.wire.facts import DiscordFacts

GLOBAL = "global"
USER, SHARED = "user", "shared"
"""Scopes of a refusal: all requests of the bot, one of its buckets, or a limit shared with other bots."""

BUCKETS = {"send": "messages", "edit": "messages"}
"""Bucket names that several kinds of requests share."""

CHANNEL_SECONDS = 5.0
"""The window in which a channel accepts five messages and edits."""

REFUSED = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": GLOBAL}
"""The headers of a global refusal."""


class Limit(NamedTuple):
    """A number of requests allowed in a number of seconds."""

    most: int
    seconds: float


class Window:
    """Counts requests in a window, which opens at the first request and closes after its time."""

    __slots__ = ("limit", "until", "used")

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.used, self.until = 0, 0.0

    def take(self, now: float) -> bool:
        if now >= self.until:
            self.used, self.until = 0, now + self.limit.seconds
        if self.used >= self.limit.most:
            return False
        self.used += 1
        return True

    def headers(self, now: float, bucket: str) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(self.limit.most),
            "X-RateLimit-Remaining": str(self.limit.most - self.used),
            "X-RateLimit-Reset": f"{time.time() + self.until - now:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, self.until - now):.3f}",
            "X-RateLimit-Bucket": bucket,
        }


class Verdict(NamedTuple):
    """The decision about a request: scope of a refusal, seconds to wait, and rate-limit headers."""

    scope: str | None
    retry_after: float
    headers: dict[str, str]


FREE = Verdict(None, 0, {})


class StandInLimits:
    """The rate-limit windows of one bot, whose numbers may be changed before the bot starts."""

    def __init__(self, facts: DiscordFacts) -> None:
        self._facts = facts
        self.globally = Window(Limit(50, 1.0))
        self.per_channel = {"delete": Limit(5, 1.0)}
        self.set_channel_seconds(CHANNEL_SECONDS)
        self.per_interaction, self.follow_ups = Limit(5, 2.0), Limit(30, 60.0)
        self._windows: dict[tuple[str, int], Window] = {}

    def set_channel_seconds(self, seconds: float) -> None:
        self.channel_seconds = seconds
        self.per_channel |= dict.fromkeys(("send", "edit"), Limit(5, seconds))

    def judge(self, kind: str, channel_id: int) -> Verdict:
        now = time.monotonic()
        if not self.globally.take(now):
            return Verdict(GLOBAL, self.globally.until - now, REFUSED)
        limit = self.per_channel.get(kind)
        if limit is None:
            return FREE
        bucket = BUCKETS.get(kind, kind)
        counted = bucket if self._facts.sends_and_edits_share_limit else kind
        return self._take(self._window(counted, channel_id, limit), bucket, USER, now)

    def judge_token(self, interaction_id: int, channel_id: int, *, is_message: bool) -> Verdict:
        now, verdict = time.monotonic(), FREE
        if self._facts.interactions_allow_five_in_two_seconds:
            window = self._window("interaction", interaction_id, self.per_interaction)
            verdict = self._take(window, "interaction", USER, now)
        if verdict.scope is None and is_message and self._facts.channels_allow_thirty_follow_ups_a_minute:
            window = self._window("follow-ups", channel_id, self.follow_ups)
            if not window.take(now):  # the headers are about the other limit, which is not used up
                return Verdict(SHARED, window.until - now, {**verdict.headers, "X-RateLimit-Scope": SHARED})
        return verdict

    def _window(self, counted: str, place: int, limit: Limit) -> Window:
        window = self._windows.get((counted, place))
        if window is None:
            window = self._windows[counted, place] = Window(limit)
        return window

    def _take(self, window: Window, bucket: str, scope: str, now: float) -> Verdict:
        is_free = window.take(now)
        headers = window.headers(now, bucket) if self._facts.headers_show_rate_limits else {}
        if is_free:
            return Verdict(None, 0, headers)
        return Verdict(scope, window.until - now, {**headers, "X-RateLimit-Scope": scope})


@dataclass
class Traffic:
    """Counters of the traffic since this object was made.

    Attributes:
        requests: by kind, refused ones too.
        with_token: those of them that count for the bot's allowance.
        received: bytes of the bodies that the bot sent, by kind.
        pictures: files that the bot uploaded, by the first part of their names.
        picture_bytes: bytes of these files, likewise.
        refused: requests refused with 429, by kind and scope.
        errors: other answers of 400 and more, by kind, status and Discord's code.
        unloadable: public messages that look broken, since they reply to a private message.
        late: interactions that the bot answered after their three seconds.
        user_agents: requests and websockets, by the program that they name as their sender.
    """

    requests: Counter[str] = field(default_factory=Counter)
    with_token: Counter[str] = field(default_factory=Counter)
    received: Counter[str] = field(default_factory=Counter)
    pictures: Counter[str] = field(default_factory=Counter)
    picture_bytes: Counter[str] = field(default_factory=Counter)
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    errors: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    towards_ban: int = 0
    unloadable: int = 0
    late: int = 0
    user_agents: Counter[str] = field(default_factory=Counter)


# --- what goes wrong ------------------------------------------------------------------------------------

GLOBALLY = -3
"""A global refusal: 429 for all requests of the bot."""

LOST = -1
"""The connection breaks before the request is carried out."""

UNTOLD = -2
"""The request is carried out, then the connection breaks, so the bot does not receive the answer."""


class Alarm(NamedTuple):
    """An action to run at a certain request."""

    at: int
    before: bool | None
    action: Callable[[], None]
    kind: str


class RequestFaults:
    """Decides the fault of each request: 0 for none, an HTTP status, or a broken connection."""

    def __init__(self) -> None:
        self._chance = random.Random(0)
        self._planned: defaultdict[str, deque[int]] = defaultdict(deque)
        self._share = 0.0
        self._among: Sequence[int] = ()
        self._kinds: Collection[str] = ()
        self.happened: Counter[tuple[str, int]] = Counter()

    def plan(self, kind: str, *faults: int) -> None:
        """Plan the faults of the next requests of a kind, in order; 0 means none."""
        self._planned[kind].extend(faults)

    def share(self, share: float, among: Sequence[int], kinds: Collection[str] = ()) -> None:
        """Make a share of all requests, or of some kinds, fail in one of the given ways."""
        self._share, self._among, self._kinds = share, among, kinds

    def draw(self, kind: str) -> int:
        planned = self._planned.get(kind)
        fault = 0
        if planned:
            fault = planned.popleft()
        elif self._share and (not self._kinds or kind in self._kinds) and self._chance.random() < self._share:
            fault = self._chance.choice(self._among)
        if fault:
            self.happened[kind, fault] += 1
        return fault
