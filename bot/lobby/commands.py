"""/play: opens a lobby."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.app import Interaction
from bot.interactions.commands import command
from bot.lobby.actions import open_lobby
from bot.lobby.times import When, read_when
from bot.refused import Refused
from bot.tables.appointments import zone_of
from storage.servers.settings import load_settings

INVITATIONS = tuple(f"invite{number}" for number in range(1, 8))


@command("play", "game", "when", *INVITATIONS)
@app_commands.guild_only()
async def play(
    interaction: Interaction,
    game: str,
    when: str | None = None,
    invite1: discord.Member | None = None,
    invite2: discord.Member | None = None,
    invite3: discord.Member | None = None,
    invite4: discord.Member | None = None,
    invite5: discord.Member | None = None,
    invite6: discord.Member | None = None,
    invite7: discord.Member | None = None,
) -> None:
    """Open a lobby in this channel, now or at a time."""
    named = (invite1, invite2, invite3, invite4, invite5, invite6, invite7)
    guests = [member for member in named if member is not None]
    if any(guest.bot for guest in guests):
        raise Refused("no-bots-invited")
    at = None if when is None else await _read(interaction, when)
    await open_lobby(interaction, game, guests=[guest.id for guest in guests], when=at)


async def _read(interaction: Interaction, when: str) -> When:
    """Read a time as it is meant on this server."""
    app, guild = interaction.client, interaction.guild
    if guild is None:
        raise Refused("only-in-servers")
    settings = await app.store.read(load_settings, guild.id)
    zone = zone_of(settings.time_zone, await app.public_language(guild))
    return read_when(when, app.clock.now_ms(), zone)


COMMANDS = (play,)
