"""The writers of tournaments' messages, and the tournaments' background tasks (keepers)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

from bot.clock import Clock
from bot.driving.keeper import Keeper, StepSource
from bot.driving.registry import TableRegistry
from bot.gate import Gate
from bot.showing.places import Places
from bot.tournaments.live import Tournament
from bot.tournaments.notices import NoticeWriter
from bot.tournaments.steps import TournamentSteps
from bot.wire.limits import Limits
from bot.wire.transport import Transport


class NoticeWriters:
    """The writers of all tournaments' messages, one for each tournament."""

    def __init__(
        self,
        transport_to: Callable[[int], Transport],  # takes a server id
        places: Places,
        clock: Clock,
        tables: TableRegistry,
        gate: Gate,
        limits: Limits,
        may_send_to_guild: Callable[[int], bool],
        has_left: Callable[[int, int], Awaitable[bool]],  # takes a server id and a user id
    ) -> None:
        self._transport_to, self._tools = transport_to, (places, clock, tables)
        self._clock, self._tables = clock, tables
        self._gate, self._limits, self._may_speak, self._has_left = gate, limits, may_send_to_guild, has_left
        self._all: dict[str, NoticeWriter] = {}

    def of(self, tournament: Tournament) -> NoticeWriter:
        """Return the writer of a tournament's messages."""
        notices = self._all.get(tournament.id)
        if notices is None:
            transport = self._transport_to(tournament.state.row.guild_id)
            notices = self._all[tournament.id] = NoticeWriter(tournament, transport, *self._tools)
        return notices

    def release(self, tournament: Tournament) -> None:
        """Drop the writer of a tournament whose background task has stopped."""
        if (notices := self._all.pop(tournament.id, None)) is not None:
            notices.watch(None)

    def make_keeper(self, tournament: Tournament) -> Keeper:
        """Return a new background task (keeper) for a tournament and its messages."""
        notices = self.of(tournament)
        steps = TournamentSteps(
            tournament, self._clock, self._tables, lambda: notices.is_place_gone, self._has_left
        )
        guild_id = tournament.state.row.guild_id

        # Steps of the tournament itself, and of its messages.
        def looks() -> Iterator[StepSource]:
            yield steps.steps
            yield notices.steps

        return Keeper(
            tournament, self._clock, self._gate, self._limits, looks, lambda: self._may_speak(guild_id)
        )
