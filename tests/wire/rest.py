"""The routes that the bot uses, with the answers, errors and limits that Discord gives."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Protocol

import msgspec
from aiohttp import web

from tests.wire import components
from tests.wire.faults import GLOBALLY, LOST, UNTOLD, Alarm, Faults
from tests.wire.limits import GLOBAL, REFUSED, Limits, Traffic
from tests.wire.requests import (
    ANSWERED,
    DEAD_TOKEN,
    INVALID_FORM,
    NO_ACCESS,
    PROXY,
    TOO_OLD,
    UNKNOWN_CHANNEL,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    WITH_TOKEN,
    Body,
    Call,
    Error,
    broken,
    callback,
    in_public,
    response,
    understood,
    unpacked,
)
from tests.wire.world import APPLICATION, EPHEMERAL, Answer, Channel, Interaction, Message, World


class Events(Protocol):
    """Tells the bot what has happened."""

    def emit(self, event: str, data: Any, guild_id: int | None = None) -> None: ...


class Rest:
    """Discord's HTTP API, as far as the bot uses it.

    Attributes:
        ack_seconds: how long an interaction may stay without an answer.
        token_seconds: how long an interaction's token lives.
        closed: channels that the bot may not see any more.
        edit_seconds: how long a message can be edited with the bot's token.

    Args:
        world: what there is.
        events: tells the bot.
        token: the bot's token.
    """

    def __init__(self, world: World, events: Events, token: str) -> None:
        self.world, self._events, self._token = world, events, token
        self.limits, self.traffic, self.faults = Limits(), Traffic(), Faults()
        self.ack_seconds, self.token_seconds = 3.0, 900.0
        self.closed: set[int] = set()
        self.edit_seconds, self.gateway_url = 3600.0, ""
        self._alarms: list[Alarm] = []

    def set_alarm(
        self, requests: int, *, before: bool | None, action: Callable[[], None], kind: str = ""
    ) -> None:
        """Do something at one of the next requests, besides what other alarms do.

        Args:
            requests: at which one; 1 is the next.
            before: that request is lost; if not, it is carried out, and its answer is lost; nothing is lost
                if it is ``None``.
            action: what is done.
            kind: only at such a request, the next one from there on.
        """
        self._alarms.append(Alarm(sum(self.traffic.requests.values()) + requests, before, action, kind))

    def clear_alarms(self) -> None:
        """Do nothing of what was set and has not come."""
        self._alarms.clear()

    # --- one request --------------------------------------------------------------------------------

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        """Carry out a request, if limits and faults let it through."""
        try:
            raw = await request.read()
        except ConnectionError:  # the bot is gone
            return broken(request)
        call = understood(request.method, request.path)
        if call is None:
            return response(404, {"code": 0, "message": f"404: {request.method} {request.path}"})
        is_counted, traffic = call.kind in WITH_TOKEN, self.traffic
        kind = in_public(call, self.world, request.headers.get("Content-Type", ""), raw)
        traffic.requests[kind] += 1
        traffic.received[kind] += len(raw)
        fault = self._rung(kind) or self.faults.draw(kind)
        if fault == LOST:
            return broken(request)
        headers: dict[str, str] = {}
        if is_counted:
            traffic.with_token[kind] += 1
            if request.headers.get("Authorization") != f"Bot {self._token}":
                return response(401, {"code": 0, "message": "401: Unauthorized"})
            channel = int(call.ids[0]) if call.ids else 0
            verdict = self.limits.judge(kind, channel)
            headers = verdict.headers
            if verdict.scope is not None:
                return self._too_many(kind, verdict.scope, verdict.retry_after, headers)
        if fault == GLOBALLY:
            return self._too_many(kind, GLOBAL, 0.05, REFUSED)
        if fault == 429:
            return self._too_many(kind, "fault", 0.05, {})
        if fault > 0:
            return response(fault, {"code": 0, "message": f"{fault}: by plan"})
        try:
            status, answer = self._carry_out(call, request, raw)
        except Error as error:
            traffic.errors[kind, error.status, error.code] += 1
            status, answer = error.status, {"code": error.code, "message": error.message}
            if status == 429:
                headers["Via"] = PROXY
                answer |= {"retry_after": 0.05, "global": False}
        return broken(request) if fault == UNTOLD else response(status, answer, headers)

    def _rung(self, kind: str) -> int:
        number, fault = sum(self.traffic.requests.values()), 0
        for alarm in [one for one in self._alarms if one.at <= number and one.kind in ("", kind)]:
            self._alarms.remove(alarm)
            alarm.action()
            if alarm.before is not None:
                fault = LOST if alarm.before else UNTOLD
        return fault

    def _too_many(self, kind: str, scope: str, retry_after: float, headers: dict[str, str]) -> web.Response:
        self.traffic.refused[kind, scope] += 1
        body = {
            "message": "You are being rate limited.",
            "retry_after": round(retry_after + 0.001, 3),
            "global": scope == "global",
        }
        return response(429, body, {**headers, "Via": PROXY, "Retry-After": str(int(retry_after) + 1)})

    def _carry_out(self, call: Call, request: web.BaseRequest, raw: bytes) -> tuple[int, Any]:
        kind, ids = call
        match kind:
            case "login":
                return 200, self.world.me.payload()
            case "application":
                return 200, self._application()
            case "gateway":
                start = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
                return 200, {"url": self.gateway_url, "shards": 1, "session_start_limit": start}
            case "commands":
                return 200, self._commands(msgspec.json.decode(raw))
            case "channel":
                return 200, self._channel(ids[0]).payload()
            case "history":
                limit = int(request.query.get("limit", 50))
                public = self._channel(ids[0]).public
                before = int(request.query.get("before", 1 << 63))
                found = [message for message in reversed(public) if message.id < before][:limit]
                return 200, [message.payload() for message in found]
        body = unpacked(request.headers.get("Content-Type", ""), raw)
        match kind:
            case "send":
                return 200, self._send(self._channel(ids[0]), body)
            case "message":
                return 200, self._message(*ids).payload()
            case "edit":
                message = self._own(*ids)
                if message.age > self.edit_seconds:
                    raise Error(429, TOO_OLD, "Maximum number of edits to messages older than 1 hour reached")
                return 200, self._edit(message, body)
            case "delete":
                return self._delete(self._own(*ids))
            case "answer":
                return 200, self._answer(ids[0], ids[1], body)
            case "followup":
                return 200, self._follow_up(self._living(ids[0]), body)
        interaction = self._living(ids[0])
        message = self._original(interaction, ids[1])
        match kind:
            case "answer edit":
                interaction.is_loading = False
                return 200, self._edit(message, body)
            case "answer delete":
                return self._delete(message)
            case _:
                return 200, message.payload()

    # --- the bot itself -----------------------------------------------------------------------------

    def _application(self) -> dict[str, Any]:
        me = self.world.me
        return {
            "id": str(APPLICATION),
            "name": me.name,
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "owner": me.payload(),
            "verify_key": "0" * 64,
            "flags": 0,
            "team": None,
        }

    def _commands(self, wanted: list[dict[str, Any]]) -> list[dict[str, Any]]:
        self.world.commands = [
            {
                **command,
                "id": str(self.world.new_id()),
                "application_id": str(APPLICATION),
                "version": "1",
                "default_member_permissions": command.get("default_member_permissions"),
            }
            for command in wanted
        ]
        return self.world.commands

    # --- messages in channels -----------------------------------------------------------------------

    def _channel(self, channel_id: str) -> Channel:
        channel = self.world.channels.get(int(channel_id))
        if channel is None:
            raise Error(404, UNKNOWN_CHANNEL, "Unknown Channel")
        if channel.id in self.closed:
            raise Error(403, NO_ACCESS, "Missing Access")
        return channel

    def _message(self, channel_id: str, message_id: str) -> Message:
        message = self._channel(channel_id).messages.get(int(message_id))
        if message is None or message.seen_by is not None:
            raise Error(404, UNKNOWN_MESSAGE, "Unknown Message")
        return message

    def _own(self, channel_id: str, message_id: str) -> Message:
        message = self._message(channel_id, message_id)
        if message.author is not self.world.me:
            raise Error(403, 50005, "Cannot edit a message authored by another user")
        return message

    def _send(self, channel: Channel, body: Body) -> dict[str, Any]:
        nonce = body.json.get("nonce")
        if nonce is not None and body.json.get("enforce_nonce"):
            if len(str(nonce)) > 25:
                raise Error(400, INVALID_FORM, "Invalid Form Body: nonce")
            known = self.world.with_nonce(channel, nonce)
            if known is not None:
                return known.payload()
        message = self._new(channel, body)
        if nonce is not None:
            channel.nonces.append((time.monotonic(), nonce, message))
        return message.payload()

    def _new(self, channel: Channel, body: Body, private_for: Interaction | None = None) -> Message:
        flags = body.json.get("flags", 0)
        message = Message(self.world.new_id(), channel, self.world.me, [], flags=flags)
        if private_for is not None and flags & EPHEMERAL:
            message.seen_by = private_for.user
        message.nonce = body.json.get("nonce")
        self._fill(message, body)
        channel.messages[message.id] = message
        allowed = (body.json.get("allowed_mentions") or {}).get("users", ())
        text = components.said(message.parts) + message.content
        message.mentions = tuple(self.world.users[int(one)] for one in allowed if f"<@{one}>" in text)
        self._happened("MESSAGE_CREATE", message)
        return message

    def _fill(self, message: Message, body: Body) -> None:
        """Put into a message what a request says of it."""
        json = body.json
        if "attachments" in json or body.files:
            named = {str(one["id"]) for one in json.get("attachments", ())}
            message.attachments = [one for one in message.attachments if one["id"] in named]
            message.attachments += [
                {
                    "id": str(self.world.new_id()),
                    "filename": name,
                    "size": size,
                    "url": f"http://127.0.0.1/attachments/{message.id}/{name}",
                    "proxy_url": f"http://127.0.0.1/attachments/{message.id}/{name}",
                    "content_type": "application/octet-stream",
                }
                for name, size in body.files.items()
            ]
        if "components" in json:
            files = {file["filename"]: file["url"] for file in message.attachments}
            try:
                message.parts = components.taken_in(json["components"], files)
            except components.MalformedError as error:
                raise Error(400, INVALID_FORM, f"Invalid Form Body: {error}") from error
        message.content = json.get("content") or message.content
        if not message.parts and not message.content and not message.attachments:
            raise Error(400, 50006, "Cannot send an empty message")

    def _edit(self, message: Message, body: Body) -> dict[str, Any]:
        self._fill(message, body)
        message.edited = datetime.now(UTC).isoformat()
        message.edits += 1
        self._happened("MESSAGE_UPDATE", message)
        return message.payload()

    def _delete(self, message: Message) -> tuple[int, None]:
        message.is_deleted = True
        message.channel.messages.pop(message.id, None)
        self._happened("MESSAGE_DELETE", message)
        return 204, None

    def _happened(self, event: str, message: Message) -> None:
        """Let people see it, and tell the bot of what is public."""
        message.channel.bell.ring()
        if message.seen_by is not None:
            return
        guild_id = str(message.channel.guild.id)
        if event == "MESSAGE_DELETE":
            data: dict[str, Any] = {"id": str(message.id), "channel_id": str(message.channel.id)}
        else:
            data = message.payload()
            data["member"] = {
                name: value for name, value in message.author.member().items() if name != "user"
            }
        self._events.emit(event, {**data, "guild_id": guild_id}, message.channel.guild.id)

    # --- interactions -------------------------------------------------------------------------------

    def _answer(self, interaction_id: str, token: str, body: Body) -> dict[str, Any]:
        interaction = self.world.interactions.get(int(interaction_id))
        if interaction is None or interaction.token != token:
            raise Error(404, UNKNOWN_INTERACTION, "Unknown interaction")
        if interaction.answer is not None:
            raise Error(400, ANSWERED, "Interaction has already been acknowledged.")
        seconds = interaction.age
        if seconds > self.ack_seconds:
            self.traffic.late += 1
            interaction.give_up()
            raise Error(404, UNKNOWN_INTERACTION, "Unknown interaction")
        kind = body.json["type"]
        data = body.json.get("data") or {}
        choices: tuple[str, ...] = ()
        message: Message | None = None
        match kind:
            case 4:
                message = self._new(interaction.channel, Body(data, body.files), interaction)
            case 5:
                interaction.is_loading = True
                flags = data.get("flags", 0)
                message = Message(self.world.new_id(), interaction.channel, self.world.me, [], flags=flags)
                message.seen_by = interaction.user if flags & EPHEMERAL else None
                interaction.channel.messages[message.id] = message
            case 6 | 7 if interaction.source is not None:
                message = interaction.source
                if kind == 7:
                    if message.is_deleted:
                        raise Error(404, UNKNOWN_MESSAGE, "Unknown Message")
                    self._edit(message, Body(data, body.files))
            case 8 if interaction.kind == 4:
                choices = tuple(choice["value"] for choice in data["choices"])
                if len(choices) > 25 or not all(1 <= len(one) <= 100 for one in choices):
                    raise Error(400, INVALID_FORM, "Invalid Form Body: choices")
            case _:
                raise Error(400, INVALID_FORM, f"Invalid Form Body: type {kind}")
        interaction.original = message
        interaction.give(Answer(kind, seconds, message, choices))
        interaction.channel.bell.ring()
        return callback(interaction, kind, message)

    def _living(self, token: str) -> Interaction:
        interaction = self.world.by_token.get(token)
        if interaction is None or interaction.answer is None:
            raise Error(404, UNKNOWN_WEBHOOK, "Unknown Webhook")
        if interaction.age > self.token_seconds:
            raise Error(401, DEAD_TOKEN, "Invalid Webhook Token")
        self._channel(str(interaction.channel.id))
        return interaction

    def _original(self, interaction: Interaction, which: str) -> Message:
        message = interaction.original
        if which != "@original":
            message = interaction.channel.messages.get(int(which))
            if message is not interaction.original and int(which) not in interaction.said:
                message = None  # a token knows what was said by it, and nothing else
        if message is None or message.is_deleted:
            raise Error(404, UNKNOWN_MESSAGE, "Unknown Message")
        return message

    def _follow_up(self, interaction: Interaction, body: Body) -> dict[str, Any]:
        if interaction.is_loading and interaction.original is not None:
            interaction.is_loading = False
            return self._edit(interaction.original, body)
        message = self._new(interaction.channel, body, interaction)
        interaction.said.add(message.id)
        return message.payload()
