"""/moderate: for those who keep order on a server."""

from __future__ import annotations

from discord import app_commands

from bot.app import Interaction
from bot.interactions.commands import command
from bot.order.actions import show_order


@command("moderate")
@app_commands.default_permissions(moderate_members=True)
@app_commands.guild_only()
async def moderate(interaction: Interaction) -> None:
    """Open the page of the server."""
    await show_order(interaction)


COMMANDS = (moderate,)
