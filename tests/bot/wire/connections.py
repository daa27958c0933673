"""A fake connection to Discord that records requests and returns prepared answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from bot.wire.errors import NoAnswer, ServedElsewhere
from bot.wire.limits import Allowance, Limits
from bot.wire.pings import PingAccount
from bot.wire.transport import ApiRequest, HttpResponse, Transport, Upload
from storage.rows import GuildSettings
from tests.bot.turning import HandClock

FROM_DISCORD = {"Via": "1.1 google"}
"""A header on answers of Discord itself, which a blocking proxy's answers lack."""

APPLICATION, BOT = 700, 800


class RecordedRequest(NamedTuple):
    """A recorded request with its body."""

    method: str
    path: str
    body: Any
    files: list[Upload]
    by_bot: bool


class FakeConnection:
    """A connection that returns the given answers, or raises the given errors, in order."""

    def __init__(self, *replies: HttpResponse | Exception) -> None:
        self.requests: list[RecordedRequest] = []
        self._replies = list(replies)

    async def request(self, request: ApiRequest) -> HttpResponse:
        if not request.may_send():
            raise ServedElsewhere(request.path)
        content = json.loads(request.body) if request.body else None
        files = list(request.files)
        self.requests.append(RecordedRequest(request.method, request.path, content, files, request.is_by_bot))
        reply = self._replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    @property
    def last(self) -> RecordedRequest:
        return self.requests[-1]

    @property
    def requested(self) -> list[tuple[str, str]]:
        return [request[:2] for request in self.requests]

    def transport(self, limits: Limits | None = None, account: PingAccount | None = None) -> Transport:
        """Return a transport over this connection; without an account of pings it notifies nobody."""
        limits = limits or Limits(HandClock(), Allowance(50, 1000))
        return Transport(self, limits, APPLICATION, BOT, account=account)


async def usual_settings(guild_id: int) -> GuildSettings:
    """Return the settings of a server that has chosen none."""
    return GuildSettings(guild_id)


def open_account() -> PingAccount:
    """Return an account of pings without any ping, for servers that have chosen no settings."""
    return PingAccount(HandClock(), usual_settings)


def reply(body: Any = None, status: int = 200, headers: Mapping[str, str] = FROM_DISCORD) -> HttpResponse:
    return HttpResponse(status, headers, b"" if body is None else json.dumps(body).encode())


def refusal(status: int, code: int = 0) -> HttpResponse:
    return reply({"message": "No.", "code": code}, status)


def lost_request() -> Exception:
    """Return the error of a request whose outcome is unknown."""
    return NoAnswer("lost")


def message(message_id: int, *pictures: tuple[int | None, str]) -> dict[str, Any]:
    """Return a message as Discord sends it, with pictures given by attachment id and address."""
    items = [
        {"media": {"url": url, **({"attachment_id": str(media_id)} if media_id else {})}}
        for media_id, url in pictures
    ]
    parts = [{"type": 10, "content": "Hello"}, *([{"type": 12, "items": items}] if items else [])]
    return {"id": str(message_id), "attachments": [], "components": [{"type": 17, "components": parts}]}


def answered(message: Mapping[str, Any]) -> HttpResponse:
    """Return Discord's reply to an interaction answer that created the message."""
    about = {"id": "5", "type": 3, "response_message_id": message["id"]}
    return reply({"interaction": about, "resource": {"type": 7, "message": message}})
