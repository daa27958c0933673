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
from bot.lists import not_none
from bot.wire.errors import NoAnswer, RateLimited, RequestRejected, ServedElsewhere
from storage.errors import StorageError
from storage.rows import GuildSettings

HOUR_MS = 3_600_000

RETRY_MS = 300_000
"""How long a message without an answer may be sent again without counting again."""

MAX_TO_ONE = 6
"""Limit of pings per hour that one person causes to one person: of invitations, and of what begins."""

MAX_RECEIVED = 12
"""Limit of invitations per hour that notify one person."""

MAX_CAUSED = 40
"""Limit of pings per hour that one person causes to people who have not signed up."""


class PingReason(StrEnum):
    """Reasons why a message notifies people."""

    # The person is on turn in a game that they have joined. No limit holds, as such pings belong to the game.
    TURN = "turn"
    # Something that the person has signed up for begins: a planned game, a tournament, one of its rounds.
    BEGINNING = "beginning"
    # Another person wants them to come: an invitation, a rematch, a table of a game to which they subscribe.
    INVITATION = "invitation"


class Pings(NamedTuple):
    """The people whom a message is to notify, and the reason.

    Attributes:
        people: user ids.
        by: user id of the person whose act is the cause; ``None`` if the person is unknown.
        tournament: id of the tournament whose host is the cause instead; ``""`` for none.
        on_turn: those of the people whose turn it is. No limit holds for them.
    """

    people: tuple[int, ...]
    reason: PingReason
    guild_id: int
    by: int | None = None
    tournament: str = ""
    on_turn: tuple[int, ...] = ()


@dataclass(slots=True, eq=False)
class _Entry:
    at: Elapsed
    by: int | None
    whom: int
    reason: PingReason
    is_void: bool = False


def _people_of(entries: Iterable[_Entry]) -> tuple[int, ...]:
    return tuple([entry.whom for entry in entries])


class _Attempt(NamedTuple):
    """A message that was sent without an answer, and its pings."""

    at: Elapsed
    entries: list[_Entry]


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
        self._clock = clock
        self._load_settings = load_settings
        self._host_of = host_of
        # The pings of the last hour in their order, and their numbers. People have consented to what begins,
        # so it is counted apart from invitations.
        self._entries: deque[_Entry] = deque()
        self._from_one: Counter[tuple[PingReason, int | None, int]] = Counter()
        self._received: Counter[int] = Counter()
        self._caused: Counter[int | None] = Counter()
        # Invitations that were announced to the inviting person, and whose message is still to be sent.
        self._promised: dict[tuple[int | None, int], list[_Entry]] = {}
        # Messages that were sent without an answer.
        self._unanswered: dict[Pings, _Attempt] = {}

    def promise(self, settings: GuildSettings, by: int | None, people: Iterable[int]) -> tuple[int, ...]:
        """Return the invited people whom a message may notify now, and reserve these pings for it."""
        if not settings.pings:
            return ()
        self._expire()
        promised = not_none(self._counted(by, whom, PingReason.INVITATION) for whom in people)
        for entry in promised:
            self._promised.setdefault((by, entry.whom), []).append(entry)
        return _people_of(promised)

    @asynccontextmanager
    async def granted(self, pings: Pings) -> AsyncIterator[tuple[int, ...]]:
        """Context manager that counts the pings of a message, and yields the people whom it may notify.

        The pings are not counted if the message is certainly not sent. If it remains unknown whether it was
        sent, the next message with the same pings is taken for another attempt, which does not count.
        """
        request = await self._allowed(pings)
        if not request.people:
            yield ()
            return
        self._expire()
        former = self._unanswered.pop(request, None)
        is_retry = former is not None
        entries = self._take(request) if former is None else former.entries
        try:
            yield _people_of(entries)
        except NoAnswer:
            self._unanswered[request] = _Attempt(self._clock.elapsed_ms(), entries)
            raise
        except (RequestRejected, RateLimited, ServedElsewhere):
            # The attempt before may have notified people.
            if not is_retry:
                for entry in entries:
                    self._void(entry)
            raise

    async def _allowed(self, pings: Pings) -> Pings:
        # The pings that the server's setting allows.
        try:
            is_quiet = not (await self._load_settings(pings.guild_id)).pings
        except StorageError:
            # A server may have chosen quiet. Only players on turn are notified, since their clocks run.
            is_turn = pings.reason is PingReason.TURN
            if is_turn:
                return pings
            return pings._replace(people=pings.on_turn)
        return pings._replace(people=()) if is_quiet else pings

    def _take(self, pings: Pings) -> list[_Entry]:
        if pings.tournament:
            by = self._host_of(pings.tournament)
        else:
            by = pings.by
        return not_none(self._taken(pings, by, whom) for whom in pings.people)

    def _taken(self, pings: Pings, by: int | None, whom: int) -> _Entry | None:
        is_turn = pings.reason is PingReason.TURN
        if is_turn:
            entry = None
        else:
            entry = self._counted_now(by, whom, pings.reason)
        if entry is None and (is_turn or whom in pings.on_turn):
            return _Entry(self._clock.elapsed_ms(), None, whom, PingReason.TURN, is_void=True)
        return entry

    def _counted_now(self, by: int | None, whom: int, reason: PingReason) -> _Entry | None:
        promised = self._promised.get((by, whom))
        if reason is not PingReason.INVITATION or not promised:
            return self._counted(by, whom, reason)
        # A promised ping counts from the time at which it is sent.
        self._void(promised[0])
        return self._add(by, whom, reason)

    def _counted(self, by: int | None, whom: int, reason: PingReason) -> _Entry | None:
        is_enough = self._from_one[reason, by, whom] >= MAX_TO_ONE
        if reason is PingReason.INVITATION:
            is_enough |= self._received[whom] >= MAX_RECEIVED or self._caused[by] >= MAX_CAUSED
        return None if is_enough else self._add(by, whom, reason)

    def _add(self, by: int | None, whom: int, reason: PingReason) -> _Entry:
        entry = _Entry(self._clock.elapsed_ms(), by, whom, reason)
        self._entries.append(entry)
        self._from_one[reason, by, whom] += 1
        if reason is PingReason.INVITATION:
            self._received[whom] += 1
            self._caused[by] += 1
        return entry

    def _void(self, entry: _Entry) -> None:
        if entry.is_void:
            return
        entry.is_void = True
        _decrement(self._from_one, (entry.reason, entry.by, entry.whom))
        if entry.reason is PingReason.INVITATION:
            _decrement(self._received, entry.whom)
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
        self._unanswered = {
            pings: attempt for pings, attempt in self._unanswered.items() if now - attempt.at < RETRY_MS
        }


def _decrement(counts: Counter[Any], key: Any) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]
