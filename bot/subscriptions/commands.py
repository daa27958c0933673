"""/notify: choose which lobbies one is told of."""

from __future__ import annotations

from discord import app_commands

from bot.app import Interaction
from bot.interactions.commands import command
from bot.subscriptions.actions import show_subscriptions


@command("notify")
@app_commands.guild_only()
async def notify(interaction: Interaction) -> None:
    """Open one's private panel of subscriptions."""
    await show_subscriptions(interaction)


COMMANDS = (notify,)
