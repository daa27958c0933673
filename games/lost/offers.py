"""Likely moves for one's own field: first fields, cards that do least harm, what takes danger out of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import nsmallest
from itertools import combinations

from games.core.cards import Card
from games.core.moves import Move
from games.lost.hands import BIT, HAND_CARDS, JOKER, JOKER_BIT, RANKS, is_made, is_one_away, mask_of
from games.lost.moves import Back, LoseFromField
from games.lost.state import LostView

FIRST_FIELDS = 6

Cards = tuple[Card, ...]


@lru_cache(maxsize=256)
def openings(hand: Cards) -> list[Cards]:
    """List first fields in which the fewest cards go together, and with which the fewest of the rest go."""
    plain = [card for card in hand if card != JOKER]
    kin = {card: mask_of([other for other in plain if _goes_with(card, other)]) for card in plain}
    return nsmallest(
        FIRST_FIELDS, combinations(plain, 3), key=lambda three: (_ties(three), _shared(three, kin))
    )


def _shared(cards: Cards, kin: dict[Card, int]) -> int:
    """Count the cards that go with two of some, once for each two."""
    return sum([(kin[one] & kin[other]).bit_count() for one, other in combinations(cards, 2)])


def safest(cards: Sequence[Card], field: Cards) -> list[Card]:
    """Sort cards by how much harm they do to a field: those that would make a hand in it come last."""
    mask = mask_of(field)
    return sorted(cards, key=lambda card: (nearness(mask | BIT[card]), _kin(card, mask)))


def reliefs(view: LostView) -> list[Move]:
    """List what takes danger out of one's own field: the joker back, and a lost of one of its cards."""
    assert view.seat is not None
    field, may_lose = view.fields[view.seat], view.losts_left(view.seat) > 0
    if len(view.hand) < 2:
        return []
    found = [_back(view.hand, field), _relief(view.hand, field) if may_lose else None]
    return [move for move in found if move is not None]


@lru_cache(maxsize=256)
def _back(hand: Cards, field: Cards) -> Move | None:
    """Give the joker back for the two cards that do the field least harm."""
    if JOKER not in field:
        return None
    rest = mask_of(field) & ~JOKER_BIT
    cards = min(combinations(hand, 2), key=lambda two: (nearness(rest | mask_of(two)), _ties(two)))
    return None if is_made(rest | mask_of(cards)) else Back(cards)


@lru_cache(maxsize=256)
def _relief(hand: Cards, field: Cards) -> Move | None:
    """Lose a card of a field that is one away, for the card that does least harm in its place."""
    mask = mask_of(field)
    if not is_one_away(mask):
        return None
    swaps = [(card, placed) for card in field if card != JOKER for placed in hand if placed != JOKER]
    after = {swap: mask & ~BIT[swap[0]] | BIT[swap[1]] for swap in swaps}
    best = min(swaps, key=lambda swap: (nearness(after[swap]), _kin(swap[1], after[swap])), default=None)
    return None if best is None or nearness(after[best]) > 1 else LoseFromField(*best)


# --- how near a card brings a field to a hand -----------------------------------------------------------


def nearness(mask: int) -> int:
    """Tell how near a field is to a hand: 3 if it makes one, 2 and 1 if it lacks one and two cards."""
    return sum([is_made(mask, jokers) for jokers in range(3)])


def _kin(card: Card, mask: int) -> int:
    """Count the cards of a field that may stand in one hand with a card."""
    return (mask & _KIN[card]).bit_count()


def _goes_with(card: Card, other: Card) -> bool:
    if JOKER in (card, other):
        return card != other
    distance = abs(RANKS.index(card[0]) - RANKS.index(other[0]))
    return card != other and (card[1] == other[1] or distance < HAND_CARDS)


_KIN = {card: mask_of([other for other in BIT if _goes_with(card, other)]) for card in BIT}


def _ties(cards: Cards) -> int:
    return sum([_goes_with(card, other) for card, other in combinations(cards, 2)])
