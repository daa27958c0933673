"""The routes of Discord's HTTP API that the bot uses, with answers, errors and limits."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable
from typing import Any

from aiohttp import web

from tests.wire.answers import Answers, Threads
from tests.wire.gateway import Gateway
from tests.wire.limits import (
    FREE,
    GLOBAL,
    GLOBALLY,
    LOST,
    REFUSED,
    SHARED,
    UNTOLD,
    Alarm,
    RequestFaults,
    StandInLimits,
    Verdict,
)
from tests.wire.messages import Messages
from tests.wire.requests import (
    ENTRY_POINT_MISSING,
    INVALID_FORM,
    MISSING_ACCESS,
    PROXY,
    TOO_MANY_EMOJI,
    UNKNOWN_EMOJI,
    UNKNOWN_MEMBER,
    WITH_TOKEN,
    Error,
    ParsedRequest,
    RequestBody,
    broken,
    in_public,
    response,
    understood,
    unpacked,
)
from tests.wire.world import APPLICATION, ENTRY_POINT, StandInWorld, Thread

OF_APPLICATION = ("emoji delete",)
"""Kinds of requests whose path has no id of a channel."""

EMOJI_BYTES, MOST_EMOJI = 256 * 1024, 2000
"""Source: docs/resources/emoji.mdx."""

INVALID = (401, 403, 429)
"""Statuses that count towards an IP ban."""


class RestApi:
    """The part of Discord's HTTP API that the bot uses, with counters and injected faults."""

    def __init__(self, world: StandInWorld, gateway: Gateway, token: str) -> None:
        self.world, self._token = world, token
        self.limits, self.faults = StandInLimits(world.facts), RequestFaults()
        self.messages = Messages(world, gateway)
        self.answers, self.threads = Answers(self.messages), Threads(self.messages)
        self._alarms: list[Alarm] = []

    def set_alarm(
        self, requests: int, *, before: bool | None, action: Callable[[], None], kind: str = ""
    ) -> None:
        """Run an action at one of the next requests.

        Args:
            requests: the number of the request; 1 is the next.
            before: true if the request is lost, false if only its answer is lost, ``None`` if neither is.
            kind: wait from there on for a request of this kind; empty for any kind.
        """
        self._alarms.append(Alarm(sum(self.world.traffic.requests.values()) + requests, before, action, kind))

    def clear_alarms(self) -> None:
        self._alarms.clear()

    # --- one request --------------------------------------------------------------------------------

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        try:
            raw = await request.read()
        except ConnectionError:  # the bot is gone
            return broken(request)
        call = understood(request.method, request.path)
        if call is None:
            return response(404, {"code": 0, "message": f"404: {request.method} {request.path}"})
        traffic = self.world.traffic
        body = unpacked(request.headers.get("Content-Type", ""), raw)
        kind = in_public(call, self.world, body)
        traffic.requests[kind] += 1
        traffic.received[kind] += len(raw)
        for file in body.files.values():
            stem = file.name.partition("-")[0]
            traffic.pictures[stem] += 1
            traffic.picture_bytes[stem] += file.size
        fault = self._rung(kind) or self.faults.draw(kind)
        if fault == LOST:
            return broken(request)
        if call.kind in WITH_TOKEN:
            traffic.with_token[kind] += 1
            if request.headers.get("Authorization") != f"Bot {self._token}":
                traffic.towards_ban += 1
                return response(401, {"code": 0, "message": "401: Unauthorized"})
        scope, retry_after, headers = self._judged(call, body)
        if scope is not None:
            return self._too_many(kind, scope, retry_after, headers)
        if fault == GLOBALLY:
            return self._too_many(kind, GLOBAL, 0.05, REFUSED)
        if fault == 429:
            return self._too_many(kind, "fault", 0.05, {})
        if fault > 0:
            traffic.towards_ban += fault in INVALID
            return response(fault, {"code": 0, "message": f"{fault}: by plan"})
        try:
            status, answer = self._carry_out(call, request, body)
        except Error as error:
            traffic.errors[kind, error.status, error.code] += 1
            traffic.towards_ban += error.status in INVALID
            status, answer = error.status, {"code": error.code, "message": error.message}
            if status == 429:
                headers = {**headers, "Via": PROXY}
                answer |= {"retry_after": 0.05, "global": False}
        return broken(request) if fault == UNTOLD else response(status, answer, headers)

    def _judged(self, call: ParsedRequest, body: RequestBody) -> Verdict:
        if call.kind in WITH_TOKEN:
            return self.limits.judge(call.kind, int(call.ids[0]) if call.ids else 0)
        interaction = self.world.by_token.get(call.ids[0])
        if call.kind == "answer" or interaction is None:
            return FREE
        is_message = call.kind == "followup" and not interaction.is_loading
        return self.limits.judge_token(interaction.id, interaction.channel.id, is_message=is_message)

    def _rung(self, kind: str) -> int:
        number, fault = sum(self.world.traffic.requests.values()), 0
        for alarm in [
            pending for pending in self._alarms if pending.at <= number and pending.kind in ("", kind)
        ]:
            self._alarms.remove(alarm)
            alarm.action()
            if alarm.before is not None:
                fault = LOST if alarm.before else UNTOLD
        return fault

    def _too_many(self, kind: str, scope: str, retry_after: float, headers: dict[str, str]) -> web.Response:
        self.world.traffic.refused[kind, scope] += 1
        self.world.traffic.towards_ban += (
            scope != SHARED or self.world.facts.hidden_refusals_count_towards_ban
        )
        body = {"retry_after": round(retry_after + 0.001, 3), "global": scope == GLOBAL, "message": "No."}
        return response(429, body, {**headers, "Via": PROXY, "Retry-After": str(int(retry_after) + 1)})

    def _carry_out(self, call: ParsedRequest, request: web.BaseRequest, body: RequestBody) -> tuple[int, Any]:
        (kind, ids), messages = call, self.messages
        if kind in WITH_TOKEN and ids and kind not in OF_APPLICATION:
            self._refuse_hidden(int(ids[0]))
        # Requests with the bot's token, and first answers to interactions.
        match kind:
            case "login":
                return 200, self.world.me.payload()
            case "application":
                return 200, self._application()
            case "gateway":
                start = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
                return 200, {"url": messages.gateway.url, "shards": 1, "session_start_limit": start}
            case "commands":
                return 200, self._commands(body.json)
            case "registered":
                return 200, self._registered(request.query.get("with_localizations") == "true")
            case "emoji list":
                return 200, {"items": [*self.world.emoji.values()]}
            case "emoji":
                return 201, self._create_emoji(body.json)
            case "emoji delete":
                return self._delete_emoji(int(ids[0]))
            case "channel":
                return 200, messages.channel(ids[0]).payload()
            case "leave":
                return self._leave(int(ids[0]))
            case "member":
                return 200, self._member(*ids)
            case "history":
                return 200, messages.history(messages.channel(ids[0]), request.query)
            case "send":
                return 200, messages.send(messages.channel(ids[0]), body)
            case "message":
                return 200, messages.visible_payload(messages.message(*ids))
            case "edit":
                return 200, messages.edit_own(messages.own(*ids), body)
            case "delete":
                return messages.delete(messages.own(*ids))
            case "thread":
                return 201, self.threads.open(ids[0], ids[1] if len(ids) > 1 else None, body)
            case "archive":
                return 200, self.threads.change(messages.channel(ids[0]), body)
            case "remove":
                return 200, self.threads.remove(messages.channel(ids[0]))
            case "answer":
                reply = self.answers.answer(ids[0], ids[1], body)
                return (200, reply) if request.query.get("with_response") in ("true", "1") else (204, None)
        # Requests with the token of an interaction that was answered.
        interaction = self.answers.living(ids[0])
        match kind:
            case "followup":
                return 200, self.answers.follow_up(interaction, body)
            case "answer edit":
                return 200, self.answers.edit(interaction, ids[1], body)
            case "answer delete":
                return messages.delete(self.answers.original(interaction, ids[1]))
        return 200, self.answers.original(interaction, ids[1]).payload()

    def _create_emoji(self, wanted: Any) -> dict[str, Any]:
        head, _, data = wanted["image"].partition(",")
        image = b64decode(data)
        if head != "data:image/png;base64" or not re.fullmatch(r"\w{2,32}", wanted["name"], re.ASCII):
            raise Error(400, INVALID_FORM, "Invalid Form Body")
        # Such an answer has a message, but no code.
        if len(image) > EMOJI_BYTES:
            raise Error(400, 0, "File cannot be larger than 256.0 kb.")
        if len(self.world.emoji) >= MOST_EMOJI:
            raise Error(400, TOO_MANY_EMOJI, "Maximum number of emojis reached")
        emoji_id = self.world.new_id()
        usual = {"roles": [], "require_colons": True, "managed": False, "animated": False, "available": True}
        emoji = {"id": str(emoji_id), "name": wanted["name"], "user": self.world.me.payload(), **usual}
        self.world.emoji[emoji_id] = emoji
        return emoji

    def _delete_emoji(self, emoji_id: int) -> tuple[int, None]:
        if self.world.emoji.pop(emoji_id, None) is None:
            raise Error(404, UNKNOWN_EMOJI, "Unknown Emoji")
        return 204, None

    def _refuse_hidden(self, channel_id: int) -> None:
        channel = self.world.channels.get(channel_id)
        is_hidden = isinstance(channel, Thread) and channel.is_hidden
        if is_hidden and self.world.facts.private_threads_are_closed_to_others:
            raise Error(403, MISSING_ACCESS, "Missing Access")

    def _leave(self, guild_id: int) -> tuple[int, None]:
        # The channels stay, so that tests can look at them.
        self.world.left_guild_ids.add(guild_id)
        for channel in self.world.guilds[guild_id].channels:
            channel.bell.ring()
        return 204, None

    def _member(self, guild_id: str, user_id: str) -> dict[str, Any]:
        if int(user_id) in self.world.guilds[int(guild_id)].former_member_ids:
            raise Error(404, UNKNOWN_MEMBER, "Unknown Member")
        return {**self.world.users[int(user_id)].member(), "joined_at": "2026-01-01T00:00:00+00:00"}

    def _application(self) -> dict[str, Any]:
        me = self.world.me
        return {
            **{"id": str(APPLICATION), "name": me.name, "icon": None, "description": "", "team": None},
            **{"bot_public": True, "bot_require_code_grant": False, "verify_key": "", "owner": me.payload()},
            **{"flags": 0, "integration_types_config": {"0": {}, "1": {}}, "interactions_endpoint_url": None},
            **self.world.portal,
        }

    def _registered(self, with_localizations: bool) -> list[dict[str, Any]]:
        if with_localizations:
            return self.world.commands
        hidden = ("name_localizations", "description_localizations")
        return [
            {name: value for name, value in command.items() if name not in hidden}
            for command in self.world.commands
        ]

    def _commands(self, wanted: Any) -> list[dict[str, Any]]:
        entry_points = [command for command in self.world.commands if command.get("type") == ENTRY_POINT]
        if entry_points and all(command.get("type") != ENTRY_POINT for command in wanted):
            raise Error(
                400, ENTRY_POINT_MISSING, "You cannot remove this app's Entry Point command in a bulk"
            )
        fields = {"application_id": str(APPLICATION), "version": "1"}
        usual = {"default_member_permissions": None}
        self.world.commands = [
            {**usual, **command, **fields, "id": str(self.world.new_id())} for command in wanted
        ]
        return self.world.commands
