"""/help, /rules and /learn."""

from __future__ import annotations

from bot.app import Interaction
from bot.help.actions import begin_lesson
from bot.help.view import help_page, rules_page
from bot.interactions.commands import command
from bot.interactions.replies import answer, reader


@command("help")
async def help_(interaction: Interaction) -> None:
    """Say how to begin."""
    await answer(interaction, help_page(reader(interaction), may_play=interaction.guild is not None))


@command("rules", "game")
async def rules(interaction: Interaction, game: str) -> None:
    """Explain a game in private."""
    await answer(interaction, await rules_page(game, reader(interaction)))


@command("learn", "game")
async def learn(interaction: Interaction, game: str) -> None:
    """Teach a game in private, step by step."""
    await begin_lesson(interaction, game)


COMMANDS = (learn, rules, help_)
