"""Help pages: how to begin, the rules of each game, and the lessons."""

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
