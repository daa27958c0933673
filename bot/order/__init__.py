"""Moderation: who may open and join tables on a server, and what moderators can do there."""

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
