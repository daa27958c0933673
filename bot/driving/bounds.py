"""Rate limits for one person: open lobbies, and calls to people who did not ask for them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from bot.clock import Clock, Elapsed
from bot.refused import Refused
from games.core.words import Joined, Text, text
from storage.errors import Booked, NoRoom

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
    """Recent calls by each person, of the last hour.

    They are kept in memory only.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._calls: deque[_Call] = deque()

    def called(self, by: int, people: Iterable[int]) -> tuple[int, ...]:
        """Note a person's call to others; return those who may be called within the rate limits."""
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


def without_room(full: NoRoom) -> Refused:
    """Return the refusal of one more table; that of an appointment names the person's own ones."""
    booked = Joined(tuple(map(_named, full.booked)))
    return Refused(f"too-many-{full.limit}", most=full.most, own=len(full.booked), booked=booked)


def _named(one: Booked) -> Text:
    when, where = f"<t:{one.starts_at // 1000}:F>", f"<#{one.channel_id}>"
    return text("appointment-booked", game=Text(f"{one.game}-name"), when=when, where=where)
