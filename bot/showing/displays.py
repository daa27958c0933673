"""What people see of each table: a display for its keeper, and for whoever answers an interaction."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator, Sequence
from typing import Any, TypeVar

import discord

from bot.clock import Clock
from bot.interactions.replies import UNREACHABLE, answer
from bot.language.catalogue import language_of
from bot.showing.channels import Channels
from bot.showing.messages import STARTED, Call, Notice, Post, SearchLost, TableMessage, Tidying
from bot.showing.panels import Panel
from bot.showing.views import Views
from bot.tables.keeper import Duty
from bot.tables.snapshot import Snapshot
from bot.tables.state import TableState
from bot.tables.table import Table

T = TypeVar("T")

NOBODY = discord.AllowedMentions.none()


class Display:
    """What people see of one table.

    Args:
        table: the table.
        channels: where messages are written.
        views: how they look.
        clock: the one clock.
    """

    def __init__(self, table: Table, channels: Channels, views: Views, clock: Clock) -> None:
        self.table, self._views, self._clock = table, views, clock
        self.post = post = Post(table)
        message = TableMessage(table, channels, views, post)
        self._duties: tuple[Duty, ...] = (
            SearchLost(table, channels, views, post),
            message,
            Call(table, channels, views, post, message),
            Notice(table, channels, views, post),
            Tidying(table, channels, views, post),
        )
        self.panels: dict[int, Panel] = {}

    def duties(self) -> Iterator[Duty]:
        """List what has to be kept up to date; panels that are gone are forgotten."""
        yield from self._duties
        for user_id, panel in list(self.panels.items()):
            if panel.is_gone:
                del self.panels[user_id]
            else:
                yield panel

    def to_bottom(self) -> None:
        """Post the table anew at the bottom of its channel."""
        self.post.wants_bottom = True
        self.table.changed.set()

    # --- answers that show the table's message ------------------------------------------------------

    async def open_by(self, interaction: discord.Interaction[Any]) -> None:
        """Answer an interaction with the message of a table that was just made.

        Should the answer get lost, the keeper looks for the message, and posts one if there is none.
        """
        state = self.table.state

        async def respond() -> int | None:
            page = await self._views.public(state.snapshot, state.row.locale)
            response = await interaction.response.send_message(view=page.view, allowed_mentions=NOBODY)
            return response.message_id

        message_id, mark = await self._answer(respond(), state.mark)
        if message_id is not None:
            await self.post.show(message_id=message_id, mark=mark)

    async def update_by(self, interaction: discord.Interaction[Any], state: TableState) -> None:
        """Answer a tap on the lobby's message by showing there what has become of it."""
        is_notice = state.is_playing

        async def respond() -> None:
            if is_notice:
                page = self._views.notice(state.snapshot, state.row.locale)
            else:
                page = await self._views.public(state.snapshot, state.row.locale)
            await interaction.response.edit_message(view=page.view, allowed_mentions=NOBODY)

        _, mark = await self._answer(respond(), STARTED if is_notice else state.mark)
        message_id = None if interaction.message is None else interaction.message.id
        if is_notice and message_id == self.table.shown.notice_id:
            await self.table.show(notice_mark=mark)
        elif not is_notice and message_id == self.table.shown.message_id:
            await self.table.show(mark=mark)

    async def _answer(self, responding: Awaitable[T], mark: str) -> tuple[T, str]:
        """Let nobody else write to the table's message while an answer shows it."""
        try:
            return await self.post.screen.write(responding, mark)
        except UNREACHABLE:
            self.post.is_certain = self.table.shown.message_id is not None
            raise
        finally:
            self.table.changed.set()

    # --- private panels -----------------------------------------------------------------------------

    async def open_panel(self, interaction: discord.Interaction[Any], seat: int) -> None:
        """Answer with a new private panel, which from now on follows the game."""
        snapshot = self.table.state.seen_by(seat)
        page = await self._views.panel(snapshot, language_of(interaction.locale), ())
        panel = Panel(self.table, self._clock, self._views, interaction.user.id, seat)
        await self._fill(panel, snapshot, answer(interaction, page.view, page.files))
        panel.answered(interaction, snapshot)
        self.panels[interaction.user.id] = panel
        self.table.changed.set()

    async def update_panel(
        self, interaction: discord.Interaction[Any], seat: int, chosen: Sequence[str] = ()
    ) -> None:
        """Answer a tap in a panel by showing there what has become of it."""
        snapshot = self.table.state.seen_by(seat)
        page = await self._views.panel(snapshot, language_of(interaction.locale), chosen)
        panel = self.panels.get(interaction.user.id)
        if panel is None:
            panel = Panel(self.table, self._clock, self._views, interaction.user.id, seat)
            self.panels[interaction.user.id] = panel
        editing = interaction.response.edit_message(view=page.view, attachments=list(page.files))
        await self._fill(panel, snapshot, editing)
        panel.answered(interaction, snapshot, chosen)

    async def _fill(self, panel: Panel, snapshot: Snapshot, answering: Awaitable[Any]) -> None:
        panel.mark = ""
        try:
            _, panel.mark = await panel.screen.write(answering, snapshot.mark)
        finally:
            self.table.changed.set()


class Displays:
    """The displays of all open tables.

    Args:
        channels: where messages are written.
        views: how they look.
        clock: the one clock.
    """

    def __init__(self, channels: Channels, views: Views, clock: Clock) -> None:
        self.channels = channels
        self._views, self._clock = views, clock
        self._displays: dict[str, Display] = {}

    def of(self, table: Table) -> Display:
        """Find the display of a table; every table has one as long as it is kept."""
        display = self._displays.get(table.id)
        if display is None:
            display = self._displays[table.id] = Display(table, self.channels, self._views, self._clock)
        return display

    def release(self, table: Table) -> None:
        """Forget a table that is kept no longer."""
        self._displays.pop(table.id, None)
