"""The hand of the day: a puzzle with one decision a day, the same for everybody."""

from __future__ import annotations

from bot.daily.hand import ACTIONS, COMMANDS, POSTS, log_if_few_puzzles_left

__all__ = ["ACTIONS", "COMMANDS", "POSTS", "log_if_few_puzzles_left"]
