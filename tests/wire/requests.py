"""Parsed requests of the bot: kind, ids in the path, body and answer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from aiohttp import web

from tests.wire.world import EPHEMERAL, Interaction, Message, StandInWorld

API = "/api/v10"

PROXY = "1.1 stand-in"
"""The ``Via`` header. Without it discord.py takes a refusal for one of a proxy, and gives up."""

UNKNOWN_CHANNEL, UNKNOWN_MEMBER, UNKNOWN_MESSAGE = 10003, 10007, 10008
UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION = 10015, 10062
TOO_OLD, ANSWERED, DEAD_TOKEN, INVALID_FORM = 30046, 40060, 50027, 50035
ENTRY_POINT_MISSING, MISSING_ACCESS = 50240, 50001
UNKNOWN_EMOJI, TOO_MANY_EMOJI = 10014, 30008
ENOUGH_SAID, ARCHIVED, THREAD_EXISTS, THREAD_LOCKED = 40094, 50083, 160004, 160005

ROUTES = {
    "login": "GET /users/@me",
    "application": "GET (?:/oauth2)?/applications/@me",
    "gateway": "GET /gateway/bot",
    "commands": "PUT /applications/ID/commands",
    "registered": "GET /applications/ID/commands",
    "emoji list": "GET /applications/ID/emojis",
    "emoji": "POST /applications/ID/emojis",
    "emoji delete": "DELETE /applications/ID/emojis/(ID)",
    "channel": "GET /channels/(ID)",
    "leave": "DELETE /users/@me/guilds/(ID)",
    "member": "GET /guilds/(ID)/members/(ID)",
    "send": "POST /channels/(ID)/messages",
    "edit": "PATCH /channels/(ID)/messages/(ID)",
    "delete": "DELETE /channels/(ID)/messages/(ID)",
    "history": "GET /channels/(ID)/messages",
    "message": "GET /channels/(ID)/messages/(ID)",
    "thread": "POST /channels/(ID)(?:/messages/(ID))?/threads",
    "archive": "PATCH /channels/(ID)",
    "remove": "DELETE /channels/(ID)",
    "answer": "POST /interactions/(ID)/(ID)/callback",
    "followup": "POST /webhooks/ID/(ID)",
    "answer edit": "PATCH /webhooks/ID/(ID)/messages/(ID)",
    "answer delete": "DELETE /webhooks/ID/(ID)/messages/(ID)",
    "answer get": "GET /webhooks/ID/(ID)/messages/(ID)",
}
"""Requests by their kind. An id or a token contains no slash."""
PATTERNS = {kind: re.compile(route.replace("ID", "[^/]+")) for kind, route in ROUTES.items()}
BY_INTERACTION = {"answer", "followup", "answer edit", "answer delete", "answer get"}
WITH_TOKEN = tuple(kind for kind in ROUTES if kind not in BY_INTERACTION)
"""Kinds of requests made with the bot's token."""

IN_PUBLIC = {"followup": "send", "answer edit": "edit", "answer delete": "delete"}
"""Kinds of requests with an interaction's token, by the kind with the same public effect."""


class ParsedRequest(NamedTuple):
    """A parsed request: its kind, and the ids in its path."""

    kind: str
    ids: tuple[str, ...] = ()


class SentFile(NamedTuple):
    """A file in a request, with its size in bytes."""

    name: str
    size: int


class RequestBody(NamedTuple):
    """The body of a request: its JSON, and its files by index."""

    json: Any
    files: Mapping[str, SentFile] = {}


class Error(Exception):
    """An error response in Discord's form."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def understood(method: str, path: str) -> ParsedRequest | None:
    request = f"{method} {path.removeprefix(API).rstrip('/')}"
    for kind, pattern in PATTERNS.items():
        if match := pattern.fullmatch(request):
            return ParsedRequest(kind, tuple(group for group in match.groups() if group is not None))
    return None


def unpacked(content_type: str, raw: bytes) -> RequestBody:
    if not content_type.startswith("multipart/form-data"):
        return RequestBody(msgspec.json.decode(raw) if raw else {})
    boundary = content_type.partition("boundary=")[2].strip('"').encode()
    json: dict[str, Any] = {}
    files: dict[str, SentFile] = {}
    for piece in raw.split(b"--" + boundary)[1:-1]:
        head, _, content = piece.partition(b"\r\n\r\n")
        content = content[:-2]
        if b'name="payload_json"' in head:
            json = msgspec.json.decode(content)
        else:
            index = _between(head, b'name="files[', b"]")
            files[index] = SentFile(_between(head, b'filename="', b'"'), len(content))
    return RequestBody(json, files)


def _between(text: bytes, before: bytes, after: bytes) -> str:
    return text.partition(before)[2].partition(after)[0].decode()


def in_public(call: ParsedRequest, world: StandInWorld, body: RequestBody) -> str:
    """Return the kind of a request, or of its public effect if it uses an interaction's token."""
    interaction = world.by_token.get(call.ids[0]) if call.kind in IN_PUBLIC else None
    if interaction is None:
        return call.kind
    if call.kind == "followup":
        is_public = not interaction.is_loading and not body.json.get("flags", 0) & EPHEMERAL
    else:
        which, message = call.ids[1], interaction.original
        if which.isdigit():
            message = interaction.channel.messages.get(int(which))
        is_public = message is not None and message.seen_by is None
    return IN_PUBLIC[call.kind] if is_public else call.kind


def callback(interaction: Interaction, kind: int, message: Message | None) -> dict[str, Any]:
    """Return the response body for a callback with the option ``with_response``."""
    payload: dict[str, Any] = {"id": str(interaction.id), "type": interaction.kind}
    answer: dict[str, Any] = {"interaction": payload}
    if message is not None:
        payload["response_message_id"] = str(message.id)
        payload["response_message_loading"] = interaction.is_loading
        payload["response_message_ephemeral"] = message.seen_by is not None
        if kind in (4, 7):
            answer["resource"] = {"type": kind, "message": message.payload()}
    return answer


def response(status: int, answer: Any, headers: Mapping[str, str] | None = None) -> web.Response:
    if answer is None:
        return web.Response(status=status, headers=headers)
    body = msgspec.json.encode(answer)
    return web.Response(status=status, body=body, headers=headers, content_type="application/json")


def broken(request: web.BaseRequest) -> web.Response:
    """Break the connection before any part of the answer is sent."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)
