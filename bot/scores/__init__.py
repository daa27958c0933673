"""Leaderboards, statistics, trophies and lists of a person's games."""

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
