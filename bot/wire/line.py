"""The line to Discord's HTTP API: one request, one answer, bytes there and bytes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import NamedTuple, Protocol

import aiohttp
import msgspec
from yarl import URL

from bot.wire.errors import Hung, Unanswered

API = "https://discord.com/api/v10"

LIBRARY = "https://github.com/Rapptz/discord.py"
USER_AGENT = f"DiscordBot ({LIBRARY}, {version('discord.py')}) Tefuda/{version('tefuda')}"
"""Discord asks for the address and version of the client library; ours has no page of its own."""

LONGEST_SECONDS = 15.0
"""A request that takes longer is given up; nobody knows then whether it was carried out."""

BOUNDARY = b"tefuda-c2b1f0a94d7e"
JSON = "application/json"
FORM = f"multipart/form-data; boundary={BOUNDARY.decode()}"


class Upload(NamedTuple):
    """A file of a request."""

    filename: str
    data: bytes


class Reply(NamedTuple):
    """An answer: status, headers, body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Line(Protocol):
    """Carries requests; the one thing that a simulated Discord has to do in place of the real one."""

    async def request(
        self, method: str, path: str, body: bytes, files: Sequence[Upload] = (), *, by_bot: bool
    ) -> Reply:
        """Carry one request there and its answer back.

        Args:
            method, path: what is asked for; the path is below that of the API, with its query.
            body: JSON, or nothing.
            files: what is uploaded with it.
            by_bot: it bears the bot's token; else the path holds an interaction's.

        Raises:
            Unanswered: nobody knows what became of it.
        """


class HttpLine:
    """The line to the real Discord, or where else the ``api`` is."""

    def __init__(self, token: str, api: str | None = None) -> None:
        self._token, self._api = token, api or API
        self._session: aiohttp.ClientSession | None = None

    async def request(
        self, method: str, path: str, body: bytes, files: Sequence[Upload] = (), *, by_bot: bool
    ) -> Reply:
        """Carry one request there and its answer back, as ``Line`` says."""
        headers = {"User-Agent": USER_AGENT}
        if by_bot:
            headers["Authorization"] = f"Bot {self._token}"
        if files:
            body, headers["Content-Type"] = form(body, files), FORM
        elif body:
            headers["Content-Type"] = JSON
        if self._session is None:
            self._session = aiohttp.ClientSession(
                timeout=aiohttp.ClientTimeout(total=LONGEST_SECONDS),
                connector=aiohttp.TCPConnector(limit=0),
                cookie_jar=aiohttp.DummyCookieJar(),
            )
        if self._session.closed:
            raise Unanswered("the line is closed")
        try:
            url = URL(f"{self._api}{path}", encoded=True)
            async with self._session.request(method, url, data=body or None, headers=headers) as answer:
                return Reply(answer.status, answer.headers, await answer.read())
        except TimeoutError as error:
            raise Hung(repr(error)) from error
        except (aiohttp.ClientError, OSError) as error:
            raise Unanswered(repr(error)) from error

    async def close(self) -> None:
        """Let the connections go; what is asked for later is not answered."""
        if self._session is not None:
            await self._session.close()


def form(body: bytes, files: Sequence[Upload]) -> bytes:
    """Put a request with files into one piece of bytes, as multipart/form-data."""
    parts = [b'--%b\r\nContent-Disposition: form-data; name="payload_json"\r\n' % BOUNDARY]
    parts += [b"Content-Type: application/json\r\n\r\n", body]
    for number, file in enumerate(files):
        name = msgspec.json.encode(file.filename)
        parts.append(b"\r\n--%b\r\n" % BOUNDARY)
        parts.append(b'Content-Disposition: form-data; name="files[%d]"; filename=%b\r\n' % (number, name))
        parts += [b"Content-Type: application/octet-stream\r\n\r\n", file.data]
    parts.append(b"\r\n--%b--\r\n" % BOUNDARY)
    return b"".join(parts)
