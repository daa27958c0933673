"""Calls of Porker Bull in words."""

from __future__ import annotations

from functools import cache

from games.bull.moves import Call, parse_words
from games.core.poker import named
from games.core.words import Text


@cache
def call_text(call: str) -> Text:
    """Put a call, given in notation, into words."""
    move = parse_words(call.lower().split())
    assert isinstance(move, Call)
    return Text(f"bull-call-{move.kind}", named(move))
