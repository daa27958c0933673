"""/play: opens a lobby."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.app import Interaction
from bot.interactions.commands import command_about, command_name, kindly, parameters
from bot.lobby.actions import open_lobby


@app_commands.command(name=command_name("play"), description=command_about("play"))
@parameters("play", "game")
@app_commands.guild_only()
@kindly
async def play(interaction: Interaction, game: str) -> None:
    """Open a lobby in this channel."""
    await open_lobby(interaction, game)


COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (play,)
