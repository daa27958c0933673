"""/notify: choose which lobbies one is told of."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.app import Interaction
from bot.interactions.commands import command_about, command_name, kindly
from bot.subscriptions.actions import show_subscriptions


@app_commands.command(name=command_name("notify"), description=command_about("notify"))
@app_commands.guild_only()
@kindly
async def notify(interaction: Interaction) -> None:
    """Open one's private panel of subscriptions."""
    await show_subscriptions(interaction)


COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (notify,)
