"""Posts of seasons and of results, each in a channel that a server chooses."""

from __future__ import annotations

from .posts import POSTS

__all__ = ["POSTS"]
