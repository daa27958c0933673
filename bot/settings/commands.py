"""/settings: for those who run a server."""

from __future__ import annotations

from discord import app_commands

from bot.app import Interaction
from bot.interactions.commands import command
from bot.settings.actions import show_settings


@command("settings")
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
async def settings(interaction: Interaction) -> None:
    """Open the panel of settings."""
    await show_settings(interaction)


COMMANDS = (settings,)
