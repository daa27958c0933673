"""What a played card may be, judged by the claim, by what lies open and by how its player has lied so far."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.core.cards import Card
from games.lost.hands import DECK, JOKER, is_one_away, mask_of
from games.lost.moves import is_true
from games.lost.state import LostView, seen_piles

HONESTY = 0.5
"""How often a claim of a suit or rank is taken to be true before its player has shown anything."""
JOKER_HONESTY = {True: 0.6, False: 0.25}
"""The same for claims of the joker, by whether everybody knows that the player has had it."""
PRIOR = 4.0
"""For how many claims seen that assumption counts."""

Weights = dict[Card, float]
"""How much each possible card counts."""


def open_cards(view: LostView) -> set[Card]:
    """Collect what everybody has seen for good: fields, and cards lost from them."""
    cards = {card for field in view.fields for card in field}
    cards.update(lost.card for pile in view.piles for lost in pile if lost.was_open)
    return cards


def public_part(view: LostView) -> LostView:
    """Leave of a view what everybody knows, to think like somebody else."""
    return replace(view, seat=None, hand=(), laid=(), piles=seen_piles(view.piles, None))


def unseen_cards(view: LostView) -> tuple[Card, ...]:
    """List the cards whose place this viewer does not know; a joker known to be in a hand is none."""
    seen = open_cards(view) | set(view.hand)
    seen.update(lost.card for pile in view.piles for lost in pile)
    if view.joker_in is not None:
        seen.add(JOKER)
    return tuple([card for card in DECK if card not in seen])


def honesty(view: LostView, player: int, target: int, claim: str) -> float:
    """Estimate how likely a claim is true, from how its player has lied so far and where the joker can be."""
    prior = HONESTY
    if claim == "joker":
        if not may_be_joker(view, player, target):
            return 0.0
        prior = JOKER_HONESTY[view.joker_in == player]
    true, false = view.told[player]
    return (true + prior * PRIOR) / (true + false + PRIOR)


def may_be_joker(view: LostView, player: int, target: int) -> bool:
    """Tell whether, for all this viewer knows, a seat may have played the joker to another."""
    if is_one_away(mask_of(view.fields[target])):
        return False  # it must not be played there
    return view.joker_in == player or JOKER in unseen_cards(view)


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
