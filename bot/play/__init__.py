"""Playing: the table's message, the private panel, moves by taps and by typing."""

from __future__ import annotations

from . import actions, acts_actions, leaving, watching
from .commands import COMMANDS

ACTIONS = {**actions.ACTIONS, **acts_actions.ACTIONS, **leaving.ACTIONS, **watching.ACTIONS}

__all__ = ["ACTIONS", "COMMANDS"]
