"""What a played card may be, judged by the claim, by what lies open and by how its player has lied so far."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.cards import Card
from games.lost.hands import JOKER
from games.lost.moves import is_true
from games.lost.possible import may_be_joker
from games.lost.state import LostView

HONESTY = 0.5
"""Probability that a claim of a suit or rank is true before its player has shown anything."""
JOKER_HONESTY = {True: 0.6, False: 0.25}
"""The same for claims of the joker, by whether everybody knows that the player has had it."""
PRIOR = 4.0
"""For how many claims seen that assumption counts."""

Weights = dict[Card, float]
"""How much each possible card counts."""


def honesty(view: LostView, player: int, target: int, claim: str) -> float:
    """Estimate how likely a claim is true, from how its player has lied so far and where the joker can be."""
    prior = HONESTY
    if claim == "joker":
        if not may_be_joker(view, player, target):
            return 0.0
        prior = JOKER_HONESTY[view.joker_in == player]
    true, false = view.told[player]
    return (true + prior * PRIOR) / (true + false + PRIOR)


def beliefs(cards: Sequence[Card], claim: str, chance: float) -> tuple[Weights, Weights]:
    """Weigh what a played card may be.

    Args:
        cards: the plain cards it may be.
        claim: what was claimed.
        chance: how likely the claim is true; overruled where the cards leave no choice.

    Returns:
        Weights of the cards the claim is true of, and of the others; all together sum to 1.
    """
    true = [JOKER] if claim == "joker" else [card for card in cards if is_true(card, claim)]
    false = [card for card in cards if not is_true(card, claim)]
    if not true or not false:
        chance = float(bool(true))
    return _shared(true, chance), _shared(false, 1 - chance)


def _shared(cards: Sequence[Card], chance: float) -> Weights:
    return dict.fromkeys(cards, chance / len(cards)) if chance > 0 else {}
