"""Scores: boards, statistics, and everybody's own last games."""

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
