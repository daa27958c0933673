"""Subscriptions: which people are pinged about new lobbies on which server."""

from __future__ import annotations

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
