"""Replays: a game that is over, move by move, and its record."""

from __future__ import annotations

from .actions import ACTIONS

__all__ = ["ACTIONS"]
