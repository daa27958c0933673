"""Privacy: showing, exporting and deleting a person's data."""

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
