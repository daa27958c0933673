"""/moderate: for those who keep order on a server."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.app import Interaction
from bot.interactions.commands import command_about, command_name, kindly
from bot.order.actions import show_order


@app_commands.command(name=command_name("moderate"), description=command_about("moderate"))
@app_commands.default_permissions(moderate_members=True)
@app_commands.guild_only()
@kindly
async def moderate(interaction: Interaction) -> None:
    """Open the page of the server."""
    await show_order(interaction)


COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (moderate,)
