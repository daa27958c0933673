"""Detects the end of an outage of Discord."""

from __future__ import annotations

from collections.abc import Callable

from bot.clock import Clock, Elapsed

NOTICED_MS = 5000
"""Length of an outage from which its end is reported. After a shorter one, failed requests are retried soon
enough anyway.
"""


class Recovery:
    """Notices the end of an outage of Discord.

    Args:
        on_recovery: called at the first response after an outage.
    """

    def __init__(self, clock: Clock, on_recovery: Callable[[], None]) -> None:
        self._clock, self._on_recovery = clock, on_recovery
        self._since: Elapsed | None = None

    def note_failure(self) -> None:
        """Record a request without a response, or with a server error."""
        if self._since is None:
            self._since = self._clock.elapsed_ms()

    def note_answer(self) -> None:
        """Record that Discord has answered a request. This may end an outage."""
        since, self._since = self._since, None
        if since is not None and self._clock.elapsed_ms() - since >= NOTICED_MS:
            self._on_recovery()
