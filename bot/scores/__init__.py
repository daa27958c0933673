"""Leaderboards, statistics, trophies and lists of a person's games."""

from .actions import ACTIONS, COMMANDS
from .leaderboard import BOARD_MS

__all__ = ["ACTIONS", "BOARD_MS", "COMMANDS"]
