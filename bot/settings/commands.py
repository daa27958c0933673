"""/settings: for those who run a server."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.app import Interaction
from bot.interactions.commands import command_about, command_name, kindly
from bot.settings.actions import show_settings


@app_commands.command(name=command_name("settings"), description=command_about("settings"))
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
@kindly
async def settings(interaction: Interaction) -> None:
    """Open the panel of settings."""
    await show_settings(interaction)


COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (settings,)
