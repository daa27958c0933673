"""Playing a game: handlers for the table's message, the private panel and typed moves."""

from __future__ import annotations

from bot.play import taps
from bot.play.commands import COMMANDS

ACTIONS = {**taps.ACTIONS, **taps.VOTE_ACTIONS, **taps.LEAVING_ACTIONS, **taps.WATCHING_ACTIONS}

__all__ = ["ACTIONS", "COMMANDS"]
