"""The HTTP client for Discord's API. Bodies of requests and responses are bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import NamedTuple, Protocol

import aiohttp
import msgspec
from yarl import URL

from bot.wire.errors import NoAnswer, RequestTimedOut

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


class ApiConnection(Protocol):
    """Protocol of a connection to Discord's API or to a simulated Discord."""

    async def request(
        self, method: str, path: str, body: bytes, files: Sequence[Upload] = (), *, by_bot: bool
    ) -> HttpResponse:
        """Send a request and return the response.

        Args:
            path: path below the API's URL, with its query.
            body: JSON, or empty.
            by_bot: send the bot's token, which a path with an interaction's token does not need.

        Raises:
            NoAnswer: the outcome of the request is unknown.
        """


class HttpConnection:
    """A connection to Discord's API.

    Args:
        api: another address of the API, for tests.
    """

    def __init__(self, token: str, api: str | None = None) -> None:
        self._token, self._api = token, api or API
        self._session: aiohttp.ClientSession | None = None

    async def request(
        self, method: str, path: str, body: bytes, files: Sequence[Upload] = (), *, by_bot: bool
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
            )
        if self._session.closed:
            raise NoAnswer("the connection is closed")
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
