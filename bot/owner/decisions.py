"""Applies the owner's decisions in every process of the bot: announced restarts and blocked servers."""

from __future__ import annotations

import asyncio

import discord
import structlog

from bot.app import App
from bot.interactions.requests import UNREACHED
from storage.upkeep.owner import load_owner_decisions

log = structlog.get_logger(__name__)

LINGERS_MS = 30 * 60_000
"""If the bot is not restarted at the announced time, tables stop showing the announcement after this time."""


LATE_MS = 180_000
"""Time without a heartbeat (a sign of life in the database) after which a shard counts as late."""


async def read_at_start(app: App) -> None:
    """Read the owner's decisions when the bot starts. Restarts that were announced earlier do not count.

    Raises:
        StorageError: the database fails.
    """
    decisions = await app.store.read(load_owner_decisions)
    app.owner.last_ignored_restart, app.owner.blocked = decisions.number, decisions.blocked
    app.owner.began_at = app.clock.now_ms()


async def apply_decisions(app: App) -> None:
    """Read the owner's decisions again, announce a restart at all tables, and leave blocked servers.

    Raises:
        StorageError: the database fails.
    """
    decisions = await app.store.read(load_owner_decisions)
    app.owner.blocked, at = decisions.blocked, decisions.restart_at
    if at is not None and (
        decisions.number <= app.owner.last_ignored_restart or at + LINGERS_MS < app.clock.now_ms()
    ):
        at = None
    app.tables.restart_at = at
    behind = [table for table in app.tables.tables.values() if table.state.restart_at != at]
    await asyncio.gather(*(table.announce(at) for table in behind))
    for guild in app.guilds:
        await leave_if_blocked(app, guild)


async def leave_if_blocked(app: App, guild: discord.Guild) -> bool:
    """Leave a server if the owner has blocked it. Return whether it is blocked."""
    if not app.is_blocked(guild.id):
        return False
    try:
        await guild.leave()
        log.info("left a blocked server", guild=guild.id)
    except UNREACHED as error:
        log.warning("a blocked server could not be left", guild=guild.id, why=str(error))
    return True
