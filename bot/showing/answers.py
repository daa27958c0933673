"""Answers commands and taps by showing the table's public message."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from bot.interactions import acknowledge, exchange_of
from bot.pages import messages
from bot.pages.lobby import notice_page
from bot.showing.panels import AnyInteraction, Deliver, WrittenPage, tapped_id
from bot.showing.writer import Writer
from bot.wire.errors import DiscordError
from bot.wire.messages import Page, SentMessage, StoredPicture
from bot.wire.pings import Pings
from storage.rows import NOTICE


async def open_lobby(writer: Writer, interaction: AnyInteraction, pings: Pings | None = None) -> None:
    """Answer a command with the message of a new table, and ping the given people."""
    state, exchange = writer.table.state, exchange_of(interaction)

    async def deliver(page: Page, kept: Mapping[str, StoredPicture]) -> SentMessage:
        return await exchange.announce(page, pings)

    make = partial(messages.table_message, state.snapshot, state.row.locale)
    sent, fingerprint = await _write(writer, make, state.fingerprint, deliver)
    # Discord's response has named the message; otherwise the writer will search for it.
    if sent.message_id is not None:
        writer.table.note(message_id=sent.message_id, mark=fingerprint)
        writer.screen.switch_to(sent.message_id)
        writer.keep_tap_token(sent.message_id, exchange.token_for_later())
    else:
        writer.is_certain = False


async def update_lobby(writer: Writer, interaction: AnyInteraction) -> None:
    """Answer a tap on a lobby's message by updating this message."""
    table, state, exchange = writer.table, writer.table.state, exchange_of(interaction)
    shown_row, message_id = table.shown_row, tapped_id(interaction)
    # Another message was tapped, which may belong to another table.
    if shown_row.message_id is not None and message_id not in (shown_row.message_id, shown_row.notice_id):
        await acknowledge(interaction)
        return
    # After the start the tapped message is the notice, not the lobby.
    is_notice = state.has_begun
    show = notice_page if is_notice else messages.table_message
    make = partial(show, state.snapshot, state.row.locale)
    fingerprint = state.notice_fingerprint if is_notice else state.fingerprint
    _, fingerprint = await _write(writer, make, fingerprint, exchange.update)
    # What was just written counts as known, so that it is not written a second time.
    if is_notice and message_id is not None and message_id == table.shown_row.notice_id:
        table.note(posts={**table.shown_row.posts, NOTICE: (message_id, fingerprint)})
    elif not is_notice and message_id == table.shown_row.message_id:
        table.note(mark=fingerprint)
        writer.keep_tap_token(message_id, exchange.token_for_later())


async def update_table(writer: Writer, interaction: AnyInteraction) -> None:
    """Answer a tap on the table's message by updating this message."""
    table, state, exchange = writer.table, writer.table.state, exchange_of(interaction)
    message_id = tapped_id(interaction)
    if message_id != table.shown_row.message_id:
        await acknowledge(interaction)
        return
    make = partial(messages.table_message, state.snapshot, state.row.locale)
    _, fingerprint = await _write(writer, make, state.fingerprint, exchange.update)
    if message_id == table.shown_row.message_id:
        table.note(mark=fingerprint)
        writer.keep_tap_token(message_id, exchange.token_for_later())


async def _write(writer: Writer, make: Callable[[], Page], fingerprint: str, deliver: Deliver) -> WrittenPage:
    try:
        return await writer.screen.write(make, fingerprint, deliver)
    except DiscordError:
        writer.is_certain = writer.table.shown_row.message_id is not None
        raise
    finally:
        writer.table.changed.set()


async def ack(writer: Writer, interaction: AnyInteraction) -> None:
    """Acknowledge a tap on the table's message without changing the message."""
    await acknowledge(interaction)
    # The tap's token allows later edits.
    writer.keep_tap_token(tapped_id(interaction), exchange_of(interaction).token_for_later())
