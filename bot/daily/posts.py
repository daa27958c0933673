"""Posts the daily puzzle ("hand of the day") on the servers that want it, once each.

A post is recorded before it is sent, and marked as sent afterwards. After a crash in between, the channel's
newest messages show whether it was sent.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

import structlog

from bot.app import App
from bot.daily.calendar import number_at
from bot.daily.puzzles import all_puzzles
from bot.daily.view import post_page
from bot.interactions.taps import DAY
from bot.language.catalogue import language_of
from bot.tables.appointments import zone_of
from bot.wire.components import custom_id
from bot.wire.errors import DiscordError, Refusal
from bot.wire.limits import Rank, Route
from bot.wire.transport import NONCE_LIMIT
from storage.daily.answers import load_shares
from storage.daily.posts import Subscribed, load_subscribed, note_posted
from storage.engine.connection import Connection
from storage.errors import StorageError

log = structlog.get_logger(__name__)

EVERY_SECONDS = 30.0
"""Interval at which the servers are checked."""
FEW = 30
"""Number of remaining puzzles below which the log asks for more."""
SEARCHED = 50
"""Number of a channel's newest messages that are searched for a post."""


class Due(NamedTuple):
    """A post that is due: the server, the language of its public messages, and the number of the puzzle."""

    server: Subscribed
    language: str
    number: int


def due_at(server: Subscribed, locale: object, default: str, now: int) -> Due | None:
    """Return the post that is due on a server; ``None`` if there is none.

    Args:
        server: the server's settings, and what was posted last.
        locale: the server's own locale.
        default: the language of servers without one.
        now: Unix milliseconds.
    """
    language = server.locale or language_of(locale, default)
    zone = zone_of(server.time_zone, language)
    number = number_at(now, zone)
    if datetime.fromtimestamp(now / 1000, zone).hour < server.hour:
        return None
    if number < server.posted or (number == server.posted and server.is_sent):
        return None
    return Due(server, language, number) if 1 <= number <= len(all_puzzles()) else None


async def keep_posting(app: App) -> None:
    """Send due posts for as long as the bot runs."""
    left = len(all_puzzles()) - number_at(app.clock.now_ms())
    if left < FEW:
        log.info("more hands of the day are needed soon (docs/PUZZLES.md)", days=left)
    while True:
        await app.clock.sleep(EVERY_SECONDS)
        if app.is_connected:
            with suppress(StorageError):  # ``Outage`` logs it
                await post_due(app)


async def post_due(app: App) -> None:
    """Post the daily puzzle on every server where it is due."""
    for server in await app.store.read(load_subscribed, app.served):
        guild = app.get_guild(server.guild_id)
        if guild is None or not app.may_speak(server.guild_id):
            continue
        due = due_at(server, guild.preferred_locale, app.config.default_locale, app.clock.now_ms())
        if due is not None:
            await _post(app, due)


async def _post(app: App, due: Due) -> None:
    """Post a daily puzzle on a server, unless it was posted before a crash."""
    server, number = due.server, due.number
    is_uncertain = server.posted == number
    if not is_uncertain:
        await app.store.write(_note, server.guild_id, number, False)
    try:
        if not (is_uncertain and await _is_there(app, server.channel_id, number)):
            shares = await app.store.read(load_shares, number - 1)
            page = post_page(number, shares, due.language)
            said = f"{server.guild_id} {number}".encode()
            nonce = hashlib.blake2s(said, digest_size=NONCE_LIMIT // 2).hexdigest()
            async with app.transport.turn(Rank.MESSAGE, Route.SEND, server.channel_id):
                await app.transport.send(server.channel_id, page, nonce)
    except Refusal as error:  # it may be allowed tomorrow
        log.warning("the hand of the day could not be posted", guild=server.guild_id, why=str(error))
    except DiscordError as error:
        log.warning("the hand of the day is posted later", guild=server.guild_id, why=str(error))
        return
    await app.store.write(_note, server.guild_id, number, True)


async def _is_there(app: App, channel_id: int, number: int) -> bool:
    """Return whether a channel's newest messages include the post of the puzzle ``number``."""
    sought = custom_id("b", "open", f"{DAY}{number}")
    seen = await app.transport.history(channel_id, SEARCHED)
    assert app.user is not None
    return any(
        part.custom_id == sought
        for message in seen
        if message.author.id == str(app.user.id)
        for part in message.parts
    )


def _note(conn: Connection, guild_id: int, number: int, is_sent: bool) -> None:
    note_posted(conn, guild_id, number, is_sent=is_sent)
