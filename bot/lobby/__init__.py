"""Lobbies: people and computer players gather; the host sets the options and starts the game."""

from __future__ import annotations

from .actions import ACTIONS, COMMANDS

__all__ = ["ACTIONS", "COMMANDS"]
