"""A request of the bot, understood: what it asks for, what came with it, how it is answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from aiohttp import web

from tests.wire.world import EPHEMERAL, Interaction, Message, World

API = "/api/v10"

PROXY = "1.1 stand-in"
"""Without this header discord.py takes a refusal for that of a proxy on the way, and gives up."""

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION = 10003, 10008, 10015, 10062
TOO_OLD, ANSWERED, NO_ACCESS, DEAD_TOKEN, INVALID_FORM = 30046, 40060, 50001, 50027, 50035
ENOUGH_SAID, ARCHIVED, THREAD_EXISTS, THREAD_LOCKED = 40094, 50083, 160004, 160005

WITH_TOKEN = (
    *("login", "application", "gateway", "commands", "channel"),
    *("send", "edit", "delete", "history", "message"),
    *("thread", "archive", "remove"),
)
"""Kinds of requests that are made with the bot's token."""

IN_PUBLIC = {"followup": "send", "answer edit": "edit", "answer delete": "delete"}
"""What requests with an interaction's token do, if everybody sees it."""


class Call(NamedTuple):
    """A request that has been understood so far: its kind, and the ids in its path."""

    kind: str
    ids: tuple[str, ...] = ()


class File(NamedTuple):
    """A file that came with a request, by its size in bytes."""

    name: str
    size: int


class Body(NamedTuple):
    """What came with a request: its JSON, and its files by their index."""

    json: Any
    files: Mapping[str, File] = {}


class Error(Exception):
    """An error as Discord tells it."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def understood(method: str, path: str) -> Call | None:
    """Find out what a request asks for."""
    match method, path.removeprefix(API).strip("/").split("/"):
        case "GET", ["users", "@me"]:
            return Call("login")
        case "GET", ["oauth2", "applications", "@me"] | ["applications", "@me"]:
            return Call("application")
        case "GET", ["gateway", "bot"]:
            return Call("gateway")
        case "PUT", ["applications", _, "commands"]:
            return Call("commands")
        case "GET", ["channels", channel]:
            return Call("channel", (channel,))
        case "POST", ["channels", channel, "messages"]:
            return Call("send", (channel,))
        case "GET", ["channels", channel, "messages"]:
            return Call("history", (channel,))
        case ("PATCH" | "DELETE" | "GET") as verb, ["channels", channel, "messages", message]:
            kind = {"PATCH": "edit", "DELETE": "delete", "GET": "message"}[verb]
            return Call(kind, (channel, message))
        case "POST", ["channels", channel, "messages", message, "threads"]:
            return Call("thread", (channel, message))
        case "POST", ["channels", channel, "threads"]:
            return Call("thread", (channel,))
        case ("PATCH" | "DELETE") as verb, ["channels", channel]:
            return Call({"PATCH": "archive", "DELETE": "remove"}[verb], (channel,))
        case "POST", ["interactions", interaction, token, "callback"]:
            return Call("answer", (interaction, token))
        case "POST", ["webhooks", _, token]:
            return Call("followup", (token,))
        case ("PATCH" | "DELETE" | "GET") as verb, ["webhooks", _, token, "messages", message]:
            return Call(
                {"PATCH": "answer edit", "DELETE": "answer delete", "GET": "answer get"}[verb],
                (token, message),
            )
    return None


def unpacked(content_type: str, raw: bytes) -> Body:
    """Read a body: JSON, or a form with JSON and files."""
    if not content_type.startswith("multipart/form-data"):
        return Body(msgspec.json.decode(raw) if raw else {})
    boundary = content_type.partition("boundary=")[2].strip('"').encode()
    json: dict[str, Any] = {}
    files: dict[str, File] = {}
    for piece in raw.split(b"--" + boundary)[1:-1]:
        head, _, content = piece.partition(b"\r\n\r\n")
        content = content[:-2]
        if b'name="payload_json"' in head:
            json = msgspec.json.decode(content)
        else:
            index = _between(head, b'name="files[', b"]")
            files[index] = File(_between(head, b'filename="', b'"'), len(content))
    return Body(json, files)


def _between(text: bytes, before: bytes, after: bytes) -> str:
    return text.partition(before)[2].partition(after)[0].decode()


def in_public(call: Call, world: World, body: Body) -> str:
    """Name a request by what it does in public, whatever token it is made with; else by its kind."""
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
    """Write the answer to an answer, as ``with_response`` asks for."""
    told: dict[str, Any] = {"id": str(interaction.id), "type": interaction.kind}
    answer: dict[str, Any] = {"interaction": told}
    if message is not None:
        told["response_message_id"] = str(message.id)
        told["response_message_loading"] = interaction.is_loading
        told["response_message_ephemeral"] = message.seen_by is not None
        if kind in (4, 7):
            answer["resource"] = {"type": kind, "message": message.payload()}
    return answer


def response(status: int, answer: Any, headers: Mapping[str, str] | None = None) -> web.Response:
    if answer is None:
        return web.Response(status=status, headers=headers)
    body = msgspec.json.encode(answer)
    return web.Response(status=status, body=body, headers=headers, content_type="application/json")


def broken(request: web.BaseRequest) -> web.Response:
    """Break the line; nothing of the answer arrives."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)
