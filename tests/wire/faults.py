"""What goes wrong between the bot and Discord: by plan, or for a share of all requests, by a seed."""

from __future__ import annotations

import random
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

GLOBALLY = -3
"""429 for all that the bot asks, as when it asks too much in all."""

LOST = -1
"""The connection breaks before the request is carried out."""

UNTOLD = -2
"""The request is carried out, then the connection breaks: the bot never hears of it."""


class Alarm(NamedTuple):
    """Something to be done at a request."""

    at: int
    before: bool | None
    action: Callable[[], None]
    kind: str


class Faults:
    """Decides about each request: 0 for nothing wrong, a status that is answered instead, or a broken line.

    Args:
        seed: of the share.
    """

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(seed)
        self._planned: defaultdict[str, deque[int]] = defaultdict(deque)
        self._share = 0.0
        self._among: Sequence[int] = ()
        self._kinds: Collection[str] = ()
        self.happened: Counter[tuple[str, int]] = Counter()

    def plan(self, kind: str, *faults: int) -> None:
        """Let the next requests of a kind go wrong, one after the other; 0 lets one pass."""
        self._planned[kind].extend(faults)

    def share(self, share: float, among: Sequence[int], kinds: Collection[str] = ()) -> None:
        """Let a share of all requests go wrong from now on, each in one of some ways; 0 for no more.

        Args:
            share: from 0 to 1.
            among: statuses, ``LOST``, ``UNTOLD``.
            kinds: only such requests; all when empty.
        """
        self._share, self._among, self._kinds = share, among, kinds

    def draw(self, kind: str) -> int:
        """Decide about one request."""
        planned = self._planned.get(kind)
        fault = 0
        if planned:
            fault = planned.popleft()
        elif self._share and (not self._kinds or kind in self._kinds) and self._chance.random() < self._share:
            fault = self._chance.choice(self._among)
        if fault:
            self.happened[kind, fault] += 1
        return fault
