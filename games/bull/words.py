"""Calls of Porker Bull in words."""

from __future__ import annotations

from functools import cache

from games.bull.moves import Call, parse_words
from games.core.poker import named
from games.core.words import Text


@cache
def call_of(call: str) -> Call:
    """Read a call as a view has it, in notation."""
    move = parse_words(call.lower().split())
    assert isinstance(move, Call)
    return move


@cache
def call_text(call: str) -> Text:
    """Put a call, given in notation, into words."""
    move = call_of(call)
    return Text(f"bull-call-{move.kind}", named(move))
