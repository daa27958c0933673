"""The commands /owner status, maintenance, servers, leave and block.

They are registered only on the server that the setting ``TEFUDA_OWNER_GUILD`` names. Discord would show
global commands to the administrators of every server.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.app import App, Interaction
from bot.interactions.commands import (
    autocompletion,
    command_about,
    command_name,
    localised,
    sync_if_changed,
    with_error_answer,
)
from bot.interactions.replies import answer
from bot.owner import acts
from bot.owner.access import expect_owner
from bot.refused import Refused
from bot.wire.components import CHOICES_LIMIT, clip
from bot.wire.errors import DiscordError, RequestRejected
from storage.engine.writing import get_meta, set_meta

log = structlog.get_logger(__name__)

CHOICE_LIMIT = 100
"""Limit of characters in a suggestion while typing."""

GUILD_META = "owner_guild"
"""Key under which the id of the server with the owner's commands is stored."""

owner = app_commands.Group(
    name=command_name("owner"),
    description=command_about("owner"),
    default_permissions=discord.Permissions.none(),
)


@owner.command(
    name=localised("command-owner-status", "status"), description=localised("command-owner-status-about")
)
@with_error_answer
async def status(interaction: Interaction) -> None:
    """Show the owner the state of the bot."""
    await expect_owner(interaction)
    await answer(interaction, await acts.status(interaction))


@owner.command(
    name=localised("command-owner-maintenance", "maintenance"),
    description=localised("command-owner-maintenance-about"),
)
@app_commands.rename(minutes=localised("command-owner-minutes", "minutes"))
@app_commands.describe(minutes=localised("command-owner-minutes-about"))
@with_error_answer
async def maintenance(
    interaction: Interaction, minutes: app_commands.Range[int, 0, 1440] | None = None
) -> None:
    """Announce a restart. Without ``minutes``, show the present announcement."""
    await expect_owner(interaction)
    if minutes is not None:
        await acts.announce(interaction, minutes)
    await answer(interaction, await acts.maintenance(interaction))


@owner.command(
    name=localised("command-owner-servers", "servers"), description=localised("command-owner-servers-about")
)
@with_error_answer
async def servers(interaction: Interaction) -> None:
    """List the bot's servers for the owner."""
    await expect_owner(interaction)
    await answer(interaction, await acts.servers(interaction, 0))


async def _suggested_servers(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    # People who are not the owner see the command without suggestions.
    with suppress(Refused):
        await expect_owner(interaction)
        query = current.casefold()
        matches = [
            guild for guild in interaction.client.guilds if query in f"{guild.name} {guild.id}".casefold()
        ]
        return [
            app_commands.Choice(name=clip(f"{guild.name} · {guild.id}", CHOICE_LIMIT), value=str(guild.id))
            for guild in matches[:CHOICES_LIMIT]
        ]
    return []


def _about_server(command: Any) -> Any:
    named = app_commands.rename(server=localised("command-owner-server", "server"))(command)
    described = app_commands.describe(server=localised("command-owner-server-about"))(named)
    return app_commands.autocomplete(server=autocompletion(_suggested_servers))(described)


@owner.command(
    name=localised("command-owner-leave", "leave"), description=localised("command-owner-leave-about")
)
@_about_server
@with_error_answer
async def leave(interaction: Interaction, server: str) -> None:
    """Ask the owner whether the bot should leave a server."""
    await expect_owner(interaction)
    await answer(interaction, await acts.about_leaving(interaction, server))


@owner.command(
    name=localised("command-owner-block", "block"), description=localised("command-owner-block-about")
)
@_about_server
@with_error_answer
async def block(interaction: Interaction, server: str) -> None:
    """Show a page on which the owner can block a server, or unblock a blocked server."""
    await expect_owner(interaction)
    await answer(interaction, await acts.about_blocking(interaction, server))


async def register_commands(
    app: App, tree: app_commands.CommandTree[Any], guild_id: int, *, is_new: bool = False
) -> None:
    """Register the owner's commands on the owner's server. Ignore other servers.

    Args:
        is_new: the bot has just joined the server.

    Raises:
        StorageError: the database fails.
    """
    # Other servers never see these commands.
    if guild_id != app.config.owner_guild:
        return
    guild = discord.Object(guild_id)
    # Discord keeps commands of a server until they are changed, so they are sent only if they differ.
    if tree.get_command(owner.name, guild=guild) is None:
        tree.add_command(owner, guild=guild)
    try:
        await sync_if_changed(tree, app.store, app.transport_to(None), guild, is_new=is_new)
    except DiscordError as error:
        log.warning("the owner's commands could not be registered", guild=guild.id, why=str(error))
    else:
        # Remembered, so that they can be removed when the setting names another server.
        await app.store.write(set_meta, GUILD_META, str(guild.id))


async def unregister_commands(app: App, tree: app_commands.CommandTree[Any]) -> None:
    """Remove the owner's commands from a server that is no longer the owner's server.

    Raises:
        StorageError: the database fails.
    """
    former = await app.store.read(get_meta, GUILD_META)
    # Nothing to remove, or still the same server.
    if former is None or former == str(app.config.owner_guild):
        return
    guild = discord.Object(int(former))
    tree.clear_commands(guild=guild)
    try:
        await sync_if_changed(tree, app.store, app.transport_to(None), guild)
    except DiscordError as error:
        # A server that is gone has no commands.
        if isinstance(error, RequestRejected) and (error.is_forbidden or error.is_missing):
            log.info("the bot is no longer on the server that had the owner's commands", guild=guild.id)
            await app.store.write(set_meta, GUILD_META, None)
            return
        log.warning("the owner's commands could not be removed", guild=guild.id, why=str(error))
        return
    await app.store.write(set_meta, GUILD_META, None)
