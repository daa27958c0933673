"""Every slash command of the bot."""

from __future__ import annotations

from bot.commands import tables

COMMANDS = (*tables.COMMANDS,)
