"""Cards, claims and moves of Lost Poker in words."""

from __future__ import annotations

from functools import cache, lru_cache

from games.core.cards import NUMBERS, Card
from games.core.moves import Move
from games.core.poker import SUITS
from games.core.words import Cards, Joined, Rank, Seat, Suit, Text, text
from games.lost import moves
from games.lost.hands import outs

FAMILY = NUMBERS.name
"""The family by which front ends print these cards: ranks read 1 to 10."""


def named(*cards: Card) -> Cards:
    """Print cards."""
    return Cards(cards, FAMILY)


@cache
def cards_text(*cards: Card) -> Text:
    """Print cards, and nothing else."""
    return text("lost-cards", cards=named(*cards))


@cache
def claim_text(claim: str) -> Text:
    """Put a claim into words."""
    if claim == "joker":
        return text("lost-claim-joker")
    if claim in SUITS:
        return text("lost-claim-suit", suit=Suit(claim, FAMILY))
    return text("lost-claim-rank", rank=Rank(claim, FAMILY))


@lru_cache(maxsize=256)
def outs_text(field: tuple[Card, ...]) -> Joined | None:
    """List the suits and ranks that would make a hand of a field; ``None`` when it is not one away."""
    if not field:
        return None
    suits, ranks = outs(field)
    texts = [text("lost-out-suit", suit=Suit(suit, FAMILY)) for suit in suits]
    texts += [text("lost-out-rank", rank=Rank(rank, FAMILY)) for rank in ranks]
    return Joined(tuple(texts)) if texts else None


def name_of(move: Move) -> Text:
    """Put a move into words."""
    match move:
        case moves.LayField():
            return text("lost-name-field", cards=named(*move.cards))
        case moves.Play():
            claim = claim_text(move.claim)
            return text("lost-name-play", card=named(move.card), target=Seat(move.target), claim=claim)
        case moves.Place():
            return text("lost-name-place", card=named(move.card))
        case moves.LoseFromHand():
            return text("lost-name-lost-hand", card=named(move.card))
        case moves.LoseFromField():
            return text("lost-name-lost-field", card=named(move.card), placed=named(move.placed))
        case moves.Back():
            return text("lost-name-back", cards=named(*move.cards))
        case moves.Trust():
            return text("lost-trust")
        case moves.Doubt():
            return text("lost-doubt")
        case moves.DeclareLost():
            return text("lost-name-lost")
    return text("lost-pass")
