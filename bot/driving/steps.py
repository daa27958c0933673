"""Automatic steps of a table or tournament, which its keeper carries out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import NamedTuple, TypeAlias

from bot.clock import Elapsed
from bot.wire.limits import Priority, Route


class RequestClass(NamedTuple):
    """The priority of a request to Discord, and the rate limit that it counts for."""

    priority: Priority  # the priority
    route: Route  # the kind of request; each kind has a rate limit for each ``place``
    place: int  # as for ``Limits.permit``


class Step(NamedTuple):
    """An automatic act of a table, such as a computer player's move or an edit of a message."""

    key: str  # steps with the same key run one at a time
    at: Elapsed  # when the step is due
    act: Callable[[], Awaitable[object]]  # must raise an error if nothing changes
    lane: RequestClass | None = None  # None if the step sends no request to Discord
    is_urgent: bool = False  # a person waits for the step, so it is retried at once if it fails

    @property
    def can_wait(self) -> bool:
        """True if the step draws a picture that nobody waits for. Other work goes first."""
        return self.lane is not None and self.lane.priority is Priority.PICTURE and not self.is_urgent

    @property
    def name(self) -> str:
        """The key, with " later" appended for a step that waits for other work."""
        return f"{self.key} later" if self.can_wait else self.key


StepSource: TypeAlias = Callable[[Elapsed], Iterable[Step]]
"""A function that returns the current steps at a given elapsed time."""
