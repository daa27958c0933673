"""Playing a game: handlers for the table's message, the private panel and typed moves."""

from __future__ import annotations

from bot.play.commands import COMMANDS
from bot.play.taps import ACTIONS, MENUS

__all__ = ["ACTIONS", "COMMANDS", "MENUS"]
