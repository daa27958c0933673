"""Declarations and cards of Netsuzo Poker in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.core.cards import STANDARD, Card
from games.core.poker import named
from games.core.words import Cards, Text, text
from games.netsuzo.moves import BY_NOTATION


@cache
def claim_text(notation: str) -> Text:
    """Put a declaration, given in notation, into words."""
    claim = BY_NOTATION[notation]
    if claim.kind == "flush":
        return text("netsuzo-claim-flush", cards=cards_of([rank + claim.suit for rank in claim.ranks]))
    return Text(f"netsuzo-claim-{claim.kind}", named(claim))


def cards_of(cards: Sequence[Card]) -> Cards:
    """Print cards of the standard deck."""
    return Cards(tuple(cards), STANDARD.name)
