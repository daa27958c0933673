"""Playing a game: handlers for the table's message, the private panel and typed moves."""

from __future__ import annotations

from . import actions, acts_actions, leaving, watching
from .commands import COMMANDS

ACTIONS = {**actions.ACTIONS, **acts_actions.ACTIONS, **leaving.ACTIONS, **watching.ACTIONS}

__all__ = ["ACTIONS", "COMMANDS"]
