"""Tournaments: opening them, taking part, and what their hosts do."""

from __future__ import annotations

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
