"""What the rules refuse, in words for the person who tried."""

from __future__ import annotations

from games.core.errors import IllegalMove
from games.core.words import Text

SHARED_REFUSALS = ("over", "not-your-turn", "chance-only")
"""What the core of the rules refuses a player in every game alike."""


def refusal_text(game_id: str, error: IllegalMove) -> Text:
    """Name the text of a refusal: one of the core's, or one of the game's own."""
    code = error.refusal.code
    key = f"refusal-{code}" if code in SHARED_REFUSALS else f"{game_id}-refusal-{code}"
    return Text(key, error.refusal.args)
