"""Tests of the HTTP connection to Discord's API, with a local server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from aiohttp import BodyPartReader, web
from aiohttp.test_utils import TestServer

from bot.wire.errors import NoAnswer, RequestRejected
from bot.wire.transport import USER_AGENT, ApiRequest, HttpConnection, Upload

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


async def hello(request: web.Request) -> web.StreamResponse:
    return web.Response(status=201, body=b"hello", headers={"X-RateLimit-Remaining": "4"})


class Discord:
    """A local HTTP server that records requests and answers them by ``handler``."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, str, Any, bytes]] = []
        self.handler: Handler = hello
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._take)
        self.server = TestServer(app)

    async def _take(self, request: web.Request) -> web.StreamResponse:
        is_form = request.content_type.startswith("multipart/")
        body = b"" if is_form else await request.read()
        self.requests.append((request.method, request.path_qs, request.headers, body))
        return await self.handler(request)


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    discord = Discord()
    await discord.server.start_server()
    yield discord
    await discord.server.close()


@pytest.fixture
async def connection(discord: Discord) -> AsyncIterator[HttpConnection]:
    connection = HttpConnection("secret", str(discord.server.make_url("/api")))
    yield connection
    await connection.close()


async def test_request_and_answer_are_unchanged(discord: Discord, connection: HttpConnection) -> None:
    """JSON is sent unchanged; status, headers and body of the answer are returned unchanged."""
    answer = await connection.request(ApiRequest("POST", "/channels/7/messages?a=1", b'{"a":1}'))
    assert (answer.status, answer.headers["x-ratelimit-remaining"], answer.body) == (201, "4", b"hello")
    ((method, path, headers, body),) = discord.requests
    assert (method, path, body) == ("POST", "/api/channels/7/messages?a=1", b'{"a":1}')
    assert headers["Content-Type"] == "application/json"
    assert headers["Authorization"] == "Bot secret"
    assert headers["User-Agent"] == USER_AGENT


async def test_bot_token_is_sent_only_where_needed(discord: Discord, connection: HttpConnection) -> None:
    """A request with ``is_by_bot=False`` has no Authorization header, and one without a body no JSON type."""
    await connection.request(ApiRequest("DELETE", "/webhooks/5/tok/messages/42", b"", is_by_bot=False))
    ((_, _, headers, body),) = discord.requests
    assert "Authorization" not in headers
    assert body == b""
    assert not headers.get("Content-Type", "").startswith("application/json")


async def test_files_are_sent_as_a_form(discord: Discord, connection: HttpConnection) -> None:
    """The form contains the JSON, then each file with its number and name."""
    parts: list[tuple[str | None, str | None, bytes]] = []

    async def read_form(request: web.Request) -> web.StreamResponse:
        words_for = await request.multipart()
        while isinstance(part := await words_for.next(), BodyPartReader):
            parts.append((part.name, part.filename, bytes(await part.read())))
        return web.Response()

    discord.handler = read_form
    files = [Upload("a.png", b"\x00\r\n--x\r\n"), Upload('"ü".txt', b"")]
    answer = await connection.request(ApiRequest("POST", "/channels/7/messages", b'{"a":1}', files))
    assert answer.status == 200
    assert parts == [
        ("payload_json", None, b'{"a":1}'),
        ("files[0]", "a.png", b"\x00\r\n--x\r\n"),
        ("files[1]", '"ü".txt', b""),
    ]


async def test_broken_connection_raises_an_error(discord: Discord, connection: HttpConnection) -> None:
    """A connection that breaks before or within the answer raises ``NoAnswer``."""

    async def nothing(request: web.Request) -> web.StreamResponse:
        request.transport.abort()
        return web.Response()

    async def half(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Length": "100"})
        await response.prepare(request)
        await response.write(b"half")
        request.transport.close()
        return response

    for handler in (nothing, half):
        discord.handler = handler
        with pytest.raises(NoAnswer):
            await connection.request(ApiRequest("POST", "/channels/7/messages", b"{}"))


async def test_file_comes_from_the_cdn_alone(discord: Discord) -> None:
    """Neither the token is sent nor a redirection followed, and a long file is given up."""
    cdn = HttpConnection("secret", cdn=str(discord.server.make_url("/cdn")))

    async def moved(request: web.Request) -> web.StreamResponse:
        return web.Response(status=302, headers={"Location": str(discord.server.make_url("/elsewhere"))})

    async def endless(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(100):
            await response.write(b"x" * 100_000)
        return response

    async def whole(request: web.Request) -> web.StreamResponse:
        return web.Response(body=b"x" * 1000)

    discord.handler = whole
    assert await cdn.download("/a.png?size=128", 1000) == b"x" * 1000
    with pytest.raises(RequestRejected, match="more than 999"):
        await cdn.download("/a.png", 999)
    for handler in (moved, endless):
        discord.handler = handler
        with pytest.raises(RequestRejected):
            await cdn.download("/a.png", 1000)
    assert [path for _, path, _, _ in discord.requests] == ["/cdn/a.png?size=128", *["/cdn/a.png"] * 3]
    assert not any("Authorization" in headers for _, _, headers, _ in discord.requests)
    await cdn.close()
    with pytest.raises(NoAnswer):
        await cdn.download("/a.png", 1000)


@pytest.mark.parametrize("closed", ["connection", "server"])
async def test_closed_connection_raises_an_error(
    discord: Discord, connection: HttpConnection, closed: str
) -> None:
    """A request on a closed connection, or to a stopped server, raises ``NoAnswer``."""
    await connection.request(ApiRequest("GET", "/channels/7/messages", b""))
    await (connection if closed == "connection" else discord.server).close()
    with pytest.raises(NoAnswer, match="closed" if closed == "connection" else None):
        await connection.request(ApiRequest("GET", "/channels/7/messages", b""))


async def test_slow_request_is_abandoned(
    discord: Discord, connection: HttpConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.wire.transport.LONGEST_SECONDS", 0.05)
    is_over = asyncio.Event()

    async def never(request: web.Request) -> web.StreamResponse:
        await is_over.wait()
        return web.Response()

    discord.handler = never
    with pytest.raises(NoAnswer, match="Timeout"):
        await connection.request(ApiRequest("GET", "/channels/7/messages", b""))
    is_over.set()
