"""Scores: boards, statistics, and everybody's own last games."""

from __future__ import annotations

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
