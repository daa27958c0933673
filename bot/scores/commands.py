"""Commands about what has been played: /leaderboard, /stats, /history."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.app import Interaction
from bot.interactions.commands import command, localised
from bot.scores.actions import show_board, show_history, show_stats
from bot.scores.leaderboard import MEASURES, PERIODS, SCOPES, BoardQuery

SCOPE_CHOICES = [app_commands.Choice(name=localised(f"board-scope-{scope}"), value=scope) for scope in SCOPES]
PERIOD_CHOICES = [
    app_commands.Choice(name=localised(f"board-period-{period}"), value=period) for period in PERIODS
]
MEASURE_CHOICES = [
    app_commands.Choice(name=localised(f"board-measure-{measure}"), value=measure) for measure in MEASURES
]


@command("leaderboard", "game", "scope", "period", "measure")
@app_commands.choices(scope=SCOPE_CHOICES, period=PERIOD_CHOICES, measure=MEASURE_CHOICES)
@app_commands.guild_only()
async def leaderboard(
    interaction: Interaction,
    game: str | None = None,
    scope: str = "server",
    period: str = "all",
    measure: str = "wins",
) -> None:
    """Show who plays most, wins most, or is rated highest."""
    await show_board(interaction, BoardQuery(game, scope, period, measure))


@command("stats", "member")
@app_commands.guild_only()
async def stats(interaction: Interaction, member: discord.User | None = None) -> None:
    """Show what one did oneself, or what another member did, on this server."""
    who = member or interaction.user
    await show_stats(interaction, who.id, who.display_name)


@command("history")
async def history(interaction: Interaction) -> None:
    """List one's own last games."""
    await show_history(interaction)


COMMANDS = (leaderboard, stats, history)
