"""The sign that each game goes by."""

from __future__ import annotations

EMOJI = {"bull": "🐂", "tomoe": "🌀", "netsuzo": "🎭", "lost": "🕳️", "trick3": "⚔️"}
DEFAULT_EMOJI = "🎴"


def game_emoji(game_id: str) -> str:
    """Give the sign that a game goes by."""
    return EMOJI.get(game_id, DEFAULT_EMOJI)
