"""Replays: a finished game move by move, its record, its review, and feats (remarkable acts) to share."""

from . import actions, share

ACTIONS = {**actions.ACTIONS, **share.ACTIONS}

__all__ = ["ACTIONS"]
