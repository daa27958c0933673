"""Declarations and cards of Netsuzo Poker in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.core.cards import STANDARD, Card
from games.core.words import Arg, Cards, Rank, Suit, Text, text
from games.netsuzo.moves import BY_NOTATION


@cache
def claim_text(notation: str) -> Text:
    """Put a declaration, given in notation, into words."""
    claim = BY_NOTATION[notation]
    if claim.kind == "flush":
        return text("netsuzo-claim-flush", cards=cards_of([rank + claim.suit for rank in claim.ranks]))
    ranks = zip(("rank", "second", "third"), claim.ranks, strict=False)
    args: dict[str, Arg] = {name: Rank(rank, STANDARD.name) for name, rank in ranks}
    if claim.suit:
        args["suit"] = Suit(claim.suit, STANDARD.name)
    return Text(f"netsuzo-claim-{claim.kind}", args)


def cards_of(cards: Sequence[Card]) -> Cards:
    """Print cards of the standard deck."""
    return Cards(tuple(cards), STANDARD.name)
