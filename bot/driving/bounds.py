"""How much one person may set going: open lobbies, and calls to people who have not asked for them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.clock import Clock, Elapsed
from bot.driving.table import Table
from bot.refused import Refused
from bot.tables.invitations import is_in

MOST_HOSTED = 3
"""Limit of open lobbies per host and server."""

MOST_LOBBIES = 12
"""Limit of open lobbies per channel, whatever the server has chosen."""

HOUR_MS = 3_600_000

MOST_FROM_ONE = 6
"""Rate limit per caller and called person: calls to lobbies in an hour."""

MOST_CALLS = 12
"""Rate limit per called person: calls to lobbies in an hour, from all callers."""

MOST_CAUSED = 40
"""Rate limit per caller: calls to lobbies in an hour, to all people."""


class _Call(NamedTuple):
    at: Elapsed
    by: int
    whom: int


class Bounds:
    """What people have set going of late.

    What is older than an hour is forgotten, and nothing of it is kept elsewhere.

    Attributes:
        doors: held from the question whether there is room until the lobby is open.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._calls: deque[_Call] = deque()
        self.doors = asyncio.Lock()

    def called(self, by: int, people: Iterable[int]) -> tuple[int, ...]:
        """Note that somebody has people called, and return those who are: others have been called enough."""
        now = self._clock.elapsed_ms()
        while self._calls and now - self._calls[0].at >= HOUR_MS:
            self._calls.popleft()
        found = []
        for whom in people:
            caused = [call for call in self._calls if call.by == by]
            from_one = sum(call.whom == whom for call in caused)
            heard = sum(call.whom == whom for call in self._calls)
            if len(caused) < MOST_CAUSED and from_one < MOST_FROM_ONE and heard < MOST_CALLS:
                self._calls.append(_Call(now, by, whom))
                found.append(whom)
        return tuple(found)


def check_room(
    tables: Sequence[Table], guild_id: int, channel_id: int, host_id: int, most: int | None
) -> None:
    """Refuse one more lobby where there are enough; ``most`` is the server's limit of tables, if any.

    Raises:
        Refused: saying what is enough.
    """
    rows = [table.state.row for table in tables if table.state.is_lobby]
    hosted = sum((row.guild_id, row.host_id) == (guild_id, host_id) for row in rows)
    if hosted >= MOST_HOSTED:
        raise Refused("too-many-lobbies", most=MOST_HOSTED)
    here = [table for table in tables if is_in(table.state, channel_id)]
    if most is not None and len(here) >= most:
        raise Refused("too-many-tables", most=most)
    if sum(table.state.is_lobby for table in here) >= MOST_LOBBIES:
        raise Refused("too-many-lobbies-here", most=MOST_LOBBIES)
