"""The owner's commands: status, announced restarts, servers; on one server, for the owner alone."""

from .actions import ACTIONS

__all__ = ["ACTIONS"]
