"""Requests to Discord about messages, and their answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from enum import IntEnum
from importlib.metadata import version
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import aiohttp
import msgspec
from yarl import URL

from bot import metrics
from bot.clock import Clock, Elapsed
from bot.undocumented import CheckedRequest, last_check
from bot.wire.components import walk
from bot.wire.errors import (
    INVALID_FORM,
    THREAD_EXISTS,
    TOO_OLD,
    UNKNOWN_MESSAGE,
    NoAnswer,
    RateLimited,
    RequestRejected,
    RequestTimedOut,
    ServedElsewhere,
)
from bot.wire.limits import Limits, Priority, Route
from bot.wire.messages import (
    COMPONENTS_V2,
    EPHEMERAL,
    Attachment,
    FitsLimit,
    Page,
    SentMessage,
    StoredPicture,
    unchanged,
)
from bot.wire.pings import PingAccount, Pings

# --- recovery -----------------------------------------------------------------------------------------------
# Detects the end of an outage of Discord.

NOTICED_MS = 5000
"""Length of an outage from which its end is reported. After a shorter one, failed requests are retried soon
enough anyway.
"""


class Recovery:
    """Notices the end of an outage of Discord.

    Args:
        on_recovery: called at the first response after an outage.
    """

    def __init__(self, clock: Clock, on_recovery: Callable[[], None]) -> None:
        self._clock = clock
        self._on_recovery = on_recovery
        self._since: Elapsed | None = None

    def note_failure(self) -> None:
        """Record a request without a response, or with a server error."""
        if self._since is None:
            self._since = self._clock.elapsed_ms()

    def note_answer(self) -> None:
        """Record that Discord has answered a request. This may end an outage."""
        since = self._since
        self._since = None
        if since is not None and self._clock.elapsed_ms() - since >= NOTICED_MS:
            self._on_recovery()


# --- connection ---------------------------------------------------------------------------------------------
# The HTTP client for Discord's API. Bodies of requests and responses are bytes.

API = "https://discord.com/api/v10"
CDN = "https://cdn.discordapp.com"

LIBRARY = "https://github.com/Rapptz/discord.py"
USER_AGENT = f"DiscordBot ({LIBRARY}, {version('discord.py')}) Tefuda/{version('tefuda')}"
"""Discord requires the client library's URL and version; the URL is discord.py's, as Tefuda has none."""

LONGEST_SECONDS = 15.0
"""Timeout of a request. Its outcome is unknown after that."""

BOUNDARY = b"tefuda-c2b1f0a94d7e"
JSON = "application/json"
FORM = f"multipart/form-data; boundary={BOUNDARY.decode()}"


class Upload(NamedTuple):
    """A file to upload with a request."""

    filename: str
    data: bytes


class HttpResponse(NamedTuple):
    """An HTTP response."""

    status: int
    headers: Mapping[str, str]
    body: bytes


Check = Callable[[], bool]
"""Returns whether a request may still be sent."""


def always() -> bool:
    """Return True: a request that belongs to no server may always be sent."""
    return True


class ApiRequest(NamedTuple):
    """A request to Discord's API."""

    method: str
    path: str  # below the API's URL, with its query
    body: bytes = b""  # JSON, or empty
    files: Sequence[Upload] = ()
    is_by_bot: bool = True  # with the bot's token, which a path with an interaction's token does not need
    may_send: Check = always  # is called immediately before the first byte is sent

    def __repr__(self) -> str:
        # The path may contain a token.
        return f"ApiRequest({self.method!r})"


class ApiConnection(Protocol):
    """Protocol of a connection to Discord's API or to a simulated Discord."""

    async def request(self, request: ApiRequest) -> HttpResponse:
        """Send a request and return the response.

        Raises:
            NoAnswer: the outcome of the request is unknown.
            ServedElsewhere: ``may_send`` has returned False, and nothing was sent.
        """

    async def download(self, path: str, most_bytes: int) -> bytes:
        """Return a file of Discord's CDN.

        Args:
            path: path below the CDN's URL, with its query.
            most_bytes: a longer file is refused.

        Raises:
            NoAnswer: the file did not come.
            RequestRejected: there is no such file, or it is too long.
        """


class HttpConnection:
    """A connection to Discord's API and to its CDN.

    Args:
        api: another address of the API, for tests.
        cdn: another address of the CDN, for tests.
    """

    def __init__(self, token: str, api: str | None = None, cdn: str | None = None) -> None:
        self._token = token
        self._api = api or API
        self._cdn = cdn or CDN
        self._session: aiohttp.ClientSession | None = None

    async def request(self, request: ApiRequest) -> HttpResponse:
        """Send a request and return the response; see ``ApiConnection.request``."""
        body = request.body
        headers = {"User-Agent": USER_AGENT}
        if request.is_by_bot:
            headers["Authorization"] = f"Bot {self._token}"
        if request.files:
            body = form(body, request.files)
            headers["Content-Type"] = FORM
        elif body:
            headers["Content-Type"] = JSON
        session = self._open_session()

        def refusal() -> Exception | None:
            if request.may_send():
                return None
            return ServedElsewhere(f"{request.method} {request.path.partition('?')[0]}")

        last_check.set(refusal)
        try:
            url = URL(f"{self._api}{request.path}", encoded=True)
            # A payload, so that aiohttp need not find out the type of the body.
            data = aiohttp.BytesPayload(body) if body else None
            async with session.request(request.method, url, data=data, headers=headers) as answer:
                return HttpResponse(answer.status, answer.headers, await answer.read())
        except TimeoutError as error:
            raise RequestTimedOut(repr(error)) from error
        except (aiohttp.ClientError, OSError) as error:
            raise NoAnswer(repr(error)) from error

    async def download(self, path: str, most_bytes: int) -> bytes:
        """Return a file of Discord's CDN; see ``ApiConnection.download``."""
        session = self._open_session()
        last_check.set(lambda: None)
        url = URL(f"{self._cdn}{path}", encoded=True)
        try:
            # Without the bot's token, and from no other host.
            async with session.get(url, headers={"User-Agent": USER_AGENT}, allow_redirects=False) as answer:
                if answer.status != 200:
                    raise RequestRejected(answer.status, 0, f"the CDN refuses {path.partition('?')[0]}")
                content = bytearray()
                async for part in answer.content.iter_chunked(most_bytes):
                    content += part
                    if len(content) > most_bytes:
                        raise RequestRejected(answer.status, 0, f"more than {most_bytes} bytes")
                return bytes(content)
        except TimeoutError as error:
            raise RequestTimedOut(repr(error)) from error
        except (aiohttp.ClientError, OSError) as error:
            raise NoAnswer(repr(error)) from error

    def _open_session(self) -> aiohttp.ClientSession:
        # Created by the first request, because a session needs a running event loop.
        if self._session is None:
            self._session = aiohttp.ClientSession(
                timeout=aiohttp.ClientTimeout(total=LONGEST_SECONDS),
                connector=aiohttp.TCPConnector(limit=0),
                cookie_jar=aiohttp.DummyCookieJar(),
                request_class=CheckedRequest,
            )
        if self._session.closed:
            raise NoAnswer("the connection is closed")
        return self._session

    async def close(self) -> None:
        """Close the connection. Later requests raise ``NoAnswer``."""
        if self._session is not None:
            await self._session.close()


def form(body: bytes, files: Sequence[Upload]) -> bytes:
    """Return a request's JSON and files, encoded as multipart/form-data."""
    parts = [b'--%b\r\nContent-Disposition: form-data; name="payload_json"\r\n' % BOUNDARY]
    parts += [b"Content-Type: application/json\r\n\r\n", body]
    for number, file in enumerate(files):
        name = msgspec.json.encode(file.filename)
        parts.append(b"\r\n--%b\r\n" % BOUNDARY)
        parts.append(b'Content-Disposition: form-data; name="files[%d]"; filename=%b\r\n' % (number, name))
        parts += [b"Content-Type: application/octet-stream\r\n\r\n", file.data]
    parts.append(b"\r\n--%b--\r\n" % BOUNDARY)
    return b"".join(parts)


# --- responses ----------------------------------------------------------------------------------------------
# Types of Discord's responses, with only the fields that the bot reads.

T = TypeVar("T")


class _ReceivedMedia(msgspec.Struct):
    url: str = ""
    attachment_id: str | None = None


class _ReceivedItem(msgspec.Struct):
    media: _ReceivedMedia


class _ReceivedComponent(msgspec.Struct):
    custom_id: str = ""
    content: str = ""
    components: list[_ReceivedComponent] = []
    items: list[_ReceivedItem] = []


class ReceivedMessage(msgspec.Struct):
    """A message in a response."""

    id: str
    components: list[_ReceivedComponent] = []


class _ReceivedAuthor(msgspec.Struct):
    id: str


class HistoryMessage(msgspec.Struct):
    """A message of a channel's history."""

    id: str
    author: _ReceivedAuthor
    components: list[_ReceivedComponent] = []

    @property
    def parts(self) -> Iterator[_ReceivedComponent]:
        """All components of the message, nested components included."""
        return walk(self.components)


class _Resource(msgspec.Struct):
    message: ReceivedMessage | None = None


class _Callback(msgspec.Struct):
    response_message_id: str | None = None


class CallbackResponse(msgspec.Struct):
    """Discord's response when the bot has answered an interaction. It contains the new message."""

    interaction: _Callback | None = None
    resource: _Resource | None = None


class ErrorBody(msgspec.Struct):
    """The body of an error response.

    Attributes:
        code: Discord's error code; 0 if there is none.
        retry_after: seconds to wait.
    """

    code: int = 0
    message: str = ""
    retry_after: float = 0


def decode_response(reply: HttpResponse, kind: type[T]) -> T:
    """Return a response decoded from JSON. If an error response cannot be decoded, return ``kind()``.

    Raises:
        NoAnswer: a response of success cannot be decoded.
    """
    try:
        return msgspec.json.decode(reply.body, type=kind)
    except msgspec.MsgspecError as error:
        if reply.status >= 300:
            return kind()
        raise NoAnswer(f"an answer cannot be read: {error}") from error


def id_of(reply: HttpResponse) -> int:
    """Return the id of the message or thread in a response."""
    return int(decode_response(reply, ReceivedMessage).id)


def sent_message(
    message: ReceivedMessage, page: Page | None, kept: Mapping[str, StoredPicture]
) -> SentMessage:
    """Return the message in a response to sending ``page``.

    Args:
        kept: pictures by file name that were uploaded earlier.

    Returns:
        the message. The pictures that it does not show come first.
    """
    media = []
    for part in walk(message.components):
        media += [item.media for item in part.items]
    files = page.files if page is not None else ()
    in_page = {file.filename: kept[file.filename] for file in files if file.filename in kept}
    pictures = {name: picture for name, picture in kept.items() if name not in in_page} | in_page
    for file, stored in zip(files, media, strict=False):
        is_elsewhere = file.filename in in_page and in_page[file.filename].attachment_id is None
        if stored.attachment_id is not None and not is_elsewhere:
            pictures[file.filename] = StoredPicture(int(stored.attachment_id), stored.url)
    return SentMessage(int(message.id), pictures)


# --- transport ----------------------------------------------------------------------------------------------
# The requests to Discord's HTTP API that tables need.
#
# Each request's source is in docs/DISCORD.md, and ``tefuda doctor`` tries the requests out. Failed requests
# are not repeated here, since only the caller knows whether they are still wanted.

KEPT_MINUTES: Final = 10080
"""How long after its last message a thread stays in the channel list: a week, as a turn may take days."""

PUBLIC_THREAD = 11
"""Discord's type of a public thread."""

TOO_MANY = 429
SERVER_ERROR = 500

NONCE_LIMIT = 25
"""Length limit of a message's nonce, in characters; Discord rejects longer ones."""

EXPIRES_BEFORE_SECONDS = 120
"""A picture's URL that expires within this time is not reused."""


class CallbackType(IntEnum):
    """Discord's types of responses to an interaction."""

    MESSAGE = 4
    ACKNOWLEDGED = 6
    UPDATE = 7
    CHOICES = 8
    FORM = 9


_EMOJI_ID = re.compile(rb'"emoji":\{"name":"\w+","id":|<:\w+:\d+>')
"""An emoji of the application in the JSON of a message."""

REFUSED_MS = 3_600_000
"""How long pictures are uploaded instead, once Discord has refused one that is named by its address."""


class Addresses:
    """Whether messages may show the pictures of other messages by their addresses.

    Discord's documentation allows it in general, but does not name galleries of private messages.
    """

    def __init__(self) -> None:
        self._refused_until = Elapsed(0)

    def are_accepted(self, now: Elapsed) -> bool:
        """Return whether Discord is not known to refuse addresses."""
        return now >= self._refused_until

    def note_refusal(self, now: Elapsed) -> None:
        """Record that Discord has refused a message because of an address."""
        self._refused_until = now + REFUSED_MS


class SendWatcher(Protocol):
    """Protocol of an object that records where the bot's own messages were accepted or refused."""

    def note_sent(self, channel_id: int) -> None: ...

    def note_refused(self, channel_id: int, refusal: RequestRejected) -> None: ...


class Transport:
    """Makes requests to Discord's API for one server. Callers first wait for the rate limits with ``permit``.

    Args:
        user_id: the bot's user id, which may differ from the application's id.
        account: decides whom messages may notify; ``None`` to notify nobody.
        may_send: returns whether this process serves the server. It is asked immediately before each request
            is sent, however long the request has waited.
        watcher: records the outcome of each message sent with the bot's token.
        note_refused_emoji: is called if Discord refuses a message with emoji of the application, of which
            one may have been deleted.
        within_limit: is called for each message, so that none is refused for its length.
    """

    def __init__(
        self,
        connection: ApiConnection,
        limits: Limits,
        application_id: int,
        user_id: int,
        *,
        recovery: Recovery | None = None,
        account: PingAccount | None = None,
        may_send: Check = always,
        watcher: SendWatcher | None = None,
        note_refused_emoji: Callable[[], None] = lambda: None,
        within_limit: FitsLimit = unchanged,
    ) -> None:
        self.application_id = application_id
        self._user_id = user_id
        self._connection = connection
        self._limits = limits
        self._recovery = recovery
        self._account = account
        self._may_send = may_send
        self._watcher = watcher
        self.addresses = Addresses()
        self._note_refused_emoji = note_refused_emoji
        self._within_limit = within_limit

    def permit(self, priority: Priority, route: Route, place: int) -> AbstractAsyncContextManager[None]:
        """Context manager that waits until a request may be sent; see ``Limits.permit``."""
        return self._limits.permit(priority, route, place)

    @property
    def is_global_limit_reached(self) -> bool:
        """True if requests are waiting for the bot's global limit."""
        return self._limits.is_global_limit_reached

    def is_by_us(self, user_id: str | None) -> bool:
        """Return whether a user id is the bot's own."""
        return user_id == str(self._user_id)

    # --- with the bot's token; each needs a permit ---------------------------------------------------------

    async def send(self, channel_id: int, page: Page, nonce: str, pings: Pings | None = None) -> SentMessage:
        """Send a message. Within a few minutes, the same nonce sends no second message.

        Args:
            pings: the people to notify. Those whom the account of pings leaves out are not notified.
        """
        assert len(nonce) <= NONCE_LIMIT, nonce
        body: dict[str, Any] = {"nonce": nonce, "enforce_nonce": True}
        path = f"/channels/{channel_id}/messages"
        return await self._write(Route.SEND, channel_id, "send", "POST", path, page, {}, body, pings)

    async def edit(
        self, channel_id: int, message_id: int, page: Page, kept: Mapping[str, StoredPicture] = {}
    ) -> SentMessage:
        """Edit one of the bot's messages.

        Args:
            kept: pictures by file name that were uploaded earlier. Those that the page does not show stay
                attached to the message, where nobody sees them.
        """
        path = f"/channels/{channel_id}/messages/{message_id}"
        return await self._write(Route.EDIT, channel_id, "edit", "PATCH", path, page, kept)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete one of the bot's messages."""
        path = f"/channels/{channel_id}/messages/{message_id}"
        await self.ask(Route.DELETE, channel_id, "delete", "DELETE", path)

    async def history(self, channel_id: int, most: int) -> list[HistoryMessage]:
        """Return the newest messages of a channel, the newest first."""
        path = f"/channels/{channel_id}/messages?limit={most}"
        reply = await self.ask(Route.LOOK, channel_id, "history", "GET", path)
        return decode_response(reply, list[HistoryMessage])

    async def open_thread(self, channel_id: int, message_id: int | None, name: str) -> int:
        """Open a public thread, and return its id. A retry for the same message returns the same thread.

        Args:
            message_id: the message that the thread belongs to, if it still exists.
        """
        about = {"name": name, "auto_archive_duration": KEPT_MINUTES}
        if message_id is not None:
            path = f"/channels/{channel_id}/messages/{message_id}/threads"
            try:
                return id_of(await self.ask(Route.THREAD, channel_id, "thread", "POST", path, about))
            except RequestRejected as refusal:
                # An earlier attempt succeeded: a message's thread has the message's id.
                if refusal.code == THREAD_EXISTS:
                    return message_id
                if refusal.code != UNKNOWN_MESSAGE:
                    raise
        path = f"/channels/{channel_id}/threads"
        body = about | {"type": PUBLIC_THREAD}
        return id_of(await self.ask(Route.THREAD, channel_id, "thread", "POST", path, body))

    async def open_direct_channel(self, user_id: int) -> int:
        """Return the id of the channel of direct messages with a person. It is the same at every call."""
        body = {"recipient_id": str(user_id)}
        return id_of(await self.ask(Route.DIRECT, 0, "direct", "POST", "/users/@me/channels", body))

    # --- by the token of an interaction -------------------------------------------------------------------

    async def answer(
        self,
        interaction_id: int,
        token: str,
        kind: CallbackType,
        page: Page | None = None,
        kept: Mapping[str, StoredPicture] = {},
        *,
        is_private: bool = False,
        pings: Pings | None = None,
        data: Any = None,
    ) -> SentMessage:
        """Answer an interaction, which is possible only once.

        Args:
            kept: pictures by file name that were uploaded earlier. Those that the page does not show stay
                attached to the message, where nobody sees them.
            pings: the people to notify. Those whom the account of pings leaves out are not notified.
            data: the content of an answer that is no message, such as a form.
        """
        path = f"/interactions/{interaction_id}/{token}/callback?with_response=true"
        files: list[Upload] = []
        async with self._notified(pings) as people:
            if page is not None:
                data, files = await _request_of(self._within_limit(page), kept, people)
                if kind is CallbackType.MESSAGE and is_private:
                    data["flags"] |= EPHEMERAL
            if data is None:
                body = {"type": int(kind)}
            else:
                body = {"type": int(kind), "data": data}
            reply = await self.ask(None, 0, "answer", "POST", path, body, files)
        # The response contains the new message, or only its id.
        if reply.body:
            result = decode_response(reply, CallbackResponse)
        else:
            result = CallbackResponse()
        if result.resource is not None and result.resource.message is not None:
            return sent_message(result.resource.message, page, kept)
        if result.interaction is None:
            message_id = None
        else:
            message_id = result.interaction.response_message_id
        return SentMessage(None if message_id is None else int(message_id))

    async def edit_by_token(
        self,
        interaction_id: int,
        token: str,
        page: Page,
        kept: Mapping[str, StoredPicture] = {},
        message_id: int | None = None,
    ) -> SentMessage:
        """Edit a message that was sent with an interaction's token.

        Args:
            kept: pictures by file name that were uploaded earlier. Those that the page does not show stay
                attached to the message, where nobody sees them.
            message_id: ``None`` for the first response to the interaction.
        """
        # The first response may be an edit of the tapped message, which ``@original`` then names.
        path = f"{self._hook(token)}/messages/{message_id or '@original'}"
        return await self._write(Route.BY_TOKEN, interaction_id, "panel", "PATCH", path, page, kept)

    async def delete_by_token(self, interaction_id: int, token: str, message_id: int | None = None) -> None:
        """Delete a message that was sent with an interaction's token.

        Args:
            message_id: ``None`` for the first response to the interaction.
        """
        path = f"{self._hook(token)}/messages/{message_id or '@original'}"
        await self.ask(Route.BY_TOKEN, interaction_id, "panel delete", "DELETE", path)

    async def follow_up(
        self, channel_id: int, token: str, page: Page, kept: Mapping[str, StoredPicture] = {}
    ) -> SentMessage:
        """Send a message that only one person sees, with an interaction's token.

        Args:
            kept: pictures by file name that another message has.
        """
        # A public follow-up to an ephemeral message looks broken to others (docs/DISCORD.md).
        body = {"flags": COMPONENTS_V2 | EPHEMERAL}
        return await self._write(
            Route.FOLLOW_UP, channel_id, "followup", "POST", self._hook(token), page, kept, body
        )

    def _hook(self, token: str) -> str:
        return f"/webhooks/{self.application_id}/{token}"

    # --- one request --------------------------------------------------------------------------------------

    async def _write(
        self,
        route: Route,
        place: int,
        kind: str,
        method: str,
        path: str,
        page: Page,
        kept: Mapping[str, StoredPicture],
        more: Mapping[str, Any] = {},
        pings: Pings | None = None,
    ) -> SentMessage:
        async with self._notified(pings) as people:
            data, files = await _request_of(self._within_limit(page), kept, people)
            reply = await self.ask(route, place, kind, method, path, {**data, **more}, files)
        return sent_message(decode_response(reply, ReceivedMessage), page, kept)._replace(notified=people)

    def _notified(self, pings: Pings | None) -> AbstractAsyncContextManager[tuple[int, ...]]:
        if pings is None or self._account is None:
            return nullcontext(())
        return self._account.granted(pings)

    async def ask(
        self,
        route: Route | None,
        place: int,
        kind: str,
        method: str,
        path: str,
        body: Any = None,
        files: Sequence[Upload] = (),
    ) -> HttpResponse:
        """Send a request and return the response.

        Args:
            route: the kind of request for the rate limits.
            place: see ``permit``.
            kind: name of the request in the metrics.

        Raises:
            ServedElsewhere: this process no longer serves the server. Nothing was sent.
            DiscordError: the request failed, or its outcome is unknown.
        """
        encoded = b"" if body is None else msgspec.json.encode(body)
        is_by_bot = route is not None and route.is_by_bot
        request = ApiRequest(method, path, encoded, files, is_by_bot, self._may_send)
        try:
            reply = await self._connection.request(request)
        except NoAnswer:
            metrics.count_request(kind, 0)
            if self._recovery is not None:
                self._recovery.note_failure()
            raise
        metrics.count_request(kind, reply.status)
        # A 429 may come from a proxy, so it proves neither an outage nor its end.
        if self._recovery is not None and reply.status != TOO_MANY:
            if reply.status >= SERVER_ERROR:
                self._recovery.note_failure()
            else:
                self._recovery.note_answer()
        if route is not None:
            self._limits.note_headers(route, place, reply.headers)
        if reply.status < 300:
            if route is Route.SEND and self._watcher is not None:
                self._watcher.note_sent(place)
            return reply
        if reply.status == TOO_MANY:
            raise self._rate_limit_error(route, place, reply)
        if reply.status >= SERVER_ERROR:
            raise NoAnswer(f"{kind}: {reply.status}")
        error = decode_response(reply, ErrorBody)
        refusal = RequestRejected(reply.status, error.code, error.message)
        if route is Route.SEND and self._watcher is not None:
            self._watcher.note_refused(place, refusal)
        if error.code == INVALID_FORM and _EMOJI_ID.search(encoded):
            self._note_refused_emoji()
        raise refusal

    def _rate_limit_error(self, route: Route | None, place: int, reply: HttpResponse) -> Exception:
        error = decode_response(reply, ErrorBody)
        # Too many edits of an old message: this concerns only that message.
        if error.code == TOO_OLD:
            return RequestRejected(reply.status, error.code, error.message)
        seconds = max(0.001, error.retry_after or float(reply.headers.get("Retry-After") or 1))
        # A proxy that has blocked us sends no scope header, and rejects every request.
        is_global = reply.headers.get("X-RateLimit-Scope") == "global" or "Via" not in reply.headers
        self._limits.note_refusal(route, place, round(1000 * seconds), is_global=is_global)
        return RateLimited(seconds)


async def _request_of(
    page: Page, kept: Mapping[str, StoredPicture], mentions: Iterable[int] = ()
) -> tuple[dict[str, Any], list[Upload]]:
    # A file that is not listed is removed from the message. One of another message is not listed.
    own_ids = [known.attachment_id for known in kept.values() if known.attachment_id is not None]
    attachments = [Attachment(str(attachment_id)) for attachment_id in own_ids]
    uploads: list[Upload] = []
    for file in page.files:
        if file.filename not in kept:
            attachments.append(Attachment(str(len(uploads)), file.filename))
            uploads.append(Upload(file.filename, await file.data()))
    mentioned = list(map(str, mentions))
    data = {
        "flags": COMPONENTS_V2,
        "components": page.components_json(kept),
        "attachments": attachments,
        "allowed_mentions": {"parse": [], "users": mentioned},
    }
    return data, uploads


def unexpired_pictures(pictures: Mapping[str, StoredPicture], now_ms: int) -> dict[str, StoredPicture]:
    """Return a message's own pictures whose URLs do not expire soon."""
    least = now_ms // 1000 + EXPIRES_BEFORE_SECONDS
    own = {name: stored for name, stored in pictures.items() if stored.attachment_id is not None}
    return {name: stored for name, stored in own.items() if _expiry(stored.url) > least}


_EXPIRY = re.compile(r"[?&]ex=([0-9a-fA-F]+)(?:&|$)")


def _expiry(url: str) -> float:
    expiry = _EXPIRY.search(url)
    return float("inf") if expiry is None else int(expiry[1], 16)
