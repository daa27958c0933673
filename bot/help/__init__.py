"""Help: how to begin, how each game is played, and its lesson."""

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
