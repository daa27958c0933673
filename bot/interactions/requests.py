"""Requests as they go over the wire: each that bears the bot's token has a turn of the pacer."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace

import aiohttp

from bot import metrics
from bot.pace.pacer import Pacer

TOO_MANY = 429


def paced(pacer: Pacer) -> aiohttp.TraceConfig:
    """Let no request with the bot's token begin without a turn, whoever makes it, second tries too.

    Args:
        pacer: gives the turns, and hears of refusals.
    """

    async def begin(
        session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        has_token = "Authorization" in request.headers
        context.turn = await pacer.begin() if has_token else None

    async def end(
        session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        metrics.request(kind_of(request.method, request.url.path), request.response.status)
        if context.turn is None:
            return
        if request.response.status == TOO_MANY:
            headers = request.response.headers
            pacer.end(context.turn, _refused_ms(headers), is_global=_is_for_all(headers))
        else:
            pacer.end(context.turn)

    async def fail(
        session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        metrics.request(kind_of(request.method, request.url.path), 0)
        if context.turn is not None:
            pacer.end(context.turn)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace


def kind_of(method: str, path: str) -> str:
    """Name what a request asks for; no ids and no tokens are in it."""
    match method, path.partition("/api/")[2].split("/")[1:]:
        case "POST", ["interactions", _, _, "callback"]:
            return "answer"
        case "POST", ["webhooks", _, _]:
            return "followup"
        case _, ["webhooks", _, _, "messages", _]:
            return "panel"
        case "POST", ["channels", _, "messages"]:
            return "send"
        case "GET", ["channels", _, "messages"]:
            return "history"
        case (("PATCH" | "DELETE" | "GET"), ["channels", _, "messages", _]):
            return {"PATCH": "edit", "DELETE": "delete", "GET": "message"}[method]
    return "other"


def _is_for_all(headers: Mapping[str, str]) -> bool:
    """Tell whether the bot is refused whatever it asks: by Discord, or by a proxy that has shut us out."""
    return "Via" not in headers or headers.get("X-RateLimit-Scope") == "global"


def _refused_ms(headers: Mapping[str, str]) -> int:
    """Tell how long to wait; a bucket knows it more exactly than the header that all refusals have."""
    seconds = headers.get("X-RateLimit-Reset-After") or headers.get("Retry-After") or "1"
    return max(1, int(1000 * float(seconds)))
