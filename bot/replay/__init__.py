"""Replays: a finished game move by move, its record, a review of a player's decisions, and feats (remarkable
acts) to share.
"""

from . import actions, share

ACTIONS = {**actions.ACTIONS, **share.ACTIONS}

__all__ = ["ACTIONS"]
