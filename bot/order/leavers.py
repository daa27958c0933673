"""Who has left a server and is still told of tables there: no event says so, so they are asked for.

What Discord answers without a privileged intent is in docs/DISCORD.md, *Member*.
"""

from __future__ import annotations

import asyncio

import discord
import structlog

from bot.app import App
from bot.driving.table import Table
from bot.tables import invitations
from storage.people.subscriptions import save_subscriptions

log = structlog.get_logger(__name__)


async def forget_leavers(app: App, guild: discord.Guild, table: Table) -> None:
    """End the subscriptions of those who were told of a lobby and are no members any more.

    Whoever cannot be asked for now is asked for the next time.
    """
    told = [one.user_id for one in table.state.gathering.invitations if one.is_subscriber]
    found = await asyncio.gather(*(_has_left(guild, user_id) for user_id in told))
    gone = [user_id for user_id, has_left in zip(told, found, strict=True) if has_left]
    for user_id in gone:
        await app.store.write(save_subscriptions, user_id, "", guild.id, ())
    if gone and table.state.is_lobby:
        await table.change(invitations.without, gone)


async def _has_left(guild: discord.Guild, user_id: int) -> bool:
    """Tell whether Discord says that somebody is no member of a server."""
    try:
        await guild.fetch_member(user_id)
    except discord.NotFound:
        return True
    except discord.HTTPException as error:
        log.info("nobody knows who is a member", why=str(error))
    return False
