"""Open private panels: they follow the game by themselves while their interaction's token lives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.clock import Clock
from bot.interactions.replies import UNREACHABLE, edit_private
from bot.language.catalogue import language_of
from bot.showing.screen import Screen
from bot.showing.views import Views
from bot.tables.keeper import Duty
from bot.tables.snapshot import Snapshot
from bot.tables.table import Table
from storage.errors import StorageError

TOKEN_MS = 14 * 60_000 + 30_000
"""An interaction's token lives 15 minutes; a little is left for the way."""

DEAD_TOKEN = 50027


class Panel(Duty):
    """One panel on somebody's screen, and the duty to keep it up to date.

    It is edited through the newest interaction that was answered with it: one whose answer is still on its
    way, or got lost, stands for no message, or for another one.

    Attributes:
        screen: who is writing to it.
        mark: fingerprint of what it shows, empty if that is unknown.
        message_id: the message, where its interaction had been acknowledged before it was answered with it.

    Args:
        table: the table.
        clock: the one clock.
        views: how things look.
        user_id: whose it is.
        seat: the seat that it is seen from.
    """

    expected = (StorageError, *UNREACHABLE)

    def __init__(self, table: Table, clock: Clock, views: Views, user_id: int, seat: int) -> None:
        super().__init__()
        self._table, self._clock, self._views = table, clock, views
        self._user_id, self._seat = user_id, seat
        self.screen = Screen()
        self.mark = ""
        self.message_id: int | None = None
        self._interaction: discord.Interaction[Any] | None = None
        self._until = 0
        self._is_dead = False
        self._chosen: tuple[str, ...] = ()
        self._decision = -1

    def answered(
        self, interaction: discord.Interaction[Any], snapshot: Snapshot, chosen: Sequence[str] = ()
    ) -> None:
        """Take an interaction that was just answered with this panel.

        Args:
            interaction: the interaction.
            snapshot: what the answer showed, seen by the person's seat.
            chosen: what has been picked on the way to a move.
        """
        self._interaction = interaction
        self._until = self._clock.now_ms() + TOKEN_MS
        self._chosen, self._decision = tuple(chosen), _decision(snapshot)

    @property
    def is_gone(self) -> bool:
        """Tell whether nothing can, or has to, be shown in it any more."""
        state = self._table.state
        if self._interaction is None:
            return not self.screen.is_being_written  # the first answer did not arrive
        if self._is_dead or self._clock.now_ms() > self._until:
            return True
        if state.is_closed:
            return self.mark == state.mark
        return state.seat_of(self._user_id) != self._seat

    def due_at(self, now: int) -> int | None:
        is_current = self.mark == self._table.state.mark
        return None if is_current or self.screen.is_being_written or self.is_gone else now

    async def act(self) -> None:
        snapshot = self._table.state.seen_by(self._seat)
        chosen = self._chosen if _decision(snapshot) == self._decision else ()
        interaction, self._chosen, self._decision = self._interaction, chosen, _decision(snapshot)
        assert interaction is not None
        message_id = self.message_id
        page = self._views.panel(snapshot, language_of(interaction.locale), chosen)
        if self.screen.is_showing(page):
            self.mark = snapshot.mark
            return

        async def deliver(view: discord.ui.LayoutView, attachments: Sequence[Any]) -> discord.Message:
            return await edit_private(interaction, message_id, view, attachments)

        try:
            _, self.mark = await self.screen.write(lambda: page, snapshot.mark, deliver)
        except discord.NotFound:
            self._is_dead = True  # the person closed it: the button opens a new one
        except discord.HTTPException as error:
            if error.code != DEAD_TOKEN:
                raise
            self._is_dead = True


def _decision(snapshot: Snapshot) -> int:
    return -1 if snapshot.own is None else snapshot.decisions[snapshot.own.seat]
