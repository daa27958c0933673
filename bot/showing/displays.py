"""What people see of each table: a display for its keeper, and for whoever answers an interaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

import discord

from bot.clock import Clock
from bot.interactions.permissions import shut_out
from bot.interactions.replies import UNREACHABLE, acknowledge, answer, mentioning, update
from bot.interactions.tokens import Token
from bot.language.catalogue import language_of
from bot.showing.calls import Call
from bot.showing.channels import Channels
from bot.showing.gathering import Invitation, OwnThread
from bot.showing.lost_messages import SearchLost
from bot.showing.messages import Post, TableMessage
from bot.showing.notices import Closing, Notice, Tidying
from bot.showing.pages import Page
from bot.showing.panels import Panel, WatchPanel
from bot.showing.screen import Deliver
from bot.showing.views import PanelContext, Views
from bot.tables import clocks
from bot.tables.keeper import Duty
from bot.tables.state import TableState
from bot.tables.table import Table
from games.core.words import Text

Response: TypeAlias = discord.InteractionCallbackResponse[Any] | None

IsNewcomer: TypeAlias = Callable[[int, str], Awaitable[bool]]

PUBLISH_TRIES, PUBLISH_MS = 20, 2000
"""How often, and for how long, somebody who wants to start looks again; Discord waits three seconds."""


class Display:
    """What people see of one table.

    Args:
        table: the table.
        channels: where messages are written.
        views: how they look.
        clock: the one clock.
        is_newcomer: tells whether somebody has never finished a game of a kind.
    """

    def __init__(
        self, table: Table, channels: Channels, views: Views, clock: Clock, is_newcomer: IsNewcomer
    ) -> None:
        self.table, self._views, self._clock = table, views, clock
        self._is_newcomer = is_newcomer
        self.post = post = Post(table, clock)
        self._message = message = TableMessage(table, channels, views, post)
        self._closing = Closing(table, channels)
        self._duties: tuple[Duty, ...] = (
            SearchLost(table, channels, views, post),
            message,
            OwnThread(table, channels, views, post),
            Invitation(table, channels, views, post),
            Call(table, channels, views, post, message, clock, self._time_to_call),
            Notice(table, channels, views, post),
            Tidying(table, channels, views, post),
        )
        self.panels: dict[int, Panel] = {}
        self._watching: dict[int, Panel] = {}
        self._former: list[Panel] = []

    def duties(self) -> Iterator[Duty]:
        """List what has to be kept up to date; panels that are gone are forgotten."""
        if self._closing.is_place_gone:  # nothing can be shown, so nothing is asked of Discord
            yield self._closing
            return
        yield from self._duties
        self._former = [panel for panel in self._former if panel.is_running or not panel.is_gone]
        yield from self._former
        for panels in (self.panels, self._watching):
            for user_id, panel in list(panels.items()):
                if panel.is_gone:
                    del panels[user_id]
                else:
                    yield panel

    def _time_to_call(self, seat: int) -> int:
        """Say when somebody who is to act is to be called: not at once while they look at their panel."""
        state = self.table.state
        panel = self.panels.get(state.seats[seat].user_id or 0)
        return clocks.time_to_call(state, None if panel is None else panel.acted_at)

    def to_bottom(self) -> None:
        """Post the table anew at the bottom of its channel."""
        self.post.wants_bottom = True
        self.table.changed.set()

    async def publish(self) -> None:
        """Let the table's message show the table as it is, at once; whether it does, the table tells then.

        While somebody else is writing to it, or looks for one that may have got lost, that is waited for.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: Discord refused, or its answer got lost.
            StorageError: it was not tried.
        """
        until = self._clock.now_ms() + PUBLISH_MS
        with self.post.watched() as moved:
            for _ in range(PUBLISH_TRIES):
                left = until - self._clock.now_ms()
                if self.table.is_published or left <= 0:
                    return
                if self.post.is_busy:
                    await self._clock.wait(moved, left / 1000)
                else:
                    await self._message.act()

    # --- answers that show the table's message ------------------------------------------------------

    async def open_by(self, interaction: discord.Interaction[Any]) -> None:
        """Answer an interaction with the message of a table that was just made.

        Should the answer get lost, the keeper looks for the message, and posts one if there is none.
        """
        state = self.table.state

        async def deliver(view: discord.ui.LayoutView, attachments: Sequence[Any]) -> Response:
            mentions = mentioning(one.user_id for one in state.gathering.invitations)
            return await interaction.response.send_message(view=view, allowed_mentions=mentions)

        def make() -> Page:
            return self._views.public(state.snapshot, state.row.locale)

        response, mark = await self._answer(make, state.mark, deliver)
        if response is not None and response.message_id is not None:
            self.post.follow_up(Token(interaction, self._clock.now_ms()), response.message_id)
            self.post.note(message_id=response.message_id, mark=mark)

    async def update_by(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a tap on the lobby's message by showing there what has become of it.

        What was tapped on a message that is not the table's is left to the keeper: it may be another table's,
        which would not know that it shows something else. After a restart the table's may not be known yet.
        """
        state, shown = self.table.state, self.table.shown
        message_id = None if interaction.message is None else interaction.message.id
        if shown.message_id is not None and message_id not in (shown.message_id, shown.notice_id):
            await acknowledge(interaction)
            return
        is_notice = state.has_begun

        async def deliver(view: discord.ui.LayoutView, attachments: Sequence[Any]) -> Response:
            return await interaction.response.edit_message(view=view, allowed_mentions=mentioning())

        def make() -> Page:
            show = self._views.notice if is_notice else self._views.public
            return show(state.snapshot, state.row.locale)

        _, mark = await self._answer(make, state.notice_mark if is_notice else state.mark, deliver)
        if is_notice and message_id == self.table.shown.notice_id:
            self.table.note(notice_mark=mark)
        elif not is_notice and message_id == self.table.shown.message_id:
            self.table.note(mark=mark)

    async def _answer(self, make: Callable[[], Page], mark: str, deliver: Deliver) -> tuple[Response, str]:
        """Let nobody else write to the table's message while an answer shows it."""
        try:
            return await self.post.screen.write(make, mark, deliver)
        except UNREACHABLE:
            self.post.is_certain = self.table.shown.message_id is not None
            raise
        finally:
            self.table.changed.set()

    # --- private panels -----------------------------------------------------------------------------

    async def open_panel(self, interaction: discord.Interaction[Any], seat: int) -> None:
        """Answer with a new private panel, which from now on follows the game; an older one points to it."""
        user_id = interaction.user.id
        await self._open(interaction, await self._new_panel(user_id, seat), self.panels)

    async def open_watch(self, interaction: discord.Interaction[Any]) -> None:
        """Answer with a private panel that shows all hands and follows the game.

        Raises:
            Refused: this person may not see them.
        """
        panel = WatchPanel(self.table, self._clock, self._views, interaction.user.id)
        await self._open(interaction, panel, self._watching)

    async def _open(
        self, interaction: discord.Interaction[Any], panel: Panel, among: dict[int, Panel]
    ) -> None:
        async def deliver(view: discord.ui.LayoutView, attachments: Sequence[Any]) -> Any:
            return await answer(interaction, view, attachments)

        await self._fill(panel, interaction, deliver)
        user_id = interaction.user.id
        # Whoever taps in it before its own answer is heard has made a panel of that message already.
        if all(one.message_id != panel.message_id for one in self._panels_of(user_id, among)):
            self._put(among, user_id, panel, points_down=True)
        self.table.changed.set()

    async def update_panel(
        self,
        interaction: discord.Interaction[Any],
        seat: int,
        chosen: Sequence[str] | None = None,
        said: Text | None = None,
    ) -> None:
        """Answer a tap in a panel by showing there what has become of it.

        Args:
            interaction: the tap.
            seat: the person's seat.
            chosen: what has been picked on the way to a move; without it what had been, if it still counts.
            said: why the tap did nothing.
        """
        user_id = interaction.user.id
        message_id = None if interaction.message is None else interaction.message.id
        panel = self._panel_at(user_id, message_id)
        if panel is None:
            made = await self._new_panel(user_id, seat)
            panel = self._panel_at(user_id, message_id) or made  # another tap may have been quicker
        panel.screen.turn_to(message_id)
        other = self.panels.get(user_id)
        is_older = message_id is not None and (other is None or (other.message_id or 0) > message_id)
        panel.message_id = message_id
        self._put(self.panels, user_id, panel, points_down=not is_older)

        async def deliver(view: discord.ui.LayoutView, attachments: Sequence[Any]) -> Any:
            return await update(interaction, view, attachments)

        await self._fill(panel, interaction, deliver, chosen, said)

    async def _new_panel(self, user_id: int, seat: int) -> Panel:
        is_newcomer = await self._is_newcomer(user_id, self.table.state.row.game)
        return Panel(self.table, self._clock, self._views, user_id, seat, is_newcomer=is_newcomer)

    def _panel_at(self, user_id: int, message_id: int | None) -> Panel | None:
        """Find the panel that a message is, if it is known; one whose message is unknown may be it."""
        panel = self.panels.get(user_id)
        if panel is not None and panel.message_id in (message_id, None):
            return panel
        return next((one for one in self._former if one.message_id == message_id), None)

    def _panels_of(self, user_id: int, among: dict[int, Panel]) -> list[Panel]:
        """List what is, or was, somebody's panel of a kind; message ids tell whose the former ones were."""
        panel = among.get(user_id)
        return self._former if panel is None else [panel, *self._former]

    def _put(self, among: dict[int, Panel], user_id: int, panel: Panel, *, points_down: bool) -> None:
        """Let a panel be the person's one of a kind; one that was it before becomes a pointer."""
        before = among.get(user_id)
        if before is not None and before is not panel:
            before.retire(points_down=points_down)
            self._former.append(before)
        if panel in self._former:
            self._former.remove(panel)
            panel.revive()
        among[user_id] = panel

    async def _fill(
        self,
        panel: Panel,
        interaction: discord.Interaction[Any],
        deliver: Deliver,
        chosen: Sequence[str] | None = None,
        said: Text | None = None,
    ) -> None:
        snapshot = panel.see()
        context = panel.context_for(snapshot, chosen, said or self._shut_out(interaction))
        panel.mark = ""
        try:
            make = partial(panel.page, snapshot, language_of(interaction.locale), context)
            given, panel.mark = await panel.screen.write(make, snapshot.mark, deliver)
            token = Token(interaction, self._clock.now_ms())
            panel.answered(token, snapshot, context, given)
            self.post.follow_up(token)
        finally:
            self.table.changed.set()

    def _shut_out(self, interaction: discord.Interaction[Any]) -> Text | None:
        """Say which permission is missing at the table's place, to whoever acts there."""
        row = self.table.state.row
        return shut_out(interaction) if interaction.channel_id == row.channel_id else None


class Displays:
    """The displays of all open tables.

    Args:
        channels: where messages are written.
        views: how they look.
        clock: the one clock.
        is_newcomer: tells whether somebody has never finished a game of a kind.
    """

    def __init__(self, channels: Channels, views: Views, clock: Clock, is_newcomer: IsNewcomer) -> None:
        self.channels = channels
        self._views, self._clock, self._is_newcomer = views, clock, is_newcomer
        self._displays: dict[str, Display] = {}

    def of(self, table: Table) -> Display:
        """Find the display of a table; every table has one as long as it is kept."""
        display = self._displays.get(table.id)
        if display is None:
            display = Display(table, self.channels, self._views, self._clock, self._is_newcomer)
            self._displays[table.id] = display
        return display

    async def refresh_panel(
        self, interaction: discord.Interaction[Any], table: Table | TableState, said: Text | None
    ) -> bool:
        """Answer a tap that did nothing by drawing the tapped panel anew; ``False`` for whoever has no seat.

        Args:
            interaction: the tap.
            table: an open table, or one that was closed, as it ended.
            said: why the tap did nothing.
        """
        state = table.state if isinstance(table, Table) else table
        seat = state.seat_of(interaction.user.id)
        if seat is None or state.match is None:
            return False
        if isinstance(table, Table):
            await self.of(table).update_panel(interaction, seat, said=said)
            return True
        context, language = PanelContext(said=said), language_of(interaction.locale)
        page = self._views.panel(state.seen_by(seat), language, context)
        await update(interaction, page.view, await page.files())
        return True

    def release(self, table: Table) -> None:
        """Forget a table that is kept no longer."""
        self._displays.pop(table.id, None)
