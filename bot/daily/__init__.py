"""The hand of the day: a puzzle with one decision a day, the same for everybody."""

from __future__ import annotations

from .actions import ACTIONS, COMMANDS
from .posts import POSTS, ask_for_more

__all__ = ["ACTIONS", "COMMANDS", "POSTS", "ask_for_more"]
