"""What a played card may be, judged by the claim, by what lies open and by how its player has lied so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.cards import Card
from games.lost.hands import DECK, JOKER, is_one_away, mask_of
from games.lost.moves import CLAIMS, is_true
from games.lost.position import LostView

HONESTY = 0.5
"""How often a claim is taken to be true before its player has shown anything."""
PRIOR = 4.0
"""For how many claims seen that assumption counts."""
FALSE_CLAIMS = len(CLAIMS) - 2
"""How many false claims a card has: all but its suit and its rank."""

Weights = dict[Card, float]
"""How much each possible card counts."""


def open_cards(view: LostView) -> set[Card]:
    """Collect what everybody has seen for good: fields, and cards lost from them."""
    cards = {card for field in view.fields for card in field}
    cards.update(lost.card for pile in view.piles for lost in pile if lost.was_open)
    return cards


def unseen_cards(view: LostView) -> tuple[Card, ...]:
    """List the cards whose place this viewer does not know; a joker known to be in a hand is none."""
    seen = open_cards(view) | set(view.hand)
    seen.update(lost.card for pile in view.piles for lost in pile)
    if view.joker_in is not None:
        seen.add(JOKER)
    return tuple([card for card in DECK if card not in seen])


def honesty(view: LostView, seat: int) -> float:
    """Estimate how often a seat's claims are true."""
    true, false = view.told[seat]
    return (true + HONESTY * PRIOR) / (true + false + PRIOR)


def beliefs(cards: Sequence[Card], claim: str, truth: float, joker: float) -> tuple[Weights, Weights]:
    """Weigh what a played card may be.

    Args:
        cards: the plain cards it may be.
        claim: what was claimed.
        truth: how often its player tells the truth.
        joker: how much the joker counts, when a plain card counts 1; 0 where it cannot be.

    Returns:
        Weights of the cards the claim is true of, and of the others; all together sum to 1.
    """
    true: Weights = {}
    false: Weights = {}
    for card, weight in _weighed(cards, claim, truth):
        (true if is_true(card, claim) else false)[card] = weight
    if claim == "joker" and joker > 0:
        true[JOKER] = joker
    total = sum(true.values()) + sum(false.values())
    for weights in (true, false):
        for card in weights:
            weights[card] /= total
    return true, false


def _weighed(cards: Sequence[Card], claim: str, truth: float) -> Iterator[tuple[Card, float]]:
    lie = (1 - truth) / FALSE_CLAIMS
    for card in cards:
        yield card, truth / 2 if is_true(card, claim) else lie


def joker_weight(view: LostView, player: int, target: int) -> float:
    """Say how much the joker counts among the cards that a seat may have played to another."""
    if is_one_away(mask_of(view.fields[target])):
        return 0.0  # it must not be played there
    if view.joker_in == player:
        return len(unseen_cards(view)) / max(1, view.sizes[player])
    known = view.joker_in is not None or JOKER not in unseen_cards(view)
    return 0.0 if known else 1.0
