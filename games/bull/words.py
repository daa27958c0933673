"""Calls of Porker Bull in words."""

from __future__ import annotations

from functools import cache

from games.bull.moves import Call, parse_words
from games.core.cards import STANDARD
from games.core.words import Arg, Rank, Suit, Text


@cache
def call_text(call: str) -> Text:
    """Put a call, given in notation, into words."""
    move = parse_words(call.lower().split())
    assert isinstance(move, Call)
    args: dict[str, Arg] = {"rank": Rank(move.ranks[0], STANDARD.name)}
    if len(move.ranks) > 1:
        args["second"] = Rank(move.ranks[1], STANDARD.name)
    if move.suit:
        args["suit"] = Suit(move.suit, STANDARD.name)
    return Text(f"bull-call-{move.kind}", args)
