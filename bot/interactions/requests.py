"""Applies the bot's rate limits to the requests that discord.py itself sends (login, commands, choices)."""

from __future__ import annotations

from contextlib import AsyncExitStack
from types import SimpleNamespace

import aiohttp
import discord

from bot import metrics
from bot.wire.limits import Limits, Priority

TOO_MANY = 429

UNREACHED = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Errors of the requests that discord.py makes: Discord refuses them, or cannot be reached."""


def trace_with_limits(limits: Limits) -> aiohttp.TraceConfig:
    """Return an aiohttp configuration that makes discord.py's requests obey the bot's rate limits."""

    async def begin(
        session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        # requests without the token (answers to interactions) have limits of their own
        context.turn = AsyncExitStack()
        if "Authorization" in request.headers:
            await context.turn.enter_async_context(limits.permit(Priority.CALL))

    async def end(
        session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        metrics.count_request("library", request.response.status)
        if request.response.status == TOO_MANY and "Authorization" in request.headers:
            seconds = float(request.response.headers.get("Retry-After") or 1)
            limits.note_refusal(None, 0, round(1000 * seconds), is_global=True)
        await context.turn.aclose()

    async def fail(
        session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        metrics.count_request("library", 0)
        await context.turn.aclose()

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace
