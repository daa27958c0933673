"""Asks Discord whether a person is still a member of a server."""

from __future__ import annotations

import discord
import structlog

from bot.interactions.requests import UNREACHED
from bot.wire.errors import UNKNOWN_MEMBER

log = structlog.get_logger(__name__)


async def has_left(client: discord.Client, guild_id: int, user_id: int) -> bool:
    """Return whether a person has left a server; ``False`` if Discord does not answer."""
    if (guild := client.get_guild(guild_id)) is None:
        return False
    try:
        await guild.fetch_member(user_id)
    except UNREACHED as error:
        if isinstance(error, discord.HTTPException) and error.code == UNKNOWN_MEMBER:
            return True
        log.info("unknown who is a member", why=str(error))
    return False
