"""The end of an outage of Discord, which is told at once."""

from __future__ import annotations

from collections.abc import Callable

from bot.clock import Clock, Elapsed

NOTICED_MS = 5000
"""An outage that was shorter is not worth telling: what failed is tried again about as soon anyway."""


class Recovery:
    """Notes which requests are carried out, and tells when the first one is after none was for some time.

    Args:
        clock: the one clock.
        is_over: is told of the end of an outage.
    """

    def __init__(self, clock: Clock, is_over: Callable[[], None]) -> None:
        self._clock, self._is_over = clock, is_over
        self._since: Elapsed | None = None

    def failed(self) -> None:
        """Note a request of which nobody knows whether it was carried out."""
        if self._since is None:
            self._since = self._clock.elapsed_ms()

    def answered(self) -> None:
        """Note a request that Discord has answered."""
        since, self._since = self._since, None
        if since is not None and self._clock.elapsed_ms() - since >= NOTICED_MS:
            self._is_over()
