"""Order: who may open and join tables on a server, and what those who keep it can do."""

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
