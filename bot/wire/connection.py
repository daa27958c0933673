"""The HTTP client for Discord's API. Bodies of requests and responses are bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from importlib.metadata import version
from typing import Any, NamedTuple, Protocol

import aiohttp
import msgspec
from yarl import URL

from bot.wire.errors import NoAnswer, RequestTimedOut, ServedElsewhere

API = "https://discord.com/api/v10"

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


class ApiConnection(Protocol):
    """Protocol of a connection to Discord's API or to a simulated Discord."""

    async def request(
        self,
        method: str,
        path: str,
        body: bytes,
        files: Sequence[Upload] = (),
        *,
        by_bot: bool,
        may_send: Check = always,
    ) -> HttpResponse:
        """Send a request and return the response.

        Args:
            path: path below the API's URL, with its query.
            body: JSON, or empty.
            by_bot: send the bot's token, which a path with an interaction's token does not need.
            may_send: is called immediately before the first byte is sent.

        Raises:
            NoAnswer: the outcome of the request is unknown.
            ServedElsewhere: ``may_send`` has returned False, and nothing was sent.
        """


_may_send: ContextVar[Check] = ContextVar("may_send", default=always)
"""The check of the request that the current task is sending."""


class _CheckedRequest(aiohttp.ClientRequest):
    """A request that is checked once more when its connection is open.

    Opening a connection may take seconds, in which another process may have taken over the server.
    """

    async def send(self, conn: Any) -> aiohttp.ClientResponse:
        """Send the request over an open connection. Called by aiohttp, and again if aiohttp repeats it."""
        if not _may_send.get()():
            raise ServedElsewhere(f"{self.method} {self.url.path}")
        return await super().send(conn)

    async def write_bytes(self, writer: Any, conn: Any, content_length: int | None = None) -> None:
        """Write the headers and the body. Called by aiohttp in another task, for requests with a body."""
        if not _may_send.get()():
            conn.protocol.set_exception(ServedElsewhere(f"{self.method} {self.url.path}"))
            return
        await super().write_bytes(writer, conn, content_length)


class HttpConnection:
    """A connection to Discord's API.

    Args:
        api: another address of the API, for tests.
    """

    def __init__(self, token: str, api: str | None = None) -> None:
        self._token, self._api = token, api or API
        self._session: aiohttp.ClientSession | None = None

    async def request(
        self,
        method: str,
        path: str,
        body: bytes,
        files: Sequence[Upload] = (),
        *,
        by_bot: bool,
        may_send: Check = always,
    ) -> HttpResponse:
        """Send a request and return the response; see ``ApiConnection.request``."""
        headers = {"User-Agent": USER_AGENT}
        if by_bot:
            headers["Authorization"] = f"Bot {self._token}"
        if files:
            body, headers["Content-Type"] = form(body, files), FORM
        elif body:
            headers["Content-Type"] = JSON
        # Created by the first request, because a session needs a running event loop.
        if self._session is None:
            self._session = aiohttp.ClientSession(
                timeout=aiohttp.ClientTimeout(total=LONGEST_SECONDS),
                connector=aiohttp.TCPConnector(limit=0),
                cookie_jar=aiohttp.DummyCookieJar(),
                request_class=_CheckedRequest,
            )
        if self._session.closed:
            raise NoAnswer("the connection is closed")
        _may_send.set(may_send)
        try:
            url = URL(f"{self._api}{path}", encoded=True)
            async with self._session.request(method, url, data=body or None, headers=headers) as answer:
                return HttpResponse(answer.status, answer.headers, await answer.read())
        except TimeoutError as error:
            raise RequestTimedOut(repr(error)) from error
        except (aiohttp.ClientError, OSError) as error:
            raise NoAnswer(repr(error)) from error

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
