"""The account of pings: who may be notified by a message now, and how often people were notified lately.

``Transport`` asks the account for every message that it sends, so no message can notify people without it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from bot.clock import Clock, Elapsed
from bot.wire.errors import RateLimited, RequestRejected, ServedElsewhere
from storage.errors import StorageError
from storage.rows import GuildSettings

HOUR_MS = 3_600_000

MAX_TO_ONE = 6
"""Limit of pings per hour that one person causes to one person."""

MAX_RECEIVED = 12
"""Limit of pings per hour that one person gets because of what others do."""

MAX_CAUSED = 40
"""Limit of pings per hour that one person causes to people who have not signed up."""


class PingReason(StrEnum):
    """Reasons why a message notifies people."""

    # It is the person's turn in a game that they have joined. Such pings belong to the game: no limit holds.
    TURN = "turn"
    # Something that the person has signed up for begins: an appointment, a tournament, one of its rounds.
    BEGINNING = "beginning"
    # Another person wants them to come: an invitation, a rematch, a table of a game to which they subscribe.
    INVITATION = "invitation"


class Pings(NamedTuple):
    """The people whom a message is to notify, and the reason.

    Attributes:
        people: user ids.
        by: user id of the person whose act is the cause; ``None`` if the person is unknown.
        tournament: id of the tournament whose host is the cause instead; ``""`` for none.
    """

    people: tuple[int, ...]
    reason: PingReason
    guild_id: int
    by: int | None = None
    tournament: str = ""


@dataclass(slots=True, eq=False)
class _Entry:
    at: Elapsed
    by: int | None
    whom: int
    reason: PingReason
    is_void: bool = False


class PingAccount:
    """Decides who may be pinged now, by the server's setting and by the limits of pings per hour.

    Args:
        load_settings: takes a server id; returns the server's settings.
        host_of: takes a tournament id; returns the user id of its host.
    """

    def __init__(
        self,
        clock: Clock,
        load_settings: Callable[[int], Awaitable[GuildSettings]],
        host_of: Callable[[str], int | None] = lambda _: None,
    ) -> None:
        self._clock, self._load_settings, self._host_of = clock, load_settings, host_of
        # The pings of the last hour in their order, and their numbers.
        self._entries: deque[_Entry] = deque()
        self._from_one: Counter[tuple[int | None, int]] = Counter()
        self._received: Counter[int] = Counter()
        self._caused: Counter[int | None] = Counter()
        # Invitations that were announced to the inviting person, and whose message is still to be sent.
        self._promised: dict[tuple[int | None, int], list[_Entry]] = {}

    def promise(self, settings: GuildSettings, by: int | None, people: Iterable[int]) -> tuple[int, ...]:
        """Return the invited people whom a message may notify now, and reserve these pings for it."""
        if not settings.pings:
            return ()
        self._expire()
        promised = [
            entry for whom in people if (entry := self._counted(by, whom, PingReason.INVITATION)) is not None
        ]
        for entry in promised:
            self._promised.setdefault((by, entry.whom), []).append(entry)
        return tuple(entry.whom for entry in promised)

    @asynccontextmanager
    async def granted(self, pings: Pings | None) -> AsyncIterator[tuple[int, ...]]:
        """Context manager that counts the pings of a message, and yields the people whom it may notify.

        The pings are not counted if the message is certainly not sent.
        """
        if pings is None or not pings.people or await self._is_quiet(pings.guild_id):
            yield ()
            return
        entries = self._take(pings)
        try:
            yield tuple(entry.whom for entry in entries)
        except (RequestRejected, RateLimited, ServedElsewhere):
            for entry in entries:
                self._void(entry)
            raise

    async def _is_quiet(self, guild_id: int) -> bool:
        try:
            return not (await self._load_settings(guild_id)).pings
        except StorageError:
            return False

    def _take(self, pings: Pings) -> list[_Entry]:
        if pings.reason is PingReason.TURN:
            now = self._clock.elapsed_ms()
            return [_Entry(now, None, whom, pings.reason, is_void=True) for whom in pings.people]
        self._expire()
        by = self._host_of(pings.tournament) if pings.tournament else pings.by
        return [
            entry for whom in pings.people if (entry := self._counted_now(by, whom, pings.reason)) is not None
        ]

    def _counted_now(self, by: int | None, whom: int, reason: PingReason) -> _Entry | None:
        promised = self._promised.get((by, whom))
        if reason is not PingReason.INVITATION or not promised:
            return self._counted(by, whom, reason)
        # A promised ping counts from the time at which it is sent.
        self._void(promised[0])
        return self._add(by, whom, reason)

    def _counted(self, by: int | None, whom: int, reason: PingReason) -> _Entry | None:
        if self._from_one[by, whom] >= MAX_TO_ONE or self._received[whom] >= MAX_RECEIVED:
            return None
        if reason is PingReason.INVITATION and self._caused[by] >= MAX_CAUSED:
            return None
        return self._add(by, whom, reason)

    def _add(self, by: int | None, whom: int, reason: PingReason) -> _Entry:
        entry = _Entry(self._clock.elapsed_ms(), by, whom, reason)
        self._entries.append(entry)
        self._from_one[by, whom] += 1
        self._received[whom] += 1
        if reason is PingReason.INVITATION:
            self._caused[by] += 1
        return entry

    def _void(self, entry: _Entry) -> None:
        if entry.is_void:
            return
        entry.is_void = True
        _decrement(self._from_one, (entry.by, entry.whom))
        _decrement(self._received, entry.whom)
        if entry.reason is PingReason.INVITATION:
            _decrement(self._caused, entry.by)
        promised = self._promised.get((entry.by, entry.whom), [])
        if entry in promised:
            promised.remove(entry)
            if not promised:
                del self._promised[entry.by, entry.whom]

    def _expire(self) -> None:
        now = self._clock.elapsed_ms()
        while self._entries and now - self._entries[0].at >= HOUR_MS:
            self._void(self._entries.popleft())


def _decrement(counts: Counter[Any], key: Any) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]
