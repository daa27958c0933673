"""Posts messages that the bot sends by itself, each only once: daily puzzles, seasons, results.

After a crash, the bot recognises a message that it has already posted by the unique custom id of a button.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

import structlog

from bot.app import App
from bot.driving.keeper import RetryPause
from bot.showing.writer import nonce_of, own_messages
from bot.wire.errors import TOO_OLD, DiscordError, RequestRejected
from bot.wire.limits import Priority, Route
from bot.wire.messages import Page
from storage.engine.database import Connection
from storage.errors import StorageError
from storage.serving import Servers

log = structlog.get_logger(__name__)

EVERY_SECONDS = 30.0
"""Interval at which the bot looks for messages that are due."""
SHORTEST_PAUSE_MS = 60_000
LONGEST_PAUSE_MS = 3_600_000
"""Pause before a message is tried again after an unexpected error. It doubles with each failure in a row."""


class ServerPost(Protocol):
    """Protocol of a record about a message to be posted on a server."""

    @property
    def guild_id(self) -> int: ...


class PostKind(NamedTuple):
    """A kind of message that the bot posts by itself.

    Attributes:
        load: reads the messages that may be due from the database. The last argument is the time in Unix
            milliseconds.
        post: posts a message if it is due. After a ``DiscordError`` it is tried again later.
        key: identifies a message among those of its kind.
    """

    load: Callable[[Connection, Servers, int], Sequence[ServerPost]]
    post: Callable[[App, Any], Awaitable[None]]
    key: Callable[[Any], Hashable] = lambda due: due.guild_id


class OneTimePost(NamedTuple):
    """A message that must not be posted twice.

    Attributes:
        key: unique custom id of a button in the message.
        is_uncertain: sending was interrupted earlier, so the message may already be in the channel.
    """

    guild_id: int
    channel_id: int
    key: str
    page: Page
    is_uncertain: bool


class AlreadyClaimed(Exception):
    """Raised if another process is already posting a message."""


async def keep_posting(app: App, kinds: Sequence[PostKind]) -> None:
    """Post messages whenever they are due, until the task is cancelled."""
    pauses: Mapping[Hashable, RetryPause] = {}
    while True:
        await app.clock.sleep(EVERY_SECONDS)
        if app.is_connected:
            with suppress(StorageError):  # ``Outage`` logs it
                pauses = await post_due(app, kinds, pauses)


async def post_due(
    app: App, kinds: Sequence[PostKind], pauses: Mapping[Hashable, RetryPause]
) -> dict[Hashable, RetryPause]:
    """Post the messages that are due now. A failure does not stop the other messages.

    Args:
        pauses: waiting times of messages that failed, from the last call.

    Returns:
        The waiting times for the next call.

    Raises:
        StorageError: the database fails.
    """
    failed: dict[Hashable, RetryPause] = {}
    for place, kind in enumerate(kinds):
        for due in await _load_due(kind, app):
            if not app.may_send_to_guild(due.guild_id):
                continue
            key = (place, kind.key(due))
            now = app.clock.elapsed_ms()
            pause = pauses.get(key, RetryPause(0, now))
            if now < pause.until:
                failed[key] = pause
            elif not await _post_or_log(kind, app, due):
                wait = min(SHORTEST_PAUSE_MS << min(pause.failures, 10), LONGEST_PAUSE_MS)
                failed[key] = RetryPause(pause.failures + 1, app.clock.elapsed_ms() + wait)
    return failed


async def _load_due(kind: PostKind, app: App) -> Sequence[ServerPost]:
    try:
        return await app.store.read(kind.load, app.served, app.clock.now_ms())
    except StorageError:
        raise
    except Exception:
        log.exception("messages to post cannot be read", kind=kind.load.__name__)
        return ()


async def _post_or_log(kind: PostKind, app: App, due: ServerPost) -> bool:
    try:
        await kind.post(app, due)
    except StorageError:
        raise
    except AlreadyClaimed:
        pass
    except DiscordError as error:
        log.warning("a message is posted later", guild=due.guild_id, why=str(error))
    except Exception:
        log.exception("posting a message failed", guild=due.guild_id)
        return False
    return True


async def post_once(app: App, post: OneTimePost) -> int | None:
    """Post a message if it is not in the channel yet. The caller has stored that it will be sent.

    Returns:
        The message's id; ``None`` if Discord refuses the message.

    Raises:
        DiscordError: Discord was not reached, or did not answer.
    """
    try:
        known = None
        if post.is_uncertain:
            known = await find_message(app, post.guild_id, post.channel_id, post.key)
        return known or await send_page(app, post.guild_id, post.channel_id, post.key, post.page)
    except RequestRejected as error:
        log.warning("a message could not be posted", channel=post.channel_id, key=post.key, why=str(error))
        return None


async def send_page(app: App, guild_id: int, channel_id: int, key: str, page: Page) -> int | None:
    """Post a page in a channel, and return the message's id.

    Args:
        guild_id: 0 for direct messages.
        key: unique custom id of a button in the page. For some minutes Discord posts the same key once.
    """
    transport = app.transport_to(guild_id)
    async with transport.permit(Priority.MESSAGE, Route.SEND, channel_id):
        return (await transport.send(channel_id, page, nonce_of(channel_id, key))).message_id


async def edit_page(app: App, guild_id: int, channel_id: int, message_id: int, page: Page) -> None:
    """Edit a message that was posted, unless Discord refuses this for good: it was deleted, say.

    Raises:
        DiscordError: Discord was not reached, did not answer, or will allow the edit later.
    """
    transport = app.transport_to(guild_id)
    async with transport.permit(Priority.MESSAGE, Route.EDIT, channel_id):
        try:
            await transport.edit(channel_id, message_id, page)
        except RequestRejected as refusal:
            # Edits of old messages are limited, and possible again later.
            if refusal.code == TOO_OLD:
                raise


async def find_message(app: App, guild_id: int, channel_id: int, key: str) -> int | None:
    """Return the id of the bot's message with a button, if it is among a channel's newest messages.

    Args:
        guild_id: 0 for direct messages.
        key: the button's custom id.
    """
    own = await own_messages(app.transport_to(guild_id), channel_id)
    return next((message.message_id for message in own if key in message.custom_ids), None)
