"""Public messages about seasons and about results of games."""

from __future__ import annotations

from .posts import POSTS

__all__ = ["POSTS"]
