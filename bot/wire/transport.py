"""The routes of Discord's HTTP API that tables need, and what is read of their answers.

What each relies on, and where that is documented, says docs/DISCORD.md; ``tefuda doctor`` tries it out.
There are no retries here: the caller knows whether the request is still wanted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from enum import IntEnum
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs, urlsplit

import msgspec

from bot import metrics
from bot.wire.errors import THREAD_EXISTS, TOO_OLD, UNKNOWN_MESSAGE, Limited, Refusal, Unanswered
from bot.wire.limits import Limits, Rank, Route
from bot.wire.line import Line, Reply, Upload
from bot.wire.messages import (
    COMPONENTS_V2,
    EPHEMERAL,
    Attachment,
    Kept,
    Page,
    Sent,
    components_with,
    mentioning,
)
from bot.wire.recovery import Recovery

T = TypeVar("T")

KEPT_MINUTES: Final = 10080
"""A week: a thread stays in the list for this time after its last message, and a turn may take days."""

PUBLIC_THREAD = 11
"""Discord's type of a public thread."""

TOO_MANY, SERVER_ERROR = 429, 500

NONCE_LIMIT = 25
"""Characters; Discord refuses a longer one."""

EXPIRES_BEFORE_SECONDS = 120
"""A picture's address that expires within this time is not used again."""


class Answer(IntEnum):
    """Discord's types of an answer to an interaction."""

    MESSAGE = 4
    ACKNOWLEDGED = 6
    UPDATE = 7


class Transport:
    """Makes the requests that tables need; older bots have another id as a user than as an application."""

    def __init__(
        self, line: Line, limits: Limits, application_id: int, user_id: int, recovery: Recovery | None = None
    ) -> None:
        self._line, self._limits, self._recovery = line, limits, recovery
        self._application_id, self._user_id = application_id, user_id

    def turn(self, rank: Rank, route: Route, place: int) -> AbstractAsyncContextManager[None]:
        """Wait for a turn to make one request, as ``Limits.turn``."""
        return self._limits.turn(rank, route, place)

    def is_by_us(self, user_id: str | None) -> bool:
        """Tell whether somebody is the bot."""
        return user_id == str(self._user_id)

    # --- with the bot's token; each in a turn -------------------------------------------------------------

    async def send(self, channel_id: int, page: Page, nonce: str, mentions: Iterable[int] = ()) -> Sent:
        """Send a message that notifies some people; within minutes all with one nonce are one message."""
        assert len(nonce) <= NONCE_LIMIT, nonce
        body: dict[str, Any] = {"nonce": nonce, "enforce_nonce": True}
        path = f"/channels/{channel_id}/messages"
        return await self._say(Route.SEND, channel_id, "send", "POST", path, page, {}, body, mentions)

    async def edit(self, channel_id: int, message_id: int, page: Page, kept: Mapping[str, Kept] = {}) -> Sent:
        """Edit a message of the bot; pictures in ``kept`` are not sent again."""
        path = f"/channels/{channel_id}/messages/{message_id}"
        return await self._say(Route.EDIT, channel_id, "edit", "PATCH", path, page, kept)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message of the bot."""
        path = f"/channels/{channel_id}/messages/{message_id}"
        await self.ask(Route.DELETE, channel_id, "delete", "DELETE", path)

    async def history(self, channel_id: int, most: int) -> list[Seen]:
        """Read a channel's newest messages, newest first."""
        path = f"/channels/{channel_id}/messages?limit={most}"
        reply = await self.ask(Route.LOOK, channel_id, "history", "GET", path)
        return read(reply, list[Seen])

    async def open_thread(self, channel_id: int, message_id: int | None, name: str) -> int:
        """Open a public thread, from a message if it is still there; return its id.

        To try again, not knowing whether it was done, gives the same thread of the same message.
        """
        about = {"name": name, "auto_archive_duration": KEPT_MINUTES}
        if message_id is not None:
            path = f"/channels/{channel_id}/messages/{message_id}/threads"
            try:
                return _id_of(await self.ask(Route.THREAD, channel_id, "thread", "POST", path, about))
            except Refusal as refusal:
                if refusal.code == THREAD_EXISTS:
                    return message_id
                if refusal.code != UNKNOWN_MESSAGE:
                    raise
        path, body = f"/channels/{channel_id}/threads", {**about, "type": PUBLIC_THREAD}
        return _id_of(await self.ask(Route.THREAD, channel_id, "thread", "POST", path, body))

    # --- by the token of an interaction -------------------------------------------------------------------

    async def answer(
        self,
        interaction_id: int,
        token: str,
        kind: Answer,
        page: Page | None = None,
        kept: Mapping[str, Kept] = {},
        *,
        is_private: bool = False,
        mentions: Iterable[int] = (),
    ) -> Sent:
        """Answer an interaction, once; with a page, or with an acknowledgement alone."""
        path = f"/interactions/{interaction_id}/{token}/callback?with_response=true"
        data: dict[str, Any] = {}
        files: list[Upload] = []
        if page is not None:
            data, files = await _described(page, kept, mentions)
            if kind is Answer.MESSAGE and is_private:
                data["flags"] |= EPHEMERAL
        body = {"type": int(kind), "data": data} if data else {"type": int(kind)}
        reply = await self.ask(None, 0, "answer", "POST", path, body, files)
        told = read(reply, _Told) if reply.body else _Told()
        if told.resource is not None and told.resource.message is not None:
            return _sent(told.resource.message, page, kept)
        message_id = None if told.interaction is None else told.interaction.response_message_id
        return Sent(None if message_id is None else int(message_id))

    async def edit_by_token(
        self,
        interaction_id: int,
        token: str,
        page: Page,
        kept: Mapping[str, Kept] = {},
        message_id: int | None = None,
    ) -> Sent:
        """Edit a message that was said by an interaction's token after its answer.

        Without an id it is the message with which that was answered; the tapped one, if that was an update.
        """
        path = f"{self._hook(token)}/messages/{message_id or '@original'}"
        return await self._say(Route.BY_TOKEN, interaction_id, "panel", "PATCH", path, page, kept)

    async def follow_up(self, channel_id: int, token: str, page: Page) -> Sent:
        """Say something more by an interaction's token, to its person alone; it counts for the channel.

        Never in public: a follow-up to a private answer looks broken to everybody (docs/DISCORD.md).
        """
        body = {"flags": COMPONENTS_V2 | EPHEMERAL}
        return await self._say(
            Route.FOLLOW_UP, channel_id, "followup", "POST", self._hook(token), page, {}, body
        )

    def _hook(self, token: str) -> str:
        return f"/webhooks/{self._application_id}/{token}"

    # --- one request --------------------------------------------------------------------------------------

    async def _say(
        self,
        route: Route,
        place: int,
        kind: str,
        method: str,
        path: str,
        page: Page,
        kept: Mapping[str, Kept],
        more: Mapping[str, Any] = {},
        mentions: Iterable[int] = (),
    ) -> Sent:
        data, files = await _described(page, kept, mentions)
        reply = await self.ask(route, place, kind, method, path, {**data, **more}, files)
        return _sent(read(reply, _Message), page, kept)

    async def ask(
        self,
        route: Route | None,
        place: int,
        kind: str,
        method: str,
        path: str,
        body: Any = None,
        files: Sequence[Upload] = (),
    ) -> Reply:
        """Make a request; errors as ``bot.wire.errors`` says."""
        encoded = b"" if body is None else msgspec.json.encode(body)
        is_by_bot = route is not None and route.is_by_bot
        try:
            reply = await self._line.request(method, path, encoded, files, by_bot=is_by_bot)
        except Unanswered:
            metrics.request(kind, 0)
            if self._recovery is not None:
                self._recovery.failed()
            raise
        metrics.request(kind, reply.status)
        if self._recovery is not None and reply.status != TOO_MANY:
            (self._recovery.failed if reply.status >= SERVER_ERROR else self._recovery.answered)()
        if route is not None:
            self._limits.heard(route, place, reply.headers)
        if reply.status < 300:
            return reply
        if reply.status == TOO_MANY:
            raise self._too_many(route, place, reply)
        if reply.status >= SERVER_ERROR:
            raise Unanswered(f"{kind}: {reply.status}")
        error = read(reply, _Error)
        raise Refusal(reply.status, error.code, error.message)

    def _too_many(self, route: Route | None, place: int, reply: Reply) -> Exception:
        """Learn from a refusal as too many; that of a message too old is about that message alone."""
        error = read(reply, _Error)
        if error.code == TOO_OLD:
            return Refusal(reply.status, error.code, error.message)
        seconds = max(0.001, error.retry_after or float(reply.headers.get("Retry-After") or 1))
        # A proxy that has shut us out tells no scope, and refuses whatever is asked.
        is_global = reply.headers.get("X-RateLimit-Scope") == "global" or "Via" not in reply.headers
        self._limits.refused(route, place, round(1000 * seconds), is_global=is_global)
        return Limited(seconds)


async def _described(
    page: Page, kept: Mapping[str, Kept], mentions: Iterable[int] = ()
) -> tuple[dict[str, Any], list[Upload]]:
    """Describe a message as requests do; draw what is not there yet."""
    attachments: list[Attachment] = []
    uploads: list[Upload] = []
    for file in page.files:
        if (known := kept.get(file.filename)) is not None:
            attachments.append(Attachment(str(known.attachment_id)))
        else:
            attachments.append(Attachment(str(len(uploads)), file.filename))
            uploads.append(Upload(file.filename, await file.data()))
    data = {
        "flags": COMPONENTS_V2,
        "components": components_with(page, kept),
        "attachments": attachments,
        "allowed_mentions": mentioning(mentions),
    }
    return data, uploads


def lasting(pictures: Mapping[str, Kept], filenames: Collection[str], now_ms: int) -> dict[str, Kept]:
    """Choose the pictures of a message that can be kept: wanted again, at an address that lasts."""
    least = now_ms // 1000 + EXPIRES_BEFORE_SECONDS
    return {name: one for name, one in pictures.items() if name in filenames and _expires(one.url) > least}


def _expires(url: str) -> float:
    """Tell until when an address of Discord's files is valid, Unix seconds; for ever if it does not say."""
    try:
        return int(parse_qs(urlsplit(url).query)["ex"][0], 16)
    except (KeyError, ValueError):
        return float("inf")


# --- what is read of answers --------------------------------------------------------------------------------


class _Media(msgspec.Struct):
    url: str = ""
    attachment_id: str | None = None


class _Item(msgspec.Struct):
    media: _Media


class _Part(msgspec.Struct):
    custom_id: str = ""
    content: str = ""
    components: list[_Part] = []
    items: list[_Item] = []


class _Message(msgspec.Struct):
    id: str
    components: list[_Part] = []


class _Author(msgspec.Struct):
    id: str


class Seen(msgspec.Struct):
    """A message of a channel's history."""

    id: str
    author: _Author
    components: list[_Part] = []

    @property
    def parts(self) -> Iterator[_Part]:
        """List its components, nested ones too, in order."""
        return _walk(self.components)


def _walk(parts: Iterable[_Part]) -> Iterator[_Part]:
    for part in parts:
        yield part
        yield from _walk(part.components)


class _Resource(msgspec.Struct):
    message: _Message | None = None


class _Callback(msgspec.Struct):
    response_message_id: str | None = None


class _Told(msgspec.Struct):
    interaction: _Callback | None = None
    resource: _Resource | None = None


class _Error(msgspec.Struct):
    code: int = 0
    message: str = ""
    retry_after: float = 0


def read(reply: Reply, kind: type[T]) -> T:
    """Read an answer; one of an error that cannot be read says nothing."""
    try:
        return msgspec.json.decode(reply.body, type=kind)
    except msgspec.MsgspecError as error:
        if reply.status >= 300:
            return kind()
        raise Unanswered(f"an answer cannot be read: {error}") from error


def _id_of(reply: Reply) -> int:
    return int(read(reply, _Message).id)


def _sent(message: _Message, page: Page | None, kept: Mapping[str, Kept]) -> Sent:
    """Learn which pictures a message has: they stand in its galleries, in the order of the page's."""
    media = [item.media for part in _walk(message.components) for item in part.items]
    files = page.files if page is not None else ()
    pictures = {file.filename: kept[file.filename] for file in files if file.filename in kept}
    for file, shown in zip(files, media, strict=False):
        if shown.attachment_id is not None:
            pictures[file.filename] = Kept(int(shown.attachment_id), shown.url)
    return Sent(int(message.id), pictures)
