"""/help and /rules."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.app import Interaction
from bot.help.view import help_view, rules_view
from bot.interactions.commands import command_about, command_name, kindly, parameters
from bot.interactions.replies import answer, reader


@app_commands.command(name=command_name("help"), description=command_about("help"))
@kindly
async def help_(interaction: Interaction) -> None:
    """Say how to begin."""
    await answer(interaction, help_view(reader(interaction)))


@app_commands.command(name=command_name("rules"), description=command_about("rules"))
@parameters("rules", "game")
@kindly
async def rules(interaction: Interaction, game: str) -> None:
    """Explain a game in private."""
    view, files = await rules_view(game, reader(interaction))
    await answer(interaction, view, files)


COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (rules, help_)
