"""All open private panels of one table, and the answers to taps that open or change a panel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import discord

from bot.clock import Clock, Elapsed
from bot.driving.keeper import StepSource
from bot.driving.table import Table
from bot.interactions.permissions import why_not_updated
from bot.interactions.replies import exchange_of
from bot.language.catalogue import language_of
from bot.showing.panels import GuessPanel, LobbyPanel, Panel, WaitingPanel, WatchPanel, living_step_sources
from bot.showing.screen import Deliver
from bot.wire.errors import DiscordError
from bot.wire.exchange import delete_by
from bot.wire.messages import Page, SentMessage, StoredPicture
from bot.wire.transport import Transport
from games.core.words import Text

AnyInteraction = discord.Interaction[Any]


def tapped_id(interaction: AnyInteraction) -> int | None:
    """Return the id of the message that was tapped; ``None`` for a command."""
    return None if interaction.message is None else interaction.message.id


class PanelBook:
    """All open private panels (hands, watching, guessing, lobby pages) of one table.

    When a person opens a panel, their older panel of the same kind is deleted.

    Args:
        is_newcomer: takes a user id and a game id; returns whether the person has never finished this game.
    """

    def __init__(
        self,
        table: Table,
        transport: Transport,
        clock: Clock,
        is_newcomer: Callable[[int, str], Awaitable[bool]],
    ) -> None:
        self._table, self._transport, self._clock = table, transport, clock
        self._is_newcomer = is_newcomer
        self.hands = dict[int, Panel]()  # the keys here and below are user ids
        self._watching, self._guessing = dict[int, Panel](), dict[int, Panel]()
        self._former = list[Panel]()
        self._lobby_pages = dict[int, LobbyPanel]()  # by message id
        self._waiting = dict[int, WaitingPanel]()

    def step_sources(self) -> Iterator[StepSource]:
        """Yield the functions that return each open panel's automatic steps, and drop expired panels."""
        self._show_hands_to_waiting()
        self._former = [panel for panel in self._former if not panel.is_gone]
        yield from [panel.steps for panel in self._former]
        for panels in (self.hands, self._watching, self._guessing):
            yield from living_step_sources(panels)
        yield from living_step_sources(self._lobby_pages)

    def acted_at(self, user_id: int) -> Elapsed | None:
        """Return the monotonic time of the last tap in a person's panel; ``None`` without an open panel."""
        panel = self.hands.get(user_id)
        return None if panel is None else panel.acted_at

    # --- opening ------------------------------------------------------------------------------------------

    async def open_hand(self, interaction: AnyInteraction, seat: int) -> None:
        """Answer an interaction with a seat's private panel."""
        await self._open(interaction, await self._new_hand(interaction.user.id, seat), self.hands)

    async def open_below(self, interaction: AnyInteraction, seat: int) -> None:
        """Answer a tap with a seat's private panel in a new message, and delete the tapped message."""
        message, before = interaction.message, exchange_of(interaction).token_for_later()
        await self.open_hand(interaction, seat)
        if message is not None and message.flags.ephemeral:
            with suppress(DiscordError):  # then it stays where it is
                await delete_by(self._transport, before)

    async def open_watch(self, interaction: AnyInteraction) -> None:
        """Open a private panel that shows all hands.

        Raises:
            Refused: this person may not see all hands.
        """
        await self._open(interaction, self._new(WatchPanel, interaction.user.id), self._watching)

    async def open_guess(self, interaction: AnyInteraction) -> None:
        """Open a private panel in which a spectator guesses whether claims are lies."""
        await self._open(interaction, self._new(GuessPanel, interaction.user.id), self._guessing)

    async def show_until_start(self, interaction: AnyInteraction, page: Page) -> None:
        """Show a page to a person. When the game begins, the person's hand replaces the page."""
        exchange, message = exchange_of(interaction), interaction.message
        if exchange.answered is None and message is not None and message.flags.ephemeral:
            await exchange.update(page)
            message_id: int | None = message.id
        else:
            message_id = (await exchange.send_private(page)).message_id
        is_newcomer = await self._is_newcomer(interaction.user.id, self._table.state.row.game)
        self._waiting[interaction.user.id] = WaitingPanel(exchange.token_for_later(), message_id, is_newcomer)
        self._table.changed.set()

    def track_lobby_page(self, interaction: AnyInteraction, sent: SentMessage) -> None:
        """Remember a private page of the lobby, so that it is replaced when the lobby ends.

        Args:
            sent: Discord's response to the message with the page.
        """
        message_id, token = (
            sent.message_id or tapped_id(interaction),
            exchange_of(interaction).token_for_later(),
        )
        if message_id is not None:
            self._lobby_pages[message_id] = LobbyPanel(self._table, self._transport, self._clock, token)
            self._table.changed.set()

    # --- answering ----------------------------------------------------------------------------------------

    async def update_hand(
        self,
        interaction: AnyInteraction,
        seat: int,
        answers: Sequence[str] | None = None,
        remark: Text | None = None,
        shows_table: bool | None = None,
    ) -> None:
        """Answer a tap in a seat's private panel by drawing the panel again.

        Args:
            answers: the answers so far to the questions about the next move; ``None`` keeps the old ones.
            remark: the reason why the tap did nothing.
            shows_table: show the table in place of the question. ``None`` means false if there are new
                ``answers``, and no change otherwise.
        """
        panel = self._tapped(interaction, self.hands)
        if panel is None:
            new_panel = await self._new_hand(interaction.user.id, seat)
            panel = self._tapped(interaction, self.hands) or new_panel  # another tap may have been quicker
        await self._renew(interaction, panel, self.hands, answers, remark, shows_table)

    async def update_guess(self, interaction: AnyInteraction) -> None:
        """Answer a tap in a spectator's panel for guesses by drawing the panel again."""
        panel = self._tapped(interaction, self._guessing) or self._new(GuessPanel, interaction.user.id)
        await self._renew(interaction, panel, self._guessing)

    def forget_hand(self, interaction: AnyInteraction) -> None:
        """Stop updating the tapped panel, since its message will show another page."""
        panel = self.hands.get(interaction.user.id)
        if panel is not None and panel.message_id == tapped_id(interaction):
            del self.hands[interaction.user.id]

    # --- the book -----------------------------------------------------------------------------------------

    def _show_hands_to_waiting(self) -> None:
        # People who do not play, or whose lobby was closed, get a page that says so.
        state = self._table.state
        while self._waiting and not state.is_lobby:
            user_id, waiting = self._waiting.popitem()
            seat = state.seat_of(user_id)
            if seat is not None and state.match is not None:
                hand = self._new(Panel, user_id, seat, is_newcomer=waiting.is_newcomer)
                hand.take_over(waiting.token, waiting.message_id)
                self.hands[user_id] = hand
            else:
                page = LobbyPanel(self._table, self._transport, self._clock, waiting.token)
                self._lobby_pages[waiting.message_id or waiting.token.interaction_id] = page

    async def _new_hand(self, user_id: int, seat: int) -> Panel:
        is_newcomer = await self._is_newcomer(user_id, self._table.state.row.game)
        return self._new(Panel, user_id, seat, is_newcomer=is_newcomer)

    def _new(self, kind: type[Panel], user_id: int, seat: int = -1, *, is_newcomer: bool = False) -> Panel:
        return kind(self._table, self._transport, self._clock, user_id, seat, is_newcomer=is_newcomer)

    def _tapped(self, interaction: AnyInteraction, panels: dict[int, Panel]) -> Panel | None:
        panel, message_id = panels.get(interaction.user.id), tapped_id(interaction)
        if panel is not None and panel.message_id in (message_id, None):
            return panel
        return next((older for older in self._former if older.message_id == message_id), None)

    async def _open(self, interaction: AnyInteraction, panel: Panel, panels: dict[int, Panel]) -> None:
        async def deliver(page: Page, kept: Mapping[str, StoredPicture]) -> SentMessage:
            return await exchange_of(interaction).send_private(page)

        await self._draw(panel, interaction, deliver)
        user_id = interaction.user.id
        # A tap in the new message may arrive before the answer that tells its id.
        # Then that tap has already registered a panel of this message.
        current = panels.get(user_id)
        earlier = self._former if current is None else [current, *self._former]
        is_known = panel.message_id is not None and any(
            older.message_id == panel.message_id for older in earlier
        )
        if not is_known:
            if current is not None:
                self._withdraw(current)
            panels[user_id] = panel
        self._table.changed.set()

    async def _renew(
        self,
        interaction: AnyInteraction,
        panel: Panel,
        panels: dict[int, Panel],
        answers: Sequence[str] | None = None,
        remark: Text | None = None,
        shows_table: bool | None = None,
    ) -> None:
        # The tapped message is about to be deleted, as a newer panel exists.
        if panel in self._former:
            await exchange_of(interaction).acknowledge()
            return
        user_id, message_id = interaction.user.id, tapped_id(interaction)
        deliver = exchange_of(interaction).update
        panel.screen.switch_to(message_id)
        panel.message_id = message_id
        # If the answer fails, the panel before stays the current one.
        before = panels.get(user_id)
        panels[user_id] = panel
        try:
            await self._draw(panel, interaction, deliver, answers, remark, shows_table)
        except BaseException:
            if before is not None and before is not panel and panels.get(user_id) is panel:
                panels[user_id] = before
                self._withdraw(panel)
            raise
        if before is not None and before is not panel:
            self._withdraw(before)

    def _withdraw(self, panel: Panel) -> None:
        panel.withdraw()
        self._former.append(panel)

    async def _draw(
        self,
        panel: Panel,
        interaction: AnyInteraction,
        deliver: Deliver,
        answers: Sequence[str] | None = None,
        remark: Text | None = None,
        shows_table: bool | None = None,
    ) -> None:
        snapshot = panel.snapshot()
        if remark is None and interaction.channel_id == self._table.state.row.channel_id:
            remark = why_not_updated(interaction)  # the bot may lack a permission there
        context = panel.context_for(snapshot, answers, remark, shows_table)
        panel.fingerprint = ""
        try:
            make = partial(panel.page, snapshot, language_of(interaction.locale), context)
            sent, panel.fingerprint = await panel.screen.write(make, snapshot.fingerprint, deliver)
            panel.note_answer(exchange_of(interaction).token_for_later(), snapshot, context, sent)
        finally:
            self._table.changed.set()
