"""Limits on opening lobbies. Those on pinging people are in ``bot.wire.pings``."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from bot.clock import Clock, Elapsed
from bot.driving.table import Table
from bot.refused import Refused
from bot.tables import lobby
from bot.tables.invitations import is_in_channel
from games.core.words import Joined, Text, text
from storage import Store
from storage.errors import Booked, NoRoom, StorageFailed
from storage.rows import GatheringRow, SeatRow, StoredTable, TableRow
from storage.tables.loading import load_table
from storage.tables.room import open_table

PACE_MS = 600_000

MAX_CLOSED = 5
"""Limit of a person's lobbies that were opened within ten minutes and closed without a game."""

MAX_CLOSED_HERE = 15
"""Limit of lobbies in one channel that were opened within ten minutes and closed without a game."""


class _Opening(NamedTuple):
    at: Elapsed
    by: int
    table: Table


class LobbyLimits:
    """Limits on opening lobbies, with the lobbies of the last minutes."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._openings: deque[_Opening] = deque()

    def check_recent_closings(self, by: int, channel_id: int) -> None:
        """Raise ``Refused`` if too many recent lobbies of the person or the channel were closed unplayed."""
        now = self._clock.elapsed_ms()
        while self._openings and now - self._openings[0].at >= PACE_MS:
            self._openings.popleft()
        closed = [opening for opening in self._openings if lobby.is_closed_unplayed(opening.table.state)]
        own = [opening.at for opening in closed if opening.by == by]
        here = [opening.at for opening in closed if is_in_channel(opening.table.state, channel_id)]
        for times, most, key in ((own, MAX_CLOSED, "closed"), (here, MAX_CLOSED_HERE, "closed-here")):
            if len(times) >= most:
                again = self._clock.now_ms() + PACE_MS - (now - times[-most])
                raise Refused(f"too-many-{key}", most=most, when=f"<t:{-(-again // 1000)}:R>")

    def count_lobby(self, by: int, table: Table) -> None:
        """Count a lobby that the person ``by`` has opened."""
        self._openings.append(_Opening(self._clock.elapsed_ms(), by, table))


def no_room_error(full: NoRoom) -> Refused:
    """Return the error for a lobby that cannot be opened. It names the limit that was reached."""
    booked = Joined(tuple(map(_named, full.booked)))
    return Refused(f"too-many-{full.limit_name}", most=full.maximum, own=len(full.booked), booked=booked)


def _named(booked: Booked) -> Text:
    when, where = f"<t:{booked.starts_at // 1000}:F>", f"<#{booked.channel_id}>"
    return text("appointment-booked", game=Text(f"{booked.game}-name"), when=when, where=where)


async def write_lobby(
    store: Store, row: TableRow, seats: Sequence[SeatRow], gathering: GatheringRow
) -> StoredTable:
    """Write a new lobby to the database, and return it as stored.

    Raises:
        Refused: too many lobbies are open or planned.
        StorageError: the write failed, or it is unknown whether it succeeded.
    """
    try:
        return await store.write(open_table, row, seats, gathering)
    except NoRoom as full:
        raise no_room_error(full) from None
    except StorageFailed:
        # The answer of the database may be lost although the lobby was written.
        stored = await store.read(load_table, row.id)
        if stored is None:
            raise
        return stored
