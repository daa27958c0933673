"""Subscriptions: being told when somebody opens a lobby."""

from __future__ import annotations

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
