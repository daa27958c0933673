"""Requests about the application's own emoji.

The requests use the bot's token, and belong to no server: any process may make them.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import msgspec

from bot.wire.errors import RateLimited
from bot.wire.limits import Priority, Route
from bot.wire.transport import HttpResponse, Transport, decode_response

PATIENCE_SECONDS = 60.0
"""Longest wait for a rate limit. If Discord asks for more, the caller tries again another time."""


class StoredEmoji(msgspec.Struct, frozen=True):
    """An emoji of the application."""

    id: str
    name: str


class _EmojiList(msgspec.Struct, frozen=True):
    items: tuple[StoredEmoji, ...]


def emoji_body(name: str, png: bytes) -> dict[str, str]:
    """Return the content of the request that uploads an emoji."""
    return {"name": name, "image": f"data:image/png;base64,{b64encode(png).decode()}"}


async def load_emoji(transport: Transport) -> tuple[StoredEmoji, ...]:
    """Return all emoji of the application, also those that the bot has not uploaded."""
    return decode_response(await _ask(transport, "GET", ""), _EmojiList).items


async def create_emoji(transport: Transport, name: str, png: bytes) -> StoredEmoji:
    """Upload an emoji.

    Args:
        png: the picture, 128 pixels wide and high.
    """
    return decode_response(await _ask(transport, "POST", "", emoji_body(name, png)), StoredEmoji)


async def delete_emoji(transport: Transport, emoji_id: str) -> None:
    """Delete an emoji of the application."""
    await _ask(transport, "DELETE", f"/{emoji_id}")


async def _ask(transport: Transport, method: str, path: str, body: Any = None) -> HttpResponse:
    path = f"/applications/{transport.application_id}/emojis{path}"
    while True:
        try:
            async with transport.permit(Priority.TIDYING, Route.EMOJI, 0):
                return await transport.ask(Route.EMOJI, 0, "emoji", method, path, body)
        except RateLimited as limit:
            # The next permit waits as long as Discord has asked for.
            if limit.seconds > PATIENCE_SECONDS:
                raise
