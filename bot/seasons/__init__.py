"""Messages about seasons and about results of games, each posted in a channel that a server chooses."""

from __future__ import annotations

from .posts import POSTS

__all__ = ["POSTS"]
