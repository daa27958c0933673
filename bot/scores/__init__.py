"""Scores: leaderboards, statistics, and each person's last games."""

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
