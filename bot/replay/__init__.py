"""Replays: a game that is over, move by move, and its record."""

from . import actions, share

ACTIONS = {**actions.ACTIONS, **share.ACTIONS}

__all__ = ["ACTIONS"]
