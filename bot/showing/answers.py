"""Taps that are answered by what a table shows: its message, or somebody's private panel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import discord

from bot.interactions.permissions import shut_out
from bot.interactions.replies import acknowledge, exchange_of, update
from bot.language.catalogue import language_of
from bot.pages import messages
from bot.pages.context import PanelContext
from bot.pages.lobby import notice_page
from bot.showing.panels import GuessPanel, LobbyPanel, Panel, WatchPanel
from bot.showing.screen import Deliver
from bot.showing.writer import Writer
from bot.tables.state import TableState
from bot.wire.errors import DiscordError
from bot.wire.messages import Kept, Page, Sent
from games.core.words import Text

Interaction = discord.Interaction[Any]


def _tapped_id(interaction: Interaction) -> int | None:
    return None if interaction.message is None else interaction.message.id


# --- the table's message ------------------------------------------------------------------------------------


async def open_lobby(writer: Writer, interaction: Interaction, called: Sequence[int]) -> None:
    """Answer a command with the message of a table that was just made, which notifies some people.

    Should the answer get lost, the writer looks for the message, and posts one if there is none.
    """
    state, exchange = writer.table.state, exchange_of(interaction)

    async def deliver(page: Page, kept: Mapping[str, Kept]) -> Sent:
        return await exchange.announce(page, called)

    make = partial(messages.table_message, state.snapshot, state.row.locale)
    sent, mark = await _written(writer, make, state.mark, deliver)
    if sent.message_id is not None:
        writer.table.note(message_id=sent.message_id, mark=mark)
        writer.screen.turn_to(sent.message_id)
        writer.tapped(sent.message_id, exchange.kept())
    else:
        writer.is_certain = False


async def update_lobby(writer: Writer, interaction: Interaction) -> None:
    """Answer a tap on the lobby's message by showing there what has become of it.

    What was tapped on a message that is not the table's is left to the writer: it may be another table's,
    which would not know that it shows something else. After a restart the table's may not be known yet.
    """
    table, state, exchange = writer.table, writer.table.state, exchange_of(interaction)
    shown, message_id = table.shown, _tapped_id(interaction)
    if shown.message_id is not None and message_id not in (shown.message_id, shown.notice_id):
        await acknowledge(interaction)
        return
    is_notice = state.has_begun
    show = notice_page if is_notice else messages.table_message
    make = partial(show, state.snapshot, state.row.locale)
    mark = state.notice_mark if is_notice else state.mark
    _, mark = await _written(writer, make, mark, exchange.update)
    if is_notice and message_id == table.shown.notice_id:
        table.note(notice_mark=mark)
    elif not is_notice and message_id == table.shown.message_id:
        table.note(mark=mark)
        writer.tapped(message_id, exchange.kept())


def follow_lobby(writer: Writer, interaction: Interaction, sent: Sent) -> None:
    """Let the private page that an interaction was answered with end with its lobby.

    Args:
        writer: of the table.
        interaction: the tap.
        sent: what was learned from the answer.
    """
    message_id, token = sent.message_id or _tapped_id(interaction), exchange_of(interaction).kept()
    if message_id is not None:
        page = LobbyPanel(writer.table, writer.transport, writer.clock, token)
        writer.lobby_pages[message_id] = page
        writer.table.changed.set()


async def _written(writer: Writer, make: Callable[[], Page], mark: str, deliver: Deliver) -> tuple[Sent, str]:
    """Let nobody else write to the table's message while an answer shows it."""
    try:
        return await writer.screen.write(make, mark, deliver)
    except DiscordError:
        writer.is_certain = writer.table.shown.message_id is not None
        raise
    finally:
        writer.table.changed.set()


async def nod(writer: Writer, interaction: Interaction) -> None:
    """Acknowledge a tap on the table's message; its token can edit that message from now on."""
    await acknowledge(interaction)
    writer.tapped(_tapped_id(interaction), exchange_of(interaction).kept())


# --- private panels -----------------------------------------------------------------------------------------


async def open_panel(writer: Writer, interaction: Interaction, seat: int) -> None:
    """Answer with a new private panel, which from now on follows the game; an older one points to it."""
    await _open(writer, interaction, await _new_panel(writer, interaction.user.id, seat), writer.panels)


async def open_watch(writer: Writer, interaction: Interaction) -> None:
    """Answer with a private panel that shows all hands and follows the game.

    Raises:
        Refused: this person may not see them.
    """
    await _open(writer, interaction, _made(WatchPanel, writer, interaction.user.id), writer.watching)


async def open_guess(writer: Writer, interaction: Interaction) -> None:
    """Answer with a private panel in which claims are guessed, and which follows the game."""
    await _open(writer, interaction, _made(GuessPanel, writer, interaction.user.id), writer.guessing)


async def update_guess(writer: Writer, interaction: Interaction) -> None:
    """Answer a tap in such a panel by showing there what has become of it."""
    known = _panel_at(writer, interaction, writer.guessing)
    await _renew(
        writer, interaction, known or _made(GuessPanel, writer, interaction.user.id), writer.guessing
    )


async def update_panel(
    writer: Writer,
    interaction: Interaction,
    seat: int,
    chosen: Sequence[str] | None = None,
    said: Text | None = None,
    looks: bool | None = None,
) -> None:
    """Answer a tap in a panel by showing there what has become of it.

    Args:
        writer: of the table.
        interaction: the tap.
        seat: the person's seat.
        chosen: what has been picked on the way to a move; without it what had been, if it still counts.
        said: why the tap did nothing.
        looks: whether the whole table is to be looked at; without it what had been, for the same decision.
    """
    panel = _panel_at(writer, interaction, writer.panels)
    if panel is None:
        made = await _new_panel(writer, interaction.user.id, seat)
        panel = _panel_at(writer, interaction, writer.panels) or made  # another tap may have been quicker
    await _renew(writer, interaction, panel, writer.panels, chosen, said, looks)


async def refresh_panel(
    writer: Writer | None, interaction: Interaction, state: TableState, said: Text | None
) -> bool:
    """Answer a tap that did nothing by drawing the tapped panel anew; ``False`` for whoever has no seat.

    Args:
        writer: of the table while it is open.
        interaction: the tap.
        state: the table, as it ended if it is closed.
        said: why the tap did nothing.
    """
    seat = state.seat_of(interaction.user.id)
    if seat is None or state.match is None:
        return False
    if writer is not None:
        await update_panel(writer, interaction, seat, said=said)
    else:
        context = PanelContext(said=said)
        page = messages.panel_message(state.seen_by(seat), language_of(interaction.locale), context)
        await update(interaction, page)
    return True


async def _open(writer: Writer, interaction: Interaction, panel: Panel, among: dict[int, Panel]) -> None:
    async def deliver(page: Page, kept: Mapping[str, Kept]) -> Sent:
        return await exchange_of(interaction).say(page)

    await _fill(writer, panel, interaction, deliver)
    user_id = interaction.user.id
    # Whoever taps in it before its own answer is heard has made a panel of that message already.
    current = among.get(user_id)
    known = writer.former if current is None else [current, *writer.former]
    if all(one.message_id != panel.message_id for one in known):
        _put(writer, among, user_id, panel, points_down=True)
    writer.table.changed.set()


async def await_hand(writer: Writer, interaction: Interaction, page: Page) -> None:
    """Answer somebody who waits for a game to begin, in private; what is answered becomes their hand.

    A private message that was tapped becomes it; else the answer is one of its own.
    """
    exchange, message = exchange_of(interaction), interaction.message
    if exchange.answered is None and message is not None and message.flags.ephemeral:
        await exchange.update(page)
        message_id: int | None = message.id
    else:
        message_id = (await exchange.say(page)).message_id
    writer.waiting[interaction.user.id] = exchange.kept(), message_id
    writer.table.changed.set()


def leave_panel(writer: Writer, interaction: Interaction) -> None:
    """Let a panel of a game that is over go, whose message shows something else from now on."""
    panel = writer.panels.get(interaction.user.id)
    if panel is not None and panel.message_id == _tapped_id(interaction):
        del writer.panels[interaction.user.id]


async def _new_panel(writer: Writer, user_id: int, seat: int) -> Panel:
    is_newcomer = await writer.is_newcomer(user_id, writer.table.state.row.game)
    return _made(Panel, writer, user_id, seat, is_newcomer=is_newcomer)


def _made(
    kind: type[Panel], writer: Writer, user_id: int, seat: int = -1, *, is_newcomer: bool = False
) -> Panel:
    table, transport, clock = writer.table, writer.transport, writer.clock
    return kind(table, transport, clock, user_id, seat, is_newcomer=is_newcomer)


def _panel_at(writer: Writer, interaction: Interaction, among: dict[int, Panel]) -> Panel | None:
    """Find the panel that was tapped, if it is known; one whose message is unknown may be it."""
    panel, message_id = among.get(interaction.user.id), _tapped_id(interaction)
    if panel is not None and panel.message_id in (message_id, None):
        return panel
    return next((one for one in writer.former if one.message_id == message_id), None)


async def _renew(
    writer: Writer,
    interaction: Interaction,
    panel: Panel,
    among: dict[int, Panel],
    chosen: Sequence[str] | None = None,
    said: Text | None = None,
    looks: bool | None = None,
) -> None:
    """Let a panel be the message that was tapped, and the person's one of its kind; show it there."""
    user_id, message_id = interaction.user.id, _tapped_id(interaction)
    panel.screen.turn_to(message_id)
    other = among.get(user_id)
    is_older = message_id is not None and (other is None or (other.message_id or 0) > message_id)
    panel.message_id = message_id
    _put(writer, among, user_id, panel, points_down=not is_older)
    await _fill(writer, panel, interaction, exchange_of(interaction).update, chosen, said, looks)


def _put(writer: Writer, among: dict[int, Panel], user_id: int, panel: Panel, *, points_down: bool) -> None:
    """Let a panel be the person's one of a kind; one that was it before becomes a pointer."""
    before = among.get(user_id)
    if before is not None and before is not panel:
        before.point(down=points_down)
        writer.former.append(before)
    if panel in writer.former:
        writer.former.remove(panel)
        panel.point(down=None)
    among[user_id] = panel


async def _fill(
    writer: Writer,
    panel: Panel,
    interaction: Interaction,
    deliver: Deliver,
    chosen: Sequence[str] | None = None,
    said: Text | None = None,
    looks: bool | None = None,
) -> None:
    snapshot = panel.see()
    context = panel.context_for(snapshot, chosen, said or _shut_out(writer, interaction), looks)
    panel.mark = ""
    try:
        make = partial(panel.page, snapshot, language_of(interaction.locale), context)
        sent, panel.mark = await panel.screen.write(make, snapshot.mark, deliver)
        panel.answered(exchange_of(interaction).kept(), snapshot, context, sent)
    finally:
        writer.table.changed.set()


def _shut_out(writer: Writer, interaction: Interaction) -> Text | None:
    """Say which permission is missing at the table's place, to whoever acts there."""
    is_here = interaction.channel_id == writer.table.state.row.channel_id
    return shut_out(interaction) if is_here else None
