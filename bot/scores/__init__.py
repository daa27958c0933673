"""Scores: leaderboards, statistics, and a person's last games."""

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
