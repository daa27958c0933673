"""Limits on opening lobbies and tournaments. Those on pinging people are in ``bot.wire.pings``."""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

from bot.clock import Clock, Elapsed
from bot.driving.kept import Kept
from bot.language import public_label
from bot.refused import Refused
from games.core.words import Joined, Text, text
from storage.errors import Booked, NoRoom, OpenPractice

RECENT_MS = 600_000
"""How long an opening counts: ten minutes."""

MAX_CLOSED = 5
"""Limit of a person's lobbies and tournaments opened within ten minutes and closed without a game."""

MAX_CLOSED_HERE = 15
"""Limit of a channel's lobbies and tournaments opened within ten minutes and closed without a game."""


class _Opening(NamedTuple):
    at: Elapsed
    by: int
    opened: Kept[Any]


class OpeningLimits:
    """Limits on opening lobbies and tournaments, with those of the last minutes."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._openings: deque[_Opening] = deque()

    def check_recent_closings(self, by: int, channel_id: int) -> None:
        """Raise ``Refused`` if too many recent lobbies or tournaments were closed without a game.

        Args:
            by: the person who wants to open another one.
            channel_id: the channel in which they want to open it.
        """
        now = self._clock.elapsed_ms()
        while self._openings and now - self._openings[0].at >= RECENT_MS:
            self._openings.popleft()
        closed = [opening for opening in self._openings if opening.opened.is_closed_unplayed]
        own = [opening.at for opening in closed if opening.by == by]
        here = [opening.at for opening in closed if opening.opened.is_in_channel(channel_id)]
        for times, most, key in ((own, MAX_CLOSED, "closed"), (here, MAX_CLOSED_HERE, "closed-here")):
            if len(times) >= most:
                # As soon as the oldest of them is ten minutes old, one fewer counts.
                left_ms = RECENT_MS - (now - times[-most])
                again = self._clock.now_ms() + left_ms
                raise Refused(f"too-many-{key}", most=most, when=f"<t:{-(-again // 1000)}:R>")

    def count_opening(self, by: int, opened: Kept[Any]) -> None:
        """Count a lobby or a tournament that the person ``by`` has opened."""
        self._openings.append(_Opening(self._clock.elapsed_ms(), by, opened))


def no_room_error(full: NoRoom, locale: str) -> Refused:
    """Return the error for a lobby or tournament that cannot be opened. It names the limit.

    Args:
        locale: the language of public messages on this server.
    """
    booked = Joined(tuple(map(_named, full.booked)))
    practice = Joined(tuple(map(_linked, full.practice)))
    return Refused(
        f"too-many-{full.limit_name}",
        most=full.maximum,
        own=len(full.booked),
        booked=booked,
        practice=practice,
        more=public_label("button-more", locale),
        acts=public_label("button-acts", locale),
    )


def _named(booked: Booked) -> Text:
    when = f"<t:{booked.starts_at // 1000}:F>"
    where = f"<#{booked.channel_id}>"
    return text("planned-booked", game=Text(f"{booked.game}-name"), when=when, where=where)


def _linked(table: OpenPractice) -> Text:
    address = f"https://discord.com/channels/@me/{table.channel_id}"
    if table.message_id is not None:
        address = f"{address}/{table.message_id}"
    return text("practice-open", game=Text(f"{table.game}-name"), address=address)
