"""Every slash command of the bot."""

from __future__ import annotations

from typing import Any, TypeAlias

from discord import app_commands

from bot.commands import privacy, scores, settings, tables

Command: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group

COMMANDS: tuple[Command, ...] = (*tables.COMMANDS, *scores.COMMANDS, *privacy.COMMANDS, *settings.COMMANDS)
