"""Replays, reviews and records of finished games, and posts of their highlights."""

from bot.replay import share, taps

ACTIONS = {**taps.ACTIONS, **share.ACTIONS}

__all__ = ["ACTIONS"]
