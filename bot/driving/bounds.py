"""Limits on opening lobbies, and on notifying people who have not asked for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.clock import Clock, Elapsed
from bot.driving.table import Table
from bot.refused import Refused
from bot.tables import lobby
from bot.tables.invitations import is_in
from games.core.words import Joined, Text, text
from storage import Store
from storage.errors import Booked, NoRoom, StorageFailed
from storage.rows import GatheringRow, SeatRow, StoredTable, TableRow
from storage.tables.loading import load_table
from storage.tables.room import open_table

HOUR_MS = 3_600_000

MOST_FROM_ONE = 6
"""Rate limit per caller and called person: calls to lobbies in an hour."""

MOST_CALLS = 12
"""Rate limit per called person: calls to lobbies in an hour, from all callers."""

MOST_CAUSED = 40
"""Rate limit per caller: calls to lobbies in an hour, to all people."""


PACE_MS = 600_000

MOST_CLOSED = 5
"""Rate limit per person: lobbies that they opened within ten minutes and that are closed without a game."""

MOST_CLOSED_HERE = 15
"""Rate limit per channel: lobbies that closed without a game, by all people."""


class _Opening(NamedTuple):
    at: Elapsed
    by: int
    table: Table


class _Call(NamedTuple):
    at: Elapsed
    by: int
    whom: int


class Bounds:
    """Counts recently opened lobbies and notifications of the last hour, to limit both.

    They are kept in memory only.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._calls: deque[_Call] = deque()
        self._openings: deque[_Opening] = deque()

    def called(self, by: int, people: Iterable[int]) -> tuple[int, ...]:
        """Return those people whom ``by`` may notify now within the limits, and count them as notified."""
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

    def check_pace(self, by: int, channel_id: int) -> None:
        """Raise ``Refused`` if this person, or people in this channel, have opened and closed many lobbies
        just now.
        """
        now = self._clock.elapsed_ms()
        while self._openings and now - self._openings[0].at >= PACE_MS:
            self._openings.popleft()
        closed = [one for one in self._openings if lobby.is_closed_unplayed(one.table.state)]
        own = [one.at for one in closed if one.by == by]
        here = [one.at for one in closed if is_in(one.table.state, channel_id)]
        for times, most, key in ((own, MOST_CLOSED, "closed"), (here, MOST_CLOSED_HERE, "closed-here")):
            if len(times) >= most:
                again = self._clock.now_ms() + PACE_MS - (now - times[-most])
                raise Refused(f"too-many-{key}", most=most, when=f"<t:{-(-again // 1000)}:R>")

    def opened(self, by: int, table: Table) -> None:
        """Count a lobby as opened by a person."""
        self._openings.append(_Opening(self._clock.elapsed_ms(), by, table))


def without_room(full: NoRoom) -> Refused:
    """Return the refusal for a table that exceeds a limit. One for an appointment lists the person's own."""
    booked = Joined(tuple(map(_named, full.booked)))
    return Refused(f"too-many-{full.limit}", most=full.most, own=len(full.booked), booked=booked)


def _named(one: Booked) -> Text:
    when, where = f"<t:{one.starts_at // 1000}:F>", f"<#{one.channel_id}>"
    return text("appointment-booked", game=Text(f"{one.game}-name"), when=when, where=where)


async def write_lobby(
    store: Store, row: TableRow, seats: Sequence[SeatRow], asked: GatheringRow
) -> StoredTable:
    """Write a new lobby and return it as stored. If the outcome is unclear, look whether it was written.

    Raises:
        Refused: there is no room for one more.
        StorageError: as ``open_table``.
    """
    try:
        return await store.write(open_table, row, seats, asked)
    except NoRoom as full:
        raise without_room(full) from None
    except StorageFailed:
        stored = await store.read(load_table, row.id)
        if stored is None:
            raise
        return stored
