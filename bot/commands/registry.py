"""Every slash command of the bot."""

from __future__ import annotations

from bot.commands import scores, tables

COMMANDS = (*tables.COMMANDS, *scores.COMMANDS)
