"""Privacy: what is kept about a person is shown, handed out, forgotten."""

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
