"""Replays: a finished game move by move, its record, its review and shared moments."""

from . import actions, share

ACTIONS = {**actions.ACTIONS, **share.ACTIONS}

__all__ = ["ACTIONS"]
