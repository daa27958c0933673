"""Replays, reviews and records of finished games, and posts of their feats (remarkable acts)."""

from . import actions, share

ACTIONS = {**actions.ACTIONS, **share.ACTIONS}

__all__ = ["ACTIONS"]
