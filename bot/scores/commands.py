"""Commands about what has been played: /leaderboard, /stats, /history."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.app import Interaction
from bot.interactions.commands import command_about, command_name, kindly, localised, parameters
from bot.scores.actions import show_board, show_history, show_stats
from bot.scores.leaderboard import MEASURES, PERIODS, SCOPES, BoardQuery

SCOPE_CHOICES = [app_commands.Choice(name=localised(f"board-scope-{scope}"), value=scope) for scope in SCOPES]
PERIOD_CHOICES = [
    app_commands.Choice(name=localised(f"board-period-{period}"), value=period) for period in PERIODS
]
MEASURE_CHOICES = [
    app_commands.Choice(name=localised(f"board-measure-{measure}"), value=measure) for measure in MEASURES
]


@app_commands.command(name=command_name("leaderboard"), description=command_about("leaderboard"))
@parameters("leaderboard", "game", "scope", "period", "measure")
@app_commands.choices(scope=SCOPE_CHOICES, period=PERIOD_CHOICES, measure=MEASURE_CHOICES)
@app_commands.guild_only()
@kindly
async def leaderboard(
    interaction: Interaction,
    game: str | None = None,
    scope: str = "server",
    period: str = "all",
    measure: str = "wins",
) -> None:
    """Show who plays most, wins most, or is rated highest."""
    await show_board(interaction, BoardQuery(game, scope, period, measure))


@app_commands.command(name=command_name("stats"), description=command_about("stats"))
@parameters("stats", "member")
@app_commands.guild_only()
@kindly
async def stats(interaction: Interaction, member: discord.User | None = None) -> None:
    """Show what one did oneself, or what another member did, on this server."""
    who = member or interaction.user
    await show_stats(interaction, who.id, who.display_name)


@app_commands.command(name=command_name("history"), description=command_about("history"))
@kindly
async def history(interaction: Interaction) -> None:
    """List one's own last games."""
    await show_history(interaction)


COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (leaderboard, stats, history)
