"""Posts messages that the bot sends by itself, each only once: daily puzzles, seasons, results.

After a crash, the bot recognises a message that it has already posted by the unique custom id of a button.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

import structlog

from bot.app import App
from bot.driving.keeper import RetryPause
from bot.wire.errors import DiscordError, RequestRejected
from bot.wire.limits import Priority, Route
from bot.wire.messages import Page
from bot.wire.transport import NONCE_LIMIT
from storage.engine.database import Connection
from storage.errors import StorageError
from storage.serving import Servers

log = structlog.get_logger(__name__)

EVERY_SECONDS = 30.0
"""Interval at which the bot looks for messages that are due."""
SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS = 60_000, 3_600_000
"""Pause before a message is tried again after an unexpected error. It doubles with each failure in a row."""

SEARCHED = 50
"""Number of a channel's newest messages that are searched for a message after a crash."""


class OnServer(Protocol):
    """Protocol of a record about a message to be posted on a server."""

    @property
    def guild_id(self) -> int: ...


class PostKind(NamedTuple):
    """A kind of message that the bot posts by itself.

    Attributes:
        load: reads the messages that may be due from the database. The last argument is the time in Unix
            milliseconds.
        post: posts a message if it is due. After a ``DiscordError`` it is called again later.
        key: identifies a message among those of its kind.
    """

    load: Callable[[Connection, Servers, int], Sequence[OnServer]]
    post: Callable[[App, Any], Awaitable[None]]
    key: Callable[[Any], Hashable] = lambda due: due.guild_id


class OneTimePost(NamedTuple):
    """A message that must not be posted twice.

    Attributes:
        key: unique custom id of a button in the message.
        page: returns the content of the message.
        is_uncertain: sending was interrupted earlier, so the message may already be in the channel.
        begin: stores that the message will be sent. Returns ``False`` if another process sends it.
    """

    guild_id: int
    channel_id: int
    key: str
    page: Callable[[], Awaitable[Page]]
    is_uncertain: bool
    begin: Callable[[], Awaitable[bool]]


class TakenByAnother(Exception):
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
            key, now = (place, kind.key(due)), app.clock.elapsed_ms()
            pause = pauses.get(key, RetryPause(0, now))
            if now < pause.until:
                failed[key] = pause
            elif not await _post_or_log(kind, app, due):
                wait = min(SHORTEST_PAUSE_MS << min(pause.failures, 10), LONGEST_PAUSE_MS)
                failed[key] = RetryPause(pause.failures + 1, app.clock.elapsed_ms() + wait)
    return failed


async def _load_due(kind: PostKind, app: App) -> Sequence[OnServer]:
    try:
        return await app.store.read(kind.load, app.served, app.clock.now_ms())
    except StorageError:
        raise
    except Exception:
        log.exception("messages to post cannot be read", kind=kind.load.__name__)
        return ()


async def _post_or_log(kind: PostKind, app: App, due: OnServer) -> bool:
    try:
        await kind.post(app, due)
    except StorageError:
        raise
    except TakenByAnother:
        pass
    except DiscordError as error:
        log.warning("a message is posted later", guild=due.guild_id, why=str(error))
    except Exception:
        log.exception("posting a message failed", guild=due.guild_id)
        return False
    return True


async def post_once(app: App, post: OneTimePost) -> int | None:
    """Post a message if it is not in the channel yet.

    Returns:
        The message's id; ``None`` if Discord refuses the message.

    Raises:
        TakenByAnother: another process posts the message.
        DiscordError: Discord was not reached, or did not answer.
        StorageError: the database failed before the message was sent.
    """
    try:
        if not post.is_uncertain:
            if not await post.begin():
                raise TakenByAnother
        elif (known := await find_message(app, post.guild_id, post.channel_id, post.key)) is not None:
            return known
        return await send_page(app, post.guild_id, post.channel_id, post.key, await post.page())
    except RequestRejected as error:
        log.warning("a message could not be posted", channel=post.channel_id, key=post.key, why=str(error))
        return None


async def send_page(app: App, guild_id: int, channel_id: int, key: str, page: Page) -> int | None:
    """Post a page in a channel, and return the message's id.

    Args:
        guild_id: 0 for direct messages.
        key: unique custom id of a button in the page. For some minutes Discord posts the same key once.
    """
    nonce = hashlib.blake2s(f"{channel_id} {key}".encode(), digest_size=NONCE_LIMIT // 2).hexdigest()
    transport = app.transport_to(guild_id)
    async with transport.permit(Priority.MESSAGE, Route.SEND, channel_id):
        return (await transport.send(channel_id, page, nonce)).message_id


async def find_message(app: App, guild_id: int, channel_id: int, key: str) -> int | None:
    """Return the id of the bot's message with a button, if it is among a channel's newest messages.

    Args:
        guild_id: 0 for direct messages.
        key: the button's custom id.
    """
    transport = app.transport_to(guild_id)
    seen = await transport.history(channel_id, SEARCHED)
    for message in seen:
        is_ours = transport.is_by_us(message.author.id)
        if is_ours and any(part.custom_id == key for part in message.parts):
            return int(message.id)
    return None
