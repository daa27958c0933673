"""/help, /rules and /learn."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.app import Interaction
from bot.help.actions import begin_lesson
from bot.help.view import help_page, rules_page
from bot.interactions.commands import command_about, command_name, kindly, parameters
from bot.interactions.replies import answer, reader


@app_commands.command(name=command_name("help"), description=command_about("help"))
@kindly
async def help_(interaction: Interaction) -> None:
    """Say how to begin."""
    await answer(interaction, help_page(reader(interaction), may_play=interaction.guild is not None))


@app_commands.command(name=command_name("rules"), description=command_about("rules"))
@parameters("rules", "game")
@kindly
async def rules(interaction: Interaction, game: str) -> None:
    """Explain a game in private."""
    await answer(interaction, await rules_page(game, reader(interaction)))


@app_commands.command(name=command_name("learn"), description=command_about("learn"))
@parameters("learn", "game")
@kindly
async def learn(interaction: Interaction, game: str) -> None:
    """Teach a game in private, step by step."""
    await begin_lesson(interaction, game)


COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (learn, rules, help_)
