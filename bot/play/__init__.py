"""Playing: the table's message, the private panel, moves by taps and by typing."""

from __future__ import annotations

from .actions import ACTIONS
from .commands import COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
