"""Subscriptions to pings about new lobbies on a server."""

from __future__ import annotations

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
